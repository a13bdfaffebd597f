#!/usr/bin/env bash
# Tests what the programs do with odd inputs: samples/test_odd_inputs.sh PROGRAM...
# Headers that lie are refused by name before memory is taken for them, errors of reading leave no half file, and odd names
# come out as they are. A part is skipped, with a message, without what it needs: GNU time, strace, Python.
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

make_inputs

# Headers that lie. refused WORDS TOOL ARGUMENT...: exits with 1 and one line that has the words, and takes little memory
refused() {
    local words=$1 tool=$2 kb=0
    shift
    chosen "$tool" || return
    fresh
    attempt "${measure[@]}" "$program" "${@:2}"
    fell "${*:2}"
    grep -qF -- "$words" "$err" || fail "${*:2}: '$words' is not in: $(cat "$err")"
    [ ${#measure[@]} = 0 ] || read -r kb < <(tail -n 1 "$work/kb")
    check "${*:2}: took $kb KB" test "$kb" -lt 200000
}
measure=()
if [ -x /usr/bin/time ]; then measure=(/usr/bin/time -o "$work/kb" -f %M); else skip "memory, as GNU time is not installed"; fi
lies=$work/lies
mkdir "$lies"
# number BYTES VALUE: little-endian
number() {
    local i text=
    for ((i = 0; i < $1; ++i)); do text+=\\x$(printf %02x $((($2 >> 8 * i) & 255))); done
    printf "$text"
}
bmp() { # WIDTH HEIGHT
    printf BM
    for value in 118 0 54 40 "$1" "$2" $((24 << 16 | 1)) 0 64 0 0 0 0; do number 4 "$value"; done
    head -c 64 /dev/zero
}
tiff() { # WIDTH HEIGHT ROWS [BYTES]: one strip, of so many bytes at the end
    local tag
    printf 'II*\0'
    number 4 8
    number 2 10
    for tag in "256 4 1 $1" "257 4 1 $2" "258 3 3 134" '259 3 1 1' '262 3 1 2' '273 4 1 140' '277 3 1 3' "278 4 1 $3" \
        "279 4 1 ${4:-8}" '284 3 1 1'; do
        read -r name type count value <<< "$tag"
        number 2 "$name" && number 2 "$type" && number 4 "$count" && number 4 "$value"
    done
    number 4 0
    number 2 8 && number 2 8 && number 2 8
    head -c 8 /dev/zero
}
for sides in '40000 40000' '1000000 1000000' '0 0' '-4 4' '99999999999 2'; do
    printf 'P6\n%s\n255\nabc' "$sides" > "$lies/${sides// /x}.ppm"
done
for sides in '50000 50000' '2147483647 2147483647' '0 0' '-5 5'; do bmp $sides > "$lies/${sides// /x}.bmp"; done
for sides in '50000 50000 100' '2147483647 2147483647 9' '4294967295 4294967295 4294967295' '0 0 1'; do
    tiff $sides > "$lies/${sides// /x}.tif"
done
for sides in 'W32768 H32768' 'W99999999999 H5' 'W-1 H4' 'W0 H0'; do
    printf 'YUV4MPEG2 %s F25:1 Ip C420jpeg\nFRAME\nabc' "$sides" > "$lies/${sides// /}.y4m"
done
if program=${tools[stripe_convert]:-} && [ -n "$program" ]; then
    fresh
    for kind in jpg png bmp tiff ppm; do
        succeeds --device=cpu --format=packed444 --output=whole.$kind "$in/large.ppm"
        head -c $(($(stat -c %s whole.$kind) / 2)) whole.$kind > "$lies/cut.$kind"
    done
    # The sides of a JPEG are big-endian, five bytes behind its marker.
    read -r frame < <(LC_ALL=C grep -obUaP '\xff\xc0' whole.jpg | cut -d : -f 1)
    cp whole.jpg "$lies/sides.jpg"
    printf '\xff\xdc\xff\xdc' | dd of="$lies/sides.jpg" bs=1 seek=$((frame + 5)) conv=notrunc status=none
    cp whole.png "$lies/sides.png"
    printf '\0\0\xea\x60\0\0\xea\x60\x8\x2\0\0\0\x0f\xb0\xe2\x15' | dd of="$lies/sides.png" bs=1 seek=16 conv=notrunc status=none
fi
for file in "$lies"/*.{ppm,bmp,tif,tiff,jpg,png}; do
    refused "$file: not a picture that OpenCV can read" "${convert[@]}" --format=packed444 --output=o.png "$file"
done
for file in "$lies"/*.y4m; do refused "$file" "${convert[@]}" --to=bgr --output=o.bgr "$file"; done
refused 'announces more pixels' "${convert[@]}" --format=packed444 --output=o.png "$lies/sides.jpg"
refused 'Premature end' "${convert[@]}" --tensor=o.npy "$lies/cut.jpg"
for size in 32768x32768 32769x1 0x0 -1x4 99999999999x4; do
    refused "$size" "${convert[@]}" --to=bgr --format=nv12 --size=$size --output=o.bgr "$in/three.yuv"
done
for file in "$lies"/{cut.jpg,cut.png,sides.jpg,40000x40000.ppm,2147483647x2147483647.bmp}; do
    refused "$file: not a picture" elementwise_chain --device=none --out=o.png "$file"
done
for file in "$lies"/*.{ppm,tif}; do
    refused "$file: cannot be read: " stripe_mosaic --device=cpu --output=o.yuv "$file"
done
for size in 1073741824x1073741824 0x0 -1x4 99999999999x4; do
    refused ': ' stripe_mosaic --device=cpu --size=$size --output=o.bgr "$in/three.yuv"
    for kind in bgr tif; do refused ': ' stripe_mosaic --make --size=$size o.$kind; done
done
refused '1 GB' stripe_mosaic --make --size=70000x70000 --tile=65536 o.tif
refused 'entries' decipher --device=cpu --entries=-1
refused 'elements' stripe_timeline --compare --device=none --elements=99999999999999999999
(ulimit -v 8000000 && refused 'allocate' decipher --device=cpu --entries=1099511627776)

# Errors of reading in the middle, and a file that ends earlier than it was
traced() { # FAULT WORDS
    chosen "${decode[*]}" || return
    fresh
    attempt strace -f -qq -o /dev/null -P "$in/three.yuv" -e trace=read,readv -e "inject=read,readv:$1:when=2" \
        "$program" "${arguments[@]}" --output=o.bgr "$in/three.yuv"
    check "$1: exit code $code" test "$code" = 1
    check "$1: $(cat "$err")" grep -qF -- "$2" "$err"
}
if strace -qq -o /dev/null true 2> /dev/null; then
    traced error=EIO 'three.yuv: cannot be read: Input/output error'
    check "output of a file that cannot be read: $(ls)" test -z "$(ls -A)"
    traced retval=0 'cut off after '
else
    skip "errors of reading, as strace does not run"
fi

# Names
names=($'new\nline' $'tab\tabs' 'quo"te' "apo'strophe" $'caf\xe9' $'utf\xc3\xa9' $'half\xed\xa0\x80' $'long\xc0\xaf' 'back\slash'
    $'bell\a' '-dash' '--output=x' '%s%n' "$(printf 'x%.0s' {1..251})")
if program=${tools[stripe_convert]:-} && [ -n "$program" ]; then
    fresh
    mkdir names
    for name in "${names[@]}"; do cp "$in/even.ppm" "names/$name.ppm"; done
    succeeds --device=cpu --format=nv12 --output=expected.yuv "$in/even.ppm"
    succeeds --device=cpu --format=nv12 --as=yuv --report=report.json --output=out names
    check "lines about odd names" test "$(wc -l < "$out")" = $((${#names[@]} + 1))
    for name in "${names[@]}"; do check "out/$name.yuv" cmp -s expected.yuv "out/$name.yuv"; done
    if command -v python3 > /dev/null; then check "JSON of odd names" python3 -m json.tool report.json /dev/null; fi
    for name in 'new\nline' 'caf\\xe9' 'half\\xed\\xa0\\x80' 'bell\\x07'; do
        check "$name in a report" grep -qF "\"input\": \"$name.ppm\"" report.json
    done
    prints "^${#names[@]} of ${#names[@]} inputs, 1 of 1 shards" merge-reports report.json
fi
for call in "elementwise_chain --device=none --repetitions=1 --out= .png $in/large.ppm" \
    "stripe_timeline --size=1080p --out= .png" "stripe_mosaic --device=cpu --output= .yuv $in/even.ppm"; do
    chosen "$call" || continue
    for name in $'new\nline\t"\xe9' '-dash'; do
        fresh
        arguments=(${call#* })
        for i in "${!arguments[@]}"; do
            [[ ${arguments[i]} != .* ]] || { arguments[i - 1]+=$name${arguments[i]} && unset "arguments[$i]"; }
        done
        succeeds "${arguments[@]}"
        check "$call: no $name: $(ls)" test -n "$(find . -name "*$name*")"
        check "$call: a name makes lines: $(cat "$out")" test -z "$(grep '^line' "$out")"
    done
done

finish
