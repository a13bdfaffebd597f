#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what bench_formats has measured as Markdown: formats on the GPU, and OpenCV's codes on the CPU."""

import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from table import CONTEXT, percentile, runs  # noqa: E402


def repetitions(report):
    """Maps the parts of each name to the times of its repetitions in ms, in the order of the cases."""
    cases = {}
    for parts, time_ms, _ in runs(report):
        cases.setdefault(parts, []).append(time_ms)
    # Interleaving has shuffled them; numbers go by value.
    return dict(sorted(cases.items(), key=lambda item: [(part.isdigit(), part.zfill(4)) for part in item[0]]))


def print_formats(cases):
    names = dict.fromkeys(parts[1:3] for parts in cases if parts[0] == "format")
    if not names:
        return
    print("\n### Formats, page-locked to page-locked memory, and their kernels\n")
    print("| format | source | bound ms | call ms | p10–p90 | × bound | kernel ms | copy ms | rate of a copy |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in names:
        times = {what: cases[("format",) + name + (what,)] for what in ("bound", "striped", "kernel", "copy")}
        mid = {what: statistics.median(values) for what, values in times.items()}
        spread = f"{percentile(times['striped'], 10):.3f}–{percentile(times['striped'], 90):.3f}"
        print(f"| {name[0]} | {name[1].upper()} | {mid['bound']:.3f} | {mid['striped']:.3f} | {spread} | "
              f"{mid['striped'] / mid['bound']:.3f} | {mid['kernel']:.4f} | {mid['copy']:.4f} | "
              f"{100 * mid['copy'] / mid['kernel']:.0f} % |")


def print_codes(cases):
    rows = dict.fromkeys(parts[1:4] for parts in cases if parts[0] == "code")
    if not rows:
        return
    print("\n### OpenCV's codes on the CPU, pageable memory\n")
    print("| code | source | threads | cv::cvtColor ms | cudastripe ms | p10–p90 | times faster |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for row in rows:
        ours = cases[("code",) + row + ("cudastripe",)]
        theirs = cases.get(("code",) + row + ("cv_cvtColor",))
        mid = statistics.median(ours)
        other = f"{statistics.median(theirs):.3f}" if theirs else "has no such code"
        ratio = f"{statistics.median(theirs) / mid:.2f}" if theirs else "–"
        print(f"| {row[0]} | {row[1].upper()} | {row[2]} | {other} | {mid:.3f} | "
              f"{percentile(ours, 10):.3f}–{percentile(ours, 90):.3f} | {ratio} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", help="JSON file that the benchmark has written")
    with open(parser.parse_args().report, encoding="utf-8") as file:
        report = json.load(file)
    cases = repetitions(report)
    if not cases:
        sys.exit("no repetitions in the file; was it written with --benchmark_report_aggregates_only=false?")
    print(", ".join(f"{label} {report['context'][key]}" for label, key in CONTEXT if key in report["context"]))
    print(f"\n8K frames. Medians of {max(map(len, cases.values()))} interleaved repetitions; data comes from memory.")
    print_formats(cases)
    print_codes(cases)


if __name__ == "__main__":
    main()
