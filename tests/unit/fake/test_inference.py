"""Fake kernels found from examples."""

import pytest

import wye
from wye.errors import FakeKernelError
from wye.fake import FakeTensorMode
from wye.fake.inference import infer_fake_kernel


def operator(schema, kernel):
    lib = wye.library.Library("fake_inference_test", "FRAGMENT")
    lib.define(schema)
    name = schema.partition("(")[0]
    lib.impl(name, kernel, "CPU")
    return lib, getattr(wye.ops.fake_inference_test, name).default


X = wye.arange(6.0).view(2, 3)
Y = wye.ones(2, 3, dtype=wye.float64)


@pytest.mark.parametrize(
    ("schema", "kernel", "args", "words"),
    [
        ("e1(Tensor x) -> Tensor", lambda x: x * 2, (X,), "the shape of x, the dtype of x, laid out like x"),
        ("e2(Tensor x, Tensor y) -> Tensor", lambda x, y: x + y, (X, Y), "broadcast to, the dtype that x, y"),
        ("e3(Tensor x) -> Tensor", lambda x: x > 0, (X,), "the shape of x, wye.bool"),
        ("r1(Tensor x) -> Tensor", lambda x: x.sum(), (X,), "without dimensions, the dtype of x"),
        (
            "r2(Tensor x, int dim, bool keepdim=False) -> Tensor",
            lambda x, dim, keepdim=False: x.argmax(dim, keepdim),
            (X, 1),
            "the shape of x without dim, wye.int64",
        ),
        ("r3(Tensor x) -> Tensor", lambda x: x.sum(-1), (X,), "the shape of x without dimension -1"),
        ("s1(Tensor x) -> Tensor", lambda x: x.contiguous().clone(), (X,), "the shape of x"),
    ],
)
def test_simple_operators_are_recognized(schema, kernel, args, words):
    lib, op = operator(schema, kernel)
    with lib:
        found = infer_fake_kernel(op, [(args, {})], register=True, lib=lib)
        assert words in found.words[0]
        assert found.calls > 2
        mode = FakeTensorMode()
        for given in (args, tuple(a[:1, :2].t() if isinstance(a, wye.Tensor) else a for a in args)):
            real, fake = op(*given), op(*(mode.from_tensor(a) if isinstance(a, wye.Tensor) else a for a in given))
            assert (fake.shape, fake.dtype) == (real.shape, real.dtype)


def test_several_results_are_found_one_by_one():
    lib, op = operator("two(Tensor x) -> (Tensor, Tensor)", lambda x: (x.sum(0), x.to(wye.float64)))
    with lib:
        found = infer_fake_kernel(op, [((X,), {})])
        assert [words.partition(",")[0] for words in found.words] == [
            "the shape of x without dimension 0",
            "the shape of x",
        ]


def test_what_follows_from_nothing_is_refused():
    lib, op = operator("odd(Tensor x) -> Tensor", lambda x: wye.ones(x.numel() + 1))
    with lib, pytest.raises(FakeKernelError, match=r"the shape of result 0 .* follows from its arguments in no way"):
        infer_fake_kernel(op, [((X,), {})])
