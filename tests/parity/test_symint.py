"""Objects that stand for ints arrive untouched where a schema says SymInt."""

import pytest
from tests.parity.twins import TWINS, Twin, same

from wye import _pure as e


class Symbol:
    """Neither an int nor convertible to one."""


class SubSymbol(Symbol):
    pass


@pytest.fixture(autouse=True)
def registered():
    for twin in TWINS:
        twin.module.configure(symint_type=Symbol)
    yield
    for twin in TWINS:
        twin.module.configure(symint_type=None)


@pytest.mark.parametrize("flags", [0, e.OPTIONAL, e.LIST, e.LIST | e.OPTIONAL_ELEMENT, e.LIST | e.SINGLE])
def test_both_engines_take_the_same_values(flags: int) -> None:
    one, other = Symbol(), SubSymbol()
    values = [1, True, one, other, None, 1.5, "1", [1, one], (other, 2), [None, one], [1, True], [], [1.5]]

    def question(twin: Twin) -> object:
        op = twin.echo_op(twin.signature(bytes([e.KIND_SYMINT | flags])))
        return [twin.outcome(op, value) for value in values] + [twin.outcome(op, a0=value) for value in values]

    answers = same(question)
    assert (answers[values.index(one)][0] == "returned") == (not flags & e.LIST or bool(flags & e.SINGLE))
    assert answers[1][0] == "Asked"  # a bool is no int as it is


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_the_object_itself_arrives(twin: Twin) -> None:
    module = twin.module
    kernel = module.Kernel(module.PLAIN, lambda *args: args)
    op = twin.op(
        twin.signature(bytes([e.KIND_SYMINT, e.KIND_SYMINT | e.LIST])), twin.layout({0: 1, 11: 1, 19: 1}), kernel
    )
    symbol, several = Symbol(), [Symbol(), 3]
    got = op.redispatch(twin.keys(0), symbol, several)
    assert got[0] is symbol
    assert got[1] is several


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_what_is_no_class_is_refused(twin: Twin) -> None:
    for wrong in (1, "Symbol", Symbol()):
        with pytest.raises(TypeError):
            twin.module.configure(symint_type=wrong)
    twin.module.configure(symint_type=None)
    op = twin.echo_op(twin.signature(bytes([e.KIND_SYMINT])))
    assert twin.outcome(op, Symbol())[0] == "Asked"
    assert twin.outcome(op, 1)[0] == "returned"
