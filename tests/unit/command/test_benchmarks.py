"""`wye bench` measures rows, prints the table, and writes numbers and a picture."""

import json
import xml.etree.ElementTree as ET

import pytest

from wye.bench import Effort, Report
from wye.bench.lines import Line, Target, at_most
from wye.command import benchmarks

LINES = {
    "no_op": [
        Line("no-op kernel, 1 tensor", {"wye": 5e-8, "direct": 4e-8, "torch": 1e-6},
             (at_most(2, "direct"), at_most(1 / 12, "torch"))),
        Line("a line with a long name, which does not fit into the first column", {"wye": 2e-6, "direct": 1e-6},
             (at_most(1.5, "direct"),), "a remark"),
    ],
    "memory": [Line("memory <per> operator", {"wye": 9000.0}, (Target("<= 8 KiB", 8192),), in_bytes=True)],
}  # fmt: skip
REPORT = Report("Python on a test", Effort.quick(), 1e-8, LINES, {}, {"symbolic": "sympy is not installed"}, 3.0)


@pytest.fixture
def measured(monkeypatch):
    """The rows that were asked for; none is measured."""
    asked = []
    monkeypatch.setattr(benchmarks, "run", lambda effort, names, on_line: asked.append((effort, names)) or REPORT)
    return asked


def test_the_table_fits_eighty_columns(wye_command, measured):
    found = wye_command("bench")
    assert found.exit_code == 0
    assert max(map(len, found.stdout.splitlines())) <= 80
    assert "wanted <= 2x direct, <= 1/12 torch" in found.stdout
    assert "left out: symbolic (sympy is not installed)" in found.stdout


def test_a_wide_table_has_one_line_for_each_line(wye_command, measured):
    text = wye_command("bench", "--wide").stdout
    line = next(line for line in text.splitlines() if line.startswith("no-op kernel, 1 tensor"))
    assert line.split()[-1] == "met"
    assert "1.25x" in line
    assert "1/20.0" in line


def test_rows_and_effort_are_passed_on(wye_command, measured):
    wye_command("bench", "no_op", "memory", "--quick")
    assert measured == [(Effort.quick(), ["no_op", "memory"])]


def test_numbers_and_a_picture_are_written(wye_command, measured, tmp_path):
    found = wye_command("bench", "--json", tmp_path / "costs.json", "--plot", tmp_path / "costs.svg")
    assert found.exit_code == 0, found.output
    written = json.loads((tmp_path / "costs.json").read_text())
    assert written["rows"]["no_op"][0]["ratio_to_torch"] == pytest.approx(0.05)
    assert written["left_out"] == {"symbolic": "sympy is not installed"}
    picture = ET.parse(tmp_path / "costs.svg").getroot()
    assert picture.tag.endswith("svg")
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == 1


def test_a_row_that_crashes_gives_status_one_and_its_traceback(wye_command, monkeypatch):
    crashed = Report("a test", Effort.quick(), 1e-8, LINES, {"modes": "Traceback: it broke"}, {}, 1.0)
    monkeypatch.setattr(benchmarks, "run", lambda *given: crashed)
    found = wye_command("bench")
    assert found.exit_code == 1
    assert "it broke" in found.stdout
    assert "CRASHED: modes" in found.stdout


@pytest.mark.parametrize("arguments", [["no_such_row"], ["--json", "no/such/directory/x.json"]])
def test_what_is_wrong_is_said_with_status_two(wye_command, measured, arguments):
    assert wye_command("bench", *arguments).exit_code == 2
    assert measured == []


def test_rows_can_be_listed(wye_command):
    assert "no_op" in wye_command("bench", "--list").stdout.split()
