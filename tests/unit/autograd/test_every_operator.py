"""Every operator of the set has a derivative, is made of operators that have one, or says that it has none."""

from __future__ import annotations

from wye.aten import grid
from wye.autograd.loading import NO_GRADIENTS, load


def _is_settled(row):
    if row.family in NO_GRADIENTS or row.outs:
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
