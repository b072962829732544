"""Sobol sequences."""

from __future__ import annotations

import pytest

import wye
from wye.functional.quasirandom import SobolEngine

pytest.importorskip("scipy")


def test_the_first_points_are_those_of_the_sequence() -> None:
    points = SobolEngine(3).draw(5)
    assert points.dtype is wye.float32
    assert points.tolist() == [
        [0.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625],
    ]  # fmt: skip


@pytest.mark.parametrize("scramble", [False, True])
def test_points_go_on_where_they_were_left(scramble: bool) -> None:
    whole = SobolEngine(4, scramble=scramble, seed=3).draw(16)
    engine = SobolEngine(4, scramble=scramble, seed=3)
    parts = [engine.draw(), engine.draw(4), engine.draw(3)]
    engine.fast_forward(4)
    parts.append(engine.draw_base2(2))
    assert wye.equal(wye.cat(parts), wye.cat([whole[:8], whole[12:]]))
    assert wye.equal(engine.reset().draw(16), whole)


def test_scrambled_points_are_still_one_in_every_part() -> None:
    points = SobolEngine(2, scramble=True, seed=1).draw(64, dtype=wye.float64)
    for column in (points * 64).floor().T:
        assert sorted(column.tolist()) == [*range(64)]


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="dimensionality"):
        SobolEngine(SobolEngine.MAXDIM + 1)
    engine = SobolEngine(1)
    engine.draw()
    with pytest.raises(ValueError, match="power of 2"):
        engine.draw_base2(1)


def test_points_are_stored_where_the_caller_says() -> None:
    out = wye.zeros(1)
    assert SobolEngine(2).draw(3, out=out) is out
    assert tuple(out.shape) == (3, 2)
    assert repr(SobolEngine(2, True, 5)) == "SobolEngine(dimension=2, scramble=True, seed=5)"
