"""From an operator on functions of one argument to one on functions of several."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from wye.compat.autograd.util import subvals

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["get_doc", "get_name", "unary_to_nary", "wraps"]


_NAME: Final = "{op}_of_{fun}_wrt_argnum_{argnum}"
_DOC: Final = "The {op} of {fun} with respect to argument {argnum}."


def get_name(f: Any) -> str:
    """The name of a function."""
    return getattr(f, "__name__", "[unknown name]")


def get_doc(f: Any) -> str:
    """The docstring of a function."""
    return getattr(f, "__doc__", "") or ""


def wraps(fun: Any, namestr: str = "{fun}", docstr: str = "{doc}", **kwargs: Any) -> Callable[[Any], Any]:
    """A decorator: the function gets the name and the docstring of another, in these patterns."""

    def named(f: Any) -> Any:
        f.__name__ = namestr.format(fun=get_name(fun), **kwargs)
        f.__doc__ = docstr.format(fun=get_name(fun), doc=get_doc(fun), **kwargs)
        return f

    return named


def _numbered(fun: Callable[..., Any], argnum: Any) -> Any:
    """The numbers of arguments that are given by number or name.

    Raises:
        TypeError: they are given by something else.
        ValueError: there is no such name.
    """
    if isinstance(argnum, str):
        return list(inspect.signature(fun).parameters).index(argnum)
    if isinstance(argnum, (tuple, list)):
        return tuple(_numbered(fun, one) for one in argnum)
    if type(argnum) is not int:
        raise TypeError(f"argnum is a number, a name, or several of them, not {argnum!r}")
    return argnum


def unary_to_nary(unary_operator: Callable[..., Any]) -> Callable[..., Any]:
    """An operator that takes a function of several arguments, and which of them it is for: ``argnum``.

    Args:
        unary_operator: Takes a function of one argument and its value there.
    """

    @wraps(unary_operator)
    def nary_operator(fun: Any, argnum: Any = 0, *operator_args: Any, **operator_kwargs: Any) -> Any:
        numbers = _numbered(fun, argnum)

        @wraps(fun, _NAME, _DOC, op=get_name(unary_operator), argnum=argnum)
        def nary_f(*args: Any, **kwargs: Any) -> Any:
            @wraps(fun)
            def unary_f(x: Any) -> Any:
                new = [(numbers, x)] if isinstance(numbers, int) else zip(numbers, x, strict=True)
                return fun(*subvals(args, new), **kwargs)

            x = args[numbers] if isinstance(numbers, int) else tuple(args[number] for number in numbers)
            return unary_operator(unary_f, x, *operator_args, **operator_kwargs)

        return nary_f

    return nary_operator  # type: ignore[no-any-return]
