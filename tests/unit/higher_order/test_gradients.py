"""Gradients through cond, while_loop, map and scan equal those of the program without them."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye.higher_order.control_flow import cond_op
from wye.modes import DispatchMode


def _cond(pred: bool, w: Any) -> Any:
    return lambda x: wye.cond(pred, lambda a: a.sin() * w, lambda a: a * a * w, (x,))


def _plain_cond(pred: bool, w: Any) -> Any:
    return lambda x: x.sin() * w if pred else x * x * w


def _while_loop(w: Any) -> Any:
    return lambda x: wye.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * w + a), (0, x))[1]


def _plain_while_loop(w: Any) -> Any:
    def run(x: Any) -> Any:
        for _ in range(3):
            x = x * w + x
        return x

    return run


def _map(w: Any) -> Any:
    return lambda x: wye.map(lambda part, more: part * w * more, x, x[0])


def _plain_map(w: Any) -> Any:
    return lambda x: wye.stack([part * w * x[0] for part in x])


def _scan(w: Any, *, reverse: bool = False, dim: int = 0) -> Any:
    def run(x: Any) -> Any:
        carry, outputs = wye.scan(lambda c, p: (c * p + w, c * w), x.select(dim, 0), x, dim=dim, reverse=reverse)
        return carry.sum() + outputs

    return run


def _plain_scan(w: Any, *, reverse: bool = False, dim: int = 0) -> Any:
    def run(x: Any) -> Any:
        carry, outputs = x.select(dim, 0), []
        parts = x.unbind(dim)
        for part in reversed(parts) if reverse else parts:
            outputs.append(carry * w)
            carry = carry * part + w
        return carry.sum() + wye.stack(outputs[::-1] if reverse else outputs, dim)

    return run


PROGRAMS = {
    "cond, the true branch": (lambda w: _cond(True, w), lambda w: _plain_cond(True, w)),
    "cond, the false branch": (lambda w: _cond(False, w), lambda w: _plain_cond(False, w)),
    "while_loop": (_while_loop, _plain_while_loop),
    "map": (_map, _plain_map),
    "scan": (_scan, _plain_scan),
    "scan, from the last": (lambda w: _scan(w, reverse=True), lambda w: _plain_scan(w, reverse=True)),
    "scan, along another dimension": (lambda w: _scan(w, dim=1), lambda w: _plain_scan(w, dim=1)),
}


def _gradients(make: Any, x_requires: bool, w_requires: bool) -> list[Any]:
    x = (wye.arange(9.0, dtype=wye.float64).view(3, 3) / 7).requires_grad_(x_requires)
    w = wye.tensor([0.5, -1.0, 2.0], dtype=wye.float64).requires_grad_(w_requires)
    y = make(w)(x)
    wanted = [t for t in (x, w) if t.requires_grad]
    first = wye.autograd.grad(y.sin().sum(), wanted, create_graph=True)
    second = wye.autograd.grad(sum(g.cos().sum() for g in first), wanted)
    return [y.tolist(), [g.tolist() for g in first], [g.tolist() for g in second]]


def _close(ours: Any, plain: Any) -> bool:
    if isinstance(ours, list):
        return len(ours) == len(plain) and all(_close(a, b) for a, b in zip(ours, plain, strict=True))
    return bool(ours == pytest.approx(plain, rel=1e-12, abs=1e-12))


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(("x_requires", "w_requires"), [(True, True), (True, False), (False, True)])
def test_gradients_are_those_of_the_plain_program(name: str, x_requires: bool, w_requires: bool) -> None:
    """Of operands, and of a tensor that the functions capture; of first and second order."""
    made, plain = PROGRAMS[name]
    assert _close(_gradients(made, x_requires, w_requires), _gradients(plain, x_requires, w_requires))


def test_nothing_is_recorded_without_grad() -> None:
    x = wye.ones(2, requires_grad=True)
    with wye.no_grad():
        assert not wye.cond(True, lambda a: a * 2, lambda a: a, (x,)).requires_grad


def test_a_mode_sees_one_call_and_gradients_flow_through_it() -> None:
    seen: list[Any] = []

    class Watch(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
            seen.append(func)
            return func(*args, **(kwargs or {}))

    x, w = wye.ones(2, requires_grad=True), wye.ones(2, requires_grad=True)
    with Watch():
        y = wye.cond(True, lambda a: a * w * 3, lambda a: a, (x,))
    assert cond_op in seen
    y.sum().backward()
    assert x.grad is not None
    assert w.grad is not None
    assert (x.grad.tolist(), w.grad.tolist()) == ([3.0, 3.0], [3.0, 3.0])


def test_tensors_without_data_are_scanned() -> None:
    carry, outputs = wye.scan(lambda c, p: (c + p, c), wye.empty(3, device="meta"), wye.empty(4, 3, device="meta"))
    assert (carry.device.type, carry.shape, outputs.shape) == ("meta", (3,), (4, 3))
