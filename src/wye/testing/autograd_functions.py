# ruff: noqa: D102 - `Function` says what its methods are
"""Functions with backwards of their own, with samples: for tests of what takes `autograd.Function`.

Cold path.  Some compute on NumPy and bring a rule for vmap; the others compute with operators, and have one generated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.functions import function
from wye.autograd.function import Function, once_differentiable
from wye.schema.values import DTYPES
from wye.tensors import Tensor, from_numpy
from wye.testing.custom_op_db import to_numpy
from wye.testing.dtype_groups import GROUPS
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import OpInfo, SampleInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "FUNCTIONS", "CubeGenVmap", "ForwardHasDefaultArgs", "MulGenVmap", "NumpyCube", "NumpyCubeNotComposable",
    "NumpyExp_", "NumpyMul", "NumpySort", "NumpyTake", "ScaleGradGenVmap", "Select", "SelectGenVmap", "SortGenVmap",
    "TakeGenVmap", "ZeroGradientsGenVmap",
]  # fmt: skip

_argsort, _sort, _gather = function("argsort"), function("sort"), function("gather")


def _tensor(array: Any, like: Tensor) -> Tensor:
    return from_numpy(np.array(array)).to(like.device)


def _in_front(tensor: Tensor, dim: int | None, size: int) -> Tensor:
    """A tensor with its batch dimension in front; one without gets one."""
    return tensor.expand(size, *tensor.shape) if dim is None else tensor.movedim(dim, 0)


def _inner(dim: int, ndim: int) -> int:
    """A dimension of an example, in a batch of them."""
    return (dim % ndim) + 1


# ---- elementwise


class NumpyCube(Function):
    """Cubes, and their derivatives."""

    @staticmethod
    def forward(input: Tensor) -> Any:
        array = to_numpy(input)
        return _tensor(array**3, input), _tensor(3 * array**2, input)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        kept = inputs[0], output[1]
        ctx.save_for_backward(*kept)
        ctx.save_for_forward(*kept)

    @staticmethod
    def backward(ctx: Any, grad: Any, grad_slope: Any) -> Any:
        x, slope = ctx.saved_tensors
        return NumpyMul.apply(grad, slope) + 6 * NumpyMul.apply(grad_slope, x)

    @staticmethod
    def vmap(info: Any, in_dims: Any, input: Tensor) -> Any:
        return NumpyCube.apply(input), (in_dims[0], in_dims[0])

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor) -> Any:
        x, slope = ctx.saved_tensors
        return NumpyMul.apply(tangent, slope), 6 * NumpyMul.apply(tangent, x)


class CubeGenVmap(Function):
    """The same, with operators."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Tensor) -> Any:
        return x**3, 3 * x**2

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, outputs: Any) -> None:
        kept = inputs[0], outputs[1]
        ctx.save_for_backward(*kept)
        ctx.save_for_forward(*kept)

    @staticmethod
    def backward(ctx: Any, grad: Any, grad_slope: Any) -> Any:
        x, slope = ctx.saved_tensors
        return grad * slope + 6 * grad_slope * x

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor) -> Any:
        x, slope = ctx.saved_tensors
        return MulGenVmap.apply(tangent, slope), 6 * NumpyMul.apply(tangent, x)


class NumpyCubeNotComposable(Function):
    """Cubes whose backward has no derivative; what it needs is an array."""

    @staticmethod
    def forward(input: Tensor) -> Any:
        array = to_numpy(input)
        return _tensor(array**3, input), array

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.device, ctx.array = inputs[0].device, output[1]

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor, _: Any) -> Any:
        return _tensor(3 * ctx.array**2 * to_numpy(grad), grad)


class NumpyMul(Function):
    """Products."""

    @staticmethod
    def forward(x: Tensor, y: Tensor) -> Any:
        return _tensor(to_numpy(x) * to_numpy(y), x)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        x, y = ctx.saved_tensors
        needs_x, needs_y = ctx.needs_input_grad
        return (
            NumpyMul.apply(grad, y).sum_to_size(x.shape) if needs_x else None,
            NumpyMul.apply(grad, x).sum_to_size(y.shape) if needs_y else None,
        )

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor, y: Tensor) -> Any:
        ndim = max(t.dim() - (dim is not None) for t, dim in zip((x, y), in_dims, strict=True))

        def aligned(t: Tensor, dim: int | None) -> Tensor:
            moved = _in_front(t, dim, info.batch_size)
            return moved.reshape(info.batch_size, *(1,) * (ndim + 1 - moved.dim()), *moved.shape[1:])

        return NumpyMul.apply(aligned(x, in_dims[0]), aligned(y, in_dims[1])), 0

    @staticmethod
    def jvp(ctx: Any, x_tangent: Tensor, y_tangent: Tensor) -> Any:
        x, y = ctx.saved_tensors
        return x_tangent * y + y_tangent * x


class MulGenVmap(Function):
    """The same, with operators."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Tensor, y: Tensor) -> Any:
        return x * y

    setup_context = NumpyMul.setup_context
    jvp = NumpyMul.jvp

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        x, y = ctx.saved_tensors
        needs_x, needs_y = ctx.needs_input_grad
        return (
            MulGenVmap.apply(grad, y).sum_to_size(x.shape) if needs_x else None,
            MulGenVmap.apply(grad, x).sum_to_size(y.shape) if needs_y else None,
        )


class NumpyExp_(Function):  # noqa: N801 - PyTorch's name
    """Powers of e, written over the argument."""

    @staticmethod
    def forward(x: Tensor) -> Any:
        array = x.numpy()
        np.exp(array, array)
        return x

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_dirty(inputs[0])
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        (output,) = ctx.saved_tensors
        return NumpyMul.apply(grad, output)

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor) -> Any:
        NumpyExp_.apply(x)
        return x, in_dims[0]

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor) -> Any:
        (output,) = ctx.saved_tensors
        tangent.mul_(output)
        return tangent


# ---- order


def _keep_order(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.mark_non_differentiable(*output[1:])
    ctx.save_for_backward(*output[1:])
    ctx.save_for_forward(*output[1:])
    ctx.dim = inputs[1]


class NumpySort(Function):
    """Sorted elements, where they come from, and where they went."""

    @staticmethod
    def forward(x: Tensor, dim: int) -> Any:
        array = to_numpy(x)
        order = np.argsort(array, axis=dim)
        inverse = np.argsort(order, axis=dim)
        return _tensor(np.take_along_axis(array, order, axis=dim), x), _tensor(order, x), _tensor(inverse, x)

    setup_context = staticmethod(_keep_order)

    @staticmethod
    def backward(ctx: Any, grad: Tensor, _order: Any, _inverse: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return NumpyTake.apply(grad, inverse, order, ctx.dim), None

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor, dim: int) -> Any:
        moved = x.movedim(in_dims[0], 0)
        return NumpySort.apply(moved, _inner(dim, x.dim() - 1)), (0, 0, 0)

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return NumpyTake.apply(tangent, order, inverse, ctx.dim), None, None


class SortGenVmap(Function):
    """The same, with operators."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Tensor, dim: int) -> Any:
        order = _argsort(x, dim=dim)
        return _gather(x, dim, order), order, _argsort(order, dim=dim)

    setup_context = staticmethod(_keep_order)

    @staticmethod
    def backward(ctx: Any, grad: Tensor, _order: Any, _inverse: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return TakeGenVmap.apply(grad, inverse, order, ctx.dim), None

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return TakeGenVmap.apply(tangent, order, inverse, ctx.dim), None, None


def _keep_places(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.save_for_backward(*inputs[1:3])
    ctx.save_for_forward(*inputs[1:3])
    ctx.dim = inputs[3]


class NumpyTake(Function):
    """Elements in another order; the third argument puts them back."""

    @staticmethod
    def forward(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Any:
        return _tensor(np.take_along_axis(to_numpy(x), to_numpy(ind), dim), x)

    setup_context = staticmethod(_keep_places)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        order, inverse = ctx.saved_tensors
        return NumpyTake.apply(grad, inverse, order, ctx.dim), None, None, None

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Any:
        ndim = x.dim() - (in_dims[0] is not None)
        moved = [_in_front(t, at, info.batch_size) for t, at in zip((x, ind, ind_inv), in_dims[:3], strict=True)]
        return NumpyTake.apply(*moved, _inner(dim, ndim)), 0

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _ind: Any, _ind_inv: Any, _dim: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return NumpyTake.apply(tangent, order, inverse, ctx.dim)


class TakeGenVmap(Function):
    """The same, with operators."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Tensor, ind: Tensor, ind_inv: Tensor, dim: int) -> Any:
        return _gather(x, dim, ind)

    setup_context = staticmethod(_keep_places)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        order, inverse = ctx.saved_tensors
        return TakeGenVmap.apply(grad, inverse, order, ctx.dim), None, None, None

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _ind: Any, _ind_inv: Any, _dim: Any) -> Any:
        order, inverse = ctx.saved_tensors
        return TakeGenVmap.apply(tangent, order, inverse, ctx.dim)


# ---- views


class Select(Function):
    """One row."""

    @staticmethod
    def forward(x: Tensor, idx: int) -> Any:
        return x[idx]

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.shape, ctx.idx = inputs[0].shape, inputs[1]

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        made = grad.new_zeros(ctx.shape)
        made[ctx.idx] = grad
        return made, None

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor, idx: int) -> Any:
        return Select.apply(x.movedim(in_dims[0], 1), idx), 0

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _: Any) -> Any:
        return Select.apply(tangent, ctx.idx)


class SelectGenVmap(Function):
    """The same, with a generated rule."""

    generate_vmap_rule = True
    forward = Select.forward
    setup_context = Select.setup_context
    backward = Select.backward

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _: Any) -> Any:
        return SelectGenVmap.apply(tangent, ctx.idx)


# ---- gradients that are not those of forward


class ScaleGradGenVmap(Function):
    """A copy with scaled gradients."""

    generate_vmap_rule = True
    scale = 3.14

    @staticmethod
    def forward(x: Tensor) -> Any:
        return x.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, outputs: Any) -> None:
        pass

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        return grad * ScaleGradGenVmap.scale

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor) -> Any:
        return tangent * ScaleGradGenVmap.scale


class ZeroGradientsGenVmap(Function):
    """Two copies with gradients of zero."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x: Tensor, y: Tensor) -> Any:
        return x.clone(), y.clone()

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, outputs: Any) -> None:
        pass

    @staticmethod
    def backward(ctx: Any, gx: Tensor, gy: Tensor) -> Any:
        return gx.new_zeros(gx.shape), gy.new_zeros(gy.shape)

    jvp = backward


class ForwardHasDefaultArgs(Function):
    """One row, by default the third."""

    @staticmethod
    def forward(x: Tensor, idx: int = 2) -> Any:
        return x[idx]

    setup_context = Select.setup_context
    backward = Select.backward

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Tensor, idx: int) -> Any:
        return ForwardHasDefaultArgs.apply(x.movedim(in_dims[0], 1), idx), 0

    @staticmethod
    def jvp(ctx: Any, tangent: Tensor, _: Any) -> Any:
        return ForwardHasDefaultArgs.apply(tangent, ctx.idx)


# ---- samples

_Make = Any  # make(*shape): a tensor of random numbers
_DTYPES: Final = GROUPS["all_types_and"](DTYPES["bool"], DTYPES["float16"])


def _takes(make: _Make) -> tuple[Any, ...]:
    order = make(3, 5).detach().argsort(1)
    return make(3, 5), order, order.argsort(1), 1


def _info(name: str, op: Any, arguments: Callable[[_Make], tuple[Any, ...]], *, composes: bool = True) -> OpInfo:
    def samples(info: OpInfo, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterator[SampleInput]:
        def make(*shape: int, **bounds: Any) -> Tensor:
            return make_tensor(shape, dtype=dtype, device=device, requires_grad=requires_grad, **bounds)

        first, *rest = arguments(make)
        yield SampleInput(first, args=rest)

    return OpInfo(
        f"{name}AutogradFunction", op=op, dtypes=_DTYPES, sample_inputs_func=samples, supports_out=False,
        supports_forward_ad=composes, supports_fwgrad_bwgrad=composes, supports_gradgrad=op is not _cube_once,
    )  # fmt: skip


def _exp_of_copy(x: Tensor) -> Any:
    return NumpyExp_.apply(x.clone())


def _cube_once(x: Tensor) -> Any:
    return NumpyCubeNotComposable.apply(x)[0]


def _one(make: _Make) -> tuple[Any, ...]:
    return (make(1, low=0.8, high=2),)


def _two(make: _Make) -> tuple[Any, ...]:
    return make(4, low=0.9, high=2), make(3, 4, low=0.9, high=2)


def _along(make: _Make) -> tuple[Any, ...]:
    return make(3, 5), 1


def _row(make: _Make) -> tuple[Any, ...]:
    return make(3, 5), 2


def _table() -> Iterable[OpInfo]:
    yield _info("NumpyCube", NumpyCube.apply, _one)
    yield _info("NumpyExpMarkDirty", _exp_of_copy, _one)
    yield _info("NumpyMul", NumpyMul.apply, _two)
    yield _info("NumpyCubeNotComposable", _cube_once, _one, composes=False)
    yield _info("NumpySort", NumpySort.apply, _along, composes=False)
    yield _info("NumpyTake", NumpyTake.apply, _takes, composes=False)
    yield _info("Select", Select.apply, _row)
    yield _info("CubeGenVmap", CubeGenVmap.apply, _one)
    yield _info("MulGenVmap", MulGenVmap.apply, _two)
    yield _info("SortGenVmap", SortGenVmap.apply, _along)
    yield _info("SelectGenVmap", SelectGenVmap.apply, _row)
    yield _info("ScaleGradGenVmap", ScaleGradGenVmap.apply, _one)
    yield _info("ZeroGradientsGenVmap", ZeroGradientsGenVmap.apply, _two)
    yield _info("ForwardHasDefaultArgs", ForwardHasDefaultArgs.apply, lambda make: (make(3, 5),))


FUNCTIONS: Final = list(_table())
