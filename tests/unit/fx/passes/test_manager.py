"""Passes as objects, and the order in which a manager runs them."""

import operator

import pytest

import wye
from wye.fx import make_fx, symbolic_trace
from wye.fx.passes.common_subexpressions import CSEPass, unshared_operators
from wye.fx.passes.manager import PassBase, PassManager, PassResult, before, in_order, with_result


class Swap(PassBase):
    """Multiplies where a graph adds."""

    def call(self, graph_module):
        found = [node for node in graph_module.graph.nodes if node.target is operator.add]
        for node in found:
            node.target = operator.mul
        graph_module.recompile()
        return PassResult(graph_module, bool(found))


def first(module):
    pass


def second(module):
    pass


def third(module):
    pass


def test_passes_run_until_nothing_changes():
    module = symbolic_trace(lambda x: x + x)
    seen = []
    manager = PassManager([Swap(), with_result(seen.append)], steps=3)
    result = manager(module)
    assert result.modified
    assert result.graph_module(wye.full((2,), 3.0)).tolist() == [9, 9]
    assert len(seen) == 3  # the second pass says each time that it has changed something
    assert not PassManager([Swap()])(module).modified


def test_rules_order_passes_and_keep_the_rest():
    assert in_order([first, second, third], []) == [first, second, third]
    assert in_order([first, second, third], [before(third, first)]) == [second, third, first]
    manager = PassManager([first, second], [before(second, first)])
    with pytest.raises(RuntimeError, match="pass schedule constraint violated"):
        manager.validate_constraints()
    manager.solve_constraints()
    assert manager.passes == [second, first]
    manager.validate_constraints()


def test_rules_in_a_circle_are_refused():
    with pytest.raises(RuntimeError, match="Circular dependency detected within the following passes"):
        in_order([first, second], [before(first, second), before(second, first)])


def test_an_error_names_the_pass_and_those_before_it():
    module = symbolic_trace(lambda x: x + x)
    with pytest.raises(Exception, match=r"when running the 'first' pass after the following passes: \['Swap'\]") as e:
        PassManager([Swap(), first])(module)
    assert "should be type PassResult" in str(e.value.__cause__)


def test_a_check_takes_the_module_alone():
    manager = PassManager([Swap()])
    with pytest.raises(TypeError, match="should only take in one variable"):
        manager.add_checks(lambda module, more: None)
    seen = []
    manager.add_checks(seen.append)
    module = symbolic_trace(lambda x: x + x)
    manager(module)
    assert seen
    assert set(map(id, seen)) == {id(module)}


def test_equal_calls_are_shared_in_a_copy_and_random_ones_are_not():
    module = make_fx(lambda x: x.cos() + x.cos())(wye.ones(2))
    result = CSEPass()(module)
    assert result.modified
    assert len(result.graph_module.graph.nodes) == len(module.graph.nodes) - 1
    assert not CSEPass({wye.ops.aten.cos})(module).modified
    assert wye.ops.aten.randn in unshared_operators()
    drawn = make_fx(lambda x: wye.rand_like(x) + wye.rand_like(x))(wye.ones(2))
    assert not CSEPass(unshared_operators())(drawn).modified
