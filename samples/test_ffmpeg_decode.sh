#!/usr/bin/env bash
# Lets FFmpeg and stripe_convert --to=bgr decode the same YUV: samples/test_ffmpeg_decode.sh PROGRAM
# What must hold: they agree within rounding, and a wrong matrix or range does not. Exits with 77 without FFmpeg.
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
command -v ffmpeg > /dev/null || { skip "decoding beside FFmpeg, as ffmpeg is not installed"; exit 77; }

size=320x240
# neighbor: a chroma sample counts for all pixels of its block. Without the other flags FFmpeg drops bits of chroma, and
# comes to 47 dB only.
flags=neighbor+accurate_rnd+full_chroma_int+bitexact
ffmpeg() { command ffmpeg -nostdin -y -v error "$@" || fail "ffmpeg $*"; }
range_of() { if [ "$1" = full ]; then echo pc; else echo tv; fi; }

# encode MATRIX RANGE PIXEL_FORMAT FILE: three frames of moving colours with noise, by FFmpeg
encode() {
    local kind=(-f rawvideo)
    [ "${4##*.}" != y4m ] || kind=(-strict -1)
    ffmpeg -f lavfi -i "testsrc2=size=$size:rate=25,noise=alls=40:allf=t:all_seed=1" -frames:v 3 \
        -vf "format=gbrp,scale=out_color_matrix=$1:out_range=$(range_of "$2"):flags=bicubic+accurate_rnd,format=$3" \
        -color_range "$(range_of "$2")" "${kind[@]}" "$4"
}

# decode MATRIX RANGE PIXEL_FORMAT FILE BGR_FORMAT [PLANAR_FORMAT]: by FFmpeg, into theirs.bgr
decode() {
    local kind=(-f rawvideo -pix_fmt "$3" -s "$size") matrix=${1#bt}
    local filter=scale=in_color_matrix=$1:in_range=$(range_of "$2"):out_range=pc:flags=$flags
    [ "${4##*.}" != y4m ] || kind=()
    # FFmpeg's own scaler takes 65280 for white of 16 bits and 1020 for white of 10 bits.
    [ "$3" != p010le ] ||
        filter=format=yuv420p10le,zscale=min=${matrix/601/170m}:rin=$2:cin=center:m=gbr:r=full:f=point,format=$6
    ffmpeg "${kind[@]}" -i "$4" -vf "$filter,format=$5" -f rawvideo -pix_fmt "$5" theirs.bgr
}

# ours FORMAT FILE BGR_FORMAT [OPTION...]: sets psnr, against theirs.bgr
ours() {
    local format=$1 file=$2 kind=(-f rawvideo -pix_fmt "$3" -s "$size") options=("--size=$size")
    [ "${file##*.}" != y4m ] || options=()
    shift 3
    succeeds --to=bgr --verify "--format=$format" "${options[@]}" "$@" --output=ours.bgr "$file"
    psnr=$(command ffmpeg -nostdin -hide_banner -nostats "${kind[@]}" -i ours.bgr "${kind[@]}" -i theirs.bgr -lavfi \
        "[0:v]format=$planar[ours];[1:v]format=$planar[theirs];[ours][theirs]psnr" -f null - 2>&1 |
        sed -n 's/.* min:\([0-9.]*\|inf\).*/\1/p' | tail -n 1)
    printf '%-40s %6s dB\n' "$format" "${psnr:-none}"
}
at_least() { awk -v a="${1/inf/999}" -v b="$2" 'BEGIN { exit !(a + 0 >= b) }'; }
agrees() { at_least "$psnr" "$2" || fail "$1: $psnr dB, which is more than rounding"; }
differs() { at_least 40 "${psnr:-99}" || fail "$1: $psnr dB although it is wrong"; }

other() { case $1 in bt601) echo bt709 ;; bt709) echo bt601 ;; full) echo limited ;; limited) echo full ;; esac; }

while read -r layout pixels extension bgr planar least; do
    if [ "$pixels" = p010le ] && [[ $(ffmpeg -filters) != *zscale* ]]; then
        skip "p010 beside FFmpeg, which has no filter zscale here"
        continue
    fi
    for matrix in bt601 bt709; do
        for range in limited full; do
            file=$layout.$extension
            encode $matrix $range "$pixels" "$file"
            decode $matrix $range "$pixels" "$file" "$bgr" "$planar"
            ours "$layout:$matrix:$range" "$file" "$bgr"
            agrees "$layout:$matrix:$range" "$least"
            ours "$layout:$(other $matrix):$range" "$file" "$bgr"
            differs "$layout:$matrix:$range read as $(other $matrix)"
            ours "$layout:$matrix:$(other $range)" "$file" "$bgr"
            differs "$layout:$matrix:$range read as $(other $range)"
        done
    done
done << 'END'
i420 yuv420p y4m bgr24 gbrp 65
i444 yuv444p y4m bgr24 gbrp 65
nv12 nv12 yuv bgr24 gbrp 65
yuy2 yuyv422 yuv bgr24 gbrp 65
uyvy uyvy422 yuv bgr24 gbrp 65
p010 p010le yuv bgr48le gbrp16le 100
END

# The range in the header alone
for range in limited full; do
    encode bt601 $range yuv420p header.y4m
    decode bt601 $range yuv420p header.y4m bgr24
    planar=gbrp
    ours i420:bt601 header.y4m bgr24
    agrees "a .y4m of $range range" 65
done

finish
