#!/usr/bin/env bash
# Runs the test program under tools that find wrong accesses to memory. Ends with "N passed, N failed, N skipped, N
# findings".
#
#   scripts/sanitize.sh --address [FILTER]    AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer
#   scripts/sanitize.sh --thread [FILTER]     ThreadSanitizer; OpenCV's core and imgproc are built with it, too
#   scripts/sanitize.sh --valgrind [FILTER]   Valgrind's memcheck, which also finds values that nothing has set
#   scripts/sanitize.sh --gpu [FILTER]        the tools of NVIDIA's compute-sanitizer, on a machine with a GPU
#
# FILTER is GoogleTest's. The tests are cut into parts, and two parts run at a time; their logs are in the folder parts of
# build/asan, build/tsan, build/valgrind or build/gpu_tools. A part that has passed is not run again before the program or
# FILTER changes, so a run that was stopped goes on where it was.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

parts=16 at_once=2 needs='' tools=('timeout 3600')
options=(-DCUDASTRIPE_WITH_CUDA=OFF -DCUDASTRIPE_BUILD_SAMPLES=OFF -DCUDASTRIPE_BUILD_BENCH=OFF)
impossible=allocator_may_return_null=1 # tests ask for more memory than there is
filter='-*BusyMachine*:*BusyLink*:*InLessThanTwoMicroseconds:*TouchesLittleMemory' # the tools change what these measure
case ${1:-} in
    --address)
        preset=asan build=$root/build/asan
        # Freed memory is kept for a while; without a limit it fills the machine.
        export ASAN_OPTIONS=quarantine_size_mb=64:$impossible UBSAN_OPTIONS=print_stacktrace=1
        ;;
    --thread)
        preset=tsan build=$root/build/tsan needs=--tsan
        export TSAN_OPTIONS=$impossible
        options+=("-DOpenCV_DIR=$opencv_tsan")
        ;;
    --valgrind)
        preset=dev build=$root/build/valgrind needs=--valgrind parts=64
        export OPENCV_CPU_DISABLE=AVX512F # which Valgrind does not know
        # OpenCV keeps the address behind that of malloc(), so memory in use would be "possibly lost".
        leaks="--leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite"
        tools=("valgrind --quiet --error-exitcode=99 --fair-sched=yes $leaks")
        ;;
    --gpu)
        preset=dev build=$root/build/gpu_tools at_once=1
        options+=(-DCUDASTRIPE_WITH_CUDA=ON)
        tools=()
        for tool in memcheck racecheck synccheck initcheck; do
            tools+=("compute-sanitizer --tool $tool --error-exitcode 99")
        done
        ;;
    *) die "usage: scripts/sanitize.sh --address|--thread|--valgrind|--gpu [FILTER]" ;;
esac
filter=${2:-$filter}

"$root/scripts/setup.sh" --alone
[ -z "$needs" ] || "$root/scripts/setup.sh" "$needs"
say "Building the tests in $build"
mkdir -p "$build"
cmake -S "$root" -B "$build" --preset "$preset" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache "${options[@]}" > "$build/configure.log" 2>&1 ||
    die "the build could not be configured; see $build/configure.log"
build_targets "$build" opencv_test_cudastripe

run_part() { # TOOL NUMBER
    local log=$logs/$2.log done=$logs/$2.passed
    [ "$(cat "$done" 2> /dev/null)" != "$1 $filter" ] || [ -n "$(find "$build/bin" "$build/lib" -type f -newer "$done")" ] ||
        return 0
    rm -f "$done"
    # The tool's options are words.
    # shellcheck disable=SC2086
    if GTEST_TOTAL_SHARDS=$parts GTEST_SHARD_INDEX=$2 $1 "$build/bin/opencv_test_cudastripe" "--gtest_filter=$filter" \
        > "$log" 2>&1; then
        echo "$1 $filter" > "$done"
    fi
}

finding='ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer|runtime error: |^==[0-9]+== [0-9A-VX-Z]'
finding+='|ERROR SUMMARY: [1-9]'
count() { cat "$logs"/*.log | grep -cE "$1" || true; }
findings=0
for tool in "${tools[@]}"; do
    say "Running $parts parts: $tool PROGRAM"
    logs=$build/parts
    [ ${#tools[@]} = 1 ] || logs+=_$(cut -d' ' -f3 <<< "$tool")
    mkdir -p "$logs"
    for part in $(seq 0 $((parts - 1))); do
        while [ "$(jobs -rp | wc -l)" -ge $at_once ]; do wait -n; done
        run_part "$tool" "$part" &
    done
    wait
    bad=$(count '^\[  FAILED  \] .* \([0-9]+ ms\)$')
    for part in $(seq 0 $((parts - 1))); do
        # A program that ended before its last test, or after it with a finding.
        if [ ! -e "$logs/$part.passed" ] && ! grep -qE '^ ?[0-9]+ FAILED TESTS?$' "$logs/$part.log"; then
            echo "   part $part ended early: $(tail -n 1 "$logs/$part.log")"
            bad=$((bad + 1))
        fi
    done
    grep -hE "$finding"'|^\[  FAILED  \] .* \([0-9]+ ms\)$' "$logs"/*.log | sort | uniq -c | sort -rn | head -n 30 || true
    passed=$((passed + $(count '^\[       OK \] ')))
    skipped=$((skipped + $(count '^\[  SKIPPED \] .* \([0-9]+ ms\)$')))
    failed=$((failed + bad)) findings=$((findings + $(count "$finding")))
done

say "All parts, in $((SECONDS / 60)) minutes"
echo "$passed passed, $failed failed, $skipped skipped, $findings findings"
[ "$failed" = 0 ] && [ "$findings" = 0 ]
