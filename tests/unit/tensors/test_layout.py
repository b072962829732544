"""How elements lie in memory: answers from strides, and which symbolic sizes are compared for them."""

from __future__ import annotations

import itertools

import pytest

from wye.tensors.layout import contiguous_strides, is_contiguous, is_dense, pointwise_strides, strides_like
from wye.tensors.meta_array import MetaArray

SHAPES = tuple(itertools.product((0, 1, 2, 3), repeat=3))
STEPS = tuple(itertools.product((0, 1, 2, 3, 6), repeat=3))


def places(shape, strides):
    """Where the elements lie, in row-major order."""
    return [sum(i * n for i, n in zip(at, strides, strict=True)) for at in itertools.product(*map(range, shape))]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tensor_is_contiguous_if_its_elements_follow_each_other(shape):
    for strides in STEPS:
        found = places(shape, strides)
        assert is_contiguous(shape, strides) == (found == list(range(len(found)))), strides


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tensor_is_dense_if_its_elements_fill_one_stretch_of_memory(shape):
    for strides in STEPS:
        found = places(shape, strides)
        assert is_dense(shape, strides) == (sorted(found) == list(range(len(found)))), strides


def test_bytes_count_as_the_unit_of_strides():
    assert is_contiguous((2, 3), (24, 8), 8)
    assert not is_contiguous((2, 3), (3, 1), 8)
    assert is_dense((2, 3), (8, 16), 8)


class TestSymbols:
    @pytest.fixture
    def sizes(self):
        pytest.importorskip("sympy")
        from wye.symbolic import ConstantSource, ShapeEnv

        env = ShapeEnv()
        made = [env.create_symbol(n, ConstantSource(f"n{n}")) for n in (4, 6)]
        n, m = [env.create_symintnode(one, hint=hint) for one, hint in zip(made, (4, 6), strict=True)]
        return env, n, m

    def test_parts_of_rows_are_contiguous_however_many_rows_there_are(self, sizes):
        env, n, m = sizes
        assert is_contiguous((n // 2, m), (m, 1))
        assert is_contiguous((n - 3, m), (m, 1))  # one row in the example, none or more elsewhere
        assert not env.guards

    def test_a_step_between_columns_is_not_contiguous_whatever_the_number_of_rows(self, sizes):
        env, n, m = sizes
        assert not is_contiguous((n // 2, m), (2 * m, 2))
        assert not is_dense((n - 1, m), (2 * m, 2))
        assert not env.guards

    def test_a_size_is_compared_where_the_answer_hangs_on_it(self, sizes):
        env, n, m = sizes
        assert is_contiguous((n // 4, m), (m + 1, 1))
        assert len(env.guards) == 1

    def test_an_operand_of_the_full_shape_is_not_asked_whether_it_broadcasts(self, sizes):
        from wye.symbolic.values import value_of

        env, n, m = sizes
        part = MetaArray((m, n // 4), "float32", (n, 1))
        assert pointwise_strides(part.shape, 1, [part, part]) == contiguous_strides(part.shape)
        symbols = dict.fromkeys(env.backed_var_to_val)
        for size in range(4, 20):  # 1 and more columns
            assert all(value_of(guard.expr, dict.fromkeys(symbols, size)) for guard in env.guards), size

    def test_a_copy_keeps_the_order_of_dimensions_that_symbols_have(self, sizes):
        _, n, m = sizes
        assert strides_like(MetaArray((n, m), "float32", (1, n))) == (1, n)
