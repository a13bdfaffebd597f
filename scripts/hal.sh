#!/usr/bin/env bash
# Builds OpenCV 4.14's core and imgproc with the HAL of this library, and runs OpenCV's own tests of both, with the HAL
# and without (CUDASTRIPE_HAL_OFF=1). The same tests must pass. Takes an hour on two cores, and is not part of CI.
#
#   scripts/hal.sh           the tests
#   scripts/hal.sh --perf    also OpenCV's perf tests of cvtColor and resize, and what the HAL makes of their times
#
# Test data is not needed: tests that ask for it fail both times. Needs what scripts/setup.sh --python installs.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
perf=no
case ${1:-} in
    '') ;;
    --perf) perf=yes ;;
    *) die "unknown option '$1'; usage: scripts/hal.sh [--perf]" ;;
esac
"$root/scripts/setup.sh" --python

build=$root/build/hal logs=$root/build/logs
mkdir -p "$logs"
say "Building the HAL"
configure_build "$root" "$build/ours" -DCUDASTRIPE_WITH_CUDA=OFF -DCUDASTRIPE_BUILD_TESTS=ON "-DOpenCV_DIR=$opencv_static"
build_targets "$build/ours" cudastripe_hal

say "Building OpenCV $opencv_version with it"
mkdir -p "$build/opencv"
cmake -S "$opencv_source/opencv" -B "$build/opencv" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DBUILD_LIST=core,imgproc,ts \
    -DWITH_IPP=OFF -DBUILD_TESTS=ON -DBUILD_PERF_TESTS=ON -DBUILD_EXAMPLES=OFF -DBUILD_opencv_apps=OFF -DBUILD_JAVA=OFF \
    -DOpenCV_HAL=cudastripe_hal "-Dcudastripe_hal_DIR=$build/ours/hal/package" > "$build/opencv/configure.log" 2>&1 ||
    die "OpenCV could not be configured; see $build/opencv/configure.log"
grep -q 'Custom HAL:.*cudastripe_hal' "$build/opencv/configure.log" || die "OpenCV did not find the HAL"
build_targets "$build/opencv" opencv_test_imgproc opencv_test_core opencv_perf_imgproc

# run_tests NAME WITH|WITHOUT: writes what passed to $logs/hal_NAME_WITH
run_tests() {
    local off=0
    [ "$2" = with ] || off=1
    CUDASTRIPE_HAL_OFF=$off "$build/opencv/bin/opencv_test_$1" --gtest_filter='-*Ocl*:*OCL*' \
        > "$logs/hal_$1_$2.log" 2>&1 || true
    sed -n 's/^\[ *OK \] \([^ ]*\).*/\1/p' "$logs/hal_$1_$2.log" | sort > "$logs/hal_$1_$2"
}
for module in imgproc core; do
    say "Running opencv_test_$module without and with the HAL"
    run_tests "$module" without
    run_tests "$module" with
    echo "$(wc -l < "$logs/hal_${module}_without") tests pass without, $(wc -l < "$logs/hal_${module}_with") with"
    diff "$logs/hal_${module}_without" "$logs/hal_${module}_with" || die "the HAL changes what passes"
done

[ "$perf" = yes ] || exit 0
say "Running perf tests without and with the HAL"
filter='*cvtColor8u*:*cvtColorYUV420*:*cvtColorRGB2YUV420p*:*resizeUpLinear*:*resizeDownLinear*-*OCL*'
for round in 1 2; do
    for side in without with; do
        CUDASTRIPE_HAL_OFF=$([ $side = with ] && echo 0 || echo 1) "$build/opencv/bin/opencv_perf_imgproc" \
            "--gtest_filter=$filter" --perf_min_samples=20 --perf_force_samples=20 \
            "--gtest_output=xml:$logs/hal_perf_${side}_$round.xml" > "$logs/hal_perf_${side}_$round.log" 2>&1 || true
    done
done
"$system_python" - "$logs" << 'PYTHON'
import math
import sys
import xml.etree.ElementTree


def medians(side):
    times = {}
    for number in (1, 2):
        for case in xml.etree.ElementTree.parse(f"{sys.argv[1]}/hal_perf_{side}_{number}.xml").iter("testcase"):
            measured = {entry.get("name"): entry.get("value") for entry in case.iter("property")}
            if "median" in measured:
                name = f'{case.get("name")} {case.get("value_param", "")}'
                times[name] = min(float(measured["median"]), times.get(name, math.inf))
    return times


without, with_hal = medians("without"), medians("with")
ratios = {name: without[name] / with_hal[name] for name in without if name in with_hal}
for name, ratio in sorted(ratios.items(), key=lambda entry: entry[1]):
    print(f"{ratio:6.2f}  {name}")
print(f"{len(ratios)} cases, geometric mean {math.exp(sum(map(math.log, ratios.values())) / len(ratios)):.2f}")
PYTHON
