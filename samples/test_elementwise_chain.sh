#!/usr/bin/env bash
# Tests what elementwise_chain does, seen from outside: samples/test_elementwise_chain.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

# draws FILE.png ARGUMENT...: exits with 0, is silent on stderr, finds no byte that differs, and writes one PNG
draws() {
    local png=$1
    shift
    rm -rf ./*
    prints '^  the chain of five .* ms, 0 differing bytes$' "$@"
    ! grep -E ' [1-9][0-9]* differing bytes' "$out" || fail "$*: bytes differ"
    is_png "$png" || fail "$*: $png is no PNG"
    [ "$(find . -type f | wc -l)" = 1 ] || fail "$*: wrote $(find . -type f)"
}
picture 61 37 > "$work/small.ppm"
picture 640 480 > "$work/large.ppm"
printf 'P6\n1 1\n255\n\001\002\377' > "$work/one.ppm"
echo 'not a picture' > "$work/text.jpg"

# Help
prints '^examples:$' --help

# Errors
refuses 'no picture'
refuses 'two pictures' ../small.ppm ../large.ppm
refuses 'missing.jpg: not a picture' missing.jpg
refuses 'text.jpg: not a picture' ../text.jpg
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

finish
