"""Passes over graphs."""

import pytest

import wye
from wye.fx import make_fx, replace_pattern, symbolic_trace
from wye.fx.passes import (
    ShapeProp,
    decompose_operators,
    eliminate_common_subexpressions,
    replace_pattern_with_filters,
    split_module,
)
from wye.fx.passes.matching import SubgraphMatcher


def sine(a):
    return wye.sin(a)


def calls(module):
    return [node.name for node in module.graph.nodes if node.op == "call_function"]


def test_equal_calls_are_made_once():
    module = make_fx(lambda x: (x.sin() * x.sin() + 1) + (x.sin() + 1))(wye.ones(2))
    x = wye.randn(4)
    want = module(x)
    assert eliminate_common_subexpressions(module.graph)
    module.recompile()
    assert calls(module) == ["sin", "mul", "add", "add_1", "add_2"]
    assert wye.equal(module(x), want)
    assert not eliminate_common_subexpressions(module.graph)


def test_numbers_of_other_types_are_other_calls():
    module = make_fx(lambda x: (x + 1, x + 1.0, x + True))(wye.ones(2, dtype=wye.int64))
    assert not eliminate_common_subexpressions(module.graph)


def test_random_and_written_values_are_not_shared():
    def function(x):
        a, b = x.clone(), x.clone()
        a.add_(1)
        first, second = a.view(-1).sum(), wye.rand(2)
        b.view(-1).mul_(2)
        return a + b, first + a.view(-1).sum(), second + wye.rand(2), b.view(-1).sum()

    module = make_fx(function)(wye.ones(2))
    want = [one.clone() for one in module(wye.ones(2))]
    assert not eliminate_common_subexpressions(module.graph)
    module.recompile()
    got = module(wye.ones(2))
    assert all(wye.equal(got[at], want[at]) for at in (0, 1, 3))


def test_shapes_are_found_by_running():
    module = symbolic_trace(lambda x: (x.split(1), x.sum(0)))
    ShapeProp(module).propagate(wye.ones(2, 3))
    meta = {node.name: node.meta["tensor_meta"] for node in module.graph.nodes}
    assert [tuple(one.shape) for one in meta["split"]] == [(1, 3), (1, 3)]
    assert tuple(meta["sum_1"].shape) == (3,)


def test_operators_are_decomposed_in_a_graph():
    module = make_fx(lambda x: x.sin() + 1)(wye.ones(2))
    made = decompose_operators(module, {wye.ops.aten.sin.default: lambda x: x.cos() * 2}, wye.ones(2))
    assert calls(made) == ["cos", "mul", "add"]
    assert calls(module) == ["sin", "add"]


def test_a_pattern_is_replaced_wherever_it_occurs():
    module = symbolic_trace(lambda x: wye.sin(x) + wye.sin(x * 2))
    assert len(replace_pattern(module, sine, lambda a: wye.cos(a) + 1)) == 2
    assert module(wye.zeros(1)).item() == 4
    assert replace_pattern(module, symbolic_trace(lambda a: wye.tan(a) * 1), lambda a: a) == []


def test_patterns_may_have_several_inputs_and_operators():
    aten = wye.ops.aten
    module = make_fx(lambda x, y, z: (x @ y + z).relu())(wye.ones(2, 2), wye.ones(2, 2), wye.ones(2))
    found = replace_pattern(
        module,
        lambda a, b, c: aten.add.Tensor(aten.mm.default(a, b), c),
        lambda a, b, c: aten.addmm.default(c, a, b),
    )
    assert len(found) == 1
    assert calls(module) == ["addmm_default", "relu"]
    assert module(wye.ones(2, 2), wye.ones(2, 2), wye.ones(2)).tolist() == [[3, 3], [3, 3]]


def test_a_value_that_others_use_is_not_replaced():
    def function(x):
        y = wye.sin(x)
        return wye.cos(y), y

    module = symbolic_trace(function)
    assert replace_pattern(module, lambda a: wye.cos(wye.sin(a)), lambda a: a) == []


def test_places_can_be_filtered_and_numbers_ignored():
    module = symbolic_trace(lambda x: (x + 1) * (x + 2))
    found = replace_pattern_with_filters(module, lambda a: a + 9, lambda a: a - 1, ignore_literals=True)
    assert len(found) == 2
    module = symbolic_trace(lambda x: wye.sin(x) + wye.sin(x + 1))
    keep = [lambda match, graph, pattern: match.placeholder_nodes[0].op == "placeholder"]
    assert len(replace_pattern_with_filters(module, sine, symbolic_trace(lambda a: wye.cos(a) * 1), keep)) == 1


def test_a_module_is_split_into_parts():
    module = symbolic_trace(lambda x, y: (x.sin() + y) * (x + 1))
    places = {"sin": 0, "add": 0, "add_1": 1, "mul": 1}
    made = split_module(module, None, lambda node: places[node.name])
    assert sorted(dict(made.named_children())) == ["submod_0", "submod_1"]
    x, y = wye.randn(3), wye.randn(3)
    assert wye.equal(made(x, y), module(x, y))
    with pytest.raises(RuntimeError, match="cycle"):
        split_module(module, None, lambda node: {"sin": 0, "add": 1, "add_1": 2, "mul": 0}[node.name])


def matches(pattern, f, **options):
    return SubgraphMatcher(symbolic_trace(pattern).graph, **options).match(symbolic_trace(f).graph)


def test_every_way_to_find_the_results_of_a_pattern_is_a_match():
    def shared(a):
        b = a.relu()
        return b.sigmoid(), b.sum()

    def f(x):
        b = x.relu()
        return b.sum() + b.sum() + b.sigmoid() + b.sigmoid()

    assert len(matches(shared, shared, remove_overlapping_matches=False)) == 1
    assert len(matches(shared, f, remove_overlapping_matches=False)) == 0  # the sums are used outside of each match
    assert len(matches(lambda a: (a.sin(), a.cos()), lambda x: (x.sin(), x.cos(), x.cos()))) == 1
    overlapping = matches(
        lambda a: (a.sin(), a.cos()), lambda x: (x.sin(), x.cos(), x.cos()), remove_overlapping_matches=False
    )
    assert len(overlapping) == 2


def test_a_match_that_could_not_be_one_call_is_none():
    def pattern(a, c):
        b = a.exp()
        return b, b * c

    assert matches(pattern, lambda x: x.exp() * x.exp().sin())
    assert not matches(pattern, lambda x: (lambda b: (b * b.sigmoid()).sum())(x.exp()))


def test_arguments_match_however_they_are_given():
    op = wye.ops.aten.sum.dim_IntList
    assert matches(lambda a: op(a, [1]), lambda x: op(x, dim=[1], keepdim=False))
    assert not matches(lambda a: op(a, [1]), lambda x: op(x, [1], True))


def test_a_replacement_brings_its_submodules():
    class Pattern(wye.nn.Module):
        def __init__(self):
            super().__init__()
            self.sigmoid = wye.nn.Sigmoid()

        def forward(self, x):
            return self.sigmoid(x)

    class Replacement(wye.nn.Module):
        def __init__(self):
            super().__init__()
            self.tanh = wye.nn.Tanh()

        def forward(self, x):
            return self.tanh(x)

    module, x = symbolic_trace(Pattern()), wye.randn(3)
    replace_pattern(module, Pattern(), Replacement())
    assert wye.equal(module(x), x.tanh())
    assert [name for name, _ in module.named_children()] == ["tanh"]


class Shared(wye.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = wye.nn.Sequential(wye.nn.Linear(2, 2))
        self.weight = wye.nn.Parameter(wye.full((2,), 3.0))

    def forward(self, x):
        return self.inner(x * self.weight) + self.weight


def split_shared(**options):
    module = symbolic_trace(Shared())
    for node in module.graph.nodes:
        node.meta["of"] = node.name
    names = {}
    return module, split_module(module, None, lambda node: int(node.name == "add"), names, **options), names


def test_parts_get_parameters_as_arguments_and_submodules_as_their_own():
    module, made, names = split_shared()
    assert names == {"submod_0.inner_0": "inner.0"}
    assert [node.name for node in made.submod_1.graph.nodes if node.op == "placeholder"] == ["inner_0", "weight"]
    assert all(node.meta["of"] for node in made.submod_0.graph.nodes if node.op != "output")
    assert made.weight is module.weight
    assert made.meta["partition_names"] == {"submod_0", "submod_1"}
    x = wye.randn(3, 2)
    assert wye.equal(made(x), module(x))


def test_parts_are_written_as_wanted():
    module, made, _ = split_shared(partition_affix="pp", tuple_return=True, keep_original_input_name=False)
    assert sorted(name for name, _ in made.named_children()) == ["submod_pp_0", "submod_pp_1"]
    assert [n.name for n in made.submod_pp_1.graph.nodes if n.op == "placeholder"] == ["arg_0", "arg_1"]
    x = wye.randn(3, 2)
    assert isinstance(made.submod_pp_0(x, module.weight), tuple)
    assert wye.equal(made(x), module(x))
    _, kept, _ = split_shared(keep_original_node_name=True)
    assert "add" in [node.name for node in kept.submod_1.graph.nodes]
