"""Parameters and buffers whose shape is not known yet: lazy modules have them until they see an input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import wye.shown as shown
from wye.functional.operators import of
from wye.modes.function import run_without_functions
from wye.nn.parameter import Parameter
from wye.tensors import Tensor
from wye.tensors.subclass import make_subclass

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["UninitializedBuffer", "UninitializedParameter", "UninitializedTensorMixin", "is_lazy"]

# What may be called before there is a shape, as in PyTorch: conversions, which give another one, and questions.
_CONVERSIONS: Final = frozenset(("to", "half", "float", "double", "char", "short", "int", "long", "cuda", "cpu"))
_QUESTIONS: Final = frozenset(("size", "is_complex", "is_floating_point", "get_device", "copy_"))
_ATTRIBUTES: Final = frozenset(("__get__", "__set__", "__delete__"))


class UninitializedTensorMixin:
    """The part of a tensor that refuses to be used before it has a shape.

    Attributes:
        cls_to_become: Of which class it is afterwards.
    """

    cls_to_become: ClassVar[type]

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Give it a shape; the values come later.

        Args:
            shape: The sizes.
            device: Where; by default as it was made.
            dtype: Its type; the same.
        """
        mine: Any = self
        size = (shape,) if isinstance(shape, int) else tuple(shape)
        device, dtype = mine.device if device is None else device, mine.dtype if dtype is None else dtype
        mine.data = of.empty(size, device=device, dtype=dtype)
        mine.__class__ = self.cls_to_become

    @property
    def shape(self) -> Any:
        """Refused: it has none yet."""
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
            "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` "
            "to initialize the parameters before accessing their attributes."
        )

    def share_memory_(self) -> Any:
        """Refused: it has none yet."""
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters "
            "before calling `module.share_memory()`."
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _made_again, (type(self), self.requires_grad, self.device, self.dtype)  # type: ignore[attr-defined]

    @classmethod
    def _lazily_converted(cls, lazy: Any, made: Tensor) -> Any:
        """What a conversion returns."""
        return made

    @classmethod
    def __wye_function__(
        cls, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Refuse to compute with it."""
        name = getattr(func, "__name__", None)
        if name == "copy_" and is_lazy(args[0]):
            return args[0]  # there is nothing to copy to
        if name in _ATTRIBUTES:
            return run_without_functions(func, args, kwargs)
        if name in _CONVERSIONS or name in _QUESTIONS:
            made = func(*(_empty(one) if is_lazy(one) else one for one in args), **(kwargs or {}))
            return cls._lazily_converted(args[0], made) if name in _CONVERSIONS else made
        raise ValueError(
            f"Attempted to use an uninitialized parameter in {func}. This error happens when you are using a "
            f"`LazyModule` or explicitly manipulating `{shown.package}.nn.parameter.{cls.__name__}` objects. When "
            f"using LazyModules Call `forward` with a dummy batch to initialize the parameters before calling "
            f"{shown.package} functions"
        )


def _empty(lazy: Any) -> Tensor:
    """A tensor without elements that stands for one without shape."""
    return of.empty(0, device=lazy.device, dtype=lazy.dtype)


def _made_again(cls: type, requires_grad: bool, device: Any, dtype: Any) -> Any:
    return cls(requires_grad=requires_grad, device=device, dtype=dtype)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter that has no shape yet; `materialize` makes it a `Parameter`.

    Args:
        requires_grad: Shall gradients be computed for it?
        device: Where it will be.
        dtype: Its type.

    >>> UninitializedParameter()
    <UninitializedParameter>
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> UninitializedParameter:
        """Make one."""
        return make_subclass(cls, of.empty(0, device=device, dtype=dtype), requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> UninitializedParameter:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype)
        return memo[id(self)]  # type: ignore[no-any-return]


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer that has no shape yet; `materialize` makes it a tensor.

    Args:
        requires_grad: Shall gradients be computed for it?
        device: Where it will be.
        dtype: Its type.
        persistent: Is it part of the module's `state_dict`?
    """

    cls_to_become = Tensor
    persistent: bool

    def __new__(
        cls, requires_grad: bool = False, device: Any = None, dtype: Any = None, persistent: bool = True
    ) -> UninitializedBuffer:
        """Make one."""
        made: Any = make_subclass(cls, of.empty(0, device=device, dtype=dtype), requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made  # type: ignore[no-any-return]

    @classmethod
    def _lazily_converted(cls, lazy: Any, made: Tensor) -> Any:
        return cls(lazy.requires_grad, made.device, made.dtype, lazy.persistent) if is_lazy(lazy) else made

    def __deepcopy__(self, memo: dict[int, Any]) -> UninitializedBuffer:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype, self.persistent)
        return memo[id(self)]  # type: ignore[no-any-return]


def is_lazy(param: Any) -> bool:
    """Has it no shape yet?"""
    return isinstance(param, UninitializedTensorMixin)
