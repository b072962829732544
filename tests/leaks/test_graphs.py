"""Graphs are freed by reference counts alone: with the collector off, nothing that a program has made stays."""

import functools
import gc
import weakref

import pytest
from tests.leaks.counting import SLOW, assert_no_leak

import wye
from wye import nn, optim
from wye.autograd import forward_ad
from wye.autograd.checkpoint import checkpoint
from wye.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

X = wye.arange(12.0).reshape(4, 3) / 10
V = wye.arange(3.0)
W = wye.ones(3, 3, requires_grad=True)
MODEL = nn.Sequential(nn.Linear(3, 8), nn.LayerNorm(8), nn.GELU(), nn.Linear(8, 3))
OPTIMIZER = optim.AdamW(MODEL.parameters())
LABELS = wye.tensor([0, 1, 2, 1])
WEIGHTS = {name: value.detach() for name, value in MODEL.named_parameters()}


def f(x):
    return (x.sin() * x).exp().sum()


def step():
    OPTIMIZER.zero_grad()
    nn.functional.cross_entropy(MODEL(X), LABELS).backward()
    OPTIMIZER.step()


def write_to_a_view():
    a = X @ W
    a[0].mul_(2)
    return a.exp_()


def retain():
    a = X @ W
    a.retain_grad()
    a.register_hook(lambda grad: grad)
    a.sum().backward()


class Exp(wye.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[1]


def dual():
    with forward_ad.dual_level():
        forward_ad.unpack_dual(forward_ad.make_dual(V, V).sin())


def failing_backward():
    with pytest.raises(RuntimeError):
        (X @ W).backward()


def failing_transform():
    with pytest.raises(RuntimeError):
        grad(lambda x: x)(V)


def saved_hooks():
    with wye.autograd.graph.saved_tensors_hooks(lambda x: x.numpy(), wye.from_numpy):
        (X @ W).exp().sum().backward()


def of_samples():
    def loss(weights, x, y):
        return nn.functional.cross_entropy(functional_call(MODEL, weights, x), y)

    return vmap(grad(loss), (None, 0, 0))(WEIGHTS, X, LABELS)


PROGRAMS = {
    "forward": functools.partial(MODEL, X),
    "a training step": step,
    "a graph that is kept": lambda: MODEL(X).sum().backward(retain_graph=True),
    "a graph of gradients": lambda: wye.autograd.grad((X @ W).sin().sum(), W, create_graph=True)[0],
    "saved results": lambda: (X @ W).exp().tanh().sigmoid(),
    "writes to views": write_to_a_view,
    "hooks": retain,
    "saved tensors with hooks": saved_hooks,
    "a function": lambda: Exp.apply(W),
    "a function with backward": lambda: Exp.apply(W).sum().backward(),
    "checkpoints": lambda: checkpoint(lambda x: x.exp(), W, use_reentrant=False).sum().backward(),
    "scan": lambda: wye.scan(lambda c, x: (c * W[0] + x, c * x), V, X)[0].sum().backward(),
    "duals": dual,
    "an error in backward": failing_backward,
    "an error in grad": failing_transform,
    "grad": lambda: grad(f)(V),
    "grad of grad": lambda: grad(lambda x: grad(f)(x).sum())(V),
    "vjp": lambda: vjp(f, V)[1](wye.tensor(1.0)),
    "vjp without its second part": lambda: vjp(f, V)[0],
    "jvp": lambda: jvp(f, (V,), (V,)),
    "jacrev": lambda: jacrev(wye.exp)(V),
    "jacfwd": lambda: jacfwd(wye.exp)(V),
    "hessian": lambda: hessian(f)(V),
    "vmap": lambda: vmap(f)(X),
    "vmap of grad": lambda: vmap(grad(f))(X),
    "grad of vmap": lambda: grad(lambda x: vmap(f)(x).sum())(X),
    "gradients of samples": of_samples,
    "conjugates": lambda: (wye.ones(2, dtype=wye.complex64).conj() * W.sum()).real.sum().backward(),
    "nan_to_num": X.nan_to_num,
}


@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_left_to_the_collector(name):
    program = PROGRAMS[name]
    for _ in range(2):
        program()
    gc.collect()
    gc.freeze()  # what was there before is not looked through again
    gc.disable()
    try:
        found = []
        for _ in range(2):  # other threads of the process leave something now and then: not twice
            program()
            found.append(gc.collect())
    finally:
        gc.enable()
        gc.unfreeze()
    assert min(found) == 0


def test_backward_releases_what_was_saved():
    inside = (X @ W).exp()
    memory, loss = weakref.ref(inside), inside.sin().sum()
    del inside
    assert memory() is not None, "the graph keeps it"
    loss.backward()
    assert memory() is None
    assert loss.grad_fn is not None


def test_a_kept_graph_keeps_what_was_saved():
    inside = (X @ W).exp()
    memory, loss = weakref.ref(inside), inside.sin().sum()
    del inside
    loss.backward(retain_graph=True)
    assert memory() is not None
    del loss
    assert memory() is None


def test_a_graph_goes_with_its_last_tensor():
    loss = (X @ W).exp().sin().sum()
    nodes = [weakref.ref(loss.grad_fn), weakref.ref(loss.grad_fn.next_functions[0][0])]
    gc.disable()
    try:
        del loss
        assert [node() for node in nodes] == [None, None]
    finally:
        gc.enable()


def test_a_transforms_tensors_go_when_it_returns():
    seen = []

    def watched(x):
        y = x.sin()
        seen.append(weakref.ref(y))
        return y.exp().sum()

    gc.disable()
    try:
        grad(watched)(V)
        vmap(watched)(X)
        jvp(watched, (V,), (V,))
        assert [one() for one in seen] == [None] * 3
    finally:
        gc.enable()


@pytest.mark.slow
@pytest.mark.parametrize("make", [optim.SGD, optim.AdamW], ids=["SGD", "AdamW"])
def test_ten_thousand_steps_of_training_do_not_grow(make):
    model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = make(model.parameters(), lr=0.01)
    x, y = wye.rand(8, 2), wye.rand(8, 1)

    def steps(n: int) -> None:
        for _ in range(n):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()

    steps(500)  # fills what the interpreter keeps a bounded number of
    assert_no_leak(steps, 600 if SLOW else 10_000)
