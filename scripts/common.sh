# Shared by the scripts beside it: where things are kept, and what they say. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${CUDASTRIPE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cudastripe}
jobs=${CUDASTRIPE_JOBS:-$(nproc)}

opencv_version=4.14.0.94
opencv_sha256=f2e58020b9f54d68b49553a161327ae1bbc47da68e147231d444c915ee4cab4c
opencv_source=$cache/opencv_contrib_python-$opencv_version

say() { printf '\n== %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

nvcc_path() {
    command -v nvcc || { [ -x /usr/local/cuda/bin/nvcc ] && echo /usr/local/cuda/bin/nvcc; } || true
}

# "9.0 PTX-or-empty" for this machine: its GPUs, else code that any supported card translates when it loads.
cuda_architectures() {
    local found=${CUDASTRIPE_CUDA_ARCH:-}
    if [ -z "$found" ] && command -v nvidia-smi > /dev/null; then
        found=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2> /dev/null | sort -u | paste -sd,) || found=
    fi
    echo "${found:-portable}"
}

# opencv_build_dir [NAME]: where OpenCV is built for this toolkit and these architectures; NAME tells configurations apart.
opencv_build_dir() {
    local nvcc toolkit=none
    nvcc=$(nvcc_path)
    [ -z "$nvcc" ] || toolkit=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
    echo "$cache/opencv-$opencv_version-cuda_$toolkit-$(cuda_architectures | tr ',.' '__')-${1:-o1}"
}
