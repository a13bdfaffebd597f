#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what bench_schedules has measured beside what was predicted, as Markdown, from its JSON file."""

import argparse
import json
import re
import statistics
import sys

from table import CONTEXT, percentile, runs


def cases_of(report):
    """Maps each workload to its cases, and each case to its times in ms and its prediction."""
    workloads = {}
    for (workload, case, *_), time_ms, run in runs(report):
        times, _ = workloads.setdefault(workload, {}).setdefault(case, ([], run["predicted_ms"]))
        times.append(time_ms)
    return workloads


def print_orders(workload, cases):
    print(f"\n### {workload}\n")
    print("| case | median ms | p10 | p90 | predicted ms | predicted / measured |")
    print("|---|---:|---:|---:|---:|---:|")
    key = lambda name: [int(part) if part.isdigit() else part for part in re.split(r"_(?=\d+$)", name)]
    for case in sorted(cases, key=lambda name: (len(key(name)), key(name))):
        times, predicted = cases[case]
        median = statistics.median(times)
        print(f"| {case} | {median:.4f} | {percentile(times, 10):.4f} | {percentile(times, 90):.4f} | "
              f"{predicted:.4f} | {predicted / median:.3f} |")


def best_count(cases):
    counts = [case for case in cases if case.startswith("dedicated_")]
    return min(counts, key=lambda case: statistics.median(cases[case][0])) if counts else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", help="JSON file that the benchmark has written")
    parser.add_argument("--best-filter", action="store_true",
                        help="prints a filter for the best number of stripes of each workload and for the choice")
    arguments = parser.parse_args()
    with open(arguments.report, encoding="utf-8") as file:
        report = json.load(file)
    workloads = cases_of(report)
    if arguments.best_filter:
        names = [f"{workload}/({best_count(cases)}|chosen)/" for workload, cases in workloads.items()]
        print("^(" + "|".join(names) + ")")
        return
    print(", ".join(f"{label} {report['context'][key]}" for label, key in CONTEXT if key in report["context"]))
    for workload, cases in workloads.items():
        print_orders(workload, cases)
        best = best_count(cases)
        if best and "chosen" in cases:
            ratio = statistics.median(cases["chosen"][0]) / statistics.median(cases[best][0])
            print(f"\nchosen / best of the equal stripes ({best}): {ratio:.3f}")


if __name__ == "__main__":
    main()
