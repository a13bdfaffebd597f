#!/usr/bin/env bash
# Makes random calls on simulated devices (fuzz_calls), and gives random texts, files and arrays to what reads them
# (fuzz_inputs). Begins with the inputs in test/fuzz/corpus. Fails if something goes wrong.
#
#   scripts/fuzz.sh SECONDS     of which fuzz_inputs has a quarter
#
# New inputs go to build/fuzz/corpus, and those of the previous run to corpus.before. Inputs that fail go to
# build/fuzz/findings; build/fuzz/bin/fuzz_calls FILE, or fuzz_inputs, runs one.
# Ends with status 77, and says why, if Clang or its fuzzing runtime is missing.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
case ${1:-} in
    '' | *[!0-9]*) die "usage: scripts/fuzz.sh SECONDS" ;;
esac

build=$root/build/fuzz
mkdir -p "$build/findings"

has_fuzzer() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
        clang++ -fsanitize=fuzzer,address,undefined -x c++ - -o "$build/has_fuzzer" 2> /dev/null
}
has_fuzzer || {
    echo "skipped: no clang++ that can build fuzzers (Debian: clang and libclang-rt-dev)"
    exit 77
}

configure_build "$root" "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ \
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -gline-tables-only" -DCUDASTRIPE_WITH_CUDA=OFF -DBUILD_SHARED_LIBS=OFF \
    -DCUDASTRIPE_BUILD_FUZZERS=ON
build_targets "$build" fuzz_calls fuzz_inputs

# Starting with all inputs of earlier runs would take longer than a short run.
rm -rf "$build/corpus.before"
[ ! -d "$build/corpus" ] || mv "$build/corpus" "$build/corpus.before"

# The sanitizer keeps freed memory; without a limit it fills the machine within hours. The leak check stops all threads
# and sometimes does not continue them.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=64:detect_leaks=0} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
total=0

fuzz() { # calls|inputs SECONDS BYTES: the most that an input has
    local log=$build/fuzz_$1.log
    mkdir -p "$build/corpus/$1"
    timeout -k 9 $(($2 + 300)) "$build/bin/fuzz_$1" -detect_leaks=0 "-max_total_time=$2" "-max_len=$3" -len_control=0 \
        -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 "-artifact_prefix=$build/findings/" \
        "$build/corpus/$1" "$root/test/fuzz/corpus/$1" > "$log" 2>&1 || {
        grep -m 1 -A 12 -E 'Failure$|ERROR: |runtime error|terminate called' "$log" || tail -n 20 "$log"
        grep 'Test unit written to' "$log" || true
        die "fuzz_$1 has found something; see $log"
    }
    total=$((total + $(sed -n 's/^stat::number_of_executed_units: *\([0-9]*\)/\1/p' "$log")))
}
fuzz calls $(($1 - $1 / 4)) 400
fuzz inputs $(($1 / 4)) 1000
echo "$total inputs run, nothing found"
