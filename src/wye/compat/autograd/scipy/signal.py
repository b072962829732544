"""`convolve` over any axes, with products over others."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np

__all__ = ["convolve"]


def convolve(
    A: Any,  # noqa: N803 - autograd's names
    B: Any,  # noqa: N803
    axes: Any = None,
    dot_axes: Any = ((), ()),
    mode: str = "full",
) -> Any:
    """The convolution of two arrays.

    Args:
        A: An array.
        B: An array.
        axes: Those of ``A`` and those of ``B`` that are convolved; None: all.
        dot_axes: Those of ``A`` and those of ``B`` whose products are summed.
        mode: ``"full"``, ``"valid"`` or ``"same"`` (as large as ``A``).

    Returns:
        The other axes of ``A``, then those of ``B``, then the convolved ones.

    Raises:
        ValueError: there is no such mode, or no array is larger along all convolved axes, as ``"valid"`` needs it.
    """
    if mode not in ("full", "valid", "same"):
        raise ValueError(f"mode is 'full', 'valid' or 'same', not {mode!r}")
    a_axes, b_axes = [list(range(np.ndim(A)))] * 2 if axes is None else map(list, axes)
    sizes = [(np.shape(A)[i], np.shape(B)[j]) for i, j in zip(a_axes, b_axes, strict=True)]
    if mode == "valid" and any(a < b for a, b in sizes) and any(a > b for a, b in sizes):
        raise ValueError("valid: one array must be at least as large as the other along all convolved axes")
    a_names = list(range(np.ndim(A)))
    b_names = list(range(len(a_names), len(a_names) + np.ndim(B)))
    for i, j in zip(*dot_axes, strict=True):
        b_names[j] = a_names[i]
    fresh = len(a_names) + len(b_names)
    outputs = []
    # Along each convolved axis A is spread out to two: A[o - k] for the output o and the element k of B.
    for (i, j), (a_size, b_size) in zip(zip(a_axes, b_axes, strict=True), sizes, strict=True):
        place = a_names.index(i)
        A = _spread(A, place, a_size, b_size, mode)  # noqa: N806
        outputs.append(fresh)
        a_names[place : place + 1] = [fresh, b_names[j]]
        fresh += 1
    kept_a = [name for name in a_names if name < np.ndim(A) and name not in outputs and name not in b_names]
    kept_b = [b_names[j] for j in range(len(b_names)) if j not in b_axes and j not in list(dot_axes[1])]
    return np.einsum(A, a_names, B, b_names, kept_a + kept_b + outputs)


def _spread(a: Any, axis: int, a_size: int, b_size: int, mode: str) -> Any:
    """An array with two axes for one: the element ``o - k`` at ``(o, k)``, zero outside."""
    count = a_size + b_size - 1
    first, stop = {
        "full": (0, count),
        "same": ((b_size - 1) // 2, (b_size - 1) // 2 + a_size),
        "valid": (min(a_size, b_size) - 1, max(a_size, b_size)),
    }[mode]
    width = [(b_size - 1, b_size - 1) if place == axis else (0, 0) for place in range(np.ndim(a))]
    places = np.arange(first, stop)[:, None] - np.arange(b_size)[None, :] + b_size - 1
    return np.take(np.pad(a, width, mode="constant"), places, axis=axis)
