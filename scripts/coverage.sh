#!/usr/bin/env bash
# Prints which part of the lines of src each folder's tests run, by Clang's coverage.
#
#   scripts/coverage.sh [FILTER]     of GoogleTest; without one all tests, and the inputs that the fuzzers keep
#
# build/coverage/lines.txt has a row for each file; build/coverage/html shows each line.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$root/scripts/setup.sh" --coverage
build=$root/build/coverage
flags="-fprofile-instr-generate -fcoverage-mapping"
configure_build "$root" "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ \
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 $flags" -DCUDASTRIPE_WITH_CUDA=OFF -DBUILD_SHARED_LIBS=OFF \
    -DCUDASTRIPE_BUILD_TESTS=ON
mkdir -p "$build/profiles"
build_targets "$build" opencv_test_cudastripe

# Longest lines of the CPU's loops are the same for each instruction set, so one of them is enough.
status=0
for shard in 0 1; do
    LLVM_PROFILE_FILE=$build/profiles/%p.profraw GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$shard \
        "$build/bin/opencv_test_cudastripe" "--gtest_filter=${1:-*}" > "$build/tests_$shard.log" 2>&1 &
done
wait -n || status=$?
wait -n || status=$?
[ $status = 0 ] || say "Some tests failed; see $build/tests_*.log"

llvm-profdata merge -sparse "$build"/profiles/*.profraw -o "$build/all.profdata"
rm -f "$build"/profiles/*.profraw
llvm-cov report "$build/bin/opencv_test_cudastripe" "-instr-profile=$build/all.profdata" > "$build/lines.txt"
llvm-cov show "$build/bin/opencv_test_cudastripe" "-instr-profile=$build/all.profdata" -format=html \
    "-output-dir=$build/html" "$root/src" > /dev/null
# The paths in it are relative.
awk 'match($1, /(^|\/)src\/[a-z]+\//) {
         folder = substr($1, RSTART, RLENGTH); sub(/^\//, "", folder)
         lines[folder] += $8; missed[folder] += $9
     }
     END {
         for (folder in lines)
             printf "%-12s %6d lines, %.1f %% run\n", folder, lines[folder], 100 * (1 - missed[folder] / lines[folder])
     }' "$build/lines.txt" | sort
