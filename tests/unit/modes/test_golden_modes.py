"""Modes and tensor subclasses see the calls that were recorded of PyTorch 2.13, in that order and in that state."""

import contextlib
import json
from pathlib import Path

import pytest

import wye
from wye import dispatch
from wye.modes import (
    DispatchMode,
    ModeKey,
    current_modes,
    disable_current_modes,
    get_mode,
    pop,
    pop_mode_temporarily,
    push,
    set_mode,
    unset_mode,
)
from wye.tensors.dense import disabled_dispatch
from wye.tensors.making import unseen_tensor
from wye.tensors.subclass import make_subclass, make_wrapper_subclass

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "modes.json").read_text())
DEFAULT = GOLDEN["default_tls"]
BY_ID = {scenario["id"]: scenario for scenario in GOLDEN["scenarios"]}

NEEDS_OPERATORS = {
    625: "torch.zeros fills in device and pin_memory before the operator is called",
    628: "x.add_(1) wraps the number into a tensor before the operator is called",
    636: "lazy conjugation comes with the operator set",
}
STRICTER = {
    623: "None for a Tensor is a ReturnError",
    656: "arguments equal to their defaults reach handlers and kernels",
}


def scenarios(category, *, without=()):
    found = [s for s in GOLDEN["scenarios"] if s["category"] == category and s["id"] not in without]
    return pytest.mark.parametrize("scenario", found, ids=lambda s: f"{s['id']}-{s['words']}")


def described(value):
    if isinstance(value, wye.Tensor):
        return type(value).__name__
    if isinstance(value, list):
        return {"list": [described(item) for item in value]}
    if isinstance(value, float):
        return {"py": "float", "value": str(value)}
    return {"py": type(value).__name__, "value": value}


def tls():
    return {"include_raw": dispatch.included_keys().raw_repr(), "exclude_raw": dispatch.excluded_keys().raw_repr()}


class World:
    """Operators, logging modes and subclasses of one scenario."""

    def __init__(self, lib, ns):
        self.trace = []
        self.lib = lib
        self.ns = ns

    def event(self, kind, label, *rest, **facts):
        stack = [mode.label for mode in current_modes()]
        self.trace.append([kind, label, *rest, {**facts, "stack_inside": stack, "tls": tls()}])

    def mode(self, spec, key=None):
        label, _, behaviour = spec.partition(" ")
        world = self

        class LM(DispatchMode):
            _mode_key = key

            def __init__(self):
                self.label = label
                self.inside = False

            def __wye_dispatch__(self, func, types, args=(), kwargs=None):
                if key is None:
                    facts = {"types": [t.__name__ for t in types], "args": [described(a) for a in args]}
                    facts["kwargs"] = {k: described(v) for k, v in kwargs.items()}
                else:
                    facts = {}
                world.event("mode", label, str(func), **facts)
                return world.behave(self, behaviour, func, args, kwargs)

        return LM()

    def behave(self, mode, behaviour, func, args, kwargs):
        if behaviour == "notimpl":
            return NotImplemented
        if behaviour == "const":
            return unseen_tensor([7.0])
        if behaviour == "raise":
            raise ValueError("mode error")
        if behaviour == "other_op":
            return wye.ops.aten.neg.default(*args)
        if behaviour == "reenter" and not mode.inside:
            mode.inside = True
            with mode:
                return func(*args, **kwargs)
        return func(*args, **kwargs)

    def subclasses(self):
        world = self

        class SA(wye.Tensor):
            @staticmethod
            def __new__(cls, inner):
                self = make_wrapper_subclass(cls, inner.shape)
                self.wrapped = inner
                return self

            @classmethod
            def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
                facts = {"types": [t.__name__ for t in types], "args": [described(a) for a in args]}
                facts["kwargs"] = {k: described(v) for k, v in kwargs.items()}
                world.event("subclass", cls.__name__, str(func), **facts)
                if cls.__name__ in ("SC_", "SN"):
                    return NotImplemented
                return cls(func(*world.unwrapped(args), **kwargs))

        class SB(SA):
            pass

        class SD(SB):
            pass

        class SC_(SA):  # noqa: N801 - the recorded name
            pass

        class SN(SA):
            pass

        class Disabled(SA):
            __wye_dispatch__ = disabled_dispatch

            @staticmethod
            def __new__(cls, inner):
                return make_subclass(cls, inner)

        return {cls.__name__: cls for cls in (SA, SB, SD, SC_, SN, Disabled)}

    def unwrapped(self, values):
        return [
            self.unwrapped(v) if isinstance(v, list) else getattr(v, "wrapped", v) if isinstance(v, wye.Tensor) else v
            for v in values
        ]

    def define(self, schema, kernels):
        op = self.lib.define(schema)
        for key, fn in kernels.items():
            self.lib.impl(op.name_in_namespace, fn, key)
        return op


@pytest.fixture
def world():
    with dispatch.library("FRAGMENT", "test") as test:
        yield World(test, "test")
    assert current_modes() == ()


def expected_event(event):
    *head, facts = event
    facts = dict(facts)
    state = facts.pop("tls", {})
    facts["tls"] = {
        "include_raw": state.get("include_raw", DEFAULT["include_raw"]),
        "exclude_raw": state.get("exclude_raw", DEFAULT["exclude_raw"]),
    }
    return [*head, facts]


def compare(trace, recorded):
    """Events are equal in everything that was recorded of them."""
    assert len(trace) == len(recorded), trace
    for got, event in zip(trace, recorded, strict=True):
        *head, facts = expected_event(event)
        if "tls" not in event[-1]:
            facts.pop("tls")
        assert got[:-1] == head
        assert {name: got[-1].get(name) for name in facts} == facts


GUARDS = {
    "_disable_current_modes": disable_current_modes,
    "_DisableTorchDispatch": dispatch.no_dispatch,
    "exclude Python": lambda: dispatch.exclude("Python"),
    "exclude Python,PythonTLSSnapshot": lambda: dispatch.exclude("Python", "PythonTLSSnapshot"),
    "_pop_mode_temporarily": pop_mode_temporarily,
}


def call_for(world, spec):
    """The recorded call of one of the built-in operators."""
    x, aten = unseen_tensor([[1.0, 2.0], [3.0, 4.0]]), wye.ops.aten
    kinds = {"plain": x, **{name: cls(x) for name, cls in world.subclasses().items()}}
    calls = {
        "torch.matmul of two 2x2 tensors": lambda: aten.matmul(x, x),
        "torch.add(x,x,alpha=2)": lambda: aten.add.Tensor(x, x, alpha=2),
        "torch.add(x,x)": lambda: aten.add.Tensor(x, x),
        "torch.sin(x,out=y)": lambda: aten.sin.out(x, out=x),
        "torch.sin(tg)": lambda: aten.sin.default(x),
        "matmul": lambda: aten.matmul(kinds["SA"], x),
    }
    if "op" in spec:
        return calls[spec["op"]]
    if "kwargs" in spec:
        return lambda: aten.add.Tensor(x, other=kinds[spec["kwargs"]["other"]])
    if isinstance(spec.get("args", [""])[0], list):
        return lambda: aten.cat.default([kinds[name] for name in spec["args"][0]])
    values = [kinds[name.partition(" ")[0]] for name in spec.get("args", ["plain"])]
    return lambda: (aten.sin.default if len(values) == 1 else aten.add.Tensor)(*values)


def outcome(call):
    try:
        return {"result": described(call())}
    except Exception as error:  # noqa: BLE001 - compared with what was recorded
        return {"error": error}


def check_outcome(got, scenario):
    if "error" not in scenario:
        assert got.get("result", got) == scenario["result"]
        return
    error, expected = got["error"], scenario["error"]
    assert expected["type"] in [cls.__name__ for cls in type(error).__mro__]
    words = expected["message"].partition("\n\nFor more")[0].replace("torch._ops.", "").replace("__torch_", "__wye_")
    assert str(error).replace(f"{__name__}.", "").startswith(words.partition("\n")[0])


ON_CUSTOM_OPERATORS = {655, 656, 657, 658, 659, 660, 661, 662}
WITHOUT_CALL = {637, 638}


@scenarios("modes", without={*NEEDS_OPERATORS, *STRICTER, *ON_CUSTOM_OPERATORS, *WITHOUT_CALL})
def test_modes_see_the_recorded_calls(world, scenario):
    spec = scenario["spec"]
    made = {}
    with contextlib.ExitStack() as stack:
        for name in spec.get("push", []):
            made[name] = made.get(name) or world.mode(name)
            stack.enter_context(made[name])
        call = call_for(world, spec)
        before = current_modes()
        with GUARDS[spec["inside"]]() if "inside" in spec else contextlib.nullcontext():
            got = outcome(call)
        assert current_modes() == before
    compare(world.trace, scenario["trace"])
    check_outcome(got, scenario)


@scenarios("subclasses", without=ON_CUSTOM_OPERATORS | {654})
def test_subclasses_see_the_recorded_calls(world, scenario):
    with contextlib.ExitStack() as stack:
        for name in scenario["spec"].get("push", []):
            stack.enter_context(world.mode(name))
        got = outcome(call_for(world, scenario["spec"]))
    compare(world.trace, scenario["trace"])
    if scenario["id"] == 653:  # PyTorch's kernel keeps the class of a plain subclass; the test's makes a Tensor
        assert "error" not in got
    else:
        check_outcome(got, scenario)


@pytest.mark.parametrize("number", sorted(ON_CUSTOM_OPERATORS - {*STRICTER}))
def test_handlers_see_custom_operators_as_recorded(world, number):
    scenario = BY_ID[number]
    keys = {
        660: ["CompositeImplicitAutograd", "CPU"],
        661: ["CompositeImplicitAutograd"],
        662: ["CompositeImplicitAutograd"],
    }.get(number, ["CPU"])

    def kernel(key):
        def run(x, *args, **kwargs):
            facts = {"args": [described(a) for a in (x, *args)], "kwargs": {k: described(v) for k, v in kwargs.items()}}
            world.event("kernel", key, **facts)
            return wye.ops.aten.sin.default(x) if key == "CompositeImplicitAutograd" else x

        return run

    op = world.define("foo(Tensor x, int y=1, *, float z=2.0) -> Tensor", {key: kernel(key) for key in keys})
    x, spec = unseen_tensor([1.0]), scenario["spec"]
    first = world.subclasses()["SA"](x) if spec.get("args") == ["SA"] else x
    rest = spec["args"][1:] if len(spec.get("args", [])) > 1 else []
    with contextlib.ExitStack() as stack:
        for name in spec.get("push", []):
            stack.enter_context(world.mode(name))
        got = outcome(lambda: op(first, *rest, **spec.get("kwargs", {})))
    compare(world.trace, scenario["trace"])
    check_outcome(got, scenario)


def test_a_wrapper_whose_handler_is_switched_off_has_no_handler_to_ask(world):
    wrapped = world.subclasses()["SA"](unseen_tensor([1.0]))
    with dispatch.no_dispatch():
        outcome(lambda: wye.ops.aten.sin.default(wrapped))
    assert world.trace == []


def test_an_empty_stack_cannot_be_popped():
    with pytest.raises(RuntimeError, match=BY_ID[637]["error"]["message"]):
        pop()


PUSHES = [s for s in GOLDEN["scenarios"] if s["category"] == "infra_modes" and s["words"].startswith("push order")]


@pytest.mark.parametrize("scenario", PUSHES, ids=lambda s: "-".join(s["spec"]["push"]))
def test_infrastructure_modes_stand_in_their_places(world, scenario):
    with contextlib.ExitStack() as stack:
        for name, state in zip(scenario["spec"]["push"], scenario["states"], strict=True):
            stack.enter_context(world.mode(name, ModeKey[name] if name in ModeKey.__members__ else None))
            assert [mode.label for mode in current_modes()] == state["stack"]
            assert len(current_modes()) == state["len"]
            labels = {key.name: getattr(get_mode(key), "label", None) for key in ModeKey}
            assert labels == state["get_mode"]
        wye.ops.aten.sin.default(unseen_tensor([1.0]))
        assert [mode.label for mode in current_modes()] == scenario["stack_after_call"]
    compare(world.trace, scenario["trace"])


@pytest.mark.parametrize("key", ModeKey)
def test_a_place_is_pushed_to_once_but_entered_again(world, key):
    with world.mode(key.name, key):
        with pytest.raises(RuntimeError, match="but one already exists"):
            push(world.mode(key.name, key))
        second = world.mode(key.name, key)
        with second:
            assert current_modes() == (second,)
        assert [mode.label for mode in current_modes()] == [key.name]


def test_a_place_is_emptied_and_filled_under_a_users_mode(world):
    proxy = world.mode("PROXY", ModeKey.PROXY)
    with world.mode("A"), proxy:
        assert unset_mode(ModeKey.PROXY) is proxy
        assert [mode.label for mode in current_modes()] == ["A"]
        set_mode(proxy)
        assert [mode.label for mode in current_modes()] == ["PROXY", "A"]
        assert unset_mode(ModeKey.FAKE) is None


def test_the_stack_is_popped_from_the_users_modes_down(world):
    with world.mode("FAKE", ModeKey.FAKE), world.mode("PROXY", ModeKey.PROXY), world.mode("A"), disable_current_modes():
        for name in ("FAKE", "PROXY", "A"):
            push(world.mode(name, ModeKey.__members__.get(name)))
        assert [pop().label for _ in range(3)] == ["A", "PROXY", "FAKE"]
