"""Names of nodes and functions."""

import operator

import pytest

import wye
from wye.fx.names import Namespace, name_of_target, qualified_name, snake_case, type_name


def test_names_are_unique_and_legal():
    names = Namespace()
    wanted = ["add", "add", "sum", "class", "weird name!", "9lives", "a_5", "a_5", "", "inf"]
    given = [names.create_name(name, None) for name in wanted]
    assert given == ["add", "add_1", "sum_1", "class_1", "weird_name_", "_9lives", "a_5", "a_6", "_unnamed", "inf_1"]


def test_an_object_keeps_its_name():
    names, thing = Namespace(), object()
    assert names.create_name("x", thing) == names.create_name("y", thing) == "x"


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (operator.add, "add"),
        (wye.ops.aten.add.Tensor, "add.tensor"),
        ("sum", "sum"),
        ("__getitem__", "getitem"),
        (wye.nn.LayerNorm, "layer_norm"),
    ],
)
def test_a_target_says_what_its_node_wants_to_be_called(target, name):
    assert name_of_target(target) == name


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (wye.sin, "wye.sin"),
        (wye.nn.functional.relu, "wye.nn.functional.relu"),
        (wye.ops.aten.add.Tensor, "wye.ops.aten.add.Tensor"),
        (wye.ops.aten.add, "wye.ops.aten.add"),
        (wye.ops.higher_order.cond, "wye.ops.higher_order.cond"),
        (len, "len"),
        (wye.einsum, "wye.einsum"),
    ],
)
def test_functions_are_named_as_programs_reach_them(target, name):
    assert qualified_name(target) == name


def test_types_print_as_annotations():
    shown = [type_name(of) for of in (int, wye.Tensor, None.__class__, list[int], tuple[int, ...])]
    assert shown == ["int", "wye.Tensor", "None", "list[int]", "tuple[int, ...]"]


def test_snake_case():
    assert snake_case("LayerNorm") == "layer_norm"
