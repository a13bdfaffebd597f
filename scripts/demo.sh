#!/usr/bin/env bash
# Builds cudastripe against the distribution's OpenCV and converts real pictures and a video with it; every byte is
# compared with cv::cvtColor. Needs neither a GPU nor the CUDA toolkit.
#
#   scripts/demo.sh             OpenCV's own sample pictures (downloads 96 MB once if they are nowhere; writes 1.1 GB)
#   scripts/demo.sh FILE...     your own pictures, folders of pictures, and videos
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
picture_names=(starry_night.jpg aloeL.jpg baboon.jpg fruits.jpg home.jpg messi5.jpg)
video_name=vtest.avi
package_data=usr/share/doc/opencv-doc/examples/data

holds_pictures() {
    local name
    for name in "${picture_names[@]}" "$video_name"; do
        [ -f "$1/$name" ] || return 1
    done
}

download_package() {
    apt-get download -q opencv-doc && return
    # Container images come without package lists.
    if [ "$(id -u)" = 0 ]; then apt-get update -q; else sudo apt-get update -q; fi && apt-get download -q opencv-doc
}

# Only the files that the demo needs leave the package; nothing is installed.
fetch_pictures() {
    local part=$cache/pictures.part
    say "Downloading OpenCV's sample pictures: Debian's package opencv-doc (96 MB)"
    rm -rf "$part"
    mkdir -p "$part"
    (cd "$part" && download_package) > "$cache/pictures.log" 2>&1 ||
        die "the package opencv-doc could not be downloaded ($cache/pictures.log); or: scripts/demo.sh YOUR_PICTURE..."
    dpkg-deb --fsys-tarfile "$part"/opencv-doc_*.deb |
        tar -x -C "$part" "${picture_names[@]/#/./$package_data/}" "./$package_data/$video_name" 2> "$cache/pictures.log" ||
        die "the package opencv-doc lacks the pictures ($cache/pictures.log); or: scripts/demo.sh YOUR_PICTURE..."
    rm -rf "$cache/pictures"
    mv "$part/$package_data" "$cache/pictures"
    rm -rf "$part"
}

find_pictures() {
    local folder
    for folder in "$opencv_source/opencv/samples/data" "/$package_data" "$cache/pictures"; do
        if holds_pictures "$folder"; then
            pictures=$folder
            return
        fi
    done
    # The lock of setup.sh, so that two calls at once do not write into one folder.
    exec 9> "$cache/lock"
    flock 9
    holds_pictures "$cache/pictures" || fetch_pictures
    exec 9>&-
    pictures=$cache/pictures
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
    convert --code=tutorial "--output=$results/${name%.*}.y4m" "--planes=$results/${name%.*}_planes.png" "$1"
}

"$root/scripts/setup.sh" --alone

say "Building the library and stripe_convert (a minute the first time, nothing after)"
mkdir -p "$results"
nvcc=$(nvcc_path)
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY=$build/bin" \
    -DCUDASTRIPE_BUILD_TESTS=OFF -DCUDASTRIPE_BUILD_BENCH=OFF -DCUDASTRIPE_BUILD_SAMPLES=ON \
    -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache \
    ${nvcc:+"-DCMAKE_CUDA_COMPILER=$nvcc"} > "$build/configure.log" 2>&1 ||
    die "the build could not be configured; see $build/configure.log"
cmake --build "$build" -j "$jobs" > "$build/build.log" 2>&1 || die "the build failed; see $build/build.log"

pictures=
if [ $# = 0 ]; then find_pictures; fi

files=() videos=()
if [ $# = 0 ]; then
    files=("${picture_names[@]/#/$pictures/}")
    videos=("$pictures/$video_name")
fi
for file in "$@"; do
    if is_video "$file"; then videos+=("$file"); else files+=("$file"); fi
done

if [ ${#files[@]} -gt 0 ]; then
    say "BGRA to YUV as cv::cvtColor does it"
    convert --repeat=20 "--output=$results/" "--planes=$results/" "${files[@]}"
fi
for file in ${videos[@]+"${videos[@]}"}; do
    say "A video to .y4m by the tutorial formula"
    convert_video "$file"
done

say "Done. Look at the planes: $results/*_planes.png"
echo "The converted pictures (.png, Y U V where R G B would be) and videos (.y4m, most players open them) lie beside them."
