#!/usr/bin/env bash
# Uses an installed library as users would: builds and runs samples/consumer by CMake and by pkg-config alone, and asks
# for the package's components.
#
#   scripts/test_prefix.sh PREFIX CUDA TOOLS     CUDA and TOOLS are ON or OFF: whether PREFIX must have these components
#   scripts/test_prefix.sh BUILD_FOLDER          installs a build into a temporary folder, and moves that
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
on_if() { if "$@" > /dev/null; then echo ON; else echo OFF; fi; }
if [ $# = 1 ]; then
    cmake --install "$1" --prefix "$work/first"
    mv "$work/first" "$work/moved"
    set -- "$work/moved" "$(on_if compgen -G "$1/CMakeFiles/*/CMakeCUDACompiler.cmake")" \
        "$(on_if grep '^CUDASTRIPE_BUILD_SAMPLES:BOOL=ON' "$1/CMakeCache.txt")"
fi
[ $# = 3 ] || die "usage: scripts/test_prefix.sh PREFIX CUDA TOOLS, or scripts/test_prefix.sh BUILD_FOLDER"
prefix=$(realpath "$1") cuda=$2 tools=$3
pc=$(find "$prefix" -name cudastripe.pc)
[ -f "$pc" ] || die "there is no cudastripe.pc in $prefix"
# Libraries that are linked by pkg-config are found as those of the system are.
library_path=$(pkg-config --variable=libdir "$pc")
export PKG_CONFIG_PATH=${pc%/*}${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}

cmake -S "$root/samples/consumer" -B "$work/cmake" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$prefix"
cmake --build "$work/cmake"
(cd "$work/cmake" && ./consumer && [ -s yuv.png ]) || die "the consumer built by CMake does not work"
grep -q "^opencv_cudastripe_DIR:PATH=$prefix/" "$work/cmake/CMakeCache.txt" || die "CMake found another cudastripe"

mkdir "$work/pkg-config"
cd "$work/pkg-config"
read -ra flags <<< "$(pkg-config --cflags --libs cudastripe)"
echo "g++ consumer.cpp ${flags[*]}"
"${CXX:-g++}" -std=c++17 "$root/samples/consumer/consumer.cpp" -o consumer -Wl,--as-needed "${flags[@]}"
LD_LIBRARY_PATH=$library_path ./consumer
cmp yuv.png "$work/cmake/yuv.png" || die "the consumer built by pkg-config does not work"

cmake -S "$root/test/components" -B "$work/components" "-DCMAKE_PREFIX_PATH=$prefix" "-DEXPECT_CUDA=$cuda" \
    "-DEXPECT_TOOLS=$tools"
echo "$prefix: CMake, pkg-config and components work"
