#!/usr/bin/env bash
# What the tests of the samples begin with: sourced with their arguments, the first of which is the program. They run in
# an empty folder of their own, $work.
set -uo pipefail
program=${1:?usage: $(basename "$0") PROGRAM}
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
[ -x "$program" ] || { echo "$program: no such program"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
check() {
    local what=$1
    shift
    "$@" || fail "$what"
}
# picture WIDTH HEIGHT: a PPM of pseudo-random bytes
picture() {
    printf 'P6\n%d %d\n255\n' "$1" "$2"
    LC_ALL=C awk -v n=$(($1 * $2 * 3)) 'BEGIN { x = 1; for (i = 0; i < n; i++) { x = x * 75 % 65537; printf "%c", 1 + x % 255 } }'
}
