#!/usr/bin/env bash
# Lets stripe_mosaic convert 60000x40000 BGRA (9.6 GB) in processes that may have 1 GB, and compares the results.
#
#   scripts/test_mosaic_full.sh PROGRAM [FOLDER]           all checks, in a folder with 20 GB free (default: /tmp)
#   scripts/test_mosaic_full.sh --quick PROGRAM [FOLDER]   only strips, by 1 and 2 ranks
#   scripts/test_mosaic_full.sh --bench PROGRAM [FOLDER]   times instead, with cold caches (needs root): beside plain
#                                                          reading and writing of as many bytes, and beside vips
# SIZE=WIDTHxHEIGHT  another size. RANKS="1 2"  other numbers of ranks.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
mode=
case ${1:-} in --quick | --bench) mode=$1 && shift ;; esac
program=$(realpath "${1:?usage: scripts/test_mosaic_full.sh [--quick|--bench] PROGRAM [FOLDER]}")
size=${SIZE:-60000x40000} limit_kb=1000000
pixels=$((${size%x*} * ${size#*x}))
work=$(mktemp -d "${2:-/tmp}/mosaic.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
needed=$((pixels * 41 / 5 + (1 << 28)))
free=$(($(df --output=avail -k . | tail -n 1) * 1024))
[ "$free" -gt "$needed" ] || { echo "skipped: $((needed >> 30)) GB are needed in $work, $((free >> 30)) are free" && exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
options=(--format=opencv420 --hash --verify --output=o.yuv)

of() { awk "BEGIN { print $pixels * $1 / 1e9 }"; } # GIGABYTES of so many bytes a pixel
drop_caches() {
    sync
    [ "$mode" != --bench ] || echo 3 > /proc/sys/vm/drop_caches || die "cold caches need root"
}
# timed NAME GIGABYTES COMMAND...: what was written is on the disk at the end; prints a line, and the program's own
timed() {
    local name=$1 gigabytes=$2 start end
    shift 2
    drop_caches
    start=$(date +%s.%N)
    "$@" > log 2>&1 || die "$name: $(tail -n 5 log)"
    compgen -G 'o.*' > /dev/null && sync o.*
    end=$(date +%s.%N)
    awk -v n="$name" -v s="$start" -v e="$end" -v g="$gigabytes" \
        'BEGIN { printf "%-44s %7.2f s  %5.2f GB/s\n", n, e - s, g / (e - s) }'
}
in_memory() { # RANKS ARGUMENT...: in processes of the limit; 0: without MPI
    local n=$1
    shift
    if [ "$n" = 0 ]; then
        (ulimit -v "$limit_kb" && "$program" "$@")
    else
        mpirun --oversubscribe --bind-to none -n "$n" bash -c "ulimit -v $limit_kb; exec \"\$@\"" rank "$program" "$@"
    fi
}

check_one_hash() {
    local hash='' n input inputs=(strips.tif)
    [ "$mode" = --quick ] || inputs+=(tiles.tif)
    for input in "${inputs[@]}"; do
        options_of_make=()
        [ "$input" = strips.tif ] || options_of_make=(--tile=256)
        timed "make $input" "$(of 4)" "$program" --make --size="$size" "${options_of_make[@]}" "$input"
        for n in ${RANKS:-0 1 2 3 5}; do
            timed "$input, $n ranks" "$(of 5.5)" in_memory "$n" "${options[@]}" "$input"
            expect_hash
        done
        [ "$mode" != --quick ] || continue
        in_memory 3 "${options[@]}" --checkpoint=0 "$input" > log 2>&1 &
        while kill -0 $! 2> /dev/null && [ "$(cat o.yuv.bands 2> /dev/null | wc -l)" -lt $((pixels / 8000000 / 3)) ]; do sleep 0.05; done
        kill -9 $(cat "/proc/$(cat /proc/$!/task/*/children | tr -d ' ')"/task/*/children) || true # the ranks of mpirun
        wait $! || true
        [ ! -e o.yuv ] || die "the run could not be killed"
        timed "$input, killed and resumed with 2 ranks" "$(of 5.5)" in_memory 2 "${options[@]}" "$input"
        grep 'rows are there already' log || die "it did not go on"
        expect_hash
        rm "$input"
    done
}
expect_hash() {
    local found
    grep -E 'seconds of a rank|equal to' log
    found=$(sed -n 's/^hash //p' log)
    : "${hash:=$found}"
    [ "$found" = "$hash" ] && grep -q 'equal to cv::cvtColor' log || die "hash '$found' instead of '$hash': $(cat log)"
    rm o.yuv
}

read_plainly() { dd if=strips.tif of=/dev/null bs=32M; }
write_plainly() { dd if=/dev/zero of=o.plain bs=1M count="$1" conv=fsync; }
read_and_write() { # as a copy does, but with as many bytes as the conversion has
    read_plainly &
    write_plainly "$1"
    wait $!
}
compare_rates() {
    local n round written
    command -v vips > /dev/null || echo "skipped: vips, as Debian's libvips-tools is not installed"
    "$program" --make --size="$size" strips.tif
    for round in 1 2 3; do
        say "Round $round"
        written=$((pixels * 3 / 2 / 1000000))
        timed "plain reading" "$(of 4)" read_plainly
        timed "plain writing of 4:2:0" "$(of 1.5)" write_plainly $((written * 1000000 >> 20))
        timed "both at the same time" "$(of 5.5)" read_and_write $((written * 1000000 >> 20))
        rm o.plain
        for n in ${RANKS:-0 1 2}; do
            timed "to 4:2:0, $n ranks" "$(of 5.5)" in_memory "$n" "${options[@]:0:1}" --output=o.yuv strips.tif
            rm o.yuv
        done
        timed "to 4:4:4 in a TIFF" "$(of 7)" "$program" --format=packed444 --output=o.tif strips.tif
        ! command -v vips > /dev/null || timed "vips: to HSV and alpha in a TIFF" "$(of 8)" \
            vips colourspace strips.tif 'o.tif[bigtiff]' hsv
        rm -f o.tif
        timed "to luma" "$(of 5)" "$program" --format=y --output=o.tif strips.tif
        ! command -v vips > /dev/null || timed "vips: to luma and alpha" "$(of 6)" \
            vips colourspace strips.tif 'o.tif[bigtiff]' b-w
        rm -f o.tif
    done
}

if [ "$mode" = --bench ]; then compare_rates; else check_one_hash && echo "all passed"; fi
