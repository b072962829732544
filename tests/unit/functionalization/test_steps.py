"""FunctionalStep: views forwards and backwards, with views and with copies."""

import pytest

import wye
from wye.functionalization.steps import FunctionalStep, copying

aten = wye.ops.aten
X = wye.arange(6.0).view(2, 3)
# Name, arguments after the base: all have a rule of their own for functionalization, or share the table's.
CALLS = [
    ("view", ([6],)), ("t", ()), ("transpose.int", (0, 1)), ("permute", ([1, 0],)), ("unsqueeze", (1,)), ("alias", ()),
    ("detach", ()), ("select.int", (1, 2)), ("slice.Tensor", (1, 0, 3, 2)), ("diagonal", ()), ("squeeze", ()),
    ("squeeze.dim", (0,)), ("squeeze.dims", ([0, 1],)), ("expand", ([2, 2, 3],)), ("unfold", (1, 2, 2)),
    ("as_strided", ([2], [2])), ("_unsafe_view", ([3, 2],)), ("view.dtype", (wye.int32,)),
]  # fmt: skip


def operator(name):
    packet, _, overload = name.partition(".")
    return getattr(getattr(aten, packet), overload or "default")


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize(("name", "args"), CALLS, ids=[name for name, _ in CALLS])
def test_the_inverse_of_an_unchanged_view_is_the_base(name, args, copies):
    step = FunctionalStep(operator(name), args, {}, copies=copies)
    shown = step.forward(X)
    assert wye.equal(step.inverse(X, shown), X) or name == "unfold"
    assert wye.equal(step.forward(step.inverse(X, shown)), shown)


def test_copies_share_no_memory_with_the_base():
    for name, args in CALLS:
        copy = copying(operator(name))(X, *args)
        assert copy.untyped_storage().data_ptr() != X.untyped_storage().data_ptr(), name


def test_an_operator_without_a_copying_form_is_followed_by_a_clone():
    assert copying(aten._reshape_alias.default)(X, [6], [1]).tolist() == X.view(6).tolist()


def test_a_change_of_one_piece_reaches_its_place():
    step = FunctionalStep(aten.split.Tensor, (1,), {}, 1, copies=False, is_multi=True)
    assert step.forward(X).tolist() == [[3.0, 4.0, 5.0]]
    assert step.inverse(X, wye.zeros(1, 3)).tolist() == [[0.0, 1.0, 2.0], [0.0, 0.0, 0.0]]
