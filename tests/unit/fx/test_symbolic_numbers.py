"""Symbolic numbers in traced programs: as operands, sizes, values that are written, and with checks."""

import operator

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.fx import make_fx
from wye.symbolic import ShapeEnv

pytest.importorskip("sympy")


def targets(f, *args):
    module = make_fx(f, tracing_mode="symbolic")(*args)
    names = {node.target for node in module.graph.nodes if node.op == "call_function"}
    return module, [getattr(one, "__name__", str(one)) for one in names]


@pytest.mark.parametrize("op", [operator.add, operator.mul, operator.pow, operator.truediv, operator.mod])
def test_an_integer_becomes_a_real_number_before_it_meets_one(op):
    module, names = targets(lambda x: x * op(x.shape[0], 0.5), wye.ones(4))
    assert "sym_float" in names
    assert wye.equal(module(wye.ones(6)), wye.ones(6) * op(6, 0.5))


def test_a_rounded_quotient_of_real_numbers_is_a_floor():
    module, names = targets(lambda x: x * (x.shape[0] // 0.7), wye.ones(4))
    assert "floor" in names
    assert "floordiv" not in names
    assert module(wye.ones(6)).tolist() == [6 // 0.7] * 6


def test_a_symbolic_number_that_is_written_is_traced():
    def f(x):
        x[0] = x.size(0)
        x[1:3] = x.size(0) * 0.5
        return x

    module, _ = targets(f, wye.zeros(4))
    assert wye.ops.aten.scalar_tensor.default in {node.target for node in module.graph.nodes}
    assert module(wye.zeros(6)).tolist() == [6, 3, 3, 0, 0, 0]


def test_rows_that_a_mask_picks_are_written_without_asking_how_many_there_are():
    def f(x, mask):
        x[mask] = x[mask] * -1
        return x

    module, _ = targets(f, wye.ones(3, 2), wye.tensor([True, False, True]))
    assert module(wye.ones(2, 2), wye.tensor([False, True])).tolist() == [[1, 1], [-1, -1]]


def test_elements_of_tensors_are_sizes_of_new_tensors():
    module, _ = targets(lambda x, sizes: x.new_zeros([2, *sizes]), wye.ones(1), wye.tensor([3, 4]))
    assert module(wye.ones(1), wye.tensor([1, 2])).shape == (2, 1, 2)
    module, _ = targets(lambda size: wye.randn(size.item()), wye.tensor([5]))
    assert module(wye.tensor([3])).shape == (3,)


def test_symbolic_sizes_broadcast():
    module, _ = targets(lambda x, y: wye.broadcast_shapes(x.size(), y.size()[0]), wye.ones(3, 1), wye.ones(5))
    assert tuple(module(wye.ones(4, 1), wye.ones(2))) == (4, 2)


def test_a_tensor_of_a_symbolic_number_has_the_default_dtype():
    module, _ = targets(lambda x: wye.tensor(x.size(0) * 2.0), wye.ones(2))
    assert module(wye.ones(2)).dtype is wye.float32


def test_a_trace_keeps_checks_of_sizes():
    def f(x, sizes):
        size = sizes[0].item()
        wye.sym_constrain_range_for_size(size, max=4)
        return x.new_zeros(size)

    module, _ = targets(f, wye.ones(2), wye.tensor([3, 4]))
    assert module(wye.ones(2), wye.tensor([2])).shape == (2,)
    with pytest.raises(RuntimeError, match=r"Invalid value range for 5 between \[0, 4\]"):
        module(wye.ones(2), wye.tensor([5]))


def test_numbers_that_are_known_are_checked_at_once():
    wye.sym_constrain_range(3, min=2, max=3)
    with pytest.raises(RuntimeError, match="Invalid value range for -1"):
        wye.sym_constrain_range_for_size(-1)
    with pytest.raises(RuntimeError, match="Max must be greater than or equal to min"):
        wye.sym_constrain_range(3, min=4, max=3)


def test_sizes_of_fake_arguments_are_traced_in_every_tracing_mode():
    with FakeTensorMode(shape_env=ShapeEnv(), static_shapes=False) as mode:
        x = mode.from_tensor(wye.ones(3, 1))
        module = make_fx(lambda x: (x.shape[0], wye.empty(x.shape[0])))(x)
    assert [str(n.target) for n in module.graph.nodes if n.op == "call_function"] == [
        "aten.sym_size.int",
        "aten.empty.memory_format",
    ]


def test_the_number_of_elements_is_symbolic_as_a_function_too():
    module, _ = targets(lambda x: x * wye.numel(x), wye.ones(3))
    assert wye.equal(module(wye.ones(4)), 4 * wye.ones(4))
    assert wye.numel(wye.ones(2, 3)) == 6


def test_arithmetic_takes_symbolic_numbers_alone():
    module = make_fx(lambda x: (wye.add(x.shape[0], 2.0), wye.mul(x.shape[0], 3)), tracing_mode="symbolic")(wye.ones(4))
    total, product = module(wye.ones(6))
    assert (total.item(), total.dtype, product.item(), product.dtype) == (8.0, wye.float32, 18, wye.int64)


def test_pieces_may_be_as_long_as_data_says():
    def f(lengths, x):
        return x.split([lengths[0].item(), lengths[1].item()])

    module = make_fx(f, tracing_mode="symbolic")(wye.tensor([2, 3]), wye.ones(5))
    assert [len(piece) for piece in module(wye.tensor([4, 1]), wye.ones(5))] == [4, 1]
