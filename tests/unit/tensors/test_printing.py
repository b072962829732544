"""How tensors are shown; tests/conformance/test_printing.py compares with PyTorch itself."""

from __future__ import annotations

import pytest

import wye
from wye.tensors.subclass import make_wrapper_subclass


@pytest.fixture(autouse=True)
def default_options():
    yield
    wye.set_printoptions(profile="default")


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: wye.tensor([1.0, 2.5]), "tensor([1.0000, 2.5000])"),
        (lambda: wye.tensor([1.0, -2.0]), "tensor([ 1., -2.])"),
        (lambda: wye.tensor([1e-5, 1.0]), "tensor([1.0000e-05, 1.0000e+00])"),
        (lambda: wye.tensor([float("nan"), float("-inf"), 1.0]), "tensor([nan, -inf, 1.])"),
        (lambda: wye.tensor([True, False]), "tensor([ True, False])"),
        (lambda: wye.tensor([1, 200, -3]), "tensor([  1, 200,  -3])"),
        (lambda: wye.tensor([1, 2], dtype=wye.int8), "tensor([1, 2], dtype=wye.int8)"),
        (lambda: wye.tensor([[1], [2]]), "tensor([[1],\n        [2]])"),
        (lambda: wye.tensor([1 + 2j, complex(0, -0.5)]), "tensor([1.+2.0000j, 0.-0.5000j])"),
        (lambda: wye.tensor([1 + 2j]).conj(), "tensor([1.-2.j])"),
        (lambda: wye.tensor(3.5), "tensor(3.5000)"),
        (lambda: wye.tensor([1.5], dtype=wye.bfloat16), "tensor([1.5000], dtype=wye.bfloat16)"),
        (lambda: wye.empty(0), "tensor([])"),
        (lambda: wye.empty(0, 3, dtype=wye.int64), "tensor([], size=(0, 3), dtype=wye.int64)"),
        (lambda: wye.empty(2, 3, device="meta"), "tensor(..., device='meta', size=(2, 3))"),
        (lambda: wye.ones(2, requires_grad=True), "tensor([1., 1.], requires_grad=True)"),
        (lambda: wye.arange(1001), "tensor([   0,    1,    2,  ...,  998,  999, 1000])"),
    ],
)
def test_a_tensor_prints_as_in_pytorch(make, text):
    assert repr(make()) == text


def test_lines_break_at_the_line_width():
    lines = repr(wye.arange(60)).split("\n")
    assert max(map(len, lines)) <= 80
    assert all(line.startswith(" " * 8) for line in lines[1:])


def test_options_change_the_text_and_come_back():
    x = wye.tensor([1.23456, 2.0])
    before = wye.get_printoptions()
    with wye.printoptions(precision=2):
        assert repr(x) == "tensor([1.23, 2.00])"
    assert wye.get_printoptions() == before
    wye.set_printoptions(threshold=3, edgeitems=1)
    assert repr(wye.arange(9)) == "tensor([0,  ..., 8])"
    wye.set_printoptions(profile="default", sci_mode=True)
    assert repr(x) == "tensor([1.2346e+00, 2.0000e+00])"
    with pytest.raises(ValueError, match="profiles default, short, full, not 'long'"):
        wye.set_printoptions(profile="long")


def test_a_subclass_shows_its_name():
    class Mine(wye.Tensor):
        pass

    assert repr(Mine([1.0])) == "Mine([1.])"


def test_a_wrapper_without_data_shows_what_it_knows():
    class Wrapper(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    assert repr(make_wrapper_subclass(Wrapper, (2, 3))) == "Wrapper(..., size=(2, 3))"


def test_a_tensor_without_dimensions_is_formatted_as_a_number():
    assert f"{wye.tensor(1.5):.3f} {wye.tensor(2):03d} {wye.tensor(7)}" == "1.500 002 7"
    assert f"{wye.tensor([1, 2])}" == "tensor([1, 2])"
    with pytest.raises(TypeError, match="unsupported format string"):
        f"{wye.tensor([2]):d}"


def test_a_notebook_gets_a_table_of_small_tensors():
    html = wye.tensor([[1.0, 2.5]])._repr_html_()
    assert "[1, 2] · wye.float32 · cpu" in html
    assert html.count("<td") == 2
    assert ">2.5000</td>" in html


def test_a_notebook_gets_a_summary_of_large_ones_and_of_those_without_data():
    assert "<table>" not in wye.zeros(100)._repr_html_()
    assert "tensor([0., 0.," in wye.zeros(100)._repr_html_()
    assert "no data" in wye.empty(2, device="meta")._repr_html_()
    assert "no elements" in wye.empty(0)._repr_html_()


def test_html_is_escaped():
    odd = type("A<b>", (wye.Tensor,), {})
    assert "A&lt;b&gt;" in odd([1.0])._repr_html_()
    assert "<b>" not in odd(range(100))._repr_html_()
