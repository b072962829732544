"""What guards say of single sizes.  The texts are PyTorch's for the same conditions."""

import pytest

sympy = pytest.importorskip("sympy")

from wye.symbolic.dim_constraints import DimConstraints  # noqa: E402 - where there is SymPy
from wye.symbolic.expressions import Mod  # noqa: E402
from wye.symbolic.sources import LocalSource, TensorProperty, TensorPropertySource  # noqa: E402

S0, S1 = sympy.symbols("s0 s1", positive=True, integer=True)
X, Y = "L['x'].size()[0]", "L['y'].size()[0]"


def source(name):
    return TensorPropertySource(LocalSource(name), TensorProperty.SIZE, 0)


def constraints(*conditions, marked=()):
    made = DimConstraints({S0: [source("x")], S1: [source("y")]}, {S0: 8, S1: 6}, set(marked), {X: "rows"})
    for one in conditions:
        assert not made.add(one)
    return made


@pytest.mark.parametrize(
    ("conditions", "static", "dynamic"),
    [
        ([S0 >= 2], [], [f"2 <= {X}"]),
        ([S0 > 2, S0 <= 10], [], [f"2 < {X}", f"{X} <= 10"]),
        ([S0 * 2 >= 10, S1 <= 7], [], [f"5 <= {X}", f"{Y} <= 7"]),
        ([S0**2 > 16], [], [f"4 < {X}"]),
        ([sympy.Eq(S0, 8)], [f"{X} == 8"], []),
        ([sympy.Eq(2 * S0, 16)], [f"{X} == 8"], []),
        ([sympy.Eq(S0, 8), S0 >= S1], [f"{X} == 8"], [f"{Y} <= 8"]),
        ([S0 >= S1, sympy.Eq(S1, 6)], [f"{Y} == 6"], [f"6 <= {X}"]),
        ([S0 >= S1], [], []),
        ([sympy.Eq(Mod(S0, 2), 0), S0 <= 32], [], [f"{X} <= 32", f"{X} == (2*_{X})"]),
        ([sympy.Eq(Mod(S0, 3), 2), sympy.Eq(Mod(S0, 2), 0)], [], [f"{X} == (6*_{X} + 2)"]),
        ([sympy.Ne(S0, 9), sympy.Or(S0 < 3, S0 > 5)], [], []),
    ],
)
def test_conditions_say_what_is_fixed_and_what_lies_between(conditions, static, dynamic):
    found = constraints(*conditions)
    found.solve()
    assert (sorted(found._static_results), sorted(found._dynamic_results)) == (static, dynamic)


def test_sizes_that_are_expressions_are_told():
    found = constraints(sympy.Eq(S1, 6))
    for name, expr in (("a", S0), ("b", S1 + 1), ("c", sympy.Integer(4))):
        found.add_equality(source(name), expr)
    found.solve()
    assert found._dynamic_results == {f"L['a'].size()[0] == {X}"}
    assert {"L['b'].size()[0] == 7", "L['c'].size()[0] == 4"} < found._static_results


def test_sizes_that_were_to_stay_dynamic_are_named():
    found = constraints(sympy.Eq(S0, 8), marked=[S0])
    found.solve()
    assert found.forced_specializations() == {"rows": 8}


def test_conditions_must_hold_for_the_example():
    assert constraints().add(sympy.true)
    with pytest.raises(AssertionError, match="no free variables"):
        constraints().add(sympy.false)
    with pytest.raises(ValueError, match="s0 > 100 is inconsistent"):
        constraints(S0 > 100).solve()
