"""Gradients for a function of one's own on ndarrays: `primitive`, `defvjp`, `defjvp` and the others.

A primitive runs its function on plain ndarrays, whatever layers follow the arguments, and each layer uses the rules
that were registered for it: gradients the vjps, forward mode the jvps, `vmap` a batching rule or a loop.  Each call is
one call of an `autograd.Function`, which the layers take as a whole, so rules may be differentiated again.
"""

from __future__ import annotations

from itertools import count
from types import MethodType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.autograd.function import Function
from wye.call.packets import ops
from wye.errors import ArgumentError, NoRuleError
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import disable_proxy_modes_tracing, get_proxy_mode, nodes_of, track_tensor_tree
from wye.numpy.arrays import Array, as_ndarray, as_tensor, has_layer, to_ndarray
from wye.pytree import tree_flatten, tree_leaves, tree_map, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.grad_level import untracked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "Primitive", "defjvp", "defjvp_argnums", "deflinear", "defvjp", "defvjp_argnums", "defvmap", "primitive",
    "summed",
]  # fmt: skip

aten: Any = ops.aten


class Primitive:
    """A function of ndarrays that layers take as a whole, by the rules that are registered for it.

    Attributes:
        vjp_rule: ``rule(argnums, ans, args, kwargs)`` returns a function from the gradient of the answer to those of
            the arguments with these numbers; None: there is none.
        jvp_rule: ``rule(argnums, tangents, ans, args, kwargs)`` returns the tangent of the answer; None: there is none.
        vmap_rule: ``rule(info, in_dims, *args, **kwargs)`` returns the answer for all examples and where its batch
            dimension is; None: the function is called for one example after the other.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """A primitive without rules."""
        self.fun = self.__wrapped__ = function
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.__qualname__ = getattr(function, "__qualname__", self.__name__)
        self.__module__ = getattr(function, "__module__", None) or "numpy"
        self.__doc__ = function.__doc__
        self.vjp_rule: Callable[..., Any] | None = None
        self.jvp_rule: Callable[..., Any] | None = None
        self.vmap_rule: Callable[..., Any] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function, or what the layers above the arguments make of it."""
        leaves, spec = tree_flatten((args, kwargs), is_leaf=_is_array)
        leaves = [as_tensor(one) if _is_array(one) or _is_object_array(one) else one for one in leaves]
        places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, Tensor)]
        if not places:
            return self.fun(*args, **kwargs)
        tensors = [leaves[place] for place in places]
        call = _Call(self, leaves, places, spec)
        found = _Applied.apply(call, *tensors) if has_layer(tensors) else _Applied.forward(call, *tensors)
        return call.answer(map(Array, found))

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """A method, where the primitive is a member of a class."""
        return self if instance is None else MethodType(self, instance)

    def __repr__(self) -> str:
        """Its name."""
        return f"<primitive {self.__name__}>"


def _is_array(value: Any) -> bool:
    return type(value) is Array


def _is_object_array(value: Any) -> bool:
    return type(value) is np.ndarray and value.dtype == object and any(type(one) is Array for one in value.ravel())


class _Call:
    """One call of a primitive: its arguments with gaps for the tensors, and the form of its answer."""

    __slots__ = ("_leaves", "_out_leaves", "_out_places", "_out_spec", "_places", "_spec", "primitive")

    def __init__(self, primitive: Primitive, leaves: list[Any], places: list[int], spec: Any) -> None:
        self.primitive, self._leaves, self._places, self._spec = primitive, leaves, places, spec

    def arguments(self, values: Iterable[Any]) -> Any:
        """The positional and the keyword arguments with these values in the gaps."""
        return tree_unflatten(_filled(self._leaves, self._places, values), self._spec)

    def take(self, answer: Any) -> tuple[Any, ...]:
        """The tensors of an answer; its form is kept."""
        leaves, self._out_spec = tree_flatten(answer, is_leaf=_is_array)
        self._out_places = [place for place, one in enumerate(leaves) if _is_number(one)]
        self._out_leaves = leaves
        return tuple(as_tensor(leaves[place]) for place in self._out_places)

    def answer(self, values: Iterable[Any]) -> Any:
        """A tree like the answer with these values instead of tensors."""
        return tree_unflatten(_filled(self._out_leaves, self._out_places, values), self._out_spec)

    def numbers(self, wanted: Iterable[bool], what: str) -> list[int]:
        """Which positional arguments have a tensor that is wanted.

        Raises:
            ArgumentError: a keyword argument has one.
        """
        args, kwargs = self.arguments(_ASKED if one else None for one in wanted)
        if _is_asked(kwargs):
            raise ArgumentError(
                f"{self.primitive.__name__}: a {what} is taken of a keyword argument; rules are for positional ones",
                fix="pass that argument by its position",
            )
        return [number for number, arg in enumerate(args) if _is_asked(arg)]

    def spread(self, numbers: Sequence[int], found: Sequence[Any], like: Sequence[Any]) -> list[Any]:
        """For each gap the tensor at its place in the trees for these arguments; None where there is none.

        Raises:
            ArgumentError: a tree has another form than its argument.
        """
        args, _ = self.arguments([None] * len(self._places))
        kept: list[Any] = [None] * len(self._places)
        marks = self._marks(args)
        for number, tree in zip(numbers, found, strict=True):
            if tree is None:
                continue
            parts = tree_leaves(tree)
            if len(parts) != len(marks[number]):
                raise ArgumentError(
                    f"{self.primitive.__name__}: the rule for argument {number} returned {len(parts)} arrays for "
                    f"{len(marks[number])}",
                    fix="return a tree like the argument",
                )
            for gap, part in zip(marks[number], parts, strict=True):
                if gap is not None:
                    kept[gap] = _like(part, like[gap])
        return kept

    def _marks(self, args: Any) -> list[list[int | None]]:
        """For each leaf of each argument the number of its gap; None for what is no tensor."""
        gaps = dict(zip(self._places, range(len(self._places)), strict=True))
        found, place = [], 0
        for arg in args:
            size = len(tree_leaves(arg))
            found.append([gaps.get(at) for at in range(place, place + size)])
            place += size
        return found


class _Asked:
    """Stands in a gap whose tensor is asked for."""


_ASKED: Final = _Asked()


def _is_asked(tree: Any) -> bool:
    return any(one is _ASKED for one in tree_leaves(tree))


def _is_number(value: Any) -> bool:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.dtype.kind in "biufc" or _is_object_array(value)
    return _is_array(value) or isinstance(value, (Tensor, bool, int, float, complex))


def _filled(leaves: Sequence[Any], places: Sequence[int], values: Iterable[Any]) -> list[Any]:
    found = list(leaves)
    for place, value in zip(places, values, strict=True):
        found[place] = value
    return found


def _like(value: Any, like: Any) -> Any:
    """A gradient as a tensor of the same dtype as its input: the real part, where that is real."""
    tensor = as_tensor(value)
    if tensor.is_complex() and not like.is_complex():
        tensor = tensor.real
    return tensor if tensor.dtype is like.dtype else tensor.to(like.dtype)


def _shown(tensor: Any) -> Any:
    """What a rule sees of a tensor: data, or an array where a layer follows it; numbers are NumPy's scalars."""
    found = to_ndarray(untracked(tensor))
    return found if type(found) is Array or found.ndim else found[()]


def _traced(mode: Any, call: Any, tensors: Any) -> Any:
    """A call in a trace: the graph calls the function again, with the other arguments as they are now."""

    def replayed(*given: Any) -> Any:
        return _Applied.forward(call, *given)

    replayed.__name__ = replayed.__qualname__ = call.primitive.__name__
    tracer = mode.tracer
    node = tracer.create_node("call_function", replayed, nodes_of(tensors, tracer), {}, call.primitive.__name__)
    with disable_proxy_modes_tracing():
        found = replayed(*tensors)
    return track_tensor_tree(found, Proxy(node, tracer), tracer=tracer)


class _Applied(Function):
    """A call of a primitive, for the layers: see `wye.transforms.functions`."""

    @staticmethod
    def forward(call: Any, *tensors: Any) -> Any:
        """Run the function on data; in a trace, as one node of the graph."""
        if any(type(one._data) is not np.ndarray for one in tensors):
            raise _no_rule(call.primitive, "fake tensors need an operator, with a rule for its shapes",
                           "make it one: @wye.library.custom_op, and register_fake")  # fmt: skip
        tracing = get_proxy_mode()
        if tracing is not None:
            return _traced(tracing, call, tensors)
        given = [as_ndarray(one) for one in tensors]
        args, kwargs = call.arguments([one if one.ndim else one[()] for one in given])
        found = call.take(call.primitive.fun(*args, **kwargs))
        # An answer in the memory of an argument is copied: the layers would take it for a view.
        return tuple(one.clone() if _shares(one, given) else one for one in found)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        """Keep all arguments, and the answer: rules may ask for any of them."""
        ctx.of, *tensors = inputs
        ctx.count = len(tensors)
        ctx.save_for_backward(*tensors, *output)
        ctx.save_for_forward(*tensors, *output)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """The gradients of the arguments, by the registered vjps."""
        call, tensors = ctx.of, ctx.saved_tensors[: ctx.count]
        numbers = call.numbers(ctx.needs_input_grad[1:], "gradient")
        if not numbers:
            return (None,) * (ctx.count + 1)
        if call.primitive.vjp_rule is None:
            raise _no_rule(call.primitive, f"no vjp for the arguments {tuple(numbers)}", "register it: defvjp")
        args, kwargs = call.arguments(map(_shown, tensors))
        answer = call.answer(map(_shown, ctx.saved_tensors[ctx.count :]))
        pull_back = call.primitive.vjp_rule(tuple(numbers), answer, args, kwargs)
        found = tuple(pull_back(call.answer(map(_shown, grads))))
        return (None, *call.spread(numbers, found, tensors))

    @staticmethod
    def jvp(ctx: Any, _: Any, *tangents: Any) -> Any:
        """The tangents of the answer, by the registered jvps."""
        call, tensors = ctx.of, ctx.saved_tensors[: ctx.count]
        numbers = call.numbers([one is not None for one in tangents], "tangent")
        if call.primitive.jvp_rule is None:
            raise _no_rule(call.primitive, f"no jvp for the arguments {tuple(numbers)}", "register it: defjvp")
        args, kwargs = call.arguments(map(_shown, tensors))
        outputs = ctx.saved_tensors[ctx.count :]
        filled = [aten.zeros_like.default(x) if t is None else t for t, x in zip(tangents, tensors, strict=True)]
        directions, _ = call.arguments(map(_shown, filled))
        chosen = [_directions(args[number], directions[number]) for number in numbers]
        found = tree_leaves(
            call.primitive.jvp_rule(tuple(numbers), chosen, call.answer(map(_shown, outputs)), args, kwargs)
        )
        return tuple(_like(one, like) for one, like in zip(found, outputs, strict=True))

    @staticmethod
    def vmap(info: Any, in_dims: Any, call: Any, *tensors: Any) -> Any:
        """All examples, by the registered rule, or one after the other."""
        rule = call.primitive.vmap_rule
        if rule is not None:
            args, kwargs = call.arguments(map(_shown, tensors))
            dims, _ = call.arguments(in_dims[1:])
            answer, out_dim = rule(info, dims, *args, **kwargs)
            return call.take(answer), out_dim
        if not info.batch_size:
            raise _no_rule(call.primitive, "no examples, so nothing says what its answer is like",
                           "register a rule: wye.numpy.defvmap")  # fmt: skip
        rows = []
        for i in range(info.batch_size):
            values = [x if dim is None else aten.select.int(x, dim, i)
                      for x, dim in zip(tensors, in_dims[1:], strict=True)]  # fmt: skip
            args, kwargs = call.arguments(map(Array, values))
            rows.append(call.take(call.primitive(*args, **kwargs)))
        return tuple(aten.stack.default(list(parts), 0) for parts in zip(*rows, strict=True)), 0


def _directions(arg: Any, direction: Any) -> Any:
    """The tangents of an argument: zeros for its parts that are no tensors."""
    parts, spec = tree_flatten(arg, is_leaf=_is_array)
    found = tree_leaves(direction, is_leaf=_is_array)
    made = [np.zeros_like(x) if t is x and not _is_array(x) and _is_number(x) else t
            for x, t in zip(parts, found, strict=True)]  # fmt: skip
    return tree_unflatten(made, spec)


def _shares(tensor: Any, given: Iterable[Any]) -> bool:
    data = tensor._data
    return any(np.may_share_memory(data, one) for one in given)


def _no_rule(primitive: Primitive, what: str, fix: str) -> NoRuleError:
    return NoRuleError(f"{primitive.__name__} is a primitive of NumPy arrays, and it has no rule here: {what}", fix=fix)


# ---- registering ----


def primitive(function: Callable[..., Any]) -> Primitive:
    """A function of ndarrays whose gradients are registered: see `defvjp` and `defjvp`.

    Args:
        function: Takes and returns ndarrays, numbers, and trees of them; runs on data alone, so it may call anything.

    Example:
        >>> import numpy as np, wye, wye.numpy
        >>> @wye.numpy.primitive
        ... def softplus(x):
        ...     return np.logaddexp(0.0, x)
        >>> wye.numpy.defvjp(softplus, lambda ans, x: lambda g: g / (1 + np.exp(-x)))
        >>> wye.grad(softplus)(0.0)
        np.float64(0.5)
    """
    return Primitive(function)


def _checked(function: Any) -> Primitive:
    if not isinstance(function, Primitive):
        raise ArgumentError(
            f"rules are registered for primitives, not for {function!r}", fix="decorate it: @wye.numpy.primitive"
        )
    return function


def defvjp(function: Any, *makers: Callable[..., Any] | None, argnums: Iterable[int] | None = None) -> None:
    """Register the gradients of a primitive.

    Args:
        function: The primitive.
        makers: One for each argument: ``maker(ans, *args, **kwargs)`` gets the answer and the arguments of a call, and
            returns a function from the gradient of the answer to that of the argument.  None: it is zero.
        argnums: The numbers of those arguments; None: the first ones.
    """
    known = dict(zip(count() if argnums is None else argnums, makers, strict=False))
    name = _checked(function).__name__

    def rule(wanted: tuple[int, ...], ans: Any, args: Any, kwargs: Any) -> Callable[[Any], Any]:
        missing = tuple(number for number in wanted if number not in known)
        if missing:
            raise _no_rule(function, f"no vjp for the arguments {missing}", f"register them: defvjp({name}, ...)")
        pulls = [None if known[n] is None else known[n](ans, *args, **kwargs) for n in wanted]  # type: ignore[misc]
        return lambda g: [None if pull is None else pull(g) for pull in pulls]

    defvjp_argnums(function, rule)


def defvjp_argnums(function: Any, maker: Callable[..., Any]) -> None:
    """Register the gradients of a primitive for all arguments together.

    Args:
        function: The primitive.
        maker: ``maker(argnums, ans, args, kwargs)`` returns a function from the gradient of the answer to those of the
            arguments with these numbers.
    """
    _checked(function).vjp_rule = maker


def defjvp(function: Any, *rules: Callable[..., Any] | str | None, argnums: Iterable[int] | None = None) -> None:
    """Register the derivatives of a primitive in a direction, for forward mode.

    Args:
        function: The primitive.
        rules: One for each argument: ``rule(g, ans, *args, **kwargs)`` returns what the tangent ``g`` of the argument
            adds to that of the answer; ``"same"``: the function is linear in it; None: nothing.
        argnums: The numbers of those arguments; None: the first ones.
    """
    known = dict(zip(count() if argnums is None else argnums, rules, strict=False))

    def along(number: int, g: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        rule = known[number]
        if rule is None:
            return tree_map(lambda one: 0.0 * one, ans, is_leaf=_is_array)
        if rule == "same":
            return function(*args[:number], g, *args[number + 1 :], **kwargs)
        return rule(g, ans, *args, **kwargs)  # type: ignore[operator]

    def all_rules(wanted: tuple[int, ...], tangents: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        missing = tuple(number for number in wanted if number not in known)
        if missing:
            raise _no_rule(function, f"no jvp for the arguments {missing}", "register them: defjvp")
        parts = [along(n, g, ans, args, kwargs) for n, g in zip(wanted, tangents, strict=True)]
        return summed(parts)

    defjvp_argnums(function, all_rules)


def defjvp_argnums(function: Any, rule: Callable[..., Any]) -> None:
    """Register the derivatives in a direction for all arguments: ``rule(argnums, tangents, ans, args, kwargs)``."""
    _checked(function).jvp_rule = rule


def summed(parts: Sequence[Any]) -> Any:
    """The sum of trees of one form."""
    return tree_map(lambda *terms: sum(terms[1:], terms[0]), *parts, is_leaf=_is_array)


def deflinear(function: Any) -> None:
    """Say that a primitive is linear in each argument: its derivative in a direction is itself."""

    def rule(wanted: tuple[int, ...], tangents: Any, ans: Any, args: Any, kwargs: Any) -> Any:
        parts = [function(*args[:n], g, *args[n + 1 :], **kwargs) for n, g in zip(wanted, tangents, strict=True)]
        return summed(parts)

    defjvp_argnums(function, rule)


def defvmap(function: Any, rule: Callable[..., Any]) -> None:
    """Register what `vmap` does with a primitive, instead of a loop over the examples.

    Args:
        function: The primitive.
        rule: ``rule(info, in_dims, *args, **kwargs)`` gets the arguments of all examples together, ``info.batch_size``,
            and for each argument its batch dimension, or None; returns the answer and its batch dimension.
    """
    _checked(function).vmap_rule = rule
