"""Random integer programs: symbolic answers at the example equal those of plain integers, and guards are exact.

An input that passes the guards takes the same branches; one that takes other branches does not pass.
"""

import pytest

pytest.importorskip("sympy")
from hypothesis import given, settings
from hypothesis import strategies as st

from wye.symbolic import ConstantSource, DimDynamic, ShapeEnv, sym_max, sym_min
from wye.symbolic.values import value_of

OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "floordiv": lambda a, b: a // b if not isinstance(b, int) or b else a,
    "mod": lambda a, b: a % b if not isinstance(b, int) or b else a,
    "max": sym_max,
    "min": sym_min,
}
COMPARISONS = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "odd": lambda a, b: (a + b) % 2 == 1,
    "half": lambda a, b: a // 2 > b,
}
PAIRS = st.tuples(st.integers(2, 9), st.integers(2, 9))
STEPS = st.lists(
    st.tuples(st.sampled_from([*OPERATIONS]), st.integers(0, 7), st.one_of(st.integers(0, 7), st.integers(-3, 5))),
    min_size=1,
    max_size=6,
)
BRANCHES = st.lists(st.tuples(st.sampled_from([*COMPARISONS]), st.integers(0, 7), st.integers(0, 7)), max_size=5)


def run(inputs, steps, branches):
    """The numbers that a program computes and the branches that it takes."""
    numbers = list(inputs)
    for name, left, right in steps:
        b = numbers[right % len(numbers)] if name not in ("floordiv", "mod") else abs(right) % 3 + 1
        numbers.append(OPERATIONS[name](numbers[left % len(numbers)], b))
    taken = [bool(COMPARISONS[name](numbers[a % len(numbers)], numbers[b % len(numbers)])) for name, a, b in branches]
    return numbers, taken


@settings(max_examples=120, deadline=None, derandomize=True)
@given(sizes=PAIRS, others=st.lists(PAIRS, max_size=4), steps=STEPS, branches=BRANCHES)
def test_symbolic_programs_answer_as_plain_ones_and_their_guards_are_exact(sizes, others, steps, branches):
    env = ShapeEnv()
    symbols = [
        env.create_symbol(size, ConstantSource(name), DimDynamic.DYNAMIC)
        for size, name in zip(sizes, "ab", strict=True)
    ]
    inputs = [env.create_symintnode(symbol, hint=size) for symbol, size in zip(symbols, sizes, strict=True)]
    numbers, taken = run(inputs, steps, branches)
    plain, expected = run(sizes, steps, branches)
    assert taken == expected
    assert [one.node.hint for one in numbers] == plain
    for other in (sizes, *others):
        values = dict(zip(symbols, other, strict=True))
        wanted, same = run(other, steps, branches)
        passes = all(value_of(guard.expr, values) for guard in env.guards)
        assert passes == (same == expected), (env.guards, other)
        if passes:
            assert [value_of(one.node.expr, values) for one in numbers] == wanted
