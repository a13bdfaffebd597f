# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What bench_report has measured, from its JSON files, for the table and the chart."""

import os

from report_json import read_json

MS_PER_UNIT = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
AGAIN = "/again"  # ends the name of what was measured a second time
CHOSE = "chose/"  # and a route: a counter that is 1 if it was taken
SIZES = ["VGA", "720p", "1080p", "4K", "8K", "16K"]
WORKLOADS = {"bgr2yuv": "BGRA to YUV, packed (COLOR_BGR2YUV)", "nv12": "BGRA to NV12 (BT.709, limited)",
             "i420": "BGRA to I420, small (COLOR_BGRA2YUV_I420)",
             "add": "add a scalar, 8UC4", "chain5": "five operators on 32FC1"}


class Case:
    """Median, p10 and p90 of a case in ms, and what else is known of it."""

    def __init__(self):
        self.ms = {}
        self.label = ""
        self.chosen = ""
        self.bytes_per_second = None
        self.error = None


class Report:
    """All cases by (workload, size, memory, threads, mechanism), and the contexts of the files."""

    def __init__(self, folder):
        self.cases = {}
        self.contexts = []
        self.broken = []
        for name in WORKLOADS:
            path = os.path.join(folder, name + ".json")
            if os.path.exists(path):
                self._read(path)
        self.context = self.contexts[0] if self.contexts else {}
        self.all_threads = max((key[3] for key in self.cases), default=1)

    def _read(self, path):
        content, whole = read_json(path)
        if not whole:
            self.broken.append(os.path.basename(path))
        if "benchmarks" not in content:
            return
        self.contexts.append(content["context"])
        for run in content["benchmarks"]:
            self._add(run)

    def _add(self, run):
        workload, size, memory, threads, *mechanism = run["name"].split("/iterations:")[0].split("/")
        case = self.cases.setdefault((workload, size, memory, int(threads), "/".join(mechanism)), Case())
        if run.get("error_occurred"):
            case.error = run.get("error_message", "no reason given")
            return
        case.ms[run["aggregate_name"]] = run["real_time"] * MS_PER_UNIT[run["time_unit"]]
        case.label = run.get("label", case.label)
        if run["aggregate_name"] == "median":
            case.bytes_per_second = run.get("bytes_per_second")
            case.chosen = next((key[len(CHOSE):] for key in run if key.startswith(CHOSE) and run[key] > 0.5), "–")

    def median(self, *key):
        case = self.cases.get(key)
        return case.ms.get("median") if case else None

    def counting(self, *key):
        """The median that counts: of the second measurement, if there was one."""
        return self.median(*key[:-1], key[-1] + AGAIN) or self.median(*key)

    def label(self, *key):
        case = self.cases.get(key)
        return case.label if case else ""

    def chosen(self, *key):
        """The route that most calls would take, of all times that they were asked."""
        case = self.cases.get(key)
        return case.chosen if case else ""

    def ratio(self, key, base):
        value, unit = self.median(*key), self.median(*base)
        return value / unit if value and unit else None

    def values(self, place):
        """What there is at a place of the keys, sizes in their order."""
        found = {key[place] for key in self.cases}
        if place == 1:
            return [size for size in SIZES if size in found]
        if place == 0:
            return [name for name in WORKLOADS if name in found]
        return sorted(found)

    def sizes(self, workload):
        """Those that the workload was measured at, in their order."""
        return [size for size in self.values(1) if any(key[:2] == (workload, size) for key in self.cases)]

    def mechanisms(self, workload):
        return {key[4] for key in self.cases if key[0] == workload}
