"""Answers to what programs ask about devices and libraries: the CPU, which is there, and all that wye does not have.

Programs that ask first run without what is missing.  A setting is remembered, so that a program reads what it has set;
nothing else follows from it.
"""

from __future__ import annotations

import contextlib
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Switch",
    "Tf32",
    "always",
    "cpu_capability",
    "flags_of",
    "never",
    "none",
    "nothing",
    "one",
    "refuse",
    "the_cpu",
    "zero",
]


def always() -> bool:
    """Is the CPU there?  Yes."""
    return True


def one() -> int:
    """How many CPUs are there to run on?  One."""
    return 1


def the_cpu() -> str:
    """Which device is used?  The only one."""
    return "cpu"


def cpu_capability() -> str:
    """The instructions that kernels use: NumPy chooses them by itself."""
    return "DEFAULT"


def never(*args: object, **kwargs: object) -> bool:
    """Is it there?  No."""
    return False


def zero(*args: object, **kwargs: object) -> int:
    """How many, how much?  None at all."""
    return 0


def none(*args: object, **kwargs: object) -> None:
    """Which device, or which version?  None."""


def nothing(*args: object, **kwargs: object) -> None:
    """Do something to it: nothing to do."""


def refuse(what: str) -> Callable[..., NoReturn]:
    """A function that cannot do anything without ``what``."""

    def function(*args: object, **kwargs: object) -> NoReturn:
        raise RuntimeError(f"{what} is not available: wye runs on the CPU")

    return function


class Switch:
    """A setting with a function that reads it and one that changes it."""

    def __init__(self, value: Any) -> None:
        """Begin with ``value``."""
        self.value = value

    def get(self) -> Any:
        """The value."""
        return self.value

    def set(self, value: Any) -> None:
        """Remember another one."""
        self.value = value

    def ask(self, value: Any = None) -> Any:
        """The value, after it was changed to another one, if one is given."""
        if value is not None:
            self.value = value
        return self.value


class Tf32(SimpleNamespace):
    """Settings of the precision of products."""

    def __init__(self) -> None:
        """All as they are without a device."""
        super().__init__(
            allow_tf32=False,
            allow_fp16_reduced_precision_reduction=True,
            allow_bf16_reduced_precision_reduction=True,
            allow_fp16_accumulation=False,
            fp32_precision="none",
        )


def flags_of(module: str) -> Callable[..., contextlib.AbstractContextManager[None]]:
    """The function ``flags`` of a module of settings: a block with other values."""

    @contextlib.contextmanager
    def flags(**values: Any) -> Iterator[None]:
        settings = sys.modules[module]
        before = {name: getattr(settings, name, None) for name in values}
        for name, value in values.items():
            setattr(settings, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(settings, name, value)

    return flags
