"""Rules that Python code puts on an operator: for a dispatch key, a mode class or a transform.

Cold path: registration.  One table per operator owns them all; see Note [One table of Python rules].
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, MutableMapping
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar

from wye._engine import engine
from wye.errors import RegistrationError, UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet, as_key
from wye.registry import registry

__all__ = ["FunctionalMode", "FunctionalizeContext", "OperatorBase", "RuleView", "TransformType", "hooks", "mode_rule"]

# Note [One table of Python rules]
# `rules["py_impl"]` of an operator maps what a rule is for (a dispatch key, a class, an enum's member) to the rule.
# PyTorch's `py_kernels`, `python_key_table` and `functorch_table` are views on it that show the rules of one kind, and
# a change through a view is a change of the table. Every change drops what was derived: `rules["dispatch_cache"]`,
# `rules["vmap_handler"]` and `rules["jvp_handler"]`.
# Broken by: a second table, or writing to this one without `_changed`.
# Guarded by: tests/unit/call/test_py_impl.py::test_the_tables_are_views_on_one

Rule = Callable[..., Any]
_F = TypeVar("_F", bound=Rule)
_NO_RULES: Final[dict[Any, Rule]] = {}


class TransformType(enum.Enum):
    """What a function transform does; a rule may be registered for each kind."""

    Torch = 0
    Vmap = 1
    Grad = 2
    Jvp = 3
    Functionalize = 4


class FunctionalMode:
    """Stands for the mode that functionalizes; the mode itself is a subclass."""


class FunctionalizeContext(NamedTuple):
    """The context of a functionalization: the first argument of the rules of `py_functionalize_impl`.

    Attributes:
        kind: The key, the mode class or the transform for which the rule runs.
        owner: The mode or the interpreter that runs it; None for the key.
    """

    kind: DispatchKey | type | TransformType
    owner: Any = None


class Hooks:
    """What the layer that functionalizes gives to operators.

    Attributes:
        contexts: For each of the three kinds, what makes the context of its rules from the mode or the interpreter.
        functional_mode: The class of the mode; None while it is not loaded.
    """

    __slots__ = ("contexts", "functional_mode")

    def __init__(self) -> None:
        self.contexts: dict[Any, Callable[[Any], Any]] = {}
        self.functional_mode: type | None = None

    def context_of(self, kind: Any, owner: Any = None) -> Any:
        """The context of a rule."""
        make = self.contexts.get(kind)
        return FunctionalizeContext(kind, owner) if make is None else make(owner)


hooks: Final = Hooks()


class RuleView(MutableMapping[Any, Rule]):
    """The Python rules of one kind of one operator, to be read and changed."""

    __slots__ = ("_kind", "_op")

    def __init__(self, op: OperatorBase, kind: type) -> None:
        self._op, self._kind = op, kind

    def _table(self) -> dict[Any, Rule]:
        table: dict[Any, Rule] = self._op._rules.get("py_impl", _NO_RULES)
        return table

    def __getitem__(self, key: Any) -> Rule:
        if not isinstance(key, self._kind):
            raise KeyError(key)
        return self._table()[key]

    def __setitem__(self, key: Any, rule: Rule) -> None:
        if not isinstance(key, self._kind):
            raise TypeError(f"rules here are for a {self._kind.__name__}, not for {key!r}")
        with registry.lock:
            self._op._rules.setdefault("py_impl", {})[key] = rule
            self._op._changed()

    def __delitem__(self, key: Any) -> None:
        with registry.lock:
            self[key]  # refuses keys of another kind
            del self._table()[key]
            self._op._changed()

    def __iter__(self) -> Iterator[Any]:
        return iter([key for key in self._table() if isinstance(key, self._kind)])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))


class OperatorBase:
    """Base class of all operators: a name and Python rules."""

    __slots__ = ()

    def name(self) -> str:
        """The operator's full name."""
        raise NotImplementedError  # abstract: OpOverload and HigherOrderOperator have their own

    @property
    def _rules(self) -> dict[str, Any]:
        """Where features keep their data about this operator."""
        raise NotImplementedError  # abstract: OpOverload and HigherOrderOperator have their own

    def _changed(self) -> None:
        """Forget what was derived from the rules."""
        self._rules.pop("dispatch_cache", None)
        self._rules.pop("vmap_handler", None)
        self._rules.pop("jvp_handler", None)
        self._rules.pop("functionalize_handler", None)

    @property
    def py_kernels(self) -> RuleView:
        """The Python kernels by dispatch key."""
        return RuleView(self, DispatchKey)

    @property
    def python_key_table(self) -> RuleView:
        """The rules by mode class or tensor subclass."""
        return RuleView(self, type)

    python_key_mode_table = python_key_table  # its older name

    @property
    def functorch_table(self) -> RuleView:
        """The rules by transform."""
        return RuleView(self, enum.Enum)

    def py_impl(self, key: DispatchKey | str | int | type | enum.Enum) -> Callable[[_F], _F]:
        """Register a Python rule for ``key``; a decorator that returns the function.

        Args:
            key: A dispatch key, alias keys among them: the kernel is seen under the Python dispatcher.  A mode class
                or tensor subclass: the rule gets the mode first, then the arguments.  A `TransformType`: the rule
                gets the interpreter first.

        Raises:
            RegistrationError: there is a rule for it already, or it is the key Python, whose rules are for modes.
            UnknownKeyError: it is none of these.

        Example:
            >>> from wye import dispatch
            >>> with dispatch.library("DEF", "doctest_py_impl") as lib:
            ...     op = lib.define("f(int x) -> int")
            ...     _ = op.py_impl("CompositeImplicitAutograd")(lambda x: x + 1)
            ...     op.decompose(1)
            2
        """
        target = self._rule_key(key)

        def register(rule: _F) -> _F:
            with registry.lock:
                table = self._rules.setdefault("py_impl", {})
                if target in table:
                    raise RegistrationError(
                        f"Trying to override a python impl for {target} on operator {self.name()}",
                        fix="there is one rule for each; del op.py_kernels[key] removes it",
                    )
                table[target] = rule
                self._changed()
            return rule

        return register

    def _rule_key(self, key: Any) -> Any:
        if isinstance(key, enum.Enum):
            return key
        if isinstance(key, type):
            if issubclass(key, (FunctionalMode, engine.TensorBase)) or _handles_calls(key):
                return key
            raise UnknownKeyError(
                f"a rule is for a mode class or a tensor subclass, not for {key}", fix="a mode has __wye_dispatch__"
            )
        found = as_key(key)
        if found == DispatchKey.Python:
            raise RegistrationError(
                "Please register a mode for the DispatchKey.Python key instead.", fix="op.py_impl(YourMode)"
            )
        return found

    def py_functionalize_impl(self, rule: _F) -> _F:
        """Register one rule for all ways to functionalize: the key, the mode and the transform.

        The rule gets a context first: a `FunctionalizeContext`, or, with `wye.functionalization` loaded, an object that
        wraps and unwraps tensors (`wye.functionalization.contexts`).

        Raises:
            RegistrationError: one of the three has a rule already; nothing is registered then.
        """
        with registry.lock:
            mode = hooks.functional_mode or FunctionalMode
            kinds: tuple[Any, ...] = (DispatchKey.Functionalize, mode, TransformType.Functionalize)
            table = self._rules.get("py_impl", _NO_RULES)
            for kind in sorted(kinds, key=lambda kind: kind not in table):  # the check that may fail comes first
                self.py_impl(kind)(_in_context(rule, kind))
        return rule

    def registered_keys(self) -> frozenset[DispatchKey]:
        """The keys, alias keys among them, at which it has a kernel or a Python rule."""
        return frozenset(self.py_kernels)

    def has_kernel_for_dispatch_key(self, key: DispatchKey | int | str) -> bool:
        """Is a kernel registered at exactly this key, alias keys included?"""
        return as_key(key) in self.py_kernels

    def has_kernel_for_any_dispatch_key(self, keyset: DispatchKeySet) -> bool:
        """Is a kernel registered at a runtime key of this set?"""
        return any(not key.is_alias and keyset.has(key) for key in self.py_kernels)


def _handles_calls(cls: type) -> bool:
    return hasattr(cls, "__wye_dispatch__") or hasattr(cls, "__torch_dispatch__")


def _in_context(rule: Rule, kind: Any) -> Rule:
    if isinstance(kind, DispatchKey):

        @wraps(rule)
        def functionalize(*args: Any, **kwargs: Any) -> Any:
            return rule(hooks.context_of(kind), *args, **kwargs)

    else:
        kind = FunctionalMode if isinstance(kind, type) else kind

        @wraps(rule)
        def functionalize(owner: Any, /, *args: Any, **kwargs: Any) -> Any:
            return rule(hooks.context_of(kind, owner), *args, **kwargs)

    return functionalize


def mode_rule(op: OperatorBase, mode: object) -> Rule | None:
    """The rule that ``op`` has for exactly the class of ``mode``, or, for a functionalizing one, for its kind."""
    table = op._rules.get("py_impl")
    if not table:
        return None
    rule: Rule | None = table.get(type(mode))
    if rule is None and isinstance(mode, FunctionalMode):
        rule = table.get(FunctionalMode)
    return rule
