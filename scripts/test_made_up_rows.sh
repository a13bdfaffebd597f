#!/usr/bin/env bash
# Adds the made-up layout and the made-up operator of CONTRIBUTING.md to a copy of the sources, builds it without CUDA, and
# runs the tests of formats and operators over it: a layout must be one row of one table, an operator one row and its
# lowering.
#
#   scripts/test_made_up_rows.sh BUILD_FOLDER
#
# The copy and its build are kept in BUILD_FOLDER/made_up_rows.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# = 1 ] || die "usage: scripts/test_made_up_rows.sh BUILD_FOLDER"

folder=$1/made_up_rows program=$1/made_up_rows/build/bin/opencv_test_cudastripe
# The others take long to compile.
tests=' main yuv_formats yuv_format from_yuv from_yuv_linear chain operator_bits operator_values operators '

copy_sources() {
    local file name
    mkdir -p "$folder/source"
    for file in CMakeLists.txt LICENSE cmake hal include src test scripts; do
        # Only what changed is touched, so that a second run builds little.
        cp -r --update "$root/$file" "$folder/source/"
    done
    # CMake takes each source that it finds, so files that were renamed since the last run must go.
    (cd "$folder/source" && find . -type f) | while read -r file; do
        [ -e "$root/$file" ] || rm "$folder/source/$file"
    done
    find "$folder/source/test" -name 'test_*.cpp' | while read -r file; do
        name=${file##*/test_}
        [[ $tests == *" ${name%.cpp} "* ]] || rm "$file"
    done
}

# add_row FIRST LINES: applies the diff of CONTRIBUTING.md that begins with file FIRST and adds so many lines; sets `name`
add_row() {
    local diff=$folder/${1##*/}.diff added file
    sed -n "\\|^    --- a/$1\$|,/^\$/s/^    //p" "$root/CONTRIBUTING.md" > "$diff"
    added=$(grep -c '^+[^+]' "$diff") || true
    [ "$added" = "$2" ] || die "the diff in CONTRIBUTING.md adds $added lines, not $2"
    for file in $(sed -n 's|^+++ b/||p' "$diff"); do
        cp "$root/$file" "$folder/source/$file"
    done
    patch --quiet -p1 -d "$folder/source" < "$diff" || die "the diff in CONTRIBUTING.md does not apply"
    name=$(sed -nE 's/^\+.*ROW\([A-Za-z0-9]+, "([A-Za-z0-9]+)".*/\1/p' "$diff")
}

# run_tests FILTER LISTED TEXT: those of LISTED must have TEXT in a name
run_tests() {
    "$program" --gtest_filter="$1" > "$folder/test.log" 2>&1 || die "tests fail; see $folder/test.log"
    "$program" --gtest_list_tests --gtest_filter="$2" | grep "$3" > "$folder/list.log" || die "no test is named $3"
    grep -E '^\[  PASSED  \]' "$folder/test.log"
}

copy_sources
add_row include/opencv2/cudastripe/yuv_layout.hpp 1
layout=$name
add_row include/opencv2/cudastripe/operator_table.hpp 5
configure_build "$folder/source" "$folder/build" -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCUDASTRIPE_WITH_CUDA=OFF \
    -DCUDASTRIPE_BUILD_TESTS=ON
build_targets "$folder/build" opencv_test_cudastripe
run_tests '*YuvFormats.*:*EveryYuvFormat*:*YuvFormat.*' '*YuvFormats.*' "(Host, $layout:"
run_tests "*_$name*:*Chain.every*:*Chain.results*:*Chain.hostAndDevice*" '*OperatorValues.*' "_$name"
echo "layout $layout is one row, operator $name one row and its lowering"
