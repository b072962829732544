"""Rows are measured one by one; one that fails does not stop the others."""

import sys
from types import ModuleType

import pytest

from wye.bench import Effort, run, sides
from wye.bench.lines import Line
from wye.bench.plot import svg

EFFORT = Effort(rounds=1, sample=1e-6, repeats=1)


@pytest.fixture
def rows(monkeypatch):
    """Adds a row that does what a function does."""

    def add(name, measure):
        module = ModuleType(f"wye.bench.rows.{name}")
        module.measure = measure
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return add


def test_a_real_row_is_measured(monkeypatch):
    monkeypatch.setattr(sides, "has_torch", lambda: False)  # to import it takes seconds
    seen = []
    report = run(EFFORT, ["no_op"], lambda row, line: seen.append(row))
    assert set(report.rows) == {"no_op"}
    assert all(line.times["wye"] > 0 for line in report.lines)
    assert set(seen) == {"no_op"}
    assert not report.crashed


def test_a_row_that_fails_keeps_its_lines_and_the_other_rows(rows):
    def broken(effort):
        yield Line("first", {"wye": 1.0})
        raise ZeroDivisionError("half way")

    rows("broken", broken)
    rows("good", lambda effort: [Line("good", {"wye": 1.0})])
    report = run(EFFORT, ["broken", "good"])
    assert [line.name for line in report.lines] == ["first", "good"]
    assert "half way" in report.crashed["broken"]


def test_a_row_that_needs_an_absent_package_is_left_out(rows):
    def needy(effort):
        import no_such_package_anywhere  # noqa: F401

    rows("needy", needy)
    report = run(EFFORT, ["needy"])
    assert report.left_out == {"needy": "no_such_package_anywhere is not installed"}
    assert not report.crashed


def test_a_picture_shows_ratios_to_the_side_that_took_part():
    lines = [{"name": "a < b", "ratio_to_direct": 2.0, "ratio_to_torch": None, "verdict": "met"}]
    drawn = svg({"environment": "here", "rows": {"row_name": lines}})
    assert "wye / direct" in drawn
    assert "a &lt; b" in drawn
    with pytest.raises(ValueError, match="compares wye with torch"):
        svg({"environment": "here", "rows": {"row_name": lines}}, "torch")
