"""Differences of gradients that stay; each has a line in docs/pytorch-differences.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call


def is_known(call: Call, line: str) -> bool:
    """Is it one of them?"""
    return any(call.name == name and part in line for name, part in KNOWN)


KNOWN = (
    ("as_strided_scatter", "first[0]"),  # torch gives self the gradient of the part that src has replaced
    ("as_strided_scatter", "second[0]"),
    ("prod.dim_int", "second[0]"),  # of float32, computed in another order
    ("native_batch_norm_backward", "Expected a proper Tensor"),  # torch's second derivative needs a weight
    ("native_batch_norm_backward", "second: None in torch"),
    ("_unsafe_index_put", "unexpected index type Bool"),  # torch's gradient indexes by numbers only
    ("_unsafe_index_put", "second: None in torch"),
    ("embedding", "sparse"),  # there are no sparse gradients
    ("embedding", "second: None in torch"),
    ("cumprod", "second[0]"),  # of float32, computed in another order
    ("linalg_cholesky_ex", "differ"),  # the factor of a matrix that is not positive definite is not determined
    ("adaptive_max_pool2d", "second: None in torch"),
    ("adaptive_max_pool3d", "second: None in torch"),
    ("native_layer_norm", "Expected a proper Tensor"),  # torch's second derivative needs a weight
    ("adaptive_max_pool2d", "Expected grad_output to have non-zero size"),
    ("adaptive_max_pool3d", "Expected grad_output to have non-zero size"),
)
