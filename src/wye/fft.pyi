# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye.fft`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import Any, TypeAlias, overload

from wye import return_types
from wye.call.arrays import ArrayLike as _ArrayLike
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_Number: TypeAlias = _int | _float | _bool | _complex

__all__: list[str] = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "hfft2",
    "hfftn",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "ihfft2",
    "ihfftn",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

@overload
def fft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
def fftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def fftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def fftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
@overload
def fftshift(input: _ArrayLike, dim: int | Sequence[int] | None = None) -> Any: ...
@overload
def hfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def hfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def hfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def hfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ifft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ifft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ifft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ifft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ifftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ifftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ifftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
@overload
def ifftshift(input: _ArrayLike, dim: int | Sequence[int] | None = None) -> Any: ...
@overload
def ihfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ihfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ihfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ihfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def ihfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def ihfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def irfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def irfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def irfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def irfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def irfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def irfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rfft(
    input: _ArrayLike,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def rfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rfft2(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
def rfftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def rfftn(
    input: _ArrayLike,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
