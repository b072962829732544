"""test_faketensor: does the fake kernel of an operator return what the real one returns, but for the elements?

Cold path.  In: a call.  Out: nothing, or an error that says what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye.call import OpOverload

__all__ = ["check_fake"]


def check_fake(
    op: OpOverload,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    copy_inputs: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Stub."""
    return
