"""The transforms under their former names."""

import pytest

import wye
from wye.deprecated import functorch_names


@pytest.mark.parametrize("name", functorch_names.__all__)
def test_each_says_that_it_has_another_name_now(name):
    given = [wye.nn.Linear(1, 1)] if name == "combine_state_for_ensemble" else wye.nn.Linear(1, 1)
    x = wye.ones(1)
    rest = {"jvp": ((x,), (x,)), "vjp": (x,)}.get(name, ())
    with pytest.warns(FutureWarning, match=rf"`functorch.{name}` is deprecated.* Please use `torch\."):
        getattr(functorch_names, name)(given, *rest)
