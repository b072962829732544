"""Gradients through cond, map and scan against PyTorch's: of operands and of captured tensors."""

from __future__ import annotations

from typing import Any

import pytest

import wye

torch = pytest.importorskip("torch")


def _theirs() -> dict[str, Any]:
    from torch._higher_order_ops.map import map as mapped
    from torch._higher_order_ops.scan import scan

    return {"module": torch, "cond": torch.cond, "map": mapped, "scan": scan}


def _ours() -> dict[str, Any]:
    return {"module": wye, "cond": wye.cond, "map": wye.map, "scan": wye.scan}


def _cond(side: dict[str, Any], x: Any, w: Any) -> Any:
    return side["cond"](x.sum() > 1, lambda a: a.sin() * w, lambda a: a * a * w, (x,))


def _map(side: dict[str, Any], x: Any, w: Any) -> Any:
    return side["map"](lambda part: part * w * 2, x)


def _scan(side: dict[str, Any], x: Any, w: Any) -> Any:
    carry, outputs = side["scan"](lambda c, part: (c * part + w, c * w), x[0].clone(), x)
    return carry.sum() + outputs


@pytest.mark.filterwarnings("ignore")  # PyTorch warns of what its tracing does
@pytest.mark.parametrize("program", [_cond, _map, _scan])
def test_gradients_are_pytorchs(program: Any) -> None:
    found = []
    for side in (_ours(), _theirs()):
        module = side["module"]
        x = module.arange(9.0, dtype=module.float64).view(3, 3).div(7).requires_grad_()
        w = module.tensor([0.5, -1.0, 2.0], dtype=module.float64).requires_grad_()
        y = program(side, x, w)
        gradients = module.autograd.grad(y.sin().sum(), [x, w])
        found.append([number for t in (y, *gradients) for number in t.detach().flatten().tolist()])
    assert found[0] == pytest.approx(found[1], rel=1e-10, abs=1e-12)
