#!/usr/bin/env bash
# Tests what the programs do to files when something goes wrong: samples/test_outputs.sh PROGRAM...
# Full disks, limits, signals, and links that somebody else has made: no half file is left, and failures are reported.
# Without root the tests of full disks are skipped, with a message.
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
trap 'cd /; umount "$work/small" 2> /dev/null; rm -rf "$work"' EXIT

make_inputs

# What writes files, each by one call; the output's name begins with "o.".
calls=(
    "${convert[*]} --format=nv12 --output=o.yuv $in/even.ppm" # less than a buffer: written when it is closed
    "${convert[*]} --format=i444 --output=o.y4m $in/large.ppm"
    "${convert[*]} --format=packed444 --output=o.tiff $in/large.ppm"
    "${convert[*]} --tensor=o.npy $in/large.ppm"
    "${decode[*]} --output=o.bgr $in/three.yuv"
    "stripe_timeline --size=1080p --out=o.png"
    "elementwise_chain --device=none --repetitions=1 --out=o.png $in/large.ppm"
    "stripe_mosaic --make --size=700x500 o.tif"
    "stripe_mosaic --make --size=700x500 o.ppm"
    "stripe_mosaic --device=cpu --output=o.yuv $in/large.ppm"
)
# Each call with less than it needs. A limit on the size of files stops the first write, one in the middle, and the last;
# so does a disk with too few pages.
mkdir "$work/small"
disk=true
mount -t tmpfs -o size=8M none "$work/small" 2> /dev/null || { disk=false && skip "full disks, as this user cannot mount a tmpfs"; }
for call in "${calls[@]}"; do
    chosen "$call" || continue
    fresh
    succeeds "${arguments[@]}"
    check "$call: temporary files: $(ls -A)" test -z "$(find . -name '*.part' -o -name '*.bands')"
    rm -rf "$work/whole" && cp -r . "$work/whole"
    bytes=$(find . -type f -printf '%s\n' | sort -n | tail -n 1)
    pages=$(find . -type f -printf '%s\n' | awk '{ n += int(($1 + 4095) / 4096) } END { print n }')
    for most in 0 $((bytes / 2)) $((bytes - 1)); do
        fresh
        attempt prlimit --fsize="$most" "$program" "${arguments[@]}"
        fell "$call with $most bytes"
    done
    $disk || continue
    for left in 0 $((pages / 2)) $((pages - 1)); do
        cd "$work/small" && rm -rf ./* && mkdir here && cd here || exit 1
        fallocate -l $(((2048 - left) * 4096)) ../ballast
        attempt "$program" "${arguments[@]}"
        fell "$call with $left pages"
    done
done
for call in "${calls[@]}"; do # what cannot be printed is an error, too
    [[ $call != *--make* ]] && chosen "$call" || continue
    fresh
    "$program" "${arguments[@]}" > /dev/full 2> "$err" && fail "$call: exit code 0 with a full disk as stdout"
    "$program" "${arguments[@]}" >&- 2>> "$err" && fail "$call: exit code 0 without stdout"
    check "$call without stdout: $(cat "$err")" test "$(grep -c 'the output cannot be written' "$err")" = 2
    check "$call without stdout: left $(ls)" test -z "$(find . -name '*.part')"
done

# Signals. A shell's background jobs ignore SIGINT, so env sets it back.
starts() { # COMMAND...: starts it, and waits for its temporary file
    fresh
    env --default-signal=INT "$@" > "$out" 2> "$err" &
    for _ in {1..400}; do
        compgen -G '*.part' > /dev/null && return
        sleep 0.02
    done
    fail "$*: no temporary file: $(cat "$err")"
}
rm -rf "$work/whole"
for call in "elementwise_chain --device=none --repetitions=100000 --out=o.png $in/large.ppm" \
    "stripe_timeline --device=c1060,c2050,k20c --order=all --stripes=20000 --size=32768x32768 --out=o.png" \
    "stripe_mosaic --make --size=20000x20000 o.tif"; do
    for signal in INT TERM HUP; do
        chosen "$call" || continue
        starts "$program" "${arguments[@]}"
        kill -s $signal $!
        wait $! 2> /dev/null
        code=$?
        fell "$call after SIG$signal" $((128 + $(kill -l $signal)))
    done
done
if chosen "${decode[*]} --output=o.bgr pipe"; then
    mkfifo "$work/pipe.yuv"
    arguments[-1]=$work/pipe.yuv
    for signal in INT TERM HUP; do # its input blocks
        sleep 60 > "$work/pipe.yuv" &
        writer=$!
        starts "$program" "${arguments[@]}"
        kill -s $signal $!
        wait $! 2> /dev/null
        code=$?
        fell "an input that blocks, after SIG$signal" $((128 + $(kill -l $signal)))
        kill $writer
    done
    # A folder takes the name of the output meanwhile, so that it cannot be renamed.
    exec 9<> "$work/pipe.yuv"
    starts "$program" "${arguments[@]}" 9>&-
    mkdir o.bgr
    cat "$in/three.yuv" > "$work/pipe.yuv"
    exec 9>&-
    wait $!
    code=$?
    rmdir o.bgr
    fell "an output that is a folder in the end"
fi

# Links that somebody else has put where a temporary file will be
fresh
echo precious > "$work/victim"
if program=${tools[stripe_mosaic]:-} && [ -n "$program" ]; then
    for kind in part bands; do
        ln -s "$work/victim" o.yuv.$kind
        fails "o.yuv.$kind: cannot be written: it is not a file" --device=cpu --output=o.yuv "$in/large.ppm"
        check "what a link o.yuv.$kind leads to" grep -qx precious "$work/victim"
        check "o.yuv.$kind was touched: $(ls)" test -L o.yuv.$kind -a "$(ls | wc -l)" = 1
        rm -f o.yuv.*
    done
    echo old > real.ppm
    ln -s real.ppm link.ppm
    succeeds --make --size=16x16 link.ppm
    check "a link that was named" test -L link.ppm -a "$(stat -c %s real.ppm)" = 781
fi
if program=${tools[stripe_convert]:-} && [ -n "$program" ]; then
    ln -s "$work/victim" report.json # which is named, so it is followed, as outputs are
    succeeds --device=cpu --report=report.json "$in/even.ppm"
    check "a report through a link" test -L report.json -a "$(head -c 1 "$work/victim")" = '{'
    mkdir folder.json
    refuses 'folder.json: cannot be written: it is not a file' --device=cpu --report=folder.json "$in/even.ppm"
    check "an empty folder instead of a report" test -d folder.json
    echo mine > mine.json # stays unless a report is there to replace it
    refuses 'x.doc' --device=cpu --report=mine.json --output=x.doc "$in/even.ppm"
    check "a file that --report names, before the inputs are known" grep -qx mine mine.json
    if $disk; then # the link's target is on a full disk: the temporary file is beside it
        rm -rf "$work/small"/*
        fallocate -l $((2048 * 4096)) "$work/small/ballast"
        ln -s "$work/small/far.yuv" far.yuv
        fails 'far.yuv: cannot be written: ' "${convert[@]:1}" --format=nv12 --output=far.yuv "$in/large.ppm"
        check "a link to a full disk" test -L far.yuv -a "$(ls "$work/small")" = ballast -a -z "$(find . -name '*.part')"
    fi
fi
if chosen "elementwise_chain --device=none --repetitions=1 --out=same.png same.png"; then
    cp "$in/large.ppm" same.png
    refuses 'same.' "${arguments[@]}"
fi

finish
