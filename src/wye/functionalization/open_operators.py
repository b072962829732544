"""Operators that graphs look into: calls of them are seen, but a functionalized program has what they do instead.

Cold path: `triton_op` makes one.  Written for operators made of Triton kernels, it takes any function; Triton itself
compiles for devices that wye has no memory on, so `wrap_triton` has no kernel to wrap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from wye.functionalization.mode import FunctionalTensorMode
from wye.library import custom_op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.library import CustomOpDef

__all__ = ["triton_op", "wrap_triton"]


def triton_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    schema: str | None = None,
) -> CustomOpDef | Callable[[Callable[..., Any]], CustomOpDef]:
    """Make a function an operator, as `custom_op` does, that a functionalized program is decomposed into.

    The function is its own fake kernel.

    Args:
        name: ``"namespace::name"``.
        fn: The function; its annotations give the schema. Without it: a decorator.
        mutates_args: The names of the arguments that it writes to.
        schema: ``"(Tensor x) -> Tensor"`` instead of the annotations.

    Raises:
        InferSchemaError: an annotation that no schema type fits.
    """

    def make(function: Callable[..., Any]) -> CustomOpDef:
        made = custom_op(name, function, mutates_args=mutates_args, schema=schema)
        made.register_fake(function)

        def look_inside(mode: Any, op: Any, types: Any, args: Any, kwargs: Any) -> Any:
            with mode:
                return function(*args, **(kwargs or {}))

        made.register_dispatch_rule(FunctionalTensorMode, look_inside)
        made._lib.impl(made._name, function, "Functionalize")  # what `aot` traces on
        return made

    return make if fn is None else make(fn)


def wrap_triton(triton_kernel: Callable[..., Any], /) -> NoReturn:
    """Let a Triton kernel be called in an operator: there are none.

    Raises:
        ModuleNotFoundError: always, as PyTorch does where Triton is not installed.
    """
    raise ModuleNotFoundError(
        "No module named 'triton': wye has no device that Triton compiles for, so there is no kernel to wrap; "
        "an operator of triton_op may call other operators",
        name="triton",
    )
