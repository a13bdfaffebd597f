# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Reads the JSON files that the benchmarks have written into a folder."""

import json
import os
import statistics

MS_PER_UNIT = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
AGAIN = "/again"  # ends the name of what was measured a second time
CHOSE = "chose/"  # and a route: a counter that is 1 if it was taken
SIZES = ["VGA", "720p", "1080p", "4K", "8K", "16K"]
WORKLOADS = {"bgr2yuv": "BGRA to YUV, packed (COLOR_BGR2YUV)", "nv12": "BGRA to NV12 (BT.709, limited)",
             "i420": "BGRA to I420 (COLOR_BGRA2YUV_I420), small images, where the start of a call counts; OpenCV only",
             "add": "add a scalar, 8UC4", "chain5": "five operators on 32FC1"}
DECODES = {"nv12_to_bgr": "NV12 to BGR", "nv12_to_bgra": "NV12 to BGRA", "i420_to_bgr": "I420 to BGR",
           "uyvy_to_bgr": "UYVY to BGR", "yuv_to_bgr": "packed YUV to BGR"}


def read_json(path):
    """The content, and whether the file was complete: a benchmark that was stopped leaves half of it."""
    if not os.path.exists(path):
        return {}, True
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text), True
    except json.JSONDecodeError:
        try:
            return json.loads(text[:text.rindex("}") + 1] + "]}"), False
        except ValueError:
            return {}, False


class Case:
    """Median, p10 and p90 of a case in ms, and what else is known of it."""

    def __init__(self):
        self.ms = {}
        self.label = ""
        self.chosen = ""
        self.bytes_per_second = None
        self.error = None
        self.times = []

    def add(self, run):
        if run.get("error_occurred"):
            self.error = run.get("error_message", "no reason given")
            return
        ms = run["real_time"] * MS_PER_UNIT[run["time_unit"]]
        self.label = run.get("label", self.label)
        if run.get("run_type", "iteration") == "iteration":
            self.times.append(ms)
            return
        self.ms[run["aggregate_name"]] = ms
        if run["aggregate_name"] == "median":
            self.bytes_per_second = run.get("bytes_per_second")
            self.chosen = next((key[len(CHOSE):] for key in run if key.startswith(CHOSE) and run[key] > 0.5), "–")

    def summarize(self):
        if self.times:
            tenths = statistics.quantiles(self.times * (1 if len(self.times) > 1 else 2), n=10, method="inclusive")
            self.ms = {"median": tenths[4], "p10": tenths[0], "p90": tenths[8]}


class Cases:
    """The cases of a program by the parts of their names, in the order in which they were registered."""

    def __init__(self, folder, *names):
        self.cases, self.context, self.broken = {}, {}, []
        for name in names:
            content, whole = read_json(os.path.join(folder, name + ".json"))
            if not whole:
                self.broken.append(name + ".json")
            self.context = self.context or content.get("context", {})
            for run in sorted(content.get("benchmarks", []), key=lambda run: run.get("family_index", 0)):
                self.cases.setdefault(self.key(run["name"].split("/iterations:")[0].split("/")), Case()).add(run)
        for case in self.cases.values():
            case.summarize()

    @staticmethod
    def key(parts):
        return tuple(parts)

    def find(self, *key):
        return self.cases.get(key) or Case()

    def median(self, *key):
        return self.find(*key).ms.get("median")

    def ratio(self, key, base):
        value, unit = self.median(*key), self.median(*base)
        return value / unit if value and unit else None

    def rows(self, start, stop):
        """The parts of the names behind start, up to stop, once each."""
        return list(dict.fromkeys(key[1:stop] for key in self.cases if key[0] == start))


class HostOperators(Cases):
    """Operators on the CPU beside OpenCV's calls, by (size, threads, type, name, whose)."""

    def __init__(self, folder):
        super().__init__(folder, "host_operators")

    def ratios(self, size, threads):
        """Ours ÷ OpenCV's of each cell, by type and name."""
        cells = {key[2:4]: self.ratio(key, (*key[:4], "cv")) for key in self.cases
                 if key[:2] == (size, threads) and key[4] == "cudastripe"}
        return {cell: ratio for cell, ratio in cells.items() if ratio}

    def sets(self):
        """The pairs of size and threads, in their order."""
        return list(dict.fromkeys(key[:2] for key in self.cases))


class Report(Cases):
    """What bench_report has measured, by (workload, size, memory, threads, mechanism)."""

    def __init__(self, folder):
        super().__init__(folder, *WORKLOADS, *DECODES)
        self.all_threads = max((key[3] for key in self.cases), default=1)

    @staticmethod
    def key(parts):
        return (*parts[:3], int(parts[3]), "/".join(parts[4:]))

    def counting(self, *key):
        """The median that counts: of the second measurement, if there was one."""
        return self.median(*key[:-1], key[-1] + AGAIN) or self.median(*key)

    def values(self, place):
        """What there is at a place of the keys, sizes and workloads in their order."""
        found = {key[place] for key in self.cases}
        order = {0: [*WORKLOADS, *DECODES], 1: SIZES}.get(place, sorted(found))
        return [value for value in order if value in found]

    def sizes(self, workload):
        """Those that the workload was measured at, in their order."""
        return [size for size in self.values(1) if any(key[:2] == (workload, size) for key in self.cases)]

    def mechanisms(self, workload):
        return {key[4] for key in self.cases if key[0] == workload}

    def choices(self):
        """For each cell its key, ours/auto ÷ the best forced route, that route, and the times; the second time counts."""
        for cell in dict.fromkeys(key[:4] for key in self.cases if key[4] == "ours/auto"):
            times = {key[4].split("/")[1]: self.counting(*key) for key in self.cases
                     if key[:4] == cell and key[4].startswith("ours/") and not key[4].endswith(AGAIN)
                     and self.counting(*key)}
            forced = {name: ms for name, ms in times.items() if name != "auto"}
            if forced and "auto" in times:
                best = min(forced, key=forced.get)
                yield cell, times["auto"] / forced[best], best, times
