#!/usr/bin/env bash
# Measures what the host's steps take around one kernel on a small image, in plain CUDA, and prints tables: what no library
# could do faster on this machine.
#
#   scripts/bench_steps.sh [PROGRAM]
#
#   PROGRAM        a bench_steps that is built already, for example elsewhere; default: build/alone's, brought up to date
#
# Some seconds.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"
find_bench_program bench_steps
exec "$program"
