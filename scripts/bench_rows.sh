#!/usr/bin/env bash
# Measures one CPU thread with every code and depth of cv::cvtColor beside cv::cvtColor itself, and prints a table.
#
#   scripts/bench_rows.sh [PROGRAM] [--out=FOLDER] [--benchmark_...]
#
#   PROGRAM        a bench_rows that is built already, for example elsewhere; default: build/alone's, brought up to date
#   --out=FOLDER   where the report is written (default: this folder)
#
# Four minutes and 2 GB of memory. Options of Google Benchmark are passed on; --benchmark_filter=/BGR2YUV/ for example
# leaves the rest out. OPENCV_CPU_DISABLE=AVX512F,AVX512-SKX measures AVX2, and with AVX2 added to it SSE4.1.
# CUDASTRIPE_BENCH_SIDES=400:1100:20 measures squares of floats by 1, 2 and 16 threads instead, and how evenly the time grows.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"
find_bench_program bench_rows
run_bench_program rows rows_table.py
