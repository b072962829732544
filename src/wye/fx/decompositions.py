"""Decompositions: operators in terms of simpler ones, as functions for the tables that tracing takes.

`get_decompositions` makes a table for some operators; `register_decomposition` adds one.  Low precision is computed in
float32 where PyTorch's decompositions do that.
"""

from __future__ import annotations

from functools import wraps
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverload, OpOverloadPacket, ops
from wye.schema.tags import Tag
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "core_aten_decompositions",
    "decomposition_table",
    "default_decompositions",
    "get_decompositions",
    "register_decomposition",
]

decomposition_table: Final[dict[OpOverload, Callable[..., Any]]] = {}
_aten: Final[Any] = ops.aten
_BUILT_IN: Final[dict[str, Callable[..., Any]]] = {}
_HALF: Final = (DTYPES["float16"], DTYPES["bfloat16"])


def register_decomposition(aten_op: Any, registry: dict[Any, Any] | None = None) -> Callable[[Any], Any]:
    """Add a decomposition of an operator, of all overloads of a packet, or of a list of them; a decorator.

    Args:
        aten_op: The operators.
        registry: The table; `decomposition_table` without it.

    Raises:
        RuntimeError: an operator has one already.
    """

    def register(fn: Any) -> Any:
        table = decomposition_table if registry is None else registry
        for op in _overloads(aten_op):
            if op in table:
                raise RuntimeError(f"duplicate registrations for {op}")
            table[op] = fn
        return fn

    return register


def get_decompositions(aten_ops: Sequence[Any], type: str = "post_autograd") -> dict[OpOverload, Callable[..., Any]]:
    """The table of decompositions of some operators, by overload; those that have none are left out."""
    found: dict[OpOverload, Callable[..., Any]] = {}
    for asked in aten_ops:
        for op in _overloads(asked):
            fn = decomposition_table.get(op)
            if fn is not None:
                found[op] = fn
    return found


def core_aten_decompositions() -> dict[OpOverload, Callable[..., Any]]:
    """All decompositions that come with wye, but those of operators of PyTorch's core set (`Tag.core`)."""
    packets = [getattr(_aten, name.partition(".")[0]) for name in _BUILT_IN]
    others = [packet for packet in packets if not any(Tag.core in op.tags for op in _overloads(packet))]
    return {op: fn for op, fn in get_decompositions(others).items() if str(op) not in _KEPT}


def _overloads(asked: Any) -> Iterable[OpOverload]:
    if isinstance(asked, OpOverload):
        return [asked]
    if isinstance(asked, OpOverloadPacket):
        return [getattr(asked, name) for name in asked.overloads()]
    return [op for one in asked for op in _overloads(one)]


def _with_out(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The form that writes to tensors given by name."""

    @wraps(fn)
    def call(*args: Any, out: Any = None, grad_input: Any = None, **kwargs: Any) -> Any:
        result, goal = fn(*args, **kwargs), grad_input if out is None else out
        return result if goal is None else _aten.copy_.default(goal, result)

    return call


# What decompositions of others are made of.
_KEPT: Final = frozenset({"aten.var_mean.correction", "aten.var_mean.correction_out"})


def _of(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(fn: Callable[..., Any]) -> Callable[..., Any]:
        _BUILT_IN.update(dict.fromkeys(names, fn))
        return fn

    return register


def _wide(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Compute in float32 where the first tensor is of lower precision."""

    @wraps(fn)
    def call(x: Any, *args: Any, **kwargs: Any) -> Any:
        if x.dtype not in _HALF:
            return fn(x, *args, **kwargs)
        narrow, single = x.dtype, DTYPES["float32"]
        args = tuple(one.to(single) if hasattr(one, "dtype") and one.dtype in _HALF else one for one in args)
        result = fn(x.to(single), *args, **kwargs)
        return tuple(one.to(narrow) for one in result) if isinstance(result, tuple) else result.to(narrow)

    return call


# ---- activations -----------------------------------------------------------------------------------------------------


@_of("gelu")
@_wide
def _gelu(x: Any, *, approximate: str = "none") -> Any:
    if approximate == "tanh":
        inner = (x + x * x * x * 0.044715) * sqrt(2 / 3.141592653589793)
        return (x * 0.5) * (_aten.tanh.default(inner) + 1)
    return (x * 0.5) * (_aten.erf.default(x * 0.7071067811865476) + 1)


@_of("silu")
@_wide
def _silu(x: Any) -> Any:
    return x * x.sigmoid()


@_of("hardtanh")
def _hardtanh(x: Any, min_val: Any = -1.0, max_val: Any = 1.0) -> Any:
    return _aten.clamp.default(x, min_val, max_val)


@_of("leaky_relu")
def _leaky_relu(x: Any, negative_slope: Any = 0.01) -> Any:
    positive = x > 0
    return _aten.where.self(positive, x, x * negative_slope)


@_of("softplus")
@_wide
def _softplus(x: Any, beta: Any = 1, threshold: Any = 20) -> Any:
    scaled = x if beta == 1 else x * beta
    low = scaled.exp().log1p()
    return _aten.where.self(scaled > threshold, x, low if beta == 1 else low / beta)


@_of("elu")
@_wide
def _elu(x: Any, alpha: Any = 1.0, scale: Any = 1.0, input_scale: Any = 1.0) -> Any:
    positive = x > 0
    high = x * float(scale)
    return _aten.where.self(positive, high, (x * float(input_scale)).expm1() * (float(alpha) * float(scale)))


@_of("threshold_backward")
def _threshold_backward(grad: Any, x: Any, threshold: Any) -> Any:
    low = x <= threshold
    return _aten.where.self(low, _scalar(0, grad), grad)


@_of("sigmoid_backward")
@_wide
def _sigmoid_backward(grad: Any, output: Any) -> Any:
    return grad * (output * _aten.rsub.Scalar(output, 1)).conj_physical()


@_of("tanh_backward")
@_wide
def _tanh_backward(grad: Any, output: Any) -> Any:
    return grad * _aten.rsub.Scalar(output * output, 1).conj_physical()


def _scalar(value: Any, like: Any) -> Any:
    return _aten.scalar_tensor.default(value, dtype=like.dtype, layout=like.layout, device=like.device)


# ---- normalisation and losses ----------------------------------------------------------------------------------------


@_of("_softmax")
@_wide
def _softmax(x: Any, dim: int, half_to_float: bool) -> Any:
    if x.numel() == 0:
        return x.exp()
    raised = (x - _aten.amax.default(x, [dim], True)).exp()
    return raised / _aten.sum.dim_IntList(raised, [dim], True)


@_of("_log_softmax")
@_wide
def _log_softmax(x: Any, dim: int, half_to_float: bool) -> Any:
    if x.numel() == 0:
        return x.clone()
    shifted = x - _aten.amax.default(x, [dim], True)
    return shifted - _aten.sum.dim_IntList(shifted.exp(), [dim], True).log()


@_of("native_layer_norm")
@_wide
def _native_layer_norm(x: Any, normalized_shape: Sequence[int], weight: Any, bias: Any, eps: float) -> Any:
    dims = list(range(x.dim() - len(normalized_shape), x.dim()))
    variance, mean = _aten.var_mean.correction(x, dims, correction=0, keepdim=True)
    scale = (variance + eps).rsqrt()
    out = (x - mean) * scale
    out = out if weight is None else out * weight
    return (out if bias is None else out + bias), mean, scale


@_of("mse_loss")
@_wide
def _mse_loss(x: Any, target: Any, reduction: int = 1) -> Any:
    squares = _aten.pow.Tensor_Scalar(x - target, 2)
    return squares.mean() if reduction == 1 else squares.sum() if reduction == 2 else squares


@_of("std")
def _std(x: Any, dim: Any = None, unbiased: Any = None, keepdim: bool = False, *, correction: Any = None) -> Any:
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1.0 if unbiased is None or unbiased else 0.0
    return _aten.sqrt.default(_aten.var.correction(x, dim, correction=correction, keepdim=keepdim))


@_of("var_mean")
def _var_mean(x: Any, dim: Any = None, unbiased: Any = None, keepdim: bool = False, *, correction: Any = None) -> Any:
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1.0 if unbiased is None or unbiased else 0.0
    variance = _aten.var.correction(x, dim, correction=correction, keepdim=keepdim)
    return variance, _aten.mean.dim(x, dim, keepdim)


@_of("std_mean")
def _std_mean(x: Any, dim: Any = None, unbiased: Any = None, keepdim: bool = False, *, correction: Any = None) -> Any:
    variance, mean = _var_mean(x, dim, unbiased, keepdim, correction=correction)
    return _aten.sqrt.default(variance), mean


# ---- arithmetic ------------------------------------------------------------------------------------------------------


@_of("addmm")
def _addmm(x: Any, mat1: Any, mat2: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    product = _aten.mm.default(mat1, mat2) * alpha
    return product if beta == 0 else product + x * beta


@_of("addcmul")
def _addcmul(x: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
    return x + tensor1 * value * tensor2


@_of("addcdiv")
def _addcdiv(x: Any, tensor1: Any, tensor2: Any, *, value: Any = 1) -> Any:
    return x + tensor1 * value / tensor2


@_of("lerp")
def _lerp(start: Any, end: Any, weight: Any) -> Any:
    if isinstance(weight, (int, float, complex)):
        weight = start.new_full([], weight)
    late = weight.abs() >= 0.5
    factor = _aten.where.self(late, weight - 1, weight)
    base = _aten.where.self(late, end, start)
    return factor * (end - start) + base


@_of("rsub")
def _rsub(x: Any, other: Any, alpha: Any = 1) -> Any:
    return _aten.sub.Tensor(other, x, alpha=alpha)


@_of("clamp_min")
def _clamp_min(x: Any, low: Any) -> Any:
    return _aten.clamp.Tensor(x, low) if hasattr(low, "dtype") else _aten.clamp.default(x, low)


@_of("masked_fill")
def _masked_fill(x: Any, mask: Any, value: Any) -> Any:
    value = value if hasattr(value, "dtype") else _scalar(value, x)
    return _aten.where.self(mask, value, x)


# ---- shapes ----------------------------------------------------------------------------------------------------------


@_of("t")
def _t(x: Any) -> Any:
    return x if x.dim() < 2 else _aten.transpose.int(x, 0, 1)


@_of("stack")
def _stack(tensors: Sequence[Any], dim: int = 0) -> Any:
    dim = dim + tensors[0].dim() + 1 if dim < 0 else dim
    if dim < tensors[0].dim():
        joined = _aten.cat.default(list(tensors), dim)
        shape = list(tensors[0].shape)
        return _aten.view.default(joined, [*shape[:dim], len(tensors), *shape[dim:]])
    return _aten.cat.default([_aten.unsqueeze.default(one, dim) for one in tensors], dim)


@_of("split.Tensor")
def _split(x: Any, split_size: int, dim: int = 0) -> Any:
    size = x.shape[dim]
    if split_size == 0:
        return [x.detach()]
    sizes = [split_size] * (size // split_size) + ([size % split_size] if size % split_size or not size else [])
    return _aten.split_with_sizes.default(x, sizes, dim) if dim else _aten.split_with_sizes.default(x, sizes)


@_of("index_add")
def _index_add(x: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    values = source if alpha == 1 else source * alpha
    dim = dim % max(x.dim(), 1)
    at = [None] * dim + [index]
    return _aten.index_put.default(x, at, values, True)


@_of("tril")
def _tril(x: Any, diagonal: int = 0) -> Any:
    height, width = x.shape[-2:]
    columns = _places(width, x).unsqueeze(-2)
    rows = _places(height, x).unsqueeze(-1)
    inside = _aten.le.Scalar(columns - rows, diagonal)
    return _aten.where.self(inside, x, _scalar(0, x))


def _places(size: int, like: Any) -> Any:
    return _aten.arange.default(size, device=like.device, pin_memory=False)


def _fill() -> None:
    """Put what comes with wye into the table: functions that give a result, or write it where an operator does."""
    for name, fn in _BUILT_IN.items():
        packet, _, overload = name.partition(".")
        found = getattr(_aten, packet)
        for op in [getattr(found, overload)] if overload else _overloads(found):
            decomposition_table[op] = _with_out(fn) if "out" in op._overloadname or op._schema.is_mutable else fn


_fill()

# What programs that make forward and backward graphs usually take apart: activations, their gradients and masks.
default_decompositions: Final = get_decompositions(
    [
        getattr(_aten, name)
        for name in (
            "elu", "hardtanh", "leaky_relu", "masked_fill", "sigmoid_backward", "tanh_backward", "threshold_backward",
        )
    ]
)  # fmt: skip
