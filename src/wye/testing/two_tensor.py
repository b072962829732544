"""A tensor that is two tensors: every operator runs on both.  For tests of wrapper subclasses."""

from __future__ import annotations

from typing import Any, Self

from wye.modes import DispatchMode
from wye.pytree import tree_flatten, tree_leaves, tree_map_only
from wye.tensors import Tensor
from wye.tensors.subclass import make_wrapper_subclass
from wye.wrappers import return_and_correct_aliasing

__all__ = ["TwoTensor", "TwoTensorMode"]


class TwoTensor(Tensor):
    """Two tensors of one shape, dtype and device."""

    a: Tensor
    b: Tensor

    def __new__(cls, a: Tensor, b: Tensor, outer_size: Any = None, outer_stride: Any = None, **more: Any) -> Self:
        """A wrapper of the two tensors.

        Raises:
            AssertionError: their shapes, dtypes or devices differ.
        """
        for what in ("shape", "dtype", "device", "requires_grad"):
            one, other = getattr(a, what), getattr(b, what)
            if one != other:
                raise AssertionError(f"Expected a.{what} == b.{what}, got {one} != {other}")
        return make_wrapper_subclass(
            cls,
            a.shape if outer_size is None else outer_size,
            strides=a.stride() if outer_stride is None else outer_stride,
            storage_offset=a.storage_offset(),
            dtype=a.dtype,
            device=a.device,
            requires_grad=bool(more.get("requires_grad") or a.requires_grad),
        )

    def __init__(self, a: Tensor, b: Tensor, outer_size: Any = None, outer_stride: Any = None, **more: Any) -> None:
        self.a, self.b = a, b

    def __repr__(self) -> str:
        return f"TwoTensor({self.a!r}, {self.b!r})"

    def __tensor_flatten__(self) -> tuple[list[str], None]:
        return ["a", "b"], None

    @staticmethod
    def __tensor_unflatten__(inner: dict[str, Tensor], meta: None, outer_size: Any, outer_stride: Any) -> TwoTensor:
        return TwoTensor(inner["a"], inner["b"], outer_size, outer_stride)

    @classmethod
    def __torch_dispatch__(
        cls, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the operator on both; results that are not tensors are those of the first."""
        call = (args, kwargs or {})
        args_a, kwargs_a = tree_map_only(TwoTensor, lambda two: two.a, call)
        args_b, kwargs_b = tree_map_only(TwoTensor, lambda two: two.b, call)
        leaves_a, spec = tree_flatten(func(*args_a, **kwargs_a))
        leaves_b = tree_leaves(func(*args_b, **kwargs_b))
        out = spec.unflatten(
            cls(one, other) if isinstance(one, Tensor) else one for one, other in zip(leaves_a, leaves_b, strict=True)
        )
        return return_and_correct_aliasing(func, args, call[1], out) if hasattr(func, "schema") else out

    def get_elem_a(self) -> Tensor:
        """The first of the two."""
        return self.a


class TwoTensorMode(DispatchMode):
    """Inside, factories make `TwoTensor`s of two equal tensors."""

    def __torch_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the operator; results of calls without tensors become `TwoTensor`s."""
        out = func(*args, **(kwargs or {}))
        takes = any(a.type.has_tensors for a in func.schema.arguments)
        return out if takes or not isinstance(out, Tensor) else TwoTensor(out, out.clone())
