"""Methods that are written in Python."""

from __future__ import annotations

import pytest

import wye
from wye.modes import FunctionMode


class Metres(wye.Tensor):
    """A plain subclass."""


def test_new_tensor_keeps_dtype_and_plain_subclass():
    length = wye.ones(2, dtype=wye.float64).as_subclass(Metres)
    made = length.new_tensor([1, 2])
    assert type(made) is Metres
    assert made.dtype is wye.float64
    assert length.new_tensor([1], dtype=wye.int64).dtype is wye.int64


def test_function_modes_see_methods_written_in_python():
    class Names(FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    seen = []
    with Names():
        wye.ones(2).new_tensor([1.0]).norm()
    assert seen[1:3] == ["new_tensor", "norm"]


@pytest.mark.parametrize("name", ["cuda", "xpu", "mtia", "ipu", "pin_memory"])
def test_methods_for_devices_that_are_not_there_say_so(name):
    x = wye.ones(2)
    with pytest.raises(RuntimeError, match=r"there is no backend for the device|Cannot access accelerator device"):
        getattr(x, name)()
    seen = []

    class Seen(FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return args[0]

    with Seen():
        assert getattr(x, name)() is x
    assert seen == [getattr(wye.Tensor, name)]
