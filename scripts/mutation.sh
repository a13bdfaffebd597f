#!/usr/bin/env bash
# Tests the tests: changes 200 places of src in a copy, one at a time, and looks for a test that fails with each change.
#
#   scripts/mutation.sh [--minutes N] [--again FILTER]
#
#   --minutes N      begins no other mutant after N minutes; the next call goes on
#   --again FILTER   learns the tests of this GoogleTest filter anew, and tries survivors with them only: for new tests
#
# All mutants are in one test program; CUDASTRIPE_MUTANT=N makes one active. build/mutants/report.md lists those that no
# test finds. Takes some two hours on two cores the first time. Tests that measure time are left out.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

minutes=100000 filter=()
while [ $# -gt 0 ]; do
    case $1 in
        --minutes) minutes=${2:?} ;;
        --again) filter=("${2:?}") ;;
        *) die "unknown option '$1'; usage: scripts/mutation.sh [--minutes N] [--again FILTER]" ;;
    esac
    shift 2
done

"$root/scripts/setup.sh" --mutants
folder=$root/build/mutants
mkdir -p "$folder"
mutants() { "$system_python" "$root/test/mutation/mutants.py" "$1" "$root" "$folder" "${@:2}"; }
tests() { "$system_python" "$root/test/mutation/mutant_tests.py" "$1" "$folder" "${@:2}"; }

say "Choosing mutants"
mutants choose
configure_build "$folder/source" "$folder/build" -DBUILD_SHARED_LIBS=OFF -DCUDASTRIPE_WITH_CUDA=OFF \
    "-DCMAKE_CXX_FLAGS=-include $folder/mutant.hpp" -DCUDASTRIPE_BUILD_TESTS=ON
say "Building them"
# Some places must be constant expressions, which only the compiler knows. Other places take their turn.
until cmake --build "$folder/build" -j "$jobs" --target opencv_test_cudastripe -- -k 0 > "$folder/build.log" 2>&1; do
    mutants drop "$folder/build.log"
    mutants choose
done
say "Learning what each test reaches"
tests learn ${filter[@]+"${filter[@]}"}
say "Trying mutants"
tests run "$minutes" ${filter[@]+"${filter[@]}"}
tests report
