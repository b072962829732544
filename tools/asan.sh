#!/usr/bin/env bash
# Run the suite on a build of wye._hot with AddressSanitizer and UndefinedBehaviorSanitizer.
#
# Usage: tools/asan.sh PYTHON [PYTEST ARGUMENTS]
set -euo pipefail
cd "$(dirname "$0")/.."

python=$1
shift
venv=.venv-asan
libraries=("$(gcc -print-file-name=libasan.so)" "$(gcc -print-file-name=libubsan.so)")
for library in "${libraries[@]}"; do
    [[ -e $library ]] || { echo "asan: gcc has no $library here"; exit 1; }
done

echo "asan: building into $venv"
WYE_SANITIZE=address,undefined WYE_REQUIRE_EXT=1 tools/install_wheel.sh "$python" "$venv"

# Leaks are the business of tests/leaks: the interpreter itself frees little at its end.
# Python's own allocator would hide overflows, so malloc serves every object.
export LD_PRELOAD="${libraries[*]}"
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export PYTHONMALLOC=malloc
"$venv/bin/python" tools/smoke.py
if [[ $# -eq 0 ]]; then
    set -- tests/unit tests/parity tests/leaks tests/concurrent
    # programs that start processes of their own, pages, sizes without tensors, and tables before they are installed
    # say nothing about the C code
    for part in bench command compat explorer symbolic test_pytest_plugin.py numpy/test_drawn.py registry/test_{permutations,golden_tables}.py; do
        set -- "$@" "--ignore=tests/unit/$part"
    done
fi
"$venv/bin/python" -m pytest -n "${JOBS:-2}" --dist worksteal --capture=sys -m 'not slow' "$@" # a sanitizer's report must reach the terminal
