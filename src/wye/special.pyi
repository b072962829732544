# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye.special`.
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
    "digamma",
    "erf",
    "erfc",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "gammaln",
    "log1p",
    "log_softmax",
    "logit",
    "logsumexp",
    "psi",
    "round",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
]

@overload
def digamma(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def digamma(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erf(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erf(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erfc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erfc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def erfinv(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def erfinv(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def exp2(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def exp2(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def expit(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def expit(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def expm1(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def expm1(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def gammaln(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def gammaln(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log1p(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def log1p(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def log_softmax(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
@overload
def log_softmax(input: _ArrayLike, dim: int, *, dtype: dtype | None = None) -> Any: ...
@overload
def logit(input: Tensor, eps: float | None = None, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def logit(input: _ArrayLike, eps: float | None = None, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def logsumexp(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def logsumexp(
    input: _ArrayLike,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: _ArrayLike | None = None,
) -> Any: ...
@overload
def psi(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def psi(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def round(input: Tensor, *, decimals: int = 0, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def round(input: _ArrayLike, *, decimals: int = 0, out: _ArrayLike | None = None) -> Any: ...
@overload
def sinc(input: Tensor, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def sinc(input: _ArrayLike, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def softmax(input: Tensor, dim: int, dtype: dtype | None = None) -> Tensor: ...
@overload
def softmax(input: _ArrayLike, dim: int, dtype: dtype | None = None) -> Any: ...
@overload
def xlog1py(
    input: Tensor,
    other: Tensor | _ArrayLike | _Number,
    *,
    out: Tensor | _ArrayLike | None = None,
) -> Tensor: ...
@overload
def xlog1py(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def xlog1py(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
@overload
def xlogy(input: Tensor, other: Tensor | _ArrayLike | _Number, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def xlogy(input: _Number, other: Tensor | _ArrayLike, *, out: Tensor | _ArrayLike | None = None) -> Tensor: ...
@overload
def xlogy(input: _ArrayLike, other: _ArrayLike | _Number, *, out: _ArrayLike | None = None) -> Any: ...
