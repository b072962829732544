"""Meant differences of layers and linear algebra: packets, what it looks like, which calls, and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.operators.calls import Call


def _always(_: Call) -> bool:
    return True


def _is_dense(words: Any) -> bool:
    """Does a described tensor lie row by row, without gaps?"""
    if not isinstance(words, dict) or "shape" not in words:
        return True
    sizes = [size for size in words["shape"] if size != 1]
    order = [dim for dim in words.get("order", ()) if words["shape"][dim] != 1]
    spread = any(words["shape"][dim] != 1 for dim in words.get("expanded", ()))
    return not sizes or (words.get("step", 1) == 1 and order == sorted(order) and not spread)


def _has_gaps(*positions: int) -> Callable[[Call], bool]:
    """Is one of these arguments not dense?"""
    return lambda call: any(not _is_dense(call.args[i]) for i in positions if i < len(call.args))


def _is_empty(call: Call) -> bool:
    return any(0 in words["shape"] for words in call.tensors())


def _has_specials(call: Call) -> bool:
    return any("special" in words for words in call.tensors())


def _is_short(call: Call) -> bool:
    return any(words["dtype"] in ("float16", "bfloat16") for words in call.tensors())


def _out_has_gaps(call: Call) -> bool:
    return any(not _is_dense(words) for words in call.kwargs.values())


def _cuts(call: Call) -> bool:
    return min(call.args[1]) < 0


def _writes_to_out(call: Call) -> bool:
    return "out" in call.kwargs


def _out_is_given(call: Call) -> bool:
    return bool(call.kwargs)


def _samples_in_no_mode(call: Call) -> bool:
    return not (0 <= call.args[2] <= 2 and 0 <= call.args[3] <= 2)


_CONVOLUTIONS = frozenset(
    (
        "convolution",
        "convolution_backward",
        "conv1d",
        "conv2d",
        "conv3d",
        "conv_transpose1d",
        "conv_transpose2d",
        "conv_transpose3d",
    )
)
_BATCH_NORMS = frozenset(
    (
        "_native_batch_norm_legit",
        "_native_batch_norm_legit_functional",
        "_native_batch_norm_legit_no_training",
        "_batch_norm_with_update",
        "_batch_norm_with_update_functional",
        "batch_norm",
        "instance_norm",
        "native_batch_norm",
        "native_batch_norm_backward",
    )
)


def _out_has_another_dtype(call: Call) -> bool:
    return call.kwargs["out"]["dtype"] != call.args[0]["dtype"]


def _reduces_unknown(call: Call) -> bool:
    """A reduction that is neither none, mean nor sum."""
    given = call.args[2] if len(call.args) > 2 else call.kwargs.get("reduction", 1)
    return given not in (0, 1, 2)


def _transforms_one_dimension(call: Call) -> bool:
    dims = call.args[2] if len(call.args) > 2 else call.kwargs.get("dim")
    return len(call.args[0]["shape"] if dims is None else dims) == 1


MORE: list[tuple[frozenset[str], str, Callable[[Call], bool], str]] = [
    (
        frozenset(("native_group_norm_backward",)),
        r"values differ",
        _has_gaps(0, 1),
        "torch reads gradients as if they lay without gaps",
    ),
    (
        frozenset(("native_layer_norm_backward",)),
        r"^(result\[[12]\]|input \d after the call): .* values differ",
        _is_short,
        "torch rounds gradients to 16 bits on the way",
    ),
    (
        frozenset(("native_batch_norm", "_native_batch_norm_legit")),
        r"values differ",
        lambda call: _out_is_given(call) and not _is_dense(call.args[0]),
        "torch's own two forms differ where the input has gaps",
    ),
    (
        frozenset(("native_batch_norm", "_native_batch_norm_legit")),
        r"^(result\[0\].strides|torch returns, wye raises RuntimeError: Expected out tensor)",
        _out_is_given,
        "torch resizes outputs row by row, and does not look at those that it leaves empty",
    ),
    (
        frozenset(("gelu", "narrow_copy", "stack")),
        r"values differ",
        lambda call: _out_has_gaps(call) or any(words.get("step", 1) > 1 for words in call.kwargs.values()),
        "torch stores in the wrong places if the output has gaps",
    ),
    (
        _CONVOLUTIONS,
        r"torch raises \w+: (\"slow_conv|\"thnn|\"compute_columns|itensor_view|could not create a prim).* wye returns",
        _always,
        "convolutions of integers and complex numbers are computed",
    ),
    (
        frozenset(("native_layer_norm_backward", "native_group_norm_backward")),
        r"values differ",
        _has_gaps(2, 3, 4),
        "torch reads statistics as if they lay without gaps",
    ),
    (
        frozenset(("_fft_r2c", "_fft_c2r", "_fft_c2c")),
        r"torch raises RuntimeError: ((in|out)_size == signal_size|.*can.t allocate memory|Stride|Trying to)",
        _always,
        "torch's plans fail for some sizes and normalisations",
    ),
    (
        frozenset(("addmm", "addmm_", "addmv", "addmv_")),
        r"result type Float can't be cast",
        _is_empty,
        "integer products with fractions are refused only where there is nothing to multiply",
    ),
    (
        frozenset(("bmm", "baddbmm", "baddbmm_")),
        r"result.dtype|torch returns, wye raises RuntimeError: .*dtype",
        _is_empty,
        "dtypes are not looked at where there is nothing to multiply",
    ),
    (
        frozenset(("addbmm_", "addbmm")),
        r"wye raises RuntimeError: (output with shape|self and mat2 must have)",
        _always,
        "torch's in-place addbmm resizes self, and addbmm.out computes in the dtype of out",
    ),
    (
        frozenset(("kron", "bilinear", "native_group_norm", "native_group_norm_backward", "pixel_shuffle")),
        r"torch raises RuntimeError: (view size|Expected X.is_contiguous|is_contiguous|.*memory format).* wye returns",
        _always,
        "layouts that torch's kernels do not take",
    ),
    (_CONVOLUTIONS, r"values differ.*(nan|inf)", _has_specials, "infinity times the zeros of the padding"),
    (_CONVOLUTIONS, r"values differ", _is_short, "torch adds up transposed convolutions in 16 bits"),
    (
        _CONVOLUTIONS,
        r"torch returns, wye raises RuntimeError: "
        r"(Input type|expected scalar type|convolution_backward\(\): expected grad_output)",
        _always,
        "some of torch's kernels do not look at the dtype of bias or weight, nor at a gradient that nobody wants",
    ),
    (
        frozenset(("col2im", "avg_pool3d", "im2col")),
        r"values differ|strides",
        _out_has_gaps,
        "torch writes to out as if it had no gaps",
    ),
    (
        frozenset(("grid_sampler_2d", "grid_sampler_3d", "grid_sampler")),
        r"values differ|torch returns, wye raises RuntimeError: grid_sampler",
        _samples_in_no_mode,
        "modes that do not exist leave memory unwritten",
    ),
    (
        frozenset(("_embedding_bag", "embedding_bag")),
        r"values differ|torch returns",
        _has_gaps(1, 2),
        "torch reads indices and offsets as if they lay without gaps",
    ),
    (
        frozenset(("native_group_norm", "group_norm")),
        r"values differ",
        _has_gaps(0, 1, 2),
        "torch reads parameters as if they lay without gaps",
    ),
    (
        frozenset(("upsample_bilinear2d", "upsample_bicubic2d")),
        r"values differ, at .*: \d+ in torch, \d+ in wye",
        _always,
        "bytes are interpolated with weights of 16 bits",
    ),
    (_BATCH_NORMS, r"values differ", _is_short, "statistics are rounded to 16 bits in between"),
    (
        _BATCH_NORMS,
        r"torch returns, wye raises RuntimeError: mixed dtype",
        _always,
        "torch reads parameters of some dtypes as other ones",
    ),
    (
        frozenset(("native_layer_norm_backward",)),
        r"torch raises RuntimeError: tensor does not have a device",
        _always,
        "gradients of parameters that are not there",
    ),
    (
        frozenset(("_fft_r2c",)),
        r"wye raises RuntimeError: result type Complex",
        _always,
        "out of real numbers takes the real parts alone",
    ),
    (
        frozenset(("huber_loss",)),
        r"values differ|dtype|shape|raises|strides",
        lambda call: _writes_to_out(call) and (_out_has_another_dtype(call) or _reduces_unknown(call)),
        "huber_loss.out computes in the dtype of out, and reduces in every unknown way",
    ),
    (
        frozenset(("huber_loss",)),
        r"^result.strides",
        lambda call: any("expanded" in words or "order" in words for words in call.tensors()),
        "torch lays expanded 16-bit losses out by themselves",
    ),
    (
        frozenset(("fft_ihfftn",)),
        r"^(result|input 1)",
        lambda call: _writes_to_out(call) and _transforms_one_dimension(call),
        "torch does not store in `out` where one dimension is transformed",
    ),
    (
        frozenset(("fft_ifft", "fft_ihfft")),
        r"result.strides",
        _writes_to_out,
        "torch resizes out as its transform was computed",
    ),
    (
        frozenset(("fft_hfft", "fft_hfft2", "fft_hfftn", "fft_irfft", "fft_irfft2", "fft_irfftn")),
        r"expects a floating point output",
        _writes_to_out,
        "real results fit into complex numbers",
    ),
    (
        frozenset(("linear",)),
        r"wye raises RuntimeError: self and mat2 must have the same dtype",
        _always,
        "a bias of another dtype is added where torch does not fuse",
    ),
    (frozenset(("matmul", "linalg_matmul", "kron")), r"^input \d+: version", _writes_to_out, "out is written once"),
    (
        frozenset(
            (
                "_linalg_det",
                "linalg_det",
                "det",
                "_linalg_solve_ex",
                "linalg_solve_ex",
                "linalg_solve",
                "linalg_cholesky",
                "linalg_cholesky_ex",
                "cholesky",
                "linalg_svd",
                "_linalg_svd",
                "svd",
                "linalg_svdvals",
                "linalg_qr",
                "qr",
                "linalg_eig",
                "linalg_solve_triangular",
                "triangular_solve",
                "_linalg_eigh",
                "linalg_eigh",
                "linalg_eigvalsh",
            )
        ),
        r"torch returns, wye raises .*(not implemented for|Expected a floating point|Low precision)",
        _is_empty,
        "dtypes that LAPACK does not have are refused, whether there are elements or not",
    ),
    (
        frozenset(
            f"special_{name}"
            for name in (
                "shifted_chebyshev_polynomial_u",
                "legendre_polynomial_p",
                "chebyshev_polynomial_u",
                "chebyshev_polynomial_w",
                "shifted_chebyshev_polynomial_w",
                "laguerre_polynomial_l",
            )
        ),
        r"values differ, at .* in torch, nan in wye",
        _has_specials,
        "of NaN torch returns a number that it has not computed",
    ),
    (
        frozenset(("geqrf", "ormqr")),
        r"values differ.*(nan|inf)",
        _has_specials,
        "the library for matrices that torch has orders its sums otherwise, so infinities meet otherwise",
    ),
    (
        frozenset(("_fused_rms_norm",)),
        r"wye raises RuntimeError: Given normalized_shape",
        _always,
        "torch's rms_norm checks shapes, its inner operator does not",
    ),
    (
        frozenset(("_pad_circular", "pad", "_pad_enum")),
        r"result.shape",
        _cuts,
        "circular padding that cuts off more than it adds",
    ),
    (
        frozenset(
            (
                "adaptive_avg_pool3d",
                "adaptive_max_pool3d",
                "max_pool3d_with_indices",
                "max_pool3d_with_indices_backward",
            )
        ),
        r"values differ|strides|expected dtype|not implemented for|elements of output_size",
        _out_is_given,
        "torch writes to out as if it had no gaps, and checks it in another order",
    ),
    (
        frozenset(("max_pool3d_with_indices_backward",)),
        r"torch returns, wye raises RuntimeError: (pad|Given input size|max_pool3d_with_indices_backward: Expected)",
        _always,
        "torch does not check windows that it does not look at",
    ),
    (
        frozenset(("grid_sampler_2d", "grid_sampler_3d", "grid_sampler")),
        r"values differ",
        _is_short,
        "coordinates are computed in 16 bits",
    ),
    (
        frozenset(("affine_grid_generator",)),
        r"\"tensor_cpu\" not implemented",
        _always,
        "a grid of one point",
    ),
    (
        frozenset(("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward")),
        r"torch returns, wye raises IndexError: found an invalid max index",
        _always,
        "torch writes outside of the image",
    ),
    (
        frozenset(("_fft_c2r", "fft_irfft", "fft_irfft2", "fft_irfftn", "fft_hfft", "fft_hfft2", "fft_hfftn")),
        r"values differ",
        _has_specials,
        "imaginary parts that do not count are read or not",
    ),
    (
        frozenset(f"upsample_{kind}" for kind in ("linear1d", "bilinear2d", "trilinear3d", "bicubic2d")),
        r"values differ.*(nan|inf)",
        _has_specials,
        "infinity times a weight of zero is left out or not",
    ),
    (
        frozenset(("_pad_enum",)),
        r"torch raises NotImplementedError: Padding size",
        _always,
        "unknown modes pad with constants",
    ),
    (
        frozenset(("adaptive_avg_pool2d", "_adaptive_avg_pool2d")),
        r"not implemented for 'Complex|elements of output_size",
        _out_is_given,
        "means of whole images need no pooling; sizes below zero are refused with and without out",
    ),
    (_BATCH_NORMS, r"after the call", _has_gaps(3, 4), "statistics whose elements share their memory"),
    (frozenset(("svd",)), r"^input \d+: version|strides", _out_is_given, "torch writes zeros to V in another order"),
    (
        frozenset(("grid_sampler_2d", "grid_sampler_3d", "grid_sampler")),
        r"values differ",
        _has_specials,
        "where a point that is NaN or infinite lies",
    ),
    (
        frozenset(("linalg_solve_triangular",)),
        r"wye raises RuntimeError: .*same dtype",
        _always,
        "torch computes with the bytes of another dtype",
    ),
    (
        frozenset(("_linalg_check_errors",)),
        r"INTERNAL ASSERT",
        _always,
        "codes of every integer dtype are read",
    ),
    (
        frozenset(("_scaled_dot_product_attention_math",)),
        r"result\[\d\].dtype|wye raises RuntimeError: expected scalar type",
        _always,
        "operands of several dtypes, which scaled_dot_product_attention refuses",
    ),
    (
        frozenset(("matrix_power", "linalg_matrix_power")),
        r"wye raises RuntimeError: Expected out tensor to have dtype",
        _out_is_given,
        "the first power is copied into any dtype",
    ),
    (
        frozenset(("soft_margin_loss",)),
        r"values differ",
        lambda call: len(call.args) > 2 and call.args[2] not in (0, 1, 2),
        "reductions that do not exist",
    ),
    (
        frozenset(f"{kind}_pad{n}d" for kind in ("reflection", "replication") for n in (1, 2, 3))
        | {"adaptive_avg_pool2d", "adaptive_max_pool2d", "max_pool2d_with_indices", "max_pool2d_with_indices_backward"},
        r"strides",
        _out_is_given,
        "torch lays out an out of the right shape anew",
    ),
    (frozenset(("linalg_solve_ex", "linalg_solve")), r"bits", _out_is_given, "out becomes a lazy conjugate"),
    (
        frozenset(("embedding_bag",)),
        r"result\[[23]\].shape",
        _always,
        "without gradients torch counts the last offset as a bag",
    ),
    (
        frozenset(("embedding_bag", "_embedding_bag")),
        r"values differ.*nan",
        _has_specials,
        "NaN is never the greatest of a bag in torch",
    ),
    (
        frozenset(("max_pool3d", "max_pool3d_with_indices")),
        r"torch raises RuntimeError: Unsupported memory format",
        _always,
        "layouts that torch's kernels do not take",
    ),
    (
        frozenset(
            ("nll_loss", "nll_loss2d", "nll_loss_nd", "nll_loss_forward", "nll_loss2d_forward", "cross_entropy_loss")
        ),
        r"values differ",
        _is_short,
        "torch adds up losses and weights in 16 bits",
    ),
    (
        frozenset(("cosine_similarity", "cosine_embedding_loss")),
        r"values differ",
        _is_short,
        "torch computes lengths in 16 bits before it promotes",
    ),
    (
        frozenset(("binary_cross_entropy",)),
        r"values differ.*nan in torch",
        lambda call: _writes_to_out(call) and call.args[0]["shape"] == [],
        "torch divides by the elements of an out that is empty yet",
    ),
    (
        frozenset(("embedding_bag", "_embedding_bag")),
        r"values differ",
        lambda call: True in call.args[7:8],
        "indices behind the last offset count or not, by dtype and mode",
    ),
    (frozenset(("linear",)), r"strides", _out_has_gaps, "torch lays out an out of the right shape anew"),
    (
        frozenset(("max_pool1d",)),
        r"torch returns, wye raises RuntimeError: pad should be smaller",
        _always,
        "without gradients torch lets padding grow with the dilation",
    ),
]
