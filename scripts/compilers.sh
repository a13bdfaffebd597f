#!/usr/bin/env bash
# Builds and tests with other compilers, standards and processors than scripts/test.sh: one row of the table below each.
# Ends with "N passed, N failed, N skipped".
#
#   scripts/compilers.sh              all rows
#   scripts/compilers.sh ROW...       the rows named; `hashes` compares those before it
#   scripts/compilers.sh --list       the rows
#
# Needs no GPU. Warnings are errors. Logs are in build/compilers/ROW. The settings are those of scripts/setup.sh.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# compile: library, tests and samples without optimisation; run: also optimises, and runs the tests of the first part of test.sh.
# nvcc and clang_cuda compile the library's kernels; clang_cuda for the oldest CUDA that is supported.
# Clang 19 finds the standard library of GCC 12 to use what it calls deprecated: in std::stable_sort, for one.
# hashes: all results have the same bits in the rows before it.
rows='
clang19-20  run         clang++-19  20  -Wno-error=deprecated-declarations
clang19-17  compile     clang++-19  17  -Wno-error=deprecated-declarations
gcc12-20    run         g++-12      20
gcc12-17    compile     g++-12      17
clang14-17  run         clang++-14  17
clang14-20  compile     clang++-14  20
clang16-17  compile     clang++-16  17
clang16-20  compile     clang++-16  20
nvcc-17     nvcc        g++-12      17
nvcc-20     nvcc        g++-12      20
cuda12-17   clang_cuda  clang++-19  17
cuda12-20   clang_cuda  clang++-19  20
aarch64     aarch64
hashes      hashes
abi         abi
'
warnings='-Wall -Wextra -Wshadow -Werror'

skip() {
    echo "$*" > "$folder/reason"
    exit 77
}

configure() { # OPTION...: without CUDA, unless an option says otherwise
    cmake -S "$root" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCUDASTRIPE_BUILD_BENCH=OFF \
        -DCUDASTRIPE_WITH_CUDA=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$@"
}

build() { cmake --build "$folder/build" -j "$jobs" --target "$@" -- -k 0; }

row_compile() { # COMPILER STANDARD [OPTION]
    configure "-DCMAKE_CXX_COMPILER=$1" "-DCMAKE_CXX_STANDARD=$2" "-DCMAKE_CXX_FLAGS=$warnings ${3:-}" \
        "-DCMAKE_CXX_FLAGS_RELEASE=${optimisation:--O0}"
    build all
}

row_run() {
    optimisation='-O1 -DNDEBUG' row_compile "$@"
    "$folder/build/bin/opencv_test_cudastripe" "--gtest_filter=-$longest_tests"
}

row_nvcc() {
    local nvcc kernels
    nvcc=$(nvcc_path)
    [ -n "$nvcc" ] || skip "there is no nvcc"
    # CMake 3.25 cannot ask nvcc for C++20. nvcc obeys the last -std that it is given.
    export NVCC_APPEND_FLAGS="-std=c++$2"
    configure -DCUDASTRIPE_BUILD_TESTS=OFF -DCUDASTRIPE_BUILD_SAMPLES=OFF -DCUDASTRIPE_WITH_CUDA=ON \
        "-DCMAKE_CXX_COMPILER=$1" "-DCMAKE_CUDA_COMPILER=$nvcc" "-DCMAKE_CUDA_HOST_COMPILER=$1" \
        -DCMAKE_CUDA_ARCHITECTURES=75-virtual \
        "-DCMAKE_CUDA_FLAGS=-Werror=all-warnings -Xcompiler=-Wall,-Werror"
    mapfile -t kernels < <(cd "$root" && printf 'CMakeFiles/opencv_cudastripe.dir/%s.o\n' src/cuda/*.cu)
    build "${kernels[@]}"
}

row_clang_cuda() {
    local kernel
    [ -d "$cuda12" ] || skip "the wheels of CUDA $cuda12_version could not be had from the Python package index"
    for kernel in "$root"/src/cuda/*.cu; do
        echo "$kernel"
        # This compiler has no name for __grid_constant__.
        printf '%s\n' --cuda-device-only '--cuda-host-only -fsyntax-only' | xargs -I {} -P "$jobs" bash -c \
            "$1 -std=c++$2 $warnings -Wno-unknown-attributes -O1 --cuda-path='$cuda12' --cuda-gpu-arch=sm_75 {} \
                -I'$root/include' -isystem /usr/include/opencv4 -DHAVE_CUDASTRIPE_CUDA -c -o /dev/null '$kernel'"
    done
}

row_aarch64() {
    configure "${aarch64_options[@]}" "-DCMAKE_CXX_FLAGS=$warnings" -DBUILD_SHARED_LIBS=OFF -DCUDASTRIPE_BUILD_SAMPLES=OFF \
        "-DOpenCV_DIR=$opencv_aarch64" "-DGTest_DIR=$googletest_aarch64/lib/cmake/GTest"
    build opencv_test_cudastripe
    # Tests of operators compare with OpenCV's calls, which differ on ARM: its NEON code saturates 32-bit results and
    # scalars, and rounds scaled products, quotients and shifts otherwise. `hashes` compares ours with x86's.
    local tests='*SameBits.hashes*:*PackedYuvFloatBits*:*FromYuvCodes.*/?:*_YuvCodes.*/?:*_YuvCodes.*/1?'
    tests+=':*PackedYuv.equalsTheReferenceInAnyShapeAndCut/?:*FromEveryYuvFormat.*/0:*FromYuvLinear.isWithin*/?'
    tests+=':*CvtEveryYuv.*/0:-*ForAllColours*:*ForAllCodes*'
    qemu-aarch64-static -L /usr/aarch64-linux-gnu "$folder/build/bin/opencv_test_cudastripe" "--gtest_filter=$tests"
}

row_hashes() {
    local row first='' count=0
    for row in "${done_rows[@]}"; do
        grep '^hash of ' "$logs/$row/log" > "$folder/$row" || continue
        count=$((count + 1))
        first=${first:-$row}
        diff "$folder/$first" "$folder/$row"
    done
    [ "$count" -gt 1 ] || skip "of the rows that were asked for, fewer than two print hashes"
}

row_abi() { "$root/scripts/abi.sh"; }

chosen=" $* "
if [ "$chosen" = " --list " ]; then
    awk 'NF {print $1}' <<< "$rows"
    exit
fi
for row in "$@"; do
    grep -q "^$row " <<< "$rows" || die "there is no row '$row'; --list names them"
done
"$root/scripts/setup.sh" --compilers

logs=$root/build/compilers
done_rows=()
printf '\n%-12s %-8s %7s\n' row result seconds
while read -r row what arguments; do
    [[ -z $row || ($chosen != "  " && $chosen != *" $row "*) ]] && continue
    folder=$logs/$row started=$SECONDS status=0 result=failed
    mkdir -p "$folder"
    # In a list with && or ||, -e would not hold inside.
    set +e
    # shellcheck disable=SC2086 # words
    (set -e; "row_$what" $arguments) > "$folder/log" 2>&1 < /dev/null
    status=$?
    set -e
    case $status in
        0) result=passed reason='' ;;
        77) result=skipped reason=$(cat "$folder/reason") ;;
        *) reason="see $folder/log" ;;
    esac
    [ "$result" != passed ] || done_rows+=("$row")
    printf '%-12s %-8s %7d  %s\n' "$row" "$result" $((SECONDS - started)) "$reason"
    if [ "$result" = failed ]; then
        grep -E 'error: |undefined reference|^\[  FAILED|^[<>] hash' "$folder/log" | sort -u | head -n 20 || tail -n 5 "$folder/log"
    fi
    declare "$result=$((${!result} + 1))"
done <<< "$rows"
finish
