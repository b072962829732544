"""What distributions do with their parameters: broadcasting, probabilities and logits, lazy attributes."""

from __future__ import annotations

import functools
from numbers import Number
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.grad_mode import enable_grad
from wye.tensors import Tensor, tensor
from wye.tensors.dtypes import get_default_dtype
from wye.tensors.limits import finfo

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "LazyProperty",
    "broadcast_all",
    "clamp_probs",
    "either",
    "euler_constant",
    "lazy_property",
    "logits_to_probs",
    "probs_to_logits",
    "standard_normal",
    "sum_rightmost",
    "tril_matrix_to_vec",
    "vec_to_tril_matrix",
]

euler_constant: Final = 0.57721566490153286060


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor) or hasattr(type(value), "__torch_function__")


def broadcast_all(*values: Any) -> tuple[Any, ...]:
    """Tensors of one shape, of tensors and numbers; numbers take dtype and device of a tensor.

    Raises:
        ValueError: one of them is neither.
    """
    if not all(_is_tensor(value) or isinstance(value, Number) for value in values):
        raise ValueError(
            "Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__."
        )
    like = next((value for value in values if _is_tensor(value)), None)
    options = {"dtype": get_default_dtype()} if like is None else {"dtype": like.dtype, "device": like.device}
    made = [value if _is_tensor(value) else tensor(value, **options) for value in values]
    return tuple(of.broadcast_tensors(made))


def standard_normal(shape: Any, dtype: Any, device: Any) -> Tensor:
    """Normally distributed numbers."""
    return of.normal(of.zeros(shape, dtype=dtype, device=device), of.ones(shape, dtype=dtype, device=device))


def sum_rightmost(value: Any, dims: int) -> Any:
    """The sums over the last dimensions."""
    if dims == 0:
        return value
    return value.reshape((*value.shape[: value.dim() - dims], -1)).sum(-1)


def clamp_probs(probs: Any) -> Any:
    """Probabilities that are neither 0 nor 1, as far as the dtype tells them apart."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Any:
    """The logarithms of probabilities; of one event, that of its odds."""
    clamped = clamp_probs(probs)
    return clamped.log() - (-clamped).log1p() if is_binary else clamped.log()


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """The probabilities of logits, which need not be normalised."""
    return logits.sigmoid() if is_binary else logits.softmax(-1)


def either(probs: Any, logits: Any) -> None:
    """Check that one of them is given.

    Raises:
        ValueError: none is, or both.
    """
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class LazyProperty:
    """A property that is computed once, when it is first asked for, and then an attribute."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped
        functools.update_wrapper(self, wrapped)  # type: ignore[arg-type]  # it stands for the function in help()

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return _Shown(self.wrapped)
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _Shown(LazyProperty, property):
    """What a class shows of such a property."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        property.__init__(self, wrapped)


lazy_property: Callable[[Callable[[Any], Any]], Any] = LazyProperty


def vec_to_tril_matrix(vec: Any, diag: int = 0) -> Any:
    """Lower triangular matrices of vectors, row by row; ``diag`` is the last diagonal that is filled."""
    # n + diag (diag - 1) / 2 ... solved for the number of rows.
    offset = 1 + 2 * diag
    root = (offset**2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1)) ** 0.5
    rows = (-offset + root) / 2
    found = vec.shape[-1]
    if round(rows) - rows > finfo(vec.dtype).eps or rows < 0:
        raise ValueError(
            f"The size of last dimension is {found} which cannot be expressed as the lower triangular part of a "
            "square D x D matrix."
        )
    size = round(rows)
    made = vec.new_zeros((*vec.shape[:-1], size, size))
    mask = of.ones(size, size, device=vec.device).tril(diag).bool()
    made[..., mask] = vec
    return made


def tril_matrix_to_vec(mat: Any, diag: int = 0) -> Any:
    """The elements of lower triangular matrices, row by row, up to a diagonal.

    Raises:
        ValueError: there is no such diagonal.
    """
    size = mat.shape[-1]
    if not -size <= diag < size:
        raise ValueError(f"diag ({diag}) provided is outside [{-size}, {size - 1}].")
    return mat[..., of.ones(size, size, device=mat.device).tril(diag).bool()]
