"""Arrays of other libraries as arguments and results."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from tests.unit.call.tensor_kinds import make, names

import wye
from wye._engine import engine
from wye.call import arrays
from wye.errors import ArgumentError, NoKernelError, RegistrationError, UnknownKeyError
from wye.keys import DispatchKeySet


@pytest.fixture(autouse=True)
def _forget_registered_types(monkeypatch):
    """Types that a test registers are unknown again afterwards."""
    monkeypatch.setattr(arrays, "_by_type", dict(arrays._by_type))
    monkeypatch.setattr(arrays, "_by_name", dict(arrays._by_name))
    yield
    monkeypatch.undo()
    engine.forget_types()


@pytest.fixture
def keys_of(lib):
    """The keys that an argument brings to a call."""
    op = lib.define("f(Tensor x) -> str")
    for key in ("NumPy", "CPU", "CUDA", "SparseCPU", "CompositeExplicitAutograd"):
        lib.impl("f", lambda ks, x: ", ".join(names(ks)), key, with_keyset=True)
    return op


class Array:
    pass


def test_an_ndarray_reaches_the_numpy_kernel_as_it_is(lib):
    op, x = lib.define("f(Tensor x) -> Tensor"), np.arange(3)
    lib.impl("f", lambda x: x, "NumPy")
    assert op(x) is x


def test_an_ndarray_does_not_reach_the_cpu_kernel(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU")
    with pytest.raises(NoKernelError, match="from the 'NumPy' backend"):
        op(np.arange(3))


@pytest.mark.parametrize("x", [np.ones(2), np.ma.ones(2), np.float64(1), np.bool_(True), np.array("a")])
def test_numpy_arrays_their_subclasses_and_scalars_belong_to_numpy(keys_of, x):
    assert keys_of(x) == "NumPy"


def test_arrays_and_tensors_in_one_list_share_their_keys(lib):
    op = lib.define("f(Tensor[] x) -> str")
    lib.impl("f", lambda ks, x: ", ".join(names(ks)), "NumPy", with_keyset=True)
    assert op([make("t"), np.ones(1), np.float32(1)]) == "CPU, NumPy"  # and named backends outrank built-in ones
    assert op((np.ones(1),)) == "NumPy"


def test_a_list_with_something_that_is_no_array_is_refused(lib):
    op = lib.define("f(Tensor[] x) -> str")
    with pytest.raises(ArgumentError, match=r"'List\[Tensor\]' for argument 'x'"):
        op([np.ones(1), 3])


def test_results_are_whatever_the_kernel_returns(lib):
    op = lib.define("f(Tensor x) -> (Tensor, Tensor)")
    lib.impl("f", lambda x: (x.sum(), x), "NumPy")
    total, same = op(np.ones(3))
    assert (type(total), total, type(same)) == (np.float64, 3.0, np.ndarray)


def test_a_python_number_is_no_tensor_result(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x.sum().item(), "NumPy")
    with pytest.raises(RuntimeError, match="returned float where the schema promises 'Tensor'"):
        op(np.ones(3))


# ---- registering types ----


@pytest.mark.parametrize(
    "keys",
    [
        "CUDA",
        wye.DispatchKey.CUDA,
        int(wye.DispatchKey.CUDA),
        DispatchKeySet("CUDA"),
        ["CUDA"],
        lambda x: DispatchKeySet("CUDA"),
    ],
)
def test_a_registered_type_brings_its_keys(keys_of, keys):
    wye.register_array_type(Array, keys)
    assert keys_of(Array()) == "CUDA"


def test_a_type_that_nobody_registered_is_refused_then_accepted_then_changed(keys_of):
    x = Array()
    with pytest.raises(ArgumentError, match="'Tensor' for argument 'x' but instead found type 'Array'"):
        keys_of(x)
    wye.register_array_type(Array, "CUDA")
    assert keys_of(x) == "CUDA"
    wye.register_array_type(Array, ["CPU", "CUDA"])
    assert keys_of(x) == "CPU, CUDA"


def test_subclasses_belong_to_their_nearest_registered_base(keys_of):
    class Child(Array):
        pass

    class Grandchild(Child):
        pass

    wye.register_array_type(Array, "CUDA")
    assert keys_of(Grandchild()) == "CUDA"
    wye.register_array_type(Child, "CPU")
    assert (keys_of(Array()), keys_of(Child()), keys_of(Grandchild())) == ("CUDA", "CPU", "CPU")


def test_a_subclass_of_ndarray_can_have_keys_of_its_own(keys_of):
    class Mine(np.ndarray):
        pass

    assert keys_of(np.ones(1).view(Mine)) == "NumPy"
    wye.register_array_type(Mine, "CUDA")
    assert keys_of(np.ones(1).view(Mine)) == "CUDA"
    assert keys_of(np.ones(1)) == "NumPy"


def test_keys_may_depend_on_the_object(keys_of):
    class Placed(Array):
        def __init__(self, where):
            self.where = where

    wye.register_array_type(Placed, lambda x: DispatchKeySet(x.where))
    assert [keys_of(Placed(where)) for where in ("CPU", "CUDA", "SparseCPU")] == ["CPU", "CUDA", "SparseCPU"]


def test_a_key_function_that_returns_something_else_is_named(keys_of):
    wye.register_array_type(Array, lambda x: "CUDA")
    with pytest.raises(TypeError, match="the key function of Array returned str, not a DispatchKeySet"):
        keys_of(Array())


def test_what_a_key_function_raises_comes_through(keys_of):
    wye.register_array_type(Array, lambda x: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        keys_of(Array())


def test_a_type_without_keys_still_counts_as_a_tensor(keys_of):
    wye.register_array_type(Array, DispatchKeySet())
    assert keys_of(Array()) == ""


def test_a_type_is_registered_by_name_before_its_library_exists(keys_of):
    wye.register_array_type(f"{Array.__module__}.{Array.__qualname__}", "CUDA")
    assert keys_of(Array()) == "CUDA"


@pytest.mark.parametrize(
    ("cls", "keys", "error", "words"),
    [
        (Array, 3.5, RegistrationError, "takes dispatch keys or a function, not float"),
        (Array, None, RegistrationError, "takes dispatch keys or a function, not NoneType"),
        (Array, "Nope", UnknownKeyError, "could not parse dispatch key: Nope"),
        (3, "CPU", RegistrationError, "takes a class, not int"),
        (wye.Tensor, "CPU", RegistrationError, "objects of Tensor carry their own keys"),
        (type(make("t")), "CPU", RegistrationError, "objects of Tensor carry their own keys"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(cls, keys, error, words):
    before = dict(arrays._by_type), dict(arrays._by_name)
    with pytest.raises(error, match=words):
        wye.register_array_type(cls, keys)
    assert (arrays._by_type, arrays._by_name) == before


def test_many_types_do_not_confuse_each_other(keys_of):
    classes = [type(f"Array{i}", (), {}) for i in range(600)]
    for i, cls in enumerate(classes):
        wye.register_array_type(cls, "CUDA" if i % 2 else "CPU")
    for _ in range(2):
        assert [keys_of(cls()) for cls in classes] == ["CPU", "CUDA"] * 300


def test_types_that_die_leave_no_keys_to_their_successors(keys_of):
    for _ in range(300):
        wye.register_array_type("ghost.Ghost", "CUDA")
        assert keys_of(type("Ghost", (), {"__module__": "ghost"})()) == "CUDA"
        with pytest.raises(ArgumentError):
            keys_of(type("Living", (), {})())
    gc.collect()


def test_numpy_is_known_without_being_imported():
    program = """
        import sys
        import wye
        from wye import dispatch
        lib = dispatch.library("DEF", "sub")
        op = lib.define("f(Tensor x) -> int")
        lib.impl("f", lambda x: 1, "NumPy")
        assert "numpy" not in sys.modules
        wye.register_array_type("elsewhere.Array", "NumPy")
        class Array: pass
        Array.__module__, Array.__qualname__ = "elsewhere", "Array"
        assert op(Array()) == 1
        assert "numpy" not in sys.modules
        import numpy
        assert op(numpy.ones(2)) == 1
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, env=dict(os.environ), timeout=200)
