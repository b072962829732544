"""How a loss is reduced: ``"none"``, ``"mean"`` or ``"sum"``, and the arguments that PyTorch had before."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["former_number", "former_word", "number_of", "reduced", "word_for"]

_NUMBERS: Final = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def word_for(reduction: str, size_average: bool | None, reduce: bool | None) -> str:
    """The reduction; ``size_average`` and ``reduce`` win where they are given."""
    if size_average is None and reduce is None:
        return reduction
    return former_word(size_average, reduce, depth=5)


def former_word(size_average: bool | None, reduce: bool | None, emit_warning: bool = True, *, depth: int = 3) -> str:
    """The reduction that the former arguments stand for."""
    is_mean, is_one = size_average is None or bool(size_average), reduce is None or bool(reduce)  # 0 is False, too
    word = "none" if not is_one else "mean" if is_mean else "sum"
    if emit_warning:
        warnings.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{word}' instead.", stacklevel=depth
        )
    return word


def former_number(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> int:
    """The number that operators take for the reduction that the former arguments stand for."""
    return _NUMBERS[former_word(size_average, reduce, emit_warning, depth=4)]


def number_of(reduction: str, size_average: bool | None = None, reduce: bool | None = None) -> int:
    """The number of a reduction as operators take it.

    Raises:
        ValueError: there is no such reduction.
    """
    word = word_for(reduction, size_average, reduce)
    if word not in _NUMBERS:
        raise ValueError(f"{word} is not a valid value for reduction")
    return _NUMBERS[word]


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """The elements of a loss, their mean or their sum."""
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss
