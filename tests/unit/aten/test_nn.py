"""Neural network operators: edge cases with values that can be worked out by hand."""

import numpy as np
import pytest

import wye
import wye.aten.register
from wye.aten.fake import nn_conv, nn_loss, nn_norm, nn_pad, nn_pool, nn_sample
from wye.aten.kernels import nn_conv as conv
from wye.aten.kernels import nn_loss as loss
from wye.aten.kernels import nn_norm as norm
from wye.aten.kernels import nn_pad as pad
from wye.aten.kernels import nn_pool as pool
from wye.aten.kernels import nn_sample as sample
from wye.call.packets import ops
from wye.tensors.meta_array import describe

PAIRS = [(conv, nn_conv), (loss, nn_loss), (norm, nn_norm), (pad, nn_pad), (pool, nn_pool), (sample, nn_sample)]


def images(*shape, dtype=np.float32):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


def channels_last(x):
    return np.ascontiguousarray(np.moveaxis(x, 1, -1)).transpose(0, x.ndim - 1, *range(1, x.ndim - 1))


def convolve(x, weight, bias=None, stride=1, padding=0, dilation=1, transposed=False, output_padding=0, groups=1):
    return conv.KERNELS["convolution"](
        x, weight, bias, [stride], [padding], [dilation], transposed, [output_padding], groups
    )


@pytest.fixture
def aten():
    return ops.aten


def test_every_kernel_has_a_fake_one():
    for kernels, fakes in PAIRS:
        assert sorted(kernels.KERNELS) == sorted(fakes.FAKES)


def test_convolution_sums_patches():
    result = convolve(images(1, 1, 3, 3), np.ones((1, 1, 2, 2), np.float32), np.array([1], np.float32))
    np.testing.assert_array_equal(result, [[[[9, 13], [21, 25]]]])


def test_convolution_of_groups_equals_convolutions_of_parts():
    rng = np.random.default_rng(0)
    x, weight = rng.normal(size=(2, 4, 6)), rng.normal(size=(6, 2, 3))
    parts = [convolve(x[:, 2 * g : 2 * g + 2], weight[3 * g : 3 * g + 3], padding=1) for g in (0, 1)]
    np.testing.assert_allclose(convolve(x, weight, padding=1, groups=2), np.concatenate(parts, 1))


def test_depthwise_convolution_equals_convolutions_of_channels():
    rng = np.random.default_rng(0)
    x, weight = rng.normal(size=(2, 3, 5, 5)), rng.normal(size=(6, 1, 2, 2))
    parts = [convolve(x[:, c : c + 1], weight[2 * c : 2 * c + 2], stride=2) for c in range(3)]
    np.testing.assert_allclose(convolve(x, weight, stride=2, groups=3), np.concatenate(parts, 1))


@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("dilation", [1, 2])
def test_transposed_convolution_is_the_adjoint(stride, dilation):
    rng = np.random.default_rng(0)
    x, weight = rng.normal(size=(1, 2, 7)), rng.normal(size=(3, 2, 3))
    y = convolve(x, weight, stride=stride, dilation=dilation, padding=1)
    other = rng.normal(size=y.shape)
    spare = 7 - ((y.shape[2] - 1) * stride - 2 + dilation * 2 + 1)
    back = convolve(other, weight, stride=stride, dilation=dilation, padding=1, transposed=True, output_padding=spare)
    np.testing.assert_allclose((y * other).sum(), (x * back).sum())


def test_convolution_backward_gives_what_is_wanted_only():
    x, weight = images(1, 1, 4), np.ones((1, 1, 2), np.float32)
    grad = np.ones((1, 1, 3), np.float32)
    results = conv.KERNELS["convolution_backward"](
        grad, x, weight, [1], [1], [0], [1], False, [0], 1, [True, False, True]
    )
    np.testing.assert_array_equal(results[0], [[[1, 2, 2, 1]]])
    assert results[1] is None
    np.testing.assert_array_equal(results[2], [3])


def test_convolution_follows_channels_last():
    x, weight = channels_last(images(2, 3, 4, 4)), np.ones((5, 3, 2, 2), np.float32)
    result = convolve(x, weight)
    assert result.strides == describe(channels_last(np.empty((2, 5, 3, 3), np.float32))).strides
    np.testing.assert_array_equal(result, convolve(np.ascontiguousarray(x), weight))


def test_large_batches_are_convolved_in_pieces(monkeypatch):
    x, weight = images(5, 2, 6), np.ones((3, 2, 3), np.float32)
    whole = convolve(x, weight)
    monkeypatch.setattr(conv, "_PATCH_BYTES", 1)
    np.testing.assert_array_equal(convolve(x, weight), whole)


@pytest.mark.parametrize(
    ("x", "weight", "words"),
    [
        (
            (1, 2, 5),
            (1, 3, 2),
            r"Given groups=1, weight of size \[1, 3, 2\], expected input\[1, 2, 5\] to have 3 channels",
        ),
        ((1, 1, 2), (1, 1, 3), r"Calculated padded input size per channel: \(2\). Kernel size: \(3\)"),
        ((1, 2), (1, 1, 3), "Expected 3-dimensional input for 3-dimensional weight"),
    ],
)
def test_convolution_refuses_shapes(x, weight, words):
    with pytest.raises(RuntimeError, match=words):
        convolve(np.zeros(x), np.zeros(weight))


def test_patches_and_back_count_how_often_a_pixel_is_seen():
    x = np.ones((1, 1, 3, 3), np.float32)
    how = ([2, 2], [1, 1], [0, 0], [1, 1])
    columns = conv.KERNELS["im2col"](x, *how)
    assert columns.shape == (1, 4, 4)
    np.testing.assert_array_equal(conv.KERNELS["col2im"](columns, [3, 3], *how), [[[[1, 2, 1], [2, 4, 2], [1, 2, 1]]]])


def test_patches_of_one_pixel_do_not_share_memory():
    x = np.ones((1, 1, 2, 2), np.float32)
    assert not np.shares_memory(conv.KERNELS["im2col"](x, [1, 1], [1, 1], [0, 0], [1, 1]), x)


def test_max_pool_takes_nan_and_counts_indices_in_the_input():
    x = np.array([[[1, np.nan], [3, 2]]], np.float32)
    values, indices = pool.KERNELS["max_pool2d_with_indices"](x, [1, 2])
    assert np.isnan(values[0, 0, 0])
    np.testing.assert_array_equal(indices, [[[1], [2]]])


def test_max_pool_of_nothing_but_minus_infinity_points_into_the_input():
    x = np.full((1, 3, 3), -np.inf, np.float32)
    _, indices = pool.KERNELS["max_pool2d_with_indices"](x, [2], [2], [1])
    np.testing.assert_array_equal(indices, [[[0, 1], [3, 4]]])


def test_ceil_mode_drops_a_window_that_begins_in_the_padding():
    x = images(1, 1, 5)
    values, _ = pool.KERNELS["max_pool2d_with_indices"](x, [1, 2], [1, 2], [0, 0], [1, 1], True)
    np.testing.assert_array_equal(values, [[[1, 3, 4]]])
    x = images(1, 1, 4)
    values, _ = pool.KERNELS["max_pool2d_with_indices"](x, [1, 2], [1, 3], [0, 1], [1, 1], True)
    np.testing.assert_array_equal(values, [[[0, 3]]])


@pytest.mark.parametrize(
    ("options", "expected"),
    [((), [0.25, 1.25]), ((False, False), [0.5, 2.5]), ((False, True, 2), [0.5, 2.5])],
)
def test_avg_pool_divides_by_what_is_asked_for(options, expected):
    x = np.array([[[0, 1, 2, 3]]], np.float32).repeat(1, 1)
    result = pool.KERNELS["avg_pool2d"](x, [2, 2], [2, 2], [1, 0], *options)
    np.testing.assert_array_equal(result[0, 0], expected)


def test_adaptive_windows_overlap_where_sizes_do_not_divide():
    result = pool.KERNELS["_adaptive_avg_pool2d"](images(1, 1, 5), [1, 3])
    np.testing.assert_allclose(result, [[[0.5, 2, 3.5]]])


def test_max_pool_backward_adds_where_windows_share_a_pixel():
    x = np.array([[[0, 5, 0]]], np.float32)
    rest = ([1, 2], [1, 1], [0, 0], [1, 1])
    _, indices = pool.KERNELS["max_pool2d_with_indices"](x, *rest)
    grad = pool.KERNELS["max_pool2d_with_indices_backward"](np.ones((1, 1, 2), np.float32), x, *rest, False, indices)
    np.testing.assert_array_equal(grad, [[[0, 2, 0]]])


def test_layer_norm_of_short_floats_has_float32_statistics_with_float32_weights():
    x, weight = images(2, 4, dtype=np.float16), np.ones(4, np.float32)
    out, mean, rstd = norm.KERNELS["native_layer_norm"](x, [4], weight, None, 1e-5)
    assert (out.dtype, mean.dtype, rstd.dtype) == (np.float16, np.float32, np.float32)
    np.testing.assert_array_equal(mean, [[1.5], [5.5]])


def test_layer_norm_result_is_contiguous_whatever_the_input():
    out, _, _ = norm.KERNELS["native_layer_norm"](images(4, 1, 5).T, [4], None, None, 1e-5)
    assert out.flags.c_contiguous


def test_batch_norm_remembers_the_unbiased_variance():
    x = np.array([[[0.0, 2.0]]])
    mean, var = np.zeros(1), np.ones(1)
    out, save_mean, _ = norm.KERNELS["_native_batch_norm_legit"](x, None, None, mean, var, True, 0.5, 0.0)
    np.testing.assert_allclose(out, [[[-1, 1]]])
    np.testing.assert_allclose((save_mean[0], mean[0], var[0]), (1, 0.5, 1.5))


def test_batch_norm_without_training_saves_nothing():
    x = images(2, 3, 2)
    out, save_mean, save_invstd = norm.KERNELS["_native_batch_norm_legit_no_training"](
        x, None, None, np.zeros(3, np.float32), np.ones(3, np.float32), 0.1, 0.0
    )
    np.testing.assert_array_equal(out, x)
    assert save_mean.shape == save_invstd.shape == (0,)


def test_functional_batch_norm_leaves_its_statistics_alone():
    mean, var = np.zeros(3, np.float32), np.ones(3, np.float32)
    results = norm.KERNELS["_native_batch_norm_legit_functional"](images(2, 3), None, None, mean, var, True, 0.1, 1e-5)
    np.testing.assert_array_equal(mean, 0)
    np.testing.assert_allclose(results[3], [0.15, 0.25, 0.35], rtol=1e-6)


def test_batch_norm_with_update_is_that_of_training_with_one_more_result():
    means, x = (np.zeros(3, np.float32), np.zeros(3, np.float32)), images(2, 3)
    wanted = norm.KERNELS["_native_batch_norm_legit"](x, None, None, means[0], np.ones(3, np.float32), True, 0.1, 1e-5)
    found = norm.KERNELS["_batch_norm_with_update"](x, None, None, means[1], np.ones(3, np.float32), 0.1, 1e-5)
    for one, other in zip(found, wanted, strict=False):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(*means)
    assert (found[3].shape, found[3].dtype) == ((0,), np.uint8)


@pytest.mark.parametrize(
    ("name", "expected"), [("reflection_pad1d", [2, 1, 0, 1, 2, 1]), ("replication_pad1d", [0, 0, 0, 1, 2, 2])]
)
def test_pads_at_the_borders(name, expected):
    np.testing.assert_array_equal(pad.KERNELS[name](images(1, 3), [2, 1]), [expected])


def test_reflection_needs_a_larger_input():
    with pytest.raises(RuntimeError, match="Padding size should be less than the corresponding input dimension"):
        pad.KERNELS["reflection_pad1d"](images(1, 3), [3, 0])


def test_constant_pad_cuts_and_fills():
    np.testing.assert_array_equal(pad.KERNELS["constant_pad_nd"](images(1, 3), [-1, 2], 9), [[1, 2, 9, 9]])
    result = pad.KERNELS["constant_pad_nd"](x := images(2, 2), [0, 0])
    assert not np.shares_memory(result, x)


def test_nearest_and_linear_upsampling():
    x = images(1, 1, 1, 2)
    np.testing.assert_array_equal(sample.KERNELS["upsample_nearest2d"](x, [1, 4]), [[[[0, 0, 1, 1]]]])
    np.testing.assert_allclose(sample.KERNELS["upsample_bilinear2d"](x, [1, 4], False), [[[[0, 0.25, 0.75, 1]]]])
    np.testing.assert_allclose(sample.KERNELS["upsample_bilinear2d"](x, [1, 3], True), [[[[0, 0.5, 1]]]])


@pytest.mark.parametrize(("padding_mode", "expected"), [(0, 0), (1, 3), (2, 2)])
def test_grid_sampler_outside_the_image(padding_mode, expected):
    x = images(1, 1, 1, 4)
    grid = np.array([[[[1.5 + 1 / 6, 0.0]]]], np.float32)  # index 4 when corners are aligned
    result = sample.KERNELS["grid_sampler_2d"](x, grid, 1, padding_mode, True)
    np.testing.assert_allclose(result[0, 0, 0, 0], expected, atol=1e-6)


def test_pixel_shuffle_and_back():
    x = images(2, 8, 3, 3)
    there = sample.KERNELS["pixel_shuffle"](x, 2)
    assert there.shape == (2, 2, 6, 6)
    assert there[0, 0, 0, 1] == x[0, 1, 0, 0]
    np.testing.assert_array_equal(sample.KERNELS["pixel_unshuffle"](there, 2), x)


@pytest.mark.parametrize(("mode", "expected"), [(0, [[4], [0], [5]]), (1, [[2], [0], [5]]), (2, [[3], [0], [5]])])
def test_embedding_bag_modes(mode, expected):
    weight = np.array([[0], [1], [3], [5]], np.float32)
    indices, offsets = np.array([1, 2, 3]), np.array([0, 2, 2])
    np.testing.assert_array_equal(sample.KERNELS["_embedding_bag"](weight, indices, offsets, False, mode)[0], expected)


def test_huber_and_smooth_l1_meet_at_one():
    x, y = np.array([0.5, 3.0]), np.zeros(2)
    np.testing.assert_allclose(loss.KERNELS["huber_loss"](x, y, 0, 1.0), [0.125, 2.5])
    np.testing.assert_allclose(loss.KERNELS["smooth_l1_loss"](x, y, 0, 1.0), [0.125, 2.5])
    np.testing.assert_allclose(loss.KERNELS["smooth_l1_loss"](x, y, 0, 0.0), [0.5, 3.0])


def test_nll_loss_leaves_ignored_targets_out_of_the_mean():
    x = -np.array([[1.0, 2.0], [3.0, 4.0]])
    result, total = loss.KERNELS["nll_loss_forward"](x, np.array([1, -100]), None, 1, -100)
    assert (result, total) == (2, 1)
    with pytest.raises(IndexError, match="Target 2 is out of bounds"):
        loss.KERNELS["nll_loss_forward"](x, np.array([2, 0]), None, 1, -100)


def test_means_of_no_losses_are_no_numbers():
    assert np.isnan(loss.KERNELS["mse_loss"](np.empty((0, 2)), np.empty((0, 2)), 1))
    assert loss.KERNELS["mse_loss"](np.empty((0, 2)), np.empty((0, 2)), 2) == 0


def test_binary_cross_entropy_ends_at_a_hundred():
    with np.errstate(divide="ignore"):
        result = loss.KERNELS["binary_cross_entropy"](np.array([0.0, 1.0]), np.array([1.0, 1.0]), None, 0)
    np.testing.assert_array_equal(result, [100, 0])


def test_same_padding_keeps_the_size(aten):
    x, weight = wye.from_numpy(images(1, 1, 5)), wye.from_numpy(np.ones((1, 1, 4), np.float32))
    result = aten.conv1d(x, weight, None, [1], "same")
    np.testing.assert_array_equal(result.numpy(), [[[3, 6, 10, 9, 7]]])
    with pytest.raises(RuntimeError, match="padding='same' is not supported for strided convolutions"):
        aten.conv1d(x, weight, None, [2], "same")


def test_convolution_without_a_batch(aten):
    x, weight = wye.from_numpy(images(1, 3)), wye.from_numpy(np.ones((2, 1, 2), np.float32))
    assert list(aten.conv1d(x, weight).shape) == [2, 2]


def test_cross_entropy_of_classes_equals_that_of_certain_distributions(aten):
    scores = wye.from_numpy(np.random.default_rng(0).normal(size=(3, 4)))
    target = np.array([0, 3, 1])
    one_hot = np.eye(4)[target]
    classes = aten.cross_entropy_loss(scores, wye.from_numpy(target))
    certain = aten.cross_entropy_loss(scores, wye.from_numpy(one_hot))
    np.testing.assert_allclose(classes.item(), certain.item())


def test_circular_padding_continues_the_input(aten):
    result = aten.pad(wye.from_numpy(images(1, 3)), [1, 2], "circular")
    np.testing.assert_array_equal(result.numpy(), [[2, 0, 1, 2, 0, 1]])


def test_instance_norm_averages_statistics_over_the_batch(aten):
    x = np.array([[[0.0, 2.0]], [[4.0, 6.0]]])
    mean, var = wye.from_numpy(np.zeros(1)), wye.from_numpy(np.ones(1))
    aten.instance_norm(wye.from_numpy(x), None, None, mean, var, True, 1.0, 0.0, False)
    assert (mean.item(), var.item()) == (3, 2)


def test_meta_tensors_go_through_a_small_network(aten):
    def run(make):
        x = aten.conv2d(make(2, 3, 8, 8), make(4, 3, 3, 3), make(4), [1], [1])
        x = aten.max_pool2d(aten.group_norm(x, 2), [2])
        x = aten.adaptive_avg_pool2d(x, [2, 2]).reshape([2, 16])
        return aten.cross_entropy_loss(aten.linear(x, make(5, 16), make(5)), make(2, 5))

    meta = run(lambda *shape: ops.aten.empty(list(shape), device="meta"))
    real = run(lambda *shape: wye.from_numpy(np.ones(shape, np.float32)))
    assert (meta.shape, meta.dtype, meta.device.type) == (real.shape, real.dtype, "meta")


@pytest.mark.parametrize("per_channel", [1, 2])
@pytest.mark.parametrize(("stride", "padding", "dilation"), [(1, 0, 1), (1, 2, 1), (1, 1, 2), (2, 1, 1)])
def test_depthwise_convolution_is_one_convolution_per_channel(stride, padding, dilation, per_channel):
    rng = np.random.default_rng(0)
    x, weight = rng.normal(size=(2, 3, 7, 6)), rng.normal(size=(3 * per_channel, 1, 3, 2))
    whole = convolve(x, weight, stride=stride, padding=padding, dilation=dilation, groups=3)
    for channel in range(3):
        some = slice(channel * per_channel, (channel + 1) * per_channel)
        alone = convolve(x[:, channel : channel + 1], weight[some], stride=stride, padding=padding, dilation=dilation)
        np.testing.assert_allclose(whole[:, some], alone)


def test_transposed_convolution_refuses_more_output_padding_than_a_step():
    with pytest.raises(RuntimeError, match="output padding must be smaller than either stride or dilation"):
        convolve(images(1, 1, 3, 3), images(1, 1, 2, 2), transposed=True, output_padding=1)


def test_a_signal_follows_the_layout_of_its_weight():
    weight = np.ascontiguousarray(images(4, 2, 3).transpose(0, 2, 1)).transpose(0, 2, 1)
    assert convolve(images(1, 2, 5), weight).strides == (48, 4, 16)
    assert convolve(images(1, 2, 5), images(4, 2, 3)).strides == (48, 12, 4)


def test_batch_norm_in_training_needs_elements():
    with pytest.raises(RuntimeError, match=r"at least one element, but got input_sizes = \[0, 3, 2\]"):
        norm.KERNELS["native_batch_norm"](images(0, 3, 2), None, None, None, None, True, 0.1, 1e-5)


def test_binary_cross_entropy_needs_probabilities():
    with pytest.raises(RuntimeError, match="all elements of target should be between 0 and 1"):
        loss.KERNELS["binary_cross_entropy"](np.array([0.5]), np.array([2.0]))


def test_an_empty_bag_has_no_greatest_element_and_no_gradient():
    weight = wye.tensor([[1.0, 5.0], [3.0, 2.0]], requires_grad=True)
    indices, offsets = wye.tensor([0, 1, 0]), wye.tensor([0, 0, 2, 3])
    found = wye.nn.functional.embedding_bag(indices, weight, offsets, mode="max")
    assert found.tolist() == [[0.0, 0.0], [3.0, 5.0], [1.0, 5.0], [0.0, 0.0]]
    found.sum().backward()
    assert weight.grad.tolist() == [[1.0, 2.0], [1.0, 0.0]]


def test_indices_and_offsets_of_bags_may_be_of_two_integer_dtypes_and_must_name_rows():
    weight = wye.arange(6.0).reshape(3, 2)
    for first, second in ((wye.int32, wye.int64), (wye.int64, wye.int32)):
        indices, offsets = wye.tensor([0, 1, 2], dtype=first), wye.tensor([0, 2], dtype=second)
        total, bag_of, *_ = wye.ops.aten._embedding_bag(weight, indices, offsets, False, 1)
        assert total.tolist() == [[1, 2], [4, 5]]
        assert bag_of.dtype is wye.int64
    with pytest.raises(RuntimeError, match="Expected idx >= 0 && idx < num_embeddings but found idx to be -1"):
        wye.ops.aten._embedding_bag(weight, wye.tensor([0, -1]), wye.tensor([0]))


def test_fractional_pooling_of_a_batch_without_samples_gives_one():
    for dims, pooled in ((2, wye.nn.functional.fractional_max_pool2d), (3, wye.nn.functional.fractional_max_pool3d)):
        assert pooled(wye.ones(0, 2, *[8] * dims), 2, output_size=3).shape == (0, 2, *[3] * dims)


@pytest.mark.parametrize(
    ("input", "weight", "words"),
    [
        (wye.int64, wye.float64, "expected scalar type Long but found Double"),
        (wye.float64, wye.complex64, "expected scalar type Double but found ComplexFloat"),
    ],
)
def test_convolutions_name_the_dtypes_that_do_not_meet(input, weight, words):
    x, w = wye.zeros(1, 1, 6, dtype=input), wye.zeros(1, 1, 3, dtype=weight)
    for convolve in (ops.aten.conv1d, ops.aten.conv_transpose1d):
        with pytest.raises(RuntimeError, match=words):
            convolve(x, w)


@pytest.mark.parametrize(
    ("input", "grid", "words"),
    [
        ((5, 5, 5, 5, 5), (1, 1, 1, 4, 4), "expected grid and input to have same batch size"),
        ((5, 5, 5, 5, 5), (5, 1, 1, 4, 4), "expected grid to have size 3 in last dimension"),
        ((5, 5, 5), (5, 1, 1), "expected 4D input and grid with same number of dimensions"),
    ],
)
def test_grids_are_compared_with_images_in_one_order(input, grid, words):
    with pytest.raises(RuntimeError, match=words):
        ops.aten.grid_sampler_2d(wye.ones(input), wye.ones(grid), 0, 0, True)


def test_scans_name_the_dtype_of_their_output():
    out = wye.empty(0, dtype=wye.int16), wye.empty(0, dtype=wye.int64)
    with pytest.raises(RuntimeError, match="expected scalar_type Float but found Short"):
        wye.cummax(wye.ones(2, 2), 0, out=out)
    with pytest.raises(RuntimeError, match="expected scalar_type Double but found Float"):
        wye.logcumsumexp(wye.ones(2, 2, dtype=wye.float64), 0, out=wye.empty(0))
