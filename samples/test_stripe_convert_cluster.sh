#!/usr/bin/env bash
# Tests stripe_convert as one of many: parts, resuming, reports. samples/test_stripe_convert_cluster.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

parts=4
nv12=(--format=nv12 --as=yuv)
mkdir in
for i in {01..40}; do picture $((2 * (10#$i % 7 + 8))) 16 > in/p$i.ppm; done
{ printf 'P6\n400 300\n255\n'; head -c 360000 /dev/zero; } > in/large.ppm
for i in 1 2; do
    { printf 'YUV4MPEG2 W16 H16 F25:1 Ip C420jpeg\n'; for _ in {1..6}; do echo FRAME; head -c 384 /dev/urandom; done; } > in/v$i.y4m
done
names() { ls "$1" | tr '\n' ' '; }
times() { find "$1" -name '*.yuv' -printf '%f %T@\n' | sort; }
hash_of() { "$program" merge-reports "$@" | sed -n 's/.* hash //p'; }

# Errors
for shard in 4/4 -1/4 1 1/ /4 0/0 a/b 1/2/3; do refuses "--shard=$shard: not I/N" --shard=$shard in; done
refuses '--resume needs an --output' --resume in
refuses 'a picture cannot hold a video' --format=packed444 --videos --as=png --output=x in
refuses '.json' --report=x.txt in
refuses 'needs the names of reports' merge-reports
refuses '--shard does not go with' --shard=0/2 merge-reports x.json

# All parts together are the whole, and each input is in one of them
succeeds "${nv12[@]}" --videos --report=whole.json --output=whole in
check "files of the whole: $(names whole)" test "$(ls whole | wc -l)" = 43
for ((i = 0; i < parts; i++)); do
    succeeds "${nv12[@]}" --videos --shard=$i/$parts --report=hash.$i.json --output=hash/ in
    succeeds "${nv12[@]}" --videos --shard=$i/$parts --output=hash.$i/ ./in/../in
done
check "parts differ from the whole" diff -r whole hash
check "a file in two parts" test -z "$(find hash.? -type f -printf '%f\n' | sort | uniq -d)"
check "files in parts" test "$(find hash.? -type f | wc -l)" = 43
prints '^43 of 43 inputs, 4 of 4 shards, hash [0-9a-f]{16}$' merge-reports hash.?.json
check "hash of the parts" test "$(hash_of hash.?.json)" = "$(hash_of whole.json)"
if command -v xxh64sum > /dev/null; then
    check "hash of a file" grep -q "yuv.*$(xxh64sum < whole/large.yuv | cut -d ' ' -f 1)" whole.json
fi
if command -v python3 > /dev/null; then check "JSON" python3 -m json.tool whole.json /dev/null; fi

prints '^Part 7 of 1000: 0 of 2 inputs, 0 of them done before, 0 failed$' \
    --shard=7/1000 --report=none.json --output=none/ in/p01.ppm in/p02.ppm

# What is done is skipped, and made again if its options, its input or itself have changed
resume=("${nv12[@]}" --resume --output=again in)
prints '^Part 0 of 1: 41 of 41 inputs, 0 of them done before, 0 failed$' "${resume[@]}"
times again > before
prints '^Part 0 of 1: 41 of 41 inputs, 41 of them done before, 0 failed$' --report=again.json "${resume[@]}"
check "a skipped output was written" cmp -s before <(times again)
succeeds "${nv12[@]}" --report=plain.json --output=plain/ in
check "hash of what was skipped" test "$(hash_of again.json)" = "$(hash_of plain.json)"
rm again/p01.yuv
truncate -s 10 again/p02.yuv
touch again/p03.yuv
touch in/p04.ppm
picture 20 20 > in/p05.ppm
rm again/.stripe_convert/p06.yuv
truncate -s 30 again/.stripe_convert/p07.yuv
prints '^Part 0 of 1: 41 of 41 inputs, 34 of them done before, 0 failed$' "${resume[@]}"
prints '^Part 0 of 1: 41 of 41 inputs, 0 of them done before, 0 failed$' --format=nv21 --as=yuv --resume --output=again in
prints '^Part 0 of 1: 41 of 41 inputs, 0 of them done before, 0 failed$' "${resume[@]}"
succeeds "${nv12[@]}" --output=plain/ in
check "outputs that were made again" diff -r -x .stripe_convert plain again
mkdir same other # two folders with a file of one name, size and time
picture 16 16 > same/x.ppm
tail -c +2 same/x.ppm | cat <(printf P) - | sed 's/a/b/g' > other/x.ppm
touch -d '2026-01-01' same/x.ppm other/x.ppm
for folder in same other; do
    prints '^Part 0 of 1: 1 of 1 inputs, 0 of them done before, 0 failed$' "${nv12[@]}" --resume --output=both/ $folder
    succeeds "${nv12[@]}" --output=alone/ $folder
    check "the output of $folder/x.ppm" cmp -s both/x.yuv alone/x.yuv
done
frames=(--to=bgr --as=ppm --resume --output=frames/ in/v1.y4m in/v2.y4m)
succeeds "${frames[@]}"
prints '^Part 0 of 1: 2 of 2 inputs, 2 of them done before, 0 failed$' "${frames[@]}"
rm frames/v1_0002.ppm
prints '^Part 0 of 1: 2 of 2 inputs, 1 of them done before, 0 failed$' "${frames[@]}"

# A file that fails does not stop the others, and is not done
cp -r in bad
echo 'not a picture' > bad/p20.ppm
: > bad/p21.ppm
head -c 100 bad/v1.y4m > bad/v3.y4m
"$program" "${nv12[@]}" --videos --resume --report=bad.json --output=bad.out bad > "$out" 2> "$err"
check "not three lines on stderr: $(cat "$err")" test "$(grep -c . "$err")" = 3
check "the last line: $(tail -n 1 "$out")" \
    grep -qx 'Part 0 of 1: 44 of 44 inputs, 0 of them done before, 3 failed' "$out"
check "others than the failed: $(names bad.out)" test "$(ls bad.out/*.yuv | wc -l)" -ge 41 -a ! -e bad.out/p20.yuv
"$program" merge-reports bad.json > "$out" && fail "merge-reports of a failed input: exit code 0"
for input in p20.ppm p21.ppm v3.y4m; do grep -q "^failed: $input: " "$out" || fail "$input is not in: $(cat "$out")"; done
"$program" "${nv12[@]}" --resume --output=bad.out in/p01.ppm nowhere.ppm in/p02.ppm > "$out" 2> "$err" && fail "nowhere.ppm"
check "inputs after a missing one: $(cat "$err")" test -f bad.out/p02.yuv -a "$(wc -l < "$err")" = 1
fails 'broken.y4m: No such file' --to=bgr --output=two/ broken.y4m
fails 'broken.y4m: No such file' --to=bgr --output=two/ in/v1.y4m broken.y4m
rm -r two
echo 'YUV4MPEG2' > broken.y4m
fails 'broken.y4m' --to=bgr --output=two/ broken.y4m in/v1.y4m
check "inputs after a broken header" test -f two/v1_0006.png
mkdir -p denied/p01.yuv
fails 'p01.yuv' "${nv12[@]}" --output=denied/ in
check "inputs after an output that cannot be written" test "$(find denied -type f | wc -l)" = 40

# What is missing, doubled, or of another run
complains() { # WORDS REPORT...
    "$program" merge-reports "${@:2}" > "$out" 2> "$err" && fail "merge-reports ${*:2}: exit code 0"
    grep -qF -- "$1" "$out" || fail "merge-reports ${*:2}: '$1' is not in: $(cat "$out")"
}
complains 'missing: no report of shard 2' hash.0.json hash.1.json hash.3.json
complains 'doubled: shard 1' hash.?.json hash.1.json
complains 'whole.json: of another run: 1 shards' hash.?.json whole.json
sed 's/"shard": 3/"shard": 2/; s/"shard": 0/"shard": 3/' hash.0.json > twice.json
complains 'doubled: p' hash.0.json hash.1.json hash.2.json twice.json
complains 'nowhere.json: not a report' nowhere.json hash.?.json
complains 'broken.json: not a report' <(echo '{"a": ') broken.json hash.?.json
sed '/p01.ppm/d; /p02.ppm/d; /p03.ppm/d' whole.json > short.json
complains 'missing: 3 inputs that are in no report' short.json

# Damaged reports, and those of others, are named and add nothing
damaged() { # TEXT: instead of a report
    printf '%s' "$1" > damaged.json
    complains 'damaged.json: not a report of stripe_convert, or a damaged one' damaged.json hash.?.json
    check "reports beside a damaged one: $(tail -n 1 "$out")" test "$(tail -n 1 "$out")" = "$(tail -n 1 good)"
}
"$program" merge-reports hash.?.json > good
report='"shards": 1, "shard": 0, "options": "", "inputs_of_all_shards": 1, "inputs": '
for inputs in '[ 5 ]' '[ "a" ]' '[ [ ] ]' '5' '"text"' '[ {"input": 1, "hash": "", "error": ""} ]' '[ {"input": "a"} ]'; do
    damaged "{ $report$inputs }"
done
for wrong in '"shards": 0' '"shards": -1' '"shards": "1"' '"shard": 1' '"shard": -1' '"shard": 0.5' '"options": 1' \
    '"inputs_of_all_shards": -1'; do
    damaged "{ $(sed "s/${wrong%%:*}: [^,]*,/$wrong,/" <<< "$report") [ ] }"
done
for bytes in 1 20 50 100 300 -40 -8 -3; do damaged "$(head -c $bytes hash.0.json)"; done
sed 's/"shards": 4/"shards": 2000000000/' hash.0.json > many.json
complains 'missing: no report of shard 1 to 1999999999' many.json
check "lines about missing shards: $(wc -l < "$out")" test "$(wc -l < "$out")" = 2

# SIGTERM ends it without half a file and without a report; the rest is done later
mkdir slow
for i in {1..9}; do cp in/large.ppm slow/$i.ppm; done
slow=("${nv12[@]}" --verify --resume --report=slow.json --output=slow.out slow)
succeeds --report=slow.json in/p01.ppm # the report of an earlier run
"$program" "${slow[@]}" > "$out" 2> "$err" &
for _ in {1..400}; do [ -s slow.out/2.yuv ] && break; sleep 0.02; done
kill -TERM $!
wait $! 2> /dev/null
check "exit code after SIGTERM" test $? = 143
check "files after SIGTERM: $(names slow.out)" test -z "$(find . -name '*.part')" -a ! -e slow.json -a ! -e slow.out/9.yuv
done_before=$(ls slow.out/.stripe_convert | wc -l)
prints "^Part 0 of 1: 9 of 9 inputs, $done_before of them done before, 0 failed$" "${slow[@]}"

# Temporary files of killed processes are removed, those of living ones are not
mkfifo endless
"$program" --format=nv12 --from=nv12 --size=16x16 --output=slow.out/endless.yuv endless > "$out" 2> "$err" &
exec 8> endless
for _ in {1..200}; do compgen -G 'slow.out/*.part' > /dev/null && break; sleep 0.02; done
living=$(cd slow.out && ls cudastripe.*.part)
check "the name of a temporary file: $living" test "${living#cudastripe.local."$(hostname)".$!.}" != "$living"
touch -d '1 minute ago' slow.out/cudastripe.77."$(hostname)".99999999.2.part slow.out/cudastripe.77.elsewhere.99999999.2.part "slow.out/$living"
touch -d '2 hours ago' slow.out/cudastripe.77.elsewhere.99999999.3.part slow.out/other.part
touch slow.out/cudastripe.77."$(hostname)".99999999.3.part
succeeds "${slow[@]}"
check "temporary files: $(names slow.out)" test "$(cd slow.out && ls *.part | tr '\n' ' ')" = \
    "cudastripe.77.elsewhere.99999999.2.part cudastripe.77.$(hostname).99999999.3.part $living other.part "
kill -KILL $!
wait $! 2> /dev/null
exec 8>&-
touch -d '1 minute ago' "slow.out/$living"
succeeds "${slow[@]}"
check "the temporary file of a killed process" test ! -e "slow.out/$living"

# Many small pictures take one process and little memory
mkdir many
pixels=$(picture 64 64; echo x)
for i in {001..999}; do printf '%s' "${pixels%x}" > many/$i.ppm; done
"$program" --device=cpu "${nv12[@]}" --report=many.json --output=many.out many > "$out" 2> "$err" &
process=$! memory=0
while read -r _ kb _ < <(grep VmHWM /proc/$process/status 2> /dev/null); do memory=$kb; done
wait $process
check "exit code of many pictures: $(cat "$err")" test $? = 0 -a "$(ls many.out | wc -l)" = 999
check "memory for many pictures: $memory KB" test "$memory" -gt 10000 -a "$memory" -lt 200000
echo "999 pictures of 64x64: $(awk -F 'seconds": ' '{ s += $2 } END { printf "%.3f", s / 0.999 }' many.json) ms each, $((memory / 1000)) MB"

finish
