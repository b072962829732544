"""The parameters of a traced function as placeholders.

Values given as ``concrete_args`` are not traced: a placeholder remains, with an assertion that it gets that value.
"""

from __future__ import annotations

import inspect
import operator
from typing import TYPE_CHECKING, Any, Final

from wye.fx.assertions import _assert
from wye.fx.codegen import PyTreeCodeGen, PyTreeInfo
from wye.pytree import tree_flatten, tree_map, tree_unflatten

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    from wye.fx.node import Node
    from wye.fx.proxy import Proxy
    from wye.fx.tracer import Tracer

__all__ = ["PH", "PHBase", "PHWithMeta", "root_arguments"]

_REST: Final = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


class PHBase:
    """Stands for a value that is traced, inside a tree of concrete arguments."""

    def __repr__(self) -> str:
        return "PH"


class PHWithMeta(PHBase):
    """Stands for a value that is traced and has a name of its own, which its node gets.

    Attributes:
        ph_key: The name.
    """

    def __init__(self, ph_key: str | None = None) -> None:
        super().__init__()
        self.ph_key = ph_key


PH: Final = PHBase()


def root_arguments(
    tracer: Tracer, root_fn: Callable[..., Any], is_module: bool, concrete_args: Any
) -> tuple[Callable[..., Any], list[Any]]:
    """Make placeholders; returns what to call with which values."""
    fn = inspect.unwrap(root_fn) if hasattr(root_fn, "__wrapped__") else root_fn
    code = getattr(fn, "__code__", None)
    if code is None:
        raise AssertionError(f"Expected FunctionType, got {type(root_fn)}")
    given = code.co_argcount
    names = list(code.co_varnames[: given + code.co_kwonlyargcount])
    bound = inspect.ismethod(fn)
    args: list[Any] = []
    if is_module:
        if not names:
            raise RuntimeError("``self`` argument cannot be part of *args expansion!")
        args.append(tracer.root)
        names = names[1:]
    elif bound:
        names = names[1:]
    if isinstance(concrete_args, tuple) and concrete_args and not names and code.co_flags & _REST:
        return root_fn, [*args, *_in_a_row(tracer, concrete_args)]
    maker = _Placeholders(tracer, _defaults(fn, code), getattr(fn, "__annotations__", {}), len(names))
    if isinstance(concrete_args, tuple):
        if len(names) != len(concrete_args):
            raise RuntimeError(
                f"Tracing expected {len(names)} arguments but got {len(concrete_args)} concrete arguments"
            )
        concrete_args = dict(zip(names, concrete_args, strict=True))
    keyword_only = set(names[len(names) - code.co_kwonlyargcount :]) if code.co_kwonlyargcount else set()
    values = {name: maker.make(name, concrete_args) for name in names}
    rest = _rest(tracer, code) if concrete_args is None else []
    positional = [value for name, value in values.items() if name not in keyword_only]
    by_name = {name: values[name] for name in keyword_only}
    called = _with_keywords(root_fn, by_name, rest)
    if concrete_args is None:
        return called, [*args, *positional]
    return _on_leaves(tracer, called, args, positional, names)


def _in_a_row(tracer: Tracer, concrete_args: tuple[Any, ...]) -> list[Any]:
    """A placeholder for each value that ``*args`` of a function takes."""
    made = []
    for at, value in enumerate(concrete_args):
        made.append(tracer.create_proxy("placeholder", f"input_{at}", (), {}))
        if isinstance(value, PHBase):
            _hand_on(value, made[-1].node)
    return made


def _defaults(fn: Any, code: CodeType) -> dict[str, Any]:
    """The values of parameters that callers may leave out."""
    by_place = getattr(fn, "__defaults__", None) or ()
    last = code.co_varnames[code.co_argcount - len(by_place) : code.co_argcount]
    return {**dict(zip(last, by_place, strict=True)), **(getattr(fn, "__kwdefaults__", None) or {})}


class _Placeholders:
    """Makes the placeholder, or the placeholders, of a parameter."""

    def __init__(self, tracer: Tracer, defaults: dict[str, Any], annotations: dict[str, Any], number: int) -> None:
        self.tracer, self.defaults, self.annotations, self.number = tracer, defaults, annotations, number

    def make(self, name: str, concrete: dict[str, Any] | None) -> Any:
        if concrete is not None and name in concrete:
            self.count = 0
            return tree_map(lambda value: self._leaf(name, value), concrete[name])
        default = (self.defaults[name],) if name in self.defaults else ()
        annotation = self.annotations.get(name)
        return self.tracer.create_proxy("placeholder", name, default, {}, type_expr=annotation)

    def _leaf(self, name: str, value: Any) -> Any:
        self.count += 1
        default = (self.defaults[name],) if name in self.defaults else ()
        out = self.tracer.create_proxy("placeholder", f"{name}_{self.count}", default, {})
        if isinstance(value, PHBase):
            _hand_on(value, out.node)
            return out
        if isinstance(value, (bool, int, float, complex, str)):
            equal: Any = operator.eq(out, value)
            message = f"{name} has been specialized to have value {value} but got another value"
            self.tracer.create_proxy("call_function", _assert, (equal, message), {})
        elif value is None:
            message = f"{name} has been specialized to have value None but got another value"
            self.tracer.create_proxy("call_function", _assert_is_none, (out, message), {})
        return value


def _hand_on(value: PHBase, node: Node) -> None:
    """Give a node the attributes of what stands for its value; those that it has stay."""
    for name in dir(value):
        if not name.startswith("__") and not hasattr(node, name) and not callable(getattr(value, name)):
            setattr(node, name, getattr(value, name))


def _assert_is_none(value: Any, message: str) -> None:
    _assert(value is None, message)


def _rest(tracer: Tracer, code: Any) -> list[tuple[str, Proxy]]:
    """Placeholders for ``*args`` and ``**kwargs``."""
    at = code.co_argcount + code.co_kwonlyargcount
    found = []
    for flag, stars in ((inspect.CO_VARARGS, "*"), (inspect.CO_VARKEYWORDS, "**")):
        if code.co_flags & flag:
            found.append((stars, tracer.create_proxy("placeholder", f"{stars}{code.co_varnames[at]}", (), {})))
            at += 1
    return found


def _with_keywords(
    fn: Callable[..., Any], by_name: dict[str, Any], rest: list[tuple[str, Proxy]]
) -> Callable[..., Any]:
    if not by_name and not rest:
        return fn
    if not rest:
        return lambda *args: fn(*args, **by_name)
    return _rebound(fn, by_name, rest)


def _rebound(fn: Callable[..., Any], by_name: dict[str, Any], rest: list[tuple[str, Proxy]]) -> Callable[..., Any]:
    """The function with its ``*args`` and ``**kwargs`` as ordinary parameters, so that proxies can be passed there."""
    from types import FunctionType  # here: a rare case

    inner: Any = inspect.unwrap(fn)
    old: CodeType = inner.__code__
    flags = old.co_flags & ~(inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    total = old.co_argcount + old.co_kwonlyargcount + len(rest)
    code = old.replace(co_argcount=total, co_kwonlyargcount=0, co_posonlyargcount=0, co_flags=flags)
    made = FunctionType(code, inner.__globals__, inner.__name__, None, inner.__closure__)
    ordered = [by_name[name] for name in old.co_varnames[old.co_argcount : old.co_argcount + old.co_kwonlyargcount]]
    return lambda *args: made(*args, *ordered, *(proxy for _, proxy in rest))


def _on_leaves(
    tracer: Tracer, fn: Callable[..., Any], first: list[Any], args: list[Any], names: list[str]
) -> tuple[Callable[..., Any], list[Any]]:
    """A function of the leaves of its arguments; itself where they are leaves."""
    leaves, in_spec = tree_flatten(tuple(args))
    if all(child.is_leaf() for child in in_spec.children()):
        return fn, [*first, *args]
    shown_names = ["self", *names] if first else names
    codegen = PyTreeCodeGen(PyTreeInfo(shown_names, in_spec, None))
    tracer.graph._codegen = codegen

    def flat(*values: Any) -> Any:
        result = fn(*first, *tree_unflatten(list(values), in_spec))
        outputs, out_spec = tree_flatten(result)
        codegen.pytree_info = codegen.pytree_info._replace(out_spec=out_spec)
        return outputs

    return flat, leaves
