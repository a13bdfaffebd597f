#!/usr/bin/env python3
"""How long stripe_mosaic takes by 1 to 1,000 nodes: a simulation of its bands, beside the formula of docs/cluster.md.

usage: scripts/mosaic_model.py [NODE CONVERT FILE_SYSTEM [GB_IN GB_OUT BAND_MB]]

Rates in GB/s: of one node's reading or writing, of its converting, and of the file system for all nodes together.
"""
import heapq
import sys


def formula(nodes, bands, read, write, node, convert, file_system):
    stages = read / node, read / convert, write / node
    most = -(-bands // nodes)  # of the node that has most bands
    return max(most * max(stages) + sum(stages) - max(stages), bands * (read + write) / file_system)


def simulate(nodes, bands, read, write, node, convert, file_system):
    """Seconds until the last band is written. Transfers share the file system evenly, none faster than its node."""
    now = moved = 0.0  # GB that a transfer has moved which lasts from the beginning
    transfers, conversions = [], []  # heaps of: when it ends (in moved, in seconds), node, stage
    states = [{"bands": len(range(i, bands, nodes)), "slots": 3, "read": 0, "converted": 0, "busy": set()}
              for i in range(nodes)]
    stages = {"read": (("bands", "slots"), "read"), "convert": (("read",), "converted"), "write": (("converted",), "slots")}

    def begin(i):
        state = states[i]
        for stage, (takes, _) in stages.items():
            if stage not in state["busy"] and all(state[what] for what in takes):
                state["busy"].add(stage)
                for what in takes:
                    state[what] -= 1
                if stage == "convert":
                    heapq.heappush(conversions, (now + read / convert, i, stage))
                else:
                    heapq.heappush(transfers, (moved + (read if stage == "read" else write), i, stage))

    for i in range(nodes):
        begin(i)
    while transfers or conversions:
        rate = min(node, file_system / max(1, len(transfers)))
        ends = [now + (transfers[0][0] - moved) / rate if transfers else float("inf"),
                conversions[0][0] if conversions else float("inf")]
        moved, now = moved + (min(ends) - now) * rate, min(ends)
        _, i, stage = heapq.heappop(transfers if ends[0] <= ends[1] else conversions)
        states[i]["busy"].remove(stage)
        states[i][stages[stage][1]] += 1
        begin(i)
    return now


def main():
    given = [float(x) for x in sys.argv[1:]]
    node, convert, file_system, gb_in, gb_out, band_mb = given + [5, 20, 100, 960, 360, 32][len(given):]
    bands = max(1, round(gb_in * 1000 / band_mb))
    print("nodes  formula s  simulated s")
    for nodes in (1, 2, 3, 4, 5, 6, 10, 20, 30, 100, 300, 1000):
        values = nodes, bands, gb_in / bands, gb_out / bands, node, convert, file_system
        print(f"{nodes:5}  {formula(*values):9.2f}  {simulate(*values):11.2f}")


main()
