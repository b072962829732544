"""NumPy's functions on tensors: results have the class that they have for PyTorch's tensors."""

import numpy as np
import pytest

import wye
import wye.numpy
from wye.numpy.coverage import _call_of, functions
from wye.pytree import tree_leaves, tree_map

torch = pytest.importorskip("torch")

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]  # of what torch's tensors do not have
# Where they differ, and why: see docs/pytorch-differences.md and docs/numpy-differences.md.
DIFFERENT = {
    "nonzero": "a tuple, as NumPy's", "shape": "a tuple, as NumPy's", "size": "a number",
    "linalg.svd": "all are tensors", "linalg.eig": "all are tensors", "linalg.eigh": "all are tensors",
    "linalg.lstsq": "all are tensors", "histogramdd": "all are ndarrays",
    "choose": "a tensor also where the positions are a list",
}  # fmt: skip


def _classes(found):
    leaves = tree_leaves(found if isinstance(found, (list, tuple)) else [found])
    return ["tensor" if isinstance(one, (wye.Tensor, torch.Tensor)) else type(one).__name__ for one in leaves]


def _given(make, args):
    return tree_map(lambda one: make(one.copy()) if isinstance(one, np.ndarray) else one, args)


@pytest.mark.parametrize(("name", "function"), [pytest.param(*one, id=one[0]) for one in functions()])
def test_the_class_of_results_is_pytorchs(name, function):
    call = _call_of(function)
    if call is None:
        pytest.skip("takes none of the samples")
    args, kwargs = call
    ours = _classes(function(*_given(wye.from_numpy, args), **kwargs))
    try:
        theirs = _classes(function(*_given(torch.from_numpy, args), **kwargs))
    except (TypeError, ValueError, RuntimeError, AttributeError, IndexError):
        return  # a method that does not take what NumPy passes: there is no answer to have
    assert (ours == theirs) is (name not in DIFFERENT), (ours, theirs)
