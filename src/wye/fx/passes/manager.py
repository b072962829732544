"""Passes as objects, and what runs several of them in an order that keeps given rules.

A pass takes a module and gives a `PassResult`.  `PassManager` runs a list of passes until none of them changes the
module; rules say which pass must come before which other one.
"""

from __future__ import annotations

import abc
import functools
import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.fx.graph_module import GraphModule

__all__ = ["PassBase", "PassManager", "PassResult", "before", "broken_rule", "in_order", "with_result"]

Pass = Any  # a function, or a `PassBase`, of a module


class PassResult(NamedTuple):
    """What a pass gives: the module, which may be the same one, and whether anything has changed."""

    graph_module: Any
    modified: bool


class PassBase(abc.ABC):
    """A pass: `requires` checks the module before `call`, `ensures` the result."""

    def __call__(self, graph_module: GraphModule) -> PassResult | None:
        """Check the module, run the pass, check what it gives."""
        self.requires(graph_module)
        result = self.call(graph_module)
        self.ensures(graph_module)
        return result

    @abc.abstractmethod
    def call(self, graph_module: GraphModule) -> PassResult | None:
        """Run the pass."""

    def requires(self, graph_module: GraphModule) -> None:  # noqa: B027 - checks nothing unless a pass does
        """Check that the module is one that the pass can be run on."""

    def ensures(self, graph_module: GraphModule) -> None:  # noqa: B027 - checks nothing unless a pass does
        """Check the module after the pass."""


def with_result(fn: Callable[..., Any] | None) -> Any:
    """A pass that changes its module in place, as one that gives a `PassResult`: modified, the same module.

    >>> with_result(lambda module: None)("a module").modified
    True
    """
    if fn is None:
        return None

    @functools.wraps(fn)
    def run(module: Any) -> PassResult:
        found = fn(module)
        if isinstance(found, PassResult):
            return found
        return PassResult(module, True)

    if not inspect.isfunction(fn):
        run.__name__ = type(fn).__name__
    return run


def before(this: Pass, that: Pass) -> Callable[[Pass, Pass], bool]:
    """The rule that one pass runs before another: asked of two passes, it says whether they may be in this order."""

    def may_be(a: Pass, b: Pass) -> bool:
        return not (a == that and b == this)

    return may_be


def broken_rule(rule: Callable[[Pass, Pass], bool], passes: Sequence[Pass]) -> tuple[Pass, Pass] | None:
    """Two passes whose order breaks a rule; None if no two do."""
    for at, first in enumerate(passes):
        for second in passes[at + 1 :]:
            if not rule(first, second):
                return first, second
    return None


def in_order(passes: list[Pass], rules: Sequence[Callable[[Pass, Pass], bool]]) -> list[Pass]:
    """The passes in an order that keeps all rules: otherwise as they were, as far as that goes.

    Raises:
        RuntimeError: there is none.
    """
    if not rules:
        return passes
    # `rule(a, b)` is false where b must come before a.
    needs = {a: [b for b in passes if b != a and not all(rule(a, b) for rule in rules)] for a in passes}
    ready = [one for one in passes if not needs[one]]
    ordered: list[Pass] = []
    while ready:
        now = ready.pop(0)
        ordered.append(now)
        for one in passes:
            if now in needs[one]:
                needs[one].remove(now)
                if not needs[one]:
                    ready.append(one)
    if len(ordered) < len(needs):
        raise RuntimeError(f"Circular dependency detected within the following passes: {passes}")
    return ordered


class PassManager:
    """Runs passes over a module, one after the other, ``steps`` times or until nothing changes.

    Attributes:
        passes: The passes, in order.
        constraints: Rules about the order of two passes; `before` makes them.
        steps: How often all of them run at most.
    """

    def __init__(
        self,
        passes: list[Pass] | None = None,
        constraints: list[Callable[[Pass, Pass], bool]] | None = None,
        steps: int | None = None,
        run_checks_after_each_pass: bool = False,
        suppress_check_failures: bool = False,
    ) -> None:
        """Make a manager.

        Args:
            passes: The passes.
            constraints: Rules about their order.
            steps: How often all of them run at most; once by default.
            run_checks_after_each_pass: Check the module after every pass, not only after all of them.
            suppress_check_failures: Accepted.
        """
        self.passes, self.constraints, self.steps = passes or [], constraints or [], steps or 1
        self.run_checks_after_each_pass, self.suppress_check_failures = (
            run_checks_after_each_pass,
            suppress_check_failures,
        )
        self._validated = False

    def add_pass(self, _pass: Pass) -> None:
        """Put a pass at the end."""
        self.passes.append(_pass)
        self._validated = False

    def add_constraint(self, constraint: Callable[[Pass, Pass], bool]) -> None:
        """Add a rule about the order of two passes."""
        self.constraints.append(constraint)
        self._validated = False

    def validate_constraints(self) -> None:
        """Check that the order of the passes keeps all rules.

        Raises:
            RuntimeError: two passes are in the wrong order.
        """
        if self._validated:
            return
        for rule in self.constraints:
            found = broken_rule(rule, self.passes)
            if found is not None:
                second, first = found
                raise RuntimeError(
                    f"pass schedule constraint violated. Expected {first} before {second} but found {first} at index "
                    f"{self.passes.index(first)} and {second} at index {self.passes.index(second)} in pass list."
                )
        self._validated = True

    def solve_constraints(self) -> None:
        """Put the passes into an order that keeps all rules.

        Raises:
            RuntimeError: there is none.
        """
        self.passes = in_order(self.passes, self.constraints)
        self._validated = True

    def add_checks(self, check: Callable[[Any], Any]) -> None:
        """Call ``check`` with the module after the passes.

        Raises:
            TypeError: it does not take one argument.
        """
        if len(inspect.signature(check).parameters) != 1:
            raise TypeError("PassManager check function should only take in one variable, a module")
        self.check = check  # type: ignore[method-assign, assignment]  # as PyTorch has it: the newest is the one that is asked

    def check(self, module: Any) -> Any:
        """Check the module: nothing, unless `add_checks` says what."""

    def __call__(self, module: Any) -> PassResult:
        """Run the passes.

        Raises:
            Exception: a pass failed, or gave no `PassResult`; its error is the cause.
            RuntimeError: the order of the passes breaks a rule.
        """
        if not self._validated:
            self.solve_constraints()
        self.check(module)
        changed = False
        for _ in range(self.steps):
            module, now = self._step(module)
            changed = changed or now
            if not now:
                break
        return PassResult(module, changed)

    def _step(self, module: Any) -> tuple[Any, bool]:
        """Run every pass once; says whether one of them has changed the module."""
        changed = False
        for at, one in enumerate(self.passes):
            try:
                result = one(module)
                if not isinstance(result, PassResult):
                    raise TypeError(
                        f"The result of the pass {_name(one)} should be type PassResult. "
                        "Please wrap it with pass_result_wrapper()"
                    )
            except Exception as error:
                names = [_name(earlier) for earlier in self.passes[:at]]
                raise Exception(
                    f"An error occurred when running the '{_name(one)}' pass after the following passes: {names}"
                ) from error
            module, changed = result.graph_module, changed or result.modified
            if self.run_checks_after_each_pass:
                self.check(module)
        self.check(module)
        return module, changed


def _name(one: Pass) -> str:
    return getattr(one, "__name__", type(one).__name__)
