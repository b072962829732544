"""Programs of NumPy: gradients of functions of twenty operations, and NumPy's functions called with tensors.

HIPS autograd and JAX take part where they can be imported (`pip install autograd jax`): JAX without `jit`, waiting for
results, with 64 bits as the others.  ``direct`` of a gradient is the function itself, without one.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, Target, at_most
from wye.bench.measure import Effort, Snippet, compare

__all__ = ["measure"]

FIFTH, LEVEL = at_most(1 / 5, "autograd"), at_most(1, "jax")
SIZES = {3: ("3 elements", (FIFTH, LEVEL)), 10**5: ("10^5 elements", (LEVEL,))}
MORE = 1e-6  # seconds that a call of NumPy may take longer with a tensor


def _elementwise(np: Any) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        y = np.sin(x) * 2.0
        z = np.exp(-y * y)
        w = np.sqrt(z + 1.0) - np.cos(x)
        v = np.tanh(w) * x + y
        u = v / (1.0 + z)
        t = np.log(1.0 + u * u)
        s = np.maximum(t, 0.5 * t)
        return np.sum(s * s)

    return function


def _of_rows(np: Any) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        rows = np.reshape(x, (-1, 1)) * np.array([1.0, -0.5, 0.25])  # broadcasting
        shifted = np.exp(rows - np.max(rows, axis=1, keepdims=True))
        weights = shifted / np.sum(shifted, axis=1, keepdims=True)  # a softmax
        mixed = np.dot(weights, np.array([[1.0, 2.0], [0.5, -1.0], [0.0, 1.0]]))
        first, last = mixed[:, 0], mixed[:, -1]
        kept = np.where(first > 0.5, np.log1p(first**2), 0.5 * last)
        return np.mean(kept * np.abs(last)) + np.sum(first[1:] * last[:-1])

    return function


FUNCTIONS = {"elementwise": _elementwise, "rows": _of_rows}
# The call, and the names of its arguments.
CALLS = {
    "np.sin(x)": "np.sin(x)",
    "np.add(x, y)": "np.add(x, y)",
    "np.sum(x)": "np.sum(x)",
    "np.dot(x, y)": "np.dot(x, y)",
    "np.concatenate": "np.concatenate((x, y))",
}


def _loaded(name: str) -> Any:
    """A package's module, or None."""
    return None if importlib.util.find_spec(name.partition(".")[0]) is None else importlib.import_module(name)


def _sixty_four_bits() -> AbstractContextManager[Any]:
    """JAX computes in float64 inside, as NumPy does."""
    jax = _loaded("jax")
    if jax is None:
        return nullcontext()
    switch = jax.enable_x64 if hasattr(jax, "enable_x64") else importlib.import_module("jax.experimental").enable_x64
    made: AbstractContextManager[Any] = switch(True)
    return made


def _gradient(make: Callable[[Any], Any], n: int) -> dict[str, Snippet]:
    """The gradient of a function in each library that is here."""
    x = np.linspace(0.1, 2.0, n)
    made = {
        "wye": Snippet("g(x)", {"g": wye.grad(make(np)), "x": x}),
        "direct": Snippet("f(x)", {"f": make(np), "x": x}),
    }
    autograd, jax = _loaded("autograd"), _loaded("jax")
    if autograd is not None:
        made["autograd"] = Snippet("g(x)", {"g": autograd.grad(make(_loaded("autograd.numpy"))), "x": x})
    if jax is not None:
        numpy = _loaded("jax.numpy")
        names = {"g": jax.grad(make(numpy)), "x": numpy.array(x), "wait": jax.block_until_ready}
        made["jax"] = Snippet("wait(g(x))", names)
    return made


def _gradients(effort: Effort) -> Iterator[Line]:
    for n, (size, targets) in SIZES.items():
        for name, make in FUNCTIONS.items():
            with _sixty_four_bits():
                times = compare(effort, _gradient(make, n))
            absent = [side for side in ("autograd", "jax") if side not in times]
            yield Line(f"gradient of 20 operations, {name}, {size}", times, targets, ", ".join(absent))


def _calls(effort: Effort) -> Iterator[Line]:
    x, y = np.linspace(0.1, 2.0, 3), np.linspace(1.0, 2.0, 3)
    for name, text in CALLS.items():
        ours = Snippet(text, {"np": np, "x": wye.from_numpy(x), "y": wye.from_numpy(y)})
        times = compare(effort, {"wye": ours, "direct": Snippet(text, {"np": np, "x": x, "y": y})})
        more = times["wye"] - times["direct"]
        times["NumPy's own, and what is allowed"] = times["direct"] + MORE
        target = Target("<= 1 us more than NumPy's own", 1, "NumPy's own, and what is allowed")
        yield Line(f"{name} of tensors, no layer", times, (target,), f"{more * 1e9:+.0f} ns")


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    yield from _gradients(effort)
    yield from _calls(effort)
