#!/usr/bin/env bash
# Measures versions of the library beside one another in one process, and prints a table: processes of one machine differ
# by 5 %, a change often by less.
#
#   scripts/bench_versions.sh [REVISION...] [--out=FOLDER] [--benchmark_...]
#
#   REVISION       what git knows; "." is the working tree (default: HEAD~1 and ".")
#   --out=FOLDER   where the report is written (default: this folder)
#
# Plug-ins are built in build/versions, some minutes each; to measure elsewhere, take bench_versions, them and
# bench/table.py along. Options of Google Benchmark are passed on: --benchmark_filter=VGA leaves out the rest.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/bench_program.sh"
revisions=() rest=()
for argument in "$@"; do
    case $argument in
        -*) rest+=("$argument") ;;
        *) revisions+=("$argument") ;;
    esac
done
[ ${#revisions[@]} -gt 0 ] || revisions=(HEAD~1 .)
read_bench_arguments ${rest[@]+"${rest[@]}"}
find_bench_program bench_versions

versions=$here/../build/versions
mkdir -p "$versions"
plugins=()
for revision in "${revisions[@]}"; do
    tree=$(cd "$here/.." && pwd) name=here
    if [ "$revision" != . ]; then
        name=$(git -C "$here" rev-parse --short "$revision^{commit}")
        tree=$versions/$name.tree
        [ -d "$tree" ] || git -C "$here/.." worktree add --detach "$tree" "$name" > /dev/null 2>&1
    fi
    cmake -S "$here/../bench/versions" -B "$versions/$name.build" -DCMAKE_BUILD_TYPE=Release \
        -DCUDASTRIPE_TREE="$tree" ${CMAKE_OPTIONS:-} > "$versions/$name.log"
    cmake --build "$versions/$name.build" --target version -j "$(nproc)" >> "$versions/$name.log"
    cp "$(find "$versions/$name.build" -name 'libversion.so' | head -n 1)" "$versions/$name.so"
    plugins+=("$versions/$name.so")
done
measure_bench versions --benchmark_report_aggregates_only=false ${options[@]+"${options[@]}"} "${plugins[@]}"
python3 "$here/../bench/table.py" "$out/versions.json"
