"""In-place and ``out=`` variants of composites: of operators that are written over others.

Cold path: made at registration.  See Note [The last operator stores] in `wye.aten.composite_outputs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.composite_outputs import resize_output
from wye.aten.metadata import device_of, layout_of
from wye.aten.outputs import check_dtype, outputs_of
from wye.aten.variants import prepare, takes_out
from wye.call.guards import below_ad_inplace_or_view
from wye.registry import registry
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.aten.outputs import Outputs
    from wye.aten.rows import Row

__all__ = ["composite_in_place", "composite_out"]


def _functional(row: Row) -> tuple[Any, Callable[[Any, Any], Any]]:
    """The functional operator, and how its result is written to a tensor."""
    assert row.functional is not None
    op = registry.entries[f"aten::{row.functional.name}"].op
    copy: Any = registry.entries["aten::copy_"].op
    if row.is_implicit:
        return op, copy

    def write(target: Any, result: Any) -> Any:
        with below_ad_inplace_or_view():  # the caller has counted this write
            return copy(target, result)

    return op, write


def composite_in_place(row: Row) -> Callable[..., Any]:
    """The rule of ``f_``: the functional operator, then `copy_`."""
    op, write = _functional(row)

    def in_place(self: Any, *args: Any, **kwargs: Any) -> Any:
        return write(self, op(self, *args, **kwargs))

    return in_place


def composite_out(row: Row) -> Callable[..., Any]:
    """The rule of ``f.out``: that of ``f`` if it takes an ``out``, else the functional operator, then `copy_`."""
    assert row.functional is not None
    rule = row.functional.rules.get("implicit")
    by_copy = _by_copy(row)
    if rule is None or not takes_out(rule) or not row.is_implicit:
        return by_copy
    last, outs = rule, row.outs

    def into(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs[name] for name in outs]
        if not all(isinstance(target, Tensor) for target in targets):
            return by_copy(*args, **kwargs)
        for name in outs:
            del kwargs[name]
        given = targets[0] if len(outs) == 1 else tuple(targets)
        last(*args, **kwargs, out=given)
        return given

    return into


def _by_copy(row: Row) -> Callable[..., Any]:
    assert row.functional is not None
    op, write = _functional(row)
    outputs, is_seen = outputs_of(row), row.is_implicit
    has = {a.name for a in row.schema.arguments}
    makes = "device" not in has and any(a.name == "device" for a in row.functional.schema.arguments)

    def by_copy(*args: Any, **kwargs: Any) -> Any:
        targets = outputs.targets(kwargs)
        if makes:
            kwargs["device"] = device_of(targets[0])
        if targets:
            kwargs = outputs.with_dtype(kwargs, layout_of(targets[0]), None)
        results = outputs.results(op(*args, **kwargs))
        outputs.check_count(targets, results)
        for target, result in zip(targets, results, strict=True):
            _fit(target, result, outputs, is_seen)
            write(target, result)
        return outputs.returned(targets)

    return by_copy


def _fit(target: Any, result: Any, outputs: Outputs, is_seen: bool) -> None:
    """Check an output, and give it the shape of a result; in an implicit composite handlers see that."""
    if not isinstance(target, Tensor):
        return
    if is_seen and outputs.row_major:
        check_dtype(layout_of(result), target._data, outputs)
        resize_output(target, result.shape)
    prepare(target, layout_of(result), outputs)
