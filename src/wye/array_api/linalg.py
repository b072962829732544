"""The standard's extension "linalg": functions of `wye.numpy.linalg`."""

from __future__ import annotations

from typing import Any

from wye.numpy import linalg as functions

_TAKEN = (
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm", "matrix_power",
    "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot",
    "trace", "vecdot", "vector_norm",
)  # fmt: skip
__all__: list[str] = []
__all__ += _TAKEN  # noqa: PLE0605 - names that `__getattr__` finds


def __getattr__(name: str) -> Any:
    if name not in _TAKEN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(functions, name)
    return value


def __dir__() -> list[str]:
    return sorted(_TAKEN)
