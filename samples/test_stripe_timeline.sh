#!/usr/bin/env bash
# Tests what stripe_timeline does, seen from outside: samples/test_stripe_timeline.sh PROGRAM
set -uo pipefail
program=${1:?usage: test_stripe_timeline.sh PROGRAM}
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
# draws PATTERN ARGUMENT...: exits with 0, is silent on stderr, prints a line that matches, writes a PNG and JSON
draws() {
    local pattern=$1
    shift
    rm -f -- *.png *.json
    "$program" "$@" > out 2> err || { fail "$*: exit code $?: $(cat out err)"; return; }
    [ ! -s err ] || fail "$*: unexpected on stderr: $(cat err)"
    grep -Eq -- "$pattern" out || fail "$*: no line like '$pattern' in: $(cat out)"
    [ "$(head -c 4 -- *.png | tail -c 3)" = PNG ] || fail "$*: no picture"
    python3 -c 'import glob, json; assert json.load(open(glob.glob("*.json")[0]))["traceEvents"]' ||
        fail "$*: no trace events"
}
# refuses WORDS ARGUMENT...: exits with 1, with exactly one line on stderr that has the words in it, and writes nothing
refuses() {
    local words=$1 code
    shift
    rm -f -- *.png *.json
    "$program" "$@" > out 2> err
    code=$?
    [ "$code" = 1 ] || fail "$*: exit code $code"
    [ "$(wc -l < err)" = 1 ] || fail "$*: not one line: $(cat err)"
    grep -qF -- "$words" err || fail "$*: '$words' is missing in: $(cat err)"
    ls -- *.png *.json > /dev/null 2>&1 && fail "$*: wrote something"
}

draws 'H200, dedicated streams, 8K BGRA to YUV, predicted: 2\.[56]'
draws 'C2050, breadth-first on 4 streams, .*predicted' --device=c2050 --order=all --streams=4
draws 'C1060, .*predicted' --device=c1060,k20c,unlimited --size=1080p --width=640
draws 'predicted' --size=640x480 --share --memory=ordinary
draws 'predicted' --stripes=7 --slots=2 --out=a.png --json=b.json
"$program" --help | grep -q '^usage: stripe_timeline' || fail "no usage"
refuses 'c1060' --device=k80
refuses 'breadth-first' --order=sideways
refuses '--streams' --streams=none
refuses '--size' --size=big
refuses '--width' --width=1
refuses '--memory' --memory=stone
refuses '--frames' --frames=3
refuses '--device=9' --device=9

[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
echo "all passed"
