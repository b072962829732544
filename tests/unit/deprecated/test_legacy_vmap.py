"""The first `vmap`: what it checks."""

import pytest

import wye
from wye.deprecated.legacy_vmap import bare_vmap, vmap

X = wye.arange(6.0).view(2, 3)


def test_it_maps_and_warns_that_there_is_another():
    with pytest.warns(FutureWarning, match="use `torch.vmap`"):
        mapped = vmap(lambda x: (x.sum(), x * 2), out_dims=(0, 1))
    total, twice = mapped(X)
    assert wye.equal(total, X.sum(1))
    assert wye.equal(twice, (X * 2).t())


@pytest.mark.parametrize(
    ("func", "options", "words"),
    [
        (lambda x: [x], {}, "must only return Tensors, got type <class 'list'> as the return"),
        (lambda x: (x, 3), {}, "got type <class 'int'> for return 1"),
        (lambda x: x, {"out_dims": None}, "must be an int or a tuple of int"),
        (lambda x: x, {"out_dims": (0, 0)}, "must have one dim per output"),
        (lambda x: x, {"in_dims": -1}, "0 <= in_dim < 2"),
    ],
)
def test_what_it_does_not_take_is_a_value_error(func, options, words):
    with pytest.raises(ValueError, match=words):
        bare_vmap(func, **options)(X)


def test_an_output_may_be_none_if_that_is_said():
    assert bare_vmap(lambda x: (None, x), allow_none_pass_through=True)(X)[0] is None
