#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what bench_rows has measured as Markdown: how much faster than cv::cvtColor one thread is, by code and size."""

import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from table import CONTEXT, runs  # noqa: E402


def medians(report):
    """Maps (size, code, depth, channels, whose) to milliseconds."""
    times = {}
    for parts, time_ms, _ in runs(report):
        times.setdefault(parts, []).append(time_ms)
    return {parts: statistics.median(values) for parts, values in times.items()}


def print_sides(times):
    """A table of squares, which have names such as 520x2: the side and the number of threads."""
    cells = {}
    for (size, *_, whose), time_ms in times.items():
        side, threads = map(int, size.split("x"))
        cells.setdefault(side, {}).setdefault(threads, {})[whose] = time_ms
    threads = sorted(next(iter(cells.values())))
    print("\nMilliseconds / of cv::cvtColor (ratio) / time of a pixel over that at the side before.\n")
    print("| side | " + " | ".join(f"{n} threads" for n in threads) + " |")
    print("|---:|" + "---:|" * len(threads))
    before, slowest, cliff = {}, (0,), (0,)
    for side in sorted(cells):
        columns = []
        for n in threads:
            ours, theirs = cells[side][n]["cudastripe"], cells[side][n]["cv_cvtColor"]
            pixel = ours / side ** 2
            step = pixel / before.get(n, pixel)
            before[n] = pixel
            slowest, cliff = max(slowest, (ours / theirs, side, n)), max(cliff, (step, side, n))
            columns.append(f"{ours:.4f} / {theirs:.4f} ({ours / theirs:.2f}) / {step:.2f}")
        print(f"| {side} | {' | '.join(columns)} |")
    for name, (ratio, side, n) in (("slowest beside cv::cvtColor", slowest), ("largest step", cliff)):
        print(f"\nThe {name}: {ratio:.2f} at side {side} with {n} threads.")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", help="JSON file that the benchmark has written")
    with open(parser.parse_args().report, encoding="utf-8") as file:
        report = json.load(file)
    times = medians(report)
    if not times:
        sys.exit("no repetitions in the file; was it written with --benchmark_report_aggregates_only=false?")
    if all("x" in parts[0] for parts in times):
        return print_sides(times)
    sizes = [size for size in ("VGA", "1080p", "8K") if any(parts[0] == size for parts in times)]
    rows = sorted({parts[1:4] for parts in times})
    context = report["context"]
    print(", ".join(f"{label} {context[key]}" for label, key in CONTEXT if key in context and key != "threads"))
    if context.get("without"):
        print(f"\nWithout {context['without']}.")
    print("\nMilliseconds of one thread / of cv::cvtColor by one thread (times faster). VGA and 1080p: the same image again "
          "and again; 8K: two images in turn.\n")
    print("| code | depth | channels | " + " | ".join(sizes) + " |")
    print("|---|---|---:|" + "---:|" * len(sizes))
    ratios = []
    for row in rows:
        cells = []
        for size in sizes:
            ours, theirs = (times.get((size,) + row + (whose,)) for whose in ("cudastripe", "cv_cvtColor"))
            cells.append(f"{ours:.3f} / {theirs:.3f} ({theirs / ours:.2f})" if ours and theirs else "–")
            if ours and theirs:
                ratios.append((theirs / ours, size, *row))
        print(f"| {' | '.join(row)} | {' | '.join(cells)} |")
    if ratios:
        least = min(ratios)
        print(f"\nThe least: {least[0]:.2f} times ({', '.join(least[1:])}); "
              f"the median of {len(ratios)}: {statistics.median(ratio[0] for ratio in ratios):.2f}.")


if __name__ == "__main__":
    main()
