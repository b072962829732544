"""The two sides of a comparison: the same operator in wye and, where it is installed, in torch.

Every operator lives in a namespace of its own and is gone after its ``with`` block.
"""

import importlib
import importlib.util
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from types import ModuleType

from wye import dispatch

__all__ = ["fresh_namespace", "has_torch", "load_torch", "one_thread", "torch_op", "wye_op"]

Kernel = Callable[..., object]
_numbers = count()


def has_torch() -> bool:
    """Can torch be imported?"""
    return importlib.util.find_spec("torch") is not None


def load_torch() -> ModuleType | None:
    """The torch module, or None.  Imported when it is first asked for."""
    if not has_torch():
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about what is not installed beside it
        return importlib.import_module("torch")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let torch compute in one thread inside: waiting for others is not what is measured."""
    torch = load_torch()
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def fresh_namespace() -> str:
    """A namespace that nobody has used."""
    return f"wye_bench_{next(_numbers)}"


def _name_of(schema: str) -> str:
    return schema.partition("(")[0]


@contextmanager
def wye_op(schema: str, *kernels: tuple[str, Kernel]) -> Iterator[dispatch.OpOverload]:
    """An operator of wye with kernels at keys."""
    with dispatch.library("DEF", fresh_namespace()) as lib:
        op = lib.define(schema)
        for key, kernel in kernels:
            lib.impl(_name_of(schema), kernel, key)
        yield op


@contextmanager
def torch_op(schema: str, *kernels: tuple[str, Kernel]) -> Iterator[Kernel | None]:
    """The same operator of torch, or None without torch."""
    torch = load_torch()
    if torch is None:
        yield None
        return
    ns, name = fresh_namespace(), _name_of(schema)
    lib = torch.library.Library(ns, "DEF")
    lib.define(schema)
    for key, kernel in kernels:
        lib.impl(name, kernel, key)
    try:
        yield getattr(getattr(torch.ops, ns), name).default
    finally:
        lib._destroy()
