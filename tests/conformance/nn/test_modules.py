"""Modules of both sides, made from one seed: the same repr, the same parameters, the same results."""

import inspect
import random

import numpy as np
import pytest
from tests.conformance.nn.calls import CALLS, Sign, Unit, Whole

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

# Options and classes that only accelerators, TorchScript or other parts have.
NOT_HERE = {
    "Container", "CrossMapLRN2d",
    "LinearCrossEntropyLoss", "LinearCrossEntropyOptions", "NLLLoss2d",
}  # fmt: skip


def made(side, text, seed=3):
    side.manual_seed(seed)
    return eval(text, {**{name: getattr(side.nn, name) for name in dir(torch.nn) if name[0].isupper()}, "torch": side})


def drawn(given, seed):
    """The input as an array."""
    rng = np.random.default_rng(seed)
    if given is None:
        return None
    if isinstance(given, Whole):
        return rng.integers(0, given.below, given.shape)
    if isinstance(given, Sign):
        return (rng.integers(0, 2, given.shape) * 2 - 1).astype(np.float32)
    if isinstance(given, Unit):
        return rng.random(given.shape, dtype=np.float32)
    return rng.standard_normal(given).astype(np.float32)


def shared(text):
    """A repr as both print it."""
    return text.replace("torch.", "wye.")


def flat(value):
    parts = value if isinstance(value, (tuple, list)) else [value]
    return [part.detach().numpy() for part in parts if part is not None]


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True")
@pytest.mark.parametrize(("text", "inputs"), CALLS, ids=[f"{text} {inputs}" for text, inputs in CALLS])
def test_a_module_prints_starts_and_computes_as_in_torch(text, inputs):
    theirs, ours = made(torch, text), made(wye_torch, text)
    assert repr(ours) == repr(theirs)
    their_state, our_state = theirs.state_dict(), ours.state_dict()
    assert [*our_state] == [*their_state]
    for name, value in their_state.items():
        np.testing.assert_array_equal(our_state[name].numpy(), value.numpy(), err_msg=name)
        assert str(our_state[name].dtype).partition(".")[2] == str(value.dtype).partition(".")[2]
    assert [n for n, p in ours.named_parameters() if p.requires_grad] == [
        n for n, p in theirs.named_parameters() if p.requires_grad
    ]
    arrays = [drawn(one, place) for place, one in enumerate(inputs)]
    for _ in range(2):  # running statistics change the second result
        results = [
            flat(m(*(a if a is None else s.from_numpy(a.copy()) for a in arrays)))
            for s, m in ((torch, theirs), (wye_torch, ours))
        ]
        for expected, got in zip(*results, strict=True):
            assert got.dtype == expected.dtype
            np.testing.assert_allclose(got, expected, rtol=2e-5, atol=2e-6)
    for name, value in theirs.state_dict().items():
        np.testing.assert_allclose(ours.state_dict()[name].numpy(), value.numpy(), rtol=1e-5, atol=1e-6, err_msg=name)


def test_every_class_of_torch_is_here_or_known_to_be_missing():
    classes = {name for name in dir(torch.nn) if name[0].isupper() and not name.startswith("Lazy")}
    import wye.nn

    assert {name for name in classes if not hasattr(wye.nn, name)} == NOT_HERE


CLASSES = sorted(
    name for name, cls in vars(torch.nn).items() if isinstance(cls, type) and hasattr(wye_torch.nn.modules, name)
)


@pytest.mark.parametrize("name", CLASSES)
def test_a_constructor_takes_torchs_arguments(name):
    def arguments(cls):
        found = inspect.signature(cls).parameters.values()
        return [(p.name, p.default, p.kind) for p in found if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]

    theirs, ours = (arguments(getattr(side.nn, name)) for side in (torch, wye_torch))
    if ours or not theirs:
        by_name = {n: (d, k) for n, d, k in ours}
        for place, (argument, default, kind) in enumerate(theirs):
            assert argument in by_name, argument
            if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
                assert ours[place][0] == argument
            if not callable(default):
                assert by_name[argument][0] == default


def test_weights_go_from_torch_to_wye_and_back():
    text = "TransformerEncoderLayer(8, 2, 16, dropout=0.0)"
    theirs, ours = made(torch, text, 1), made(wye_torch, text, 2)
    found = ours.load_state_dict({n: wye_torch.from_numpy(t.numpy()) for n, t in theirs.state_dict().items()})
    assert repr(found) == "<All keys matched successfully>"
    x = np.random.default_rng(0).standard_normal((5, 2, 8)).astype(np.float32)
    expected = theirs(torch.from_numpy(x)).detach().numpy()
    np.testing.assert_allclose(ours(wye_torch.from_numpy(x)).detach().numpy(), expected, rtol=1e-5, atol=1e-6)


MASKS = ["none", "bool", "float", "causal", "padding", "both"]


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("average", [True, False])
def test_attention_takes_masks(mask, need_weights, average):
    text = "MultiheadAttention(8, 2)"
    x = np.random.default_rng(1).standard_normal((4, 2, 8)).astype(np.float32)
    results = []
    for side in (torch, wye_torch):
        module, q = made(side, text), side.from_numpy(x.copy())
        options = {"need_weights": need_weights, "average_attn_weights": average}
        if mask in ("bool", "both"):
            options["attn_mask"] = side.ones(4, 4, dtype=side.bool).triu(1)
        if mask == "float":
            options["attn_mask"] = side.arange(16.0).reshape(4, 4)
        if mask == "causal":
            options["attn_mask"] = side.nn.Transformer.generate_square_subsequent_mask(4)
            options["is_causal"] = True
        if mask in ("padding", "both"):
            options["key_padding_mask"] = side.tensor([[False, False, True, True], [False, False, False, True]])
        results.append(flat(module(q, q, q, **options)))
    for expected, got in zip(*results, strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


INITIAL = [
    "uniform_(t, -2, 3)", "normal_(t, 1, 2)", "trunc_normal_(t)", "trunc_normal_(t, 0.5, 0.3, 0, 1)",
    "trunc_normal_(t, 0, 1, 1.5, 2.5)", "constant_(t, 0.3)", "ones_(t)", "zeros_(t)", "eye_(t)",
    "xavier_uniform_(t, 1.5)",
    "xavier_normal_(t)", "kaiming_uniform_(t)", "kaiming_uniform_(t, 0.3, 'fan_out')",
    "kaiming_normal_(t, nonlinearity='relu')", "orthogonal_(t, 2)", "sparse_(t, 0.4)", "dirac_(t.view(3, 4, 2), 3)",
]  # fmt: skip


@pytest.mark.parametrize("text", INITIAL)
@pytest.mark.parametrize("shape", [(6, 4), (3, 8)])
def test_initial_values_are_torchs(text, shape):
    results = []
    for side in (torch, wye_torch):
        side.manual_seed(7)
        tensor = side.empty(3, 8) if "view" in text else side.empty(*shape)
        results.append(eval(f"init.{text}", {"init": side.nn.init, "t": tensor}).numpy())
        assert results[-1] is not None
        random.seed(0)
    np.testing.assert_allclose(results[1], results[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("text", ["eye_(t)", "dirac_(t)", "xavier_uniform_(t)", "kaiming_normal_(t, mode='x')",
                                  "orthogonal_(t)", "sparse_(t, 0.1)", "calculate_gain('x')",
                                  "calculate_gain('leaky_relu', True)"])  # fmt: skip
def test_errors_of_initial_values_are_torchs(text):
    messages = []
    for side in (torch, wye_torch):
        with pytest.raises(ValueError, match=r".") as caught:
            eval(f"init.{text}", {"init": side.nn.init, "t": side.empty(3, 3) if "mode" in text else side.empty(3)})
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("name", ["linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"])
def test_gains_are_torchs(name):
    assert wye_torch.nn.init.calculate_gain(name) == torch.nn.init.calculate_gain(name)
    assert wye_torch.nn.init.calculate_gain("leaky_relu", 0.2) == torch.nn.init.calculate_gain("leaky_relu", 0.2)
