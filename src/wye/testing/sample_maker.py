"""Makes the arguments of samples: tensors of one device and dtype, indices, masks, matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.functions import function
from wye.schema.values import DTYPES
from wye.tensors import tensor
from wye.testing.make_tensor import make_tensor

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["Make"]


class Make:
    """Makes arguments.  Called with sizes, it makes a tensor of numbers from 1 to 5, which most functions take.

    Args:
        device: Where tensors are made.
        dtype: Their dtype.
        requires_grad: Whether they want gradients.
    """

    def __init__(self, device: Any, dtype: Any, requires_grad: bool) -> None:
        self.device, self.dtype, self.requires_grad = device, dtype, requires_grad

    def __call__(self, *sizes: int, low: float | None = 1, high: float | None = 5, **options: Any) -> Tensor:
        """A tensor of these sizes."""
        given = {"dtype": self.dtype, "requires_grad": self.requires_grad, **options}
        low, high = (None, None) if given["dtype"].name == "bool" else (low, high)
        return make_tensor(sizes, device=self.device, low=low, high=high, **given)

    def real(self, *sizes: int) -> Tensor:
        """Numbers from -9 to 9."""
        return self(*sizes, low=None, high=None)

    def unit(self, *sizes: int) -> Tensor:
        """Numbers from 0 to 1."""
        return self(*sizes, low=0.05, high=0.95)

    def plain(self, *sizes: int, low: float | None = 1, high: float | None = 5) -> Tensor:
        """A tensor that wants no gradient."""
        return self(*sizes, low=low, high=high, requires_grad=False)

    def index(self, high: int, *sizes: int) -> Tensor:
        """Indices below ``high``."""
        return self(*sizes, low=0, high=high, dtype=DTYPES["int64"], requires_grad=False)

    def mask(self, *sizes: int) -> Tensor:
        """Booleans."""
        return self(*sizes, dtype=DTYPES["bool"], requires_grad=False)

    def listed(self, values: Any, dtype: str = "int64") -> Tensor:
        """These numbers."""
        made: Tensor = tensor(values, dtype=DTYPES[dtype], device=self.device)
        return made

    def floats(self, *sizes: int) -> Tensor:
        """float32 for other dtypes than floating-point ones."""
        own = self.dtype.is_floating_point
        return self(*sizes, dtype=self.dtype if own else DTYPES["float32"], requires_grad=own and self.requires_grad)

    def matrix(self, *sizes: int) -> Tensor:
        """Square matrices, far from singular ones; the last size is given once."""
        n = sizes[-1]
        base = self(*sizes, n, low=-1, high=1, requires_grad=False)
        added = function("eye")(n, dtype=self.dtype, device=self.device) * (n + 1)
        return self._leaf(base + added)

    def positive(self, *sizes: int) -> Tensor:
        """Hermitian positive definite matrices; the last size is given once."""
        base = self.matrix(*sizes).detach()
        return self._leaf(base @ base.mH)

    def hermitian(self, *sizes: int) -> Tensor:
        """Hermitian matrices; the last size is given once."""
        base = self.matrix(*sizes).detach()
        return self._leaf((base + base.mH) / 2)

    def _leaf(self, made: Any) -> Tensor:
        leaf: Tensor = made.detach().requires_grad_(self.requires_grad)
        return leaf

    @property
    def wide(self) -> Any:
        """A dtype with more digits."""
        return DTYPES["float64"]

    @property
    def options(self) -> dict[str, Any]:
        """What functions that make tensors take."""
        return {"dtype": self.dtype, "device": self.device}

    def named(self, name: str) -> Any:
        """A dtype."""
        return DTYPES[name]

    def floats_window(self, size: int) -> Tensor:
        """Weights of a frame: real numbers with the digits of the dtype."""
        kind = self.dtype.to_real() if self.dtype.is_complex else self.dtype
        return self(size, low=0.5, high=1, dtype=kind, requires_grad=False)

    def eye(self, rows: int, columns: int) -> Tensor:
        """A mask that is true on the diagonal."""
        return self.listed([[i == j for j in range(columns)] for i in range(rows)], "bool")
