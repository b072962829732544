"""Symbolic shapes: sizes that are computed with before they are known.

Layer: above `schema`; may import `schema`, `shown` and `errors`.  Modules in data order: `sources` and `contexts`
(where symbols come from), `ranges`, `expressions`, `conditions`, `rules`, `linear`, `values` (expressions of integers,
on sympy), `numbers` (`SymInt`, `SymFloat`, `SymBool`), `node` and `fixed_nodes` (what they hold), `handlers` (who sees
their arithmetic), `knowledge`, `guarding`, `symbols`, `checking`, `shape_env` (`ShapeEnv`), `guard_text`, `asking`,
`functions`.

Names are loaded when they are first used: those that need sympy are loaded when a symbol is made.
Guide: docs/guide-symbolic-shapes.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye.symbolic.asking import (
        constrain_range,
        constrain_unify,
        expect_true,
        free_symbols,
        free_unbacked_symbols,
        guard_bool,
        guard_float,
        guard_int,
        guard_or_false,
        guard_or_true,
        guard_scalar,
        guard_size_oblivious,
        has_free_symbols,
        hint_int,
        is_concrete_int,
        is_symbolic,
        statically_known_false,
        statically_known_true,
    )
    from wye.symbolic.contexts import DimDynamic, StatelessSymbolicContext, mark_dynamic, mark_static
    from wye.symbolic.fixed_nodes import constant_bool_node, nested_int
    from wye.symbolic.functions import (
        sym_float,
        sym_fresh_size,
        sym_int,
        sym_ite,
        sym_max,
        sym_min,
        sym_not,
        sym_sqrt,
        sym_sum,
    )
    from wye.symbolic.guarding import GuardOnDataDependentSymNode, ShapeGuard
    from wye.symbolic.handlers import handling
    from wye.symbolic.node import SymNode
    from wye.symbolic.numbers import SymBool, SymFloat, SymInt
    from wye.symbolic.ranges import ValueRanges, int_oo
    from wye.symbolic.shape_env import ShapeEnv
    from wye.symbolic.sources import ConstantSource, LocalSource, Source

__all__ = [
    "ConstantSource",
    "DimDynamic",
    "GuardOnDataDependentSymNode",
    "LocalSource",
    "ShapeEnv",
    "ShapeGuard",
    "Source",
    "StatelessSymbolicContext",
    "SymBool",
    "SymFloat",
    "SymInt",
    "SymNode",
    "ValueRanges",
    "constant_bool_node",
    "constrain_range",
    "constrain_unify",
    "expect_true",
    "free_symbols",
    "free_unbacked_symbols",
    "guard_bool",
    "guard_float",
    "guard_int",
    "guard_or_false",
    "guard_or_true",
    "guard_scalar",
    "guard_size_oblivious",
    "handling",
    "has_free_symbols",
    "hint_int",
    "int_oo",
    "is_concrete_int",
    "is_symbolic",
    "mark_dynamic",
    "mark_static",
    "nested_int",
    "statically_known_false",
    "statically_known_true",
    "sym_float",
    "sym_fresh_size",
    "sym_int",
    "sym_ite",
    "sym_max",
    "sym_min",
    "sym_not",
    "sym_sqrt",
    "sym_sum",
]

_MODULES = {
    "asking": """
        constrain_range constrain_unify expect_true free_symbols free_unbacked_symbols guard_bool guard_float guard_int
        guard_or_false guard_or_true guard_scalar guard_size_oblivious has_free_symbols hint_int is_concrete_int
        is_symbolic statically_known_false statically_known_true
    """,
    "contexts": "DimDynamic StatelessSymbolicContext mark_dynamic mark_static",
    "fixed_nodes": "constant_bool_node nested_int",
    "functions": "sym_float sym_fresh_size sym_int sym_ite sym_max sym_min sym_not sym_sqrt sym_sum",
    "guarding": "GuardOnDataDependentSymNode ShapeGuard",
    "handlers": "handling",
    "node": "SymNode",
    "numbers": "SymBool SymFloat SymInt",
    "ranges": "ValueRanges int_oo",
    "shape_env": "ShapeEnv",
    "sources": "ConstantSource LocalSource Source",
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    try:
        made = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("sympy"):
            error.add_note("  symbolic sizes need sympy: pip install 'wye[symbolic]'")
        raise
    globals()[name] = made
    return made


def __dir__() -> list[str]:
    return [*__all__, *globals()]
