"""Gradients on three elements: recording, backward, transforms, custom operators; and steps of training.

JAX takes part where it can be imported, as users call it: without `jit`, and waiting for results.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import wye
from wye.bench.lines import Line, Target, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import fresh_namespace, load_torch, one_thread

__all__ = ["measure"]

EIGHTH, THIRD, EQUAL = at_most(1 / 8, "torch"), at_most(1 / 3, "torch"), at_most(1, "torch")


def _function(x: Any) -> Any:
    return (x.sin() * x).sum()


def _calls(lib: Any) -> dict[str, tuple[str, dict[str, object]]]:
    """The same statements for wye and for torch."""
    x, y = lib.ones(3, requires_grad=True), lib.ones(3)
    loss = _function(x)
    batch = lib.ones(4, 3)
    return {
        "x + y, recorded": ("x + y", {"x": x, "y": y}),
        "forward and backward": ("f(x).backward()", {"f": _function, "x": x}),
        "backward": ("loss.backward(retain_graph=True)", {"loss": loss}),
        "autograd.grad": ("grad(loss, x, retain_graph=True)", {"grad": lib.autograd.grad, "loss": loss, "x": x}),
        "func.grad": ("grad(f)(y)", {"grad": lib.func.grad, "f": _function, "y": y}),
        "func.vmap(sin)": ("vmap(sin)(y)", {"vmap": lib.func.vmap, "sin": lib.sin, "y": y}),
        "func.vmap(func.grad)": (
            "vmap(grad(f))(batch)",
            {"vmap": lib.func.vmap, "grad": lib.func.grad, "f": _function, "batch": batch},
        ),
        "func.jvp": ("jvp(f, (y,), (y,))", {"jvp": lib.func.jvp, "f": _function, "y": y}),
        "custom_op with autograd, with grad": ("f(x)", {"f": _custom(lib), "x": x}),
    }


TARGETS: dict[str, tuple[Target, ...]] = {
    "x + y, recorded": (EQUAL,),
    "forward and backward": (THIRD,),
    "backward": (THIRD,),
    "autograd.grad": (THIRD,),
    "func.grad": (EIGHTH,),
    "func.vmap(sin)": (EIGHTH,),
    "func.vmap(func.grad)": (EIGHTH,),
    "func.jvp": (),
    "custom_op with autograd, with grad": (EIGHTH,),
}


def _custom(lib: Any) -> Any:
    def double(x: Any) -> Any:
        return x * 2

    double.__annotations__ = {"x": lib.Tensor, "return": lib.Tensor}
    made = lib.library.custom_op(f"{fresh_namespace()}::double", double, mutates_args=())
    made.register_autograd(lambda ctx, grad: grad * 2, setup_context=lambda ctx, inputs, output: None)
    return made


def _in_jax() -> dict[str, Snippet]:
    """What JAX takes for the same transforms, where it is installed."""
    if importlib.util.find_spec("jax") is None:
        return {}
    jax = importlib.import_module("jax")
    numpy = importlib.import_module("jax.numpy")

    def function(x: Any) -> Any:
        return (numpy.sin(x) * x).sum()

    y, batch, wait = numpy.ones(3), numpy.ones((4, 3)), jax.block_until_ready
    value, pull_back = jax.vjp(function, y)
    names = {"jax": jax, "wait": wait, "f": function, "sin": numpy.sin, "y": y, "batch": batch}
    texts = {
        "forward and backward": "wait(jax.value_and_grad(f)(y))",
        "backward": "wait(pull_back(one))",
        "autograd.grad": "wait(pull_back(one))",
        "func.grad": "wait(jax.grad(f)(y))",
        "func.vmap(sin)": "wait(jax.vmap(sin)(y))",
        "func.vmap(func.grad)": "wait(jax.vmap(jax.grad(f))(batch))",
        "func.jvp": "wait(jax.jvp(f, (y,), (y,)))",
    }
    names |= {"pull_back": pull_back, "one": numpy.ones_like(value)}
    return {name: Snippet(text, names) for name, text in texts.items()}


def _mlp(lib: Any) -> Callable[[], None]:
    """A step of training a network of width 64 on a batch of 32."""
    nn = lib.nn
    lib.manual_seed(0)
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    return _step(lib, model, lib.randn(32, 64), lib.randint(0, 10, (32,)))


class _Block:
    """A transformer block over batches of 8 sequences of 16 vectors."""

    def __init__(self, lib: Any) -> None:
        nn = lib.nn
        lib.manual_seed(0)
        self.attention = nn.MultiheadAttention(64, 4, batch_first=True)
        self.norms = nn.ModuleList([nn.LayerNorm(64), nn.LayerNorm(64)])
        self.mlp = nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 64))
        self.head = nn.Linear(64, 10)
        self.parts = nn.ModuleList([self.attention, self.norms, self.mlp, self.head])

    def parameters(self) -> Any:
        return self.parts.parameters()

    def __call__(self, x: Any) -> Any:
        y = self.norms[0](x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        x = x + self.mlp(self.norms[1](x))
        return self.head(x.mean(1))


def _transformer(lib: Any) -> Callable[[], None]:
    return _step(lib, _Block(lib), lib.randn(8, 16, 64), lib.randint(0, 10, (8,)))


def _step(lib: Any, model: Any, inputs: Any, labels: Any) -> Callable[[], None]:
    optimizer = lib.optim.SGD(model.parameters(), lr=0.01)
    loss_of = lib.nn.CrossEntropyLoss()

    def step() -> None:
        optimizer.zero_grad()
        loss_of(model(inputs), labels).backward()
        optimizer.step()

    return step


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    with one_thread():
        ours, theirs, jax = _calls(wye), {} if torch is None else _calls(torch), _in_jax()
        for name, targets in TARGETS.items():
            contenders = {"wye": Snippet(*ours[name])}
            if name in theirs:
                contenders["torch"] = Snippet(*theirs[name])
            if name in jax:
                contenders["jax"] = jax[name]
            yield Line(name, compare(effort, contenders), targets)
        for name, make in (("training step, MLP", _mlp), ("training step, transformer", _transformer)):
            contenders = {"wye": Snippet("step()", {"step": make(wye)})}
            if torch is not None:
                contenders["torch"] = Snippet("step()", {"step": make(torch)})
            yield Line(name, compare(effort, contenders), (EQUAL,))
