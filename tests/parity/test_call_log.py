"""What both engines write into logs of calls: the same records for the same calls."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parity.test_kernels import KERNEL, KEYS, made_kernel
from tests.parity.twins import N_SLOTS, Twin, same

from wye import _pure as e

MASK = st.integers(0, (1 << 48) - 1) | st.just((1 << 48) - 1)
NO_BIT = (
    1 << 127
) - 1  # the highest bit says that calls are recorded: see Note [Recording costs nothing when it is off]


def told(twin: Twin, log: object) -> list[object]:
    """The records of a log, without times and with kinds instead of kernels."""
    found = []
    for _, records in log.read():
        for _, keys, grad, hops, tensors, start, end, depth, parent, is_call, error, mark in records:
            assert 0 < start <= end
            kinds = [(slot, kernel and kernel.kind, what) for slot, kernel, what in hops]
            shown = [(shape, str(dtype)) for shape, dtype in tensors]
            found.append((keys.bits, grad, kinds, shown, depth, parent, is_call, error and error.__name__, mark))
    return found


@settings(max_examples=400)
@given(
    kernels=st.lists(KERNEL, min_size=1, max_size=5),
    seed=st.integers(0, 1 << 30),
    mask=MASK,
    keys=KEYS,
    limit=st.sampled_from([0, 1, 2, 100]),
    marks=st.booleans(),
)
def test_records_are_those_of_the_twin(
    kernels: list[tuple[int, int]], seed: int, mask: int, keys: int, limit: int, marks: bool
) -> None:
    def question(twin: Twin) -> object:
        module, log = twin.module, twin.module.CallLog(limit)
        table = {slot: (seed * (slot + 7) >> 5) % (len(kernels) + 1) for slot in range(N_SLOTS)}
        built = [made_kernel(twin, kind, bits, i) for i, (kind, bits) in enumerate(kernels)]
        inner = twin.op(twin.signature(b"\1"), twin.layout(table, mask), *built)

        def outer(tensor: object) -> object:
            if marks:
                module.mark_call("marked")
                module.mark_call("too late")
            return twin.outcome(inner.redispatch, twin.keys(keys & NO_BIT), tensor) and inner(tensor)

        everywhere = twin.layout(dict.fromkeys(range(N_SLOTS), 1), (1 << 48) - 1)
        op = twin.op(twin.signature(b"\1"), everywhere, module.Kernel(module.PLAIN, outer))
        tensor = twin.made(("tensor", keys & NO_BIT & ~e.REQUIRES_GRAD))
        before = twin.outcome(op, tensor), twin.outcome(op, tensor)
        log.start()
        during = twin.outcome(op, tensor), twin.outcome(op, tensor)
        log.stop()
        after = twin.outcome(op, tensor)
        assert before == during == (after, after)
        answer = told(twin, log), log.count, log.dropped, log.is_active
        log.clear()
        assert (log.count, log.dropped, log.read()) == (0, 0, [])
        return answer

    same(question)


@settings(max_examples=100)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["start", "stop", "call", "clear", "drop"]), st.integers(0, 2)), max_size=20
    )
)
def test_logs_come_and_go_in_any_order(steps: list[tuple[str, int]]) -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        logs = [module.CallLog(5) for _ in range(3)]
        op = twin.echo_op(twin.signature(b"\1"))
        tensor = twin.made(("tensor", 1 << 16))
        state = [keys.bits for keys in module.get_state()]
        answers: list[object] = []
        try:
            for step, which in steps:
                if step == "call":
                    op(tensor)
                elif step == "drop":
                    logs[which].stop()
                    logs[which] = module.CallLog(5)
                else:
                    answers.append(twin.outcome(getattr(logs[which], step)))
                assert [keys.bits for keys in module.get_state()] == state
                answers.append([(log.count, log.dropped, log.is_active) for log in logs])
            answers.append([told(twin, log) for log in logs if not log.is_active])
        finally:
            for log in logs:
                log.stop()
        return answers

    same(question)


def test_wrong_arguments_are_the_same_errors() -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        return [
            twin.outcome(module.CallLog),
            twin.outcome(module.CallLog, -1),
            twin.outcome(module.CallLog, "x"),
            twin.outcome(module.mark_call, 1),
            twin.outcome(module.mark_call, "nobody listens"),
        ]

    same(question)
