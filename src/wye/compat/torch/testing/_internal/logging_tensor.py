"""`torch.testing._internal.logging_tensor`.  Aliases only."""

from __future__ import annotations

from wye.testing.logging_tensor import (
    LoggingTensor,
    LoggingTensorMode,
    LoggingTensorReentrant,
    capture_logs,
    capture_logs_with_logging_tensor_mode,
    log_input,
)
from wye.testing.logging_tensor import LogHandler as LoggingTensorHandler

__all__ = [
    "LoggingTensor",
    "LoggingTensorHandler",
    "LoggingTensorMode",
    "LoggingTensorReentrant",
    "capture_logs",
    "capture_logs_with_logging_tensor_mode",
    "log_input",
]
