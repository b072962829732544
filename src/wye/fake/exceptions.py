"""Errors of fake tensors: what cannot be known without data, or is not supported without it.

Programs catch them by these names and read `func`; their bases are PyTorch's.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "DataDependentOutputException",
    "DynamicOutputShapeException",
    "FakeTensorDeviceMismatchError",
    "MetadataMismatchError",
    "UnsupportedFakeTensorException",
    "UnsupportedMutationAliasingException",
    "UnsupportedOperatorException",
]


class DataDependentOutputException(RuntimeError):  # noqa: N818 - PyTorch's name
    """A number was requested that depends on the elements of a fake tensor.

    Attributes:
        func: The operator that was called.
    """

    def __init__(self, func: Any) -> None:
        super().__init__(func)
        self.func = func


class DynamicOutputShapeException(RuntimeError):  # noqa: N818 - PyTorch's name
    """The shape of a result depends on the elements of a fake tensor.

    Attributes:
        func: The operator that was called.
    """

    def __init__(self, func: Any) -> None:
        super().__init__(func)
        self.func = func


class UnsupportedOperatorException(RuntimeError):  # noqa: N818 - PyTorch's name
    """An operator has no fake kernel.

    Attributes:
        func: The operator that was called.
    """

    def __init__(self, func: Any) -> None:
        super().__init__(func)
        self.func = func


class UnsupportedFakeTensorException(RuntimeError):  # noqa: N818 - PyTorch's name
    """A tensor of this kind cannot be faked.

    Attributes:
        reason: What is not supported.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnsupportedMutationAliasingException(RuntimeError):  # noqa: N818 - PyTorch's name
    """A function given to an operator writes to its arguments, or returns one of them.

    Attributes:
        reason: What is not supported.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FakeTensorDeviceMismatchError(RuntimeError):
    """The arguments of a call are on different devices.

    Attributes:
        func: The operator that was called.
        expected_device: The device of the first arguments.
        actual_device: The other device.
    """

    def __init__(self, func: Any, expected_device: Any, actual_device: Any) -> None:
        super().__init__(
            f"Expected all tensors to be on the same device, but found at least two devices, {expected_device} and "
            f"{actual_device}!"
        )
        self.func, self.expected_device, self.actual_device = func, expected_device, actual_device


class MetadataMismatchError(RuntimeError):
    """A fake kernel and the real kernel of an operator differ.

    Attributes:
        reason: In what.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
