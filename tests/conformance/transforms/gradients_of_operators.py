"""Gradients of operators under transform stacks, compared with plain autograd, one example after the other.

The calls are those of the conformance tests, with floating point tensors in double precision.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.gradients.comparing import UP_TO_SIGN, widened
from tests.unit.transforms.against_loop import Sample, place

import wye

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

SIZE = 2  # examples
CLOSE = {"rtol": 1e-5, "atol": 1e-7}


def _is_float(x: Any) -> bool:
    return x.dtype.is_floating_point or x.dtype.is_complex


class Gradients:
    """An operator's call as a function of its floating point tensors."""

    def __init__(self, call: Call) -> None:
        self.call = widened(call)
        self.sample = Sample(self.call, SIZE)
        first = self.sample.examples[0]
        self.wanted = tuple(i for i, x in enumerate(first) if _is_float(x))
        self.rng = np.random.default_rng(3)
        self.directions: dict[tuple[int, ...], Any] = {}

    def drawn(self, like: Any, number: int) -> Any:
        """A fixed random tensor, the same for every example."""
        key = (number, int(like.dtype.is_complex), *like.shape)
        if key not in self.directions:
            values = self.rng.standard_normal(tuple(like.shape))
            values = values + 1j * self.rng.standard_normal(values.shape) if like.dtype.is_complex else values
            self.directions[key] = wye.from_numpy(np.array(values)).to(like.dtype)
        return self.directions[key]

    def results(self, *tensors: Any) -> list[Any]:
        made = self.sample(*tensors)
        flat = list(made) if isinstance(made, (tuple, list)) else [made]
        flat = [x for x in flat if isinstance(x, wye.Tensor) and _is_float(x)]
        return [x.abs() for x in flat] if self.call.name in UP_TO_SIGN else flat

    def number(self, *tensors: Any) -> Any:
        """All results as one real number."""
        total = 0.0
        for i, x in enumerate(self.results(*tensors)):
            part = (x * self.drawn(x, i)).sum()
            total = total + (part.real + part.imag if part.dtype.is_complex else part)
        return total

    def plain(self, example: list[Any], *, again: bool = False) -> tuple[list[Any], Any]:
        """The leaves of an example, and the gradients by plain autograd; None where nothing can be differentiated."""
        given = [x.detach().clone() for x in example]
        leaves = [given[i].requires_grad_() for i in self.wanted]
        number = self.number(*given)
        if not isinstance(number, wye.Tensor) or not number.requires_grad:
            return leaves, None
        return leaves, wye.autograd.grad(number, leaves, create_graph=again, materialize_grads=True)

    def stacked(self) -> tuple[list[Any], tuple[int, ...]]:
        """All examples together, and where their batch dimensions are."""
        first = self.sample.examples[0]
        dims = tuple(place(x, i) for i, x in enumerate(first))
        return [wye.stack([e[i] for e in self.sample.examples], dim) for i, dim in enumerate(dims)], dims


def _difference(expected: Any, actual: Any) -> str | None:
    a, b = np.array(expected.detach()._resolved()._data), np.array(actual.detach()._resolved()._data)
    if a.shape != b.shape or a.dtype != b.dtype:
        return f"{a.shape} {a.dtype} by plain autograd, {b.shape} {b.dtype} by transforms"
    scale = np.abs(a[np.isfinite(a)]).max(initial=0.0)
    with np.errstate(all="ignore"):
        same = np.allclose(a, b, CLOSE["rtol"], CLOSE["atol"] + 1e-8 * scale, equal_nan=True)
    return None if same else f"{a.reshape(-1)[:4]} by plain autograd, {b.reshape(-1)[:4]} by transforms"


def under_vmap(call: Call) -> list[str]:
    """What is different under vmap(grad) and grad(vmap)."""
    this = Gradients(call)
    if not this.wanted:
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = [this.plain(example)[1] for example in this.sample.examples]
    except Exception:  # noqa: BLE001 - what plain autograd refuses is the business of other tests
        return []
    if any(row is None for row in rows):
        return []
    given, dims = this.stacked()
    by_row = wye.vmap(wye.grad(this.number, argnums=this.wanted), in_dims=dims)(*given)
    whole = wye.grad(lambda *xs: wye.vmap(this.number, in_dims=dims)(*xs).sum(), argnums=this.wanted)(*given)
    found = []
    for i, place_ in enumerate(this.wanted):
        column = wye.stack([row[i] for row in rows])
        found.append((f"vmap(grad) {place_}", _difference(column, by_row[i])))
        found.append((f"grad(vmap) {place_}", _difference(column.movedim(0, dims[place_]), whole[i])))
    return [f"{where}: {line}" for where, line in found if line]


def jvp_of_vjp(call: Call) -> list[str]:
    """What is different under jvp(vjp): the pairing with a random tensor equals that of a second backward pass."""
    this = Gradients(call)
    example = this.sample.examples[0]
    if not this.wanted or this.call.name in UP_TO_SIGN:
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            leaves, first = this.plain(example, again=True)
            if first is None:
                return []
            weights = [this.drawn(x, 100 + i) for i, x in enumerate(leaves)]
            kept = [(g, w) for g, w in zip(first, weights, strict=True) if g.requires_grad]
            if not kept:
                return []
            second = wye.autograd.grad([g for g, _ in kept], leaves, [w for _, w in kept], materialize_grads=True)
    except Exception:  # noqa: BLE001 - what plain autograd refuses is the business of other tests
        return []
    if any(x.dtype.is_complex for x in leaves):
        return []  # the pairing of complex numbers is another one
    directions = [this.drawn(x, 200 + i) for i, x in enumerate(leaves)]

    def of_floats(*floats: Any) -> Any:
        given = list(example)
        for i, x in zip(this.wanted, floats, strict=True):
            given[i] = x
        return this.number(*given)

    def pulled(*floats: Any) -> Any:
        value, pull_back = wye.vjp(of_floats, *floats)
        return pull_back(wye.ones_like(value))

    plain = tuple(x.detach() for x in leaves)
    pushed = wye.jvp(pulled, plain, tuple(directions))[1]
    expected = sum((v * h).sum() for v, h in zip(directions, second, strict=True))
    actual = sum((w * t).sum() for w, t in zip(weights, pushed, strict=True))
    line = _difference(expected, actual) if bool(expected.isfinite()) else None
    return [f"jvp(vjp): {line}"] if line else []
