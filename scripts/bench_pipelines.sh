#!/usr/bin/env bash
# Measures what pipelines of plain CUDA reach, with nothing around them, and prints a table: what no library could do better
# with copies, kernels and events on this machine.
#
#   scripts/bench_pipelines.sh [PROGRAM] [--out=FOLDER] [--benchmark_...]
#
#   PROGRAM        a bench_pipelines that is built already, for example elsewhere; default: build/alone's, brought up to
#                  date
#   --out=FOLDER   where the report is written (default: this folder)
#
# Half a minute. Options of Google Benchmark are passed on.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"
find_bench_program bench_pipelines
run_bench_program pipelines table.py
