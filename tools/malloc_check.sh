#!/usr/bin/env bash
# Run tests while the C library checks its heap at every call of malloc and free (MALLOC_CHECK_=3).
# It finds what overwrites memory outside of wye._hot, too, where a sanitizer does not look: inside NumPy.
#
# Usage: tools/malloc_check.sh PYTHON [PYTEST ARGUMENTS]
set -euo pipefail
cd "$(dirname "$0")/.."

python=$1
shift
library=$(gcc -print-file-name=libc_malloc_debug.so.0)
[[ -e $library ]] || { echo "malloc_check: this C library has no checks"; exit 0; }
if [[ $# -eq 0 ]]; then
    set -- tests/unit/aten tests/unit/tensors tests/parity
fi
# Python's own allocator would hide most objects from the checks.
LD_PRELOAD=$library MALLOC_CHECK_=3 PYTHONMALLOC=malloc "$python" -m pytest -n "${JOBS:-2}" -m 'not slow' "$@"
