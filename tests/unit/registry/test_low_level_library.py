"""Low-level libraries, and what the registry says about what they registered."""

from __future__ import annotations

import itertools

import pytest

import wye
from wye import dispatch
from wye.errors import (
    OperatorNotFoundError,
    RegistrationError,
    SchemaError,
    SchemaMismatchError,
    UnknownKeyError,
)
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.schema import parse

X = wye.tensor(1.0)
NS = "libtest"


def everything() -> dict[str, object]:
    """All that is registered, in words; nothing may differ after a failed registration."""
    ours = [name for name in dispatch.all_op_names() if not name.startswith("aten::")]
    return {
        "dumps": {name: dispatch.dump(name) + dispatch.dump_table(name) for name in ours},
        "fallbacks": {key.name: kernel.debug for key, kernel in registry.fallbacks.kernels.items()},
        "libraries": dict(registry.def_libraries),
        "dangling": dispatch.find_dangling_impls(),
    }


@pytest.fixture(autouse=True)
def _nothing_is_left():
    before = everything()
    yield
    assert everything() == before
    dispatch.check_all_invariants()


@pytest.fixture
def lib():
    with dispatch.library("DEF", NS) as lib:
        yield lib


def refused(error, words, fn, *args, **kwargs):
    """The error of a registration that must change nothing."""
    before = everything()
    with pytest.raises(error, match=words) as raised:
        fn(*args, **kwargs)
    assert everything() == before
    return raised.value


# ---- kinds and namespaces ----


def test_a_def_library_defines_and_implements():
    with dispatch.library("DEF", NS) as lib:
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "CPU", "CPU")
        assert op(X) == "CPU"
        assert op.name() == f"{NS}::f"


def test_a_fragment_adds_to_a_namespace_from_anywhere(lib):
    with dispatch.library("FRAGMENT", NS) as one, dispatch.library("FRAGMENT", NS) as other:
        one.define("f(Tensor x) -> str")
        other.define("g(Tensor x) -> str")
        assert {f"{NS}::f", f"{NS}::g"} <= set(dispatch.all_op_names())


def test_an_impl_library_adds_kernels_only(lib):
    op = lib.define("f(Tensor x) -> str")
    with dispatch.library("IMPL", NS, "CPU") as kernels:
        kernels.impl("f", lambda x: "CPU")
        assert op(X) == "CPU"
        refused(
            RegistrationError,
            "Cannot define an operator inside of an IMPL library",
            kernels.define,
            "g(Tensor x) -> str",
        )


def test_two_def_libraries_of_a_namespace_are_an_error_that_names_both_places(lib):
    error = refused(
        RegistrationError, "Only a single DEF library", dispatch.library, "DEF", NS, location="elsewhere.py:7"
    )
    assert f"registered at {lib.location}" in str(error)
    assert "registered at elsewhere.py:7" in str(error)
    assert "FRAGMENT" in error.__notes__[0]


def test_a_namespace_is_free_again_after_reset(lib):
    lib.reset()
    with dispatch.library("DEF", NS, location="elsewhere.py:7"):
        pass


def test_an_unknown_kind_lists_the_kinds():
    error = refused(RegistrationError, "could not parse DEFINE", dispatch.library, "DEFINE", NS)
    assert error.__notes__[0] == "  the kinds of library are DEF, FRAGMENT, IMPL"


@pytest.mark.parametrize("kind", ["DEF", "FRAGMENT"])
def test_a_library_that_defines_has_no_key_and_no_wildcard(kind):
    refused(
        RegistrationError, f"a {kind} library cannot have a dispatch key, got CPU", dispatch.library, kind, NS, "CPU"
    )
    refused(RegistrationError, "cannot define operators in the wildcard namespace _", dispatch.library, kind, "_")


def test_the_wildcard_namespace_is_for_fallbacks():
    with dispatch.library("IMPL", "_") as lib:
        for name in ("f", "libtest::f"):
            refused(RegistrationError, "takes fallbacks only", lib.impl, name, print, "CPU")


def test_another_namespace_is_refused(lib):
    refused(RegistrationError, r"provided namespace \(other\) in schema string", lib.define, "other::f() -> ()")
    refused(RegistrationError, r"provided namespace \(other\) in operator name", lib.impl, "other::f", print, "CPU")


def test_the_own_namespace_may_be_spelled_out(lib):
    op = lib.define(f"{NS}::f(Tensor x) -> str")
    lib.impl(f"{NS}::f", lambda x: "CPU", "CPU")
    assert op(X) == "CPU"


def test_a_librarys_key_is_the_default_and_another_is_refused(lib):
    lib.define("f(Tensor x) -> str")
    with dispatch.library("IMPL", NS, "CPU") as kernels:
        kernels.impl("f", lambda x: "", DispatchKey.CPU)
        assert dispatch.has_kernel_for_key(f"{NS}::f", "CPU")
        refused(RegistrationError, r"dispatch key \(Meta\) is inconsistent.*\(CPU\)", kernels.impl, "f", print, "Meta")


@pytest.mark.parametrize("key", ["", "Undefined", 0])
def test_no_key_means_composite_implicit(lib, key):
    lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "", key)
    assert dispatch.has_kernel_for_key(f"{NS}::f", "CompositeImplicitAutograd")


def test_a_library_prints_where_it_is(lib):
    assert repr(lib) == f"<DEF library of {NS} at {lib.location}>"
    assert lib.location.partition(":")[0] == __file__
    assert repr(dispatch.library("IMPL", NS, "CPU", location="a.py:1")) == f"<IMPL library of {NS}, key=CPU at a.py:1>"


# ---- taking back ----


def test_reset_takes_everything_back_and_may_be_repeated(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    lib.reset()
    lib.reset()
    assert not dispatch.has_kernel(f"{NS}::f")
    with pytest.raises(OperatorNotFoundError):
        op(X)


def test_a_library_can_be_used_again_after_reset(lib):
    lib.define("f(Tensor x) -> str")
    lib.reset()
    lib.define("f(Tensor x, int y) -> str")
    assert str(dispatch.find_schema_or_throw(f"{NS}::f").schema()) == f"{NS}::f(Tensor x, int y) -> str"


def test_leaving_the_context_takes_back_even_after_an_error():
    def define_and_fail():
        with dispatch.library("DEF", NS) as lib:
            lib.define("f(Tensor x) -> str")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        define_and_fail()
    assert not dispatch.has_kernel(f"{NS}::f")


def test_a_library_takes_back_only_its_own(lib):
    lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "below", "CPU")
    with dispatch.library("IMPL", NS) as other:
        other.impl("f", lambda x: "above", "CPU")
    assert dispatch.find_schema_or_throw(f"{NS}::f").call_boxed(X) == "below"


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))), ids=str)
def test_removal_in_any_order_leaves_nothing(lib, order):
    op = lib.define("f(Tensor x) -> str")
    handles = [
        lib.impl("f", lambda x, key=key: key, key) for key in ("CPU", "CPU", "Autograd", "CompositeExplicitAutograd")
    ]
    before = dispatch.dump(f"{NS}::f")
    for i in order:
        handles[i].remove()
        dispatch.check_invariants(f"{NS}::f")
    assert before != dispatch.dump(f"{NS}::f")
    with pytest.raises(NotImplementedError):
        op(X)


# ---- defining again ----


def cell(schema="f(Tensor x) -> str", kind="FRAGMENT"):
    """A notebook cell: the same lines run again and again."""
    lib = dispatch.library(kind, NS)
    return lib, lib.define(schema)


@pytest.mark.parametrize("kind", ["FRAGMENT", "DEF"])
def test_running_the_same_line_again_redefines_and_held_operators_see_it(kind):
    first, held = cell(kind=kind)
    second, op = cell("f(Tensor x, int y) -> int", kind=kind)
    assert op is held
    assert str(held.schema) == f"{NS}::f(Tensor x, int y) -> int"
    second.impl("f", lambda x, y: y, "CPU")
    assert held(X, 3) == 3
    first.reset()  # its definition is not the current one any more
    assert held(X, 3) == 3
    second.reset()
    with pytest.raises(OperatorNotFoundError):
        held(X, 3)


def test_kernels_stay_when_an_operator_is_redefined():
    first, op = cell()
    first.impl("f", lambda x: "CPU", "CPU")
    second, _ = cell()
    assert op(X) == "CPU"
    first.reset()
    second.reset()


def test_replace_redefines_from_anywhere(lib):
    op = lib.define("f(Tensor x) -> str")
    assert lib.define("f(Tensor x, int y) -> str", replace=True) is op
    assert str(op.schema) == f"{NS}::f(Tensor x, int y) -> str"


def test_replace_false_never_redefines():
    for expected in (None, RegistrationError):
        lib = dispatch.library("FRAGMENT", NS)
        if expected is None:
            first = lib
            lib.define("f() -> ()", replace=False)
        else:
            with pytest.raises(expected):
                lib.define("f() -> ()", replace=False)
    first.reset()


def test_defining_from_another_line_is_an_error_that_names_both_places(lib):
    lib.define("f(Tensor x) -> str")
    with dispatch.library("FRAGMENT", NS, location="elsewhere.py:7") as other:
        error = refused(RegistrationError, "multiple times", other.define, "f(Tensor x) -> str")
    assert "Duplicate registration: registered at elsewhere.py:7" in str(error)
    assert f"Original registration: registered at {__file__}:" in str(error)
    assert "overload name" in error.__notes__[0]
    assert "replace=True" in error.__notes__[1]


def test_overloads_are_operators_of_their_own(lib):
    lib.define("f(Tensor x) -> str")
    lib.define("f.out(Tensor x) -> str")
    lib.impl("f.out", lambda x: "out", "CPU")
    assert dispatch.find_schema_or_throw(f"{NS}::f", "out").call_boxed(X) == "out"
    assert not dispatch.has_kernel_for_key(f"{NS}::f", "CPU")


# ---- bad input changes nothing ----


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("f(", "expected"),
        ("f(Tensor x)", "expected"),
        ("f(Tensor x) -> Strange", "unknown type"),
        ("", "expected"),
        ("f(t x) -> t", "unknown type"),
    ],
)
def test_a_malformed_schema_changes_nothing(lib, schema, words):
    refused(SchemaError, words, lib.define, schema)


@pytest.mark.parametrize(
    ("args", "error", "words"),
    [
        (("f", print, "Nope"), UnknownKeyError, "could not parse dispatch key: Nope"),
        (("f", print, 10_000), UnknownKeyError, "10000 is not the value of a dispatch key"),
        (("f", 3, "CPU"), RegistrationError, "required to be a callable but found type <class 'int'>"),
        (("f", None, "CPU"), RegistrationError, "required to be a callable but found type <class 'NoneType'>"),
        (("f(", print, "CPU"), SchemaError, "expected"),
        (("", print, "CPU"), SchemaError, "expected"),
    ],
)
def test_a_bad_registration_changes_nothing(lib, args, error, words):
    lib.define("f(Tensor x) -> str")
    refused(error, words, lib.impl, *args)


def test_an_unknown_alias_analysis_lists_the_known(lib):
    error = refused(RegistrationError, "could not parse PURE", lib.define, "f() -> ()", "PURE")
    assert error.__notes__[0] == "  one of FROM_SCHEMA, CONSERVATIVE, PURE_FUNCTION"


def test_a_kernel_with_another_schema_is_refused_whichever_comes_first(lib):
    inferred = parse("_(Tensor x, Tensor y) -> Tensor")
    lib.define("f(Tensor x) -> Tensor")
    error = refused(
        SchemaMismatchError,
        "The number of arguments is different. 1 vs 2",
        lib.impl,
        "f",
        print,
        "CPU",
        inferred=inferred,
    )
    assert f"operator: {NS}::f" in str(error)
    lib.impl("g", print, "CPU", inferred=inferred)
    refused(
        SchemaMismatchError, "Type mismatch in argument 2: int vs Tensor", lib.define, "g(Tensor x, int y) -> Tensor"
    )
    lib.define("g(Tensor a, Tensor b) -> Tensor")


# ---- fallbacks ----


def test_a_fallback_serves_every_operator_without_a_kernel_there(lib):
    one, other = lib.define("f(Tensor x, *, int y=0) -> str"), lib.define("g(Tensor x) -> str")
    lib.impl("g", lambda x: "own", "CPU")
    with dispatch.library("IMPL", "_", "CPU") as any_ns:
        any_ns.fallback(lambda op, ks, args, kwargs: f"{op.name()} {ks} {len(args)} {kwargs}")
        assert one(X, y=1) == f"{NS}::f DispatchKeySet(CPU) 1 {{'y': 1}}"
        assert other(X) == "own"
        assert dispatch.has_backend_fallback("CPU")
    assert not dispatch.has_backend_fallback("CPU")
    with pytest.raises(NotImplementedError):
        one(X)


def test_a_fallback_may_have_pytorchs_shape(lib):
    op = lib.define("f(Tensor x, *, int y=0) -> str")
    with dispatch.library("IMPL", "_") as any_ns:
        handle = any_ns.fallback(lambda op, x, *, y: f"{op.name()} {y}", "CPU", unboxed=True)
        assert op(X, y=1) == f"{NS}::f 1"
        handle.remove()
        any_ns.fallback(lambda ks, op, x, *, y: f"{ks} {op.name()} {y}", "CPU", unboxed=True, with_keyset=True)
        assert op(X, y=1) == f"DispatchKeySet(CPU) {NS}::f 1"


def test_a_fallthrough_fallback_lets_calls_pass(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    with dispatch.library("IMPL", "_") as any_ns, dispatch.include("TESTING_ONLY_GenericMode"):
        any_ns.fallback(dispatch.fallthrough, "TESTING_ONLY_GenericMode")
        assert op(X) == "CPU"


def test_a_fallback_at_an_alias_key_is_all_or_nothing():
    with dispatch.library("IMPL", "_") as any_ns:
        refused(
            RegistrationError,
            "multiple backend fallbacks for the same dispatch key",
            any_ns.fallback,
            print,
            "Autograd",
        )
        any_ns.fallback(print, "CompositeImplicitAutogradNestedTensor")
        for key in ("NestedTensorCPU", DispatchKey.NestedTensorNumPy, "AutogradNestedTensor"):
            assert dispatch.has_backend_fallback(key)


@pytest.mark.parametrize(
    ("kind", "ns", "args", "words"),
    [
        ("FRAGMENT", NS, (print, "CPU"), "Cannot define a fallback inside of a FRAGMENT library"),
        ("IMPL", NS, (print, "CPU"), rf"apply to only a single namespace \(you specified {NS}\)"),
        ("IMPL", "_", (print,), "a fallback needs a dispatch key"),
        ("IMPL", "_", (3, "CPU"), "required to be a callable"),
        ("IMPL", "_", (print, "Meta"), "multiple backend fallbacks for the same dispatch key Meta"),
    ],
)
def test_a_fallback_in_the_wrong_place_is_refused(kind, ns, args, words):
    with dispatch.library(kind, ns) as lib:
        refused(RegistrationError, words, lib.fallback, *args)


# ---- listeners ----


def test_listeners_hear_of_definitions_and_removals(lib):
    heard = []
    lib.define("before() -> ()")
    listener = dispatch.add_listener(lambda name: heard.append(f"+{name}"), lambda name: heard.append(f"-{name}"))
    assert f"+{NS}::before" in heard
    heard.clear()
    lib.impl("f", print, "CPU")
    assert heard == []  # no definition yet
    lib.define("f(Tensor x) -> ()")
    lib.reset()
    assert heard == [f"+{NS}::f", f"-{NS}::before", f"-{NS}::f"]
    listener.remove()
    heard.clear()
    lib.define("f(Tensor x) -> ()")
    assert heard == []


def test_either_listener_may_be_left_out(lib):
    heard = []
    for listener in (dispatch.add_listener(on_remove=heard.append), dispatch.add_listener(None, None)):
        lib.define("f() -> ()")
        lib.reset()
        listener.remove()
    assert heard == [f"{NS}::f"]


# ---- introspection ----


def test_a_dump_shows_the_schema_and_every_kernel(lib):
    lib.define("f(Tensor x) -> str", "PURE_FUNCTION", debug="defined here")
    lib.impl("f", lambda x: "", "CPU", debug="old")
    lib.impl("f", lambda x: "", "CPU", debug="new")
    lib.impl("f", dispatch.fallthrough, "Autograd", debug="skipped")
    assert dispatch.dump(f"{NS}::f") == (
        f"name: {NS}::f\n"
        f"schema: {NS}::f(Tensor x) -> str\n"
        "debug: defined here\n"
        "alias analysis kind: PURE_FUNCTION\n"
        "CPU: new :: (none) [ boxed ]\n"
        "CPU (inactive): old :: (none) [ boxed ]\n"
        "Autograd[alias]: skipped :: (none) [ fallthrough boxed ]\n"
    )


def test_a_table_shows_where_each_kernel_comes_from_and_why(lib):
    lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "", "CPU", debug="cpu")
    lib.impl("f", lambda x: "", "CompositeExplicitAutograd", debug="composite")
    lib.impl("f", dispatch.fallthrough, "AutogradMeta", debug="skip")
    rows = dispatch.dump_table(f"{NS}::f").split("\n")
    assert "CPU: cpu [kernel]" in rows
    assert "CUDA: composite [default backend kernel]" in rows
    assert "AutogradMeta: fallthrough skip [kernel]" in rows
    assert any(
        row.startswith("BackendSelect: fallthrough registered at ") and row.endswith("[backend fallback]")
        for row in rows
    )
    assert (
        len(dispatch.table_rows(f"{NS}::f", backends=1)) < len(dispatch.table_rows(f"{NS}::f", backends=16)) < len(rows)
    )


def test_a_registration_says_its_own_line(lib):
    lib.define("f(Tensor x) -> str")
    handle = lib.impl("f", lambda x: "", "CPU")
    assert handle.kernel.debug.startswith(f"registered at {__file__}:")
    assert handle.kernel.debug != lib.debug


def test_questions_about_kernels(lib):
    name = f"{NS}::f"
    lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "", "CPU", debug="cpu")
    lib.impl("f", dispatch.fallthrough, "AutogradCPU")
    lib.impl("f", lambda x: "", "CompositeExplicitAutograd", debug="composite")
    assert [dispatch.has_kernel_for_key(name, key) for key in ("CPU", "CUDA", "CompositeExplicitAutograd")] == [
        True,
        False,
        True,
    ]
    assert dispatch.has_kernel_for_any_key(name, DispatchKeySet("CUDA", "AutogradCPU"))
    assert not dispatch.has_kernel_for_any_key(name, DispatchKeySet("CUDA"))
    assert [dispatch.has_computed_kernel_for_key(name, key) for key in ("CUDA", "TESTING_ONLY_GenericMode")] == [
        True,
        False,
    ]
    assert dispatch.get_computed_kernel(name, "CUDA").debug == "composite"
    assert (dispatch.kernel_is_fallthrough(name, "AutogradCPU"), dispatch.kernel_is_fallthrough(name, "CPU")) == (
        True,
        False,
    )
    assert dispatch.registrations_for_key("AutogradCPU").count(name) == 1
    assert name not in dispatch.registrations_for_key("CUDA")
    assert dispatch.registrations_for_key() == dispatch.all_op_names()


def test_questions_without_an_answer_are_errors_with_words(lib):
    lib.define("f(Tensor x) -> str")
    name = f"{NS}::f"
    for ask in (
        lambda name: dispatch.has_kernel_for_key(name, "CPU"),
        lambda name: dispatch.has_kernel_for_any_key(name, DispatchKeySet("CPU")),
        lambda name: dispatch.has_computed_kernel_for_key(name, "CPU"),
        lambda name: dispatch.get_computed_kernel(name, "CPU"),
        lambda name: dispatch.kernel_is_fallthrough(name, "CPU"),
    ):
        error = refused(OperatorNotFoundError, f"operator {NS}::ff does not exist", ask, f"{NS}::ff")
        assert error.__notes__[0] == f"  did you mean {NS}::f?"
    refused(OperatorNotFoundError, f"no kernel for CPU for {name}", dispatch.get_computed_kernel, name, "CPU")
    refused(OperatorNotFoundError, "no kernel for CPU", dispatch.kernel_is_fallthrough, name, "CPU")
    refused(UnknownKeyError, "could not parse", dispatch.has_kernel_for_key, name, "Nope")
    for ask in (dispatch.has_computed_kernel_for_key, dispatch.get_computed_kernel):
        refused(RegistrationError, "Alias keys do not have runtime kernel registrations", ask, name, "Autograd")


def test_nothing_is_known_about_an_operator_that_does_not_exist():
    name = f"{NS}::nothing"
    assert (dispatch.dump(name), dispatch.dump_table(name), dispatch.has_kernel(name)) == ("", "", False)
    dispatch.check_invariants(name)
    refused(SchemaError, "expected", dispatch.dump, "not a name(")


def test_kernels_without_a_definition_dangle_until_it_comes(lib):
    lib.impl("f", lambda x: "CPU", "CPU", debug="early")
    assert dispatch.find_dangling_impls() == [f"name: {NS}::f\nschema: (none)\nCPU: early :: (none) [ boxed ]\n"]
    refused(OperatorNotFoundError, r"Could not find schema for libtest::f\. but we found an implementation",
            dispatch.find_schema_or_throw, f"{NS}::f")  # fmt: skip
    op = lib.define("f(Tensor x) -> str")
    assert dispatch.find_dangling_impls() == []
    assert op(X) == "CPU"


def test_the_table_of_a_dangling_operator_is_known(lib):
    lib.impl("f", lambda x: "CPU", "CPU", debug="early")
    assert dispatch.dump_table(f"{NS}::f").startswith("CPU: early [kernel]\n")
    assert dispatch.has_computed_kernel_for_key(f"{NS}::f", "CPU")


def test_find_schema_or_throw_names_what_it_looked_for():
    refused(
        OperatorNotFoundError,
        f"Could not find schema for {NS}::nothing.out",
        dispatch.find_schema_or_throw,
        f"{NS}::nothing",
        "out",
    )
