"""Types of values, as schemas have them."""

import pytest

import wye
from wye.fx.operator_schemas import python_type
from wye.schema.infer_values import infer_type


@pytest.mark.parametrize(
    ("value", "text", "of_python"),
    [
        (None, "NoneType", type(None)),
        (True, "bool", bool),
        (3, "int", int),
        (1.5, "float", float),
        ("a", "str", str),
        (wye.float32, "int", int),
        ([1, 2], "List[int]", list[int]),
        ((1, [2.0]), "Tuple[int, List[float]]", tuple[int, list[float]]),
        ({"a": 1}, "Dict[str, int]", dict[str, int]),
    ],
)
def test_a_value_has_the_type_of_its_elements(value, text, of_python):
    found = infer_type(value)
    assert found.success()
    assert (found.reason(), found.type().annotation_str) == ("", text)
    assert python_type(found.type()) == of_python


def test_tensors_have_one_type_and_missing_elements_make_it_optional():
    assert infer_type(wye.ones(1)).type().annotation_str == "Tensor"
    assert infer_type([wye.ones(1), None]).type().annotation_str == "List[Optional[Tensor]]"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "must have elements"),
        ({}, "must have entries"),
        ([1, 2.0], "Found int and float"),
        (object(), "of type obj"),
    ],
)
def test_values_without_a_type_say_why(value, why):
    found = infer_type(value)
    assert not found.success()
    assert why in found.reason()
    with pytest.raises(RuntimeError, match="type is null"):
        found.type()
