"""`__wye_function__` for functions written in Python, and which functions can be overridden.

Operators call the handlers of function modes and tensor subclasses in the engine.  A function of yours can do the same:
`has_override` says whether a mode or an argument may handle the call, `handle_override` calls their handlers.
PyTorch's ``__torch_function__`` is understood everywhere, also on classes that are not tensors.
"""

from __future__ import annotations

import importlib
import inspect
import keyword
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import wye.shown as shown
from wye._engine import engine
from wye.call import OpOverload, OpOverloadPacket, ops
from wye.errors import DispatchRefusedError
from wye.keys import FUNCTION
from wye.modes.function import (
    are_subclass_functions_disabled,
    current_function_modes,
    handler_of,
    hooks,
    is_mode_enabled,
    popped_function_mode,
)
from wye.pytree import arg_tree_leaves
from wye.registry import registry
from wye.schema.values import dtype
from wye.tensors import Tensor, as_tensor, from_numpy, tensor
from wye.tensors.array_arguments import any_arrays, call_with_arrays
from wye.tensors.dense import disabled_function

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = [
    "any_has_override",
    "call_packet_override",
    "default_nowrap_functions",
    "handle_override",
    "has_override",
    "ignored_functions",
    "is_disabled",
    "is_enabled",
    "is_mode_enabled",
    "is_next_skipped",
    "is_tensor_like",
    "is_tensor_method_or_property",
    "overridable",
    "overridable_functions",
    "resolve_name",
    "skip_one_override",
    "testing_overrides",
    "wrap_override",
]


_P = ParamSpec("_P")
_R = TypeVar("_R")
# Types that never handle functions.
_PLAIN: Final = frozenset((Tensor, int, float, bool, complex, str, type(None), dtype))
_are_plain: Final = engine.are_plain


_written_in_python: Final[list[Callable[..., Any]]] = []  # what `overridable` has decorated


class _Thread(threading.local):
    skip: bool = False  # the next `has_override` returns False: see `skip_one_override`


_thread = _Thread()


def _handler(value: object) -> Callable[..., Any] | None:
    """What handles functions for ``value``; None for plain tensors and everything else."""
    cls = type(value)
    if isinstance(value, engine.TensorBase):
        has = bool(value._keys.bits & FUNCTION.bits)
        return cls.__wye_function__ if has else None  # type: ignore[attr-defined]  # its bit says so
    found = getattr(cls, "__wye_function__", None) or getattr(cls, "__torch_function__", None)
    return None if found is disabled_function else found


def is_disabled() -> bool:
    """Can nothing override functions in this thread now?  Inside `disable_functions`."""
    return bool(engine.get_state()[1].bits & FUNCTION.bits)


def is_enabled() -> bool:
    """May subclasses override functions in this thread now?"""
    return not is_disabled() and not are_subclass_functions_disabled()


def is_next_skipped() -> bool:
    """Will the next `has_override` return False?  See `skip_one_override`."""
    return _thread.skip


def has_override(relevant: Iterable[object]) -> bool:
    """Is a function mode active, or does one of the values handle functions by itself?

    >>> has_override([1, "a"])
    False

    Raises:
        TypeError: ``relevant`` is no sequence.
    """
    if not isinstance(relevant, Iterable):
        raise TypeError("expected a sequence")
    if _thread.skip:
        _thread.skip = False
        return False
    if is_mode_enabled():
        return True
    return is_enabled() and any(_handler(value) is not None for value in relevant)


def any_has_override(*values: object) -> bool:
    """`has_override` of the values given one by one."""
    return has_override(values)


def call_packet_override(packet: OpOverloadPacket, *args: Any, **kwargs: Any) -> tuple[bool, Any]:
    """Whether a handler takes a call of an operator, and its result."""
    leaves = arg_tree_leaves(*args, **kwargs)
    if not has_override(leaves):
        return False, None
    return True, handle_override(packet, leaves, *args, **kwargs)


def _in_order(relevant: Iterable[object]) -> list[object]:
    """One value of each class that handles functions: in order, but a subclass before its bases."""
    found: list[object] = []
    for value in relevant:
        cls = type(value)
        if _handler(value) is None or any(type(other) is cls for other in found):
            continue
        at = next((i for i, other in enumerate(found) if issubclass(cls, type(other))), len(found))
        found.insert(at, value)
    return found


def handle_override(func: Callable[..., Any], relevant: Iterable[object], *args: Any, **kwargs: Any) -> Any:
    """Let the top function mode, then the values that handle functions, handle a call of ``func``.

    Args:
        func: The function that is called: handlers get it.
        relevant: The arguments whose classes may have handlers.
        args: The arguments of the call.
        kwargs: Those given by name.

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    values = _in_order(relevant) if is_enabled() else []
    types = tuple(type(value) for value in values)
    mode = None
    if current_function_modes():
        with popped_function_mode() as mode:
            result = mode.__wye_function__(func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    for value in values:
        result = handler_of(value, DeprecationWarning)(func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    where = f" nor in mode {mode!r}" if mode is not None else ""
    name = f"{getattr(func, '__module__', None) or '?'}.{getattr(func, '__name__', func)}"
    raise DispatchRefusedError(
        f"no implementation found for '{name}' on types that implement __torch_function__: {list(types)}{where}"
    )


def wrap_override(relevant: Callable[..., Iterable[object]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: ``relevant(*args, **kwargs)`` returns the arguments whose classes may handle a call.

    >>> @wrap_override(lambda x: (x,))
    ... def double(x):
    ...     return x * 2
    >>> double(3)
    6
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(func)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            asked = tuple(relevant(*args, **kwargs))
            if has_override(asked):
                return handle_override(wrapped, asked, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return decorate


def _asked(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[object]:
    """The arguments of a call, with the members of lists and tuples in their places."""
    found: list[object] = []
    for value in (*args, *kwargs.values()):
        found.extend(value if type(value) in (list, tuple) else (value,))
    return found


def overridable(func: Callable[_P, _R]) -> Callable[_P, _R]:
    """A decorator: function modes, and arguments whose classes handle functions, may handle a call of ``func``.

    Checks all arguments, also those in lists.  Handlers are given the decorated function, and as in PyTorch what has a
    default by name, everything else by place.  NumPy's arrays are passed as tensors, and results are arrays then.
    A function that can be called in several ways has an attribute ``spelled``: arguments in, those for handlers out.

    >>> @overridable
    ... def double(x):
    ...     return x * 2
    >>> double(3)
    6
    """

    @wraps(func)
    def wrapped(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        # The common case is answered without building lists: no mode, and arguments of plain types only.
        if _are_plain(args, kwargs, _PLAIN):
            return func(*args, **kwargs)
        asked = _asked(args, kwargs)
        if has_override(asked):
            spelled = getattr(wrapped, "spelled", None)
            given = args if spelled is None else spelled(args, is_mode_enabled())
            by_place, by_name = _as_pytorch_passes(inspect.signature(func), given, kwargs)
            result: _R = handle_override(getattr(wrapped, "told", wrapped), asked, *by_place, **by_name)
            return result
        return call_with_arrays(func, args, kwargs) if any_arrays(asked) else func(*args, **kwargs)

    wrapped.asks_handlers = True  # type: ignore[attr-defined]  # for members of classes, which ask otherwise
    wrapped.__module__ = shown.python_module(func.__module__)
    _written_in_python.append(wrapped)
    return wrapped


def _as_pytorch_passes(
    signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments without default by place, the others by name, also those that were left out."""
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    by_place: list[Any] = []
    by_name: dict[str, Any] = {}
    for name, value in bound.arguments.items():
        parameter = signature.parameters[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            by_place.extend(value)
        elif parameter.default is parameter.empty and parameter.kind is not parameter.KEYWORD_ONLY:
            by_place.append(value)
        else:
            by_name[name] = value
    return by_place, by_name


def skip_one_override(
    func: Callable[..., Any], types: Iterable[type], args: tuple[Any, ...], kwargs: dict[str, Any] | None = None
) -> Any:
    """Call ``func`` itself; what it calls can be overridden again.  For handlers.

    An operator continues below function modes and subclasses; a Python function skips its handlers this once.
    """
    named = kwargs or {}
    op: Any = func.resolve(args, named) if isinstance(func, OpOverloadPacket) else func
    if isinstance(func, engine.Function):  # a public one
        if hasattr(func, "overloads"):
            func.overloads()  # its forms, which the first call makes
        meant = func.match(*args, **named)
        op, args, named = (func, args, named) if meant is None else meant
    if isinstance(op, OpOverload):
        return op.redispatch(engine.keys_of_call(op, args, named) - FUNCTION, *args, **named)
    _thread.skip = True
    try:
        return func(*args, **named)
    finally:
        _thread.skip = False


def is_tensor_like(value: object) -> bool:
    """Is it a tensor, or an object of a class that handles functions?"""
    return isinstance(value, Tensor) or hasattr(value, "__wye_function__") or hasattr(value, "__torch_function__")


def overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """The functions that function modes and subclasses see, by where they are: operators under their namespaces.

    Public functions are listed under the modules that they say they are from, methods under the class.
    """
    found: dict[Any, list[Callable[..., Any]]] = {}
    for name in list(registry.overloads):
        namespace, _, short = name.partition("::")
        space = getattr(ops, namespace)
        packet = getattr(space, short)
        if not _takes_tensors(packet):
            continue
        public = hooks.public(packet.op_overloads()[0])
        if short.startswith("__"):
            continue  # of Python's operators the methods are listed
        if isinstance(public, OpOverload):
            found.setdefault(space, []).append(packet)
        elif not short.endswith("_"):  # writes are methods
            module = _module_of(public)
            if getattr(module, short, public) is public:  # else one written in Python has that name
                found.setdefault(module, []).append(public)
        method: Any = getattr(Tensor, short, None)
        if getattr(method, "packet", None) is packet and method is not public:
            found.setdefault(Tensor, []).append(method)
    found.setdefault(Tensor, []).extend(_members())
    for function in _written_in_python:
        if not hasattr(function, "told"):  # else it is a member of tensors
            found.setdefault(_module_of(function), []).append(function)
    return found


def _members() -> Iterable[Callable[..., Any]]:
    """What handlers see of members of tensors that are no operators of the set; of attributes their `__get__`."""
    method, attribute = (type(inspect.getattr_static(Tensor, name)) for name in ("dim", "shape"))
    for name in dir(Tensor):
        member: Any = getattr(Tensor, name)
        if isinstance(member, attribute):
            yield member.__get__
        elif callable(member) and (isinstance(member, method) or hasattr(member, "told")):
            yield member


def _module_of(function: Callable[..., Any]) -> Any:
    return importlib.import_module(function.__module__)


def _takes_tensors(packet: OpOverloadPacket) -> bool:
    """May an argument of one of the overloads, other than what it writes to, handle a call?"""
    arguments = (a for op in packet.op_overloads() for a in op.schema.arguments)
    return any(a.type.has_tensors and not a.is_out for a in arguments)


def ignored_functions() -> set[Callable[..., Any]]:
    """Functions that no argument can handle: they make tensors from other data, or belong to overriding itself."""
    made: set[Any] = {tensor, as_tensor, from_numpy, has_override, any_has_override, handle_override}
    for name in list(registry.overloads):
        namespace, _, short = name.partition("::")
        packet = getattr(getattr(ops, namespace), short)
        if not _takes_tensors(packet):
            made.add(hooks.public(packet.op_overloads()[0]))
    return made


def default_nowrap_functions() -> set[Callable[..., Any]]:
    """Functions whose results are not converted to a plain subclass: properties that return another tensor."""
    names = ("grad", "_base", "_grad")
    return {inspect.getattr_static(Tensor, name).__get__ for name in names if hasattr(Tensor, name)}


def testing_overrides() -> dict[Callable[..., Any], Callable[..., Any]]:
    """For `overridable_functions`, and overloads of operators, functions with their arguments that return -1."""
    found: dict[Callable[..., Any], Callable[..., Any]] = {}
    for function in (function for functions in overridable_functions().values() for function in functions):
        packet: Any = getattr(function, "packet", function)
        if not isinstance(packet, OpOverloadPacket):
            is_attribute = getattr(function, "__name__", None) == "__get__"
            found[function] = _returning(inspect.signature(_read if is_attribute else function))
            continue
        overloads = packet.op_overloads()
        found[function] = _dummy(*(op.schema for op in overloads))
        if function is packet:  # calls of it are told as calls of one of these
            found |= {op: _dummy(op.schema) for op in overloads}
    return found


testing_overrides.__test__ = False  # type: ignore[attr-defined]  # its name is no test's


def _read(self: Any) -> None:
    """What reading an attribute takes."""


def _dummy(*schemas: FunctionSchema) -> Callable[..., int]:
    """A function that takes the arguments of one of the schemas; it shows those of the first."""
    empty = inspect.Parameter.empty
    signatures = []
    for schema in schemas:
        parameters = [
            inspect.Parameter(
                f"{a.name}_" if keyword.iskeyword(a.name) else a.name,
                inspect.Parameter.KEYWORD_ONLY if a.kwarg_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=a.default_value if a.has_default else empty,
            )
            for a in schema.arguments
        ]
        signatures.append(inspect.Signature(_defaults_at_the_end(parameters)))
    return _returning(*signatures)


def _returning(first: inspect.Signature, *others: inspect.Signature) -> Callable[..., int]:
    """A function that takes the arguments of one of the signatures and returns -1."""

    def dummy(*args: Any, **kwargs: Any) -> int:
        for other in others:
            with suppress(TypeError):
                other.bind(*args, **kwargs)
                return -1
        first.bind(*args, **kwargs)
        return -1

    dummy.__signature__ = first  # type: ignore[attr-defined]
    return dummy


def _defaults_at_the_end(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """In a schema, arguments without default may follow ones with it; in Python the later ones need one as well."""
    seen = False
    result = []
    for parameter in parameters:
        seen = seen or parameter.default is not parameter.empty
        late = seen and parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        result.append(parameter.replace(default=None) if late else parameter)
    return result


def resolve_name(func: object) -> str | None:
    """What an operator, a function of tensors or a method of theirs is called; None for anything else."""
    if isinstance(func, (OpOverload, OpOverloadPacket)):
        return str(func)
    method = _name_of_method(func)
    if method is not None:
        return f"{Tensor.__module__.partition('.')[0]}.Tensor.{method}"
    if isinstance(getattr(func, "packet", None), OpOverloadPacket):
        return f"{shown.package}.{_public_name(func.__name__)}"  # type: ignore[attr-defined]  # functions have one
    if func in _written_in_python:
        inside = "nn.functional." if ".nn." in func.__module__ else ""
        return f"{shown.package}.{inside}{func.__name__}"
    return None


def _public_name(name: str) -> str:
    """``linalg.det`` of the function ``linalg_det``."""
    family, _, rest = name.partition("_")
    return f"{family}.{rest}" if rest and family in shown.FAMILIES else name


_ATTRIBUTE_METHODS: Final = ("__get__", "__set__", "__delete__")
_SPACES: Final = tuple(cls.__dict__ for cls in Tensor.__mro__)
_methods: dict[int, dict[Any, str]] = {}  # the last answer of `_tensor_methods`, by how many names there were


def _tensor_methods() -> dict[Any, str]:
    """The methods of tensors and their names; found again when names have come, as operators bring them."""
    size = sum(map(len, _SPACES))
    known = _methods.get(size)
    if known is not None:
        return known
    found = {}
    for name in dir(Tensor):
        value = inspect.getattr_static(Tensor, name)
        if inspect.isfunction(value) or inspect.ismethoddescriptor(value):
            found[value] = name
    _methods.clear()
    _methods[size] = found
    return found


def _name_of_method(func: Any) -> str | None:
    name = getattr(func, "__name__", None)
    if name in _ATTRIBUTE_METHODS:
        attribute = getattr(getattr(func, "__self__", None), "__name__", "")
        return f"{attribute}.{name}" if getattr(Tensor, attribute, None) is func.__self__ else None
    if isinstance(name, str) and getattr(Tensor, name, None) is func:
        return name
    try:
        return _tensor_methods().get(func)  # a method may have another name than its function
    except TypeError:
        return None


def is_tensor_method_or_property(func: Any) -> bool:
    """Is it a method of tensors, or the ``__get__`` of one of their properties?"""
    if getattr(func, "__name__", None) == "__get__":
        return inspect.isdatadescriptor(getattr(func, "__self__", None))
    return _name_of_method(func) is not None
