"""State depends on what is registered, never on when: every order of adding and removing; failures leave no trace."""

from itertools import combinations, permutations

import pytest
from tests.unit.registry.harness import (
    ARGUMENT,
    NS,
    Step,
    check_every_order,
    define,
    fallback,
    fallback_fallthrough,
    fallthrough,
    impl,
    outcome,
    snapshot,
)

from wye import dispatch
from wye.compat.torch import _C
from wye.errors import RegistrationError, SchemaError, SchemaMismatchError, UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry

DEF = define("f(Tensor x) -> str")


def module(name: str, register, kind: str = "FRAGMENT", stack: str = "") -> Step:
    """A step with the conveniences of PyTorch's test libraries."""

    def run(lib):
        lib.held = _C._DispatchModule(lib)  # its registrations go when it does
        register(lib.held)

    return Step(name, run, kind, stack=stack)


def t_t(key: str, label: str) -> Step:
    """A kernel that knows that it takes a tensor and gives one."""
    return module(label, lambda m: m.impl_t_t("f", key, label), "IMPL", stack=f"f {key} 0")


# ---- sets of five: 5! x 5! = 14,400 ways each ----------------------------------------------------

FIVES = {
    "a composite kernel, autograd and backends, one of them without autograd key": [
        DEF,
        impl("f", "CPU", "cpu"),
        impl("f", "Vulkan", "vulkan"),
        impl("f", "CompositeImplicitAutograd", "implicit"),
        impl("f", "Autograd", "autograd"),
    ],
    "alias kernels that hide each other, and a fallthrough": [
        DEF,
        impl("f", "CompositeExplicitAutograd", "explicit"),
        impl("f", "CompositeImplicitAutograd", "implicit"),
        impl("f", "CompositeImplicitAutogradNestedTensor", "nested"),
        fallthrough("f", "AutogradCPU"),
    ],
    "three kernels at one key under a composite one": [
        DEF,
        impl("f", "CPU", "first"),
        impl("f", "CPU", "second"),
        fallthrough("f", "CPU"),
        impl("f", "CompositeExplicitAutogradNonFunctional", "composite"),
    ],
}


@pytest.mark.parametrize("steps", FIVES.values(), ids=FIVES.keys())
def test_five_registrations_in_every_order_of_adding_and_removing(steps):
    seen = check_every_order(steps)
    assert len({names for names, _ in seen.states}) == 32  # every subset was reached


# ---- sets of two to four -------------------------------------------------------------------------

POOL = [
    impl("f", key, key)
    for key in (
        "CPU", "Meta", "SparseCPU", "NestedTensorCPU", "FPGA", "CustomRNGKeyId", "AutogradCPU", "AutogradOther",
        "AutogradNestedTensor", "FuncTorchBatched", "Autograd", "CompositeImplicitAutograd",
        "FuncTorchBatchedDecomposition", "CompositeImplicitAutogradNestedTensor", "CompositeExplicitAutograd",
        "CompositeExplicitAutogradNonFunctional",
    )
]  # fmt: skip


def test_every_pair_of_kernels_and_a_definition_in_every_order():
    for pair in combinations(POOL, 2):
        check_every_order([DEF, *pair])


def test_every_triple_of_alias_kernels_and_a_definition_in_every_order():
    for triple in combinations(POOL[10:], 3):
        check_every_order([DEF, *triple])


SETS = {
    "kernels without a definition": (
        [impl("f", "CPU", "cpu"), impl("f", "Autograd", "a"), fallthrough("f", "CUDA")],
        "f",
    ),
    "two operators and a dangling kernel": (
        [DEF, define("f.ov(Tensor x) -> str"), impl("f.ov", "CPU", "ov"), impl("g", "CPU", "dangling")],
        ("f", "f.ov", "g"),
    ),
    "two definitions, of which one fails": (
        [DEF, define("f(Tensor x, int n=1) -> str"), impl("f", "CPU", "cpu"), impl("f", "Autograd", "autograd")],
        "f",
    ),
    "a definition that does not fit a kernel": (
        [
            define("f(Tensor x, int n) -> Tensor", "unfit"),
            define("f(Tensor x) -> Tensor", "fit"),
            t_t("CPU", "kernel"),
            t_t("Autograd", "autograd"),
        ],
        "f",
    ),
    "kernels of two kinds that fit different definitions": (
        [
            define("f(Tensor x) -> Tensor"),
            define("f(Tensor x, Tensor y) -> Tensor"),
            t_t("CPU", "one"),
            module("two", lambda m: m.impl_tt_t("f", "CPU", "two"), "IMPL", stack="f CPU 0"),
        ],
        "f",
    ),
    "def_name and def_schema": (
        [
            module("named", lambda m: m.def_name_t_t("f", "CPU", "named"), stack="f CPU 0"),
            module("schemed", lambda m: m.def_schema_t_t("f(Tensor x) -> Tensor", "CPU", "", "s"), stack="f CPU 0"),
            t_t("CPU", "impl"),
            t_t("", "catch-all"),
        ],
        "f",
    ),
    "a DEF library and a second one": (
        [
            Step("one", lambda lib: lib.define("f(Tensor x) -> str"), "DEF"),
            Step("other", lambda lib: lib.define("g(Tensor x) -> str"), "DEF"),
            impl("f", "CPU", "cpu"),
        ],
        ("f", "g"),
    ),
    "providers of different priority": (
        [
            DEF,
            impl("f", "CPU", "plain"),
            impl("f", "CPU", "fast", provider="fast", priority=10, when=lambda x: False),
            impl("f", "CPU", "better", provider="better", priority=5, when=lambda x: True),
        ],
        "f",
    ),
    "providers that all refuse": (
        [
            DEF,
            impl("f", "CPU", "never", provider="never", priority=1, when=lambda x: False),
            impl("f", "CPU", "nor", provider="nor", priority=2, when=lambda x: False),
            impl("f", "CompositeExplicitAutograd", "explicit"),
        ],
        "f",
    ),
    "a fallback, a kernel and a fallthrough": (
        [DEF, fallback("CPU", "fallback"), fallthrough("f", "AutogradCPU")],
        "f",
    ),
    "fallbacks at two keys": ([DEF, fallback("CPU", "cpu"), fallback_fallthrough("AutogradNestedTensor")], "f"),
    "a fallback at an alias key": (
        [DEF, fallback("CompositeImplicitAutogradNestedTensor", "nested"), impl("f", "NestedTensorCPU", "own")],
        "f",
    ),
    "two fallbacks at one key, of which one fails": ([DEF, fallback("CPU", "one"), fallback("CPU", "other")], "f"),
    "fallbacks of an alias key and one of its keys": (
        [DEF, fallback("NestedTensorCPU", "one"), fallback("CompositeImplicitAutogradNestedTensor", "all")],
        "f",
    ),
}


@pytest.mark.parametrize(("steps", "ops"), SETS.values(), ids=SETS.keys())
def test_a_set_of_registrations_in_every_order(steps, ops):
    check_every_order(steps, ops)


# ---- several at one key --------------------------------------------------------------------------


@pytest.mark.parametrize("kinds", ["plain", "handles"])
def test_the_newest_kernel_at_a_key_wins_and_removing_it_in_any_order_brings_back_the_right_one(kinds):
    steps = [DEF, *(impl("f", "CPU", label) for label in "abcd")]
    with dispatch.library("FRAGMENT", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        for removing in permutations("abcd"):
            live = {}
            for step in steps[1:]:
                live[step.name] = step.add() if kinds == "plain" else step.register(lib)
                assert op(ARGUMENT) == step.name
            for label in removing:
                handle = live.pop(label)
                handle.reset() if kinds == "plain" else handle.remove()
                assert outcome(op, ARGUMENT) == (list(live)[-1] if live else "NoKernelError")


def test_a_registration_knows_which_one_it_overrides():
    with dispatch.library("FRAGMENT", NS) as lib:
        lib.define("f(Tensor x) -> str")
        first = lib.impl("f", lambda x: "first", "CPU", debug="first")
        second = lib.impl("f", lambda x: "second " + second.call_overridden(x), "CPU", debug="second")
        assert first.overridden() is None
        assert second.overridden().debug == "first"
        assert registry.find(f"{NS}::f").op(ARGUMENT) == "second first"
        first.remove()
        assert second.overridden() is None
        with pytest.raises(RegistrationError, match="overrides no kernel"):
            second.call_overridden(ARGUMENT)


def test_a_provider_of_higher_priority_wins_whenever_it_was_registered():
    steps = [impl("f", "CPU", "low"), impl("f", "CPU", "high", priority=1), impl("f", "CPU", "newest")]
    with dispatch.library("FRAGMENT", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        for order in permutations(steps):
            live = [step.add() for step in order]
            assert op(ARGUMENT) == "high"
            for library in live:
                library.reset()


@pytest.mark.parametrize("key", ["AutogradPrivateUse1", "AutogradNumPy"])
def test_the_autograd_fallback_of_an_outside_backend_may_be_overridden_and_comes_back(key):
    built_in = registry.fallbacks.kernels[getattr(DispatchKey, key)]
    keyset = DispatchKeySet(getattr(DispatchKey, key))
    with dispatch.library("FRAGMENT", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        for removing in permutations("abc"):
            live = {}
            for label in "abc":
                live[label] = fallback(key, label).add()
                assert op.redispatch(keyset, ARGUMENT) == label
            for label in removing:
                live.pop(label).reset()
                if live:
                    assert op.redispatch(keyset, ARGUMENT) == list(live)[-1]
            assert registry.fallbacks.kernels[getattr(DispatchKey, key)] is built_in


# ---- redefinition --------------------------------------------------------------------------------


def test_an_operator_that_is_held_while_its_name_is_defined_anew_sees_the_new_definition():
    def cell(label):
        lib = dispatch.library("DEF", "perm_cell")
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: label, "CPU")
        return lib, op

    _, first = cell("first run")
    lib, second = cell("second run")
    with lib:
        assert first is second
        assert first(ARGUMENT) == "second run"
    assert outcome(first, ARGUMENT) == "OperatorNotFoundError"
    assert registry.find("perm_cell::f") is None
    with dispatch.library("FRAGMENT", "perm_cell") as lib:
        assert lib.define("f(Tensor x, int n=1) -> str") is first
        assert first.schema.arguments[1].name == "n"


def test_a_removed_registration_can_be_removed_again_when_its_name_is_in_use_again():
    with dispatch.library("FRAGMENT", NS) as lib:
        lib.define("f(Tensor x) -> str")
        old = lib.impl("f", lambda x: "old", "CPU")
    with dispatch.library("FRAGMENT", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "new", "CPU")
        old.remove()
        assert op(ARGUMENT) == "new"


# ---- failures ------------------------------------------------------------------------------------


def fresh(kind="FRAGMENT", ns=NS, key=""):
    return dispatch.library(kind, ns, key, location="failing")


class Unhashable:
    __hash__ = None

    def __call__(self, x):
        return "unhashable"


FAILURES = {
    "an unknown kind of library": (lambda: fresh("KIND"), RegistrationError, "could not parse KIND"),
    "a library with an unknown key": (lambda: fresh("IMPL", NS, "Bogus"), UnknownKeyError, "Bogus"),
    "a DEF library with a key": (
        lambda: fresh("DEF", "perm_fail", "CPU"),
        RegistrationError,
        "cannot have a dispatch key",
    ),
    "a FRAGMENT library with a key": (
        lambda: fresh("FRAGMENT", NS, "CPU"),
        RegistrationError,
        "cannot have a dispatch key",
    ),
    "a DEF library of the wildcard namespace": (lambda: fresh("DEF", "_"), RegistrationError, "wildcard namespace"),
    "a second DEF library": (lambda: fresh("DEF", "perm_def"), RegistrationError, "Only a single DEF library"),
    "a malformed schema": (lambda: fresh().define("g(Tensor x"), SchemaError, "expected"),
    "a schema without a name": (lambda: fresh().define(""), SchemaError, "expected"),
    "a name without a schema": (lambda: fresh().define("g"), SchemaError, "only the operator name"),
    "an unknown type": (lambda: fresh().define("g(Tensr x) -> str"), SchemaError, "unknown type"),
    "an unknown alias analysis": (lambda: fresh().define("g(Tensor x) -> str", "BOGUS"), RegistrationError, "BOGUS"),
    "tags that cannot be listed": (lambda: fresh().define("g(Tensor x) -> str", "", 3), RegistrationError, "tags"),
    "a definition in an IMPL library": (lambda: fresh("IMPL").define("g() -> ()"), RegistrationError, "IMPL library"),
    "a definition of another namespace": (lambda: fresh().define("other::g() -> ()"), RegistrationError, "other"),
    "a second definition": (
        lambda: fresh().define("f(Tensor x) -> str", replace=False),
        RegistrationError,
        "multiple times",
    ),
    "a definition that no kernel fits": (
        lambda: fresh().define("t(Tensor x, int n) -> Tensor"),
        SchemaMismatchError,
        "number of arguments",
    ),
    "a kernel at an unknown key": (lambda: fresh().impl("f", str, "Bogus"), UnknownKeyError, "Bogus"),
    "a kernel at an unknown value": (lambda: fresh().impl("f", str, 250), UnknownKeyError, "250"),
    "a kernel for another namespace": (lambda: fresh().impl("other::f", str, "CPU"), RegistrationError, "other"),
    "a kernel in the wildcard namespace": (
        lambda: fresh("IMPL", "_").impl("perm::f", str, "CPU"),
        RegistrationError,
        "fallbacks only",
    ),
    "a kernel with a malformed name": (lambda: fresh().impl("two words", str, "CPU"), SchemaError, "expected eof"),
    "a kernel at another key than its library": (
        lambda: fresh("IMPL", NS, "CPU").impl("f", str, "CUDA"),
        RegistrationError,
        "inconsistent",
    ),
    "a kernel that cannot be called": (lambda: fresh().impl("f", 3, "CPU"), RegistrationError, "callable"),
    "a kernel for a new name that cannot be called": (
        lambda: fresh().impl("new", None, "CPU"),
        RegistrationError,
        "callable",
    ),
    "a predicate that cannot be called": (lambda: fresh().impl("f", str, "CPU", when=1), RegistrationError, "when="),
    "a kernel that does not fit": (
        lambda: _C._DispatchModule(fresh()).impl_t_t("f", "CPU"),
        SchemaMismatchError,
        "argument|return",
    ),
    "a definition with a wrong key": (
        lambda: _C._DispatchModule(fresh()).def_schema_t_t("g(Tensor x) -> Tensor", "Bogus"),
        UnknownKeyError,
        "Bogus",
    ),
    "a name defined with a wrong key": (
        lambda: _C._DispatchModule(fresh()).def_name_t_t("g", "Bogus"),
        UnknownKeyError,
        "Bogus",
    ),
    "a Python kernel without a key": (
        lambda: _C._DispatchModule(fresh()).impl("f", "", str),
        UnknownKeyError,
        "dispatch key",
    ),
    "a fallback in a FRAGMENT library": (lambda: fresh().fallback(str, "CPU"), RegistrationError, "FRAGMENT"),
    "a fallback for one namespace": (lambda: fresh("IMPL").fallback(str, "CPU"), RegistrationError, "single namespace"),
    "a fallback without a key": (lambda: fresh("IMPL", "_").fallback(str), RegistrationError, "needs a dispatch key"),
    "a fallback at a functionality": (
        lambda: fresh("IMPL", "_").fallback(str, "Sparse"),
        RegistrationError,
        "no call arrives at Sparse",
    ),
    "a fallback at a sentinel": (lambda: fresh("IMPL", "_").fallback(str, 48), RegistrationError, "no call arrives"),
    "a second fallback": (
        lambda: fresh("IMPL", "_").fallback(str, "AutogradCPU"),
        RegistrationError,
        "multiple backend fallbacks",
    ),
    "a fallback at an alias key that has some": (
        lambda: fresh("IMPL", "_").fallback(str, "CompositeImplicitAutograd"),
        RegistrationError,
        "Meta",
    ),
    "a fallback that cannot be called": (lambda: fresh("IMPL", "_").fallback(3, "CPU"), RegistrationError, "callable"),
}


@pytest.mark.parametrize(("fail", "error", "words"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failed_registration_leaves_no_trace(fail, error, words):
    with (
        dispatch.library("DEF", "perm_def", location="standing") as lib,
        dispatch.library("FRAGMENT", NS, location="standing") as fragment,
    ):
        lib.define("f(Tensor x) -> str")
        fragment.define("f(Tensor x) -> str")
        fragment.impl("f", lambda x: "cpu", "CPU")
        fragment.fallthrough("f", "AutogradCPU")
        module = _C._DispatchModule(fragment)  # its registrations go when it does
        module.impl_t_t("t", "CPU")
        before = snapshot()
        with pytest.raises(error, match=words):
            fail()
        assert snapshot() == before
        dispatch.check_all_invariants()
        module.reset()


def test_an_unhashable_kernel_is_registered_as_any_other():
    with dispatch.library("FRAGMENT", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        handle = lib.impl("f", Unhashable(), "CPU")
        assert op(ARGUMENT) == "unhashable"
        handle.remove()
        assert outcome(op, ARGUMENT) == "NoKernelError"
