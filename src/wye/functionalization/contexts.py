"""What rules of `py_functionalize_impl` are given first: one set of methods for the key, the mode and the transform.

Warm: one object per call of such a rule.  The transform's is in `wye.transforms.functional_level`.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Any, ClassVar

from wye.call.guards import exclude
from wye.call.py_impl import FunctionalMode, hooks
from wye.functionalization import tensors
from wye.functionalization.key import AT_KEY, KEY
from wye.functionalization.mode import FunctionalTensor, FunctionalTensorMode, dispatch_functionalize
from wye.keys import DispatchKey
from wye.pytree import tree_map_only
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from wye.functionalization.wrapper import FunctionalArray

__all__ = ["BaseFunctionalizeAPI", "CppFunctionalizeAPI", "PythonFunctionalizeAPI"]


class BaseFunctionalizeAPI:
    """How a rule functionalizes a call: take functional tensors off, compute below, put them on again.

    Attributes:
        kind: The key, the mode class or the transform for which the rule runs.
        owner: The mode or the interpreter that runs it; None for the key.
    """

    kind: ClassVar[Any]
    owner: Any = None

    def wrap_tensors(self, args: Any) -> Any:
        """A tree whose tensors are functional."""
        return tree_map_only(Tensor, self._wrapped, args)

    def unwrap_tensors(self, args: Any) -> Any:
        """A tree with the values of functional tensors, brought up to date."""
        return tree_map_only(Tensor, self._value, args)

    def functionalize(self, inner_f: Callable[..., Any]) -> Callable[..., Any]:
        """A function of values that computes what ``inner_f`` computes of functional tensors."""
        raise NotImplementedError  # abstract

    def redispatch_to_next(self) -> AbstractContextManager[Any]:
        """A context in which calls continue below."""
        raise NotImplementedError  # abstract

    def replace(self, input_tensor: Any, output_tensor: Any) -> None:
        """Give a functional tensor another value."""
        tensors.replace_(input_tensor, output_tensor)

    def commit_update(self, tensor: Any) -> None:
        """Let the base and the views of a functional tensor see its value."""
        tensors.commit_update(tensor)

    def sync(self, tensor: Any) -> None:
        """Bring the value of a functional tensor up to date."""
        tensors.sync_(tensor)

    def mark_mutation_hidden_from_autograd(self, tensor: Any) -> None:
        """Hide one write from autograd."""
        tensors.mark_write_hidden(tensor)

    def array_of(self, value: Any) -> FunctionalArray | None:
        """The array of a functional tensor of this kind; None for everything else."""
        raise NotImplementedError  # abstract

    def _wrapped(self, tensor: Any) -> Any:
        raise NotImplementedError  # abstract

    def _value(self, tensor: Any) -> Any:
        if self.array_of(tensor) is None:
            return tensor
        tensors.sync_(tensor)
        return tensors.from_functional(tensor)


class CppFunctionalizeAPI(BaseFunctionalizeAPI):
    """For functional tensors at the key."""

    kind = DispatchKey.Functionalize

    def functionalize(self, inner_f: Callable[..., Any]) -> Callable[..., Any]:
        """See `BaseFunctionalizeAPI`; what ``inner_f`` writes to its arguments is not copied back."""

        @functools.wraps(inner_f)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            mine, by_name = self.wrap_tensors((args, kwargs))
            return self.unwrap_tensors(AT_KEY.run(inner_f, *mine, **by_name))

        return wrapped

    def redispatch_to_next(self) -> AbstractContextManager[Any]:
        """See `BaseFunctionalizeAPI`."""
        return exclude("Functionalize")

    def array_of(self, value: Any) -> FunctionalArray | None:
        """See `BaseFunctionalizeAPI`."""
        return KEY.find(value)

    def _wrapped(self, tensor: Any) -> Any:
        return tensors.to_functional(tensor)


class PythonFunctionalizeAPI(BaseFunctionalizeAPI):
    """For tensors under `FunctionalTensorMode`.

    Attributes:
        mode: The mode.
    """

    kind = FunctionalMode

    def __init__(self, mode: FunctionalTensorMode | None = None, pre_dispatch: bool = False) -> None:
        self.mode = self.owner = FunctionalTensorMode(pre_dispatch=pre_dispatch) if mode is None else mode
        self.pre_dispatch = pre_dispatch

    def functionalize(self, inner_f: Callable[..., Any]) -> Callable[..., Any]:
        """See `BaseFunctionalizeAPI`; what ``inner_f`` writes to its arguments is not copied back."""
        return dispatch_functionalize(inner_f, self.mode)

    def redispatch_to_next(self) -> AbstractContextManager[Any]:
        """See `BaseFunctionalizeAPI`.  The mode is off the stack while it handles a call."""
        return contextlib.nullcontext()

    def replace(self, input_tensor: Any, output_tensor: Any) -> None:
        """See `BaseFunctionalizeAPI`."""
        _check(input_tensor, "input_tensor")
        if isinstance(output_tensor, FunctionalTensor):
            raise AssertionError("output_tensor must not be a FunctionalTensor")
        tensors.replace_(input_tensor.elem, output_tensor)

    def commit_update(self, tensor: Any) -> None:
        """See `BaseFunctionalizeAPI`."""
        tensors.commit_update(_check(tensor).elem)

    def sync(self, tensor: Any) -> None:
        """See `BaseFunctionalizeAPI`."""
        tensors.sync_(_check(tensor).elem)

    def mark_mutation_hidden_from_autograd(self, tensor: Any) -> None:
        """See `BaseFunctionalizeAPI`."""
        tensors.mark_write_hidden(_check(tensor).elem)

    def array_of(self, value: Any) -> FunctionalArray | None:
        """See `BaseFunctionalizeAPI`."""
        return KEY.find(value.elem) if isinstance(value, FunctionalTensor) else None

    def _wrapped(self, tensor: Any) -> Any:
        if isinstance(tensor, FunctionalTensor):
            return tensor
        with self.mode:
            return FunctionalTensor.to_functional(tensor)

    def _value(self, tensor: Any) -> Any:
        return tensor.from_functional() if isinstance(tensor, FunctionalTensor) else tensor


def _check(tensor: Any, name: str = "tensor") -> Any:
    if not isinstance(tensor, FunctionalTensor):
        raise AssertionError(f"{name} must be a FunctionalTensor, got {type(tensor)}")
    return tensor


hooks.contexts[DispatchKey.Functionalize] = lambda _: CppFunctionalizeAPI()
hooks.contexts[FunctionalMode] = PythonFunctionalizeAPI
