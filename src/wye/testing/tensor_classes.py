"""Subclasses of Tensor of every kind, for tests over all of them: `subclass_db`.

Some extend a tensor, some wrap others, some hold less than their shape says; each says whether operators keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye.call import ops
from wye.pytree import tree_map
from wye.tensors import Tensor
from wye.tensors.printing import tensor_text
from wye.tensors.subclass import make_subclass, make_wrapper_subclass
from wye.testing.logging_tensor import LoggingTensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "DiagTensorBelow",
    "NonWrapperTensor",
    "RedispatchTensor",
    "SparseTensor",
    "SubclassInfo",
    "SubclassWithTensorFactory",
    "WrapperTensor",
    "WrapperTensorWithCustomSizes",
    "WrapperTensorWithCustomStrides",
    "subclass_db",
]

_aten: Final = ops.aten


@dataclass
class SubclassInfo:
    """One class: its name in tests, what makes an object of some sizes, and whether operators return it again."""

    name: str
    create_fn: Callable[..., Tensor]
    closed_under_ops: bool = True


class NonWrapperTensor(Tensor):
    """A tensor with data of its own and one more attribute: which function made it."""

    extra_state: dict[str, Any]

    def __new__(cls, data: Tensor) -> NonWrapperTensor:
        """The elements of ``data``."""
        made: NonWrapperTensor = make_subclass(cls, data)
        made.extra_state = {"last_func_called": None}
        return made

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the function, and tell its result what it was."""
        result = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(result, cls):
            name = func.__name__
            found = args[0].extra_state if name in ("__deepcopy__", "detach") and isinstance(args[0], cls) else None
            result.extra_state = {"last_func_called": name} if found is None else dict(found)
        return result

    def new_empty(self, shape: Any) -> NonWrapperTensor:  # type: ignore[override]  # copies are made by it
        """A new one of this shape."""
        return type(self)(_aten.empty(list(shape)))


class RedispatchTensor(Tensor):
    """A tensor that writes down which functions are called on it, and lets them run."""

    call_log: ClassVar[list[str]] = []

    def __new__(cls, data: Tensor) -> RedispatchTensor:
        """The elements of ``data``."""
        made: RedispatchTensor = make_subclass(cls, data)
        return made

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Write the function down and run it."""
        cls.call_log.append(getattr(func, "__name__", str(func)))
        return super().__torch_function__(func, types, args, kwargs or {})

    def new_empty(self, shape: Any) -> RedispatchTensor:  # type: ignore[override]  # copies are made by it
        """A new one of this shape."""
        return type(self)(_aten.empty(list(shape)))


class WrapperTensor(Tensor):
    """The base of those without data of their own: a class says which tensor they are like, and what differs."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """A wrapper with the properties that the class gives for these arguments."""
        like, changed = cls.get_wrapper_properties(*args, **kwargs)
        properties: dict[str, Any] = {"dtype": like.dtype, "layout": like.layout, "device": like.device}
        properties |= {"requires_grad": like.requires_grad} | changed
        return make_wrapper_subclass(cls, properties.pop("size", like.size()), **properties)

    @classmethod
    def get_wrapper_properties(cls, *args: Any, **kwargs: Any) -> tuple[Tensor, dict[str, Any]]:
        """The tensor that the wrapper is like, and the properties that differ."""
        raise NotImplementedError("a subclass of WrapperTensor has get_wrapper_properties")

    def _as_plain(self) -> Tensor:
        """The plain tensor that operators run on."""
        raise NotImplementedError("a subclass of WrapperTensor has _as_plain")

    @classmethod
    def _from_plain(cls, plain: Tensor) -> Tensor:
        """What stands for a result of an operator."""
        raise NotImplementedError("a subclass of WrapperTensor has _from_plain")

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the operator on plain tensors."""
        if not all(issubclass(cls, one) for one in types):
            return NotImplemented

        def plain(value: Any) -> Any:
            return value._as_plain() if isinstance(value, cls) else value

        def wrapped(value: Any) -> Any:
            return cls._from_plain(value) if isinstance(value, Tensor) else value

        return tree_map(wrapped, func(*tree_map(plain, args), **tree_map(plain, kwargs or {})))


class _Around(WrapperTensor):
    """A wrapper of one tensor."""

    t: Tensor  # type: ignore[assignment]  # in place of a method
    policy: ClassVar[str]

    @classmethod
    def get_wrapper_properties(cls, t: Tensor, requires_grad: bool = False) -> tuple[Tensor, dict[str, Any]]:
        """Those of ``t``; what the policy names is asked of the class."""
        return t, {"requires_grad": requires_grad, "dispatch_sizes_strides_policy": cls.policy}

    def __init__(self, t: Tensor, requires_grad: bool = False) -> None:
        self.t = t

    def _as_plain(self) -> Tensor:
        return self.t

    @classmethod
    def _from_plain(cls, plain: Tensor) -> Tensor:
        return cls(plain)

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return tensor_text(self, f"t={self.t!r}")


class WrapperTensorWithCustomSizes(_Around):
    """A wrapper that is asked for its sizes."""

    policy = "sizes"


class WrapperTensorWithCustomStrides(_Around):
    """A wrapper that is asked for its strides."""

    policy = "strides"


class SubclassWithTensorFactory(_Around):
    """A wrapper whose operators make further tensors while they run."""

    policy = "sizes"

    @classmethod
    def _from_plain(cls, plain: Tensor) -> Tensor:
        return cls(plain + _aten.zeros([1], dtype=plain.dtype))

    def __tensor_flatten__(self) -> tuple[list[str], None]:
        return ["t"], None

    @classmethod
    def __tensor_unflatten__(
        cls, inner: dict[str, Tensor], meta: None, outer_size: Any, outer_stride: Any
    ) -> SubclassWithTensorFactory:
        return cls(inner["t"])


class DiagTensorBelow(WrapperTensor):
    """A square matrix of which only the diagonal is kept."""

    diag: Any  # in place of the method

    @classmethod
    def get_wrapper_properties(cls, diag: Tensor, requires_grad: bool = False) -> tuple[Tensor, dict[str, Any]]:
        """Two dimensions instead of one."""
        return diag, {"requires_grad": requires_grad, "size": diag.size() + diag.size()}

    def __init__(self, diag: Tensor, requires_grad: bool = False) -> None:
        self.diag = diag

    def _as_plain(self) -> Tensor:
        return _aten.diag(self.diag)  # type: ignore[no-any-return]  # an operator

    @classmethod
    def _from_plain(cls, plain: Tensor) -> Tensor:
        if plain.dim() == 2 and plain.size(0) == plain.size(1):
            diagonal = _aten.diag(plain)
            if _aten.equal(plain, _aten.diag(diagonal)):
                return cls(diagonal)
        return plain

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return tensor_text(self, f"diag={self.diag!r}")


class SparseTensor(WrapperTensor):
    """The elements that are not zero, and where they are."""

    values: Any
    indices: Any

    @classmethod
    def get_wrapper_properties(
        cls, size: Any, values: Tensor, indices: Tensor, requires_grad: bool = False
    ) -> tuple[Tensor, dict[str, Any]]:
        """The dtype of the values, and the sizes."""
        return values, {"size": size, "requires_grad": requires_grad}

    def __init__(self, size: Any, values: Tensor, indices: Tensor, requires_grad: bool = False) -> None:
        self.values, self.indices = values, indices

    @classmethod
    def from_dense(cls, plain: Tensor) -> SparseTensor:
        """The elements of a plain tensor that are not zero."""
        places = plain.detach() != 0
        return cls(plain.size(), plain.detach()[places], places.nonzero().t(), plain.requires_grad)

    def sparse_to_dense(self) -> Tensor:
        """A plain tensor with all elements."""
        plain = _aten.zeros(list(self.size()), dtype=self.values.dtype)
        if plain.dim() == 0:
            return plain + self.values.sum()  # type: ignore[no-any-return]  # operators
        return plain.index_put_(tuple(self.indices.unbind(0)), self.values)  # type: ignore[no-any-return]

    _as_plain, _from_plain = sparse_to_dense, from_dense

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return tensor_text(self, f"values={self.values!r}, indices={self.indices!r}")


def _random(*shape: int) -> Any:
    return _aten.randn(list(shape))


subclass_db: Final[dict[type[Tensor], SubclassInfo]] = {
    Tensor: SubclassInfo("base_tensor", create_fn=_random),
    NonWrapperTensor: SubclassInfo("non_wrapper_tensor", create_fn=lambda *n: NonWrapperTensor(_random(*n))),
    LoggingTensor: SubclassInfo("logging_tensor", create_fn=lambda *n: LoggingTensor(_random(*n))),
    SparseTensor: SubclassInfo("sparse_tensor", create_fn=lambda *n: SparseTensor.from_dense(_random(*n).relu())),
    DiagTensorBelow: SubclassInfo(
        "diag_tensor_below", create_fn=lambda *n: DiagTensorBelow(_random(*n)), closed_under_ops=False
    ),
    WrapperTensorWithCustomSizes: SubclassInfo(
        "wrapper_with_custom_sizes",
        create_fn=lambda *n: WrapperTensorWithCustomSizes(_random(*n)),
        closed_under_ops=False,
    ),
    WrapperTensorWithCustomStrides: SubclassInfo(
        "wrapper_with_custom_strides",
        create_fn=lambda *n: WrapperTensorWithCustomStrides(_random(*n)),
        closed_under_ops=False,
    ),
    RedispatchTensor: SubclassInfo("redispatch_tensor", create_fn=lambda *n: RedispatchTensor(_random(*n))),
}
