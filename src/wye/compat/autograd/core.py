"""Derivatives of a function of one argument, and rules for primitives, with HIPS autograd's names and conventions."""

# Note [Gradients of complex numbers in autograd]
# HIPS autograd takes a gradient for a linear function of the input's tangent: for f(x + iy) = u it is du/dx - i du/dy.
# wye, as PyTorch, takes it for a direction: du/dx + i du/dy, its conjugate.  So gradients are conjugated where they
# enter and leave a backward pass here, and around the vjps that programs register.  Real ones are the same in both.
# Broken by: a vjp that is registered past `defvjp_argnums` of this module.
# Guarded by: tests/unit/compat/autograd_names/test_derivatives.py

from __future__ import annotations

import warnings
from collections.abc import MutableMapping
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

import wye.numpy.primitives as primitives
from wye.array_transforms import jvp as jvp_of
from wye.array_transforms import vjp as vjp_of
from wye.compat.autograd.tracer import isbox
from wye.compat.autograd.vspaces import VSpace, vspace
from wye.numpy import Array
from wye.numpy.primitives import Primitive, defjvp, defjvp_argnums
from wye.numpy.primitives import deflinear as def_linear
from wye.pytree import tree_leaves, tree_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "VSpace", "def_linear", "defjvp", "defjvp_argnum", "defjvp_argnums", "defvjp", "defvjp_argnum", "defvjp_argnums",
    "make_jvp", "make_vjp", "primitive", "vspace",
]  # fmt: skip


def conjugated(tree: Any) -> Any:
    """A tree of gradients in the other convention; see Note [Gradients of complex numbers in autograd]."""

    def one(value: Any) -> Any:
        is_complex = type(value) is complex or (hasattr(value, "dtype") and value.dtype.kind == "c")
        return np.conj(value) if is_complex else value

    return tree_map(one, tree, is_leaf=isbox)


def differentiable(x: Any) -> Any:
    """An argument whose arrays of integers are floats.

    Raises:
        TypeError: it holds something that has no derivative.
    """

    def one(value: Any) -> Any:
        if isinstance(value, (float, complex, Array)):
            return value
        if isinstance(value, np.ndarray) and value.dtype.kind in "fciub":
            return value if value.dtype.kind in "fc" else value.astype(float)
        if isinstance(value, np.inexact):
            return value
        raise TypeError(f"Can't differentiate w.r.t. type {type(value)}")

    return tree_map(one, x, is_leaf=isbox)


def _warns(fun: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function, with a warning where its value is no traced array."""

    def called(x: Any) -> Any:
        found = fun(x)
        if not any(map(isbox, tree_leaves(found, is_leaf=isbox))):
            warnings.warn("Output seems independent of input.", stacklevel=2)
        return found

    return called


def make_vjp(fun: Callable[[Any], Any], x: Any) -> tuple[Callable[[Any], Any], Any]:
    """The function that maps gradients of ``fun(x)`` to gradients of ``x``, and ``fun(x)``."""
    given = differentiable(x)
    if not tree_leaves(given):
        return lambda g: given, fun(given)
    value, pull_back = vjp_of(_warns(fun), given)

    def vjp(g: Any) -> Any:
        return conjugated(pull_back(conjugated(g))[0])

    return vjp, value


def make_jvp(fun: Callable[[Any], Any], x: Any) -> Callable[[Any], tuple[Any, Any]]:
    """The function that maps a direction to ``fun(x)`` and its derivative in that direction."""
    given = differentiable(x)

    def jvp(v: Any) -> tuple[Any, Any]:
        return jvp_of(_warns(fun), (given,), (v,))  # type: ignore[no-any-return]

    return jvp


# ---- rules ----


class _Rules(MutableMapping[Any, Any]):
    """The rules of one kind that primitives have, by primitive."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __getitem__(self, fun: Any) -> Any:
        rule = getattr(fun, self._kind, None)
        if rule is None:
            raise KeyError(fun)
        return rule

    def __setitem__(self, fun: Any, rule: Any) -> None:
        setattr(fun, self._kind, rule)

    def __delitem__(self, fun: Any) -> None:
        setattr(fun, self._kind, None)

    def __iter__(self) -> Iterator[Any]:
        return iter(())  # each primitive has its own; there is no list of them

    def __len__(self) -> int:
        return 0


primitive_vjps, primitive_jvps = _Rules("vjp_rule"), _Rules("jvp_rule")


class _WithOldNames(Primitive):
    """A primitive with the methods that registered rules before autograd 1.2."""

    def _deprecated(self, name: str) -> None:
        warnings.warn(f"The {name} method is deprecated: use autograd.extend.defvjp", stacklevel=3)

    def _old_vjps(self) -> dict[int, Any]:
        return self.__dict__.setdefault("_old", {})  # type: ignore[no-any-return]

    def _add(self, argnum: int, maker: Any) -> None:
        known = self._old_vjps()
        known[argnum] = maker
        defvjp(self, *known.values(), argnums=tuple(known))

    def defgrad(self, gradfun: Any, argnum: int = 0) -> None:
        """Register the gradient of an argument: ``gradfun(ans, *args)`` returns a function of ``g``."""
        self._deprecated("defgrad")
        self._add(argnum, gradfun)

    def defvjp(self, vjpmaker: Any, argnum: int = 0) -> None:
        """Register the gradient of an argument: ``vjpmaker(g, ans, vs, gvs, *args)`` returns it."""
        self._deprecated("defvjp")

        def maker(ans: Any, *args: Any, **kwargs: Any) -> Any:
            return lambda g: vjpmaker(g, ans, vspace(args[argnum]), vspace(g), *args, **kwargs)

        self._add(argnum, maker)

    def defvjp_is_zero(self, argnums: Iterable[int] = (0,)) -> None:
        """Say that the gradients of some arguments are zero."""
        self._deprecated("defvjp_is_zero")
        for argnum in argnums:
            self._add(argnum, None)


def primitive(f_raw: Callable[..., Any]) -> Any:
    """`wye.numpy.primitive`: a function of ndarrays whose gradients are registered."""
    return _WithOldNames(f_raw)


primitive_with_deprecation_warnings = primitive


def defvjp_argnums(fun: Any, vjpmaker: Callable[..., Any]) -> None:
    """Register gradients: ``vjpmaker(argnums, ans, args, kwargs)`` returns a function of ``g``."""

    def maker(argnums: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        pull_back = vjpmaker(argnums, ans, args, kwargs)
        return lambda g: [conjugated(one) for one in pull_back(conjugated(g))]

    primitives.defvjp_argnums(fun, maker)


def defvjp_argnum(fun: Any, vjpmaker: Callable[..., Any]) -> None:
    """Register gradients: ``vjpmaker(argnum, ans, args, kwargs)`` returns a function of ``g``."""

    def maker(argnums: Any, *rest: Any) -> Any:
        pulls = [vjpmaker(argnum, *rest) for argnum in argnums]
        return lambda g: [pull(g) for pull in pulls]

    defvjp_argnums(fun, maker)


def defvjp(fun: Any, *vjpmakers: Any, **kwargs: Any) -> None:
    """Register gradients, one for each argument: ``vjpmaker(ans, *args, **kwargs)`` returns a function of ``g``.

    Raises:
        TypeError: one is neither a function nor None.
    """
    numbered = list(zip(kwargs.get("argnums", count()), vjpmakers, strict=False))
    for _, maker in numbered:
        if maker is not None and not callable(maker):
            raise TypeError(f"Bad VJP '{maker}' for '{fun.__name__}'")

    def conjugating(maker: Any) -> Any:
        def made(ans: Any, *args: Any, **named: Any) -> Any:
            pull = maker(ans, *args, **named)
            return lambda g: conjugated(pull(conjugated(g)))

        return made

    makers = [None if maker is None else conjugating(maker) for _, maker in numbered]
    primitives.defvjp(fun, *makers, argnums=[number for number, _ in numbered])


def defjvp_argnum(fun: Any, jvpmaker: Callable[..., Any]) -> None:
    """Register derivatives in a direction: ``jvpmaker(argnum, g, ans, args, kwargs)``."""

    def rule(argnums: Any, tangents: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        parts = [jvpmaker(argnum, g, ans, args, kwargs) for argnum, g in zip(argnums, tangents, strict=True)]
        return primitives.summed(parts)

    defjvp_argnums(fun, rule)
