"""The map from tensors to proxies keeps no tensor alive, and finds tensors by identity."""

import gc

import pytest

import wye
from wye.fx.slots import TensorSlots


def test_entries_go_with_their_tensors():
    slots, tensor = TensorSlots(), wye.ones(2)
    slots[tensor] = "proxy"
    assert (slots[tensor], slots.get(wye.ones(2)), tensor in slots) == ("proxy", None, True)
    del tensor
    gc.collect()
    assert len(slots) == 0


def test_missing_tensors_are_key_errors():
    slots, tensor = TensorSlots(), wye.ones(2)
    with pytest.raises(KeyError):
        slots[tensor]
    slots[tensor] = 1
    del slots[tensor]
    assert tensor not in slots
