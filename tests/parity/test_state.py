"""Thread state: guards entered, left, entered again, misused."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parity.twins import ALL, TWINS, Twin, in_new_thread, same

KEYS = st.one_of(st.sets(st.integers(0, 127), max_size=4).map(lambda b: sum(1 << i for i in b)), st.integers(0, ALL))
GUARD = st.tuples(KEYS, KEYS, st.none() | KEYS, st.none() | KEYS)
STEP = st.one_of(
    st.tuples(st.just("enter"), st.integers(0, 3)),
    st.tuples(st.just("exit"), st.integers(0, 3)),
    st.tuples(st.just("apply"), st.integers(0, 3)),
    st.tuples(st.just("set"), KEYS, KEYS),
    st.tuples(st.just("other thread exits"), st.integers(0, 3)),
)


def state_of(twin: Twin) -> tuple[int, int]:
    include, exclude = twin.module.get_state()
    return include.bits, exclude.bits


@settings(max_examples=400)
@given(guards=st.lists(GUARD, min_size=4, max_size=4), steps=st.lists(STEP, max_size=25))
def test_any_sequence_of_guards_leaves_the_same_state(guards: list, steps: list) -> None:
    def question(twin: Twin) -> object:
        made = [twin.module.StateGuard(*(None if k is None else twin.keys(k) for k in guard)) for guard in guards]

        def run() -> object:
            seen = [state_of(twin)]
            for step, *rest in steps:
                if step == "enter":
                    assert made[rest[0]].__enter__() is made[rest[0]]
                elif step == "exit":
                    seen.append(twin.outcome(made[rest[0]].__exit__, None, None, None))
                elif step == "apply":
                    made[rest[0]].apply()
                elif step == "set":
                    twin.module.set_state(twin.keys(rest[0]), twin.keys(rest[1]))
                else:
                    seen.append(in_new_thread(lambda: twin.outcome(made[rest[0]].__exit__)))  # noqa: B023 - run at once
                seen.append(state_of(twin))
            return seen

        return in_new_thread(run)

    same(question)


@given(depth=st.integers(0, 40), guard=GUARD)
def test_a_guard_entered_many_times_restores_each_state_it_saw(depth: int, guard: tuple) -> None:
    def question(twin: Twin) -> object:
        made = twin.module.StateGuard(*(None if k is None else twin.keys(k) for k in guard))

        def run() -> object:
            before = []
            for i in range(depth):
                twin.module.set_state(twin.keys(i), twin.keys(i * i))
                before.append(state_of(twin))
                made.__enter__()
            after = []
            for _ in range(depth):
                made.__exit__(None, None, None)
                after.append(state_of(twin))
            return before == after[::-1], twin.outcome(made.__exit__, None, None, None)

        return in_new_thread(run)

    assert same(question) == (True, "RuntimeError")


def test_threads_start_with_the_defaults() -> None:
    def question(twin: Twin) -> object:
        with twin.module.StateGuard(twin.keys(ALL), twin.keys(ALL)):
            return in_new_thread(lambda: state_of(twin)), state_of(twin)

    defaults, changed = same(question)
    assert changed == (ALL, ALL) != defaults


def test_a_guard_keeps_the_state_when_its_body_raises() -> None:
    for twin in TWINS:
        before = state_of(twin)
        try:
            with twin.module.StateGuard(twin.keys(1), twin.keys(2)):
                raise ZeroDivisionError
        except ZeroDivisionError:
            assert state_of(twin) == before


def test_state_takes_nothing_but_key_sets() -> None:
    def question(twin: Twin) -> object:
        keys, guard, wrong = twin.keys(1), twin.module.StateGuard, (None, 1, "x", object())
        before = state_of(twin)
        answers = [
            twin.outcome(twin.module.set_state, *pair) for w in wrong for pair in ((keys, w), (w, keys), (keys,))
        ]
        answers += [twin.outcome(guard, *pair) for w in wrong for pair in ((keys, w), (w, keys), (keys,))]
        answers += [twin.outcome(guard, keys, keys, w, w) for w in wrong if w is not None]
        assert state_of(twin) == before
        return answers

    assert set(same(question)) == {"TypeError"}
