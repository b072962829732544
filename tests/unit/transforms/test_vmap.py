"""`vmap`: dimensions, trees, chunks, randomness, custom operators, errors."""

from __future__ import annotations

import functools
import warnings

import pytest

import wye
from wye.library import custom_op
from wye.transforms import vmap
from wye.transforms.levels import level_of, reshape_dim_into, reshape_dim_outof
from wye.transforms.loop import set_fallback_enabled
from wye.transforms.vmap import chunk_vmap

X = wye.arange(6.0).view(2, 3)


@pytest.mark.parametrize("dim", [0, 1, -1, -2])
def test_the_batch_dimension_may_be_any(dim):
    made = vmap(lambda x: x * 2, in_dims=dim, out_dims=dim)(X)
    assert made.tolist() == (X * 2).tolist()


@pytest.mark.parametrize("shapes", [((), ()), ((3,), ()), ((3,), (3,)), ((2, 3), (3,)), ((2, 3), (1, 3))])
@pytest.mark.parametrize("in_dims", [(None, 0), (0, None), (0, 0), (-1, 0)])
def test_a_copy_has_the_shape_of_what_it_replaces(shapes, in_dims):
    given = [
        wye.randn(shape) if dim is None else wye.randn((4, *shape)) for shape, dim in zip(shapes, in_dims, strict=True)
    ]
    placed = [one if dim is None else one.movedim(0, dim) for one, dim in zip(given, in_dims, strict=True)]
    found = vmap(wye.ops.aten.copy.default, in_dims)(*placed)
    wanted = [given[1] if in_dims[1] is None else given[1][i] for i in range(4)]
    assert wye.equal(found, wye.stack([one.expand(shapes[0]) for one in wanted]))


def test_identity_returns_the_very_tensor():
    assert vmap(lambda x: x)(X) is X


def test_inputs_and_outputs_are_trees():
    tree = {"a": X, "b": (X.t(), [wye.ones(3)])}
    mapped = vmap(
        lambda t: {"sum": t["a"] * t["b"][0] + t["b"][1][0], "all": t["a"].sum()},
        in_dims=({"a": 0, "b": (1, None)},),
        out_dims={"sum": 1, "all": 0},
    )
    made = mapped(tree)
    assert made["sum"].tolist() == (X * X + 1).t().tolist()
    assert made["all"].tolist() == [3.0, 12.0]


def test_an_output_that_is_not_batched_is_expanded_or_returned():
    assert vmap(lambda x: wye.ones(3))(X).tolist() == [[1.0] * 3] * 2
    assert vmap(lambda x: wye.ones(3), out_dims=None)(X).tolist() == [1.0] * 3
    with pytest.raises(ValueError, match="can not return a BatchedTensor when out_dim is None"):
        vmap(lambda x: x, out_dims=None)(X)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_chunks_give_what_one_batch_gives(size):
    x = wye.arange(10.0).view(2, 5)
    mapped = functools.partial(vmap, lambda a: (a * 2, a.sum()), in_dims=1, out_dims=(1, 0))
    one, two = mapped()(x), mapped(chunk_size=size)(x)
    assert [y.tolist() for y in one] == [y.tolist() for y in two]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: vmap(wye.add)(X, X.t()), r"got sizes \[2, 3\] for the mapped dimension"),
        (lambda: vmap(wye.sin, in_dims=2)(X), "expected in_dim to satisfy -2 <= in_dim < 2"),
        (lambda: vmap(wye.sin, in_dims=None)(X), "expected `in_dims` to be int or a"),
        (vmap(wye.sin), "got no inputs"),
        (lambda: vmap(wye.add, in_dims=(0, 0))(X, 3.0), "We cannot vmap over non-Tensor arguments"),
        (lambda: vmap(lambda x: 3)(X), "must only return Tensors, got type <class 'int'>"),
        (lambda: vmap(wye.sin, out_dims="0")(X), "`out_dims` must be an int, None or a python collection"),
        (lambda: vmap(wye.sin, chunk_size=0), "chunk_size should be None or greater than 0"),
    ],
)
def test_wrong_dimensions_say_what_is_wrong(call, text):
    with pytest.raises(ValueError, match=text):
        call()


def test_elements_of_a_batched_tensor_cannot_be_read():
    for read in (lambda x: x.sum().item(), lambda x: x.tolist(), lambda x: x.numpy(), lambda x: bool(x.sum())):
        with pytest.raises(RuntimeError, match=r"item\(\)|data pointer|data-dependent"):
            vmap(read)(X)


def test_a_write_reaches_the_callers_tensor():
    x = X.clone()
    made = vmap(lambda a: a.mul_(2))(x)
    assert made.tolist() == x.tolist() == (X * 2).tolist()
    assert x._version == 1


def test_a_tensor_that_all_examples_share_cannot_be_written_to():
    shared = wye.zeros(3)
    with pytest.raises(RuntimeError, match="not being vmapped over"):
        vmap(shared.mul_)(X)
    assert shared.tolist() == [0.0] * 3


def test_examples_without_dimensions_promote_as_single_tensors_do():
    numbers = wye.ones(2, dtype=wye.float64)
    assert vmap(lambda a: a * wye.ones(2))(numbers).dtype == wye.float32
    assert vmap(lambda a: a * wye.tensor(1.0))(numbers).dtype == wye.float64


def test_repr_shows_the_tensor_inside():
    texts = []
    vmap(lambda x: (texts.append(repr(x)), x)[1], in_dims=1)(wye.ones(1, 2))
    assert texts == ["BatchedTensor(lvl=1, bdim=1, value=\n    tensor([[1., 1.]])\n)"]


# ---- random numbers ----


def test_random_operators_need_a_mode():
    with pytest.raises(RuntimeError, match="randomness error mode"):
        vmap(lambda x: x + wye.rand(2))(wye.ones(3))
    with pytest.raises(RuntimeError, match="Only allowed values for randomness"):
        vmap(lambda x: x, randomness="bogus")


def test_different_draws_for_the_batch_and_same_for_one_example():
    wye.manual_seed(0)
    plain = wye.rand(3, 2)
    wye.manual_seed(0)
    assert vmap(lambda x: wye.rand(2) + x, randomness="different")(wye.zeros(3)).tolist() == plain.tolist()
    wye.manual_seed(0)
    one = wye.rand(2)
    wye.manual_seed(0)
    assert vmap(lambda x: wye.rand(2) + x, randomness="same")(wye.zeros(3)).tolist() == [one.tolist()] * 3


@pytest.mark.parametrize("randomness", ["same", "different"])
def test_dropout_under_vmap_keeps_or_scales(randomness):
    wye.manual_seed(1)
    made = vmap(lambda x: wye.nn.functional.dropout(x, 0.5), randomness=randomness)(wye.ones(4, 20))
    assert set(made.flatten().tolist()) == {0.0, 2.0}
    assert (made[0].tolist() == made[1].tolist()) == (randomness == "same")


# ---- operators without rules, and custom ones ----


def test_a_loop_warns_once_and_can_be_forbidden():
    @custom_op("test_vmap::twice", mutates_args=())
    def twice(x: wye.Tensor) -> wye.Tensor:
        return x * 2

    with pytest.warns(UserWarning, match="batching rule for test_vmap::twice"):
        assert vmap(twice)(X).tolist() == (X * 2).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vmap(twice)(X)
    set_fallback_enabled(False)
    try:
        with pytest.raises(RuntimeError, match="hit the vmap fallback which is currently disabled"):
            vmap(twice)(X)
    finally:
        set_fallback_enabled(True)


def test_a_registered_rule_is_used_at_every_depth_and_replaced_by_the_next():
    seen = []

    @custom_op("test_vmap::scaled", mutates_args=())
    def scaled(x: wye.Tensor, factor: float) -> wye.Tensor:
        return x * factor

    @scaled.register_vmap
    def rule(info, in_dims, x, factor):
        seen.append((info.batch_size, info.randomness, in_dims))
        return scaled(x, factor), in_dims[0]

    cube = wye.arange(24.0).view(2, 3, 4)
    made = vmap(vmap(lambda x: scaled(x, 3.0), in_dims=1))(cube)
    assert made.tolist() == (cube * 3).transpose(1, 2).tolist()
    assert seen == [(4, "error", (1, None)), (2, "error", (0, None))]


def test_vmap_of_a_tensor_that_requires_grad_is_differentiable():
    x = X.clone().requires_grad_()
    vmap(lambda a: a * a)(x).backward(wye.ones(2, 3))
    assert x.grad.tolist() == (X * 2).tolist()


def test_a_mode_inside_sees_the_operators_on_all_examples():
    seen = []

    class Log(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((str(func), tuple(args[0].shape)))
            return func(*args, **(kwargs or {}))

    def inside(x):
        with Log():
            return x.sin().sum()

    vmap(inside)(X)
    assert seen == [("aten.sin.default", (2, 3)), ("aten.sum.dim_IntList", (2, 3))]


def value_inside_of_grad(f):
    """A function that computes ``f`` of wrapped tensors."""

    def twice(x, i):
        made = f(x, i)
        return made.sum(), made

    return lambda x, i: wye.grad(twice, has_aux=True)(x, i)[1]


@pytest.mark.parametrize("inside", [lambda f: f, value_inside_of_grad, wye.functionalize])
def test_an_index_may_differ_between_examples(inside):
    x, at = wye.arange(12.0).view(2, 3, 2), wye.tensor([2, 0])
    assert vmap(inside(lambda x, i: x[i]))(x, at).tolist() == [[4.0, 5.0], [6.0, 7.0]]
    assert vmap(inside(lambda x, i: x[i, 1:]))(x, at).tolist() == [[5.0], [7.0]]
    assert vmap(inside(lambda x, i: x[..., i // 2]), (None, 0))(x[0], at).tolist() == [[1.0, 3.0, 5.0], [0.0, 2.0, 4.0]]

    def write(x, i):
        made = x.clone()
        made[i] = -1.0
        return made

    assert vmap(inside(write))(x, at)[0].tolist() == [[0.0, 1.0], [2.0, 3.0], [-1.0, -1.0]]


def test_a_mask_that_differs_between_examples_is_refused():
    with pytest.raises(RuntimeError, match="indexing with a boolean mask"):
        vmap(lambda x, b: x[b])(X, wye.tensor([True, False]))


def test_a_batch_may_be_computed_in_a_number_of_parts():
    x, sizes = wye.arange(14.0).view(7, 2), []

    def function(row):
        sizes.append(row.shape)
        return row.sin().sum()

    assert wye.allclose(chunk_vmap(function, chunks=3)(x), x.sin().sum(1))
    assert sizes == [(2,)] * 3
    with pytest.raises(ValueError, match="greater than 0"):
        chunk_vmap(function, chunks=0)


def test_each_example_of_an_input_that_they_share_has_its_own_dropout():
    def drop(_, x):
        return wye.nn.functional.dropout(x, 0.5)

    x = wye.ones(64)
    different = wye.vmap(drop, in_dims=(0, None), randomness="different")(wye.ones(2), x)
    assert not wye.equal(different[0], different[1])
    same = wye.vmap(drop, in_dims=(0, None), out_dims=None, randomness="same")(wye.ones(2), x)
    assert same.shape == x.shape


def test_a_mapped_function_has_the_annotations_of_what_is_mapped():
    def double(x: wye.Tensor) -> wye.Tensor:
        return x * 2

    assert wye.vmap(double).__annotations__ == double.__annotations__


def test_a_dimension_is_joined_with_another_and_split_again():
    x = wye.arange(60).view(3, 4, 5)
    joined = reshape_dim_into(2, 0, x)
    assert joined.shape == (15, 4)
    assert joined[:, 0].tolist() == x[:, 0, :].t().reshape(-1).tolist()
    assert reshape_dim_outof(-2, 3, joined).shape == (3, 5, 4)
    with pytest.raises(RuntimeError, match="cannot be split"):
        reshape_dim_outof(0, 2, joined)


def test_a_wrapper_knows_its_level_until_its_transform_has_ended():
    seen = []

    def keep(x):
        seen.append((x, level_of(x)))
        return x.sin().sum()

    wye.func.grad(keep)(wye.ones(2))
    ((escaped, inside),) = seen
    assert (inside, level_of(escaped), level_of(wye.ones(2))) == (1, -1, 0)


@pytest.mark.parametrize(
    ("randomness", "words"), [("same", "same randomness with a batched tensor"), ("different", "more elements than")]
)
def test_numbers_for_each_example_cannot_be_drawn_into_a_tensor_that_they_share(randomness, words):
    shared = wye.zeros(2)
    with pytest.raises(RuntimeError, match=words):
        wye.vmap(shared.bernoulli_, randomness=randomness)(wye.full((3, 2), 0.5))


@pytest.mark.parametrize("randomness", ["error", "same", "different"])
@pytest.mark.parametrize(
    "draw",
    [
        lambda out: wye.randn(2, out=out),
        lambda out: wye.randint(3, (2,), out=out.long()),
        lambda out: wye.normal(out, 1.0, out=out),
    ],
)
def test_random_numbers_are_not_written_to_out_even_where_nothing_is_batched(randomness, draw):
    with pytest.raises(RuntimeError, match="calling out variants of random operations"):
        vmap(lambda x: draw(wye.zeros(2)), randomness=randomness)(X)


@pytest.mark.parametrize("randomness", ["error", "same", "different"])
def test_a_random_operator_that_no_randomness_is_defined_for_is_refused(randomness):
    for draw in (wye.rrelu, wye.rrelu_):
        with pytest.raises(RuntimeError, match="do not yet support aten::rrelu"):
            vmap(lambda x, draw=draw: draw(wye.ones(2), training=True), randomness=randomness)(X)


def test_the_memory_of_a_batched_tensor_is_not_given_out_or_replaced_by_data():
    with pytest.raises(RuntimeError, match="accessing `data` under vmap"):
        vmap(lambda x: x.data)(X)

    def replaced(x):
        x.data = wye.ones(3)
        return x.sum()

    with pytest.raises(RuntimeError, match=r"mutating directly with `\.data` under vmap"):
        vmap(replaced)(X)
    with pytest.raises(RuntimeError, match=r"mutating directly with `\.data` inside functorch transform"):
        wye.func.grad(replaced)(X[0])
    assert wye.func.grad(lambda x: (x.data * x).sum())(X[0]).tolist() == X[0].tolist()


@pytest.mark.parametrize(
    ("fn", "shapes"),
    [
        (wye.mm, [(3, 2, 2, 2), (3, 2)]), (wye.bmm, [(3, 2, 2), (3, 2)]), (wye.mv, [(3, 2), (3, 2)]),
        (wye.dot, [(3, 2, 2), (3, 2)]),
    ],
)  # fmt: skip
def test_a_product_of_examples_names_their_shapes_where_these_do_not_fit(fn, shapes):
    with pytest.raises(RuntimeError, match="Shape mismatch"):
        vmap(fn)(*map(wye.ones, shapes))


def test_views_of_examples_that_do_not_exist_are_runtime_errors():
    for fn, words in [
        (lambda x: x.squeeze(1), "Dimension out of range"),
        (wye.view_as_complex, "one or more dimensions"),
        (lambda x: x.as_strided([1, 1, 1], [1, 1]), "size and stride must have the same length"),
        (lambda x: x.new_empty_strided([1, 1, 1], [1, 1]), "dimensionality of sizes"),
    ]:
        with pytest.raises(RuntimeError, match=words):
            vmap(fn)(wye.ones(3))


def test_an_empty_tensor_that_cat_passes_over_gives_its_history_to_the_result():
    empty, x = wye.ones(0, requires_grad=True), wye.ones(3, 2)
    made = vmap(lambda x: wye.cat([empty, x]))(x)
    assert made.requires_grad
    made.sum().backward()
    assert empty.grad.shape == (0,)
    batched = wye.ones(3, 0, requires_grad=True)
    vmap(lambda b, x: wye.cat([b, x.view(1, 2)]))(batched, x).sum().backward()
    assert batched.grad.shape == (3, 0)


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: wye.ones(7, 3), ([3], [1], 1)),
        (lambda: wye.ones(7, 3, 5), ([4, 4], [4, 1], 0)),
        (lambda: wye.ones(2, 7, 3)[1], ([3], [1], 20)),
        (lambda: wye.ones(7, 0, 3), ([3], [1])),
    ],
)
def test_an_example_does_not_show_the_memory_of_others(make, place):
    for fn in (wye.as_strided, wye.as_strided_copy):
        with pytest.raises(RuntimeError, match="not supported inside of vmap"):
            vmap(lambda x, fn=fn: fn(x, *place))(make())
    assert vmap(lambda x: x.as_strided([2, 2], [1, 1]))(X).tolist() == [[[0, 1], [1, 2]], [[3, 4], [4, 5]]]
    assert vmap(lambda x: x.as_strided([0, 9], [1, 1]))(X).shape == (2, 0, 9)


def test_windows_of_numbers_have_batched_gradients():
    found = wye.vmap(lambda x: wye.ops.aten.unfold_backward(x, [], 0, 1, 1))(wye.tensor([[2.0], [3.0]]))
    assert found.tolist() == [2.0, 3.0]
