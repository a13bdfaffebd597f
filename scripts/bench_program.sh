# For scripts that run one benchmark and print its tables; to be sourced.

# Sets program, out and options from [PROGRAM] [--out=FOLDER] [--benchmark_...].
read_bench_arguments() {
    program='' out=. options=()
    local argument
    for argument in "$@"; do
        case $argument in
            --out=*) out=${argument#*=} ;;
            --benchmark_*) options+=("$argument") ;;
            -*) echo "$(basename "$0"): unknown option '$argument'" >&2 && exit 1 ;;
            *) program=$(cd "$(dirname "$argument")" && pwd)/$(basename "$argument") ;;
        esac
    done
}

# TARGET: without a program, that of build/alone, brought up to date.
find_bench_program() {
    [ -z "$program" ] || return 0
    cmake --build "$here/../build/alone" --target "$1" > /dev/null
    program=$here/../build/alone/bin/$1
}

# NAME OPTION...: writes NAME.json.
measure_bench() {
    local name=$1
    shift
    [ -x "$program" ] || { echo "$(basename "$0"): $program: no such program" >&2 && exit 1; }
    mkdir -p "$out"
    "$program" "--benchmark_out=$out/$name.json" --benchmark_out_format=json "$@" > "$out/$name.log" 2>&1 || {
        tail -n 3 "$out/$name.log" >&2
        exit 1
    }
}

# NAME TABLE: writes NAME.json and prints what TABLE, a script in bench/, makes of it.
run_bench_program() {
    measure_bench "$1" --benchmark_report_aggregates_only=false ${options[@]+"${options[@]}"}
    python3 "$here/../bench/$2" "$out/$1.json"
}
