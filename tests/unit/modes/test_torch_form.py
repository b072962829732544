"""Calls in the form that handlers written for PyTorch get."""

import pytest

import wye
from wye.modes.torch_form import without_defaults

ATEN = wye.ops.aten
X = wye.ones(2, 3)


@pytest.mark.parametrize(
    ("op", "args", "kwargs", "expected"),
    [
        (ATEN.cat.default, ([X], 0), {}, (([X],), {})),
        (ATEN.cat.default, ([X], 1), {}, (([X], 1), {})),
        (ATEN.slice.Tensor, (X, 0, 0, None, 1), {}, ((X, 0, 0), {})),
        (ATEN.addmv.default, (X, X, X), {"beta": 1, "alpha": 2}, ((X, X, X), {"alpha": 2})),
        (ATEN.addmv.default, (X, X, X), {"beta": 1.0}, ((X, X, X), {"beta": 1.0})),
        (ATEN.addmv.default, (X, X, X), {"beta": True}, ((X, X, X), {"beta": True})),
        (ATEN.randint.default, (3, [2]), {"dtype": wye.int64}, ((3, [2]), {})),
        (ATEN.max_pool2d_with_indices.default, (X, [2, 2], [], [0, 0], [1, 1], True), {}, None),
        (ATEN.max_pool2d_with_indices.default, (X, [2, 2], [], [0, 0], [1, 1]), {}, ((X, [2, 2]), {})),
    ],
)
def test_arguments_that_equal_their_defaults_are_left_out(op, args, kwargs, expected):
    assert without_defaults(op, args, kwargs) == (expected or (args, kwargs))


def test_a_new_definition_has_new_defaults():
    for default in (1, 2):
        with wye.library.Library("torch_form", "DEF") as lib:
            lib.define(f"f(Tensor x, int n={default}) -> Tensor")
            op = wye.ops.torch_form.f.default
            assert without_defaults(op, (X, default), {}) == ((X,), {})
            assert without_defaults(op, (X, 3), {}) == ((X, 3), {})


def test_a_subclass_gets_the_form_of_its_handlers_name():
    found = []

    def keep(cls, func, types, args=(), kwargs=None):
        found.append((cls.__name__, len(args)))
        return wye.ones(1)

    old = type("Old", (wye.Tensor,), {"__torch_dispatch__": classmethod(keep)})
    new = type("New", (old,), {"__wye_dispatch__": classmethod(keep)})
    for cls in (old, new):
        ATEN.cat([wye.Tensor._make_subclass(cls, X)], 0)
    assert found == [("Old", 1), ("New", 2)]
