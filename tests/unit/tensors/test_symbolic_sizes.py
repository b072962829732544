"""Sizes that are symbolic: objects that stand for integers pass through binding, fake rules and MetaArrays.

The class of this file can compute and be compared, and counts comparisons: a tracer would remember each as a condition.
It has no value to give away: a rule that asks for one fails.
"""

from __future__ import annotations

import operator

import numpy as np
import pytest

import wye
from wye.schema.symbolic import register_symbolic, sym_max
from wye.tensors.meta_array import MetaArray, describe, restride

aten = wye.ops.aten
functional = wye.nn.functional
FLOAT = np.dtype("float32")


class Dim:
    """An integer with a name instead of digits."""

    compared: list[str] = []  # noqa: RUF012 - shared by all of them on purpose

    def __init__(self, text, value):
        self.text, self.value = text, value

    def __repr__(self):
        return self.text

    def __hash__(self):
        return hash(self.text)

    def __index__(self):
        raise TypeError(f"the value of {self.text} is asked for")

    __int__ = __float__ = __index__

    def __bool__(self):
        return self != 0

    def __neg__(self):
        return Dim(f"-{self.text}", -self.value)

    def __sym_max__(self, other):
        return Dim(f"max({self.text}, {other})", max(self.value, value_of(other)))


def value_of(size):
    return size.value if isinstance(size, Dim) else size


def computing(sign, compute):
    def forward(self, other):
        if not isinstance(other, (int, Dim)):
            return NotImplemented
        return Dim(f"({self} {sign} {other})", compute(self.value, value_of(other)))

    def backward(self, other):
        if not isinstance(other, int):
            return NotImplemented
        if (sign, other) == ("*", 1):
            return self
        return Dim(f"({other} {sign} {self})", compute(other, self.value))

    return forward, backward


def comparing(sign, compare):
    def method(self, other):
        if not isinstance(other, (int, Dim)):
            return NotImplemented
        if repr(self) != repr(other):  # otherwise nothing has to be known
            Dim.compared.append(f"{self} {sign} {other}")
        return compare(self.value, value_of(other))

    return method


for _name, _sign in {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "mod": "%"}.items():
    _forward, _backward = computing(_sign, getattr(operator, _name))
    setattr(Dim, f"__{_name}__", _forward)
    setattr(Dim, f"__r{_name}__", _backward)
for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    setattr(Dim, f"__{_name}__", comparing(_sign, getattr(operator, _name)))


@pytest.fixture(autouse=True)
def dims():
    """Two symbolic sizes and their class registered."""
    before = register_symbolic(int, Dim)
    Dim.compared.clear()
    yield Dim("a", 4), Dim("b", 6), Dim("c", 3)
    register_symbolic(int, before)


def meta(*sizes, dtype=wye.float32):
    return aten.empty.memory_format([*sizes], dtype=dtype, device="meta")


def whole(*sizes):
    return meta(*sizes, dtype=wye.int64)


# Each is run with symbols and with numbers.
PROGRAMS = {
    "zeros": lambda a, b, c: aten.zeros([a, b], device="meta"),
    "ones": lambda a, b, c: wye.ones(a, b, device="meta"),
    "full": lambda a, b, c: aten.full([a], 1, device="meta"),
    "empty_strided": lambda a, b, c: aten.empty_strided([a, b], [1, a], device="meta"),
    "empty_permuted": lambda a, b, c: aten.empty_permuted([a, b], [1, 0], device="meta"),
    "empty_like": lambda a, b, c: aten.empty_like(meta(a, b)),
    "new_empty": lambda a, b, c: meta(a).new_empty([b, 2]),
    "rand": lambda a, b, c: aten.rand([a, b], device="meta"),
    "randn_like": lambda a, b, c: aten.randn_like(meta(a, b)),
    "arange": lambda a, b, c: aten.arange(a, device="meta"),
    "view": lambda a, b, c: meta(a, b).view(a * b),
    "view of two": lambda a, b, c: meta(a, b).view(a, 2, b // 2),
    "view of the rest": lambda a, b, c: meta(a, b).view(-1),
    "reshape": lambda a, b, c: meta(a, b).reshape(b, a),
    "reshape with a copy": lambda a, b, c: meta(a, b).t().reshape(a * b),
    "flatten": lambda a, b, c: meta(a, b, c).flatten(1),
    "unflatten": lambda a, b, c: meta(a, b).unflatten(1, [2, b // 2]),
    "expand": lambda a, b, c: meta(1, b).expand(a, b),
    "expand a new dimension": lambda a, b, c: meta(a, b).expand(c, -1, -1),
    "permute": lambda a, b, c: meta(a, b, c).permute(2, 0, 1),
    "transpose": lambda a, b, c: meta(a, b).transpose(0, 1),
    "select": lambda a, b, c: meta(a, b).select(1, c),
    "slice": lambda a, b, c: meta(a, b)[1:],
    "slice to a symbol": lambda a, b, c: aten.slice(meta(a, b), 1, 0, c),
    "narrow": lambda a, b, c: meta(a, b).narrow(1, 1, c),
    "squeeze": lambda a, b, c: meta(a, 1, b).squeeze(),
    "unsqueeze": lambda a, b, c: meta(a, b).unsqueeze(1),
    "diagonal": lambda a, b, c: meta(a, b).diagonal(),
    "detach": lambda a, b, c: meta(a, b).detach(),
    "split": lambda a, b, c: aten.split(meta(a, b), [1, b - 1], 1),
    "unfold": lambda a, b, c: meta(a, b).unfold(1, 2, 1),
    "as_strided": lambda a, b, c: aten.as_strided(meta(a, b), [b, a], [1, b]),
    "view_as_real": lambda a, b, c: aten.view_as_real(meta(a, b, dtype=wye.complex64)),
    "view with another dtype": lambda a, b, c: meta(a, b).view(wye.int16),
    "clone": lambda a, b, c: meta(a, b).clone(),
    "clone of a transpose": lambda a, b, c: meta(a, b).t().clone(),
    "contiguous": lambda a, b, c: meta(a, b).t().contiguous(),
    "to": lambda a, b, c: meta(a, b).to(wye.float64),
    "sin": lambda a, b, c: meta(a, b).sin(),
    "add": lambda a, b, c: meta(a, b) + meta(a, b),
    "add a number": lambda a, b, c: meta(a, b) + 1,
    "add a row": lambda a, b, c: meta(a, b) + meta(b),
    "add a column": lambda a, b, c: meta(a, b) + meta(a, 1),
    "add a transpose": lambda a, b, c: meta(a, b) + meta(b, a).t(),
    "add of two dtypes": lambda a, b, c: meta(a, b) + whole(a, b),
    "where": lambda a, b, c: aten.where(meta(a, b) > 0, meta(a, b), meta(b)),
    "add_": lambda a, b, c: meta(a, b).add_(meta(b)),
    "copy_": lambda a, b, c: meta(a, b).copy_(meta(b)),
    "add.out": lambda a, b, c: aten.add.out(meta(a, b), meta(b), out=meta(a, b)),
    "sum": lambda a, b, c: meta(a, b).sum(),
    "sum of a dimension": lambda a, b, c: meta(a, b).sum(0, keepdim=True),
    "mean": lambda a, b, c: meta(a, b).mean(-1),
    "amax": lambda a, b, c: meta(a, b).amax(0),
    "max": lambda a, b, c: meta(a, b).max(1),
    "argmax": lambda a, b, c: meta(a, b).argmax(0),
    "var": lambda a, b, c: meta(a, b).var(0),
    "cumsum": lambda a, b, c: meta(a, b).cumsum(0),
    "softmax": lambda a, b, c: meta(a, b).softmax(-1),
    "logsumexp": lambda a, b, c: meta(a, b).logsumexp(0),
    "vector_norm": lambda a, b, c: wye.linalg.vector_norm(meta(a, b), dim=1),
    "sort": lambda a, b, c: meta(a, b).sort(),
    "topk": lambda a, b, c: meta(a, b).topk(2),
    "cat": lambda a, b, c: wye.cat([meta(a, b), meta(a, c)], 1),
    "stack": lambda a, b, c: wye.stack([meta(a, b), meta(a, b)], 1),
    "repeat": lambda a, b, c: meta(a, b).repeat(2, 1),
    "flip": lambda a, b, c: meta(a, b).flip(0),
    "roll": lambda a, b, c: meta(a, b).roll(1, 0),
    "tril": lambda a, b, c: meta(a, b).tril(),
    "mm": lambda a, b, c: meta(a, b).mm(meta(b, c)),
    "matmul": lambda a, b, c: meta(c, a, b) @ meta(b, a),
    "bmm": lambda a, b, c: meta(c, a, b).bmm(meta(c, b, a)),
    "mv": lambda a, b, c: meta(a, b).mv(meta(b)),
    "addmm": lambda a, b, c: aten.addmm(meta(c), meta(a, b), meta(b, c)),
    "linear": lambda a, b, c: functional.linear(meta(a, b), meta(c, b), meta(c)),
    "einsum": lambda a, b, c: wye.einsum("ij,jk->ik", meta(a, b), meta(b, c)),
    "attention": lambda a, b, c: functional.scaled_dot_product_attention(meta(2, a, 8), meta(2, c, 8), meta(2, c, 8)),
    "layer_norm": lambda a, b, c: functional.layer_norm(meta(a, b), [b]),
    "batch_norm": lambda a, b, c: functional.batch_norm(meta(a, b), None, None, training=True),
    "conv2d": lambda a, b, c: aten.conv2d(meta(a, 3, b, b), meta(5, 3, 3, 3)),
    "max_pool2d": lambda a, b, c: functional.max_pool2d(meta(a, 3, b, b), 2),
    "pad": lambda a, b, c: functional.pad(meta(a, b), [1, 1]),
    "embedding": lambda a, b, c: functional.embedding(whole(c), meta(a, b)),
    "index": lambda a, b, c: meta(a, b)[whole(c)],
    "index_select": lambda a, b, c: meta(a, b).index_select(0, whole(c)),
    "gather": lambda a, b, c: meta(a, b).gather(1, whole(a, c)),
    "scatter": lambda a, b, c: meta(a, b).scatter(1, whole(a, c), 1.0),
    "masked_fill": lambda a, b, c: meta(a, b).masked_fill(meta(a, b) > 0, 0.0),
    "select_scatter": lambda a, b, c: aten.select_scatter(meta(a, b), meta(b), 0, 1),
    "slice_scatter": lambda a, b, c: aten.slice_scatter(meta(a, b), meta(a, c), 1, 0, c),
    "cross_entropy": lambda a, b, c: functional.cross_entropy(meta(a, b), whole(a), reduction="none"),
    "dropout": lambda a, b, c: aten.native_dropout(meta(a, b), 0.5, True),
}  # fmt: skip


def tensors(result):
    return [*result] if isinstance(result, (tuple, list)) else [result]


def geometry(tensor):
    numbers = (tensor.shape, tensor.stride(), (tensor.storage_offset(), tensor.numel()))
    return tuple(tuple(map(value_of, part)) for part in numbers)


@pytest.mark.parametrize("name", PROGRAMS)
def test_symbolic_sizes_give_the_geometry_that_numbers_give_and_stay_symbols(name, dims):
    made, expected = tensors(PROGRAMS[name](*dims)), tensors(PROGRAMS[name](*map(value_of, dims)))
    assert [geometry(one) for one in made] == [geometry(one) for one in expected]
    sizes = [size for one in made for size in one.shape]
    assert not sizes or any(isinstance(size, Dim) for size in sizes)


def uncompared(program, dims):
    """What has been compared by a program after its arguments were made."""
    a, b, c = dims
    arguments = meta(a, b), meta(a, b), meta(b, c)
    Dim.compared.clear()
    program(*arguments)
    return Dim.compared


@pytest.mark.parametrize(
    "program",
    [
        lambda x, y, z: x.transpose(0, 1),
        lambda x, y, z: x.permute(1, 0),
        lambda x, y, z: x.unsqueeze(0),
        lambda x, y, z: x.detach(),
        lambda x, y, z: x.clone(),
        lambda x, y, z: x.contiguous(),
        lambda x, y, z: x.sin(),
        lambda x, y, z: x + y,
        lambda x, y, z: x * 2.5,
        lambda x, y, z: x.add_(1),
        lambda x, y, z: x.sum(0),
        lambda x, y, z: x.mean(),
        lambda x, y, z: x.cumsum(0),
        lambda x, y, z: wye.stack([x, y]),
        lambda x, y, z: (x.shape, x.stride(), x.numel(), x.storage_offset(), x.is_contiguous()),
        lambda x, y, z: aten.sym_size.int(x, 0),
        lambda x, y, z: repr(x),
    ],
    ids=lambda program: "",
)
def test_what_needs_no_size_compares_none(program, dims):
    assert uncompared(program, dims) == []


def test_a_size_is_asked_for_its_sign_when_a_tensor_is_made(dims):
    a, b, _ = dims
    meta(a, b)
    assert Dim.compared == ["a >= 0", "b >= 0"]


def test_a_product_of_matrices_compares_the_inner_sizes_and_whether_there_are_elements(dims):
    assert set(uncompared(lambda x, y, z: x @ z, dims)) == {"(a * b) != 0", "(b * c) != 0"}


def test_other_sizes_are_refused_as_numbers_are(dims):
    a, b, c = dims
    with pytest.raises(RuntimeError, match=r"size of tensor a \(b\) must match the size of tensor b \(c\)"):
        meta(a, b) + meta(a, c)
    with pytest.raises(RuntimeError, match=r"shape '\[b, c\]' is invalid for input of size \(a \* b\)"):
        meta(a, b).view(b, c)


def test_a_meta_array_compares_nothing_and_computes_steps_when_they_are_read(dims):
    a, b, c = dims
    made = MetaArray((a, b, c), FLOAT)
    seen = restride(made, (c, b), (1, c), b)
    assert repr((made.shape, made.ndim, made.size)) == "((a, b, c), 3, ((a * b) * c))"
    assert repr(made.steps) == "((max(c, 1) * max(b, 1)), max(c, 1), 1)"
    assert repr((seen.steps, seen.offset)) == "((1, c), (0 + b))"
    assert Dim.compared == []


def test_steps_count_elements_and_strides_count_bytes():
    made = MetaArray((2, 3), FLOAT, (1, 2), 5)
    assert (made.steps, made.strides, made.offset, made.byte_offset) == ((1, 2), (4, 8), 5, 20)
    turned = np.zeros((3, 2), "float64").T
    assert describe(turned).steps == (1, 2)
    assert "steps=(1, 2)" in repr(made)


def test_a_shape_keeps_symbols(dims):
    a, b, _ = dims
    shape = wye.Size([a, 2, b])
    assert shape[1:] == (2, b)
    assert shape.numel().value == 48
    with pytest.raises(TypeError, match="item 1 is 'str'"):
        wye.Size([a, "b"])


def test_the_greater_number_is_asked_of_the_symbol(dims):
    a, _, _ = dims
    assert (repr(sym_max(a, 1)), repr(sym_max(1, a)), sym_max(2, 3)) == ("max(a, 1)", "max(a, 1)", 3)
    assert Dim.compared == []


def test_a_wrapper_shows_symbols(dims):
    a, b, _ = dims

    class Wrapper(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            raise AssertionError("metadata is not asked of the handler")

    made = wye.Tensor._make_wrapper_subclass(Wrapper, (a, 2), strides=(2, 1), storage_offset=b, dtype=wye.int8)
    assert Dim.compared == ["a < 0"]
    assert (made.shape, made.stride(), made.storage_offset()) == ((a, 2), (2, 1), b)
