"""Keys as values, key sets as values, and named backends."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wye
from wye.errors import KeyClashError, UnknownKeyError
from wye.keys import (
    DispatchKey,
    DispatchKeySet,
    all_backends,
    as_key,
    as_keyset,
    autograd_key_of_backend,
    backend_keyset_from_autograd,
    device_types,
    functionality_to_backend_keys,
    is_alias,
    is_included_in_alias,
    key_for_device,
    named_backends,
    on_new_backend,
    parse_key,
    register_backend,
    runtime_keyset,
    split_device,
    to_functionality_key,
)
from wye.keys.names import PER_BACKEND
from wye.registry import runtime_keys

BACKEND = "KeyTest"
PREFIXES = [prefix for _, prefix, _ in PER_BACKEND]
KEYS = st.sampled_from([key for key in runtime_keys() if key])
SETS = st.lists(KEYS, max_size=8).map(lambda keys: DispatchKeySet(*keys))
BACKEND_BITS = (1 << 16) - 1 | ((1 << 64) - 1) << 64


def in_process(program, **env):
    """Run a program in a process of its own, where no test has registered a backend."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, **env},
        capture_output=True,
        check=False,  # the assertion below shows what it printed
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def backend():
    return register_backend(BACKEND)


# ---- keys ----


def test_a_key_is_a_number_with_a_name():
    assert DispatchKey.CPU.name == "CPU"
    assert DispatchKey.CPU == int(DispatchKey.CPU) == DispatchKey.CPU.value
    assert (repr(DispatchKey.CPU), str(DispatchKey.CPU)) == (
        f"<DispatchKey.CPU: {int(DispatchKey.CPU)}>",
        "DispatchKey.CPU",
    )
    assert f"{DispatchKey.CPU}" == "DispatchKey.CPU"


@given(KEYS)
def test_there_is_one_object_for_each_key(key):
    assert (
        DispatchKey(int(key))
        is key
        is as_key(key)
        is getattr(DispatchKey, key.name)
        is DispatchKey.__members__[key.name]
    )
    assert copy.copy(key) is copy.deepcopy(key) is pickle.loads(pickle.dumps(key)) is key


def test_keys_can_be_listed_and_searched():
    assert DispatchKey.CPU in list(DispatchKey)
    assert "AutogradCPU" in dir(DispatchKey)
    with pytest.raises(AttributeError, match="there is no dispatch key 'Nope'"):
        _ = DispatchKey.Nope


@pytest.mark.parametrize("wrong", [-1, 10_000, 1.5, None])
def test_a_number_that_is_no_key_is_named(wrong):
    with pytest.raises(UnknownKeyError, match="is not the value of a dispatch key"):
        DispatchKey(wrong)


def test_a_name_that_is_no_key_lists_the_nearest():
    with pytest.raises(UnknownKeyError) as raised:
        parse_key("SparseCpu")
    assert str(raised.value) == "could not parse dispatch key: SparseCpu"
    assert raised.value.__notes__[0].startswith("  did you mean ")
    assert "SparseCPU" in raised.value.__notes__[0]


def test_a_key_that_pytorch_does_not_parse_is_reached_as_an_attribute():
    with pytest.raises(UnknownKeyError) as raised:
        parse_key("SparseXLA")
    assert "wye.DispatchKey.SparseXLA" in raised.value.__notes__[0]
    assert DispatchKeySet(DispatchKey.SparseXLA).highest_priority() is DispatchKey.SparseXLA


# ---- key sets ----


def test_a_set_is_a_value():
    one, same = DispatchKeySet("CPU", "AutogradCPU"), DispatchKeySet("AutogradCPU", "CPU", "CPU")
    assert one == same
    assert hash(one) == hash(same)
    assert one != DispatchKeySet("CPU")
    assert one != {"CPU"}
    assert (bool(DispatchKeySet()), len(DispatchKeySet()), len(one)) == (False, 0, 2)
    with pytest.raises(AttributeError):
        one.bits = 3


@given(SETS, SETS)
def test_the_algebra_is_that_of_bits(a, b):
    assert (a | b).bits == a.bits | b.bits
    assert (a & b).bits == a.bits & b.bits
    assert (a ^ b).bits == a.bits ^ b.bits
    assert (a - b).bits == a.bits & ~(b.bits & ~BACKEND_BITS)
    assert all(type(made) is DispatchKeySet for made in (a | b, a & b, a ^ b, a - b))
    assert a.has_any(b) == bool(a & b)
    assert a.has_all(b) == (a & b == b)


@given(SETS, KEYS)
def test_adding_and_removing_a_key(keys, key):
    added = keys.add(key)
    assert key in added
    assert added == keys | DispatchKeySet(key)
    removed = added.remove(key)
    assert key not in removed
    assert removed.bits & BACKEND_BITS == added.bits & BACKEND_BITS


@given(SETS)
def test_iteration_goes_from_the_highest_key_down(keys):
    listed = list(keys)
    assert len(listed) == len(keys)
    assert all(key in keys for key in listed)
    assert [key.functionality for key in listed] == sorted((key.functionality for key in listed), reverse=True)
    assert keys.highest_priority() is (listed[0] if listed else DispatchKey.Undefined)
    functional = DispatchKeySet(*listed)
    assert (functional.bits & ~BACKEND_BITS) == (keys.bits & ~BACKEND_BITS)


@given(SETS)
def test_a_set_survives_pickling(keys):
    loaded = pickle.loads(pickle.dumps(keys))
    assert loaded == keys
    assert type(loaded) is DispatchKeySet


@given(KEYS)
def test_full_after_holds_the_keys_below(key):
    after = DispatchKeySet.full_after(key)
    assert DispatchKey.PythonDispatcher in after  # always, as in PyTorch
    for other in runtime_keys():
        if other and other != DispatchKey.PythonDispatcher:
            assert (other in after) == (other.functionality < key.functionality)


def test_sets_are_made_of_keys_names_numbers_and_lists():
    expected = DispatchKeySet("CPU", "Meta")
    assert as_keyset(expected) is expected
    assert (
        as_keyset(["CPU", DispatchKey.Meta])
        == as_keyset({"CPU", "Meta"})
        == DispatchKeySet(DispatchKey.CPU, int(DispatchKey.Meta))
        == expected
    )
    assert as_keyset("CPU") == as_keyset(DispatchKey.CPU) == DispatchKeySet("CPU")
    with pytest.raises(TypeError, match="expected dispatch keys, not float"):
        as_keyset(1.5)
    with pytest.raises(UnknownKeyError, match="could not parse dispatch key: Nope"):
        DispatchKeySet("CPU", "Nope")


@pytest.mark.parametrize("bits", [-1, 1 << 128])
def test_bits_must_fit_into_the_word(bits):
    with pytest.raises(OverflowError):
        DispatchKeySet.raw(bits)


# ---- named backends ----


def test_a_named_backend_has_all_its_keys(backend):
    assert backend is DispatchKey.KeyTest
    for prefix in PREFIXES:
        key = getattr(DispatchKey, prefix + BACKEND)
        assert (key.backend, key.is_runtime, key.is_alias) == (BACKEND, True, False)
        assert parse_key(prefix + BACKEND) is key  # in text too, whichever keys PyTorch parses
        assert to_functionality_key(key).name in (
            "Dense",
            "Quantized",
            "Sparse",
            "SparseCsr",
            "NestedTensor",
            "AutogradFunctionality",
        )
        assert key in functionality_to_backend_keys(key.functionality)
    assert BACKEND in named_backends()
    assert all_backends()[-len(named_backends()) :] == named_backends()


def test_registering_a_backend_again_gives_the_same_key(backend):
    before = all_backends()
    assert register_backend(BACKEND) is backend
    assert all_backends() == before


@pytest.mark.parametrize(
    "alias",
    ["Autograd", "CompositeImplicitAutograd", "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional"],
)
def test_alias_keys_cover_a_named_backend(backend, alias):
    assert is_alias(alias)
    own = DispatchKey.AutogradKeyTest if alias == "Autograd" else backend
    assert is_included_in_alias(own, alias)
    assert own in runtime_keyset(alias)


def test_a_named_backend_has_autograd_of_its_own(backend):
    assert autograd_key_of_backend(BACKEND) is DispatchKey.AutogradKeyTest
    assert backend_keyset_from_autograd(DispatchKey.AutogradKeyTest) == DispatchKeySet(backend)


def test_a_named_backend_is_a_device_type(backend):
    assert "keytest" in device_types()
    assert key_for_device("keytest") is key_for_device(BACKEND) is backend
    assert split_device("keytest:3") == ("keytest", 3)
    assert wye.device("keytest:3").backend_key is backend
    with pytest.raises(UnknownKeyError, match="to not have a device index"):
        key_for_device("keytest:3")


def test_a_named_backend_outranks_the_built_in_ones_and_earlier_named_ones(backend):
    both = DispatchKeySet("CPU", "Meta", "NumPy", BACKEND)
    assert both.highest_priority() is backend
    assert both.raw_repr() == DispatchKeySet("CPU", "Meta").raw_repr()
    assert repr(DispatchKeySet("CPU", "NumPy")) == "DispatchKeySet(CPU, NumPy)"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("CPU", "clashes with the dispatch key CPU"), ("Autograd", "clashes with the dispatch key Autograd"),
        ("Other", "clashes with the dispatch key AutogradOther"), ("Dense", "clashes with the dispatch key Dense"),
        ("cpu", "clashes with the device type of CPU"), ("Cuda", "clashes with the device type of CUDA"),
        ("numpy", "clashes with the device type of NumPy"), ("keytest", "clashes with the device type of KeyTest"),
        ("PrivateUseOne", "clashes with the device type of privateuseone"), ("", "must be an identifier, not ''"),
        ("two words", "must be an identifier"), ("1st", "must be an identifier"), (3, "must be an identifier, not 3"),
        pytest.param(
            None,
            "must be an identifier, not None",
        ),
    ],
)  # fmt: skip
def test_a_clash_is_refused_and_changes_nothing(name, words):
    before, members = all_backends(), DispatchKey.__members__
    with pytest.raises(KeyClashError, match=words):
        register_backend(name)
    assert (all_backends(), DispatchKey.__members__) == (before, members)


# mkldnn and its like are PyTorch's device types without a dispatch key; a backend may take their names.
WITHOUT_KEY = ("mkldnn", "opengl", "opencl", "ideep")
BUILT_IN_DEVICES = device_types()[: -len(named_backends())]


@pytest.mark.parametrize("device", [name for name in BUILT_IN_DEVICES if name not in WITHOUT_KEY])
def test_no_backend_can_take_the_name_of_a_device(device):
    with pytest.raises(KeyClashError):
        register_backend(device)


def test_listeners_hear_of_a_new_backend():
    assert in_process("""
        from wye.keys import on_new_backend, register_backend, all_backends
        on_new_backend(lambda place: print(place, all_backends()[place]))
        register_backend("Heard")
        register_backend("Heard")
    """) == "17 Heard\n"  # fmt: skip
    assert callable(on_new_backend)


def test_sixty_three_backends_can_be_added_and_each_dispatches():
    in_process("""
        import pytest
        from wye import dispatch
        from wye.errors import KeyClashError
        from wye.keys import DispatchKey, DispatchKeySet, all_backends, register_backend
        import wye
        lib = dispatch.library("DEF", "many")
        op = lib.define("f(Tensor x) -> str")
        lib.impl("f", lambda x: "composite", "CompositeExplicitAutograd")
        class Array: pass
        for i in range(63):  # NumPy is the 64th
            key = register_backend(f"Backend{i}")
            wye.register_array_type(Array, key)
            assert op(Array()) == "composite"
            lib.impl("f", lambda x, i=i: f"Backend{i}", key)
            assert op(Array()) == f"Backend{i}"
            both = DispatchKeySet(key, getattr(DispatchKey, f"AutogradBackend{i}"))
            assert op.redispatch(both, Array()) == f"Backend{i}"
        assert len(all_backends()) == 80
        for i in range(63):
            assert dispatch.call_with_key(op, f"Backend{i}", Array()) == f"Backend{i}"
        with pytest.raises(KeyClashError, match="64 named backends are the most there can be"):
            register_backend("OneTooMany")
        assert len(all_backends()) == 80
        full = DispatchKeySet.full()
        assert all(key in full for key in (DispatchKey.Backend62, DispatchKey.AutogradBackend0, DispatchKey.CPU))
        dispatch.check_all_invariants()
    """)  # fmt: skip


def test_keys_of_named_backends_are_pickled_by_name():
    saved = in_process("""
        import pickle
        from wye.keys import DispatchKey, DispatchKeySet, register_backend
        register_backend("First"); register_backend("Second")
        print(pickle.dumps((DispatchKey.Second, DispatchKey.AutogradSecond, DispatchKey.CPU,
                            DispatchKeySet("CPU", "First", "SparseSecond"))).hex())
    """)  # fmt: skip
    in_process("""
        import os, pickle
        from wye.keys import DispatchKey, DispatchKeySet, register_backend
        register_backend("Another")  # so that every number differs
        second, autograd, cpu, keys = pickle.loads(bytes.fromhex(os.environ["SAVED"]))
        assert (second, autograd, cpu) == (DispatchKey.Second, DispatchKey.AutogradSecond, DispatchKey.CPU)
        assert keys == DispatchKeySet("CPU", "First", "SparseSecond"), keys
    """, SAVED=saved.strip())  # fmt: skip
