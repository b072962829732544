"""Higher-order operators ask the rules that were recorded of PyTorch 2.13, in that order and in that state."""

import contextlib
import json
from pathlib import Path

import pytest
from tests.unit.call.tensor_kinds import make

import wye
from wye import dispatch
from wye.grad_mode import set_grad_enabled
from wye.higher_order.operator import DEFAULT_FALLTHROUGH, HigherOrderOperator, hooks
from wye.keys import DispatchKey
from wye.modes import DispatchMode, ModeKey, current_modes
from wye.tensors.subclass import make_wrapper_subclass

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "hop.json").read_text())
DEFAULT = GOLDEN["default_tls"]
BY_ID = {scenario["id"]: scenario for scenario in GOLDEN["scenarios"]}

LEFT_OUT = {
    721: "SPEC 19: a HigherOrderOperator need not be subclassed",
    753: "a FakeTensor asks for the rule of FakeTensorMode: fake tensors come later",
    754: "the same",
}
OTHER_TESTS = {720, 771, 772, 773, 774, 775, 776}
# PyTorch raises AssertionError for users' mistakes; here they are a RegistrationError, or a NoKernelError.
OTHER_ERROR = {
    760: ("NotImplementedError", "There was no rule registered for HigherOrderOperator hop and mode"),
    767: ("RuntimeError", "Please register a mode for the DispatchKey.Python key instead."),
    769: ("RuntimeError", "Trying to override a python impl for <class"),
    770: ("RuntimeError", "Trying to override a python impl for TransformType.Vmap on operator hop"),
}


class LM(DispatchMode):
    supports_higher_order_operators = False  # PyTorch's default

    def __init__(self, label):
        self.label = label

    def __repr__(self):
        return f"MODE {self.label}"


class Supporting(LM):
    supports_higher_order_operators = True


class PP(LM):
    def __init__(self, label):
        DispatchMode.__init__(self, DispatchKey.PreDispatch)
        self._mode_key, self.label = ModeKey.PROXY, label


class SA(wye.Tensor):
    supports_higher_order_operators = False

    @staticmethod
    def __new__(cls):
        return make_wrapper_subclass(cls, (3,))

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        raise AssertionError("nobody asks this one")


class SB(SA):
    pass


CLASSES = {"LM": LM, "PP": PP, "SA": SA, "SB": SB}
GUARDS = {
    "no_grad": contextlib.nullcontext,  # it does not change keys
    "below_autograd": dispatch.below_autograd,
    "python_dispatcher": dispatch.enable_python_dispatcher,
    "disable_torch_dispatch": dispatch.no_dispatch,
    "autocast": lambda: dispatch.set_exclude("AutocastCPU", False),
}


def described(value):
    if isinstance(value, DispatchMode):
        return repr(value)
    if isinstance(value, wye.Tensor):
        return type(value).__name__
    if isinstance(value, (list, tuple)):
        return {type(value).__name__: [described(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": {name: described(item) for name, item in value.items()}}
    return {"py": type(value).__name__, "value": value}


def value_of(spec):
    """An argument from its description."""
    if isinstance(spec, str):
        return CLASSES[spec]() if spec in CLASSES else make(spec)
    if isinstance(spec, list):
        return [value_of(item) for item in spec]
    if isinstance(spec, dict) and "dict" in spec:
        return {name: value_of(item) for name, item in spec["dict"].items()}
    if isinstance(spec, dict):
        return tuple(value_of(item) for item in spec["tuple"])
    return spec


class World:
    """The operator of one scenario, its rules and what they saw."""

    def __init__(self, spec):
        self.trace = []
        self.spec = spec
        self.op = HigherOrderOperator("hop")

    def facts(self, args, kwargs):
        return {
            "args": [described(value) for value in args],
            "kwargs": {name: described(value) for name, value in kwargs.items()},
            "stack_inside": [mode.label for mode in current_modes()],
            "tls": {
                "include_raw": dispatch.included_keys().raw_repr(),
                "exclude_raw": dispatch.excluded_keys().raw_repr(),
            },
        }

    def rule(self, label):
        then = self.spec["redispatch"].get(label)

        def run(*args, **kwargs):
            self.trace.append(["impl", label, self.facts(args, kwargs)])
            if then == "below_autograd":
                with dispatch.below_autograd():
                    return self.op(*args, **kwargs)
            if then == "exclude_self":
                with dispatch.exclude(label):
                    return self.op(*args, **kwargs)
            if then == "drop_mode":
                return self.op(*args[1:], **kwargs)
            return NotImplemented if then == "notimpl" else args[0]

        return run

    def register(self):
        for label in self.spec["impls"]:
            key = dispatch.TransformType.Vmap if label == "TransformType.Vmap" else CLASSES.get(label, label)
            self.op.py_impl(key)(self.rule(label))
        for name in self.spec["fallthrough"]:
            self.op.fallthrough(name)

    def mode(self, name):
        if name == "PROXY_PRE":
            return PP("PROXY")
        if name != "Ahop":
            return LM(name)
        world = self

        class Handler(Supporting):
            def __wye_dispatch__(self, func, types, args=(), kwargs=None):
                facts = {"types": [cls.__name__ for cls in types], **world.facts(args, kwargs)}
                world.trace.append(["mode", self.label, str(func), facts])
                return args[0]

        return Handler(name)

    def run(self):
        self.register()
        args = [value_of(value) for value in self.spec["args"]]
        kwargs = {name: value_of(value) for name, value in self.spec["kwargs"].items()}
        with contextlib.ExitStack() as stack:
            for name in self.spec["modes"]:
                stack.enter_context(self.mode(name))
            for name in self.spec["guards"]:
                stack.enter_context(GUARDS[name]())
            return self.op(*args, **kwargs)


def expected(event):
    *head, facts = event
    state = {name: facts["tls"].get(name, DEFAULT[name]) for name in ("include_raw", "exclude_raw")}
    return [*head, {**facts, "tls": state}]


SCENARIOS = [s for number, s in BY_ID.items() if number not in LEFT_OUT and number not in OTHER_TESTS]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s['id']}-{s['words']}")
def test_rules_see_the_recorded_calls(scenario):
    world = World(scenario["spec"])
    if "error" in scenario:
        check_error(world, scenario)
    else:
        assert described(world.run()) == scenario["result"]
        assert [key.name for key in world.op._dispatch_cache] == scenario["cache"]
        assert world.op.non_fallthrough_keys.raw_repr() == scenario["non_fallthrough_raw"]
    assert world.trace == [expected(event) for event in scenario["trace"]]
    assert current_modes() == ()


def check_error(world, scenario):
    recorded = scenario["error"]["type"], scenario["error"]["message"].split(".Hint")[0]
    kind, words = OTHER_ERROR.get(scenario["id"], recorded)
    words = words.partition(" This typically")[0].partition("<object>")[0].partition("<class '__main__")[0]
    with pytest.raises(wye.WyeError) as caught:
        world.run()
    assert kind in [cls.__name__ for cls in type(caught.value).__mro__]
    assert str(caught.value).startswith(words)


def test_the_default_fallthrough_keys_are_the_recorded_ones():
    op, scenario = HigherOrderOperator("hop"), BY_ID[720]
    assert [key.name for key in DEFAULT_FALLTHROUGH] == scenario["keys"]
    assert op.non_fallthrough_keys.raw_repr() == scenario["non_fallthrough_raw"]
    assert op.namespace == scenario["namespace"]
    assert op.__module__ == scenario["module"].replace("torch", "wye")


def test_no_schema_is_generated_by_default():
    with pytest.raises(NotImplementedError, match=BY_ID[771]["error"]["message"].partition(" This")[0]):
        HigherOrderOperator("hop").gen_schema()


class Interpreter:
    """Stands for the interpreter of a transform, which this version does not have."""

    def process(self, op, args, kwargs):
        return op.functorch_table[dispatch.TransformType.Vmap](self, *args, **kwargs)


@pytest.fixture
def interpreter(monkeypatch):
    interpreter = Interpreter()
    monkeypatch.setattr(hooks, "transform", interpreter.process)
    with dispatch.include("FuncTorchDynamicLayerFrontMode"):
        yield interpreter


def test_a_transform_asks_for_its_rule(interpreter):
    op, seen = HigherOrderOperator("hop"), []
    op.py_impl(dispatch.TransformType.Vmap)(lambda by, x: seen.append(by) or x)
    op(make("t"))
    assert seen == [interpreter]
    assert [event[1] for event in BY_ID[772]["trace"]] == ["Vmap"]


def test_a_transform_without_rule_is_an_error(interpreter):
    with pytest.raises(KeyError, match="Vmap"):
        HigherOrderOperator("hop")(make("t"))
    assert BY_ID[773]["error"]["type"] == "KeyError"


class RequiresGrad(wye.Tensor):
    requires_grad = True


@pytest.mark.parametrize("number", [774, 775, 776])
def test_only_calls_that_need_it_reach_the_autograd_rule(number):
    scenario, trace = BY_ID[number], []
    op = HigherOrderOperator("hop")
    op.py_impl("CompositeExplicitAutograd")(lambda x: trace.append("dense fn"))
    op.py_autograd_impl(lambda x: trace.append("autograd fn"))
    with set_grad_enabled("no_grad" not in scenario["words"]):
        op(RequiresGrad([1.0]) if scenario["spec"]["args"] == ["tg"] else make("t"))
    assert trace == scenario["trace"]


def test_every_recorded_scenario_is_accounted_for():
    assert {s["id"] for s in SCENARIOS} | OTHER_TESTS | set(LEFT_OUT) == set(BY_ID)
    assert len(BY_ID) == 57
