"""Functions of other libraries that get an array which a layer follows, and take ndarrays alone: errors that name them.

Cold path: frames are looked at where an array must become data, or where a function has failed.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from wye.errors import NoArrayFunctionError, NoRuleError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

__all__ = ["asking", "raise_explained", "refused", "seen"]

_LIBRARIES: Final = ("scipy", "sklearn")
_FIX: Final = {
    "scipy": "set SCIPY_ARRAY_API=1 before SciPy is imported, so that many of its functions run on arrays of wye, and "
    "give all arguments as wye.array_api.asarray(w); use a function of NumPy, or of scipy.special, that has a line; "
    "or register one: wye.numpy.primitive(f) and defvjp",
    "sklearn": "call sklearn.set_config(array_api_dispatch=True), with SCIPY_ARRAY_API=1",
}

# Note [Functions of other libraries]
# SciPy's functions that are no universal functions make ndarrays of their arguments: for an array that a layer follows,
# ndarrays of objects (see Note [Arrays of arrays]).  What is plain arithmetic works on them; functions in C, or dtypes,
# fail with errors that say nothing of this.  So the code that asked is remembered, and if it fails the transform says
# which function that was.  Numbers are not given to such code: the layer would be lost without a word.
# Broken by: a function that catches the error itself.
# Guarded by: tests/conformance/test_scipy.py

_asked: Final[set[Any]] = set()  # the code of functions that have got ndarrays of objects


def _library(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _stretch(frame: FrameType | None) -> list[FrameType]:
    """The frames of one library, innermost first, in which a call of NumPy or this package stands."""
    while frame is not None and _library(frame) in ("numpy", "wye"):
        frame = frame.f_back
    found: list[FrameType] = []
    while frame is not None and _library(frame) in _LIBRARIES:
        found.append(frame)
        frame = frame.f_back
    return found


def asking() -> str | None:
    """The name of the function of another library that asks for data; None: a program does."""
    return _named(reversed(_stretch(sys._getframe(1))))


def seen() -> None:
    """Remember that the calling function of another library, if it is one, gets an ndarray of objects."""
    frames = _stretch(sys._getframe(1))
    if frames:
        _asked.add(frames[-1].f_code)


def _named(frames: Iterable[FrameType]) -> str | None:
    """The name of a public function among frames, outermost first; decorators' wrappers have it in a variable."""
    name = None
    for frame in frames:
        module, function = str(frame.f_globals.get("__name__")), frame.f_code.co_qualname
        if "<locals>" in function:
            module, function = _wrapped(frame) or (module, function.rpartition(".")[2])
        public = ".".join(part for part in module.split(".") if not part.startswith("_"))
        found = f"{public}.{function}".removesuffix(".__init__")
        name = name or found
        if not function.startswith("_") and "wrap" not in function:
            return found
    return name


def _wrapped(frame: FrameType) -> tuple[str, str] | None:
    """The module and the name of a function that a wrapper has in a variable."""
    for value in frame.f_locals.values():
        function = getattr(value, "func", value)
        if type(function).__name__ not in ("function", "ufunc"):
            continue
        name = function.__name__
        module = getattr(function, "__module__", None) or "scipy.special"  # universal functions have none
        if module.partition(".")[0] in _LIBRARIES and not name.endswith("_signature"):
            return module, name
    return None


def refused(name: str, why: str) -> NoArrayFunctionError:
    """The error for a function that cannot follow a layer."""
    return NoArrayFunctionError(
        f"{name} got an array that a layer follows (gradients, a transform, tracing or fake data), and takes ndarrays "
        f"alone: {why}",
        fix=_FIX[name.partition(".")[0]],
    )


def raise_explained(error: Exception) -> None:
    """Raise an error that names a function of SciPy, if the error is one in it that a layer has caused."""
    if isinstance(error, (NoArrayFunctionError, NoRuleError)):
        return
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        if _library(trace.tb_frame) in _LIBRARIES:
            frames.append(trace.tb_frame)
        trace = trace.tb_next
    if not frames or (frames[0].f_code not in _asked and "Multiple namespaces" not in str(error)):
        return
    _asked.discard(frames[0].f_code)
    name = _named(frames) or frames[0].f_code.co_name
    raise refused(name, f"{type(error).__name__}: {error}") from error
