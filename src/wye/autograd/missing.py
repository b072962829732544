"""Operators without a derivative: their results require grad, and only backward says that there is no formula."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.forward_rules import has_tangent, is_used, not_implemented, unrecorded
from wye.autograd.node import Node
from wye.autograd.recording import BELOW, edge_of, mark
from wye.autograd.views import check_in_place, rebase
from wye.grad_mode import is_grad_enabled
from wye.keys import after_autograd
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.keys import DispatchKeySet
    from wye.registry.entry import OperatorEntry

__all__ = ["NotImplemented_", "missing_kernel", "tensors_in"]

_AFTER = after_autograd()


class NotImplemented_(Node):  # noqa: N801 - shown as PyTorch's class is called
    """A call of an operator without a formula."""

    __slots__ = ("op_name",)
    op_name: str

    def name(self) -> str:
        """As PyTorch prints it."""
        return "torch::autograd::NotImplemented"

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Refuse.

        Raises:
            RuntimeError: always.
        """
        raise RuntimeError(f"derivative for {self.op_name} is not implemented")


NotImplemented_.__name__ = NotImplemented_.__qualname__ = "NotImplemented"


def tensors_in(values: Any) -> list[Any]:
    """The tensors among values, also those in lists."""
    found: list[Any] = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += tensors_in(value)
    return found


def missing_kernel(entry: OperatorEntry) -> Callable[..., Any]:
    """A kernel that records that there is no formula."""
    redispatch: Any = entry.op.redispatch
    schema = entry.op.schema  # type: ignore[attr-defined]
    name = schema.name
    writes = bool(schema.arguments[0].alias_info and schema.arguments[0].alias_info.is_write)

    def record(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        if is_used:
            if has_tangent((*args, *kwargs.values())):
                raise not_implemented(name.rpartition("::")[2])
            if not is_grad_enabled():
                return unrecorded(redispatch, keyset, args, kwargs)
        if writes:
            check_in_place(args[0], any_requires=True)
        edges = [edge_of(tensor) for tensor in tensors_in((*args, *kwargs.values()))]
        result = BELOW.run(redispatch, keyset & _AFTER, *args, **kwargs)
        results = [one for one in tensors_in((result,)) if one.dtype.is_floating_point or one.dtype.is_complex]
        if not results or all(edge[0] is None for edge in edges):
            return result
        node = NotImplemented_(tuple(edges))
        node.op_name = name
        for number, one in enumerate(results):
            node.outputs.append((tuple(one.shape), one.dtype, one.device))
            if writes:
                rebase(one, node)
            else:
                mark(node, one, number)
        return result

    return record
