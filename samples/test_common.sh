#!/usr/bin/env bash
# What the tests of the samples share. They source it with their arguments: the program, and perhaps other programs.
# They run in an empty folder, $work/run. What a program printed is in $out and $err; finish ends a test.
set -uo pipefail
program=${1:?usage: $(basename "$0") PROGRAM}
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
[ -x "$program" ] || { echo "$program: no such program"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out err=$work/err
declare -A tools # by their names
for tool in "$@"; do tools[$(basename "$tool")]=$(cd "$(dirname "$tool")" && pwd)/$(basename "$tool"); done
mkdir "$work/run" && cd "$work/run" || exit 1
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
skip() { echo "skipped: $*"; }
finish() {
    [ "$failures" = 0 ] && echo "all passed" || echo "$failures failed"
    exit $((failures > 0))
}
# succeeds ARGUMENT...: exits with 0 and is silent on stderr
succeeds() {
    "$program" "$@" > "$out" 2> "$err" || { fail "$*: exit code $?: $(cat "$out" "$err")"; return 1; }
    [ ! -s "$err" ] || fail "$*: unexpected on stderr: $(cat "$err")"
}
# prints PATTERN ARGUMENT...: the same, and prints a line that matches
prints() {
    local pattern=$1
    shift
    succeeds "$@" || return
    grep -Eq -- "$pattern" "$out" || fail "$*: no line like '$pattern' in: $(cat "$out")"
}
# fails WORDS ARGUMENT...: exits with 1, with exactly one line on stderr that has the words in it
fails() {
    local words=$1 code
    shift
    "$program" "$@" > "$out" 2> "$err"
    code=$?
    [ "$code" = 1 ] || fail "$*: exit code $code"
    [ "$(wc -l < "$err")" = 1 ] || fail "$*: not one line on stderr: $(cat "$err")"
    grep -qF -- "$words" "$err" || fail "$*: '$words' is not in: $(cat "$err")"
}
files() { find . -type f -printf '%p %T@ %s\n'; }
# refuses WORDS ARGUMENT...: fails before any work, and touches no file
refuses() {
    local before
    before=$(files)
    fails "$@"
    [ ! -s "$out" ] || fail "$*: unexpected on stdout: $(cat "$out")"
    [ "$before" = "$(files)" ] || fail "$*: wrote $(files)"
}
# reads_videos FILE: whether this stripe_convert was built with FFmpeg's libraries
reads_videos() { ! "$program" "$1" 2>&1 | grep -q "built without FFmpeg's libraries"; }
is_png() { [ "$(od -An -c -j 1 -N 3 "$1" | tr -d ' ')" = PNG ]; }
# picture WIDTH HEIGHT: a PPM of pseudo-random bytes
picture() {
    printf 'P6\n%d %d\n255\n' "$1" "$2"
    LC_ALL=C awk -v n=$(($1 * $2 * 3)) 'BEGIN { x = 1; for (i = 0; i < n; i++) { x = x * 75 % 65537; printf "%c", 1 + x % 255 } }'
}
# make_inputs: sets $in, a folder of inputs, and the calls of stripe_convert that convert and decode some
make_inputs() {
    in=$work/in
    mkdir "$in"
    picture 640 480 > "$in/large.ppm"
    picture 60 36 > "$in/even.ppm"
    head -c $((3 * 64 * 96 * 3 / 2)) /dev/urandom > "$in/three.yuv" # frames larger than a reader's buffer
    convert=(stripe_convert --device=cpu)
    decode=("${convert[@]}" --to=bgr --format=nv12 --size=64x96)
}
# Of calls that fail. chosen CALL: sets the program and arguments; false if the program was not given
chosen() {
    read -ra arguments <<< "$1"
    program=${tools[${arguments[0]}]:-}
    arguments=("${arguments[@]:1}")
    [ -n "$program" ]
}
# fresh: begins anew in an empty folder
fresh() {
    rm -rf "$work/run"
    mkdir "$work/run"
    cd "$work/run" || exit 1
}
# attempt COMMAND...: sets $code. What it prints goes through pipes, for which no limit on files holds.
attempt() {
    { "$@" 2>&1 >&3 | cat > "$err"; code=${PIPESTATUS[0]}; } 3> >(cat > /dev/null)
}
# fell WHAT [CODE]: the last attempt failed, said why in one line unless by a signal, and left nothing but files that are as
# in $work/whole
fell() {
    local file
    check "$1: exit code $code" test "$code" = "${2:-1}"
    [ "${2:-1}" != 1 ] || check "$1: not one line on stderr: $(cat "$err")" test "$(wc -l < "$err")" = 1
    for file in $(ls -A); do cmp -s "$file" "$work/whole/$file" || fail "$1: left $file"; done
}
