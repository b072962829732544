"""Recurrent modules on both sides: reprs, states, outputs, gradients and errors."""

# ruff: noqa: E501 - one program to a line where it is short

import pytest
from tests.conformance.nn.programs import compare, run

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

LAYERS = [
    "RNN(3, 4)", "RNN(3, 4, 2, nonlinearity='relu')", "RNN(3, 4, 1, 'relu')", "RNN(3, 4, bidirectional=True, bias=False)", "GRU(3, 4)", "GRU(3, 4, 2, batch_first=True)",
    "GRU(3, 4, 2, bidirectional=True)", "LSTM(3, 4)", "LSTM(3, 4, 2, True, True)", "LSTM(3, 4, 2, bidirectional=True, bias=False)",
    "LSTM(3, 4, num_layers=2, dropout=0.5)",
]  # fmt: skip
CELLS = [
    "RNNCell(3, 4)",
    "RNNCell(3, 4, False, 'relu')",
    "GRUCell(3, 4)",
    "GRUCell(3, 4, bias=False)",
    "LSTMCell(3, 4)",
]
_LAYER = """
    m = nn.{text}.eval()
    seen += [repr(m), dict(m.state_dict()), [len(w) for w in m.all_weights]]
    for shape in [(5, 2, 3), (5, 3)]:
        x = randn(*shape).requires_grad_()
        out, state = m(x)
        states = state if isinstance(state, tuple) else (state,)
        (out.square().sum() + sum(s.sin().sum() for s in states)).backward()
        seen += [out, states, x.grad, [p.grad for p in m.parameters()]]
        given = [randn(*s.shape, seed=7) for s in states]
        seen.append(m(x, tuple(given) if len(given) == 2 else given[0])[0])
"""
_CELL = """
    m = nn.{text}
    seen += [repr(m), dict(m.state_dict())]
    for shape in [(2, 3), (3,)]:
        x = randn(*shape).requires_grad_()
        out = m(x)
        states = out if isinstance(out, tuple) else (out,)
        sum(s.sin().sum() for s in states).backward()
        seen += [states, x.grad, [p.grad for p in m.parameters()]]
        given = [randn(*s.shape, seed=7) for s in states]
        seen.append(m(x, tuple(given) if len(given) == 2 else given[0]))
"""
REFUSED = """
    for make in [lambda: nn.LSTM(0, 1), lambda: nn.LSTM(1, 0), lambda: nn.LSTM(1, 1, 0), lambda: nn.LSTM(1.0, 1), lambda: nn.LSTM(1, 1, dropout=2), lambda: nn.LSTM(1, 1, dropout=True),
                 lambda: nn.LSTM(1, 1, bias=1), lambda: nn.LSTM(1, 1, batch_first=1), lambda: nn.LSTM(1, 2, proj_size=2), lambda: nn.LSTM(1, 2, proj_size=-1), lambda: nn.GRU(1, 2, proj_size=1),
                 lambda: nn.RNN(1, 2, nonlinearity='x'), lambda: nn.RNNBase('x', 1, 2), lambda: repr(nn.GRU(1, 2, dropout=0.5))]:
        caught(make)
    for name in ["RNN", "GRU", "LSTM"]:
        m = getattr(nn, name)(3, 4)
        two = lambda *s: (randn(*s), randn(*s)) if name == "LSTM" else randn(*s)
        caught(m, randn(3)); caught(m, randn(5, 2, 2)); caught(m, randn(5, 2, 3).double())
        caught(m, randn(5, 2, 3), two(1, 4)); caught(m, randn(5, 3), two(1, 1, 4)); caught(m, randn(5, 2, 3), two(2, 2, 4))
    for name in ["RNNCell", "GRUCell", "LSTMCell"]:
        m = getattr(nn, name)(3, 4)
        two = lambda *s: (randn(*s), randn(*s)) if name == "LSTMCell" else randn(*s)
        caught(m, randn(1, 2, 3)); caught(m, randn(2, 3), two(1, 1, 4))
    caught(nn.RNNCell(3, 4, True, 'x'), randn(2, 3))
"""


@pytest.mark.parametrize("text", LAYERS)
def test_a_recurrent_layer_is_torchs(text):
    program = _LAYER.replace("{text}", text)
    compare(run(wye_torch, program), run(torch, program))


@pytest.mark.parametrize("text", CELLS)
def test_a_recurrent_cell_is_torchs(text):
    program = _CELL.replace("{text}", text)
    compare(run(wye_torch, program), run(torch, program))


def test_what_recurrent_layers_refuse_is_torchs():
    compare(run(wye_torch, REFUSED), run(torch, REFUSED))
