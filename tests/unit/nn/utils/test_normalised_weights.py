"""Weights that are normalised, by hooks and by parametrizations; layers that are fused."""

import pytest

import wye
from wye import nn
from wye.nn import utils


@pytest.mark.filterwarnings("ignore:.*weight_norm. is deprecated")
@pytest.mark.parametrize("norm", [utils.weight_norm, utils.parametrizations.weight_norm])
def test_weight_norm_keeps_the_weight_and_divides_it_in_two(norm):
    layer = nn.Linear(3, 2)
    before = layer.weight.detach().clone()
    normed = norm(layer)
    assert wye.allclose(normed.weight, before, atol=1e-6)
    length = next(one for name, one in normed.named_parameters() if name.endswith(("_g", "original0")))
    assert wye.allclose(length.flatten(), before.norm(dim=1), atol=1e-6)


@pytest.mark.parametrize("norm", [utils.spectral_norm, utils.parametrizations.spectral_norm])
def test_spectral_norm_makes_the_greatest_singular_value_one(norm):
    layer = norm(nn.Linear(3, 4), n_power_iterations=100)
    layer(wye.ones(3))
    assert wye.linalg.svdvals(layer.weight.detach())[0].item() == pytest.approx(1.0, abs=1e-4)


def test_a_fused_layer_does_what_both_did():
    layer, norm = nn.Conv2d(2, 3, 2).eval(), nn.BatchNorm2d(3).eval()
    norm.running_var.fill_(2.0)
    norm.running_mean.fill_(0.5)
    x = wye.rand(1, 2, 4, 4)
    assert wye.allclose(utils.fuse_conv_bn_eval(layer, norm)(x), norm(layer(x)), atol=1e-5)


def test_a_module_can_be_made_without_first_values():
    assert utils.skip_init(nn.Linear, 2, 3).weight.shape == (3, 2)
    with pytest.raises(RuntimeError, match="'device' arg"):
        utils.skip_init(nn.ReLU)
