"""opcheck: which checks run, on what, and what is raised."""

import pytest

import wye
from wye.errors import OpCheckError
from wye.library import Library
from wye.testing import opcheck


@pytest.fixture(autouse=True)
def lib():
    with Library("run", "FRAGMENT") as made:
        made.define("bad(Tensor x) -> Tensor")
        made.impl("bad", lambda x: x, "CPU")
        yield made


def test_all_but_one_check_run_by_default():
    assert opcheck(wye.ops.aten.sin.default, (wye.ones(2),)) == dict.fromkeys(
        ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic"), "SUCCESS"
    )


def test_an_operator_may_be_given_in_several_ways():
    @wye.library.custom_op("run::double", mutates_args=())
    def double(x: wye.Tensor) -> wye.Tensor:
        return x * 2

    for op in (double, wye.ops.run.double, wye.ops.run.double.default):
        assert opcheck(op, (wye.ones(2),), test_utils="test_schema") == {"test_schema": "SUCCESS"}


@pytest.mark.parametrize("op", [3, wye.sin])
def test_what_is_no_operator_is_refused(op):
    with pytest.raises(ValueError, match=r"op must be instance of wye.OpOverload, e.g. wye.ops.aten.sin.default"):
        opcheck(op, ())


def test_an_operator_with_several_overloads_is_refused():
    with pytest.raises(RuntimeError, match="can only test operators without overloads"):
        opcheck(wye.ops.aten.add, (wye.ones(2), 1))


def test_unknown_checks_and_half_a_tolerance_are_refused():
    with pytest.raises(ValueError, match=r"expected test_utils to be subset of"):
        opcheck(wye.ops.aten.sin.default, (wye.ones(2),), test_utils=("test_schema", "bad"))
    with pytest.raises(ValueError, match="you must specify both"):
        opcheck(wye.ops.aten.sin.default, (wye.ones(2),), rtol=1e-3)


def test_the_first_failure_is_raised_with_its_cause_and_advice():
    with pytest.raises(OpCheckError) as caught:
        opcheck(wye.ops.run.bad.default, (wye.ones(2),))
    assert str(caught.value) == (
        "opcheck(op, ...): test_schema failed with Argument x is not defined to alias output but was aliasing "
        "(scroll up for stack trace)"
    )
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert "x.clone()" in "".join(caught.value.__notes__)


def test_failures_can_be_returned():
    found = opcheck(wye.ops.run.bad, (wye.ones(2),), test_utils=["test_schema"], raise_exception=False)
    assert isinstance(found["test_schema"], RuntimeError)


def test_arguments_are_not_changed():
    x = wye.zeros(4)[1:3]
    opcheck(wye.ops.aten.add_.Tensor, (x, wye.ones(2)))
    assert x.tolist() == [0.0, 0.0]


def test_arguments_that_do_not_fit_are_reported():
    with pytest.raises(OpCheckError, match="is missing value for argument 'x'"):
        opcheck(wye.ops.run.bad.default, ())


def test_it_is_found_in_the_library_too():
    assert wye.library.opcheck is opcheck
    with pytest.raises(AttributeError):
        wye.library.nothing_of_this_name  # noqa: B018
