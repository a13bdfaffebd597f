# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""What is asked of the library, and what was measured: the section of the report with its limits."""

WORKLOAD = "bgr2yuv"
HOST = ("cpu/opencv", "ours/host")


class Row:
    """What it is of, and at most or at least how much is asked."""

    def __init__(self, text, sign, limit, unit="×"):
        self.text, self.sign, self.limit, self.unit = text, sign, limit, unit

    def holds(self, value):
        return value <= self.limit if self.sign == "≤" else value >= self.limit


class Asked(Row):
    """Made of two medians, or one."""

    def __init__(self, text, sign, limit, over, under=None, unit="×"):
        super().__init__(text, sign, limit, unit)
        self.over, self.under = over, under

    def measured(self, report):
        if self.under:
            return report.ratio(self.over, self.under)
        return report.median(*self.over)


class WorstCell(Row):
    """Of several cells, of which the one counts that is nearest to the limit, or furthest beyond."""

    def __init__(self, text, sign, limit, cells, over, under):
        super().__init__(text, sign, limit)
        self.cells, self.over, self.under = cells, over, under

    def measured(self, report):
        def best(cell, mechanisms):
            found = [report.counting(*cell, name) for name in mechanisms]
            return min((ms for ms in found if ms), default=None)

        pairs = [(best(cell, self.over), best(cell, self.under)) for cell in self.cells]
        ratios = [over / under for over, under in pairs if over and under]
        return (max if self.sign == "≤" else min)(ratios, default=None)


def counted(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def asked(report):
    every = report.all_threads

    def key(size, memory, threads, mechanism):
        return WORKLOAD, size, memory, threads, mechanism

    def against_bound(text, limit, threads, mechanism, memory="pinned"):
        return Asked(text, "≤", limit, key("8K", memory, threads, mechanism), key("8K", memory, threads, "bound/both"))

    yield against_bound("8K page-locked, the GPU alone ÷ bound", 1.03, every, "ours/striped")
    for streams in ("two_streams", "pipeline"):
        yield against_bound(f"8K page-locked, 64 frames on {streams.replace('_', ' ')}, a frame ÷ bound", 1.015, every,
                            f"frames64/{streams}")
        yield Asked("the same ÷ 64 copies both ways without a wait between", "≤", 1.015,
                    key("8K", "pinned", every, f"frames64/{streams}"), key("8K", "pinned", every, "frames64/bound"))
    for threads, limit in ((every, 0.60), (4, 0.82), (1, 1.0)):
        yield against_bound(f"8K page-locked, shared, {counted(threads)} ÷ bound", limit, threads, "ours/shared")
    pinned = [(WORKLOAD, "8K", "pinned", threads) for threads in report.values(3)]
    yield WorstCell("8K page-locked, shared ÷ the better of the CPU and the GPU alone, any number of threads", "≤", 1.05,
                    pinned, ["ours/shared"], ["ours/host", "ours/striped"])
    yield WorstCell("8K page-locked, cv::cvtColor ÷ shared, any number of threads", "≥", 1.8, pinned, ["cpu/opencv"],
                    ["ours/shared"])
    for threads in report.values(3):
        for memory in ("ordinary", "pinned"):
            yield Asked(f"8K {memory}, cv::cvtColor ÷ our host route, {counted(threads)}", "≥", 1.25,
                        *(key("8K", memory, threads, mechanism) for mechanism in HOST))
    for threads, limit in ((every, 3.2), (4, 7.0)):
        yield Asked(f"8K ordinary, staged (striped forced), {counted(threads)}", "≤", limit,
                    key("8K", "ordinary", threads, "ours/striped"), unit="ms")
    for threads, limit in ((4, 3.5), (every, 10.0)):
        yield Asked(f"8K ordinary, cv::cuda ÷ chosen, {counted(threads)}", "≥", limit,
                    key("8K", "ordinary", threads, "gpu/cv_cuda"), key("8K", "ordinary", threads, "ours/auto"))
    ordinary = [(WORKLOAD, size, "ordinary", threads) for size in report.values(1) for threads in report.values(3)]
    yield WorstCell("ordinary memory, cv::cvtColor ÷ chosen, any size and number of threads", "≥", 1.0, ordinary,
                    ["cpu/opencv"], ["ours/auto"])
    yield WorstCell("five operators, ordinary memory, any size and number of threads: chosen ÷ the better of the CPU "
                    "alone and staging alone", "≤", 1.05, [("chain5",) + cell[1:] for cell in ordinary], ["ours/auto"],
                    ["ours/host", "ours/striped"])
    for size, limit in (("VGA", 0.045), ("1080p", 0.210)):
        yield Asked(f"{size} page-locked, chosen, 1 thread", "≤", limit, key(size, "pinned", 1, "ours/auto"), unit="ms")
    for workload, name in (("bgr2yuv", "packed YUV"), ("i420", "I420")):
        for size in ("VGA", "1080p"):
            for memory in ("pinned", "ordinary"):
                yield Asked(f"{size} {memory} to {name}, cv::cvtColor ÷ chosen, {counted(every)}", "≥", 1.0,
                            *((workload, size, memory, every, mechanism) for mechanism in ("cpu/opencv", "ours/auto")))
    yield Asked("8K page-locked with a stream: the caller's CPU time", "≤", 0.35,
                key("8K", "pinned", every, "async/caller_cpu"), unit="ms")


def print_claims(report):
    if WORKLOAD not in report.values(0):
        return
    print("\n## Asked and measured\n")
    print("Of BGRA to packed YUV where nothing else is said.\n")
    print("| what | asked | measured | holds |")
    print("|---|---:|---:|---|")
    for row in asked(report):
        value = row.measured(report)
        unit = " ms" if row.unit == "ms" else ""
        limit = f"{row.sign} {row.limit:g}{unit}"
        if value is None:
            print(f"| {row.text} | {limit} | – | not measured |")
        else:
            print(f"| {row.text} | {limit} | {value:.3f}{unit} | {'yes' if row.holds(value) else 'NO'} |")
