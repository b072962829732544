"""Rules of the features that operators take part in: autograd, vmap, autocast.

Cold path but for the autocast kernel.  In: a library that holds them, an operator, functions.  Out: rules and kernels.
The implementations of autograd and vmap read the rules; see Note [Rules live on the entry].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autocast_mode import cast
from wye.call import exclude
from wye.errors import LibraryError, NotCallableError, RegistrationError, UnsupportedSchemaError
from wye.keys import DispatchKey, DispatchKeySet, after_autograd, key_for_device
from wye.library.library import source_here
from wye.registry import entry_of
from wye.registry.kernel import EngineKernel, make_kernel
from wye.registry.rules import Rule
from wye.schema.tags import Tag
from wye.schema.values import dtype

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call import OpOverload
    from wye.library.library import Library
    from wye.registry import Kernel
    from wye.registry.kernel import Place
    from wye.schema import FunctionSchema

__all__ = ["add_autocast", "add_autograd", "add_vmap", "decorator", "hooks", "pass_autograd"]


def decorator(fn: Callable[..., Any] | None, register: Callable[[Callable[..., Any]], object]) -> Any:
    """Register ``fn`` and return it; without ``fn``, return a decorator that does."""

    def take(function: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(function):
            raise NotCallableError(f"Input function is required to be a callable but found type {type(function)}")
        register(function)
        return function

    return take if fn is None else take(fn)


class _Hooks:
    """What the layer of autograd does with a call of an operator whose formula it knows."""

    record: Callable[..., Any]  # (op, keyset, args, kwargs); set before the first tensor requires grad


hooks: Final = _Hooks()


def _record(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Let autograd run the call."""
    return hooks.record(op, keyset, args, kwargs)


_PASS: Final = engine.Pass(after_autograd().bits)


def pass_autograd(source: Place | str, check: Callable[[], None] | None = None) -> Kernel:
    """A kernel that continues below autograd inside the engine, or, if an argument requires grad, asks autograd.

    Args:
        source: Where it is registered.
        check: Called before autograd is asked; it may raise.
    """

    def record(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        check()  # type: ignore[misc]  # only used where there is one
        return hooks.record(op, keyset, args, kwargs)

    recorder = engine.custom_recorder(_record) if check is None else record
    return make_kernel(EngineKernel(engine.BOXED, recorder, _PASS, engine.RESULT_UNCHECKED), source)


def _refuse_named_tensors(what: str, schema: FunctionSchema) -> None:
    if any(a.kwarg_only and a.type.has_tensors for a in schema.arguments):
        raise UnsupportedSchemaError(
            f"{what} with kwarg-only Tensor args. In the original definition of the op, please make your tensors not "
            f"kwarg-only. Got: {schema}"
        )


def add_autograd(
    lib: Library,
    op: OpOverload,
    backward: Callable[..., Any],
    setup_context: Callable[..., Any] | None,
    *,
    shown: str,
) -> None:
    """Register a formula for gradients: the rule, and a kernel at Autograd that autograd replaces."""
    schema = op.schema
    if Tag.out in op.tags:
        raise RegistrationError(
            f"Cannot register autograd formula for operator tagged with Tag.out: {shown}. Out variants do not support "
            "autograd."
        )
    aliases = [a for a in (*schema.arguments, *schema.returns) if a.alias_info is not None]
    if aliases or not schema.returns:
        raise RegistrationError(
            f"Cannot register autograd formula for non-functional operator {shown} with schema {schema}. Please "
            "create a functional operator and register an autograd formula for that.",
            fix="functional: it writes to no argument, returns no view of one, and returns something",
        )
    _refuse_named_tensors("register_autograd", schema)
    for fn in (backward, setup_context):
        if fn is not None and not callable(fn):
            raise NotCallableError(f"Input function is required to be a callable but found type {type(fn)}")
    entry, source = entry_of(op), source_here()
    lib._add_rule(entry, "autograd", Rule(backward, source, setup_context=setup_context))
    if DispatchKey.Autograd not in entry.kernels:
        lib._add_kernel(entry, DispatchKey.Autograd, pass_autograd(source))


def add_vmap(lib: Library, op: OpOverload, fn: Callable[..., Any]) -> None:
    """Register a rule for vmap."""
    _refuse_named_tensors("register_vmap", op.schema)
    lib._add_rule(entry_of(op), "vmap", Rule(fn, source_here()))


_AUTOCAST: Final = ("cpu", "cuda", "xpu", "mps")


def add_autocast(lib: Library, op: OpOverload, device_type: str, cast_inputs: Any) -> None:
    """Register what happens under autocast on one device: floating-point tensors are cast, then the operator runs."""
    if not isinstance(device_type, str):
        raise LibraryError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`", fix='for example "cpu"')
    key = f"Autocast{key_for_device(device_type).name}"
    if device_type not in _AUTOCAST:
        raise LibraryError(
            f"Device type '{device_type}' does not support autocast.", fix=f"one of {', '.join(_AUTOCAST)}"
        )
    if not isinstance(cast_inputs, dtype):
        raise LibraryError(
            f"Expected `cast_inputs` to be a dtype, got: {cast_inputs!r}", fix="for example wye.bfloat16"
        )
    autocast, source = DispatchKey.__members__[key], source_here()
    off = DispatchKeySet(autocast)

    def cast_and_call(*args: Any, **kwargs: Any) -> Any:
        with exclude(off):
            return op(*cast(args, device_type, cast_inputs), **cast(kwargs, device_type, cast_inputs))

    lib._add_rule(entry_of(op), "autocast", Rule(cast_and_call, source, dtype=cast_inputs), key=device_type)
    lib._add_kernel(entry_of(op), autocast, make_kernel(cast_and_call, source))
