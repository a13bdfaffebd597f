#!/usr/bin/env bash
# Tests what stripe_timeline does, seen from outside: samples/test_stripe_timeline.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

# holds COUNT WORDS FILE: so many lines have the words in them
holds() {
    [ "$(grep -cF -- "$2" "$3")" = "$1" ] || fail "$3 has not $1 times $2"
}
# big_endian FILE OFFSET: the four bytes there as a number
big_endian() {
    local bytes
    read -ra bytes < <(od -An -tu1 -j "$2" -N 4 "$1")
    echo $(((bytes[0] << 24) + (bytes[1] << 16) + (bytes[2] << 8) + bytes[3]))
}

# draws COUNT ARGUMENT...: exits with 0, is silent on stderr, prints so many timelines, and writes what it says
draws() {
    local count=$1 png json
    shift
    rm -rf ./*
    succeeds "$@" || return
    [ "$(grep -cE '^[^:]+, (predicted|measured): [0-9.]+ ms$' "$out")" = "$count" ] ||
        fail "$*: not $count timelines: $(cat "$out")"
    png=$(sed -n 's/^picture: //p' "$out")
    json=$(sed -n 's/^trace events: \(.*\) (open in .*)$/\1/p' "$out")
    is_png "$png" || fail "$*: $png is no PNG"
    holds "$count" '"process_name"' "$json"
    [ "$(find . -type f | wc -l)" = 2 ] || fail "$*: wrote $(find . -type f)"
    if command -v python3 > /dev/null; then
        python3 -m json.tool "$json" > /dev/null || fail "$*: $json is no JSON"
    fi
}
# Help
prints '^examples:$' --help
prints '^usage: stripe_timeline' --help

# Errors in arguments
profiles='c1060, c2050, k20c, h200, unlimited'
refuses "'h100' is none of $profiles, auto and the number of a CUDA device" --device=h100
for devices in h200,h100 h200, -1 0x; do refuses "'${devices#h200,}' is none of" "--device=$devices"; done
refuses "no CUDA device 4096; without it there are predictions for $profiles" --device=4096
refuses 'no CUDA device 4096' --device=h200,4096
refuses "'depth' is none of dedicated, depth-first, breadth-first, one-stream and all" --order=depth
refuses "'' is none of dedicated" --order=all,
refuses '--streams needs --order=depth-first, breadth-first or all' --streams=4
refuses '--streams needs' --streams=4 --order=dedicated,one-stream
for n in 0 1025; do refuses "--streams=$n: not a whole number from 1 to 1024" --streams=$n --order=all; done
for n in 0 2147483648 4x; do refuses "--stripes=$n: not a whole number from 1 to 2147483647" --stripes=$n; done
for n in 639 4097; do refuses "--width=$n: not a whole number from 640 to 4096" --width=$n; done
refuses '--slots=1: not a whole number from 2 to 1024' --slots=1
for size in 2K 7680 7680x 7680x4320x 0x1 -1x1 x 1x0 7680X4320 32769x1 1x32769 99999999999x1; do
    refuses "--size=$size: not 1080p, 4K, 8K or WIDTHxHEIGHT, each of these from 1 to 32768" "--size=$size"
done
refuses '--memory=pinned: not page-locked or pageable' --memory=pinned
refuses '--out=picture.jpg: not the name of a .png file' --out=picture.jpg
refuses '--out=.png: not the name' --out=.png
refuses '--json=trace.txt: not the name of a .json file' --json=trace.txt

# Errors in files: neither is written, and what was there stays
for kind in out=png json=json; do
    refuses "missing/x.${kind#*=}: cannot be written: No such file or directory" "--${kind%=*}=missing/x.${kind#*=}"
    mkdir "folder.${kind#*=}"
    refuses "folder.${kind#*=}: cannot be written: it is not a file" "--${kind%=*}=folder.${kind#*=}"
done
echo old > old.png
refuses 'missing/x.json' --out=old.png --json=missing/x.json
check "old.png was touched" grep -qx old old.png
refuses 'no CUDA device' --out=old.png --device=4096

# Names of files
draws 1
check "default names: $(ls)" [ -s stripe_timeline.png -a -s stripe_timeline.trace.json ]
check "the title: $(cat "$out")" grep -qE '^H200, dedicated streams, 8K BGRA to YUV, predicted: 2\.[0-9]+ ms$' "$out"
[ "$(big_endian stripe_timeline.png 16)" = 1600 ] || fail "not 1600 pixels wide"
draws 1 --out=a.b.PNG --json=c.JSON --width=640
check "names: $(ls)" [ -s a.b.PNG -a -s c.JSON ]
[ "$(big_endian a.b.PNG 16)" = 640 ] || fail "not 640 pixels wide"

# Devices and orders: what is known of the three cards
duration() {
    sed -n "s/^$1.*: \([0-9.]*\) ms\$/\1/p" "$out"
}
# compares TIMELINE SIGN TIMELINE: by the first words of their titles
compares() {
    awk "BEGIN { exit !($(duration "$1") $2 $(duration "$3")) }" || fail "not $1 $2 $3: $(cat "$out")"
}
draws 12 --device=C1060,c2050,K20c --order=one-stream,all --streams=4
compares 'C1060, depth-first on 4 streams,' == 'C1060, one stream,'
compares 'C1060, breadth-first on 4 streams,' '<' 'C1060, depth-first'
compares 'C2050, depth-first on 4 streams,' '<' 'C2050, breadth-first'
compares 'C2050, breadth-first on 4 streams,' '<' 'C2050, one stream,'
compares 'K20c, depth-first on 4 streams,' == 'K20c, breadth-first on 4 streams,'
compares 'K20c, dedicated streams,' '<' 'K20c, one stream,'
draws 1 --device=h200,H200 --order=dedicated,dedicated
draws 2 --device=unlimited,h200 --size=1080p
draws 3 --device=c1060,k20c,unlimited --size=1080p --width=640
draws 3 --order=all,dedicated --size=4k
draws 1 --order=depth-first --slots=3 --stripes=9
check "slots bound streams: $(cat "$out")" grep -q 'depth-first on 3 streams' "$out"
draws 1 --order=breadth-first --streams=5 --size=3x1
check "stripes bound streams: $(cat "$out")" grep -q 'breadth-first on 3 streams, 3x1 BGRA' "$out"

# Stripes
draws 1 --stripes=7
holds 7 '"stream": "down"' stripe_timeline.trace.json
draws 1 --stripes=7 --slots=2
draws 1 --stripes=2147483647 --size=50x1
holds 50 '"stream": "down"' stripe_timeline.trace.json
draws 1 --size=1x1

# Host memory and threads
draws 1 --memory=pageable
check "staged: $(cat "$out")" grep -q ' in pageable memory, predicted' "$out"
check "host threads stage" grep -q '"stage in ' stripe_timeline.trace.json
check "16 host threads" grep -q '"host thread 16"' stripe_timeline.trace.json
draws 1 --share
check "shared: $(cat "$out")" grep -q ', shared with the CPU, predicted' "$out"
check "host rows" grep -q '"host rows' stripe_timeline.trace.json
draws 3 --share --memory=pageable --order=all

# The published examples: predictions by engine rules alone, results, and files
small=(--compare --array-elements=100001 --repeat=3)
prints 'C1060, predicted +12\.920 +1\.00 +12\.920 +1\.00 +8\.613 +0\.67' "${small[@]}"
prints 'C2050, predicted +9\.980 +1\.00 +4\.990 +0\.50 +7\.485 +0\.75' "${small[@]}"
prints 'C1060, predicted .* 12\.92 +13\.64 +8\.85$' --seed-table "${small[@]}"
prints 'C2050, predicted .* 9\.98 +5\.74 +7\.60$' --seed-table "${small[@]}"
prints 'K20c, predicted .* 7\.10 +3\.97 +3\.97$' --seed-table "${small[@]}"
prints '^No CUDA device is used' --device=none "${small[@]}"
prints 'max error of the float kernel: ([0-2][0-9.]*e-07|[0-9.]+e-08|0)$' "${small[@]}"
prints 'breadth first .*all right' "${small[@]}"
is_png stripe_timeline.png || fail "--compare: no PNG"
holds 20 '"process_name"' stripe_timeline.trace.json
holds 1 '{"name": "C2050, breadth first, predicted"}' stripe_timeline.trace.json
for streams in 3 7 11; do
    prints 'depth first .*all right' --compare --elements=10 --array-elements=10 "--streams=$streams" --repeat=1
done
prints 'breadth first .*all right' --compare --elements=0 --array-elements=0 --repeat=1
prints 'all right' --compare --elements=1 --streams=16 --array-elements=1 --repeat=1 --device=none
refuses 'not a whole number from 1 to 1024' --compare --streams=0
refuses 'not a whole number' --compare --elements=-1
refuses 'not a whole number' --compare --elements=many
refuses 'not auto, none or the number of a CUDA device' --compare --device=gpu
refuses 'no such CUDA device' --compare --device=99
refuses '--size does not go with --compare' --compare --size=4K
refuses '--repeat goes with --compare only' --repeat=3

# Measured, where there is a GPU
draws_measured() {
    draws "$@"
    check "measured: $(cat "$out")" grep -qE '\(device 0\), .*, measured: ' "$out"
}
if "$program" --device=0 --size=1080p > "$out" 2>&1; then
    draws_measured 2 --device=0 --size=1080p
    draws_measured 2 --device=auto,0,h200 --size=1080p --memory=pageable
    draws_measured 6 --device=0 --size=4K --order=all --streams=4
    draws_measured 2 --device=0 --size=4K --share
else
    draws 1 --device=auto
    refuses 'no CUDA device 0' --device=0
fi

finish
