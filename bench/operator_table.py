#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what bench_operators has measured as Markdown: from host memory, in device memory, on the CPU, and what follows."""

import argparse
import json
import os
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from format_table import repetitions  # noqa: E402
from table import CONTEXT, percentile  # noqa: E402

CHAIN = "chain5"


def median(cases, *parts):
    return statistics.median(cases[parts]) if parts in cases else None


def number(value, digits=3):
    return "–" if value is None else f"{value:.{digits}f}"


def ratio(value, base, digits=3):
    return number(value / base if value and base else None, digits)


def spread(times, digits=3):
    return f"{percentile(times, 10):.{digits}f}–{percentile(times, 90):.{digits}f}"


def print_host(cases):
    rows = [parts for parts in cases if parts[0] == "host"]
    if not rows:
        return
    bound = median(cases, "host", "bound", "both_copies")
    print("\n### 8-bit images of four channels, page-locked to page-locked memory\n")
    print("| work | by | median ms | p10–p90 | × bound |")
    print("|---|---|---:|---:|---:|")
    for parts in sorted(rows, key=lambda parts: (parts[1] != "bound", parts[1] == CHAIN, parts)):
        mid = median(cases, *parts)
        print(f"| {parts[1]} | {parts[2]} | {mid:.3f} | {spread(cases[parts])} | {ratio(mid, bound)} |")


def device_rows(cases):
    """Types and operators, the chain last of its type."""
    rows = dict.fromkeys(parts[1:3] for parts in cases if parts[0] == "device")
    return sorted(rows, key=lambda row: (row[0], row[1] == CHAIN, row[1]))


def print_device(cases):
    rows = device_rows(cases)
    if not rows:
        return
    print("\n### Device to device memory, kernels alone\n")
    print("| type | work | cudastripe ms | p10–p90 | CUB ms | cv::cuda ms | copy ms | × CUB | × cv::cuda | rate of a copy |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        ours, cub, cuda, copy = (median(cases, "device", *row, by) for by in ("cudastripe", "cub", "cv_cuda", "copy"))
        rate = f"{100 * copy / ours:.0f} %" if ours and copy else "–"
        times = cases.get(("device",) + row + ("cudastripe",))
        print(f"| {row[0]} | {row[1]} | {number(ours, 4)} | {spread(times, 4) if times else '–'} | {number(cub, 4)} | "
              f"{number(cuda, 4)} | {number(copy, 4)} | {ratio(ours, cub)} | {ratio(ours, cuda)} | {rate} |")


def print_cpu(cases):
    rows = dict.fromkeys(parts[1:3] for parts in cases if parts[0] == "cpu")
    if not rows:
        return
    print("\n### 8-bit images of four channels on the CPU, pageable memory\n")
    print("| work | threads | cv:: ms | cudastripe ms | p10–p90 | times faster |")
    print("|---|---:|---:|---:|---:|---:|")
    for row in rows:
        ours, theirs = (median(cases, "cpu", *row, by) for by in ("cudastripe", "cv"))
        times = cases.get(("cpu",) + row + ("cudastripe",))
        print(f"| {row[0]} | {row[1]} | {number(theirs)} | {number(ours)} | {spread(times) if times else '–'} | "
              f"{ratio(theirs, ours, 2)} |")


def choice_claims(cases):
    """What is claimed of the choice from host memory to host memory; see claims."""
    for name in ("absdiff", "multiply", CHAIN):
        alone, times = median(cases, "host", name, "cudastripe"), cases.get(("host", name, "cudastripe_chosen"))
        yield (f"{name}, the choice / the GPU alone", "≤", 0.75,
               {name: statistics.median(times) / alone} if times and alone else {})
        yield (f"{name}, the choice: p90 / median of means of four calls", "≤", 1.2,
               {name: percentile(times, 90) / statistics.median(times)} if times else {})


def claims(cases):
    """What is claimed of these medians: a text, the least or greatest value, and all values with their names."""
    chain = median(cases, "host", CHAIN, "cudastripe")
    single = {name: median(cases, "host", name, "cudastripe") for name in ("absdiff", "multiply")}
    yield ("five operators from host memory / one operator", "≤", 1.06,
           {name: chain / time for name, time in single.items() if chain and time})
    calls = median(cases, "host", CHAIN, "cv_cuda")
    yield ("cv::cuda's five calls with copies / five operators from host memory", "≥", 1.8,
           {CHAIN: calls / chain} if chain and calls else {})
    for by, name, limit in (("cub", "CUB", 1.05), ("cv_cuda", "cv::cuda", 1.0)):
        times = {row: (median(cases, "device", *row, "cudastripe"), median(cases, "device", *row, by))
                 for row in device_rows(cases) if row[1] != CHAIN}
        yield (f"one operator in device memory / {name}", "≤", limit,
               {" ".join(row): ours / theirs for row, (ours, theirs) in times.items() if ours and theirs})
    yield from choice_claims(cases)


def print_claims(cases):
    known = [claim for claim in claims(cases) if claim[3]]
    if not known:
        return
    print("\n### What is claimed\n")
    print("| ratio | claim | worst | of | holds |")
    print("|---|---|---:|---|---|")
    for text, sign, limit, values in known:
        worst = (max if sign == "≤" else min)(values, key=values.get)
        holds = values[worst] <= limit if sign == "≤" else values[worst] >= limit
        print(f"| {text} | {sign} {limit} | {values[worst]:.3f} | {worst} | {'yes' if holds else 'NO'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", help="JSON file that the benchmark has written")
    with open(parser.parse_args().report, encoding="utf-8") as file:
        report = json.load(file)
    cases = repetitions(report)
    if not cases:
        sys.exit("no repetitions in the file; was it written with --benchmark_report_aggregates_only=false?")
    print(", ".join(f"{label} {report['context'][key]}" for label, key in CONTEXT if key in report["context"]))
    print(f"\n8K images. Medians of {max(map(len, cases.values()))} interleaved repetitions; data comes from memory.")
    for print_part in (print_host, print_device, print_cpu, print_claims):
        print_part(cases)


if __name__ == "__main__":
    main()
