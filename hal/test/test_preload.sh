#!/usr/bin/env bash
# This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
# An unmodified program prints the same with the preloaded library as without, and some of its calls were taken over.
#
#   test_preload.sh PROGRAM LIBRARY
set -euo pipefail
program=$1 library=$2
if nm -D "$library" | grep -q __asan; then
    echo "skipped: a library with AddressSanitizer cannot be preloaded"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" > "$work/plain"
CUDASTRIPE_PRELOAD_VERBOSE=1 LD_PRELOAD=$library "$program" > "$work/preloaded" 2> "$work/report"
diff "$work/plain" "$work/preloaded" | head -20
cmp "$work/plain" "$work/preloaded"
taken=$(sed -n 's/.*took over \([0-9]*\) calls/\1/p' "$work/report")
echo "$(wc -l < "$work/plain") results, the same bytes; $taken calls taken over"
[ "${taken:-0}" -ge 300 ]
