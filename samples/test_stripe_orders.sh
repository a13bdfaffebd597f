#!/usr/bin/env bash
# Tests what stripe_orders does, seen from outside: samples/test_stripe_orders.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

# prints PATTERN ARGUMENT...: exits with 0, is silent on stderr and prints a line that matches
prints() {
    local pattern=$1
    shift
    "$program" "$@" > out 2> err || { fail "$*: exit code $?: $(cat out err)"; return; }
    [ ! -s err ] || fail "$*: unexpected on stderr: $(cat err)"
    grep -Eq "$pattern" out || fail "$*: no line like '$pattern' in: $(cat out)"
}
# refuses WORDS ARGUMENT...: exits with 1, with exactly one line on stderr that has the words in it
refuses() {
    local words=$1 code
    shift
    "$program" "$@" > out 2> err
    code=$?
    [ "$code" = 1 ] || fail "$*: exit code $code"
    [ "$(wc -l < err)" = 1 ] || fail "$*: not one line: $(cat err)"
    grep -qF -- "$words" err || fail "$*: '$words' is missing in: $(cat err)"
}

small=(--array-elements=100001 --repeat=3)
prints 'C1060, predicted +12\.920 +1\.00 +12\.920 +1\.00 +8\.613 +0\.67' "${small[@]}"
prints 'C2050, predicted +9\.980 +1\.00 +4\.990 +0\.50 +7\.485 +0\.75' "${small[@]}"
prints 'C1060, predicted .* 12\.92 +13\.64 +8\.85$' --seed-table "${small[@]}"
prints 'C2050, predicted .* 9\.98 +5\.74 +7\.60$' --seed-table "${small[@]}"
prints '^No CUDA device is used' --device=none "${small[@]}"
prints 'K20c, predicted .* 7\.10 +3\.97 +3\.97$' --seed-table "${small[@]}"
prints 'max error of the float kernel: ([0-2][0-9.]*e-07|[0-9.]+e-08|0)$' "${small[@]}"
prints 'breadth first .*all right' "${small[@]}"
for streams in 3 7 11; do
    prints 'depth first .*all right' --elements=10 --array-elements=10 "--streams=$streams" --repeat=1
done
prints 'breadth first .*all right' --elements=0 --array-elements=0 --repeat=1
prints 'all right' --elements=1 --streams=16 --array-elements=1 --repeat=1 --device=none
prints '^usage: stripe_orders' --help
refuses 'not a whole number from 1 to 1024' --streams=0
refuses 'not a whole number' --elements=-1
refuses 'not a whole number' --elements=many
refuses "unknown argument '--order=x'" --order=x
refuses 'needs a value' --repeat=
refuses 'given twice' --repeat=1 --repeat=2
refuses 'not auto, none or the number of a CUDA device' --device=gpu
refuses 'no such CUDA device' --device=99

[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
echo "all passed"
