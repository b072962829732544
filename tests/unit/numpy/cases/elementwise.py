"""Universal functions."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

CASES = [
    *[case(f, draw(2, 3)) for f in (np.sin, np.cos, np.tan, np.exp, np.tanh, np.negative, np.absolute)],
    *[case(f, draw(2, 3, low=0.5)) for f in (np.log, np.sqrt)],
    *[case(f, draw(2, 3), draw(3)) for f in (np.add, np.subtract, np.multiply, np.maximum, np.minimum)],
    *[case(f, draw(2, 3), draw(3)) for f in (np.equal, np.not_equal, np.less, np.less_equal)],
    *[case(f, draw(2, 3), draw(3)) for f in (np.greater, np.greater_equal)],
    case(np.true_divide, draw(2, 3), draw(3, low=0.5)),
    case(np.matmul, draw(2, 3), draw(3, 2)),
]
