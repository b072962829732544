"""The arguments without defaults, as data."""

import wye
from wye.schema import parse
from wye.testing.required_arguments import REQUIRED_ARGUMENTS, describe


def test_only_arguments_without_default_are_named():
    assert REQUIRED_ARGUMENTS[wye.sin] == [{"is_kwarg_only": "False", "name": "self", "simple_type": "Tensor"}]
    assert [one["name"] for one in REQUIRED_ARGUMENTS[wye.addmm]] == ["self", "mat1", "mat2"]


def test_types_have_the_names_of_generated_code():
    schema = parse("f(Tensor[] a, SymInt[2] b, float? c, *, ScalarType d, int e=1) -> Tensor")
    assert [(one["simple_type"], one.get("size"), one["is_kwarg_only"]) for one in describe(schema)] == [
        ("TensorList", None, "False"), ("SymIntArrayRef", 2, "False"), ("double?", None, "False"),
        ("ScalarType", None, "True"),
    ]  # fmt: skip
