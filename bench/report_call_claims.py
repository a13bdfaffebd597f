# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What is asked of single calls, of operators and of small images: by bench_calls, bench_operators and bench_small."""

import os
import statistics

from format_table import repetitions
from operator_table import choice_claims
from report_claim import Claim, worst
from report_json import read_json


def times_of(folder, name):
    """Maps the parts of each name to its times in ms; without what failed."""
    path = os.path.join(folder, name + ".json")
    if not os.path.exists(path):
        return {}, {}
    content, _ = read_json(path)
    runs = [run for run in content.get("benchmarks", []) if not run.get("error_occurred")]
    return repetitions({"benchmarks": runs}), content.get("context", {})


def of_calls(folder):
    path = os.path.join(folder, "calls.json")
    rows = read_json(path)[0].get("rows", []) if os.path.exists(path) else []
    if not rows:
        yield Claim("first calls, tails, callers at once, calls beside other work: bench_calls", "", 0, None)
    for row in rows:
        if "error" in row:
            yield Claim(row["what"], "", 0, None, "", row["error"].replace("|", "/"))
        else:
            yield Claim(row["what"], "≤", row["asked"], row["measured"], "", row["beside"])


def of_operators(folder):
    cases, context = times_of(folder, "operators")
    for text, sign, limit, values in choice_claims(cases):
        yield worst(f"8K page-locked, {context.get('threads', 'all')} threads, {text}", sign, limit, values)


def ratios(cases, over, under, *start):
    """Medians of over ÷ those of under, of all names that begin so."""
    found = {}
    for parts, times in cases.items():
        base = cases.get(parts[:-1] + (under,))
        if parts[-1] == over and base and parts[:len(start)] == start:
            found["/".join(parts[:-1])] = statistics.median(times) / statistics.median(base)
    return found


def of_small(folder):
    cases, _ = times_of(folder, "small")
    host = ratios(cases, "cudastripe", "cv_cvtColor", "host")
    for side, limit in ((32, 1.15), (64, 1.0), (128, 1.0)):
        yield worst(f"{side} × {side} pageable, packed YUV and I420, one thread and all, ÷ cv::cvtColor", "≤", limit,
                    {name: ratio for name, ratio in host.items() if name.split("/")[2].startswith(f"{side}x")})
    for way, how in (("call", "one behind the other"), ("waited", "waited for")):
        for work, name in (("cvtColor", "packed YUV"), ("chain3", "a chain of three")):
            yield worst(f"device to device on a stream, 32 × 32 to 512 × 512, {name}, {how}, ÷ a bare launch of the same "
                        "kernel", "≤", 1.25, ratios(cases, "cudastripe", "bare", "stream", way, work))
    yield worst("VGA page-locked, one thread, ÷ a bare kernel that moves the same bytes", "≤", 1.05,
                ratios(cases, "cudastripe", "bare", "bus"))
    yield worst("1080p page-locked to the device ÷ the copy of its bytes", "≤", 1.15,
                ratios(cases, "cudastripe", "copy", "to_device"))
