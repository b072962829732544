"""The pre-dispatch stack behaves as recorded of PyTorch 2.13."""

import contextlib
import json
import re
from pathlib import Path

import pytest

import wye
from wye import dispatch
from wye.keys import DispatchKey
from wye.modes import DispatchMode, ModeKey, current_modes, pre_dispatch

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "modes.json").read_text())
BY_WORDS = {s["words"]: s for s in GOLDEN["scenarios"] if s["category"] == "pre_dispatch"}
PROXY, FUNCTIONAL, FAKE = ModeKey.PROXY, ModeKey.FUNCTIONAL, ModeKey.FAKE


class Infra(DispatchMode):
    def __init__(self, key):
        super().__init__(DispatchKey.PreDispatch)
        self._mode_key = key
        self.label = key.name


class SchemaCheck(DispatchMode):
    is_schema_check = True
    label = "SchemaCheckMode"


@pytest.fixture(autouse=True)
def empty_stack():
    yield
    while pre_dispatch.count():
        pre_dispatch.pop_mode()


def label(mode):
    return getattr(mode, "label", None)


def is_included():
    return dispatch.is_included("PreDispatch")


def test_nothing_is_set_at_first():
    assert [pre_dispatch.count(), pre_dispatch.current_mode(), is_included()] == BY_WORDS["initial state"]["result"]


def test_the_functional_mode_is_current_whatever_the_order():
    pre_dispatch.set_mode(Infra(FUNCTIONAL))
    assert [pre_dispatch.count(), label(pre_dispatch.current_mode()), is_included()] == BY_WORDS["set FUNCTIONAL"][
        "result"
    ]
    pre_dispatch.set_mode(Infra(PROXY))
    recorded = BY_WORDS["set FUNCTIONAL then PROXY: FUNCTIONAL is current"]["result"]
    assert [label(pre_dispatch.current_mode()), pre_dispatch.count()] == recorded
    popped = [label(pre_dispatch.pop_mode()), is_included(), label(pre_dispatch.pop_mode()), is_included()]
    assert popped == BY_WORDS["pop order labels and PreDispatch TLS inclusion"]["result"]


def words_of(scenario):
    text = BY_WORDS[scenario]["error"]["message"]
    return text.partition(" <__main__")[0].replace("_TorchDispatchModeKey", "ModeKey").replace("torch._C.", "")


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("pop order: FUNCTIONAL, PROXY, then error", [pre_dispatch.pop_mode]),
        ("set FUNCTIONAL twice", [lambda: pre_dispatch.set_mode(Infra(FUNCTIONAL))] * 2),
        ("set PROXY twice", [lambda: pre_dispatch.set_mode(Infra(PROXY))] * 2),
        ("set a user mode", [lambda: pre_dispatch.set_mode(DispatchMode())]),
        (
            "set SchemaCheckMode with another mode present",
            [lambda: pre_dispatch.set_mode(Infra(PROXY)), lambda: pre_dispatch.set_mode(SchemaCheck())],
        ),
        ("unset FAKE", [lambda: pre_dispatch.unset_mode(FAKE)]),
        ("unset with schema_check and a key", [lambda: pre_dispatch.unset_mode(PROXY, schema_check=True)]),
        ("_get_dispatch_mode_pre_dispatch FAKE", [lambda: pre_dispatch.get_mode(FAKE)]),
        ("TorchDispatchMode with a bad _dispatch_key", [lambda: DispatchMode("CPU")]),
        ("pushing a mode whose _dispatch_key is CPU", [DispatchMode(DispatchKey.CPU).__enter__]),
    ],
)
def test_what_cannot_be_is_refused_with_the_recorded_words(scenario, steps):
    for step in steps[:-1]:
        step()
    before = pre_dispatch.count()
    with pytest.raises(AssertionError) as caught:
        steps[-1]()
    expected = words_of(scenario).partition(", got <class")[0]
    assert str(caught.value).startswith(expected)
    assert pre_dispatch.count() == before


def test_a_schema_check_mode_is_current_above_others():
    pre_dispatch.set_mode(SchemaCheck())
    alone = [label(pre_dispatch.current_mode()), pre_dispatch.count(), is_included()]
    assert alone == BY_WORDS["set SchemaCheckMode alone"]["result"]
    pre_dispatch.set_mode(Infra(FUNCTIONAL))
    recorded = BY_WORDS["set FUNCTIONAL with SchemaCheckMode present"]["result"]
    assert [pre_dispatch.count(), label(pre_dispatch.current_mode())] == recorded


def test_a_place_is_emptied_and_the_key_goes_with_the_last_mode():
    pre_dispatch.set_mode(Infra(PROXY))
    emptied = [label(pre_dispatch.unset_mode(PROXY)), pre_dispatch.count(), is_included()]
    assert emptied == BY_WORDS["unset PROXY"]["result"]
    assert [pre_dispatch.unset_mode(PROXY)] == BY_WORDS["unset PROXY when not set"]["result"]


def test_a_mode_with_the_key_is_entered_into_the_pre_dispatch_stack():
    with Infra(PROXY) as proxy, Infra(FUNCTIONAL) as functional:
        assert pre_dispatch.get_mode(PROXY) is proxy
        assert pre_dispatch.current_mode() is functional
        with pre_dispatch.temporarily_popped() as popped:
            assert popped is functional
            assert pre_dispatch.current_mode() is proxy
        assert pre_dispatch.current_mode() is functional
    assert pre_dispatch.count() == 0
    assert not is_included()


CALLS = [s for s in GOLDEN["scenarios"] if s["words"].startswith("torch.sin with pre-dispatch modes")]


@pytest.mark.parametrize("scenario", CALLS, ids=lambda s: s["words"].partition("order ")[2])
def test_pre_dispatch_modes_see_the_recorded_calls(scenario):
    names = re.findall(r"'(\w+)'", scenario["words"])
    trace = []

    def logging(label, key=None, place=None):
        class Logging(DispatchMode):
            _mode_key = key

            def __wye_dispatch__(self, func, types, args=(), kwargs=None):
                trace.append(["mode", label, str(func), [mode.label for mode in current_modes()]])
                return func(*args, **kwargs)

        mode = Logging(place)
        mode.label = label
        return mode

    enter = {
        "FUNCTIONAL": lambda: logging("FUNCTIONAL", FUNCTIONAL, DispatchKey.PreDispatch),
        "PROXY": lambda: logging("PROXY", PROXY, DispatchKey.PreDispatch),
        "FAKE": lambda: logging("FAKE", FAKE),
        "A": lambda: logging("A"),
        "enable_python_dispatcher": dispatch.enable_python_dispatcher,
        "enable_pre_dispatch": dispatch.enable_pre_dispatch,
    }
    x = wye.tensor([1.0])
    with contextlib.ExitStack() as stack:
        for name in names:
            stack.enter_context(enter[name]())
        recorded = scenario["result"]
        raw = recorded["tls"].get("include_raw", GOLDEN["default_tls"]["include_raw"])
        assert dispatch.included_keys().raw_repr() == raw
        wye.ops.aten.sin.default(x)
    assert trace == [[*event[:3], event[3]["stack_inside"]] for event in recorded["trace"]]
