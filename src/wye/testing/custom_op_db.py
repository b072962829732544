"""Custom operators on NumPy, with fake kernels, gradients and batching rules: for tests of what takes operators.

Cold path: importing it registers them in the namespace ``_torch_testing``, as PyTorch's tests expect.
"""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 - schemas are inferred from annotations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.functions import function
from wye.library import Library, custom_op, get_ctx, register_fake
from wye.schema.values import DTYPES
from wye.tensors import Tensor, from_numpy
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import OpInfo, SampleInput

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "CUSTOM_OPERATORS",
    "numpy_cat",
    "numpy_cube",
    "numpy_mul",
    "numpy_mul_scalar",
    "numpy_nms",
    "numpy_nonzero",
    "numpy_sort",
    "numpy_split_copy",
    "numpy_split_copy_with_int",
    "numpy_take",
    "numpy_view_copy",
]

_empty_like, _cat, _stack = function("empty_like"), function("cat"), function("stack")
_FIRST: Final = 0


def to_numpy(tensor: Tensor) -> Any:
    """The elements of a tensor as an array."""
    return tensor.detach().cpu().numpy()


def _unknown_size() -> Any:
    context: Any = get_ctx()
    return context.new_dynamic_size()


def _tensor(array: Any, like: Tensor) -> Tensor:
    return from_numpy(np.array(array)).to(like.device)


def _first(tensor: Tensor, dim: int | None, size: int) -> Tensor:
    """A tensor with its batch dimension in front; one without gets one."""
    if dim is None:
        return tensor.expand(size, *tensor.shape)
    return tensor.movedim(dim, 0)


# ---- elementwise


@custom_op("_torch_testing::numpy_cube", mutates_args=())
def numpy_cube(x: Tensor) -> tuple[Tensor, Tensor]:
    """Cubes, and their derivatives."""
    array = to_numpy(x)
    return _tensor(array**3, x), _tensor(3 * array**2, x)


@numpy_cube.register_fake
def _(x: Tensor) -> Any:
    return x.clone(), x.clone()


def _keep_cube(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(inputs[0], output[1])


def _cube_backward(ctx: Any, grad_out: Tensor, grad_dx: Tensor) -> Any:
    x, dx = ctx.saved_tensors
    return numpy_mul(grad_out, dx) + 6 * numpy_mul(grad_dx, x)


def _cube_vmap(info: Any, in_dims: Any, x: Tensor) -> Any:
    return numpy_cube(x), (in_dims[0], in_dims[0])


numpy_cube.register_autograd(_cube_backward, setup_context=_keep_cube)
numpy_cube.register_vmap(_cube_vmap)


@custom_op("_torch_testing::numpy_mul", mutates_args=())
def numpy_mul(x: Tensor, y: Tensor) -> Tensor:
    """Products."""
    return _tensor(to_numpy(x) * to_numpy(y), x)


@numpy_mul.register_fake
def _(x: Tensor, y: Tensor) -> Any:
    assert x.device == y.device
    return (x * y).contiguous()


def _keep_inputs(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(*inputs)


def _mul_backward(ctx: Any, grad_out: Tensor) -> Any:
    x, y = ctx.saved_tensors
    needs = ctx.needs_input_grad
    return (
        (grad_out * y).sum_to_size(x.shape) if needs[0] else None,
        (grad_out * x).sum_to_size(y.shape) if needs[1] else None,
    )


def _mul_vmap(info: Any, in_dims: Any, x: Tensor, y: Tensor) -> Any:
    ndim = max(t.dim() - (dim is not None) for t, dim in zip((x, y), in_dims, strict=True))

    def aligned(t: Tensor, dim: int | None) -> Tensor:
        moved = _first(t, dim, info.batch_size)
        return moved.reshape(info.batch_size, *(1,) * (ndim + 1 - moved.dim()), *moved.shape[1:])

    return numpy_mul(aligned(x, in_dims[0]), aligned(y, in_dims[1])), _FIRST


numpy_mul.register_autograd(_mul_backward, setup_context=_keep_inputs)
numpy_mul.register_vmap(_mul_vmap)


@custom_op("_torch_testing::numpy_mul_scalar", mutates_args=())
def numpy_mul_scalar(x: Tensor, *, scalar: float) -> Tensor:
    """Products with a number."""
    return _tensor(to_numpy(x) * scalar, x)


@numpy_mul_scalar.register_fake
def _(x: Tensor, *, scalar: float) -> Any:
    return (x * scalar).contiguous()


def _keep_scalar(ctx: Any, inputs: Any, keyword_only_inputs: Any, output: Any) -> None:
    ctx.scalar = keyword_only_inputs["scalar"]


def _mul_scalar_vmap(info: Any, in_dims: Any, x: Tensor, *, scalar: float) -> Any:
    return numpy_mul_scalar(x, scalar=scalar), in_dims[0]


numpy_mul_scalar.register_autograd(lambda ctx, grad_out: grad_out * ctx.scalar, setup_context=_keep_scalar)
numpy_mul_scalar.register_vmap(_mul_scalar_vmap)


# ---- order


@custom_op("_torch_testing::numpy_sort", mutates_args=())
def numpy_sort(x: Tensor, dim: int) -> tuple[Tensor, Tensor, Tensor]:
    """Sorted elements, where they come from, and where they went."""
    array = to_numpy(x)
    order = np.argsort(array, axis=dim)
    inverse = np.argsort(order, axis=dim)
    return _tensor(np.take_along_axis(array, order, axis=dim), x), _tensor(order, x), _tensor(inverse, x)


@numpy_sort.register_fake
def _(x: Tensor, dim: int) -> Any:
    return tuple(_empty_like(x, dtype=kind) for kind in (x.dtype, DTYPES["int64"], DTYPES["int64"]))


def _keep_sort(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(*output[1:])
    ctx.mark_non_differentiable(*output[1:])
    ctx.dim = inputs[1]


def _sort_backward(ctx: Any, grad_out: Tensor, grad_order: Any, grad_inverse: Any) -> Any:
    order, inverse = ctx.saved_tensors
    return numpy_take(grad_out, inverse, order, ctx.dim), None


def _sort_vmap(info: Any, in_dims: Any, x: Tensor, dim: int) -> Any:
    moved = x.movedim(in_dims[0], 0)
    return numpy_sort(moved, dim if dim < 0 else dim + 1), (0, 0, 0)


numpy_sort.register_autograd(_sort_backward, setup_context=_keep_sort)
numpy_sort.register_vmap(_sort_vmap)


@custom_op("_torch_testing::numpy_take", mutates_args=())
def numpy_take(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Tensor:
    """Elements in another order; the third argument puts them back."""
    return _tensor(np.take_along_axis(to_numpy(x), to_numpy(ind), dim), x)


@numpy_take.register_fake
def _(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Any:
    assert x.device == ind.device == ind_inv.device
    assert ind.dtype == ind_inv.dtype == DTYPES["int64"]
    return _empty_like(x)


def _keep_take(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(inputs[1], inputs[2])
    ctx.dim = inputs[3]


def _take_backward(ctx: Any, grad_out: Tensor) -> Any:
    order, inverse = ctx.saved_tensors
    return numpy_take(grad_out, inverse, order, ctx.dim), None, None, None


def _take_vmap(info: Any, in_dims: Any, x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Any:
    logical = x.dim() - (in_dims[0] is not None)
    moved = [_first(t, at, info.batch_size) for t, at in zip((x, ind, ind_inv), in_dims, strict=False)]
    return numpy_take(*moved, (dim if dim >= 0 else dim + logical) + 1), _FIRST


numpy_take.register_autograd(_take_backward, setup_context=_keep_take)
numpy_take.register_vmap(_take_vmap)


# ---- shapes that depend on elements


@custom_op("_torch_testing::numpy_nonzero", mutates_args=())
def numpy_nonzero(x: Tensor) -> Tensor:
    """The positions of elements that are not zero."""
    found = np.stack(np.nonzero(to_numpy(x)), axis=1)
    if found.shape[0] <= 1:
        raise RuntimeError("not supported")
    return _tensor(found, x)


@numpy_nonzero.register_fake
def _(x: Tensor) -> Any:
    return x.new_empty((_unknown_size(), x.dim()), dtype=DTYPES["int64"])


def _refuse_vmap(info: Any, in_dims: Any, *args: Any) -> Any:
    raise NotImplementedError("Operator is data-dependent and cannot be vmapped.")


numpy_nonzero.register_vmap(_refuse_vmap)


@custom_op("_torch_testing::numpy_nms", mutates_args=())
def numpy_nms(boxes: Tensor, scores: Tensor, iou_threshold: int | float | bool) -> Tensor:
    """The boxes that overlap no better one too much, best first."""
    corners, order = to_numpy(boxes), list(np.argsort(-to_numpy(scores), kind="stable"))
    areas = (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])
    kept: list[int] = []
    for at in order:
        low = np.maximum(corners[at, :2], corners[kept, :2])
        high = np.minimum(corners[at, 2:], corners[kept, 2:])
        shared = np.prod(np.clip(high - low, 0, None), axis=1)
        if not np.any(shared / (areas[at] + areas[kept] - shared) > iou_threshold):
            kept.append(at)
    result = _tensor(np.array(kept, dtype=np.int64), boxes)
    assert result.shape[0] >= 2  # as the fake kernel says
    return result


@numpy_nms.register_fake
def _(boxes: Tensor, scores: Tensor, iou_threshold: Any) -> Any:
    assert boxes.device == scores.device
    return boxes.new_empty([_unknown_size()], dtype=DTYPES["int64"])


numpy_nms.register_vmap(_refuse_vmap)


# ---- shapes


@custom_op("_torch_testing::numpy_view_copy", mutates_args=())
def numpy_view_copy(x: Tensor, shape: Sequence[int]) -> Tensor:
    """The elements in another shape."""
    return _tensor(np.reshape(to_numpy(x), tuple(shape)), x)


@numpy_view_copy.register_fake
def _(x: Tensor, shape: Sequence[int]) -> Any:
    return x.clone().view(shape).clone()


def _keep_shape(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.shape = inputs[0].shape


def _view_copy_vmap(info: Any, in_dims: Any, x: Tensor, shape: Sequence[int]) -> Any:
    return numpy_view_copy(x.movedim(in_dims[0], 0), (info.batch_size, *shape)), _FIRST


numpy_view_copy.register_autograd(lambda ctx, g: (numpy_view_copy(g, ctx.shape), None), setup_context=_keep_shape)
numpy_view_copy.register_vmap(_view_copy_vmap)


@custom_op("_torch_testing::numpy_cat", mutates_args=())
def numpy_cat(xs: Sequence[Tensor], dim: int) -> Tensor:
    """Tensors one after another."""
    assert len(xs) > 0
    return _tensor(np.concatenate([to_numpy(x) for x in xs], axis=dim), xs[0])


@numpy_cat.register_fake
def _(xs: Sequence[Tensor], dim: int) -> Any:
    return _cat(list(xs), dim=dim)


def _keep_cat(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.sizes, ctx.dim = [x.shape[inputs[1]] for x in inputs[0]], inputs[1]


def _cat_backward(ctx: Any, grad_out: Tensor) -> Any:
    places = [int(place) for place in np.cumsum(ctx.sizes)[:-1]]
    return list(numpy_split_copy(grad_out, places, ctx.dim)), None


def _cat_vmap(info: Any, in_dims: Any, xs: Sequence[Tensor], dim: int) -> Any:
    moved = [_first(x, at, info.batch_size) for x, at in zip(xs, in_dims[0], strict=True)]
    return numpy_cat(moved, dim if dim < 0 else dim + 1), _FIRST


numpy_cat.register_autograd(_cat_backward, setup_context=_keep_cat)
numpy_cat.register_vmap(_cat_vmap)


@custom_op("_torch_testing::numpy_split_copy", mutates_args=())
def numpy_split_copy(x: Tensor, splits: Sequence[int], dim: int) -> list[Tensor]:
    """Copies of the parts between places of a dimension."""
    return [_tensor(part, x) for part in np.split(to_numpy(x), list(splits), axis=dim)]


@numpy_split_copy.register_fake
def _(x: Tensor, splits: Sequence[int], dim: int) -> Any:
    return [part.clone() for part in x.tensor_split(list(splits), dim)]


def _keep_dim(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.dim = inputs[2]


def _split_vmap(info: Any, in_dims: Any, x: Tensor, splits: Sequence[int], dim: int) -> Any:
    parts = numpy_split_copy(x.movedim(in_dims[0], 0), splits, dim if dim < 0 else dim + 1)
    return parts, [0] * len(parts)


numpy_split_copy.register_autograd(
    lambda ctx, grads: (numpy_cat(grads, dim=ctx.dim), None, None), setup_context=_keep_dim
)
numpy_split_copy.register_vmap(_split_vmap)


@custom_op("_torch_testing::numpy_split_copy_with_int", mutates_args=())
def numpy_split_copy_with_int(x: Tensor, splits: Sequence[int], dim: int) -> tuple[list[Tensor], int]:
    """`numpy_split_copy`, and how many places there are."""
    return [_tensor(part, x) for part in np.split(to_numpy(x), list(splits), axis=dim)], len(splits)


@numpy_split_copy_with_int.register_fake
def _(x: Tensor, splits: Sequence[int], dim: int) -> Any:
    return [part.clone() for part in x.tensor_split(list(splits), dim)], len(splits)


def _split_with_int_vmap(info: Any, in_dims: Any, x: Tensor, splits: Sequence[int], dim: int) -> Any:
    parts, count = numpy_split_copy_with_int(x.movedim(in_dims[0], 0), splits, dim if dim < 0 else dim + 1)
    return (parts, count), ([0] * len(parts), None)


numpy_split_copy_with_int.register_autograd(
    lambda ctx, grads, _: (numpy_cat(grads, dim=ctx.dim), None, None), setup_context=_keep_dim
)
numpy_split_copy_with_int.register_vmap(_split_with_int_vmap)


# ---- operators whose fake kernels are registered in different ways

lib: Final = Library("_torch_testing", "FRAGMENT")
for _number in range(4):
    lib.define(f"source{_number}(Tensor x) -> Tensor")


def source_fake(x: Tensor) -> Any:
    """A fake kernel."""
    return x.clone()


register_fake("_torch_testing::source0", lib=lib)(source_fake)
register_fake("_torch_testing::source1", source_fake, lib=lib)
lib._register_fake("source2", source_fake)
lib._register_fake("source3", lambda x: x.clone())


@custom_op("_torch_testing::source4", mutates_args=())
def source4(x: Tensor) -> Tensor:
    """A copy."""
    return x.clone()


@custom_op("_torch_testing::source5", mutates_args=())
def source5(x: Tensor) -> Tensor:
    """A copy."""
    return x.clone()


source4.register_fake(source_fake)
source5.register_fake(lambda x: x.clone())


# ---- samples


def _samples(op: Any, *, differentiable: bool = True) -> Any:
    def draw(info: Any, device: Any, dtype: Any, requires_grad: bool, **options: Any) -> Iterator[SampleInput]:
        def make(*shape: int, low: float = 0.9, high: float = 2, grad: bool = requires_grad) -> Tensor:
            return make_tensor(
                shape, dtype=dtype, device=device, low=low, high=high, requires_grad=grad and differentiable
            )

        yield from _ARGUMENTS[op](make)

    return draw


def _cubes(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(1))


def _muls(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(4), args=(make(3, 4),))


def _mul_scalars(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(4), kwargs={"scalar": 3.14})


def _sorts(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(3, 5), args=(1,))


def _takes(make: Any) -> Iterator[SampleInput]:
    _, order, inverse = numpy_sort(make(3, 5), 1)
    yield SampleInput(make(3, 5), args=(order, inverse, 1))


def _nonzeros(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(10) * from_numpy(np.arange(10) % 2).to(make(1).dtype))


def _nmses(make: Any) -> Iterator[SampleInput]:
    low, sides = make(64, 2, low=0, high=50), make(64, 2, low=1, high=9)
    yield SampleInput(_cat([low, low + sides], 1), args=(make(64, low=0, high=9), 0.6))


def _view_copies(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(2, 3, 4), args=([2, 12],))


def _cats(make: Any) -> Iterator[SampleInput]:
    yield SampleInput([make(2, 3, 4), make(4, 3, 4), make(5, 3, 4)], args=(0,))


def _splits(make: Any) -> Iterator[SampleInput]:
    yield SampleInput(make(2, 9), args=([1, 3, 6], 1))


_ARGUMENTS: Final = {
    numpy_cube: _cubes,
    numpy_mul: _muls,
    numpy_mul_scalar: _mul_scalars,
    numpy_sort: _sorts,
    numpy_take: _takes,
    numpy_nonzero: _nonzeros,
    numpy_nms: _nmses,
    numpy_view_copy: _view_copies,
    numpy_cat: _cats,
    numpy_split_copy: _splits,
    numpy_split_copy_with_int: _splits,
}
_NAMES: Final = {numpy_nms: "NumpyNMSCustomOp"}
_DTYPES: Final = tuple(
    DTYPES[name] for name in ("float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8")
)


def _title(op: Any) -> str:
    return _NAMES.get(op) or f"{op._name.title().replace('_', '')}CustomOp"


CUSTOM_OPERATORS: Final = [
    OpInfo(
        _title(op),
        op=op._opoverload,
        dtypes=_DTYPES,
        sample_inputs_func=_samples(op, differentiable=op not in (numpy_nonzero, numpy_nms)),
        supports_autograd=op not in (numpy_nonzero, numpy_nms),
    )
    for op in _ARGUMENTS
]
