"""What `gradcheck` asks of forward mode besides right numbers.

Cold path.
"""

from __future__ import annotations

from typing import Any

from wye import late_names
from wye.autograd import forward_ad, jacobians
from wye.autograd.apply_hooks import apply_hooks, as_former, mapped
from wye.call.packets import ops
from wye.tensors import Tensor

__all__ = ["wrong_in_batches", "wrong_without_tangents"]


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


def wrong_in_batches(check: Any) -> str:
    """Tangents of a batch are those of its members.

    Args:
        check: The call of `gradcheck`.

    Returns:
        What is wrong, or nothing.
    """
    vmap = late_names.find("wye.autograd", "vmap")  # of a layer above
    plain = [one.detach() if isinstance(one, Tensor) else one for one in check.inputs]
    for number, one in check.checked:

        def pushed(tangent: Any, number: int = number) -> tuple[Any, ...]:
            def called(value: Any) -> tuple[Any, ...]:
                return tuple(_floating(check.call([*plain[:number], value, *plain[number + 1 :]])))

            assert apply_hooks.jvp is not None
            return apply_hooks.jvp(called, (plain[number],), (tangent,))[1]  # type: ignore[no-any-return]

        batch = ops.aten.stack.default([ops.aten.randn_like.default(one.detach()) for _ in range(2)])
        with as_former():
            alone = zip(*[pushed(batch[i]) for i in range(2)], strict=True)
        try:
            together = mapped(vmap, pushed, batch)
        except RuntimeError as error:
            return (
                f"While computing batched gradients, got: {error}\n\ngradcheck runs forward mode under vmap, because "
                "check_batched_forward_grad=True"
            )
        for place, (found, members) in enumerate(zip(together, alone, strict=True)):
            wanted = ops.aten.stack.default(list(members))
            if not ops.aten.allclose.default(found, wanted):
                return (
                    f"For output {place} and input {number}: the tangents of a batch are not those of its members, got "
                    f"{found} and {wanted}"
                )
    return ""
