"""Symbols: their names, duck shaping, 0 and 1, sizes and strides of tensors."""

import pytest
from tests.unit.symbolic.conftest import make

import wye
from wye.symbolic import DimDynamic, LocalSource, ShapeEnv, StatelessSymbolicContext, mark_dynamic, mark_static
from wye.symbolic.sources import EphemeralSource


def test_equal_sizes_share_a_symbol_and_zero_and_one_stay_numbers(env, size):
    assert [str(size(5)), str(size(5, "b")), str(size(7, "c"))] == ["s99", "s99", "s58"]
    assert [size(0, "z"), size(1, "o")] == [0, 1]
    assert bool(size(5) == size(5, "b"))
    assert env.guards == []


def test_settings_change_what_gets_a_symbol():
    env = ShapeEnv(duck_shape=False)
    assert [str(make(env, 5)), str(make(env, 5, "b"))] == ["s99", "s65"]
    env = ShapeEnv(specialize_zero_one=False)
    assert [str(make(env, 1)), str(make(env, 0, "b"))] == ["s99", "s65"]
    assert not bool(make(env, 0, "b") > 0)
    with pytest.raises(TypeError, match="unexpected keyword"):
        ShapeEnv(colour="blue")


def test_a_name_that_is_taken_counts_on(env):
    sizes = [make(env, value, "a", dynamic_dim=DimDynamic.DYNAMIC) for value in (5, 5, 6)]
    assert [str(one) for one in sizes] == ["s99", "s100", "s101"]
    assert make(env, 5, "b", dynamic_dim=DimDynamic.STATIC) == 5
    assert str(make(env, 5, "d")) == "s40"
    assert str(make(env, 5, "e", dynamic_dim=DimDynamic.UNBACKED)) == "u0"


def geometry(env, tensor, **options):
    sizes, strides, offset = env.create_symbolic_sizes_strides_storage_offset(tensor, LocalSource("x"), **options)
    return [str(one) for one in (*sizes, *strides, offset)]


@pytest.mark.parametrize(
    ("make_tensor", "expected"),
    [
        (lambda: wye.ones(3, 4), ["s77", "s27", "s27", "1", "0"]),
        (lambda: wye.ones(3, 4).t(), ["s77", "s27", "1", "s77", "0"]),
        (lambda: wye.ones(3, 1, 5), ["s77", "1", "s53", "s53", "s53", "1", "0"]),
        (lambda: wye.ones(3, 3), ["s77", "s77", "s77", "1", "0"]),
        (lambda: wye.ones(2, 3, 4), ["s77", "s27", "s53", "s27*s53", "s53", "1", "0"]),
        (lambda: wye.ones(4).expand(3, 4), ["s77", "s27", "0", "1", "0"]),
        (lambda: wye.ones(()), ["0"]),
        (lambda: wye.ones(0, 3), ["0", "s27", "s27", "1", "0"]),
    ],
)
def test_strides_follow_from_sizes(env, make_tensor, expected):
    assert geometry(env, make_tensor()) == expected


def test_what_does_not_follow_from_sizes_has_a_symbol_of_its_own(env):
    sizes, strides, offset = env.create_symbolic_sizes_strides_storage_offset(wye.ones(5, 7)[1:, 3:], LocalSource("x"))
    assert [one.node.hint for one in (*sizes, strides[0], offset)] == [4, 4, 7, 10]
    assert sizes[0].node.expr == sizes[1].node.expr
    assert len({str(one) for one in (sizes[0], strides[0], offset)}) == 3


def test_a_context_says_which_sizes_get_symbols(env):
    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC, DimDynamic.STATIC])
    assert geometry(env, wye.ones(3, 4), symbolic_context=context) == ["s77", "4", "4", "1", "0"]


def test_marks_on_a_tensor_say_which_sizes_get_symbols(env):
    tensor = wye.ones(3, 3, 3)
    mark_dynamic(tensor, 0)
    mark_static(tensor, 1)
    assert geometry(env, tensor)[:3] == ["s77", "3", "s53"]


def test_numbers_that_are_no_sizes_may_be_negative(env):
    symbol = env.create_unspecified_symbol(-3, LocalSource("n"))
    number = env.create_symintnode(symbol, hint=-3)
    assert bool(number < 0)
    assert str(env.create_symfloatnode(env.create_unspecified_symbol(1.5, LocalSource("f")), hint=1.5)).startswith("zf")


def test_equal_sizes_share_a_symbol_unless_the_setting_says_otherwise():
    import wye.symbolic.config as config
    from wye.symbolic import ShapeEnv

    assert ShapeEnv().settings.duck_shape
    with config.patch(use_duck_shape=False):
        assert not ShapeEnv().settings.duck_shape
        assert ShapeEnv(duck_shape=True).settings.duck_shape


def test_strides_that_are_dynamic_get_symbols_of_their_own(env):
    kinds = StatelessSymbolicContext(
        dynamic_sizes=[DimDynamic.STATIC] * 2, dynamic_strides=[DimDynamic.DYNAMIC, DimDynamic.INFER_STRIDE]
    )
    sizes, strides, _ = env.create_symbolic_sizes_strides_storage_offset(
        wye.ones(3, 6), LocalSource("x"), symbolic_context=kinds
    )
    assert sizes == (3, 6)
    assert isinstance(strides[0], wye.SymInt)
    assert strides[1] == 1


def test_shared_symbols_are_guarded_on_sources_that_stay(env):
    symbol = env.create_symbol(6, source=EphemeralSource())
    assert env.create_symbol(6, source=LocalSource("x")) == symbol
    assert [source.is_ephemeral() for source in env.var_to_sources[symbol]] == [False, True]
