"""Every test here runs with both engines configured alike; without the extension there is nothing to compare."""

from collections.abc import Iterator

import pytest
from tests.parity.twins import TWINS, configured_alike


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/parity/" in item.path.as_posix() and len(TWINS) < 2:
            item.add_marker(pytest.mark.skip(reason="wye._hot is not built"))


@pytest.fixture(autouse=True, scope="module")
def _engines_configured_alike() -> Iterator[None]:
    with configured_alike():
        yield
