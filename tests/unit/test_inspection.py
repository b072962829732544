"""Questions about operators, calls and the memory of tensors."""

import pytest

import wye
from wye import inspection
from wye.inspection import operators
from wye.tensors.lazy_flags import set_conj, set_neg


def test_tensors_that_share_memory_are_aliases():
    x, y = wye.ones(4), wye.ones(4)
    assert inspection.is_alias_of(x, x[1:])
    assert inspection.is_alias_of([y, (x,)], x)
    assert not inspection.is_alias_of(x, y)
    assert inspection.storage_id(x) == inspection.storage_id(x[2:]) != inspection.storage_id(y)
    assert inspection.any_output_is_alias((x,), {}, (x[1:],))
    assert inspection.any_output_is_alias((), {"a": x}, (y, y))
    assert not inspection.any_output_is_alias((x,), {}, (y,))


def test_operators_are_found_by_name():
    op, _, tags = inspection.find_overload("aten::sin", "")
    assert op is wye.ops.aten.sin.default
    assert tags == op.tags
    assert inspection.find_overload("aten::no_such", "") is None
    assert inspection.find_packet("aten::sin") == (wye.ops.aten.sin, ["", "out"])
    assert inspection.find_packet("aten::no_such") == (None, None)
    assert str(inspection.schema_of("aten::sin", "")) == "aten::sin(Tensor self) -> Tensor"
    assert [schema.overload_name for schema in inspection.schemas_of("aten::sin")] == ["", "out"]
    assert operators.lookup_op("aten::sin.out") is wye.ops.aten.sin.out


def test_the_overload_of_a_call_is_told_by_its_arguments():
    x = wye.ones(2)
    assert inspection.resolve_overload("aten::sum", x) == "default"
    assert inspection.resolve_overload("aten::sum", x, dim=0) == "dim_IntList"
    with pytest.raises(RuntimeError, match="failed to match any schema"):
        inspection.resolve_overload("aten::sum", x, x, x)


def test_keys_of_tensors_and_of_calls():
    x = wye.ones(1)
    assert inspection.keys_of_tensor(x).has("CPU")
    assert inspection.keys_text(x) == repr(inspection.keys_of_tensor(x))
    with pytest.raises(TypeError, match="expected a tensor, not int"):
        inspection.keys_of_tensor(1)
    assert inspection.keys_for((x,), wye.DispatchKeySet("CPU")).has("CPU")
    assert inspection.find_key("CPU") is wye.DispatchKey.CPU
    assert inspection.find_key("nothing") is None
    assert inspection.tensors_of((x, [1, x]), {"a": (x,)}) == (x, x, x)


def test_what_tools_ask_about_an_operator():
    aten = wye.ops.aten
    assert operators.is_builtin(aten.sin.default)
    assert operators.mutates_and_returns_first_arg(aten.add_.Tensor)
    assert operators.has_fake_kernel(aten.sin.default)
    assert list(operators.iter_tensors((wye.ones(1), [wye.ones(2)]), {}))[1].shape == (2,)
    assert operators.is_functional_schema("f(Tensor x) -> Tensor")
    foreign = type("Schema", (), {"__str__": lambda self: "f(Tensor(a!) x) -> Tensor"})()
    assert not operators.is_functional_schema(foreign)
    assert operators.get_source(1).partition(":")[0].endswith("test_inspection.py")


def test_flags_of_tensors_are_set_by_hand():
    z = wye.tensor([1 + 2j])
    set_conj(z, True)
    assert z.is_conj()
    assert z.tolist() == [1 - 2j]
    set_conj(z, False)
    assert z.tolist() == [1 + 2j]
    x = wye.tensor([1.0])
    set_neg(x, True)
    assert x.tolist() == [-1.0]
    with pytest.raises(RuntimeError, match="complex"):
        set_conj(x, True)
