"""What a call begins with: the keys of each argument, the thread's state, and what is taken out of them.

In: an operator and its arguments.  Out: plain dictionaries.  The engine is asked for all keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.grad_mode import is_grad_enabled, is_inference_mode_enabled
from wye.keys import AUTOCAST, DEFAULT_INCLUDED, DispatchKeySet, key_name
from wye.modes.function import current_function_modes
from wye.modes.stack import current_modes
from wye.recording.call import names_of_keys
from wye.registry import registry
from wye.registry.table import Verdict
from wye.tensors import Tensor
from wye.transforms.interpreters import all_interpreters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.call import OpOverload

__all__ = ["Keys", "arguments_of", "describe", "keys_of", "masks_of", "thread_of"]

_NO_KEYS: Final = DispatchKeySet()
_WHY: Final = {
    "Python": "its class handles calls",
    "FuncTorchBatched": "a vmap has batched it",
    "FuncTorchGradWrapper": "it belongs to a gradient transform",
    "Functionalize": "it is a functional tensor",
    "Conjugate": "its elements are to be conjugated",
    "Negative": "its elements are to be negated",
    "ZeroTensor": "it stands for zeros",
}


def describe(value: Any) -> str:
    """A short text about a value: its type, and of tensors the dtype, sizes and device."""
    if isinstance(value, (list, tuple)):
        inside = ", ".join(describe(item) for item in value[:3])
        return f"{type(value).__name__} of {len(value)}: {inside}{', ...' if len(value) > 3 else ''}"
    if engine.keys_of(value) is None:
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:37]}..."
    cls = type(value)
    name = cls.__qualname__ if isinstance(value, Tensor) else f"{cls.__module__.partition('.')[0]}.{cls.__qualname__}"
    array = value._data if isinstance(value, engine.TensorBase) else value
    dtype, shape = getattr(array, "dtype", None), getattr(array, "shape", None)
    words = [name, *([] if dtype is None else [str(dtype)]), *([] if shape is None else [_shown_shape(shape)])]
    if isinstance(value, Tensor) and str(value._device) != "cpu":
        words.append(f"on {value._device}")
    return " ".join(words)


def _shown_shape(shape: Any) -> str:
    try:
        return f"[{', '.join(map(str, shape))}]"
    except TypeError:
        return str(shape)


def _named(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    names = [argument.name for argument in op.schema.arguments]
    yield from zip(names, args, strict=False)
    yield from kwargs.items()


def arguments_of(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[dict[str, Any]]:
    """For each argument that was given, the keys that it brings, and why."""
    found = []
    for name, value in _named(op, args, kwargs):
        keys = _keys_in(value)
        found.append(
            {
                "name": name,
                "type": describe(value),
                "keys": [] if keys is None else list(names_of_keys(keys)),
                "why": _why(value, keys),
            }
        )
    return found


def _keys_in(value: Any) -> DispatchKeySet | None:
    """The keys of a value, or of the tensors in a list; None: there is no tensor."""
    items = value if isinstance(value, (list, tuple)) else (value,)
    keys = [found for item in items if (found := engine.keys_of(item)) is not None]
    if not keys:
        return None
    bits = 0
    for one in keys:
        bits |= one.bits
    return DispatchKeySet.raw(bits)


def _why(value: Any, keys: DispatchKeySet | None) -> str:
    if keys is None:
        return "no tensor: it brings no keys"
    first = value
    if isinstance(value, (list, tuple)):
        first = next((item for item in value if engine.keys_of(item) is not None), value)
    reasons = []
    if isinstance(first, Tensor):
        reasons.append(f"a tensor on {first._device}")
        names = {key_name(key) for key in keys}
        reasons += [why for name, why in _WHY.items() if name in names]
        if first._requires_grad:
            reasons.append("it requires grad")
    else:
        cls = type(first)
        reasons.append(f"{cls.__module__}.{cls.__qualname__} is a registered array class")
    return "; ".join(reasons)


def thread_of() -> dict[str, Any]:
    """What the thread adds to calls, and what it takes away."""
    included, excluded = (DispatchKeySet.raw(keys.bits) for keys in engine.get_state())
    notes = []
    if is_inference_mode_enabled():
        notes.append("inference mode")
    elif not is_grad_enabled():
        notes.append("no_grad")
    return {
        "included": list(names_of_keys(included)),
        "excluded": list(names_of_keys(excluded)),
        "changed": _changed(included, excluded),
        "modes": [_mode_name(mode) for mode in (*current_modes(), *current_function_modes())],
        "transforms": [f"{one.kind.name.lower()}, level {one.level()}" for one in all_interpreters()],
        "notes": notes,
    }


def _changed(included: DispatchKeySet, excluded: DispatchKeySet) -> list[str]:
    """What differs from a thread in which nothing was changed."""
    pairs = (
        ("included", included - DEFAULT_INCLUDED), ("not included", DEFAULT_INCLUDED - included),
        ("excluded", excluded - AUTOCAST), ("not excluded", AUTOCAST - excluded),
    )  # fmt: skip
    return [f"{what}: {' '.join(names_of_keys(keys))}" for what, keys in pairs if names_of_keys(keys)]


def _mode_name(mode: Any) -> str:
    cls = type(mode)
    return f"{cls.__module__}.{cls.__qualname__}".removeprefix("__main__.")


class Keys:
    """The keys of a call.

    Attributes:
        brought: Those of the arguments.
        start: Those with which dispatch starts.
        removed: Those that the thread excludes.
        masked: Those whose kernel falls through.
        requires_grad: Does autograd follow an argument?
    """

    __slots__ = ("brought", "masked", "removed", "requires_grad", "start")

    def __init__(self, op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        raw = engine.keys_of_call(op, args, kwargs).bits
        unmasked = DispatchKeySet.raw(engine.keys_of_call(op, args, kwargs, False).bits & ~engine.REQUIRES_GRAD)
        self.requires_grad = bool(raw & engine.REQUIRES_GRAD)
        self.start = DispatchKeySet.raw(raw & ~engine.REQUIRES_GRAD)
        brought = _NO_KEYS
        for _, value in _named(op, args, kwargs):
            brought = brought | (_keys_in(value) or _NO_KEYS)
        included, _ = engine.get_state()
        self.brought = brought
        self.removed = (brought | DispatchKeySet.raw(included.bits)) - unmasked
        self.masked = unmasked - self.start


def keys_of(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Keys:
    """The keys with which a call begins.

    Raises:
        ArgumentError: the arguments do not fit.
    """
    return Keys(op, args, kwargs)


def masks_of(op: OpOverload, keys: Keys) -> list[dict[str, Any]]:
    """What is taken out of the keys before dispatch starts."""
    found = []
    off = keys.removed & AUTOCAST
    if off:
        found.append({"name": "autocast", "removes": list(names_of_keys(off)), "why": "autocast is off"})
    excluded = list(names_of_keys(keys.removed - AUTOCAST))
    if excluded:
        found.append({"name": "excluded", "removes": excluded, "why": "excluded in this thread"})
    entry = registry.require(op.name())
    by_place: dict[str, list[str]] = {}
    for key in keys.masked:
        taken = next((kernel for _, verdict, kernel in entry.weigh(key) if verdict is Verdict.TAKEN), None)
        by_place.setdefault("" if taken is None else taken.place or "", []).append(key_name(key))
    for place, names in by_place.items():
        where = f" ({place})" if place else ""
        what = "the kernel falls through" if len(names) == 1 else "their kernels fall through"
        found.append({"name": "falls through", "removes": names, "why": f"{what}{where}"})
    return found
