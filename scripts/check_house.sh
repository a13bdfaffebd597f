#!/usr/bin/env bash
# Checks sizes, layers and documentation of the sources: the limits below.
#
#   scripts/check_house.sh         the checks that hold, as CI runs them
#   scripts/check_house.sh --all   also those of which the sources are still short
#
# Prints a line for each finding, and fails if there is one.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

# check       limit  enforced  what
limits='
format           0   yes   lines that .clang-format would change
folders         20   yes   entries of a folder of src, include and test
files          300   yes   lines of a file of code
functions       15   yes   cyclomatic complexity of a function of src
includes         0   yes   includes against the layers
mutual           0   yes   pairs of folders of src that include each other
opening          0   yes   files of src without a line below the licence that says what lives there
source       19500   no    lines of src
comments        10   yes   percent of the lines of src that are comments
support         55   yes   lines of bench, samples, perf and scripts, in percent of those of src and include
headers          0   yes   warnings of Doxygen about the public headers and the tutorials
docs           940   yes   lines of the pages in docs, but those below
cluster        120   yes   lines of docs/cluster.md
colors          50   yes   lines of docs/colors.md
hal             50   yes   lines of docs/hal.md
moving          80   yes   lines of docs/moving.md
batches         40   yes   lines of docs/batches.md
graphs          60   yes   lines of docs/graphs.md
install         90   yes   lines of docs/install.md
python          60   yes   lines of docs/python.md
network         90   yes   lines of docs/network.md
resize          90   yes   lines of docs/resize.md
robustness     100   yes   lines of docs/robustness.md
readme         115   yes   lines of README.md
words            0   yes   uses of a word that the glossary has replaced
paths            0   yes   files and folders that the documentation names and that do not exist
'

# Which folders of src each may include, beside itself and the public headers.
layers='
api     lane plan device op model
lane    plan device op model
plan    op model
device  op cuda model
cuda    op model
op      model
model
'

# Words that the glossary of CONTRIBUTING.md has replaced.
former='FrameTrail|frame_trail|[Ss]tart_?[Gg]ate|[Ss]tart_?[Mm]arks|told_|teacher|patience|GiveBack|streamed'

all=no
case ${1:-} in
    '') ;;
    --all) all=yes ;;
    *) die "unknown option '$1'; usage: scripts/check_house.sh [--all]" ;;
esac

lizard=$cache/python/bin/lizard
[ -x "$lizard" ] || lizard=$(command -v lizard) || die "lizard is missing; scripts/setup.sh installs it"
"$lizard" --version > /dev/null || die "$lizard does not run"

limit_of() { awk -v name="$1" '$1 == name {print $2}' <<< "$limits"; }
lines_of() { git ls-files -z -- "$@" | xargs -0 cat | wc -l; }
above() { # NUMBER CHECK: says so if it is more than the limit
    [ "$1" -le "$(limit_of "$2")" ] || echo "$1, at most $(limit_of "$2")"
}

check_format() {
    git ls-files -z -- '*.hpp' '*.cpp' '*.cc' '*.cu' '*.cuh' | xargs -0 clang-format --dry-run 2>&1 |
        sed -n 's/: warning: code should be.*//p' || true
}

check_folders() {
    git ls-files src include test ':!test/fuzz/corpus' | awk -F/ -v most="$1" '
        {folder = $1; for (i = 2; i <= NF; ++i) {entries[folder] += !seen[folder "/" $i]++; folder = folder "/" $i}}
        END {for (folder in entries) if (entries[folder] > most) print folder ": " entries[folder] " entries"}'
}

check_files() {
    git ls-files -z -- '*.hpp' '*.cpp' '*.cc' '*.cu' '*.cuh' '*.py' '*.sh' '*.cmake' '*CMakeLists.txt' |
        xargs -0 wc -l | awk -v most="$1" '$2 != "total" && $1 > most {print $2 ": " $1 " lines"}'
}

check_functions() { "$lizard" --CCN "$1" --warnings_only src | sed 's/^\(.*\): warning: /\1: /' || true; }

check_includes() {
    git grep -E '^ *# *include "' -- src include | awk -v layers="$layers" '
        BEGIN {n = split(layers, rows, "\n"); for (i = 1; i <= n; ++i) {m = split(rows[i], w, " ")
               for (j = 1; j <= m; ++j) allowed[w[1], w[j]] = 1}}
        {split($0, part, /: *# *include "/); file = part[1]; path = part[2]; sub(/".*/, "", path)
         if (path ~ /^opencv2\//) next
         n = split(file, at, "/"); depth = n - 1
         while (sub(/^\.\.\//, "", path)) --depth
         if (at[1] == "include") {print file ": includes " path; next}
         split(path, to, "/")
         target = depth >= 2 ? at[2] : to[1]
         if (target != at[2] && !((at[2], target) in allowed)) print file ": " at[2] " includes " target}'
}

check_mutual() {
    git grep -E '^ *# *include "' -- src | awk '
        {split($0, part, /: *# *include "/); folder = part[1]; path = part[2]; sub(/".*/, "", path)
         if (path ~ /^opencv2\//) next
         sub(/\/[^\/]*$/, "", folder)
         to = folder
         while (sub(/^\.\.\//, "", path)) sub(/\/[^\/]*$/, "", to)
         if (sub(/\/[^\/]*$/, "", path)) to = to "/" path
         if (to != folder) includes[folder, to] = part[1]}
        END {for (pair in includes) {split(pair, ends, SUBSEP)
             if (ends[1] < ends[2] && (ends[2], ends[1]) in includes)
                 print ends[1] " and " ends[2] ": " includes[pair] ", " includes[ends[2], ends[1]]}}'
}

check_opening() {
    local file
    git ls-files src | while read -r file; do
        sed -n 2p "$file" | grep -qE '^// .{1,117}$' || echo "$file: line 2 does not say what lives there"
    done
}

check_source() { above "$(lines_of src)" source; }

check_comments() {
    git ls-files -z src | xargs -0 cat | awk -v most="$1" '
        /^ *\/\// || block || /^ *\/\*/ {++comments}
        /^ *\/\*/ {block = 1}
        /\*\// {block = 0}
        END {share = 100 * comments / NR; if (share > most) printf "%.1f percent, at most %d\n", share, most}'
}

check_support() {
    above $(((100 * $(lines_of bench samples perf scripts) + $(lines_of src include) - 1) / $(lines_of src include))) support
}

check_headers() { # also writes build/doxygen/html
    mkdir -p build/doxygen
    { cat cmake/Doxyfile; echo "OUTPUT_DIRECTORY = build/doxygen"; } | doxygen - 2>&1 > /dev/null | sed "s|^$root/||" || true
}

check_docs() {
    above "$(lines_of 'docs/*.md' ':!docs/batches.md' ':!docs/cluster.md' ':!docs/graphs.md' ':!docs/install.md' \
        ':!docs/colors.md' ':!docs/hal.md' ':!docs/moving.md' ':!docs/network.md' ':!docs/python.md' ':!docs/resize.md' ':!docs/robustness.md')" docs
}
check_colors() { above "$(lines_of docs/colors.md)" colors; }
check_hal() { above "$(lines_of docs/hal.md)" hal; }
check_moving() { above "$(lines_of docs/moving.md)" moving; }
check_batches() { above "$(lines_of docs/batches.md)" batches; }
check_cluster() { above "$(lines_of docs/cluster.md)" cluster; }
check_graphs() { above "$(lines_of docs/graphs.md)" graphs; }
check_install() { above "$(lines_of docs/install.md)" install; }
check_python() { above "$(lines_of docs/python.md)" python; }
check_network() { above "$(lines_of docs/network.md)" network; }
check_resize() { above "$(lines_of docs/resize.md)" resize; }
check_robustness() { above "$(lines_of docs/robustness.md)" robustness; }
check_readme() { above "$(lines_of README.md)" readme; }

check_words() { git grep -nE "$former" -- src include test docs README.md CONTRIBUTING.md | cut -c1-100 || true; }

check_paths() {
    local file path
    for file in README.md CONTRIBUTING.md $(git ls-files 'docs/*.md'); do
        for path in $(grep -oE '\b(src|include|test|bench|samples|scripts|docs|cmake)/[A-Za-z0-9_./*-]*[A-Za-z0-9_/]' "$file" |
            sort -u); do
            compgen -G "$path" > /dev/null || echo "$file: there is no $path"
        done
        for path in $(grep -v '^    ' "$file" | grep -oE '\]\([^)#:]+' | cut -c3-); do
            [ -e "$(dirname "$file")/$path" ] || echo "$file: there is no $path"
        done
    done
}

failed=0
while read -r name limit enforced what; do
    [ -n "$name" ] && { [ "$enforced" = yes ] || [ "$all" = yes ]; } || continue
    found=$("check_$name" "$limit" < /dev/null)
    [ -n "$found" ] || continue
    echo "$name ($what):"
    sed 's/^/    /' <<< "$found"
    failed=$((failed + 1))
done <<< "$limits"
[ "$failed" = 0 ] || die "$failed checks failed"
echo "all checks passed"
