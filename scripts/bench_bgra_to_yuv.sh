#!/usr/bin/env bash
# Measures the conversion of BGRA frames to YUV beside the transfers that bound it, and prints a table.
#
#   scripts/bench_bgra_to_yuv.sh [PROGRAM] [--sizes=LIST] [--out=FOLDER] [--benchmark_...]
#
#   PROGRAM        a bench_bgra_to_yuv that is built already; without one it is brought up to date in build/release if
#                  that preset is in use, else in build/bench
#   --sizes=LIST   of VGA, 720p, 1080p, 4K and 8K, separated by commas (default: the last three; minutes, 6 GB of memory)
#   --out=FOLDER   where bgra_to_yuv.json and the table bgra_to_yuv.md are written (default: build/bench/results, or
#                  this folder where PROGRAM is given)
#
# Options of Google Benchmark are passed on. A copy of this script beside PROGRAM and table.py needs nothing else.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -f "$here/common.sh" ]; then
    . "$here/common.sh"
else
    die() {
        printf '%s: %s\n' "$(basename "$0")" "$*" >&2
        exit 1
    }
fi

program='' sizes=1080p,4K,8K out='' options=()
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
    if ! [ -f "$1" ] || ! [ -x "$1" ]; then die "$1: no such program"; fi
    program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") # a bare name would be looked for in PATH
    shift
fi
for argument in "$@"; do
    case $argument in
        --sizes=*) sizes=${argument#*=} ;;
        --out=*) out=${argument#*=} ;;
        --benchmark_*) options+=("$argument") ;;
        *) die "unknown option '$argument'; usage: scripts/bench_bgra_to_yuv.sh [PROGRAM] [--sizes=LIST] [--out=FOLDER]" ;;
    esac
done
known='VGA, 720p, 1080p, 4K and 8K'
[ -n "$sizes" ] || die "no size is given; known are $known"
for size in ${sizes//,/ }; do
    case $size in
        VGA | 720p | 1080p | 4K | 8K) ;;
        *) die "unknown size '$size'; known are $known" ;;
    esac
done

build_program() {
    local logs=$root/build/bench build=$root/build/release
    "$root/scripts/setup.sh" --alone
    say "Building the library and the benchmark in build/ (a minute the first time, nothing after)"
    if grep -qs '^CUDASTRIPE_BUILD_BENCH:BOOL=ON$' "$build/CMakeCache.txt"; then
        mkdir -p "$logs"
        build_target bench_bgra_to_yuv "$build" "$logs"
    else
        build=$root/build/bench
        build_bench bench_bgra_to_yuv "$build" "$logs"
    fi
    program=$build/bin/bench_bgra_to_yuv
    out=${out:-$logs/results}
}

if [ -z "$program" ]; then
    [ -n "${root:-}" ] || die "there is no repository around this script to build from; give a program"
    build_program
fi
out=${out:-.}
mkdir -p "$out"

for table in "$here/../bench/table.py" "$here/table.py" "$(dirname "$program")/table.py" ./table.py; do
    [ ! -f "$table" ] || break
done
[ -f "$table" ] || die "table.py is neither in bench/ nor beside this script or the program"

report=$out/bgra_to_yuv.json
"$program" "--benchmark_filter=^(${sizes//,/|})/" "--benchmark_out=$report" --benchmark_out_format=json \
    --benchmark_report_aggregates_only=false ${options[@]+"${options[@]}"} > "$out/bgra_to_yuv.log" ||
    die "the benchmark failed; see above and $out/bgra_to_yuv.log"
python3 "$table" "$report" | tee "$out/bgra_to_yuv.md"
