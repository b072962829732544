"""Sums, products, extremes, means."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

CASES = [
    case(np.sum, draw(2, 3)),
    case(np.sum, draw(2, 3), axis=-1),
]
