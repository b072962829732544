"""Registers the operator set: schemas, kernels, fake kernels, composites, and what goes for whole classes of operators.

Cold path: runs once, when the first operator or tensor function is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.grid import Row, build
from wye.aten.lazy_bits import install_lazy_bits
from wye.aten.meta import over_meta
from wye.aten.variants import fake_in_place, fake_out, in_place, into_arrays, into_tensors, prepare
from wye.keys import DispatchKeySet
from wye.registry import registry
from wye.registry.kernel import counting_writes, over_arrays
from wye.registry.library import Library
from wye.schema.tags import Tag
from wye.schema.values import device as device_type

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["library", "register"]

# These write without a new version, as in PyTorch.
_UNCOUNTED: Final = frozenset(("_native_batch_norm_legit", "detach_", "resize_", "resize_as_"))
_ALIAS_KEYS: Final = {"implicit": "CompositeImplicitAutograd", "explicit": "CompositeExplicitAutograd"}


def register() -> Library:
    """Define every operator of the set and register what the grid has for it."""
    made = Library("DEF", "aten", location="wye/aten/register.py:1", redefine=False)
    rows = build()
    for row in rows.values():
        made.define(row.schema, tags=[getattr(Tag, tag) for tag in row.tags])
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
            made.impl(row.name, _composite(row), key, debug=_place(rule))
    if "kernel" in source.rules:
        _register_kernel(made, row, source)
    if "fake" in source.rules:
        _register_fake(made, row, source)
    arguments = row.schema.arguments
    if any(a.alias_info is not None and a.alias_info.is_write for a in arguments):
        if row.name in _UNCOUNTED or "implicit" in source.rules:  # composites write through operators that count
            return
        made.impl(row.name, counting_writes(row.schema), "ADInplaceOrView", debug="registered at wye/aten/register.py")
    elif "device" in (a.name for a in arguments) and not any(a.type.has_tensors for a in arguments):
        made.impl(row.name, _select_backend(row), "BackendSelect", with_keyset=True, debug=_place(_select_backend))


def _missing(row: Row) -> frozenset[str]:
    """The arguments of the functional operator that its variant does not have."""
    assert row.functional is not None
    return frozenset(a.name for a in row.functional.schema.arguments) - {a.name for a in row.schema.arguments}


def _register_kernel(made: Library, row: Row, source: Row) -> None:
    kernel, fake = source.rules["kernel"], source.rules.get("fake")
    debug = _place(kernel)
    if row.functional is None:
        made.impl(row.name, over_arrays(kernel, row.schema), "CPU", debug=debug)
        made.impl(row.name, kernel, "NumPy", debug=debug)
    elif fake is None:
        return  # nothing says what a result will be, so nothing can be checked before it is stored
    elif row.outs:
        strict = "generated" in row.tags  # PyTorch makes these by one rule that converts nothing
        variant = into_tensors(kernel, fake, row.outs, _missing(row), strict=strict)
        made.impl(row.name, variant, "CPU", debug=debug)
        made.impl(row.name, into_arrays(kernel, fake, row.outs, _missing(row)), "NumPy", debug=debug)
    else:
        variant = in_place(kernel, fake)
        made.impl(row.name, over_arrays(variant, row.schema), "CPU", debug=debug)
        made.impl(row.name, variant, "NumPy", debug=debug)


def _register_fake(made: Library, row: Row, source: Row) -> None:
    fake = source.rules["fake"]
    if row.functional is None:
        kernel = over_meta(fake, row.schema)
    elif row.outs:
        kernel = fake_out(fake, row.outs, _missing(row), strict="generated" in row.tags)
    else:
        kernel = over_meta(fake_in_place(fake), row.schema)
    made.impl(row.name, kernel, "Meta", debug=_place(fake))


def _composite(row: Row) -> Callable[..., Any]:
    """The rule of a composite operator; a variant's calls the functional operator."""
    if row.functional is None:
        return row.rules.get("implicit") or row.rules["explicit"]
    op = registry.entries[f"aten::{row.functional.name}"].op
    outs, strict = row.outs, "generated" in row.tags

    def in_place(self: Any, *args: Any, **kwargs: Any) -> Any:
        return self.copy_(op(self, *args, **kwargs))

    def into(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs.pop(name) for name in outs]
        results = op(*args, **kwargs)
        for target, result in zip(targets, results if len(outs) > 1 else (results,), strict=True):
            prepare(target, result._data, strict=strict)
            target.copy_(result)
        return targets[0] if len(outs) == 1 else tuple(targets)

    return into if outs else in_place


def _select_backend(row: Row) -> Callable[..., Any]:
    """A kernel for operators without tensors: the device that is asked for decides who makes one."""
    op: Any = registry.entries[f"aten::{row.name}"].op
    cpu = DispatchKeySet("CPU")
    keys: dict[Any, DispatchKeySet] = {None: cpu}

    def select(keyset: DispatchKeySet, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        backend = keys.get(device)
        if backend is None:
            backend = keys[device] = DispatchKeySet(device_type(device).backend_key)
        if kwargs.get("pin_memory"):
            raise RuntimeError(
                "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available "
                "on this system."
            )
        if device is not None:
            kwargs["device"] = device
        return op.redispatch(backend, *args, **kwargs)

    return select


library: Final = register()
