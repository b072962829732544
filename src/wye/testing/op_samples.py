"""Samples of the arguments of every operator: by family, or as rows of arguments.

Cold path.  Samples are made when a test asks for them, on the device and with the dtype that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.testing import op_arguments, op_arguments_linalg, op_arguments_nn
from wye.testing.elementwise_samples import binary_usual, unary_usual
from wye.testing.op_info import SampleInput
from wye.testing.sample_maker import Make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.testing.op_arguments import Rows

__all__ = ["binary_samples", "samples_of", "unary_samples"]

_Ranges = tuple[float | None, float | None]
# Between which numbers a function of one number is defined, and differentiable, where its domain does not say that.
_RANGES: Final[dict[str, _Ranges]] = {
    "acos": (-0.9, 0.9), "asin": (-0.9, 0.9), "acosh": (1.5, 9), "atanh": (-0.9, 0.9), "cosh": (-3, 3), "exp": (-3, 3),
    "expm1": (-3, 3), "log": (0.5, 9), "log10": (0.5, 9), "log1p": (-0.5, 9), "log2": (0.5, 9), "reciprocal": (0.5, 9),
    "rsqrt": (0.5, 9), "sinc": (0.5, 9), "sinh": (-3, 3), "sqrt": (0.5, 9), "tan": (-1, 1), "digamma": (0.5, 9),
    "erfinv": (-0.9, 0.9), "exp2": (-3, 3), "frac": (0.1, 0.9), "lgamma": (0.5, 9), "logit": (0.1, 0.9),
    "nn.functional.relu": (0.5, 9), "nn.functional.hardtanh": (-0.9, 0.9), "nn.functional.leaky_relu": (0.5, 9),
    "nn.functional.softsign": (0.5, 9), "sign": (1, 9), "abs": (1, 9), "neg": (1, 9), "square": (1, 9),
    "polygamma": (0.5, 9), "special.polygamma": (0.5, 9), "mvlgamma": (3, 9), "special.entr": (0.5, 9),
    "special.ndtri": (0.1, 0.9), "special.log_ndtr": (-3, 3), "special.erfcx": (-1, 3), "i0": (0.5, 3),
}  # fmt: skip
_ONE_NUMBER: Final = ("clone", "zeros_like", "ones_like", "nn.functional.gelu", "nn.functional.leaky_relu")
_TWO_NUMBERS: Final = ("logaddexp2",)
_ONE_DIM: Final = ["cumsum", "cumprod", "sort", "argsort", "softmax", "log_softmax", "logcumsumexp"]

_ROWS: Final[Rows] = {
    "addcdiv": lambda m: [(m(3, 4), m(4), m(3, 1))],
    "addcmul": lambda m: [(m(3, 4), m(4), m(3, 1)), (m(3, 4), m(3, 4), m(3, 4), {"value": 2})],
    "addmm": lambda m: [(m(5), m(3, 4), m(4, 5)), (m(3, 5), m(3, 4), m(4, 5), {"beta": 2})],
    "baddbmm": lambda m: [(m(2, 3, 5), m(2, 3, 4), m(2, 4, 5))],
    "bmm": lambda m: [(m(2, 3, 4), m(2, 4, 5))],
    "broadcast_to": lambda m: [(m(3, 1), (2, 3, 4))],
    "cat": lambda m: [([m(3, 4), m(3, 4)],), ([m(3, 4), m(3, 2)], 1)],
    "chunk": lambda m: [(m(3, 4), 2), (m(3, 4), 3, 1)],
    "clamp": lambda m: [(m(3, 4), 1, 5), (m(3, 4), {"max": 3})],
    "diag": lambda m: [(m(3, 3),), (m(3), 1)],
    "diagonal": lambda m: [(m(2, 3, 4), 0, 1, 2)],
    "dot": lambda m: [(m(4), m(4))],
    "einsum": lambda m: [([m(3, 4), m(4, 2)], "ij,jk->ik"), ([m(3, 3)], "ii->i"), ([m(2), m(3)], "i,j->ij")],
    "expand": lambda m: [(m(3, 1), (2, 3, 4))],
    "flatten": lambda m: [(m(2, 3, 4),), (m(2, 3, 4), 1)],
    "flip": lambda m: [(m(2, 3, 4), (0, 2))],
    "gather": lambda m: [(m(3, 4), 1, m.listed([[0, 3], [1, 1]]))],
    "index_select": lambda m: [(m(3, 4), 1, m.listed([3, 0, 0]))],
    "index_add": lambda m: [(m(3, 4), 1, m.listed([3, 0]), m(3, 2))],
    "kron": lambda m: [(m(2, 2), m(3))],
    "lerp": lambda m: [(m(3, 4), m(3, 4), 0.3)],
    "masked_fill": lambda m: [(m(3, 4), m.eye(3, 4), 2)],
    "masked_select": lambda m: [(m(3, 4), m.eye(3, 4))],
    "matmul": lambda m: [(m(3, 4), m(4)), (m(2, 3, 4), m(4, 2))],
    "mm": lambda m: [(m(3, 4), m(4, 5))],
    "movedim": lambda m: [(m(2, 3, 4), 0, -1)],
    "mv": lambda m: [(m(3, 4), m(4))],
    "nn.functional.embedding": lambda m: [
        (m(3, 4), m.listed([[0, 2], [1, 1]])),
        (m(3, 4), m.listed([2, 0]), {"padding_idx": 1}),
    ],
    "nn.functional.layer_norm": lambda m: [(m(2, 3, 4), (4,)), (m(2, 3, 4), (4,), m(4), m(4))],
    "nn.functional.linear": lambda m: [(m(3, 4), m(5, 4)), (m(3, 4), m(5, 4), m(5))],
    "nn.functional.scaled_dot_product_attention": lambda m: [(m(2, 3, 4, 5), m(2, 3, 6, 5), m(2, 3, 6, 5))],
    "outer": lambda m: [(m(3), m(4))],
    "permute": lambda m: [(m(2, 3, 4), (2, 0, 1))],
    "repeat": lambda m: [(m(3, 4), (2, 1, 3))],
    "reshape": lambda m: [(m(3, 4), (2, 6)), (m(3, 4).t(), (-1,))],
    "roll": lambda m: [(m(3, 4), 2), (m(3, 4), (1, 2), (0, 1))],
    "scatter": lambda m: [(m(3, 4), 1, m.listed([[0, 3], [1, 2]]), m(2, 2))],
    "scatter_add": lambda m: [(m(3, 4), 1, m.listed([[0, 3], [1, 1]]), m(2, 2))],
    "select": lambda m: [(m(3, 4), 1, 2)],
    "squeeze": lambda m: [(m(3, 1, 4), 1), (m(1, 2, 1),)],
    "stack": lambda m: [([m(3, 4), m(3, 4)], 1)],
    "tile": lambda m: [(m(3, 4), (2, 2))],
    "trace": lambda m: [(m(3, 3),)],
    "transpose": lambda m: [(m(2, 3, 4), 0, 2)],
    "tril": lambda m: [(m(3, 4),), (m(3, 4), 1)],
    "triu": lambda m: [(m(3, 4),), (m(3, 4), -1)],
    "unsqueeze": lambda m: [(m(3, 4), 1)],
    "view": lambda m: [(m(3, 4), (2, 6))],
    "where": lambda m: [(m(3, 4), m.eye(3, 4), m(3, 4)), (m(3, 4), m.eye(3, 4), m()), (m(), m.eye(3, 4), m(4))],
    **dict.fromkeys(_ONE_DIM, lambda m: [(m(3, 4), 1), (m(2, 3, 4), -1), (m(3), 0)]),
}
_ARGUMENTS: Final[Rows] = {
    **_ROWS, **op_arguments.ARGUMENTS, **op_arguments_linalg.ARGUMENTS, **op_arguments_nn.ARGUMENTS,
}  # fmt: skip


def _without_phases(result: Any) -> Any:
    """A factorisation without what it leaves open: the phases of vectors."""
    return tuple(part.abs() for part in result)


# What broadcasts its first argument, which then cannot be written to.
_GROWING: Final = frozenset(
    ("addbmm", "addcdiv", "addcmul", "addmm", "addmm:decomposed", "addmv", "addr", "baddbmm", "lerp", "where")
)
# What gradients are computed of, where the result is not determined.
_DETERMINED: Final[dict[str, Callable[..., Any]]] = dict.fromkeys(
    ("linalg.eig", "linalg.eigh", "linalg.svd", "svd", "svd_lowrank", "pca_lowrank"), _without_phases
)


def _rows(key: str) -> Callable[..., Iterator[SampleInput]]:
    def samples(op: Any, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterator[SampleInput]:
        for given in _ARGUMENTS[key](Make(device, dtype, requires_grad)):
            is_named = isinstance(given[-1], dict)
            first, *by_place = given[:-1] if is_named else given
            by_name = dict(given[-1]) if is_named else {}
            sample = SampleInput(first, args=by_place, kwargs=by_name, output_process_fn_grad=_DETERMINED.get(op.name))
            if key in _GROWING:
                sample.broadcasts_input = op(first, *by_place, **by_name).shape != first.shape
            yield sample

    return samples


def unary_samples(op: Any, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterator[SampleInput]:
    """Tensors of the numbers that a function of one number takes; small ones where gradients are asked for."""
    if not requires_grad and hasattr(op, "domain"):
        yield from unary_usual(op, device=device, dtype=dtype)
        return
    whole = not dtype.is_floating_point and not dtype.is_complex
    low, high = (None, None) if whole else _RANGES.get(op.name, getattr(op, "domain", (None, None)))
    make = Make(device, dtype, requires_grad)
    for sizes in ((3, 4), (), (2, 0)):
        made = make(*sizes, low=low, high=high)
        more = op.sample_kwargs(device, dtype, made)[0] if hasattr(op, "sample_kwargs") else {}
        yield SampleInput(made, kwargs=more)


def binary_samples(op: Any, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterator[SampleInput]:
    """Pairs of tensors that broadcast; of numbers from 1 to 5, unless the function says which it takes."""
    make = Make(device, dtype, requires_grad)
    first, second = (getattr(op, f"{side}_make_tensor_kwargs", {}) for side in ("lhs", "rhs"))
    usual = {"low": 1, "high": 5}
    for left, right in (((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1), (1, 3)), ((), (2,)), ((2, 0), (1,))):
        pair = make(*left, **usual, **_without_bounds(first)), make(*right, **usual, **_without_bounds(second))
        yield SampleInput(pair[0], args=pair[1:], broadcasts_input=np.broadcast_shapes(left, right) != left)
    if not requires_grad and hasattr(op, "lhs_make_tensor_kwargs"):
        yield from binary_usual(op, device=device, dtype=dtype)


def _without_bounds(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in ("low", "high")}


def samples_of(key: str) -> Callable[..., Iterator[SampleInput]] | None:
    """The function that makes samples of ``name:variant``; None if there is none."""
    if key in _ONE_NUMBER:
        return unary_samples
    if key in _TWO_NUMBERS:
        return binary_samples
    return _rows(key) if key in _ARGUMENTS else None
