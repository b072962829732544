"""Every operator of the set has a derivative, is made of operators that have one, or says that it has none."""

from __future__ import annotations

import wye
from wye.aten import grid
from wye.autograd.loading import NO_GRADIENTS, load
from wye.autograd.rules import Derivative, compile_recipe


def _never_runs(row):
    """It has a schema alone, whose line says why."""
    return not row.rules and row.facts.value("no_rule") is not None


def _is_settled(row):
    if row.family in NO_GRADIENTS or row.outs or _never_runs(row):
        return True
    rules = row.source.rules
    if not rules.keys().isdisjoint(("implicit", "on_tensors")) or row.rule("derivatives") is not None:
        return True
    return row.functional is not None and row.functional.rule("derivatives") is not None


def test_every_operator_on_tensors_has_a_derivative_or_says_that_it_has_none():
    load()
    missing = [
        row.name
        for row in grid.build().values()
        if any(a.type.has_tensors for a in row.schema.arguments)
        and any(r.type.has_tensors for r in row.schema.returns)
        and not _is_settled(row)
    ]
    assert missing == []


def test_no_derivative_belongs_to_an_operator_made_of_others():
    load()
    both = [
        row.name for row in grid.build().values() if "implicit" in row.rules and row.rule("derivatives") is not None
    ]
    assert both == []


def test_every_formula_asks_for_what_its_operator_has():
    load()
    made = []
    for row in grid.build().values():
        rule = row.rule("derivatives")
        if isinstance(rule, Derivative) and rule.formulas and not row.outs:
            made += compile_recipe(rule, row.schema).mentions()  # raises for a name that is neither given nor returned
    assert len(made) > 1000


def test_the_noise_that_rrelu_returns_is_that_of_its_gradient():
    x = wye.full((50,), -1.0, requires_grad=True)
    y, noise = wye.ops.aten.rrelu_with_noise_functional(x, wye.ones(50), 0.2, 0.8, True)
    y.sum().backward()
    assert (y.requires_grad, noise.requires_grad) == (True, False)
    assert x.grad.tolist() == noise.tolist()
