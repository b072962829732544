"""Fake kernels: incomplete gamma functions, derivatives of the gamma function, and zeta."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.fake.elementwise import binary, infer
from wye.aten.kernels.elementwise_gamma import check_order
from wye.aten.pointwise import TYPINGS

__all__ = ["FAKES"]

FAKES = Rules()

FAKES("special_zeta", "special_zeta.other_scalar", "special_zeta.self_scalar")(binary("special_zeta"))
for _name in ("igamma", "igammac"):
    FAKES[_name] = binary(_name)


@FAKES("polygamma")
def polygamma(n: int, self: Any) -> Any:
    """The derivative of order ``n`` of the digamma function."""
    check_order(n)
    return infer(TYPINGS["polygamma"], self)
