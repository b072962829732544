"""Training on both sides from the same weights: the same loss curves, gradients and running statistics."""

import numpy as np
import pytest
from examples import train_mlp, train_transformer

import wye

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch


@pytest.fixture(autouse=True)
def one_thread():
    """These tensors are small: threads that wait for each other take longer than the work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("example", [train_mlp, train_transformer], ids=["mlp", "transformer"])
def test_two_hundred_steps_are_torchs(example):
    ours, theirs = example.make_model(wye), example.make_model(torch)
    for name, value in theirs.state_dict().items():
        np.testing.assert_array_equal(ours.state_dict()[name].numpy(), value.numpy(), err_msg=name)
    our_losses, their_losses = example.train(wye, ours, 200), example.train(torch, theirs, 200)
    assert np.abs(np.subtract(our_losses, their_losses)).max() <= 1e-4


MODELS = {
    "convolutions": ("Conv2d(2, 4, 3, 2, bias=False), BatchNorm2d(4), ReLU(), Flatten(), Linear(16, 3)", (4, 2, 6, 6)),
    "norms": ("Linear(5, 6), LayerNorm(6), GELU(), Linear(6, 6), RMSNorm(6), SiLU(), Linear(6, 3)", (4, 5)),
    "groups": ("Conv1d(2, 4, 3), GroupNorm(2, 4), Tanh(), Flatten(), Linear(20, 3)", (4, 2, 7)),
    "softmax": ("Linear(5, 8), Softmax(-1), Linear(8, 3), LogSoftmax(-1)", (4, 5)),
}  # fmt: skip
OPTIMIZERS = ["SGD(ps, 0.1, 0.9)", "Adam(ps, 0.01)", "AdamW(ps, 0.01)"]


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("model", MODELS)
def test_twenty_steps_of_other_layers_are_torchs(model, optimizer):
    text, shape = MODELS[model]
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal(shape).astype(np.float32), rng.integers(0, 3, shape[0])
    found = []
    for side in (torch, wye):
        side.manual_seed(4)
        net = eval(f"Sequential({text})", {name: getattr(side.nn, name) for name in dir(wye.nn) if name[0].isupper()})
        step_by, losses = eval(f"o.{optimizer}", {"o": side.optim, "ps": net.parameters()}), []
        for _ in range(20):
            step_by.zero_grad()
            loss = side.nn.functional.cross_entropy(net(side.from_numpy(x)), side.from_numpy(y))
            loss.backward()
            step_by.step()
            losses.append(loss.item())
        found.append((losses, {name: value.numpy() for name, value in net.state_dict().items()}))
    np.testing.assert_allclose(found[1][0], found[0][0], rtol=1e-3, atol=1e-4)
    for name, value in found[0][1].items():
        np.testing.assert_allclose(found[1][1][name], value, rtol=5e-2, atol=5e-3, err_msg=name)
