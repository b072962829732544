"""Namespaces, packets and overloads by name: recorded of PyTorch, and around it."""

from __future__ import annotations

import copy
import pickle

import pytest
from tests.unit.call.recorded_operators import by_id, recorded
from tests.unit.call.tensor_kinds import make

import wye
from wye import Tag, dispatch, ops
from wye.call.packets import OpNamespace, OpOverloadPacket, Ops
from wye.errors import ArgumentError
from wye.registry import registry

ATTRIBUTES = {s["words"]: s["attributes"] for s in recorded("attributes")}
IDENTITY = ATTRIBUTES.pop("identity and caching of packets and overloads")


def fragment():
    return dispatch.library("FRAGMENT", "test")


# ---- recorded attributes ----
def seen(obj, name):
    try:
        if name == "str":
            return str(obj)
        if name == "repr":
            return repr(obj)
        if name == "class":
            return type(obj).__name__
        if name == "schema":
            return str(obj._schema)
        if name.endswith("()"):
            return getattr(obj, name[:-2])()
        value = getattr(obj, name)
        return [str(tag) for tag in value] if name == "tags" else value
    except AttributeError as error:
        return {"error": {"type": "AttributeError", "message": str(error)}}


def compare(obj, expected, skip=()):
    for name, value in expected.items():
        if name in skip:
            continue
        wanted = value.replace("torch._ops.", "wye.ops.") if name == "__module__" else value
        assert seen(obj, name) == wanted, name


RECORDED_OPERATORS = {words: a for words, a in ATTRIBUTES.items() if isinstance(a["schema"], str)}


@pytest.mark.parametrize("words", RECORDED_OPERATORS)
def test_an_overload_has_the_recorded_attributes(words):
    expected = RECORDED_OPERATORS[words]
    tags = [getattr(Tag, tag.removeprefix("Tag.")) for tag in expected["tags"]]
    with dispatch.library("FRAGMENT", expected["namespace"]) as lib:
        if expected["namespace"] == "aten":  # the operator set has it
            assert wye.sin
            op = registry.entries[expected["schema"].partition("(")[0]].op
        else:
            op = lib.define(expected["schema"].partition("::")[2], tags=tags)
        compare(op, expected, () if words.startswith("custom") else ["_defined_in_python"])  # PyTorch's are of C++
        assert op is getattr(getattr(getattr(ops, op.namespace), op._opname), op._overloadname)


def test_a_packet_has_the_recorded_attributes():
    with fragment() as lib:
        lib.define("foo(Tensor(a) x, Tensor(b!) y) -> Tensor(a)")
        lib.define("foo.ov(Tensor x) -> Tensor", tags=[Tag.pointwise])
        compare(ops.test.foo, ATTRIBUTES["custom op packet"], ["__qualname__"])  # of a C++ function


def test_identity_and_iteration_are_as_recorded():
    with fragment() as lib:
        lib.define("foo(Tensor x) -> Tensor")
        op = lib.define("foo.ov(Tensor x) -> Tensor")
        assert {
            "packet_is_same": ops.test.foo is ops.test.foo,
            "overload_is_same": ops.test.foo.ov is op,
            "iter_packet_after_access": list(ops.test.foo),
            "iter_namespace": list(ops.test),
            "deepcopy_is_same": copy.deepcopy(ops.test.foo) is ops.test.foo and copy.deepcopy(op) is op,
            "ops_file": ops.__file__,
            "packet_file": ops.test.foo.__file__.replace("wye", "torch"),
            "namespace_class": "_" + type(ops.test).__name__,  # public here
            "ops_class": "_" + type(ops).__name__,
            "handle_debug": "registered at <file>:<line>" if ".py:" in op._handle.debug() else op._handle.debug(),
            "handle_schema": str(op._handle.schema()),
            "can_decompose": op._can_decompose(),
        } == IDENTITY


# ---- recorded resolution ----
def argument(code):
    return make("t") if code == "t" else code["str"] if isinstance(code, dict) else code


@by_id(recorded("overload_resolution"))
def test_a_packet_chooses_the_recorded_overload(scenario):
    spec, chosen = scenario["spec"], []
    args = [argument(code) for code in spec["args"]]
    kwargs = {name: argument(code) for name, code in spec["kwargs"].items()}
    with fragment() as lib:
        for schema in spec["schemas"]:
            name = schema.partition("(")[0]
            lib.define(schema)
            lib.impl(name, lambda *args, name=name, **kwargs: chosen.append(name), "CompositeExplicitAutograd")
        packet = ops.test.foo
        assert packet.overloads() == scenario["overloads"]
        if "error" not in scenario:
            packet(*args, **kwargs)
            assert chosen == scenario["chosen"]
            return
        with pytest.raises(RuntimeError) as raised:
            packet(*args, **kwargs)
    assert isinstance(raised.value, ArgumentError)
    assert chosen == []
    lines = str(raised.value).split("\n")
    for line in scenario["error"]["message"].split("\n"):
        assert line in lines or line.startswith("Cast error details")  # of PyTorch's C++ bindings


# ---- what has no such attribute ----
@pytest.mark.parametrize("name", ["__origin__", "__wrapped__", "__x__", "__len__"])
def test_a_packet_does_not_look_dunder_names_up(lib, name):
    lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(AttributeError) as raised:
        getattr(ops.call.f, name)
    words = f"'call.f' can't have an overload name beginning with '__' and the underlying op {ops.call.f!r} has no "
    assert str(raised.value) == f"{words}attribute {name} either."


@pytest.mark.parametrize("name", ["__origin__", "__self__"])
def test_a_namespace_does_not_look_typing_names_up(name):
    with pytest.raises(AttributeError) as raised:
        getattr(ops.call, name)
    assert str(raised.value) == f"Invalid attribute '{name}' for '_OpNamespace' 'call'"


@pytest.mark.parametrize("name", ["nope", "__wrapped__", "__path__", ""])
def test_an_operator_that_is_not_there_is_an_attribute_error(name):
    with pytest.raises(AttributeError) as raised:
        getattr(ops.call, name)
    assert str(raised.value) == f"'_OpNamespace' 'call' object has no attribute '{name}'"


def test_an_overload_that_is_not_there_is_an_attribute_error(lib):
    lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(AttributeError, match=r"^The underlying op of 'call\.f' has no overload name 'nope'$"):
        _ = ops.call.f.nope
    with pytest.raises(AttributeError, match=r"^'OpOverload' object has no attribute 'nope'$"):
        _ = ops.call.f.default.nope


def test_operators_may_have_dunder_names(lib):
    op = lib.define("__and__(Tensor x, Tensor y) -> Tensor")
    assert ops.call.__and__.default is op


def test_the_unnamed_overload_has_two_names(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    assert ops.call.f.default is getattr(ops.call.f, "") is op
    assert ops.call.f._schemas == {"": op.schema}


def test_files_are_said_to_be_where_pytorch_says():
    assert (ops.call.__file__, ops.__file__) == ("wye.ops", "_ops.py")
    assert isinstance(ops, Ops)
    assert isinstance(ops.call, OpNamespace)


# ---- what is there ----
def test_everything_is_listed(lib):
    lib.define("f(Tensor x) -> Tensor")
    lib.define("f.ov(Tensor x, int y) -> Tensor")
    lib.define("g(Tensor x) -> Tensor")
    assert (list(ops.call), list(ops.call.f)) == (["f", "g"], ["default", "ov"])
    assert "call" in list(ops)
    assert ops.call.f.op_overloads() == [ops.call.f.default, ops.call.f.ov]
    assert {"f", "g"} <= set(dir(ops.call))
    assert {"default", "ov", "overloads"} <= set(dir(ops.call.f))
    assert {"call", "load_library"} <= set(dir(ops))


def test_a_namespace_forgets_removed_operators():
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        lib.define("f.ov(Tensor x, int y) -> Tensor")
        packet = ops.call.f
    assert list(ops.call) == []
    assert "f" not in dir(ops.call)
    with pytest.raises(AttributeError):
        _ = ops.call.f
    with pytest.raises(AttributeError, match="no overloads any more"):
        packet(make("t"))
    with dispatch.library("FRAGMENT", "call") as lib:
        assert lib.define("f(Tensor x) -> Tensor") is op
        assert ops.call.f is packet
        assert packet.default is op
        assert packet.overloads() == ["default"]
        lib.impl("f", lambda x: x, "CPU")
        assert packet(make("t")).kind == "t"


def test_an_overload_that_goes_leaves_the_others(lib):
    lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "default", "CPU")
    with dispatch.library("FRAGMENT", "call") as other:
        other.define("f.ov(Tensor x) -> str")
        assert ops.call.f.overloads() == ["default", "ov"]
    assert ops.call.f.overloads() == ["default"]
    assert ops.call.f(make("t")) == "default"
    with pytest.raises(AttributeError, match="no overload name 'ov'"):
        _ = ops.call.f.ov


def test_packets_are_copied_and_pickled_by_name(lib):
    lib.define("f(Tensor x) -> Tensor")
    packet = ops.call.f
    assert copy.copy(packet) is pickle.loads(pickle.dumps(packet)) is packet
    assert isinstance(packet, OpOverloadPacket)
    assert packet.default.overloadpacket is packet.default._overloadpacket is packet


def test_nothing_is_left_in_the_registry():
    assert not [name for name in registry.overloads if name.startswith(("call::", "test::"))]
    assert wye.ops is ops
