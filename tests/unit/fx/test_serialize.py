"""Saved graphs: text and tensors, and back; loading runs nothing."""

import json

import pytest

import wye
from wye.errors import GraphTextError
from wye.fx import make_fx, symbolic_trace
from wye.fx.serialize import dumps, loads


def test_a_graph_comes_back():
    c = wye.ones(2)

    def function(x, d):
        y = (x.sin() + c).view(-1)[1:].softmax(0)
        return {"a": tuple(y.max(0)), "b": [x.to(wye.float64).clamp(max=float("inf")), d["k"][0] * 2]}

    x, d = wye.randn(3, 2), {"k": (wye.ones(1),)}
    module = make_fx(function)(x, d)
    again = loads(*dumps(module))
    assert again.code == module.code
    got, want = again(x, d), module(x, d)
    assert wye.equal(got["a"][0], want["a"][0])
    assert got["b"][0].dtype is wye.float64


def test_functions_without_a_name_are_refused():
    with pytest.raises(GraphTextError, match=r"node relu is a call_function of wye\.nn\.functional\.relu"):
        dumps(symbolic_trace(lambda x: wye.nn.functional.relu(x) + 1))
    with pytest.raises(GraphTextError, match="call_method"):
        dumps(symbolic_trace(lambda x: x.sum()))


@pytest.mark.parametrize("target", ["os.system", "builtins.eval", "wye.sin", "operator.attrgetter", "math.__loader__"])
def test_text_cannot_name_functions_outside_the_list(target):
    text, _ = dumps(make_fx(lambda x: x.sin())(wye.ones(1)))
    with pytest.raises(GraphTextError, match="neither an operator"):
        loads(text.replace("aten::sin.default", target))


@pytest.mark.parametrize(
    "target", ["aten::no_such.default", "nowhere::f.default", "higher_order::no_such", "aten::sin.x"]
)
def test_unknown_operators_are_named(target):
    text, _ = dumps(make_fx(lambda x: x.sin())(wye.ones(1)))
    with pytest.raises(GraphTextError, match="not registered here"):
        loads(text.replace("aten::sin.default", target))


def test_missing_tensors_are_named():
    c = wye.ones(2)
    text, tensors = dumps(make_fx(lambda x: x + c)(wye.ones(2)))
    assert list(tensors) == ["_tensor_constant0"]
    with pytest.raises(GraphTextError, match="_tensor_constant0"):
        loads(text)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "nodes": [3]}', '{"version": 2, "nodes": []}'])
def test_other_text_is_no_graph(text):
    with pytest.raises(GraphTextError):
        loads(text)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: row.update(args={"node": "later"}),
        lambda row: row.update(args={"tuple": [{"node": "later"}]}),
        lambda row: row.update(args={"tuple": [{"odd": 1}]}),
        lambda row: row.update(args={"tuple": [{"dtype": "no_dtype"}]}),
        lambda row: row.update(kwargs=[]),
        lambda row: row.update(op="call_method"),
        lambda row: row.update(op="get_attr", target="a b"),
        lambda row: row.update(target=3),
    ],
)
def test_damaged_nodes_are_refused(change):
    data = json.loads(dumps(make_fx(lambda x: x.sin())(wye.ones(1)))[0])
    change(data["nodes"][1])
    with pytest.raises(GraphTextError):
        loads(json.dumps(data))


def test_names_in_text_cannot_become_code():
    data = json.loads(dumps(make_fx(lambda x: x.sin())(wye.ones(1)))[0])
    data["nodes"][0]["target"] = "x_1=print('hi')"
    with pytest.raises(GraphTextError):
        loads(json.dumps(data))
    data["nodes"][0]["target"] = "x_1"
    text = json.dumps(data).replace('"sin"', '"a; print(1)"')
    assert "print(" not in loads(text).code
