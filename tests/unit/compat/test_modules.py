"""The modules of PyTorch's dispatcher over wye: their names work, not only exist."""

import importlib
import pkgutil
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

import wye
import wye.compat.torch as torch
from wye.compat.torch import _C, _custom_ops, _ops, overrides
from wye.compat.torch._custom_op import impl as custom_op_impl
from wye.compat.torch._library import custom_ops, fake_impl, infer_schema, simple_registry, utils
from wye.compat.torch.testing._internal import common_utils
from wye.compat.torch.utils import _cxx_pytree, _mode_utils, _python_dispatch, _pytree
from wye.errors import ComingError
from wye.library import Library

MODULES = [name for _, name, _ in pkgutil.walk_packages(torch.__path__, "wye.compat.torch.") if "__main__" not in name]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_what_it_says(name):
    module = importlib.import_module(name)
    assert [n for n in getattr(module, "__all__", ()) if not hasattr(module, n)] == []


def test_importing_a_module_replaces_no_function_of_the_same_name():
    program = """
import importlib, pkgutil, sys, types, warnings
import wye.compat.torch
warnings.simplefilter("ignore")
replaced = []
for _, name, _ in pkgutil.walk_packages(wye.compat.torch.__path__, "wye.compat.torch."):
    package, _, last = name.rpartition(".")
    before = vars(sys.modules[package]).get(last)
    if last != "__main__":
        importlib.import_module(name)
    if not isinstance(before, types.ModuleType | None) and vars(sys.modules[package])[last] is not before:
        replaced.append(name)
assert not replaced, replaced
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)


@pytest.fixture
def lib():
    with Library("modules", "FRAGMENT") as lib:
        lib.define("f(Tensor x) -> Tensor")
        lib.define("f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", tags=[wye.Tag.out])
        lib.define("f_(Tensor(a!) x) -> Tensor(a!)", tags=[wye.Tag.inplace])
        lib.define("write(Tensor(a!) x) -> ()")
        yield lib


# ---- torch._C ----
def test_operations_are_found_by_name(lib):
    op, op_dk, tags = _C._get_operation_overload("modules::f", "out")
    assert (op, tags) == (wye.ops.modules.f.out, [wye.Tag.out])
    lib.impl("f", lambda x: "cpu", "CPU")
    x = wye.tensor([1.0])
    assert _C._get_operation_overload("modules::nope", "") is None
    assert _C._jit_get_operation("modules::f") == (wye.ops.modules.f, ["", "out"])
    assert _C._jit_get_operation("modules::nope") == (None, None)
    assert callable(op_dk)
    assert _C._dispatch_keys(x).has("CPU")


def test_autocast_is_known_by_device():
    assert _C._is_autocast_available("cpu")
    assert not _C._is_autocast_available("meta")


def test_function_modes_are_counted_and_switched_off():
    class Mode(overrides.BaseTorchFunctionMode):
        pass

    assert not _C._is_torch_function_mode_enabled()
    with Mode() as mode:
        assert _C._len_torch_function_stack() == 1
        assert _C._get_function_stack_at(0) is mode is overrides._get_current_function_mode()
        assert _C._has_torch_function_unary(1)
        assert overrides.has_torch_function_variadic(1, 2)
        with _C.DisableTorchFunction():
            assert not _C._is_torch_function_mode_enabled()
        with overrides._pop_mode_temporarily() as popped:
            assert popped is mode
            assert overrides._get_current_function_mode_stack() == []


# ---- torch._ops ----
def test_the_keys_of_a_call_are_computed_in_python():
    x = wye.tensor([1.0])
    assert _ops._to_flat_tuple(([x, 1],), {"y": x}) == (x, 1, x)
    assert _ops._get_tensors(([x, 1],), {}) == (x,)
    mask = wye.DispatchKeySet("CPU")
    assert _ops._compute_keyset((x,), {}, mask) == _ops.key_extractor((x,), mask) == mask


# ---- torch.utils ----
def test_modes_come_and_go_by_hand():
    class Infra(_python_dispatch.TorchDispatchMode):
        @classmethod
        def is_infra_mode(cls):
            return True

    user, infra = _python_dispatch.BaseTorchDispatchMode(), Infra()
    with infra:
        assert _python_dispatch.is_in_torch_dispatch_mode()
        assert not _python_dispatch.is_in_torch_dispatch_mode(include_infra_modes=False)
        _python_dispatch._push_mode(user)
        assert _python_dispatch.any_torch_dispatch_mode_on_stack()
        with _python_dispatch._pop_mode_temporarily() as popped:
            assert popped is user
        with _python_dispatch._disable_current_modes() as modes:
            assert modes == [infra, user]
            assert _python_dispatch._len_torch_dispatch_stack() == 0
        assert _python_dispatch._pop_mode() is user
    assert _python_dispatch._get_current_dispatch_mode() is None


def test_infrastructure_modes_are_found_and_put_away():
    class Proxy(_python_dispatch.TorchDispatchMode):
        _mode_key = _C._TorchDispatchModeKey.PROXY

    key = _C._TorchDispatchModeKey.PROXY
    with Proxy() as mode:
        assert _python_dispatch._detect_infra_mode(key) is mode
        with _python_dispatch._disable_infra_mode(key) as unset:
            assert unset is mode
            assert _python_dispatch._detect_infra_mode(key) is None
        assert _python_dispatch._detect_infra_mode(key) is mode
    assert _python_dispatch._unset_infra_mode(key) is None
    before = Proxy(wye.DispatchKey.PreDispatch)
    _python_dispatch._push_mode(before)
    with _python_dispatch._disable_current_modes() as modes:
        assert modes == [before]
        assert _ops._len_torch_dispatch_stack_pre_dispatch() == 0
    with _python_dispatch._disable_infra_mode(key) as unset:
        assert unset is before
    assert _python_dispatch._pop_mode(wye.DispatchKey.PreDispatch) is before


def test_no_dispatch_is_entered_when_it_is_made():
    held = _mode_utils.no_dispatch()
    assert wye.dispatch.is_excluded("Python")
    with held:
        pass
    assert not wye.dispatch.is_excluded("Python")
    assert _mode_utils.all_same_mode([1, 1])
    assert not _mode_utils.all_same_mode([1, 2])


def test_old_names_of_trees_warn():
    point = namedtuple("Point", "x y")
    spec = _pytree.tree_structure([1])
    with pytest.warns(FutureWarning, match="treespec_dumps"):
        text = _pytree.pytree_to_str(spec)
    with pytest.warns(FutureWarning, match="treespec_loads"):
        assert _pytree.str_to_pytree(text) == spec
    with pytest.warns(FutureWarning, match="tree_is_leaf"):
        assert _pytree._is_leaf(1)
    with pytest.warns(FutureWarning, match="is_namedtuple_instance"):
        assert _pytree._is_namedtuple_instance(point(1, 2))

    class Box:
        pass

    def register():
        _pytree._register_pytree_node(Box, lambda box: ([1], None), lambda children, _: Box())

    with pytest.warns(FutureWarning, match=r"torch\.utils\._pytree\._register_pytree_node"):
        register()
    with pytest.warns(FutureWarning), pytest.warns(UserWarning, match="already registered"):
        register()
    assert _cxx_pytree.tree_leaves(Box()) == [1]
    _pytree._deregister_pytree_node(Box)


# ---- torch._library ----
def test_questions_about_operators(lib):
    ops = wye.ops.modules
    assert utils.lookup_op("modules::f.out") is ops.f.out
    assert utils.lookup_op("modules::f") is ops.f.default
    assert not utils.is_builtin(ops.f.default)
    assert utils.is_out(ops.f.out)
    questions = importlib.import_module("wye.compat.torch._export.utils")
    assert questions._is_cia_op(wye.ops.aten.reshape.default)
    assert not questions._is_cia_op(wye.ops.aten.add.Tensor)
    assert utils.is_inplace(ops.f_.default)
    assert not utils.mutates_and_returns_first_arg(ops.f_.default)  # of aten only
    assert utils.get_layout_constraint_tag(ops.f.default) is wye.Tag.needs_exact_strides
    assert utils.get_layout_constraint_tag(ops.f.default, with_default=False) is None
    assert utils.is_functional_schema("f(Tensor x) -> Tensor")
    assert utils.parse_namespace("a::b") == ("a", "b")
    assert utils.get_source(1).partition(":")[0].endswith("test_modules.py")
    assert utils.requires_set_python_module()


def test_some_fake_kernels_go_without_saying(lib):
    ops, x, out = wye.ops.modules, wye.tensor([1.0]), wye.tensor([2.0])
    assert [utils.has_fake_kernel(op) for op in (ops.f.default, ops.f.out, ops.f_.default, ops.write.default)] == [
        False,
        True,
        True,
        True,
    ]
    assert utils.generate_trivial_fake_impl(ops.f.out, x, out=out) is out
    assert utils.generate_trivial_fake_impl(ops.f_.default, x) is x
    assert utils.generate_trivial_fake_impl(ops.write.default, x) is None
    lib._register_fake("f", lambda x: x)
    assert utils.has_fake_kernel(ops.f.default)
    assert simple_registry.singleton.find("modules::f").fake_impl.kernel is not None
    assert simple_registry.singleton.get("modules::nope") is None


def test_a_mode_can_be_asked_by_hand(lib):
    class Mode(_python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            return func, types, args, kwargs

    x = wye.tensor([1.0])
    assert utils.handle_dispatch_mode(Mode(), wye.ops.modules.f.default, x, a=1) == (
        wye.ops.modules.f.default,
        (),
        (x,),
        {"a": 1},
    )
    assert list(utils.iter_tensors((x, [x], [[x]]), {"y": x})) == [x, x, x]


def test_a_context_getter_can_be_set():
    with fake_impl.set_ctx_getter(lambda: "context"):
        assert fake_impl.global_ctx_getter() == torch.library.get_ctx() == "context"


def test_custom_operators_are_found_by_name():
    made = custom_ops.custom_op("modules::made", lambda x: None, mutates_args=(), schema="(int x) -> ()")
    try:
        op = wye.ops.modules.made.default
        assert custom_ops._maybe_get_opdef(made) is custom_ops._maybe_get_opdef(op) is made
        assert custom_ops._maybe_get_opdef("modules::other") is None
        assert custom_ops.OPDEFS["modules::made"] is made
    finally:
        made._destroy()
    assert infer_schema.tuple_to_list(tuple[int, ...]) == list[int]


# ---- torch._custom_ops ----
def test_an_operator_is_made_of_parts():
    @_custom_ops.custom_op("modules::parts")
    def parts(x: wye.Tensor) -> wye.Tensor:
        raise AssertionError("never called")

    try:

        @_custom_ops.impl("modules::parts", device_types="cpu")
        def parts_cpu(x):
            return wye.tensor([x.item() + 1])

        @_custom_ops.impl_abstract("modules::parts")
        def parts_fake(x):
            return wye.tensor([0.0], device="meta")

        _custom_ops.impl_save_for_backward("modules::parts", func=lambda inputs, output: None)
        _custom_ops.impl_backward("modules::parts", func=lambda ctx, saved, grad: {"x": grad})
        assert torch.ops.modules.parts(wye.tensor([1.0])).tolist() == [2.0]
        assert torch.ops.modules.parts(wye.tensor([1.0], device="meta")).device.type == "meta"
        assert custom_op_impl._find_custom_op("modules::parts")._has_impl("backward")
        assert custom_op_impl.get_op("modules::parts") is torch.ops.modules.parts.default
    finally:
        _custom_ops._destroy("modules::parts")
    assert _custom_ops.custom_op("modules::text", "(Tensor x) -> Tensor") is None
    _custom_ops._destroy("modules::text")


def test_the_oldest_api_warns():
    with pytest.warns(DeprecationWarning, match=r"use the equivalent torch\.library API"):
        decorate = custom_op_impl.custom_op("modules::oldest", "(Tensor x) -> Tensor")

    def oldest(x):
        pass

    op = decorate(oldest)
    try:
        op.impl_abstract()(lambda x: x)
        assert custom_op_impl.get_abstract_impl("modules::oldest") is not None
        assert custom_op_impl.get_abstract_impl("modules::nope") is None
    finally:
        op._destroy()


# ---- torch.testing ----
def test_decorators_of_tests_take_brackets_or_not():
    def test():
        return 1

    for decorator in (common_utils.skipIfCrossRef, common_utils.skipIfTorchDynamo, common_utils.markDynamoStrictTest):
        assert decorator(test) is decorator("why")(test) is test
    assert not common_utils.TEST_CUDA


def test_every_name_can_be_imported_from_modules_inside_of_pytorch_but_is_not_there():
    program = (
        "from torch.fx.node import _nothing_like_it\n"
        "import torch\n"
        "torch.testing._internal.common_utils\n"
        "from torch.testing._internal.common_utils import find_library_location, TEST_SOME_LIBRARY, TestCase\n"
        "assert not hasattr(torch.fx.node, '_nothing_like_it') and not TEST_SOME_LIBRARY\n"
        "try:\n    _nothing_like_it()\n"
        "except NotImplementedError as error:\n    assert 'torch.fx.node._nothing_like_it' in str(error)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(program)
        command = [sys.executable, "-m", "wye.compat.torch", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr


class _Answering:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__, types, args, kwargs


def test_handlers_of_functions_answer_calls_of_functions_that_come_later():
    from wye.compat.torch import sparse_coo_tensor

    value = _Answering()
    assert sparse_coo_tensor([0], value, size=(2,)) == (
        "sparse_coo_tensor", (_Answering,), ([0], value), {"size": (2,)},
    )  # fmt: skip
    with pytest.raises(ComingError, match="sparse_coo_tensor needs sparse"):
        sparse_coo_tensor([0], [1.0])
    with torch.overrides.BaseTorchFunctionMode(), pytest.raises(ComingError, match="sparse_coo_tensor needs sparse"):
        sparse_coo_tensor([0], [1.0])
