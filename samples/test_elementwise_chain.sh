#!/usr/bin/env bash
# Tests what elementwise_chain does, seen from outside: samples/test_elementwise_chain.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
mkdir "$work/run" && cd "$work/run" || exit 1
out=$work/out err=$work/err

# draws FILE.png ARGUMENT...: exits with 0, is silent on stderr, finds no byte that differs, and writes one PNG
draws() {
    local png=$1
    shift
    rm -rf ./*
    "$program" "$@" > "$out" 2> "$err" || { fail "$*: exit code $?: $(cat "$out" "$err")"; return; }
    [ ! -s "$err" ] || fail "$*: unexpected on stderr: $(cat "$err")"
    grep -qE '^  the chain of five .* ms, 0 differing bytes$' "$out" || fail "$*: not compared: $(cat "$out")"
    ! grep -E ' [1-9][0-9]* differing bytes' "$out" || fail "$*: bytes differ"
    [ "$(od -An -c -j 1 -N 3 "$png" | tr -d ' ')" = PNG ] || fail "$*: $png is no PNG"
    [ "$(find . -type f | wc -l)" = 1 ] || fail "$*: wrote $(find . -type f)"
}
# refuses WORDS ARGUMENT...: exits with 1, with exactly one line on stderr that has the words in it, and writes nothing
refuses() {
    local words=$1 code
    shift
    rm -rf ./*
    "$program" "$@" > "$out" 2> "$err"
    code=$?
    [ "$code" = 1 ] || fail "$*: exit code $code"
    [ "$(wc -l < "$err")" = 1 ] || fail "$*: not one line on stderr: $(cat "$err")"
    [ ! -s "$out" ] || fail "$*: unexpected on stdout: $(cat "$out")"
    grep -qF -- "$words" "$err" || fail "$*: '$words' is not in: $(cat "$err")"
    [ -z "$(find . -type f)" ] || fail "$*: wrote $(find . -type f)"
}

picture 61 37 > "$work/small.ppm"
picture 640 480 > "$work/large.ppm"
printf 'P6\n1 1\n255\n\001\002\377' > "$work/one.ppm"
echo 'not a picture' > "$work/text.jpg"

# Help
"$program" --help > "$out" 2> "$err" || fail "--help: exit code $?"
check "--help has no example" grep -q '^examples:' "$out"

# Errors
refuses 'no picture'
refuses 'two pictures' ../small.ppm ../large.ppm
refuses 'missing.jpg: not a picture' missing.jpg
refuses 'text.jpg: not a picture' ../text.jpg
refuses "unknown argument '--sise=8K'" --sise=8K ../small.ppm
refuses "unknown argument ''" ''
refuses 'needs a value' --size= ../small.ppm
refuses 'given twice' --size=4K --size=8K ../small.ppm
refuses '--size=2K: not 1080p, 4K, 8K or WIDTHxHEIGHT' --size=2K ../small.ppm
refuses '--repetitions=0: not a whole number from 1' --repetitions=0 ../small.ppm
refuses '--out=x.jpg: not the name of a .png file' --out=x.jpg ../small.ppm
refuses 'missing/x.png: cannot be written' --out=missing/x.png ../small.ppm
refuses 'not auto, none or the number of a CUDA device' --device=gpu ../small.ppm
refuses 'no such CUDA device' --device=99 ../small.ppm

# Pictures
draws elementwise_chain.png --repetitions=1 ../large.ppm
check "the chain's name: $(cat "$out")" grep -q '640 x 480: subtract(' "$out"
check "not measured: $(cat "$out")" grep -qE "OpenCV's five calls +[0-9.]+ ms, 0 differing bytes" "$out"
draws elementwise_chain.png --repetitions=2 --device=none ../small.ppm
check "a device was used: $(cat "$out")" [ "$(grep -c '^on ' "$out")" = 1 ]
draws a.b.PNG --out=a.b.PNG --repetitions=1 --device=none ../one.ppm
draws elementwise_chain.png --repetitions=1 --size=1081x719 ../small.ppm
check "not scaled: $(cat "$out")" grep -q '1081 x 719' "$out"

# From page-locked memory, where there is a GPU
if "$program" --device=0 --repetitions=1 ../small.ppm > "$out" 2>&1; then
    draws elementwise_chain.png --device=0 --repetitions=1 --size=4K ../large.ppm
    check "not on the device: $(cat "$out")" grep -q '^on device 0, page-locked memory$' "$out"
fi

[ "$failures" = 0 ] && echo "all passed" || echo "$failures failed"
exit $((failures > 0))
