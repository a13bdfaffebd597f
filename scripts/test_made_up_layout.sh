#!/usr/bin/env bash
# Adds the made-up layout of CONTRIBUTING.md to a copy of the sources, builds it without CUDA, and runs the tests of
# formats over it: a layout must be one row of one table.
#
#   scripts/test_made_up_layout.sh BUILD_FOLDER
#
# The copy and its build are kept in BUILD_FOLDER/made_up_layout.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# = 1 ] || die "usage: scripts/test_made_up_layout.sh BUILD_FOLDER"

folder=$1/made_up_layout
mkdir -p "$folder/source"
for part in CMakeLists.txt LICENSE cmake include src test scripts; do
    # Only what changed is touched, so that a second run builds little.
    cp -r --update "$root/$part" "$folder/source/"
done
header=include/opencv2/cudastripe/yuv_layout.hpp
cp "$root/$header" "$folder/source/$header"

# The lines between the fences of the diff.
sed -n '/^    --- a\/include/,/^$/s/^    //p' "$root/CONTRIBUTING.md" > "$folder/layout.diff"
rows=$(grep -c '^+[^+]' "$folder/layout.diff") || true
[ "$rows" = 1 ] || die "the diff in CONTRIBUTING.md adds $rows lines, not one"
patch --quiet -p1 -d "$folder/source" < "$folder/layout.diff" || die "the diff in CONTRIBUTING.md does not apply"
name=$(sed -nE 's/^\+.*ROW\([A-Za-z0-9]+, "([a-z0-9]+)".*/\1/p' "$folder/layout.diff")

cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCUDASTRIPE_WITH_CUDA=OFF \
    -DCUDASTRIPE_BUILD_TESTS=ON -DCUDASTRIPE_BUILD_SAMPLES=OFF -DCUDASTRIPE_BUILD_BENCH=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    > "$folder/configure.log" 2>&1 || die "could not be configured; see $folder/configure.log"
cmake --build "$folder/build" -j "$jobs" --target opencv_test_cudastripe > "$folder/build.log" 2>&1 ||
    die "could not be built; see $folder/build.log"
"$folder/build/bin/opencv_test_cudastripe" --gtest_filter='*YuvFormats.*:*EveryYuvFormat*:*YuvFormat.*' \
    > "$folder/test.log" 2>&1 || die "the tests of layout $name fail; see $folder/test.log"
"$folder/build/bin/opencv_test_cudastripe" --gtest_list_tests --gtest_filter='*YuvFormats.*' |
    grep "(Host, $name:" > "$folder/list.log" || die "no test runs over layout $name"
echo "layout $name is one row: $(grep -E '^\[  PASSED  \]' "$folder/test.log")"
