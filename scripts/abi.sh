#!/usr/bin/env bash
# Checks what the shared library exports: nothing but names of cv::cudastripe, and all public functions, types, members and
# enumerators of the last release, which misc/abi.txt lists. What is new is printed, and is no failure.
#
#   scripts/abi.sh [LIBRARY]             fails if one has changed or gone while the SONAME is that of misc/abi.txt
#   scripts/abi.sh --update [LIBRARY]    writes misc/abi.txt: for a release
#
# Public is what a header in include/ declares. Without LIBRARY it builds one, without CUDA. The settings are those of
# scripts/setup.sh.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

update=false
if [ "${1:-}" = --update ]; then
    update=true
    shift
fi
[ $# -le 1 ] || die "usage: scripts/abi.sh [--update] [LIBRARY]"
command -v abidw > /dev/null || die "abidw is missing; scripts/setup.sh --compilers installs it"

build=$root/build/abi kept=$root/misc/abi.txt
library=${1:-$build/lib/libopencv_cudastripe.so}
mkdir -p "$build"
if [ $# = 0 ]; then
    configure_build "$root" "$build" -DCUDASTRIPE_WITH_CUDA=OFF
    build_targets "$build" opencv_cudastripe
fi

# Templates of the standard library have default visibility, wherever they are instantiated.
nm -D --defined-only -C "$library" | cut -d ' ' -f 2- > "$build/exported"
foreign=$(grep -vE '\bcv::cudastripe::|\b(std|__gnu_cxx)::|^[A-Za-z] (__bss_start|_edata|_end)$' "$build/exported" || true)
[ -z "$foreign" ] || die "the library exports what is not in cv::cudastripe:
$foreign"

# Internal functions that tests call are exported, too. They are in no header of include/.
grep -rhE '\b(class|struct|CV_EXPORTS\w*)\b' "$root/include" | grep -oE '\w+' | sort -u > "$build/declared"
awk -v declared="$build/declared" '
    BEGIN {while ((getline name < declared) > 0) public[name] = 1}
    /^T cv::cudastripe::/ && !/::Impl::/ {
        name = substr($0, 19); sub(/^detail::/, "", name); sub(/[^A-Za-z0-9_].*/, "", name)
        if (name in public) print "function " substr($0, 3)}' "$build/exported" > "$build/new"

# The layouts, from the debug information of the headers.
printf '#include "%s"\n' opencv2/cudastripe.hpp opencv2/cudastripe/{prefetch,simulate}.hpp > "$build/types.cpp"
echo 'void function() {}' >> "$build/types.cpp" # abidw wants one
g++ -std=c++17 -g -fno-eliminate-unused-debug-types -fPIC -shared -I "$root/include" -isystem /usr/include/opencv4 \
    "$build/types.cpp" -o "$build/types.so"
abidw --load-all-types --out-file "$build/types.xml" "$build/types.so"
python3 - "$build/types.xml" >> "$build/new" <<'PYTHON'
import sys
import xml.etree.ElementTree as ElementTree

def print_types(scope, path):
    for item in scope:
        if item.tag == "member-type":
            print_types(item, path)
        if item.tag not in ("namespace-decl", "class-decl", "enum-decl"):
            continue
        name = path + [item.get("name")]
        if item.tag == "namespace-decl":
            print_types(item, name)
        elif name[:2] == ["cv", "cudastripe"] and item.get("is-declaration-only") is None:
            text = "::".join(name)
            if item.tag == "class-decl":
                print(f"type {text}: {int(item.get('size-in-bits', 0)) // 8} bytes")
                print_types(item, name)
            for member in item.findall("data-member[@layout-offset-in-bits]"):
                at = int(member.get("layout-offset-in-bits")) // 8
                print(f"member {text}::{member.find('var-decl').get('name')}: at {at}")
            for value in item.findall("enumerator"):
                print(f"enumerator {text}::{value.get('name')}: {value.get('value')}")

for unit in ElementTree.parse(sys.argv[1]).getroot():
    print_types(unit, [])
PYTHON
readelf -d "$library" | sed -nE 's/.*SONAME.*\[(.*)\]/soname \1/p' >> "$build/new"
LC_ALL=C sort -u -o "$build/new" "$build/new"
if $update; then
    cp "$build/new" "$kept"
    exit
fi

LC_ALL=C comm -13 "$kept" "$build/new" | sed 's/^/new: /'
gone=$(LC_ALL=C comm -23 "$kept" "$build/new")
[ -z "$gone" ] || [[ $gone == *soname* ]] || die "programs that were linked before may break; see CONTRIBUTING.md. Gone or changed:
$gone"
