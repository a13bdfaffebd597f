#!/usr/bin/env bash
# Compiles a row of floats and its kernel with and without the fast math that a build may ask for: the machine code and
# the PTX must be the same, alone and inside OpenCV's build.
#
#   test/fast_math/test_own_arithmetic.sh BUILD_FOLDER
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"
[ $# = 1 ] || die "usage: test/fast_math/test_own_arithmetic.sh BUILD_FOLDER"

folder=$1/own_arithmetic
mkdir -p "$folder"
row=src/op/color/yuv444/rows/pixels.cpp kernel=
nvcc=$(nvcc_path)
[ -z "$nvcc" ] || kernel=src/cuda/packed_yuv.cu

# objects NAME SOURCE PREFIX OPTION...: configures a build and compiles the two, whose code is then in NAME.code and
# NAME.ptx. The PTX is not compressed, so that it can be read in the object.
objects() {
    local name=$1 source=$2 prefix=$3 build=$folder/$1 target
    shift 3
    local options=(-DCUDASTRIPE_BUILD_TESTS=OFF -DCUDASTRIPE_BUILD_SAMPLES=OFF -DCUDASTRIPE_BUILD_BENCH=OFF)
    if [ -n "$kernel" ]; then
        options+=("-DCMAKE_CUDA_COMPILER=$nvcc" -DCMAKE_CUDA_ARCHITECTURES=75-virtual)
    else
        options+=(-DCUDASTRIPE_WITH_CUDA=OFF)
    fi
    cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${options[@]}" "$@" > "$folder/$name.log" 2>&1 ||
        die "$name could not be configured; see $folder/$name.log"
    target=${prefix}CMakeFiles/opencv_cudastripe.dir
    cmake --build "$build" --target "$target/$row.o" ${kernel:+"$target/$kernel.o"} >> "$folder/$name.log" 2>&1 ||
        die "$name could not be compiled; see $folder/$name.log"
    objdump -dr --no-show-raw-insn "$build/$target/$row.o" | tail -n +4 > "$folder/$name.code"
    [ -z "$kernel" ] || strings -n 6 "$build/$target/$kernel.o" | grep -E '\.f(32|64)[ .	]' > "$folder/$name.ptx"
}

same() { # NAME
    cmp -s "$folder/plain.code" "$folder/$1.code" || die "$1: fast math changes $row; see $folder"
    [ -z "$kernel" ] || cmp -s "$folder/plain.ptx" "$folder/$1.ptx" || die "$1: fast math changes $kernel; see $folder"
    ! grep -q use_fast_math "$folder/$1/build.ninja" || die "$1: sin and others are approximate on the device"
    grep -qE 'LINK_FLAGS = .*-fno-fast-math' "$folder/$1/build.ninja" || die "$1: linking may add code for fast math"
}

cuda_flags=--no-compress
objects plain "$root" "" "-DCMAKE_CUDA_FLAGS=$cuda_flags"
[ -s "$folder/plain.code" ] || die "there is no code of $row to compare"
if [ -n "$kernel" ]; then
    grep -q 'add\.rn\.f32' "$folder/plain.ptx" || die "there is no PTX of $kernel to compare"
    ! grep -E '\.ftz|\.approx' "$folder/plain.ptx" || die "$kernel is not compiled for exact arithmetic"
fi
objects alone "$root" "" "-DCMAKE_CXX_FLAGS_RELEASE=-Ofast -DNDEBUG" \
    "-DCMAKE_CUDA_FLAGS=$cuda_flags -use_fast_math -ftz=true -Xcompiler=-ffast-math"
same alone
objects module "$root/test/fast_math" module/ "-DCMAKE_CUDA_FLAGS=$cuda_flags"
same module
echo "fast math changes neither the code of ${row}${kernel:+ nor the PTX of $kernel}"
