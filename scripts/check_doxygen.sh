#!/usr/bin/env bash
# Builds the public headers' documentation with Doxygen. Fails if Doxygen warns.
#
#   scripts/check_doxygen.sh        writes build/doxygen/html
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/doxygen
{ cat cmake/Doxyfile; echo "OUTPUT_DIRECTORY = build/doxygen"; } | doxygen -
echo "Doxygen builds the public headers without a warning: build/doxygen/html/index.html"
