#!/usr/bin/env bash
# Builds cudastripe and runs its tests. Ends with "N passed, N failed, N skipped".
#
#   scripts/test.sh            one build against the distribution's OpenCV, and the tests that a change to the sources can
#                              make fail: 20 minutes on two cores from nothing, 10 if the tree was built before
#   scripts/test.sh --all      also what CI adds, an hour in all; each part finds what the others do not:
#                                kernels       code that nvcc does not take, or that fails with full optimisation
#                                longest       single colours of many, errors of one code, groups in batches, busy machines,
#                                              random orders of streams
#                                rows          codes that differ with AVX2, SSE4.1 or SSE2
#                                slurm         jobs of a cluster that lose files
#                                module        OpenCV's build and its cv2, with OpenCV 4.14; performance tests that fail
#                                python        the Python package, with OpenCV 5 in it
#                                fuzz          random calls that crash or read what they must not
#   scripts/test.sh --release  also what is asked before a release: the made-up rows of CONTRIBUTING.md, packages of Debian
#                              and Conan, the Python package with OpenCV 4, and the test program with OpenCV 5
#   scripts/test.sh --rest     what --all adds, after a first part
#   scripts/test.sh --help     this text
#
# Needs no GPU: tests run on a simulated device, and those that need a GPU are skipped by name. The first part compiles
# kernels only if there is a GPU.
# CUDASTRIPE_TEST_KERNELS=ON makes it compile kernels, too, if there is an nvcc, and optimise fully, as --all does.
# CUDASTRIPE_WERROR=ON treats warnings as errors. The other settings are those of scripts/setup.sh.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

first=true rest=false release=false
case ${1:-} in
    '') ;;
    --all) rest=true CUDASTRIPE_TEST_KERNELS=ON ;;
    --release) rest=true release=true CUDASTRIPE_TEST_KERNELS=ON ;;
    --rest) first=false rest=true ;;
    --help)
        sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit
        ;;
    *) die "unknown option '$1'; usage: scripts/test.sh [--all|--release|--rest|--help]" ;;
esac

logs=$root/build/logs
mkdir -p "$logs"
werror=${CUDASTRIPE_WERROR:-OFF}

build() { # NAME FOLDER TARGET...: builds, and shows the end of the log if that fails
    local name=$1 folder=$2
    shift 2
    say "Building $name"
    cmake --build "$folder" -j "$jobs" --target "$@" > "$logs/build_$name.log" 2>&1 || {
        grep -E 'error|undefined' "$logs/build_$name.log" | head -n 20 >&2
        die "$name could not be built; see $logs/build_$name.log"
    }
    ! grep -E "^$root/.*warning: " "$logs/build_$name.log" || [ "$werror" = OFF ] || die "$name was built with warnings"
}

number() { sed -nE "$1" "$2" | tail -n 1 | grep . || echo 0; }

count() { # NAME STATUS: counts what a test program of either framework says in its log
    local name=$1 status=$2 log=$logs/test_$1.log all good bad gone
    all=$(number 's/^\[==========\] ([0-9]+) tests? from .* ran.*/\1/p' "$log")
    bad=$(number 's/^ ?([0-9]+) FAILED TESTS?$/\1/p' "$log")
    gone=$(number 's/^\[  SKIPPED \] ([0-9]+) tests?.*/\1/p; s/^\[ SKIPSTAT \] ([0-9]+) tests skipped/\1/p' "$log")
    good=$((all - bad - gone))
    # A program that crashed printed no counts. That is a failure, too.
    if [ "$status" != 0 ] && [ "$bad" = 0 ] || [ "$all" = 0 ]; then bad=$((bad + 1)); fi
    if [ "$bad" != 0 ]; then
        grep -E '^\[  FAILED  \]|: Failure' "$log" | sort -u | head -n 30 || tail -n 5 "$log"
    fi
    grep -A1 -E ': Skipped$|^\[     SKIP \]' "$log" | grep -vE ': Skipped$|^--$|^\[  (SKIPPED|     OK)' |
        sed 's/^\[     SKIP \] //' | sort | uniq -c | sed 's/^ *\([0-9]*\) /   skipped \1: /' || true
    echo "   $name: $good passed, $bad failed, $gone skipped"
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + gone))
}

run_tests() { # NAME PROGRAM ARGUMENT...
    local name=$1 status=0
    shift
    say "Running $name"
    "$@" > "$logs/test_$name.log" 2>&1 || status=$?
    count "$name" "$status"
}

run_halves() { # NAME PROGRAM ARGUMENT...: the same in two processes
    local name=$1 half processes=() status
    shift
    say "Running $name"
    for half in 0 1; do
        GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$half "$@" > "$logs/test_${name}_$half.log" 2>&1 &
        processes+=($!)
    done
    for half in 0 1; do
        status=0
        wait "${processes[half]}" || status=$?
        count "${name}_$half" "$status"
    done
}

run_scripts() { # NAME FOLDER OPTION...: tests of CTest that are scripts, those of the options
    local name=$1 folder=$2 log=$logs/ctest_$1.log all bad gone
    say "Running scripts of $name"
    (cd "$folder" && ctest -j "$jobs" --output-on-failure "${@:3}" > "$log" 2>&1) || true
    all=$(number 's/.* out of ([0-9]+)$/\1/p' "$log")
    bad=$(number 's/.*, ([0-9]+) tests? failed out of .*/\1/p' "$log")
    gone=$(grep -cE '\*\*\*(Skipped|Not Run)' "$log" || true)
    if [ "$all" = 0 ]; then bad=1; fi
    # What failed, with its output; the list at the end has names only.
    [ "$bad" = 0 ] || sed -nE '/Test +#.*\*\*\*(Failed|Exception|Timeout)/,/^ +Start +[0-9]+:/p' "$log" | tail -n 40
    grep -E '^[0-9]+: skipped|^skipped' "$log" | sed 's/^/   /' || true
    echo "   $name: $((all - bad - gone)) passed, $bad failed, $gone skipped"
    passed=$((passed + all - bad - gone)) failed=$((failed + bad)) skipped=$((skipped + gone))
}

run_counting() { # NAME SCRIPT WHAT: a script that ends with "N passed, N failed, N skipped"
    local name=$1 log=$logs/$1.log good bad gone
    say "Building and testing $3"
    "$root/scripts/$2" > "$log" 2>&1 || tail -n 40 "$log" | sed 's/^/   /'
    grep -E '^SKIPPED|^ *skipped:' "$log" | sed 's/^ */   /' || true
    # Without a last line the build failed.
    read -r good bad gone < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$log" | tail -n 1 |
        grep . || echo 0 1 0)
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + gone))
    tail -n 1 "$log" | sed "s/^/   $name: /"
}

run_cv2() { # the tests of cv2.cudastripe, by the cv2 of OpenCV's build
    local log=$logs/test_cv2.log status=0 all good bad gone tests=$opencv_source/opencv/modules/python/test
    say "Running cv2.cudastripe"
    PYTHONPATH=$module/python_loader:$tests "$system_python" "$root/misc/python/test/test_cudastripe.py" -v \
        > "$log" 2>&1 || status=$?
    all=$(number 's/^Ran ([0-9]+) tests? in .*/\1/p' "$log")
    bad=$(grep -cE '^(FAIL|ERROR): ' "$log" || true)
    gone=$(grep -c '\.\.\. skipped ' "$log" || true)
    good=$((all - bad - gone))
    # A crash leaves no counts.
    if [ "$status" != 0 ] && [ "$bad" = 0 ] || [ "$all" = 0 ]; then bad=$((bad + 1)); fi
    [ "$bad" = 0 ] || tail -n 20 "$log"
    sed -n 's/.*\.\.\. skipped /   skipped: /p' "$log"
    echo "   cv2: $good passed, $bad failed, $gone skipped"
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + gone))
}

run_fuzzer() { # SECONDS: counts as one test
    local log=$logs/fuzz.log status=0
    say "Running random calls for $1 s"
    "$root/scripts/fuzz.sh" "$1" > "$log" 2>&1 || status=$?
    sed 's/^/   /' "$log"
    case $status in
        0) passed=$((passed + 1)) ;;
        77) skipped=$((skipped + 1)) ;;
        *) failed=$((failed + 1)) ;;
    esac
}

alone=$root/build/alone
# These measure time, so nothing else may run.
timed='*BusyMachine*:*BusyLink*'
# What the first part leaves to --all besides the longest tests: other ways to the same results, or all colours.
long_tests='*AllColorsOfCodes*:*ForAllCodes*:*ForAllColours*:*BatchGroups*:*isWithinACodeOfReal*'
scripts_of_rest='^(operators_by_.*|slurm)$'
scripts_of_release='^made_up_rows$' # which builds everything once more

test_first() {
    # Little optimisation makes a short first build.
    local options=(-DCUDASTRIPE_WITH_CUDA=OFF) level=-O1 architectures
    architectures=$(architectures_option)
    if [ "${CUDASTRIPE_TEST_KERNELS:-}" = ON ]; then level='-O3 -DNDEBUG'; fi
    if [ "${CUDASTRIPE_TEST_KERNELS:-}" = ON ] || nvidia-smi > /dev/null 2>&1; then
        options[0]=-DCUDASTRIPE_WITH_CUDA=AUTO
        options+=(${architectures:+"$architectures"})
    fi
    configure_build "$root" "$alone" "-DCUDASTRIPE_WERROR=$werror" -DCUDASTRIPE_BUILD_TESTS=ON \
        -DCUDASTRIPE_BUILD_SAMPLES=ON "-DCMAKE_CXX_FLAGS_RELEASE=$level" "${options[@]}"
    build alone "$alone" all
    run_halves alone "$alone/bin/opencv_test_cudastripe" "--gtest_filter=-$longest_tests:$long_tests"
    run_scripts alone "$alone" -E "^opencv_test_cudastripe$|$scripts_of_rest|$scripts_of_release"
}

build_benchmarks() {
    configure_build "$root" "$alone" -DCUDASTRIPE_BUILD_TESTS=ON -DCUDASTRIPE_BUILD_SAMPLES=ON \
        -DCUDASTRIPE_BUILD_BENCH=ON
    build benchmarks "$alone" all
}

test_longest() {
    local program=$alone/bin/opencv_test_cudastripe
    run_tests timed "$program" "--gtest_filter=$timed"
    run_halves longest "$program" "--gtest_filter=$longest_tests:$long_tests-$timed"
    # The CPU's loops for older instruction sets must give the same codes.
    local rows='*AllColorsOfCodes*:*Bayer.equalsOpenCVForALargePattern*:*EveryYuvFormat*/0:*YuvCodes.*/?:*YuvCodes.*/1?:CUDASTRIPE_PackedYuv.*/?:*PackedYuvFloat*:*DecodeRows*:*CvtEveryYuv*/0:*ResizeSizes*/Host*'
    local avx512=AVX512F,AVX512BW,AVX512-SKX
    run_halves rows_avx2 env "OPENCV_CPU_DISABLE=$avx512" "$program" "--gtest_filter=$rows"
    run_halves rows_sse41 env "OPENCV_CPU_DISABLE=$avx512,AVX2" "$program" "--gtest_filter=$rows"
    run_halves rows_sse2 env "OPENCV_CPU_DISABLE=$avx512,AVX2,SSE4.1" "$program" "--gtest_filter=$rows"
    run_scripts rest "$alone" -R "$scripts_of_rest"
}

test_module() {
    module=$(opencv_build_dir)
    cmake "-DCUDASTRIPE_WERROR=$werror" "$module" > "$logs/configure_module.log" 2>&1 ||
        die "OpenCV's build could not be configured; see $logs/configure_module.log"
    build module "$module" opencv_cudastripe opencv_test_cudastripe opencv_perf_cudastripe opencv_python3
    # The longest tests, and those that ask nothing of OpenCV, have run above. Here the CPU meets all colours of this
    # OpenCV, which is enough: above, devices meet those of the CPU.
    local ran_above=$timed:$longest_tests:'*isWithinACodeOfRealArithmetic*:*BatchGroups*:*BatchFaults*:*OneDeadDevice*:*Routes*:*FormatsDoc*'
    run_halves module "$module/bin/opencv_test_cudastripe" "--gtest_filter=-$ran_above"
    run_tests module_perf "$module/bin/opencv_perf_cudastripe" --perf_force_samples=1 --perf_min_samples=1
    run_cv2
}

test_release() {
    run_scripts release "$alone" -R "$scripts_of_release"
    run_counting python4 python.sh "the Python package, with OpenCV 4 in it"
    run_counting packages test_package.sh "packages of Debian and Conan"
    "$root/scripts/setup.sh" --opencv5
    # OpenCV is static, and a library of ours that is not would have its number of threads twice.
    configure_build "$root" "$root/build/opencv5" "-DCUDASTRIPE_WERROR=$werror" -DCUDASTRIPE_WITH_CUDA=OFF \
        -DCUDASTRIPE_BUILD_TESTS=ON -DBUILD_SHARED_LIBS=OFF "-DOpenCV_DIR=$opencv5_static"
    build opencv5 "$root/build/opencv5" opencv_test_cudastripe
    run_halves opencv5 "$root/build/opencv5/bin/opencv_test_cudastripe" "--gtest_filter=-$timed"
}

if $rest; then "$root/scripts/setup.sh"; else "$root/scripts/setup.sh" --alone; fi
if $first; then test_first; fi
if $rest; then
    build_benchmarks
    test_longest
    test_module
    CUDASTRIPE_PYTHON_OPENCV=5 run_counting python python.sh "the Python package, with OpenCV 5 in it"
    run_fuzzer 60
fi
if $release; then test_release; fi

say "All tests, in $((SECONDS / 60)) minutes"
finish
