"""Registers the operator set: schemas, kernels, fake kernels, composites, and what goes for whole classes of operators.

Cold path: runs once, when the first operator or tensor function is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.arrays.allocation import check_pinning
from wye.aten.grid import Row, build
from wye.aten.lazy_bits import install_lazy_bits
from wye.aten.meta import over_meta
from wye.aten.metadata import device_of, layout_of
from wye.aten.outputs import outputs_of
from wye.aten.variants import fake_in_place, fake_out, in_place, into_arrays, into_tensors, prepare
from wye.call.guards import below_ad_inplace_or_view
from wye.keys import DispatchKeySet
from wye.registry import registry
from wye.registry.kernel import EngineKernel, counting_writes, over_arrays
from wye.registry.low_level_library import Library
from wye.schema.tags import Tag
from wye.schema.values import device as device_type
from wye.tensors import Tensor
from wye.tensors.numpy_engine import np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["library", "register"]

# These write without a new version, as in PyTorch.
_UNCOUNTED: Final = frozenset(("_native_batch_norm_legit", "detach_", "empty.out", "resize_", "resize_as_"))
_RUNNING: Final = ("running_mean", "running_var")  # nor do these when they are updated beside outputs
_ALIAS_KEYS: Final = {"implicit": "CompositeImplicitAutograd", "explicit": "CompositeExplicitAutograd"}
# Rules that change what a tensor itself shows: an array of another class needs kernels of its own for these.
_TENSOR_KEYS: Final = ("CPU", "Meta")


def register() -> Library:
    """Define every operator of the set and register what the grid has for it."""
    made = Library("DEF", "aten", location="wye/aten/register.py:1", redefine=False, load=False)
    rows = build()
    with registry.all_at_once():
        for row in rows.values():
            made.define(row.schema, tags=[Tag[tag] for tag in row.tags])
        for row in rows.values():
            _register_row(made, row)
        install_lazy_bits(made, rows)
    return made


def _place(fn: Callable[..., Any]) -> str:
    """Where a rule is written, as tables print it."""
    code = getattr(getattr(fn, "__wrapped__", fn), "__code__", None)
    if code is None:
        return "registered at wye/aten"
    file = code.co_filename.replace("\\", "/").rpartition("/wye/")[2]
    return f"registered at wye/{file}:{code.co_firstlineno}"


def _register_row(made: Library, row: Row) -> None:
    source = row if row.functional is None else row.functional
    for feature, key in _ALIAS_KEYS.items():
        rule = source.rules.get(feature)
        if rule is not None:
            made.impl(row.name, _with_shortcut(_composite(row)), key, debug=_place(rule))
            if "kernel" not in source.rules:
                made.impl(row.name, _through_tensors(row), "NumPy", debug=_place(_through_tensors))
    for feature, put in _BY_FEATURE.items():
        if feature in source.rules:
            put(made, row, source)
    arguments = row.schema.arguments
    if any(a.alias_info is not None and a.alias_info.is_write for a in arguments):
        if row.name in _UNCOUNTED or "implicit" in source.rules:  # composites write through operators that count
            return
        made.impl(
            row.name,
            counting_writes(row.schema, _RUNNING if "batch_norm_legit" in row.name else ()),
            "ADInplaceOrView",
            debug="registered at wye/aten/register.py",
        )
    elif "device" in (a.name for a in arguments) and not any(a.type.has_tensors for a in arguments):
        made.impl(row.name, _select_backend(row), "BackendSelect", with_keyset=True, debug=_place(_select_backend))


def _register_kernel(made: Library, row: Row, source: Row) -> None:
    kernel, fake = source.rules["kernel"], source.rules.get("fake")
    debug = _place(kernel)
    if row.functional is None:
        made.impl(row.name, over_arrays(kernel, row.schema, _direct(kernel)), "CPU", debug=debug)
        made.impl(row.name, kernel, "NumPy", debug=debug)
    elif fake is None:
        return  # nothing says what a result will be, so nothing can be checked before it is stored
    elif row.outs:
        made.impl(row.name, into_tensors(kernel, fake, outputs_of(row)), "CPU", debug=debug)
        made.impl(row.name, into_arrays(kernel, fake, outputs_of(row)), "NumPy", debug=debug)
    else:
        variant, direct = in_place(kernel, fake, outputs_of(row)), getattr(kernel, "direct", None)
        made.impl(row.name, over_arrays(variant, row.schema, direct, in_place=True), "CPU", debug=debug)
        made.impl(row.name, variant, "NumPy", debug=debug)


def _register_on_tensors(made: Library, row: Row, source: Row) -> None:
    rule = source.rules["on_tensors"]
    for key in _TENSOR_KEYS:
        made.impl(row.name, rule if row.functional is None else _composite(row), key, debug=_place(rule))


def _register_on_arrays(made: Library, row: Row, source: Row) -> None:
    """For arrays of NumPy, what tensors have other rules for.  Such kernels know MetaArrays, so they are fakes too."""
    kernel = source.rules["on_arrays"]
    if row.outs and row.functional is not None:
        kernel = into_arrays(kernel, kernel, outputs_of(row))
    made.impl(row.name, kernel, "NumPy", debug=_place(kernel))


def _register_fake(made: Library, row: Row, source: Row) -> None:
    fake = source.rules["fake"]
    if row.functional is None:
        kernel = over_meta(fake, row.schema)
    elif row.outs:
        kernel = fake_out(fake, outputs_of(row))
    else:
        kernel = over_meta(fake_in_place(fake, outputs_of(row)), row.schema)
    made.impl(row.name, kernel, "Meta", debug=_place(fake))


_BY_FEATURE: Final = {
    "on_tensors": _register_on_tensors,
    "kernel": _register_kernel,
    "on_arrays": _register_on_arrays,
    "fake": _register_fake,
}


def _direct(rule: Callable[..., Any]) -> Any:
    """What the engine may call or try instead of a rule."""
    named = getattr(rule, "shortcut", None)
    if named is None:
        return getattr(rule, "direct", None)
    return engine.shortcut(named[0], *(registry.entries[f"aten::{name}"].op for name in named[1:]))


def _with_shortcut(rule: Callable[..., Any]) -> Any:
    direct = _direct(rule)
    return rule if direct is None else EngineKernel(engine.PLAIN, rule, direct=direct)


def _composite(row: Row) -> Callable[..., Any]:
    """The rule of a composite operator; a variant's calls the functional operator."""
    if row.functional is None:
        return row.rules.get("implicit") or row.rules["explicit"]
    op = registry.entries[f"aten::{row.functional.name}"].op
    outs, outputs = row.outs, outputs_of(row)
    counted = "explicit" in row.functional.rules
    copy: Any = registry.entries["aten::copy_"].op
    has = {a.name for a in row.schema.arguments}
    makes = "device" not in has and any(a.name == "device" for a in row.functional.schema.arguments)

    def write(target: Any, result: Any) -> Any:
        if not counted:
            return copy(target, result)
        with below_ad_inplace_or_view():  # who called has counted this write
            return copy(target, result)

    def in_place(self: Any, *args: Any, **kwargs: Any) -> Any:
        return write(self, op(self, *args, **kwargs))

    def into(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs.pop(name) for name in outs]
        if makes:
            kwargs["device"] = device_of(targets[0])
        results = op(*args, **outputs.with_dtype(kwargs, layout_of(targets[0]), None))
        for target, result in zip(targets, results if len(outs) > 1 else (results,), strict=True):
            if isinstance(target, Tensor):
                prepare(target, layout_of(result), outputs)
            write(target, result)
        return targets[0] if len(outs) == 1 else tuple(targets)

    return into if outs else in_place


def _through_tensors(row: Row) -> Callable[..., Any]:
    """A kernel for arrays as they are: composites are written for tensors, so arrays become tensors on the way."""
    op: Any = registry.entries[f"aten::{row.name}"].op

    def through_tensors(*args: Any, **kwargs: Any) -> Any:
        given: list[tuple[Any, Any]] = []
        result = op(*_wrapped(args, given), **_wrapped(kwargs, given))
        return _unwrapped(result, given)

    return through_tensors


def _wrapped(value: Any, given: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, np.ndarray):
        given.append((Tensor._over(value), value))
        return given[-1][0]
    if isinstance(value, dict):
        return {name: _wrapped(item, given) for name, item in value.items()}
    return type(value)(_wrapped(item, given) for item in value) if type(value) in (list, tuple) else value


def _unwrapped(value: Any, given: list[tuple[Any, Any]]) -> Any:
    if isinstance(value, Tensor):
        return next((array for tensor, array in given if tensor is value), value._resolved()._data)
    return type(value)(_unwrapped(item, given) for item in value) if type(value) in (list, tuple) else value


def _select_backend(row: Row) -> Callable[..., Any]:
    """A kernel for operators without tensors: the device that is asked for decides who makes one."""
    op: Any = registry.entries[f"aten::{row.name}"].op
    cpu = DispatchKeySet("CPU")
    keys: dict[Any, DispatchKeySet] = {None: cpu}

    def select(keyset: DispatchKeySet, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        backend = keys.get(device)
        if backend is None:
            backend = keys[device] = DispatchKeySet(device_type(device).backend_key)
        check_pinning(kwargs.get("pin_memory"))
        if device is not None:
            kwargs["device"] = device
        return op.redispatch(backend, *args, **kwargs)

    return select


library: Final = register()
