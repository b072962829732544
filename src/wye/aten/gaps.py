"""What the grid does not have, and why.

A cell that is empty without a line here is an oversight, and a test says so.
"""

from __future__ import annotations

from typing import Final

__all__ = ["NO_FAKE", "NO_RULE", "OTHER_COMPOSITE"]

# Operators with a schema and no rule at all.
_ELSEWHERE: Final = "PyTorch has a kernel on CUDA alone; on CPU both say that there is none"
NO_RULE: Final = dict.fromkeys(("mm.dtype", "bmm.dtype", "addmm.dtype", "baddbmm.dtype"), _ELSEWHERE)

# Operators without a fake rule.
NO_FAKE: Final[dict[str, str]] = {}

# Operators that are composite here and not in PyTorch, or the other way round.
_DIRECT: Final = "PyTorch composes it of others; here one NumPy function does it, without calls in between"
_ITSELF: Final = "PyTorch composes it for all backends; here only a Tensor can change what it shows, an array cannot"
_COPIES: Final = "PyTorch composes it, too, but under a key that leaves functionalization out"
# A variant that is derived is no composite by itself: the kernel of its functional operator stores into the output.
OTHER_COMPOSITE: Final = {
    **dict.fromkeys(("squeeze_", "squeeze_.dim", "squeeze_.dims", "unsqueeze_"), _ITSELF),
    **dict.fromkeys(("select_scatter", "slice_scatter"), _COPIES),
    **dict.fromkeys(
        (
            "_native_batch_norm_legit_no_training", "abs", "abs_", "alias", "any.dims", "arange", "arange.start",
            "arange.start_step", "bitwise_and.Scalar", "bitwise_and.Scalar_Tensor", "bitwise_or.Scalar",
            "bitwise_or.Scalar_Tensor", "bitwise_xor.Scalar", "bitwise_xor.Scalar_Tensor", "clone",
            "constant_pad_nd", "convolution", "convolution_backward", "copy_", "diagonal", "embedding", "expand",
            "fmod.Scalar", "index_put", "index_put_", "isinf", "logical_and", "logical_not", "logical_or",
            "logical_xor", "masked_scatter", "mean", "native_group_norm", "native_layer_norm", "permute", "rand",
            "rand.generator", "randn", "randn.generator", "randperm", "randperm.generator", "remainder.Scalar",
            "repeat", "select.int", "slice.Tensor", "sort", "split_with_sizes", "squeeze", "squeeze.dim",
            "squeeze.dims", "sum", "unsqueeze", "view.dtype",
        ),
        _DIRECT,
    ),
}  # fmt: skip
