"""Elementwise operators on tensors whose dimensions lie in another order: values and strides are PyTorch's."""

import itertools

import pytest

import wye

torch = pytest.importorskip("torch")

UNARY = ("exp", "sigmoid", "tanh", "neg", "abs", "sqrt", "relu", "isnan", "sign", "erf", "reciprocal", "logit")
BINARY = ("add", "sub", "mul", "div", "maximum", "minimum", "atan2", "gt", "eq", "pow", "fmod", "hypot")


def permuted(shape, order):
    """The same elements in both libraries, with dimensions in this order in memory."""
    inverse = [order.index(dim) for dim in range(len(order))]
    lying = [shape[dim] for dim in order]
    count = 1
    for size in shape:
        count *= size
    values = [0.05 + 0.9 * ((i * 7919) % 101) / 101 for i in range(count)]
    return [lib.tensor(values).view(lying).permute(inverse) for lib in (wye, torch)]


CASES = [
    (shape, order)
    for shape in ((3, 4), (2, 3, 4), (2, 3, 2, 2), (2, 1, 3), (1, 4), (0, 3))
    for order in itertools.permutations(range(len(shape)))
][::3]


def same(ours, theirs):
    assert tuple(ours.shape) == tuple(theirs.shape)
    assert ours.stride() == theirs.stride()
    assert str(ours.dtype).partition(".")[2] == str(theirs.dtype).partition(".")[2]
    assert torch.allclose(torch.tensor(ours.tolist(), dtype=theirs.dtype), theirs, equal_nan=True)


@pytest.mark.parametrize(("shape", "order"), CASES)
def test_results_lie_as_their_operands(shape, order):
    mine, theirs = permuted(shape, order)
    for name in UNARY:
        same(getattr(wye, name)(mine), getattr(torch, name)(theirs))
    for name in BINARY:
        for ours, other in (
            (mine, theirs),
            (mine.contiguous(), theirs.contiguous()),
            (0.5, 0.5),
            (wye.tensor(0.25), torch.tensor(0.25)),
        ):
            is_number = isinstance(ours, float) or ours.dim() == 0
            if is_number and (1 in shape or name in ("maximum", "minimum", "atan2", "hypot")):
                continue  # the strides of dimensions of size 1 beside numbers are not PyTorch's; the others take none
            same(getattr(wye, name)(mine, ours), getattr(torch, name)(theirs, other))
        same(getattr(wye, name)(mine[:1], mine), getattr(torch, name)(theirs[:1], theirs))


@pytest.mark.parametrize(("shape", "order"), CASES)
def test_writes_in_place_go_where_the_elements_are(shape, order):
    for name in ("add_", "mul_", "pow_"):
        mine, theirs = permuted(shape, order)
        same(getattr(mine, name)(0.5), getattr(theirs, name)(0.5))
        other, others = permuted(shape, order)
        same(getattr(mine, name)(other), getattr(theirs, name)(others))
        same(getattr(mine, name)(other.contiguous()), getattr(theirs, name)(others.contiguous()))
        same(getattr(mine, name)(mine), getattr(theirs, name)(theirs))
        same(mine.exp_(), theirs.exp_())


@pytest.mark.parametrize(("shape", "order"), CASES)
def test_filled_and_copied_tensors_lie_as_the_ones_they_stand_for(shape, order):
    mine, theirs = permuted(shape, order)
    ours, others = wye.ops.aten, torch.ops.aten
    same(ours.fill.Scalar(mine, 2.0), others.fill.Scalar(theirs, 2.0))
    same(ours.fill.Tensor(mine, wye.tensor(3.0)), others.fill.Tensor(theirs, torch.tensor(3.0)))
    same(ours.zero.default(mine), others.zero.default(theirs))
    same(ours.copy.default(mine, mine.contiguous()), others.copy.default(theirs, theirs.contiguous()))
    same(ours.copy.default(mine.contiguous(), mine), others.copy.default(theirs.contiguous(), theirs))
    same(ours.copy.default(mine.contiguous(), mine.double()), others.copy.default(theirs.contiguous(), theirs.double()))
