"""Elements of float16 as float32 and the other way round, where the processor does it.

NumPy converts them one at a time, which takes ten times as long.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wye._engine import engine

__all__ = ["MANY", "converts_halves"]

MANY: Final = 1 << 11  # elements: for fewer, it is not worth the question
_PAIRS: Final = frozenset(["ef", "fe"])


def converts_halves(source: Any, target: Any) -> bool:
    """Store the elements of ``source`` in ``target``, which can hold them all; False: NumPy has to.

    >>> target = np.empty(4096, np.float16)
    >>> converts_halves(np.ones(4096, np.int32), target)
    False
    """
    if target.size < MANY or type(source) is not np.ndarray or type(target) is not np.ndarray:
        return False
    return source.dtype.char + target.dtype.char in _PAIRS and engine.convert_halves(source, target)
