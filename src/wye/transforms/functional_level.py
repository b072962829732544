"""`functionalize`: a function that writes to tensors becomes one that does not, and does the same.

The level of the transform is a layer of `wye.functionalization`: it says how calls continue below it.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call import resolve
from wye.call.packets import ops
from wye.call.py_impl import TransformType, hooks
from wye.functionalization import key
from wye.functionalization.contexts import BaseFunctionalizeAPI
from wye.functionalization.handlers import HANDLER, call_functional, finish_view, handler_of, in_c
from wye.functionalization.steps import FunctionalStep
from wye.functionalization.storage import FunctionalStorage
from wye.functionalization.values import wrapped
from wye.functionalization.wrapper import INSIDE, FunctionalArray, Owner, regenerate, sync, wrap
from wye.keys import DispatchKeySet
from wye.modes.stack import dispatch_stack
from wye.pytree import tree_flatten, tree_map, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.interpreters import (
    ENTER,
    LEAVE,
    Interpreter,
    current,
    process_below_front,
    run_registered,
    stack_of_thread,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

__all__ = ["FunctionalizeInterpreter", "FunctorchFunctionalizeAPI", "functionalize"]

aten: Any = ops.aten
run_functional: Final = engine.run_functional  # `_run`, in C where arguments are no trees


class FunctionalizeInterpreter(Interpreter, Owner):
    """The level of a `functionalize`.

    Attributes:
        copies: Are views removed, too?
    """

    __slots__ = ("copies", "level_of_wrappers")
    kind = TransformType.Functionalize

    def __init__(self, stack: list[Interpreter], copies: bool) -> None:
        self._stack = stack
        self._level = self.level_of_wrappers = len(stack) + 1
        self.copies = copies

    def functionalize_add_back_views(self) -> bool:
        """Are views made as views?"""
        return not self.copies

    def find(self, value: Any) -> FunctionalArray | None:
        """The array of a functional tensor that belongs to this level."""
        if isinstance(value, Tensor):
            data = value._data
            if type(data) is FunctionalArray and data.owner is self:
                return data
        return None

    def below(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call a function without this level."""
        stack = self._stack
        if not stack or stack[-1] is not self:
            return fn(*args, **kwargs)
        stack.pop()
        try:
            return fn(*args, **kwargs) if stack else LEAVE.run(fn, *args, **kwargs)
        finally:
            stack.append(self)

    def process(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Handle a call.  See Note [A functionalized call]."""
        if resolve.hooks.crossref is not None:
            return self._checked(op, args, kwargs)
        rules = op._entry.rules
        handler = rules.get(HANDLER)
        if handler is None:
            handler = rules[HANDLER] = handler_of(op)
        if op._functional is None:
            op._functional = in_c(op, handler)  # C handles the next call
        return handler(self, op, args, kwargs)

    def run_registered(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the kernel that a program has registered at the key Functionalize."""
        return run_registered(op, args, kwargs)

    def _checked(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from wye.functionalization import crossref  # here: only checks need it

        with self.lower():
            check = crossref.expected(op, args, kwargs, copies=self.copies)
        result = call_functional(self, op, args, kwargs)
        check(result)
        return result


class FunctorchFunctionalizeAPI(BaseFunctionalizeAPI):
    """For functional tensors of a level of `functionalize`.

    Attributes:
        interpreter: The level.
    """

    kind = TransformType.Functionalize

    def __init__(self, interpreter: FunctionalizeInterpreter) -> None:
        self.interpreter = self.owner = interpreter

    def functionalize(self, inner_f: Callable[..., Any]) -> Callable[..., Any]:
        """See `BaseFunctionalizeAPI`."""
        return functionalize(inner_f, remove="mutations_and_views" if self.interpreter.copies else "mutations")

    def redispatch_to_next(self) -> AbstractContextManager[Any]:
        """See `BaseFunctionalizeAPI`."""
        return self.interpreter.lower()

    def array_of(self, value: Any) -> FunctionalArray | None:
        """See `BaseFunctionalizeAPI`; also of a level above, inside of `functionalize`."""
        return key.KEY.find(value)

    def _wrapped(self, tensor: Any) -> Any:
        return wrap(tensor, self.interpreter)

    def _value(self, tensor: Any) -> Any:
        return _value(tensor, self.interpreter)


hooks.contexts[TransformType.Functionalize] = FunctorchFunctionalizeAPI


def _is_on_top() -> bool:
    return isinstance(current(), FunctionalizeInterpreter)


key.hooks.in_transform, key.hooks.process = _is_on_top, process_below_front


def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """A function that computes what ``func`` computes, without writing to any tensor on the way.

    In-place and ``out=`` operators become operators that return new tensors.  What ``func`` would have written to its
    arguments is copied into them at the end, so that its callers see no difference.

    Args:
        func: Takes and returns trees of tensors.
        remove: ``"mutations"``, or ``"mutations_and_views"``: then operators that make views become those that copy.

    Raises:
        RuntimeError: when called: ``remove`` is something else, or ``func`` writes to a tensor that it has captured.

    Example:
        >>> import wye
        >>> def f(x):
        ...     x[0].add_(1)
        ...     return x.sum()
        >>> x = wye.zeros(2, 2)
        >>> functionalize(f)(x), x.tolist()
        (tensor(2.), [[1.0, 1.0], [0.0, 0.0]])
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(
            f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options are:\n"
            "     remove='mutations': all inplace and out= operators will be removed from the program, and replaced "
            "with their out-of-place equivalents.\n"
            "     remove='mutations_and_views': In addition to the above, all aliasing operators {view} will be "
            "replaced with their non-aliasing counterparts, {view}_copy.\n"
        )
    copies = remove == "mutations_and_views"

    @functools.wraps(func)
    def run(*args: Any, **kwargs: Any) -> Any:
        return run_functional(func, copies, args, kwargs)

    return run


def _run(func: Callable[..., Any], copies: bool, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function with functional tensors; C does it where arguments are no trees."""
    stack = stack_of_thread()
    level = FunctionalizeInterpreter(stack, copies)
    before, spec = tree_flatten((args, kwargs))
    inside = [wrap(one, level) if isinstance(one, Tensor) else one for one in before]
    mine, by_name = tree_unflatten(inside, spec)
    with ENTER:
        stack.append(level)
        dispatch_stack.thread.lifts += 1
        try:
            result = func(*mine, **by_name)
            result = _value(result, level) if type(result) is Tensor else _values(result, level)
            after = [_value(one, level) for one in inside]
        finally:
            dispatch_stack.thread.lifts -= 1
            stack.pop()
    for one, wrapper, new in zip(before, inside, after, strict=True):
        if new is not one and isinstance(one, Tensor):
            _copy_back(one, new, wrapper._data)
    return result


def _value(value: Any, level: FunctionalizeInterpreter) -> Any:
    """A functional tensor's value; everything else as it is."""
    data = level.find(value)
    return value if data is None else sync(data)


def _values(tree: Any, level: FunctionalizeInterpreter) -> Any:
    return tree_map(lambda one: _value(one, level), tree)


def _copy_back(target: Any, value: Any, data: FunctionalArray) -> None:
    """Store what a function wrote to its argument."""
    if tuple(target.shape) != tuple(value.shape) or (data.has_new_metadata and target.stride() != value.stride()):
        shares = value._storage is target._storage
        begins_there = value.is_contiguous() and value.storage_offset() == target.storage_offset()
        if target.numel() == value.numel() or (shares and not begins_there):
            place: list[Any] = [list(value.shape), list(value.stride())]
            if shares and value.storage_offset() != target.storage_offset():
                place.append(value.storage_offset())
            target = aten.as_strided_.default(target, *place)
        else:
            target = aten.resize_.default(target, list(value.shape))
    aten.copy_.default(target, value)


engine.configure_functional(
    FunctionalArray,
    FunctionalStorage,
    FunctionalStep,
    FunctionalizeInterpreter,
    (wrap, wrapped, finish_view, regenerate, _run, _values, _copy_back),
    dispatch_stack.thread,
    INSIDE,
    DispatchKeySet("Functionalize"),
)
