"""Both directions of view operators: a changed view makes of its base what writing through the view does."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from tests.unit.aten.view_calls import DRAWS, operator

import wye
from wye import DispatchMode
from wye.aten.grid import build
from wye.aten.view_chain import ViewStep, replay, write_back
from wye.library import find_rule
from wye.schema.queries import is_tensorlist_like_type, is_view_schema

aten = wye.ops.aten
ROWS = {name: row for name, row in build().items() if is_view_schema(row.schema)}
RETURNS_LIST = {name for name, row in ROWS.items() if is_tensorlist_like_type(row.schema.returns[0].type)}


def same(one, other):
    return (one.shape, one.dtype, one.tolist()) == (other.shape, other.dtype, other.tolist())


def step_of(call, output=0):
    return ViewStep(operator(wye, call.name), call.args(wye), call.kwargs, output)


def test_every_view_operator_has_an_inverse_and_is_drawn_here():
    assert [name for name, row in ROWS.items() if row.rule("views") is None] == []
    assert set(DRAWS) == set(ROWS)
    assert all(find_rule(operator(wye, name), "views").is_built_in for name in ROWS)


def test_no_other_operator_has_an_inverse():
    assert {name for name, row in build().items() if row.rule("views") is not None} == set(ROWS)


@pytest.mark.parametrize("name", sorted(DRAWS))
def test_the_inverse_of_a_changed_view_is_what_writing_through_the_view_makes_of_the_base(name):
    rng = Random(name)
    for _ in range(25):
        rng_state = rng.getstate()
        call = DRAWS[name](rng)
        outputs = len(call.view(wye, call.base(wye))) if name in RETURNS_LIST else 1
        for output in range(outputs):
            step, base, written = step_of(call, output), call.base(wye), call.base(wye)
            seen = call.view(wye, written)
            seen = seen[output] if name in RETURNS_LIST else seen
            changed = step.forward(base).clone()
            if call.overlaps:  # no operator writes to all elements of such a view
                if not changed.numel():
                    continue
                at = tuple(rng.randrange(size) for size in changed.shape)
                seen[at].add_(1)
                changed[at].add_(1)
            else:
                seen.add_(1)
                changed.add_(1)
            assert same(step.inverse(base, changed), written), (rng_state[1][-1], call, step)
            assert same(base, call.base(wye))


@pytest.mark.parametrize("name", sorted(DRAWS))
def test_an_inverse_runs_on_tensors_without_data(name):
    call = DRAWS[name](Random(name))
    if name in ("narrow.Tensor", "tensor_split.tensor_indices_or_sections") or call.before:
        call = DRAWS[name](Random("another"))
    base = call.base(wye)
    step = step_of(call)
    changed = step.forward(base)
    new = step.inverse(base.to("meta"), changed.to("meta") if not changed.is_conj() else changed.clone().to("meta"))
    assert (new.is_meta, new.shape, new.dtype) == (True, base.shape, base.dtype)


def test_a_view_that_shows_nothing_new_is_its_base_and_a_copied_write_changes_one_copy():
    base = wye.arange(3.0)
    expand = ViewStep(aten.expand.default, ([4, 3],))
    row = ViewStep(aten.select.int, (0, 2))
    changed = write_back(base, replay(base, [expand, row]) * 10, [expand, row])
    assert changed.tolist() == [0.0, 10.0, 20.0]
    assert write_back(base, replay(base, [expand, ViewStep(aten.diagonal.default)]) + 1,
                      [expand, ViewStep(aten.diagonal.default)]).tolist() == [1.0, 2.0, 3.0]  # fmt: skip


def test_not_a_number_in_a_base_does_not_count_as_a_changed_copy():
    base = wye.tensor([float("nan"), 1.0])
    step = ViewStep(aten.expand.default, ([3, 2],))
    changed = step.forward(base).clone()
    changed[1] = wye.tensor([5.0, float("nan")])
    new = step.inverse(base, changed)
    assert new[0] == 5
    assert new[1].isnan()


def test_a_chain_of_views_is_replayed_and_written_back():
    base = wye.arange(24.0).view(2, 3, 4)
    steps = [
        ViewStep(aten.transpose.int, (0, 2)),
        ViewStep(aten.slice.Tensor, (1, 1)),
        ViewStep(aten.unbind.int, (1,), output=1),
        ViewStep(aten.view_as.default, (wye.zeros(4, 2, 1),)),
    ]
    written = base.clone()
    written.transpose(0, 2)[:, 1:].unbind(1)[1].mul_(-1)
    assert same(write_back(base, -replay(base, steps), steps), written)
    assert write_back(base, base + 1, []).equal(base + 1)


def test_an_inverse_is_made_of_operators_that_a_mode_sees():
    class Seen(DispatchMode):
        def __init__(self):
            super().__init__()
            self.names = []

        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            self.names.append(func.name())
            return func(*args, **(kwargs or {}))

    base = wye.zeros(2, 3)
    step = ViewStep(aten.select.int, (1, 0))
    changed = wye.ones(2)
    with Seen() as seen:
        step.inverse(base, changed)
    assert seen.names == ["aten::select_scatter"]


def test_a_changed_view_may_lie_in_memory_in_any_way():
    base = wye.zeros(3, 2, dtype=wye.complex64)
    step = ViewStep(aten.view_as_real.default)
    changed = wye.arange(12.0).view(2, 3, 2).permute(1, 2, 0)
    assert wye.view_as_real(step.inverse(base, changed)).equal(changed)
    wide = ViewStep(aten.view.dtype, (wye.int16,))
    pieces = wye.arange(8, dtype=wye.int16).view(4, 2).t()
    assert wide.inverse(wye.zeros(2, 1, dtype=wye.int64), pieces).view(wye.int16).equal(pieces)


def test_an_operator_without_an_inverse_says_so():
    with pytest.raises(RuntimeError, match="aten::sin says how a view is made"):
        ViewStep(aten.sin.default).inverse(wye.ones(1), wye.ones(1))


def test_a_step_is_printed_as_a_call():
    assert repr(ViewStep(aten.split.Tensor, (2, 1), output=1)) == "<ViewStep aten::split.Tensor(base, 2, 1)[1]>"
    assert "offset=1" in repr(ViewStep(aten.linalg_diagonal.default, kwargs={"offset": 1}))


def test_several_writes_through_neighbouring_windows_all_arrive():
    base = wye.arange(6.0)
    for size, step in itertools.product((2, 3), (1, 2, 3)):
        windows = ViewStep(aten.unfold.default, (0, size, step))
        changed, written = windows.forward(base).clone(), base.clone()
        changed[0, 0], changed[-1, -1] = -1, -2
        seen = written.unfold(0, size, step)
        seen[0, 0], seen[-1, -1] = -1, -2
        assert same(windows.inverse(base, changed), written)


def test_the_parts_of_a_complex_tensor_can_be_assigned():
    x = wye.zeros(2, dtype=wye.complex64)
    before = x._version
    x.imag = 3
    x.real = wye.tensor([1.0, 2.0])
    assert x.tolist() == [1 + 3j, 2 + 3j]
    assert x._version > before
    rows = wye.zeros(2, 2, dtype=wye.complex64)
    rows[1].imag = wye.tensor(-5.0)
    assert rows.imag.tolist() == [[0, 0], [-5, -5]]
    with pytest.raises(RuntimeError, match="imag is not implemented for tensors with non-complex dtypes"):
        wye.ones(2).imag = 1
    with pytest.raises(AttributeError):
        wye.ones(2).T = 1
