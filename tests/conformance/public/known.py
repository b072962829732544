"""Differences of public calls that are meant, each with its reason and where it applies.

docs/pytorch-differences.md has them for people; those of operators are in tests/conformance/operators/known.py.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.conformance.public.drawing import is_tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.public.drawing import PublicCall

# Functions that are no public ones in PyTorch: `torch.nn.functional` names them, and passes a reduction.
_LOSSES = frozenset((
    "binary_cross_entropy", "cross_entropy_loss", "huber_loss", "l1_loss", "mse_loss", "nll_loss", "nll_loss2d",
    "nll_loss_nd", "smooth_l1_loss", "soft_margin_loss",
))  # fmt: skip
# Results that are right up to signs, phases or the order of equal elements.
_NOT_UNIQUE = frozenset((
    "linalg_eigh", "linalg_eig", "linalg_svd", "svd", "qr", "linalg_qr", "linalg_cholesky_ex", "linalg_inv_ex",
    "linalg_solve_ex", "topk", "kthvalue", "mode", "median", "sort", "argsort", "msort",
))  # fmt: skip


_LINALG = frozenset(("cholesky", "inverse", "det", "logdet", "slogdet", "qr", "svd", "lu_solve", "cholesky_solve"))
_UNIQUE_BY_PLACE = 2  # arguments, of which the second asks for the inverse


def _given(call: PublicCall) -> list[Any]:
    """The values of a call, those in lists too."""
    found: list[Any] = []
    waiting = [*call.args, *call.kwargs.values()]
    while waiting:
        value = waiting.pop()
        waiting += value if isinstance(value, list) else ()
        found.append(value)
    return found


def _argument(call: PublicCall, place: int, name: str) -> Any:
    return call.kwargs.get(name, call.args[place] if place < len(call.args) else None)


def _is_numpy(words: Any) -> bool:
    return isinstance(words, dict) and "$numpy" in words


def _is_complex(words: Any) -> bool:
    return isinstance(words, dict) and "$complex" in words


def _is_number(words: Any) -> bool:
    return isinstance(words, (int, float)) or _is_numpy(words)


def _first_is_numpy(call: PublicCall, line: str) -> bool:
    return not call.method and _is_numpy(call.args[0] if call.args else call.kwargs.get("input"))


def _without_dimensions(call: PublicCall) -> bool:
    return any(is_tensor(value) and not value["shape"] for value in _given(call))


def _halves_and_complex(call: PublicCall, line: str) -> bool:
    given = _given(call)
    return any(map(_is_complex, given)) and any(is_tensor(one) and one["dtype"] == "float16" for one in given)


def _unusual_device(call: PublicCall, line: str) -> bool:
    """A device that is none, beside something else that is wrong: which of them is reported?"""
    device = _argument(call, 1, "device") if call.name == "to" else call.kwargs.get("device")
    return line.startswith("error: torch TypeError") and (isinstance(device, int) or device in ("text", "float32"))


def _drops(call: PublicCall, line: str) -> bool:
    return call.name == "scaled_dot_product_attention" and bool(_argument(call, 4, "dropout_p"))


def _named(names: frozenset[str], pattern: str) -> Callable[[PublicCall, str], bool]:
    compiled = re.compile(pattern)
    return lambda call, line: call.name in names and compiled.search(line) is not None


def _one(name: str, pattern: str) -> Callable[[PublicCall, str], bool]:
    return _named(frozenset((name,)), pattern)


_KNOWN: list[tuple[Callable[[PublicCall, str], bool], str]] = [
    (_first_is_numpy, "a NumPy scalar without tensors beside it counts as an array, as NumPy's functions return it"),
    (_named(_LOSSES, r"^wrong: shape"), "PyTorch has them under torch.nn.functional alone; here they take the mean"),
    (_named(_NOT_UNIQUE, r"^wrong: result"), "right up to signs, phases, or the order of equal elements"),
    (
        lambda call, line: (
            (call.name.startswith("linalg_") or call.name in _LINALG)
            and line.startswith("error: torch _LinAlgError")
            and "wye LinAlgError" in line
        ),
        "the same error under wye's name",
    ),
    (
        lambda call, line: "fft" in call.name and "MKL FFT error" in line,
        "PyTorch hands sizes to a library that refuses them",
    ),
    (
        lambda call, line: "INTERNAL ASSERT FAILED" in line and line.startswith(("taken", "error")),
        "both refuse, or wye computes: a check of PyTorch's that no caller should see",
    ),
    (
        lambda call, line: call.name == "copy_" and bool({"src", "other"} & call.kwargs.keys()),
        "the source is called src, as in the schema",
    ),
    (lambda call, line: call.name == "index" and call.method, "x.index is another function in PyTorch"),
    (_named(frozenset(("addbmm_", "addbmm")), r"^refused|IndexError"), "PyTorch resizes what it writes to"),
    (
        lambda call, line: (
            call.name == "is_contiguous" and (len(call.args) > 1 or call.kwargs.get("memory_format", 0) is None)
        ),
        "the memory format may be given by place, and None stands for the default",
    ),
    (
        lambda call, line: (
            not any(map(is_tensor, _given(call))) and "wye NoKernelError: There were no tensor arguments" in line
        ),
        "a call without tensors has no backend to run on",
    ),
    (_one("unflatten", r"^error: torch RuntimeError"), "a dimension that is not there is an IndexError, as elsewhere"),
    (
        lambda call, line: call.name == "unique_consecutive" and len(call.args) >= _UNIQUE_BY_PLACE,
        "PyTorch mixes up what is asked for by place",
    ),
    (
        lambda call, line: call.name == "unique_consecutive" and _without_dimensions(call),
        "one element is one run, without dimensions too",
    ),
    (
        lambda call, line: (
            call.name in ("logsumexp", "special_logsumexp")
            and _argument(call, 1, "dim") == []
            and line.startswith("taken")
        ),
        "PyTorch prepares the result of no dimensions wrongly",
    ),
    (
        lambda call, line: _without_dimensions(call) and "torch IndexError: Dimension specified as" in line,
        "both refuse a tensor without dimensions",
    ),
    (
        lambda call, line: (
            any(map(_is_complex, _given(call))) and "torch RuntimeError: value cannot be converted to type" in line
        ),
        "both refuse a complex number for a real one",
    ),
    (
        lambda call, line: call.name == "instance_norm" and "running_mean and running_var must either both" in line,
        "kernels check this in another place",
    ),
    (_one("rms_norm", r"^error: torch ValueError"), "the message of layer_norm"),
    (_one("linalg_eigvals", r"^refused: .*nan"), "eigenvalues of what is no number"),
    (
        lambda call, line: call.name == "set_" and line.startswith(("wrong: result", "refused")),
        "memory that nobody has written to; elements of another type than the storage's are not read",
    ),
    (
        lambda call, line: (
            call.name == "embedding_bag"
            and line.startswith("wrong: shape")
            and _argument(call, 7, "include_last_offset") is True
        ),
        "PyTorch gives sizes of bags that sums do not need another length than its backward operators take",
    ),
    (
        lambda call, line: call.name == "norm" and "torch AttributeError" in line and not is_tensor(call.args[0]),
        "what is no tensor is a TypeError, as elsewhere",
    ),
    (_halves_and_complex, "float16 and a complex number meet in complex64: NumPy has no complex32"),
    (_unusual_device, "a device is looked at before the arguments that follow"),
    (_drops, "what is dropped is random"),
    (
        lambda call, line: _is_number(call.kwargs.get("out")) and line.startswith("refused"),
        "PyTorch takes a number for a tensor to write to, and loses the result",
    ),
    (
        lambda call, line: call.name == "to" and _is_numpy(_argument(call, 1, "other")),
        "PyTorch takes the dtype of a NumPy scalar: x.to(numpy.float64(1))",
    ),
    (
        lambda call, line: (
            call.name.startswith("fft_") and _without_dimensions(call) and is_tensor(call.kwargs.get("out"))
        ),
        "both refuse: the dimension is looked at before the output",
    ),
    (
        lambda call, line: (
            call.name == "native_batch_norm" and "SmallVector unable to grow" in line and _without_dimensions(call)
        ),
        "both refuse an input without dimensions",
    ),
    (
        lambda call, line: call.name == "normal" and "out" in call.kwargs and line.startswith("taken"),
        "an output of another shape is resized, as elsewhere",
    ),
]


def crashes_torch(call: PublicCall) -> bool:
    """Does PyTorch 2.13 end the process for this call?"""
    statistics = (_argument(call, 3, "running_mean"), _argument(call, 4, "running_var"))
    return call.name == "native_batch_norm" and None in statistics


def reason(call: PublicCall, line: str) -> str | None:
    """Why a difference is meant; None: it is not."""
    return next((why for applies, why in _KNOWN if applies(call, line)), None)
