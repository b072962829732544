"""What the coverage command says."""

import numpy as np

from wye.numpy.coverage import Row, functions, main, row_of


def test_a_row_says_what_each_layer_does():
    assert row_of("sin", np.sin) == Row("sin", True, "yes", "yes", "yes", "yes")
    assert row_of("nonzero", np.nonzero).vmap == "no"
    assert row_of("packbits", np.packbits).has_line is False


def test_the_functions_are_those_that_compute():
    names = dict(functions())
    assert {"sum", "linalg.inv", "fft.fft"} <= names.keys()
    assert not {"savetxt", "ndarray", "seterr"} & names.keys()


def test_the_command_prints_a_table_and_counts(capsys, monkeypatch):
    few = {name: function for name, function in functions() if name in ("sin", "packbits")}
    monkeypatch.setattr("wye.numpy.coverage.functions", few.items)
    assert main(["--missing"]) == 0
    text = capsys.readouterr().out
    assert "packbits" in text
    assert "2 functions: a line 1" in text
