#!/usr/bin/env bash
# Installs a build into a temporary folder, and builds and runs samples/consumer against it, as a user would.
#
#   scripts/test_install.sh BUILD_FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$1" --prefix "$work/prefix"
cmake -S "$root/samples/consumer" -B "$work/build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=$work/prefix"
cmake --build "$work/build"
(cd "$work" && "$work/build/consumer" && [ -s yuv.png ])
