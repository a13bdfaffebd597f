#!/usr/bin/env bash
# Adds the made-up layout of CONTRIBUTING.md to a copy of the sources, builds it without CUDA, and runs the tests of
# formats over it: a layout must be one row of one table.
#
#   scripts/test_made_up_layout.sh BUILD_FOLDER
#
# The copy and its build are kept in BUILD_FOLDER/made_up_layout.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/made_up.sh"
[ $# = 1 ] || die "usage: scripts/test_made_up_layout.sh BUILD_FOLDER"

folder=$1/made_up_layout
made_up_build "$folder" include/opencv2/cudastripe/yuv_layout.hpp 1 yuv_formats yuv_format from_yuv from_yuv_linear
name=$(sed -nE 's/^\+.*ROW\([A-Za-z0-9]+, "([a-z0-9]+)".*/\1/p' "$folder/made_up.diff")
made_up_test "$folder" '*YuvFormats.*:*EveryYuvFormat*:*YuvFormat.*' '*YuvFormats.*' "(Host, $name:"
echo "layout $name is one row"
