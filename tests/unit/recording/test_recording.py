"""`wye.record`: which calls it has, what it says of them, and how it may be entered and left."""

from __future__ import annotations

import gc
import json
import threading
import warnings
import weakref
from typing import Any

import numpy as np
import pytest

import wye
from wye import dispatch
from wye.errors import RecordingError
from wye.library import custom_op, register_vmap


@pytest.fixture
def lib() -> Any:
    with dispatch.library("DEF", "recordings") as made:
        yield made


def names(recording: wye.Recording, depth: int | None = None) -> list[str]:
    return [call.op for call in recording.calls if depth is None or call.depth == depth]


def test_a_call_is_recorded_with_its_keys_its_kernel_and_its_tensors() -> None:
    x, y = wye.ones(2, 3), wye.ones(3, dtype=wye.float64)
    with wye.record() as recording:
        wye.add(x, y)
    (call,) = recording.calls
    assert (call.op, call.keys, call.key, call.kernel) == ("aten::add.Tensor", ("AutogradCPU", "CPU"), "CPU", "add")
    assert call.place is not None
    assert call.place.startswith("wye/aten/kernels/elementwise.py:")
    assert (call.shapes, call.dtypes) == (((2, 3), (3,)), ("float32", "float64"))
    assert (call.depth, call.parent, call.fallback, call.thread, call.error) == (0, None, None, 0, None)
    assert call.duration_ns > 0
    assert [(hop.key, hop.outcome) for hop in call.hops] == [("AutogradCPU", "passed"), ("CPU", "runs")]


def test_nothing_is_recorded_before_and_after() -> None:
    x = wye.ones(2)
    recording = wye.record()
    wye.sin(x)
    with recording:
        wye.cos(x)
    wye.sin(x)
    assert names(recording) == ["aten::cos"]


def test_what_autograd_continues_runs_inside_of_its_call() -> None:
    x = wye.ones(2, requires_grad=True)
    with wye.record() as recording:
        y = wye.sin(x)
    outer, inner = recording.calls
    assert (outer.key, outer.redispatched, inner.key, inner.redispatched) == ("AutogradCPU", False, "CPU", True)
    assert (inner.parent, inner.depth) == (0, 1)
    assert outer.start_ns <= inner.start_ns
    assert inner.start_ns + inner.duration_ns <= outer.start_ns + outer.duration_ns
    with wye.record() as recording:
        y.sum().backward()
    assert "aten::cos" in names(recording)
    assert "aten::sum" in names(recording)


def test_the_parts_of_a_composite_run_inside_of_it(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: wye.sin(x) + wye.cos(x), "CompositeImplicitAutograd")
    x = wye.ones(2)
    with wye.record() as recording:
        op(x)
    assert names(recording, 0) == ["recordings::f"]
    assert names(recording, 1) == ["aten::sin", "aten::cos", "aten::add.Tensor"]
    assert {call.parent for call in recording.calls[1:]} == {0}


def test_calls_inside_of_transforms_and_modes_are_recorded() -> None:
    x = wye.ones(2, 3)
    with wye.record() as recording:
        wye.vmap(wye.sin)(x)
        wye.grad(lambda a: wye.sum(wye.exp(a)))(x)
        with wye.fake.FakeTensorMode() as mode:
            wye.cos(mode.from_tensor(x))
        wye.functionalize(lambda a: a.clone().add_(1))(x)
    found = names(recording)
    assert {"aten::sin", "aten::exp", "aten::cos", "aten::add_.Tensor", "aten::add.Tensor"} <= set(found)
    batched = next(call for call in recording.calls if call.op == "aten::sin")
    assert batched.shapes == ((3,),)


def test_lists_arrays_and_tensors_without_data_show_their_sizes() -> None:
    x = wye.ones(2)
    with wye.record() as recording:
        wye.cat([x, wye.ones(3)])
        wye.ops.aten.sin.default(np.ones((4, 1)))
        wye.sin(wye.ones(5, device="meta"))
    by_op = {call.op: call for call in reversed(recording.calls) if call.shapes}
    assert by_op["aten::cat"].shapes == ((2,), (3,))
    assert {call.shapes for call in recording.calls if call.op == "aten::sin"} == {((4, 1),), ((5,),)}
    assert {call.dtypes for call in recording.calls if call.op == "aten::sin"} == {("float64",), ("float32",)}


def test_a_call_that_raises_says_what() -> None:
    x = wye.ones(2)
    with wye.record() as recording, pytest.raises(RuntimeError):
        wye.mm(x, x)
    assert [(call.op, call.error) for call in recording.calls] == [("aten::mm", "RuntimeError")]


def test_a_call_without_a_kernel_is_recorded_as_missing(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    x = wye.ones(2)
    with wye.record() as recording, pytest.raises(wye.NoKernelError):
        op(x)
    (call,) = recording.calls
    assert (call.key, call.kernel, call.hops[-1].outcome, call.error) == ("CPU", None, "missing", "NoKernelError")


def test_recordings_may_be_nested_and_each_has_its_own_depth() -> None:
    x = wye.ones(2)
    with wye.record() as outer:
        wye.sin(x)
        with wye.record() as inner:
            wye.cos(x)
        wye.exp(x)
    assert names(outer) == ["aten::sin", "aten::cos", "aten::exp"]
    assert names(inner) == ["aten::cos"]


def test_a_recording_that_begins_inside_of_a_call_has_what_runs_from_then_on(lib: Any) -> None:
    recording = wye.record()

    def kernel(x: Any) -> Any:
        if not recording.is_active:
            recording.__enter__()
        return wye.sin(x)

    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", kernel, "CPU")
    x = wye.ones(2)
    op(x)
    op(x)
    recording.__exit__(None, None, None)
    assert [(call.op, call.depth) for call in recording.calls] == [
        ("aten::sin", 0),
        ("recordings::f", 0),
        ("aten::sin", 1),
    ]


def test_a_recording_that_ends_inside_of_a_call_ends_that_call(lib: Any) -> None:
    recording = wye.record()

    def kernel(x: Any) -> Any:
        recording.__exit__(None, None, None)
        return wye.sin(x)

    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", kernel, "CPU")
    x = wye.ones(2)
    with wye.record() as other:
        recording.__enter__()
        op(x)
    assert names(recording) == ["recordings::f"]
    assert recording.calls[0].duration_ns > 0
    assert names(other) == ["recordings::f", "aten::sin"]


def test_guards_and_recordings_may_be_left_in_any_order() -> None:
    x, recording = wye.ones(2), wye.record()
    guard = dispatch.exclude("AutogradCPU")
    before = dispatch.capture_state()
    guard.__enter__()
    recording.__enter__()
    guard.__exit__(None, None, None)
    wye.sin(x)
    guard.__enter__()
    wye.cos(x)
    recording.__exit__(None, None, None)
    wye.exp(x)
    guard.__exit__(None, None, None)
    wye.exp(x)
    assert [(call.op, call.keys) for call in recording.calls] == [
        ("aten::sin", ("AutogradCPU", "CPU")),
        ("aten::cos", ("CPU",)),
    ]
    assert repr(before) == repr(dispatch.capture_state())
    assert not recording.is_active


def test_the_state_of_a_thread_does_not_show_that_calls_are_recorded() -> None:
    x = wye.ones(2)
    plain = dispatch.keys_of_call(wye.ops.aten.sin.default, (x,)), dispatch.included_keys(), dispatch.excluded_keys()
    with wye.record():
        assert plain == (
            dispatch.keys_of_call(wye.ops.aten.sin.default, (x,)),
            dispatch.included_keys(),
            dispatch.excluded_keys(),
        )


def test_a_recording_is_entered_once_at_a_time_and_may_go_on_later() -> None:
    x = wye.ones(2)
    with wye.record() as recording:
        wye.sin(x)
        with pytest.raises(RecordingError, match="entered already"):
            recording.__enter__()
    with pytest.raises(RecordingError, match="without having been entered"):
        recording.__exit__(None, None, None)
    assert names(recording) == ["aten::sin"]
    with recording:
        wye.cos(x)
        assert names(recording) == ["aten::sin", "aten::cos"]
    assert names(recording) == ["aten::sin", "aten::cos"]


def test_a_recording_that_is_dropped_ends() -> None:
    recording = wye.record().__enter__()
    gone = weakref.ref(recording)
    del recording
    gc.collect()
    assert gone() is None
    with wye.record() as other:
        wye.sin(wye.ones(2))
    assert "aten::sin" in names(other)


def test_more_calls_than_the_limit_are_counted() -> None:
    x = wye.ones(2)
    with wye.record(limit=2) as recording:
        for _ in range(5):
            wye.sin(x)
    assert (names(recording), recording.dropped) == (["aten::sin"] * 2, 3)
    assert "3 dropped" in repr(recording)
    assert "3 more calls" in str(recording.summary())
    with pytest.raises(ValueError, match="less than 0"):
        wye.record(limit=-1)


def in_thread(fn: Any) -> None:
    thread = threading.Thread(target=fn)
    thread.start()
    thread.join()


def test_other_threads_are_recorded_where_that_is_wanted() -> None:
    x = wye.ones(2)
    with wye.record() as own, wye.record(all_threads=True) as everything:
        wye.sin(x)
        in_thread(lambda: wye.cos(x))
        wye.exp(x)
    assert names(own) == ["aten::sin", "aten::exp"]
    assert [(call.op, call.thread) for call in everything.calls] == [
        ("aten::sin", 0),
        ("aten::cos", 1),
        ("aten::exp", 0),
    ]
    assert len(everything.to_dict()["threads"]) == 2


def test_threads_that_record_themselves_do_not_meet() -> None:
    found: list[list[str]] = []
    barrier = threading.Barrier(3)

    def work(name: str) -> None:
        fn, x = getattr(wye, name), wye.ones(2)
        barrier.wait()
        with wye.record() as recording:
            for _ in range(50):
                fn(x)
        found.append(names(recording))

    threads = [threading.Thread(target=work, args=(name,)) for name in ("sin", "cos", "exp")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [[f"aten::{name}"] * 50 for name in ("cos", "exp", "sin")]


def test_a_generator_closed_in_another_thread_ends_its_recording() -> None:
    x, kept = wye.ones(2), []

    def steps() -> Any:
        with wye.record() as recording:
            kept.append(recording)
            yield
            wye.cos(x)
            yield

    generator = steps()
    next(generator)
    wye.sin(x)
    next(generator)
    in_thread(generator.close)
    wye.exp(x)
    assert names(kept[0]) == ["aten::sin", "aten::cos"]
    assert not kept[0].is_active


def test_kernels_are_kept_and_tensors_are_not(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    handle = lib.impl("f", lambda x: wye.ones(1), "CPU")
    x = wye.ones(2)
    gone = weakref.ref(x)
    with wye.record() as recording:
        op(x)
    handle.remove()
    del x
    assert gone() is None
    assert recording.calls[0].kernel == "<lambda>"


def test_a_cycle_through_a_recording_is_collected() -> None:
    def run() -> weakref.ref[Any]:
        recording, x = wye.record(), wye.ones(1)

        def kernel(x: Any) -> Any:
            return x if recording.is_active else None

        with dispatch.library("DEF", "recordings_cycle") as made:
            op = made.define("f(Tensor x) -> Tensor")
            made.impl("f", kernel, "CPU")
            with recording:
                op(x)
        return weakref.ref(kernel)

    gone = run()
    gc.collect()
    assert gone() is None


# ---- fallbacks ----


def quietly(fn: Any) -> wye.Recording:
    with warnings.catch_warnings(), wye.record() as recording:
        warnings.simplefilter("ignore")
        fn()
    return recording


def test_a_loop_over_examples_is_marked_and_warned_about(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x + 1, "CPU")
    recording = quietly(lambda: wye.vmap(op)(wye.ones(3, 2)))
    assert [call.fallback for call in recording.calls if call.depth == 0 and call.op == "recordings::f"] == ["loop"]
    (text,) = recording.warnings
    assert text.startswith("recordings::f ran once for each example under vmap")
    assert "register_vmap('recordings::f', rule)" in text


def test_a_composite_under_vmap_is_a_decomposition() -> None:
    recording = quietly(lambda: wye.vmap(lambda x: wye.ops.aten.softmax.int(x, -1))(wye.ones(2, 3)))
    assert [call.fallback for call in recording.calls if call.op == "aten::softmax.int"] == ["decomposition"]
    assert any("aten::softmax.int ran in parts" in text for text in recording.warnings)


def test_backend_fallbacks_are_marked(lib: Any) -> None:
    class Array:
        shape, dtype = (7,), "strange"

    key = wye.register_backend("RecordedBackend")
    wye.register_array_type(Array, key)
    op = lib.define("f(Tensor x) -> Tensor")
    with dispatch.library("IMPL", "_") as fallbacks:
        fallbacks.fallback(lambda op, keyset, args, kwargs: args[0], key)
        recording = quietly(lambda: op(Array()))
    (call,) = recording.calls
    assert (call.key, call.fallback, call.shapes, call.dtypes) == (
        "RecordedBackend", "backend fallback", ((7,),), ("strange",),
    )  # fmt: skip
    assert "Library('recordings', 'IMPL').impl('f', fn, 'RecordedBackend')" in recording.warnings[0]


def test_a_way_through_numpy_is_marked(lib: Any) -> None:
    class Held:
        def __init__(self, array: Any) -> None:
            self.array = array

        @property
        def shape(self) -> Any:
            raise TypeError("no shape for you")

    key = wye.register_backend("RecordedThroughNumPy")
    wye.register_array_type(Held, key)
    with dispatch.library("IMPL", "_") as fallbacks:
        run = wye.backends.numpy_fallback(lambda x: x.array, Held)
        fallbacks.fallback(lambda op, keyset, args, kwargs: run(op, *args, **kwargs), key)
        recording = quietly(lambda: wye.ops.aten.sin.default(Held(np.ones(2))))
    assert recording.calls[0].fallback == "through NumPy"
    assert recording.calls[0].shapes == (None,)
    assert "converted to NumPy and back" in recording.warnings[0]


def test_an_operator_without_a_derivative_is_marked(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x.detach() * 2, "CPU")
    x = wye.ones(2, requires_grad=True)
    recording = quietly(lambda: op(x))
    assert recording.calls[0].fallback == "no derivative"
    assert "register_autograd('recordings::f', backward)" in recording.warnings[0]
    assert not quietly(lambda: op(wye.ones(2))).warnings


# ---- what is made of it ----


def test_a_summary_counts_calls_once_and_times_without_what_is_inside() -> None:
    x = wye.ones(2, requires_grad=True)
    with wye.record() as recording:
        wye.sin(x)
        wye.sin(x)
    (row,) = recording.summary().rows
    assert (row.name, row.calls) == ("aten::sin", 2)
    assert row.total_ns == sum(call.duration_ns for call in recording.calls if call.depth == 0)
    assert row.self_ns == row.total_ns
    by_kernel = {row.name.partition(" ")[0]: row.calls for row in recording.summary("kernel").rows}
    assert by_kernel["sin"] == 2
    text = str(recording.summary())
    assert "aten::sin" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "<table>" in recording._repr_html_()
    assert json.dumps(recording.summary().to_dict())
    with pytest.raises(RecordingError, match="by 'op' or by 'kernel'"):
        recording.summary("colour")


def test_a_chrome_trace_has_an_event_for_each_call(tmp_path: Any) -> None:
    x = wye.ones(2, requires_grad=True)
    with wye.record() as recording:
        wye.sin(x)
    recording.save_chrome_trace(tmp_path / "trace.json")
    trace = json.loads((tmp_path / "trace.json").read_text())
    events = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    assert [event["name"] for event in events] == ["aten::sin", "aten::sin [CPU]"]
    assert events[0]["ts"] == 0
    assert events[0]["dur"] >= events[1]["ts"] + events[1]["dur"] - events[0]["ts"]
    assert {event["tid"] for event in events} == {0}


def test_a_recording_comes_back_from_its_file(tmp_path: Any) -> None:
    with wye.record() as recording:
        wye.softmax(wye.ones(2, requires_grad=True), -1)
    recording.save(tmp_path / "run.json")
    loaded = wye.Recording.load(tmp_path / "run.json")
    assert loaded.calls == recording.calls
    assert not loaded.diff(recording)
    assert loaded.to_dict()["calls"] == recording.to_dict()["calls"]


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"version": 2, "calls": []}', '{"version": 1, "calls": [1]}', '{"version": 1, "calls": [{}]}',
        '{"version": 1, "calls": {}}', "\xff",
    ],
)  # fmt: skip
def test_a_file_that_is_no_recording_is_refused(text: str, tmp_path: Any) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(RecordingError, match="recording"):
        wye.Recording.load(path)


def test_a_call_that_runs_inside_of_a_later_one_is_refused() -> None:
    with wye.record() as recording:
        wye.sin(wye.ones(2))
    data = recording.to_dict()
    data["calls"][0]["parent"] = 5
    with pytest.raises(RecordingError, match="not before it"):
        wye.Recording.from_dict(data)


# ---- two runs ----


def test_runs_that_did_the_same_have_no_difference() -> None:
    def run() -> wye.Recording:
        with wye.record() as recording:
            wye.softmax(wye.ones(2), -1)
        return recording

    difference = run().diff(run())
    assert not difference
    assert "same kernels" in str(difference)


def test_a_difference_says_where_runs_part(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x + 1, "CPU")
    before = quietly(lambda: wye.vmap(op)(wye.ones(3, 2)))
    register_vmap(op, lambda info, dims, x: (x + 1, dims[0]), lib=None)
    after = quietly(lambda: wye.vmap(op)(wye.ones(3, 2)))
    difference = before.diff(after)
    assert [str(change) for change in difference.changes] == [
        "recordings::f used the loop fallback where that run used the batching rule"
    ]
    assert difference.to_dict()["changes"][0]["here"] == "the loop fallback"
    other = [str(change) for change in after.diff(before).changes]
    assert other == ["recordings::f used the batching rule where that run used the loop fallback"]


def test_calls_of_one_run_alone_are_named() -> None:
    x = wye.ones(2)
    with wye.record() as one:
        wye.sin(x)
        wye.cos(x)
    with wye.record() as other:
        wye.sin(x)
        wye.exp(x)
    kinds = {(change.kind, change.op) for change in one.diff(other).changes}
    assert kinds == {("only here", "aten::cos"), ("only there", "aten::exp")}


def test_another_kernel_at_the_same_key_is_a_difference(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")

    def first(x: Any) -> Any:
        return x

    def second(x: Any) -> Any:
        return x

    lib.impl("f", first, "CPU")
    one = quietly(lambda: [op(wye.ones(2)) for _ in range(3)])
    lib.impl("f", second, "CPU")
    other = quietly(lambda: [op(wye.ones(2)) for _ in range(3)])
    (change,) = one.diff(other).changes
    assert change.count == 3
    assert "used the kernel first (CPU" in str(change)
    assert "where that run used the kernel second (CPU" in str(change)


def test_custom_operators_with_formulas_have_no_fallback() -> None:
    @custom_op("recordings_custom::twice", mutates_args=())
    def twice(x: wye.Tensor) -> wye.Tensor:
        return x.clone() * 2

    twice.register_autograd(lambda ctx, grad: grad * 2)
    try:
        with wye.record() as recording:
            twice(wye.ones(2, requires_grad=True)).sum().backward()
        assert "recordings_custom::twice" in names(recording)
        assert recording.warnings == []
    finally:
        twice._destroy()


def test_custom_operators_without_formulas_are_marked() -> None:
    @custom_op("recordings_custom::thrice", mutates_args=())
    def thrice(x: wye.Tensor) -> wye.Tensor:
        return x.clone() * 3

    x = wye.ones(2, requires_grad=True)
    try:
        for _ in range(2):
            with wye.record() as recording:
                thrice(x)
            assert recording.calls[0].fallback == "no derivative"
        with wye.record() as recording:
            thrice(x.detach())
        assert recording.warnings == []
    finally:
        thrice._destroy()
