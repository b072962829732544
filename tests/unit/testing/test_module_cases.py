"""Tests of modules from descriptions, losses by their formulas, and what tests set up for both."""

import unittest
from typing import ClassVar

import pytest

import wye
import wye.process_settings as settings
from wye import nn
from wye.nn import functional as functions
from wye.nn.attention import SDPBackend, allowed_backends, sdp_kernel
from wye.nn.modules import global_hooks
from wye.testing import TestCase, instantiate_parametrized_tests
from wye.testing.cases import swap
from wye.testing.comparing import assert_same
from wye.testing.devices import large
from wye.testing.loss_references import LOSSES
from wye.testing.module_cases import (
    CriterionDescription,
    ModuleDescription,
    check_bfloat16,
    check_empty_batch,
    nested_layers,
    of_a_batch_of_one,
)

_CASE = TestCase()


def test_a_layer_that_is_right_passes_and_has_a_name():
    described = ModuleDescription(
        nn.Linear, "small", lambda given, weights, module: given @ weights[0].T + weights[1],
        constructor_args=(3, 2), input_size=(2, 3), default_dtype=wye.float64,
    )  # fmt: skip
    assert described.get_name() == "test_Linear_small"
    described(_CASE)
    ModuleDescription(nn.ReLU, input_size=(4,), check_inplace=True, default_dtype=wye.float64)(_CASE)


def test_a_layer_with_other_values_or_wrong_gradients_fails():
    class Wrong(wye.autograd.Function):
        @staticmethod
        def forward(ctx, value):
            return value * 2

        @staticmethod
        def backward(ctx, grad):
            return grad

    class Layer(nn.Module):
        def forward(self, value):
            return Wrong.apply(value)

    with pytest.raises(AssertionError):
        ModuleDescription(Layer, reference_fn=lambda given, *_: given * 3, input_size=(2,))(_CASE)
    with pytest.raises(RuntimeError, match="Jacobian mismatch"):
        ModuleDescription(Layer, input_size=(2,), default_dtype=wye.float64)(_CASE)


def test_a_loss_is_compared_with_its_formula():
    CriterionDescription(
        nn.SmoothL1Loss, reference_fn=lambda given, target, module: LOSSES["SmoothL1Loss"](given, target),
        input_size=(2, 3), target_fn=lambda: wye.zeros(2, 3), default_dtype=wye.float64,
    )(_CASE)  # fmt: skip
    with pytest.raises(unittest.SkipTest):
        CriterionDescription(nn.L1Loss).test_cuda(_CASE)


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_formulas_of_losses_give_what_the_operators_give(reduction):
    wye.manual_seed(0)
    one, other, third = (wye.randn(4, 3, dtype=wye.float64) for _ in range(3))
    sign, classes = wye.tensor([1, -1, 1, -1]), wye.tensor([0, 2, -100, 1])
    pairs = [
        (functions.cosine_embedding_loss, "CosineEmbeddingLoss", (one, other, sign), {"margin": 0.2}),
        (functions.margin_ranking_loss, "MarginRankingLoss", (one[:, 0], other[:, 0], sign), {"margin": 0.2}),
        (functions.triplet_margin_loss, "TripletMarginLoss", (one, other, third), {"swap": True}),
        (functions.hinge_embedding_loss, "HingeEmbeddingLoss", (one, sign.unsqueeze(1)), {"margin": 0.7}),
        (functions.huber_loss, "HuberLoss", (one, other), {"delta": 0.5}),
        (functions.soft_margin_loss, "SoftMarginLoss", (one, other.sign()), {}),
        (functions.kl_div, "KLDivLoss", (one, other.softmax(1)), {}),
        (functions.nll_loss, "NLLLoss", (one, classes), {}),
        (
            functions.cross_entropy,
            "CrossEntropyLoss",
            (one, classes),
            {"weight": third[0].abs(), "label_smoothing": 0.1},
        ),
        (functions.cross_entropy, "CrossEntropyLoss", (one, other.softmax(1)), {"label_smoothing": 0.1}),
    ]
    for function, name, given, options in pairs:
        found = LOSSES[name](*given, reduction=reduction, **options)
        assert_same(function(*given, reduction=reduction, **options), found)


def test_batches_without_elements_low_precision_and_single_elements():
    check_empty_batch(_CASE, nn.Linear(3, 3), wye.randn(0, 3))
    check_bfloat16(_CASE, nn.ReLU(), "cpu", inp_dims=(3, 4))
    layer = nn.Conv1d(2, 2, 2)
    given = wye.randn(2, 5)
    assert_same(of_a_batch_of_one(given, [], layer), layer(given))
    layer, net, outer = nested_layers()
    assert [name for name, _ in layer.named_buffers()] == ["layer_dummy_buf"]
    assert [name for name, _ in net.named_parameters()] == ["dummy_param", "l1.layer_dummy_param"]
    assert outer[0] is outer[1] is net


def test_a_test_runs_for_each_way_of_taking_parameters():
    class Asking(TestCase):
        seen: ClassVar[list[bool]] = []

        @swap([True, False])
        def test_it(self):
            self.seen.append(settings.get_swap_module_params_on_conversion())

    instantiate_parametrized_tests(Asking)
    for name in ("test_it_swap_True", "test_it_swap_False"):
        getattr(Asking(name), name)()
    assert Asking.seen == [True, False]


def test_named_implementations_of_attention_are_allowed_in_a_block():
    with sdp_kernel(enable_flash=False, enable_mem_efficient=False):
        assert allowed_backends() == [SDPBackend.MATH, SDPBackend.CUDNN_ATTENTION]
    with pytest.raises(AssertionError):
        sdp_kernel(False, False, False, False)


def test_assigning_to_a_name_of_hooks_replaces_the_entries_that_calls_read():
    names = global_hooks.HookNames("names")
    names.forward = global_hooks.FORWARD
    before = dict(global_hooks.FORWARD)
    calls = []
    handle = global_hooks.register_module_forward_hook(lambda *args: calls.append(args))
    names.forward = before
    assert names.forward is global_hooks.FORWARD
    nn.ReLU()(wye.ones(1))
    assert not calls
    handle.remove()


def test_memory_that_a_test_needs_may_depend_on_its_arguments():
    def run(wanted, *, size=lambda wanted: wanted):
        return large(size)(lambda wanted: "ran")(wanted)

    assert run("0GB") == run(0) == run(0.0) == "ran"
    with pytest.raises(unittest.SkipTest, match="less than 1e6GB"):
        run("1e6GB")


def test_one_sample_of_an_instance_norm_has_a_number_of_dimensions():
    assert [layer(1)._get_no_batch_dim() for layer in (nn.InstanceNorm1d, nn.InstanceNorm3d)] == [2, 4]
