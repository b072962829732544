"""FunctionalStorage: updates wait, are applied in order, and go back through the views they were made through."""

import pytest

import wye
from wye.functionalization.steps import FunctionalStep
from wye.functionalization.storage import FunctionalStorage

SELECT = wye.ops.aten.select.int


def row(at):
    return FunctionalStep(SELECT, (0, at), {}, copies=False)


def test_updates_are_applied_in_the_order_in_which_they_came():
    storage = FunctionalStorage(wye.zeros(2, 2))
    storage.add(wye.ones(2), (row(0),))
    storage.add(wye.full((2, 2), 5.0), ())
    storage.add(wye.full((2,), 7.0), (row(1),))
    assert storage.generation == 3
    assert storage.apply().tolist() == [[5.0, 5.0], [7.0, 7.0]]
    assert storage.updates == []


def test_the_base_that_was_wrapped_is_never_written_to():
    base = wye.zeros(2, 2)
    storage = FunctionalStorage(base)
    storage.add(wye.ones(2), (row(0),))
    storage.apply()
    assert base.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_frozen_storage_refuses_updates():
    storage = FunctionalStorage(wye.zeros(2))
    storage.is_frozen = True
    with pytest.raises(RuntimeError, match="frozen"):
        storage.add(wye.ones(2), ())


def test_views_that_are_gone_are_not_counted():
    class View:
        pass

    storage, view = FunctionalStorage(wye.zeros(2)), View()
    for _ in range(100):
        storage.remember(View())
    storage.remember(view)
    assert storage.is_seen_by_others(None)
    assert not storage.is_seen_by_others(view)
