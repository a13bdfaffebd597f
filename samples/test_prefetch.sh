#!/usr/bin/env bash
# Tests what prefetch does, seen from outside: samples/test_prefetch.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

prints '^emulated on the CPU: 304 launch shapes, all right$' --device=none
prints '^No CUDA device is used' --device=none
check "a picture of nothing" [ ! -e prefetch.png ]
prints '^emulated .* all right$' --device=none --rounds=0 --block-threads=33 --blocks=0

# What a GPU, if there is one, has measured can be drawn again.
prints '^(best: [0-9.]+ x plain|No CUDA device is used)' --elements=100001 --repeat=3 --csv=measured.csv
if [ -e measured.csv ]; then
    check "measured picture" is_png prefetch.png
    check "measured lines: $(wc -l < measured.csv)" [ "$(wc -l < measured.csv)" = 306 ]
    prints '^best: [0-9.]+ x plain' --from=measured.csv --out=again.png
    check "picture of a table" is_png again.png
fi

# A made-up table
{
    echo '# made up'
    echo kernel,policy,distance,padding,block_threads,blocks_per_multiprocessor,median_ms,p10_ms,p90_ms,speed_up
    echo latency,Plain,1,0,128,1,3.0,2.9,3.1,1.0
    echo latency,RollingAsync,6,3,128,1,2.0,1.9,2.1,1.5
    echo latency,RollingAsync,6,0,128,1,2.4,2.3,2.5,1.25
    echo latency,RollingShared,5,0,128,1,2.5,2.4,2.6,1.2
} > made_up.csv
prints '^best: 1\.50 x plain: RollingAsync, padding 3, distance 6: 2\.0000 ms \(1\.9000 to 2\.1000\)$' \
    --from=made_up.csv --out=made_up.png
check "made-up picture" is_png made_up.png
check "padded: $(cat "$out")" grep -Eq '^RollingAsync, padded( +-){5} +1\.50( +-){10}$' "$out"
check "not padded: $(cat "$out")" grep -Eq '^RollingAsync( +-){5} +1\.25( +-){10}$' "$out"
# Five is odd: what is measured without padding stands in both lines.
check "odd distance: $(cat "$out")" grep -Eq '^RollingShared, padded( +-){4} +1\.20( +-){11}$' "$out"
refuses 'missing.csv: cannot be read' --from=missing.csv
sed 's/RollingAsync/Rolling/' made_up.csv > wrong.csv
refuses "wrong.csv, line 4: no policy is called 'Rolling'" --from=wrong.csv
sed '5s/2.4,/2.4;/' made_up.csv > wrong.csv
refuses 'wrong.csv, line 5: not a line of kernel,policy' --from=wrong.csv
grep -v Plain made_up.csv > wrong.csv
refuses 'latency: there is no measurement of Plain' --from=wrong.csv
head -2 made_up.csv > wrong.csv
refuses 'there are no measurements' --from=wrong.csv
refuses 'cannot be written' --from=made_up.csv --out=no/folder.png
check "left behind: $(find . -name '*.part')" [ -z "$(find . -name '*.part')" ]

prints '^usage: prefetch' --help
refuses 'not a whole number from 1 to' --elements=0
refuses 'not a whole number' --repeat=many
refuses 'not a whole number from 1 to 1024' --block-threads=1025
refuses 'not a whole number from 0 to 32' --blocks=33
refuses 'not auto, none or the number of a CUDA device' --device=gpu
refuses 'no such CUDA device' --device=99

finish
