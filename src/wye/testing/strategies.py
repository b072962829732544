"""Arrays for tests that draw their inputs, over the package hypothesis.

Cold path: hypothesis is imported where a strategy is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["arrays"]


def arrays(shapes: Any = None, elements: Any = None, qparams: Any = None, dtype: Any = np.float32) -> Any:
    """A strategy of pairs: an array, and how it would be quantized, which is not said: ``(None, None, None)``.

    Args:
        shapes: One shape; or several, one of which is drawn; or a strategy of shapes.
        elements: A strategy of its elements; numbers from -1e6 to 1e6.
        qparams: Not None: refused, as wye has no quantized tensors.
        dtype: The array's.

    Raises:
        NotImplementedError: quantized tensors are asked for.
    """
    from hypothesis import strategies  # here: few tests draw arrays
    from hypothesis.extra import numpy as drawn

    if qparams is not None:
        raise NotImplementedError("wye has no quantized tensors")
    width: Any = 32 if np.dtype(dtype).itemsize == 4 else 64
    numbers = elements or strategies.floats(-1e6, 1e6, allow_nan=False, width=width)
    chosen = shapes if isinstance(shapes, strategies.SearchStrategy) else strategies.sampled_from(_listed(shapes))
    return chosen.flatmap(lambda shape: drawn.arrays(dtype, tuple(shape), elements=numbers)).map(
        lambda array: (array, (None, None, None))
    )


def _listed(shapes: Sequence[Any]) -> list[Any]:
    return [shapes] if isinstance(shapes[0], int) else list(shapes)
