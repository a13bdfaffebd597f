#!/usr/bin/env bash
# Measures operators on 8K images, one and five, beside OpenCV's calls, cv::cuda's and CUB's transform, and prints tables.
#
#   scripts/bench_operators.sh [PROGRAM] [--out=FOLDER] [--benchmark_...]
#
#   PROGRAM        a bench_operators that is built already, for example elsewhere; without one it is brought up to date in
#                  build/operators, with the CUDA toolkit against an OpenCV with cv::cuda's operators, which
#                  scripts/setup.sh --cuda-peers builds (minutes, once)
#   --out=FOLDER   where the report is written (default: this folder)
#
# Three minutes, 3 GB of memory and 13 GB of device memory. Options of Google Benchmark are passed on.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"

build_program() {
    . "$here/common.sh"
    build_bench_with_peers bench_operators "$root/build/operators"
    program=$root/build/operators/bin/bench_operators
}

[ -n "$program" ] || build_program
run_bench_program operators operator_table.py
