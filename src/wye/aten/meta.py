"""Fake kernels on tensors: they take and return tensors without data.

The rules in `wye.aten.fake` know MetaArrays only; here tensors become MetaArrays and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.registry.kernel import return_codes
from wye.tensors import Tensor
from wye.tensors.dense import META
from wye.tensors.meta_array import MetaArray, describe

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["over_meta"]


# Arguments whose place says nothing of the result's: indices, of which only the sizes matter, and what a tensor without
# data would get.
_ANYWHERE: Final = {
    **dict.fromkeys(
        ("_index_put_impl_", "_unsafe_index", "_unsafe_index_put", "gather", "index", "index_put", "index_put_",
         "index_select", "scatter", "scatter_", "scatter_add", "scatter_add_", "scatter_reduce", "scatter_reduce_",
         "take", "embedding", "_embedding_bag", "_embedding_bag_forward_only"),
        frozenset(("index", "indices", "offsets")),
    ),
    "copy_": frozenset(("src",)),
}  # fmt: skip


def _described(value: Any) -> Any:
    if isinstance(value, Tensor):
        if type(value._data) is not MetaArray and value._data.ndim:
            raise RuntimeError(f"Tensor on device {value.device} is not on the expected device meta!")
        return describe(value._data)
    return [_described(item) for item in value] if type(value) is list else value


def _described_anywhere(value: Any) -> Any:
    if isinstance(value, Tensor):
        return describe(value._data)
    return [_described_anywhere(item) for item in value] if type(value) is list else value


def _wrapped(code: int, value: Any, argument: Callable[[int], Any]) -> Any:
    if code == engine.RETURNS_VALUE or value is None:
        return value
    if engine.RETURNS_SAME <= code < engine.RETURNS_FRESH:
        return argument(code & 0x3F)
    if type(value) in (list, tuple):
        return [_wrapped(code, item, argument) for item in value]
    if code == engine.RETURNS_FRESH:
        # A rule may return its argument, whose offset is kept.
        return Tensor._over(describe(value).without_offset(), META)
    return Tensor._view_of(argument(code & 0x3F), value, code < engine.RETURNS_DETACHED)


def over_meta(fake: Callable[..., Any], schema: FunctionSchema) -> Callable[..., Any]:
    """The kernel for Meta that runs a fake rule."""
    codes = return_codes(schema)
    names = [argument.name for argument in schema.arguments]

    anywhere = _ANYWHERE.get(schema.name.rpartition("::")[2], frozenset())
    readers = [_described_anywhere if name in anywhere else _described for name in names]
    by_name = dict(zip(names, readers, strict=True))

    def run(*args: Any, **kwargs: Any) -> Any:
        values = [read(value) for read, value in zip(readers, args, strict=False)]
        result = fake(*values, **{name: by_name[name](value) for name, value in kwargs.items()})

        def argument(number: int) -> Any:
            return args[number] if number < len(args) else kwargs[names[number]]

        if len(codes) == 1:
            return _wrapped(codes[0], result, argument)
        if not codes:
            return None
        return tuple(_wrapped(code, value, argument) for code, value in zip(codes, result, strict=True))

    run.__name__ = run.__qualname__ = getattr(fake, "__name__", "fake")
    run.__wrapped__ = run.rule_of_arrays = fake  # type: ignore[attr-defined]  # the latter for fake tensors
    return run
