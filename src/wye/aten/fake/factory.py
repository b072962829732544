"""Fake kernels of factories: the kernels with nothing to fill."""

from __future__ import annotations

from functools import partial
from inspect import signature

import numpy as np

from wye.aten.declare import Rules
from wye.aten.kernels.factory import KERNELS
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()

_WITHOUT_MEMORY = MetaArray((), np.dtype(bool))

for _name, _kernel in KERNELS.items():
    # Factories with a tensor argument see from it whether there is data; the others are told.
    _takes_tensor = next(iter(signature(_kernel).parameters)) in ("self", "array")
    FAKES[_name] = _kernel if _takes_tensor else partial(_kernel, like=_WITHOUT_MEMORY)
