"""The Fourier transform of short windows of a signal: `stft`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wye.functional.operators import of
from wye.overrides import overridable

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["stft"]


@overridable
def stft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    """Fourier transforms of overlapping windows of a signal.

    Args:
        input: A signal, or a batch of them, one to a row.
        n_fft: The length of each transform.
        hop_length: The distance between windows; a quarter of ``n_fft`` by default.
        win_length: The length of a window; ``n_fft`` by default.
        window: What each part is multiplied with; ones by default.
        center: Pad the signal, so that window number t is centred at ``t * hop_length``.
        pad_mode: How it is padded: see `wye.nn.functional.pad`.
        normalized: Divide by the square root of the length.
        onesided: Leave out the frequencies that follow from the others; by default for real signals.
        return_complex: A complex result; otherwise a last dimension of real and imaginary part.
        align_to_window: Without ``center``: start at the window instead of at the transform.

    Raises:
        RuntimeError: the arguments do not fit, or ``return_complex`` is not given for a real signal.
    """
    signal = input
    if center:
        if align_to_window is not None:
            raise RuntimeError("stft align_to_window should only be set when center = false")
        dims = input.dim()
        wide = [1] * (3 - dims) + list(input.size())
        pad = n_fft // 2
        signal = of.pad(input.view(wide), [pad, pad], pad_mode)
        signal = signal.view(signal.shape[-dims:])
    # By place: by name it would be the operator that pads.
    return of.stft(signal, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)
