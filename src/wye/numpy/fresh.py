"""New arrays inside of transforms, which programs write to.

A function that is differentiated or mapped makes an array and writes to its parts: each level must know the array from
the start, or what is written would be lost.  So new arrays belong to every level that runs: gradients follow them, and
in a vmap there is one for each example.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import known
from wye.tensors.making import unseen_from_numpy
from wye.transforms.grad_level import GradArray, GradInterpreter
from wye.transforms.gradient_levels import wrap_for_grad
from wye.transforms.interpreters import stack_of_thread
from wye.transforms.levels import add_batch_dim
from wye.transforms.vmap import VmapInterpreter

__all__ = ["fresh", "lifted"]


def lifted(tensor: Any) -> Any:
    """A tensor over data from outside, known to every level of gradients.

    In a trace it is known already.  Lifted again it would be a view, and a write to parts of it would be lost.
    """
    if not stack_of_thread() or type(tensor._data) is GradArray:
        return tensor
    return ops.aten.lift_fresh.default(tensor)


def fresh(data: Any) -> Any:
    """A tensor with a copy of an ndarray's numbers, that belongs to every level; in a vmap one for each example."""
    levels = stack_of_thread()
    maps = [one for one in levels if isinstance(one, VmapInterpreter)]
    if not maps or not all(isinstance(one, (VmapInterpreter, GradInterpreter)) for one in levels):
        return lifted(known(np.array(data)))
    sizes = tuple(one.batch_size() for one in maps)
    made = unseen_from_numpy(np.array(np.broadcast_to(data, sizes + data.shape)))
    for one in levels:
        if isinstance(one, VmapInterpreter):
            made = add_batch_dim(made, 0, one.level())
        else:
            made = wrap_for_grad(made, one.level())
    return made
