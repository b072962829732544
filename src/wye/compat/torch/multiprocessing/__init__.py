"""`torch.multiprocessing`: Python's `multiprocessing`.  Tensors that go to other processes are copied, not shared."""

from __future__ import annotations

from multiprocessing import (
    Array,
    Barrier,
    Condition,
    Event,
    JoinableQueue,
    Lock,
    Manager,
    Pipe,
    Pool,
    Process,
    Queue,
    RLock,
    Semaphore,
    SimpleQueue,
    Value,
    active_children,
    cpu_count,
    current_process,
    freeze_support,
    get_all_start_methods,
    get_context,
    get_start_method,
    set_start_method,
)

from wye.compat.modules import names_of

__all__ = [
    "Array", "Barrier", "Condition", "Event", "JoinableQueue", "Lock", "Manager", "Pipe", "Pool", "Process", "Queue",
    "RLock", "Semaphore", "SimpleQueue", "Value", "active_children", "cpu_count", "current_process", "freeze_support",
    "get_all_start_methods", "get_context", "get_start_method", "set_start_method",
]  # fmt: skip

__getattr__ = names_of(__name__)
