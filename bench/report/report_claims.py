# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What is asked of the library, and what was measured: the section of the report with its limits."""

import os
import statistics

from report_data import DECODES, Cases, HostOperators, read_json

WORKLOAD = "bgr2yuv"


def claim(text, sign, limit, value, unit="", beside=""):
    """A row: a value, or None if it was not measured, and what it may be at most or at least."""
    asked = f"{sign} {limit:.4g}{unit}" if sign else "–"
    if value is None:
        return text, asked, "–", "not measured", beside
    holds = value <= limit if sign == "≤" else value >= limit
    return text, asked, f"{value:.3f}{unit}", "yes" if holds else "NO", beside


def worst(text, sign, limit, values):
    """Of several values with names the one that is nearest to the limit, or furthest beyond."""
    values = {name: value for name, value in values.items() if value}
    name = (max if sign == "≤" else min)(values, key=values.get, default=None)
    return claim(text, sign, limit, values.get(name), "", name or "")


def of_choice(report):
    """The choice beside each route, forced."""
    ratios = {"/".join(map(str, cell)): ratio for cell, ratio, _, _ in report.choices()}
    good = sum(1 for ratio in ratios.values() if ratio <= 1.10)
    share = 100 * good / len(ratios) if ratios else None
    yield claim("the choice ÷ the best route forced: cells within 1.10", "≥", 95, share, " %", f"{good} of {len(ratios)}")
    yield worst("the choice ÷ the best route forced, the worst cell", "≤", 1.25, ratios)


def of_calls(folder):
    """First calls, tails, callers at once, and calls beside other work."""
    rows = read_json(os.path.join(folder, "calls.json"))[0].get("rows", [])
    if not rows:
        yield claim("first calls, tails, callers at once, calls beside other work: bench_calls", "", 0, None)
    for row in rows:
        if "error" in row:
            yield claim(row["what"], "", 0, None, "", row["error"].replace("|", "/"))
        else:
            yield claim(row["what"], "≤", row["asked"], row["measured"], "", row["beside"])


def of_operators(operators):
    """The choice beside the GPU alone, one operator beside five, and beside CUB and cv::cuda."""
    threads, single = operators.context.get("threads", "all"), ("absdiff", "multiply")
    for name in (*single, "chain5"):
        chosen = ("host", name, "cudastripe_chosen")
        ms = operators.find(*chosen).ms
        start = f"8K page-locked, {threads} threads, {name}, the choice"
        yield worst(start + " / the GPU alone", "≤", 0.75, {name: operators.ratio(chosen, ("host", name, "cudastripe"))})
        yield worst(start + ": p90 / median of means of four calls", "≤", 1.2, {name: ms and ms["p90"] / ms["median"]})
    chain = ("host", "chain5", "cudastripe")
    yield worst("8K page-locked, the GPU alone, five operators / one operator", "≤", 1.06,
                {name: operators.ratio(chain, ("host", name, "cudastripe")) for name in single})
    yield worst("8K page-locked, cv::cuda's five calls with copies / five operators by the GPU alone", "≥", 1.8,
                {"chain5": operators.ratio(("host", "chain5", "cv_cuda"), chain)})
    for by, name, limit in (("cub", "CUB", 1.05), ("cv_cuda", "cv::cuda", 1.0)):
        yield worst(f"8K in device memory, one operator / {name}", "≤", limit,
                    {" ".join(row): operators.ratio(("device", *row, "cudastripe"), ("device", *row, by))
                     for row in operators.rows("device", 3) if row[1] != "chain5"})
    for by, name in (("cub", "CUB's functor"), ("copy", "a device copy of the bytes")):
        yield worst(f"8K in device memory, five operators compiled at run time ÷ {name}", "≤", 1.05,
                    {key[1]: operators.ratio(key, (*key[:3], by)) for key in operators.cases
                     if key[0] == "device" and key[-1] == "cudastripe_compiled"})


def of_graphs(graphs):
    """Launches of CUDA graphs."""
    kernel = graphs.cases.get(("kernel", "cudastripe"))
    yield claim("a graph of one kernel: the time of its launch on the host", "≤", 5,
                1e3 * kernel.ms["median"] if kernel and kernel.ms else None, " µs")
    for case, text in (("stripes", "the time of its launch on the host"), ("whole", "until it is done")):
        yield worst(f"a graph of 24 stripes, 8K page-locked, {text} ÷ one made by hand of the same nodes", "≤", 1.1,
                    {"8K": graphs.ratio((case, "cudastripe"), (case, "by_hand"))})


def of_small(small):
    """Small images from host memory, on a stream, and over the bus."""
    def ratios(over, under, *start):
        return {"/".join(key[:-1]): small.ratio(key, (*key[:-1], under)) for key in small.cases
                if key[-1] == over and key[:len(start)] == start}

    host = ratios("cudastripe", "cv_cvtColor", "host")
    for side, limit in ((32, 1.15), (64, 1.0), (128, 1.0)):
        yield worst(f"{side} × {side} pageable, packed YUV and I420, one thread and all, ÷ cv::cvtColor", "≤", limit,
                    {name: ratio for name, ratio in host.items() if name.split("/")[2].startswith(f"{side}x")})
    for way, how in (("call", "one behind the other"), ("waited", "waited for")):
        for work, name in (("cvtColor", "packed YUV"), ("chain3", "a chain of three")):
            yield worst(f"device to device on a stream, 32 × 32 to 512 × 512, {name}, {how}, ÷ a bare launch of the same "
                        "kernel", "≤", 1.25, ratios("cudastripe", "bare", "stream", way, work))
    yield worst("VGA page-locked, one thread, ÷ a bare kernel that moves the same bytes", "≤", 1.05,
                ratios("cudastripe", "bare", "bus"))
    yield worst("1080p page-locked to the device ÷ the copy of its bytes", "≤", 1.15,
                ratios("cudastripe", "copy", "to_device"))


def of_batches(batches, blobs):
    """Many images in one call, and tensors."""
    yield worst("1,024 images of 64 × 64 on the device: the merged kernel ÷ that of one image of the same pixels", "≤",
                1.15, {"NV12": batches.ratio(("device", "kernel", "1024x64"), ("device", "kernel", "one"))})
    calls = {(int(key[2].split("x")[0]), key[3]): case.ms["median"] for key, case in batches.cases.items()
             if key[:2] == ("device", "call") and case.ms}
    for place, where in (("one_allocation", "one allocation"), ("one_each", "an allocation each")):
        yield worst(f"… the time of the call on the host, 1 to 1,024 images in {where}, ÷ (20 µs + 0.1 µs an image)", "≤",
                    1.0, {f"{count} images": 1e3 * ms / (20 + 0.1 * count) for (count, how), ms in calls.items()
                          if how == place})
    copy = ("tensor", "copy")
    for case, text, limit in (("locked", "page-locked", 1.15), ("pageable", "pageable", 1.6)):
        threads = max((int(key[1].split("x")[1]) for key in batches.cases if key[1].startswith(case + "x")), default=0)
        yield worst(f"256 images of 224 × 224, {text}, to a CHW half tensor on the device, {threads} threads, ÷ one copy "
                    "of their bytes, page-locked", "≤", limit,
                    {case: batches.ratio(("tensor", f"{case}x{threads}", "cudastripe"), copy)})
    yield worst("8K NV12 page-locked to a CHW half tensor on the device ÷ the upload of its bytes", "≤", 1.08,
                {"8K": batches.ratio(("nv12", "8K", "cudastripe"), ("nv12", "8K", "copy"))})
    yield worst("256 images of 224 × 224 to a tensor of floats on the CPU: cv::dnn::blobFromImages ÷ ours", "≥", 2.0,
                {key[1]: blobs.ratio((*key[:2], "cv_blobFromImages"), key) for key in blobs.cases
                 if key[2] == "cudastripe"})


def of_devices(devices):
    """One to four GPUs of a host."""
    def ratios(work, counts, over="cudastripe", under="copies"):
        return {f"{count} GPU{'s' * (count > '1')}": devices.ratio((work, count, over), (work, count, under))
                for count in counts}

    for counts, limit in (("12", 1.03), ("34", 1.06)):
        yield worst("8K page-locked divided by GPUs ÷ copies divided likewise", "≤", limit, ratios("frame", counts))
    yield worst("… as chosen ÷ without the CPU", "≤", 1.0, ratios("frame", "1234", "chosen", "cudastripe"))
    yield worst("8K page-locked, a frame for each GPU, copies ÷ Pipelines", "≥", 0.97,
                ratios("frames", "1234", "copies", "cudastripe"))
    yield claim("64 NV12 images to tensors in page-locked memory, one GPU ÷ two", "≥", 1.9,
                devices.ratio(("tensors", "1", "cudastripe"), ("tensors", "2", "cudastripe")))


def of_host(report):
    """OpenCV on the CPU beside the choice in pageable memory."""
    ratios = {}
    for *cell, name in report.cases:
        if cell[0] in (WORKLOAD, "i420", *DECODES) and cell[2] == "pageable" and name == "ours/auto":
            ours, theirs = (report.counting(*cell, by) for by in ("ours/auto", "cpu/opencv"))
            ratios["/".join(map(str, cell))] = theirs / ours if ours and theirs else None
    yield worst("pageable memory, cv::cvtColor ÷ the choice: packed YUV, I420, and YUV to colours, any size "
                "and number of threads", "≥", 1.0, ratios)


def of_large(report):
    """8K page-locked, all threads."""
    cell = (WORKLOAD, "8K", "pinned", report.all_threads)
    for text, limit, name, base in (
            ("the GPU alone ÷ bound", 1.04, "ours/striped", "bound/both"),
            (f"shared, {report.all_threads} threads ÷ bound", 0.60, "ours/shared", "bound/both"),
            ("64 frames through a Pipeline, a frame ÷ bound", 1.015, "frames64/pipeline", "bound/both"),
            ("64 frames through a Pipeline ÷ 64 copies both ways without a wait between", 1.015, "frames64/pipeline",
             "frames64/bound")):
        yield claim("8K page-locked, " + text, "≤", limit, report.ratio((*cell, name), (*cell, base)))
    yield claim("8K page-locked with a stream: the caller's CPU time", "≤", 0.18, report.median(*cell, "async/caller_cpu"),
                " ms")


def of_decodes(report):
    """8K, YUV to colours."""
    def beside_bound(memory, name):
        cells = {workload: (workload, "8K", memory, report.all_threads) for workload in DECODES}
        return {workload: report.ratio((*cell, name), (*cell, "bound/both")) for workload, cell in cells.items()}

    yield worst("8K page-locked, YUV to colours, the GPU alone ÷ bound", "≤", 1.04, beside_bound("pinned", "ours/striped"))
    yield worst("8K in device memory, YUV to colours ÷ a copy of as many bytes", "≤", 1 / 0.85,
                beside_bound("device", "ours/auto"))


def of_host_operators(operators):
    """Operators on the CPU beside OpenCV's calls for them."""
    ratios = {cell: operators.ratios(*cell) for cell in operators.sets()}
    yield worst("an operator on the CPU ÷ OpenCV's call, the worst cell", "≤", 1.05,
                {"/".join((*cell, *key)): ratio for cell, found in ratios.items() for key, ratio in found.items()})
    most = max((threads for _, threads in ratios), key=int, default="1")
    for cell, limit in ((("1280x720", "1"), 0.8), (("3840x2160", most), 0.5)):
        found = ratios.get(cell) or {}
        mean = statistics.geometric_mean(found.values()) if found else None
        yield claim(f"operators on the CPU ÷ OpenCV's calls, {'/'.join(cell)}: geometric mean", "≤", limit, mean)
    five = [ratio for found in ratios.values() for (_, work), ratio in found.items() if work == "five"]
    yield claim("five operators on the CPU ÷ OpenCV's five calls: geometric mean", "≤", 0.35,
                statistics.geometric_mean(five) if five else None)


def claims(report, operators, folder):
    """All rows."""
    for part in (of_choice(report), of_calls(folder), of_operators(operators), of_small(Cases(folder, "small")),
                 of_graphs(Cases(folder, "graphs")), of_batches(Cases(folder, "batches"), Cases(folder, "blobs")),
                 of_host_operators(HostOperators(folder)), of_devices(Cases(folder, "devices")), of_host(report), of_large(report), of_decodes(report)):
        yield from part
