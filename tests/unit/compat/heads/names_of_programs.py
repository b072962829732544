# ruff: noqa
"""Names that programs with modules, optimizers and devices use, where there is no device."""

import torch

assert torch.torch is torch
assert torch._C._log_api_usage_once("program") is None
assert torch._C._get_tracing_state() is None
assert issubclass(torch.cuda.OutOfMemoryError, RuntimeError) and torch.OutOfMemoryError is torch.cuda.OutOfMemoryError
assert torch.cuda.max_memory_allocated() == 0
assert torch.cuda.empty_cache() is None
for refused in (torch.cuda.Stream, torch.cuda.Event):
    try:
        refused()
    except RuntimeError as error:
        assert "dummy base class" in str(error)
    else:
        raise AssertionError(refused)
future = torch.Future()
future.set_result(1)
assert future.wait() == 1
