"""`pad` in all its modes."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, ndim_of
from wye.call.packets import ops
from wye.schema.values import LAYOUTS
from wye.tensors import Tensor

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_MODES = ("reflect", "replicate", "circular", "constant")  # in the order of their numbers


def _check_circular(self: Any, pad: Any) -> list[int]:
    """The sizes with padding."""
    shape = list(self.shape)
    for i in range(len(pad) // 2):
        dim, (before, after) = ndim_of(self) - 1 - i, pad[2 * i : 2 * i + 2]
        if max(before, after) > self.shape[dim]:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        shape[dim] += before + after
        if shape[dim] < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
    return shape


def _joined_circular(self: Any, pad: Any) -> Any:
    """The same for arrays that cannot be written to."""
    result = self
    for i in range(len(pad) // 2):
        dim, (before, after) = ndim_of(self) - 1 - i, pad[2 * i : 2 * i + 2]
        core = aten.slice.Tensor(result, dim, max(-before, 0), self.shape[dim] - max(-after, 0))
        parts, length = [core], core.shape[dim]
        if before > 0:
            parts.insert(0, aten.slice.Tensor(core, dim, length - before, length))
        if after > 0:
            parts.append(aten.slice.Tensor(core, dim, 0, after))
        result = aten.cat.default(parts, dim)
    return result


@IMPLICIT("_pad_circular")
def pad_circular(self: Any, pad: Any) -> Any:
    """Circular padding."""
    shape = _check_circular(self, pad)
    if not isinstance(self, Tensor):
        return _joined_circular(self, pad)
    options = {"dtype": dtype_of(self), "layout": LAYOUTS["strided"], "device": device_of(self)}
    made = aten.new_empty.default(self, shape, **options)
    into, of = made, self
    for i in range(len(pad) // 2):
        dim, (before, after) = ndim_of(self) - 1 - i, pad[2 * i : 2 * i + 2]
        into = aten.slice.Tensor(into, dim, max(before, 0), shape[dim] - max(after, 0))
        of = aten.slice.Tensor(of, dim, max(-before, 0), self.shape[dim] - max(-after, 0))
    aten.copy_.default(into, of)
    for i in range(len(pad) // 2):
        dim, (before, after) = ndim_of(self) - 1 - i, pad[2 * i : 2 * i + 2]
        size = shape[dim]
        if before > 0:
            target = aten.slice.Tensor(made, dim, 0, before)
            start = size - before - max(after, 0)
            aten.copy_.default(target, aten.slice.Tensor(made, dim, start, size - max(after, 0)))
        if after > 0:
            target = aten.slice.Tensor(made, dim, size - after, size)
            start = max(before, 0)
            aten.copy_.default(target, aten.slice.Tensor(made, dim, start, start + after))
    return made


@IMPLICIT("_pad_enum")
def pad_enum(self: Any, pad: Any, mode: int, value: float | None = None) -> Any:
    """Padding with the mode as a number."""
    if len(pad) % 2 or len(pad) // 2 > ndim_of(self):
        raise RuntimeError(
            f"Padding length must be divisible by 2 and at most twice the number of dimensions of the input, got "
            f"{list(pad)}"
        )
    if mode == 3:
        return aten.constant_pad_nd.default(self, pad, 0.0 if value is None else float(value))
    if value not in (None, 0):
        raise RuntimeError(f'Padding mode "{_MODES[mode]}" doesn\'t take in value argument')
    count = len(pad) // 2
    if count in (1, 2, 3) and ndim_of(self) in (count + 1, count + 2):
        if mode == 2:
            return aten._pad_circular.default(self, pad)
        return getattr(aten, f"{('reflection', 'replication')[mode]}_pad{count}d").default(self, pad)
    raise NotImplementedError(
        "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now; got input of size "
        f"{list(self.shape)} and pad {list(pad)}"
    )


@IMPLICIT("pad")
def pad(self: Any, pad: Any, mode: str = "constant", value: float | None = None) -> Any:
    """Elements around the last dimensions: a constant, or the input mirrored, repeated or continued."""
    if mode not in _MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}; modes are {', '.join(_MODES)}")
    return aten._pad_enum.default(self, pad, _MODES.index(mode), value)
