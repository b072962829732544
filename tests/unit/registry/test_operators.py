"""What the registry offers to the layers above: registrations kept, its lock's owner."""

import threading

import pytest

import wye
from wye import dispatch
from wye.registry import entry_of, registry
from wye.registry.kernel import make_kernel

X = wye.tensor(1.0)
NS = "opstest"


@pytest.fixture
def lib():
    with dispatch.library("DEF", NS) as lib:
        yield lib
    dispatch.check_all_invariants()


def returning(value):
    return make_kernel(lambda x: value, f"returning {value}")


def test_the_entry_of_an_operator_is_the_registrys(lib):
    op = lib.define("f(Tensor x) -> int")
    assert entry_of(op) is registry.require(f"{NS}::f")


def test_a_kept_registration_goes_with_the_library(lib):
    op = lib.define("f(Tensor x) -> int")
    with dispatch.library("IMPL", NS) as keeper:
        keeper.keep(registry.register(f"{NS}::f", wye.DispatchKey.CPU, returning(1)))
        assert op(X) == 1
    with pytest.raises(NotImplementedError):
        op(X)


def test_only_the_thread_that_registers_is_inside():
    seen = []
    assert not registry.is_inside()
    with registry.lock:
        assert registry.is_inside()
        thread = threading.Thread(target=lambda: seen.append(registry.is_inside()))
        thread.start()
        thread.join()
    assert seen == [False]
    assert not registry.is_inside()
