"""choose and compute: which kernel a runtime key gets, and the layout that the engine is given."""

import random
import subprocess
import sys
from textwrap import dedent

import pytest

import wye
from wye import dispatch
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import Choice, Why, choose, registry, runtime_keys
from wye.registry.table import compute, precedence, slot_of

TENSOR = wye.tensor([1.0])


def keys(*names: str) -> list[DispatchKey]:
    return [getattr(DispatchKey, name) for name in names]


def choice(key: str, *registered: str, fallbacks: tuple[str, ...] = ()) -> str:
    source, why = choose(getattr(DispatchKey, key), keys(*registered), keys(*fallbacks))
    return f"{why.value}" if source is None else f"{source.name} [{why.value}]"


def run(program: str) -> str:
    """Run a program in a process of its own, because backends are registered for good."""
    done = subprocess.run([sys.executable, "-c", dedent(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---- one key -------------------------------------------------------------------------------------

EXPLICIT, NON_FUNCTIONAL = "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional"
IMPLICIT, NESTED = "CompositeImplicitAutograd", "CompositeImplicitAutogradNestedTensor"
BATCHED = "FuncTorchBatchedDecomposition"


@pytest.mark.parametrize(
    ("key", "registered", "expected"),
    [
        ("CPU", ["CPU", NON_FUNCTIONAL, EXPLICIT, IMPLICIT], "CPU [kernel]"),
        ("CPU", [NON_FUNCTIONAL, EXPLICIT, IMPLICIT], f"{NON_FUNCTIONAL} [default backend kernel]"),
        ("CPU", [EXPLICIT, IMPLICIT], f"{EXPLICIT} [default backend kernel]"),
        ("CPU", [IMPLICIT], f"{IMPLICIT} [math kernel]"),
        ("CPU", ["Autograd"], "missing"),
        ("AutogradCPU", ["CPU", "Autograd"], "Autograd [autograd kernel]"),
        ("AutogradCPU", ["AutogradCPU", "Autograd"], "AutogradCPU [kernel]"),
        ("NestedTensorCPU", [NESTED, IMPLICIT], f"{NESTED} [nested kernel]"),
        ("NestedTensorCPU", [EXPLICIT, NESTED], f"{NESTED} [nested kernel]"),
        ("NestedTensorCPU", [EXPLICIT, IMPLICIT], "missing"),
        ("AutogradNestedTensor", [NESTED, "Autograd"], f"{NESTED} [nested kernel]"),
        ("FuncTorchBatched", [BATCHED], f"{BATCHED} [batched kernel]"),
        ("FuncTorchBatched", ["FuncTorchBatched", BATCHED], "FuncTorchBatched [kernel]"),
    ],
)
def test_the_first_of_the_rules_that_has_a_kernel_wins(key, registered, expected):
    assert choice(key, *registered) == expected


def chosen_by_precedence(key, registered, fallbacks):
    for candidate in precedence(key):
        if candidate.choice.source in registered:
            if candidate.ambiguous_with & registered:
                return Choice(None, Why.AMBIGUOUS)
            if not candidate.yields_to & registered:
                return candidate.choice
    return Choice(key, Why.FALLBACK) if key in fallbacks else Choice(None, Why.MISSING)


def test_precedence_is_what_choose_does_as_data():
    draw = random.Random(0)
    every = [key for key in DispatchKey if not key.name.startswith(("StartOf", "EndOf"))]
    aliases = [key for key in every if key.is_alias]
    runtime = runtime_keys()
    for _ in range(150):
        registered = {*draw.sample(every, draw.randrange(4)), *draw.sample(aliases, draw.randrange(4))}
        fallbacks = set(draw.sample(runtime, 20))
        for key in draw.sample(runtime, 12):
            assert chosen_by_precedence(key, registered, fallbacks) == choose(key, registered, fallbacks)


@pytest.mark.parametrize("alias", [EXPLICIT, NON_FUNCTIONAL, IMPLICIT])
def test_calls_without_tensors_run_a_composite_kernel(alias):
    assert choice("Undefined", alias).startswith(alias)


@pytest.mark.parametrize("alias", ["Autograd", NESTED, BATCHED])
def test_calls_without_tensors_run_no_other_alias_kernel(alias):
    assert choice("Undefined", alias) == "missing"


def test_autograd_does_not_bypass_a_backend_kernel_with_a_composite_one():
    assert choice("AutogradCPU", "CPU", IMPLICIT, "Autograd") == "Autograd [autograd kernel]"
    assert choice("AutogradCUDA", "CPU", IMPLICIT, "Autograd") == f"{IMPLICIT} [math kernel]"
    assert choice("AutogradCPU", EXPLICIT, IMPLICIT, "Autograd") == "Autograd [autograd kernel]"
    assert choice("AutogradCPU", "CPU", IMPLICIT) == "missing"


def test_a_backend_under_autograd_other_makes_a_composite_kernel_ambiguous():
    assert choose(DispatchKey.AutogradOther, keys("FPGA", IMPLICIT), ()) == Choice(None, Why.AMBIGUOUS)
    assert choice("AutogradOther", "FPGA", IMPLICIT, "AutogradOther") == "AutogradOther [kernel]"
    assert choice("AutogradOther", "CPU", IMPLICIT) == f"{IMPLICIT} [math kernel]"


def test_the_fallback_is_the_last_resort():
    assert choice("CPU", fallbacks=("CPU",)) == "CPU [backend fallback]"
    assert choice("CPU", IMPLICIT, fallbacks=("CPU",)) == f"{IMPLICIT} [math kernel]"
    assert choice("CUDA", fallbacks=("CPU",)) == "missing"


def test_choosing_looks_at_nothing_but_its_arguments():
    for key in runtime_keys():
        assert choose(key, [], []) == Choice(None, Why.MISSING)


# ---- the whole table -----------------------------------------------------------------------------


def index_at(layout, key: str) -> int:
    return memoryview(layout.slots).cast("H")[slot_of(getattr(DispatchKey, key))]


def test_a_layout_numbers_its_sources_from_one():
    layout = compute(keys("CPU", "Autograd"), [], keys("Meta", "CPU"), [])
    assert layout.shared == (DispatchKey.Meta,)
    assert set(layout.own) == {DispatchKey.CPU, DispatchKey.Autograd}
    for key, source in (("CPU", "CPU"), ("AutogradCPU", "Autograd"), ("AutogradXLA", "Autograd"), ("Meta", "Meta")):
        assert (*layout.shared, *layout.own)[index_at(layout, key) - 1] == getattr(DispatchKey, source)
    assert index_at(layout, "CUDA") == 0


def test_a_layout_has_the_reason_of_every_runtime_key():
    layout = compute(keys("CPU"), [], keys("Meta"), [])
    assert list(layout.choices) == runtime_keys()
    assert layout.choices[DispatchKey.CPU] == Choice(DispatchKey.CPU, Why.DIRECT)
    assert layout.choices[DispatchKey.Meta] == Choice(DispatchKey.Meta, Why.FALLBACK)
    assert layout.choices[DispatchKey.CUDA] == Choice(None, Why.MISSING)


def test_every_runtime_key_has_a_slot_of_its_own():
    slots = [slot_of(key) for key in runtime_keys()]
    assert len(set(slots)) == len(slots)


def bit(key: str) -> int:
    return 1 << (getattr(DispatchKey, key).functionality - 1)


EVERYTHING = (1 << 48) - 1


def test_what_falls_through_everywhere_is_in_one_mask():
    plain = compute(keys("CPU", "Tracer", "Autograd"), [], [], [])
    assert (plain.mask, plain.masks) == (EVERYTHING, None)
    traced = compute(keys("CPU", "Tracer"), keys("Tracer"), keys("Python"), keys("Python"))
    assert (traced.mask, traced.masks) == (EVERYTHING & ~bit("Tracer") & ~bit("Python"), None)
    everywhere = compute(keys("Autograd", "AutogradOther"), keys("Autograd"), [], [])
    autograd = bit("AutogradFunctionality") | bit("AutogradNestedTensor")
    assert (everywhere.mask, everywhere.masks) == (EVERYTHING & ~autograd, None)


def test_what_falls_through_for_one_backend_is_in_that_backends_mask():
    layout = compute(keys("CPU", "AutogradCPU", "Tracer"), keys("AutogradCPU", "Tracer"), [], [])
    common = EVERYTHING & ~bit("Tracer")
    assert layout.masks[0] == common & ~bit("AutogradFunctionality")  # CPU
    assert set(layout.masks[1:]) == {common}


def test_a_kernel_over_a_fallthrough_alias_is_not_masked():
    layout = compute(keys("Autograd", "AutogradCPU"), keys("Autograd"), [], [])
    assert layout.masks[0] & bit("AutogradFunctionality")
    assert not layout.masks[1] & bit("AutogradFunctionality")


def test_masks_per_backend_decide_what_a_call_skips():
    with dispatch.library("FRAGMENT", "tabletest") as lib:
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "autograd", "Autograd")
        lib.fallthrough("f", "AutogradCPU")
        lib.impl("f", lambda x: "backend", "CompositeExplicitAutograd")
        for key, expected in (("CPU", "backend"), ("CUDA", "autograd"), ("XLA", "autograd")):
            assert op.redispatch(DispatchKeySet(key, f"Autograd{key}"), TENSOR) == expected


# ---- shared layouts ------------------------------------------------------------------------------


def layout_of(name: str):
    return registry.require(f"tabletest::{name}").layout()


def test_operators_with_the_same_keys_share_a_layout():
    with dispatch.library("FRAGMENT", "tabletest") as lib:
        for name in ("f", "g", "h"):
            lib.define(f"{name}(Tensor x) -> str")
        lib.impl("f", lambda x: "f", "CPU")
        lib.impl("f", lambda x: "f", "Autograd")
        lib.impl("g", lambda x: "g", "Autograd")
        assert layout_of("f") is not layout_of("g")
        lib.impl("g", lambda x: "g", "CPU")  # in another order, with other kernels
        assert layout_of("f") is layout_of("g")
        assert registry.require("tabletest::f").op(TENSOR) == "f"
        assert registry.require("tabletest::g").op(TENSOR) == "g"
        lib.impl("h", lambda x: "h", "CPU")
        lib.fallthrough("h", "Autograd")  # the same keys, but one falls through
        assert layout_of("h") is not layout_of("f")
        lib.impl("h", lambda x: "h", "Autograd")  # over the fallthrough
        assert layout_of("h") is layout_of("f")


def test_a_fallback_changes_the_layout_of_every_operator():
    with dispatch.library("FRAGMENT", "tabletest") as lib, dispatch.library("IMPL", "_") as fallbacks:
        op = lib.define("f(Tensor x) -> str")
        before = layout_of("f")
        handle = fallbacks.fallback(lambda op, keyset, args, kwargs: "fallback", "CPU")
        assert layout_of("f") is not before
        assert op(TENSOR) == "fallback"
        handle.remove()
        assert layout_of("f").choices == before.choices


def test_thousands_of_key_sets_do_not_pile_up(monkeypatch):
    monkeypatch.setattr("wye.registry.fallbacks._MAX_LAYOUTS", 8)
    with dispatch.library("FRAGMENT", "tabletest") as lib:
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "cpu", "CPU")
        for key in runtime_keys(16)[1:60]:
            lib.impl("f", lambda x: "other", key).remove()
        assert len(registry.fallbacks.layouts) <= 8
        assert op(TENSOR) == "cpu"
    dispatch.check_all_invariants()


# ---- named backends ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alias", "key"),
    [
        (EXPLICIT, "NumPy"),
        (NON_FUNCTIONAL, "NumPy"),
        (IMPLICIT, "AutogradNumPy"),
        (IMPLICIT, "SparseNumPy"),
        (NESTED, "NestedTensorNumPy"),
        ("Autograd", "AutogradNumPy"),
    ],
)
def test_named_backends_get_alias_kernels(alias, key):
    assert choice(key, alias).startswith(alias)


def test_a_named_backends_kernel_keeps_autograd_from_bypassing_it():
    assert choice("AutogradNumPy", "NumPy", IMPLICIT, "Autograd") == "Autograd [autograd kernel]"
    assert choice("AutogradCPU", "NumPy", IMPLICIT) == f"{IMPLICIT} [math kernel]"
    assert choice("AutogradOther", "NumPy", IMPLICIT) == f"{IMPLICIT} [math kernel]"


def test_calls_pass_autograd_of_a_named_backend_when_nothing_is_registered_there():
    with dispatch.library("FRAGMENT", "tabletest") as lib:
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "numpy", "NumPy")
        assert op.redispatch(DispatchKeySet("NumPy", "AutogradNumPy"), TENSOR) == "numpy"


def test_tables_list_named_backends_unless_pytorchs_own_are_asked_for():
    assert DispatchKey.NumPy in runtime_keys()
    assert DispatchKey.NumPy not in runtime_keys(16)
    assert len(runtime_keys(16)) == 137


def test_a_backend_that_comes_after_the_operators_is_in_their_tables():
    printed = run("""
        import wye
        from wye import dispatch
        from wye.keys import DispatchKeySet, register_backend

        x = wye.tensor([1.0])
        lib = dispatch.library("DEF", "late")
        explicit = lib.define("explicit(Tensor x) -> str")
        lib.impl("explicit", lambda x: "explicit", "CompositeExplicitAutograd")
        autograd = lib.define("autograd(Tensor x) -> str")
        lib.impl("autograd", lambda x: "autograd", "Autograd")
        register_backend("Late")
        lib.impl("autograd", lambda x: "late", "Late")
        print(explicit.redispatch(DispatchKeySet("Late"), x))
        print(explicit.redispatch(DispatchKeySet("Late", "AutogradLate"), x))
        print(autograd.redispatch(DispatchKeySet("Late", "AutogradLate"), x))
        print(autograd.redispatch(DispatchKeySet("Late"), x))
        dispatch.check_all_invariants()
    """)
    assert printed.split() == ["explicit", "explicit", "autograd", "late"]


def test_a_fallthrough_at_an_alias_key_covers_a_backend_that_comes_later():
    printed = run("""
        import wye
        from wye import dispatch
        from wye.keys import DispatchKeySet, register_backend

        lib = dispatch.library("DEF", "late")
        op = lib.define("f(Tensor x) -> str")
        lib.fallthrough("f", "Autograd")
        lib.impl("f", lambda x: "below", "CompositeExplicitAutograd")
        register_backend("Late")
        print(op.redispatch(DispatchKeySet("Late", "AutogradLate"), wye.tensor([1.0])))
    """)
    assert printed.split() == ["below"]


def test_an_operator_may_have_more_than_255_different_kernels():
    printed = run("""
        import wye
        from wye import dispatch
        from wye.keys import DispatchKeySet, register_backend
        from wye.registry import runtime_keys

        for number in range(60):
            register_backend(f"Many{number}")
        lib = dispatch.library("DEF", "many")
        op = lib.define("f(Tensor x) -> str")
        x = wye.tensor([1.0])
        keys = runtime_keys()[1:]
        for key in keys:
            lib.impl("f", lambda x, name=key.name: name, key)
        print(len(keys))
        print(sum(op.redispatch(DispatchKeySet(key), x) == key.name for key in keys))
        dispatch.check_all_invariants()
        lib.fallthrough("f", "AutogradMany59")
        print(op.redispatch(DispatchKeySet("Many59", "AutogradMany59"), x))
        print(op.redispatch(DispatchKeySet("Many58", "AutogradMany58"), x))
    """)
    count, right, below, above = printed.split()
    assert int(count) == int(right) == 136 + 6 * 61
    assert (below, above) == ("Many59", "AutogradMany58")
