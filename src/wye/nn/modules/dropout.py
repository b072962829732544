"""Dropping out: parts of the input become zero in training."""

from __future__ import annotations

from typing import Any, ClassVar

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.module import Module

__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"]


class Dropout(Module):
    """Elements become zero in training, the others grow so that the mean stays.

    Args:
        p: How probable it is.
        inplace: Write into the input.

    Raises:
        ValueError: ``p`` is no probability.
    """

    _function: ClassVar[Any] = staticmethod(F.dropout)

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input: Any) -> Any:
        """``input``, of which parts are zero in training."""
        return self._function(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout):
    """Whole channels become zero in training; see `Dropout`."""

    _function = staticmethod(F.dropout1d)


class Dropout2d(Dropout):
    """Whole channels become zero in training; see `Dropout`."""

    _function = staticmethod(F.dropout2d)


class Dropout3d(Dropout):
    """Whole channels become zero in training; see `Dropout`."""

    _function = staticmethod(F.dropout3d)


class AlphaDropout(Dropout):
    """Dropping out that keeps mean and variance, for `SELU`; see `Dropout`."""

    _function = staticmethod(F.alpha_dropout)


class FeatureAlphaDropout(Dropout):
    """Whole channels drop out, and mean and variance stay, for `SELU`; see `Dropout`."""

    _function = staticmethod(F.feature_alpha_dropout)
