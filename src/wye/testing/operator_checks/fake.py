"""test_faketensor: does the fake kernel of an operator return what the real one returns, but for the elements?

Cold path.  In: a call.  Out: nothing, or an error that says what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fake.comparing import CrossRefFakeMode
from wye.testing.operator_checks.arguments import on_copies

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call import OpOverload

__all__ = ["check_fake", "fake_check"]


@on_copies
def check_fake(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Compare what an operator and its fake kernel return, where the arguments have data.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.

    Raises:
        MetadataMismatchError: they differ; and whatever the fake kernel raises.
    """
    fake_check(op, args, kwargs)


def fake_check(op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Compare what all operators that a call reaches and their fake kernels return.

    Raises:
        MetadataMismatchError: they differ; and whatever a fake kernel raises.
    """
    with CrossRefFakeMode(only_check_ops_with_meta=False):
        op(*args, **kwargs)
