#!/usr/bin/env bash
# Tests stripe_mosaic: samples/test_stripe_mosaic.sh PROGRAM [SIZE]
# One picture (6000x4000) in every kind of file, by 1 to 5 ranks, killed, on a full disk and in little memory must give
# one result. Exits with 77 without Open MPI, or without libtiff, when the program was not built.
if [ ! -x "${1:-}" ]; then
    echo "skipped: stripe_mosaic was not built: libtiff is missing"
    exit 77
fi
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"
size=${2:-6000x4000}
width=${size%x*} height=${size#*x}
trap 'umount "$work/small" 2> /dev/null; rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
with_mpi=false
if command -v mpirun > /dev/null && ldd "$program" | grep -q libmpi; then with_mpi=true; fi

# ranks N ARGUMENT...: alone for 0, else by mpirun; output as of succeeds
ranks() {
    local n=$1
    shift
    if [ "$n" = 0 ]; then
        "$program" "$@" > "$out" 2> "$err"
    else
        timeout 300 mpirun -n "$n" "$program" "$@" > "$out" 2> "$err"
    fi
}
hash_of() { sed -n 's/^hash //p' "$out"; }
# same WHAT: the hash that was printed, and the bytes of o.yuv or o.tif, are the ones of the first run
same() {
    check "$1: $(cat "$out" "$err")" test "$(hash_of)" = "$hash"
    check "$1: bytes differ" cmp -s "${2:-o.yuv}" first.yuv
    check "$1: files are left: $(ls)" test ! -e o.yuv.part -a ! -e o.yuv.bands
    rm -f o.yuv
}
options=(--format=opencv420 --hash --verify --device=cpu --output=o.yuv)
alone=(0)
if $with_mpi; then alone=(0 1 2 3 5); fi

succeeds --make "--size=$size" strips.tif
succeeds --make "--size=$size" --tile=256 tiles.tif
succeeds --make "--size=$size" --packed --rows=10 packed.tif
for extension in ppm bgr bgra; do succeeds --make "--size=$size" raw.$extension; done
prints '^9 bands are equal to cv::cvtColor$' "${options[@]}" strips.tif
hash=$(hash_of)
mv o.yuv first.yuv
check "no hash: $(cat "$out")" test ${#hash} = 16
check "size of the output" test "$(wc -c < first.yuv)" = $((width * height * 3 / 2))

# Kinds of files, numbers of ranks, sizes of bands
for n in "${alone[@]}"; do
    for input in strips.tif tiles.tif; do
        ranks "$n" "${options[@]}" $input
        same "$input by $n ranks"
    done
done
for input in packed.tif raw.ppm "raw.bgr --size=$size" "raw.bgra --size=$size"; do
    succeeds "${options[@]}" --memory=70M $input
    same "$input"
done
for format in nv12:opencv420 yv12:opencv420; do prints 'equal to cv::cvtColor$' "${options[@]}" --format=$format tiles.tif; done 2> /dev/null
