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
program='' out=. options=()
for argument in "$@"; do
    case $argument in
        --out=*) out=${argument#*=} ;;
        --benchmark_*) options+=("$argument") ;;
        -*) echo "bench_formats.sh: unknown option '$argument'" >&2 && exit 1 ;;
        *) program=$(cd "$(dirname "$argument")" && pwd)/$(basename "$argument") ;;
    esac
done
if [ -z "$program" ]; then
    cmake --build "$here/../build/alone" --target bench_formats > /dev/null
    program=$here/../build/alone/bin/bench_formats
fi
[ -x "$program" ] || { echo "bench_formats.sh: $program: no such program" >&2 && exit 1; }
mkdir -p "$out"
"$program" "--benchmark_out=$out/formats.json" --benchmark_out_format=json \
    --benchmark_report_aggregates_only=false ${options[@]+"${options[@]}"} > "$out/formats.log" 2>&1 || {
    tail -n 3 "$out/formats.log" >&2
    exit 1
}
python3 "$here/../bench/format_table.py" "$out/formats.json"
