"""What `gradcheck` asks of forward mode besides right numbers.

Cold path.
"""

from __future__ import annotations

from typing import Any

from wye.autograd import forward_ad, jacobians
from wye.call.packets import ops

__all__ = ["wrong_without_tangents"]


def _floating(outputs: Any) -> list[Any]:
    return [one for one in outputs if one.dtype.is_floating_point or one.dtype.is_complex]


def wrong_without_tangents(check: Any) -> str:
    """An input without a tangent is one whose tangent is zero, whatever tangents the others have.

    Args:
        check: The call of `gradcheck`.

    Returns:
        What is wrong, or nothing.
    """
    with forward_ad.dual_level():
        inputs, tangents = jacobians.duals(check)
        for tangent in tangents.values():
            tangent.copy_(ops.aten.rand_like.default(tangent))
        for number, one in check.checked:
            given = inputs[number]
            inputs[number] = forward_ad.make_dual(one.detach(), ops.aten.zeros_like.default(one.detach()))
            zero = _floating(check.call(inputs))
            inputs[number] = one.detach()
            missing = _floating(check.call(inputs))
            inputs[number] = given
            for place, pair in enumerate(zip(zero, missing, strict=True)):
                wanted, found = (forward_ad.unpack_dual(value).tangent for value in pair)
                if wanted is None or found is None:
                    continue
                if not ops.aten.allclose.default(found, wanted):
                    return (
                        f"Mismatch in tangent values for output with index: {place} when input: {number} has an "
                        f"undefined tangent value. Got: {found} but expected: {wanted}"
                    )
    return ""
