"""What both engines say about a call, beside what the call does: keys, hops, and kernels run out of their slots."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.parity.test_calls import Call, calls
from tests.parity.test_kernels import KERNEL, KEYS, made_kernel
from tests.parity.twins import ALL, N_SLOTS, Twin, same

from wye import _pure as e

MASK = st.integers(0, (1 << 48) - 1) | st.just((1 << 48) - 1)
ENDS = {e.HOP_RAN, e.HOP_MISSING, e.HOP_ERROR}


def told_hops(twin: Twin, op: object, keys: object) -> list[object]:
    found = twin.module.hops(op, keys)
    assert all(op.kernel_at(slot) is kernel for _, slot, kernel, _ in found)
    return [(keys.bits, slot, kernel and kernel.kind, what) for keys, slot, kernel, what in found]


@settings(max_examples=600)
@example(Call([], 0, [], {}), False, 1 << 68, 0, 128)
@given(call=calls(), bind=st.booleans(), include=KEYS, exclude=KEYS, mask=MASK)
def test_the_keys_of_a_call_are_the_keys_its_kernel_gets(
    call: Call, bind: bool, include: int, exclude: int, mask: int
) -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        kernel = module.Kernel(module.KEYSET, lambda keyset, *args, **kwargs: keyset.bits)
        op = twin.op(call.signature(twin), twin.layout(dict.fromkeys(range(N_SLOTS), 1), mask), kernel)
        args, kwargs = twin.made(tuple(call.args)), twin.made(call.kwargs)
        twin.asks_bind = bind
        try:
            with module.StateGuard(twin.keys(include), twin.keys(exclude)):
                called = twin.outcome(op, *args, **kwargs)
                asked = twin.outcome(lambda: module.keys_of_call(op, args, kwargs).bits & ~e.REQUIRES_GRAD)
                unmasked = twin.outcome(module.keys_of_call, op, args, kwargs, False)
        finally:
            twin.asks_bind = True
        if called[0] == "Miss":  # a backend beyond the table
            assert called[1][0] == ("keys", int(asked[1][1]))
        else:
            assert asked == called
        return asked, unmasked

    same(question)


@settings(max_examples=1000)
@given(
    kernels=st.lists(KERNEL, min_size=1, max_size=5),
    seed=st.integers(0, 1 << 30),
    mask=MASK,
    masks=st.none() | st.lists(MASK, max_size=20),
    keys=KEYS,
)
@example([(e.PASS, ALL)], 0, (1 << 48) - 1, None, 1 << 16)
@example([(e.FALLTHROUGH, 0)], 1, 0, None, ALL)
@example([(e.PLAIN, 1)], 1 << 5, (1 << 48) - 1, None, 1 << 63 | 1 << 20)
def test_hops_end_where_the_call_ends(
    kernels: list[tuple[int, int]], seed: int, mask: int, masks: list[int] | None, keys: int
) -> None:
    def question(twin: Twin) -> object:
        table = {slot: (seed * (slot + 7) >> 5) % (len(kernels) + 1) for slot in range(N_SLOTS)}
        built = [made_kernel(twin, kind, bits, i) for i, (kind, bits) in enumerate(kernels)]
        op = twin.op(twin.signature(b"\1"), twin.layout(table, mask, masks), *built)
        tensor = twin.made(("tensor", 0))
        tensor._requires_grad = bool(keys & e.REQUIRES_GRAD)
        hops = told_hops(twin, op, twin.keys(keys))
        outcome = twin.outcome(op.redispatch, twin.keys(keys), tensor)
        left, _, kind, what = hops[-1]
        assert what in ENDS
        assert all(hop[-1] not in ENDS for hop in hops[:-1])
        assert (what == e.HOP_MISSING) == (outcome[0] == "Miss")
        assert (what == e.HOP_ERROR) == (outcome == "LookupError")
        if what == e.HOP_MISSING:
            assert outcome[1][0] == ("keys", left)
        if what == e.HOP_RAN and kind in (e.KEYSET, e.BOXED):
            assert repr(left) in str(outcome)
        return hops, outcome

    same(question)


@settings(max_examples=300)
@given(kernel=KERNEL, keys=KEYS, requires=st.booleans(), mask=MASK)
def test_a_kernel_without_a_slot_runs_as_in_one(kernel: tuple[int, int], keys: int, requires: bool, mask: int) -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        alone = made_kernel(twin, *kernel, 7)
        below = made_kernel(twin, e.BOXED, 0, 8)
        op = twin.op(twin.signature(b"\1"), twin.layout(dict.fromkeys(range(N_SLOTS), 1), mask), below)
        tensor = twin.made(("tensor", 0))
        tensor._requires_grad = requires
        with module.StateGuard(twin.keys(0), twin.keys(keys & e.REQUIRES_GRAD)):
            return [
                twin.outcome(op.run_kernel, alone, twin.keys(keys), tensor),
                twin.outcome(op.run_kernel, alone, twin.keys(keys), a0=tensor),
                twin.outcome(op.run_kernel, alone, twin.keys(keys), 1),
            ]

    same(question)


def test_questions_about_the_wrong_things_are_type_errors() -> None:
    def question(twin: Twin) -> object:
        module, op = twin.module, twin.echo_op(twin.signature(b"\1"))
        wrong = [(), (op,), (op, ()), (1, (), {}), (op, [], {}), (op, (), []), (op, (), {1: 2}), (op, (), {}, True, 1)]
        answers = [twin.outcome(module.keys_of_call, *args) for args in wrong]
        answers += [twin.outcome(module.hops, *args) for args in [(), (op,), (op, 1), (1, twin.keys(0))]]
        answers += [twin.outcome(op.run_kernel, *args) for args in [(), (1, twin.keys(0)), (op.kernel_at(0), 1)]]
        nothing = module.Op()
        answers += [
            twin.outcome(module.keys_of_call, nothing, (), {}),
            twin.outcome(module.hops, nothing, twin.keys(0)),
        ]
        return answers

    assert set(map(str, same(question))) == {"TypeError", "('Undefined', ())"}
