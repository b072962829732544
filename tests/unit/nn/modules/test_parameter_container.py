"""Modules that hold parameters."""

import pytest

import wye
from wye import nn


def test_a_list_makes_parameters_of_tensors():
    held = nn.ParameterList([wye.ones(2), 3])
    held.append(wye.zeros(1))
    assert [type(value).__name__ for value in held] == ["Parameter", "int", "Parameter"]
    assert [*held.state_dict()] == ["0", "2"]
    assert repr(held) == (
        "ParameterList(\n    (0): Parameter containing: [wye.float32 of size 2]\n    (1): Object of type: int\n"
        "    (2): Parameter containing: [wye.float32 of size 1]\n)"
    )
    assert len(held[1:]) == 2
    with pytest.raises(RuntimeError, match="should not be called"):
        held()


def test_a_dictionary_makes_parameters_of_tensors():
    held = nn.ParameterDict({"b": wye.ones(2), "a": wye.ones(1)})
    assert [*held] == ["a", "b"]
    held["c"] = 3
    assert [*held.state_dict()] == ["a", "b"]
    assert held.pop("c") == 3
    assert held.popitem()[0] == "b"
    assert (held | nn.ParameterDict({"z": wye.ones(1)})).keys() == {"a", "z"}
    with pytest.raises(TypeError, match="not a string"):
        held[3] = wye.ones(1)
