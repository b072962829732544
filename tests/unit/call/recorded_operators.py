"""What was recorded of PyTorch's operator objects (tests/golden/operators.json)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wye.keys import DispatchKey

_GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "operators.json").read_text())


def recorded(category: str) -> list[dict]:
    return [scenario for scenario in _GOLDEN["scenarios"] if scenario["category"] == category]


def by_id(scenarios):
    return pytest.mark.parametrize("scenario", scenarios, ids=lambda s: f"{s['id']}-{s['words']}")


def key(name: str) -> DispatchKey:
    """A key by its attribute: PyTorch's text parser does not know all of them."""
    return getattr(DispatchKey, name)
