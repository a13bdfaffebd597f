#!/usr/bin/env bash
# Measures issue orders and numbers of stripes beside what the model predicts, and prints tables.
#
#   scripts/bench_schedules.sh [PROGRAM] [--out=FOLDER]
#
#   PROGRAM        a bench_schedules that is built already, for example elsewhere; default: build/alone's, brought up to
#                  date
#   --out=FOLDER   where the reports are written (default: this folder)
#
# Two minutes. The best number of stripes of the sweep is then measured once more, in turn with what the library chooses,
# so that luck does not count.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
read_bench_arguments "$@"
[ ${#options[@]} = 0 ] || { echo "bench_schedules.sh: unknown option '${options[0]}'" >&2 && exit 1; }
find_bench_program bench_schedules
table=$here/../bench/schedule_table.py

measure_bench schedules
python3 "$table" "$out/schedules.json"
measure_bench best_against_chosen --benchmark_repetitions=101 "--benchmark_filter=$(python3 "$table" --best-filter "$out/schedules.json")"
echo
echo "## The best number of stripes measured again, in turn with the choice"
python3 "$table" "$out/best_against_chosen.json"
