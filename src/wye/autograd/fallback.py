"""Operators without a kernel at Autograd: by default the call goes on, and backward warns."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.missing import tensors_in
from wye.autograd.node import Node
from wye.autograd.recording import edge_of, mark
from wye.grad_mode import is_grad_enabled
from wye.keys import after_autograd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.keys import DispatchKeySet

__all__ = ["get_fallback_mode", "set_fallback_mode", "without_formula"]

_AFTER: Final = after_autograd()
_MODES: Final = ("nothing", "warn", "error")
_mode: Final = ["warn"]


def get_fallback_mode() -> str:
    """What happens where an operator has no kernel at Autograd: ``"warn"`` in backward, or ``"nothing"``."""
    return _mode[0]


def set_fallback_mode(mode: str) -> None:
    """Choose what happens where an operator has no kernel at Autograd.

    Raises:
        RuntimeError: there is no such mode, or it is ``"error"``, which PyTorch names and does not have.
    """
    if mode == "error":
        raise RuntimeError("NYI: mode='error'")
    if mode not in _MODES:
        raise RuntimeError(
            'false INTERNAL ASSERT FAILED at "init.cpp":1, please report a bug to PyTorch. Unsupported '
            f"AutogradFallbackMode: {mode}"
        )
    _mode[0] = mode


def _warn(name: str) -> None:
    warnings.warn(
        f"{name}: an autograd kernel was not registered to the Autograd key(s) but we are trying to backprop through "
        "it. This may lead to silently incorrect behavior. This behavior is deprecated and will be removed in a future "
        "version of PyTorch. If your operator is differentiable, please ensure you have registered an autograd kernel "
        "to the correct Autograd key (e.g. DispatchKey::Autograd, DispatchKey::CompositeImplicitAutograd). If your "
        "operator is not differentiable, or to squash this warning and use the previous behavior, please register "
        "torch::CppFunction::makeFallthrough() to DispatchKey::Autograd.",
        stacklevel=2,
    )


class CppFunction(Node):
    """A call whose result has no history: backward warns, and gives no gradients.  The name is PyTorch's."""

    __slots__ = ("op_name",)
    op_name: str

    def name(self) -> str:
        """As PyTorch prints it."""
        return "torch::autograd::WarnNotImplemented"

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Warn."""
        _warn(self.op_name)
        return [None] * len(self.next_functions)


def without_formula(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the call below; operators inside of its kernel are recorded as they are."""
    if op.namespace != "aten" and is_grad_enabled():
        engine.mark_call("no derivative")
    result = op.redispatch(keyset & _AFTER, *args, **kwargs)
    if _mode[0] == "nothing" or op.namespace == "aten" or not is_grad_enabled():
        return result
    fresh, written = _results(op, result)
    name = op.name()
    plain = [one for one in fresh if not one._requires_grad]
    recorded = [one for one in (*fresh, *written) if one._requires_grad]
    bases = [one._base for one in written if one._requires_grad and one._is_view()]
    if plain:
        node = CppFunction(tuple(edge_of(tensor) for tensor in tensors_in((*args, *kwargs.values()))))
        node.op_name = name
        for number, one in enumerate(plain):
            node.outputs.append((tuple(one.shape), one.dtype, one.device))
            mark(node, one, number)
    for one in (*recorded, *[base for base in bases if base is not None and base._requires_grad]):
        one.register_hook(lambda grad: _warn(name))
    return result


def _results(op: Any, result: Any) -> tuple[list[Any], list[Any]]:
    """The results that may have gradients: those that the operator made, and arguments that it wrote to.

    What it wrote to keeps the history it has, and so does the base of a view: a node of the call there would say that
    the call made all of it.
    """
    fresh: list[Any] = []
    written: list[Any] = []
    returns = op.schema.returns
    for returned, value in zip(returns, result if len(returns) > 1 else (result,), strict=False):
        found = [one for one in tensors_in((value,)) if one.dtype.is_floating_point or one.dtype.is_complex]
        (written if returned.is_write else fresh).extend(found)
    return fresh, written
