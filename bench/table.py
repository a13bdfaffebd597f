#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what bench_bgra_to_yuv has measured as Markdown: a table for each size, from its JSON file."""

import argparse
import json
import statistics
import sys

# What Google Benchmark appends to names.
SETTINGS = ("iterations:", "repeats:", "threads:", "min_time:", "min_warmup_time:")
MS_PER_UNIT = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
CONTEXT = [("GPU", "gpu"), ("driver's CUDA", "cuda_driver"), ("runtime", "cuda_runtime"), ("OpenCV", "opencv"),
           ("threads", "threads"), ("at", "date")]


def runs(report):
    """Gives the parts of each repetition's name, without the library's settings, its time in ms, and all that is known."""
    for run in report["benchmarks"]:
        if run.get("run_type", "iteration") != "iteration":
            continue
        if run.get("error_occurred"):
            sys.exit(f"{run['name']} failed: {run.get('error_message', 'no reason given')}")
        parts = tuple(p for p in run["name"].split("/") if not p.startswith(SETTINGS) and not p.endswith("_time"))
        yield parts, run["real_time"] * MS_PER_UNIT[run["time_unit"]], run


def repetitions(report):
    """Maps each size to its cases, and each case to the times of its repetitions in ms, in the order of the names."""
    sizes = {}
    for parts, time_ms, _ in runs(report):
        sizes.setdefault(parts[0], {}).setdefault("/".join(parts[1:]), []).append(time_ms)
    return sizes


def percentile(times, percent):
    """Interpolates linearly between the two nearest repetitions."""
    ordered = sorted(times)
    position = (len(ordered) - 1) * percent / 100
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def bound_of(case):
    return "kernel/copy" if case.startswith("kernel/") else "bound/both_copies"


def natural_key(case):
    """Sorts numbers in names by value."""
    group, _, mechanism = case.partition("/")
    stem, _, number = group.partition("_")
    return (stem, int(number), mechanism) if number.isdigit() else (group, -1, mechanism)


def print_table(size, cases):
    medians = {case: statistics.median(times) for case, times in cases.items()}
    print(f"\n### {size}\n")
    print("| case | median ms | p10 | p90 | × bound |")
    print("|---|---:|---:|---:|---:|")
    groups = ["bound", "default", "streams16", "striped", "shared", "cpu", "kernel"]
    order = {group: place for place, group in enumerate(groups)}
    for case in sorted(cases, key=lambda name: (order.get(name.split("/")[0].split("_")[0], 99), natural_key(name))):
        times = cases[case]
        bound = medians.get(bound_of(case))
        ratio = f"{medians[case] / bound:.3f}" if bound else "–"
        print(f"| {case} | {medians[case]:.4f} | {percentile(times, 10):.4f} | {percentile(times, 90):.4f} | {ratio} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", help="JSON file that the benchmark has written")
    with open(parser.parse_args().report, encoding="utf-8") as file:
        report = json.load(file)
    sizes = repetitions(report)
    if not sizes:
        sys.exit("no repetitions in the file; was it written with --benchmark_report_aggregates_only=false?")
    print(", ".join(f"{label} {report['context'][key]}" for label, key in CONTEXT if key in report["context"]))
    count = max(len(times) for cases in sizes.values() for times in cases.values())
    print(f"\nMedians of {count} interleaved repetitions. Bound: bound/both_copies; of kernel cases: kernel/copy. "
          "Data comes from memory, but for _warm.")
    for size in sorted(sizes, key=lambda name: (len(name) < 5, name)):  # 1080p, 4K, 8K
        print_table(size, sizes[size])


if __name__ == "__main__":
    main()
