"""What is defined about decompositions of matrices, so that it can be compared.

Vectors have any sign, or any phase; eigenvalues come in any order; of a matrix that is singular, up to rounding, nearly
nothing is defined; and sums that meet infinities are infinite or NaN by their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.calls import memory_of

from wye.aten.schemas import linalg, linalg_einsum, linalg_fft, linalg_norm, linalg_solve, nn_conv, nn_norm

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

# Packets whose results hang on how far their matrices are from singular ones.
_INVERTING = frozenset(
    (
        "_linalg_det",
        "_linalg_slogdet",
        "_linalg_solve_ex",
        "cholesky",
        "det",
        "inverse",
        "linalg_cholesky",
        "linalg_cholesky_ex",
        "linalg_cond",
        "linalg_det",
        "linalg_inv",
        "linalg_inv_ex",
        "linalg_matrix_power",
        "linalg_matrix_rank",
        "linalg_pinv",
        "linalg_slogdet",
        "linalg_solve",
        "linalg_solve_ex",
        "linalg_solve_triangular",
        "linalg_tensorinv",
        "linalg_tensorsolve",
        "logdet",
        "matrix_power",
        "pinverse",
        "slogdet",
        "triangular_solve",
        "linalg_qr",
        "qr",
        "linalg_lu",
        "linalg_eig",
        "linalg_eigvals",
    )
)
# Packets that hand infinities and NaN to LAPACK.
_DECOMPOSING = _INVERTING | frozenset(
    (
        "_linalg_eigh",
        "_linalg_svd",
        "linalg_eigh",
        "linalg_eigvalsh",
        "linalg_matrix_norm",
        "linalg_norm",
        "linalg_svd",
        "linalg_svdvals",
        "nuclear_norm",
        "svd",
    )
)


def is_undefined(call: Call, seed: int) -> bool:
    """Does the result hang on rounding, or on what LAPACK makes of infinities?"""
    packet = call.name.partition(".")[0]
    if packet not in _DECOMPOSING:
        return False
    rng = np.random.default_rng(seed)
    arrays = [_array(words, rng) for words in call.tensors()]
    matrices = [one.astype(complex) for one in arrays if one.dtype.kind not in "iub"]
    if not all(np.isfinite(one).all() for one in matrices):
        return True
    if packet not in _INVERTING or not matrices:
        return False
    at = 1 if packet == "triangular_solve" else 0
    return _is_nearly_singular(matrices[min(at, len(matrices) - 1)], packet)


def _array(words: dict[str, Any], rng: np.random.Generator) -> np.ndarray:
    flat, strides, offset = memory_of(words, rng)
    steps = [stride * flat.itemsize for stride in strides]
    return np.lib.stride_tricks.as_strided(flat[offset:], words["shape"], steps)


def _is_nearly_singular(a: np.ndarray, packet: str) -> bool:
    if "tensor" in packet and a.ndim >= 2:
        side = round(a.size**0.5)
        a = a.reshape(side, side) if side * side == a.size else a
    if a.ndim < 2 or not a.size:
        return False
    if "triangular" in packet:
        a = np.diagonal(a, axis1=-2, axis2=-1)
        return bool((np.abs(a) < 0.05).any())
    values = np.linalg.svd(a, compute_uv=False)
    return bool((values[..., -1] < 0.02 * values[..., 0]).any())


# Operators that add up products: where infinities meet, the order decides between infinity and NaN.
_SUMMING = frozenset(
    line.partition("(")[0]
    for family in (linalg, linalg_einsum, linalg_fft, linalg_norm, linalg_solve, nn_conv, nn_norm)
    for line in family.SCHEMAS.strip().splitlines()
)


def defined(call: Call, outcome: dict[str, Any]) -> dict[str, Any]:
    """The outcome with what is defined in the place of what is not."""
    if "raised" in outcome:
        return outcome
    if call.name in _SUMMING:
        outcome = {
            "result": _without_infinities(outcome["result"]),
            "inputs": [(_nan_for_infinity(array), version) for array, version in outcome["inputs"]],
        }
    return _decomposed(call, outcome)


def _without_infinities(result: Any) -> Any:
    if isinstance(result, list):
        return [_without_infinities(one) for one in result]
    return {**result, "array": _nan_for_infinity(result["array"])} if isinstance(result, dict) else result


def _nan_for_infinity(array: np.ndarray) -> np.ndarray:
    if array.dtype.kind in "iub":
        return array
    return np.where(np.isfinite(array), array, np.array(np.nan, array.dtype))


def _decomposed(call: Call, outcome: dict[str, Any]) -> dict[str, Any]:
    form = _FORMS.get(call.name.partition(".")[0])
    if form is None:
        return outcome
    results = outcome["result"] if isinstance(outcome["result"], list) else [outcome["result"]]
    arrays = [one["array"] for one in results]
    if arrays[0] is None or not all(np.isfinite(one.astype(complex)).all() for one in arrays):
        return outcome
    made = [{**one, "array": array} for one, array in zip(results, form(*arrays), strict=True)]
    written = {i for one in results for i in one["is"]}
    inputs = [(np.zeros(0), state[1]) if i in written else state for i, state in enumerate(outcome["inputs"])]
    return {"result": made if isinstance(outcome["result"], list) else made[0], "inputs": inputs}


def _adjoint(a: np.ndarray) -> np.ndarray:
    return np.conj(np.swapaxes(a, -1, -2))


def _told(*parts: np.ndarray) -> np.ndarray:
    """Products of parts, on a scale of one."""
    flat = np.concatenate([one.reshape(-1) for one in parts])
    return flat / max(1.0, float(np.abs(flat).max(initial=0)))


def _svd(u: np.ndarray, s: np.ndarray, vh: np.ndarray) -> tuple[np.ndarray, ...]:
    if u.ndim < 2 or s.shape[-1] > min(u.shape[-1], vh.shape[-2]) or not u.any():
        return u, s, vh
    k = s.shape[-1]
    whole = (u[..., :k] * s[..., None, :]) @ vh[..., :k, :]
    return _told(whole, _adjoint(u) @ u), s, _told(vh @ _adjoint(vh))


def _svd_not_transposed(u: np.ndarray, s: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, ...]:
    return _svd(u, s, _adjoint(v))


def _eigh(values: np.ndarray, vectors: np.ndarray) -> tuple[np.ndarray, ...]:
    if vectors.ndim < 2:
        return values, vectors
    return values, _told((vectors * values[..., None, :]) @ _adjoint(vectors), _adjoint(vectors) @ vectors)


def _power_sums(values: np.ndarray) -> np.ndarray:
    powers = np.stack([values**k for k in range(1, values.shape[-1] + 1)]) if values.size else values
    return _told(powers.sum(-1))


def _eig(values: np.ndarray, vectors: np.ndarray) -> tuple[np.ndarray, ...]:
    lengths = np.linalg.norm(vectors, axis=-2)
    whole = (vectors * values[..., None, :]) @ np.linalg.inv(vectors)
    return _power_sums(values), _told(whole, lengths)


def _qr(q: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, ...]:
    return (q if q.ndim < 2 else _told(q @ r, _adjoint(q) @ q)), _told(_adjoint(r) @ r)


def _cholesky(root: np.ndarray, info: np.ndarray) -> tuple[np.ndarray, ...]:
    return np.where(info[..., None, None] == 0, root, 0), info  # what is left of a failure is the library's


_FORMS: dict[str, Any] = {
    "_linalg_svd": _svd,
    "linalg_svd": _svd,
    "svd": _svd_not_transposed,
    "_linalg_eigh": _eigh,
    "linalg_eigh": _eigh,
    "linalg_eig": _eig,
    "linalg_eigvals": lambda values: (_power_sums(values),),
    "linalg_qr": _qr,
    "qr": _qr,
    "linalg_cholesky_ex": _cholesky,
}
