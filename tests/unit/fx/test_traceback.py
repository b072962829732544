import wye
from wye.fx import Interpreter, symbolic_trace
from wye.fx.traceback import (
    annotate,
    annotate_fn,
    format_stack,
    get_current_meta,
    get_current_replay_node,
    has_preserved_node_meta,
    preserve_node_meta,
    set_current_replay_node,
    set_stack_trace,
)
from wye.fx.tracing import make_fx


def calls(module):
    return [node for node in module.graph.nodes if node.op == "call_function"]


def test_annotations_reach_the_nodes_that_are_made_inside():
    def f(x):
        with annotate({"part": 1}):
            y = x.sin()
        return y.cos()

    with preserve_node_meta():
        sin, cos = calls(make_fx(f)(wye.ones(2)))
    assert sin.meta["custom"] == {"part": 1}
    assert "custom" not in cos.meta
    assert not has_preserved_node_meta()
    (sin, _) = calls(make_fx(f)(wye.ones(2)))
    assert "custom" not in sin.meta


def test_functions_can_be_annotated():
    @annotate_fn({"name": "double"})
    def double(x):
        return x + x

    with preserve_node_meta():
        (add,) = calls(make_fx(double)(wye.ones(2)))
    assert add.meta["custom"] == {"name": "double"}


def test_a_graph_that_is_traced_again_keeps_where_its_nodes_came_from():
    module = symbolic_trace(lambda x: (x + 1).relu())
    for node in module.graph.nodes:
        node.meta["stack_trace"] = f"place of {node.name}"
    with preserve_node_meta():
        again = make_fx(lambda x: Interpreter(module).run(x))(wye.ones(2))
    assert [node.meta["stack_trace"] for node in calls(again)] == ["place of add", "place of relu"]


def test_the_stack_that_was_set_is_shown():
    assert any("test_the_stack_that_was_set_is_shown" in line for line in format_stack())
    with preserve_node_meta():
        set_stack_trace(["here\n"])
        assert format_stack() == ["here\n"]
        assert get_current_meta()["stack_trace"] == "here\n"
    assert "stack_trace" not in get_current_meta()


def test_the_node_that_is_run_again_is_known():
    node = next(iter(symbolic_trace(lambda x: x).graph.nodes))
    with set_current_replay_node(node):
        assert get_current_replay_node() is node
    assert get_current_replay_node() is None
