#!/usr/bin/env bash
# Tests stripe_convert --to=bgr, seen from outside: samples/test_to_bgr.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
export OPENCV_IO_MAX_IMAGE_PIXELS=1048576  # else the program starts itself again to set it

picture 60 36 > even.ppm
picture 61 37 > odd.ppm
to_yuv() { succeeds "--format=$1" "--output=$2" even.ppm; }
to_yuv i420 even.y4m
to_yuv nv12 nv12.yuv
raw=(--to=bgr --format=nv12 --size=60x36)
frame_bytes=$((60 * 36 * 3 / 2))
# three BYTES FILE: the header of a .y4m, if it is one, and three times its frame
three() { head -n "$1" "$2"; for _ in 1 2 3; do tail -n "+$(($1 + 1))" "$2"; done; }
three 1 even.y4m > three.y4m
three 0 nv12.yuv > three.yuv

# Errors in options
refuses '--to=rgb: not yuv or bgr' --to=rgb even.y4m
refuses '--code does not go with --to=bgr' --code=BGR2YUV_I420 --to=bgr even.y4m
refuses '--pad does not go' --pad --to=bgr even.y4m
refuses '--size goes with --to=bgr only' --size=60x36 even.ppm
refuses '--depth goes with' --depth=8 even.ppm
refuses '--compare goes with' --compare=even.ppm even.ppm
refuses '--compare is for one input' --to=bgr --compare=even.ppm even.y4m three.y4m
refuses '--repeat does not go' --to=bgr --repeat=2 even.y4m
refuses 'nv12.yuv: raw YUV needs --format=NAME and --size=WxH' --to=bgr --format=nv12 nv12.yuv
refuses 'nv12.yuv: raw YUV needs --format=NAME and --size=WxH' --to=bgr --size=60x36 nv12.yuv
refuses '--size=60: not 1080p' --to=bgr --format=nv12 --size=60 nv12.yuv
refuses '--format=nv13: name is "nv13"' --to=bgr --format=nv13 --size=60x36 nv12.yuv
refuses 'needs a size in multiples of 2x2, and this is 60x35' --to=bgr --format=nv12 --size=60x35 nv12.yuv
refuses '--depth=16: nv12:bt709:limited gives colours of 8 bits' "${raw[@]}" --depth=16 nv12.yuv
refuses '--depth=12: p010:bt709:limited gives colours of 8 or 16 bits' --to=bgr --format=p010 --size=60x36 --depth=12 nv12.yuv
refuses '--size is for raw YUV' --to=bgr --size=60x36 even.y4m
refuses 'C420mpeg2, which is not --format=nv12:bt601; use --format=i420:bt601:limited' --to=bgr --format=nv12:bt601 even.y4m
refuses 'use --format=i420:bt709:limited' --to=bgr --format=i420:10bit even.y4m
refuses 'folder' --to=bgr .
refuses 'x.yuv: the name of an output ends in .bgr, .png' "${raw[@]}" --output=x.yuv nv12.yuv
refuses '--as=yuv: not one of png, ppm, tiff, bgr' "${raw[@]}" --as=yuv --output=x/ nv12.yuv
cp nv12.yuv nv12.bgr
refuses 'would replace an input' "${raw[@]}" --output=nv12.bgr nv12.bgr
refuses '.png, .tif, .tiff or .ppm; --depth=8' --to=bgr --format=p010 --size=60x36 --output=x.jpg nv12.yuv

# Errors in files
fails 'missing.y4m' --to=bgr missing.y4m
fails "$frame_bytes bytes, but a frame of nv12:bt709:limited of 62x36 has 3348" --to=bgr --format=nv12 --size=62x36 nv12.yuv
fails 'bytes, but a frame of i444:bt709:limited of 60x36 has 6480' --to=bgr --format=i444 --size=60x36 --output=x.png nv12.yuv
head -c $((frame_bytes - 1)) nv12.yuv > short.yuv
fails "$((frame_bytes - 1)) bytes, but a frame" "${raw[@]}" --output=x.png short.yuv
true > none.yuv
fails '0 bytes, but a frame' "${raw[@]}" --output=x.png none.yuv
header() { printf 'YUV4MPEG2 %s\n' "$1"; tail -n +2 even.y4m; }
# header_fails WORDS HEADER: --to=bgr refuses a file of that header
header_fails() {
    header "$2" > broken.y4m
    refuses "broken.y4m: $1" --to=bgr --output=x.png broken.y4m
}
header_fails 'its header says C411, which is not one of 420jpeg, 420mpeg2' 'W60 H36 C411'
header_fails 'its header says C420p12' 'W60 H36 C420p12'
header_fails 'its header has no W and H' 'W60 C420jpeg'
header_fails 'its header has no W and H' 'W60 H-36'
header_fails 'its header says XCOLORRANGE=WIDE, which is not FULL or LIMITED' 'W60 H36 XCOLORRANGE=WIDE'
header_fails 'its header says It' 'W60 H36 It'
header_fails 'i420:bt709:limited:center needs a size in multiples of 2x2, and this is 61x36' 'W61 H36'
mkfifo pipe.y4m
refuses 'pipe.y4m: a .y4m is read twice' --to=bgr pipe.y4m
cp nv12.yuv not.y4m
refuses 'not.y4m: not a .y4m, whose first line begins with YUV4MPEG2' --to=bgr not.y4m
{ head -n 1 even.y4m; cat even.y4m; } > twice.y4m
fails 'twice.y4m: a frame does not begin with FRAME' --to=bgr --output=x.bgr twice.y4m
head -n 1 even.y4m > headed.y4m
fails 'headed.y4m: 0 bytes, but a frame' --to=bgr --output=x.png headed.y4m
check "outputs after errors: $(ls)" test -z "$(find . -name 'x*' -o -name '*.part')"

# A file that ends early: what was whole is kept
head -c -100 three.y4m > cut.y4m
fails 'warning: cut.y4m: cut off after 2 frames: it has 3140 of 3240 bytes of the next' --to=bgr --output=cut.bgr cut.y4m
check "frames of a cut .y4m" test "$(wc -c < cut.bgr)" = $((2 * 60 * 36 * 3))
mkfifo pipe.yuv
head -c $((frame_bytes + 10)) three.yuv > pipe.yuv &
fails "it has 10 of $frame_bytes bytes of the next" "${raw[@]}" --output=cut.bgr pipe.yuv
check "frames of a cut pipe" test "$(wc -c < cut.bgr)" = $((60 * 36 * 3))
cat three.yuv > pipe.yuv &
succeeds "${raw[@]}" --verify --output=pipe.bgr pipe.yuv

# All formats, each from the samples that the other direction wrote
"$program" --list-formats | awk '{ print $1 }' > list
for format in $(awk -F: '!seen[$1]++ || NR % 29 == 0' list) i420:opencv420 uyvy:opencv422 tutorial jpeg; do
    to_yuv "$format" all.yuv
    prints ', 1 frame: 0 (differing bytes|samples more than one code off .*), PSNR [1-9]' \
        --to=bgr --verify "--format=$format" --size=60x36 --compare=even.ppm --output=all.png all.yuv
done
for format in nv12:opencv420 yuy2:opencv422; do
    to_yuv "$format" exact.yuv
    prints ': 0 differing bytes$' --to=bgr --verify "--format=$format" --size=60x36 exact.yuv
done
for format in i420 i420:topleft:full i420:jpeg i422:10bit i444:16bit y y:10bit; do
    to_yuv "${format/i420:jpeg/jpeg}" all.y4m
    prints '^all.y4m 60x36 [a-z0-9:]*, 1 frame: 0 samples more than one code off' --to=bgr --verify all.y4m
done

# What a .y4m says, and what --format adds
# reads FORMAT HEADER OPTION...: how a file of that header is read
reads() {
    header "$2" > header.y4m
    prints "^header.y4m 60x36 $1, 1 frame:" --to=bgr "${@:3}" header.y4m
}
reads i420:bt709:limited:center 'W60 H36'
reads i420:bt709:limited:center 'W60 H36 F25:1 I? A1:1 C420 XYSCSS=420'
reads i420:bt709:limited 'W60 H36 Ip C420mpeg2 XCOLORRANGE=LIMITED'
reads i420:bt709:full:topleft 'W60 H36 Ip C420paldv XCOLORRANGE=FULL'
reads i420:bt601:full 'C420mpeg2 H36 W60 XCOLORRANGE=FULL' --format=i420:bt601
reads i420:bt601:limited 'C420mpeg2 H36 W60 XCOLORRANGE=FULL' --format=i420:bt601:limited
reads i420:bt2020:full 'C420mpeg2 H36 W60 XCOLORRANGE=LIMITED' --format=i420:bt2020:full
reads i420:bt2020:full 'C420mpeg2 H36 W60' --format=i420:bt2020:full
header 'W60 H36 XCOLORRANGE=FULL' > full.y4m
refuses 'full.y4m: its header does not go with --format=opencv420: ' --to=bgr --format=opencv420 full.y4m

# Outputs
succeeds "${raw[@]}" --output=one.png --planes=planes.png nv12.yuv
check "one frame" is_png one.png
check "the planes" is_png planes.png
succeeds "${raw[@]}" --output=one.bgr nv12.yuv
prints ', 3 frames: .*, written to three_0001.png to three_0003.png$' "${raw[@]}" --verify --output=three.png three.yuv
check "pictures: $(ls)" is_png three_0001.png -a ! -e three.png -a ! -e three_0004.png
check "three equal pictures" cmp -s three_0001.png three_0003.png
check "a picture of three is not that of one" cmp -s one.png three_0002.png
prints 'PSNR inf dB' "${raw[@]}" --compare=one.png --output=three.bgr nv12.yuv
check ".bgr of a frame" cmp -s one.bgr three.bgr
succeeds "${raw[@]}" --output=three.bgr three.yuv
check ".bgr of three frames" cmp -s three.bgr <(cat one.bgr one.bgr one.bgr)
prints 'PSNR inf dB' "${raw[@]}" --compare=three.bgr three.yuv
fails 'one.bgr: has fewer frames' "${raw[@]}" --compare=one.bgr three.yuv
fails 'odd.ppm: 62x38, but the result is 60x36' "${raw[@]}" --compare=odd.ppm nv12.yuv
succeeds --pad --format=nv12 --output=padded.yuv odd.ppm
prints 'PSNR [1-9]' --to=bgr --format=nv12 --size=62x38 --compare=odd.ppm padded.yuv
succeeds --to=bgr --as=ppm --output=results --planes=results/planes even.y4m three.y4m
check "files of a folder: $(ls results)" \
    test "$(ls results results/planes | tr '\n' ' ')" = "results: even.ppm planes three_0001.ppm three_0002.ppm three_0003.ppm  results/planes: even_planes.png three_planes.png "
check "the bytes of a picture" cmp -s <(tail -c 6480 results/even.ppm) <(tail -c 6480 results/three_0003.ppm)

# Bits: white is white, and 16 bits from 10 are not 8 bits
printf 'P6\n2 2\n255\n\377\377\377\377\377\377\377\377\377\377\377\377' > white.ppm
for options in '2 ffff' '1 ff --depth=8'; do
    read -r bytes code depth <<< "$options"
    for format in p010 i422:10bit:full packed444:16bit; do
        succeeds "--format=$format" --output=white.yuv white.ppm
        succeeds --to=bgr --verify "--format=$format" --size=2x2 $depth --output=white.bgr white.yuv
        check "white in $format: $(od -An -tx1 white.bgr)" \
            test "$(od -An -v "-tx$bytes" white.bgr | tr -s ' \n' '\n' | sort -u | tr -d '\n')" = "$code"
    done
done
to_yuv p010 deep.yuv
for kind in png tiff ppm; do
    succeeds --to=bgr --format=p010 --size=60x36 --output=deep.$kind deep.yuv
    prints 'PSNR inf dB' --to=bgr --format=p010 --size=60x36 --compare=deep.$kind deep.yuv
done
succeeds --to=bgr --format=p010 --size=60x36 --depth=8 --output=deep.jpg deep.yuv

finish
