# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
"""The part of the report on rows of the CPU by instruction set."""

import os

from report_data import WORKLOADS, Report

SETS = [("AVX-512", ""), ("AVX2", "rows_avx2"), ("SSE4.1", "rows_sse41")]
PEERS = ["cpu/opencv", "cpu/opencv_i420"]


def print_rows(report, folder, size="8K", memory="pageable"):
    """Ours and OpenCV's, each with the same sets switched off; the first set is that of the report itself."""
    reports = [(name, report if not part else Report(os.path.join(folder, part))) for name, part in SETS
               if os.path.isdir(os.path.join(folder, part))]
    if len(reports) < 2:
        return
    print(f"\n## Rows of the CPU by instruction set, {size}, {memory} memory\n\n"
          "Milliseconds of the host route / of OpenCV (times faster); `OPENCV_CPU_DISABLE` switches sets off for both.\n")
    print("| workload | threads | " + " | ".join(name for name, _ in reports) + " |")
    print("|---|---:|" + "---:|" * len(reports))
    for workload in WORKLOADS:
        for threads in report.values(3):
            cells = [cell(one, (workload, size, memory, threads)) for _, one in reports]
            if all(cells[1:]):
                print(f"| {workload} | {threads} | " + " | ".join(text or "–" for text in cells) + " |")


def cell(report, key):
    ours = report.median(*key, "ours/host")
    others = next((report.median(*key, peer) for peer in PEERS if report.median(*key, peer)), None)
    return f"{ours:.2f} / {others:.2f} ({others / ours:.2f})" if ours and others else ""
