"""A library of the namespace `call`, taken back after each test."""

import pytest

from wye import dispatch


@pytest.fixture
def lib():
    with dispatch.library("FRAGMENT", "call") as lib:
        yield lib
