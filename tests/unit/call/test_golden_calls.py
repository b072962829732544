"""Calls, thread state and arguments as they were recorded of PyTorch 2.13 (tests/golden/calls.json).

A scenario that wye answers otherwise stands in a table below with the reason and what wye does; all others are equal.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest
from tests.unit.call.tensor_kinds import BY_CATEGORY, GOLDEN, KEYS_OF_KIND, Tensor, make, names

import wye
from wye import dispatch
from wye.errors import ArgumentError, FallthroughError, NoKernelError, ReturnError, WyeError
from wye.keys import DispatchKey, DispatchKeySet, after_ad_inplace_or_view, after_autograd
from wye.registry import registry
from wye.schema.values import LAYOUTS, MEMORY_FORMATS
from wye.tensors.subclass import is_tensor_subclass_like

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TRACES = [s for c in ("dispatch_trace", "random_trace", "fallback_trace") for s in BY_CATEGORY[c]]
BUILTIN = {e.__name__: e for e in (RuntimeError, NotImplementedError, ValueError, TypeError)}
MOST_EVENTS = 7


def by_id(scenarios):
    return pytest.mark.parametrize("scenario", scenarios, ids=lambda s: f"{s['id']}-{s['words']}")


def key(name: str) -> DispatchKey:
    """A key by its attribute: PyTorch's text parser does not know all of them."""
    return getattr(DispatchKey, name)


def keyset(keys: list[str]) -> DispatchKeySet:
    return DispatchKeySet(*map(key, keys))


def tls_difference() -> dict[str, Any]:
    """What the thread's state adds to and takes from the default, in the words of the recordings."""
    state, default = dispatch.capture_state(), GOLDEN["default_tls"]
    found = {}
    for what, keys in (("include", state.included), ("exclude", state.excluded)):
        now, before = names(keys), default[what]
        found[f"{what}_added"] = [name for name in now if name not in before]
        found[f"{what}_removed"] = [name for name in before if name not in now]
        if keys.raw_repr() != default[f"{what}_raw"]:
            found[f"{what}_raw"] = keys.raw_repr()
    return {what: value for what, value in found.items() if value != []}


@contextlib.contextmanager
def entered(guards: list[list[Any]]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for name, *keys in guards:
            if name != "no_grad":  # a flag of the autograd engine; no key changes
                stack.enter_context(GUARDS[name](*keys))
        yield


def inference_mode() -> Any:
    recorded = next(s for s in BY_CATEGORY["tls"] if s["spec"] == ["inference_mode"])
    return dispatch.force(keyset(recorded["include"]), DispatchKeySet.raw(recorded["exclude_raw"]))


GUARDS: dict[str, Callable[..., Any]] = {
    "include": lambda name: dispatch.include(key(name)),
    "exclude": lambda names: dispatch.exclude(keyset(names)),
    "below_autograd": dispatch.below_autograd,
    "below_adinplace": dispatch.below_ad_inplace_or_view,
    "inference_mode": inference_mode,
    "autocast": lambda: dispatch.set_exclude("AutocastCPU", False),
    "python_dispatcher": lambda: dispatch.include("PythonDispatcher"),
}
REDISPATCH: dict[str, Callable[[DispatchKeySet, DispatchKey], DispatchKeySet]] = {
    "after_autograd": lambda ks, own: ks & after_autograd(),
    "after_ADInplaceOrView": lambda ks, own: ks & after_ad_inplace_or_view(),
    "full_after_self": lambda ks, own: ks & DispatchKeySet.full_after(own),
    "remove_self": lambda ks, own: ks.remove(own),
    "same": lambda ks, own: ks,
}
RECALL: dict[str, Callable[[DispatchKey], Any]] = {
    "recall": lambda own: dispatch.preserve(),
    "recall_below_autograd": lambda own: dispatch.below_autograd(),
    "recall_below_adinplace": lambda own: dispatch.below_ad_inplace_or_view(),
    "recall_exclude_self": dispatch.exclude,
}


class Run:
    """One recorded call: registers its kernels, calls, keeps the trace."""

    def __init__(self, spec: dict[str, Any], *, accepts_none: bool = False) -> None:
        self.trace: list[list[Any]] = []
        self.spec, self.accepts_none = spec, accepts_none
        self.args = [self.argument(arg) for arg in spec.get("args", ["t"])]

    def argument(self, code: Any) -> Any:
        if isinstance(code, list):
            return [self.argument(item) for item in code]
        return make(code) if isinstance(code, str) else code

    def act(
        self, what: str, own: DispatchKey, action: str, op: Any, ks: DispatchKeySet | None, args: tuple[Any, ...]
    ) -> Any:
        event: dict[str, Any] = {"keyset": None if ks is None else names(ks)}
        if what == "fallback":
            event["op"] = f"{op.name().replace('::', '.')}.default"
        if difference := tls_difference():
            event["tls"] = difference
        self.trace.append([what, own.name, event])
        if len(self.trace) >= MOST_EVENTS:
            raise RuntimeError("too deep")
        if action == "raise":
            raise ValueError("kernel error")
        if action == "return":
            first = args[0][0] if isinstance(args[0], list) else args[0]
            return first if isinstance(first, Tensor) or isinstance(args[0], list) else make("t")
        if action in RECALL:
            with RECALL[action](own):
                return op(*args)
        mask = action.removeprefix("redispatch:")
        chosen = (
            keyset(mask.removeprefix("only:").split(",")) if mask.startswith("only:") else REDISPATCH[mask](ks, own)
        )
        return op.redispatch(chosen, *args)

    def kernel(self, own: DispatchKey, action: str, with_keyset: bool) -> Callable[..., Any]:
        if with_keyset:
            return lambda ks, *args: self.act("kernel", own, action, self.op, ks, args)
        return lambda *args: self.act("kernel", own, action, self.op, None, args)

    def fallback(self, own: DispatchKey, action: str) -> Callable[..., Any]:
        return lambda op, ks, args, kwargs: self.act("fallback", own, action, op, ks, args)

    def __call__(self) -> Any:
        spec = self.spec
        with (
            dispatch.library("FRAGMENT", "test", accepts_none=self.accepts_none) as lib,
            dispatch.library("IMPL", "_") as any_ns,
        ):
            self.op = lib.define(spec.get("schema", "foo(Tensor x) -> Tensor"))
            for step in spec["kernels"]:
                own, action, with_keyset = key(step["key"]), step["action"], step.get("with_keyset", True)
                fn = dispatch.fallthrough if action == "fallthrough" else self.kernel(own, action, with_keyset)
                lib.impl("foo", fn, own, with_keyset=with_keyset)
            for step in spec.get("fallbacks", []):
                own, action = key(step["key"]), step["action"]
                any_ns.fallback(dispatch.fallthrough if action == "fallthrough" else self.fallback(own, action), own)
            with entered(spec.get("guards", [])):
                if spec.get("call") == "redispatch":
                    return self.op.redispatch(keyset(spec["call_keys"]), *self.args)
                return self.op(*self.args)

    def summary(self, result: Any) -> dict[str, Any]:
        if result is None:
            return {"py": "NoneType", "value": None}
        return {"type": type(result).__name__, "is_first_arg": result is self.args[0]}


# ---- where wye answers otherwise ----

# A tensor that has the key Functionalize without being functional, and a stand-in for its engine that removes the key.
FUNCTIONAL = {178}
# These reach the lazy keys, whose engines come with the operator set: they make copies without the bit, which have the
# keys of plain tensors and not those that a scenario made up.
LAZY = {170, 173, 175, 204, 213, 216, 226, 229, 230, 231, 238, 281, 288, 296, 308, 314, 316, 317, 319}

# Calls that end at a kernel that falls through: PyTorch hits an internal assertion, wye raises FallthroughError.
NOTHING_BELOW_FALLTHROUGH = {157, 165, 205, 229, 245, 247, 279, 283, 285, 319}
# A redispatch to a fallthrough key with more keys below it: PyTorch asserts, wye goes on to them.
FALLTHROUGH_IS_SKIPPED = {156: [["kernel", "CPU", {"keyset": ["CPU"]}]]}

# A kernel returns None where the schema says Tensor: an error, unless the library was opened with accepts_none.
NONE_IS_NO_TENSOR = {128}


def resolve(own: DispatchKey) -> Callable[..., Any]:
    """What a lazy key's engine will do: make the tensors plain, go on below."""

    def fallback(op: Any, ks: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return op.redispatch(ks & DispatchKeySet.full_after(own), *(without(own, arg) for arg in args))

    return fallback


def without(own: DispatchKey, arg: Any) -> Any:
    return Tensor(arg.kind, arg.keys.remove(own)) if isinstance(arg, Tensor) and arg.keys.has(own) else arg


def functionalize(op: Any, ks: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    with dispatch.exclude("Functionalize"):
        return op(*(without(DispatchKey.Functionalize, arg) for arg in args))


def snapshot(op: Any, ks: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return op.redispatch(ks & DispatchKeySet.full_after("PythonTLSSnapshot"), *args)


STAND_INS = {
    **{name: resolve(key(name)) for name in ("Conjugate", "Negative", "ZeroTensor")},
    "Functionalize": functionalize,
    "PythonTLSSnapshot": snapshot,
}


@pytest.fixture
def stand_ins(monkeypatch):
    """Stand-ins for the engines, given to the registry as the engines will be."""
    for state in ("built_in", "kernels"):
        monkeypatch.setattr(registry.fallbacks, state, dict(getattr(registry.fallbacks, state)))
    for name, fn in STAND_INS.items():
        registry.fallbacks.replace_built_in(key(name), fn)
    yield
    monkeypatch.undo()
    registry.fallbacks.layouts.clear()
    registry.refresh_all()


def check_against(recorded: dict[str, Any], error: Exception) -> None:
    """The builtin type and the first sentence of a recorded error; PyTorch's words for its own assertions aside."""
    assert isinstance(error, BUILTIN[recorded["type"]])
    words = recorded["message"].partition("please report a bug to PyTorch. ")[2] or recorded["message"]
    assert str(error).startswith(words.split(". ")[0].split("\n")[0])


def check(scenario: dict[str, Any], run: Run) -> None:
    """Run a scenario and compare everything that was recorded."""
    if "error" in scenario:
        with pytest.raises(BUILTIN[scenario["error"]["type"]]) as raised:
            run()
        check_against(scenario["error"], raised.value)
    else:
        assert run.summary(run()) == scenario["result"]
    assert run.trace == scenario["trace"]


@by_id([s for s in TRACES if s["id"] not in {*NOTHING_BELOW_FALLTHROUGH, *FALLTHROUGH_IS_SKIPPED, *NONE_IS_NO_TENSOR}])
def test_a_call_takes_the_recorded_path(scenario, stand_ins):
    check(scenario, Run(scenario["spec"]))


@by_id(
    [
        s
        for s in TRACES
        if s["id"] not in {*FUNCTIONAL, *LAZY, *NOTHING_BELOW_FALLTHROUGH, *FALLTHROUGH_IS_SKIPPED, *NONE_IS_NO_TENSOR}
    ]
)
def test_a_call_takes_the_recorded_path_without_any_stand_in(scenario):
    check(scenario, Run(scenario["spec"]))


@by_id([s for s in TRACES if s["id"] in NOTHING_BELOW_FALLTHROUGH])
def test_a_call_that_only_falls_through_is_a_clear_error(scenario, stand_ins):
    assert "fallthrough_kernel was executed" in scenario["error"]["message"]
    run = Run(scenario["spec"])
    with pytest.raises(FallthroughError, match=r"^test::foo arrived at \w+, whose kernel falls through"):
        run()
    assert run.trace == scenario["trace"]


@by_id([s for s in TRACES if s["id"] in FALLTHROUGH_IS_SKIPPED])
def test_a_redispatch_skips_a_fallthrough_key(scenario):
    run = Run(scenario["spec"])
    assert run.summary(run()) == {"type": "Tensor", "is_first_arg": True}
    assert run.trace == FALLTHROUGH_IS_SKIPPED[scenario["id"]]


@by_id([s for s in TRACES if s["id"] in NONE_IS_NO_TENSOR])
def test_none_is_no_tensor_unless_the_library_accepts_it(scenario):
    with pytest.raises(ReturnError, match="returned NoneType where the schema promises 'Tensor'"):
        Run(scenario["spec"])()
    check(scenario, Run(scenario["spec"], accepts_none=True))


# ---- thread state ----

# Guards of layers that come later; what they do to the thread's keys.
MODES = {
    "TorchDispatchMode": ("Python", "PythonTLSSnapshot"), "FakeTensorMode": ("Python", "PythonTLSSnapshot"),
    "FunctionalTensorMode": ("Python", "PythonTLSSnapshot"), "FunctionalTensorMode pre_dispatch": ("PreDispatch",),
    "TorchFunctionMode": (),
}  # fmt: skip
TLS_GUARDS: dict[str, Callable[[], Any]] = {
    "no_grad": dispatch.preserve,
    "inference_mode": inference_mode,
    "inference_mode False": lambda: dispatch.force(
        keyset(GOLDEN["default_tls"]["include"]), keyset(GOLDEN["default_tls"]["exclude"])
    ),
    "autocast cpu": lambda: dispatch.set_exclude("AutocastCPU", False),
    "autocast cpu enabled=False": lambda: dispatch.set_exclude("AutocastCPU", True),
    "_AutoDispatchBelowAutograd": dispatch.below_autograd,
    "_AutoDispatchBelowADInplaceOrView": dispatch.below_ad_inplace_or_view,
    "_DisableTorchDispatch": dispatch.no_dispatch,
    "_EnablePythonDispatcher": lambda: dispatch.set_include("PythonDispatcher", True),
    "_DisablePythonDispatcher": lambda: dispatch.set_include("PythonDispatcher", False),
    "_EnablePreDispatch": lambda: dispatch.include("PreDispatch"),
    "_ExcludeDispatchKeyGuard CPU": lambda: dispatch.exclude("CPU"),
    "_ExcludeDispatchKeyGuard CPU|CUDA": lambda: dispatch.exclude("CPU", "CUDA"),
    "_IncludeDispatchKeyGuard BackendSelect x2": lambda: dispatch.include("BackendSelect"),
    **{mode: lambda keys=keys: dispatch.include(*keys) for mode, keys in MODES.items()},
}
# PyTorch leaves the backend bit of CPU behind; our guards restore what they saw.
GUARD_LEAKS = {87: GOLDEN["default_tls"]["exclude_raw"]}
SEQUENCES = {96, 97}


def tls_guards(spec: list[Any]) -> list[Any]:
    match spec:
        case ["_ExcludeDispatchKeyGuard", keys]:
            return [dispatch.exclude(keyset(keys))]
        case ["_IncludeDispatchKeyGuard", name]:
            return [dispatch.include(key(name))]
        case ["_ForceDispatchKeyGuard", included, excluded]:
            return [dispatch.force(keyset(included), keyset(excluded))]
        case ["_SetExcludeDispatchKeyGuard", name, value]:
            return [dispatch.set_exclude(key(name), value)]
    return [TLS_GUARDS[name]() for name in spec]


@by_id([s for s in BY_CATEGORY["tls"] if s["id"] not in SEQUENCES])
def test_a_guard_sets_and_restores_the_recorded_thread_state(scenario):
    with contextlib.ExitStack() as stack:
        for guard in tls_guards(scenario["spec"]):
            stack.enter_context(guard)
        included, excluded = dispatch.included_keys(), dispatch.excluded_keys()
        assert (names(included), names(excluded)) == (scenario["include"], scenario["exclude"])
        assert (included.raw_repr(), excluded.raw_repr()) == (scenario["include_raw"], scenario["exclude_raw"])
        assert tls_difference() == scenario["diff_from_default"]
    after = GUARD_LEAKS.get(scenario["id"], scenario["exclude_raw_after_exit"])
    assert dispatch.included_keys().raw_repr() == scenario["include_raw_after_exit"]
    assert dispatch.excluded_keys().raw_repr() == after


def test_the_setters_and_getters_of_single_keys_follow_the_recorded_sequence():
    calls = {
        "_dispatch_tls_is_dispatch_key_included": dispatch.is_included,
        "_dispatch_tls_is_dispatch_key_excluded": dispatch.is_excluded,
        "_dispatch_tls_set_dispatch_key_included": dispatch.set_included,
        "_dispatch_tls_set_dispatch_key_excluded": dispatch.set_excluded,
    }
    (scenario,) = (s for s in BY_CATEGORY["tls"] if s["id"] == 96)
    last_key = None
    with contextlib.ExitStack() as stack:
        for step in scenario["trace"]:
            name, *value = step["args"]
            if name != last_key:  # the recording starts each key from the default state
                stack.close()
                stack.enter_context(dispatch.preserve())
                last_key = name
            assert calls[step["call"]](key(name), *value) == step["returned"]
            assert dispatch.included_keys().raw_repr() == step["include_raw"]
            assert dispatch.excluded_keys().raw_repr() == step["exclude_raw"]


def test_including_meta_and_not_any_more_leaves_the_recorded_state():
    (scenario,) = (s for s in BY_CATEGORY["tls"] if s["id"] == 97)
    (step,) = scenario["trace"]
    with dispatch.preserve():
        assert dispatch.is_included("Meta") == step["before"]
        dispatch.set_included("Meta", True)
        assert (dispatch.included_keys().raw_repr(), dispatch.is_included("Meta")) == (
            step["include_raw_set"],
            step["now"],
        )
        # PyTorch's own setter leaves the functionality and takes the backend away; ours keeps the backend bits
        # of a key that is not included any more, as `remove` does everywhere.
        dispatch.set_included("Meta", False)
        assert dispatch.included_keys() == DispatchKeySet("BackendSelect", "ADInplaceOrView") | DispatchKeySet.raw(
            1 << 15
        )


# ---- arguments ----

# Arguments equal to their defaults: PyTorch drops them, in wye what the caller passed reaches the kernel.
EQUAL_TO_DEFAULT = {
    326: {"args": ["Tensor", {"py": "int", "value": 1}], "kwargs": {}},
    330: {"args": ["Tensor", {"py": "int", "value": 4}, {"py": "int", "value": 2}], "kwargs": {}},
    333: {"args": ["Tensor"], "kwargs": {"y": {"py": "int", "value": 3}}},
}
# None for bool or Tensor: an ArgumentError, unless the library was opened with accepts_none.
NONE_IS_STRICT = {366: "bool", 388: "Tensor"}
# Any takes every object; PyTorch's tracer would want to know its type.
ANY_TAKES_OBJECTS = {499}
# Other words: the list of device types has our named backends too; PyTorch lets an error of its bindings through.
OTHER_WORDS = {
    472: "Expected one of cpu, cuda, ",
    490: "test::foo() Expected a value of type 'Dict[str, Tensor]' for argument 'x' but instead found type 'NoneType'.",
}


class Generator:
    """Stands for PyTorch's generator of random numbers, which comes later; wye does not look into it."""


MAKE = {
    "str": str,
    "complex": lambda parts: complex(*parts),
    "tuple": lambda items: tuple(value_of(item) for item in items),
    "dict": lambda items: {name: value_of(item) for name, item in items.items()},
    "dtype": lambda name: getattr(wye, name),
    "device": wye.device,
    "layout": lambda name: LAYOUTS[name],
    "memory_format": lambda name: MEMORY_FORMATS[name],
    "generator": lambda _: Generator(),
    "object": lambda _: object(),
}


def value_of(code: Any) -> Any:
    """The value that a recorded code stands for."""
    if isinstance(code, list):
        return [value_of(item) for item in code]
    if isinstance(code, str):
        return make(code)
    if isinstance(code, dict):
        ((kind, value),) = code.items()
        return MAKE[kind](value)
    return code


def described(value: Any) -> Any:
    """A value in the words of the recordings."""
    match value:
        case wye.Tensor():
            return "Tensor"
        case list():
            return {"list": [described(item) for item in value]}
        case tuple():
            return {"tuple": [described(item) for item in value]}
        case dict():
            return {"dict": {name: described(item) for name, item in value.items()}}
        case Generator():
            return {"py": "Generator", "value": "<torch._C.Generator object at >"}
        case float() | complex():
            return {"py": type(value).__name__, "value": repr(value)}
        case None | bool() | int() | str():
            return {"py": type(value).__name__, "value": value}
    return {"py": type(value).__name__, "value": repr(value).replace("wye.", "torch.")}


def received(spec: dict[str, Any], *, accepts_none: bool = False) -> list[dict[str, Any]]:
    """Call as recorded; what the kernel got."""
    seen = []

    def kernel(*args, **kwargs):
        seen.append(
            {"args": [described(arg) for arg in args], "kwargs": {name: described(arg) for name, arg in kwargs.items()}}
        )

    with dispatch.library("FRAGMENT", "test", accepts_none=accepts_none) as lib:
        op = lib.define(spec["schema"])
        lib.impl("foo", kernel, "CompositeExplicitAutograd")
        op(*map(value_of, spec["args"]), **{name: value_of(code) for name, code in spec["kwargs"].items()})
    return seen


def test_every_recorded_argument_scenario_calls_an_overload_once():
    assert len(BY_CATEGORY["arguments"]) == 220
    assert {s["spec"]["call"] for s in BY_CATEGORY["arguments"]} == {"overload"}


@by_id([s for s in BY_CATEGORY["arguments"] if "error" not in s and s["id"] not in NONE_IS_STRICT])
def test_a_kernel_receives_the_recorded_arguments(scenario):
    expected = [EQUAL_TO_DEFAULT[scenario["id"]]] if scenario["id"] in EQUAL_TO_DEFAULT else scenario["received"]
    assert received(scenario["spec"]) == expected


@by_id([s for s in BY_CATEGORY["arguments"] if s["id"] in NONE_IS_STRICT])
def test_none_for_bool_or_tensor_needs_accepts_none(scenario):
    with pytest.raises(
        ArgumentError, match=f"Expected a value of type '{NONE_IS_STRICT[scenario['id']]}' for argument 'x'"
    ):
        received(scenario["spec"])
    assert received(scenario["spec"], accepts_none=True) == scenario["received"]


@by_id([s for s in BY_CATEGORY["arguments"] if s["id"] in ANY_TAKES_OBJECTS])
def test_any_takes_every_object(scenario):
    (call,) = received(scenario["spec"])
    assert call["args"][0]["py"] == "object"


@by_id([s for s in BY_CATEGORY["arguments"] if "error" in s and s["id"] not in ANY_TAKES_OBJECTS])
def test_arguments_that_do_not_fit_give_the_recorded_error(scenario):
    with pytest.raises(BUILTIN[scenario["error"]["type"]]) as raised:
        received(scenario["spec"])
    assert isinstance(raised.value, WyeError)
    first = str(raised.value).split("\n")[0]
    if scenario["id"] in OTHER_WORDS:
        assert first.startswith(OTHER_WORDS[scenario["id"]])
    else:
        assert first == scenario["error"]["message"].split("\n")[0]


@by_id([s for s in BY_CATEGORY["arguments"] if "\nPosition: " in s.get("error", {}).get("message", "")])
def test_an_argument_of_the_wrong_type_names_its_position_value_and_the_declaration(scenario):
    with pytest.raises(ArgumentError) as raised:
        received(scenario["spec"])
    recorded = {line.partition(": ")[0] for line in scenario["error"]["message"].split("\n")} & {
        "Position",
        "Value",
        "Declaration",
    }
    for what in recorded:
        assert f"\n{what}: " in str(raised.value)
    position = next(line for line in scenario["error"]["message"].split("\n") if line.startswith("Position"))
    assert position in str(raised.value)


# ---- texts of errors ----

# A callback that is told of a missing kernel before the error; what it gets belongs to compat.
REPORT_CALLBACK = {562}


@by_id([s for s in BY_CATEGORY["error_text"] if s["id"] not in REPORT_CALLBACK])
def test_a_call_without_kernel_says_the_recorded_first_words(scenario):
    spec = scenario["spec"]
    run = Run({**spec, "kernels": [{"key": name, "action": "return"} for name in spec["keys"]]})
    if scenario["error"] is None:
        assert run() is not None
        return
    with pytest.raises(NoKernelError) as raised:
        run()
    check_against(scenario["error"], raised.value)
    assert raised.value.have == tuple(spec["keys"])


@by_id([s for s in BY_CATEGORY["error_text"] if s["id"] in REPORT_CALLBACK])
def test_the_report_callback_hears_the_key_before_the_error(scenario):
    heard = []
    with dispatch.library("FRAGMENT", "test") as lib:
        op = lib.define("foo(Tensor x) -> Tensor")
        op.report_error = lambda name: heard.append(["callback", name])
        with pytest.raises(NoKernelError):
            op(make("t"))
    assert heard == scenario["trace"]


# ---- keys of tensors ----


@by_id([s for s in BY_CATEGORY["tensor_keyset"] if "raw" in s])
def test_the_recorded_keys_of_a_tensor_have_the_recorded_bits_and_order(scenario):
    tensor = make(scenario["spec"]["tensor"])
    assert names(tensor.keys) == scenario["keyset"]
    assert tensor.keys.raw_repr() == scenario["raw"]
    assert tensor.keys.highest_priority().name == scenario["highest"]
    assert is_tensor_subclass_like(tensor) == scenario["is_tensor_subclass_like"]


@pytest.mark.parametrize(
    "kind", ["t", "tg", "ti", "complex", "bool", "half", "scalar_tensor", "empty", "view", "expanded", "param"]
)
def test_a_tensor_on_the_cpu_has_the_recorded_keys(kind):
    dtypes = {"ti": wye.int64, "complex": wye.complex64, "bool": wye.bool, "half": wye.float16}
    assert wye.tensor([] if kind == "empty" else 1, dtype=dtypes.get(kind)).keys == KEYS_OF_KIND[kind]


def test_a_meta_tensor_has_the_recorded_keys():
    assert wye.tensor([1.0], device="meta").keys == KEYS_OF_KIND["meta"] == KEYS_OF_KIND["metag"]


# What becomes of a tensor's keys by operators and inside transforms needs the operator set and the transforms.
NEEDS_OPERATORS = {s["id"] for s in BY_CATEGORY["tensor_keyset"] if "raw" not in s}


def test_only_derived_tensors_and_transforms_are_left_out_of_the_recorded_keys():
    assert {*range(36, 52)} == NEEDS_OPERATORS
