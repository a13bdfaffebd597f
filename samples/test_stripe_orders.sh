#!/usr/bin/env bash
# Tests what stripe_orders does, seen from outside: samples/test_stripe_orders.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

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
refuses 'not auto, none or the number of a CUDA device' --device=gpu
refuses 'no such CUDA device' --device=99

finish
