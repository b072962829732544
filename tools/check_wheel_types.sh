#!/usr/bin/env bash
# Do mypy and pyright take typical programs where wye is installed from its wheel, as users have it?
# In the checkout they would read the source tree, which hides names that the package does not export.
#
# Usage: tools/check_wheel_types.sh BIN VENV     BIN holds mypy and pyright, VENV an installed wheel
set -euo pipefail
bin=$(cd "$1" && pwd) python=$(cd "$2/bin" && pwd)/python
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$here/tests/typing/use.py" "$work"
cd "$work" # away from the source tree
"$bin/mypy" --strict --python-executable "$python" use.py
if "$bin/pyright" --version >/dev/null 2>&1; then
    "$bin/pyright" --pythonpath "$python" use.py
else
    echo "pyright cannot run here: not checked"
fi
