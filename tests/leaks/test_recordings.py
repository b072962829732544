"""A recording leaves nothing behind: neither its records nor what they name."""

from contextlib import suppress

from tests.leaks.counting import assert_no_leak, times

import wye
from wye._engine import engine
from wye.dispatch import library


def test_recorded_calls_continued_calls_and_errors() -> None:
    with library("FRAGMENT", "leaks") as lib:
        op = lib.define("recorded(Tensor x, Tensor[] more) -> Tensor")
        lib.impl("recorded", kernel := lambda x, more: x, "CPU")
        x, y = wye.ones(2), wye.ones(2, requires_grad=True)
        log = engine.CallLog(100)

        def repeat(n: int) -> None:
            for _ in range(n):
                log.start()
                op(x, [x, x])
                wye.sin(y)
                with suppress(RuntimeError):
                    wye.mm(x, x)
                engine.mark_call("marked")
                log.stop()
                log.read()
                log.clear()

        assert_no_leak(repeat, times(8_000), x, y, op, kernel, None, "marked", engine.Kernel, engine.Op, RuntimeError)


def test_recordings_that_are_dropped_with_their_calls() -> None:
    x = wye.ones(2)

    def repeat(n: int) -> None:
        for _ in range(n):
            with wye.record(limit=1) as recording:
                wye.sin(x)
                wye.cos(x)
            assert recording.dropped == 1

    assert_no_leak(repeat, times(8_000), x, None, engine.Kernel, engine.Op, engine.CallLog, wye.Recording)


def test_explanations() -> None:
    x = wye.ones(2, requires_grad=True)

    def repeat(n: int) -> None:
        for _ in range(n):
            wye.explain(wye.sin, x, run=True)

    assert_no_leak(repeat, times(1_000), x, None, engine.Kernel, engine.Op, wye.Explanation)
