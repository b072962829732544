"""Groups of supported nodes, as submodules."""

import operator

import pytest

import wye
from wye import nn
from wye.fx import make_fx, symbolic_trace
from wye.fx.passes.fusing import compare_graphs, fuse_by_partitions
from wye.fx.passes.operator_support import OperatorSupport, OpSupports, any_chain, chain, create_op_support
from wye.fx.passes.ordering import closes_no_cycle, legalize_graph, sorted_nodes, stable_topological_sort
from wye.fx.passes.partitioner import CapabilityBasedPartitioner
from wye.fx.passes.source_partitions import check_subgraphs_connected, get_source_partitions

ADDS = create_op_support(lambda modules, node: node.target in {operator.add, operator.getitem, wye.std_mean})


def nodes(module, *names):
    by_name = {node.name: node for node in module.graph.nodes}
    return [by_name[name] for name in names]


def groups(f, **options):
    options.setdefault("allows_single_node_partition", True)
    partitioner = CapabilityBasedPartitioner(symbolic_trace(f), ADDS, **options)
    return partitioner, [{node.name for node in one.nodes} for one in partitioner.propose_partitions()]


def test_neighbours_are_one_group():
    _, found = groups(lambda a, b: (a + b + a).relu() + b + a)
    assert found == [{"add", "add_1"}, {"add_2", "add_3"}] or found == [{"add_2", "add_3"}, {"add", "add_1"}]


def test_groups_need_each_other_in_no_circle():
    def f(a, b):
        c = a + b
        return c + c.relu()

    partitioner, found = groups(f)
    assert sorted(map(sorted, found)) == [["add"], ["add_1"]]
    x = wye.randn(3)
    assert wye.equal(partitioner.partition_and_fuse()(x, x), f(x, x))


def test_items_of_tuples_stay_with_the_tuple():
    _, found = groups(lambda a: wye.std_mean(a + 1)[0] * 2)
    assert found == [{"add", "std_mean", "getitem"}]


def test_groups_of_one_are_left_out_unless_wanted():
    assert groups(lambda a: a + 1, allows_single_node_partition=False)[1] == []


def test_fused_groups_are_submodules_that_compute_the_same():
    def f(a, b):
        c = a + b
        return (c + 1).relu(), (c + 2) * b

    partitioner, found = groups(f)
    assert len(found) == 1
    module = partitioner.fuse_partitions(partitioner.propose_partitions())
    assert [node.target for node in module.graph.find_nodes(op="call_module", target="fused_0")] == ["fused_0"]
    a, b = wye.randn(3), wye.randn(3)
    for got, want in zip(module(a, b), f(a, b), strict=True):
        assert wye.equal(got, want)


def test_what_computes_nothing_at_the_edge_of_a_group_is_left_out():
    module = make_fx(lambda a: ((a.view(-1) + 1).view(2, 2) + 1).view(4))(wye.ones(2, 2))
    everything = create_op_support(lambda modules, node: node.op == "call_function")
    views = ["wye.ops.aten.view.default"]
    partitioner = CapabilityBasedPartitioner(module, everything, non_compute_ops=views)
    found = partitioner.propose_partitions()
    partitioner.remove_bookend_non_compute_ops(found)
    assert [sorted(node.name for node in one.nodes) for one in found] == [["add", "add_1", "view_1"]]


def test_groups_that_would_run_before_themselves_are_refused():
    module = symbolic_trace(lambda a: (a + 1).relu() + a)
    group = nodes(module, "add", "add_1")
    assert not closes_no_cycle(group)
    with pytest.raises(AssertionError, match="dependency cycles"):
        fuse_by_partitions(module, [dict.fromkeys(group)])


def test_orders_put_definitions_first():
    module = symbolic_trace(lambda a, b: (a + 1) * (b + 2))
    add, add_1, mul = nodes(module, "add", "add_1", "mul")
    assert sorted_nodes([mul, add_1, add])[-1] is mul
    mul.prepend(add_1.next)  # no change: it stands there
    x, want = wye.randn(2), module(wye.ones(2), wye.ones(2))
    for sort in (legalize_graph, stable_topological_sort):
        assert wye.equal(sort(module)(wye.ones(2), wye.ones(2)), want), x


def test_rules_are_made_of_each_other():
    module = symbolic_trace(lambda a: wye.relu(a + 1))
    add, relu = nodes(module, "add", "relu")
    table = OperatorSupport({"wye.relu": None})
    named = OpSupports.decline_if_node_in_names({"relu"})
    assert [table.is_node_supported({}, node) for node in (add, relu)] == [False, True]
    assert not chain(table, named).is_node_supported({}, relu)
    assert any_chain(table, named).is_node_supported({}, add)


def test_partitions_by_source_are_the_calls_of_a_function():
    module = make_fx(lambda x, w: (x @ w).relu())(wye.ones(2, 2), wye.ones(2, 2))
    mm, relu = nodes(module, "mm", "relu")
    mm.meta["source_fn_stack"] = [("lin", nn.Linear)]
    relu.meta["source_fn_stack"] = [("relu", nn.ReLU)]
    found = get_source_partitions(module.graph, [nn.Linear, nn.ReLU])
    (linear,), (last,) = found[nn.Linear], found[nn.ReLU]
    assert check_subgraphs_connected(linear, last)
    assert [node.name for node in linear.input_nodes] == ["x_1", "w_1"]
    assert linear.output_nodes == [mm]
    assert get_source_partitions(module.graph, [nn.ReLU], filter_fn=lambda node: False) == {}


def test_graphs_are_compared_without_their_names():
    one, two, other = (symbolic_trace(f).graph for f in (lambda a: a + 1, lambda b: b + 1, lambda a: a + 2))
    assert compare_graphs(one, two)
    assert not compare_graphs(one, other)
