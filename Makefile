# make demo    a tour of wye                     make lint    style, types, layers, notes
# make test    the whole suite, fixed seeds      make fuzz    fresh seeds: N=histories MINUTES=limit
# make bench   the cost table                    make asan    the suite on a sanitized build
# make conformance   the same programs on wye and on torch, in $(TORCH_VENV)
# make docs    the documentation, in docs/_build/html
#
# Every target makes the environment it needs.  make PYTHON=python3.12 picks the interpreter.

PYTHON ?= python3
VENV ?= .venv
EXTRAS ?= test
TORCH_VENV := .venv-torch
DOCS_VENV := .venv-docs
TORCH_PYTHON ?= python3.11
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# bench and fuzz compare with torch where `make torch` has installed it.
BEST_VENV = $(if $(wildcard $(TORCH_VENV)/.built),$(TORCH_VENV),$(VENV))

PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
export PYTHONHASHSEED := 0
MAKEFLAGS += --no-print-directory

.PHONY: demo test bench lint fuzz asan conformance docs torch install clean

demo: install
	@$(PY) -m wye tour

# Every operator through one more layer: minutes, and the engine does not matter; `make conformance` runs them.
SWEEPS := test_traced test_opcheck_of_every_operator test_faked_with_symbols test_faked

test: install
	$(PY) -m pytest -n $(JOBS) --dist worksteal $(if $(ARGS),$(ARGS),$(SWEEPS:%=--ignore=tests/conformance/%.py))

# HIPS autograd and JAX beside them, where they can be installed.
bench:
	@$(MAKE) install VENV=$(BEST_VENV)
	@$(BEST_VENV)/bin/python -m pip install -qq 'autograd>=1.8' 'jax>=0.6' || echo "without autograd and jax: their columns are empty"
	@$(BEST_VENV)/bin/python -m wye bench --wide $(ARGS)

fuzz:
	@$(MAKE) install VENV=$(BEST_VENV)
	@$(BEST_VENV)/bin/python tools/fuzz.py $(if $(N),--count $(N)) $(if $(MINUTES),--minutes $(MINUTES))

conformance: torch
	$(TORCH_VENV)/bin/python -m pytest -n $(JOBS) --dist worksteal tests/conformance $(ARGS)

# Warnings are errors: links to pages, headings and files that do not exist are warnings.
docs:
	@$(MAKE) $(DOCS_VENV)/.installed VENV=$(DOCS_VENV) EXTRAS=docs,release
	$(DOCS_VENV)/bin/sphinx-build -W --keep-going -q -j auto docs docs/_build/html
	@echo "docs/_build/html/index.html"

asan: install
	tools/asan.sh $(PY)

lint: install $(VENV)/.lint
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PY) tools/check_notes.py
	$(PY) tools/make_stubs.py --check
	@if [ -x $(VENV)/bin/clang-format ]; then set -x; $(VENV)/bin/clang-format --dry-run -Werror $(wildcard csrc/*.c csrc/*.h); \
	else echo "clang-format is not installed: C files not checked"; fi

# ---- environments -------------------------------------------------------------------------

install: $(VENV)/.built
	@:

torch:
	@$(MAKE) install VENV=$(TORCH_VENV) EXTRAS=test,torch PYTHON=$(TORCH_PYTHON)

$(VENV)/.installed: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "wye needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@echo "installing into $(VENV)"
	@[ -x $(PY) ] || $(PYTHON) -m venv $(VENV)
	@$(PIP) 'setuptools>=77'
	@WYE_NO_EXT=1 $(PIP) --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@

$(VENV)/.built: $(VENV)/.installed $(wildcard csrc/*)
	@echo "building wye._hot"
	@$(PY) setup.py --quiet build_ext --inplace
	@touch $@

$(VENV)/.lint: $(VENV)/.installed
	@WYE_NO_EXT=1 $(PIP) --no-build-isolation --editable '.[lint]'
	@touch $@

clean:
	rm -rf .venv .venv-* build dist docs/_build docs/api docs/compat-coverage.md docs/pictures/benchmarks-*.svg src/*.egg-info src/wye/_hot*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
