"""Fake kernels: Bessel and Airy functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import infer, unary
from wye.aten.kernels.elementwise_bessel import GROWN, IN_FLOAT64, OF_X
from wye.aten.pointwise import TYPINGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FAKES"]

FAKES = Rules()


def _of_x(name: str) -> Callable[..., Any]:
    def fake(x: Any) -> Any:
        return infer(TYPINGS[name], x)

    return fake


for _name in (*GROWN, *IN_FLOAT64):
    FAKES[_name] = unary(_name)
for _name in OF_X:
    FAKES[_name] = _of_x(_name)
