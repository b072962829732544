"""Subclasses whose handlers answer metadata queries: sizes, strides, device and layout.

`make_wrapper_subclass` and `make_subclass` say which questions (``dispatch_sizes_strides_policy``, ``dispatch_device``,
``dispatch_layout``).  A handler gets the operator that stands for the question; None leaves the answer to the tensor.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.call.packets import ops
from wye.errors import DispatchRefusedError
from wye.keys import DispatchKeySet
from wye.modes.python_key import call_python, overloaded_types, refusal
from wye.registry.low_level_library import Library
from wye.schema.values import LAYOUTS

if TYPE_CHECKING:
    from wye.call import OpOverload
    from wye.tensors.dense import Tensor

__all__ = ["DEVICE", "LAYOUT", "SIZES", "STRIDES", "ask", "questions"]

STRIDES: Final = 1  # strides, and whether it is contiguous
SIZES: Final = 2  # sizes, offset, number of elements; strides too
DEVICE: Final = 4
LAYOUT: Final = 8
_NONE: Final = DispatchKeySet()


def questions(sizes_strides: str | None, device: bool, layout: bool) -> int:
    """The questions that a tensor's handler answers, as bits.

    Raises:
        ValueError: ``sizes_strides`` is neither "sizes" nor "strides".
    """
    if sizes_strides not in (None, "sizes", "strides"):
        raise ValueError(f"Unknown sizes_strides_policy: {sizes_strides}; expected 'strides' or 'sizes'")
    asked = {None: 0, "strides": STRIDES, "sizes": STRIDES | SIZES}[sizes_strides]
    return asked | (DEVICE if device else 0) | (LAYOUT if layout else 0)


@cache
def _of_prim() -> Library:
    """The operators of queries that are not in the operator set."""
    library = Library("FRAGMENT", "prim", location="wye/tensors/asking.py:1", redefine=False, load=False)
    library.define("device(Tensor a) -> Device")
    library.define("layout(Tensor a) -> Layout")
    library.impl("device", lambda a: a._device, "CompositeImplicitAutograd")
    library.impl("layout", lambda a: LAYOUTS["strided"], "CompositeImplicitAutograd")
    return library


@cache
def _operator(name: str) -> OpOverload:
    namespace, _, rest = name.partition("::")
    packet, _, overload = rest.partition(".")
    if namespace == "prim":
        _of_prim()
    found: OpOverload = getattr(getattr(getattr(ops, namespace), packet), overload or "default")
    return found


def ask(tensor: Tensor, name: str, *args: Any) -> Any:
    """The answer of the handler of ``tensor`` to the query of this operator; None: it has none."""
    op = _operator(name)
    try:
        return call_python(op, _NONE, (tensor, *args), {})
    except DispatchRefusedError as refused:
        if refused.op is not op:
            raise
        packet = f"{shown.package}.ops.{op.overloadpacket}"
        raise refusal("__wye_dispatch__", packet, None, overloaded_types((tensor,), {})) from None
