"""These tests take every order of registrations and look at all operators: they have the registry to themselves."""

from collections.abc import Iterator

import pytest

from wye.registry import registry

BUILT_IN = "aten::"


@pytest.fixture(autouse=True)
def _without_the_built_in_operators() -> Iterator[None]:
    """Set thousands of operators aside, whose tables every fallback would push anew."""
    sets = registry._sets
    announced, lazy = sets.announced, sets._lazy
    sets.announced, sets._lazy = {}, {}
    built_in = [entry.name for entry in registry.entries.made() if entry.name.startswith(BUILT_IN)]
    aside = {name: registry.entries.pop(name) for name in built_in}
    yield
    registry.entries.update(aside)
    sets.announced, sets._lazy = announced, lazy
