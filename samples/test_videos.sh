#!/usr/bin/env bash
# Tests how stripe_convert reads videos and what their tags say: samples/test_videos.sh PROGRAM
# Without FFmpeg's libraries it exits with 77; without the program ffmpeg only .y4m is read.
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

# samples BYTES: pseudo-random ones
samples() { picture 99 99 | tail -c +13 | head -c "$1"; }
# y4m HEADER BYTES [FRAMES]
y4m() {
    local i
    printf 'YUV4MPEG2 %s\n' "$1"
    for ((i = 0; i < ${3:-1}; ++i)); do printf 'FRAME\n'; samples "$2"; done
}
y4m 'W16 H8 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL' 192 > full.y4m
reads_videos full.y4m || { skip "videos, as this program was built without FFmpeg's libraries"; exit 77; }
# keeps FORMAT FILE [OPTION...]: the samples of the file's own format are not touched, and $2.yuv gets them
keeps() {
    prints "$1(,|:| |\$)" "--format=$1" --verify "${@:3}" --output="$2.yuv" "$2"
    grep -q ', 0 differing bytes\|: 0 differing bytes' "$out" || fail "$2: not verified: $(cat "$out")"
}

# What a header says
keeps i420:bt601:full:center full.y4m
check "samples of full range" cmp -s full.y4m.yuv <(samples 192)
prints 'assumed BT.601, 0' --verify full.y4m
succeeds --format=i420:bt601:full:center --output=again.y4m full.y4m
check "the header again: $(head -n 1 again.y4m)" cmp -s again.y4m full.y4m
{ printf 'YUV4MPEG2 W256 H1 F25:1 Ip A1:1 Cmono\nFRAME\n'; for i in {0..255}; do printf "\\x$(printf %02x $i)"; done; } > ramp.y4m
prints 'assumed full range' --to=bgr --verify --output=ramp.bgr ramp.y4m
check "grey is of full range" test "$(od -An -v -tu1 -w3 ramp.bgr | tr -s ' ' | tr '\n' ,)" = \
    "$(for i in {0..255}; do printf ' %d %d %d,' $i $i $i; done)"
succeeds --to=bgr --from=y:limited --output=ramp.bgr ramp.y4m
check "limited grey, as --from says" test "$(od -An -tu1 -j $((235 * 3)) -N 3 ramp.bgr | tr -s ' ')" = ' 255 255 255'
y4m 'W16 H8 F25:1 Ip C420p12' 384 > twelve.y4m
prints 'i420:12bit:bt601:limited' twelve.y4m
y4m 'W16 H8 F25:1 Ip A1:1 XYSCSS=444' 384 > xyscss.y4m
keeps i444:bt601:limited xyscss.y4m
y4m 'W16 H8 F25:1 Ip A1:1 XYSCSS=411' 192 > xyscss.y4m
fails 'yuv411p' xyscss.y4m
prints 'i420:bt709:limited:center' --from=i420:bt709:limited full.y4m
prints 'i420:bt709:full:center' --from=i420:bt709 full.y4m
prints 'i420:bt601:full,' --from=i420:left full.y4m
prints 'i420:opencv420:limited' --from=opencv420 full.y4m
fails 'full.y4m: its samples are yuv420p, not nv12; name i420:bt601:full:center' --from=nv12 full.y4m
fails 'full.y4m: its samples are yuv420p, not i420:10bit; name' --from=i420:10bit full.y4m

# Interlaced
y4m 'W16 H8 F25:1 It A1:1 C420mpeg2' 192 > fields.y4m
fails '--progressive' fields.y4m
prints 'i420:bt601:limited, 1 frame' --progressive fields.y4m
y4m 'W16 H8 F25:1 It A1:1 C422 XCOLORRANGE=LIMITED' 256 > fields.y4m
succeeds --format=i422:bt601 --output=again.y4m fields.y4m
check "fields of 4:2:2: $(head -n 1 again.y4m)" cmp -s again.y4m fields.y4m

# Pipes
cat full.y4m | succeeds --format=i420:bt601:full:center --output=stdin.yuv -
check "the standard input" cmp -s stdin.yuv full.y4m.yuv
succeeds --format=i420:bt601:full:center --output=stdin.yuv - < full.y4m
check "the standard input, which is a file" cmp -s stdin.yuv full.y4m.yuv
mkfifo pipe
cat full.y4m > pipe &
succeeds --format=i420:bt601:full:center --output=pipe.yuv pipe
check "a pipe" cmp -s pipe.yuv full.y4m.yuv

# Odd sizes: FFmpeg's planes, whose chroma rounds up
y4m 'W19 H13 F25:1 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED' $((19 * 13 + 2 * 10 * 7)) 2 > odd.y4m
if "$program" odd.y4m > /dev/null 2>&1; then
    keeps i420:bt601:limited odd.y4m
    check "samples of odd sizes" cmp -s odd.y4m.yuv <(samples 387; samples 387)
    prints '^odd.y4m.yuv 19x13 i420.*, 2 frames' --to=bgr --verify --from=i420 --size=19x13 --output=odd.bgr odd.y4m.yuv
    check "colours of odd sizes" test "$(wc -c < odd.bgr)" = $((2 * 19 * 13 * 3))
    picture 7 5 > odd.ppm
    succeeds --format=nv12 --verify --output=odd.yuv odd.ppm
    check "planes of a picture" test "$(wc -c < odd.yuv)" = $((35 + 2 * 4 * 3))
else
    skip "odd sizes, which this library refuses"
fi

# Damaged: what was whole is kept, and the exit code is not 0
# damaged WORDS FRAME_BYTES FILE
damaged() {
    fails "warning: $3: $1" --format=i420 --output=cut.yuv "$3"
    check "frames of $3" test $(($(wc -c < cut.yuv) % $2)) = 0 -a "$(wc -c < cut.yuv)" -gt 0
}
y4m 'W16 H8 F25:1 Ip C420jpeg' 192 3 > three.y4m
for bytes in 1 100 192 197; do
    head -c -$bytes three.y4m > cut.y4m
    damaged 'cut off after 2 frames: ' 192 cut.y4m
done
head -n 1 three.y4m > head.y4m
fails 'head.y4m: no frame' --format=i420 --output=none.yuv head.y4m
{ cat full.y4m; printf 'FRAME X%01200d\n' 1; samples 192; } > long.y4m
damaged 'damaged after 1 frames: a line before a frame' 192 long.y4m
{ cat full.y4m; cat full.y4m; } > twice.y4m
damaged 'damaged after 1 frames: a line before a frame' 192 twice.y4m
for header in 'W16 H8 C410' 'W16 H8 C440' 'W16' 'W16 H-8' 'W16 H8 Im' "W16 H8 X$(printf %0130d 1)"; do
    y4m "$header" 192 > header.y4m
    fails 'header.y4m: ' --format=i420 --output=none.yuv header.y4m
done
check "outputs of damaged headers" test ! -e none.yuv

# A file cannot make the program read another one, whatever its name is
printf 'ffconcat version 1.0\nfile %s\n' "$PWD/full.y4m" > list.ffconcat
printf '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n%s\n#EXT-X-ENDLIST\n' "file://$PWD/full.y4m" > list.m3u8
printf '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static"><Period><AdaptationSet><Representation id="1"><BaseURL>%s</BaseURL></Representation></AdaptationSet></Period></MPD>' "$PWD/full.y4m" > list.mpd
for list in list.*; do
    for name in "$list" list.mp4 list.y4m; do
        [ "$name" = "$list" ] || cp "$list" "$name"
        fails "$name: neither a picture nor a video" --output=none.yuv "$name"
        if strace -qq -o /dev/null true 2> /dev/null; then
            strace -f -qq -e trace=open,openat -o trace "$program" "$name" > /dev/null 2>&1
            check "$name made the program open another file" test "$(grep -c 'full.y4m' trace)" = 0
        fi
    done
done
fails 'No such file' 'concat:full.y4m|full.y4m'
fails 'No such file' 'http://127.0.0.1:9/full.y4m'

command -v ffmpeg > /dev/null || { skip "other containers, as ffmpeg is not installed"; finish; }
# make FILE OPTION...: three frames of moving colours
make() {
    ffmpeg -nostdin -y -v error -f lavfi -i "testsrc2=size=64x48:rate=25:duration=${seconds:-0.12}" "${@:2}" "$1" ||
        fail "ffmpeg $1"
}
# theirs FILE PIXEL_FORMAT: samples by FFmpeg
theirs() { ffmpeg -nostdin -y -v error -i "$1" -f rawvideo -pix_fmt "$2" theirs.raw || fail "ffmpeg $1"; }
lossless=(-c:v ffv1)
[[ $(ffmpeg -hide_banner -encoders 2> /dev/null) != *libx264* ]] || lossless=(-c:v libx264 -qp 0)
tags() { echo -colorspace "$1" -color_range "$2"; }
while read -r format pixels matrix range; do
    make video.mkv "${lossless[@]}" -pix_fmt "$pixels" $(tags "$matrix" "$range")
    keeps "$format" video.mkv
    [ $range = pc ] && theirs video.mkv yuvj420p || theirs video.mkv "$pixels"
    check "$format: samples by FFmpeg" cmp -s theirs.raw video.mkv.yuv
done << 'END_OF_TAGS'
i420:bt709:limited yuv420p bt709 tv
i420:bt709:full yuv420p bt709 pc
i422:bt601:limited yuv422p smpte170m tv
i444:10bit:bt2020:limited yuv444p10le bt2020nc tv
END_OF_TAGS
for matrix in ycgco smpte240m bt2020c; do
    make video.mkv -c:v ffv1 -pix_fmt yuv444p $(tags $matrix tv)
    fails '; here: --from=FORMAT wins' --format=i420 --output=none.yuv video.mkv
    prints 'i444:bt709:limited, 3 frames' --from=i444:bt709 video.mkv
done
make jpeg.mkv -c:v mjpeg -pix_fmt yuvj420p
prints 'i420:bt601:full:center, 3 frames' jpeg.mkv
make interlaced.mkv -c:v ffv1 -pix_fmt yuv420p -flags +ildct -top 1 -vf setfield=tff
fails '--progressive' interlaced.mkv
prints 'i420:.*, 3 frames' --progressive interlaced.mkv
make deep.png -frames:v 1 -pix_fmt rgb48be
theirs deep.png bgr48le
succeeds --to=bgr --output=deep.bgr deep.png
check "16 bits of a picture" cmp -s theirs.raw deep.bgr

# Samples that are colours
for kind in bgra rgb24 bgr0 gbrp rgb48le gbrp10le; do
    case $kind in gbrp*) make rgb.mkv -c:v ffv1 -pix_fmt $kind ;; *) make rgb.nut -c:v rawvideo -pix_fmt $kind ;; esac
    file=$(ls rgb.mkv rgb.nut 2> /dev/null | head -n 1)
    theirs "$file" "$([[ $kind == *48* || $kind == *10* ]] && echo bgr48le || echo bgr24)"
    prints '64x48, 3 frames' --to=bgr --output=rgb.bgr "$file"
    [ $kind = gbrp10le ] || check "$kind" cmp -s theirs.raw rgb.bgr
    fails 'rgb' --from=i444 "$file"
    rm "$file"
done
make palette.gif -vf 'split[a][b];[a]palettegen[p];[b][p]paletteuse'
theirs palette.gif bgr24
succeeds --to=bgr --output=rgb.bgr palette.gif
check "a GIF" cmp -s theirs.raw rgb.bgr
make palette.nut -c:v rawvideo -pix_fmt pal8 -vf 'split[a][b];[a]palettegen[p];[b][p]paletteuse'
succeeds --to=bgr --output=pal8.bgr palette.nut
check "a palette" cmp -s pal8.bgr rgb.bgr

# Containers, whole and cut
seconds=2
for file in v.mkv v.mp4 v.avi v.ts v.gif v.mpg; do
    make $file -pix_fmt yuv420p $(case $file in *.gif) echo -c:v gif -pix_fmt rgb8 ;; *.mkv) echo -c:v ffv1 ;; *.mp4) echo -c:v mpeg4 -movflags faststart ;; *) echo -c:v mpeg2video ;; esac)
    prints ', 50 frames' --format=i420 --output=v.yuv $file
    head -c $(($(stat -c %s $file) * 3 / 4)) $file > cut.${file#*.}
    damaged '' $((64 * 48 * 3 / 2)) cut.${file#*.}
done

finish
