"""`torch.utils.cpp_extension`: programs that only import it run; wye builds no C++ extensions of PyTorch."""

from __future__ import annotations

from typing import NoReturn

CUDA_HOME = ROCM_HOME = None  # where there would be compilers for them


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"wye.compat.torch cannot build PyTorch's C++ extensions, so it has no {name}")
