"""`Parameter` and `Buffer`: tensors that a `Module` takes in when they are assigned to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye.functional.operators import of
from wye.modes.python_key import plain_types
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dense import disabled_function
from wye.tensors.making import tensor
from wye.tensors.subclass import make_subclass

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Buffer", "Parameter", "empty_parameter"]


class _MarkedTensors(type(Tensor)):  # type: ignore[misc]  # the class of classes that the engine's base has
    """Also tensors of other classes are instances, where they have the mark."""

    _mark: str

    def __instancecheck__(cls, value: object) -> bool:
        if super().__instancecheck__(value):
            return True
        return "_mark" in cls.__dict__ and isinstance(value, Tensor) and getattr(value, cls._mark, False)


class Parameter(Tensor, metaclass=_MarkedTensors):
    """A tensor that is a parameter of the module that it is assigned to.

    Args:
        data: The values; their memory is shared.  A tensor of a class with a handler of its own stays of that class,
            and is marked as a parameter.
        requires_grad: Shall gradients be computed for it?

    Raises:
        RuntimeError: the class of ``data`` does not keep itself under `detach`.

    >>> import wye
    >>> Parameter(wye.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    _mark = "_is_param"
    __wye_function__: Callable[..., Any] = staticmethod(disabled_function)
    __torch_function__ = __wye_function__

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Parameter:
        """Make one, or mark a tensor of another class as one."""
        data = tensor([]) if data is None else data
        if type(data) in (Tensor, Parameter):
            return make_subclass(cls, data, requires_grad)
        made = data.detach().requires_grad_(requires_grad)
        if type(made) is not type(data):
            raise RuntimeError(
                f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns "
                f"an instance of the same type, but return type {type(made).__name__} was found instead. To use the "
                "type as a Parameter, please correct the detach() semantics defined by its "
                f"__{shown.package}_dispatch__() implementation."
            )
        made._is_param = True
        return made  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        if id(self) not in memo:
            values = self.data.clone(memory_format=MEMORY_FORMATS["preserve_format"])
            memo[id(self)] = type(self)(values, self.requires_grad)
        return memo[id(self)]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"


plain_types.add(Parameter)


class Buffer(Tensor, metaclass=_MarkedTensors):
    """A tensor that becomes a buffer of the module that it is assigned to; it stays of the class of ``data``.

    Args:
        data: The values; their memory is shared.
        persistent: Is it part of the module's `state_dict`?
    """

    _mark = "_is_buffer"
    persistent: bool

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Any:
        """The tensor, marked."""
        data = tensor([]) if data is None else data
        made = data.detach().requires_grad_(data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made


def empty_parameter(*size: int, device: Any = None, dtype: Any = None) -> Parameter:
    """A parameter of this size, whose values come later."""
    return Parameter(of.empty(size, device=device, dtype=dtype))
