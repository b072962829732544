"""Operators that write are called as if they did not."""

import pytest

import wye
from wye import dispatch
from wye.errors import ArgumentError, UnsuitableOperatorError
from wye.higher_order.auto_functionalize import auto_functionalized, can_auto_functionalize, get_mutable_args
from wye.library import Library

np = pytest.importorskip("numpy")

NS = "test_auto_functionalize"


def array(value):
    return value if isinstance(value, np.ndarray) else value.numpy()


def add_to(x, n):
    x = array(x)
    x += n


def new(value):
    return wye.from_numpy(np.asarray(value, dtype=np.float32))


@pytest.fixture
def lib():
    with Library(NS, "DEF") as made:
        yield made


def define(lib, schema, fn=None, tags=()):
    name = lib.define(schema, tags=tags)
    if fn is not None:
        lib.impl(schema.partition("(")[0], fn, "CompositeExplicitAutograd")
    overload = schema.partition("(")[0].partition(".")[2]
    return getattr(getattr(getattr(wye.ops, NS), name.rpartition("::")[2]), overload or "default")


CAN = {
    "f(Tensor(a!) x) -> ()": True,
    "f(Tensor(a!) x, Tensor y) -> Tensor": True,
    "f(Tensor(a!) x, Tensor(b!) y) -> (Tensor, Tensor)": True,
    "f(Tensor(a!)[] xs) -> ()": True,
    "f(Tensor(a!)?[] xs) -> ()": True,
    "f(Tensor(a!)? x, Tensor y) -> Tensor": True,
    "f(Tensor(a!) x, *, Tensor(b!) y) -> ()": True,
    "f(Tensor x) -> Tensor": False,
    "f(Tensor(a) x) -> Tensor(a)": False,
    "f(Tensor(a!) x) -> Tensor(a!)": False,
    "f(Tensor(a!) x) -> Tensor[]": False,
    "f(Tensor(a!) x) -> int": False,
    "f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)": False,
    "f(Tensor x) -> ()": False,
}


@pytest.mark.parametrize("schema", CAN)
def test_which_operators_can(lib, schema):
    assert can_auto_functionalize(define(lib, schema)) is CAN[schema]


def test_tags_allow_the_arguments_that_they_promise(lib):
    assert can_auto_functionalize(define(lib, "a(Tensor(a!) x) -> Tensor(a!)", tags=(wye.Tag.inplace,)))
    assert can_auto_functionalize(define(lib, "b(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", tags=(wye.Tag.out,)))


def test_others_that_cannot(lib):
    assert not can_auto_functionalize(3)
    assert not can_auto_functionalize(auto_functionalized)
    op = define(lib, "own(Tensor(a!) x) -> ()")
    assert not can_auto_functionalize(getattr(wye.ops, NS).own)
    handle = lib.impl("own", lambda x: None, "Functionalize")
    assert not can_auto_functionalize(op)
    handle.remove()
    assert can_auto_functionalize(op)
    with dispatch.library("FRAGMENT", "aten") as builtin:
        assert not can_auto_functionalize(builtin.define("test_auto_(Tensor(a!) x) -> ()"))


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ("f(Tensor x) -> Tensor", "it writes to none of its arguments"),
        ("f(Tensor(a!) x) -> int", "it returns int, not Tensor"),
        ("f(Tensor(a!) x) -> Tensor(a!)", "it returns an argument"),
    ],
)
def test_the_error_says_why(lib, schema, reason):
    op = define(lib, schema)
    with pytest.raises(UnsuitableOperatorError, match=f"^Cannot auto-functionalize op {NS}.f.default: {reason}"):
        auto_functionalized(op, x=new([1]))
    with pytest.raises(AssertionError, match="it is not an operator overload"):
        auto_functionalized(len)


def test_the_argument_stays_and_the_copy_has_the_new_numbers(lib):
    op = define(lib, "write(Tensor(a!) x) -> ()", lambda x: add_to(x, 1))
    x = new([1, 2])
    result, copied = auto_functionalized(op, x=x)
    assert result is None
    assert copied.tolist() == [2, 3]
    assert x.tolist() == [1, 2]
    assert wye.ops.higher_order.auto_functionalized is auto_functionalized


def test_results_come_before_the_copies(lib):
    def both(x, y):
        add_to(x, 1)
        add_to(y, 2)
        return new(array(x) + array(y)), new(array(x) - array(y))

    def one(x, y):
        add_to(x, 1)
        return new(array(x) * array(y))

    two = define(lib, "two(Tensor(a!) x, Tensor(b!) y) -> (Tensor, Tensor)", both)
    single = define(lib, "single(Tensor(a!) x, Tensor y) -> Tensor", one)
    x, y = new([1]), new([10])
    assert [part.tolist() for part in auto_functionalized(two, x=x, y=y)] == [[14], [-10], [2], [12]]
    assert [part.tolist() for part in auto_functionalized(single, x=x, y=y)] == [[20], [2]]
    assert (x.tolist(), y.tolist()) == ([1], [10])
    assert get_mutable_args(two)[0] == ["x", "y"]


def test_lists_and_nones(lib):
    def write_all(xs):
        for x in xs:
            if x is not None:
                add_to(x, 1)

    many = define(lib, "many(Tensor(a!)?[] xs) -> ()", write_all)
    maybe = define(lib, "maybe(Tensor(a!)? x, Tensor y) -> Tensor", lambda x, y: new(array(y) + 1))
    optional = define(lib, "optional(Tensor y, Tensor(a!)? x=None) -> Tensor", lambda y, x=None: new(array(y) + 1))
    x, y = new([1]), new([2])
    result, (first, none, second) = auto_functionalized(many, xs=[x, None, y])
    assert (result, none) == (None, None)
    assert (first.tolist(), second.tolist(), x.tolist(), y.tolist()) == ([2], [3], [1], [2])
    assert auto_functionalized(maybe, x=None, y=y)[1] is None
    assert auto_functionalized(optional, y=y)[1] is None


def test_only_some_are_copied_where_the_caller_knows(lib):
    def write(x, y):
        add_to(x, 1)
        add_to(y, 1)

    op = define(lib, "some(Tensor(a!) x, Tensor(b!) y) -> ()", write)
    x, y = new([1]), new([2])
    _, same, copied = auto_functionalized(op, x=x, y=y, _only_clone_these_tensors=("y",))
    assert same is x
    assert (x.tolist(), y.tolist(), copied.tolist()) == ([2], [2], [3])


def test_wrong_arguments_are_the_operators_own_errors(lib):
    op = define(lib, "write(Tensor(a!) x, int n) -> ()", add_to)
    with pytest.raises(ArgumentError, match="missing value for argument 'n'"):
        auto_functionalized(op, x=new([1]))
    with pytest.raises(ArgumentError, match="missing value for argument 'x'"):
        auto_functionalized(op, n=1)
    with pytest.raises(ArgumentError, match="Unknown keyword argument 'z'"):
        auto_functionalized(op, x=new([1]), n=1, z=2)
    with pytest.raises(TypeError):
        auto_functionalized(op, new([1]), 1)


def test_arrays_are_copied_too(lib):
    lib.define("write(Tensor(a!) x) -> ()")
    lib.impl("write", lambda x: add_to(x, 1), "NumPy")
    x = np.ones(2)
    _, copied = auto_functionalized(getattr(wye.ops, NS).write.default, x=x)
    assert isinstance(copied, np.ndarray)
    assert (x.tolist(), copied.tolist()) == ([1, 1], [2, 2])


def test_tensors_without_data_give_tensors_without_data(lib):
    seen = []
    op = define(lib, "write(Tensor(a!) x) -> ()", seen.append)
    x = wye.tensor([1.0, 2.0], device="meta")
    _, copied = auto_functionalized(op, x=x)
    assert copied is seen[0] is not x
    assert (copied.shape, copied.dtype, copied.device) == (x.shape, x.dtype, x.device)


def test_a_mode_sees_one_call_that_does_not_write(lib):
    op = define(lib, "write(Tensor(a!) x) -> ()", lambda x: add_to(x, 1))
    seen = []

    class Mode(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((func, args, list(kwargs)))
            return func(*args, **kwargs)

    x = new([1])
    with Mode():
        auto_functionalized(op, x=x)
    assert seen == [(auto_functionalized, (op,), ["x"])]
