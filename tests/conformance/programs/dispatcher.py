"""Uses torch._C the way PyTorch's own dispatcher tests do.  Runs alike on torch and, by wye.compat.torch, on wye.

python tests/conformance/programs/dispatcher.py
python -m wye.compat.torch tests/conformance/programs/dispatcher.py
"""

import itertools
import os
import re
import unittest
from collections import namedtuple

import torch
import torch._C as C
from torch import _C
from torch._C import DispatchKey, DispatchKeySet

Result = namedtuple("Result", "state table provenance")


def without_places(text):
    return re.sub(r"registered at (/dev/null:0|\S+\.(cpp|py)(:\d+)?)", "registered at PLACE", text)


def excerpt(table, *keys):
    """Some rows of a dumped table."""
    rows = dict(row.split(": ", 1) for row in table.splitlines())
    return "".join(f"{key}: {without_places(rows[key])}\n" for key in keys if key in rows)


class TestDispatch(unittest.TestCase):
    maxDiff = None
    namespace_index = 0

    def setUp(self):
        # each test its own namespace: one that is left behind disturbs no other
        TestDispatch.namespace_index += 1
        self.namespace = f"__program{self.namespace_index}__"

    def run_ops(self, name, ops, ctor_order, dtor_order, results, expect_raises=False):
        """Register in one order, deregister in another, and compare the state with every earlier visit."""
        active, refs, raised = set(), [None] * len(ops), None

        def check(key, provenance):
            C._dispatch_check_invariants(f"{self.namespace}::{name}")
            state = C._dispatch_dump(f"{self.namespace}::{name}").replace(self.namespace, "test")
            table = C._dispatch_dump_table(f"{self.namespace}::{name}")
            seen = results.setdefault(key, Result(state, table, provenance))
            assert (seen.state, seen.table) == (state, table), f"{seen.provenance} against {provenance}"

        check(frozenset(), "nothing")
        for number, op_ix in enumerate(ctor_order):
            # each registration has a library of its own, so that it can be taken back alone
            refs[op_ix] = C._dispatch_library("FRAGMENT", self.namespace, "")
            try:
                ops[op_ix](refs[op_ix])
                active.add(op_ix)
                check(frozenset(active), f"constructors {ctor_order[: number + 1]}")
            except RuntimeError as error:
                if not expect_raises:
                    raise
                raised = str(error).replace(self.namespace, "test")
                refs[op_ix].reset()
                refs[op_ix] = None
                check(frozenset(active), f"constructors {ctor_order[: number + 1]}, the last of which failed")
                break
        last = set(active)
        for number, op_ix in enumerate(dtor_order):
            if refs[op_ix] is not None:
                refs[op_ix].reset()  # PyTorch's registrations live as long as the library object
                refs[op_ix] = None
                active.discard(op_ix)
                check(frozenset(active), f"constructors {ctor_order}, destructors {dtor_order[: number + 1]}")
        return results[frozenset(last)], raised

    def commute(self, name, ops, ctor_order=None, expect_raises=False):
        """All orders of registering and deregistering lead to the same states; the result is the last of them."""
        results, last, raised = {}, None, []
        orders = list(itertools.permutations(range(len(ops)))) if ctor_order is None else [ctor_order]
        for ctors in orders:
            for dtors in itertools.permutations(range(len(ops))):
                last, error = self.run_ops(name, ops, ctors, dtors, results, expect_raises)
                raised.append(error)
        return raised if expect_raises else last

    def test_def(self):
        state = self.commute(
            "foo",
            [
                lambda m: m.def_("foo(Tensor x) -> Tensor"),
                lambda m: m.impl_t_t("foo"),
                lambda m: m.impl_t_t("foo", dispatch="CPU"),
            ],
        ).state
        assert (
            without_places(state) == "name: test::foo\n"
            "schema: test::foo(Tensor x) -> Tensor\n"
            "debug: registered at PLACE\n"
            "alias analysis kind: FROM_SCHEMA\n"
            "CPU: impl_t_t :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]\n"
            "CompositeImplicitAutograd[alias]: impl_t_t :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]\n"
        )

    def test_def_impl_schema_mismatch(self):
        raised = self.commute(
            "foo",
            [lambda m: m.def_("foo(Tensor x, Tensor y) -> Tensor"), lambda m: m.impl_t_t("foo")],
            expect_raises=True,
        )
        for error in raised:
            assert "Inferred operator schema for a C++ kernel function doesn't match" in error
            assert "reason: The number of arguments is different. 2 vs 1." in error

    def test_multiple_def_error(self):
        ops = [lambda m: m.def_("foo(Tensor x, Tensor y) -> Tensor")] * 2
        for error in self.commute("foo", ops, expect_raises=True):
            assert error.startswith(
                "Tried to register an operator (test::foo(Tensor x, Tensor y) -> Tensor) with the same name and "
                "overload name multiple times."
            ), error

    def test_def_with_explicit_alias(self):
        state = self.commute("foo", [lambda m: m.def_("foo(Tensor x) -> Tensor", alias="PURE_FUNCTION")]).state
        assert "alias analysis kind: PURE_FUNCTION\n" in state

    def test_def_name_and_def_schema(self):
        state = self.commute("foo", [lambda m: m.def_name_t_t("foo", dispatch="CPU", debug="fn_cpu")]).state
        assert "schema: test::foo(Tensor _0) -> Tensor _0\n" in state
        assert "alias analysis kind: CONSERVATIVE\n" in state
        state = self.commute("foo", [lambda m: m.def_schema_t_t("foo(Tensor x) -> Tensor", debug="fn")]).state
        assert "CompositeImplicitAutograd[alias]: fn ::" in state

    def test_def_only_and_impl_only(self):
        only = self.commute("foo", [lambda m: m.def_("foo(Tensor x, Tensor y) -> Tensor")])
        assert "CPU" not in only.state
        kernels = self.commute("foo", [lambda m: m.impl_t_t("foo", "CPU"), lambda m: m.impl_t_t("foo", "Autograd")])
        assert "schema: (none)\n" in kernels.state

    def test_computed_table(self):
        table = self.commute(
            "foo",
            [
                lambda m: m.def_("foo(Tensor x) -> Tensor"),
                lambda m: m.impl_t_t("foo", "CPU", debug="fn_cpu"),
                lambda m: m.impl_t_t("foo", "CompositeImplicitAutograd", debug="fn_math"),
                lambda m: m.impl_t_t("foo", "AutogradCPU", debug="fn_autograd_cpu"),
            ],
        ).table
        assert (
            excerpt(table, "Undefined", "CPU", "XLA", "AutogradOther", "AutogradCPU", "AutogradXLA")
            == "Undefined: fn_math [math kernel]\n"
            "CPU: fn_cpu [kernel]\n"
            "XLA: fn_math [math kernel]\n"
            "AutogradOther: fn_math [math kernel]\n"
            "AutogradCPU: fn_autograd_cpu [kernel]\n"
            "AutogradXLA: fn_math [math kernel]\n"
        )

    def test_computed_table_with_ambiguous_autogradother(self):
        table = self.commute(
            "foo",
            [
                lambda m: m.def_("foo(Tensor x) -> Tensor"),
                lambda m: m.impl_t_t("foo", "CompositeImplicitAutograd", debug="fn_math"),
                lambda m: m.impl_t_t("foo", "FPGA", debug="fn_fpga"),
            ],
        ).table
        assert (
            excerpt(table, "CPU", "FPGA", "AutogradOther") == "CPU: fn_math [math kernel]\n"
            "FPGA: fn_fpga [kernel]\n"
            "AutogradOther: ambiguous_autogradother [ambiguous autogradother]\n"
        )

    def test_overwrite_in_one_order(self):
        with self.subTest("the newest is active"):
            state = self.commute(
                "foo",
                [
                    lambda m: m.def_("foo(Tensor x) -> Tensor"),
                    lambda m: m.impl_t_t("foo", debug="fn1"),
                    lambda m: m.impl_t_t("foo", debug="fn2"),
                ],
                ctor_order=(0, 1, 2),
            ).state
        kernels = [line for line in state.splitlines() if line.startswith("CompositeImplicitAutograd")]
        labels = [line.partition("[alias]")[2].partition(" ::")[0] for line in kernels]
        assert labels == [": fn2", " (inactive): fn1"]

    def test_fallthrough_fallback(self):
        library = C._dispatch_library("IMPL", "_", "Vulkan")
        defs = C._dispatch_library("FRAGMENT", self.namespace, "")
        library.fallback_fallthrough()
        defs.def_("foo(Tensor x) -> Tensor")
        assert C._dispatch_has_backend_fallback(DispatchKey.CPU) is False
        table = C._dispatch_dump_table(f"{self.namespace}::foo")
        assert excerpt(table, "Vulkan") == "Vulkan: fallthrough registered at PLACE [backend fallback]\n"
        library.reset()
        assert excerpt(C._dispatch_dump_table(f"{self.namespace}::foo"), "Vulkan") == ""
        defs.reset()

    def test_find_dangling_impls(self):
        assert [d for d in C._dispatch_find_dangling_impls() if self.namespace in d] == []
        library = C._dispatch_library("IMPL", self.namespace, "")
        library.impl_t_t("foo", dispatch="CPU", debug="fn_cpu")
        dangling = [d.replace(self.namespace, "test") for d in C._dispatch_find_dangling_impls() if self.namespace in d]
        assert dangling == [
            "name: test::foo\nschema: (none)\nCPU: fn_cpu :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]\n"
        ]
        library.reset()

    def test_errors_of_libraries(self):
        def raises(words, call):
            try:
                call()
            except RuntimeError as error:
                raised = str(error)
            else:
                raised = "no error"
            assert words in raised

        first = C._dispatch_library("DEF", self.namespace, "", __file__, 3)
        raises("Only a single", lambda: C._dispatch_library("DEF", self.namespace, ""))
        first.reset()
        library = C._dispatch_library("IMPL", self.namespace, "CPU")
        raises("def", lambda: library.def_("foo(Tensor x) -> Tensor"))
        raises("inconsistent", lambda: library.impl_t_t("foo", "CUDA"))
        raises("could not parse dispatch key: Bogus", lambda: library.impl_t_t("foo", "Bogus"))
        raises("does not exist", lambda: C._dispatch_has_kernel_for_dispatch_key(f"{self.namespace}::foo", "CPU"))
        assert C._dispatch_dump(f"{self.namespace}::foo") == ""
        library.reset()

    def test_python_kernels_are_called_and_redispatch(self):
        calls = []
        library = C._dispatch_library("FRAGMENT", self.namespace, "")
        assert library.define("foo(Tensor x) -> Tensor") == "foo"
        handle = C._dispatch_find_schema_or_throw(f"{self.namespace}::foo", "")

        def autograd(keyset, x):
            calls.append(str(keyset.highestPriorityTypeId()))
            return handle.redispatch_boxed(keyset & C._after_autograd_keyset, x)

        def cpu(x):
            calls.append("cpu")
            return x

        library.impl("foo", DispatchKey.AutogradCPU, autograd, True)
        library.impl("foo", "CPU", cpu)
        x = torch.tensor([1.0])
        keys = DispatchKeySet(DispatchKey.CPU) | DispatchKeySet(DispatchKey.AutogradCPU)
        assert handle.redispatch_boxed(keys, x) is x
        assert calls == ["DispatchKey.AutogradCPU", "cpu"]
        assert str(handle.schema()) == f"{self.namespace}::foo(Tensor x) -> Tensor"
        library.reset()

    def test_guards_and_thread_state(self):
        before = C._dispatch_tls_local_exclude_set().raw_repr()
        with C._ExcludeDispatchKeyGuard(DispatchKeySet(DispatchKey.Python)):
            assert C._dispatch_tls_is_dispatch_key_excluded(DispatchKey.Python)
        with C._AutoDispatchBelowAutograd():
            assert C._dispatch_tls_is_dispatch_key_excluded(DispatchKey.AutogradOther)
        assert C._dispatch_tls_local_exclude_set().raw_repr() == before

    def test_the_module_is_one(self):
        assert C is _C
        assert torch._C is C
        assert C._dispatch_key_name(C._dispatch_key_parse("CPU")) == "CPU"
        assert C._dispatch_keyset_full().has(DispatchKey.CPU)
        assert os.path.exists(torch.__file__)


if __name__ == "__main__":
    unittest.main()
