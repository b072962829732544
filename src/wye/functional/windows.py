# ruff: noqa: N803 - PyTorch calls the length M
"""Windows for signals: weights that fall towards both ends.

A symmetric window is for the design of filters; one that is not is a period of a longer one, for spectra.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sqrt
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors import tensor
from wye.tensors.dtypes import get_default_dtype

if TYPE_CHECKING:
    from wye.schema.values import device as device_type
    from wye.schema.values import dtype as dtype_type
    from wye.schema.values import layout as layout_type
    from wye.tensors import Tensor

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann",
    "kaiser", "nuttall",
]  # fmt: skip

_STRIDED: Final = LAYOUTS["strided"]
_KINDS: Final = (DTYPES["float32"], DTYPES["float64"])


class _Making:
    """The options of a window, checked, and what every window is made from."""

    def __init__(self, name: str, length: int, sym: bool, options: dict[str, Any]) -> None:
        kind, layout = options["dtype"], options["layout"]
        if length < 0:
            raise ValueError(f"{name} requires non-negative window length, got M={length}")
        if layout is not _STRIDED:
            raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
        if kind not in _KINDS:
            raise ValueError(f"{name} expects float32 or float64 dtypes, got: {kind}")
        self.length, self.options = length, options
        # from the first to the last weight, or to the first one of the next period
        self.steps = length if not sym and length > 1 else length - 1

    def positions(self, start: float, step: float) -> Tensor:
        """``start``, ``start + step``, ..., one for each weight."""
        end = start + (self.length - 1) * step
        return of.linspace(start=start, end=end, steps=self.length, **self.options)

    def trivial(self) -> Tensor | None:
        """A window without or with one weight."""
        if self.length == 0:
            return of.empty((0,), **self.options)
        return of.ones((1,), **self.options) if self.length == 1 else None


def _options(
    dtype: dtype_type | None, layout: layout_type, device: device_type | str | None, requires_grad: bool
) -> dict[str, Any]:
    kind = get_default_dtype() if dtype is None else dtype
    return {"dtype": kind, "layout": layout, "device": device, "requires_grad": requires_grad}


def exponential(
    M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: dtype_type | None = None,
    layout: layout_type = _STRIDED, device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """``exp(-|n - center| / tau)``.

    Raises:
        ValueError: ``tau`` is not positive, a symmetric window with a center, or options that no window has.
    """
    making = _Making("exponential", M, sym, _options(dtype, layout, device, requires_grad))
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return of.empty((0,), **making.options)
    middle = making.steps / 2 if center is None else center
    return of.exp(-of.abs(making.positions(-middle / tau, 1 / tau)))


def cosine(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Half a wave of the sine."""
    making = _Making("cosine", M, sym, _options(dtype, layout, device, requires_grad))
    if M == 0:
        return of.empty((0,), **making.options)
    step = pi / (making.steps + 1)
    return of.sin(making.positions(step / 2, step))


def gaussian(
    M: int, *, std: float = 1.0, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """The bell of the normal distribution.

    Raises:
        ValueError: ``std`` is not positive, or options that no window has.
    """
    making = _Making("gaussian", M, sym, _options(dtype, layout, device, requires_grad))
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return of.empty((0,), **making.options)
    step = 1 / (std * sqrt(2))
    return of.exp(-(making.positions(-making.steps / 2 * step, step) ** 2))


def kaiser(
    M: int, *, beta: float = 12.0, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Kaiser's window; a greater ``beta`` makes it narrower.

    Raises:
        ValueError: ``beta`` is negative, or options that no window has.
    """
    making = _Making("kaiser", M, sym, _options(dtype, layout, device, requires_grad))
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    found = making.trivial()
    if found is not None:
        return found
    shape: Any = tensor(beta, dtype=making.options["dtype"], device=device)
    places: Any = of.minimum(of.abs(making.positions(-beta, 2.0 * beta / making.steps)), shape)
    return of.i0(of.sqrt(shape * shape - places**2)) / of.i0(shape)


def general_cosine(
    M: int, *, a: Iterable[float], sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """A sum of cosines with coefficients ``a``, signs alternating.

    Raises:
        TypeError: the coefficients are no sequence.
        ValueError: there are none, or options that no window has.
    """
    making = _Making("general_cosine", M, sym, _options(dtype, layout, device, requires_grad))
    found = making.trivial()
    if found is not None:
        return found
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    places: Any = making.positions(0, 2 * pi / making.steps)
    signed: Any = tensor(
        [(-1) ** i * w for i, w in enumerate(a)],
        device=device,
        dtype=making.options["dtype"],
        requires_grad=requires_grad,
    )
    orders: Any = of.arange(signed.shape[0], dtype=signed.dtype, device=signed.device)
    waves: Any = signed.unsqueeze(-1) * of.cos(orders.unsqueeze(-1) * places)
    return of.sum(waves, 0)


def general_hamming(
    M: int, *, alpha: float = 0.54, sym: bool = True, dtype: dtype_type | None = None,
    layout: layout_type = _STRIDED, device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """``alpha - (1 - alpha) cos``."""
    options = _options(dtype, layout, device, requires_grad)
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, **options)


def hamming(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Hamming's window."""
    return general_hamming(M, sym=sym, **_options(dtype, layout, device, requires_grad))


def hann(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Hann's window: one wave of the cosine."""
    return general_hamming(M, alpha=0.5, sym=sym, **_options(dtype, layout, device, requires_grad))


def blackman(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Blackman's window: three cosines."""
    options = _options(dtype, layout, device, requires_grad)
    _Making("blackman", M, sym, options)
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, **options)


def nuttall(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Nuttall's window: four cosines."""
    options = _options(dtype, layout, device, requires_grad)
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, **options)


def bartlett(
    M: int, *, sym: bool = True, dtype: dtype_type | None = None, layout: layout_type = _STRIDED,
    device: device_type | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """A triangle."""
    making = _Making("bartlett", M, sym, _options(dtype, layout, device, requires_grad))
    found = making.trivial()
    if found is not None:
        return found
    places: Any = making.positions(-1, 2 / making.steps)
    return 1 - of.abs(places)
