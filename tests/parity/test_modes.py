"""Stacks of modes: entered, left, pushed and popped in any order, in two threads."""

from __future__ import annotations

import threading

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parity.twins import Twin, in_new_thread, same

KEYS = 1 << 18 | 1 << 3
MODES = st.integers(0, 2)
STEP = st.one_of(
    st.tuples(st.sampled_from(["enter", "exit", "enter stack", "leave stack", "push"]), MODES),
    st.tuples(st.sampled_from(["pop", "restore none", "enter in new thread", "leave late"]), st.just(0)),
    st.tuples(st.sampled_from(["elsewhere", "place", "classmethod", "function", "notes"]), MODES),
)


class Here(threading.local):
    def __init__(self) -> None:
        self.top, self.notes = None, []


def world(twin: Twin) -> tuple[object, list]:
    """A stack of the engine, and modes of it, which say what they were asked to do."""

    class Stack(twin.module.ModeStackBase):
        __slots__ = ()

        def _leave_late(self, mode: object) -> object:
            raise LookupError(f"{mode.name} is left late")

    stack = Stack(twin.keys(KEYS), Here(), "handle", "elsewhere", "place")

    class Mode(twin.module.ModeBase):
        _stack = stack
        elsewhere = place = None

        def __init__(self, name: str) -> None:
            self.name = name

        def handle(self) -> None:
            """What handles calls."""

        def _enter_specially(self) -> str:
            return f"{self.name} goes in another way"

        def _leave_specially(self) -> None:
            raise LookupError(f"{self.name} goes out another way")

    return stack, [type(f"Mode{i}", (Mode,), {})(str(i)) for i in range(3)]


def shown(node: object) -> list[str]:
    names = []
    while node is not None:
        names.append(node[0].name)
        node = node[1]
    return names


def step(twin: Twin, stack: object, modes: list, what: str, which: int) -> object:  # noqa: C901 - a line for each
    mode = modes[which]
    cls = type(mode)
    if what == "enter":
        entered = mode.__enter__()
        return "itself" if entered is mode else entered
    if what == "exit":
        return mode.__exit__(None, None, None)
    if what == "enter stack":
        return stack.enter(mode, (mode, stack.thread.top))
    if what == "leave stack":
        return stack.leave(mode)
    if what == "push":
        return stack.push(mode)
    if what == "pop":
        return stack.pop().name
    if what == "restore none":
        return stack.restore(None)
    if what == "enter in new thread":
        return in_new_thread(lambda: twin.outcome(lambda: (modes[0].__enter__(), shown(stack.thread.top))[1]))
    if what == "leave late":
        return twin.outcome(in_new_thread, lambda: twin.outcome(mode.__exit__))
    if what == "notes":
        stack.has_notes = not stack.has_notes
    elif what == "classmethod":
        cls.handle = classmethod(lambda cls: None)
    elif what == "function":
        cls.handle = lambda self: None
    elif what == "place":
        (mode if which else cls).place = "somewhere" if mode.place is None else None
    else:
        (mode if which else cls).elsewhere = 1 if mode.elsewhere is None else None
    return None


@settings(max_examples=400)
@given(steps=st.lists(STEP, max_size=25))
def test_any_sequence_of_entering_and_leaving_gives_the_same_stack(steps: list) -> None:
    def question(twin: Twin) -> object:
        stack, modes = world(twin)

        def run() -> object:
            twin.module.set_state(twin.keys(1 << 3), twin.keys(1 << 4))
            seen = []
            for what, which in steps:
                seen.append(twin.outcome(step, twin, stack, modes, what, which))
                include, exclude = twin.module.get_state()
                entered = [len(mode.__dict__.get("_entered", ())) for mode in modes]
                seen.append((shown(stack.thread.top), entered, include.bits, exclude.bits))
            return seen

        return in_new_thread(run)

    same(question)


def test_what_is_no_stack_and_no_mode_is_refused_alike() -> None:
    def question(twin: Twin) -> object:
        made, here = twin.module.ModeStackBase, Here()
        stack = made(twin.keys(1), here, "handle", None, None)  # as without the last two
        wrong = [
            twin.outcome(made),
            twin.outcome(made, 1, here, "handle"),
            twin.outcome(made, twin.keys(1), here, 3),
            twin.outcome(made, twin.keys(1), here, "handle", 3),
            twin.outcome(stack.enter, object(), None),
            twin.outcome(stack.pop),
        ]
        return wrong, stack.keys.bits, stack.thread is here, stack.has_notes

    same(question)
