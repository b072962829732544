"""Operators whose calls stay in order, and the tokens that keep it."""

import pytest

import wye
from wye import dispatch
from wye.call import FakeScriptObject
from wye.errors import LibraryError, OperatorNotFoundError, UnsuitableOperatorError
from wye.higher_order import HigherOrderOperator
from wye.higher_order.effects import (
    EffectHolder,
    EffectType,
    get_effect,
    get_effect_key,
    handle_effects,
    has_aliasing,
    has_effects,
    new_token_tensor,
    register_effectful_op,
    with_effects,
)
from wye.library import Library, custom_op, register_opaque_class

NS = "test_effects"
RECORD = "__torch__.torch.classes.profiler._RecordFunction"
PACKED = "__torch__.torch.classes.quantized.LinearPackedParamsBase"
ORDERED = EffectType.ORDERED


@pytest.fixture
def lib():
    with dispatch.library("DEF", NS) as made:
        yield made


@pytest.fixture
def say(lib):
    op = lib.define("say(str text) -> str")
    lib.impl("say", lambda text: text.upper(), "CompositeExplicitAutograd")
    return op


def test_the_newest_registration_decides_and_removing_brings_the_last_one_back(say):
    assert get_effect(say) is None
    first = register_effectful_op(say, ORDERED)
    second = register_effectful_op("test_effects::say", None)
    third = register_effectful_op(say, ORDERED)
    assert get_effect(say) is ORDERED
    third.remove()
    assert get_effect(say) is None
    first.remove()
    assert get_effect(say) is None
    second.remove()
    assert "effect" not in say._rules


def test_effects_go_with_their_operator(lib, say):
    register_effectful_op(say, ORDERED)
    lib.reset()
    with dispatch.library("DEF", NS) as other:
        again = other.define("say(str text) -> str")
        assert again is say
        assert get_effect(again) is None


def test_higher_order_and_custom_operators_have_effects_too():
    hop = HigherOrderOperator("test_effects_hop")
    handle = register_effectful_op(hop, ORDERED)
    assert has_effects(hop)
    handle.remove()
    assert not has_effects(hop)

    @custom_op(f"{NS}::custom", mutates_args=())
    def custom(n: int) -> int:
        return n

    try:
        register_effectful_op(custom, ORDERED)
        assert get_effect(custom) is get_effect(f"{NS}::custom") is ORDERED
    finally:
        custom._destroy()


def test_what_is_no_operator():
    with pytest.raises(LibraryError, match="Invalid operator input 3"):
        get_effect(3)
    with pytest.raises(LibraryError, match="namespace::name"):
        get_effect("zz")
    with pytest.raises(OperatorNotFoundError, match="test_effects::nobody does not exist"):
        register_effectful_op("test_effects::nobody", ORDERED)
    assert not has_effects(3)
    assert not has_effects(wye.ops)


def test_a_script_class_among_the_arguments_is_an_effect(lib):
    script = lib.define(f"script({RECORD} r) -> ()")
    optional = lib.define(f"optional({RECORD}? r) -> ()")
    packed = lib.define(f"packed({PACKED} r) -> ()")
    returned = lib.define(f"returned(int n) -> {RECORD}")
    assert [get_effect(op) for op in (script, optional, packed, returned)] == [ORDERED, None, None, None]
    handle = register_effectful_op(script, None)
    assert not has_effects(script)
    handle.remove()
    assert has_effects(script)


@pytest.mark.parametrize("cls", [f"{RECORD}?", PACKED])
def test_while_it_is_called_with_a_fake_an_operator_has_effects(lib, cls):
    op = lib.define(f"watched({cls} r) -> ()")
    seen = []
    op.py_impl("CompositeExplicitAutograd")(lambda r: seen.append(get_effect(op)))
    op(FakeScriptObject(None, cls.rstrip("?"), None))
    assert seen == [ORDERED]
    assert get_effect(op) is None
    register_effectful_op(op, None)  # who knows better is believed
    op(FakeScriptObject(None, cls.rstrip("?"), None))
    assert seen == [ORDERED, None]


def test_the_effect_of_a_call_is_also_that_of_its_objects(lib):
    class Thing:
        pass

    with Library(NS, "FRAGMENT") as holder:
        register_opaque_class(f"{NS}::Thing", Thing, lib=holder)
        op = lib.define(f"maybe(__torch__.torch.classes.{NS}.Thing? t) -> ()")
        assert get_effect_key(op, (None,)) is None
        assert get_effect_key(op, (Thing(),)) is ORDERED
        assert get_effect_key(op, (), {"t": FakeScriptObject(None, "", Thing())}) is ORDERED
        register_effectful_op(op, None)
        assert get_effect_key(op, (Thing(),)) is None


def test_operators_with_aliases_never_count(lib):
    view = lib.define("view(Tensor(a) x) -> Tensor(a)")
    write = lib.define("write(Tensor(a!) x) -> ()")
    plain = lib.define("plain(Tensor x) -> Tensor")
    for op in (view, write, plain):
        register_effectful_op(op, ORDERED)
    assert [has_aliasing(op) for op in (view, write, plain)] == [True, True, False]
    assert [has_effects(op) for op in (view, write, plain)] == [False, False, True]
    assert not has_aliasing(with_effects)


def test_with_effects_gives_a_token_and_the_result(lib, say):
    lib.define("two(int n) -> (int, int)")
    lib.impl("two", lambda n: (n, n + 1), "CompositeExplicitAutograd")
    lib.define("several(int n) -> int[]")
    lib.impl("several", lambda n: [n, n], "CompositeExplicitAutograd")
    lib.define("nothing(int n) -> ()")
    lib.impl("nothing", lambda n: None, "CompositeExplicitAutograd")
    token = new_token_tensor()
    assert token.shape == (0,)
    new, result = with_effects(token, say, "a")
    assert new.shape == (0,)
    assert new is not token
    assert result == "A"
    assert with_effects(token, say, text="b")[1:] == ("B",)
    assert with_effects(token, wye.ops.test_effects.two.default, 1)[1:] == (1, 2)
    assert with_effects(token, wye.ops.test_effects.several.default, 1)[1:] == ([1, 1],)
    assert with_effects(None, wye.ops.test_effects.nothing.default, 1)[1:] == (None,)
    assert wye.ops.higher_order.with_effects is with_effects


def test_with_effects_calls_higher_order_operators():
    hop = HigherOrderOperator("test_effects_called")
    hop.py_impl("CompositeExplicitAutograd")(lambda fn, x: fn(x))
    assert with_effects(new_token_tensor(), hop, lambda x: x + 1, 2)[1:] == (3,)


def test_with_effects_refuses_what_it_cannot_order(lib):
    lib.define("write(Tensor(a!) x) -> ()")
    with pytest.raises(UnsuitableOperatorError, match="Ops with aliasing is not supported"):
        with_effects(None, wye.ops.test_effects.write.default, wye.tensor([1.0]))
    with pytest.raises(UnsuitableOperatorError, match="op must be HigherOrderOperator or OpOverload, got <class"):
        with_effects(None, wye.ops.test_effects.write, 1)
    with pytest.raises(AssertionError, match="got <class 'builtin_function_or_method'>"):
        with_effects(None, len, "a")


def test_a_mode_sees_with_effects(say):
    seen = []

    class Mode(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    with Mode():
        with_effects(new_token_tensor(), say, "a")
    assert seen == [with_effects]


def test_tokens_go_from_call_to_call(lib, say):
    lib.define("two(int n) -> (int, int)")
    lib.impl("two", lambda n: (n, n + 1), "CompositeExplicitAutograd")
    two = wye.ops.test_effects.two.default
    register_effectful_op(say, ORDERED)
    register_effectful_op(two, ORDERED)
    given, tokens = [], {}

    class Watch(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            result = func(*args, **(kwargs or {}))
            given.append((args[0], result[0]))
            return result

    with Watch():
        assert handle_effects(True, tokens, say, ("a",), {}) == "A"
        assert handle_effects(False, tokens, two, (), {"n": 1}) == (1, 2)
    (_, first), (second, last) = given
    assert first is second
    assert tokens == {ORDERED: last}


def test_what_has_no_token(say):
    with pytest.raises(UnsuitableOperatorError, match="effect key must not be None"):
        handle_effects(True, {}, say, ("a",), {})
    register_effectful_op(say, ORDERED)
    with pytest.raises(UnsuitableOperatorError, match=r"Could not find a token for effect EffectType\.ORDERED"):
        handle_effects(False, {}, say, ("a",), {})


def test_the_holder_of_an_effect(say):
    holder = EffectHolder("test_effects::say")
    handle = holder.register(ORDERED)
    assert holder.effect is EffectHolder(say).effect is ORDERED
    handle.remove()
    assert holder.effect is None
