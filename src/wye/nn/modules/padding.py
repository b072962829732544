"""Borders around tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.sizes import repeated
from wye.nn.modules.stateless import Stateless, stateless

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d",
    "ReplicationPad3d", "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]  # fmt: skip


@stateless
class _Pad(Stateless):
    """``padding`` is the width of the border, or one before and after each dimension, the last dimension first."""

    padding: int | tuple[int, ...]
    _dims: ClassVar[int]
    _mode: ClassVar[str]
    function = staticmethod(F.pad)
    shown = "{padding}"

    def __post_init__(self) -> None:
        self.padding = repeated(self.padding, 2 * self._dims)

    def _options(self) -> dict[str, Any]:
        return {"pad": self.padding, "mode": self._mode}


@stateless
class _ConstantPad(_Pad):
    """A border of ``value``; see `ZeroPad1d` for ``padding``."""

    value: float
    _mode = "constant"
    shown = "padding={padding}, value={value}"

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "value": self.value}


class _ZeroPad(_ConstantPad):
    """A border of zeros."""

    shown = "{padding}"

    def __init__(self, padding: int | tuple[int, ...]) -> None:
        super().__init__(padding, 0.0)


class _ReflectionPad(_Pad):
    """A border of the elements inside, as in a mirror; see `ZeroPad1d` for ``padding``."""

    _mode = "reflect"


class _ReplicationPad(_Pad):
    """A border of the outermost elements; see `ZeroPad1d` for ``padding``."""

    _mode = "replicate"


class _CircularPad(_Pad):
    """A border of the elements of the other side; see `ZeroPad1d` for ``padding``."""

    _mode = "circular"

    def _check_input_dim(self, input: Tensor) -> None:
        """Refuse what is neither one element of a batch nor a batch.

        Raises:
            ValueError: it has another number of dimensions.
        """
        if input.dim() not in (self._dims + 1, self._dims + 2):
            raise ValueError(f"expected {self._dims + 1}D or {self._dims + 2}D input (got {input.dim()}D input)")

    def forward(self, input: Tensor) -> Tensor:
        """The input with its border."""
        self._check_input_dim(input)
        padded: Tensor = super().forward(input)
        return padded


class ConstantPad1d(_ConstantPad):
    """A border of ``value`` around one dimension; ``padding`` as of `ZeroPad2d`."""

    _dims = 1


class ConstantPad2d(_ConstantPad):
    """A border of ``value`` around two dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 2


class ConstantPad3d(_ConstantPad):
    """A border of ``value`` around three dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 3


class ZeroPad1d(_ZeroPad):
    """A border of zeros around one dimension; ``padding`` as of `ZeroPad2d`."""

    _dims = 1


class ZeroPad2d(_ZeroPad):
    """A border of zeros.

    Args:
        padding: Its width, or one before and after each dimension, the last dimension first.
    """

    _dims = 2


class ZeroPad3d(_ZeroPad):
    """A border of zeros around three dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 3


class ReflectionPad1d(_ReflectionPad):
    """A border as in a mirror around one dimension; ``padding`` as of `ZeroPad2d`."""

    _dims = 1


class ReflectionPad2d(_ReflectionPad):
    """A border as in a mirror around two dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 2


class ReflectionPad3d(_ReflectionPad):
    """A border as in a mirror around three dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 3


class ReplicationPad1d(_ReplicationPad):
    """A border of the outermost elements around one dimension; ``padding`` as of `ZeroPad2d`."""

    _dims = 1


class ReplicationPad2d(_ReplicationPad):
    """A border of the outermost elements around two dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 2


class ReplicationPad3d(_ReplicationPad):
    """A border of the outermost elements around three dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 3


class CircularPad1d(_CircularPad):
    """A border of the elements of the other side around one dimension; ``padding`` as of `ZeroPad2d`."""

    _dims = 1


class CircularPad2d(_CircularPad):
    """A border of the elements of the other side around two dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 2


class CircularPad3d(_CircularPad):
    """A border of the elements of the other side around three dimensions; ``padding`` as of `ZeroPad2d`."""

    _dims = 3
