"""`torch._functorch.pyfunctorch`: the stack of interpreters.  Aliases only."""

from __future__ import annotations

from wye.call.py_impl import TransformType
from wye.compat.modules import names_of
from wye.transforms.functional_level import FunctionalizeInterpreter
from wye.transforms.grad_level import GradInterpreter
from wye.transforms.interpreters import Interpreter as FuncTorchInterpreter
from wye.transforms.interpreters import all_interpreters as retrieve_all_functorch_interpreters
from wye.transforms.interpreters import call_transform as dispatch_functorch
from wye.transforms.interpreters import popped as temporarily_pop_interpreter_stack
from wye.transforms.interpreters import required as retrieve_current_functorch_interpreter
from wye.transforms.tangents import JvpInterpreter
from wye.transforms.vmap import VmapInterpreter

__all__ = [
    "FuncTorchInterpreter", "FunctionalizeInterpreter", "GradInterpreter", "JvpInterpreter", "TransformType",
    "VmapInterpreter", "dispatch_functorch",
    "retrieve_all_functorch_interpreters", "retrieve_current_functorch_interpreter",
    "temporarily_pop_interpreter_stack",
]  # fmt: skip

__getattr__ = names_of(__name__)
