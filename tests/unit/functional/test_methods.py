"""Methods that are written in Python."""

from __future__ import annotations

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
