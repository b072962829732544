"""The class of traced arrays under autograd's name."""

from wye.compat.autograd.tracer import Box
from wye.numpy import Array as ArrayBox

__all__ = ["ArrayBox", "Box"]
