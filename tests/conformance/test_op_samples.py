"""Operators with samples for tests: functions of the same name in torch compute the same of them."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

import wye
from wye.pytree import tree_leaves, tree_map
from wye.testing.op_samples import OPERATORS


def function_of(torch, name):
    found = torch
    for part in name.split("."):
        found = getattr(found, part, None)
    return getattr(torch.Tensor, name) if found is None else found


def comparable(value):
    return value.detach().resolve_conj().resolve_neg().numpy()


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("op", OPERATORS, ids=lambda op: op.name)
def test_samples_give_what_torch_gives(op):
    torch = importlib.import_module("torch")
    function = function_of(torch, op.name)

    def in_torch(value):
        if isinstance(value, wye.Tensor):
            return torch.from_numpy(comparable(value).copy())
        return value

    wye.manual_seed(0)
    for dtype in op.supported_dtypes("cpu"):
        samples = list(op.sample_inputs("cpu", dtype))
        assert samples
        for sample in samples:
            given = (sample.input, *sample.args)
            found = tree_leaves(op(*given, **sample.kwargs))
            expected = torch.utils._pytree.tree_leaves(function(*tree_map(in_torch, list(given)), **sample.kwargs))
            for one, other in zip(found, expected, strict=True):
                assert str(one.dtype).rpartition(".")[2] == str(other.dtype).rpartition(".")[2]
                np.testing.assert_allclose(comparable(one), comparable(other), rtol=1e-4, atol=1e-4)
