"""The functions of `wye.library`: registration by an operator's name, with or without a library that holds it.

Cold path.  In: names, operators or custom operators.  Out: registrations in the given library, or permanent ones.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverload
from wye.call.kernel_function import KernelFunction, kernel_function
from wye.call.packets import packet_of
from wye.errors import LibraryError, UnknownKeyError
from wye.keys import DispatchKey, as_key
from wye.library import features
from wye.library.custom_ops import CustomOpDef, find_custom_op
from wye.library.library import Library, source_here
from wye.library.targets import as_keys, split_name
from wye.registry.kernel import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.registry import Registration

__all__ = [
    "NAMELESS_SCHEMA",
    "KernelFunction",
    "define",
    "get_kernel",
    "impl",
    "impl_abstract",
    "keep_alive",
    "register_autocast",
    "register_autograd",
    "register_dispatch_rule",
    "register_fake",
    "register_kernel",
    "register_vmap",
]

_Op = str | OpOverload | CustomOpDef
NAMELESS_SCHEMA: Final = re.compile(r"\(.*\) -> .*")  # what `define` takes after the name
keep_alive: Final[list[Any]] = []  # libraries in this list are never removed
_for_good: dict[str, Library] = {}  # by namespace: what was registered without a library
_by_line: dict[tuple[str, str, str], Registration] = {}  # operator, key, source line: a line that runs again replaces


def _lasting(ns: str) -> Library:
    """The library that holds the permanent registrations of a namespace."""
    if ns not in _for_good:
        _for_good[ns] = Library(ns, "FRAGMENT")
    return _for_good[ns]


def _target(what: str, op: Any) -> CustomOpDef | str:
    """A custom operator, or the full name of another one.

    Raises:
        LibraryError: it names no operator.
    """
    if isinstance(op, CustomOpDef):
        return op
    if isinstance(op, OpOverload):
        op = op.name()
    if not isinstance(op, str):
        raise LibraryError(
            f"{what}({op}): got unexpected type for op: {type(op)}",
            fix='an operator is "namespace::name", ops.namespace.name.default, or what custom_op returned',
        )
    split_name(op)
    return find_custom_op(op) or op


def _overload(name: str) -> OpOverload:
    """The operator of a full name.

    Raises:
        AttributeError: it is not defined.
    """
    packet, _, overload = name.partition(".")
    found: OpOverload = getattr(packet_of(packet), overload or "default")
    return found


def _home(name: str, lib: Library | None) -> Library:
    return _lasting(name.partition("::")[0]) if lib is None else lib


def define(
    qualname: str | Library, schema: str, alias_analysis: str = "", *, lib: Library | None = None, tags: Any = ()
) -> Any:
    """Define an operator by its full name.

    ``define(lib, "name(...) -> ...")`` is PyTorch's older form: a decorator that also registers the function.

    Args:
        qualname: ``"namespace::name"``.
        schema: What follows the name: ``"(Tensor x) -> Tensor"``.
        alias_analysis: For the older form; see `Library.define`.
        lib: What holds it; without one it stays for good.
        tags: One `wye.Tag` or several.

    Raises:
        LibraryError: the name is not of that form, or the schema has a name of its own.
        SchemaError: the schema does not parse.
    """
    if isinstance(qualname, Library):
        return _define_and_implement(qualname, schema, alias_analysis)
    if not isinstance(qualname, str):
        raise LibraryError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    ns, name = split_name(qualname)
    if not schema.lstrip().startswith("("):
        raise LibraryError(
            'define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got '
            f'"{schema}"',
            fix="leave out what comes before the opening parenthesis",
        )
    (_lasting(ns) if lib is None else lib).define(name + schema, tags=tags)
    return None


def _define_and_implement(lib: Library, schema: str, alias_analysis: str) -> Callable[..., Any]:
    def register(fn: Callable[..., Any]) -> Callable[..., Any]:
        name = lib.define(schema, alias_analysis)
        lib.impl(name, fn)
        return fn

    return register


def impl(
    qualname: str | Library,
    types: str | DispatchKey | Sequence[str | DispatchKey],
    func: Any = None,
    *,
    lib: Library | None = None,
) -> Any:
    """Register a kernel for device types or dispatch keys.

    ``impl(lib, name, key)`` is PyTorch's older form: a decorator.

    Args:
        qualname: ``"namespace::name"``, with overload.
        types: ``"cpu"``, ``["cpu", "cuda"]``, ``"default"`` for all devices, or the name of a dispatch key.
        func: The kernel. Without it: a decorator.
        lib: What holds it; without one it stays for good, until the same line registers another.

    Raises:
        UnknownKeyError: no such device type or key.
    """
    if isinstance(qualname, Library):
        home, key = qualname, func or ""
        return features.decorator(None, lambda fn: home.impl(types, fn, key))  # type: ignore[arg-type]
    name = split_name(qualname)[1]
    keys = as_keys(types)

    def register(fn: Callable[..., Any]) -> None:
        for key in keys.values():
            handle = _home(qualname, lib).impl(name, fn, key)
            if lib is None:
                _replace_line(qualname, key, handle)

    if func is None:
        return features.decorator(None, register)
    register(func)
    return None


def _replace_line(qualname: str, key: DispatchKey, handle: Registration) -> None:
    line = (qualname, key.name, line_of(source_here()))
    old = _by_line.get(line)
    _by_line[line] = handle
    if old is not None:
        old.remove()


def register_kernel(
    op: _Op,
    device_types: str | Sequence[str] | None,
    func: Callable[..., Any] | None = None,
    /,
    *,
    lib: Library | None = None,
) -> Any:
    """Register what an operator does on some devices; None means all of them.

    Raises:
        LibraryError: ``op`` is not an operator.
        UnknownKeyError: no such device.
    """
    found = _target("register_kernel", op)
    if isinstance(found, CustomOpDef):
        return found.register_kernel(device_types, func)
    return impl(found, "default" if device_types is None else device_types, func, lib=lib)


def register_fake(
    op: _Op,
    func: Callable[..., Any] | None = None,
    /,
    *,
    lib: Library | None = None,
    _stacklevel: int = 1,
    allow_override: bool = True,
) -> Any:
    """Register what an operator does on tensors without data: the shapes and dtypes of what it returns.

    Fake tensors and meta tensors use it. See `get_ctx` for sizes that depend on data.

    Raises:
        OperatorNotFoundError: the operator is not defined.
        RegistrationError: it has a fake kernel and ``allow_override`` is False.
    """
    found = _target("register_fake", op)
    if isinstance(found, CustomOpDef):
        return features.decorator(func, found.register_fake)
    name = found

    def register(fn: Callable[..., Any]) -> None:
        _home(name, lib)._register_fake(name.partition("::")[2], fn, allow_override=allow_override)

    return features.decorator(func, register)


def impl_abstract(
    qualname: str, func: Callable[..., Any] | None = None, *, lib: Library | None = None, _stacklevel: int = 1
) -> Any:
    """The old name of `register_fake`."""
    warnings.warn(
        "`impl_abstract` was renamed to `register_fake`. Please use that instead.", FutureWarning, stacklevel=2
    )
    return register_fake(qualname, func, lib=lib)


def register_autograd(
    op: _Op,
    backward: Callable[..., Any],
    /,
    *,
    setup_context: Callable[..., Any] | None = None,
    lib: Library | None = None,
) -> None:
    """Register a formula for an operator's gradients.

    Args:
        op: The operator; it must be functional.
        backward: ``backward(ctx, *grads)`` returns the gradient of each argument.
        setup_context: ``setup_context(ctx, inputs, output)`` keeps what ``backward`` needs.
        lib: What holds it.

    Raises:
        RegistrationError: the operator is not functional.
        UnsupportedSchemaError: it has tensors that must be given by name.
    """
    found = _target("register_autograd", op)
    if isinstance(found, CustomOpDef):
        found.register_autograd(backward, setup_context=setup_context)
        return
    overload = _overload(found)
    features.add_autograd(_home(found, lib), overload, backward, setup_context, shown=str(overload))


def register_vmap(op: _Op, func: Callable[..., Any] | None = None, /, *, lib: Library | None = None) -> Any:
    """Register a rule for vmap: ``func(info, in_dims, *args, **kwargs)`` returns the output and its dimensions."""
    found = _target("register_vmap", op)
    if isinstance(found, CustomOpDef):
        return found.register_vmap(func)
    overload = _overload(found)
    return features.decorator(func, lambda fn: features.add_vmap(_home(overload.name(), lib), overload, fn))


def register_autocast(op: _Op, device_type: str, cast_inputs: Any, /, *, lib: Library | None = None) -> None:
    """Under autocast on a device, cast floating-point tensors to a dtype before an operator runs.

    Raises:
        LibraryError: the device type has no autocast, or ``cast_inputs`` is not a dtype.
    """
    found = _target("register_autocast", op)
    if isinstance(found, CustomOpDef):
        found.register_autocast(device_type, cast_inputs)
        return
    features.add_autocast(_home(found, lib), _overload(found), device_type, cast_inputs)


def register_dispatch_rule(
    op: _Op, cls: type, func: Callable[..., Any] | None = None, /, *, lib: Library | None = None
) -> Any:
    """Register what an operator does under a mode class, or for a tensor class.

    Args:
        op: The operator.
        cls: The class.
        func: ``func(mode, op, types, args, kwargs)`` for a mode; for a tensor class, the class comes first.
        lib: What holds it.

    Raises:
        RegistrationError: the class has a rule for the operator.
        AttributeError: the operator is not defined.
    """
    found = _target("register_dispatch_rule", op)
    if isinstance(found, CustomOpDef):
        return found.register_dispatch_rule(cls, func)
    name = found
    return features.decorator(func, lambda fn: _home(name, lib)._register_dispatch_rule(_overload(name), cls, fn))


def get_kernel(op: _Op, dispatch_key: DispatchKey | int | str) -> KernelFunction:
    """The kernel that runs now when a call of an operator arrives at a key.

    An override registered later may call it: what stood there before.

    Raises:
        LibraryError: ``op`` is not an operator, or ``dispatch_key`` is not a key.
        OperatorNotFoundError: the operator does not exist, or has no kernel there.
    """
    found = _target("get_kernel", op)
    name = found._qualname if isinstance(found, CustomOpDef) else found
    try:
        key = as_key(dispatch_key)
    except UnknownKeyError as error:
        raise LibraryError(f"Invalid dispatch key: {dispatch_key}", fix=str(error)) from None
    return kernel_function(name, key)
