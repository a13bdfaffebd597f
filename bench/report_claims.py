# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What is asked of the library, and what was measured: the section of the report with its limits."""

from report_call_claims import of_calls, of_operators, of_small
from report_claim import Claim, worst
from report_dispatch import cells

WORKLOAD = "bgr2yuv"


def of_choice(report):
    """The choice beside each route, forced."""
    ratios = {"/".join(map(str, cell)): ratio for cell, ratio, _, _ in cells(report)}
    good = sum(1 for ratio in ratios.values() if ratio <= 1.10)
    share = 100 * good / len(ratios) if ratios else None
    yield Claim("the choice ÷ the best route forced: cells within 1.10", "≥", 95, share, " %", f"{good} of {len(ratios)}")
    yield worst("the choice ÷ the best route forced, the worst cell", "≤", 1.25, ratios)


def of_host(report):
    """OpenCV on the CPU beside the choice in pageable memory."""
    ratios = {}
    for key in report.cases:
        if key[0] in (WORKLOAD, "i420") and key[2] == "pageable" and key[4] == "ours/auto":
            ours, theirs = (report.counting(*key[:4], name) for name in ("ours/auto", "cpu/opencv"))
            if ours and theirs:
                ratios["/".join(map(str, key[:4]))] = theirs / ours
    yield worst("pageable memory, cv::cvtColor ÷ the choice: packed YUV and I420, any size and number of threads", "≥", 1.0,
                ratios)


def of_large(report):
    """8K page-locked, all threads."""
    cell = (WORKLOAD, "8K", "pinned", report.all_threads)
    for text, limit, name, base in (
            ("the GPU alone ÷ bound", 1.04, "ours/striped", "bound/both"),
            (f"shared, {report.all_threads} threads ÷ bound", 0.60, "ours/shared", "bound/both"),
            ("64 frames through a Pipeline, a frame ÷ bound", 1.015, "frames64/pipeline", "bound/both"),
            ("64 frames through a Pipeline ÷ 64 copies both ways without a wait between", 1.015, "frames64/pipeline", "frames64/bound")):
        yield Claim("8K page-locked, " + text, "≤", limit, report.ratio(cell + (name,), cell + (base,)))
    yield Claim("8K page-locked with a stream: the caller's CPU time", "≤", 0.18, report.median(*cell, "async/caller_cpu"),
                " ms")


def print_claims(report, folder):
    print("\n## Asked and measured\n")
    print("Of BGRA to packed YUV where nothing else is said.\n")
    print("| what | asked | measured | holds | beside |")
    print("|---|---:|---:|---|---|")
    parts = [of_choice(report), of_calls(folder), of_operators(folder), of_small(folder), of_host(report), of_large(report)]
    for claim in (claim for part in parts for claim in part):
        print(claim.line())
