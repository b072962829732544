# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# The functions of `wye`.
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Sequence
from typing import TypeAlias, overload

from wye import return_types
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors.dense import Tensor
from wye.tensors.generator import Generator
from wye.tensors.storage import Storage

_Number: TypeAlias = _int | _float | _bool | _complex

from wye.functional import atleast_1d as atleast_1d
from wye.functional import atleast_2d as atleast_2d
from wye.functional import atleast_3d as atleast_3d
from wye.functional import block_diag as block_diag
from wye.functional import broadcast_shapes as broadcast_shapes
from wye.functional import broadcast_tensors as broadcast_tensors
from wye.functional import cartesian_prod as cartesian_prod
from wye.functional import cdist as cdist
from wye.functional import chain_matmul as chain_matmul
from wye.functional import einsum as einsum
from wye.functional import lu as lu
from wye.functional import meshgrid as meshgrid
from wye.functional import norm as norm
from wye.functional import pca_lowrank as pca_lowrank
from wye.functional import split as split
from wye.functional import stft as stft
from wye.functional import svd_lowrank as svd_lowrank
from wye.functional import tensordot as tensordot
from wye.functional import unique as unique
from wye.functional import unique_consecutive as unique_consecutive
from wye.functional import unravel_index as unravel_index
def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def abs_(input: Tensor) -> Tensor: ...
def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def absolute_(input: Tensor) -> Tensor: ...
def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def acos_(input: Tensor) -> Tensor: ...
def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def acosh_(input: Tensor) -> Tensor: ...
@overload
def adaptive_avg_pool1d(input: Tensor, output_size: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool1d(input: Tensor, *output_size: int, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool2d(input: Tensor, output_size: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool2d(input: Tensor, *output_size: int, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool3d(input: Tensor, output_size: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_avg_pool3d(input: Tensor, *output_size: int, out: Tensor | None = None) -> Tensor: ...
@overload
def adaptive_max_pool1d(input: Tensor, output_size: int | Sequence[int]) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool1d(input: Tensor, *output_size: int) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool2d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool2d(
    input: Tensor,
    *output_size: int,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool3d(
    input: Tensor,
    output_size: int | Sequence[int],
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def adaptive_max_pool3d(
    input: Tensor,
    *output_size: int,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def add(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def add(input: Tensor | _Number, other: _Number, alpha: _Number = 1, *, out: Tensor | None = None) -> Tensor: ...
@overload
def add_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def add_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor: ...
def addcdiv(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addcdiv_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor: ...
def addcmul(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    *,
    value: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addcmul_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: _Number = 1) -> Tensor: ...
@overload
def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addmm_(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor: ...
def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor: ...
def addr(
    input: Tensor,
    vec1: Tensor,
    vec2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def addr_(input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor: ...
def adjoint(input: Tensor) -> Tensor: ...
def affine_grid_generator(
    theta: Tensor,
    size: Sequence[int],
    align_corners: bool,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def alias(input: Tensor) -> Tensor: ...
def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def all(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def all(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def all(
    input: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def allclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool: ...
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
def alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
def amax(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def amin(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def aminmax(
    input: Tensor,
    *,
    dim: int | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.aminmax: ...
def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def any(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def any(input: Tensor, dim: int, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def any(
    input: Tensor,
    dim: Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def arange(
    end: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
) -> Tensor: ...
@overload
def arange(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccos_(input: Tensor) -> Tensor: ...
def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arccosh_(input: Tensor) -> Tensor: ...
def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsin_(input: Tensor) -> Tensor: ...
def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arcsinh_(input: Tensor) -> Tensor: ...
def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctan2_(input: Tensor, other: Tensor) -> Tensor: ...
def arctan_(input: Tensor) -> Tensor: ...
def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def arctanh_(input: Tensor) -> Tensor: ...
def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor: ...
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def argsort(input: Tensor, dim: int = -1, descending: bool = False) -> Tensor: ...
@overload
def argsort(
    input: Tensor,
    *,
    stable: bool,
    dim: int = -1,
    descending: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def argwhere(input: Tensor) -> Tensor: ...
def as_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor: ...
def as_strided_(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
) -> Tensor: ...
def as_strided_copy(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def as_strided_scatter(
    input: Tensor,
    src: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    storage_offset: int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def asin_(input: Tensor) -> Tensor: ...
def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def asinh_(input: Tensor) -> Tensor: ...
def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atan2_(input: Tensor, other: Tensor) -> Tensor: ...
def atan_(input: Tensor) -> Tensor: ...
def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def atanh_(input: Tensor) -> Tensor: ...
def avg_pool1d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def avg_pool2d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def avg_pool2d_backward(
    grad_output: Tensor,
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def avg_pool3d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    out_dtype: dtype,
    *,
    beta: _Number = 1,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def baddbmm_(input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Tensor: ...
def batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor: ...
@overload
def bernoulli(input: Tensor, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: float, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: Tensor, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def bernoulli(input: Tensor, p: float = 0.5, *, generator: Generator | None = None, out: Tensor) -> Tensor: ...
@overload
def bernoulli_(input: Tensor, p: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def bernoulli_(input: Tensor, p: float = 0.5, *, generator: Generator | None = None) -> Tensor: ...
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor: ...
def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def bincount(
    input: Tensor,
    weights: Tensor | None = None,
    minlength: int = 0,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def bitwise_and(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bitwise_and(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_and_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
@overload
def bitwise_left_shift(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bitwise_left_shift(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_left_shift_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_not_(input: Tensor) -> Tensor: ...
@overload
def bitwise_or(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bitwise_or(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_or_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
@overload
def bitwise_right_shift(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bitwise_right_shift(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_right_shift_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def bitwise_xor(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bitwise_xor(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def bitwise_xor_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
@overload
def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def bmm(input: Tensor, mat2: Tensor, out_dtype: dtype, *, out: Tensor | None = None) -> Tensor: ...
@overload
def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor: ...
@overload
def broadcast_to(input: Tensor, *size: int) -> Tensor: ...
def bucketize(
    input: Tensor | _Number,
    boundaries: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def cat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def cauchy(
    input: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def cauchy_(
    input: Tensor,
    median: float = 0.0,
    sigma: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def ceil_(input: Tensor) -> Tensor: ...
def celu(input: Tensor, alpha: _Number = 1.0, *, out: Tensor | None = None) -> Tensor: ...
def celu_(input: Tensor, alpha: _Number = 1.0) -> Tensor: ...
def channel_shuffle(input: Tensor, groups: int, *, out: Tensor | None = None) -> Tensor: ...
def cholesky(input: Tensor, upper: bool = False, *, out: Tensor | None = None) -> Tensor: ...
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def clamp(
    input: Tensor,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def clamp(
    input: Tensor,
    min: Tensor | None = None,
    max: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def clamp_(input: Tensor, min: _Number | None = None, max: _Number | None = None) -> Tensor: ...
@overload
def clamp_(input: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> Tensor: ...
def clamp_max(input: Tensor, max: _Number | Tensor, *, out: Tensor | None = None) -> Tensor: ...
def clamp_max_(input: Tensor, max: _Number | Tensor) -> Tensor: ...
def clamp_min(input: Tensor, min: _Number | Tensor, *, out: Tensor | None = None) -> Tensor: ...
def clamp_min_(input: Tensor, min: _Number | Tensor) -> Tensor: ...
@overload
def clip(
    input: Tensor,
    min: _Number | None = None,
    max: _Number | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def clip(
    input: Tensor,
    min: Tensor | None = None,
    max: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def clip_(input: Tensor, min: _Number | None = None, max: _Number | None = None) -> Tensor: ...
@overload
def clip_(input: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> Tensor: ...
def clone(input: Tensor, *, memory_format: memory_format | None = None, out: Tensor | None = None) -> Tensor: ...
def col2im(
    input: Tensor,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor: ...
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def concat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def concatenate(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def conj(input: Tensor) -> Tensor: ...
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def conj_physical_(input: Tensor) -> Tensor: ...
def constant_pad_nd(input: Tensor, pad: Sequence[int], value: _Number = 0, *, out: Tensor | None = None) -> Tensor: ...
def contiguous(input: Tensor, *, memory_format: memory_format = ...) -> Tensor: ...
@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1,),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1,),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Tensor: ...
@overload
def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: str = 'valid',
    dilation: int | Sequence[int] = (1, 1, 1),
    groups: int = 1,
) -> Tensor: ...
def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1,),
    padding: int | Sequence[int] = (0,),
    output_padding: int | Sequence[int] = (0,),
    groups: int = 1,
    dilation: int | Sequence[int] = (1,),
) -> Tensor: ...
def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1),
    padding: int | Sequence[int] = (0, 0),
    output_padding: int | Sequence[int] = (0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1),
) -> Tensor: ...
def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[int] = (1, 1, 1),
    padding: int | Sequence[int] = (0, 0, 0),
    output_padding: int | Sequence[int] = (0, 0, 0),
    groups: int = 1,
    dilation: int | Sequence[int] = (1, 1, 1),
) -> Tensor: ...
def convolution(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def convolution_backward(
    grad_output: Tensor,
    input: Tensor,
    weight: Tensor,
    bias_sizes: Sequence[int] | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def copy(
    input: Tensor | _Number,
    src: Tensor | _Number,
    non_blocking: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def copy_(input: Tensor, src: Tensor | _Number, non_blocking: bool = False) -> Tensor: ...
def copysign(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def copysign_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def cos_(input: Tensor) -> Tensor: ...
def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def cosh_(input: Tensor) -> Tensor: ...
def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor: ...
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, dim: Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, *dim: int, out: Tensor | None = None) -> Tensor: ...
def cross(input: Tensor, other: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor: ...
def cross_entropy_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Tensor: ...
def cummax(input: Tensor, dim: int, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.cummax: ...
def cummin(input: Tensor, dim: int, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.cummin: ...
def cumprod(input: Tensor, dim: int, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor: ...
def cumprod_(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
def cumsum(input: Tensor, dim: int, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor: ...
def cumsum_(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
@overload
def cumulative_trapezoid(y: Tensor, x: Tensor, *, dim: int = -1) -> Tensor: ...
@overload
def cumulative_trapezoid(y: Tensor, *, dx: _Number = 1, dim: int = -1) -> Tensor: ...
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def deg2rad_(input: Tensor) -> Tensor: ...
def det(input: Tensor) -> Tensor: ...
def detach(input: Tensor) -> Tensor: ...
def detach_(input: Tensor) -> Tensor: ...
def detach_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def diag_embed(
    input: Tensor,
    offset: int = 0,
    dim1: int = -2,
    dim2: int = -1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def diagflat(input: Tensor, offset: int = 0) -> Tensor: ...
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor: ...
def diagonal_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    offset: int,
    dim1: int,
    dim2: int,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def diagonal_copy(
    input: Tensor,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def diagonal_scatter(
    input: Tensor,
    src: Tensor,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def diff(
    input: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def digamma_(input: Tensor) -> Tensor: ...
def dim(input: Tensor) -> int: ...
def dist(input: Tensor, other: Tensor, p: _Number = 2, *, out: Tensor | None = None) -> Tensor: ...
@overload
def div(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def div(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    rounding_mode: str | None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def div_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
@overload
def div_(input: Tensor, other: Tensor | _Number, *, rounding_mode: str | None) -> Tensor: ...
@overload
def divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def divide(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    rounding_mode: str | None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def divide_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
@overload
def divide_(input: Tensor, other: Tensor | _Number, *, rounding_mode: str | None) -> Tensor: ...
def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
def dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
@overload
def dsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def dsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def elu(
    input: Tensor,
    alpha: _Number = 1,
    scale: _Number = 1,
    input_scale: _Number = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def elu_(input: Tensor, alpha: _Number = 1, scale: _Number = 1, input_scale: _Number = 1) -> Tensor: ...
def embedding(
    weight: Tensor,
    indices: Tensor,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def embedding_bag(
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
@overload
def embedding_bag(
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: Tensor | None,
    include_last_offset: bool,
    padding_idx: int | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
def embedding_dense_backward(
    grad_output: Tensor,
    indices: Tensor,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def empty(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def empty(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def empty_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def empty_permuted(
    size: Sequence[int],
    physical_layout: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def empty_strided(
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def eq(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def eq_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def equal(input: Tensor, other: Tensor) -> bool: ...
def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def erf_(input: Tensor) -> Tensor: ...
def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def erfc_(input: Tensor) -> Tensor: ...
def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def erfinv_(input: Tensor) -> Tensor: ...
def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def exp2_(input: Tensor) -> Tensor: ...
def exp_(input: Tensor) -> Tensor: ...
@overload
def expand(input: Tensor, size: Sequence[int], *, implicit: bool = False) -> Tensor: ...
@overload
def expand(input: Tensor, *size: int, implicit: bool = False) -> Tensor: ...
def expand_as(input: Tensor, other: Tensor) -> Tensor: ...
@overload
def expand_copy(input: Tensor, size: Sequence[int], *, implicit: bool = False, out: Tensor | None = None) -> Tensor: ...
@overload
def expand_copy(input: Tensor, *size: int, implicit: bool = False, out: Tensor | None = None) -> Tensor: ...
def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def expm1_(input: Tensor) -> Tensor: ...
def exponential(
    input: Tensor,
    lambd: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def exponential_(input: Tensor, lambd: float = 1.0, *, generator: Generator | None = None) -> Tensor: ...
@overload
def eye(
    n: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def eye(
    n: int,
    m: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
def feature_alpha_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor: ...
def feature_dropout_(input: Tensor, p: float, train: bool) -> Tensor: ...
def fft_fft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_fft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_fftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_fftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_fftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
def fft_hfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_hfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_hfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ifft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ifft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ifftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ifftshift(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor: ...
def fft_ihfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ihfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_ihfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_irfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_irfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_irfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_rfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_rfft2(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] = (-2, -1),
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_rfftfreq(
    n: int,
    d: float = 1.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def fft_rfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def fill(input: Tensor, value: _Number | Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fill_(input: Tensor, value: _Number | Tensor) -> Tensor: ...
def fill_diagonal_(input: Tensor, fill_value: _Number, wrap: bool = False) -> Tensor: ...
def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fix_(input: Tensor) -> Tensor: ...
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor: ...
@overload
def flip(input: Tensor, dims: Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def flip(input: Tensor, *dims: int, out: Tensor | None = None) -> Tensor: ...
def fliplr(input: Tensor) -> Tensor: ...
def flipud(input: Tensor) -> Tensor: ...
@overload
def float_power(input: Tensor, exponent: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def float_power(input: _Number, exponent: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def float_power_(input: Tensor, exponent: Tensor | _Number) -> Tensor: ...
def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def floor_(input: Tensor) -> Tensor: ...
def floor_divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def floor_divide_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def fmod(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def fmod_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def frac_(input: Tensor) -> Tensor: ...
def frexp(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.frexp: ...
def frobenius_norm(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def full(
    size: Sequence[int],
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def full_like(
    input: Tensor,
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def gather(
    input: Tensor,
    dim: int,
    index: Tensor,
    *,
    sparse_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def gather_backward(grad: Tensor, input: Tensor, dim: int, index: Tensor, sparse_grad: bool) -> Tensor: ...
def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def gcd_(input: Tensor, other: Tensor) -> Tensor: ...
def ge(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def ge_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def gelu(input: Tensor, *, approximate: str = 'none', out: Tensor | None = None) -> Tensor: ...
def gelu_(input: Tensor, *, approximate: str = 'none') -> Tensor: ...
def geometric(input: Tensor, p: float, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
def geometric_(input: Tensor, p: float, *, generator: Generator | None = None) -> Tensor: ...
def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def glu(input: Tensor, dim: int = -1, *, out: Tensor | None = None) -> Tensor: ...
def greater(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def greater_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def greater_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def greater_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def grid_sampler(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
) -> Tensor: ...
def grid_sampler_2d(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def grid_sampler_3d(
    input: Tensor,
    grid: Tensor,
    interpolation_mode: int,
    padding_mode: int,
    align_corners: bool,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
    cudnn_enabled: bool = True,
) -> Tensor: ...
def gt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def gt_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def hardshrink(input: Tensor, lambd: _Number = 0.5, *, out: Tensor | None = None) -> Tensor: ...
def hardsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def hardsigmoid_(input: Tensor) -> Tensor: ...
def hardswish(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def hardswish_(input: Tensor) -> Tensor: ...
def hardtanh(input: Tensor, min_val: _Number = -1, max_val: _Number = 1, *, out: Tensor | None = None) -> Tensor: ...
def hardtanh_(input: Tensor, min_val: _Number = -1, max_val: _Number = 1) -> Tensor: ...
def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def heaviside_(input: Tensor, values: Tensor) -> Tensor: ...
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, reduction: int = 1) -> Tensor: ...
def histc(
    input: Tensor,
    bins: int = 100,
    min: _Number = 0,
    max: _Number = 0,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def histogram(
    input: Tensor,
    bins: Tensor,
    *,
    weight: Tensor | None = None,
    density: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.histogram: ...
@overload
def histogram(
    input: Tensor,
    bins: int = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.histogram: ...
@overload
def hsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def hsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: int = 1,
    delta: float = 1.0,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def hypot_(input: Tensor, other: Tensor) -> Tensor: ...
def im2col(
    input: Tensor,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding: int | Sequence[int],
    stride: int | Sequence[int],
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def imag(input: Tensor) -> Tensor: ...
def index(input: Tensor, indices: Sequence[Tensor | None], *, out: Tensor | None = None) -> Tensor: ...
def index_add(
    input: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
def index_add_(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Tensor: ...
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def index_copy_(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor: ...
def index_fill(
    input: Tensor,
    dim: int,
    index: Tensor,
    value: Tensor | _Number,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def index_fill_(input: Tensor, dim: int, index: Tensor, value: Tensor | _Number) -> Tensor: ...
def index_put(
    input: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor,
    accumulate: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def index_put_(input: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor: ...
def index_reduce(
    input: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
def index_reduce_(
    input: Tensor,
    dim: int,
    index: Tensor,
    source: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor: ...
def index_select(input: Tensor, dim: int, index: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def index_select_backward(grad: Tensor, self_sizes: Sequence[int], dim: int, index: Tensor) -> Tensor: ...
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def instance_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor: ...
def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def is_complex(input: Tensor) -> bool: ...
def is_conj(input: Tensor) -> bool: ...
@overload
def is_contiguous(input: Tensor) -> bool: ...
@overload
def is_contiguous(input: Tensor, memory_format: memory_format) -> bool: ...
def is_floating_point(input: Tensor) -> bool: ...
def is_neg(input: Tensor) -> bool: ...
def is_nonzero(input: Tensor) -> bool: ...
def is_pinned(input: Tensor, device: device | str | None = None) -> bool: ...
def is_same_size(input: Tensor, other: Tensor) -> bool: ...
def is_signed(input: Tensor) -> bool: ...
def isclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor: ...
def isfinite(input: Tensor) -> Tensor: ...
def isinf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def isnan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def item(input: Tensor) -> _Number: ...
def kl_div(input: Tensor, target: Tensor, reduction: int = 1, *, log_target: bool = False) -> Tensor: ...
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def kthvalue(
    input: Tensor,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.kthvalue: ...
def l1_loss(input: Tensor, target: Tensor, reduction: int = 1) -> Tensor: ...
def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
    cudnn_enable: bool = True,
) -> Tensor: ...
def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lcm_(input: Tensor, other: Tensor) -> Tensor: ...
def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def ldexp_(input: Tensor, other: Tensor) -> Tensor: ...
def le(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def le_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def leaky_relu(input: Tensor, negative_slope: _Number = 0.01, *, out: Tensor | None = None) -> Tensor: ...
def leaky_relu_(input: Tensor, negative_slope: _Number = 0.01) -> Tensor: ...
def lerp(input: Tensor, end: Tensor, weight: _Number | Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lerp_(input: Tensor, end: Tensor, weight: _Number | Tensor) -> Tensor: ...
def less(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def less_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def less_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def less_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lgamma_(input: Tensor) -> Tensor: ...
def lift(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def lift_fresh(input: Tensor) -> Tensor: ...
def lift_fresh_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def linalg_cholesky(input: Tensor, *, upper: bool = False, out: Tensor | None = None) -> Tensor: ...
def linalg_cholesky_ex(
    input: Tensor,
    *,
    upper: bool = False,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_cholesky_ex: ...
@overload
def linalg_cond(input: Tensor, p: _Number | None = None, *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_cond(input: Tensor, p: str, *, out: Tensor | None = None) -> Tensor: ...
def linalg_cross(input: Tensor, other: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor: ...
def linalg_det(A: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def linalg_diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor: ...
def linalg_eig(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_eig: ...
def linalg_eigh(
    input: Tensor,
    UPLO: str = 'L',
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_eigh: ...
def linalg_eigvals(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def linalg_eigvalsh(input: Tensor, UPLO: str = 'L', *, out: Tensor | None = None) -> Tensor: ...
def linalg_inv(A: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def linalg_inv_ex(
    A: Tensor,
    *,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_inv_ex: ...
def linalg_matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_matrix_norm(
    input: Tensor,
    ord: _Number,
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_norm(
    input: Tensor,
    ord: str = 'fro',
    dim: Sequence[int] = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def linalg_matrix_power(input: Tensor, n: int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_matrix_rank(input: Tensor, tol: float, hermitian: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_matrix_rank(input: Tensor, tol: Tensor, hermitian: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    *,
    atol: Tensor | None = None,
    rtol: Tensor | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_matrix_rank(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def linalg_multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
@overload
def linalg_norm(
    input: Tensor,
    ord: _Number | None = None,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_norm(
    input: Tensor,
    ord: str,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: Tensor,
    rcond: float | Tensor,
    hermitian: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: Tensor,
    *,
    atol: float | None = None,
    rtol: float | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def linalg_pinv(
    input: Tensor,
    *,
    atol: Tensor | None = None,
    rtol: Tensor | None = None,
    hermitian: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def linalg_qr(
    A: Tensor,
    mode: str = 'reduced',
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_qr: ...
def linalg_slogdet(A: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.linalg_slogdet: ...
def linalg_solve(A: Tensor, B: Tensor, *, left: bool = True, out: Tensor | None = None) -> Tensor: ...
def linalg_solve_ex(
    A: Tensor,
    B: Tensor,
    *,
    left: bool = True,
    check_errors: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.linalg_solve_ex: ...
def linalg_solve_triangular(
    input: Tensor,
    B: Tensor,
    *,
    upper: bool,
    left: bool = True,
    unitriangular: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def linalg_svd(
    A: Tensor,
    full_matrices: bool = True,
    *,
    driver: str | None = None,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.linalg_svd: ...
def linalg_svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | None = None) -> Tensor: ...
def linalg_tensorinv(input: Tensor, ind: int = 2, *, out: Tensor | None = None) -> Tensor: ...
def linalg_tensorsolve(
    input: Tensor,
    other: Tensor,
    dims: Sequence[int] | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def linalg_vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor: ...
def linalg_vector_norm(
    input: Tensor,
    ord: _Number = 2,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None, *, out: Tensor | None = None) -> Tensor: ...
def linspace(
    start: Tensor | _Number,
    end: Tensor | _Number,
    steps: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def log(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log10_(input: Tensor) -> Tensor: ...
def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log1p_(input: Tensor) -> Tensor: ...
def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log2_(input: Tensor) -> Tensor: ...
def log_(input: Tensor) -> Tensor: ...
def log_normal(
    input: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def log_normal_(
    input: Tensor,
    mean: float = 1.0,
    std: float = 2.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
def log_sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def log_sigmoid_forward(
    input: Tensor,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.log_sigmoid_forward: ...
def log_softmax(input: Tensor, dim: int, dtype: dtype | None = None, *, out: Tensor | None = None) -> Tensor: ...
def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logcumsumexp(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor: ...
def logdet(input: Tensor) -> Tensor: ...
def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_and_(input: Tensor, other: Tensor) -> Tensor: ...
def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_not_(input: Tensor) -> Tensor: ...
def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_or_(input: Tensor, other: Tensor) -> Tensor: ...
def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def logical_xor_(input: Tensor, other: Tensor) -> Tensor: ...
def logit(input: Tensor, eps: float | None = None, *, out: Tensor | None = None) -> Tensor: ...
def logit_(input: Tensor, eps: float | None = None) -> Tensor: ...
def logspace(
    start: Tensor | _Number,
    end: Tensor | _Number,
    steps: int,
    base: float = 10.0,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def logsumexp(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def lt(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def lt_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def mH(input: Tensor) -> Tensor: ...
def mT(input: Tensor) -> Tensor: ...
def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: int = 1,
) -> Tensor: ...
def masked_fill(input: Tensor, mask: Tensor, value: _Number | Tensor, *, out: Tensor | None = None) -> Tensor: ...
def masked_fill_(input: Tensor, mask: Tensor, value: _Number | Tensor) -> Tensor: ...
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def masked_scatter_(input: Tensor, mask: Tensor, source: Tensor) -> Tensor: ...
def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def masked_select_backward(grad: Tensor, input: Tensor, mask: Tensor) -> Tensor: ...
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def matrix_H(input: Tensor) -> Tensor: ...
def matrix_power(input: Tensor, n: int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def max(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.max: ...
def max_pool1d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> Tensor: ...
def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0,),
    dilation: int | Sequence[int] = (1,),
    ceil_mode: bool = False,
) -> tuple[Tensor, Tensor]: ...
def max_pool2d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
) -> Tensor: ...
def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0),
    dilation: int | Sequence[int] = (1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
def max_pool2d_with_indices_backward(
    grad_output: Tensor,
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: Tensor,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def max_pool3d(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
) -> Tensor: ...
def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int] = (),
    padding: int | Sequence[int] = (0, 0, 0),
    dilation: int | Sequence[int] = (1, 1, 1),
    ceil_mode: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
def max_pool3d_with_indices_backward(
    grad_output: Tensor,
    input: Tensor,
    kernel_size: int | Sequence[int],
    stride: int | Sequence[int],
    padding: int | Sequence[int],
    dilation: int | Sequence[int],
    ceil_mode: bool,
    indices: Tensor,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def mean(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def median(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def median(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.median: ...
@overload
def min(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def min(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def min(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.min: ...
def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def mish(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def mish_(input: Tensor) -> Tensor: ...
@overload
def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def mm(input: Tensor, mat2: Tensor, out_dtype: dtype, *, out: Tensor | None = None) -> Tensor: ...
def mode(
    input: Tensor,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.mode: ...
@overload
def moveaxis(input: Tensor, source: Sequence[int], destination: Sequence[int]) -> Tensor: ...
@overload
def moveaxis(input: Tensor, source: int, destination: int) -> Tensor: ...
@overload
def movedim(input: Tensor, source: int, destination: int) -> Tensor: ...
@overload
def movedim(input: Tensor, source: Sequence[int], destination: Sequence[int]) -> Tensor: ...
def mse_loss(input: Tensor, target: Tensor, reduction: int = 1, *, out: Tensor | None = None) -> Tensor: ...
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def mul(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def mul_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def multiply(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def multiply_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def nan_to_num_(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor: ...
def nanmean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def nanmedian(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def nanmedian(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nanmedian: ...
def nanquantile(
    input: Tensor,
    q: Tensor | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: Tensor | None = None,
) -> Tensor: ...
def nansum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def narrow(input: Tensor, dim: int, start: int | Tensor, length: int) -> Tensor: ...
def narrow_copy(input: Tensor, dim: int, start: int, length: int, *, out: Tensor | None = None) -> Tensor: ...
def native_batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def native_batch_norm_backward(
    grad_out: Tensor,
    input: Tensor,
    weight: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    save_mean: Tensor | None,
    save_invstd: Tensor | None,
    train: bool,
    eps: float,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def native_dropout(
    input: Tensor,
    p: float,
    train: bool | None,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
def native_dropout_backward(
    grad_output: Tensor,
    mask: Tensor,
    scale: float,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def native_group_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def native_group_norm_backward(
    grad_out: Tensor,
    input: Tensor,
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | None,
    N: int,
    C: int,
    HxW: int,
    group: int,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def native_layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None,
    bias: Tensor | None,
    eps: float,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def native_layer_norm_backward(
    grad_out: Tensor,
    input: Tensor,
    normalized_shape: Sequence[int],
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    output_mask: bool | Sequence[bool],
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def ne(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def ne_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def neg_(input: Tensor) -> Tensor: ...
def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def negative_(input: Tensor) -> Tensor: ...
@overload
def new_empty(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def new_empty(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def new_empty_strided(
    input: Tensor,
    size: Sequence[int],
    stride: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def new_full(
    input: Tensor,
    size: Sequence[int],
    fill_value: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def new_ones(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def new_ones(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def new_zeros(
    input: Tensor,
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def new_zeros(
    input: Tensor,
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def nextafter_(input: Tensor, other: Tensor) -> Tensor: ...
def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def nll_loss2d(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def nll_loss2d_forward(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nll_loss2d_forward: ...
def nll_loss_forward(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.nll_loss_forward: ...
def nll_loss_nd(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    ignore_index: int = -100,
) -> Tensor: ...
def nonzero(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def nonzero_numpy(input: Tensor) -> tuple[Tensor, ...]: ...
def nonzero_static(input: Tensor, *, size: int, fill_value: int = -1, out: Tensor | None = None) -> Tensor: ...
@overload
def normal(
    mean: Tensor,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def normal(
    mean: float | Tensor,
    std: Tensor,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def normal(
    mean: float,
    std: float,
    size: Sequence[int],
    *,
    generator: Generator | None = None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def normal(
    input: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor,
) -> Tensor: ...
def normal_(input: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None) -> Tensor: ...
def normal_functional(
    input: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
def not_equal(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def not_equal_(input: Tensor, other: _Number | Tensor) -> Tensor: ...
@overload
def nuclear_norm(input: Tensor, keepdim: bool = False, *, out: Tensor | None = None) -> Tensor: ...
@overload
def nuclear_norm(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def numel(input: Tensor) -> int: ...
def numpy_T(input: Tensor) -> Tensor: ...
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor: ...
@overload
def ones(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def ones(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def ones_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def pad(input: Tensor, pad: Sequence[int], mode: str = 'constant', value: float | None = None) -> Tensor: ...
def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-06, keepdim: bool = False) -> Tensor: ...
def pdist(input: Tensor, p: float = 2.0) -> Tensor: ...
@overload
def permute(input: Tensor, dims: Sequence[int]) -> Tensor: ...
@overload
def permute(input: Tensor, *dims: int) -> Tensor: ...
@overload
def permute_copy(input: Tensor, dims: Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def permute_copy(input: Tensor, *dims: int, out: Tensor | None = None) -> Tensor: ...
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor: ...
def pixel_shuffle(input: Tensor, upscale_factor: int, *, out: Tensor | None = None) -> Tensor: ...
def pixel_unshuffle(input: Tensor, downscale_factor: int, *, out: Tensor | None = None) -> Tensor: ...
def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool,
    full: bool,
    eps: float,
    reduction: int,
) -> Tensor: ...
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def positive(input: Tensor) -> Tensor: ...
@overload
def pow(input: Tensor, exponent: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def pow(input: _Number, exponent: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def pow_(input: Tensor, exponent: _Number | Tensor) -> Tensor: ...
def prelu(input: Tensor, weight: Tensor) -> Tensor: ...
@overload
def prod(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def prod(
    input: Tensor,
    dim: int,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def put(
    input: Tensor,
    index: Tensor,
    source: Tensor,
    accumulate: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor: ...
def qr(input: Tensor, some: bool = True, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.qr: ...
def quantile(
    input: Tensor,
    q: Tensor | float,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = 'linear',
    out: Tensor | None = None,
) -> Tensor: ...
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def rad2deg_(input: Tensor) -> Tensor: ...
@overload
def rand(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def rand(
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def rand(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def rand(
    *size: int,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def rand_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def rand_like(
    input: Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint(
    high: int,
    size: Sequence[int],
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint(
    high: int,
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint(
    low: int,
    high: int,
    size: Sequence[int],
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint(
    low: int,
    high: int,
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: int | Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: int,
    high: int,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    high: int | Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randint_like(
    input: Tensor,
    low: int,
    high: int,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn(
    size: Sequence[int],
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn(
    *size: int,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randn_like(
    input: Tensor,
    *,
    generator: Generator | None,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def random(
    input: Tensor,
    from_: int,
    /,
    to: int | None,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def random(input: Tensor, to: int, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def random(input: Tensor, *, generator: Generator | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def random_(input: Tensor, from_: int, /, to: int | None, *, generator: Generator | None = None) -> Tensor: ...
@overload
def random_(input: Tensor, to: int, *, generator: Generator | None = None) -> Tensor: ...
@overload
def random_(input: Tensor, *, generator: Generator | None = None) -> Tensor: ...
@overload
def randperm(
    n: int,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def randperm(
    n: int,
    *,
    generator: Generator | None,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def range(
    start: _Number,
    end: _Number,
    step: _Number = 1,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def ravel(input: Tensor) -> Tensor: ...
def real(input: Tensor) -> Tensor: ...
def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def reciprocal_(input: Tensor) -> Tensor: ...
@overload
def reflection_pad1d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def reflection_pad1d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
@overload
def reflection_pad2d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def reflection_pad2d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
@overload
def reflection_pad3d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def reflection_pad3d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def relu6(input: Tensor) -> Tensor: ...
def relu6_(input: Tensor) -> Tensor: ...
def relu_(input: Tensor) -> Tensor: ...
@overload
def remainder(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def remainder(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def remainder_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def renorm(input: Tensor, p: _Number, dim: int, maxnorm: _Number, *, out: Tensor | None = None) -> Tensor: ...
def renorm_(input: Tensor, p: _Number, dim: int, maxnorm: _Number) -> Tensor: ...
@overload
def repeat(input: Tensor, repeats: Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def repeat(input: Tensor, *repeats: int, out: Tensor | None = None) -> Tensor: ...
@overload
def repeat_interleave(repeats: Tensor, *, output_size: int | None = None, out: Tensor | None = None) -> Tensor: ...
@overload
def repeat_interleave(
    input: Tensor,
    repeats: Tensor | int,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor: ...
@overload
def replication_pad1d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def replication_pad1d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
@overload
def replication_pad2d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def replication_pad2d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
@overload
def replication_pad3d(input: Tensor, padding: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def replication_pad3d(input: Tensor, *padding: int, out: Tensor | None = None) -> Tensor: ...
@overload
def reshape(input: Tensor, shape: Sequence[int]) -> Tensor: ...
@overload
def reshape(input: Tensor, *shape: int) -> Tensor: ...
def reshape_as(input: Tensor, other: Tensor) -> Tensor: ...
@overload
def resize_(input: Tensor, size: Sequence[int], *, memory_format: memory_format | None = None) -> Tensor: ...
@overload
def resize_(input: Tensor, *size: int, memory_format: memory_format | None = None) -> Tensor: ...
def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: memory_format | None = None) -> Tensor: ...
def resolve_conj(input: Tensor) -> Tensor: ...
def resolve_neg(input: Tensor) -> Tensor: ...
def rms_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor: ...
def roll(
    input: Tensor,
    shifts: int | Sequence[int],
    dims: int | Sequence[int] = (),
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1), *, out: Tensor | None = None) -> Tensor: ...
@overload
def round(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def round(input: Tensor, *, decimals: int, out: Tensor | None = None) -> Tensor: ...
@overload
def round_(input: Tensor) -> Tensor: ...
@overload
def round_(input: Tensor, *, decimals: int) -> Tensor: ...
def row_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def rsqrt_(input: Tensor) -> Tensor: ...
@overload
def rsub(input: Tensor, other: Tensor, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor: ...
@overload
def rsub(input: Tensor, other: _Number, alpha: _Number = 1, *, out: Tensor | None = None) -> Tensor: ...
def scalar_tensor(
    s: _Number,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor: ...
@overload
def scatter(input: Tensor, dim: int, index: Tensor, value: _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def scatter(input: Tensor, dim: int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    *,
    reduce: str,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    value: _Number,
    *,
    reduce: str,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor, value: _Number) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor, src: Tensor, *, reduce: str) -> Tensor: ...
@overload
def scatter_(input: Tensor, dim: int, index: Tensor, value: _Number, *, reduce: str) -> Tensor: ...
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor: ...
def scatter_reduce(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
    out: Tensor | None = None,
) -> Tensor: ...
def scatter_reduce_(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor: ...
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor | _Number,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def select(input: Tensor, dim: int, index: int) -> Tensor: ...
def select_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    index: int,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def select_copy(input: Tensor, dim: int, index: int, *, out: Tensor | None = None) -> Tensor: ...
def select_scatter(input: Tensor, src: Tensor, dim: int, index: int, *, out: Tensor | None = None) -> Tensor: ...
def selu(input: Tensor) -> Tensor: ...
def selu_(input: Tensor) -> Tensor: ...
@overload
def set_(
    input: Tensor,
    source: Storage | Tensor,
    storage_offset: int,
    size: Sequence[int],
    stride: Sequence[int] = (),
) -> Tensor: ...
@overload
def set_(input: Tensor, source: Tensor | Storage) -> Tensor: ...
@overload
def set_(input: Tensor) -> Tensor: ...
def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sgn_(input: Tensor) -> Tensor: ...
def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sigmoid_(input: Tensor) -> Tensor: ...
def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sign_(input: Tensor) -> Tensor: ...
def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def silu(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def silu_(input: Tensor) -> Tensor: ...
def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sin_(input: Tensor) -> Tensor: ...
def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sinc_(input: Tensor) -> Tensor: ...
def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sinh_(input: Tensor) -> Tensor: ...
def size(input: Tensor, dim: int) -> int: ...
def slice(input: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor: ...
def slice_backward(
    grad_output: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    start: int,
    end: int,
    step: int,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def slice_copy(
    input: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def slice_scatter(
    input: Tensor,
    src: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def slogdet(input: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.slogdet: ...
def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    reduction: int = 1,
    beta: float = 1.0,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def soft_margin_loss(input: Tensor, target: Tensor, reduction: int = 1, *, out: Tensor | None = None) -> Tensor: ...
def softmax(input: Tensor, dim: int, dtype: dtype | None = None, *, out: Tensor | None = None) -> Tensor: ...
def softplus(input: Tensor, beta: _Number = 1, threshold: _Number = 20, *, out: Tensor | None = None) -> Tensor: ...
def softshrink(input: Tensor, lambd: _Number = 0.5, *, out: Tensor | None = None) -> Tensor: ...
@overload
def sort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.sort: ...
@overload
def sort(
    input: Tensor,
    *,
    stable: bool | None,
    dim: int = -1,
    descending: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.sort: ...
def special_digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_erf(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_expit(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_gammaln(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_log_softmax(input: Tensor, dim: int, *, dtype: dtype | None = None) -> Tensor: ...
def special_logit(input: Tensor, eps: float | None = None, *, out: Tensor | None = None) -> Tensor: ...
def special_logsumexp(
    input: Tensor,
    dim: int | Sequence[int],
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def special_psi(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_round(input: Tensor, *, decimals: int = 0, out: Tensor | None = None) -> Tensor: ...
def special_sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def special_softmax(input: Tensor, dim: int, dtype: dtype | None = None) -> Tensor: ...
@overload
def special_xlog1py(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def special_xlog1py(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def special_xlogy(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def special_xlogy(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def split_copy(input: Tensor, split_size: int, dim: int = 0, *, out: Tensor | None = None) -> tuple[Tensor, ...]: ...
def split_with_sizes(input: Tensor, split_sizes: Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...
def split_with_sizes_copy(
    input: Tensor,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: Tensor | None = None,
) -> tuple[Tensor, ...]: ...
def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def sqrt_(input: Tensor) -> Tensor: ...
def square(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def square_(input: Tensor) -> Tensor: ...
@overload
def squeeze(input: Tensor) -> Tensor: ...
@overload
def squeeze(input: Tensor, dim: int | Sequence[int]) -> Tensor: ...
@overload
def squeeze(input: Tensor, *dim: int) -> Tensor: ...
@overload
def squeeze_(input: Tensor) -> Tensor: ...
@overload
def squeeze_(input: Tensor, dim: int | Sequence[int]) -> Tensor: ...
@overload
def squeeze_(input: Tensor, *dim: int) -> Tensor: ...
@overload
def squeeze_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def squeeze_copy(input: Tensor, dim: int | Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def squeeze_copy(input: Tensor, *dim: int, out: Tensor | None = None) -> Tensor: ...
def stack(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor: ...
@overload
def std(input: Tensor, unbiased: bool = True) -> Tensor: ...
@overload
def std(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def std(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def std_mean(input: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]: ...
@overload
def std_mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def std_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
def stride(input: Tensor, dim: int) -> int: ...
@overload
def sub(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def sub(input: Tensor | _Number, other: _Number, alpha: _Number = 1, *, out: Tensor | None = None) -> Tensor: ...
@overload
def sub_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def sub_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract(
    input: Tensor | _Number,
    other: Tensor | _Number,
    *,
    alpha: _Number = 1,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def subtract(input: Tensor | _Number, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract_(input: Tensor, other: Tensor | _Number, *, alpha: _Number = 1) -> Tensor: ...
@overload
def subtract_(input: Tensor, other: _Number, alpha: _Number = 1) -> Tensor: ...
@overload
def sum(
    input: Tensor,
    dim: int | Sequence[int] | None,
    keepdim: bool = False,
    *,
    dtype: dtype | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def sum(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor: ...
def svd(
    input: Tensor,
    some: bool = True,
    compute_uv: bool = True,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> return_types.svd: ...
def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor: ...
def swapaxes_(input: Tensor, axis0: int, axis1: int) -> Tensor: ...
def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
def swapdims_(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
def sym_is_contiguous(input: Tensor, memory_format: memory_format = ...) -> bool: ...
def sym_numel(input: Tensor) -> int: ...
def sym_size(input: Tensor, dim: int) -> int: ...
def sym_storage_offset(input: Tensor) -> int: ...
def sym_stride(input: Tensor, dim: int) -> int: ...
def t(input: Tensor) -> Tensor: ...
def t_(input: Tensor) -> Tensor: ...
def t_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor: ...
def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def tan_(input: Tensor) -> Tensor: ...
def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def tanh_(input: Tensor) -> Tensor: ...
@overload
def tensor_split(input: Tensor, sections: int, dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: Tensor, indices: Sequence[int], dim: int = 0) -> tuple[Tensor, ...]: ...
@overload
def tensor_split(input: Tensor, tensor_indices_or_sections: Tensor, dim: int = 0) -> tuple[Tensor, ...]: ...
def threshold(input: Tensor, threshold: _Number, value: _Number, *, out: Tensor | None = None) -> Tensor: ...
def threshold_(input: Tensor, threshold: _Number, value: _Number) -> Tensor: ...
@overload
def tile(input: Tensor, dims: Sequence[int]) -> Tensor: ...
@overload
def tile(input: Tensor, *dims: int) -> Tensor: ...
@overload
def to(
    input: Tensor,
    device: device | str,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    dtype: dtype,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    other: Tensor,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
) -> Tensor: ...
@overload
def to(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
) -> Tensor: ...
def topk(
    input: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.topk: ...
def trace(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
def transpose_(input: Tensor, dim0: int, dim1: int) -> Tensor: ...
def transpose_copy(input: Tensor, dim0: int, dim1: int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def trapezoid(y: Tensor, x: Tensor, *, dim: int = -1) -> Tensor: ...
@overload
def trapezoid(y: Tensor, *, dx: _Number = 1, dim: int = -1) -> Tensor: ...
def triangular_solve(
    input: Tensor,
    A: Tensor,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    out: tuple[Tensor, Tensor] | None = None,
) -> return_types.triangular_solve: ...
def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def tril_(input: Tensor, diagonal: int = 0) -> Tensor: ...
def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: int = 1,
) -> Tensor: ...
def triu(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor: ...
def triu_(input: Tensor, diagonal: int = 0) -> Tensor: ...
def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: dtype | None = ...,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def true_divide(input: Tensor | _Number, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
def true_divide_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def trunc_(input: Tensor) -> Tensor: ...
def type_as(input: Tensor, other: Tensor) -> Tensor: ...
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]: ...
def unbind_copy(input: Tensor, dim: int = 0, *, out: Tensor | None = None) -> tuple[Tensor, ...]: ...
def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor: ...
def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor: ...
def unfold_backward(
    grad_in: Tensor,
    input_sizes: Sequence[int],
    dim: int,
    size: int,
    step: int,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
def unfold_copy(input: Tensor, dimension: int, size: int, step: int, *, out: Tensor | None = None) -> Tensor: ...
def uniform(
    input: Tensor,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
    out: Tensor | None = None,
) -> Tensor: ...
def uniform_(
    input: Tensor,
    from_: float = 0.0,
    /,
    to: float = 1.0,
    *,
    generator: Generator | None = None,
) -> Tensor: ...
def unique_dim(
    input: Tensor,
    dim: int,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def unique_dim_consecutive(
    input: Tensor,
    dim: int,
    return_inverse: bool = False,
    return_counts: bool = False,
    *,
    out: tuple[Tensor, Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
def unsafe_split(input: Tensor, split_size: int, dim: int = 0, *, out: Tensor | None = None) -> tuple[Tensor, ...]: ...
def unsafe_split_with_sizes(
    input: Tensor,
    split_sizes: Sequence[int],
    dim: int = 0,
    *,
    out: Tensor | None = None,
) -> tuple[Tensor, ...]: ...
def unsqueeze(input: Tensor, dim: int) -> Tensor: ...
def unsqueeze_(input: Tensor, dim: int) -> Tensor: ...
def unsqueeze_copy(input: Tensor, dim: int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def upsample_bicubic2d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_bicubic2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_bilinear2d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_bilinear2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_linear1d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_linear1d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_nearest1d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_nearest1d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_nearest2d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_nearest2d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_nearest3d(
    input: Tensor,
    output_size: int | Sequence[int],
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_nearest3d(
    input: Tensor,
    output_size: Sequence[int] | None,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
@overload
def upsample_trilinear3d(
    input: Tensor,
    output_size: int | Sequence[int],
    align_corners: bool,
    scales_d: float | None = None,
    scales_h: float | None = None,
    scales_w: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def upsample_trilinear3d(
    input: Tensor,
    output_size: Sequence[int] | None,
    align_corners: bool,
    scale_factors: Sequence[float] | None,
) -> Tensor: ...
def value_selecting_reduction_backward(
    grad: Tensor,
    dim: int,
    indices: Tensor,
    sizes: Sequence[int],
    keepdim: bool,
) -> Tensor: ...
@overload
def var(input: Tensor, unbiased: bool = True) -> Tensor: ...
@overload
def var(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def var(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def var_mean(input: Tensor, unbiased: bool = True) -> tuple[Tensor, Tensor]: ...
@overload
def var_mean(
    input: Tensor,
    dim: int | Sequence[int] | None,
    unbiased: bool = True,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]: ...
@overload
def var_mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    *,
    correction: _Number | None = None,
    keepdim: bool = False,
    out: tuple[Tensor, Tensor] | None = None,
) -> tuple[Tensor, Tensor]: ...
def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def view(input: Tensor, size: Sequence[int]) -> Tensor: ...
@overload
def view(input: Tensor, dtype: dtype) -> Tensor: ...
@overload
def view(input: Tensor, *size: int) -> Tensor: ...
def view_as(input: Tensor, other: Tensor) -> Tensor: ...
def view_as_complex(input: Tensor) -> Tensor: ...
def view_as_complex_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def view_as_real(input: Tensor) -> Tensor: ...
def view_as_real_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def view_copy(input: Tensor, size: Sequence[int], *, out: Tensor | None = None) -> Tensor: ...
@overload
def view_copy(input: Tensor, dtype: dtype, *, out: Tensor | None = None) -> Tensor: ...
@overload
def view_copy(input: Tensor, *size: int, out: Tensor | None = None) -> Tensor: ...
@overload
def vsplit(input: Tensor, sections: int) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, indices: Sequence[int]) -> tuple[Tensor, ...]: ...
@overload
def vsplit(input: Tensor, *indices: int) -> tuple[Tensor, ...]: ...
def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor: ...
@overload
def where(condition: Tensor, input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
@overload
def where(condition: Tensor, input: Tensor | _Number, other: _Number) -> Tensor: ...
@overload
def where(condition: Tensor, input: _Number, other: Tensor) -> Tensor: ...
@overload
def where(condition: Tensor) -> tuple[Tensor, ...]: ...
@overload
def xlogy(input: Tensor, other: Tensor | _Number, *, out: Tensor | None = None) -> Tensor: ...
@overload
def xlogy(input: _Number, other: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def xlogy_(input: Tensor, other: Tensor | _Number) -> Tensor: ...
def zero(input: Tensor, *, out: Tensor | None = None) -> Tensor: ...
def zero_(input: Tensor) -> Tensor: ...
@overload
def zeros(
    size: Sequence[int],
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
@overload
def zeros(
    *size: int,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
def zeros_like(
    input: Tensor,
    *,
    dtype: dtype | None = None,
    layout: layout | None = None,
    device: device | str | None = None,
    pin_memory: bool | None = None,
    memory_format: memory_format | None = None,
    requires_grad: bool = False,
    out: Tensor | None = None,
) -> Tensor: ...
