"""What the functions of the standard are called with."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.conformance.array_api.drawing import REAL, Drawer, Drawn, Made, options, size

UNARY = (
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_invert", "ceil", "conj", "cos", "cosh",
    "exp", "expm1", "floor", "imag", "isfinite", "isinf", "isnan", "log", "log1p", "log2", "log10", "logical_not",
    "negative", "positive", "real", "reciprocal", "round", "sign", "signbit", "sin", "sinh", "square", "sqrt",
    "tan", "tanh", "trunc",
)  # fmt: skip
BINARY = (
    "add", "atan2", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
    "copysign", "divide", "equal", "floor_divide", "greater", "greater_equal", "hypot", "less", "less_equal",
    "logaddexp", "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "nextafter",
    "not_equal", "pow", "remainder", "subtract",
)  # fmt: skip


def _binary(d: Drawer) -> Drawn:
    x = d.array()
    kind = d.choice(("arrays", "arrays", "right", "left"))
    if kind == "arrays":
        return [x, d.partner(x)], {}
    return ([x, d.scalar()] if kind == "right" else [d.scalar(), x]), {}


def _clip(d: Drawer) -> Drawn:
    x = d.array(among=REAL)
    low, high = (d.choice((None, d.scalar(), d.partner(x))) for _ in range(2))
    return ([x, low, high], {}) if d.chance(0.5) else ([x], {"min": low, "max": high})


# ---- creation ----


def _arange(d: Drawer) -> Drawn:
    draw = lambda: d.choice((d.rng.randint(-6, 9), round(d.rng.uniform(-6, 9), 2)))  # noqa: E731 - three places
    args = [draw() for _ in range(d.rng.randint(1, 3))]
    return args, options(d)


def _linspace(d: Drawer) -> Drawn:
    draw = lambda: d.choice((d.rng.randint(-6, 9), round(d.rng.uniform(-6, 9), 2), 1 + 2j))  # noqa: E731
    return [draw(), draw(), d.choice((0, 1, 2, 5, 7))], options(d, endpoint=d.chance(0.5))


def _asarray(d: Drawer) -> Drawn:
    nested = [[d.scalar() for _ in range(2)] for _ in range(d.choice((0, 1, 3)))]
    obj = d.choice((d.scalar(), [d.scalar() for _ in range(3)], nested, d.array(), d.array()))
    return [obj], options(d, copy=d.choice((True, False, None)))


# ---- one array with an axis and the like ----


def _reduce(d: Drawer, **more: Any) -> Drawn:
    x = d.array()
    options = {"axis": d.axes(x.values.ndim)} if d.chance(0.8) else {}
    if d.chance(0.5):
        options["keepdims"] = d.chance(0.5)
    for name, draw in more.items():
        if d.chance(0.4):
            options[name] = draw()
    return [x], options


def _with_dtype(d: Drawer) -> Drawn:
    return _reduce(d, dtype=lambda: d.choice((None, {"$dtype": d.dtype()})))


def _variance(d: Drawer) -> Drawn:
    return _reduce(d, correction=lambda: d.choice((0, 1, 0.5, 1.0, 2)))


def _one_axis(d: Drawer) -> Drawn:
    x = d.array()
    options = {"axis": d.choice((None, d.axis(x.values.ndim)))} if d.chance(0.8) else {}
    if d.chance(0.5):
        options["keepdims"] = d.chance(0.5)
    return [x], options


def _cumulative(d: Drawer) -> Drawn:
    x = d.array(shape=d.choice(((3,), (4,), (0,), (2, 3), (2, 0), (), d.shape())))
    options: dict[str, Any] = {"axis": d.axis(x.values.ndim)} if d.chance(0.7) else {}
    if d.chance(0.5):
        options["dtype"] = {"$dtype": d.dtype()}
    if d.chance(0.5):
        options["include_initial"] = d.chance(0.8)
    return [x], options


def _sort(d: Drawer) -> Drawn:
    x = d.array()
    options: dict[str, Any] = {"axis": d.axis(x.values.ndim)} if d.chance(0.6) else {}
    return [x], options | {name: d.chance(0.5) for name in ("descending", "stable") if d.chance(0.5)}


def _diff(d: Drawer) -> Drawn:
    x = d.array()
    options: dict[str, Any] = {"axis": d.axis(x.values.ndim)} if d.chance(0.5) else {}
    if d.chance(0.5):
        options["n"] = d.choice((0, 1, 2, 3))
    for name in ("prepend", "append"):
        if d.chance(0.25):
            options[name] = d.array(str(x.values.dtype), x.values.shape)
    return [x], options


def _searchsorted(d: Drawer) -> Drawn:
    dtype = d.dtype(REAL)
    x = Made(np.sort(d.array(dtype, d.choice(((3,), (4,), (0,)))).values))
    options: dict[str, Any] = {"side": d.choice(("left", "right"))} if d.chance(0.5) else {}
    if d.chance(0.3):
        options["sorter"] = Made(np.arange(x.values.size))
    return [x, d.array(d.choice((dtype, d.dtype(REAL))))], options


def _where(d: Drawer) -> Drawn:
    condition = d.array("bool")
    first, second = (d.choice((d.partner(condition), d.scalar())) for _ in range(2))
    return [condition, first, second], {}


# ---- manipulation ----


def _several(d: Drawer) -> Drawn:
    x = d.array()
    others = [d.array(d.choice((str(x.values.dtype), d.dtype())), x.values.shape) for _ in range(d.rng.randint(0, 2))]
    options = {"axis": d.choice((None, d.axis(x.values.ndim)))} if d.chance(0.7) else {}
    return [d.choice(([x, *others], {"$tuple": [x, *others]}))], options


def _reshape(d: Drawer) -> Drawn:
    x = d.array()
    n = x.values.size
    shape = d.choice(([n], [-1], [1, n], [n, 1], [-1, 1], list(x.values.shape[::-1]), [2, -1], [n + 1], []))
    return [x, {"$tuple": shape}], {"copy": d.choice((True, False, None))} if d.chance(0.4) else {}


def _roll(d: Drawer) -> Drawn:
    x = d.array()
    axis = d.axes(x.values.ndim)
    shift = d.rng.randint(-4, 4)
    if isinstance(axis, dict) and d.chance(0.7):
        return [x, {"$tuple": [d.rng.randint(-4, 4) for _ in axis["$tuple"]]}], {"axis": axis}
    return [x, shift], {"axis": axis} if d.chance(0.8) else {}


def _repeat(d: Drawer) -> Drawn:
    x = d.array()
    axis = d.choice((None, d.axis(x.values.ndim)))
    repeats: Any = d.rng.randint(0, 3)
    if d.chance(0.5):
        n = x.values.size if axis is None or x.values.ndim == 0 else x.values.shape[axis % x.values.ndim]
        repeats = Made(np.array([d.rng.randint(0, 3) for _ in range(d.choice((1, n)))], d.choice(("int64", "int32"))))
    return [x, repeats], {"axis": axis} if d.chance(0.8) else {}


def _permuted(d: Drawer) -> Drawn:
    x = d.array()
    axes = list(range(x.values.ndim))
    d.rng.shuffle(axes)
    return [x, {"$tuple": axes[1:] if d.chance(0.1) else axes}], {}


def _moveaxis(d: Drawer) -> Drawn:
    x = d.array()
    n = x.values.ndim
    if d.chance(0.5):
        return [x, d.axis(n), d.axis(n)], {}
    count = d.rng.randint(0, n)
    return [x, *({"$tuple": d.rng.sample(range(n), count)} for _ in range(2))], {}


def _axis_of(d: Drawer, named: bool = True, always: bool = True) -> Drawn:
    x = d.array()
    axis = d.axis(x.values.ndim)
    if not always and d.chance(0.3):
        return [x], {}
    return ([x], {"axis": axis}) if named or d.chance(0.5) else ([x, axis], {})


def _flip(d: Drawer) -> Drawn:
    x = d.array()
    return [x], {"axis": d.axes(x.values.ndim)} if d.chance(0.8) else {}


def _squeeze(d: Drawer) -> Drawn:
    x = d.array()
    ones = [i for i, n in enumerate(x.values.shape) if n == 1]
    return [x, d.choice(({"$tuple": ones}, ones[0] if ones else 0, d.axis(x.values.ndim)))], {}


def _take(d: Drawer) -> Drawn:
    x = d.array()
    axis = d.axis(x.values.ndim)
    n = x.values.shape[axis] if -x.values.ndim <= axis < x.values.ndim else 1
    low, high = (-n, max(n - 1, -n)) if d.chance(0.3) else (0, max(n - 1, 0))
    places = np.array([d.rng.randint(low, high) for _ in range(d.choice((0, 1, 3)))], d.choice(("int64", "int32")))
    return [x, Made(places)], {"axis": axis} if x.values.ndim != 1 or d.chance(0.5) else {}


def _take_along(d: Drawer) -> Drawn:
    x = d.array()
    shape = list(x.values.shape)
    axis = d.axis(len(shape), 0.0)
    n = 1
    if shape and axis < len(shape):
        n, shape[axis] = shape[axis], d.choice((0, 1, 2, 3))
    places = [d.rng.randint(0, max(n - 1, 0)) for _ in range(int(np.prod(shape)))]
    options = {"axis": axis} if d.chance(0.8) else {}
    return [x, Made(np.array(places, d.choice(("int64", "int64", "int32"))).reshape(shape))], options


# ---- data types ----


def _astype(d: Drawer) -> Drawn:
    return [d.array(), {"$dtype": d.dtype()}], {"copy": d.chance(0.5)} if d.chance(0.4) else {}


def _result_type(d: Drawer) -> Drawn:
    items = (d.array(shape=()), d.array(), {"$dtype": d.dtype()}, d.scalar())
    return [d.choice(items) for _ in range(d.rng.randint(1, 4))], {}


KINDS = ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric", "no")


def _eye(d: Drawer) -> Drawn:
    columns = [d.choice((2, None))] if d.chance(0.5) else []
    return [d.choice((0, 1, 3)), *columns], options(d, k=d.choice((-1, 0, 2, 7)))


def _triangle(d: Drawer) -> Drawn:
    return [d.array()], {"k": d.choice((-2, -1, 0, 1, 4))} if d.chance(0.7) else {}


def _isdtype(d: Drawer) -> Drawn:
    several = {"$tuple": ["bool", "real floating"]}
    return [{"$dtype": d.dtype()}, d.choice((*KINDS, {"$dtype": d.dtype()}, several))], {}


def _unique(d: Drawer) -> Drawn:
    return [d.array(among=("bool", *REAL))], {}


FUNCTIONS: dict[str, Any] = {
    **dict.fromkeys(UNARY, lambda d: ([d.scalar() if d.chance(0.05) else d.array()], {})),
    **dict.fromkeys(BINARY, _binary),
    "clip": _clip,
    "arange": _arange,
    "asarray": _asarray,
    "eye": _eye,
    "full": lambda d: ([size(d), d.scalar()], options(d)),
    "full_like": lambda d: ([d.array(), d.scalar()], options(d)),
    "linspace": _linspace,
    "meshgrid": lambda d: ([d.array(shape=(d.choice((0, 1, 3)),)) for _ in range(d.choice((0, 1, 2, 3)))],
                           {"indexing": d.choice(("xy", "ij"))} if d.chance(0.6) else {}),
    **dict.fromkeys(("ones", "zeros"), lambda d: ([size(d)], options(d))),
    **dict.fromkeys(("ones_like", "zeros_like"), lambda d: ([d.array()], options(d))),
    **dict.fromkeys(("tril", "triu"), _triangle),
    "astype": _astype,
    "broadcast_arrays": lambda d: ([x := d.array(), *(d.partner(x) for _ in range(d.choice((0, 1, 2))))], {}),
    "broadcast_to": lambda d: ([d.array(), {"$tuple": list(d.choice(((2, 3), (2, 3, 4), (3, 3), (), (0, 3))))}], {}),
    "can_cast": lambda d: ([d.choice((d.array(), {"$dtype": d.dtype()})), {"$dtype": d.dtype()}], {}),
    "isdtype": _isdtype,
    "result_type": _result_type,
    "take": _take,
    "take_along_axis": _take_along,
    "matrix_transpose": lambda d: ([d.array()], {}),
    **dict.fromkeys(("concat", "stack"), _several),
    "expand_dims": lambda d: _axis_of(d, always=False),
    "flip": _flip,
    "moveaxis": _moveaxis,
    "permute_dims": _permuted,
    "repeat": _repeat,
    "reshape": _reshape,
    "roll": _roll,
    "squeeze": _squeeze,
    "tile": lambda d: ([d.array(), {"$tuple": [d.rng.randint(0, 3) for _ in range(d.rng.randint(0, 4))]}], {}),
    "unstack": lambda d: _axis_of(d, always=False),
    **dict.fromkeys(("argmax", "argmin"), _one_axis),
    "count_nonzero": _reduce,
    "nonzero": lambda d: ([d.array()], {}),
    "searchsorted": _searchsorted,
    "where": _where,
    **dict.fromkeys(("unique_inverse", "unique_values", "unique_counts", "unique_all"), _unique),
    **dict.fromkeys(("sort", "argsort"), _sort),
    **dict.fromkeys(("cumulative_sum", "cumulative_prod"), _cumulative),
    **dict.fromkeys(("max", "min", "mean", "all", "any"), _reduce),
    **dict.fromkeys(("sum", "prod"), _with_dtype),
    **dict.fromkeys(("std", "var"), _variance),
    "diff": _diff,
}  # fmt: skip
