"""What the engine computes with NumPy's loops is, bit by bit, what the Python rules compute."""

import importlib

import numpy as np
import pytest

import wye
from wye._engine import engine, is_pure
from wye.aten.arrays.programs import Number, Program, UntraceableError, traced
from wye.aten.pointwise import TYPINGS
from wye.tensors import Tensor

FAMILIES = ("", "_activations", "_backward", "_bessel", "_power", "_special", "_ternary")
RULES = {
    name: rule
    for family in FAMILIES
    for name, rule in importlib.import_module(f"wye.aten.kernels.elementwise{family}").KERNELS.items()
    if hasattr(rule, "program")
}
SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 8.0, -3.0, 1e-30, 1e30, np.inf, -np.inf, np.nan)


def operands(program: Program, shape: tuple[int, ...], letter: str) -> list[object]:
    """Arrays and numbers for a program: its arrays have every special value, in different orders."""
    rng = np.random.default_rng(len(shape))
    made: list[object] = []
    for i, one in enumerate(program.operands):
        if isinstance(one, Number):
            made.append(0.375 if one.low <= 0.375 <= one.high else False)
            continue
        array = rng.normal(scale=3, size=shape).astype(letter)
        flat = array.reshape(-1)
        flat[: len(SPECIAL)] = np.roll(SPECIAL, 3 * i)[: flat.size]
        made.append(array)
    return made


def bits(result: object) -> list[object]:
    """What can be compared: dtypes, strides, and elements, where one NaN is like another."""
    several = result if isinstance(result, tuple) else (result,)
    arrays = [one.numpy() if isinstance(one, Tensor) else np.asarray(one) for one in several]
    return [(a.dtype, a.shape, a.strides, np.where(a == a, a, 7).tobytes(), (a == a).tobytes()) for a in arrays]


def called(op: object, given: list[object]) -> object:
    tensors = [wye.from_numpy(one.copy()) if isinstance(one, np.ndarray) else one for one in given]
    return op(*tensors)  # type: ignore[operator]


def operator(name: str) -> object:
    packet, _, overload = name.partition(".")
    return getattr(getattr(wye.ops.aten, packet), overload or "default")


def schema(name: str) -> object:
    return operator(name)._schema  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(RULES))
def test_programs_give_what_rules_give(name: str) -> None:
    rule, op = RULES[name], operator(name)
    arguments = [a for a in schema(name).arguments if not a.kwarg_only]  # type: ignore[attr-defined]
    for letter in "fd":
        for shape in ((), (1,), (3,), (len(SPECIAL),), (2, 1, 20), (61, 50)):
            given = operands(rule.program, shape, letter)[: len(arguments)]
            for i, argument in enumerate(arguments[: len(given)]):
                if str(argument.type) != "Tensor" and isinstance(given[i], np.ndarray):
                    given[i] = 1.25  # another overload of the same rule, which takes a number here
            if not isinstance(given[0], np.ndarray):
                continue
            try:
                with np.errstate(all="ignore"):
                    expected = bits(rule(*given))
            except (NotImplementedError, RuntimeError) as error:
                with pytest.raises(type(error)):
                    called(op, given)
                continue
            assert bits(called(op, given)) == expected, (letter, shape)


SHAPES = ((), (1,), (3,), (4, 1), (4, 3), (1, 3), (2, 1, 3), (2, 4, 1), (2, 4, 3), (1, 1), (0, 3), (30, 20), (20,))


def takes_two_tensors(name: str) -> bool:
    given = RULES[name].program.operands
    types = [str(argument.type) for argument in schema(name).arguments[:2]]  # type: ignore[attr-defined]
    return len(given) == 2 and isinstance(given[1], str) and types == ["Tensor", "Tensor"]


@pytest.mark.parametrize("name", sorted(filter(takes_two_tensors, RULES)))
def test_arrays_of_several_shapes_are_repeated_as_the_rules_repeat_them(name: str) -> None:
    rng = np.random.default_rng(2)
    for one in SHAPES:
        for other in SHAPES:
            given = [np.asarray(rng.uniform(0.2, 3.0, shape).astype("f")) for shape in (one, other)]
            try:
                expected = bits(RULES[name](*given))
            except (NotImplementedError, RuntimeError, ValueError) as error:
                with pytest.raises(type(error)):
                    called(operator(name), given)
                continue
            found = bits(called(operator(name), given))
            assert found == expected or 0 in (*one, *other), (one, other)


def strided(array: np.ndarray, way: int) -> np.ndarray:
    """The same elements, or some of them, with other strides."""
    n = array.ndim
    return (
        array,
        np.broadcast_to(array[..., :1], array.shape),
        np.broadcast_to(array[:1], array.shape),
        np.concatenate([array, array], n - 1)[..., ::2],
        np.concatenate([array, array])[: len(array)]
        if n < 2
        else np.concatenate([array, array], 1)[:, : array.shape[1]],
        np.ascontiguousarray(array.T).T,
    )[way]


def called_as_they_lie(op: object, given: list[object]) -> object:
    """The same call on tensors with the strides of the arrays."""
    return op(*(wye.from_numpy(one) if isinstance(one, np.ndarray) else one for one in given))  # type: ignore[operator]


@pytest.mark.parametrize("name", sorted(RULES))
def test_operands_with_other_strides_are_read_as_the_rules_read_them(name: str) -> None:
    rule, op = RULES[name], operator(name)
    arguments = [a for a in schema(name).arguments if not a.kwarg_only]  # type: ignore[attr-defined]
    for shape in ((4,), (4, 5), (2, 3, 4)):
        plain = operands(rule.program, shape, "f")[: len(arguments)]
        for i, argument in enumerate(arguments[: len(plain)]):
            if str(argument.type) != "Tensor" and isinstance(plain[i], np.ndarray):
                plain[i] = 1.25
        for ways in ((1, 0, 2), (2, 1, 0), (3, 0, 1), (4, 1, 0), (0, 5, 0), (5, 5, 5), (0, 1, 5)):
            given = [
                strided(one, way) if isinstance(one, np.ndarray) else one
                for one, way in zip(plain, (*ways, 0, 0, 0), strict=False)
            ]
            if not isinstance(given[0], np.ndarray):
                continue
            try:
                with np.errstate(all="ignore"):
                    expected = bits(rule(*given))
            except (NotImplementedError, RuntimeError) as error:
                with pytest.raises(type(error)):
                    called_as_they_lie(op, given)
                continue
            assert bits(called_as_they_lie(op, given)) == expected, (shape, ways)


def in_place_of(name: str) -> object | None:
    """The operator in place that takes tensors and numbers with defaults, or None."""
    packet, _, overload = name.partition(".")
    found = getattr(getattr(wye.ops.aten, f"{packet}_", None), overload or "default", None)
    if found is None or any(str(a.type) != "Tensor" and a.default_value is None for a in found._schema.arguments):
        return None
    return found


@pytest.mark.parametrize("name", sorted(name for name in RULES if in_place_of(name) is not None))
def test_programs_store_their_results_in_place(name: str) -> None:
    op = in_place_of(name)
    arguments = [a for a in op._schema.arguments if not a.kwarg_only]  # type: ignore[union-attr]
    given = operands(RULES[name].program, (4, 5), "f")[: len(arguments)]
    tensors = [wye.from_numpy(one.copy()) if isinstance(one, np.ndarray) else one for one in given]
    try:
        with np.errstate(all="ignore"):
            expected = bits(np.asarray(RULES[name](*given)).astype("f"))
    except (NotImplementedError, RuntimeError) as error:
        with pytest.raises(type(error)):
            op(*tensors)  # type: ignore[operator]
        return
    assert op(*tensors) is tensors[0]  # type: ignore[operator]
    assert bits(tensors[0]) == expected


@pytest.mark.parametrize("letter", ["f", "d"])
@pytest.mark.parametrize("name", sorted(RULES))
def test_every_rule_with_a_program_can_be_traced(name: str, letter: str) -> None:
    found = traced(RULES[name].program, letter)
    assert found is None or found[3]


def test_a_function_that_looks_at_elements_has_no_program() -> None:
    def of(x: object) -> object:
        return x if x > 0 else -x  # type: ignore[operator]

    with pytest.raises(UntraceableError, match="condition"):
        traced(Program(of, (TYPINGS["relu"],), ("self",)), "f")


def test_operands_that_overlap_are_left_to_the_rule() -> None:
    x = wye.arange(6.0)
    with pytest.raises(RuntimeError, match="single memory location"):
        x[1:].add_(x[:-1])
    x.add_(x)
    assert x.tolist() == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    matrix = x.view(2, 3)
    with pytest.raises(RuntimeError, match="single memory location"):
        matrix.add_(matrix[0])


def test_numbers_out_of_range_are_left_to_the_rule() -> None:
    x = wye.ones(3)
    with pytest.raises(RuntimeError, match="lambda must be in range"):
        wye.nn.functional.softshrink(x, -1.0)
    assert wye.add(x, x, alpha=2).tolist() == [3.0] * 3


def laid_somehow(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """An array of this shape: permuted, with gaps, expanded, or with odd strides in dimensions of size 1."""
    order = rng.permutation(len(shape)) if rng.random() < 0.5 else np.arange(len(shape))
    wide = rng.normal(size=[shape[dim] * 2 for dim in order])
    part = wide[tuple(slice(None, None, 2) for _ in shape)] if rng.random() < 0.3 else wide
    part = part[tuple(slice(shape[dim]) for dim in order)].copy() if rng.random() < 0.7 else part
    array = part[tuple(slice(shape[dim]) for dim in order)].transpose(np.argsort(order))
    strides = [
        8 * int(rng.integers(0, 12)) if size == 1 and rng.random() < 0.3 else 0 if rng.random() < 0.1 else stride
        for size, stride in zip(shape, array.strides, strict=True)
    ]
    return np.lib.stride_tricks.as_strided(array, shape, strides)


@pytest.mark.parametrize("name", ["mul.Tensor", "_prelu_kernel", "lerp.Tensor"])
def test_results_lie_as_rules_lay_them_out(name: str) -> None:
    rng = np.random.default_rng(len(name))
    rule, op = RULES[name], operator(name)
    count = 3 if name == "lerp.Tensor" else 2
    for _ in range(400):
        whole = tuple(int(size) for size in rng.choice([1, 2, 3], size=rng.integers(1, 5)))
        given = []
        for i in range(count):
            shape = tuple(1 if rng.random() < 0.25 and (i or name == "mul.Tensor") else size for size in whole)
            given.append(laid_somehow(rng, shape))
        tensors = [wye.from_numpy(one) for one in given]
        here, there = op(*tensors).numpy(), rule(*(one.numpy() for one in tensors))  # type: ignore[operator]
        assert (here.shape, here.strides) == (there.shape, there.strides), [(a.shape, a.strides) for a in given]
        np.testing.assert_array_equal(here, there)


@pytest.mark.parametrize("name", ["mul.Tensor", "add.Tensor", "div.Tensor", "lt.Tensor", "maximum", "atan2"])
def test_integers_and_bools_are_promoted_as_rules_promote_them(name: str) -> None:
    rng = np.random.default_rng(len(name))
    rule, op = RULES[name], operator(name)
    for _ in range(200):
        given = []
        for _ in range(2):
            letter = str(rng.choice(["f", "d", "q", "i", "?", "h"]))
            shape = [(), (3,), (1,), (2, 3), (2, 1)][rng.integers(5)]
            given.append(np.asarray(rng.integers(-3, 4, size=shape)).astype(letter))
        with np.errstate(all="ignore"):
            assert bits(called(op, given)) == bits(rule(*given)), [(a.dtype, a.shape) for a in given]


@pytest.mark.skipif(is_pure, reason="only the engine in C makes programs")
@pytest.mark.parametrize("in_place", [False, True])
def test_arrays_that_change_while_a_program_is_made_are_measured_again(in_place: bool) -> None:
    program = RULES["addcmul"].program
    wide = np.ones((64, 64))

    def maker(letter: str) -> object:
        wide.resize((1, 1), refcheck=False)  # as another thread might meanwhile
        return traced(program, letter)

    operands = tuple((one,) if isinstance(one, str) else tuple(one) for one in program.operands)
    made = engine.program(operands, maker, in_place, lambda *given: "otherwise", False)
    found = made(wide, np.full((64, 64), 2.0), np.full((64, 64), 3.0))
    assert wide.shape == (1, 1)
    if in_place:
        assert found == "otherwise"
    else:
        assert found.shape == (64, 64)
        assert (found == 7).all()
