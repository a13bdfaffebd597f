#!/usr/bin/env bash
# Tests stripe_convert --to=bgr, seen from outside: samples/test_to_bgr.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

picture 60 36 > even.ppm
picture 61 37 > odd.ppm
to_yuv() { succeeds "--format=$1" "--output=$2" even.ppm; }
to_yuv i420:bt601 even.y4m
to_yuv nv12 nv12.yuv
raw=(--to=bgr --format=nv12 --size=60x36)
frame_bytes=$((60 * 36 * 3 / 2))
# three BYTES FILE: the header of a .y4m, if it is one, and three times its frame
three() { head -n "$1" "$2"; for _ in 1 2 3; do tail -n "+$(($1 + 1))" "$2"; done; }
three 1 even.y4m > three.y4m
three 0 nv12.yuv > three.yuv

# Errors in options
refuses '--to=rgb: not yuv or bgr' --to=rgb even.y4m
refuses 'nv12.yuv: raw YUV needs --from=NAME and --size=WxH' --to=bgr --format=nv12 nv12.yuv
refuses 'nv12.yuv: raw YUV needs --from=NAME and --size=WxH' --to=bgr --size=60x36 nv12.yuv
refuses '--size=60: not 1080p' --to=bgr --format=nv12 --size=60 nv12.yuv
refuses '--format=nv13: name is "nv13"' --to=bgr --format=nv13 --size=60x36 nv12.yuv
refuses '--size is for raw YUV' --to=bgr --from=i420 --size=60x36 even.y4m
refuses '--stride goes with --size only' --to=bgr --stride=64 even.y4m
refuses 'folder' --to=bgr .
refuses 'x.yuv: the name of an output ends in .bgr, .png' "${raw[@]}" --output=x.yuv nv12.yuv
refuses 'three.yuv: the name of an output ends in .bgr, .png' "${raw[@]}" --as=yuv --output=./ three.yuv
cp nv12.yuv nv12.bgr
refuses 'would replace an input' "${raw[@]}" --output=nv12.bgr nv12.bgr

# Errors in files
fails 'missing.y4m' --to=bgr missing.y4m
fails "cut off after 0 frames of nv12:bt709:limited of 62x36: it has $frame_bytes of 3348 bytes" --to=bgr --format=nv12 --size=62x36 nv12.yuv
fails 'it has 3240 of 6480 bytes of the next' --to=bgr --format=i444 --size=60x36 --output=x.png nv12.yuv
fails 'stride=32: a row of plane 1 of nv12:bt709:limited has 60 bytes, and this leaves 32' "${raw[@]}" --stride=32 nv12.yuv
head -c $((frame_bytes - 1)) nv12.yuv > short.yuv
fails "it has $((frame_bytes - 1)) of $frame_bytes bytes of the next" "${raw[@]}" --output=x.png short.yuv
true > none.yuv
fails "it has 0 of $frame_bytes bytes of the next" "${raw[@]}" --output=x.png none.yuv
head -c $((frame_bytes + 10)) three.yuv > long.yuv
fails "warning: long.yuv: cut off after 1 frames of nv12:bt709:limited of 60x36: it has 10 of $frame_bytes bytes" \
    "${raw[@]}" --output=cut.bgr long.yuv
check "frames of a cut file" test "$(wc -c < cut.bgr)" = $((60 * 36 * 3))
mkfifo pipe.yuv
head -c $((frame_bytes + 10)) three.yuv > pipe.yuv &
fails "it has 10 of $frame_bytes bytes of the next" "${raw[@]}" --output=cut.bgr pipe.yuv
check "frames of a cut pipe" test "$(wc -c < cut.bgr)" = $((60 * 36 * 3))
cat three.yuv > pipe.yuv &
succeeds "${raw[@]}" --verify --output=pipe.bgr pipe.yuv
succeeds "${raw[@]}" --output=stdin.bgr - < three.yuv
check "the standard input" cmp -s pipe.bgr stdin.bgr
check "outputs after errors: $(ls)" test -z "$(find . -name 'x*' -o -name '*.part')"

# Rows with gaps: of luma 64 bytes, of chroma as many or half as many
spread() { od -An -v -w"$1" -tx1 | awk -v n="$2" '{ while (NF < n) $(NF + 1) = "55"; print }' | xxd -r -p; }
to_yuv i420 i420.yuv
if command -v xxd > /dev/null; then
    { head -c 2160 nv12.yuv | spread 60 64; tail -c +2161 nv12.yuv | spread 60 64; } > gaps.yuv
    succeeds "${raw[@]}" --output=whole.bgr nv12.yuv
    succeeds "${raw[@]}" --stride=64 --output=gaps.bgr gaps.yuv
    check "rows of 64 bytes" cmp -s whole.bgr gaps.bgr
    { head -c 2160 i420.yuv | spread 60 64; tail -c +2161 i420.yuv | spread 30 32; } > gaps.yuv
    succeeds --from=i420 --size=60x36 --format=i420 --stride=64 --output=without.yuv gaps.yuv
    check "rows of 64 and 32 bytes" cmp -s i420.yuv without.yuv
else
    skip "rows with gaps, as xxd is not installed"
fi

# All formats, each from the samples that the other direction wrote
"$program" --list-formats | awk '{ print $1 }' > list
for format in $(awk -F: '!seen[$1]++ || NR % 29 == 0' list) i420:opencv420 uyvy:opencv422 tutorial jpeg; do
    to_yuv "$format" all.yuv
    prints ', 1 frame: 0 (differing bytes|samples more than one code off), written' \
        --to=bgr --verify "--format=$format" --size=60x36 --output=all.png all.yuv
done
for format in nv12:opencv420 yuy2:opencv422; do
    to_yuv "$format" exact.yuv
    prints ': 0 differing bytes$' --to=bgr --verify "--format=$format" --size=60x36 exact.yuv
done

# Outputs
succeeds "${raw[@]}" --output=one.png nv12.yuv
check "one frame" is_png one.png
succeeds "${raw[@]}" --output=one.bgr nv12.yuv
prints ', 3 frames: .*, written to three_0001.png to three_0003.png$' "${raw[@]}" --verify --output=three.png three.yuv
check "pictures: $(ls)" is_png three_0001.png -a ! -e three.png -a ! -e three_0004.png
check "three equal pictures" cmp -s three_0001.png three_0003.png
check "a picture of three is not that of one" cmp -s one.png three_0002.png
succeeds "${raw[@]}" --output=three.bgr three.yuv
check ".bgr of three frames" cmp -s three.bgr <(cat one.bgr one.bgr one.bgr)
succeeds "${raw[@]}" --as=ppm --output=results nv12.yuv three.yuv
check "files of a folder: $(ls results)" \
    test "$(ls results | tr '\n' ' ')" = "nv12.ppm three_0001.ppm three_0002.ppm three_0003.ppm "
check "the bytes of a picture" cmp -s <(tail -c 6480 results/nv12.ppm) <(tail -c 6480 results/three_0003.ppm)

# Names of frames: none is that of another output or of an input
cp nv12.yuv three_0001.yuv
cp three.yuv clip.yuv
cp three.yuv clip_00012.yuv
refuses 'three_0001.png: a frame of three.png could get this name, too; convert' "${raw[@]}" --output=names/ three.yuv three_0001.yuv
refuses 'clip_00012.ppm: a frame of clip.ppm could' "${raw[@]}" --as=ppm --output=./ clip.yuv clip_00012.yuv
succeeds "${raw[@]}" --as=bgr --output=names/ three.yuv three_0001.yuv
succeeds "${raw[@]}" --output=names/ clip.yuv three_0001.yuv

# Bits: white is white, and 16 bits from 10 are not 8 bits
printf 'P6\n2 2\n255\n\377\377\377\377\377\377\377\377\377\377\377\377' > white.ppm
for format in p010 i422:10bit:full packed444:16bit; do
    succeeds "--format=$format" --output=white.yuv white.ppm
    succeeds --to=bgr --verify "--format=$format" --size=2x2 --output=white.bgr white.yuv
    check "white in $format: $(od -An -tx1 white.bgr)" \
        test "$(od -An -v -tx2 white.bgr | tr -s ' \n' '\n' | sort -u | tr -d '\n')" = ffff
done
to_yuv p010 deep.yuv
for kind in png tiff ppm; do # what was written is read again with all its bits
    succeeds --to=bgr --format=p010 --size=60x36 --output=deep.$kind deep.yuv
    succeeds --format=packed444:16bit:full --output=deep_$kind.yuv deep.$kind
    check "16 bits in .$kind" cmp -s deep_png.yuv deep_$kind.yuv
done
succeeds --to=bgr --format=p010 --size=60x36 --output=deep.jpg deep.yuv

finish
