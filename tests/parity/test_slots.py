"""Key words, slots and masks: the same bits lead to the same place."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.parity.twins import ALL, FUNCTIONALITY, N_SLOTS, TWINS, Twin, same

from wye.keys.names import PER_BACKEND

WORD = st.integers(0, ALL)
# Few bits meet the interesting cases far more often than random words do.
FEW = st.sets(st.integers(0, 127), max_size=4).map(lambda bits: sum(1 << bit for bit in bits))
KEYS = st.one_of(FEW, WORD)
MASK = st.one_of(st.just((1 << 48) - 1), st.integers(0, (1 << 64) - 1))


@given(a=KEYS, b=KEYS)
@example(a=ALL, b=ALL)
@example(a=0, b=ALL)
def test_algebra_gives_the_same_bits(a: int, b: int) -> None:
    def question(twin: Twin) -> object:
        x, y = twin.keys(a), twin.keys(b)
        return [z.bits for z in (x | y, x & y, x ^ y, x - y)], x == y, x != y, bool(x)

    bits, equal, unequal, _ = same(question)
    assert bits == [a | b, a & b, a ^ b, a & ~(b & FUNCTIONALITY)]
    assert (equal, unequal) == (a == b, a != b)


@given(bits=KEYS)
def test_equal_sets_hash_alike_and_keep_their_bits(bits: int) -> None:
    for twin in TWINS:
        keys = twin.keys(bits)
        again = twin.module.KeyBits(bits=bits)
        assert keys == again
        assert hash(keys) == hash(again)
        assert keys.bits == again.bits == bits


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_algebra_keeps_the_class_of_the_left_side(twin: Twin) -> None:
    sub = type("Sub", (twin.module.KeyBits,), {"__slots__": ()})
    left, right = sub.raw(3), twin.keys(5)
    assert type(left | right) is type(left & right) is type(left ^ right) is type(left - right) is sub
    assert type(right | left) is twin.module.KeyBits
    assert left == sub.raw(3)
    assert left != 3
    for wrong in (lambda: left | 1, lambda: 1 - left, lambda: left < right, lambda: left & None):
        with pytest.raises(TypeError):
            wrong()


@given(bits=KEYS)
@example(bits=1 << 63)
@example(bits=ALL)
def test_the_top_slot_is_the_same(bits: int) -> None:
    slot = same(lambda twin: twin.keys(bits).slot())
    assert slot == expected_slot(bits)


def expected_slot(bits: int) -> int:
    """See Note [Table slots] (_pure): its rule, written a third time."""
    value = max((v for v in range(1, 48) if bits >> (15 + v) & 1), default=0)  # the bit above them is no key
    columns = [v for v, _, _ in PER_BACKEND]
    if value not in columns:
        return value
    backends = [b for b in range(16) if bits >> b & 1] + [16 + b for b in range(64) if bits >> (64 + b) & 1]
    return 48 + 6 * max(backends, default=0) + columns.index(value)


@given(keys=KEYS, mask=MASK, masks=st.none() | st.lists(MASK, max_size=20), include=FEW, exclude=FEW)
def test_a_call_arrives_at_the_same_slot(
    keys: int, mask: int, masks: list[int] | None, include: int, exclude: int
) -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        kernel = module.Kernel(module.KEYSET, lambda keyset, x: keyset.bits)
        op = twin.op(twin.signature(b"\1"), twin.layout(dict.fromkeys(range(N_SLOTS), 1), mask, masks), kernel)
        tensor = twin.made(("tensor", keys))
        with module.StateGuard(twin.keys(include), twin.keys(exclude)):
            return [twin.outcome(op, tensor) for _ in range(2)]  # the second answer may be remembered

    first, second = same(question)
    assert first == second


@given(
    slots=st.binary(max_size=12).filter(lambda b: len(b) % 2 == 0),
    mask=WORD,
    masks=st.none() | st.lists(WORD, max_size=3),
)
def test_layouts_tell_what_they_were_given(slots: bytes, mask: int, masks: list[int] | None) -> None:
    def question(twin: Twin) -> object:
        layout = twin.module.Layout(slots, mask, masks=masks)
        return layout.slots, layout.mask, layout.masks

    same(question)


@given(slot=st.integers(-3, N_SLOTS + 3) | st.integers(-(1 << 70), 1 << 70))
def test_kernel_at_answers_for_every_number(slot: int) -> None:
    def question(twin: Twin) -> object:
        op = twin.op(twin.signature(), twin.layout({3: 1, 50: 2}), *(twin.module.Kernel(1, fn) for fn in (int, str)))
        kernel = op.kernel_at(slot)
        return None if kernel is None else (kernel.kind, kernel.fn, kernel.how)

    assert same(question) == {3: (1, int, None), 50: (1, str, None)}.get(slot)
