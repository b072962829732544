"""Meant differences of reductions, orders, scans and random operators."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.operators.calls import Call


def _always(_: Call) -> bool:
    return True


def _out_has_gaps(call: Call) -> bool:
    return any(
        isinstance(words, dict) and "shape" in words and (words.get("step", 1) != 1 or "order" in words)
        for words in call.kwargs.values()
    )


def _is_spread(call: Call) -> bool:
    return any("expanded" in words for words in call.tensors())


def _has_specials(call: Call) -> bool:
    return any("special" in words for words in call.tensors())


def _is_short(call: Call) -> bool:
    return any(words["dtype"] in ("float16", "bfloat16") for words in call.tensors())


def _may_tie(call: Call) -> bool:
    """May two elements be equal?  Wide floats that were drawn are not."""
    words = call.tensors()[0]
    drawn = words["dtype"] in ("float32", "float64") and not {"values", "special", "expanded"} & words.keys()
    return not drawn


def _grows(call: Call) -> bool:
    """Does the new size reach beyond the elements of the source?"""
    _, source, offset, size = call.args[:4]
    return offset + prod(size) > prod(source["shape"])


def _reaches_far(call: Call) -> bool:
    size, strides = call.args[1], call.args[2]
    return sum((n - 1) * stride for n, stride in zip(size, strides, strict=False)) >= prod(call.args[0]["shape"])


def _has_windows_of_another_size(call: Call) -> bool:
    grad, _, _, size, step = call.args[:5]
    return grad["shape"][-1:] != [size] or size < step


_SOFTMAX = frozenset(
    ("softmax", "log_softmax", "_softmax", "_log_softmax", "_softmax_backward_data", "_log_softmax_backward_data")
)
_RANDOM = frozenset(("rand", "randn", "randint", "normal"))

REDUCE: list[tuple[frozenset[str], str, Callable[[Call], bool], str]] = [
    (
        frozenset(("kthvalue", "topk")),
        r"(result\[1\]|input \d after the call): .*values differ",
        _may_tie,
        "which of equal elements is chosen is not defined",
    ),
    (
        frozenset(("_reshape_alias",)),
        "wye raises RuntimeError: .* reach outside of the memory",
        lambda call: any(stride < 0 for stride in call.args[2]) or _is_spread(call) or _reaches_far(call),
        "torch does not check bounds there",
    ),
    (
        frozenset(("pad",)),
        "values differ",
        lambda call: call.args[2:3] == ["circular"] and any(width < 0 for width in call.args[1]),
        "torch leaves what a negative width cuts off uninitialised",
    ),
    (
        frozenset(("set_",)),
        "Could not set tensor of type",
        lambda call: call.args[0]["dtype"] != call.args[1]["dtype"],
        "torch's operator, unlike its method, reads the memory of one dtype as another and beyond its end",
    ),
    (
        frozenset(("set_",)),
        "values differ",
        lambda call: call.name == "set_.source_Tensor_storage_offset" and _grows(call),
        "memory that grows has no particular value",
    ),
    (
        frozenset(("unfold_backward",)),
        "values differ",
        _has_windows_of_another_size,
        "torch reads outside of windows that are shorter than their size",
    ),
    (
        frozenset(("float_power",)),
        "values differ",
        lambda call: call.name == "float_power.Scalar_out" and _has_specials(call),
        "1 to the power NaN",
    ),
    (frozenset(("_embedding_bag",)), r"^result\[3\]: ", _has_specials, "which element is the largest beside a NaN"),
    (frozenset(("median", "nanmedian")), "values differ", _is_spread, "torch reads outside of expanded dimensions"),
    (
        frozenset(("var_mean", "std_mean")),
        r"(result\[1\]|input \d after the call): .*(nan in torch, -?inf in wye|inf.*j\) in torch)",
        _has_specials,
        "torch's mean of infinities depends on their place",
    ),
    (
        _SOFTMAX,
        "values differ",
        _out_has_gaps,
        "torch stores in the wrong places if the output has gaps",
    ),
    (frozenset(("unique_dim", "mode")), "values differ", _has_specials, "what has NaN in it has no order"),
    (
        frozenset(("diff", "dist", "trapezoid", "cumulative_trapezoid")),
        r"nanj\) in torch",
        _has_specials,
        "torch multiplies by 1+0j first, which makes NaNs of infinities",
    ),
    (
        frozenset(("any", "all")),
        "values differ",
        lambda call: any(isinstance(w, dict) and w.get("dtype") == "uint8" for w in call.kwargs.values()),
        "torch converts elements to bytes before it asks whether they are true",
    ),
    (
        frozenset(("normal",)),
        "torch raises RuntimeError: The size of tensor a",
        lambda call: call.name == "normal.Tensor_float_out",
        "torch wants an output that broadcasts with the mean, then resizes it",
    ),
    (
        frozenset(("var", "std")),
        r"torch raises .*(std_var_all: Unsupported dtype|\"std_cpu\" not implemented for 'Complex)",
        _always,
        "torch has no kernel for outputs of another dtype than the input's in some layouts",
    ),
    (frozenset(("diff",)), r"version \d in torch", _always, "an empty difference is written to once, or not at all"),
    (frozenset(("_logcumsumexp",)), "wye raises .*expected scalar_type", _always, "torch mixes up bytes of dtypes"),
    (_RANDOM, "wye raises RuntimeError: .*negative dimension", _always, "torch makes outputs with negative sizes"),
    (frozenset(("normal",)), "wye raises .*normal_kernel_cpu", _always, "torch draws in the dtype of the output"),
    (
        frozenset(("histogram", "histc")),
        "values differ",
        lambda call: call.args[0]["shape"] == [],
        "one element is in the middle of its range, and the last bit of an edge there decides",
    ),
    (frozenset(("prod",)), "values differ", _is_short, "the order of products of 16-bit floats is not defined"),
    (
        frozenset(("mean",)),
        r"nanj\) in torch",
        _has_specials,
        "torch divides by a complex number, which makes NaNs of infinities",
    ),
]  # fmt: skip
