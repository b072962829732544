"""Differences of public calls that are meant, each with its reason and where it applies.

docs/pytorch-differences.md has them for people; those of operators are in tests/conformance/operators/known.py.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

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


def _is_numpy(words: Any) -> bool:
    return isinstance(words, dict) and "$numpy" in words


def _first_is_numpy(call: PublicCall, line: str) -> bool:
    return not call.method and _is_numpy(call.args[0] if call.args else call.kwargs.get("input"))


def _named(names: frozenset[str], pattern: str) -> Callable[[PublicCall, str], bool]:
    compiled = re.compile(pattern)
    return lambda call, line: call.name in names and compiled.search(line) is not None


def _one(name: str, pattern: str) -> Callable[[PublicCall, str], bool]:
    return _named(frozenset((name,)), pattern)


def _says(pattern: str) -> Callable[[PublicCall, str], bool]:
    compiled = re.compile(pattern)
    return lambda call, line: compiled.search(line) is not None


_KNOWN: list[tuple[Callable[[PublicCall, str], bool], str]] = [
    (_first_is_numpy, "a NumPy scalar without tensors beside it counts as an array, as NumPy's functions return it"),
    (_named(_LOSSES, r"^wrong: shape"), "PyTorch has them under torch.nn.functional alone; here they take the mean"),
    (_named(_NOT_UNIQUE, r"^wrong: result"), "right up to signs, phases, or the order of equal elements"),
    (_says(r"^error: torch _LinAlgError: .*wye LinAlgError"), "the same error under wye's name"),
    (_says(r"INTERNAL ASSERT FAILED|MKL FFT error"), "a defect of PyTorch's"),
    (_one("copy_", r"argument|keyword"), "the source is called src, as in the schema"),
    (_one("index", r"Tensor.index\(\)"), "x.index is another function in PyTorch"),
    (_named(frozenset(("addbmm_", "addbmm")), r"^refused|IndexError"), "PyTorch resizes what it writes to"),
    (_one("is_contiguous", r"positional|must be torch.memory_format"), "the memory format may be given by place"),
    (_says(r"wye NoKernelError: There were no tensor arguments"), "a call without tensors has no backend to run on"),
    (_one("unflatten", r"^error: torch RuntimeError"), "a dimension that is not there is an IndexError, as elsewhere"),
    (_one("unique_consecutive", r"^wrong: shape \[0\]"), "one element is one run, without dimensions too"),
    (
        _one("logsumexp", r"^taken: .*broadcast shape"),
        "PyTorch prepares the result of no dimensions wrongly for int64",
    ),
    (
        _says(r"torch IndexError: Dimension specified as .* has no dimensions"),
        "both refuse a tensor without dimensions",
    ),
    (_says(r"torch RuntimeError: value cannot be converted to type"), "both refuse a complex number for a real one"),
    (_says(r"torch RuntimeError: .* should contain one int"), "both refuse a list without numbers"),
    (_says(r"torch ValueError: running_mean and running_var must either both"), "kernels check this in another place"),
    (_one("rms_norm", r"^error: torch ValueError"), "the message of layer_norm"),
    (_one("cosine_embedding_loss", r"^taken"), "inputs without dimensions are broadcast, as in the operator"),
    (_one("linalg_eigvals", r"^refused: .*nan"), "eigenvalues of what is no number"),
    (_one("size", r"keyword argument 'axis'"), "a dimension is called dim"),
    (
        _one("unique_consecutive", r"^wrong: result"),
        "PyTorch gives the inverse for counts asked for by place",
    ),
    (_one("set_", r"^wrong: result"), "memory that nobody has written to"),
    (_named(_LOSSES, r"^error: torch ValueError.*batch_size"), "a target without dimensions has no batch"),
    (_one("split_copy", r"expected an out= argument of size"), "both refuse the wrong number of outputs"),
    (_one("fft_rfftfreq", r"^taken"), "an integer dtype is taken for the default one"),
]


def reason(call: PublicCall, line: str) -> str | None:
    """Why a difference is meant; None: it is not."""
    return next((why for applies, why in _KNOWN if applies(call, line)), None)
