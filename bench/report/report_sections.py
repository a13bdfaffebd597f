# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Prints tables in Markdown: the sections of the report on operators, formats, and rows of the CPU."""

import os
import statistics

from report_data import DECODES, WORKLOADS, HostOperators, Report

# What is shown of YUV to colours, by memory.
DECODE_COLUMNS = {"pinned": ("bound/both", "ours/auto", "ours/striped", "ours/shared", "ours/direct", "ours/host", "gpu/npp",
                             "gpu/cv_cuda", "gpu/plain"),
                  "pageable": ("ours/auto", "ours/host", "ours/shared", "ours/striped", "cpu/opencv", "cpu/libyuv_rows"),
                  "device": ("bound/both", "ours/auto", "gpu/npp", "gpu/plain")}
SETS = [("AVX-512", ""), ("AVX2", "rows_avx2"), ("SSE4.1", "rows_sse41")]


def number(value, digits=None):
    if value is None:
        return "–"
    if digits is None:
        digits = 4 if value < 1 else 3 if value < 10 else 2
    return f"{value:.{digits}f}"


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |")


def heading(*cells, left=2):
    row(*cells)
    print("|" + "---|" * left + "---:|" * (len(cells) - left))


def spread(cases, key):
    """The median with p10 and p90."""
    case = cases.find(*key)
    if "median" not in case.ms:
        return "failed" if case.error else "–"
    return f"{number(case.ms['median'])} ({number(case.ms.get('p10'))}–{number(case.ms.get('p90'))})"


def percent(ratio):
    return f"{100 * ratio:.0f} %" if ratio else "–"


def print_decodes(report, size="8K"):
    """YUV to colours, a row for each conversion; of pageable memory by threads."""
    keys = [key for key in report.cases if key[0] in DECODES and key[1] == size]
    if not keys:
        return
    columns = [(memory, name) for memory, names in DECODE_COLUMNS.items() for name in names
               if any(key[2] == memory and key[4] == name for key in keys)]
    threads = {"pageable": sorted({key[3] for key in keys})}

    def cell_of(workload, memory, name):
        cells = [(workload, size, memory, count) for count in threads.get(memory, [report.all_threads])]
        text = " / ".join(number(report.median(*cell, name)) for cell in cells)
        ratio = report.ratio((*cells[0], name), (*cells[0], "bound/both")) if memory != "pageable" else None
        return text + (f" ({ratio:.2f})" if ratio and name != "bound/both" else "")

    print(f"\n## YUV to colours, {size}: medians (× bound), in pageable memory with "
          f"{' / '.join(map(str, threads['pageable']))} threads\n")
    heading("from, to", *(f"{memory}: {name}" for memory, name in columns), left=1)
    for workload in report.values(0):
        if workload in DECODES:
            row(DECODES[workload], *(cell_of(workload, *column) for column in columns))


def print_operators(operators):
    """From host memory, in device memory, and on the CPU; five operators come last."""
    def order(start, stop):
        return sorted(operators.rows(start, stop), key=lambda parts: ("chain5" in parts, parts))

    if order("host", 3):
        print("\n## Operators: 8K, 8-bit, four channels, page-locked to page-locked memory\n")
        heading("work", "by", "ms (p10–p90)", "× bound")
    for name, by in order("host", 3):
        key = ("host", name, by)
        row(name, by, spread(operators, key), number(operators.ratio(key, ("host", "bound", "both_copies")), 3))
    if order("device", 3):
        print("\n## Operators: 8K, device to device memory, kernels alone\n")
        heading("type", "work", "ours, ms (p10–p90)", "CUB", "cv::cuda", "copy", "× CUB", "× cv::cuda", "rate of a copy")
    for parts in order("device", 3):
        ours, *others = (("device", *parts, by) for by in ("cudastripe", "cub", "cv_cuda", "copy"))
        row(*parts, spread(operators, ours), *(number(operators.median(*other)) for other in others),
            *(number(operators.ratio(ours, other), 3) for other in others[:2]), percent(operators.ratio(others[2], ours)))
    print_on_cpu(operators, "cpu", "Operators: 8K, 8-bit, four channels", {"cv": "cv::"})


def print_on_cpu(cases, start, title, peers):
    """Ours beside the peers' for each number of threads."""
    keys = [key for key in cases.cases if key[0] == start]
    if not keys:
        return
    counts = sorted({int(key[-2]) for key in keys})
    print(f"\n## {title}, on the CPU, pageable memory: ms (times faster than {', '.join(peers.values())})\n")
    heading("work", *(f"{count} thread" + "s" * (count > 1) for count in counts), left=1)
    for parts in dict.fromkeys(key[1:-2] for key in keys):
        cells = [(start, *parts, str(count)) for count in counts]
        ratios = [[cases.ratio((*cell, peer), (*cell, "cudastripe")) for peer in peers] for cell in cells]
        row("/".join(parts), *(f"{number(cases.median(*cell, 'cudastripe'))} "
                               f"({', '.join(number(ratio, 2) for ratio in beside if ratio)})"
                               for cell, beside in zip(cells, ratios)))


def print_host_operators(folder):
    """How many times as long as OpenCV's calls; one row for each number of threads, and each cell that takes longer."""
    found = [(name, HostOperators(os.path.join(folder, part))) for name, part in SETS]
    if not any(operators.cases for _, operators in found):
        return
    print("\n## Operators on the CPU ÷ OpenCV's calls for them\n")
    heading("instructions", "size", "threads", "cells", "geometric mean", "five operators", "above 1.05", left=3)
    for name, operators in found:
        for size, threads in operators.sets():
            ratios = operators.ratios(size, threads)
            slow = sorted((cell for cell in ratios if ratios[cell] > 1.05), key=lambda cell: -ratios[cell])
            five = [ratio for (_, work), ratio in ratios.items() if work == "five"]
            row(name, size, threads, len(ratios), number(statistics.geometric_mean(ratios.values()), 3),
                number(statistics.geometric_mean(five), 3),
                ", ".join(f"{work} {kind} {number(ratios[kind, work], 2)}" for kind, work in slow) or "none")


def print_formats(formats):
    """Formats on the GPU, and OpenCV's codes on the CPU."""
    names = formats.rows("format", 3)
    if names:
        print("\n## Formats: 8K, page-locked to page-locked memory, and their kernels\n")
        heading("format", "source", "bound, ms", "call, ms (p10–p90)", "× bound", "kernel", "copy", "rate of a copy")
    for parts in names:
        bound, call, kernel, copy = (("format", *parts, what) for what in ("bound", "striped", "kernel", "copy"))
        row(*parts, number(formats.median(*bound)), spread(formats, call), number(formats.ratio(call, bound), 3),
            number(formats.median(*kernel)), number(formats.median(*copy)), percent(formats.ratio(copy, kernel)))
    print_on_cpu(formats, "code", "OpenCV's codes", {"cv_cvtColor": "cv::cvtColor", "libyuv": "libyuv"})


def print_devices(devices):
    """One to all GPUs of a host, each call beside the same copies."""
    counts = sorted({key[1] for key in devices.cases})
    if not counts:
        return
    columns = [("frame", "cudastripe"), ("frame", "chosen"), ("frames", "cudastripe"), ("tensors", "cudastripe")]
    print("\n## Several GPUs, page-locked memory: ms (× the same copies)\n")
    heading("GPUs", "8K frame, divided", "… as chosen, with the CPU", "16 frames, one GPU each", "64 NV12 images to tensors",
            left=1)
    for count in counts:
        cells = [((work, count, by), (work, count, "copies")) for work, by in columns]
        row(count, *(f"{spread(devices, call)} ({number(devices.ratio(call, copies), 3)})" for call, copies in cells))


def print_rows(report, folder, size="8K", memory="pageable"):
    """Ours and OpenCV's, each with the same sets switched off; the first set is that of the report itself."""
    reports = [(name, report if not part else Report(os.path.join(folder, part))) for name, part in SETS
               if os.path.isdir(os.path.join(folder, part))]
    if len(reports) < 2:
        return
    print(f"\n## The CPU's loops by instruction set, {size}, {memory} memory\n\n"
          "Milliseconds of the host route / of OpenCV (times faster); `OPENCV_CPU_DISABLE` switches sets off for both.\n")
    heading("workload", "threads", *(name for name, _ in reports), left=1)
    for workload in WORKLOADS:
        for threads in (1, report.all_threads):
            cells = [cell(one, (workload, size, memory, threads)) for _, one in reports]
            if all(cells[1:]):
                row(workload, threads, *(text or "–" for text in cells))


def cell(report, key):
    ours = report.median(*key, "ours/host")
    theirs = report.median(*key, "cpu/opencv") or report.median(*key, "cpu/opencv_i420")
    return f"{ours:.2f} / {theirs:.2f} ({theirs / ours:.2f})" if ours and theirs else ""
