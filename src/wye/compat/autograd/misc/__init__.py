"""Trees as vectors, optimizers, fixed points, graphs that run again."""

from wye.compat.autograd.misc.flatten import flatten
from wye.compat.autograd.misc.tracers import const_graph

__all__ = ["const_graph", "flatten"]
