#!/usr/bin/env bash
# Installs a build into a temporary folder, moves that, and uses it as a user would.
#
#   scripts/test_install.sh BUILD_FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

on_if() { if "$@" > /dev/null; then echo ON; else echo OFF; fi; }
cuda=$(on_if compgen -G "$1/CMakeFiles/*/CMakeCUDACompiler.cmake")
tools=$(on_if grep '^CUDASTRIPE_BUILD_SAMPLES:BOOL=ON' "$1/CMakeCache.txt")
cmake --install "$1" --prefix "$work/first"
mv "$work/first" "$work/moved"
"$root/scripts/test_prefix.sh" "$work/moved" "$cuda" "$tools"
