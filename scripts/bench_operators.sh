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
    local build=$root/build/operators cuda=() nvcc architecture
    nvcc=$(nvcc_path)
    architecture=$(cuda_architectures)
    "$here/setup.sh" --alone
    if [ -n "$nvcc" ]; then
        "$here/setup.sh" --cuda-peers
        cuda=("-DCMAKE_CUDA_COMPILER=$nvcc" "-DOpenCV_DIR=$(opencv_build_dir cuda_peers)")
    fi
    if [ "$architecture" != portable ]; then
        cuda+=("-DCMAKE_CUDA_ARCHITECTURES=$(echo "$architecture" | tr -d . | tr , ';')")
    fi
    mkdir -p "$build"
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCUDASTRIPE_BUILD_TESTS=OFF \
        -DCUDASTRIPE_BUILD_SAMPLES=OFF -DCUDASTRIPE_BUILD_BENCH=ON -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
        -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache ${cuda[@]+"${cuda[@]}"} > "$build/configure.log" 2>&1 ||
        die "the build could not be configured; see $build/configure.log"
    cmake --build "$build" -j "$jobs" --target bench_operators > "$build/build.log" 2>&1 ||
        die "the build failed; see $build/build.log"
    program=$build/bin/bench_operators
}

[ -n "$program" ] || build_program
run_bench_program operators operator_table.py
