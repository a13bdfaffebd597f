#!/usr/bin/env bash
# Makes packages in dist/: Debian packages of the library, its headers and the programs, and archives of the sources and of
# the API reference, which is HTML.
#
#   scripts/package.sh            against the distribution's OpenCV, without CUDA
#   scripts/package.sh --cuda     with GPU code for CUDASTRIPE_CUDA_ARCH (default: this machine's GPUs, else portable)
#   scripts/package.sh --wheel    also the Python wheel, by scripts/python.sh, which tests it, too
#
# CUDASTRIPE_MAINTAINER is the maintainer that the packages name: "NAME <ADDRESS>". scripts/test_package.sh tests the
# packages. The other settings are those of scripts/setup.sh.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cuda=OFF wheel=false
for option in "$@"; do
    case $option in
        --cuda) cuda=ON ;;
        --wheel) wheel=true ;;
        *) die "unknown option '$option'; usage: scripts/package.sh [--cuda] [--wheel]" ;;
    esac
done
"$root/scripts/setup.sh" --packages

dist=$root/dist build=$root/build/package_cuda_$cuda
version=$(sed -nE 's/.*project\(cudastripe VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
mkdir -p "$dist"
# The time of the last commit, so that the same sources make the same packages.
if committed=$(git -C "$root" log -1 --format=%ct 2> /dev/null); then
    export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$committed}
    say "Archiving the sources"
    git -C "$root" archive --prefix="cudastripe-$version/" -o "$dist/cudastripe-$version.tar.gz" HEAD
    git -C "$root" diff --quiet HEAD || echo "Note: the archive has the last commit, without what has changed since"
else
    echo "No archive of the sources: this is no git checkout"
fi

say "Writing the API reference"
reference=$root/build/reference
rm -rf "$reference"
mkdir -p "$reference"
{ cat "$root/cmake/Doxyfile"; printf '%s\n' "OUTPUT_DIRECTORY = $reference" "PROJECT_NUMBER = $version" "WARN_AS_ERROR = NO"; } | (cd "$root" && doxygen -) > "$reference/doxygen.log" 2>&1 ||
    die "Doxygen failed; see $reference/doxygen.log"
tar -czf "$dist/cudastripe-$version-reference.tar.gz" -C "$reference" --sort=name --owner=0 --group=0 --numeric-owner \
    ${SOURCE_DATE_EPOCH:+"--mtime=@$SOURCE_DATE_EPOCH"} "--transform=s,^html,cudastripe-$version-reference," html

say "Building Debian packages"
options=("-DCUDASTRIPE_WITH_CUDA=$cuda" "-DCUDASTRIPE_WERROR=${CUDASTRIPE_WERROR:-OFF}")
nvcc=$(nvcc_path)
architectures=$(architectures_option)
if [ "$cuda" = ON ]; then
    [ -n "$nvcc" ] || die "GPU code needs the CUDA toolkit, and there is no nvcc"
    options+=("-DCMAKE_CUDA_COMPILER=$nvcc" ${architectures:+"$architectures"})
fi
[ -z "${CUDASTRIPE_MAINTAINER:-}" ] || options+=("-DCUDASTRIPE_MAINTAINER=$CUDASTRIPE_MAINTAINER")
link=$(dpkg-buildflags --get LDFLAGS)
configure_build "$root" "$build" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_RPATH=ON \
    -DCUDASTRIPE_BUILD_PACKAGES=ON -DCUDASTRIPE_BUILD_SAMPLES=ON "-DCMAKE_SHARED_LINKER_FLAGS=$link" \
    "-DCMAKE_EXE_LINKER_FLAGS=$link" "${options[@]}"
build_targets "$build" package_contents
rm -rf "$build/cpack"
cpack --config "$build/CPackConfig.cmake" -B "$build/cpack" > "$build/cpack.log" 2>&1 ||
    die "CPack failed; see $build/cpack.log"
mv "$build"/cpack/*.deb "$dist/"

if $wheel; then
    "$root/scripts/python.sh"
    cp "$root"/build/dist/plain/*.whl "$dist/"
fi
say "Packages"
ls -l "$dist"
