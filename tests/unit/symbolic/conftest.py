"""Symbolic sizes for the tests of this directory."""

import pytest

pytest.importorskip("sympy")


@pytest.fixture
def env():
    from wye.symbolic import ShapeEnv

    return ShapeEnv()


@pytest.fixture
def size(env):
    """Makes a size with a symbol: its value in the example, its name."""
    return lambda value, name="a", **options: make(env, value, name, **options)


def make(env, value, name="a", **options):
    from wye.symbolic import ConstantSource

    return env.create_symintnode(env.create_symbol(value, ConstantSource(name), **options), hint=value)
