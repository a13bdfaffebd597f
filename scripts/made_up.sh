# Shared by the scripts that add a made-up row of a table to a copy of the sources. Sourced, never run.

. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# made_up_build FOLDER FIRST LINES TEST...: applies the diff of CONTRIBUTING.md that begins with file FIRST and adds so
# many lines to a copy in FOLDER, which is kept, and builds these tests (format: test/test_format.cpp) without CUDA. The
# diff is then in FOLDER/made_up.diff.
made_up_build() {
    local folder=$1 first=$2 lines=$3 diff=$1/made_up.diff added file tests
    shift 3
    tests=" main $* "
    mkdir -p "$folder/source"
    for file in CMakeLists.txt LICENSE cmake include src test scripts; do
        # Only what changed is touched, so that a second run builds little.
        cp -r --update "$root/$file" "$folder/source/"
    done
    # CMake takes each source that it finds, so files that were renamed since the last run must go.
    (cd "$folder/source" && find . -type f) | while read -r file; do
        [ -e "$root/$file" ] || rm "$folder/source/$file"
    done
    for file in "$folder"/source/test/test_*.cpp; do
        file=${file##*/test_}
        [[ $tests == *" ${file%.cpp} "* ]] || rm "$folder/source/test/test_$file"
    done
    sed -n "\\|^    --- a/$first\$|,/^\$/s/^    //p" "$root/CONTRIBUTING.md" > "$diff"
    added=$(grep -c '^+[^+]' "$diff") || true
    [ "$added" = "$lines" ] || die "the diff in CONTRIBUTING.md adds $added lines, not $lines"
    for file in $(sed -n 's|^+++ b/||p' "$diff"); do
        cp "$root/$file" "$folder/source/$file"
    done
    patch --quiet -p1 -d "$folder/source" < "$diff" || die "the diff in CONTRIBUTING.md does not apply"
    cmake -S "$folder/source" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
        -DCUDASTRIPE_WITH_CUDA=OFF -DCUDASTRIPE_BUILD_TESTS=ON -DCUDASTRIPE_BUILD_SAMPLES=OFF \
        -DCUDASTRIPE_BUILD_BENCH=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=ccache > "$folder/configure.log" 2>&1 ||
        die "could not be configured; see $folder/configure.log"
    cmake --build "$folder/build" -j "$jobs" --target opencv_test_cudastripe > "$folder/build.log" 2>&1 ||
        die "could not be built; see $folder/build.log"
}

# made_up_test FOLDER FILTER LISTED TEXT: runs the tests of FILTER; those of LISTED must have TEXT in a name.
made_up_test() {
    local folder=$1 program=$1/build/bin/opencv_test_cudastripe
    "$program" --gtest_filter="$2" > "$folder/test.log" 2>&1 || die "tests fail; see $folder/test.log"
    "$program" --gtest_list_tests --gtest_filter="$3" | grep "$4" > "$folder/list.log" || die "no test is named $4"
    grep -E '^\[  PASSED  \]' "$folder/test.log"
}
