"""Every recorded table and error of PyTorch 2.13's PythonDispatcher, to the letter; lifetimes of the operator."""

import gc
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wye import dispatch
from wye.compat.torch import _python_dispatcher
from wye.debug import PythonDispatcher

HERE = Path(__file__)
GOLDEN = json.loads((HERE.parents[2] / "golden" / "python_dispatcher.json").read_text())
TEXTS = GOLDEN["texts"]
OPERATOR = "__test__::foo"


def without_place(text):
    return re.sub(r"registered at [^\s:]+:\d+", "registered at <file>:<line>", text)


def without_own_places(table):
    """A whole table without the places of built-in fallbacks, which are each project's own."""
    return re.sub(r"registered at \S+", "registered at BUILT-IN", table)


def error_of(dispatcher, calls):
    """The first error of these calls of `register`, in the words of the recording."""
    for keys in calls:
        try:
            dispatcher.register(keys)
        except RuntimeError as error:
            return {"type": "RuntimeError", "message": str(error)}
    return None


@pytest.fixture
def dispatcher():
    with PythonDispatcher() as made:
        yield made


def test_the_keys_are_those_recorded(dispatcher):
    assert PythonDispatcher.namespace == GOLDEN["namespace"]
    assert PythonDispatcher.name == GOLDEN["name"]
    assert PythonDispatcher.runtime_keys == GOLDEN["runtime_keys"]
    assert PythonDispatcher.alias_keys == GOLDEN["alias_keys"]
    assert PythonDispatcher.supported_keys == GOLDEN["supported_keys"]
    assert dispatcher.keys() == GOLDEN["keys()"]


def test_changing_the_returned_list_of_keys_changes_nothing(dispatcher):
    dispatcher.keys().clear()
    assert dispatcher.keys() == GOLDEN["keys()"]


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: "-".join(case["keys"]) or "none")
def test_recorded_registrations_give_the_recorded_tables(dispatcher, case):
    assert error_of(dispatcher, [case["keys"]]) == case.get("error")
    assert dispatcher.dispatchTable() == TEXTS[case["dispatchTable"]]
    assert dispatcher.registrations() == TEXTS[case["registrations"]]
    dispatch.check_invariants(OPERATOR)


@pytest.mark.parametrize("case", GOLDEN["misc"], ids=lambda case: str(case["register_calls"]))
def test_recorded_calls_of_register_give_the_recorded_tables_and_errors(dispatcher, case):
    assert error_of(dispatcher, case["register_calls"]) == case.get("error")
    assert dispatcher.dispatchTable() == TEXTS[case["dispatchTable"]]
    assert dispatcher.registrations() == TEXTS[case["registrations"]]


def test_the_recording_was_read_whole():
    assert len(GOLDEN["cases"]) == 332
    assert len(GOLDEN["misc"]) == 8


def test_raw_registrations_without_kernels_are_as_recorded_and_tell_the_callers_line(dispatcher):
    raw = dispatcher.rawRegistrations()
    assert without_place(raw) == GOLDEN["rawRegistrations_empty"]
    assert f"debug: registered at {HERE}:" in raw


def test_raw_registrations_are_the_dump_of_the_operator(dispatcher):
    dispatcher.register(["CPU", "Autograd"])
    assert dispatcher.rawRegistrations() == dispatch.dump(OPERATOR)
    assert dispatcher.rawRegistrations().splitlines()[4:] == [
        "CPU: fn_CPU :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]",
        "Autograd[alias]: fn_Autograd :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]",
    ]


def test_raw_tables_show_pytorchs_keys_only(dispatcher):
    dispatcher.register(["CompositeExplicitAutograd"])
    shown = set(dispatcher.rawDispatchTable().splitlines())
    everything = set(dispatch.dump_table(OPERATOR).splitlines())
    assert shown < everything
    assert "NumPy: fn_CompositeExplicitAutograd [default backend kernel]" in everything - shown


def test_keys_of_others_kernels_are_left_out_unless_supported(dispatcher):
    with dispatch.library("IMPL", "__test__") as others:
        others.impl("foo", lambda x: x, "CUDA", debug="others")
        others.impl("foo", lambda x: x, "XLA", debug="others")
        assert dispatcher.registrations().splitlines()[4:] == ["XLA             others"]
        assert "XLA             others [kernel]" in dispatcher.dispatchTable().splitlines()
        assert "CUDA" not in dispatcher.dispatchTable()


def test_keys_before_an_unknown_one_are_registered(dispatcher):
    with pytest.raises(RuntimeError, match="Bogus is not supported"):
        dispatcher.register(["CPU", "Bogus", "XLA"])
    assert dispatcher.registrations().splitlines()[4:] == ["CPU             fn_CPU"]


def test_one_name_instead_of_a_list_is_refused_with_a_hint(dispatcher):
    with pytest.raises(RuntimeError, match=r"^C is not supported") as caught:
        dispatcher.register("CPU")
    assert any("pass a list" in note for note in caught.value.__notes__)


def test_a_second_instance_while_the_first_is_alive_is_refused_and_leaves_the_first(dispatcher):
    dispatcher.register(["CPU"])
    with pytest.raises(RuntimeError) as caught:
        PythonDispatcher()
    assert without_place(str(caught.value)) == GOLDEN["second_instance_while_first_alive"]["message"]
    assert any("one PythonDispatcher at a time" in note for note in caught.value.__notes__)
    del caught
    gc.collect()
    assert dispatcher.registrations().splitlines()[4:] == ["CPU             fn_CPU"]


def test_the_same_line_run_twice_does_not_take_over():
    with pytest.raises(RuntimeError, match="same name and overload name"):
        [PythonDispatcher() for _ in range(2)]
    assert not dispatch.has_kernel(OPERATOR)


def test_dropped_instances_leave_nothing_behind():
    for _ in range(3):
        dropped = PythonDispatcher()
        dropped.register(dropped.keys()[:-1])
        del dropped
        assert not dispatch.has_kernel(OPERATOR)


def test_instances_in_cycles_are_taken_back_by_the_garbage_collector():
    dropped = PythonDispatcher()
    dropped.register(["CPU"])
    dropped.itself = dropped
    del dropped
    gc.collect()
    assert not dispatch.has_kernel(OPERATOR)


def test_a_closed_instance_has_given_the_operator_to_the_next():
    first = PythonDispatcher()
    first.register(["CPU"])
    first.close()
    first.close()
    with PythonDispatcher() as second:
        for call in (first.registrations, first.dispatchTable, first.rawRegistrations, first.rawDispatchTable):
            with pytest.raises(RuntimeError, match="closed"):
                call()
        with pytest.raises(RuntimeError, match="closed"):
            first.register(["CPU"])
        assert second.registrations() == TEXTS[1]
        del first
        assert dispatch.has_kernel(OPERATOR)


def test_an_instance_that_is_alive_at_exit_does_no_harm():
    program = "from wye.debug import PythonDispatcher; p = PythonDispatcher(); p.register(['CPU']); p.p = p"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_compatibility_module_has_the_same_class():
    assert _python_dispatcher.PythonDispatcher is PythonDispatcher


KEYS = st.sampled_from([*PythonDispatcher.supported_keys, "CUDA"])
CALLS = st.lists(st.lists(KEYS, max_size=4), max_size=4)


def seen(dispatcher, calls):
    return (
        error_of(dispatcher, calls),
        dispatcher.registrations(),
        dispatcher.dispatchTable(),
        without_place(dispatcher.rawRegistrations()),
        without_own_places(dispatcher.rawDispatchTable()),
    )


@pytest.mark.torch
@given(calls=CALLS)
def test_random_calls_of_register_show_what_torch_shows(calls):
    from torch._python_dispatcher import PythonDispatcher as OfTorch

    with PythonDispatcher() as ours:
        assert seen(ours, calls) == seen(OfTorch(), calls)
