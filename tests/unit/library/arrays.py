"""A tensor with the few methods that kernels of these tests use."""

import numpy as np

import wye
from wye._engine import engine
from wye.tensors.dense import keys_for_device


class Array(engine.TensorBase):
    """A tensor that counts writes, knows its storage, and computes with NumPy."""

    def __init__(self, data, device, dtype, base=None):
        self._keys = keys_for_device(device)
        self.data, self.device, self.dtype, self.shape = data, device, dtype, data.shape
        self.base = self if base is None else base
        self.version = 0

    def _like(self, data):
        return Array(data, self.device, self.dtype)

    def clone(self):
        return self._like(self.data.copy())

    def view(self):
        return Array(self.data, self.device, self.dtype, base=self.base)

    def sin(self):
        return self._like(np.sin(self.data))

    def add_(self, value):
        self.data += value
        return self

    def _bump_version(self):
        self.version += 1

    def to(self, dtype):
        return Array(self.data.copy(), self.device, dtype)


def ones(*shape, device="cpu"):
    return Array(np.ones(shape, np.float32), wye.device(device), wye.float32)


def share_storage(a, b):
    """What `set_storage_test` is given."""
    return isinstance(a, Array) and isinstance(b, Array) and a.base is b.base
