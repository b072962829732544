"""What the engine answers without Python is what the Python rules answer."""

import random

import numpy as np
import pytest

import wye
from wye._engine import engine
from wye.aten.composites import factory as factory_composites
from wye.aten.composites import view as view_composites
from wye.aten.indexing import getitem
from wye.aten.kernels import view as view_kernels

SHAPES = [(), (3,), (1,), (0,), (2, 3), (3, 1), (1, 1), (2, 0, 3), (2, 3, 4), (4, 1, 3, 2)]
QUESTIONS = (
    "dim", "ndimension", "size", "stride", "numel", "nelement", "element_size", "storage_offset", "is_contiguous",
    "is_floating_point", "is_complex",
)  # fmt: skip


def tensors(rng: random.Random) -> list[wye.Tensor]:
    """Tensors of each shape, row-major, permuted, cut and expanded."""
    made = []
    for shape in SHAPES:
        for dtype in ("float32", "int64", "complex64", "bool"):
            plain = wye.from_numpy(np.zeros(shape, dtype))
            made.append(plain)
            if len(shape) > 1:
                order = rng.sample(range(len(shape)), len(shape))
                made += [plain.permute(order), plain[:, ::2], plain[..., 1:]]
            made.append(plain.unsqueeze(0).expand([2, *shape]))
    return made


def geometry(of: object) -> object:
    """What can be compared of a result: shapes, strides and offsets."""
    if isinstance(of, (list, tuple)):
        return [geometry(one) for one in of]
    if isinstance(of, wye.Tensor):
        return type(of), tuple(of.shape), of.stride(), of.storage_offset(), of.dtype, of._version_counter is not None
    return of


def told(fn: object, *args: object) -> object:
    """What a call gives, or its error."""
    try:
        return geometry(fn(*args))  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - errors are compared, too
        return type(error), str(error)


def arguments_of(name: str, tensor: wye.Tensor, rng: random.Random) -> list[object]:
    """Arguments of a view operator, some of them wrong."""
    n = tensor.dim()
    dim, at = rng.randint(-n - 1, n), rng.choice([0, 1, -1, 2, -3, 7, None, 2**70])
    sizes = rng.choice([[-1], [*tensor.shape], [*tensor.shape, 1], [2, -1], [-1, -1], [tensor.numel()], [], [1, -1, 2]])
    dims = rng.sample(range(n), n) if rng.random() < 0.8 else [rng.randint(-n - 1, n) for _ in range(n)]
    return {
        "view": [sizes], "reshape": [sizes], "expand": [[2, *tensor.shape] if rng.random() < 0.5 else sizes],
        "permute": [dims], "transpose.int": [dim, rng.randint(-n - 1, n)], "select.int": [dim, rng.randint(-4, 4)],
        "slice.Tensor": [dim, at, rng.choice([None, 2, -1, 2**63 - 1]), rng.choice([1, 2, 3, 0, 2**40])],
        "squeeze.dim": [dim], "unsqueeze": [dim], "split.Tensor": [rng.randint(-1, 4), dim],
        "split_with_sizes": [[1, tensor.size(dim) - 1] if -n <= dim < n else [1], dim], "unbind.int": [dim],
        "flatten.using_ints": [dim, rng.randint(-n - 1, n)],
        "diagonal": [rng.randint(-3, 3), dim, rng.randint(-n - 1, n)],
    }.get(name, [])  # fmt: skip


RULES = {
    name: rule
    for rules in (view_kernels.KERNELS, view_composites.IMPLICIT, factory_composites.IMPLICIT)
    for name, rule in rules.items()
    if hasattr(rule, "shortcut")
}


def by_rule(name: str, tensor: wye.Tensor, args: list[object]) -> object:
    """The rule in Python, without the engine."""
    if name not in view_kernels.KERNELS:
        return RULES[name](tensor, *args)
    result = RULES[name](tensor._data, *args)
    return [engine.view(tensor, one) for one in result] if isinstance(result, list) else engine.view(tensor, result)


@pytest.mark.parametrize("name", sorted(RULES))
def test_shortcuts_give_what_rules_give(name: str) -> None:
    rng = random.Random(name)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    for tensor in tensors(rng):
        for _ in range(8):
            args = arguments_of(name, tensor, rng)
            assert told(op, tensor, *args) == told(by_rule, name, tensor, args), (tensor.shape, tensor.stride(), args)


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_about_a_tensor_have_one_answer(name: str) -> None:
    python = getattr(wye.Tensor, name)
    python = getattr(python, "__wrapped__", python)
    for tensor in tensors(random.Random(0)):
        assert told(getattr(tensor, name)) == told(python, tensor)
        for dim in (0, -1, 5):
            assert told(getattr(tensor, name), dim) == told(python, tensor, dim)


@pytest.mark.parametrize("name", ["shape", "dtype", "ndim", "itemsize", "nbytes", "__len__"])
def test_attributes_of_a_tensor_have_one_answer(name: str) -> None:
    member = wye.Tensor.__dict__[name]
    python = getattr(member, "__wrapped__", member)
    for tensor in tensors(random.Random(1)):
        assert told(member.__get__, tensor) == told(python.__get__, tensor) or name == "__len__"
        if name == "__len__":
            assert told(len, tensor) == told(python, tensor)


def test_indices_of_numbers_and_slices_show_what_their_operators_show() -> None:
    rng = random.Random(2)
    parts = [0, -1, 2, None, ..., slice(None), slice(1, None), slice(None, None, 2), slice(2, 1), slice(-2, 9), 2**70]
    for tensor in tensors(rng):
        for _ in range(40):
            index = tuple(rng.choice(parts) for _ in range(rng.randint(0, tensor.dim() + 1)))
            index = index[0] if len(index) == 1 and rng.random() < 0.5 else index
            assert told(lambda: tensor[index]) == told(getitem, tensor, index), index  # noqa: B023


def test_a_kernel_of_your_own_is_not_passed_by() -> None:
    x = wye.zeros(3, 3)
    assert x[0].shape == (3,)
    seen = []
    with wye.library.Library("aten", "IMPL") as library:

        def select(self: wye.Tensor, dim: int, index: int) -> wye.Tensor:
            seen.append(index)
            return self.new_ones(1)

        library.impl("select.int", select, "CPU")
        assert x[1].shape == (1,)
        assert x[:, 2].shape == (1,)
    assert seen == [1, 2]
    assert x[0].shape == (3,)


def test_a_subclass_may_say_another_shape() -> None:
    class Odd(wye.Tensor):
        @property
        def shape(self) -> wye.Size:  # type: ignore[override]
            return wye.Size([7])

        def dim(self) -> int:
            return 5

    odd = wye.zeros(2).as_subclass(Odd)
    assert odd.shape == (7,)
    assert odd.dim() == 5
    assert odd.size() == odd.stride() == (2,) or odd.numel() == 2
