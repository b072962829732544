"""HigherOrderOperator: an operator that takes functions, and whose kernels are all Python rules.

Warm: a call looks for tensors in all its arguments and picks a rule; the time is spent in what runs inside.
In: arguments of any kind.  Out: the result of the rule.

See Note [Life of a higher-order call].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from wye._engine import engine
from wye.call import OperatorBase, below_autograd, is_excluded, ops, resolve_key
from wye.call.look import keys_of_values
from wye.call.packets import OpNamespace
from wye.call.py_impl import mode_rule
from wye.errors import DispatchRefusedError, NoKernelError, UnsupportedSchemaError
from wye.grad_mode import is_grad_enabled
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet, after_autograd, as_key
from wye.modes import overloaded_types, pop_mode_temporarily, pre_dispatch
from wye.modes.function import call_function
from wye.modes.stack import dispatch_stack
from wye.pytree import tree_leaves
from wye.registry import registry

if TYPE_CHECKING:
    import enum
    from collections.abc import Callable, Iterable, Iterator

    from wye.schema import FunctionSchema

__all__ = ["DEFAULT_FALLTHROUGH", "HigherOrderOperator", "Hooks", "all_operators", "hooks"]

# Note [Life of a higher-order call]
# The keys of all tensors among the arguments, however deep, with the thread's state and without the keys that fall
# through; the highest of them says what handles the call (function modes and `__wye_function__` before all of them):
#   FuncTorchDynamicLayerFrontMode   the transform's interpreter, which takes the rule for its `TransformType`
#   PreDispatch                      the pre-dispatch mode, if one is active: the rule for its class
#   Python                           the top mode: the rule for its class; then the subclasses in the order of the
#                                    arguments: the rule for the class
#   any other key                    the rule that `resolve_key` picks, kept in `_dispatch_cache`
# A mode or subclass for which there is no rule gets the operator in its `__wye_dispatch__`, like any other operator,
# so that a new one works everywhere. One that sets `supports_higher_order_operators` to False refuses them, as
# PyTorch's do by default. Rules run in the state that the call had: nothing is excluded for them.
# Broken by: a rule that calls the operator again without leaving its mode or key behind.
# Guarded by: tests/unit/higher_order/test_golden_hop.py

_R = TypeVar("_R", bound="Callable[..., Any]")
K: Final = DispatchKey
DEFAULT_FALLTHROUGH: Final = (
    K.PythonDispatcher,
    K.PythonTLSSnapshot,
    K.ADInplaceOrView,
    K.BackendSelect,
    K.AutocastCPU,
    K.AutocastCUDA,
    K.AutocastXPU,
)


class Hooks:
    """Callbacks that higher layers give to higher-order operators; None while they are not loaded.

    Attributes:
        transform: Asked for an operator, its arguments and keywords while a function transform is active.
        traced_gradient: Asked for the same at Autograd, where it would record inside; NotImplemented: it does.
    """

    __slots__ = ("traced_gradient", "transform")

    def __init__(self) -> None:
        self.traced_gradient: Callable[[HigherOrderOperator, tuple[Any, ...], dict[str, Any]], Any] | None = None
        self.transform: Callable[[HigherOrderOperator, tuple[Any, ...], dict[str, Any]], Any] | None = None


hooks: Final = Hooks()


class HigherOrderOperator(OperatorBase):
    """An operator whose arguments may be functions; its kernels are registered with `py_impl`.

    Use it directly, or subclass it and write a ``__call__`` that checks its arguments and calls ``super().__call__``.

    >>> twice = HigherOrderOperator("doctest_twice")
    >>> @twice.py_impl("CompositeExplicitAutograd")
    ... def run(fn, x):
    ...     return fn(fn(x))
    >>> twice(lambda x: x + 1, 5)
    7

    Attributes:
        non_fallthrough_keys: The keys at which a call may stop.
    """

    def __init__(self, name: str, *, cacheable: bool = False) -> None:
        """Make the operator ``wye.ops.higher_order.<name>``; a new one takes the place of an old one.

        Args:
            name: Its name.
            cacheable: Do its results depend on nothing but its arguments, so that compilers may keep what they made?
        """
        self._name = self.__name__ = name
        self.__module__ = "wye.ops.higher_order"
        self._cacheable = cacheable
        self._py_rules: dict[str, Any] = {}
        self.non_fallthrough_keys = DispatchKeySet.full()
        for key in DEFAULT_FALLTHROUGH:
            self.fallthrough(key)
        setattr(_namespace, name, self)

    def name(self) -> str:
        """Its name, without namespace."""
        return self._name

    @property
    def namespace(self) -> str:
        """The name of the namespace: ``"higher_order"``."""
        return "higher_order"

    _ns = namespace

    def cacheable(self) -> bool:
        """May compilers keep what they made of it?"""
        return self._cacheable

    @property
    def _rules(self) -> dict[str, Any]:
        return self._py_rules

    @property
    def _dispatch_cache(self) -> dict[DispatchKey, Callable[..., Any]]:
        return cast("dict[DispatchKey, Callable[..., Any]]", self._py_rules.setdefault("dispatch_cache", {}))

    def fallthrough(self, key: DispatchKey | int | str) -> None:
        """Let calls skip ``key``."""
        self.non_fallthrough_keys = self.non_fallthrough_keys.remove(as_key(key))

    def py_impl(self, key: DispatchKey | str | int | type | enum.Enum) -> Callable[[_R], _R]:
        """Register a rule for ``key``; a decorator that returns the function.

        Args:
            key: A dispatch key, alias keys among them: the rule gets the arguments, and calls do not pass the key by
                any more.  A mode class: the rule gets the mode first.  A tensor subclass: it gets the arguments.
                A `TransformType`: it gets the interpreter first.

        Raises:
            RegistrationError: there is a rule for it already, or it is the key Python, whose rules are for modes.
            UnknownKeyError: it is none of these.
        """
        target = self._rule_key(key)
        add = super().py_impl(key)

        def register(rule: _R) -> _R:
            add(rule)
            if isinstance(target, DispatchKey):
                with registry.lock:
                    self.non_fallthrough_keys = self.non_fallthrough_keys.add(target)
            return rule

        return register

    def py_autograd_impl(self, rule: _R) -> _R:
        """Register ``rule`` for calls that autograd must record; others continue below autograd."""

        @wraps(rule)
        def autograd(*args: Any, **kwargs: Any) -> Any:
            if _needs_grad(args, kwargs):
                return rule(*args, **kwargs)
            with below_autograd():
                return self(*args, **kwargs)

        self.py_impl(K.Autograd)(autograd)
        return rule

    def record_inside(self) -> None:
        """Let autograd record what the functions do: at Autograd, calls continue below with nothing excluded.

        So gradients are those of the program without the operator, of tensors that a function captures too, and modes
        and subclasses, which come below autograd, still see one call.
        """

        def autograd(*args: Any, **kwargs: Any) -> Any:
            if hooks.traced_gradient is not None and dispatch_stack.thread.top is not None:
                result = hooks.traced_gradient(self, args, kwargs)
                if result is not NotImplemented:
                    return result
            keyset = keys_of_values(tree_leaves((args, kwargs) if kwargs else args))
            return self.redispatch(keyset & after_autograd(), *args, **kwargs)

        self.py_impl(K.Autograd)(autograd)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Find the highest key of the arguments and this thread, and `dispatch` to it."""
        keyset = keys_of_values(tree_leaves((args, kwargs) if kwargs else args))
        if keyset.bits & FUNCTION.bits:
            return call_function(self, keyset, args, kwargs)
        return self.dispatch(_highest(keyset & self.non_fallthrough_keys), *args, **kwargs)

    def redispatch(self, keyset: DispatchKeySet, /, *args: Any, **kwargs: Any) -> Any:
        """Call it with these keys, whatever the arguments and the thread say."""
        return self.dispatch(_highest(keyset & self.non_fallthrough_keys), *args, **kwargs)

    def dispatch(self, key: DispatchKey | int | str, /, *args: Any, **kwargs: Any) -> Any:
        """Run the rule for ``key``, or ask the modes and subclasses that it stands for.

        Raises:
            NoKernelError: there is no rule.
            DispatchRefusedError: all modes and subclasses returned NotImplemented.
        """
        found = as_key(key)
        rule = self._dispatch_cache.get(found)
        if rule is not None:
            return rule(*args, **kwargs)
        if found == K.Python:
            return self._ask_python(args, kwargs)
        if found == K.FuncTorchDynamicLayerFrontMode and hooks.transform is not None:
            return hooks.transform(self, args, kwargs)
        if found == K.PreDispatch and pre_dispatch.count() and not is_excluded(K.Python):
            return self._ask_pre_dispatch(args, kwargs)
        return self._rule_at(found)(*args, **kwargs)

    def _rule_at(self, key: DispatchKey) -> Callable[..., Any]:
        cache = self._dispatch_cache  # taken first: rules that come meanwhile make a new one
        final = resolve_key(self, key)
        rule = self.py_kernels.get(final)
        if rule is None:  # a backend fallback, and those know only operators with a schema
            raise NoKernelError(
                f"could not find kernel for HigherOrderOperator {self._name} at dispatch key {final} "
                f"(resolved from {key})",
                op=self._name,
                key=key.name,
                have=[known.name for known in self.py_kernels],
                fix=f"to add one: op.py_impl({key.name!r})(fn); op.fallthrough({key.name!r}) passes it by",
            )
        if key != K.PreDispatch:  # there the answer depends on the active modes
            cache[key] = rule
        return rule

    def _ask_python(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if dispatch_stack.has_notes:
            dispatch_stack.read_notes()
        mode, top = None, dispatch_stack.thread.top
        if top is not None:
            mode = top[0]
            handler = self._handler_of_mode(mode, args, kwargs)
            with pop_mode_temporarily():
                result = handler(mode, *args, **kwargs)
            if result is not NotImplemented:
                return result
        classes = _classes_in_order(args, kwargs)
        for cls in classes:
            result = self._handler_of_class(cls, args, kwargs)(*args, **kwargs)
            if result is not NotImplemented:
                return result
        raise DispatchRefusedError(
            f"HigherOrderOperator '{self._name}' is not supported for the given input types. Every mode and class "
            "that could handle the call returned NotImplemented, or there was none.\n\n"
            f"Current mode: {mode}\nInput types: {[cls.__name__ for cls in classes]}",
            fix=f"register a rule: op.py_impl(TheClass)(fn), or handle {self._name!r} in its __wye_dispatch__",
        )

    def _ask_pre_dispatch(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        handler = self._handler_of_mode(pre_dispatch.current_mode(), args, kwargs)
        with pre_dispatch.temporarily_popped() as mode:
            return handler(mode, *args, **kwargs)

    def _handler_of_mode(self, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[..., Any]:
        rule = mode_rule(self, mode)
        if rule is not None:
            return rule
        if not getattr(mode, "supports_higher_order_operators", True):
            raise _no_rule(self, f"HigherOrderOperator {self._name} and mode {mode}", type(mode))
        types = overloaded_types(args, kwargs)
        return lambda mode, *args, **kwargs: mode.__wye_dispatch__(self, types, args, kwargs)

    def _handler_of_class(self, cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[..., Any]:
        rule = self.python_key_table.get(cls)
        if rule is not None:
            return rule
        own = getattr(cls, "__wye_dispatch__", None)
        if own is None or not getattr(cls, "supports_higher_order_operators", True):
            raise _no_rule(self, f"HOP {self._name} and subclass {cls}", cls)
        types = overloaded_types(args, kwargs)
        return lambda *args, **kwargs: own(self, types, args, kwargs)

    def gen_schema(self, *args: Any, **kwargs: Any) -> FunctionSchema:
        """The schema of a call with these arguments; operators that write to them override it.

        Raises:
            UnsupportedSchemaError: it does not say.
        """
        raise UnsupportedSchemaError(
            f"HigherOrderOperator {self._name} does not implement a gen_schema. This is OK as long as it writes to "
            "none of its inputs and its outputs are neither inputs nor views of them.",
            fix="override gen_schema in a subclass",
        )

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"<{type(self).__name__}(name='{self._name}')>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_find, (self._name,))

    def __copy__(self) -> HigherOrderOperator:
        return self

    def __deepcopy__(self, memo: object) -> HigherOrderOperator:
        return self


class _Operators(Mapping[str, "HigherOrderOperator"]):
    """The operators of a namespace that are higher-order ones, by name, computed each time they are read."""

    def __init__(self, namespace: OpNamespace) -> None:
        self._names = namespace.__dict__

    def __getitem__(self, name: str) -> HigherOrderOperator:
        found = self._names[name]
        if not isinstance(found, HigherOrderOperator):
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name, value in list(self._names.items()) if isinstance(value, HigherOrderOperator))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class HigherOrderNamespace(OpNamespace):
    """`wye.ops.higher_order`: its operators are its attributes."""

    def _names(self) -> list[str]:
        mine = [name for name, value in self.__dict__.items() if isinstance(value, HigherOrderOperator)]
        return [*mine, *super()._names()]


_namespace: Final = HigherOrderNamespace("higher_order")
all_operators: Final = _Operators(_namespace)  # by name
ops.higher_order = _namespace  # type: ignore[attr-defined]  # namespaces are attributes; the others come on demand


def _find(name: str) -> HigherOrderOperator:
    return cast("HigherOrderOperator", getattr(_namespace, name))


@lru_cache(4096)
def _highest(keyset: DispatchKeySet) -> DispatchKey:
    return keyset.highest_priority()


def _needs_grad(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    if not is_grad_enabled():
        return False
    return any(
        isinstance(leaf, engine.TensorBase) and getattr(leaf, "requires_grad", False)
        for leaf in tree_leaves((args, kwargs))
    )


def _classes_in_order(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[type]:
    """The subclasses that handle calls, in the order of the arguments: not the most derived first, as PyTorch."""
    found: dict[type, None] = {}
    for value in _spread((*args, *kwargs.values())):
        if isinstance(value, engine.TensorBase) and value._keys.bits & K.Python.bits:
            found[type(value)] = None
    return list(found)


def _spread(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _spread(value)
        else:
            yield value


def _no_rule(op: HigherOrderOperator, whom: str, cls: type) -> NoKernelError:
    return NoKernelError(
        f"There was no rule registered for {whom}.",
        op=op.name(),
        key="Python",
        have=[known.__name__ for known in op.python_key_table],
        fix=f"op.py_impl({cls.__name__})(fn), or set supports_higher_order_operators to True on the class and handle "
        "the operator in its __wye_dispatch__",
    )
