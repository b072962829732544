"""The bit that says that an argument requires grad: see Note [The grad bit] (_pure)."""

import gc
import weakref

import pytest
from tests.parity.twins import N_SLOTS, TWINS, Twin

from wye import _pure as e

BIT = e.REQUIRES_GRAD
CPU = 1 | 1 << 16
HIGH = 1 << 60
LOW = 1 << 20
each_twin = pytest.mark.parametrize("twin", TWINS, ids=repr)


def recording(twin: Twin) -> object:
    """An operator whose kernel at the high key runs only where grad is required, and redispatches below."""
    module = twin.module

    def record(keyset: object, *args: object) -> object:
        return ("recorded", op.redispatch(keyset & twin.keys(HIGH - 1), *args))

    slot = twin.keys(HIGH).slot()
    below = module.Kernel(module.KEYSET, lambda keyset, *args: keyset.bits)
    above = module.Kernel(module.KEYSET, record, module.Pass(HIGH - 1))
    layout = twin.layout(dict.fromkeys(range(N_SLOTS), 1) | {slot: 2})
    op = twin.op(twin.signature(bytes([e.KIND_TENSOR, e.KIND_TENSOR | e.OPTIONAL])), layout, below, above)
    return op


def tensor(twin: Twin, bits: int, requires_grad: bool = False) -> object:
    made = twin.made(("tensor", bits))
    made._requires_grad = requires_grad
    return made


@each_twin
def test_the_bit_is_set_and_read_on_the_tensor_and_shows_in_no_key_set(twin: Twin) -> None:
    x = tensor(twin, CPU)
    assert x._requires_grad is False
    x._requires_grad = 1
    assert x._requires_grad is True
    assert x._keys.bits == twin.module.keys_of(x).bits == CPU
    x._keys = twin.keys(LOW)  # as code does that adds a key
    assert (x._requires_grad, x._keys.bits) == (True, LOW)
    x._keys = twin.keys(LOW | BIT)
    x._requires_grad = False
    x._keys = twin.keys(LOW | BIT)
    assert (x._requires_grad, x._keys.bits) == (False, LOW)
    with pytest.raises(AttributeError):
        del x._requires_grad


@each_twin
def test_a_kernel_that_waits_for_grad_is_passed_by_without_it(twin: Twin) -> None:
    op = recording(twin)
    plain, followed = tensor(twin, CPU | HIGH), tensor(twin, CPU | HIGH, True)
    for _ in range(2):  # the second answer is a remembered one
        assert isinstance(op(plain), int)
        assert op(followed)[0] == "recorded"
        assert op(plain, followed)[0] == "recorded"
    assert not op(plain) & BIT
    assert not op(followed)[1] & (BIT | HIGH)


@each_twin
def test_the_bit_among_the_excluded_ones_is_no_grad(twin: Twin) -> None:
    op, x = recording(twin), tensor(twin, CPU | HIGH, True)
    with twin.module.StateGuard(twin.keys(0), twin.keys(BIT)):
        assert isinstance(op(x), int)
        assert isinstance(op.redispatch(twin.keys(CPU | HIGH), x), int)
        include, exclude = twin.module.get_state()
        assert exclude.bits & BIT
        twin.module.set_state(include, exclude)  # a round trip keeps it
        assert isinstance(op(x), int)
    assert op(x)[0] == "recorded"


@each_twin
def test_a_redispatch_asks_the_arguments_again(twin: Twin) -> None:
    op = recording(twin)
    plain, followed = tensor(twin, CPU | HIGH), tensor(twin, CPU | HIGH, True)
    assert op.redispatch(twin.keys(CPU | HIGH), followed)[0] == "recorded"
    assert op.redispatch(twin.keys(CPU | HIGH), a0=followed)[0] == "recorded"
    assert isinstance(op.redispatch(twin.keys(CPU | HIGH | BIT), plain), int)


@each_twin
def test_hops_tell_passed_from_ran_by_the_bit(twin: Twin) -> None:
    op = recording(twin)
    plain, followed = tensor(twin, CPU | HIGH), tensor(twin, CPU | HIGH, True)
    for x, expected in [(plain, [e.HOP_PASSED, e.HOP_RAN]), (followed, [e.HOP_RAN])]:
        keys = twin.module.keys_of_call(op, (x,), {})
        assert bool(keys.bits & BIT) == x._requires_grad
        hops = twin.module.hops(op, keys)
        assert [hop[-1] for hop in hops] == expected
        assert not any(hop[0].bits & BIT for hop in hops)


@each_twin
def test_the_slot_for_autograd_holds_anything_and_is_collected(twin: Twin) -> None:
    class Node:
        pass

    x = tensor(twin, CPU)
    assert x._autograd is None
    x._autograd = node = Node()
    node.tensor = x  # a cycle
    seen = weakref.ref(node)
    assert x._autograd is node
    del x, node
    gc.collect()
    assert seen() is None


@each_twin
def test_a_long_chain_of_tensors_is_freed_without_recursion(twin: Twin) -> None:
    last = None
    for _ in range(200_000):
        made = twin.module.TensorBase(twin.keys(CPU))
        made._autograd = last
        last = made
    del made, last
