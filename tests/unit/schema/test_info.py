"""What a schema says about aliasing and writing, together with the values of a call."""

import pytest

import wye
from wye.schema import parse
from wye.schema.info import SchemaArgType, SchemaArgument, SchemaInfo

SCHEMA = parse("f(Tensor(a!) x, Tensor(b) y, Tensor z, Tensor[] l) -> Tensor(a!)")


def place(kind, index):
    return SchemaArgument(SchemaArgType[kind], index)


def test_a_schema_alone_says_what_is_written_and_aliased():
    info = SchemaInfo(SCHEMA)
    assert info.is_mutable()
    assert [info.is_mutable(name) for name in "xyzl"] == [True, False, False, False]
    assert info.may_alias(place("input", 0), place("output", 0))
    assert not info.may_alias(place("input", 1), place("output", 0))
    assert info.has_argument("x")
    assert not info.has_argument("w")
    with pytest.raises(RuntimeError, match="no argument named w"):
        info.is_mutable("w")
    with pytest.raises(RuntimeError, match="Invalid index"):
        info.is_mutable(place("input", 9))


def test_values_that_share_memory_are_seen():
    info, x = SchemaInfo(SCHEMA), wye.ones(4)
    info.add_argument_values({"x": x, "y": x[1:], "z": wye.ones(2), "other": 1})
    assert info.is_mutable("y")
    assert not info.is_mutable("z")
    assert info.may_alias(place("input", 0), place("input", 1))
    assert not info.may_alias(place("input", 0), place("input", 2))
    assert not info.may_contain_alias(place("input", 3), place("input", 0))
    info.add_argument_value("l", [x])
    assert info.may_contain_alias(place("input", 3), place("input", 0))
    assert not info.may_alias(place("input", 3), place("input", 0))


@pytest.mark.parametrize(
    ("name", "flag"),
    [("batch_norm", "training"), ("instance_norm", "use_input_stats"), ("native_batch_norm", "training")],
)
def test_running_statistics_are_written_to_while_training(name, flag):
    for value, written in ((None, True), (True, True), (False, False)):
        info = SchemaInfo(getattr(wye.ops.aten, name).default._schema)
        if value is not None:
            info.add_argument_value(flag, value)
        assert info.is_mutable() is info.is_mutable("running_mean") is info.is_mutable("running_var") is written
        assert not info.is_mutable("input")


def test_the_argument_self_may_be_called_input():
    schema = wye.ops.aten.add_.Tensor.schema
    info = SchemaInfo(schema)
    x = wye.ones(2)
    info.add_argument_values({"input": x})
    info.add_argument_value("input", x)
    info.add_argument_value("other", x)
    assert info.is_mutable("input")
    assert info.is_mutable("other")
    with pytest.raises(RuntimeError, match="no argument named inputs"):
        info.add_argument_value("inputs", x)
