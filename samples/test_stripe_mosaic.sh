#!/usr/bin/env bash
# Tests stripe_mosaic: samples/test_stripe_mosaic.sh PROGRAM
# One picture in every kind of file, by 1 to 5 ranks, killed and resumed, on a full disk and in little memory, must give
# one result. Without Open MPI the ranks are skipped, with a message.
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
trap 'umount "$work/small" 2> /dev/null; rm -rf "$work"' EXIT
width=6000 height=4000
options=(--format=opencv420 --hash --verify --device=cpu --output=o.yuv)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
mpirun=(mpirun --oversubscribe --bind-to none -n)
counts=(0)
if command -v mpirun > /dev/null && [[ $(ldd "$program") == *libmpi* ]]; then
    counts=(0 1 2 3 5)
else
    skip "ranks, as there is no Open MPI"
fi

# started_by RANKS: sets the words before the program; none if there are 0
started_by() {
    start=()
    [ "$1" = 0 ] || start=("${mpirun[@]}" "$1")
}
# by RANKS ARGUMENT...: alone if there are 0; prints into $out and $err
by() {
    started_by "$1"
    "${start[@]}" "$program" "${@:2}" > "$out" 2> "$err"
}
hash_of() { sed -n 's/^hash //p' "$out"; }
# same WHAT [FILE]: the run has printed the hash of the first one, and written its bytes
same() {
    check "$1: another hash: $(cat "$out" "$err")" test "$(hash_of)" = "$hash"
    check "$1: not verified: $(cat "$out")" grep -q '^9 bands are equal to cv::cvtColor$' "$out"
    check "$1: other bytes" cmp -s "${2:-o.yuv}" first.yuv
    check "$1: files are left: $(ls)" test -z "$(find . -name '*.part' -o -name '*.bands')"
    rm -f "${2:-o.yuv}"
}

succeeds --make --size=${width}x$height strips.tif
succeeds --make --size=${width}x$height --tile=256 tiles.tif
succeeds --make --size=${width}x$height --packed --rows=10 packed.tif
for extension in ppm bgr bgra; do succeeds --make --size=${width}x$height raw.$extension; done
succeeds "${options[@]}" strips.tif
cp o.yuv first.yuv
hash=$(hash_of)
same "the first run"
check "size of the output" test "$(wc -c < first.yuv)" = $((width * height * 3 / 2))

# Kinds of files, numbers of ranks, sizes of bands
for n in "${counts[@]}"; do
    for input in strips.tif tiles.tif; do
        by "$n" "${options[@]}" $input
        same "$input by $n ranks"
    done
done
for input in packed.tif raw.ppm "raw.bgr --size=${width}x$height" "raw.bgra --size=${width}x$height"; do
    succeeds "${options[@]}" --memory=70M $input
    same "$input"
done
for memory in 68M 90M; do
    (ulimit -v 1000000 && "$program" "${options[@]}" --memory=$memory strips.tif > "$out" 2> "$err")
    took=$(sed -n 's/.*rank 0 took \([0-9]*\) MB$/\1/p' "$out")
    check "--memory=$memory: took ${took:-nothing} MB" test "${took:-999}" -le ${memory%M}
    same "--memory=$memory"
done

# Formats and outputs. What follows the header of a TIFF is what a .yuv has.
for format in nv12:opencv420 nv21:opencv420; do
    prints '^9 bands are equal to cv::cvtColor$' --verify --format=$format --output=o2.yuv tiles.tif
done
for format in i444 packed444:bt601:full packed444:bt2020:16bit i444:16bit:full y; do
    succeeds --hash --format=$format --output=o2.yuv strips.tif
    expected=$(hash_of)
    by "${counts[-1]}" --hash --verify --format=$format --output=o2.tif tiles.tif
    check "$format in a TIFF: $(cat "$out" "$err")" test "$(hash_of)" = "$expected"
    check "$format in a TIFF: not verified" grep -q '^9 bands are equal to one call on the CPU$' "$out"
    check "$format in a TIFF: bytes" cmp -s o2.yuv <(tail -c "$(wc -c < o2.yuv)" o2.tif)
done
for format in uyvy p010 i420:10bit:center i422; do
    prints '^9 bands are equal to one call on the CPU$' --verify --format=$format --output=o2.yuv tiles.tif
done
{ printf 'P6\n# 16 bits\n2 2\n65535\n'; for _ in {1..12}; do printf '\022\064'; done; } > deep.ppm
succeeds --format=y:16bit:full --output=o2.yuv deep.ppm
check "16 bits: $(od -An -tx2 o2.yuv)" test "$(od -An -tx2 o2.yuv | tr -d ' \n')" = 1234123412341234
rm o2.*

# killed RANKS: a run is killed when a fifth is listed; before the signal arrives it is about a third.
killed() {
    local pid ranks lines
    started_by "$1"
    for _ in {1..5}; do
        rm -f o.yuv*
        "${start[@]}" "$program" "${options[@]}" --memory=68M --checkpoint=0 strips.tif > "$out" 2> "$err" &
        pid=$!
        lines=() # read without another process, which would take too long
        while kill -0 $pid 2> /dev/null && [ ${#lines[@]} -lt $((height / 16 / 5)) ]; do
            [ ! -e o.yuv.bands ] || mapfile -t lines < o.yuv.bands
        done
        read -r ranks < /proc/$pid/task/$pid/children
        kill -9 ${ranks:-$pid} 2> /dev/null
        wait $pid 2> /dev/null
        [ -e o.yuv ] || return 0
    done
    fail "a run with $1 ranks could not be killed in the middle"
}
for pair in "0 0" "${counts[1]:-0} ${counts[3]:-0}" "${counts[3]:-0} ${counts[2]:-0}" "${counts[4]:-0} 0"; do
    read -r before after <<< "$pair"
    killed "$before"
    printf '0000' >> o.yuv.bands # a line that a crash has cut
    by "$after" "${options[@]}" strips.tif
    there=$(sed -n "s/^\([0-9]*\) of $height rows are there already$/\1/p" "$out")
    echo "killed with $before ranks, resumed with $after: ${there:-no} rows were there"
    check "resumed with ${there:-no} rows" test "${there:-0}" -ge $((height / 12)) -a "${there:-0}" -lt $height
    same "$before ranks, then $after"
done
killed 0
fails 'is of another input or of other options' --format=nv12 --output=o.yuv strips.tif
fails 'is of another input or of other options' --format=i422 --output=o.yuv strips.tif # of another size
truncate -s 1000 o.yuv.part
fails 'o.yuv.part: has 1000 bytes' "${options[@]}" strips.tif
touch strips.tif
fails 'is of another input or of other options' "${options[@]}" strips.tif
succeeds "${options[@]}" --restart strips.tif
same "a run that begins anew"

echo precious > o.yuv.part
refuses 'o.yuv.part: is there, and no o.yuv.bands lists what is in it; --restart replaces it' "${options[@]}" strips.tif
echo precious > o.yuv.bands
refuses 'is of another input' "${options[@]}" strips.tif
printf 'no line' > o.yuv.bands
refuses 'is of another input' "${options[@]}" strips.tif
rm o.yuv.*

# The input is not replaced, whatever its name is
cp raw.bgra in.yuv.part
ln strips.tif hard.tif
for output in in.yuv ./strips.tif hard.tif; do
    [ $output = in.yuv ] && input=(--size=${width}x$height in.yuv.part) || input=(strips.tif)
    refuses 'would replace the input' --format=i444 --output=$output --restart "${input[@]}"
done
rm in.yuv.part hard.tif

exec 9> o.yuv.bands
flock 9
refuses 'another process is writing it' "${options[@]}" strips.tif
exec 9>&-
rm o.yuv.bands

# A file that is cut while it is read: the first bands take the time in which it is cut
cp raw.bgra shrinks.bgra
"$program" --size=${width}x$height --memory=68M --checkpoint=0 --output=o.yuv shrinks.bgra > "$out" 2> "$err" &
while [ ! -s o.yuv.bands ]; do sleep 0.005; done
truncate -s 95000000 shrinks.bgra
wait $! && fail "a file that is cut while it is read: exit code 0"
check "a file that is cut while it is read: $(cat "$err")" grep -q 'shrinks.bgra: cannot be read: it ends within rows' "$err"
check "an output of it" test ! -e o.yuv
rm -f o.yuv*

# Errors are named, and nothing looks whole
for input in strips.tif packed.tif raw.ppm raw.bgra; do head -c 50000000 $input > cut.${input#*.}; done
picture 3 3 > odd.ppm
succeeds --format=packed444 --output=yuv.tif strips.tif
refuses 'no input' --output=o.yuv
refuses '--output=FILE is missing' strips.tif
refuses 'not WIDTHxHEIGHT' --size=60 --output=o.yuv raw.bgra
refuses 'need --size' --output=o.yuv raw.bgra
refuses 'it has 96000000' --size=6000x3000 --output=o.yuv raw.bgra
refuses 'it is truncated' --output=o.yuv cut.ppm
refuses 'it is truncated' --size=${width}x$height --output=o.yuv cut.bgra
refuses 'truncated file' --output=o.yuv cut.tif
refuses 'No such file' --output=o.yuv none.tif
refuses 'not RGB or RGBA' --output=o.yuv yuv.tif
refuses 'at least' --memory=65M --output=o.yuv tiles.tif
refuses 'unit' --memory=65 --output=o.yuv tiles.tif
refuses 'ends in .yuv' --output=o.png tiles.tif
refuses 'a TIFF holds' --format=nv12 --output=o.tif tiles.tif
refuses 'multiples of 2x2' --output=o.yuv odd.ppm
for n in "${counts[@]}"; do
    by "$n" --output=o.yuv cut.ppm && fail "a truncated file by $n ranks: exit code 0"
    check "a truncated file by $n ranks: $(cat "$err")" test "$(grep -c '^stripe_mosaic: cut.ppm: .* it is truncated$' "$err")" = 1
    check "an output of a truncated file" test ! -e o.yuv -a ! -e o.yuv.part
done

# A full disk: seen at once if the space is reserved, else when it is full, and then the same call goes on
mkdir "$work/small"
if mount -t tmpfs -o size=20M none "$work/small" 2> /dev/null; then
    o=$work/small/o.yuv
    for n in "${counts[@]}"; do
        options[-1]=--output=$o
        by "$n" "${options[@]}" strips.tif && fail "a full disk by $n ranks: exit code 0"
        check "a full disk by $n ranks: $(cat "$err")" grep -q 'o.yuv.part: cannot be written: No space left on device' "$err"
        check "a full disk by $n ranks: $(ls "$work/small")" test -z "$(ls "$work/small")"
        by "$n" "${options[@]}" --no-reserve strips.tif && fail "a disk that fills up by $n ranks: exit code 0"
        check "a disk that fills up by $n ranks: $(cat "$err")" \
            grep -q 'o.yuv.part: cannot be written: No space left on device' "$err"
        check "a disk that fills up by $n ranks: looks whole" test ! -e "$o"
        mount -o remount,size=60M "$work/small"
        by "$n" "${options[@]}" strips.tif
        same "a disk that was full by $n ranks" "$o"
        mount -o remount,size=20M "$work/small"
    done
else
    skip "a full disk, as this user cannot mount a tmpfs"
fi

finish
