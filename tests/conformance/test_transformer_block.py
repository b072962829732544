"""The example's transformer gives torch's numbers from the same weights."""

import numpy as np
import pytest
from examples import transformer_block as example

import wye

pytest.importorskip("torch")
pytestmark = pytest.mark.torch


@pytest.mark.parametrize("seed", range(5))
def test_the_logits_are_those_of_torch(seed):
    arrays = example.make_weights(seed)
    prompt = tuple(np.random.default_rng(seed).integers(0, example.VOCABULARY, 3 + 2 * seed).tolist())
    ours = example.Transformer.of(arrays)(wye.tensor([prompt])).numpy()
    np.testing.assert_allclose(ours, example.torch_logits(arrays, prompt), rtol=1e-5, atol=1e-5)
