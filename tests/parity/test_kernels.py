"""Kinds of kernels, what they return, and where a call goes when one passes it on."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.parity.test_calls import ONE, VALUE
from tests.parity.twins import ALL, N_SLOTS, TWINS, Twin, same

from wye import _pure as e

FEW = st.sets(st.integers(0, 127), max_size=5).map(lambda bits: sum(1 << bit for bit in bits))
KEYS = st.one_of(FEW, st.integers(0, ALL))
# A kernel in words: its kind, and the bits that a PASS kernel leaves.
KERNEL = st.tuples(st.integers(e.PLAIN, e.ERROR), KEYS)


def made_kernel(twin: Twin, kind: int, pass_bits: int, name: int) -> object:
    fns = {
        e.PLAIN: lambda *args, **kwargs: (name, twin.told((args, kwargs))),
        e.KEYSET: lambda keyset, *args, **kwargs: (name, twin.told((keyset, args, kwargs))),
        e.BOXED: lambda op, keyset, args, kwargs: (name, type(op).__name__, twin.told((keyset, args, kwargs))),
        e.ERROR: lambda op, keyset: LookupError(name, keyset.bits),
    }
    may_pass = kind == e.PASS or (kind in (e.PLAIN, e.KEYSET, e.BOXED) and pass_bits & 1)  # unless grad is required
    return twin.module.Kernel(kind, fns.get(kind), twin.module.Pass(pass_bits) if may_pass else None)


@settings(max_examples=1000)
@given(
    kernels=st.lists(KERNEL, min_size=1, max_size=5),
    seed=st.integers(0, 1 << 30),
    mask=st.integers(0, (1 << 48) - 1) | st.just((1 << 48) - 1),
    keys=KEYS,
    given_keys=KEYS,
    scalar=ONE,
)
@example([(e.PASS, ALL)], 0, (1 << 48) - 1, 0, 1 << 16, None)
@example([(e.FALLTHROUGH, 0)], 0, (1 << 48) - 1, 1 << 16, 1 << 16, 1)
def test_a_call_and_a_redispatch_end_in_the_same_kernel(
    kernels: list[tuple[int, int]], seed: int, mask: int, keys: int, given_keys: int, scalar: object
) -> None:
    def question(twin: Twin) -> object:
        table = {slot: (seed * (slot + 7) >> 5) % (len(kernels) + 1) for slot in range(N_SLOTS)}
        built = [made_kernel(twin, kind, bits, i) for i, (kind, bits) in enumerate(kernels)]
        op = twin.op(twin.signature(bytes([e.KIND_TENSOR, e.KIND_ANY])), twin.layout(table, mask), *built)
        tensor, value = twin.made(("tensor", keys)), twin.made(scalar)
        tensor._requires_grad = bool(keys & 1 << 63)
        return [
            twin.outcome(op, tensor, value),
            twin.outcome(op, tensor, a1=value),
            twin.outcome(op.redispatch, twin.keys(given_keys), tensor, value),
            twin.outcome(op.redispatch, twin.keys(given_keys), tensor, a1=value),
        ]

    same(question)


RETURN_KIND = st.builds(
    lambda base, flags: base | flags,
    st.integers(0, 6),
    st.sampled_from([0, e.OPTIONAL, e.LIST, e.LIST | e.OPTIONAL, e.LIST | e.OPTIONAL_ELEMENT]),
)


@settings(max_examples=1000)
@given(
    kinds=st.lists(RETURN_KIND, max_size=3),
    result=st.one_of(VALUE, st.lists(VALUE, max_size=3).map(tuple)),
    exact=st.sampled_from([int, str]),
)
@example([e.KIND_FLOAT], 3, int)
@example([e.KIND_FLOAT, e.KIND_ANY], (3, 3), int)
@example([], None, int)
@example([e.KIND_TENSOR | e.LIST], (("tensor", 1), ("tensor", 2)), int)
def test_returns_are_checked_alike(kinds: list[int], result: object, exact: type) -> None:
    def question(twin: Twin) -> object:
        made = twin.made(result)
        signature = twin.signature(b"", returns=bytes(kinds), return_exact=(exact,) * len(kinds))
        op = twin.op(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1)), twin.module.Kernel(1, lambda: made))
        outcome = twin.outcome(op)
        same_object = outcome[0] == "returned" and op() is made
        return outcome, same_object

    same(question)


@pytest.mark.parametrize("twin", TWINS, ids=repr)
def test_varret_returns_are_not_looked_at(twin: Twin) -> None:
    thing = object()
    op = twin.op(twin.signature(b""), twin.layout({0: 1, 11: 1, 19: 1}), twin.module.Kernel(1, lambda: thing))
    assert op() is thing


@given(hops=st.lists(st.integers(1, 46), min_size=1, max_size=6, unique=True))
def test_a_chain_of_redispatches_visits_the_same_keys(hops: list[int]) -> None:
    def question(twin: Twin) -> object:
        module, seen = twin.module, []

        def kernel(keyset: object, x: object) -> object:
            seen.append(keyset.slot())
            top = 1 << (((keyset.bits & ((1 << 64) - 1)) >> 16).bit_length() + 15)
            return op.redispatch(keyset & twin.keys(top - 1), x)

        layout = twin.layout(dict.fromkeys(range(1, N_SLOTS), 1) | {0: 2})
        op = twin.op(
            twin.signature(b"\1"),
            layout,
            module.Kernel(module.KEYSET, kernel),
            module.Kernel(module.PLAIN, lambda x: "end"),
        )
        outcome = twin.outcome(op.redispatch, twin.keys(sum(1 << (15 + hop) for hop in hops)), twin.made(("tensor", 0)))
        return seen, outcome

    seen, outcome = same(question)
    assert len(seen) == len(hops)
    assert outcome == ("returned", ("str", "'end'"))


def test_an_operator_without_a_table_says_so() -> None:
    def question(twin: Twin) -> object:
        op = twin.module.Op()
        answers = [twin.outcome(op), twin.outcome(op.redispatch, twin.keys(0)), op.kernel_at(0)]
        op.install(twin.signature(), twin.layout({}), ())
        answers.append(twin.outcome(op))
        op.uninstall()
        return [*answers, twin.outcome(op, 1, a=2)]

    undefined = ("Undefined", ())
    assert same(question)[:3] == [undefined, undefined, None]


def test_errors_of_kernels_hooks_and_key_functions_pass_through() -> None:
    def question(twin: Twin) -> object:
        def fail(*args: object, **kwargs: object) -> object:
            raise ZeroDivisionError

        op = twin.echo_op(twin.signature(b"\1"))
        answers = []
        for hook in ("bind", "explain_miss", "explain_undefined", "check_return", "resolve_type"):
            twin.module.configure(**{hook: fail})
            try:
                bad = twin.op(twin.signature(b"", returns=b"\2"), twin.layout({}), twin.module.Kernel(1, int))
                empty = twin.op(twin.signature(b""), twin.layout({}))
                for call in (op, twin.module.Op(), bad, empty):
                    answers += [twin.outcome(call), twin.outcome(call, object())]
            finally:
                twin.module.configure(**{hook: getattr(twin, hook)})
        return answers

    assert "ZeroDivisionError" in same(question)


def test_a_hook_that_returns_no_exception_is_a_type_error() -> None:
    def question(twin: Twin) -> object:
        twin.module.configure(explain_undefined=lambda op: "no exception")
        try:
            return twin.outcome(twin.module.Op())
        finally:
            twin.module.configure(explain_undefined=twin.explain_undefined)

    assert same(question) == "TypeError"
