"""Two sides of one comparison: torch, and wye under PyTorch's names.

A random test draws a description, runs it on each side, and compares the traces: plain data, in words that both share.
"""

import ctypes
import itertools
from dataclasses import dataclass

from hypothesis import settings
from tests.conformance.histories import quiet

import wye.compat.torch as wye_torch

__all__ = ["Failure", "enough", "fresh_namespace", "keep_for_good", "outcome", "quiet", "same_decision", "sides"]

EXAMPLES = 300  # what the suite draws; a higher WYE_FUZZ_EXAMPLES draws more
_numbers = itertools.count()


def enough(test):
    """Draw enough examples of a property."""
    return settings(max_examples=max(EXAMPLES, settings().max_examples))(test)


def sides():
    """The two modules to run a description on."""
    import torch

    return torch, wye_torch


def fresh_namespace() -> str:
    """A namespace that no other example uses: torch keeps what it has looked up once."""
    return f"random_{next(_numbers)}"


def keep_for_good(thing) -> None:
    """Never free a thing of torch, also not at exit: where freeing it can end the process."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


@dataclass(frozen=True)
class Failure:
    """An error as a result: its class, and its first line."""

    type: type
    line: str

    def __repr__(self) -> str:
        return f"{self.type.__name__}: {self.line}"


def outcome(call, *args, **kwargs):
    """What a call gives, or its `Failure`."""
    try:
        return call(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared
        return Failure(type(error), (str(error).splitlines() or [""])[0])


def same_decision(theirs, ours) -> bool:
    """Equal results, or errors on both sides; the class of wye's error may be narrower."""
    if isinstance(theirs, Failure) and isinstance(ours, Failure):
        return issubclass(ours.type, theirs.type)
    return theirs == ours
