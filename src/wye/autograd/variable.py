"""`Variable`: an old name of tensors, and where PyTorch's programs find the engine."""

from __future__ import annotations

from typing import Any

from wye.autograd.engine import queue_callback, run
from wye.tensors import Tensor

__all__ = ["Engine", "Variable"]


class Engine:
    """The engine as an object."""

    queue_callback = staticmethod(queue_callback)
    run_backward = staticmethod(run)


class _VariableType(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tensor)


class Variable(metaclass=_VariableType):
    """A tensor; calling it gives the tensor itself, with `requires_grad` set if asked."""

    _execution_engine = Engine()

    def __new__(cls, data: Any, requires_grad: bool = False, volatile: bool = False) -> Any:
        """The tensor."""
        return data.detach().requires_grad_(requires_grad)
