"""cond, while_loop, map and scan: what they give, on tensors and on arrays, and what they refuse."""

import numpy as np
import pytest

import wye
from wye import cond, scan, while_loop
from wye.errors import ArgumentError, ReturnError
from wye.fake import FakeTensorMode
from wye.fx import make_fx
from wye.higher_order.slices import select, stack
from wye.modes import DispatchMode


def plus(a, b):
    """There is no operator set yet: arithmetic goes through NumPy."""
    return wye.from_numpy(np.asarray(np.asarray(a) + np.asarray(b)))


def less(a, n):
    return wye.tensor(bool(a.numpy() < n))


class Seen(DispatchMode):
    def __init__(self):
        self.calls = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls.append((str(func), args))
        return func(*args, **(kwargs or {}))


def flat(value):
    return value.tolist()


X = np.arange(6.0).reshape(2, 3)
KINDS = pytest.mark.parametrize("kind", [np.asarray, wye.tensor], ids=["ndarray", "Tensor"])


# ---- cond


@pytest.mark.parametrize(
    "true", [True, wye.tensor(True), wye.tensor([[1.0]]), np.bool_(True), np.array([True])], ids=repr
)
def test_cond_calls_one_function(true):
    assert cond(true, lambda x: ("yes", x), lambda x: "no", (1,)) == ("yes", 1)


@pytest.mark.parametrize("false", [False, wye.tensor(False), np.array(0)], ids=repr)
def test_cond_calls_the_other_function(false):
    assert cond(false, lambda: 1, lambda: 2) == 2


def test_cond_takes_and_gives_trees():
    x = wye.tensor([1.0])
    result = cond(True, lambda d, pair: {"out": [d["a"], pair[1]]}, lambda d, pair: None, ({"a": x}, (1, 2)))
    assert result == {"out": [x, 2]}


def test_a_mode_sees_one_call_with_flat_operands():
    x, yes, no = wye.tensor([1.0]), (lambda d: d["a"]), (lambda d: None)
    with Seen() as seen:
        assert cond(True, yes, no, [{"a": x}]) is x
    ((name, args),) = seen.calls
    assert (name, args[0], args[3]) == ("cond", True, (x,))


def test_a_mode_sees_functions_from_leaves_to_leaves():
    with Seen() as seen:
        cond(True, lambda d: {"r": (abs(d["x"]), 2)}, lambda d: {"r": (1, 2)}, ({"x": -1},))
    ((name, (pred, true_fn, false_fn, operands)),) = seen.calls
    assert (name, pred, operands) == ("cond", True, (-1,))
    assert (true_fn(-3), false_fn(-3)) == ((3, 2), (1, 2))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((wye.tensor([True, False]), abs, abs, (1,)), "pred to be bool or single-element tensor, but got tensor"),
        ((3, abs, abs, (1,)), "Expected pred to be bool or tensor, but got 3."),
        ((True, 3, abs, (1,)), "takes a function as true_fn, not int 3"),
        ((True, abs, "f", (1,)), "takes a function as false_fn, not str"),
        (
            (True, abs, abs, X),
            r"takes a tuple of arguments for the functions as operands, not ndarray of shape \(2, 3\)",
        ),
    ],
)
def test_cond_refuses(args, message):
    with pytest.raises(ArgumentError, match=message):
        cond(*args)


# ---- while_loop


def test_while_loop_on_tensors():
    i, total = while_loop(
        lambda i, s: less(i, 3), lambda i, s: (plus(i, 1), plus(s, i)), (wye.tensor(0), wye.tensor(0))
    )
    assert (flat(i), flat(total)) == (3, 3)


def test_while_loop_on_arrays_and_numbers_in_trees():
    carried = [0, {"x": np.zeros(2)}]
    i, tree = while_loop(lambda i, d: i < 3, lambda i, d: [i + 1, {"x": d["x"] + i}], carried)
    assert i == 3
    assert flat(tree["x"]) == [3.0, 3.0]


def test_while_loop_gives_what_it_got_when_there_is_nothing_to_do():
    x = wye.tensor([1.0])
    assert while_loop(lambda x: False, lambda x: 1 / 0, (x,)) == (x,)


@pytest.mark.parametrize(
    ("cond_fn", "body_fn", "carried", "error", "message"),
    [
        (3, abs, (1,), ArgumentError, "takes a function as cond_fn"),
        (abs, 3, (1,), ArgumentError, "takes a function as body_fn"),
        (abs, abs, X, ArgumentError, "takes a tuple .* as carried"),
        (lambda x: x, lambda x: (x,), (X,), ReturnError, "cond_fn must return a bool or a one-element tensor, not nda"),
        (lambda x: 1, lambda x: (x,), (X,), ReturnError, "cond_fn must return a bool or a one-element tensor, not int"),
        (lambda x: True, lambda x: x, (X,), ReturnError, "must return a tuple like the carried values, not ndarray"),
        (lambda x: True, lambda x: (x, x), (X,), ReturnError, "the same tree .*arity mismatch; expected 1, but got 2"),
        (
            lambda x: True,
            lambda x: (x[0],),
            (X,),
            ReturnError,
            r"at \[0\]: ndarray of shape \(2, 3\).* became .*\(3,\)",
        ),
        (lambda x: True, lambda x: (x > 0,), (X,), ReturnError, r"dtype float64 became .* dtype bool"),
        (lambda x: True, lambda x: (X,), (0,), ReturnError, "int 0 became ndarray"),
    ],
)
def test_while_loop_refuses(cond_fn, body_fn, carried, error, message):
    with pytest.raises(error, match=message):
        while_loop(cond_fn, body_fn, carried)


# ---- map


@KINDS
def test_map_stacks_what_the_function_gives(kind):
    result = wye.map(lambda x, y: (x, {"y": y}), kind(X), kind(X[0]))
    assert type(result[0]) is type(kind(X))
    assert flat(result[0]) == X.tolist()
    assert flat(result[1]["y"]) == [X[0].tolist(), X[0].tolist()]


def test_map_goes_over_trees():
    result = wye.map(lambda d, k, more: d["a"] * k + d["b"] + more[0], {"a": X, "b": X[:, 0]}, 10, [1])
    assert flat(result) == (X * 10 + X[:, :1] + 1).tolist()


def test_map_over_numbers_of_an_array():
    assert flat(wye.map(lambda x: x.sum(), X)) == [3.0, 12.0]
    assert flat(wye.map(lambda x: x, wye.tensor([1, 2]))) == [1, 2]


def test_map_without_data_knows_the_shape():
    result = wye.map(lambda x: x, wye.tensor(X, device="meta"))
    assert (result.shape, result.device.type, result.dtype) == ((2, 3), "meta", wye.float64)


def test_map_keeps_none():
    assert wye.map(lambda x: (None, x), np.arange(2))[0] is None


@pytest.mark.parametrize(
    ("f", "xs", "error", "message"),
    [
        (3, X, ArgumentError, "takes a function as f"),
        (abs, [], ArgumentError, "needs at least one tensor or array"),
        (abs, {"a": X, "b": 3}, ArgumentError, r"takes tensors or arrays in xs, not int 3 at \['b'\]"),
        (abs, np.array(1.0), ArgumentError, "cannot cut ndarray of shape .* along dimension 0"),
        (abs, (X, X[:1]), ArgumentError, "needs equally many parts in xs along dimension 0, not 2, 1"),
        (abs, X[:0], ArgumentError, "needs at least one part"),
        (lambda x: 3, X, ReturnError, "f must return tensors or arrays, not int 3"),
        (lambda x: [x] * (1 + int(x[0])), X, ReturnError, "the same tree in every step: Node arity mismatch"),
        (lambda x: x[: int(x[0])], X, ReturnError, r"shape \(0,\).* became ndarray of shape \(3,\)"),
    ],
)
def test_map_refuses(f, xs, error, message):
    with pytest.raises(error, match=message):
        wye.map(f, xs)


# ---- scan


@pytest.mark.parametrize(
    ("how", "last", "outputs"),
    [  # recorded of torch 2.13
        ({"dim": 1}, 15.0, [[0.0, 5.0, 12.0], [6.0, 11.0, 18.0]]),
        ({"dim": -1}, 15.0, [[0.0, 5.0, 12.0], [6.0, 11.0, 18.0]]),
        ({"reverse": True}, 15.0, [[12.0, 14.0, 16.0], [6.0, 8.0, 10.0]]),
    ],
)
def test_scan_along_any_dimension_in_both_directions(how, last, outputs):
    carry, ys = scan(lambda c, x: (c + x.sum(), x * 2 + c), np.float64(0), X, **how)
    assert (carry, ys.tolist()) == (last, outputs)


def test_scan_on_tensors_in_trees():
    def combine(carry, x):
        total = plus(carry["total"], x[0])
        return {"total": total}, (total, None)

    carry, (totals, nothing) = scan(combine, {"total": wye.tensor(0)}, [wye.tensor([1, 2, 3])])
    assert (flat(carry["total"]), flat(totals), nothing) == (6, [1, 3, 6], None)


def test_outputs_with_fewer_dimensions_than_scanned_are_stacked_first():
    def step(c, x):
        return c @ x, (c @ x).sum()

    def last(c, xs):
        return scan(step, c, xs, dim=2)

    c, xs = wye.ones(4, 3), wye.ones(3, 3, 2)
    assert last(c, xs)[1].tolist() == [36.0, 108.0]
    with FakeTensorMode() as mode:
        assert last(mode.from_tensor(c), mode.from_tensor(xs))[1].shape == (2,)
    c.requires_grad_()
    made = make_fx(last)(c, xs)(c, xs)[1]
    made[0].backward()
    assert made.tolist() == [36.0, 108.0]
    assert c.grad.tolist() == [[3.0] * 3] * 4


def test_scan_over_nothing_gives_the_start():
    assert scan(lambda c, x: (c, c), 1, []) == (1, [])


def test_a_mode_sees_how_it_scans():
    with Seen() as seen:
        scan(lambda c, x: (c, x), 0, X, dim=-1, reverse=True)
    ((name, args),) = seen.calls
    assert (name, args[1], args[3:]) == ("scan", (0,), ((), 1, True))


@pytest.mark.parametrize(
    ("combine_fn", "init", "how", "error", "message"),
    [
        (3, 0, {}, ArgumentError, "takes a function as combine_fn"),
        (abs, 0, {"dim": "a"}, ArgumentError, "takes an int as dim"),
        (abs, 0, {"reverse": 2}, ArgumentError, "a bool as reverse"),
        (abs, 0, {"dim": 2}, ArgumentError, "cannot cut ndarray .* along dimension 2"),
        (lambda c, x: x, 0, {}, ReturnError, "must return a carry and an output, not ndarray"),
        (lambda c, x: (x, x), X, {}, ReturnError, r"must return the same as it was given: .* became"),
        (lambda c, x: ([c], x), X, {}, ReturnError, "became list"),
        (lambda c, x: (c[0], x), (X,), {}, ReturnError, "the same tree as it was given: Node type mismatch"),
    ],
)
def test_scan_refuses(combine_fn, init, how, error, message):
    with pytest.raises(error, match=message):
        scan(combine_fn, init, X, **how)


# ---- parts


def test_parts_share_memory():
    x = wye.from_numpy(X.copy())
    assert np.shares_memory(select(x, 1, 0).numpy(), x.numpy())
    assert select(x, 1, 2).tolist() == [2.0, 5.0]


def test_arrays_that_nobody_can_stack_are_named():
    class Odd:
        shape = (1,)

    with pytest.raises(ArgumentError, match="arrays of type Odd cannot be stacked here"):
        stack([Odd()], 0)


def test_a_star_import_leaves_the_builtin_map_alone():
    assert "map" not in wye.__all__
    assert "map" in dir(wye)
