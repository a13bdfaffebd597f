#!/usr/bin/env bash
# Adds the made-up operator of CONTRIBUTING.md to a copy of the sources, builds it without CUDA, and runs the tests of
# operators over it: an operator must be one row of one table and its lowering.
#
#   scripts/test_made_up_operator.sh BUILD_FOLDER
#
# The copy and its build are kept in BUILD_FOLDER/made_up_operator.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/made_up.sh"
[ $# = 1 ] || die "usage: scripts/test_made_up_operator.sh BUILD_FOLDER"

folder=$1/made_up_operator
made_up_build "$folder" include/opencv2/cudastripe/operator_table.hpp 5 chain operator_bits operator_values operators
name=$(sed -nE 's/^\+.*ROW\([A-Za-z0-9]+, "([A-Za-z0-9]+)".*/\1/p' "$folder/made_up.diff")
made_up_test "$folder" "*_$name*:*Chain.every*:*Chain.results*:*Chain.hostAndDevice*" '*OperatorValues.*' "_$name"
echo "operator $name is one row and its lowering"
