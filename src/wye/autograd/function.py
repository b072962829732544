"""`autograd.Function`: a function with a backward of its own."""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.apply_hooks import apply_hooks
from wye.autograd.context import ContextNode
from wye.autograd.engine import running_node
from wye.autograd.forward_calls import follow, without_tangents
from wye.autograd.forward_rules import has_tangent
from wye.autograd.node import Node
from wye.autograd.recording import edge_of, mark
from wye.autograd.views import IN_FUNCTION, check_in_place, rebase
from wye.call.guards import is_included
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled, no_grad
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "BackwardCFunction", "DelayedErrorNode", "Function", "FunctionCtx", "InplaceFunction", "NestedIOFunction",
    "SingleLevelFunction",
    "backward_of", "has_setup", "once_differentiable", "record_apart", "record_call",
]  # fmt: skip

FunctionCtx = ContextNode


class BackwardCFunction(ContextNode):
    """A call of a `Function`; each has a class of its own, named after it.  The name is PyTorch's."""

    function: type[Function]
    _has_several = False  # are several outputs tensors?
    _is_tensor: tuple[bool, ...] = ()  # which inputs are tensors: those have edges

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Run the function's backward."""
        found = self.call(backward_of(self.function), grads)
        return self._checked(found if isinstance(found, tuple) else (found,))

    def _checked(self, found: tuple[Any, ...]) -> list[Any]:
        """The gradients of the inputs that are tensors.

        Raises:
            RuntimeError: there are too few or too many, or one is of no tensor.
        """
        n = len(self._is_tensor)
        if len(found) > n and all(one is None for one in found[n:]):
            found = found[:n]
        if len(found) != n:
            raise RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients (expected {n}, got {len(found)})"
            )
        kept: list[Any] = []
        for place, (gradient, is_tensor) in enumerate(zip(found, self._is_tensor, strict=True)):
            if is_tensor:
                if gradient is not None and not isinstance(gradient, Tensor):
                    raise RuntimeError(f"expected Variable or None (got {type(gradient).__name__})")
                kept.append(gradient)
            elif gradient is not None:
                raise RuntimeError(
                    f"function {self.name()} returned a gradient different than None at position {place + 1}, but the "
                    "corresponding forward input was not a Variable"
                )
        return kept

    def __getattr__(self, name: str) -> Any:
        function = type(self).__dict__.get("function") or BackwardCFunction.__dict__.get("function")
        if function is not None and not name.startswith("__") and hasattr(function, name):
            return getattr(function, name)  # attributes of the class are seen through the context
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def backward_of(function: type[Function]) -> Callable[..., Any]:
    """Its backward, or its vjp, which is the same.

    Raises:
        RuntimeError: it has both.
    """
    backward, vjp = function.backward, function.vjp
    if backward is not Function.backward and vjp is not Function.vjp:
        raise RuntimeError(
            "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement "
            "one of them."
        )
    return vjp if vjp is not Function.vjp else backward


class _FunctionType(type):
    """Makes the class of a function's nodes with the function."""

    _node_class: type[BackwardCFunction]

    def __init__(cls, name: str, bases: tuple[type, ...], attributes: dict[str, Any]) -> None:
        super().__init__(name, bases, attributes)
        cls._node_class = type(f"{name}Backward", (BackwardCFunction,), {"function": cls, "__module__": cls.__module__})
        cls._backward_cls = cls._node_class


class Function(metaclass=_FunctionType):
    """A function with a backward of its own: subclass it, and call `apply`.

    Either ``forward(ctx, *args)``, or ``forward(*args)`` and ``setup_context(ctx, inputs, output)``, which transforms
    need; and ``backward(ctx, *grads)``, all static.

    >>> import wye
    >>> class Double(Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         return x * 2
    ...     @staticmethod
    ...     def backward(ctx, grad):
    ...         return grad * 2
    >>> x = wye.ones(2, requires_grad=True)
    >>> Double.apply(x).sum().backward()
    >>> x.grad
    tensor([2., 2.])
    """

    _node_class: type[BackwardCFunction]
    _backward_cls: type[BackwardCFunction]
    generate_vmap_rule = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{self.__class__} should not be instantiated. Methods on autograd functions are all static, so you "
            "should invoke them on the class itself. Instantiating an autograd function will raise an error in a "
            "future version of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: functions are classes."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
            "function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch."
            "autograd.Function)"
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """What it computes; recording is off here."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Keep what backward needs, where ``forward`` takes no context."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """The gradient of each input of ``forward``, given those of its outputs."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """The tangents of the outputs, given those of the inputs."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """A rule for `vmap`: the output and its dimensions."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
            "generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        from wye.autograd.loading import load  # here: it imports what this module is a part of

        load()
        if has_setup(cls) and (kwargs or getattr(cls.forward, "__defaults__", None)):
            args, kwargs = _by_place(cls, args, kwargs)
        if apply_hooks.transform is not None and is_included("FuncTorchDynamicLayerFrontMode"):
            return apply_hooks.transform(cls, args, kwargs)
        if apply_hooks.revive is not None:
            args, kwargs = apply_hooks.revive(args, kwargs)
        return record_call(cls, args, kwargs, cls.forward)


class SingleLevelFunction(Function):
    """A function of tensors at one level: transforms do not take it apart.  Their own rules are written with it."""

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Call the function, whatever transforms are active."""
        from wye.autograd.loading import load  # here: as in `Function`

        load()
        if has_setup(cls) and (kwargs or getattr(cls.forward, "__defaults__", None)):
            args, kwargs = _by_place(cls, args, kwargs)
        return record_call(cls, args, kwargs, cls.forward)


def has_setup(function: type[Function]) -> bool:
    """Does it have a ``setup_context`` of its own?"""
    return function.setup_context is not Function.setup_context


def record_call(
    function: type[Function],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    forward: Callable[..., Any],
    node_class: type[BackwardCFunction] | None = None,
) -> Any:
    """Run a function's forward, and make a node of the call, of the function's class of nodes or of the given one."""
    node = (node_class or function._node_class)()
    are_tensors = [isinstance(value, Tensor) for value in args]
    tensors = [value for value, is_tensor in zip(args, are_tensors, strict=True) if is_tensor]
    node._is_tensor = tuple(are_tensors)
    node.needs_input_grad = tuple([isinstance(value, Tensor) and value._requires_grad for value in args])
    records = is_grad_enabled() and any(node.needs_input_grad)
    edges = tuple([edge_of(tensor) for tensor in tensors]) if records else ()
    follows = has_tangent(tensors)
    with no_grad(), without_tangents():
        if has_setup(function):
            output = forward(*args, **kwargs)
            function.setup_context(node, args, output)
        else:
            output = forward(node, *args, **kwargs)
    outputs = list(output) if isinstance(output, tuple) else [output]
    node.next_functions = edges
    found = _outputs(node, outputs, tensors, records)
    if records:
        if anomaly.is_enabled():
            anomaly.remember(node, running_node())
        node.keep(found)
    if follows:
        follow(function, node, args, found)
    node._to_save_forward = ()
    return type(output)(found) if type(output) is tuple else tuple(found) if isinstance(output, tuple) else found[0]


def _by_place(
    function: type[Function], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """All arguments of ``forward``, with defaults, by place; those that are only by name by name."""
    import inspect  # here: keywords and defaults are rare

    bound = inspect.signature(function.forward).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args, bound.kwargs


def _is_among(tensor: Any, tensors: Sequence[Any]) -> bool:
    return any(one is tensor for one in tensors)


def _outputs(node: BackwardCFunction, outputs: list[Any], inputs: list[Any], records: bool) -> list[Any]:
    """The outputs of a call as outputs of its node.

    Raises:
        RuntimeError: a tensor was marked dirty that is not returned.
    """
    for dirty in node._dirty:
        if isinstance(dirty, Tensor) and not _is_among(dirty, inputs):
            warnings.warn(
                "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated "
                "should be passed to ctx.mark_dirty().",
                stacklevel=4,
            )
        if not isinstance(dirty, Tensor):
            raise RuntimeError(f"mark_dirty can only accept variables, but got {type(dirty).__name__}")
        if not _is_among(dirty, outputs) and _is_among(dirty, inputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that "
                "are modified inplace must all be outputs of the Function."
            )
    for constant in node._constant:
        if not isinstance(constant, Tensor):
            wrong = type(constant).__name__
            raise RuntimeError(f"mark_non_differentiable only accepts variable arguments, but got {wrong}")
    found: list[Any] = []
    node._has_several = sum(isinstance(output, Tensor) for output in outputs) > 1
    for output in outputs:
        if not isinstance(output, Tensor):
            node.outputs.append(((), None, None))
            found.append(output)
            continue
        node.outputs.append((tuple(output.shape), output.dtype, output.device))
        found.append(_output(node, output, len(found), inputs, records))
    if not node._materialize_non_diff_grads:
        node._constant_numbers = tuple(i for i, output in enumerate(outputs) if _is_among(output, node._constant))
    return found


def _output(node: BackwardCFunction, output: Any, number: int, inputs: list[Any], records: bool) -> Any:
    is_input, is_dirty = _is_among(output, inputs), _is_among(output, node._dirty)
    dtype = output.dtype
    is_constant = _is_among(output, node._constant) or not (dtype.is_floating_point or dtype.is_complex)
    if is_dirty:
        return _written(node, output, number, records)
    if (not records or is_constant) and output._requires_grad:
        if is_input:
            return output.detach()
        return output.detach_() if output._base is None else output
    if is_input:
        with no_grad(), without_tangents():
            output = ops.aten.alias.default(output)
        output._requires_grad = False
        output._autograd = None
    if output._base is not None:
        output._made = engine.MADE_WITH_OTHERS if node._has_several else IN_FUNCTION
    if not records or is_constant:
        return output
    mark(node, output, number)
    return output


def _written(node: BackwardCFunction, output: Any, number: int, records: bool) -> Any:
    """An input that forward has written to: the node is its history now."""
    output._bump_version()
    if not records and output._requires_grad:
        return output.detach()
    if records:
        if output._requires_grad and output.is_leaf:
            raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        if output._base is not None and node._has_several:
            raise RuntimeError(
                "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot "
                "return more than one Tensor. This is not supported by the current autograd engine. You should either "
                "make sure the input is not a view (using .clone() for example) or make your Function only return one "
                "Tensor (potentially splitting it into two Functions: one doing the inplace that returns a single "
                "Tensor and a second one that does the other operations)."
            )
        check_in_place(output, any_requires=True)
        rebase(output, node)
        if output._base is None:
            output._autograd.number = number
    return output


class DelayedErrorNode(Node):
    """A step that cannot be differentiated, and says so when it is."""

    __slots__ = ("_message",)

    def __init__(self, message: str, edges: tuple[Any, ...]) -> None:
        super().__init__(edges)
        self._message = message

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Raise the error."""
        raise RuntimeError(self._message)


DelayedErrorNode.__name__ = DelayedErrorNode.__qualname__ = "Error"


def record_apart(
    make: Callable[[tuple[Any, ...]], Node], values: Sequence[Any], of: Sequence[Any] | None = None
) -> Any:
    """Tensors over the same memory, made by a node that ``make`` makes of edges; one alone if there is one.

    Args:
        make: Takes the edges to the tensors of ``of``; none leads to anything else.
        values: Tensors, and others, which stay.
        of: What the node leads to; the values themselves without it.
    """
    node = make(tuple(edge_of(one) for one in (values if of is None else of)))
    made = []
    for one in values:
        made.append(one.detach() if isinstance(one, Tensor) else one)
        if isinstance(one, Tensor):
            node.outputs.append((tuple(one.shape), one.dtype, one.device))
            mark(node, made[-1], len(node.outputs) - 1)
    return made[0] if len(made) == 1 else tuple(made)


def once_differentiable(backward: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for ``backward``: its gradients cannot be differentiated again, and say so."""

    @functools.wraps(backward)
    def wrapper(ctx: Any, *grads: Any) -> Any:
        with no_grad():
            found = backward(ctx, *grads)
        if not is_grad_enabled():
            return found
        if not any(isinstance(grad, Tensor) and grad.requires_grad for grad in grads):
            return found
        message = "trying to differentiate twice a function that was marked with @once_differentiable"
        outputs = found if isinstance(found, tuple) else (found,)
        leaves = [grad.detach().requires_grad_() if isinstance(grad, Tensor) else None for grad in outputs]
        made = record_apart(lambda edges: DelayedErrorNode(message, edges), outputs, of=leaves)
        return (made,) if isinstance(found, tuple) and len(found) == 1 else made

    return wrapper


class InplaceFunction(Function):
    """An old kind of function, told at its beginning whether it writes in place; kept for its name."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class NestedIOFunction(Function):
    """An old kind of function, with nested inputs; kept for its name."""
