"""Every line of the table, on drawn arguments: see `tests.unit.numpy.drawn`."""

from collections import Counter

import pytest
from tests.unit.numpy import drawn

from wye.numpy import table
from wye.numpy.table import OWN

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # newer versions of NumPy give some up
_QUICK = 3  # cases of a line; others are not run where each step is watched, as by sanitizers


def _cases(check=None):
    seen, found = Counter(), []
    for one in drawn.cases():
        if check is None or getattr(one, check):
            seen[id(one.line)] += 1
            marks = [pytest.mark.slow] if seen[id(one.line)] > _QUICK else []
            found.append(pytest.param(one, id=str(one), marks=marks))
    return found


@pytest.mark.parametrize("case", _cases())
def test_values_dtypes_and_shapes_are_those_of_numpy(case):
    drawn.check_value(case)


@pytest.mark.parametrize("case", _cases())
def test_arrays_and_tensors_that_no_layer_follows_give_the_same(case):
    drawn.check_plain(case)
    if case.of is None and case.line in OWN:
        drawn.check_tensors(case)


@pytest.mark.parametrize("case", _cases("gradient"))
def test_derivatives_equal_differences_to_second_order(case):
    drawn.check_gradient(case)


@pytest.mark.parametrize("case", _cases("vmap"))
def test_vmap_equals_a_loop(case):
    drawn.check_vmap(case)


@pytest.mark.parametrize("case", _cases("fake"))
def test_a_fake_run_has_the_same_shapes_and_dtypes(case):
    drawn.check_fake(case)


def test_every_line_of_the_table_has_a_case():
    shown = {id(one.line) for one in drawn.cases()}
    missing = [f"{getattr(one, '__module__', None)}.{one.__name__}" for one, _ in table.lines() if id(one) not in shown]
    assert not missing
