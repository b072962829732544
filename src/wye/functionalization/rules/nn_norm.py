"""Normalisation under functionalization: writes to running averages that no schema declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.functionalization.handlers import plain, taking_calls
from wye.functionalization.key import KEY, settings
from wye.modes.stack import ModeKey, get_mode

if TYPE_CHECKING:
    from wye.functionalization.wrapper import Owner

__all__ = ["FUNCTIONALIZE"]

FUNCTIONALIZE = Rules()


@FUNCTIONALIZE("native_batch_norm")
@taking_calls
def _native_batch_norm(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Averages are updated by the operator that declares it in graphs without any writes, and at the key in traces.

    Elsewhere the call stays as it is, which PyTorch's functionalization does without the Python dispatcher.
    """
    names = ("input", "weight", "bias", "running_mean", "running_var", "training", "momentum", "eps")
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    averages = given.get("running_mean"), given.get("running_var")
    declares = settings.removes_undeclared_writes or (owner is KEY and get_mode(ModeKey.PROXY) is not None)
    if declares and given["training"] and None not in averages:
        return ops.aten._native_batch_norm_legit.default(*[given[name] for name in names])
    return plain(owner, op, args, kwargs)
