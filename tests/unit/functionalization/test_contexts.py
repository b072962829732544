"""The contexts of `py_functionalize_impl`: the same rule at the key, under the mode and in the transform."""

import pytest

import wye
from wye.functionalization import CppFunctionalizeAPI, FunctionalTensorMode, PythonFunctionalizeAPI, tensors
from wye.functionalization.mode import dispatch_functionalize
from wye.higher_order import HigherOrderOperator
from wye.transforms import functionalize


@pytest.fixture(scope="module")
def twice():
    op = HigherOrderOperator("functionalized_twice")
    op.py_impl("CompositeExplicitAutograd")(lambda fn, x: fn(fn(x)))
    op.fallthrough("AutogradCPU")
    op.kinds = []

    @op.py_functionalize_impl
    def rule(context, fn, x):
        op.kinds.append(type(context).__name__)
        inside = context.unwrap_tensors(x)
        with context.redispatch_to_next():
            result = op(context.functionalize(fn), inside)
        return context.wrap_tensors(result)

    return op


def add_one(x):
    y = x * 1
    y[0].add_(1)
    return y


def test_one_rule_serves_the_transform_the_mode_and_the_key(twice):
    x = wye.zeros(2)
    assert functionalize(lambda x: twice(add_one, x))(x).tolist() == [2.0, 0.0]
    assert dispatch_functionalize(lambda x: twice(add_one, x))(x).tolist() == [2.0, 0.0]
    made = twice(add_one, tensors.to_functional(x))
    assert tensors.from_functional(made).tolist() == [2.0, 0.0]
    assert twice.kinds == ["FunctorchFunctionalizeAPI", "PythonFunctionalizeAPI", "CppFunctionalizeAPI"]


@pytest.mark.parametrize("make", [CppFunctionalizeAPI, PythonFunctionalizeAPI])
def test_tensors_in_trees_are_wrapped_replaced_and_unwrapped(make):
    context = make()
    first, number = context.wrap_tensors((wye.ones(2), 3))
    context.replace(first, wye.zeros(2))
    context.commit_update(first)
    context.sync(first)
    context.mark_mutation_hidden_from_autograd(first)
    value, same = context.unwrap_tensors((first, number))
    assert (value.tolist(), same) == ([0.0, 0.0], 3)
    assert context.functionalize(lambda x: x.add_(1))(wye.ones(1)).tolist() == [2.0]


def test_the_modes_context_refuses_ordinary_tensors():
    context = PythonFunctionalizeAPI(FunctionalTensorMode())
    with pytest.raises(AssertionError, match="input_tensor must be a FunctionalTensor"):
        context.replace(wye.ones(1), wye.ones(1))
    with pytest.raises(AssertionError, match="tensor must be a FunctionalTensor"):
        context.sync(wye.ones(1))
    wrapped = context.wrap_tensors(wye.ones(1))
    with pytest.raises(AssertionError, match="output_tensor must not be"):
        context.replace(wrapped, wrapped)
