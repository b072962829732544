"""examples/transformer_block.py gives the numbers that it gave when torch agreed with it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from examples import transformer_block as example

import wye

# The first logits after the prompt, and what follows it; tests/conformance compares them with torch.
LAST = [1.9457, -0.5593, 0.5249, -0.3372, 0.2636, -0.8819]
CONTINUED = [0, 7, 7, 7, 7, 20, 19, 19]

# BLAS adds in another order where a matrix has more rows, and each processor has its own order.
ROUNDING = {"rtol": 1e-5, "atol": 1e-5}


@pytest.fixture(scope="module")
def model():
    return example.Transformer.of(example.make_weights())


def test_the_weights_are_always_the_same():
    first = example.make_weights()["tokens"][0, :3]
    assert first.tolist() == pytest.approx([0.025664574, -0.026965793, 0.130725726])


def test_the_logits_are_the_stored_ones(model):
    logits = model(wye.tensor([example.PROMPT]))
    assert logits.shape == (1, len(example.PROMPT), example.VOCABULARY)
    assert logits.dtype is wye.float32
    assert logits[0, -1, :6].tolist() == pytest.approx(LAST, abs=1e-4)


def test_the_likeliest_tokens_follow(model):
    assert model.continued(example.PROMPT, 8)[len(example.PROMPT) :] == CONTINUED


def test_no_position_sees_a_later_one(model):
    tokens = list(example.PROMPT)
    before = model(wye.tensor([tokens]))
    after = model(wye.tensor([[*tokens[:-1], 31]]))
    np.testing.assert_allclose(before[0, :-1].numpy(), after[0, :-1].numpy(), **ROUNDING)
    assert not np.allclose(before[0, -1].numpy(), after[0, -1].numpy())


def test_a_batch_is_its_parts(model):
    both = model(wye.tensor([example.PROMPT, example.PROMPT[::-1]]))
    alone = model(wye.tensor([example.PROMPT[::-1]]))
    np.testing.assert_allclose(both[1].numpy(), alone[0].numpy(), **ROUNDING)


def test_shapes_are_known_without_data(model):
    weights = {name: weight.to("meta") for name, weight in model.weights.items()}
    logits = example.Transformer(weights, [])(wye.zeros(2, 5, dtype=wye.int64, device="meta"))
    assert (logits.shape, logits.device.type) == ((2, 5, example.VOCABULARY), "meta")


def test_it_prints_what_happens():
    script = Path(example.__file__)
    printed = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout
    assert "logits           1 x 6 x 32" in printed
    assert "| 0 7 7 7 7 20 19 19" in printed
