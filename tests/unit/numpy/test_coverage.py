"""What the coverage command says."""

import numpy as np
import pytest
from numpy.lib import NumpyVersion

from wye.numpy.coverage import Row, functions, main, row_of, rows


def test_a_row_says_what_each_layer_does():
    assert row_of("sin", np.sin) == Row("sin", True, "yes", "yes", "yes", "yes")
    assert row_of("argsort", np.argsort).gradient == "-"
    assert row_of("nonzero", np.nonzero).vmap == "-"
    assert row_of("log2", np.emath.log2) == Row("log2", False, "yes", "no", "no", "no")


@pytest.mark.slow
@pytest.mark.skipif(NumpyVersion(np.__version__) >= "2.5.0", reason="it has functions that have no line yet")
def test_every_function_has_a_line_and_works_in_every_layer_that_applies():
    found = rows()
    assert [row.name for row in found if not row.has_line] == []
    lacking = {row.name: row for row in found if "no" in (row.value, row.gradient, row.vmap, row.fake)}
    assert lacking == {}
    assert sum(row.gradient == "yes" for row in found) > 260


def test_the_functions_are_those_that_compute():
    names = dict(functions())
    assert {"sum", "linalg.inv", "fft.fft"} <= names.keys()
    assert not {"savetxt", "ndarray", "seterr"} & names.keys()


def test_the_command_prints_a_table_and_counts(capsys, monkeypatch):
    few = {"sin": np.sin, "emath.log2": np.emath.log2}
    monkeypatch.setattr("wye.numpy.coverage.functions", few.items)
    assert main(["--missing"]) == 0
    text = capsys.readouterr().out
    assert "emath.log2" in text
    assert "2 functions: a line 1" in text
