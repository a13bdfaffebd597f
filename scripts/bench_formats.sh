#!/usr/bin/env bash
# Measures every YUV layout at 8K beside the transfers of its bytes and a device copy, and OpenCV's codes on the CPU beside
# cv::cvtColor, and prints tables.
#
#   scripts/bench_formats.sh [PROGRAM] [--out=FOLDER] [--benchmark_...]
#
#   PROGRAM        a bench_formats that is built already, for example elsewhere; default: build/alone's, brought up to date
#   --out=FOLDER   where the report is written (default: this folder)
#
# Four minutes and 6 GB of memory. Options of Google Benchmark are passed on.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"
find_bench_program bench_formats
run_bench_program formats format_table.py
