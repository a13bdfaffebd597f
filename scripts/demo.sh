#!/usr/bin/env bash
# Builds cudastripe against the distribution's OpenCV and converts real pictures and a video with it; every byte is
# compared with cv::cvtColor. Needs neither a GPU nor the CUDA toolkit.
#
#   scripts/demo.sh             sample pictures and a video: OpenCV's own if they are here (then it writes 1.1 GB), else
#                               those of Debian's package python3-skimage, which it downloads once (21 MB)
#   scripts/demo.sh FILE...     your own pictures, folders of pictures, and videos
#
# On a bare Debian 12 it first installs a compiler, CMake and OpenCV's packages, which is most of the wait.
#
# CUDASTRIPE_CACHE      where the pictures are kept (default: ~/.cache/cudastripe)
# CUDASTRIPE_JOBS       parallel jobs (default: all processors)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for file in "$@"; do
    [ "${file#-}" = "$file" ] || die "unknown option '$file'; usage: scripts/demo.sh [FILE...]"
    [ -e "$file" ] || die "$file: no such file"
done

build=$root/build/demo
results=$build/pictures
opencv_names=(starry_night.jpg aloeL.jpg baboon.jpg fruits.jpg home.jpg messi5.jpg vtest.avi)
package=python3-skimage
package_names=(coffee.png hubble_deep_field.jpg ihc.png motorcycle_left.png retina.jpg rocket.jpg
    no_time_for_that_tiny.gif)

# use_folder FOLDER NAME...: makes these the files to convert if all of them are there
use_folder() {
    local folder=$1
    shift
    for name in "$@"; do
        [ -f "$folder/$name" ] || return 1
    done
    files_to_convert=("${@/#/$folder/}")
}

download_package() {
    apt-get download -q $package && return
    # Container images come without package lists.
    if [ "$(id -u)" = 0 ]; then apt-get update -q; else sudo apt-get update -q; fi && apt-get download -q $package
}

# Only the files that the demo needs leave the package; nothing is installed.
fetch_pictures() {
    local part=$cache/pictures.part data=usr/lib/python3/dist-packages/skimage/data
    say "Downloading sample pictures: Debian's package $package (21 MB)"
    rm -rf "$part"
    mkdir -p "$part"
    (cd "$part" && download_package) > "$cache/pictures.log" 2>&1 ||
        die "the package $package could not be downloaded ($cache/pictures.log); or: scripts/demo.sh YOUR_PICTURE..."
    dpkg-deb --fsys-tarfile "$part/$package"_*.deb |
        tar -x -C "$part" "${package_names[@]/#/./$data/}" 2> "$cache/pictures.log" ||
        die "the package $package lacks the pictures ($cache/pictures.log); or: scripts/demo.sh YOUR_PICTURE..."
    rm -rf "$cache/pictures"
    mv "$part/$data" "$cache/pictures"
    rm -rf "$part"
}

find_pictures() {
    local folder
    for folder in "$opencv_source/opencv/samples/data" /usr/share/doc/opencv-doc/examples/data; do
        use_folder "$folder" "${opencv_names[@]}" && return
    done
    # The lock of setup.sh, so that two calls at once do not write into one folder.
    exec 9> "$cache/lock"
    flock 9
    use_folder "$cache/pictures" "${package_names[@]}" || fetch_pictures
    exec 9>&-
    use_folder "$cache/pictures" "${package_names[@]}"
}

is_video() {
    case ${1,,} in
        *.avi | *.mp4 | *.mkv | *.mov | *.webm | *.mpg | *.mpeg | *.m4v | *.wmv | *.ts | *.y4m | *.gif) [ -f "$1" ] ;;
        *) false ;;
    esac
}

convert() {
    "$build/bin/stripe_convert" --verify "$@" || die "a file could not be converted, or a byte differs: see above"
}

convert_video() {
    local name
    name=$(basename "$1")
    convert --format=i420:bt601 "--output=$results/${name%.*}.y4m" "$1"
}

# A picture as NV12, which holds a quarter of the chroma, and what a player makes of it.
convert_and_back() {
    local name text format=nv12:bt709:limited
    name=$(basename "$1")
    name=$results/${name%.*}_nv12
    text=$(convert "--format=$format" "--output=$name.yuv" "$1")
    convert --to=bgr "--from=$format" "--size=$(sed -n 's/.* \([0-9]*x[0-9]*\):.*/\1/p' <<< "$text")" \
        "--output=$name.png" "$name.yuv"
}

"$root/scripts/setup.sh" --alone

mkdir -p "$results"
nvcc=
# Kernels take minutes to compile, and only a GPU runs them.
if nvidia-smi > /dev/null 2>&1; then nvcc=$(nvcc_path); fi
say "Building the library and stripe_convert: the first time $([ -n "$nvcc" ] && echo "minutes, for kernels take long" || echo "75 s on two cores")"
# A short first build: little optimisation, and nothing that only tests use.
configure_build "$root" "$build" "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$build/bin" -DCUDASTRIPE_BUILD_SAMPLES=ON \
    -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCUDASTRIPE_COMPILE_TOGETHER=ON -DCUDASTRIPE_EMULATION=OFF \
    "-DCUDASTRIPE_WITH_CUDA=$([ -n "$nvcc" ] && echo ON || echo OFF)" \
    ${nvcc:+"-DCMAKE_CUDA_COMPILER=$nvcc"}
build_targets "$build" stripe_convert

files_to_convert=("$@")
if [ $# = 0 ]; then find_pictures; fi

files=() videos=()
for file in "${files_to_convert[@]}"; do
    if is_video "$file"; then videos+=("$file"); else files+=("$file"); fi
done

if [ ${#files[@]} -gt 0 ]; then
    say "BGR to YUV as cv::cvtColor does it"
    convert --format=i420:opencv420 "--output=$results/" "${files[@]}"
fi
if [ -f "${files[0]-}" ]; then
    say "A picture to NV12 and back"
    convert_and_back "${files[0]}"
fi
for file in ${videos[@]+"${videos[@]}"}; do
    say "A video to .y4m"
    convert_video "$file"
done

say "Done. Look at the picture that was NV12: $results/*_nv12.png"
echo "The converted pictures (.yuv, planes Y U V) and videos (.y4m, most players open them) lie beside it."
