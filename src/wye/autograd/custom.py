"""Gradients of custom operators: the kernel at Autograd of operators with `register_autograd`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye import pytree
from wye._engine import engine
from wye.autograd import anomaly
from wye.autograd.context import ContextNode
from wye.autograd.engine import running_node
from wye.autograd.forward_calls import follow_backward
from wye.autograd.forward_rules import has_tangent, is_used, not_implemented, unrecorded
from wye.autograd.recording import BELOW, edge_of, mark
from wye.grad_mode import is_grad_enabled, set_mode
from wye.keys import after_autograd
from wye.registry.rules import find_rule
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.keys import DispatchKeySet
    from wye.registry.rules import Rule

__all__ = ["CustomNode", "finish", "recipe_of", "record", "record_by"]

_AFTER: Final = after_autograd()


class _Description:
    """What is the same for calls of an operator with the same kinds of arguments.

    Attributes:
        structure: For each input: how many tensors a list has, -1 for what is no tensor, -2 for a tensor.
        needs: For each input: does it need a gradient?
        flat_needs: The same while the context is set up.
        backward: The function that was registered, or None.
    """

    __slots__ = ("backward", "flat_needs", "needs", "structure")

    def __init__(self, structure: Sequence[int], needs: Sequence[Any], backward: Any) -> None:
        self.structure, self.needs, self.backward = tuple(structure), tuple(needs), backward
        self.flat_needs = _flat_needs(needs)


class CustomNode(ContextNode):
    """A call of a custom operator; each operator has a class of its own."""

    op: Any
    plan: _Description
    _needs: Any = None
    _lists: tuple[int, ...] = (-1,)  # for each output: the length of a list, -1 for one value

    @property
    def needs_input_grad(self) -> Any:
        """For each input: does it need a gradient?  Flat while the context is set up, as PyTorch gives it."""
        return self.plan.flat_needs if self._needs is None else self._needs

    @needs_input_grad.setter
    def needs_input_grad(self, needs: Any) -> None:
        self._needs = needs

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        """Run the registered backward."""
        if self.plan.backward is None:
            raise RuntimeError(
                f"Trying to backward through {self.op} but no autograd formula was registered. Please use "
                "register_autograd to add one."
            )
        self._needs = self.plan.needs
        given = self._grouped(self.materialized(grads))
        found = self.plan.backward(self, *given)
        return self._flattened(found if isinstance(found, tuple) else (found,))

    def _grouped(self, grads: list[Any]) -> list[Any]:
        """The gradients of the outputs, those of a list together."""
        if not any(length >= 0 for length in self._lists):
            return grads
        rest = iter(grads)
        return [[next(rest) for _ in range(length)] if length >= 0 else next(rest) for length in self._lists]

    def _flattened(self, found: tuple[Any, ...]) -> list[Any]:
        structure = self.plan.structure
        n = len(structure)
        if len(found) > n and all(one is None for one in found[n:]):
            found = found[:n]
        found = (*found, *[None] * self._may_lack(len(found)))
        if len(found) != n:
            raise RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients (expected {n + 1}, got "
                f"{len(found) + 1})"
            )
        flat: list[Any] = []
        for place, (gradient, length) in enumerate(zip(found, structure, strict=True)):
            if length == -1:
                if gradient is not None:
                    raise RuntimeError(
                        f"function {self.name()} returned a gradient different than None at position {place + 1}, but "
                        "the corresponding forward input was not a Variable"
                    )
            elif length == -2:
                if gradient is not None and not isinstance(gradient, Tensor):
                    raise RuntimeError(f"expected Variable or None (got {type(gradient).__name__})")
                flat.append(gradient)
            elif not isinstance(gradient, list) or len(gradient) != length:
                raise RuntimeError(
                    "Expected the return from backward to be of the same structure as the inputs. Got: "
                    f"{pytree.tree_structure(found)} (return from backward), expected: {self._expected()} (inputs)"
                )
            else:
                flat += gradient
        return flat

    def _may_lack(self, n: int) -> int:
        """How many gradients after the first ``n`` stand for numbers with defaults: functions need not give those."""
        places = range(n, len(self.plan.structure))
        arguments = self.op.schema.arguments
        return len(places) if all(self.plan.structure[i] == -1 and arguments[i].has_default for i in places) else 0

    def _expected(self) -> Any:
        return pytree.tree_structure(tuple([0] * n if n >= 0 else 0 for n in self.plan.structure))


_classes: dict[str, type[CustomNode]] = {}


def _class_of(op: Any) -> type[CustomNode]:
    name = f"GeneratedBackwardFor_{op.namespace}_{op._opname}_{op._overloadname}Backward"
    found = _classes.get(name)
    if found is None or found.op is not op:
        found = _classes[name] = type(name, (CustomNode,), {"op": op, "__module__": "wye.autograd.custom"})
    return found


def _inputs(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments by place, and those that are given by name only; defaults filled in."""
    by_place: list[Any] = list(args)
    by_name: dict[str, Any] = {}
    for argument in op.schema.arguments[len(args) :]:
        value = kwargs.get(argument.name, argument.default_value)
        if argument.kwarg_only:
            by_name[argument.name] = value
        else:
            by_place.append(value)
    return tuple(by_place), by_name


def record(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run a custom operator below autograd, and make a node of the call; with tangents, give the results theirs."""
    if is_used:
        if has_tangent((*args, *kwargs.values())):
            if find_rule(op, "autograd") is None:
                raise not_implemented(str(op), "no autograd formula was registered; use register_autograd to add one")
            return follow_backward(
                lambda by_place, by_name: record_by(find_rule(op, "autograd"), op, keyset, by_place, by_name),
                args,
                kwargs,
            )
        if not is_grad_enabled():
            return unrecorded(op.redispatch, keyset, args, kwargs)
    return record_by(find_rule(op, "autograd"), op, keyset, args, kwargs)


def record_by(rule: Rule | None, op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run an operator below autograd, and make a node of the call that differentiates it by a rule, if there is one."""
    inputs, by_name = _inputs(op, args, kwargs)
    structure: list[int] = []
    edges: list[Any] = []
    nested: list[Any] = []
    for value in inputs:
        if isinstance(value, Tensor):
            structure.append(-2)
            edge = edge_of(value)
            edges.append(edge)
            nested.append(edge[0] is not None)
        elif type(value) in (list, tuple) and value and all(one is None or isinstance(one, Tensor) for one in value):
            structure.append(len(value))
            found = [edge_of(one) for one in value]
            edges += found
            nested.append([edge[0] is not None for edge in found])
        else:
            structure.append(-1)
            nested.append(False)
    if rule is None:
        engine.mark_call("no derivative")
    if not any(edge[0] is not None for edge in edges):
        return BELOW.run(op.redispatch, keyset & _AFTER, *args, **kwargs)
    recorded = is_grad_enabled()
    set_mode(False)  # what the operator computes is no part of the graph: its node is
    try:
        result = BELOW.run(op.redispatch, keyset & _AFTER, *args, **kwargs)
    finally:
        set_mode(recorded)
    node = _class_of(op)(tuple(edges))
    node.plan = _Description(structure, nested, None if rule is None else rule.fn)
    if rule is not None:
        setup = rule.more.get("setup_context")
        if setup is not None:
            _set_up(op, setup, node, inputs, by_name, result)
    if anomaly.is_enabled():
        anomaly.remember(node, running_node())
    finish(node, result)
    return result


def recipe_of(op: Any) -> tuple[Any, ...] | None:
    """How the engine in C records calls: class of nodes, what sets up the context, descriptions, defaults, formula?"""
    arguments = op.schema.arguments
    rule = find_rule(op, "autograd")
    if any(a.kwarg_only for a in arguments):
        return None
    backward = None if rule is None else rule.fn
    setup = None if rule is None else rule.more.get("setup_context")

    def describe(tensors: int, needs: int) -> _Description:
        places = range(len(arguments))
        return _Description(
            [-2 if tensors >> i & 1 else -1 for i in places], [bool(needs >> i & 1) for i in places], backward
        )

    return _class_of(op), setup, describe, tuple(a.default_value for a in arguments), rule is not None


def _flat_needs(nested: Sequence[Any]) -> tuple[bool, ...]:
    """As PyTorch gives it while the context is set up: flat, with one more for what it passes along."""
    flat: list[bool] = []
    has_list = False
    for need in nested:
        if isinstance(need, list):
            has_list = True
            flat += need
        else:
            flat.append(need)
    return (*flat, False, False) if has_list else (*flat, False)


def _set_up(op: Any, setup: Any, node: CustomNode, inputs: Any, by_name: Any, result: Any) -> None:
    from wye.grad_mode import no_grad  # here: only with a function to call

    with no_grad():
        if any(a.kwarg_only for a in op.schema.arguments):
            setup(ctx=node, inputs=inputs, keyword_only_inputs=by_name, output=result)
        else:
            setup(ctx=node, inputs=inputs, output=result)


def finish(node: CustomNode, result: Any) -> None:
    """Make the results outputs of the node."""
    flat: list[Any] = []
    lists: list[int] = []
    for one in result if isinstance(result, tuple) else (result,):
        if isinstance(one, list):
            lists.append(len(one))
            flat += one
        else:
            lists.append(-1)
            flat.append(one)
    node._lists = tuple(lists)
    for number, one in enumerate(flat):
        if not isinstance(one, Tensor):
            node.outputs.append(((), None, None))
            continue
        dtype = one.dtype
        node.outputs.append((tuple(one.shape), dtype, one.device))
        is_constant = any(one is other for other in node._constant)
        if not is_constant and (dtype.is_floating_point or dtype.is_complex):
            mark(node, one, number)
    node.keep(flat)
