"""Every recorded registration history of PyTorch 2.13 gives the recorded state: dump, table, answers, errors."""

import json
import re
from pathlib import Path

import pytest

from wye.compat.torch import _C
from wye.dispatch import fallthrough
from wye.keys import DispatchKey, DispatchKeySet, key_name

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "tables.json").read_text())
TABLE_KEYS = GOLDEN["table_keys"]
NS = "__test__"

# PyTorch registers an alias key's fallback key by key and stops at the first clash; wye registers all or none.
HALF_REGISTERED_FALLBACK = {1167}
# Errors that PyTorch words as failed internal assertions, or by its C++ macros: wye has its own words for them.
OWN_WORDS = re.compile(r"INTERNAL ASSERT|TORCH_LIBRARY|bad optional access")


def expected_table(index):
    """The recorded table as {key: text}, with the places of PyTorch's own fallbacks taken out."""
    table = dict(GOLDEN["base_table"])
    for first, count, text in GOLDEN["tables"][index]:
        for key in TABLE_KEYS[first : first + count]:
            if text is None:
                table.pop(key, None)
            else:
                table[key] = text
    return {key: without_place(text) for key, text in table.items()}


def without_place(text):
    return re.sub(
        r"registered at (<src>/\w+\.cpp|wye/[\w/]+\.py|wye/FallbackKernel\.cpp:0)", "registered at BUILT-IN", text
    )


def actual_table(name):
    lines = _C._dispatch_dump_table(name).splitlines()
    return {key: without_place(text) for key, text in (line.split(": ", 1) for line in lines)}


def outcome(call):
    try:
        call()
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared with the recorded error
        return {"type": type(error), "message": str(error)}
    return "ok"


def agrees(expected, actual):
    if expected == "ok" or actual == "ok":
        return expected == actual
    if not issubclass(actual["type"], RuntimeError):
        return False
    if OWN_WORDS.search(expected["message"]):
        return True
    first = without_place(expected["message"])
    return without_place(actual["message"]).startswith(first)


class World:
    """Runs the steps of one scenario."""

    def __init__(self):
        self.libraries = {}

    def step(self, step):
        do = getattr(self, f"do_{step['do']}")
        return outcome(lambda: do(step))

    def lib(self, step):
        return self.libraries[step["lib"]]

    def do_lib(self, step):
        self.libraries[step["id"]] = _C._dispatch_library(
            step["kind"], step.get("ns", NS), step.get("dispatch", ""), f"{step['id']}.py", 1
        )

    def do_def(self, step):
        self.lib(step).def_(step["schema"], step.get("alias", ""))

    def do_define(self, step):
        returned = self.lib(step).define(step["schema"], step.get("alias", ""), step.get("tags", []))
        assert returned == step["returned"]

    def do_def_legacy(self, step):
        self.lib(step).def_legacy(step["schema"])

    def do_def_name(self, step):
        self.lib(step).def_name_t_t(step["name"], step.get("dispatch", ""), step["debug"])

    def do_def_schema(self, step):
        self.lib(step).def_schema_t_t(step["schema"], step.get("dispatch", ""), step.get("alias", ""), step["debug"])

    def do_impl(self, step):
        self.lib(step).impl_t_t(step["name"], step["dispatch"], step["debug"])

    def do_impl_py(self, step):
        key = DispatchKey(step["key_value"]) if "key_value" in step else step["dispatch"]
        self.lib(step).impl(step["name"], key, lambda *args: args[-1], step.get("with_keyset", False))

    def do_impl_fallthrough(self, step):
        self.lib(step).impl(step["name"], step["dispatch"], fallthrough)

    def do_fallback_fallthrough(self, step):
        self.lib(step).fallback_fallthrough(step["dispatch"])

    def do_fallback_py(self, step):
        self.lib(step).fallback(step["dispatch"], lambda op, *args: args[0])

    def do_fallback_py_fallthrough(self, step):
        self.lib(step).fallback(step["dispatch"], fallthrough)

    def do_reset(self, step):
        self.lib(step).reset()

    def close(self):
        for library in self.libraries.values():
            library.reset()


HAS_ANY = {
    "CPU|CUDA": DispatchKeySet("CPU", "CUDA"),
    "autogradother_backends": _C._dispatch_autogradother_backends,
    "full": _C._dispatch_keyset_full(),
    "backend_keyset_of_AutogradCPU": _C._dispatch_get_backend_keyset_from_autograd(DispatchKey.AutogradCPU),
    "SparseCPU|AutogradCPU": DispatchKeySet("SparseCPU", "AutogradCPU"),
    "empty": DispatchKeySet("Undefined"),
}


def recorded_name(key):
    """The printed name, which is Undefined for two keys, told apart as the recording does."""
    return "StartOfDenseBackends" if key == DispatchKey.StartOfDenseBackends else key_name(key)


def check_state(op, state):
    name = f"{NS}::{op}"
    expected = GOLDEN["states"][state]
    assert _C._dispatch_dump(name) == expected["dump"]
    assert _C._dispatch_has_kernel(name) == expected["has_kernel"]
    assert _C._dispatch_find_dangling_impls() == expected["dangling"]
    assert agrees(
        expected["find_schema"], outcome(lambda: _C._dispatch_find_schema_or_throw(*([*name.split("."), ""])[:2]))
    )
    _C._dispatch_check_all_invariants()  # PyTorch's own table is stale in some of these states; wye's never is
    if expected["table"] is None:
        assert actual_table(name) == {}
        with pytest.raises(RuntimeError, match="does not exist"):
            _C._dispatch_has_kernel_for_dispatch_key(name, "CPU")
        return
    assert actual_table(name) == expected_table(expected["table"])
    keys = [DispatchKey(value) for value in range(156)]
    present = [recorded_name(key) for key in keys if _C._dispatch_has_kernel_for_dispatch_key(name, key)]
    assert present == expected["kernel_keys"]
    falling = [key for key in keys if recorded_name(key) in present]
    falling = [key for key in falling if _C._dispatch_kernel_for_dispatch_key_is_fallthrough(name, key)]
    assert [recorded_name(key) for key in falling] == expected["fallthrough_keys"]
    assert {
        what: _C._dispatch_has_kernel_for_any_dispatch_key(name, keyset) for what, keyset in HAS_ANY.items()
    } == expected["has_any"]


@pytest.mark.parametrize("scenario", GOLDEN["scenarios"], ids=lambda s: f"{s['id']}-{s['tag']}")
def test_a_recorded_history_gives_the_recorded_states(scenario):
    world = World()
    try:
        for step in scenario["steps"]:
            if step["result"] == "skipped":
                continue
            result = world.step(step)
            assert agrees(step["result"], result), (step, result)
            if "state" in step and scenario["id"] not in HALF_REGISTERED_FALLBACK:
                check_state(scenario.get("op", "foo"), step["state"])
    finally:
        world.close()
    assert _C._dispatch_dump(f"{NS}::foo") == ""


def test_the_registrations_for_a_key_are_those_recorded():
    answers = GOLDEN["registrations_for_dispatch_key"]["answers"]
    library = _C._dispatch_library("FRAGMENT", "regtest", "")
    try:
        library.def_("a(Tensor x) -> Tensor").impl_t_t("a", "CPU")
        library.def_("b(Tensor x) -> Tensor").impl_t_t("b", "CompositeImplicitAutograd")
        library.def_("c.ov(Tensor x) -> Tensor").impl_t_t("c.ov", "Autograd")
        library.impl_t_t("d", "CPU")
        for key, expected in answers.items():
            if isinstance(expected, dict):
                with pytest.raises(RuntimeError, match=expected["message"]):
                    _C._dispatch_get_registrations_for_dispatch_key(key)
                continue
            found = [n for n in _C._dispatch_get_registrations_for_dispatch_key(key) if n.startswith("regtest")]
            assert sorted(found) == expected
    finally:
        library.reset()


def test_questions_about_single_operators_are_answered_as_recorded():
    library = _C._dispatch_library("FRAGMENT", NS, "")
    library.def_("foo(Tensor x) -> Tensor")
    try:
        for call, name, expected in (
            (
                lambda n: _C._dispatch_has_computed_kernel_for_dispatch_key(n, "Autograd"),
                "foo",
                "Alias keys do not have",
            ),
            (
                lambda n: _C._dispatch_kernel_for_dispatch_key_is_fallthrough(n, "CPU"),
                "foo",
                "no kernel for CPU on __test__::foo",
            ),
            (
                lambda n: _C._dispatch_get_computed_kernel_for_dispatch_key(n, "Autograd"),
                "foo",
                "Alias keys do not have",
            ),
            (
                lambda n: _C._dispatch_find_schema_or_throw(n, ""),
                "nosuch",
                "Could not find schema for __test__::nosuch.",
            ),
            (lambda n: _C._dispatch_find_schema_or_throw(n, "ov"), "foo", "Could not find schema for __test__::foo.ov"),
            (
                lambda n: _C._dispatch_has_kernel_for_dispatch_key(n, "CPU"),
                "nosuch",
                "operator __test__::nosuch does not exist",
            ),
        ):
            with pytest.raises(RuntimeError) as caught:
                call(f"{NS}::{name}")
            assert str(caught.value).startswith(expected)
        assert (
            _C._dispatch_dump(f"{NS}::nosuch")
            == _C._dispatch_dump_table(f"{NS}::nosuch")
            == _C._dispatch_dump("nosuch")
            == ""
        )
        assert not _C._dispatch_has_kernel(f"{NS}::nosuch")
        assert _C._dispatch_check_invariants(f"{NS}::nosuch") is None
        with pytest.raises(RuntimeError, match="expected eof but found 'ident' here:"):
            _C._dispatch_dump("a b")
    finally:
        library.reset()


def test_what_crashes_pytorch_raises_in_wye():
    library = _C._dispatch_library("IMPL", "_", "")
    with pytest.raises(RuntimeError, match="namespace"):
        library.impl_t_t("foo", "CPU")


def test_a_fallback_at_an_alias_key_is_registered_everywhere_or_nowhere():
    library = _C._dispatch_library("IMPL", "_", "")
    with pytest.raises(RuntimeError, match="multiple backend fallbacks"):
        library.fallback("CompositeImplicitAutograd", lambda op, *args: args[0])
    assert not _C._dispatch_has_backend_fallback(DispatchKey.CPU)
