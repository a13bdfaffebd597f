#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints what the benchmarks have measured as one Markdown report, from the JSON files in a folder."""

import argparse
import os

from report_claims import claims
from report_data import AGAIN, WORKLOADS, Cases, Report
from report_sections import (heading, number, print_decodes, print_devices, print_formats, print_host_operators,
                             print_operators, print_rows, row, spread)

CONTEXT = [("GPU", "gpu"), ("driver's CUDA", "cuda_driver"), ("runtime", "cuda_runtime"), ("OpenCV", "opencv"),
           ("cudastripe", "cudastripe"), ("threads", "threads"), ("at", "date")]
ORDER = ["bound/", "ours/auto", "ours/host", "ours/", "cpu/", "gpu/"]
NOTES = """\
- Peers that lack a conversion are left out: cv::cuda has no 4:2:0, libyuv no packed 4:4:4, CUB no colours.
- OpenCV makes no NV12: `cpu/opencv_i420` is its I420, by other weights. NPP writes planes, so I420 for NV12; of NV12 and UYVY \
it makes BGR by other weights, and no BGRA. libyuv makes BGR of UYVY in two steps, row by row.
- `gpu/` copy to the device, run, and copy back in one stream; `gpu/streams16` cuts the image into 16, each in its own \
stream, with our kernels; `gpu/plain` has a plain kernel, one thread a pixel; `gpu/zero_copy` runs that on page-locked \
memory, as `ours/direct` runs ours.
- cv::'s arithmetic uses one thread; so do cv::cuda, NPP and CUB."""
THREAD_COLUMNS = ["bound/both", "cpu/opencv", "cpu/opencv_i420", "cpu/libyuv_rows", "ours/host", "ours/striped",
                  "ours/shared", "ours/auto"]
MEMORIES = ("pinned", "pageable", "to_device")
LIMITS = (1.07, 1.10, 1.25)  # of the choice ÷ the best route


def columns(mechanisms):
    """The mechanisms of the large table, in the order in which they are read."""
    shown = [m for m in mechanisms if m.split("/")[0] in ("bound", "ours", "cpu", "gpu") and not m.endswith(AGAIN)
             and m not in ("cpu/copy", "bound/upload", "bound/download")]

    def place(mechanism):
        return next(i for i, start in enumerate(ORDER) if mechanism.startswith(start)), mechanism

    return sorted(shown, key=place)


def print_machine(report, broken, folder):
    print("# Side by side\n")
    print(", ".join(f"{label} {report.context[key]}" for label, key in CONTEXT if key in report.context))
    print(f"\n{NOTES}")
    missing = report.context.get("missing")
    if missing:
        print(f"\nMissing in this build or on this machine: {missing}.")
    if broken:
        print(f"\nNot finished: {', '.join(broken)}.")
    path = os.path.join(folder, "machine.txt")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            print("\n```\n" + file.read().rstrip() + "\n```")
    print("\nMilliseconds a frame: medians of repetitions in turn, p10 and p90 in brackets. Data comes from memory. "
          "`pinned` is page-locked memory, `to_device` from there to device memory, `device` device memory. `bound/both` is "
          "upload and download at once in page-locked memory; for `to_device` the upload, for `device` a copy of as many "
          "bytes. "
          "`ours/auto` is what a call does by itself, the other `ours/` are routes forced.")


def print_workload(report, workload):
    threads = report.all_threads
    names = columns(report.mechanisms(workload))
    print(f"\n## {WORKLOADS[workload]}, {threads} threads\n")
    heading("size", "memory", *names)
    for size in report.values(1):
        for memory in MEMORIES:
            if any(key[:4] == (workload, size, memory, threads) for key in report.cases):
                row(size, memory, *(spread(report, (workload, size, memory, threads, name)) for name in names))


def print_threads(report, workload):
    sizes = report.sizes(workload)
    size = "8K" if "8K" in sizes else sizes[0]
    present = report.mechanisms(workload)
    names = [name for name in THREAD_COLUMNS if name in present]
    rows = [(memory, threads) for memory in MEMORIES for threads in report.values(3)
            if report.median(workload, size, memory, threads, "ours/auto")]
    if not rows:
        return
    print(f"\n### {size} by threads: ms (× bound)\n")
    heading("memory", "threads", *names, "mostly chosen", "host route's rate", "memory copy's rate")
    for memory, threads in rows:
        cell = (workload, size, memory, threads)
        cells = []
        for name in names:
            times = report.ratio(cell + (name,), cell + ("bound/both",)) if name != "bound/both" else None
            cells.append(number(report.median(*cell, name)) + (f" ({times:.2f})" if times else ""))
        rates = [report.find(*cell, name).bytes_per_second for name in ("ours/host", "cpu/copy")]
        row(memory, threads, *cells, report.find(*cell, "ours/auto").chosen,
            *(f"{rate / 1e9:.1f} GB/s" if rate else "–" for rate in rates))


def is_special(report, workload, _size, memory, threads, name):
    kind, _, what = name.partition("/")
    if kind == "bound":
        return what != "both" and memory != "pageable" and workload in ("bgr2yuv", "nv12")
    if kind == "warm":
        return what == "auto" or (memory != "pageable" and what in ("host", "opencv"))
    return kind in ("frames64", "async")


def print_special(report):
    """What was measured beside the tables: warm, frames in streams, asynchronous calls, single copies."""
    keys = [key for key in report.cases if is_special(report, *key)]
    if not keys:
        return
    print("\n## Beside the tables\n")
    print("`warm/` has one frame again and again, so that caches hold it. `frames64/` is the time of a frame when 64 follow "
          "without a wait. `async/` is a call with a stream, without the wait: the caller's CPU time, "
          "and the time until it returns.\n")
    heading("workload", "size", "memory", "threads", "what", "ms (p10–p90)", "× bound", left=5)
    for key in sorted(keys):
        row(*key, spread(report, key), number(report.ratio(key, key[:4] + ("bound/both",)), 3))


def print_claims(report, operators, folder):
    print("\n## Asked and measured\n")
    print("Of BGRA to packed YUV where nothing else is said.\n")
    row("what", "asked", "measured", "holds", "beside")
    print("|---|---:|---:|---|---|")
    for claim in claims(report, operators, folder):
        row(*claim)


def print_dispatcher(report):
    """How well the dispatcher chose: its choice beside each route, forced."""
    found = sorted(report.choices(), key=lambda choice: -choice[1])
    if not found:
        return
    print("\n## The choice of routes\n")
    print("What a call chose by itself ÷ the best route forced, for each workload, size, memory and number of threads. "
          "What was above 1.07, of five operators above 1.05, was measured again; the second result counts.\n")
    good = [(limit, sum(1 for choice in found if choice[1] <= limit)) for limit in LIMITS]
    print(f"Of {len(found)} cells, " + ", ".join(f"{count} are within {limit}" for limit, count in good) + ".")
    outside = [choice for choice in found if choice[1] > LIMITS[0]]
    if not outside:
        return
    print("\n| cell | chosen ÷ best | best | measured ms | chosen: predicted ms |")
    print("|---|---:|---|---|---|")
    for cell, ratio, best, times in outside:
        last = report.cases.get((*cell, "ours/auto" + AGAIN)) or report.find(*cell, "ours/auto")
        measured = ", ".join(f"{name} {ms:.4f}" for name, ms in times.items())
        row("/".join(map(str, cell)), f"{ratio:.3f}", best, measured, f"{last.chosen}: {last.label}")


def print_failures(*parts):
    failed = [(key, case.error) for part in parts for key, case in sorted(part.cases.items()) if case.error]
    if not failed:
        return
    print("\n## Failed\n")
    for key, error in failed:
        print(f"- {'/'.join(map(str, key))}: {error.splitlines()[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="where the benchmarks have written")
    folder = parser.parse_args().folder
    report, operators, formats = Report(folder), Cases(folder, "operators"), Cases(folder, "formats")
    print_machine(report, report.broken + operators.broken + formats.broken, folder)
    for workload in filter(report.sizes, WORKLOADS):
        print_workload(report, workload)
        print_threads(report, workload)
    print_decodes(report)
    print_rows(report, folder)
    print_special(report)
    print_operators(operators)
    print_host_operators(folder)
    print_formats(formats)
    print_devices(Cases(folder, "devices"))
    print_claims(report, operators, folder)
    print_dispatcher(report)
    print_failures(report, operators, formats)


if __name__ == "__main__":
    main()
