# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""How well the dispatcher chose: the section of the report that compares its choice with each route, forced."""

from report_data import AGAIN

LIMITS = (1.07, 1.10, 1.25)


def cells(report):
    """For each cell its key, ours/auto ÷ the best forced route, that route, and the times; the second measurement counts."""
    for key in report.cases:
        if key[4] != "ours/auto":
            continue
        cell = key[:4]
        times = {}
        for other in report.cases:
            if other[:4] != cell or not other[4].startswith("ours/") or other[4].endswith(AGAIN):
                continue
            ms = report.counting(*other)
            if ms:
                times[other[4].split("/")[1]] = ms
        forced = {name: ms for name, ms in times.items() if name != "auto"}
        if forced and "auto" in times:
            best = min(forced, key=forced.get)
            yield cell, times["auto"] / forced[best], best, times


def print_dispatcher(report):
    found = sorted(cells(report), key=lambda cell: -cell[1])
    if not found:
        return
    print("\n## The dispatcher\n")
    print("What a call chose by itself ÷ the best route forced, for each workload, size, memory and number of threads. "
          "What was above 1.07, of five operators above 1.05, was measured a second time, which counts.\n")
    for limit in LIMITS:
        good = sum(1 for cell in found if cell[1] <= limit)
        print(f"- within {limit}: {good} of {len(found)} cells, {100 * good / len(found):.1f} %")
    outside = [cell for cell in found if cell[1] > LIMITS[0]]
    if not outside:
        return
    print("\n| cell | chosen ÷ best | best | measured ms | chosen: predicted ms |")
    print("|---|---:|---|---|---|")
    for cell, ratio, best, times in outside:
        first, again = cell + ("ours/auto",), cell + ("ours/auto" + AGAIN,)
        last = again if again in report.cases else first
        measured = ", ".join(f"{name} {ms:.4f}" for name, ms in times.items())
        print(f"| {'/'.join(map(str, cell))} | {ratio:.3f} | {best} | {measured} | {report.chosen(*last)}: {report.label(*last)} |")
