"""These tests take every order of registrations and look at all operators: they have the registry to themselves."""

from collections.abc import Iterator

import pytest

from wye.registry import registry

BUILT_IN = "aten::"


@pytest.fixture(autouse=True)
def _without_the_built_in_operators() -> Iterator[None]:
    """Set thousands of operators aside, whose tables every fallback would push anew."""
    aside = {name: registry.entries.pop(name) for name in list(registry.entries) if name.startswith(BUILT_IN)}
    yield
    registry.entries.update(aside)
