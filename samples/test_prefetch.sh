#!/usr/bin/env bash
# Tests what prefetch does, seen from outside: samples/test_prefetch.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

prints '^emulated on the CPU: 322 launch shapes, all right$' --device=none --csv=none.csv
prints '^No CUDA device is used' --device=none
check "files of nothing" [ -z "$(ls -A)" ]
prints '^emulated .* all right$' --device=none --rounds=0 --block-threads=33 --blocks=0

# What a GPU, if there is one, measures
prints '^(best: [0-9.]+ x plain: [A-Z]|No CUDA device is used)' --elements=100001 --repeat=3 --csv=measured.csv
if [ -e measured.csv ]; then
    check "measured picture" is_png prefetch.png
    check "measured lines: $(wc -l < measured.csv)" [ "$(wc -l < measured.csv)" = 324 ]
    check "table: $(cat "$out")" [ "$(grep -cE '^[A-Z]\w+(, padded)? *( +[0-9]+\.[0-9]{2}){16}$' "$out")" = 20 ]
    # The best is of the least median. Columns: kernel, policy, distance, padding, ..., median.
    best=$(sort -s -t , -g -k 7,7 measured.csv | awk -F , '/^streaming/ { printf "%s, distance %d, padding %d", $2, $3, $4; exit }')
    check "best is not $best: $(cat "$out")" grep -q "^best: .* x plain: $best, 256 threads" "$out"
fi

prints '^usage: prefetch' --help
refuses 'not a whole number from 1 to' --elements=0
refuses 'not a whole number' --repeat=many
refuses 'not a whole number from 1 to 1024' --block-threads=1025
refuses 'not a whole number from 0 to 32' --blocks=33
refuses 'not auto, none or the number of a CUDA device' --device=gpu
refuses 'no such CUDA device' --device=99
refuses '.png' --out=same.csv --csv=same.csv

finish
