"""What the engine makes and reads without Python is what the Python rules make and read."""

import itertools
import random

import numpy as np
import pytest

import wye
from wye.aten.kernels import elementwise_copy, factory, index_join
from wye.modes.mode import DispatchMode
from wye.tensors.data_guards import throw_on_mutable_data_ptr
from wye.tensors.making import unseen_tensor

NUMBERS = [0, 1, -1, 7, 2**24 + 1, 2**40, 2**62, 2**70, 0.0, -0.0, 0.5, 1e38, 1e39, -1e300, float("inf"), True, False]
DTYPES = [None, wye.float32, wye.float64, wye.int64, wye.int32, wye.bool, wye.float16, wye.complex64]
SIZES = [[], [3], [2, 3], [1, 1], [0], [2, 0], [-1], [5, 1, 2]]
FACTORIES = {
    "zeros": lambda rng: [rng.choice(SIZES)],
    "ones": lambda rng: [rng.choice(SIZES)],
    "full": lambda rng: [rng.choice(SIZES), rng.choice(NUMBERS)],
    "scalar_tensor": lambda rng: [rng.choice(NUMBERS)],
    "eye": lambda rng: [rng.randint(-1, 4)],
    "eye.m": lambda rng: [rng.randint(-1, 4), rng.randint(-1, 4)],
    "arange": lambda rng: [rng.choice([0, 5, -3, 2.5, 7.0, float("nan")])],
    "arange.start": lambda rng: [rng.choice([0, 1, -2, 0.1]), rng.choice([5, 3.3, -7])],
    "arange.start_step": lambda rng: [
        rng.choice([0, 9, 0.1]), rng.choice([5, -3.3, 7]), rng.choice([1, 2, -1, 0.3, 0, -0.7])
    ],
    "linspace": lambda rng: [rng.choice(NUMBERS), rng.choice(NUMBERS), rng.randint(-1, 9)],
}  # fmt: skip


def told(make: object) -> object:
    """What a call makes, or its error."""
    try:
        made = make()  # type: ignore[operator]
    except Exception as error:  # noqa: BLE001 - errors are compared, too
        return type(error), str(error)
    array = made._data if isinstance(made, wye.Tensor) else np.asarray(made)
    return array.dtype, array.shape, array.tobytes()


@pytest.mark.parametrize("name", FACTORIES)
def test_factories_make_what_their_rules_make(name: str) -> None:
    rng = random.Random(name)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    for _ in range(300):
        args, dtype = FACTORIES[name](rng), rng.choice(DTYPES)
        options = {} if dtype is None else {"dtype": dtype}
        with np.errstate(all="ignore"):
            expected = told(lambda: factory.KERNELS[name](*args, **options))  # noqa: B023
        assert told(lambda: op(*args, **options)) == expected, (args, options)  # noqa: B023
        where = {"device": wye.device("cpu"), "layout": None, "pin_memory": rng.choice([False, None])}
        assert told(lambda: op(*args, **options, **where)) == expected, (args, options)  # noqa: B023


def test_empty_has_the_requested_shape_and_dtype() -> None:
    made = wye.empty(2, 3, dtype=wye.int64, device="cpu")
    assert (made.shape, made.dtype, made.stride()) == ((2, 3), wye.int64, (3, 1))
    assert wye.empty(2, device="meta").is_meta


def test_the_default_dtype_counts() -> None:
    wye.set_default_dtype(wye.float64)
    try:
        assert wye.zeros(2).dtype is wye.tensor(1.5).dtype is wye.full((2,), 0.5).dtype is wye.float64
    finally:
        wye.set_default_dtype(wye.float32)
    assert wye.zeros(2).dtype is wye.tensor([1.5]).dtype is wye.float32


NESTS = [
    1, 1.5, True, [], [1, 2], [1, 2.5], [True, 3], [True, 0.5], [[1, 2], [3, 4]], [[1], [2.0]], ((1, 2), [3, 4]),
    [[], []], [[1, 2], [3]], [1, [2]], [[1], 2], 2**62, 2**70, [2**70, 1], [2**63, 0.5], [1e39, -1e39], [float("nan")],
    1j, [1j, 2], [[[1.0]]], "a", ["a"], None, [None], [2**53 + 1, 2**24 + 1],
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_tensors_of_numbers_are_what_python_makes(dtype: wye.dtype | None) -> None:
    for data in NESTS:
        with np.errstate(all="ignore"):
            expected = told(lambda: unseen_tensor(data, dtype))  # noqa: B023
            assert told(lambda: wye.tensor(data, dtype=dtype)) == expected, data  # noqa: B023


def test_a_list_that_contains_itself_ends() -> None:
    nest: list[object] = [1]
    nest.append(nest)
    for data in (nest, [nest]):
        with pytest.raises((ValueError, RecursionError, TypeError)):
            wye.tensor(data)
    inner: list[object] = []
    inner.append(inner)
    with pytest.raises((ValueError, RecursionError, TypeError)):
        wye.tensor(inner)


MEMBERS = ("__float__", "__int__", "__bool__", "__index__", "tolist", "is_conj", "is_neg", "is_inference", "get_device")


@pytest.mark.parametrize("name", MEMBERS)
def test_elements_are_read_as_python_reads_them(name: str) -> None:
    member = wye.Tensor.__dict__[name]
    python = getattr(member, "__wrapped__", member)
    values = [1, 0, 2.5, float("nan"), True, 1j, [3], [1, 2], [[2.0]], []]
    made = [wye.tensor(value) for value in values]
    made += [
        wye.tensor(1 + 2j).conj(),
        wye.tensor([1 + 2j]).conj().imag,
        wye.ones(1, device="meta"),
        wye.ones(1).half(),
    ]
    for tensor, _ in itertools.product(made, range(2)):  # the second call finds what the first has learnt

        def seen(fn: object, tensor: wye.Tensor = tensor) -> object:
            try:
                return repr(fn(tensor))  # type: ignore[operator]
            except Exception as error:  # noqa: BLE001 - errors are compared, too
                return type(error), str(error)

        assert seen(member) == seen(python), tensor


@pytest.mark.parametrize("name", ["device", "layout", "is_cpu", "is_cuda", "is_meta", "requires_grad", "_version"])
def test_attributes_of_all_kinds_of_tensors_have_one_answer(name: str) -> None:
    member = wye.Tensor.__dict__[name]
    python = getattr(member, "__wrapped__", member)
    written = wye.ones(2)
    written.add_(1)
    for tensor in (written, wye.ones(1, device="meta"), wye.ones(2).requires_grad_(), wye.ones(2, device="cpu:0")):
        assert member.__get__(tensor) == python.__get__(tensor)


def test_a_mode_sees_what_numpy_and_float_read() -> None:
    class Names(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    seen: list[str] = []
    x = wye.tensor(1.5)
    assert (float(x), float(x), int(x), bool(x)) == (1.5, 1.5, 1, True)
    with Names():
        x.numpy()
        float(x)
        bool(x)
    assert seen == ["aten.detach.default", "aten._local_scalar_dense.default", "aten._local_scalar_dense.default"]


def test_a_kernel_of_your_own_reads_the_element() -> None:
    x = wye.tensor(1.5)
    assert float(x) == 1.5
    with wye.library.Library("aten", "IMPL") as library:
        library.impl("_local_scalar_dense", lambda self: 7.0, "CPU")
        assert float(x) == 7.0
    assert float(x) == 1.5


def test_guarded_memory_is_not_handed_out() -> None:
    x = wye.ones(2)
    view = x[1:]
    throw_on_mutable_data_ptr(x)
    for tensor in (x, view):
        for read in (tensor.numpy, tensor.data_ptr):
            with pytest.raises(RuntimeError, match="data pointer"):
                read()


def test_memory_that_numpy_sees_cannot_move() -> None:
    x = wye.ones(2)
    array = x.numpy()
    array[0] = 5
    assert x[0] == 5
    with pytest.raises(RuntimeError, match="resiz"):
        x.resize_(1000)


def test_requires_grad_is_refused_for_integers() -> None:
    x = wye.ones(2)
    assert x.requires_grad_() is x
    assert x.requires_grad
    assert not x.requires_grad_(False).requires_grad
    with pytest.raises(RuntimeError, match="floating point"):
        wye.ones(2, dtype=wye.int64).requires_grad_()


CUTS = [
    ((24,), (slice(1, 9, 2),)), ((24,), (slice(None, 5),)), ((4, 6), (slice(1, 3),)), ((4, 6), (slice(None), 2)),
    ((4, 6), (slice(None), slice(2, 4))), ((4, 6), (slice(0, 0),)),
]  # fmt: skip


def stored_values(name: str, part: object, whole: object, rng: random.Random) -> list[object]:
    """What to store in a part of an array."""
    if name == "fill_.Scalar":
        return [rng.choice(NUMBERS)]
    if name == "fill_.Tensor":
        return [np.array(rng.choice([0, 1, 2.5]), rng.choice([part.dtype, np.dtype("f4")]))]
    if name == "copy_":
        return [rng.choice([np.ones_like(part), whole.reshape(-1)[: part.size].reshape(part.shape), part])]
    return []


def left_by(name: str, seed: int, *, rule: bool) -> object:
    """The elements of an array after a part of it was stored to, or the error."""
    rng = random.Random(seed)
    shape, cut = rng.choice(CUTS)
    whole = np.arange(24.0).astype(rng.choice(["f4", "f8", "i8", "?", "f2", "i4"])).reshape(shape)
    part = whole[cut]
    values = stored_values(name, part, whole, rng)
    packet, _, overload = name.partition(".")
    op = getattr(getattr(wye.ops.aten, packet), overload or "default")
    try:
        if rule:
            elementwise_copy.KERNELS[name](part, *values)
        else:
            op(*(wye.from_numpy(one) if isinstance(one, np.ndarray) else one for one in [part, *values]))
    except Exception as error:  # noqa: BLE001 - errors are compared, too
        return type(error), str(error)
    return whole.tobytes()


@pytest.mark.parametrize("name", ["fill_.Scalar", "fill_.Tensor", "zero_", "copy_"])
def test_elements_are_stored_as_rules_store_them(name: str) -> None:
    for seed in range(300):
        assert left_by(name, seed, rule=False) == left_by(name, seed, rule=True), seed


def test_assigning_counts_one_write() -> None:
    x = wye.zeros(3, 3)
    for index, value in (
        (0, 1),
        (slice(1), 2.5),
        ((..., 0), wye.ones(3)),
        (wye.tensor([0, 2]), 1.0),
        (wye.ones(3) > 0, 2),
    ):
        before = x._version
        x[index] = value
        assert x._version == before + 1
    assert x.tolist() == [[2.0] * 3] * 3
    with pytest.raises(RuntimeError, match="overflow"):
        x[0] = 1e300


def test_assigning_to_what_cannot_be_written_is_refused() -> None:
    array = np.zeros(3, "f4")
    array.flags.writeable = False
    x = wye.from_numpy(array)
    with pytest.raises(ValueError, match="read-only"):
        x[0] = 1
    expanded = wye.zeros(1).expand(3)
    with pytest.raises(RuntimeError, match="single memory location"):
        expanded.fill_(wye.tensor(1.0))


@pytest.mark.parametrize("name", ["cat", "stack"])
def test_arrays_are_joined_as_rules_join_them(name: str) -> None:
    rng = random.Random(name)
    shapes = [(3,), (2, 3), (2, 3), (2, 1), (1, 3), (2, 3, 2), (0,), (), (2, 3, 2, 2)]
    op = getattr(wye.ops.aten, name).default
    for _ in range(300):
        arrays = []
        for shape in rng.choices(shapes, k=rng.randint(1, 3)) if rng.random() < 0.5 else [rng.choice(shapes)] * 3:
            one = np.arange(float(np.prod(shape, dtype=int))).reshape(shape)
            arrays.append((one.T if rng.random() < 0.2 else one).astype(rng.choice(["f4", "f4", "f4", "i8"])))
        dim = rng.randint(-3, 3)
        expected = told(lambda: index_join.KERNELS[name](arrays, dim))  # noqa: B023
        assert told(lambda: op([wye.from_numpy(one) for one in arrays], dim)) == expected  # noqa: B023


def test_a_part_of_a_shape_is_a_shape() -> None:
    shape = wye.ones(2, 3, 4).shape
    assert (shape[0], shape[-1]) == (2, 4)
    assert type(shape[1:]) is wye.Size
    assert shape[::2] == (2, 4)
    assert shape[5:] == ()
    assert repr(shape[:1]) == "wye.Size([2])"
    with pytest.raises(IndexError):
        shape[3]
    with pytest.raises(TypeError):
        shape["a"]
