"""The names that programs take from `torch` itself."""

import pytest

import wye
import wye.compat.torch as torch


@pytest.mark.parametrize(
    "name", ["sin", "zeros", "cat", "add", "manual_seed", "finfo", "Generator", "cond", "as_tensor"]
)
def test_names_are_wyes(name):
    assert getattr(torch, name) is getattr(wye, name)
    assert name in dir(torch)


def test_constants_and_aliases():
    assert torch.float is torch.float32 is wye.float32
    assert torch.long is wye.int64
    assert (torch.pi, torch.inf, torch.newaxis) == (wye.pi, wye.inf, None)


def test_wyes_own_names_are_not_torchs():
    for name in ("DispatchMode", "register_backend", "dispatch", "nothing"):
        with pytest.raises(AttributeError, match=f"module 'torch' has no attribute '{name}'"):
            getattr(torch, name)


def test_private_functions_are_there():
    assert torch._to_copy(torch.ones(1), dtype=torch.float64).dtype is torch.float64


def test_a_subclass_calls_super_under_pytorchs_name():
    seen = []

    class Logs(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            seen.append(func)
            return super().__torch_function__(func, types, args, kwargs)

    x = torch.ones(2).as_subclass(Logs)
    assert type(x) is Logs
    assert type(torch.sin(x) + 1) is Logs
    assert seen == [torch.sin, torch.Tensor.add]


def test_increment_version_takes_a_tensor_or_several():
    from wye.compat.torch._library.custom_ops import increment_version

    x, y = torch.ones(1), torch.ones(1)
    increment_version(x)
    increment_version([x, y])
    assert (x._version, y._version) == (2, 1)
