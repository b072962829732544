"""Differences that are meant, each with its reason; docs/pytorch-differences.md has them for people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.conformance.operators.known_layers import MORE
from tests.conformance.operators.known_reduce import REDUCE

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

# Memory that nobody has written to.
UNINITIALISED = frozenset(
    ("empty.memory_format", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided",
     "resize_", "resize_as_", "empty.out", "empty_like.out", "empty_strided.out", "new_empty.out",
     "new_empty_strided.out", "empty_permuted.out")
)  # fmt: skip

# operator -> what the difference looks like -> why it is meant
_KNOWN: dict[str, dict[str, str]] = {
    "native_group_norm_backward": {
        r"^torch returns, wye raises .*(channels in input|mixed dtype)": "torch does not check what it does not use",
        r"^torch raises RuntimeError: tensor does not have a device": "torch asks an absent weight for its device",
        r"^torch raises RuntimeError: (expected scalar type|mixed dtype)": "wye converts statistics of another dtype",
    },
    "convolution": {r"x 0\). Output size is too small": "torch refuses results without elements for some dtypes"},
    "convolution_backward": {
        r"^torch returns, wye raises .*(dilation|output padding|expected scalar)": "torch checks what it uses",
        r"^result\[1\]: .*None in wye": "torch gives a gradient that nobody asked for",
    },
    "inner": {r"not implemented for 'Bool'": "torch multiplies booleans in some layouts only"},
    "embedding_dense_backward": {r"nanj\) in torch": "torch multiplies by 1 with a part of infinity"},
    "native_group_norm": {r"^result\[1\]: .*nan in wye": "the mean of no elements"},
    "native_batch_norm_backward": {r"^torch raises .*mixed dtype": "wye converts statistics of another dtype"},
    "native_layer_norm_backward": {
        r"^torch returns, wye raises .*mixed dtype": "torch does not check what it does not use",
        r"^torch raises RuntimeError: expected scalar type": "wye converts statistics of another dtype",
    },
    "var": {r"nan in torch, -?inf in wye": "nothing divided by nothing, where the sum of squares is rounded"},
    "_adaptive_avg_pool2d": {r"elements of output_size": "torch takes negative sizes for no images"},
    "_fft_c2r": {r"Storage size calculation overflowed": "torch reads sizes that nobody gave it"},
    "as_strided": {r"sizes are not negative": "torch lets a negative size pass beside a 0"},
    "repeat": {r"negative dimension": "torch lets a negative size pass beside a 0"},
    "fft_rfftfreq": {
        r"^(result.shape|input 0 after the call: of shape)": "torch divides a negative count towards zero"
    },
    "svd": {r"^result\[2\].bits": "torch gives V as a conjugate that is not computed"},
    "special_round": {r"^result.strides": "torch lays the output of this alias out like the input"},
    "": {
        r"^on meta: .*wye raises .*(depends on the elements|needs the elements|no data|cannot be called on meta)": (
            "without elements nobody knows the result"
        ),
    },
    **{
        name: {
            r"ComplexHalf|complex32": "there is no complex dtype of two halves",
            r"nanj\) in torch": "torch multiplies by 1+0j first, which makes NaNs of infinities",
        }
        for name in (
            "add",
            "add_",
            "sub",
            "sub_",
            "subtract",
            "subtract_",
            "rsub",
            "addcdiv",
            "addcdiv_",
            "addcmul",
            "addcmul_",
        )
    },
    **{
        name: {r"ComplexHalf|complex32": "there is no complex dtype of two halves"}
        for name in ("mul", "multiply", "div", "divide", "true_divide", "where", "to", "_to_copy")
    },
    **{
        name: {
            r"ComplexHalf|complex32": "there is no complex dtype of two halves",
            r"nanj\) in torch": "torch takes complex logarithms of 0 and of infinities, also where the power is known",
        }
        for name in ("pow", "pow_", "float_power", "float_power_")
    },
    **{
        name: {r"result(\[\d\])?\.strides": "an output that is made larger is not laid out as a new result would be"}
        for name in ("abs.out", "absolute.out", "angle.out", "conj_physical.out", "frexp.Tensor_out")
    },
    "log_sigmoid_forward.output": {r"result\[1\].strides": "torch makes the buffer row-major, whatever it was"},
    "_efficientzerotensor": {r"strides": "zeros that are not stored have strides 0"},
    "complex": {r"parts of 16 bits": "there is no complex dtype of two halves"},
    "copy": {r"result.offset": "what lies before a copy is seen by nobody"},
    **{name: {r"nan in torch, inf in wye": "torch multiplies infinity by 0 in vectors"} for name in ("gelu", "gelu_")},
    "set_": {
        r"wye raises RuntimeError: set_: a tensor of": "memory keeps its dtype; torch reads the bytes as another one",
        r"wye raises RuntimeError: setStorage": "torch makes the storage larger",
    },
    "resize_": {r"wye raises RuntimeError: Trying to create tensor with negative": "torch lets one pass beside a 0"},
    "_reshape_alias": {r"values differ|-\d+\] in wye": "strides are taken as they are, also outside of the memory"},
    **{
        name: {r"not implemented for 'Complex.*wye returns": "torch refuses complex elements in some layouts only"}
        for name in ("index_reduce", "index_reduce_")
    },
    **{
        name: {r"negative dimension": "torch lets a negative size pass beside a 0"}
        for name in ("full.out", "repeat", "repeat.out")
    },
    "view_as_complex": {r"float16": "there is no complex dtype of two halves"},
    "view_as_complex_copy": {r"float16": "there is no complex dtype of two halves"},
    "take_along_dim": {r"torch returns, wye raises RuntimeError: index": "torch does not look at expanded indices"},
}


# Functions that torch approximates less closely: the values may differ by so much.
_APPROXIMATED = {
    **dict.fromkeys(("special_bessel_j0", "special_bessel_j1", "special_bessel_y0", "special_bessel_y1"), 2e-6),
    "special_airy_ai": 5e-6,
}
_VALUES = re.compile(r"values differ, at .*: (\S+) in torch, (\S+) in wye$")


def _is_approximated(call: Call, line: str) -> bool:
    found, tolerance = _VALUES.search(line), _APPROXIMATED.get(call.name.partition(".")[0])
    return found is not None and tolerance is not None and abs(float(found[1]) - float(found[2])) <= tolerance


def known(call: Call, line: str) -> str | None:
    """The reason of a difference that is meant."""
    if _is_approximated(call, line):
        return "torch's approximation is less close"
    for names, pattern, applies, reason in (*MORE, *REDUCE):
        if call.name.partition(".")[0] in names and re.search(pattern, line) and applies(call):
            return reason
    for name in ("", call.name.partition(".")[0], call.name):
        for pattern, reason in _KNOWN.get(name, {}).items():
            if re.search(pattern, line):
                return reason
    return None


def ends_torch(call: Call) -> bool:
    """Does this call end the whole process in torch?"""
    if call.name.startswith("_fft_"):  # dimensions are not checked there
        n = len(call.args[0]["shape"])
        return any(not 0 <= dim < n for dim in call.args[1]) or call.args[2] not in (0, 1, 2)
    if "eig" in call.name:  # LAPACK does not survive infinities
        return any("special" in words for words in call.tensors())
    if "batch_norm_backward" in call.name:
        return None in (call.args[5:7] if call.args[7] is True else call.args[3:5])
    if "no_stats" in call.name:  # without statistics only training makes sense, and nobody looks
        return call.args[3] is not True
    if "batch_norm" in call.name and len(call.args) > 5:  # statistics are read without a look whether they are there
        return call.args[5] is False and None in call.args[3:5]
    return False
