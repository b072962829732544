"""Layers: what they compute, and what they refuse.  tests/conformance/nn compares their values with PyTorch's."""

import pytest

import wye
from wye import nn


def test_linear_maps():
    layer = nn.Linear(2, 3)
    x = wye.rand(4, 2)
    assert wye.allclose(layer(x), x @ layer.weight.T + layer.bias)
    assert nn.Linear(2, 3, bias=False).bias is None
    assert nn.Identity(1, a=2)(x) is x
    with pytest.raises(ValueError, match="in1_features must be > 0"):
        nn.Bilinear(0, 1, 1)


def test_convolutions_pad_as_they_are_told():
    x = wye.rand(1, 2, 5)
    assert nn.Conv1d(2, 3, 3, padding="same", dilation=2)(x).shape == (1, 3, 5)
    for mode in ("reflect", "replicate", "circular"):
        layer = nn.Conv1d(2, 3, 3, padding=1, padding_mode=mode)
        padded = nn.functional.pad(x, (1, 1), mode=mode)
        assert wye.allclose(layer(x), wye.conv1d(padded, layer.weight, layer.bias))
    with pytest.raises(ValueError, match="Invalid padding string"):
        nn.Conv1d(1, 1, 1, padding="other")
    with pytest.raises(ValueError, match="padding_mode must be one of"):
        nn.Conv1d(1, 1, 1, padding_mode="other")
    with pytest.raises(ValueError, match='Only "zeros" padding mode'):
        nn.ConvTranspose1d(1, 1, 1, padding_mode="reflect")


def test_the_output_size_of_a_transposed_convolution():
    layer = nn.ConvTranspose2d(1, 1, 3, stride=2)
    x = wye.rand(1, 1, 4, 4)
    assert layer(x, output_size=(10, 9)).shape == (1, 1, 10, 9)
    assert layer(x, output_size=(1, 1, 9, 10)).shape == (1, 1, 9, 10)
    with pytest.raises(ValueError, match="valid sizes range from"):
        layer(x, output_size=(12, 9))


def test_batch_norm_tracks_statistics_in_training_only():
    layer = nn.BatchNorm1d(2)
    x = wye.rand(8, 2)
    layer(x)
    assert layer.num_batches_tracked.item() == 1
    assert wye.allclose(layer.running_mean, 0.1 * x.mean(0))
    before = layer.running_mean.clone()
    layer.eval()(x + 1)
    assert wye.equal(layer.running_mean, before)
    layer.reset_running_stats()
    assert layer.running_var.tolist() == [1, 1]
    with pytest.raises(ValueError, match=r"expected 4D input \(got 2D input\)"):
        nn.BatchNorm2d(2)(x)


def test_the_mean_of_all_batches():
    layer = nn.BatchNorm1d(1, momentum=None)
    first, second = wye.tensor([[1.0], [3.0]]), wye.tensor([[5.0], [7.0]])
    layer(first)
    layer(second)
    assert layer.running_mean.item() == pytest.approx(4.0)


def test_norms_of_layers_and_groups():
    x = wye.rand(2, 4, 6)
    assert wye.allclose(nn.LayerNorm(6)(x).mean(-1), wye.zeros(2, 4), atol=1e-5)
    assert wye.allclose(nn.RMSNorm(6)(x).pow(2).mean(-1), wye.ones(2, 4), atol=1e-4)
    assert wye.allclose(nn.GroupNorm(2, 4)(x).reshape(2, 2, -1).mean(-1), wye.zeros(2, 2), atol=1e-5)
    with pytest.raises(ValueError, match="must be divisible by num_groups"):
        nn.GroupNorm(3, 4)


def test_dropout_drops_in_training_only():
    layer, x = nn.Dropout(0.5), wye.ones(1000)
    assert 300 < (layer(x) == 0).sum().item() < 700
    assert set(layer(x).tolist()) == {0.0, 2.0}
    assert wye.equal(layer.eval()(x), x)
    with pytest.raises(ValueError, match="between 0 and 1"):
        nn.Dropout(1.5)


def test_embeddings_of_a_padding_are_zero():
    table = nn.Embedding(3, 2, padding_idx=-1)
    assert table.padding_idx == 2
    assert table(wye.tensor([2])).tolist() == [[0, 0]]
    given = nn.Embedding.from_pretrained(wye.ones(3, 2), False, 1)
    assert given.weight.requires_grad
    assert given.padding_idx == 1
    bag = nn.EmbeddingBag.from_pretrained(wye.ones(3, 2), True, None, 2.0, False, "sum")
    assert bag(wye.tensor([[0, 1]])).tolist() == [[2, 2]]
    with pytest.raises(AssertionError, match="Padding_idx must be within"):
        nn.Embedding(3, 2, padding_idx=3)


def test_softmax_of_images_is_over_channels():
    assert wye.allclose(nn.Softmax2d()(wye.rand(2, 3, 2, 2)).sum(1), wye.ones(2, 2, 2))
    with pytest.raises(ValueError, match="expected input to be 3D or 4D"):
        nn.Softmax2d()(wye.rand(2))


def test_pools_with_random_windows():
    x = wye.rand(1, 2, 8, 8)
    assert nn.FractionalMaxPool2d(2, output_size=4)(x).shape == (1, 2, 4, 4)
    assert nn.FractionalMaxPool2d(2, output_ratio=0.5)(x).shape == (1, 2, 4, 4)
    for options in ({}, {"output_size": 3, "output_ratio": 0.5}, {"output_ratio": 2}):
        with pytest.raises(ValueError, match="output_"):
            nn.FractionalMaxPool2d(2, **options)


def test_unpooling_puts_elements_back():
    x = wye.rand(1, 1, 4)
    values, places = nn.MaxPool1d(2, return_indices=True)(x)
    back = nn.MaxUnpool1d(2)(values, places)
    assert back.sum().item() == pytest.approx(values.sum().item())
    assert nn.MaxUnpool1d(2)(values, places, output_size=(5,)).shape == (1, 1, 5)


def test_attention_projects_one_tensor_once():
    layer = nn.MultiheadAttention(4, 2, batch_first=True).eval()
    x = wye.rand(2, 3, 4)
    answer, weights = layer(x, x, x)
    other, _ = layer(x, x.clone(), x.clone())
    assert wye.allclose(answer, other, atol=1e-6)
    assert wye.allclose(weights.sum(-1), wye.ones(2, 3))
    with pytest.raises(AssertionError, match="divisible"):
        nn.MultiheadAttention(5, 2)


def test_a_causal_transformer_does_not_look_ahead():
    layer = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True), 2).eval()
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    x = wye.rand(1, 5, 4)
    before = layer(x, mask=mask)
    x[0, 4] += 1
    assert wye.allclose(layer(x, mask=mask)[0, :4], before[0, :4], atol=1e-6)
    assert not wye.allclose(layer(x)[0, :4], before[0, :4])
