import typing

import pytest

import wye
from wye import nn
from wye.fx.operator_schemas import (
    ArgsKwargsPair,
    check_for_mutable_operation,
    create_type_hint,
    get_signature_for_torch_op,
    normalize_function,
    normalize_module,
    type_matches,
)

x = wye.ones(2)


@pytest.mark.parametrize(
    ("target", "args", "kwargs", "expected"),
    [
        (wye.ops.aten.add.Tensor, (x, x), {}, {"input": x, "other": x, "alpha": 1}),
        (nn.functional.relu, (x,), {}, {"input": x, "inplace": False}),
        (wye.cat, ([x, x],), {"dim": 0}, {"tensors": [x, x], "dim": 0}),
        (wye.sum, (x, 0), {}, {"input": x, "dim": 0, "keepdim": False, "dtype": None}),
    ],
)
def test_all_arguments_are_named(target, args, kwargs, expected):
    found = normalize_function(target, args, kwargs, normalize_to_only_use_kwargs=True)
    assert found.args == ()
    assert found.kwargs == expected


def test_arguments_by_place_stay_where_they_are():
    assert normalize_function(wye.flatten, (x,), {"start_dim": 0}) == ArgsKwargsPair(
        (x,), {"start_dim": 0, "end_dim": -1}
    )
    assert normalize_function(len, ([],)) is None
    assert normalize_function(wye.ops.aten.sin.default, (x, x)) is None


def test_types_choose_between_overloads():
    with pytest.raises(RuntimeError, match="ambiguous"):
        normalize_function(wye.add, (x, x))
    found = normalize_function(wye.add, (x, x), arg_types=(wye.Tensor, wye.Tensor))
    assert found.kwargs == {"alpha": 1}


def test_submodules_are_known_by_name():
    root = nn.Sequential(nn.Linear(2, 2))
    assert normalize_module(root, "0", (x,), normalize_to_only_use_kwargs=True).kwargs == {"input": x}
    with pytest.raises(RuntimeError, match="did not have that target"):
        normalize_module(root, "1", (x,))


def test_operators_that_write_are_refused():
    check_for_mutable_operation(wye.ops.aten.sin.default, (x,), {})
    with pytest.raises(RuntimeError, match="Tried to trace mutable operation aten::relu_"):
        check_for_mutable_operation(wye.ops.aten.relu_.default, (x,), {})


def test_signatures_have_python_types():
    (signature,) = get_signature_for_torch_op(wye.ops.aten.transpose.int)
    assert [parameter.annotation for parameter in signature.parameters.values()] == [wye.Tensor, int, int]
    assert get_signature_for_torch_op(len) is None


def test_types_of_values_match_types_of_parameters():
    assert create_type_hint([int, int]) == list[int]
    assert create_type_hint((int, float)) == tuple[typing.Any, ...]
    assert create_type_hint([1.0]) == [1.0]
    assert type_matches(list[int], int)
    assert type_matches(typing.Optional[int], int)  # noqa: UP045
    assert not type_matches(int, float)
    assert not type_matches(wye.Tensor, int)
