"""Operators with samples: what tests over many operators find in them."""

import pytest

import wye
from wye.fx import make_fx
from wye.testing import compliance
from wye.testing.op_entries import OPERATORS
from wye.testing.op_info import OpDTypes, ops
from wye.testing.op_references import REFERENCES

WITH_SAMPLES = [op for op in OPERATORS if op.dtypes]
# No tensor comes out, or data decides.
NOT_TRACED = {
    "item", "equal", "allclose", "broadcast_shapes", "nn.functional.gaussian_nll_loss", "nn.functional.one_hot",
    "nn.functional.multi_head_attention_forward", "corrcoef", "cov", "istft",
}  # fmt: skip


def named(name, table=OPERATORS):
    return next(op for op in table if op.full_name == name)


def test_names_are_told_once():
    names = [op.full_name for op in OPERATORS]
    assert len(names) == len(set(names)) == 702
    assert len(WITH_SAMPLES) == 659, "docs/pytorch-differences.md names the number"
    assert len({op.full_name for op in REFERENCES}) == len(REFERENCES) == 349


def test_an_operator_knows_its_variants():
    add = named("add")
    assert (add.get_op(), add.get_method(), add.get_inplace()) == (wye.add, wye.Tensor.add, wye.Tensor.add_)
    assert add.operator_variant(2, 3) == 5
    assert add.supports_dtype(wye.int64, "cpu")
    assert named("nn.functional.linear").get_method() is None
    assert [alias.name for alias in named("abs").aliases] == ["absolute"]


def test_an_operator_without_samples_makes_no_tests():
    alone = [op for op in OPERATORS if not op.dtypes]
    assert "masked.sum" in {op.name for op in alone}

    @ops(alone, dtypes=OpDTypes.supported)
    def test_none(self, device, dtype, op): ...

    assert not test_none.op_runs


def test_a_reference_is_its_operator_under_another_name():
    exp = named("_refs.exp", REFERENCES)
    assert exp.torch_opinfo is named("exp")
    assert exp.dtypes == named("exp").dtypes
    assert not exp.supports_autograd
    assert exp.get_method() is None
    assert wye.equal(exp(wye.ones(2)), wye.exp(wye.ones(2)))
    assert named("_refs.special.multigammaln.mvlgamma_p_1", REFERENCES).torch_opinfo.name == "mvlgamma"


def test_modes_and_subclasses_see_what_an_operator_does():
    def same(one, other):
        for mine, theirs in zip(wye.pytree.tree_leaves(one), wye.pytree.tree_leaves(other), strict=True):
            assert mine is theirs is None or wye.equal(mine, theirs)

    for name in ("mul", "nn.functional.linear", "cat", "split"):
        op = named(name)
        for sample in list(op.sample_inputs("cpu", wye.float64, requires_grad=True))[:2]:
            given, more = [sample.input, *sample.args], sample.kwargs
            compliance.check_with_mode(op, given, more, same)
            compliance.check_choices(op, given, more, same)
            compliance.check_backward(op.op, given, more, same=same)
            compliance.check_forward(op.op, given, more, same=same)

    def peeks(x):
        return x + float(isinstance(x, compliance.Wrapped))

    with pytest.raises(AssertionError):
        compliance.check_choices(peeks, [wye.ones(2)], {}, same)

    def scales(x):
        return x * (1.0 + isinstance(x, compliance.Wrapped))

    for check in (compliance.check_backward, compliance.check_forward):
        with pytest.raises(AssertionError):
            check(scales, [wye.ones(2, requires_grad=True)], {})


def test_samples_that_are_not_contiguous_keep_their_gradients():
    sample = next(iter(named("mul").sample_inputs("cpu", wye.float64, requires_grad=True))).noncontiguous()
    assert sample.input.requires_grad
    assert not sample.input.is_contiguous()


def leaves_of(sample):
    found = wye.pytree.tree_leaves((sample.input, sample.args, sample.kwargs))
    return [one for one in found if isinstance(one, wye.Tensor) and one.requires_grad]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", WITH_SAMPLES, ids=lambda op: op.full_name)
def test_samples_are_called_differentiated_and_traced(op):
    kind = next((k for k in (wye.float64, wye.int64, wye.complex128) if k in op.dtypes), op.dtypes[0])
    grads_wanted = op.supports_autograd and kind in op.supported_backward_dtypes("cpu")
    samples = list(op.sample_inputs("cpu", kind, requires_grad=grads_wanted))
    assert samples
    for sample in samples:
        results = wye.pytree.tree_leaves(op(sample.input, *sample.args, **sample.kwargs))
        leaves = leaves_of(sample)
        outputs = [one for one in results if isinstance(one, wye.Tensor) and one.requires_grad]
        if outputs and leaves:
            wye.autograd.grad(
                [(one.abs() if one.is_complex() else one).sum() for one in outputs], leaves, allow_unused=True
            )
    if op.name in NOT_TRACED or op.has_nondeterministic_output or not isinstance(sample.input, wye.Tensor):
        return
    tensor = sample.input.detach()
    graph = make_fx(lambda x: op(x, *sample.args, **sample.kwargs))(tensor)
    for one, other in zip(
        wye.pytree.tree_leaves(graph(tensor)),
        wye.pytree.tree_leaves(op(tensor, *sample.args, **sample.kwargs)),
        strict=True,
    ):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)


def test_operators_know_whether_a_call_can_say_where_its_result_goes():
    names = ("add", "sum", "cat", "view", "roll", "zeros_like", "argsort")
    assert {name for name in names if named(name).supports_out} == {"add", "cat"}  # as the lists of PyTorch say


def test_cases_know_the_operators_that_they_and_their_gradients_run():
    names = {name: named(name).aten_name for name in ("nn.functional.gelu", "nn.functional.pad.constant", "linalg.det")}
    assert names == {
        "nn.functional.gelu": "gelu", "nn.functional.pad.constant": "constant_pad_nd", "linalg.det": "linalg_det",
    }  # fmt: skip
    assert named("nn.functional.pad.reflect").aten_name == "nn_functional_pad"
    assert named("tanh").aten_backward_name == "tanh_backward"
    assert named("sin").aten_backward_name is None
    assert named("fft.rfft2").decomp_aten_name == "_fft_r2c"


@pytest.mark.parametrize("name", ["div.trunc_rounding", "div.floor_rounding", "polygamma.polygamma_n_1"])
def test_variants_give_their_arguments_with_the_samples_so_that_methods_and_outputs_get_them(name):
    op = named(name)
    for sample in op.sample_inputs("cpu", wye.float64):
        want = op(sample.input, *sample.args, **sample.kwargs)
        assert sample.kwargs
        got = op.method_variant(sample.input, *sample.args, **sample.kwargs)
        out = op(sample.input, *sample.args, **sample.kwargs, out=wye.empty_like(want))
        assert wye.equal(got.nan_to_num(), want.nan_to_num())
        assert wye.equal(out.nan_to_num(), want.nan_to_num())


def test_samples_say_whether_their_first_tensor_is_broadcast():
    for sample in named("heaviside").sample_inputs("cpu", wye.float32, requires_grad=True):
        shape = wye.broadcast_shapes(sample.input.shape, sample.args[0].shape)
        assert sample.broadcasts_input == (shape != sample.input.shape)
