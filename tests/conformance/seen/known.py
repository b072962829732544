"""Known differences of what a dispatch mode sees: the calls and operators, each with its reason."""

from __future__ import annotations

from typing import Final

__all__ = ["COMPOSITES", "MISSING", "SEEN"]

_NO_OPERATOR: Final = "a question about dtypes, which no tensor takes part in, is answered without an operator"
_BINDING: Final = "PyTorch's binding of this method detaches once more"
_STORAGE: Final = "storages are handed on by tensors"
_UNWRITTEN: Final = "under a mode PyTorch leaves the output unwritten, or writes to the wrong one"
_OTHERWISE: Final = "the same result by other operators"

# Public calls.
SEEN: Final = {
    **dict.fromkeys((
        "torch.gradient(v)", "torch.cov(c)",
    ), _OTHERWISE),
    **dict.fromkeys((
        "torch.can_cast(torch.float32, torch.int64)", "torch.promote_types(torch.float32, torch.int64)",
        "torch.vander(v)", "torch.vander(v, 3, True)",
    ), _NO_OPERATOR),
    **dict.fromkeys((
        "x.view(torch.int32)", "x.view(torch.float64)",
    ), _BINDING),
    **dict.fromkeys((
        "torch.fft.ihfftn(v, out=c.new_empty(0))", "torch.linalg.matrix_rank(x, out=idx.new_empty(0))",
        "torch.linalg.matrix_rank(x, tol=0.1, out=idx.new_empty(0))",
        "torch.linalg.matrix_rank(x, atol=0.1, rtol=s, out=idx.new_empty(0))",
    ), _UNWRITTEN),
}  # fmt: skip

# Functions that are not there.
MISSING: Final[dict[str, str]] = {}

# Operators that are composite in PyTorch.
COMPOSITES: Final = {
    **dict.fromkeys((
        "linalg_matrix_rank.atol_rtol_float_out", "linalg_matrix_rank.atol_rtol_tensor_out", "linalg_matrix_rank.out",
        "linalg_matrix_rank.out_tol_tensor",
    ), _UNWRITTEN),
    "batch_norm": _OTHERWISE,
    "set_.source_Tensor_storage_offset": _STORAGE,
}  # fmt: skip
