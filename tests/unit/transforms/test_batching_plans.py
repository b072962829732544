"""What the engine does with calls on wrapped tensors is what the rules in Python do."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import wye
from wye._engine import engine
from wye.transforms.batched import BatchedArray, batch
from wye.transforms.batched_calls import handler_of
from wye.transforms.interpreters import PARTS, PLANNED, POINTWISE, RULE, stack_of_thread

aten: Any = wye.ops.aten
SHAPES = [(), (3,), (1,), (0,), (2, 3), (3, 1), (1, 1), (2, 3, 4)]
DIMENSIONS = {
    "sum.dim_IntList": "dims", "mean.dim": "dims", "amax": "dims or none", "var.correction": "dims or none",
    "logsumexp": "dims",
    "prod.dim_int": "dim", "max.dim": "dim", "any.dim": "dim", "cumsum": "dim", "_softmax": "softmax", "flip": "dims",
    "view": "sizes", "expand": "sizes", "permute": "order", "transpose.int": "two", "select.int": "select",
    "unsqueeze": "dim", "squeeze.dim": "dim", "squeeze.dims": "dims", "unbind.int": "dim", "slice.Tensor": "slice",
    "diagonal": "two", "split.Tensor": "split", "sum": "", "mean": "", "max": "", "min": "", "detach": "", "alias": "",
    "unfold": "unfold", "new_zeros": "sizes", "sin": "", "clone": "", "topk": "topk", "select_backward": "backward",
    "view_copy": "sizes", "permute_copy": "order",
}  # fmt: skip


def operator(name: str) -> Any:
    packet, _, overload = name.partition(".")
    return getattr(getattr(aten, packet), overload or "default")


def arguments(kind: str, shape: tuple[int, ...], rng: random.Random) -> list[Any]:
    """Arguments after the tensor, some of them wrong."""
    n = len(shape)
    dim = rng.randint(-n, max(n - 1, 0)) if rng.random() < 0.8 else rng.choice([n, -n - 2, 2**70])
    dims = rng.sample(range(n), rng.randint(0, n)) if rng.random() < 0.8 else [dim]
    order = [d - n if rng.random() < 0.3 else d for d in rng.sample(range(n), n)]
    numel = wye.Size(shape).numel()
    sizes = rng.choice(
        [[*shape], [-1], [numel], [1, *shape], [2, *shape], [3, -1], [-1, -1], [], [4, *shape[1:]], [-5]]
    )
    return {
        "dims": [dims], "dims or none": [dims] if rng.random() < 0.8 else [], "dim": [dim],
        "sizes": [sizes], "order": [order],
        "two": [dim, rng.randint(-n, n)] if n else [0, 0], "select": [dim, rng.randint(-2, 2)],
        "slice": [dim, rng.choice([None, 1, -1]), rng.choice([None, 2]), rng.choice([1, 2])][: rng.randint(0, 4)],
        "split": [rng.randint(1, 3), dim][: rng.randint(1, 2)], "softmax": [dim, False], "unfold": [dim, 1, 1],
        "topk": [1, dim][: rng.randint(1, 2)], "backward": [[*shape, 3], dim, 0], "": [],
    }[kind]  # fmt: skip


def described(value: Any, level: int) -> Any:
    """What can be compared of a result: elements, strides, and where the batch dimension is."""
    if isinstance(value, (list, tuple)):
        return [described(one, level) for one in value]
    data = value._data
    if type(data) is not BatchedArray:
        return "not batched", value.tolist()
    return data.dim, data.level == level, data.inner.stride(), str(data.inner.dtype), str(data.inner.tolist())


def told(fn: Callable[[], Any], level: int) -> Any:
    try:
        return described(fn(), level)
    except Exception as error:  # noqa: BLE001 - errors are compared, too
        return type(error), str(error)


def as_rule(interpreter: Any, op: Any, args: tuple[Any, ...]) -> Any:
    return handler_of(op)(interpreter, op, args, {})


@pytest.mark.parametrize("name", DIMENSIONS)
def test_calls_by_plans_give_what_rules_give(name: str) -> None:
    op, rng = operator(name), random.Random(name)
    level = 0

    def compare(shape: tuple[int, ...], where: int) -> None:
        nonlocal level
        interpreter = stack_of_thread()[-1]
        level = interpreter.level()
        all_examples = wye.arange(5.0 * wye.Size(shape).numel()).view(*shape[:where], 5, *shape[where:])
        x = batch(all_examples, where, level)
        args = (x, *arguments(DIMENSIONS[name], shape, rng))
        if name == "select_backward":
            args = (x, *args[1:]) if shape else (x, [3], 0, 0)
        assert told(lambda: op(*args), level) == told(lambda: as_rule(interpreter, op, args), level), (shape, args[1:])

    for _ in range(40):
        shape = rng.choice(SHAPES)
        where = rng.choice([0, rng.randint(0, len(shape))])

        def run(_: Any, shape: tuple[int, ...] = shape, where: int = where) -> None:
            compare(shape, where)

        wye.vmap(run, out_dims=None)(wye.zeros(5))
    if engine.__name__ == "wye._hot":
        assert op._levels & (PLANNED | PARTS | POINTWISE | RULE)


@pytest.mark.parametrize("name", ["mul.Tensor", "add.Tensor", "maximum", "where.self", "lerp.Tensor"])
def test_pointwise_calls_with_several_tensors_give_what_the_rule_gives(name: str) -> None:
    op, rng = operator(name), random.Random(name)

    def tensor(level: int) -> Any:
        shape = rng.choice([(), (3,), (1,), (2, 3)])
        dtype = rng.choice([wye.float32, wye.float32, wye.float64, wye.int64])
        if rng.random() < 0.3:
            return wye.arange(wye.Size(shape).numel()).to(dtype).view(shape)
        where = rng.choice([0, rng.randint(0, len(shape))])
        sizes = [*shape[:where], 5, *shape[where:]]
        return batch(wye.arange(5 * wye.Size(shape).numel()).to(dtype).view(sizes), where, level)

    def run(_: Any) -> None:
        interpreter = stack_of_thread()[-1]
        level = interpreter.level()
        count = len([a for a in op._schema.arguments if str(a.type) == "Tensor"])
        args = tuple(tensor(level) for _ in range(count))
        if name == "where.self":
            args = (args[0] > 2, *args[1:])
        assert told(lambda: op(*args), level) == told(lambda: as_rule(interpreter, op, args), level)

    for _ in range(80):
        wye.vmap(run, out_dims=None)(wye.zeros(5))


def test_metadata_of_wrapped_tensors_is_that_of_one_example() -> None:
    seen = []

    def look(x: wye.Tensor) -> wye.Tensor:
        data: Any = x._data
        assert tuple(x.shape) == tuple(data.shape) == tuple(x.size())
        assert x.stride() == data.steps
        assert x.ndim == x.dim() == data.ndim
        assert x.numel() == data.size
        assert [x.size(i) for i in range(x.ndim)] == [*data.shape]
        assert x.dtype is wye.float32
        assert x.is_floating_point()
        assert not x.is_complex()
        assert str(x.device) == "cpu"
        assert x.element_size() == 4
        seen.append(tuple(x.shape))
        return x.sum()

    x = wye.arange(120.0).view(2, 3, 4, 5).permute(3, 1, 0, 2)
    for dims in ((0, 0), (1, 0), (3, 2), (2, 1)):
        wye.vmap(wye.vmap(look, in_dims=dims[1]), in_dims=dims[0])(x)
        wye.vmap(wye.func.grad(look), in_dims=dims[0])(x)
        wye.func.grad(lambda x, dims=dims: wye.vmap(look, in_dims=dims[0])(x).sum())(x)
    assert len(set(seen)) == 7
    with pytest.raises(IndexError, match="Dimension out of range"):
        wye.vmap(lambda x: x.size(2))(wye.zeros(2, 3))
    with pytest.raises(TypeError, match="0-d"):
        wye.vmap(len)(wye.zeros(2))
