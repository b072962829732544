"""`pad` in all its modes."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of
from wye.call.packets import ops

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_MODES = ("reflect", "replicate", "circular", "constant")  # in the order of their numbers


@IMPLICIT("_pad_circular")
def pad_circular(self: Any, pad: Any) -> Any:
    """The array continued with itself."""
    result = self
    for i in range(len(pad) // 2):
        dim, (before, after) = ndim_of(self) - 1 - i, pad[2 * i : 2 * i + 2]
        size = self.shape[dim]
        if max(before, after) > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if size + before + after < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
        core = aten.slice(result, dim, max(-before, 0), size - max(-after, 0))
        parts, length = [core], core.shape[dim]
        if before > 0:
            parts.insert(0, aten.slice(core, dim, length - before, length))
        if after > 0:
            parts.append(aten.slice(core, dim, 0, after))
        result = aten.cat(parts, dim) if len(parts) > 1 else parts[0]
    whole = aten.contiguous.default(result)
    return aten.clone(whole) if not any(one > 0 for one in pad) else whole


@IMPLICIT("_pad_enum")
def pad_enum(self: Any, pad: Any, mode: int, value: float | None = None) -> Any:
    """Padding with the mode as a number."""
    if len(pad) % 2 or len(pad) // 2 > ndim_of(self):
        raise RuntimeError(
            f"Padding length must be divisible by 2 and at most twice the number of dimensions of the input, got "
            f"{list(pad)}"
        )
    if mode == 3:
        return aten.constant_pad_nd(self, pad, 0 if value is None else value)
    if value not in (None, 0):
        raise RuntimeError(f'Padding mode "{_MODES[mode]}" doesn\'t take in value argument')
    count = len(pad) // 2
    if count in (1, 2, 3) and ndim_of(self) in (count + 1, count + 2):
        if mode == 2:
            return aten._pad_circular(self, pad)
        return getattr(aten, f"{('reflection', 'replication')[mode]}_pad{count}d")(self, pad)
    raise NotImplementedError(
        "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now; got input of size "
        f"{list(self.shape)} and pad {list(pad)}"
    )


@IMPLICIT("pad")
def pad(self: Any, pad: Any, mode: str = "constant", value: float | None = None) -> Any:
    """Elements around the last dimensions: a constant, or the input mirrored, repeated or continued."""
    if mode not in _MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}; modes are {', '.join(_MODES)}")
    return aten._pad_enum(self, pad, _MODES.index(mode), value)
