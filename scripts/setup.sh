#!/usr/bin/env bash
# Installs and builds what the other scripts need, and says what it does. Quick if nothing is missing.
#
#   scripts/setup.sh                everything that scripts/test.sh needs: packages, and OpenCV with its test framework
#   scripts/setup.sh --alone        only what the build against the distribution's OpenCV needs
#   scripts/setup.sh --python       what scripts/python.sh needs: OpenCV's core and imgproc as static libraries
#   scripts/setup.sh --opencv5      the same of OpenCV 5
#   scripts/setup.sh --compilers    what scripts/compilers.sh and scripts/abi.sh need: compilers, the emulator of aarch64, and
#                                   OpenCV's static libraries and GoogleTest for aarch64
#   scripts/setup.sh --tsan         what scripts/sanitize.sh --thread needs: OpenCV's core and imgproc under ThreadSanitizer
#   scripts/setup.sh --coverage     what scripts/coverage.sh needs
#   scripts/setup.sh --valgrind     what scripts/sanitize.sh --valgrind needs
#   scripts/setup.sh --packages     what scripts/package.sh and scripts/test_package.sh need: Debian's tools, and Conan
#   scripts/setup.sh --mutants      what scripts/mutation.sh needs: also libclang and its Python module
#   scripts/setup.sh --cuda-peers   what benchmarks compare with: OpenCV with cv::cuda's operators and colours in a folder
#                                   of its own, libyuv, and matplotlib for the chart
#
# CUDASTRIPE_CACHE      where OpenCV is kept (default: ~/.cache/cudastripe)
# CUDASTRIPE_CUDA_ARCH  GPU architectures, such as 9.0 or 8.6,9.0 (default: this machine's, else portable code)
# CUDASTRIPE_JOBS       parallel jobs (default: all processors)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

option=${1:-} static=false
case $option in
    '' | --alone | --coverage | --cuda-peers | --mutants | --packages | --valgrind) ;;
    --compilers | --opencv5 | --python | --tsan) static=true ;;
    *) die "unknown option '$option'; the options are at the top of ${BASH_SOURCE[0]}" ;;
esac
is() { [ "$option" = "$1" ]; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo > /dev/null; then
        sudo "$@"
    else
        die "'$*' needs root, and there is no sudo; run it yourself, then call this again"
    fi
}

install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2> /dev/null | grep -q '^ii' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing Debian packages: ${missing[*]}"
    command -v apt-get > /dev/null || die "these packages are missing and there is no apt-get: ${missing[*]}"
    as_root apt-get update -qq || die "the package lists could not be read; is there a network?"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null ||
        die "Debian has no (or could not install) one of: ${missing[*]}"
}

# The lock keeps two calls from building in the same folder.
mkdir -p "$cache" || die "cannot write the cache folder $cache; set CUDASTRIPE_CACHE"
exec 9> "$cache/lock"
flock 9

install_packages g++ cmake ninja-build ccache git
has_python_headers() {
    [ -f "$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]
}
if is --compilers; then
    install_packages abigail-tools clang-14 clang-16 clang-19 g++-aarch64-linux-gnu libgtest-dev libopencv-dev \
        libopenmpi-dev libtiff-dev qemu-user-static
fi
if $static; then
    install_packages python3 python3-pip python3-venv
    has_python_headers || install_packages python3-dev
else
    install_packages libavcodec-dev libavformat-dev libavutil-dev libbenchmark-dev libgtest-dev libopencv-dev pkg-config
    if is --coverage; then install_packages clang libclang-rt-dev llvm; fi
    if is --mutants; then install_packages python3-clang-16; fi
    if is --valgrind; then install_packages valgrind libc6-dbg; fi
    case $option in --alone | --coverage | --mutants | --valgrind) exit 0 ;; esac
    if is --packages; then
        install_packages doxygen dpkg-dev file help2man libopenmpi-dev libtiff-dev lintian python3 python3-venv
        if [ ! -x "$conan" ]; then
            say "Installing Conan"
            rm -rf "${conan%/bin/*}"
            python3 -m venv "${conan%/bin/*}" && "${conan%/bin/*}/bin/pip" install -q conan==2.34.0 ||
                die "Conan could not be installed from the Python package index"
        fi
        exit 0
    fi
    install_packages clang clang-format doxygen ffmpeg libclang-rt-dev libopenmpi-dev libtiff-dev openmpi-bin patch \
        pkg-config python3 python3-dev python3-numpy python3-pip python3-venv slurm-client slurmctld slurmd strace time xxd
fi
if is --cuda-peers; then install_packages libyuv-dev python3-matplotlib; fi

python_tools=$cache/python
if [ ! -x "$python_tools/bin/pip" ]; then
    say "Making a Python environment for tools and downloads in $python_tools"
    rm -rf "$python_tools"
    python3 -m venv "$python_tools" || die "python3 cannot make a virtual environment"
fi
if [ ! -x "$python_tools/bin/lizard" ]; then
    say "Installing lizard, which scripts/check_house.sh needs"
    "$python_tools/bin/pip" install -q lizard==1.24.3 || die "lizard could not be installed from the Python package index"
fi

if is --opencv5; then
    opencv_version=$opencv5_version opencv_sha256=$opencv5_sha256
    opencv_source=$cache/opencv_contrib_python-$opencv_version
fi
if [ ! -d "$opencv_source" ]; then
    archive=$cache/opencv_contrib_python-$opencv_version.tar.gz
    if [ ! -f "$archive" ]; then
        say "Downloading the source of OpenCV $opencv_version (some 150 MB)"
        rm -rf "$cache/download"
        # pip also prepares metadata, which may fail after the download. The checksum below decides.
        "$python_tools/bin/pip" download -q --no-deps --no-binary opencv-contrib-python \
            -d "$cache/download" "opencv-contrib-python==$opencv_version" > "$cache/download.log" 2>&1 || true
        [ -f "$cache/download/$(basename "$archive")" ] ||
            die "OpenCV $opencv_version could not be downloaded from the Python package index ($cache/download.log)"
        mv "$cache/download/$(basename "$archive")" "$archive"
    fi
    echo "$opencv_sha256  $archive" | sha256sum -c --status || {
        rm -f "$archive"
        die "the OpenCV archive has the wrong checksum; it was removed, call this again"
    }
    say "Unpacking OpenCV"
    rm -rf "$cache/unpack"
    mkdir "$cache/unpack"
    tar -xzf "$archive" -C "$cache/unpack" || die "cannot unpack $archive"
    mv "$cache/unpack/opencv_contrib_python-$opencv_version" "$opencv_source"
fi

cuda_options=(-DWITH_CUDA=OFF)
architecture_options=()
nvcc=$(nvcc_path)
if [ -n "$nvcc" ] && ! $static; then
    toolkit=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    npp_options=()
    if ! find "$toolkit"/ -name npp.h 2> /dev/null | grep -q .; then
        npp=$cache/npp
        if [ ! -e "$npp/lib/libnppc.so" ]; then
            say "This CUDA toolkit has no NPP, which OpenCV's core needs: installing the wheel"
            rm -rf "$npp" "$npp.part"
            "$python_tools/bin/pip" install -q --no-deps --target "$npp.part" nvidia-npp==13.0.1.2 ||
                die "the wheel nvidia-npp could not be had, and $toolkit has no NPP"
            for library in "$npp.part"/nvidia/cu13/lib/*.so.*; do
                ln -s "$(basename "$library")" "${library%.so.*}.so"
            done
            mv "$npp.part/nvidia/cu13" "$npp"
            rm -rf "$npp.part"
        fi
        npp_options=("-DCMAKE_LIBRARY_PATH=$npp/lib" "-DCMAKE_CXX_FLAGS=-I$npp/include" "-DCMAKE_CUDA_FLAGS=-I$npp/include")
    fi
    if [ "$(cuda_architectures)" = portable ]; then
        architecture_options=(-DCUDA_ARCH_PTX=7.5) # all supported GPUs can load this, so no machine code is made
    else
        architecture_options=("-DCUDA_ARCH_BIN=$(cuda_architectures)" -DCUDA_ARCH_PTX=)
    fi
    cuda_options=(-DWITH_CUDA=ON -DENABLE_CUDA_FIRST_CLASS_LANGUAGE=ON "-DCMAKE_CUDA_COMPILER=$nvcc"
        -DWITH_CUFFT=OFF -DWITH_CUBLAS=OFF -DWITH_CUDNN=OFF -DWITH_NVCUVID=OFF -DWITH_NVCUVENC=OFF
        "${architecture_options[@]}" "${npp_options[@]}")
fi

# Only OpenCV's matrices and threads are used, except where it is measured. This halves the time that it takes to build.
level=-O1
python_options=(-DBUILD_opencv_python3=OFF)
extra_modules='' tests=OFF
if $static; then
    build=$opencv_static
    if is --opencv5; then build=$opencv5_static; fi
    if is --compilers; then
        build=$opencv_aarch64
        cuda_options+=("${aarch64_options[@]}")
    fi
    modules=core,imgproc
    own_options=(-DBUILD_SHARED_LIBS=OFF)
    parts="the core and imgproc of OpenCV $opencv_version as static libraries"
    if is --tsan; then
        build=$opencv_tsan
        flags=$(sed -nE '/"name": "tsan"/,/"name"/s/.*"CMAKE_CXX_FLAGS": "([^"]*)".*/\1/p' "$root/CMakePresets.json")
        own_options=("-DCMAKE_C_FLAGS=$flags -g" "-DCMAKE_CXX_FLAGS=$flags -g")
        parts="the core and imgproc of OpenCV $opencv_version under ThreadSanitizer"
    fi
    cuda_options+=("${own_options[@]}")
    targets=(opencv_core opencv_imgproc)
    wanted_for="$modules${flags:+ $flags}"
elif is --cuda-peers; then
    [ -n "$nvcc" ] || die "cv::cuda's operators need the CUDA toolkit, and there is no nvcc"
    level=-O3
    build=$(opencv_build_dir cuda_peers)
    modules=core,imgproc,imgcodecs,cudev,cudaarithm,cudafilters,cudaimgproc
    extra_modules=$opencv_source/opencv_contrib/modules
    targets=(opencv_imgcodecs opencv_cudaarithm opencv_cudaimgproc)
    parts="OpenCV's core, and cv::cuda's operators and colours"
    wanted_for=$modules # this module is not in it, so all checkouts can share it
else
    build=$(opencv_build_dir)
    modules=core,imgproc,imgcodecs,ts,cudev,python3,cudastripe
    extra_modules="$opencv_source/opencv_contrib/modules;$root/modules"
    tests=ON
    # Debian's numpy is for Debian's Python.
    python_options=(-DBUILD_opencv_python3=ON "-DPYTHON3_EXECUTABLE=$system_python")
    targets=(opencv_imgcodecs opencv_ts)
    parts="OpenCV's core and its test framework"
    wanted_for="$root $modules"
fi
wanted_for+=" $level ${architecture_options[*]-}"
stamp=$build/cudastripe_configured_for # OpenCV has a folder of its own named configured
configured_for=$(cat "$stamp" 2> /dev/null || true)
if [ "$configured_for" != "$wanted_for" ]; then
    say "Configuring OpenCV in $build"
    mkdir -p "$build"
    # CMake drops a cache that is out of date, and the options given here with it. So start without a cache. The generated
    # bindings include headers of the checkout, which may have been another one; their times do not tell.
    rm -rf "$stamp" "$build/CMakeCache.txt" "$build/CMakeFiles" "$build"/modules/python_bindings_generator/pyopencv_*
    cmake -S "$opencv_source/opencv" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        "-DCMAKE_CXX_FLAGS_RELEASE=$level -DNDEBUG" "-DCMAKE_C_FLAGS_RELEASE=$level -DNDEBUG" \
        "-DBUILD_LIST=$modules" "-DOPENCV_EXTRA_MODULES_PATH=$extra_modules" \
        -DBUILD_TESTS=$tests -DBUILD_PERF_TESTS=$tests -DBUILD_EXAMPLES=OFF -DBUILD_DOCS=OFF -DBUILD_JAVA=OFF \
        "${python_options[@]}" -DBUILD_opencv_apps=OFF -DBUILD_ZLIB=ON -DBUILD_PNG=ON -DBUILD_JPEG=ON \
        -DWITH_IPP=OFF -DWITH_OPENCL=OFF -DWITH_PROTOBUF=OFF -DWITH_FLATBUFFERS=OFF -DWITH_ITT=OFF -DWITH_VA=OFF \
        -DWITH_FFMPEG=OFF -DWITH_GSTREAMER=OFF -DWITH_V4L=OFF -DWITH_GTK=OFF -DWITH_TIFF=OFF -DWITH_WEBP=OFF \
        -DWITH_OPENJPEG=OFF -DWITH_JASPER=OFF -DWITH_OPENEXR=OFF -DWITH_EIGEN=OFF -DWITH_LAPACK=OFF -DWITH_AVIF=OFF \
        -DWITH_IMGCODEC_HDR=OFF -DWITH_IMGCODEC_SUNRASTER=OFF -DWITH_IMGCODEC_PFM=OFF -DWITH_1394=OFF -DWITH_JPEGXL=OFF \
        "${cuda_options[@]}" > "$build/configure.log" 2>&1 ||
        die "OpenCV could not be configured; the end of $build/configure.log: $(tail -n 3 "$build/configure.log" | tr '\n' ' ')"
    echo "$wanted_for" > "$stamp"
fi

say "Building $parts (minutes the first time, nothing after)"
cmake --build "$build" -j "$jobs" --target "${targets[@]}" > "$build/build.log" 2>&1 ||
    die "OpenCV could not be built; see $build/build.log"
echo "OpenCV is ready in $build"

if is --compilers && [ ! -d "$cuda12" ]; then
    say "Installing the headers and ptxas of CUDA $cuda12_version"
    rm -rf "$cuda12.part"
    if "$python_tools/bin/pip" install -q --no-deps --target "$cuda12.part" "nvidia-cuda-nvcc-cu12==$cuda12_version" \
        "nvidia-cuda-runtime-cu12==$cuda12_version"; then
        mv "$cuda12.part/nvidia/cuda_nvcc" "$cuda12"
        cp -r "$cuda12.part/nvidia/cuda_runtime/include" "$cuda12"
    fi
    rm -rf "$cuda12.part"
fi
if is --compilers && [ ! -d "$googletest_aarch64/include" ]; then
    say "Building GoogleTest for aarch64"
    cmake -S /usr/src/googletest -B "$googletest_aarch64/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_GMOCK=OFF \
        "${aarch64_options[@]}" > "$googletest_aarch64.log" 2>&1 &&
        cmake --build "$googletest_aarch64/build" >> "$googletest_aarch64.log" 2>&1 &&
        cmake --install "$googletest_aarch64/build" --prefix "$googletest_aarch64" >> "$googletest_aarch64.log" 2>&1 ||
        die "GoogleTest could not be built for aarch64; see $googletest_aarch64.log"
fi
