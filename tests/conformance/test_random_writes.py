"""Random programs of views and writes: eager, functionalized, traced and compiled, and on torch, they do the same.

A program is a list of steps on a growing list of tensors; those that eager torch refuses are left out of it.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import wye
from wye.fx import make_fx
from wye.fx.aot import aot_function, nop

torch = pytest.importorskip("torch")

VIEWS = {
    "flat": lambda lib, x, n: x.view(-1),
    "row": lambda lib, x, n: x[n % x.shape[0]],
    "last": lambda lib, x, n: x.select(-1, -1),
    "t": lambda lib, x, n: x.t(),
    "every other": lambda lib, x, n: x[..., ::2],
    "tail": lambda lib, x, n: x[1:],
    "unsqueeze": lambda lib, x, n: x.unsqueeze(n % (x.dim() + 1)),
    "squeeze": lambda lib, x, n: x.squeeze(),
    "diagonal": lambda lib, x, n: x.diagonal(),
    "split": lambda lib, x, n: x.split(1)[n % x.shape[0]],
    "narrow": lambda lib, x, n: x.narrow(0, 0, 1 + n % x.shape[0]),
    "permute": lambda lib, x, n: x.permute(*reversed(range(x.dim()))),
    "unfold": lambda lib, x, n: x.unfold(0, 1, 1),
    "alias": lambda lib, x, n: x.view_as(x),
    "detach": lambda lib, x, n: x.detach(),
}
WRITES = {
    "add_": lambda lib, x, n: x.add_(n),
    "mul_": lambda lib, x, n: x.mul_(2),
    "neg_": lambda lib, x, n: x.neg_(),
    "zero_": lambda lib, x, n: x.zero_(),
    "fill_": lambda lib, x, n: x.fill_(n),
    "clamp_": lambda lib, x, n: x.clamp_(min=n % 3),
    "row = ": lambda lib, x, n: x.__setitem__(n % x.shape[0], n),
    "slice = ": lambda lib, x, n: x.__setitem__(slice(None, None, 2), -n),
    "mask = ": lambda lib, x, n: x.__setitem__(x > n, 1),
    "list = ": lambda lib, x, n: x.__setitem__([0], n),
    "index_add_": lambda lib, x, n: x.index_add_(0, lib.tensor([0]), lib.ones((1, *x.shape[1:]), dtype=x.dtype)),
    "out": lambda lib, x, n: lib.neg(x, out=x),
}
PAIRS = {
    "add_ other": lambda lib, x, y: x.add_(y),
    "copy_": lambda lib, x, y: x.copy_(y),
    "row = other": lambda lib, x, y: x.__setitem__(0, y),
    "data": lambda lib, x, y: x.data.mul_(2),
}
MADE = {
    "plus": lambda lib, x, n: x + n,
    "clone": lambda lib, x, n: x.clone(),
    "zeros": lambda lib, x, n: lib.zeros_like(x),
    "sum": lambda lib, x, n: x.sum(0),
    "cat": lambda lib, x, n: lib.cat([x, x]),
    "t_": lambda lib, x, n: x.clone().t_(),
    "resize_": lambda lib, x, n: lib.cat([x.reshape(-1)]).resize_(2, 3) if x.numel() == 6 else x * 1,
}
KINDS = [*VIEWS.items()] * 2 + [*WRITES.items()] * 2 + [*MADE.items()]


def run(lib, steps, inputs):
    """Run a program: all tensors that there are at its end."""
    pool = list(inputs)
    for name, at, other in steps:
        if name in PAIRS:
            PAIRS[name](lib, pool[at], pool[other])
        elif name in WRITES:
            WRITES[name](lib, pool[at], other)
        else:
            pool.append((VIEWS.get(name) or MADE[name])(lib, pool[at], other))
    return pool


def inputs_of(lib, seed):
    numbers = np.random.default_rng(seed).integers(-4, 5, (2, 3))
    dtype = lib.float32 if seed % 3 else lib.int64
    return [lib.tensor(numbers.tolist(), dtype=dtype), lib.tensor((numbers.T + 1).tolist(), dtype=dtype)]


def program(seed):
    """Steps that eager torch takes."""
    draw, steps = random.Random(seed), []
    for _ in range(draw.randint(3, 10)):
        size = len(run(torch, steps, inputs_of(torch, seed)))
        if draw.random() < 0.2:
            step = (draw.choice(list(PAIRS)), draw.randrange(size), draw.randrange(size))
        else:
            step = (draw.choice(KINDS)[0], draw.randrange(size), draw.randint(0, 3))
        try:
            run(torch, [*steps, step], inputs_of(torch, seed))
        except (RuntimeError, IndexError, ValueError, TypeError):
            continue
        steps.append(step)
    return steps


def numbers(tensors):
    return [one.tolist() for one in tensors]


def outcome(function, lib, seed):
    """What a function of the inputs gives, and what it leaves in them."""
    inputs = inputs_of(lib, seed)
    found = function(*inputs)
    return numbers(found), numbers(inputs)


def ways(steps, seed):
    """The same program, in several ways."""

    def eager(*inputs):
        return run(wye, steps, inputs)

    functional, without_views = wye.functionalize(eager), wye.functionalize(eager, remove="mutations_and_views")
    yield "eager", lambda: eager
    yield "functionalized", lambda: functional
    yield "without views", lambda: without_views
    for mode in ("real", "fake", "symbolic"):
        for name, function in (("eager", eager), ("functionalized", functional)):
            yield f"{name}, traced on {mode}", lambda: make_fx(function, tracing_mode=mode)(*inputs_of(wye, seed))  # noqa: B023
    yield "compiled", lambda: aot_function(eager, nop)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("first", range(0, 400, 20))
def test_random_programs_of_views_and_writes_do_the_same_in_every_way(first):
    for seed in range(first, first + 20):
        steps = program(seed)

        def on_torch(*inputs, steps=steps):
            return run(torch, steps, inputs)

        expected = outcome(on_torch, torch, seed)
        assert outcome(torch.func.functionalize(on_torch), torch, seed) == expected, steps
        for way, make in ways(steps, seed):
            try:
                found = outcome(make(), wye, seed)
            except Exception as error:
                raise AssertionError(f"{way}, {seed}, {steps}") from error
            assert found == expected, (way, seed, steps)
