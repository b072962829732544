"""Operators and attributes of arrays, and what is written as a function of its own."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from tests.conformance.array_api.drawing import Drawer, Drawn, Made, options, size
from tests.conformance.array_api.functions import KINDS
from tests.conformance.array_api.products import FACTORS, magnitudes

# ---- operators of arrays ----

OPERATORS = {
    "__add__": operator.add, "__sub__": operator.sub, "__mul__": operator.mul, "__truediv__": operator.truediv,
    "__floordiv__": operator.floordiv, "__mod__": operator.mod, "__pow__": operator.pow, "__and__": operator.and_,
    "__or__": operator.or_, "__xor__": operator.xor, "__lshift__": operator.lshift, "__rshift__": operator.rshift,
    "__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge, "__eq__": operator.eq,
    "__ne__": operator.ne, "__matmul__": operator.matmul,
    "__iadd__": operator.iadd, "__isub__": operator.isub, "__imul__": operator.imul, "__itruediv__": operator.itruediv,
    "__ifloordiv__": operator.ifloordiv, "__imod__": operator.imod, "__ipow__": operator.ipow,
    "__iand__": operator.iand, "__ior__": operator.ior, "__ixor__": operator.ixor, "__ilshift__": operator.ilshift,
    "__irshift__": operator.irshift, "__imatmul__": operator.imatmul,
}  # fmt: skip
ONE = {
    "__abs__": operator.abs, "__neg__": operator.neg, "__pos__": operator.pos, "__invert__": operator.invert,
    "__bool__": bool, "__int__": int, "__float__": float, "__complex__": complex, "__index__": operator.index,
    "__len__": len, "shape": lambda x: tuple(x.shape), "dtype": lambda x: x.dtype, "ndim": lambda x: x.ndim,
    "T": lambda x: x.T, "mT": lambda x: x.mT, "device": lambda x: x.device, "__str__": str,
    "tolist": lambda x: x.tolist(), "__dlpack_device__": lambda x: tuple(map(int, x.__dlpack_device__())),
}  # fmt: skip


def _single(d: Drawer) -> Drawn:
    return [d.array(shape=d.choice(((), (), (1,), d.shape())))], {}


def _index(d: Drawer, shape: tuple[int, ...]) -> Any:
    items: list[Any] = []
    for n in shape[: d.rng.randint(0, len(shape))]:
        kind = d.choice(("int", "slice", "slice", "none", "array"))
        if kind == "int":
            items.append(d.axis(n))
        elif kind == "slice":
            ends = [d.choice((None, d.rng.randint(-n - 1, n + 1))) for _ in range(2)]
            items.append({"$slice": [*ends, d.choice((None, 1, 2, -1))]})
        elif kind == "none":
            items += [None, {"$slice": [None, None, None]}]
        else:
            items.append(Made(np.array([d.rng.randint(0, max(n - 1, 0)) for _ in range(2)], "int64")))
    if d.chance(0.3):
        items.insert(d.rng.randint(0, len(items)), {"$...": 0})
    if d.chance(0.2):
        return Made(np.array([d.chance(0.5) for _ in range(int(np.prod(shape)))], bool).reshape(shape))
    return {"$tuple": items} if len(items) != 1 or d.chance(0.5) else items[0]


def _setitem(xp: Any, x: Any, key: Any, value: Any) -> Any:
    x[key] = value
    return x


def _getitem_case(d: Drawer) -> Drawn:
    x = d.array()
    return [x, _index(d, x.values.shape)], {}


def _setitem_case(d: Drawer) -> Drawn:
    x = d.array()
    x.layout = "plain"
    value = d.scalar() if d.chance(0.6) else d.array(shape=d.choice(((), (1,), x.values.shape[-1:])))
    return [x, _index(d, x.values.shape), value], {}


def _from_dlpack(xp: Any, x: Any, **options: Any) -> Any:
    made = xp.from_dlpack(x, **options)
    return made, made.data_ptr() == x.data_ptr()


def _finfo(xp: Any, x: Any) -> Any:
    info = xp.finfo(x)
    return info.bits, info.eps, info.max, info.min, info.smallest_normal, str(info.dtype).rpartition(".")[2]


def _iinfo(xp: Any, x: Any) -> Any:
    info = xp.iinfo(x)
    return info.bits, info.max, info.min, str(info.dtype).rpartition(".")[2]


def _called(function: Any) -> Any:
    return lambda xp, *args: function(*args)


def _pair(d: Drawer) -> Drawn:
    x = d.array()
    return [x, d.scalar() if d.chance(0.5) else d.partner(x)], {}


def _empty(xp: Any, *args: Any, **kwargs: Any) -> Any:
    made = xp.empty(*args, **kwargs)
    return tuple(made.shape), made.dtype, made.device


def _empty_like(xp: Any, *args: Any, **kwargs: Any) -> Any:
    made = xp.empty_like(*args, **kwargs)
    return tuple(made.shape), made.dtype, made.device


def _info(xp: Any, device: Any, kind: Any) -> Any:
    info = xp.__array_namespace_info__()
    types = info.dtypes(device=device, kind=kind)
    return info.capabilities(), info.default_dtypes(device=device), types, info.default_device(), info.devices()


def _constants(xp: Any) -> Any:
    return xp.e, xp.pi, xp.inf, xp.nan, xp.newaxis, xp.__array_api_version__


def _compat_helpers(xp: Any, x: Any) -> Any:
    import array_api_compat as compat

    answers = [compat.is_array_api_obj(x), compat.is_torch_array(x), compat.is_numpy_array(x), compat.size(x)]
    answers += [compat.is_writeable_array(x), compat.is_lazy_array(x), compat.device(x)]
    return [
        *answers,
        compat.to_device(x, "cpu"),
        compat.array_namespace(x) is xp,
        compat.array_namespace(x, 1, None) is xp,
    ]


def _reflected(name: str) -> Any:
    function = OPERATORS[name]
    return lambda xp, x, scalar: function(scalar, x)


WRITTEN: dict[str, tuple[Any, Any]] = {
    **{name: (_called(function), _pair) for name, function in OPERATORS.items()},
    **{
        f"__r{name[2:]}": (_reflected(name), lambda d: ([d.array(), d.scalar()], {}))
        for name in OPERATORS
        if not name.startswith("__i")
    },
    **{name: (_called(function), _single) for name, function in ONE.items()},
    "__getitem__": (_called(operator.getitem), _getitem_case),
    "__setitem__": (_setitem, _setitem_case),
    "from_dlpack": (
        _from_dlpack,
        lambda d: ([d.array()], {"copy": d.choice((True, False, None))} if d.chance(0.5) else {}),
    ),
    "empty": (_empty, lambda d: ([size(d)], options(d))),
    "empty_like": (_empty_like, lambda d: ([d.array()], options(d))),
    "finfo": (_finfo, lambda d: ([d.choice(({"$dtype": d.dtype()}, d.array()))], {})),
    "iinfo": (_iinfo, lambda d: ([d.choice(({"$dtype": d.dtype()}, d.array()))], {})),
    "info": (_info, lambda d: ([d.choice((None, "cpu")), d.choice((None, *KINDS))], {})),
    "constants": (_constants, lambda d: ([], {})),
    "helpers": (_compat_helpers, lambda d: ([d.array()], {})),
    **{f"linalg.{name}": (magnitudes(name), draw) for name, draw in FACTORS.items()},
}
