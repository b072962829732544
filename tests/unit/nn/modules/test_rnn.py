"""Recurrent layers are their cells, step by step."""

import pytest

import wye
from wye import nn


@pytest.mark.parametrize(("layer", "cell"), [(nn.RNN, nn.RNNCell), (nn.GRU, nn.GRUCell), (nn.LSTM, nn.LSTMCell)])
def test_a_layer_is_a_loop_over_its_cell(layer, cell):
    whole, one, x = layer(3, 4), cell(3, 4), wye.randn(5, 2, 3)
    one.load_state_dict({name.removesuffix("_l0"): value for name, value in whole.state_dict().items()})
    state, steps = None, []
    for part in x:
        state = one(part, state)
        steps.append(state[0] if isinstance(state, tuple) else state)
    output, last = whole(x)
    assert wye.allclose(output, wye.stack(steps), atol=1e-6)
    assert wye.allclose(last[0], state[0] if isinstance(state, tuple) else state, atol=1e-6)


def test_the_batch_can_come_first_or_be_left_out():
    whole = nn.GRU(3, 4, batch_first=True)
    x = wye.randn(2, 5, 3)
    assert whole(x)[0].shape == (2, 5, 4)
    assert wye.allclose(whole(x)[0][0], whole(x[0])[0], atol=1e-6)


def test_both_directions_have_their_parameters():
    whole = nn.LSTM(3, 4, 2, bidirectional=True)
    assert len(whole.all_weights) == 4
    assert whole(wye.randn(5, 2, 3))[0].shape == (5, 2, 8)
    assert repr(whole) == "LSTM(3, 4, num_layers=2, bidirectional=True)"


def test_a_state_of_another_size_is_refused():
    with pytest.raises(RuntimeError, match="Expected hidden size"):
        nn.GRU(3, 4)(wye.randn(5, 2, 3), wye.zeros(1, 3, 4))


def test_a_layer_learns():
    wye.manual_seed(0)
    whole, x = nn.GRU(2, 8), wye.randn(6, 4, 2)
    optimizer = wye.optim.Adam(whole.parameters(), lr=0.05)
    losses = []
    for _ in range(15):
        optimizer.zero_grad()
        loss = (whole(x)[0].mean(-1) - x.sum(-1).cumsum(0).tanh() / 2).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2
