"""`numpy.linalg` over the table."""

from __future__ import annotations

import numpy.linalg as theirs

from wye.numpy.namespace import names_of

__getattr__, __dir__ = names_of(theirs, globals())
