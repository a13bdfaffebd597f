#!/usr/bin/env bash
# Makes the packages and tests them. Ends with "N passed, N failed, N skipped".
#
#   scripts/test_package.sh        makes and tests Debian packages, the archive of the sources, and a Conan package
#
# Debian packages are installed into an empty folder by dpkg, which checks what they depend on; nothing else of the system
# changes. As root, or where users may have namespaces. What is built is kept in build/.
# CUDASTRIPE_WERROR=ON treats warnings as errors.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
logs=$root/build/logs
mkdir -p "$logs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # NAME COMMAND...: runs it, and counts
    local name=$1 log=$logs/package_$1.log
    shift
    # In a shell of its own, so that the first command that fails ends it.
    set +e
    (set -e && "$@") > "$log" 2>&1
    local status=$?
    set -e
    if [ "$status" = 0 ]; then
        passed=$((passed + 1))
        echo "   passed: $name"
    else
        failed=$((failed + 1))
        tail -n 30 "$log"
        echo "   FAILED: $name; see $log"
    fi
}

# dpkg's records are a copy of the system's, so that it knows what is installed. $work/bin has an ldconfig that does
# nothing: that of the system would run for the system.
prefix=$work/prefix
as_root=()
[ "$(id -u)" = 0 ] || as_root=(unshare --map-root-user)
dpkg_here() { # RECORDS ARGUMENT...
    local records=$1
    shift
    PATH=$work/bin:/usr/sbin:/sbin:$PATH "${as_root[@]}" dpkg --instdir="$prefix" --admindir="$records" --no-triggers \
        --force-script-chrootless --log=/dev/null "$@"
}

lintian_is_content() { lintian --allow-root --fail-on error,warning "${packages[@]}"; }
depends_on_opencv() { # dpkg refuses the packages where nothing is installed
    local prefix=$work/none/root
    mkdir -p "$work/none/info" "$work/none/updates" "$prefix"
    touch "$work/none/status"
    ! dpkg_here "$work/none" --install "${packages[@]}" 2> "$work/refused" || return 1
    cat "$work/refused"
    grep -q 'depends on libopencv-core' "$work/refused" && grep -q 'depends on libopencv-dev' "$work/refused"
}
is_installed() {
    dpkg_here "$work/dpkg" --install "${packages[@]}"
    [ -f "$(find "$prefix/usr/lib" -name 'libopencv_cudastripe.so.*' -type f)" ]
}
builds_consumers() { "$root/scripts/test_prefix.sh" "$prefix/usr" OFF ON; }
has_tools() {
    local tool
    for tool in stripe_convert stripe_mosaic stripe_timeline; do
        "$prefix/usr/bin/$tool" --help | grep "usage: $tool"
        zcat "$prefix/usr/share/man/man1/$tool.1.gz" | grep -q "$tool"
    done
}
has_preload() {
    local flags
    read -ra flags <<< "$(pkg-config --cflags --libs opencv4)"
    "${CXX:-g++}" -std=c++17 "$root/hal/test/program.cpp" -o "$work/program" -Wl,--as-needed "${flags[@]}"
    "$root/hal/test/test_preload.sh" "$work/program" "$(find "$prefix" -name libcudastripe_preload.so)"
}
leaves_nothing() {
    local names=() package
    for package in "${packages[@]}"; do names+=("$(dpkg-deb -f "$package" Package)"); done
    dpkg_here "$work/dpkg" --purge "${names[@]}"
    find "$prefix" -mindepth 1 | tee "$work/left"
    [ ! -s "$work/left" ]
}
source_is_whole() {
    tar -xzf "$source_archive" -C "$work"
    git -C "$root" ls-tree -r --name-only HEAD | sort > "$work/committed"
    (cd "$work/$(basename "${source_archive%.tar.gz}")" && find . -type f -o -type l | sed 's|^\./||' | sort) |
        diff "$work/committed" -
}
# No remote is asked. Blocks of the toolchain are named to leave out the one with -m64, which would compile all once more.
conan_creates() {
    local blocks=generic_system,compilers,fpic,libcxx,cppstd,cmake_flags_init,extra_variables,try_compile,find_paths
    blocks+=,pkg_config,rpath,shared,output_dirs,variables,preprocessor
    export CONAN_HOME=$root/build/conan CCACHE_BASEDIR=$root/build/conan
    local variables="'CMAKE_CXX_COMPILER_LAUNCHER': 'ccache', 'CUDASTRIPE_WERROR': '${CUDASTRIPE_WERROR:-OFF}'"
    rm -rf "$CONAN_HOME"
    "$conan" profile detect
    "$conan" create "$root/packaging/conan" --no-remote -s compiler.cppstd=17 \
        -c tools.cmake.cmaketoolchain:generator=Ninja -c tools.cmake.cmake_layout:test_folder="$work/conan_test" \
        -c "tools.build:jobs=$jobs" -c "tools.cmake.cmaketoolchain:enabled_blocks=['${blocks//,/"','"}']" \
        -c "tools.cmake.cmaketoolchain:extra_variables={$variables}"
    rm -rf "$CONAN_HOME"
}

say "Making packages"
check is_made "$root/scripts/package.sh"
[ "$failed" = 0 ] || finish

version=$(sed -nE 's/.*project\(cudastripe VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
mapfile -t packages < <(ls "$root"/dist/{cudastripe-preload,cudastripe-tools,libopencv-cudastripe-dev,libopencv-cudastripe[0-9]*}_"$version"-1_*.deb)
source_archive=$root/dist/cudastripe-$version.tar.gz
mkdir -p "$work/bin" "$work/dpkg/updates" "$work/dpkg/info" "$prefix"
cp /var/lib/dpkg/status "$work/dpkg/"
ln -s "$(command -v true)" "$work/bin/ldconfig"

say "Testing packages"
check lintian lintian_is_content
check dependencies depends_on_opencv
check install is_installed
# The folder is not among those that the loader searches.
LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name 'libopencv_cudastripe.so.*' -type l)")
export LD_LIBRARY_PATH
check consumers builds_consumers
check tools has_tools
check preload has_preload
check purge leaves_nothing
unset LD_LIBRARY_PATH
if [ -f "$source_archive" ]; then
    check source source_is_whole
else
    skipped=$((skipped + 1))
    echo "   skipped: source, since this is no git checkout"
fi
check conan conan_creates
finish
