#!/usr/bin/env bash
# Lets FFmpeg decode what stripe_convert made of a real picture, and compares with the picture:
#   samples/test_ffmpeg_round_trip.sh PROGRAM
# What must hold: no more is lost than when FFmpeg encodes the same picture itself, and reading the samples in a wrong
# way loses much more. Exits with 77 if there is nothing to test with.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
. "$here/../scripts/common.sh"
. "$here/test_common.sh"

skip_all() {
    skip "$*"
    exit 77
}
command -v ffmpeg > /dev/null || skip_all "the round trip through FFmpeg, as ffmpeg is not installed"

# Of the sample pictures this one loses least by halved chroma, so errors show best.
picture=
for folder in "$opencv_source/opencv/samples/data" /usr/share/doc/opencv-doc/examples/data; do
    if [ -z "$picture" ] && [ -f "$folder/aloeL.jpg" ]; then picture=$folder/aloeL.jpg; fi
done
[ -n "$picture" ] || skip_all "the round trip through FFmpeg, as there is no picture; scripts/setup.sh fetches some"
picture=$(realpath "$picture")

# Without these flags FFmpeg's scaler drops bits and chroma samples for speed.
flags=accurate_rnd+full_chroma_int+full_chroma_inp+bitexact

# Half the size, made even: at full size a JPEG's chroma is smooth already, and halving it would cost nothing.
ffmpeg -nostdin -v error -i "$picture" -frames:v 1 -vf "scale=trunc(iw/4)*2:trunc(ih/4)*2:flags=area+$flags" \
    -pix_fmt rgb24 picture.ppm || { echo "FAILED: $picture cannot be read"; exit 1; }
read -r width height < <(sed -n 2p picture.ppm)
size=${width}x$height

echo "$(basename "$picture") at half its size, $size; chroma at center unless a name says another siting"

range_of() { if [ "$1" = full ]; then echo pc; else echo tv; fi; }
# Where chroma lies, in 1/256 of a luma pixel; only for halved directions, as the scaler would move it in others, too.
position() { # in|out PIXEL_FORMAT SITING: options that begin with a colon
    local across down
    case $3 in topleft) across=0 down=0 ;; left) across=0 down=128 ;; *) across=128 down=128 ;; esac
    case $2 in
    yuv444p) ;;
    nv16 | nv61 | *422*) echo ":$1_h_chr_pos=$across" ;;
    *) echo ":$1_h_chr_pos=$across:$1_v_chr_pos=$down" ;;
    esac
}

# FFmpeg's arguments and filters that read a file. Its scaler does not know nv16, but nv12 of twice the height, luma
# written twice, has the same chroma plane.
source_of() { # FILE PIXEL_FORMAT: sets arguments and reading
    reading='[0:v]null'
    case $1:$2 in
    *.y4m:*) arguments=(-i "$1") ;;
    *:nv16 | *:nv61)
        { head -c $((width * height)) "$1"; cat "$1"; } > doubled.yuv
        arguments=(-f rawvideo -pix_fmt "$([ "$2" = nv16 ] && echo nv12 || echo nv21)"
            -s "${width}x$((2 * height))" -i doubled.yuv)
        reading="[0:v]format=yuv420p,extractplanes=y+u+v[yy][u][v];[yy]crop=$width:$height:0:0[y]"
        reading+=";[y][u][v]mergeplanes=0x001020:yuv422p"
        ;;
    *) arguments=(-f rawvideo -pix_fmt "$2" -s "$size" -i "$1") ;;
    esac
}

psnr() { # FILTERS ARGUMENT...: of what the filters make of the input, against the picture
    local filters=$1 text
    shift
    text=$(ffmpeg -nostdin -hide_banner -nostats "$@" -lavfi "$filters,format=rgb24,format=gbrp[result];
        movie=picture.ppm,format=gbrp[picture];[result][picture]psnr" -f null - 2>&1)
    text=$(sed -n 's/.* average:\([0-9.]*\|inf\).*/\1/p' <<< "$text" | tail -n 1)
    echo "${text:-0}"
}

decoding() { # PIXEL_FORMAT MATRIX RANGE SITING: the filter; an empty range leaves it to the file
    local range=${3:+:in_range=$(range_of "$3")}
    echo "scale=in_color_matrix=$2$range:out_range=pc$(position in "$1" "$4"):flags=bicubic+$flags"
}

decoded() { # FILE PIXEL_FORMAT MATRIX RANGE SITING [FILTER]: the PSNR
    local arguments reading
    source_of "$1" "$2"
    psnr "$reading${6:+,$6},$(decoding "$2" "$3" "$4" "$5")" "${arguments[@]}"
}

baseline() { # PIXEL_FORMAT MATRIX RANGE SITING: what FFmpeg keeps when it encodes the picture itself
    local encoding="scale=out_color_matrix=$2:out_range=$(range_of "$3")$(position out "$1" "$4"):flags=bicubic+$flags"
    psnr "[0:v]$encoding,format=${1/nv16/yuv422p},$(decoding "$1" "$2" "$3" "$4")" -i picture.ppm
}

at_least() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 >= b + 0) }'; }
sum() { awk -v a="$1" -v b="$2" 'BEGIN { print a + b }'; }

convert() { # NAME FILE
    succeeds "--format=$1" "--output=$2" picture.ppm
}

compare() { # NAME OWN FFMPEG MARGIN
    printf '%-27s %6.2f dB, encoded by FFmpeg %6.2f dB\n' "$1" "$2" "$3"
    at_least "$3" 25 || fail "$1: FFmpeg's own round trip has $3 dB only"
    at_least "$2" "$(sum "$3" "-$4")" || fail "$1: $2 dB, but $3 dB by FFmpeg"
}

check_format() { # LAYOUT PIXEL_FORMAT EXTENSION
    local matrix range own file margin
    for matrix in bt601 bt709; do
        for range in limited full; do
            file=$1_${matrix}_$range.$3
            convert "$1:$matrix:$range:center" "$file"
            own=$(decoded "$file" "$2" "$matrix" "$range" center)
            margin=0.3
            # White is 1023 in 10 bits of full range; FFmpeg's scaler reads and writes 1020.
            [ "$1:$range" != p010:full ] || margin=0.8
            compare "$1:$matrix:$range" "$own" "$(baseline "$2" "$matrix" "$range" center)" "$margin"
            [ "$1" != i444 ] || at_least "$own" 45 || fail "$1 $matrix $range: $own dB are not what rounding alone costs"
        done
    done
}

check_worse() { # WHAT LEAST_LOSS RIGHT WRONG
    printf '  %-44s %6.2f dB\n' "$1" "$4"
    at_least "$4" 3 || fail "$1: could not be decoded"
    at_least "$(sum "$3" "-$2")" "$4" || fail "$1: $4 dB, which is not $2 dB worse than $3 dB"
}

# If one of these were as good, the numbers above would prove nothing.
check_wrong_ways() { # LAYOUT PIXEL_FORMAT EXTENSION SWAPPED_PIXEL_FORMAT
    local right file=${1}_bt709_limited.$3 swap=
    right=$(decoded "$file" "$2" bt709 limited center)
    check_worse "$1 bt709, read as bt601" 5 "$right" "$(decoded "$file" "$2" bt601 limited center)"
    check_worse "$1 limited, read as full" 8 "$right" "$(decoded "$file" "$2" bt709 full center)"
    [ "$2" != "$4" ] || swap=swapuv
    check_worse "$1, U and V swapped" 10 "$right" "$(decoded "$file" "$4" bt709 limited center "$swap")"
}

# Left and top left take fewer pixels than FFmpeg's filter, which costs a little; read elsewhere they must lose more.
check_sitings() { # LAYOUT PIXEL_FORMAT SITING...
    local layout=$1 pixels=$2 siting other right file
    shift 2
    for siting in "$@"; do
        file=${layout}_$siting.yuv
        convert "$layout:bt709:limited:$siting" "$file"
        right=$(decoded "$file" "$pixels" bt709 limited "$siting")
        compare "$layout:bt709:limited:$siting" "$right" "$(baseline "$pixels" bt709 limited "$siting")" 1.5
        for other in "$@"; do
            [ "$other" = "$siting" ] ||
                check_worse "$layout $siting, read as $other" 0.5 "$right" \
                    "$(decoded "$file" "$pixels" bt709 limited "$other")"
        done
    done
}

while read -r layout pixels extension swapped; do
    check_format "$layout" "$pixels" "$extension"
    check_wrong_ways "$layout" "$pixels" "$extension" "$swapped"
done << 'END'
i444 yuv444p y4m yuv444p
i420 yuv420p y4m yuv420p
nv12 nv12 yuv nv21
nv21 nv21 yuv nv12
nv16 nv16 yuv nv61
uyvy uyvy422 yuv uyvy422
yuy2 yuyv422 yuv yvyu422
p010 p010le yuv p010le
END
check_sitings i420 yuv420p topleft left center
check_sitings uyvy uyvy422 left center

# FFmpeg must find the range in the header by itself.
for range in limited full; do
    file=i420_bt601_$range.y4m
    with=$(decoded "$file" yuv420p bt601 "$range" center)
    [ "$(decoded "$file" yuv420p bt601 '' center)" = "$with" ] || fail "$file: FFmpeg reads another range than $range"
done

finish
