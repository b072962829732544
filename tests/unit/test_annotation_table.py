"""The annotations that PyTorch infers types of schemas from."""

import inspect

import pytest

import wye
from wye.annotation_table import PARAMETER_TYPES, RETURN_TYPES, Number, is_supported_kind, list_of_tuple


@pytest.mark.parametrize("annotation", list(PARAMETER_TYPES), ids=str)
def test_each_annotation_gives_its_type(annotation):
    def f(x): ...

    f.__annotations__ = {"x": annotation, "return": wye.Tensor}
    assert wye.library.infer_schema(f, mutates_args=()) == f"({PARAMETER_TYPES[annotation]} x) -> Tensor"


@pytest.mark.parametrize("annotation", list(RETURN_TYPES), ids=str)
def test_each_annotation_of_a_result_gives_its_type(annotation):
    def f(): ...

    f.__annotations__ = {"return": annotation}
    assert wye.library.infer_schema(f, mutates_args=()) == f"() -> {RETURN_TYPES[annotation]}"


def test_lists_of_tuples_and_kinds_of_parameters():
    assert list_of_tuple(tuple[int, int]) == list[int]
    assert list_of_tuple(tuple[int, ...]) == list[int]
    assert Number == int | float | bool
    kinds = inspect.signature(lambda a, /, b, *c, d, **e: None).parameters.values()
    assert [is_supported_kind(p) for p in kinds] == [False, True, False, True, False]
