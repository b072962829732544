"""`torch.fx.experimental.symbolic_shapes`: symbolic sizes and their environment.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.bindings import (
    CallMethodKey,
    ConvertIntKey,
    DivideByKey,
    InnerTensorKey,
    PendingUnbackedSymbolNotFound,
    compute_unbacked_bindings,
    rebind_unbacked,
    resolve_unbacked_bindings,
)
from wye.fx.symbols import NUMBERS as SymTypes  # noqa: N811 - PyTorch's name
from wye.fx.symbols import NUMBERS as py_sym_types  # noqa: N811 - PyTorch's name
from wye.fx.unbacked import PropagateUnbackedSymInts, is_accessor_node
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
    guarding_hint_or_throw,
    has_free_symbols,
    has_free_unbacked_symbols,
    has_guarding_hint,
    has_static_value,
    has_symbolic_sizes_strides,
    is_concrete_bool,
    is_concrete_float,
    is_concrete_int,
    is_nested_int,
    is_symbolic,
    optimization_hint,
    statically_known_false,
    statically_known_true,
    sym_and,
    sym_eq,
    sym_or,
)
from wye.symbolic.asking import constrain_range_for_size as _constrain_range_for_size
from wye.symbolic.asking import expressions_of as _iterate_exprs
from wye.symbolic.asking import guard_or as _guard_or
from wye.symbolic.asking import mark_as_size as _advise_is_size
from wye.symbolic.conditions import canonical_form as canonicalize_bool_expr
from wye.symbolic.contexts import (
    Constraint,
    DimDynamic,
    EqualityConstraint,
    RelaxedUnspecConstraint,
    StatefulSymbolicContext,
    StatelessSymbolicContext,
    StrictMinMaxConstraint,
    SubclassSymbolicContext,
    SymbolicContext,
    SymIntSymbolicContext,
)
from wye.symbolic.functions import contiguous_strides as create_contiguous
from wye.symbolic.functions import sym_cast_bool as cast_symbool_to_symint_guardless
from wye.symbolic.guarding import ConstraintViolationError, GuardOnDataDependentSymNode, RuntimeAssert, ShapeGuard
from wye.symbolic.guarding import Site as SLoc
from wye.symbolic.linear import expanded as safe_expand
from wye.symbolic.linear import lowest_terms as _reduce_to_lowest_terms
from wye.symbolic.node import SymNode
from wye.symbolic.numbers import SymBool, SymFloat, SymInt
from wye.symbolic.ranges import ValueRanges
from wye.symbolic.shape_env import ShapeEnv
from wye.symbolic.symbols import Settings as ShapeEnvSettings
from wye.symbolic.tracked import (
    SymIntEqByExpr,
    TrackedFake,
    bind_symbols,
    check_consistent,
    eval_guards,
    find_symbol_binding_fx_nodes,
    fx_placeholder_targets,
    fx_placeholder_vals,
    is_symbol_binding_fx_node,
)

__all__ = [
    "CallMethodKey",
    "Constraint",
    "ConstraintViolationError",
    "ConvertIntKey",
    "DimDynamic",
    "DivideByKey",
    "EqualityConstraint",
    "GuardOnDataDependentSymNode",
    "InnerTensorKey",
    "PendingUnbackedSymbolNotFound",
    "PropagateUnbackedSymInts",
    "RelaxedUnspecConstraint",
    "RuntimeAssert",
    "SLoc",
    "ShapeEnv",
    "ShapeEnvSettings",
    "ShapeGuard",
    "StatefulSymbolicContext",
    "StatelessSymbolicContext",
    "StrictMinMaxConstraint",
    "SubclassSymbolicContext",
    "SymBool",
    "SymFloat",
    "SymInt",
    "SymIntEqByExpr",
    "SymIntSymbolicContext",
    "SymNode",
    "SymTypes",
    "SymbolicContext",
    "TrackedFake",
    "ValueRanges",
    "_advise_is_size",
    "_constrain_range_for_size",
    "_guard_or",
    "_iterate_exprs",
    "_reduce_to_lowest_terms",
    "bind_symbols",
    "canonicalize_bool_expr",
    "cast_symbool_to_symint_guardless",
    "check_consistent",
    "compute_unbacked_bindings",
    "constrain_range",
    "constrain_unify",
    "create_contiguous",
    "eval_guards",
    "expect_true",
    "find_symbol_binding_fx_nodes",
    "free_symbols",
    "free_unbacked_symbols",
    "fx_placeholder_targets",
    "fx_placeholder_vals",
    "guard_bool",
    "guard_float",
    "guard_int",
    "guard_or_false",
    "guard_or_true",
    "guard_scalar",
    "guard_size_oblivious",
    "guarding_hint_or_throw",
    "has_free_symbols",
    "has_free_unbacked_symbols",
    "has_guarding_hint",
    "has_static_value",
    "has_symbolic_sizes_strides",
    "is_accessor_node",
    "is_concrete_bool",
    "is_concrete_float",
    "is_concrete_int",
    "is_nested_int",
    "is_symbol_binding_fx_node",
    "is_symbolic",
    "optimization_hint",
    "py_sym_types",
    "rebind_unbacked",
    "resolve_unbacked_bindings",
    "safe_expand",
    "statically_known_false",
    "statically_known_true",
    "sym_and",
    "sym_eq",
    "sym_or",
]  # fmt: skip

__getattr__ = names_of(__name__, {"DimConstraints": "wye.symbolic.dim_constraints"})  # later: it loads SymPy
