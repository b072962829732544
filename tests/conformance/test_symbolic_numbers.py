"""Random integer programs on symbolic sizes of torch and of wye: the same answers, expressions and guards."""

from __future__ import annotations

import math
import operator
import random

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sympy")
symbolic_shapes = pytest.importorskip("torch.fx.experimental.symbolic_shapes")
SourceOfTorch = pytest.importorskip("torch._dynamo.source").ConstantSource

from wye import symbolic  # noqa: E402 - sympy is there
from wye.symbolic.values import value_of  # noqa: E402

pytestmark = pytest.mark.torch

# Of a number, another one and a small positive constant.  No bitwise operations: torch finds `x < x` true of some.
OPERATIONS = {
    "add": lambda lib, a, b, k: a + b,
    "sub": lambda lib, a, b, k: a - b,
    "mul": lambda lib, a, b, k: a * b,
    "floordiv": lambda lib, a, b, k: a // k,
    "mod": lambda lib, a, b, k: a % k,
    "max": lambda lib, a, b, k: lib.sym_max(a, b),
    "min": lambda lib, a, b, k: lib.sym_min(a, b),
    "neg": lambda lib, a, b, k: -a,
    "shift": lambda lib, a, b, k: a << k,
    "square": lambda lib, a, b, k: a**2,
    "floor": lambda lib, a, b, k: math.floor(a / k),
}
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)
SEEDS = range(40)


def sizes(env_of, kinds, source, values):
    env = env_of()
    made = []
    for name, value in zip("abc", values, strict=True):
        where = source(name)
        symbol = env.create_symbol(value, source=where, dynamic_dim=kinds.DYNAMIC, constraint_dim=None)
        made.append(env.create_symintnode(symbol, hint=value, source=where))
    return env, made


def run(lib, numbers, draw):
    """The numbers that a program computes and the branches that it takes."""
    seen = list(numbers)
    for _ in range(5):
        name, a, b, k = draw.choice([*OPERATIONS]), draw.randrange(99), draw.randrange(99), draw.randint(1, 4)
        seen.append(OPERATIONS[name](lib, seen[a % len(seen)], seen[b % len(seen)], k))
    taken = []
    for _ in range(4):
        compare, a, b = draw.choice(COMPARISONS), draw.randrange(99), draw.randrange(99)
        taken.append(bool(compare(seen[a % len(seen)], seen[b % len(seen)])))
    return seen, taken


def passes(env, by_name):
    """Do sizes pass the guards of an environment?"""
    exprs = [guard.expr for guard in env.guards]
    return all(value_of(expr, {one: by_name[one.name] for one in expr.free_symbols}) for expr in exprs)


@pytest.mark.parametrize("seed", SEEDS)
def test_programs_on_symbolic_sizes_answer_as_those_of_torch(seed):
    values = [random.Random(seed).randint(2, 9) for _ in range(3)]
    theirs, numbers = sizes(symbolic_shapes.ShapeEnv, symbolic_shapes.DimDynamic, SourceOfTorch, values)
    seen, taken = run(torch, numbers, random.Random(seed))
    ours, own = sizes(symbolic.ShapeEnv, symbolic.DimDynamic, symbolic.ConstantSource, values)
    made, answers = run(symbolic, own, random.Random(seed))
    assert answers == taken
    assert [one.node.hint for one in made] == [one.node.hint for one in seen]
    # Which sizes pass the guards of both?
    draw = random.Random(seed)
    for _ in range(20):
        other = [draw.randint(2, 9) for _ in values]
        by_name = dict(zip(("s99", "s65", "s58"), other, strict=True))
        passes = [
            all(
                value_of(guard.expr, {one: by_name[one.name] for one in guard.expr.free_symbols})
                for guard in env.guards
            )
            for env in (ours, theirs)
        ]
        assert passes[0] == passes[1], (other, ours.guards, theirs.guards)
