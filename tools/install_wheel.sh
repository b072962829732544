#!/usr/bin/env bash
# Install wye into the environment VENV as a user gets it: source distribution -> wheel -> install.
# The wheel is built from the unpacked source distribution, so nothing an earlier build left behind
# gets into it.  The WYE_* variables of setup.py apply.
#
# Usage: tools/install_wheel.sh PYTHON VENV     VENV is made with PYTHON unless it is there
set -euo pipefail
cd "$(dirname "$0")/.."

python=$1 venv=$2
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[[ -x $venv/bin/python ]] || "$python" -m venv "$venv"
python=$venv/bin/python
"$python" -m pip install -qq 'setuptools>=77' 'numpy>=2.0'
mkdir -p build
flock build/.sdist.lock "$python" setup.py --quiet sdist --dist-dir "$work" # it works in this folder: one at a time
mkdir "$work/source"
tar -xzf "$work"/*.tar.gz -C "$work/source" --strip-components=1
[[ -f $work/source/tests/conftest.py && -f $work/source/docs/conf.py ]] || { echo "no tests or docs in the sdist"; exit 1; }
"$python" -m pip wheel -qq --no-deps --no-build-isolation --wheel-dir "$work" "$work/source"
"$python" -m pip uninstall -qq --yes wye 2>/dev/null
"$python" -m pip install -qq "$(echo "$work"/*.whl)[test]"
