"""A program's backend: its hooks are kept once, its tensors have sizes and no memory."""

import pytest

import wye
from wye.tensors import private_backend


def test_the_first_hooks_and_guard_stay(monkeypatch):
    monkeypatch.setattr(private_backend, "_kept", {})
    assert private_backend.register_hooks(private_backend.PrivateUse1Hooks())
    assert not private_backend.register_hooks(private_backend.PrivateUse1Hooks())
    assert private_backend.register_device_guard(private_backend.DeviceGuard())
    assert not private_backend.register_device_guard(private_backend.DeviceGuard())


def test_tensors_are_on_the_device_and_reach_its_kernels():
    x = private_backend.create_empty_tensor([2, 3], wye.float32)
    assert (x.shape, x.stride(), x.dtype, str(x.device)) == ((2, 3), (3, 1), wye.float32, "privateuseone:0")
    with pytest.raises(NotImplementedError, match="PrivateUse1"):
        x.sin()
    with wye.library._scoped_library("aten", "IMPL") as lib:
        lib.impl("sin", lambda self: wye.ones(7), "PrivateUse1")
        assert wye.ops.aten.sin.default(x).shape == (7,)
    with pytest.raises(RuntimeError, match="negative"):
        private_backend.create_empty_tensor([-1], wye.float32)
