"""Operators with samples for tests: torch's entries say the same of them, and torch computes the same of samples."""

from __future__ import annotations

import functools
import importlib

import numpy as np
import pytest

import wye
from wye.pytree import tree_leaves, tree_map
from wye.testing.op_entries import OPERATORS
from wye.testing.op_references import REFERENCES
from wye.testing.op_table import FACTS, FLAGS, LETTERS

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]

FLAG_NAMES = sorted({name for flag in FLAGS.values() for name in flag})
# Results that are not determined: random numbers, uninitialized memory, the order of equal ones, phases of vectors.
UNDETERMINED = {
    "empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided", "rand_like", "randn",
    "randn_like", "randint", "randint_like", "normal", "normal.number_mean", "normal.in_place", "uniform", "cauchy",
    "exponential", "geometric", "log_normal", "bernoulli", "multinomial", "svd_lowrank", "pca_lowrank", "linalg.eig",
    "linalg.eigh", "linalg.svd", "svd", "linalg.qr", "qr", "geqrf", "resize_", "mode", "sort", "argsort", "msort",
    "nn.functional.rrelu", "nn.functional.fractional_max_pool2d", "nn.functional.fractional_max_pool3d",
    "nn.functional.dropout", "nn.functional.dropout2d", "nn.functional.dropout3d", "nn.functional.alpha_dropout",
    "nn.functional.feature_alpha_dropout.with_train", "nn.functional.feature_alpha_dropout.without_train", "to",
    "nn.functional.multi_head_attention_forward", "linalg.eigvals", "median", "nanmedian", "kthvalue", "topk",
    "max.reduction_with_dim", "min.reduction_with_dim", "argmax", "argmin", "cummax", "cummin",
}  # fmt: skip
# What is not called as torch's entries are, or is about memory that is not carried over.
NOT_COMPARED = {
    *(f"polygamma.polygamma_n_{n}" for n in range(5)), "special.polygamma.special_polygamma_n_0", "div.floor_rounding",
    "div.trunc_rounding", "as_strided.partial_views", "broadcast_shapes", "linalg.lstsq.grad_oriented",
    "max_pool2d_with_indices_backward",
}  # fmt: skip


@functools.cache
def entries():
    lists = importlib.import_module("torch.testing._internal.common_methods_invocations")
    return {(op.name, op.variant_test_name): op for op in (*lists.op_db, *lists.python_ref_db)}


def names(kinds):
    return {str(kind).rpartition(".")[2] for kind in kinds}


def test_the_names_are_those_of_torch():
    assert {(op.name, op.variant_test_name) for op in (*OPERATORS, *REFERENCES)} == set(entries())


@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.full_name)
def test_an_entry_says_what_that_of_torch_says(op):
    theirs = entries()[op.name, op.variant_test_name]
    facts = FACTS[f"{op.name}:{op.variant_test_name}".rstrip(":")]
    assert names(facts["dtypes"]) == names(theirs.dtypes)
    if op.dtypes:
        without_data = {"complex32", *LETTERS["8"].split()}
        assert names(op.supported_dtypes("cpu")) == names(theirs.dtypes) - without_data
        backward = theirs.supported_backward_dtypes("cpu")
        assert names(op.supported_backward_dtypes("cpu")) == names(backward) - without_data
    found = {name: getattr(op, name) for name in FLAG_NAMES}
    assert found == {name: getattr(theirs, name) for name in FLAG_NAMES}
    assert {alias.name for alias in op.aliases} == {alias.name for alias in theirs.aliases}


def comparable(value):
    return value.detach().resolve_conj().resolve_neg().to("cpu")


def as_array(value):
    plain = comparable(value)
    return (plain.float() if "bfloat16" in str(plain.dtype) else plain).numpy()


@pytest.mark.parametrize(
    "op",
    [op for op in OPERATORS if op.dtypes and op.full_name not in UNDETERMINED | NOT_COMPARED],
    ids=lambda op: op.full_name,
)
def test_samples_give_what_torch_gives(op):
    torch = importlib.import_module("torch")
    theirs = entries()[op.name, op.variant_test_name]

    def in_torch(value):
        if isinstance(value, wye.Tensor):
            return torch.from_numpy(as_array(value).copy()).to(getattr(torch, value.dtype.name))
        if isinstance(value, wye.dtype):
            return getattr(torch, value.name)
        return torch.device("cpu") if isinstance(value, wye.device) else value

    wye.manual_seed(0)
    for kind in [k for k in (wye.float64, wye.float32, wye.int64, wye.bool, wye.complex128) if k in op.dtypes]:
        for sample in op.sample_inputs("cpu", kind):
            given = (sample.input, *sample.args)
            expected = theirs(*tree_map(in_torch, given), **tree_map(in_torch, sample.kwargs))
            found = op(*given, **sample.kwargs)
            for one, other in zip(tree_leaves(found), torch.utils._pytree.tree_leaves(expected), strict=True):
                if not isinstance(one, wye.Tensor):
                    assert one == other or one != one
                    continue
                assert (one.dtype.name, tuple(one.shape)) == (str(other.dtype).rpartition(".")[2], tuple(other.shape))
                np.testing.assert_allclose(as_array(one), as_array(other), rtol=1e-4, atol=1e-4)
