#!/usr/bin/env bash
# Tests what stripe_convert does, seen from outside: samples/test_stripe_convert.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

bytes() { od -An -v -tu1 "$@" | tr -s ' \n' ' '; }

picture 61 37 > small.ppm
picture 60 36 > even.ppm
picture 640 480 > large.ppm
printf 'P6\n2 1\n255\n\377\377\377\377\001\001' > two.ppm
printf 'P6\n2 2\n255\n\377\377\377\377\377\377\377\377\377\377\377\377' > white.ppm
echo 'not a picture' > text.jpg
echo 'not a video' > text.avi
head -c 3000 large.ppm > cut.ppm
mkdir folder empty
cp small.ppm folder/a.ppm
cp two.ppm folder/b.ppm
echo 'left alone' > folder/notes.txt

# Help
prints '^examples:$' --help

# Errors in arguments
fails 'no input'
for argument in --stripes={0,2x,99999999999} --device={gpu,-1,4096}; do
    fails "$argument" "$argument" small.ppm
done
fails '.doc: the name of an output ends in' --as=doc --output=results folder
fails '--as is for' --as=png --output=x.png small.ppm
refuses '--from and --format with --to=bgr say the same' --to=bgr --from=nv12 --format=nv12 --size=60x36 even.ppm
fails '--format=nv13: name is "nv13"' --format=nv13 even.ppm
fails 'the nearest are nv12:bt709' --format=nv12:bt70 even.ppm
fails 'full' --format=nv12:tutorial:full even.ppm
fails '--from=nv13: name is "nv13"' --from=nv13 --size=60x36 even.ppm

# Errors in inputs
for input in missing.png text.jpg text.avi cut.ppm empty; do fails $input $input; done
fails 'text.jpg' --output=text.yuv text.jpg
check "output of an unreadable picture" test ! -e text.yuv

# Errors in outputs
for output in missing/x.png small.ppm/x.png x.doc noextension; do fails $output --format=packed444 --output=$output small.ppm; done
fails 'small.ppm' --format=packed444 --output=small.ppm/results folder
packed=--format=packed444
fails 'would replace an input' $packed --output=./small.ppm small.ppm
fails 'two outputs' $packed --output=results folder/a.ppm ./folder/a.ppm
fails 'video' --output=x.png text.avi
fails 'use --format=i420:bt601:full:center,' --format=nv12:bt601:full:center --output=x.y4m even.ppm
fails 'use --format=i420:10bit:bt709:limited,' --format=p010 --output=x.y4m even.ppm
fails 'use --format=i422:bt709:limited,' --format=uyvy --output=x.y4m even.ppm
fails 'use --format=i444:tutorial:limited,' --format=tutorial --output=x.y4m even.ppm
fails 'use --format=i420:bt709:limited,' --format=yv12 --output=x.y4m even.ppm
fails 'where chroma lies' --format=i420:10bit:center --output=x.y4m even.ppm
fails 'where chroma lies' --format=i422:center --output=x.y4m even.ppm
fails 'use .yuv' --format=nv12 --output=x.png even.ppm
fails '--as=yuv' --format=nv12 --as=png --output=results folder
fails '16 bits' --format=packed444:16bit --output=x.jpg even.ppm
check "outputs after errors: $(ls)" test ! -e x.png -a ! -e x.y4m -a ! -e x.doc -a ! -e results

# Conversions
for format in tutorial {i420,yv12}:opencv420; do
    for device in cpu auto; do
        prints '^large.ppm 640x480: 0 differing bytes$' --verify "--format=$format" "--device=$device" large.ppm
    done
done
for format in {uyvy,yuy2,yvyu}:opencv422; do
    prints '^large.ppm 640x480: 0 (differing bytes|samples more than one code off)$' --verify "--format=$format" large.ppm
done
prints ': 0 differing bytes' --verify --format=tutorial --stripes=5 small.ppm
prints ': 0 differing bytes' --verify --format=tutorial --stripes=1000 --device=cpu small.ppm # more than rows
succeeds --format=tutorial small.ppm
check "the place is not named: $(cat "$out")" grep -qE '^Running on (CPU with|GPU) [0-9]' "$out"
prints '^Running on CPU with' --device=cpu --format=tutorial small.ppm

# Formats
succeeds --list-formats
cp "$out" list
check "a format twice in the list" test -z "$(awk '{ print $1 }' list | sort | uniq -d)"
for line in 'nv12:bt709:limited nv12' 'i420:10bit:bt2020:full:center yuv420p10le' 'p010:bt2020:limited p010le' \
    'y:16bit:bt601:full gray16le' 'packed444:tutorial:limited' 'yv12:opencv420:limited'; do
    check "'$line' is not in the list" grep -qxF "$line" <(sed 's/  */ /' list)
done
# Every layout, and what else there is in turn; all 351 would take a minute.
for format in $(awk '{ print $1 }' list | awk -F: '!seen[$1]++ || NR % 29 == 0'); do
    prints '^even.ppm 60x36: 0 (differing bytes|samples more than one code off)$' \
        --verify "--format=$format" --device=cpu even.ppm
done
for format in i420:opencv420 nv12:opencv420 tutorial nv21:tutorial:center; do
    prints ': 0 differing bytes$' --verify "--format=$format" even.ppm
done
# white BYTES SAMPLES FORMAT: four white pixels as numbers of so many bytes
white() {
    succeeds "--format=$3" --output=white.yuv white.ppm
    check "white in $3: $(od -An -v "-tu$1" white.yuv)" test "$(od -An -v "-tu$1" white.yuv | tr -s ' \n' ' ')" = " $2 "
}
white 1 '235 235 235 235 128 128' nv12:bt709:limited
white 1 '255 255 255 255 128 128' nv12:bt709:full
white 1 '128 235 128 235 128 235 128 235' uyvy
white 1 '235 235 235 235' y
white 2 '940 940 940 940 512 512' i420:10bit
white 2 '60160 60160 60160 60160 32768 32768' p010:bt2020:limited
white 2 '65472 65472 65472 65472 32768 32768' p010:full
white 2 '65535 65535 65535 65535 32768 32768' p016:full
succeeds --format=i420:opencv420 --output=format.yuv even.ppm
check "size of 4:2:0" test "$(wc -c < format.yuv)" = $((60 * 36 * 3 / 2))
succeeds --format=nv12 --output=nv12.yuv even.ppm
succeeds --format=nv21 --output=nv21.yuv even.ppm
check "U before V and V before U" cmp -s <(tail -c 1080 nv12.yuv | od -An -v -w2 -tu1 | awk '{ print $2, $1 }') \
    <(tail -c 1080 nv21.yuv | od -An -v -w2 -tu1 | awk '{ print $1, $2 }')
for header in i444=444 i444:10bit=444p10 i422=422 i422:10bit=422p10 i420=420mpeg2 i420:center=420jpeg \
    i420:topleft=420paldv i420:10bit=420p10 i420:16bit=420p16 y=mono y:10bit=mono10 opencv420=420paldv; do
    succeeds "--format=${header%=*}" --output=format.y4m even.ppm
    check "header of $header: $(head -n 1 format.y4m)" \
        test "$(head -n 1 format.y4m)" = "YUV4MPEG2 W60 H36 F25:1 Ip A1:1 C${header#*=} XCOLORRANGE=LIMITED"
    succeeds "--format=${header%=*}" --output=format.yuv even.ppm
    check "frame of $header" cmp -s <(tail -n +2 format.y4m) <(echo FRAME; cat format.yuv)
done
succeeds --format=i420:full --output=format.y4m even.ppm
check "range of a full format" grep -aq 'XCOLORRANGE=FULL$' format.y4m
succeeds --format=packed444:16bit --output=format.png even.ppm

# Outputs
succeeds $packed --output=small.yuv small.ppm
check "size of a .yuv" test "$(wc -c < small.yuv)" = $((61 * 37 * 3))
succeeds --format=tutorial --output=two.yuv two.ppm
check "the tutorial formula: $(bytes two.yuv)" test "$(bytes two.yuv)" = " 235 128 128 82 90 239 "
succeeds --format=i444:tutorial --output=two.y4m two.ppm
check "header of a .y4m" test "$(head -n 1 two.y4m)" = "YUV4MPEG2 W2 H1 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED"
check "frame of a .y4m: $(tail -c 6 two.y4m | bytes)" test "$(tail -c 6 two.y4m | bytes)" = " 235 82 128 90 128 239 "
succeeds $packed --output=small.png small.ppm
check "a packed picture" is_png small.png
cp small.yuv before.yuv
fails 'text.jpg' --output=small.yuv text.jpg
check "an output from before has changed" cmp -s small.yuv before.yuv

succeeds --verify $packed --as=yuv --output=results folder
check "files of a folder: $(ls results)" test -f results/a.yuv -a -f results/b.yuv -a ! -e results/notes.yuv
succeeds $packed --as=png --output=results/ small.ppm
check "one input into a folder" test -f results/small.png
cp text.jpg folder/broken.jpg
fails 'broken.jpg' $packed --as=png --output=others folder
check "inputs after an unreadable one" test -f others/a.png -a -f others/b.png -a ! -e others/broken.png

# Sizes that a format does not have, and 16 bits
fails 'a format with planes, such as nv16' --format=uyvy --output=odd.yuv small.ppm
check "nothing of that" test ! -e odd.yuv
prints '^small.ppm 61x37: 0 samples' --verify --format=nv16 --output=odd.yuv small.ppm
check "size of that" test "$(wc -c < odd.yuv)" = $(((61 + 31 + 31) * 37))
# deep FILE: grey of 16 bits, 0x1234 everywhere
deep() {
    succeeds --format=y:16bit:full --output=deep.yuv "$1"
    check "16 bits of $1: $(od -An -tx2 deep.yuv)" test "$(od -An -tx2 deep.yuv | tr -d ' \n')" = 1234123412341234
}
{ printf 'P6\n2 2\n65535\n'; for _ in {1..12}; do printf '\022\064'; done; } > deep.ppm
deep deep.ppm
succeeds --verify $packed --output=shallow.png deep.ppm
if command -v ffmpeg > /dev/null; then
    ffmpeg -nostdin -v error -i deep.ppm -pix_fmt rgb48be deep.png
    deep deep.png
fi

# Names: links, long ones, dashes, several lines
mkdir elsewhere
echo old > elsewhere/real.yuv
chmod 640 elsewhere/real.yuv
ln -s elsewhere/real.yuv link.yuv
ln -s elsewhere/new.yuv dangling.yuv
for link in link dangling; do
    succeeds $packed --output=$link.yuv small.ppm
    check "$link.yuv was replaced" test -L $link.yuv
    check "$link.yuv leads to something else" cmp -s $link.yuv small.yuv
done
check "mode of a file that was there" test "$(stat -c %a elsewhere/real.yuv)" = 640
long=$(printf 'x%.0s' {1..251}).yuv
succeeds $packed "--output=$long" small.ppm
check "a name of 255 bytes" cmp -s "$long" small.yuv
fails 'cannot be written: ' $packed "--output=x$long" small.ppm
cp even.ppm ./--dash.ppm
succeeds -- --dash.ppm
fails "unknown argument '--dash.ppm'" --dash.ppm
cp even.ppm $'two\nlines.ppm'
succeeds $'two\nlines.ppm'
check "a name of two lines: $(cat "$out")" test "$(wc -l < "$out")" = 2
fails 'missing lines.ppm' $'missing\nlines.ppm'

# What cannot be printed is an error; test_outputs.sh has full disks, limits and signals
for arguments in --help --list-formats even.ppm; do
    "$program" $arguments > /dev/full 2> "$err" && fail "$arguments: exit code 0 although stdout could not be written"
    check "$arguments to a full disk: $(cat "$err")" grep -qx 'stripe_convert: the output cannot be written: .*' "$err"
done

# Videos: what was just written is one; test_videos.sh has other kinds
succeeds --format=i444 --output=large.y4m large.ppm
if reads_videos large.y4m; then
    prints '640x480 i444:.*, 1 frame: assumed .*, 0 samples more than' --verify --format=i420:bt2020 --output=video.y4m large.y4m
    prints '640x480 i444:bt709:limited, 1 frame: 0 differing bytes' --verify --from=i444:bt709 --format=nv12:bt709 large.y4m
    prints ', 1 frame: .*, 0 samples more than one code off' --verify --format=p010:bt2020 --output=video.yuv large.y4m
    check "size of that" test "$(wc -c < video.yuv)" = $((640 * 480 * 3))
    fails 'a picture cannot hold a video' $packed --output=x.png large.y4m
    { cat large.y4m; for _ in {1..4}; do tail -n +2 large.y4m; done; } > five.y4m
    prints '640x480 i444:.*, 5 frames: .*, 0 differing bytes' --verify --format=i444:bt601 --output=video.y4m five.y4m
    check "samples of one format are not touched" cmp -s <(tail -n +2 five.y4m) <(tail -n +2 video.y4m)
else
    skip "reading a video, as this program was built without FFmpeg's libraries"
fi
if command -v ffprobe > /dev/null; then
    check "ffprobe refuses the .y4m" test \
        "$(ffprobe -v error -show_entries stream=width,height,pix_fmt -of csv=p=0 large.y4m)" = "640,480,yuv444p"
    succeeds --format=i420:10bit:full --output=format.y4m even.ppm
    check "ffprobe reads another format than 10 bits of full range" test \
        "$(ffprobe -v error -show_entries stream=pix_fmt,color_range -of csv=p=0 format.y4m)" = "yuv420p10le,pc"
else
    skip "ffprobe is not installed"
fi

# Progress is for terminals
check "a bar where there is no terminal" test -z "$("$program" $packed folder/a.ppm folder/b.ppm 2>&1 | grep $'\r')"
if command -v script > /dev/null; then
    check "no bar on a terminal" grep -qF ' 0/2' <(script -qec "'$program' $packed folder/a.ppm folder/b.ppm" /dev/null < /dev/null)
else
    skip "the progress bar, as script is not installed"
fi

finish
