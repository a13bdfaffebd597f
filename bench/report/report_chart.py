#!/usr/bin/env python3
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""Draws what bench_report has measured, from the JSON files in a folder: all of it as report.png, and one frame as
frame_8k.png. Needs matplotlib."""

import argparse
import os
import sys

from matplotlib.figure import Figure
from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter

from report_data import DECODES, WORKLOADS, Report

# What is drawn of each kind, in this order: mechanism, name, colour.
BARS = [("ours/auto", "a call by itself", "#1b6ca8"), ("ours/striped", "the GPU alone, striped", "#6baed6"),
        ("ours/host", "our CPU route", "#9ecae1"), ("cpu/opencv", "cv:: on the CPU", "#fd8d3c"),
        ("cpu/opencv_i420", "cv:: on the CPU (I420)", "#fdae6b"), ("cpu/libyuv_rows", "libyuv, all threads", "#a1d99b"),
        ("gpu/cv_cuda", "cv::cuda", "#969696"), ("gpu/npp", "NPP", "#bdbdbd"), ("gpu/cub", "CUB", "#737373"),
        ("gpu/streams16", "16 streams", "#bcbddc"), ("gpu/zero_copy", "zero-copy, plain kernel", "#d4b9da"),
        ("gpu/plain", "plain kernel", "#c994c7")]
LINES = BARS[:3] + [("ours/shared", "CPU and GPU share", "#08306b"), BARS[3], BARS[4]]


def logarithmic(axes):
    axes.set_yscale("log")
    axes.get_yaxis().set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.get_yaxis().set_major_formatter(FormatStrFormatter("%g"))
    axes.get_yaxis().set_minor_formatter(NullFormatter())
    axes.grid(axis="y", linewidth=0.3)


def draw_bars(axes, report, title, memory, works):
    """Bars at all threads for each workload and size, relative to the bound where it is known, else to the choice."""
    cells = {(*work, memory, report.all_threads): label for label, work in works.items()}
    cells = {cell: label for cell, label in cells.items() if report.median(*cell, "ours/auto")}
    bars = [bar for bar in BARS if any(report.median(*cell, bar[0]) for cell in cells)]
    known = any(report.median(*cell, "bound/both") for cell in cells)
    base = "bound/both" if known else "ours/auto"
    width = 0.85 / max(len(bars), 1)
    for i, (mechanism, name, colour) in enumerate(bars):
        heights = [report.ratio(cell + (mechanism,), cell + (base,)) for cell in cells]
        places = [x + (i - len(bars) / 2 + 0.5) * width for x in range(len(cells))]
        drawn = [(x, height) for x, height in zip(places, heights) if height]
        axes.bar([x for x, _ in drawn], [height for _, height in drawn], width, label=name, color=colour)
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xticks(range(len(cells)))
    axes.set_xticklabels(cells.values())
    logarithmic(axes)
    axes.set_ylim(0.25, 20)
    axes.set_ylabel("time ÷ both copies" if known else "time ÷ a call by itself")
    axes.set_title(f"{title}: {'page-locked' if memory == 'pinned' else memory} memory", fontsize=10)


def draw_threads(axes, report, workload, memory, start="8K"):
    """Milliseconds by the number of threads."""
    counts = report.values(3)
    for mechanism, name, colour in LINES:
        points = [(threads, report.median(workload, "8K", memory, threads, mechanism)) for threads in counts]
        points = [point for point in points if point[1]]
        if points:
            axes.plot(*zip(*points), marker="o", markersize=3, label=name, color=colour)
    bound = report.median(workload, "8K", memory, report.all_threads, "bound/both")
    if bound:
        axes.axhline(bound, color="black", linewidth=0.8, linestyle="--", label="both copies")
    axes.set_xscale("log", base=2)
    axes.set_xticks(counts)
    axes.set_xticklabels([str(count) for count in counts])
    logarithmic(axes)
    axes.set_xlabel("CPU threads")
    axes.set_ylabel("ms")
    axes.set_title(f"{start} by threads: {'page-locked' if memory == 'pinned' else memory} memory", fontsize=10)


def draw_dispatcher(axes, report):
    ratios = sorted(ratio for _, ratio, _, _ in report.choices())
    axes.plot([100 * (i + 1) / len(ratios) for i in range(len(ratios))], ratios, color="#1b6ca8")
    for limit in (1, 1.1, 1.25):
        axes.axhline(limit, color="black", linewidth=0.5, linestyle="-" if limit == 1 else ":")
    axes.set_xlabel("% of cells")
    axes.set_ylabel("chosen ÷ best route")
    axes.set_title(f"The dispatcher, {len(ratios)} cells", fontsize=10)


def draw_frame(report, path):
    """One 8K frame in page-locked memory, as bars for README."""
    cell = ("bgr2yuv", "8K", "pinned", report.all_threads)
    threads = f"{report.all_threads} threads"
    bars = [("cv::cuda: upload, cvtColor, download", "gpu/cv_cuda"), ("NPP: upload, conversion, download", "gpu/npp"),
            ("16 streams by hand", "gpu/streams16"), (f"cv::cvtColor, {threads}", "cpu/opencv"),
            ("cudastripe, the GPU alone", "ours/striped"), (f"cudastripe, GPU and {threads}", "ours/auto")]
    bars = [(name, mechanism, ms) for name, mechanism in bars if (ms := report.median(*cell, mechanism))]
    bound = report.median(*cell, "bound/both")
    if not bars or not bound:
        return
    figure = Figure(figsize=(7.2, 0.4 * len(bars) + 1.1), constrained_layout=True)
    axes = figure.subplots()
    for place, (name, mechanism, ms) in enumerate(reversed(bars)):
        colour = "#1b6ca8" if mechanism.startswith("ours/") else "#b0b0b0"
        axes.barh(place, ms, 0.7, color=colour)
        axes.text(ms, place, f" {ms:.2f}", va="center")
    axes.axvline(bound, color="#b22222", linestyle="--")
    axes.text(bound, len(bars) - 0.4, f" both copies: {bound:.2f}", color="#b22222")
    axes.set_yticks(range(len(bars)), [name for name, _, _ in reversed(bars)])
    axes.set_ylim(-0.5, len(bars) + 0.2)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(f"ms for an 8K BGRA frame to YUV in page-locked memory, {report.context.get('gpu', '')}", loc="right")
    figure.savefig(path, dpi=100)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="where bench_report has written")
    folder = parser.parse_args().folder
    report = Report(folder)
    if not report.cases:
        sys.exit(f"nothing to draw in {folder}")
    memories = [memory for memory in ("pinned", "pageable") if memory in report.values(2)]
    workloads = [name for name in WORKLOADS if "8K" in report.sizes(name)] or list(filter(report.sizes, WORKLOADS))
    figure = Figure(figsize=(5.5 * 2 * len(memories), 3.1 * (len(workloads) + 2)), constrained_layout=True)
    grid = figure.subplots(len(workloads) + 2, 2 * len(memories), squeeze=False)
    for row, workload in enumerate(workloads):
        for column, memory in enumerate(memories):
            sizes = {size: (workload, size) for size in report.sizes(workload)}
            draw_bars(grid[row][2 * column], report, WORKLOADS[workload], memory, sizes)
            draw_threads(grid[row][2 * column + 1], report, workload, memory)
    for column, memory in enumerate(memories):
        works = {name.replace(" to ", "\nto "): (workload, "8K") for workload, name in DECODES.items()}
        draw_bars(grid[-2][2 * column], report, "YUV to colours, 8K", memory, works)
        if memory == "pageable":
            draw_threads(grid[-2][2 * column + 1], report, "nv12_to_bgr", memory, "NV12 to BGR, 8K")
        else:
            grid[-2][2 * column + 1].axis("off")
    draw_dispatcher(grid[-1][0], report)
    handles = {}
    for axes in grid[:-1].flat:
        for handle, name in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(name, handle)
    for axes in grid[-1][1:]:
        axes.axis("off")
    grid[-1][1].legend(handles.values(), handles.keys(), loc="center", fontsize=8, ncol=2)
    about = [report.context.get(key) for key in ("gpu", "date")] + [f"{report.all_threads} CPU threads"]
    figure.suptitle("cudastripe beside its peers: " + ", ".join(filter(None, about)))
    figure.savefig(os.path.join(folder, "report.png"), dpi=110)
    draw_frame(report, os.path.join(folder, "frame_8k.png"))


if __name__ == "__main__":
    main()
