#!/usr/bin/env bash
# Fails if a folder of src calls a function, or uses a variable, that is defined in a layer above it. Looks at the
# object files of a build that is finished.
#
#   scripts/check_calls.sh BUILD_FOLDER
set -euo pipefail
[ $# = 1 ] || {
    echo "usage: scripts/check_calls.sh BUILD_FOLDER" >&2
    exit 2
}
objects=$1/CMakeFiles/opencv_cudastripe.dir/src
cd "$objects"

# Higher numbers may call lower ones, and their own.
find . -name '*.o' | while read -r object; do
    nm -C "$object" | sed "s|^|$object |"
done | awk '
    BEGIN {n = split("model 0 op 1 cuda 2 device 3 plan 3 lane 4 api 5", words, " ")
           for (i = 1; i < n; i += 2) height[words[i]] = words[i + 1]}
    {split($1, path, "/"); layer = path[2]
     if (!(layer in height)) {print "unknown folder: " $1; found = 1; exit}
     if ($2 == "U") {symbol = $0; sub(/^[^ ]+ +U /, "", symbol); used[symbol] = used[symbol] " " $1}
     else if ($3 ~ /^[TDBR]$/) {symbol = $0; sub(/^[^ ]+ [^ ]+ [^ ] /, "", symbol); defined[symbol] = $1}}
    END {for (symbol in used) {
             if (!(symbol in defined)) continue
             split(defined[symbol], to, "/"); n = split(used[symbol], users, " ")
             for (i = 1; i <= n; ++i) {split(users[i], from, "/"); ++calls
                 if (height[to[2]] > height[from[2]]) {
                     print users[i] " uses " symbol ", which is defined in " defined[symbol]; found = 1}}}
         if (calls < 100) {print "only " calls + 0 " calls were found"; found = 1}
         exit found}'
