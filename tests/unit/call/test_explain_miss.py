"""The words for a call that found no kernel."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from tests.unit.call.tensor_kinds import make

import wye
from wye import dispatch
from wye.errors import AmbiguousKernelError, DispatchError, MissingEngineError, NoKernelError
from wye.keys import DispatchKeySet


def missing(op, *args, **kwargs):
    with pytest.raises(NoKernelError) as raised:
        op(*args, **kwargs)
    return raised.value


def test_the_whole_message_of_a_missing_kernel(lib):
    op = lib.define("scale.out(Tensor x, float by) -> Tensor")
    lib.impl("scale.out", lambda x, by: x, "CPU")
    lib.impl("scale.out", lambda x, by: x, "Autograd")
    error = missing(op, np.ones(2), 2.0)
    assert isinstance(error, (NotImplementedError, DispatchError))
    assert (error.op, error.key, error.have, error.code) == ("call::scale.out", "NumPy", ("CPU", "Autograd"), "WYE201")
    assert str(error) == (
        "Could not run 'call::scale.out' with arguments from the 'NumPy' backend.\n"
        "  the key came from: argument 1 'x' (numpy.ndarray on cpu)\n"
        "  kernels exist for: CPU, Autograd"
    )
    assert error.__notes__ == [
        "  to add one: library('IMPL', 'call').impl('scale.out', fn, 'NumPy')",
        "  full table: wye.dispatch.dump_table('call::scale.out')",
        "  [WYE201]",
    ]


def test_the_advice_in_the_notes_works(lib):
    op = lib.define("f(Tensor x) -> str")
    notes = missing(op, make("sparse")).__notes__
    advice = notes[0].partition("to add one: ")[2]
    with eval(advice.partition(".impl")[0], {"library": dispatch.library}) as fix:
        eval("lib.impl" + advice.partition(".impl")[2], {"lib": fix, "fn": lambda x: "fixed"})
        assert op(make("sparse")) == "fixed"
    assert "AutogradCPU" in eval(notes[1].partition("full table: ")[2], {"wye": wye})


@pytest.mark.parametrize(
    ("args", "kwargs", "origin"),
    [
        (lambda: (make("t"), make("sparse")), dict, "argument 2 'y' (tests.Tensor on meta)"),
        (lambda: (make("t"),), lambda: {"y": make("sparse")}, "argument 2 'y' (tests.Tensor on meta)"),
        (lambda: (make("t"), None, [make("t"), make("sparse")]), dict, "argument 3 'z' (tests.Tensor on meta)"),
        (lambda: (make("t"),), lambda: {"w": make("sparse")}, "argument 2 'w' (tests.Tensor on meta)"),
    ],
)
def test_the_argument_that_brought_the_key_is_named(lib, args, kwargs, origin):
    op = lib.define("f(Tensor x, Tensor? y=None, Tensor[]? z=None, *, Tensor? w=None) -> str")
    lib.impl("f", lambda *args, **kwargs: "CPU", "CPU")
    error = missing(op, *args(), **kwargs())
    assert error.key == "SparseCPU"
    assert f"\n  the key came from: {origin}\n" in str(error)


def test_a_key_that_the_thread_includes_is_told(lib):
    op = lib.define("f(Tensor x) -> str")
    with dispatch.include("TESTING_ONLY_GenericMode"):
        assert "the key came from: the thread's included keys" in str(missing(op, make("t")))


def test_a_key_made_of_several_arguments_is_told(lib):
    op = lib.define("f(Tensor x, Tensor y) -> str")
    error = missing(op, make("sparse"), make("meta"))
    assert error.key == "SparseMeta"
    assert "the key came from: several arguments together, or the key set given to redispatch" in str(error)


def test_a_redispatch_to_a_key_without_kernel_is_told(lib):
    op = lib.define("f(Tensor x) -> str")
    error = missing(op.redispatch, DispatchKeySet("CUDA"), make("t"))
    assert error.key == "CUDA"
    assert "the key set given to redispatch" in str(error)


def test_an_operator_without_any_kernel_says_nothing_yet(lib):
    assert "\n  kernels exist for: nothing yet" in str(missing(lib.define("f(Tensor x) -> str"), make("t")))


@pytest.mark.parametrize("args", [((), []), ((None,), [])])
def test_a_call_without_tensors_says_how_to_run_without_them(lib, args):
    op = lib.define("f(Tensor? x=None, Tensor[]? y=None) -> str")
    lib.impl("f", lambda x, y: "CPU", "CPU")
    error = missing(op, *args[0], y=args[1])
    assert str(error).startswith(
        "There were no tensor arguments to this function (e.g., you passed an empty list of Tensors)"
    )
    assert "the key came from: no argument: none of them is a tensor" in str(error)
    assert "impl('f', fn, 'CompositeExplicitAutograd')" in error.__notes__[0]


def test_tensors_whose_keys_are_excluded_or_fall_through_are_told_apart_from_none(lib):
    op = lib.define("f(Tensor x) -> str")
    words = "the key came from: no argument: the keys of the tensors are excluded in this thread, or fall through"
    with dispatch.exclude("CPU"):
        assert words in str(missing(op, make("t")))
    lib.fallthrough("f", "CPU")
    assert words in str(missing(op, make("t")))


def test_the_report_callback_may_raise_instead(lib, monkeypatch):
    op = lib.define("f(Tensor x) -> str")

    def report(key):
        raise LookupError(key)

    monkeypatch.setattr(op, "report_error", report)  # the operator of this name may come back in another test
    with pytest.raises(LookupError, match="CPU"):
        op(make("t"))


def test_a_kernel_that_claims_autograd_for_a_shared_backend_is_ambiguous(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "", "MkldnnCPU")
    lib.impl("f", lambda x: "", "CompositeImplicitAutograd")
    with pytest.raises(
        AmbiguousKernelError, match=r"^call::f has kernels registered to both CompositeImplicitAutograd"
    ) as raised:
        op(make("mkldnn"))
    assert "CompositeExplicitAutograd" in raised.value.__notes__[0]


@pytest.mark.parametrize("key", ["Batched", "Tracer"])
def test_a_built_in_fallback_without_its_engine_says_how_to_go_on(lib, key):
    op = lib.define("f(Tensor x) -> str")
    with dispatch.include(key), pytest.raises(MissingEngineError, match=f"^call::f reached the {key} key") as raised:
        op(make("t"))
    assert raised.value.__notes__[:2] == [
        f"  register a kernel: library('IMPL', 'call', '{key}').impl('f', fn)",
        f"  or keep {key} out of the call: with wye.dispatch.exclude('{key}')",
    ]


# ---- meta tensors ----


def test_a_meta_tensor_without_meta_kernel_says_so(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU")
    error = missing(op, wye.tensor(1, device="meta"))
    assert str(error) == (
        "call::f: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel "
        "registered.\n"
        "  kernels exist for: CPU"
    )
    assert error.__notes__[0] == "  to add one: library('IMPL', 'call').impl('f', fn, 'Meta')"


def test_a_library_can_name_the_module_of_its_fake_kernels(lib):
    before = lib.define("before(Tensor x) -> Tensor")
    lib.set_python_module("no_such_package.fakes", "pip install it first")
    op = lib.define("f(Tensor x) -> Tensor")
    assert dispatch.python_module_of("call::f") == ("no_such_package.fakes", "pip install it first")
    assert dispatch.python_module_of("call::before") is None
    error = missing(op, make("meta"))
    assert str(error) == (
        "call::f: We could not find the fake impl for this operator. The operator specified that you may need to "
        "import the 'no_such_package.fakes' Python module to load the fake impl. pip install it first"
    )
    assert error.__notes__[0] == "  import no_such_package.fakes"
    assert "attempted to run this operator with Meta tensors" in str(missing(before, make("meta")))


def test_a_module_that_was_imported_and_registered_nothing_is_named(lib):
    lib.set_python_module("json")
    op = lib.define("f(Tensor x) -> Tensor")
    assert "json" in sys.modules
    error = missing(op, make("meta"))
    assert str(error) == "call::f: We could not find the fake impl for this operator. "
    assert error.__notes__[0] == "  the module json was imported but did not register one: look there"


def test_a_meta_kernel_ends_the_search(lib):
    lib.set_python_module("no_such_package.fakes")
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "Meta")
    assert op(make("meta")).kind == "meta"


def test_python_module_of_an_unknown_operator_is_none():
    assert dispatch.python_module_of("call::unknown", "out") is None
