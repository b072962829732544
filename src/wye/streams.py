"""Streams and events: names for the order in which a device runs calls.

The CPU runs every call before the next one begins: its streams have nothing to wait for.  Streams of other devices are
values that programs, kernels and modes hand on; a backend that has real ones subclasses `Stream`.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import wye.shown as shown
from wye.schema.values import device as as_device

__all__ = ["Event", "Stream"]

# Device types by PyTorch's numbers.
_TYPES: Final = (
    "cpu", "cuda", "mkldnn", "opengl", "opencl", "ideep", "hip", "fpga", "maia", "xla", "vulkan", "metal", "xpu",
    "mps", "meta", "hpu", "ve", "lazy", "ipu", "mtia", "privateuseone",
)  # fmt: skip
_PARTS: Final = ("stream_id", "device_index", "device_type")
_WITHOUT_QUEUE: Final = ("cpu", "meta")


def _refuse(kind: str) -> NoReturn:
    raise RuntimeError(f"{shown.package} is not linked with support for {kind} devices")


def _checked(device: Any) -> Any:
    where = as_device("cpu" if device is None else device)
    return where if where.type in _WITHOUT_QUEUE else _refuse(where.type)


class Stream:
    """A queue of calls of a device, by its number.

    Made of a device (the stream of a CPU), or of the three numbers that say which one it is.

    >>> import wye
    >>> from wye.streams import Stream
    >>> Stream("cpu").query()
    True
    >>> Stream(stream_id=1, device_index=2, device_type=1).device
    device(type='cuda', index=2)
    """

    stream_id: int
    device_index: int
    device_type: int

    def __new__(cls, *args: Any, **kwargs: Any) -> Stream:
        """See the class."""
        made = super().__new__(cls)
        named = dict(zip(_PARTS, args, strict=False)) if len(args) == len(_PARTS) else {}
        parts = {**named, **kwargs}
        if set(parts) == set(_PARTS):
            numbers = [int(parts[name]) for name in _PARTS]
        else:
            numbers = [0, *cls._numbers_of(*args, **kwargs)]
        if not 0 <= numbers[2] < len(_TYPES):
            raise RuntimeError(f"there is no device type {numbers[2]}")
        made.stream_id, made.device_index, made.device_type = numbers
        return made

    @classmethod
    def _numbers_of(cls, *args: Any, **kwargs: Any) -> tuple[int, int]:
        if len(args) > 1:
            raise TypeError(f"{cls.__name__}() takes from 0 to 1 positional arguments but {len(args)} were given")
        for name in kwargs:
            if name not in ("device", "priority"):
                raise TypeError(f"{cls.__name__}() got an unexpected keyword argument '{name}'")
        where = _checked(args[0] if args else kwargs.get("device"))
        return -1 if where.index is None else where.index, _TYPES.index(where.type)

    @property
    def device(self) -> Any:
        """The device that runs its calls."""
        return as_device(_TYPES[self.device_type], None if self.device_index < 0 else self.device_index)

    def _require_cpu(self) -> None:
        if _TYPES[self.device_type] not in _WITHOUT_QUEUE:
            _refuse(_TYPES[self.device_type])

    def query(self) -> bool:
        """Have its calls ended?"""
        self._require_cpu()
        return True

    def synchronize(self) -> None:
        """Wait until its calls have ended."""
        self._require_cpu()

    def wait_event(self, event: Event) -> None:
        """Let later calls wait for an event."""
        self._require_cpu()

    def wait_stream(self, stream: Stream) -> None:
        """Let later calls wait for the calls of another stream."""
        stream.record_event()

    def record_event(self, event: Event | None = None) -> NoReturn:
        """An event that happens when its calls have ended.

        Raises:
            RuntimeError: the device has no events; the CPU has none.
        """
        (Event(self.device) if event is None else event).record(self)

    def is_capturing(self) -> bool:
        """Are its calls being recorded?"""
        return False

    @property
    def native_handle(self) -> NoReturn:
        """The backend's own object."""
        self._require_cpu()
        raise RuntimeError("Backend doesn't support getting stream native handle.")

    def __enter__(self) -> Stream:
        self._require_cpu()
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def _numbers(self) -> tuple[int, int, int]:
        return self.stream_id, self.device_index, self.device_type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self._numbers() == other._numbers()

    def __hash__(self) -> int:
        return hash(self._numbers())

    def __repr__(self) -> str:
        kind = _TYPES[self.device_type]
        return (
            f"{shown.package}.Stream device_type={kind}, device_index={self.device_index}, stream_id={self.stream_id}"
        )


class Event:
    """A place in a stream of calls.  Calls of the CPU have ended when they return: it has no events to record."""

    event_id: Final = 0

    def __init__(
        self,
        device: Any = None,
        *,
        enable_timing: bool = False,
        blocking: bool = False,
        interprocess: bool = False,
        external: bool = False,
    ) -> None:
        """An event of a device.

        Args:
            device: The CPU by default.
            enable_timing: Whether it knows when it happened.
            blocking: Whether `synchronize` lets other threads run.
            interprocess: Whether other processes may wait for it.
            external: Whether it belongs to another program.

        Raises:
            RuntimeError: there is no such device.
        """
        self.device = _checked(device)
        self._timing = bool(enable_timing)

    def record(self, stream: Stream | None = None) -> NoReturn:
        """Happen when the stream's calls have ended.

        Raises:
            RuntimeError: the device has no events.
        """
        raise RuntimeError(f"{self.device.type} backend doesn't support events.")

    def query(self) -> bool:
        """Has it happened?"""
        return True

    def wait(self, stream: Stream | None = None) -> None:
        """Let later calls of a stream wait for it."""

    def synchronize(self) -> None:
        """Wait for it."""

    def elapsed_time(self, other: Event) -> NoReturn:
        """The milliseconds between two events.

        Raises:
            ValueError: they know no time, or have not been recorded.
        """
        if not (self._timing and other._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        raise ValueError("Both events must be recorded before calculating elapsed time.")

    def __repr__(self) -> str:
        index = -1 if self.device.index is None else self.device.index
        return (
            f"{shown.package}.Event device_type={self.device.type}, device_index={index}, "
            f"event_flag={int(self._timing)}, event_id={self.event_id}"
        )
