#!/usr/bin/env bash
# Measures this library beside its peers on this machine, and what is asked of it, and writes one report and one chart.
#
#   scripts/bench.sh [PROGRAM] [--out=FOLDER] [--quick] [--parts=LIST] [--workloads=LIST] [--sizes=LIST] [--limit=SECONDS]
#                    [--benchmark_...]
#
#   PROGRAM            a bench_report that is built already, for example elsewhere; the other programs are used if they
#                      lie beside it. Without one all are brought up to date in build/report against what
#                      scripts/setup.sh --cuda-peers builds (minutes, once)
#   --out=FOLDER       where the report is written (default: build/report/results, or this folder if PROGRAM is given):
#                      report.md, report.png, and what they are made of: machine.txt, a JSON file for each workload and for
#                      each other program, and the folders rows_avx2 and rows_sse41 with files of what the CPU does by
#                      AVX2 and by SSE4.1 at most
#   --quick            a third of the repetitions, and of the time
#   --parts=LIST       of calls, small, batches, graphs, devices, blobs, operators, host_operators, formats and report
#                      (default: all; operators need 13 GB of device memory). The report also has the parts that an earlier run wrote
#                      into the same folder
#   --workloads=LIST   of bgr2yuv, nv12, i420, add and chain5, and of nv12_to_bgr, nv12_to_bgra, i420_to_bgr, uyvy_to_bgr and
#                      yuv_to_bgr at 8K, separated by commas (default: all)
#   --sizes=LIST       of VGA, 720p, 1080p, 4K, 8K and 16K (default: all; 10 GB of memory, half of it page-locked)
#   --limit=SECONDS    after which bench_report measures nothing new (default: 480)
#
# Workloads, sizes, the limit and options of Google Benchmark are for bench_report; a filter does not hold for what fills
# rows_avx2 and rows_sse41, which has its own. A copy of this script beside PROGRAM and all of bench/report/*.py needs nothing
# else; libraries in a folder lib beside PROGRAM are found. Without matplotlib the chart is left out: python3
# bench/report/report_chart.py FOLDER draws it later, anywhere.
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

program='' out='' quick='' parts=calls,small,batches,graphs,devices,blobs,operators,host_operators,formats,report options=()
for argument in "$@"; do
    case $argument in
        --out=*) out=${argument#*=} ;;
        --quick) quick=$argument options+=("$argument") ;;
        --parts=*) parts=${argument#*=} ;;
        --workloads=* | --sizes=* | --limit=* | --benchmark_*) options+=("$argument") ;;
        -*) die "unknown option '$argument'; the first lines of this script say what there is" ;;
        *)
            if ! [ -f "$argument" ] || ! [ -x "$argument" ]; then die "$argument: no such program"; fi
            program=$(cd "$(dirname "$argument")" && pwd)/$(basename "$argument") # a bare name would be looked for in PATH
            ;;
    esac
done

build_program() {
    local build=$root/build/report options=() architectures nvcc
    say "Building the library and the benchmarks in $build (minutes the first time, nothing after)"
    architectures=$(architectures_option)
    "$root/scripts/setup.sh" --alone
    nvcc=$(nvcc_path)
    if [ -n "$nvcc" ]; then # then with an OpenCV that has cv::cuda
        "$root/scripts/setup.sh" --cuda-peers
        options=("-DCMAKE_CUDA_COMPILER=$nvcc" "-DOpenCV_DIR=$(opencv_build_dir cuda_peers)"
            "-DCMAKE_PREFIX_PATH=$cache/npp")
    fi
    configure_build "$root" "$build" -DCUDASTRIPE_BUILD_BENCH=ON ${architectures:+"$architectures"} \
        ${options[@]+"${options[@]}"}
    build_targets "$build" all
    program=$build/bin/bench_report
    out=${out:-$build/results}
}

if [ -z "$program" ]; then
    [ -n "${root:-}" ] || die "there is no repository around this script to build from; give a program"
    build_program
fi
out=${out:-.}
mkdir -p "$out"

for report in "$here/../bench/report" "$here" "$(dirname "$program")" . ''; do # where its Python files are
    [ ! -f "$report/report_table.py" ] || break
done
[ -n "$report" ] || die "report_table.py is neither in bench/report/ nor beside this script or the program"

describe_machine() {
    lscpu | grep -E '^(Model name|CPU\(s\)|Thread|Core|Socket|NUMA|L3)' || true
    if command -v nvidia-smi > /dev/null; then
        nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem,pcie.link.gen.current,pcie.link.width.current \
            --format=csv || true
        nvidia-smi topo -m | sed -e 's/\x1b\[[0-9;]*m//g' -e '/^Legend:/,$d' || true
    fi
}

export LD_LIBRARY_PATH=$(dirname "$program")/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# NAME OPTION: runs bench_NAME for NAME.json, if it is wanted and lies beside the program. If it fails, the rest goes on.
run_beside() {
    local other
    [[ ,$parts, == *,$1,* ]] || return 0
    other=$(dirname "$program")/bench_$1
    [ -x "$other" ] || { echo "bench_$1 is left out: it is not beside $program" >&2 && return; }
    echo "bench_$1" >&2
    rm -f "$out/$1.json" # of an earlier run
    "$other" ${quick:+"$quick"} "$2=$out/$1.json" 2>&1 | tee "$out/$1.log" >&2 || echo "bench_$1 ended early; see $1.log in $out" >&2
}
run_beside calls --out
for name in small batches graphs devices blobs operators host_operators formats; do run_beside $name --benchmark_out; done

no_avx512=AVX512F,AVX512-SKX
# Measures the rows of the CPU alone without some instruction sets, into a folder of $out. Of options that are given twice
# the last one counts.
without() {
    mkdir -p "$out/$1"
    CUDA_VISIBLE_DEVICES='' OPENCV_CPU_DISABLE=$2 "$program" ${options[@]+"${options[@]}"} "--out=$out/$1" \
        --workloads=bgr2yuv,nv12 --sizes=8K '--benchmark_filter=/(ours/host|cpu/opencv(_i420)?)/' \
        >> "$out/rows.log" 2>&1 || status=$?
}
# The same for operators beside OpenCV's.
host_operators_without() {
    local other=$(dirname "$program")/bench_host_operators
    [[ ,$parts, == *,host_operators,* ]] && [ -x "$other" ] || return 0
    mkdir -p "$out/$1"
    CUDA_VISIBLE_DEVICES='' OPENCV_CPU_DISABLE=$2 "$other" ${quick:+"$quick"} \
        "--benchmark_out=$out/$1/host_operators.json" >> "$out/host_operators.log" 2>&1 || status=$?
}
status=0
host_operators_without rows_avx2 "$no_avx512"
host_operators_without rows_sse41 "$no_avx512,AVX2"
if [[ ,$parts, == *,report,* ]]; then
    # While it runs, since clocks and links of an idle GPU are low; once, since asking costs the GPU time.
    (sleep 15 && describe_machine > "$out/machine.txt" 2>&1) &
    watcher=$!
    "$program" "--out=$out" ${options[@]+"${options[@]}"} 2> >(tee "$out/report.log" >&2) || status=$?
    if kill "$watcher" 2> /dev/null; then describe_machine > "$out/machine.txt" 2>&1; fi # it was done sooner
    if [ -f "$out/bgr2yuv.json" ] && grep -q '/8K/' "$out/bgr2yuv.json"; then
        without rows_avx2 "$no_avx512"
        without rows_sse41 "$no_avx512,AVX2"
    fi
fi
python3 "$report/report_table.py" "$out" > "$out/report.md"
drawing='' # Debian's package is for its own Python, which need not be the first
for python in python3 /usr/bin/python3; do
    if [ -z "$drawing" ] && "$python" -c 'import matplotlib' 2> /dev/null; then drawing=$python; fi
done
if [ -n "$drawing" ]; then
    "$drawing" "$report/report_chart.py" "$out" || echo "No chart could be drawn" >&2
else
    echo "No chart: there is no matplotlib. Elsewhere: python3 report_chart.py $out" >&2
fi
cat "$out/report.md"
[ "$status" = 0 ] || die "the benchmark ended early; the report is of what was measured until then, see report.log and rows.log in $out"
