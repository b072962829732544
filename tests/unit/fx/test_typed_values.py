"""annotate: the type that a traced program gives to a value."""

import pytest

import wye
from wye.fx import symbolic_trace
from wye.fx.typed_values import annotate


def test_a_traced_value_gets_a_type_that_the_code_shows():
    module = symbolic_trace(lambda x: annotate(x.sin(), int) + 1)
    assert [node.type for node in module.graph.nodes if node.name == "sin"] == [int]
    assert "sin : int = " in module.code
    assert annotate(3, float) == 3


def test_a_value_gets_a_type_once():
    def twice(x):
        return annotate(annotate(x.sin(), int), float)

    def argument(x: wye.Tensor):
        return annotate(x, int)

    for f in (twice, argument):
        with pytest.raises(RuntimeError, match="already had a type"):
            symbolic_trace(f)
