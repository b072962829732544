"""`functionalize`: arguments, results, nesting with the other transforms, and what is refused."""

import pytest

import wye
from wye._engine import engine
from wye.functionalization import tensors
from wye.modes import DispatchMode
from wye.pytree import tree_leaves
from wye.transforms import functionalize, grad, vmap
from wye.transforms.interpreters import current
from wye.transforms.levels import get_level, is_functional_tensor, is_grad_tensor


def write_first(x):
    x[0].add_(1)
    return x * 2


def test_arguments_are_trees_and_writes_come_back_once():
    def f(tree, *, scale):
        tree["a"].add_(1)
        tree["a"].add_(1)
        return {"sum": tree["a"] + tree["b"][0], "view": [tree["b"][0].view(1, 2)]}, scale

    a, b = wye.zeros(2), wye.ones(2)
    made, scale = functionalize(f)({"a": a, "b": [b]}, scale=3)
    assert (made["sum"].tolist(), made["view"][0].tolist(), scale) == ([3.0, 3.0], [[1.0, 1.0]], 3)
    assert (a.tolist(), a._version, b._version) == ([2.0, 2.0], 1, 0)


def test_an_argument_that_is_not_written_to_is_returned_as_it_is():
    x = wye.zeros(2)
    assert functionalize(lambda x: x)(x) is x
    made = functionalize(lambda x: x.add_(1))(x)
    assert (made is x, made.tolist(), x.tolist()) == (False, [1.0, 1.0], [1.0, 1.0])


def test_views_of_arguments_stay_views_unless_removed():
    x = wye.zeros(4)
    assert functionalize(lambda x: x.view(2, 2))(x)._base is x
    assert functionalize(lambda x: x.view(2, 2), remove="mutations_and_views")(x)._base is None


def test_a_changed_shape_is_carried_over_to_the_argument():
    x = wye.zeros(2, 3)
    functionalize(lambda x: x.t_())(x)
    assert (tuple(x.shape), x.stride()) == ((3, 2), (1, 3))
    y = wye.zeros(2)
    functionalize(lambda y: y.resize_(4).fill_(1))(y)
    assert y.tolist() == [1.0] * 4


def test_inside_tensors_belong_to_the_level():
    def f(x):
        made = wye.zeros(1)
        return [(is_functional_tensor(t), is_grad_tensor(t), get_level(t)) for t in (x, made)]

    assert functionalize(f)(wye.ones(1)) == [(True, False, 1), (True, False, 1)]
    assert current() is None


@pytest.mark.parametrize("remove", ["mutations", "mutations_and_views"])
def test_it_nests_with_other_transforms_and_itself(remove):
    def mine(f):
        return functionalize(f, remove=remove)

    x = wye.arange(6.0).view(2, 3)
    wanted = vmap(write_first)(x.clone())
    assert wye.equal(vmap(mine(write_first))(x.clone()), wanted)
    assert wye.equal(mine(vmap(write_first))(x.clone()), wanted)
    assert wye.equal(mine(mine(write_first))(x.clone()), write_first(x.clone()))

    def loss(x):
        y = x * 1
        y[0].mul_(3)
        return (y * y).sum()

    assert wye.equal(mine(grad(loss))(x), grad(loss)(x))
    assert wye.equal(grad(mine(loss))(x), grad(loss)(x))
    assert wye.equal(mine(vmap(grad(loss)))(x), vmap(grad(loss))(x))


def test_gradients_of_plain_tensors_flow_through():
    x = wye.ones(3, requires_grad=True)
    functionalize(lambda x: (x * 1).mul_(x).sum())(x).backward()
    assert x.grad.tolist() == [2.0] * 3


def test_an_error_inside_leaves_nothing_behind():
    def f(x):
        raise ValueError("inside")

    with pytest.raises(ValueError, match="inside"):
        functionalize(f)(wye.ones(1))
    assert current() is None
    assert not tensors.is_functional(wye.tensor([1.0]))


def test_other_words_for_remove_are_refused():
    with pytest.raises(RuntimeError, match="invalid argument for remove=views"):
        functionalize(lambda x: x, remove="views")


def test_operators_of_programs_that_write_are_functionalized_too():
    with wye.library._scoped_library("functional_level", "DEF") as lib:
        lib.define("bump(Tensor(a!) x, float by) -> Tensor")
        lib.impl("bump", lambda x, by: x.add_(by) * 2, "CompositeExplicitAutograd")

        def f(x):
            return wye.ops.functional_level.bump(x[0], 3.0) + x[0]

        ours, theirs = wye.zeros(2, 2), wye.zeros(2, 2)
        assert wye.equal(functionalize(f)(ours), f(theirs))
        assert wye.equal(ours, theirs)


def test_an_operator_that_returns_a_view_without_saying_how_is_refused():
    with wye.library._scoped_library("functional_level", "DEF") as lib:
        lib.define("shown(Tensor(a) x) -> Tensor(a)")
        lib.impl("shown", lambda x: x.view(-1), "CompositeExplicitAutograd")
        with pytest.raises(RuntimeError, match=r"functional_level::shown.*alias annotation"):
            functionalize(wye.ops.functional_level.shown)(wye.zeros(2))


def test_a_python_rule_at_the_key_is_used_under_the_python_dispatcher():
    with wye.library._scoped_library("functional_level", "DEF") as lib:
        lib.define("bump(Tensor(a!) x) -> ()")
        op, kinds = wye.ops.functional_level.bump.default, []

        @op.py_functionalize_impl
        def rule(context, x):
            kinds.append(type(context).__name__)
            inside = context.unwrap_tensors(x)
            with context.redispatch_to_next():
                new = inside + 1
            context.replace(x, new)
            context.commit_update(x)
            context.sync(x)

        x = wye.zeros(1)
        with wye.dispatch.enable_python_dispatcher():
            functionalize(op)(x)
        assert (x.tolist(), kinds) == ([1.0], ["CppFunctionalizeAPI"])


def test_a_functional_tensor_of_a_level_shows_the_level():
    shown = []
    wye.functionalize(lambda x: (shown.append(repr(x)), x)[1])(wye.ones(1))
    assert shown == ["FunctionalTensor(lvl=1, value=\\\ntensor([1.]))"]


class Recorder(DispatchMode):
    """Notes the operators that run below the transform."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(func.name())
        return func(*args, **(kwargs or {}))


def chain_of_views(x):
    y = x.clone()
    for _ in range(3):
        y.add_(1)
        y.view(2, 8)[0].mul_(2)
        y[1:3].sub_(y[0])
        y.t()[1].copy_(y.diagonal())
        parts = y.chunk(2)
        parts[1].add_(parts[0])
        first, *_ = y.unbind(0)
        first.mul_(wye.full((4,), 3.0))
        y.transpose(0, 1).unsqueeze(0).squeeze(0).add_(y.sum(), alpha=2)
        y = wye.cat([y[:2], y[2:]]).add_(y.detach())
    return y, y.view(-1)[3:5], y.max(0)


def write_through_views_of_views(x):
    a = x.view(2, 2, 4)
    b = a[1]
    c = b[0]
    c.add_(1)
    a.mul_(2)
    b.transpose(0, 1)[1:].zero_()
    x.add_(x)
    return a, b, c + x[2]


def change_shape(x):
    y = x.clone()
    y.t_()
    y[0].add_(1)
    y.unsqueeze_(0).mul_(2)
    return y, y.sum()


@pytest.mark.parametrize("program", [chain_of_views, write_through_views_of_views, change_shape])
def test_calls_in_c_do_what_calls_in_python_do(program):
    def play():
        x = wye.arange(16.0).view(4, 4)
        with Recorder() as seen:
            results = functionalize(program)(x)
        return [t.tolist() for t in tree_leaves(results)], x.tolist(), seen.names

    eager = wye.arange(16.0).view(4, 4)
    expected = [t.tolist() for t in tree_leaves(program(eager))]
    engine.functional_in_c(False)
    try:
        in_python = play()
    finally:
        engine.functional_in_c(True)
    play()  # operators learn at their first calls what C may do
    assert play() == in_python
    assert in_python[:2] == (expected, eager.tolist())


def test_writes_are_counted_alike():
    def f(x):
        v = x.view(-1)[1:]
        v.add_(1)
        with wye.no_grad():
            x.mul_(2)
        data = x._data
        seen.append((data.storage.mutations, data.storage.without_grad, data.storage.generation, data.generation))
        return v + 0

    seen = []
    for _ in range(3):
        functionalize(f)(wye.ones(2, 2))
    assert seen == [(2, 1, 2, 2)] * 3


def test_a_write_of_another_shape_is_refused_at_every_call():
    def f(x):
        return x.add_(wye.ones(2, 2))

    for _ in range(3):
        with pytest.raises(RuntimeError, match="broadcast shape"):
            functionalize(f)(wye.ones(2))


def test_values_of_another_dtype_are_stored_in_the_dtype_that_is_there():
    for _ in range(3):
        made = functionalize(lambda x: x[0].copy_(wye.ones(2, dtype=wye.float64)))(wye.zeros(2, 2))
        assert (made.dtype, made.tolist()) == (wye.float32, [1.0, 1.0])


def test_a_list_of_arguments_is_left_alone():
    def f(x):
        parts = [x, x + 1]
        both = wye.cat(parts)
        assert parts[0] is x
        return both

    for _ in range(3):
        assert functionalize(f)(wye.zeros(1)).tolist() == [0.0, 1.0]


def test_lists_tuples_and_numbers_are_returned_in_their_places():
    x = wye.zeros(2)
    pair = functionalize(lambda x: (x.add_(1), x.view(1, 2)))(x)
    assert (type(pair), [one.tolist() for one in pair], x.tolist()) == (tuple, [[1.0, 1.0], [[1.0, 1.0]]], [1.0, 1.0])
    mixed = functionalize(lambda x: [x + 1, 3, None])(x)
    assert (type(mixed), mixed[0].tolist(), mixed[1:]) == (list, [2.0, 2.0], [3, None])


def test_nothing_stays_behind_when_a_function_fails():
    def fail(x):
        x.add_(1)
        raise ValueError("no")

    x = wye.zeros(2)
    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            functionalize(fail)(x)
    assert (x.tolist(), x._version, current()) == ([0.0, 0.0], 0, None)
    assert not is_functional_tensor(wye.tensor([1.0]))


@pytest.mark.parametrize(
    "index",
    [0, -1, slice(1, 3), slice(None), None, (1, 2), (0, slice(None), 1), (..., 1), (None, 0), (), (slice(0, 9), 1)],
)
def test_indices_of_functional_tensors_show_and_store_what_plain_ones_do(index):
    def write(x):
        y = x.clone()
        y[index] = 5.0
        y[index].mul_(2)
        return y, y[index]

    for _ in range(2):  # C handles the second call
        x = wye.arange(24.0).reshape(3, 4, 2)
        assert [one.tolist() for one in functionalize(write)(x)] == [one.tolist() for one in write(x)]


@pytest.mark.parametrize("index", [None, ..., (), (None, ...), (..., None), (None, None)])
@pytest.mark.parametrize("around", [functionalize, vmap])
def test_indices_of_tensors_without_dimensions(index, around):
    for _ in range(2):
        plain = wye.ones(3) if around is vmap else wye.tensor(3.0)
        expected = wye.stack([one[index] for one in plain]) if around is vmap else plain[index]
        assert around(lambda x: x[index])(plain).tolist() == expected.tolist()


def test_indices_that_do_not_fit_are_refused_by_name_inside_too():
    with pytest.raises(IndexError, match="index 3 is out of bounds for dimension 1 with size 2"):
        functionalize(lambda x: x[0, 3])(wye.zeros(2, 2))
    with pytest.raises(IndexError, match="too many indices"):
        functionalize(lambda x: x[0, 0, 0])(wye.zeros(2, 2))


def test_views_in_place_and_detached_tensors_share_the_storage():
    def f(x):
        y = x.clone()
        other = y.detach()
        y.t_()
        y.unsqueeze_(0)
        y.add_(1)
        return y, other, other._base is None

    for _ in range(2):  # C handles the second call
        y, other, has_no_base = functionalize(f)(wye.arange(6.0).reshape(2, 3))
        assert (y.tolist(), other.tolist()) == (
            [[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]],
            [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        )
        assert has_no_base
