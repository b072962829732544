"""Derivatives of operators: how a rule is written, and what is worked out from it once.

A rule has one formula for each argument that has a gradient.  A formula is a function; the names of its parameters say
what it needs, and that is what the node keeps:

    "mul.Tensor": derivative(self=lambda grad, other: grad * other.conj(), other=lambda grad, self: grad * self.conj())

    grad, grad0, grad1, ...     the gradient of the result, of each result; a missing one is filled with zeros
    grads                       all of them as a list, None where there is none
    the name of an argument     its value
    result, result0, ...        a result
    shape_of_<argument>         only its shape, so that the tensor need not be kept; of each tensor in a list
    dtype_of_<argument>         and its dtype
    geometry_of_<argument>      its shape, strides and offset: a `wye.autograd.views.Geometry`
    columns_of_<argument>       whether it is a matrix that lies in memory column by column
    needs                       which arguments need a gradient, in the order of the formula's arguments

A gradient may have a larger shape, or another dtype, than its argument where that was broadcast or promoted: the engine
sums and casts.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.autograd.fused import program_of
from wye.autograd.node import OperatorNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["BY_PARTS", "NOT_DIFFERENTIABLE", "NO_FORMULA", "Derivative", "Recipe", "compile_recipe", "derivative"]


class Derivative:
    """The derivative of an operator, as its rule file writes it.

    Attributes:
        formulas: From an argument's name, or several ("self, weight"), to a function of gradients.
        forward: For forward mode; see `derivative`.
        node: The name of the node's class, where it is not the usual one.
        constant: Results without gradient, by number.
        writing: The name of the node's class for the operator that writes in place; None: as ``node``.
        converts: Does the operator that writes in place convert to the dtype that is there?  Integers have no history.
    """

    __slots__ = ("constant", "converts", "formulas", "forward", "node", "writing")

    def __init__(
        self,
        formulas: dict[str, Callable[..., Any]],
        forward: Any = None,
        node: str | None = None,
        constant: tuple[int, ...] = (),
    ) -> None:
        self.formulas, self.forward, self.node, self.constant = formulas, forward, node, constant
        self.writing: str | None = None
        self.converts = False

    def writes_as(self, node: str) -> Derivative:
        """The same; the operator that writes in place has a node of another name, as in PyTorch."""
        self.writing = node
        return self

    def writes_converted(self) -> Derivative:
        """The same; what is written in place is converted to the dtype that is there."""
        self.converts = True
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: it is no function, though rules of other columns are."""
        raise TypeError("a derivative is data: autograd reads its formulas")

    def __repr__(self) -> str:
        return f"derivative({', '.join(self.formulas)})"


def derivative(
    several: dict[str, Callable[..., Any]] | None = None,
    /,
    *,
    forward: Any = None,
    node: str | None = None,
    constant: tuple[int, ...] = (),
    **formulas: Callable[..., Any],
) -> Derivative:
    """Write down the derivative of an operator.

    Args:
        several: Formulas that give the gradients of several arguments at once: ``{"input, weight": fn}``.
        forward: The rule of forward mode: ``"elementwise"`` (each result element depends on its own input elements:
            the formula itself serves, applied to the conjugated tangent), ``"linear"`` (the operator is linear in each
            tensor argument on its own: it is applied to each tangent in turn, results are added), ``"joint"`` (linear
            in all of them together: applied to the tangents), or a function whose parameters are named like those of
            formulas, with ``<argument>_t`` for tangents, which gives the tangent of the result or of each.
        node: The name of the node's class, where it is not the operator's with ``Backward0``.
        constant: Results that have no gradient though their dtype would allow it.
        **formulas: By argument.
    """
    return Derivative({**formulas, **(several or {})}, forward, node, constant)


NOT_DIFFERENTIABLE: Final = Derivative({})  # its results never require grad
NO_FORMULA: Final = Derivative({})  # they do, and backward raises: PyTorch has no formula either
BY_PARTS: Final = Derivative({})  # recorded as the calls that it is composed of


# Of which only a fact is kept, with the section it stands in.
FACTS: Final = {"shape": 0, "dtype": 1, "geometry": 2, "columns": 3}

_RESULTS: Final = ("output", "result")  # arguments of backward operators that follow from the others

_PREFIXES: Final = (
    ("shape_of_", "shape"), ("dtype_of_", "dtype"), ("geometry_of_", "geometry"),
    ("columns_of_", "columns"),
    ("result", "result"), ("grad", "grad"),
)  # fmt: skip


class _Formula:
    """A formula with the places where its parameters are found."""

    __slots__ = ("args", "fn", "is_joint", "materialized", "places", "wants_needs")

    def __init__(self, fn: Callable[..., Any], args: tuple[int, ...], places: tuple[int, ...], **more: Any) -> None:
        self.fn, self.args, self.places = fn, args, places
        self.is_joint: bool = more["is_joint"]
        self.wants_needs: bool = more["wants_needs"]
        self.materialized: tuple[int, ...] = more["materialized"]


class Plan(engine.PlanBase):
    """What a node does if gradients are needed for certain arguments.

    Attributes:
        formulas: To run.
        inputs, results: What to keep: numbers of arguments and results.
        facts: the names in `FACTS`, and the arguments of which only that is kept.
        needs: Which of the differentiable arguments need a gradient.
        keeps: Does it keep tensors?
        short: Where one result and no list is involved: each formula, the edge of its gradient, and the places of its
            parameters among what the node keeps, -1 for the gradient.
    """

    __slots__ = ("facts", "formulas", "inputs", "keeps", "needs", "results", "short")

    def __init__(
        self, formulas: tuple[_Formula, ...], wanted: dict[tuple[str, int], None], needs: tuple[bool, ...], keeps: bool
    ) -> None:
        self.formulas, self.needs = formulas, needs
        by_kind: dict[str, list[int]] = {kind: [] for kind in ("input", "result", *FACTS)}
        for kind, number in wanted:
            by_kind[kind].append(number)
        self.inputs, self.results = tuple(by_kind["input"]), tuple(by_kind["result"])
        self.facts = tuple((kind, tuple(by_kind[kind])) for kind in FACTS if by_kind[kind])
        self.keeps = keeps
        self.short: tuple[tuple[Callable[..., Any], int, tuple[int, ...]], ...] | None = None


# Note [Places of a formula]
# A node's values lie in one list: all gradients, the gradient of each result, arguments, results, then shapes, dtypes
# and geometries of arguments. A formula's parameters are looked up by their places in it, worked out once per rule.


class Recipe:
    """A rule worked out for an operator's schema.

    Attributes:
        differentiable: The numbers of the arguments that have a gradient: the node's edges, in this order.
        node_class: Made for the operator, so that its name tells.
        is_short: Has it one result, and no list among the arguments that have a gradient?
        names, defaults: Of all arguments.
        refused: The numbers of the tensor arguments without a formula: gradients for them are refused, not forgotten.
    """

    __slots__ = (
        "_formulas", "_plans", "defaults", "differentiable", "is_short", "n_args", "n_results", "names", "node_class",
        "op_name", "refused", "rule", "schema",
    )  # fmt: skip

    def __init__(self, rule: Derivative, schema: FunctionSchema, node_class: type[OperatorNode]) -> None:
        self.rule, self.schema, self.node_class = rule, schema, node_class
        self.op_name = schema.name
        names = [a.name for a in schema.arguments]
        self.n_args, self.n_results = len(names), max(len(schema.returns), 1)
        numbers: set[int] = set()
        self._formulas: list[tuple[tuple[int, ...], Callable[..., Any]]] = []
        for key, fn in sorted(rule.formulas.items(), key=lambda item: item[0]):  # PyTorch's order: traces show it
            args = tuple(names.index(part.strip()) for part in key.split(","))
            numbers.update(args)
            self._formulas.append((args, fn))
        self.differentiable = tuple(sorted(numbers))
        self._plans: dict[tuple[bool, ...], Plan] = {}
        types = [schema.arguments[number].type.str() for number in self.differentiable]
        self.is_short = [r.type.str() for r in schema.returns] == ["Tensor"] and not any("[]" in t for t in types)
        self.refused = tuple(
            number
            for number, a in enumerate(schema.arguments)
            if number not in numbers and a.type.str() in ("Tensor", "Tensor?") and a.name not in _RESULTS
        )
        self.names = tuple(names)
        self.defaults = tuple(a.default_value for a in schema.arguments)

    def plan(self, needs: tuple[bool, ...]) -> Plan:
        """What to do where these of the differentiable arguments need gradients."""
        found = self._plans.get(needs)
        if found is None:
            found = self._plans[needs] = self._make(needs)
        return found

    def _make(self, needs: tuple[bool, ...]) -> Plan:
        needed = {number for number, need in zip(self.differentiable, needs, strict=True) if need}
        wanted: dict[tuple[str, int], None] = {}
        formulas = []
        for args, fn in self._formulas:
            if not needed & set(args):
                continue
            places, materialized, wants_needs = [], [], False
            for name in inspect.signature(fn).parameters:
                kind, number = self.find(name, fn)
                if kind == "needs":
                    wants_needs = True
                    continue
                if kind in ("input", "result", *FACTS):
                    wanted[kind, number] = None
                elif kind == "grad":
                    materialized.append(number)
                places.append(self.place(kind, number))
            formulas.append(
                _Formula(fn, tuple(self.differentiable.index(a) for a in args), tuple(places), is_joint=len(args) > 1,
                         wants_needs=wants_needs, materialized=tuple(materialized))
            )  # fmt: skip
        order = list(self.mentions())
        wanted = dict.fromkeys(sorted(wanted, key=order.index))
        tensors = {("input", i) for i, a in enumerate(self.schema.arguments) if a.type.has_tensors}
        keeps = any(kind == "result" or (kind, number) in tensors for kind, number in wanted)
        plan = Plan(tuple(formulas), wanted, needs, keeps)
        if self.is_short:
            start = 1 + self.n_results
            plan.short = tuple(
                (f.fn, f.args[0], tuple(-1 if place == 1 else place - start for place in f.places)) for f in formulas
            )
            if any(f.is_joint or f.wants_needs or 0 in f.places for f in formulas):
                plan.short = None
        self._prepare(plan)
        return plan

    def result_at(self, place: int) -> int | None:
        """The number of the result that nodes keep at a place; None: it is an argument's."""
        return place - self.n_args if self.n_args <= place < self.n_args + self.n_results else None

    def _prepare(self, plan: Plan) -> None:
        """Tell the engine what it needs of a plan; see `PlanBase.prepare`."""
        facts = tuple((FACTS[kind], place) for kind, places in plan.facts for place in places)
        formulas = tuple(
            (
                f.fn,
                f.args,
                tuple(self._engine_place(place) for place in f.places),
                [plan.needs[number] for number in f.args] if f.wants_needs else None,
                f.is_joint,
                None if f.is_joint else program_of(self.schema, self.names[self.differentiable[f.args[0]]]),
            )
            for f in plan.formulas
        )
        counts = (self.n_args, self.n_results, len(self.differentiable))
        plan.prepare(counts, plan.inputs, facts, plan.results, plan.keeps, plan.short is not None, formulas)

    def _engine_place(self, place: int) -> int:
        """A place as the engine counts: from the first argument; -1, -2, ... for gradients, or for all of them."""
        if place == 0:
            return engine.ALL_GRADS
        return -place if place <= self.n_results else place - 1 - self.n_results

    def mentions(self) -> dict[tuple[str, int], None]:
        """What formulas need, in their order: kinds and numbers, as `find` gives them.  PyTorch saves in this order."""
        formulas = self.rule.formulas.values()
        found = (self.find(name, fn) for fn in formulas for name in inspect.signature(fn).parameters)
        return dict.fromkeys(found)

    def find(self, name: str, fn: Callable[..., Any]) -> tuple[str, int]:
        """What a parameter stands for: a kind and a number."""
        names = [a.name for a in self.schema.arguments]
        if name in names:
            return "input", names.index(name)
        for prefix, kind in _PREFIXES:
            rest = name.removeprefix(prefix)
            if rest != name and rest in names and prefix.endswith("_of_"):
                return kind, names.index(rest)
            if rest != name and (rest == "" or rest.isdigit()) and not prefix.endswith("_of_"):
                return kind, int(rest or 0)
        if name in ("grads", "needs"):
            return name, 0
        raise ValueError(f"the derivative of {self.op_name} has a formula with the parameter {name!r}: {fn}")

    def place(self, kind: str, number: int) -> int:
        """See Note [Places of a formula]."""
        results, args = self.n_results, self.n_args
        facts = 1 + 2 * results + args
        start = {"grads": 0, "grad": 1, "input": 1 + results, "result": 1 + results + args, "shape": facts,
                 "dtype": facts + args, "geometry": facts + 2 * args, "columns": facts + 3 * args}[kind]  # fmt: skip
        return start + number


def node_name(op_name: str) -> str:
    """The usual name of an operator's node: ``aten::max_pool2d`` gives ``MaxPool2DBackward0``."""
    base = op_name.rpartition("::")[2].rstrip("_")
    if base.endswith("_copy"):
        return f"{node_name(base.removesuffix('_copy'))}_copy"
    words = "".join(word.title() for word in base.split("_") if word)
    return f"{words}Backward0"


def compile_recipe(rule: Derivative, schema: FunctionSchema, *, in_place: bool = False) -> Recipe:
    """Work out a rule for an operator."""
    name = (rule.writing if in_place else None) or rule.node or node_name(schema.name)
    body: dict[str, Any] = {"__slots__": (), "__module__": "wye.autograd.node"}
    if "::" in name:  # a class that PyTorch has written by hand
        full, name = name, name.rpartition("::")[2]
        body["name"] = lambda self: full
    node_class: type[OperatorNode] = type(name, (OperatorNode,), body)
    recipe = Recipe(rule, schema, node_class)
    node_class.recipe = recipe
    return recipe
