# Paths and functions that the other scripts share. To be sourced.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${CUDASTRIPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudastripe}
jobs=${CUDASTRIPE_JOBS:-$(nproc)}
# Checkouts in different folders share what ccache keeps.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

opencv_version=4.14.0.94
opencv_sha256=f2e58020b9f54d68b49553a161327ae1bbc47da68e147231d444c915ee4cab4c
opencv_source=$cache/opencv_contrib_python-$opencv_version
opencv5_version=5.0.0.93
opencv5_sha256=da0ba61096b08c63cb4440d8fd6f323835cbb78b714c5ba22a39e1db68c83166
opencv_static=$cache/opencv-$opencv_version-static
opencv_aarch64=$cache/opencv-$opencv_version-aarch64
googletest_aarch64=$cache/googletest-aarch64
aarch64_options=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc
    -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++)
opencv5_static=$cache/opencv-$opencv5_version-static
cuda12_version=12.1.105
cuda12=$cache/cuda-$cuda12_version
# The longest tests, which the first part of scripts/test.sh leaves out.
longest_tests='*BusyMachine*:*BusyLink*:*FormatsDoc.saysHowFar*'
longest_tests+=$(printf ':*YuvCodes.equalsCvtColorForAllColours/%d?' 2 3 4 5 6 7) # GoogleTest has no [2-7]
longest_tests+=':*EveryYuvFormat.isExactOnGrey*/1:*FloatMode.ofTheCallerChangesNoChain/1:*CostModel.theChoiceIsWithin*'
longest_tests+=':*RandomOrders*'
opencv_tsan=$cache/opencv-$opencv_version-tsan
system_python=/usr/bin/python3 # Debian's, whatever else is in PATH
conan=$cache/conan-2.34.0/bin/conan

say() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

nvcc_path() {
    command -v nvcc || { [ -x /usr/local/cuda/bin/nvcc ] && echo /usr/local/cuda/bin/nvcc; } || true
}

# Prints the architectures of this machine's GPUs, such as 9.0 or 8.6,9.0, or "portable" if there is no GPU.
cuda_architectures() {
    local found=${CUDASTRIPE_CUDA_ARCH:-}
    if [ -z "$found" ] && command -v nvidia-smi > /dev/null; then
        found=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2> /dev/null | sort -u | paste -sd,) || found=
    fi
    echo "${found:-portable}"
}

# opencv_build_dir [NAME]: prints the build folder of OpenCV for this toolkit and these architectures; a NAME for each
# configuration.
opencv_build_dir() {
    local nvcc toolkit=none
    nvcc=$(nvcc_path)
    [ -z "$nvcc" ] || toolkit=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    echo "$cache/opencv-$opencv_version-cuda_$toolkit-$(cuda_architectures | tr ',.' '__')-${1:-o1}"
}

# Prints CMake's option for these architectures; nothing for portable code.
architectures_option() {
    local found
    found=$(cuda_architectures | tr -d . | tr , ';')
    [ "$found" = portable ] || echo "-DCMAKE_CUDA_ARCHITECTURES=$found"
}

# configure_build SOURCE BUILD OPTION...: a release build of the library alone, unless an option says otherwise
configure_build() {
    mkdir -p "$2"
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
        -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache -DCUDASTRIPE_BUILD_TESTS=OFF -DCUDASTRIPE_BUILD_SAMPLES=OFF \
        -DCUDASTRIPE_BUILD_BENCH=OFF "${@:3}" > "$2/configure.log" 2>&1 ||
        die "the build could not be configured; see $2/configure.log"
}

# build_targets BUILD TARGET...: builds targets of a configured build.
build_targets() {
    cmake --build "$1" -j "$jobs" --target "${@:2}" > "$1/build.log" 2>&1 || die "the build failed; see $1/build.log"
}

passed=0 failed=0 skipped=0
finish() { # ends a script that counts
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
    exit
}
