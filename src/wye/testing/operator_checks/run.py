"""opcheck: some checks of an operator on one call; a dictionary of what they found, or an error.

Cold path.  In: an operator and arguments of one call.  Out: ``"SUCCESS"`` or the exception, for each check.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.call import OpOverload, OpOverloadPacket
from wye.errors import OpCheckError
from wye.library.custom_ops import CustomOpDef
from wye.testing.operator_checks.aot import check_aot
from wye.testing.operator_checks.fake import check_fake
from wye.testing.operator_checks.registration import check_autograd_registration
from wye.testing.operator_checks.schema import check_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "ALL_TEST_UTILS",
    "DEFAULT_TEST_UTILS",
    "as_operator",
    "failure",
    "opcheck",
    "resolve_unique_overload_or_throw",
]

ALL_TEST_UTILS: Final[dict[str, Callable[..., Any]]] = {
    "test_schema": check_schema,
    "test_autograd_registration": check_autograd_registration,
    "test_faketensor": check_fake,
    "test_aot_dispatch_static": partial(check_aot, dynamic=False),
    "test_aot_dispatch_dynamic": partial(check_aot, dynamic=True),
}
DEFAULT_TEST_UTILS: Final = (
    "test_schema",
    "test_autograd_registration",
    "test_faketensor",
    "test_aot_dispatch_dynamic",
)


def resolve_unique_overload_or_throw(op: OpOverloadPacket) -> OpOverload:
    """The one overload of an operator.

    Raises:
        RuntimeError: it has several.
    """
    overloads = op.overloads()
    if len(overloads) != 1:
        names = ["" if name == "default" else name for name in overloads]
        raise RuntimeError(
            "opcheck can only test operators without overloads. Got the following overloads for "
            f"{op._qualified_op_name}: {names}"
        )
    found: OpOverload = getattr(op, overloads[0])
    return found


def as_operator(op: Any) -> OpOverload:
    """The overload that is meant by an overload, an operator with one, or a custom operator.

    Raises:
        ValueError: it is none of them.
        RuntimeError: it has several overloads.
    """
    if isinstance(op, CustomOpDef):
        op = op._opoverload
    if isinstance(op, OpOverloadPacket):
        op = resolve_unique_overload_or_throw(op)
    if not isinstance(op, OpOverload):
        place = "torch._ops" if shown.package == "torch" else "wye"
        raise ValueError(
            f"opcheck(op, ...): op must be instance of {place}.OpOverload, e.g. {shown.package}.ops.aten.sin.default, "
            f"got {type(op)}"
        )
    return op


def failure(name: str, error: BaseException) -> OpCheckError:
    """The error of a failed check, with its advice."""
    made = OpCheckError(f"opcheck(op, ...): {name} failed with {error} (scroll up for stack trace)")
    for note in getattr(error, "__notes__", ()):
        made.add_note(note)
    return made


def opcheck(
    op: OpOverload | OpOverloadPacket | CustomOpDef,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    *,
    test_utils: str | Sequence[str] = DEFAULT_TEST_UTILS,
    raise_exception: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> dict[str, Any]:
    """Check that an operator is registered right, on sample arguments.

    - ``test_schema``: it writes to, and returns views of, the arguments that its schema says, and no others.
    - ``test_autograd_registration``: gradients are registered at an autograd key, and none is missing.
    - ``test_faketensor``: its fake kernel returns what the real one returns: sizes, dtypes, strides, devices.
    - ``test_aot_dispatch_static``: results and gradients are the same when it is traced without its writes.
    - ``test_aot_dispatch_dynamic``: the same, with sizes that are symbols.

    Arguments are copied first.  Let those require grad that have gradients; call it with several samples.

    Args:
        op: The operator.
        args: Arguments by place.
        kwargs: Arguments by name.
        test_utils: The checks to run, or one; without ``test_aot_dispatch_static`` by default.
        raise_exception: Raise at the first check that fails; otherwise the dictionary holds exceptions.
        rtol: Relative tolerance of comparing values; both or none.
        atol: Absolute tolerance of comparing values.

    Returns:
        ``"SUCCESS"`` or the exception, by check.

    Raises:
        OpCheckError: a check failed.
        ValueError: a check that does not exist, or ``op`` is no operator.

    Example:
        >>> import wye
        >>> opcheck(wye.ops.aten.sin.default, (wye.ones(3),), test_utils="test_schema")
        {'test_schema': 'SUCCESS'}
    """
    if (rtol is None) ^ (atol is None):
        raise ValueError("opcheck(op, ...): if you specify one of rtol/atol, you must specify both")
    kwargs = {} if kwargs is None else kwargs
    checked = as_operator(op)
    names = (test_utils,) if isinstance(test_utils, str) else tuple(test_utils)
    if not set(names) <= set(ALL_TEST_UTILS):
        raise ValueError(
            f"opcheck(op, ..., test_utils={names}), expected test_utils to be subset of {tuple(ALL_TEST_UTILS)} but it "
            "was not"
        )
    results: dict[str, Any] = {}
    for name in names:
        try:
            ALL_TEST_UTILS[name](checked, args, kwargs, rtol=rtol, atol=atol)
        except Exception as error:
            if raise_exception:
                raise failure(name, error) from error
            results[name] = error
        else:
            results[name] = "SUCCESS"
    return results
