#!/usr/bin/env bash
# What users compile: the examples of public headers must compile, wrong calls and C++14 must be refused by a sentence.
#
#   test/compile/test_compile.sh COMPILER INCLUDE_FOLDER...
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"
[ $# -ge 2 ] || die "usage: test/compile/test_compile.sh COMPILER INCLUDE_FOLDER..."
compiler=$1
shift
here=$root/test/compile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compiles SOURCE OPTION...: messages are then in $work/messages.
compiles() {
    local source=$1
    shift
    "$compiler" -std=c++17 -fsyntax-only "$all_errors" "$@" -x c++ "$source" > "$work/messages" 2>&1
}
options=("${@/#/-I}")
all_errors=-fmax-errors=0
! "$compiler" --version | grep -q clang || all_errors=-ferror-limit=0

# Each example becomes a function. Errors name the line of the header.
awk '/@code/ { printf "void example%d()\n{\n#line %d \"%s\"\n", ++count, FNR + 1, FILENAME; inside = 1; next }
     /@endcode/ { print "}"; inside = 0 }
     inside' "$root"/include/opencv2/cudastripe/{,detail/}*.hpp > "$work/functions"
[ "$(grep -c '^void example' "$work/functions")" -ge 9 ] || die "examples are missing in the headers"
cat "$here/examples.cc" "$work/functions" > "$work/examples.cc"
compiles "$work/examples.cc" "${options[@]}" || { head -40 "$work/messages"; die "an example of a header does not compile"; }

compiles "$here/calls.cc" "${options[@]}" || { head -40 "$work/messages"; die "a right call does not compile"; }
! compiles "$here/calls.cc" "${options[@]}" -DREFUSED || die "wrong calls compile"
# The line of each wrong call ends with its sentence.
while IFS=: read -r line sentence; do
    grep -q "calls.cc:$line:" "$work/messages" || die "line $line of calls.cc is not refused"
    grep -qF "$sentence" "$work/messages" || die "line $line of calls.cc is not refused by \"$sentence\""
done < <(grep -n '  // refused: ' "$here/calls.cc" | sed -E 's/:.*  \/\/ refused: /:/')

for header in cudastripe.hpp cudastripe/functor.hpp; do
    echo "#include <opencv2/$header>" > "$work/one_line.cc"
    ! compiles "$work/one_line.cc" "${options[@]}" -std=c++14 || die "$header compiles in C++14"
    grep -m1 'error:' "$work/messages" | grep -q 'cudastripe needs C++17' ||
        { head -40 "$work/messages"; die "$header does not say that it needs C++17"; }
done
nvcc=$(nvcc_path)
for call in ${nvcc:+TRANSFORM PREFETCH}; do
    ! "$nvcc" -std=c++17 -c -o "$work/unmarked.o" "${options[@]}" "-D$call" -x cu "$here/unmarked.cc" \
        > "$work/messages" 2>&1 || die "nvcc takes a function object that is not marked CV_CUDASTRIPE_HD ($call)"
    grep -q 'error: calling a __host__ function' "$work/messages" || { head -40 "$work/messages"; die "nvcc fails"; }
done
echo "examples of headers compile, wrong calls and C++14 are refused by sentences"
