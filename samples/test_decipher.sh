#!/usr/bin/env bash
# Tests what decipher does, seen from outside: samples/test_decipher.sh PROGRAM
. "$(dirname "${BASH_SOURCE[0]}")/test_common.sh"

# deciphers COUNT ARGUMENT...: says that so many entries are right
deciphers() { prints "^all $1 entries right\$" "${@:2}"; }
# finds COUNT ARGUMENT...: exits with 1, is silent on stderr and says that so many entries are wrong
finds() {
    local count=$1 code
    shift
    "$program" "$@" > "$out" 2> "$err"
    code=$?
    [ "$code" = 1 ] || fail "$*: exit code $code"
    [ ! -s "$err" ] || fail "$*: unexpected on stderr: $(cat "$err")"
    check "$*: $(cat "$out")" grep -qx "$count of $count entries wrong" "$out"
}

# Help
prints '^examples:$' --help

# Errors in arguments: also for the other samples, which read theirs by the same code
for argument in --unknown --entires=8 -n -entries=8 8 '' -; do refuses "'$argument'" "$argument"; done
refuses "'8'" -- 8
refuses 'needs a value' --entries
refuses 'needs a value' --rounds=
refuses 'takes no value' --help=yes
refuses 'given twice' --entries=8 --entries=8
refuses '--entries=-1: not a whole number from 0 to' --entries=-1
refuses '--rounds=0: not a whole number from 1 to 1048576' --rounds=0
for argument in --entries={many,8x,1e3,1099511627777,99999999999999999999} --rounds={-1,two,1048577,4294967297} \
    --decipher-rounds=0 --stripes={0,99999999999} --repeat=2x; do
    refuses "$argument: not a whole number" "$argument"
done
for device in gpu -1; do refuses "--device=$device: not auto, cpu or the number" --device=$device --entries=8; done
refuses '--device=4096: this build or this machine' --device=4096 --entries=8

# Sizes, as the library chooses the device and on the CPU
for device in auto cpu; do
    deciphers 65536 "--device=$device" --entries=65536
    deciphers 65537 "--device=$device" --entries=65537
    deciphers 12347 "--device=$device" --entries=12347 --stripes=5
    deciphers 0 "--device=$device" --entries=0
    deciphers 1 "--device=$device" --entries=1
    deciphers 7 "--device=$device" --entries=7 --stripes=32
    deciphers 1000003 "--device=$device" --entries=1000003 --rounds=1
    deciphers 1000003 "--device=$device" --entries=1000003 --rounds=2 --stripes=1
    deciphers 20 "--device=$device" --entries=20 --rounds=1048576 --stripes=2147483647
done
check "the CPU is not named: $(cat "$out")" grep -qE '^decipher +CPU with [0-9]+ threads? ' "$out"

# A key that does not fit
finds 65537 --entries=65537 --rounds=8 --decipher-rounds=7
finds 1001 --entries=1001 --rounds=1 --decipher-rounds=2 --device=cpu
finds 7 --entries=7 --rounds=3 --decipher-rounds=1024 --repeat=5
deciphers 9 --entries=9 --rounds=3 --decipher-rounds=3

# The table
deciphers 4097 --entries=4097 --repeat=4
check "what was done: $(cat "$out")" grep -qE '^4097 entries \(.*\), 1024 rounds, 32 stripes$' "$out"
for phase in encipher decipher check total; do
    check "$phase: $(cat "$out")" grep -qE "^$phase .* [0-9]+\.[0-9]{3} +[0-9]+\.[0-9]{3}$" "$out"
done
check "where: $(cat "$out")" grep -qE '^decipher +(CPU with [0-9]+ thread|GPU [0-9]+ \(.+\))' "$out"
check "medians: $(cat "$out")" grep -qx 'medians of 4' "$out"

finish
