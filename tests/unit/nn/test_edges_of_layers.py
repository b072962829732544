"""Layers and functions of layers at their edges: no elements, long rows, arguments that are refused."""

from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest

import wye
import wye.nn.functional as F  # noqa: N812 - as everybody calls it
from wye import nn
from wye.nn.utils import fuse_conv_bn_weights, fuse_linear_bn_weights, parametrize
from wye.nn.utils.parametrizations import orthogonal
from wye.nn.utils.rnn import pad_sequence
from wye.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm


def test_long_rows_and_many_samples_keep_their_digits():
    rows = wye.rand(2, 1 << 20)
    exact = rows.double()
    exact = (exact - exact.mean(1, keepdim=True)) / (exact.var(1, unbiased=False, keepdim=True) + 1e-5).sqrt()
    assert (F.layer_norm(rows, [1 << 20]) - exact).abs().max() < 5e-6
    assert (F.group_norm(rows.view(2, 4, -1), 1).view(2, -1) - exact).abs().max() < 5e-6
    images = wye.randint(1, 10, (16, 2, 20, 20)).float().requires_grad_()
    slopes = wye.randint(1, 10, (16, 2, 20, 20)).float()
    norm = nn.BatchNorm2d(2)
    norm(images).backward(slopes)
    wide = images.detach().double()
    normal = (wide - wide.mean((0, 2, 3), keepdim=True)) / (
        wide.var((0, 2, 3), unbiased=False, keepdim=True) + 1e-5
    ).sqrt()
    assert (norm.weight.grad - (normal * slopes).sum((0, 2, 3))).abs().max() < 5e-3


def test_group_norm_keeps_channels_last():
    images = wye.randn(2, 4, 3, 3).contiguous(memory_format=wye.channels_last)
    result = F.group_norm(images, 2)
    assert result.is_contiguous(memory_format=wye.channels_last)
    np.testing.assert_allclose(result.numpy(), F.group_norm(images.contiguous(), 2).numpy(), rtol=1e-5, atol=1e-6)


def test_batches_without_elements():
    layer = nn.TransformerEncoderLayer(8, 2, 4).eval()
    assert layer(wye.randn(3, 0, 8)).shape == (3, 0, 8)
    nothing = wye.randn(0, 3)
    assert F.cross_entropy(nothing, nothing).isnan()
    assert F.cross_entropy(wye.randn(4, 0), wye.randn(4, 0), reduction="sum") == 0
    unpool = nn.MaxUnpool2d(2)
    assert unpool(wye.ones(0, 2, 2, 2), wye.ones(0, 2, 2, 2, dtype=wye.long)).shape == (0, 2, 4, 4)


def test_functions_refuse_what_does_not_fit():
    with pytest.raises(RuntimeError, match="0D or 1D target tensor expected"):
        F.cosine_embedding_loss(wye.randn(5, 2), wye.randn(5, 2), wye.ones(5, 1))
    with pytest.raises(RuntimeError, match="too small"):
        F.fold(wye.randn(1, 12, 12), (4, 5), (2, 2), dilation=8)
    with pytest.raises(RuntimeError, match="size 1 in last dimension"):
        F.grid_sample(wye.randn(1, 2, 2), wye.randn(1, 1, 1, 2), align_corners=False)
    with pytest.raises(TypeError, match="expected size to be one of int"):
        F.interpolate(wye.randn(1, 1, 4, 4), size=[2.5, 2])
    with pytest.raises(RuntimeError, match="Expected iterable"):
        pad_sequence(5)
    attention = nn.MultiheadAttention(4, 2)
    with pytest.raises(AssertionError, match="expected `key` and `value` to be 3-D but found 2-D and 3-D tensors"):
        attention(wye.randn(4, 4, 4), wye.randn(4, 4), wye.randn(4, 4, 4))


def test_pools_refuse_strides_and_windows_and_areas_are_sizes():
    with pytest.raises(RuntimeError, match="stride should not be zero"):
        F.max_pool2d(wye.ones(1, 1, 4, 4), 2, stride=0)
    with pytest.raises(RuntimeError, match="must either be a single Int or tuple of three Ints"):
        F.fractional_max_pool3d(wye.rand(1, 5, 5, 5), (2, 2), output_size=2)
    x = wye.rand(2, 3, 4)
    found = F.interpolate(x, scale_factor=1.7, mode="area", recompute_scale_factor=False)
    assert wye.equal(found, F.interpolate(x, size=6, mode="area"))
    assert wye.linalg.vander(wye.tensor(2.0), N=3).tolist() == [[1, 2, 4]]


def test_windows_are_padded_by_half_of_them_at_most():
    x = wye.arange(5.0).view(1, 1, 5)
    with pytest.raises(RuntimeError, match="half of kernel size, but got pad=2"):
        F.max_pool1d(x, 2, stride=1, padding=2, dilation=3)
    with pytest.raises(RuntimeError, match="at most half of effective kernel size, but got pad=3"):
        F.max_pool1d(x, 2, stride=1, padding=3, dilation=3)
    with pytest.raises(RuntimeError, match="stride must be greater than zero"):
        F.max_pool1d(x, 2, stride=0)
    with pytest.raises(RuntimeError, match="max_pool1d: Expected 2D or 3D"):
        F.max_pool1d(wye.ones(3), 2)


def test_narrow_floats_and_refusals_of_their_numbers():
    x = wye.full((1, 1, 2, 2), 2.0, dtype=wye.bfloat16)
    places = wye.arange(4).view(1, 1, 2, 2) * 2
    assert F.max_unpool2d(x, places, 2, output_size=(4, 4)).sum() == 8
    assert wye.isin(x, x).all()
    np.testing.assert_allclose(
        wye.matrix_exp(x[0, 0].half()).double().numpy(), wye.matrix_exp(x[0, 0].double()).numpy(), rtol=1e-2
    )
    with pytest.raises(RuntimeError, match=r"\[0, 65504\] for input dtype Half, but found -1"):
        F.softshrink(wye.ones(2).half(), -1.0)
    with pytest.raises(RuntimeError, match="target tensor should be 1-D"):
        F.multi_margin_loss(wye.ones(5, 4), wye.ones(5, 4).long())
    with pytest.raises(RuntimeError, match="at least 1-dimensional"):
        F.rms_norm(wye.ones(2), ())
    with pytest.raises(RuntimeError, match="3-dimensional weight"):
        F.conv2d(wye.ones(1, 1, 4, 4), wye.ones(1, 2, 2), padding="same")


def test_affine_grid_warns_of_sizes_of_one():
    with pytest.warns(UserWarning, match="unit-size grids"):
        F.affine_grid(wye.zeros(1, 2, 3), [1, 1, 2, 1], align_corners=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        F.affine_grid(wye.zeros(1, 2, 3), [1, 1, 2, 1], align_corners=False)


def test_a_gradient_of_another_dtype_becomes_that_of_the_output():
    layer = nn.Conv2d(2, 3, 3).bfloat16()
    layer(wye.randn(1, 2, 5, 5).bfloat16()).backward(wye.ones(1, 3, 3, 3))
    assert layer.weight.grad.dtype is wye.bfloat16


def test_fused_biases_require_what_biases_required():
    conv, linear, norm = nn.Conv2d(2, 2, 1), nn.Linear(2, 2), nn.BatchNorm2d(2)
    stats = (norm.running_mean, norm.running_var, norm.eps, norm.weight, norm.bias)
    for layer, fuse in ((conv, fuse_conv_bn_weights), (linear, fuse_linear_bn_weights)):
        layer.bias.requires_grad_(False)
        weight, bias = fuse(layer.weight, layer.bias, *stats)
        assert weight.requires_grad
        assert not bias.requires_grad
        assert not fuse(layer.weight, None, *stats)[1].requires_grad


def test_reflections_give_back_the_orthogonal_matrix_that_was_assigned():
    for shape in ((4, 4), (5, 3), (3, 5)):
        layer = orthogonal(nn.Linear(*shape), orthogonal_map="householder", use_trivialization=False)
        for _ in range(3):
            wanted = wye.linalg.qr(wye.randn(shape).to(wye.float32))[0] if shape[0] == shape[1] else layer.weight
            wanted = wanted.detach().clone()
            layer.weight = wanted
            np.testing.assert_allclose(layer.weight.detach().numpy(), wanted.numpy(), atol=1e-5)


def test_steps_without_an_inverse_can_come_second():
    class Squared(nn.Module):
        def forward(self, x):
            return x * x

        def right_inverse(self, x):
            raise NotImplementedError

    class OfBools(nn.Module):
        def forward(self, x):
            return x

        def right_inverse(self, x):
            return x.bool()

    layer = nn.Linear(2, 2)
    parametrize.register_parametrization(layer, "weight", nn.Identity())
    parametrize.register_parametrization(layer, "weight", Squared())
    with pytest.raises(ValueError, match="must have the same dtype as module"):
        parametrize.register_parametrization(layer, "weight", OfBools())


def test_states_of_spectral_norm_say_their_version_and_old_ones_are_read():
    layer = spectral_norm(nn.Linear(3, 5))
    given = wye.randn(2, 3)
    layer(given)
    layer.eval()
    state, expected = copy.deepcopy(layer.state_dict()), layer(given).detach()
    assert state._metadata[""]["spectral_norm"] == {"weight.version": 1}
    del state._metadata[""]["spectral_norm"], state["weight_v"]
    state["weight"] = layer.weight.detach().clone()
    layer.load_state_dict(state)
    np.testing.assert_allclose(layer(given).detach().numpy(), expected.numpy(), rtol=1e-4, atol=1e-5)
    remove_spectral_norm(layer)
    assert "spectral_norm" not in layer.state_dict()._metadata[""]
    with pytest.warns(UserWarning, match="Lazy modules"):
        lazy = nn.LazyLinear(2)
    with pytest.raises(ValueError, match="uninitialized parameters"):
        spectral_norm(lazy)


def test_sync_batch_norm_takes_the_place_of_others():
    layer = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Sequential(nn.BatchNorm2d(3)))
    made = nn.SyncBatchNorm.convert_sync_batchnorm(layer)
    assert made is layer
    assert type(made[1]) is type(made[2][0]) is nn.SyncBatchNorm
    assert nn.SyncBatchNorm(2)(wye.randn(3, 2, 4)).shape == (3, 2, 4)
    assert type(nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm1d(2))) is nn.SyncBatchNorm
    with pytest.raises(ValueError, match="at least 2D"):
        nn.SyncBatchNorm(2)(wye.randn(2))


def test_modules_refuse_copies_replace_parameters_and_take_buffers_of_subclasses():
    layer = nn.Linear(2, 2)
    with pytest.raises(RuntimeError, match="copy argument"):
        layer.to("cpu", copy=True)
    layer.compile()
    with pytest.raises(RuntimeError, match="nope"):
        layer.compile(backend="nope")
    replica = nn.ParameterList([nn.Parameter(wye.ones(2))])._replicate_for_data_parallel()
    assert not list(replica.parameters())
    setattr(replica, "0", wye.zeros(2))
    assert replica[0].tolist() == [0, 0]

    class Old(nn.Module):
        def register_buffer(self, name, value):
            super().register_buffer(name, value)

    old = Old()
    old.kept = nn.Buffer(wye.ones(1))
    assert dict(old.named_buffers()) == {"kept": old.kept}
    with pytest.raises(RuntimeError, match="persistent"):
        old.other = nn.Buffer(wye.ones(1), persistent=False)
    old.number = 5
    with pytest.raises(KeyError, match="already exists"):
        old.number = nn.Buffer(wye.ones(1))


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_convolutions_that_keep_the_size_take_inputs_without_a_batch(axes: int) -> None:
    convolve = getattr(F, f"conv{axes}d")
    given, weight = wye.randn(2, *[5] * axes), wye.randn(3, 2, *[2] * axes)
    found = convolve(given, weight, padding="same")
    assert found.shape == (3, *[5] * axes)
    assert wye.equal(found, convolve(given.unsqueeze(0), weight, padding="same")[0])


def test_circular_paddings_name_the_dimensions_that_they_take() -> None:
    with pytest.raises(ValueError, match=r"expected 2D or 3D input \(got 4D input\)"):
        nn.CircularPad1d(1)(wye.ones(1, 1, 2, 2))
    with pytest.raises(ValueError, match=r"expected 4D or 5D input \(got 3D input\)"):
        nn.CircularPad3d(1)(wye.ones(2, 2, 2))
    assert nn.CircularPad1d(1)(wye.ones(1, 2)).shape == (1, 4)


@pytest.mark.parametrize("axes", [2, 3])
def test_gradients_of_group_norms_lie_in_memory_as_the_input_does(axes: int) -> None:
    by_channels = (wye.channels_last, wye.channels_last_3d)[axes - 2]
    given = wye.randn(2, 4, *[3] * axes).contiguous(memory_format=by_channels).requires_grad_()
    module = nn.GroupNorm(2, 4)
    module(given).square().sum().backward()
    assert given.grad.is_contiguous(memory_format=by_channels)
    plain = given.detach().contiguous().requires_grad_()
    module(plain).square().sum().backward()
    assert plain.grad.is_contiguous()
    wye.testing.assert_close(given.grad, plain.grad)


@pytest.mark.parametrize("dtype", [wye.bfloat16, wye.float16])
def test_gradients_of_bags_of_short_floats_are_rounded_as_those_of_embeddings(dtype: object) -> None:
    indices = wye.zeros(4000, dtype=wye.int64)
    found = []
    for look_up in (
        lambda weight: F.embedding(indices, weight),
        lambda weight: F.embedding_bag(indices, weight, wye.arange(4000), mode="sum"),
    ):
        weight = wye.zeros(2, 3, dtype=dtype, requires_grad=True)
        look_up(weight).backward(wye.ones(4000, 3, dtype=dtype))
        found.append(weight.grad)
    assert wye.equal(*found)


def test_bags_name_which_argument_has_too_many_dimensions() -> None:
    weight, flat, square = wye.ones(2, 2), wye.zeros(2, dtype=wye.int64), wye.zeros(2, 2, dtype=wye.int64)
    with pytest.raises(RuntimeError, match="offsets has to be a 1D Tensor, but got Tensor of dimension 2"):
        wye.embedding_bag(weight, flat, square)
    with pytest.raises(RuntimeError, match="input has to be a 1D or 2D Tensor, but got Tensor of dimension 3"):
        wye.embedding_bag(weight, square[None], flat)


def test_attention_without_a_batch_names_the_shape_of_a_mask_that_it_takes() -> None:
    module, given = nn.MultiheadAttention(4, 4), wye.ones(3, 4)
    with pytest.raises(AssertionError, match=r"Expected `attn_mask` shape to be \(4, 3, 3\) but got"):
        module(given, given, given, attn_mask=wye.ones(5, 3, 3).bool())


@pytest.mark.filterwarnings("ignore:Lazy modules")
def test_states_are_loaded_into_parameters_without_shape() -> None:
    lazy, made = nn.LazyLinear(2), nn.Linear(3, 2)
    lazy.load_state_dict(made.state_dict())
    assert wye.equal(lazy.weight, made.weight)

    class Holder(nn.modules.lazy.LazyModuleMixin, nn.Module):
        def __init__(self, parameter: object) -> None:
            super().__init__()
            self.register_parameter("held", parameter)  # type: ignore[arg-type]

    holder = Holder(nn.UninitializedParameter())
    holder.load_state_dict(Holder(nn.Parameter(wye.ones(5, 5))).state_dict())
    assert holder.held.shape == (5, 5)
