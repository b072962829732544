"""Fake kernels: orthogonal polynomials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer
from wye.aten.kernels.elementwise_polynomial import POLYNOMIALS
from wye.aten.pointwise import TYPINGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAKES"]

FAKES = Rules()


def _fake(name: str) -> Callable[..., Any]:
    def fake(x: Any, n: Any) -> Any:
        return infer(TYPINGS[name], x, n)

    return fake


for _name in POLYNOMIALS:
    FAKES(_name, f"{_name}.x_scalar", f"{_name}.n_scalar")(_fake(_name))
