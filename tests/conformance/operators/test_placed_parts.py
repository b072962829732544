"""Copies with a part replaced: select_scatter, slice_scatter and diagonal_scatter are PyTorch's, errors included."""

import random

import pytest

import wye

torch = pytest.importorskip("torch")


def outcome(lib, name, shape, part, args, lying):
    count = 1
    for size in shape:
        count *= size
    base = lib.arange(float(count)).view(shape)
    if lying == "turned":
        base = base.transpose(0, -1)
    elif lying == "part":
        base = lib.cat([base, base])[: shape[0]]
    try:
        made = getattr(lib, name)(base, lib.full(part, -1.0), *args)
    except (RuntimeError, IndexError, ValueError) as error:
        return type(error).__name__
    return made.tolist(), made.stride(), made.storage_offset(), made._version


def calls():
    draw = random.Random(3)
    for _ in range(150):
        shape = [draw.choice((0, 1, 2, 3, 4)) for _ in range(draw.choice((1, 2, 3)))]
        dim = draw.randrange(-len(shape), len(shape))
        lying = draw.choice(("rows", "rows", "turned", "part"))
        real = [*reversed(shape)] if lying == "turned" and len(shape) == 2 else shape
        if lying == "turned" and len(shape) == 3:
            real = [shape[2], shape[1], shape[0]]
        without = [size for at, size in enumerate(real) if at != dim % len(real)]
        index = draw.randrange(-5, 5)
        yield "select_scatter", shape, without if draw.random() < 0.9 else [2], (dim, index), lying
        start, end, step = draw.choice((None, -3, 0, 1, 2)), draw.choice((None, -1, 2, 3, 9)), draw.choice((1, 1, 2, 3))
        kept = len(range(*slice(start, end, step).indices(real[dim])))
        sizes = [kept if at == dim % len(real) else size for at, size in enumerate(real)]
        yield "slice_scatter", shape, sizes if draw.random() < 0.9 else [1], (dim, start, end, step), lying
        if len(shape) == 2:
            offset = draw.randrange(-2, 3)
            length = torch.zeros(real).diagonal(offset).shape[0]
            yield "diagonal_scatter", shape, [length if draw.random() < 0.9 else 7], (offset,), lying


@pytest.mark.parametrize("call", list(calls()), ids=lambda call: call[0])
def test_parts_are_placed_as_in_pytorch(call):
    assert outcome(wye, *call) == outcome(torch, *call)
