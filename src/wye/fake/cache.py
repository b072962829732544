"""The cache of fake calls: results by operator, metadata of the tensors, and the other arguments.

Hot path under fake tensors.  One cache serves all modes; calls with symbolic sizes have one for each ``ShapeEnv``.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye._engine import engine
from wye.fake.calls import call, tensors_in
from wye.fake.symbols import key_of_number
from wye.fake.tensor import LAZY, FakeTensor, make, view
from wye.grad_mode import thread
from wye.tensors import Tensor
from wye.tensors.dense import CPU
from wye.tensors.dtypes import get_default_dtype

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.fake.plans import Plan

__all__ = ["CacheInfo", "CacheKeyState", "cached_call", "disabled", "entries", "key_of_call", "statistics"]

_FRESH: Final = engine.RETURNS_FRESH
_VALUE: Final = engine.RETURNS_VALUE
_SAME: Final = engine.RETURNS_SAME
_DETACHED: Final = engine.RETURNS_DETACHED


class CacheInfo(NamedTuple):
    """What the cache has done.

    Attributes:
        hits: Calls that were answered from it.
        misses: Calls that were computed and remembered.
        bypasses: Calls that it cannot remember, by reason.
        size: What it remembers, also that a call cannot be remembered.
    """

    hits: int
    misses: int
    bypasses: dict[str, int]
    size: int


class _Statistics:
    __slots__ = ("bypasses", "hits", "misses")

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.hits = self.misses = 0
        self.bypasses: Counter[str] = Counter()


_NUMBERS: Final = frozenset((int, float, bool, str, type(None)))
entries: Final[dict[Any, Any]] = {}
statistics: Final = _Statistics()


@contextmanager
def disabled(fake_mode: Any) -> Iterator[None]:
    """Inside, a mode computes every call."""
    before, fake_mode.cache_enabled = fake_mode.cache_enabled, False
    try:
        yield
    finally:
        fake_mode.cache_enabled = before


def _add(parts: list[Any], values: Any, mode: Any) -> str | None:
    """Add arguments to a key.  A text says why that cannot be."""
    for value in values:
        cls = type(value)
        if cls is FakeTensor:
            if value.fake_mode is not mode:
                return "not our fake"
            if value.constant is not None:
                return "constant attribute"
            data = value._data
            device = value._device
            parts.append((data.shape, data.dtype, data.steps, data.offset, value._keys.bits, value._requires_grad))
            if device is not CPU:
                parts.append((device.type, device.index))
        elif cls is list or cls is tuple:
            parts.append(len(value))
            reason = _add(parts, value, mode)
            if reason is not None:
                return reason
        elif isinstance(value, Tensor):
            return "non-fake tensor"
        else:
            parts.append(cls)
            parts.append(value if cls in _NUMBERS or not hasattr(value, "node") else _Symbol(value.node))
    return None


class _Symbol:
    """A symbolic number in a key.  Without a hash: some have one, which makes a guard on their value."""

    __slots__ = ("node",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, node: Any) -> None:
        self.node = node


def _with_symbols(part: Any) -> Any:
    """A part of a key with symbolic numbers made comparable."""
    return tuple(map(_with_symbols, part)) if type(part) is tuple else key_of_number(part)


class CacheKeyState:
    """What the key of a call is made for.

    Attributes:
        shape_env: Whose symbols may be in it; None: those of no one.
    """

    def __init__(self, shape_env: Any = None) -> None:
        """A state for symbols of ``shape_env``."""
        self.shape_env = shape_env


def key_of_call(mode: Any, plan: Plan, args: Any, kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """What two calls have in common that have the same result.

    Raises:
        ValueError: the call cannot be remembered; the text is the reason.
    """
    parts: list[Any] = [plan, get_default_dtype(), thread.inference]
    reason = _add_all(parts, plan, args, kwargs, mode)
    if reason is not None:
        raise ValueError(reason)
    return tuple(map(_with_symbols, parts))


def _add_all(parts: list[Any], plan: Plan, args: Any, kwargs: dict[str, Any], mode: Any) -> str | None:
    reason = _add(parts, args, mode)
    if kwargs and reason is None:
        for name, value in kwargs.items():
            parts.append(name)
            reason = reason or _add(parts, (value,), mode)
    if plan.reads_storage and reason is None:
        parts.append(args[0]._storage.nbytes())
    return reason


def cached_call(mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator on fake tensors, or return what it returned for the same metadata before."""
    parts: list[Any] = [plan, get_default_dtype(), thread.inference]
    reason = _add_all(parts, plan, args, kwargs, mode)
    if reason is not None:
        statistics.bypasses[reason] += 1
        return call(mode, plan, args, kwargs)
    key, cache = tuple(parts), entries
    try:
        found = cache.get(key)
    except TypeError:  # symbols have no hash
        try:
            key, cache = tuple(map(_with_symbols, key)), _cache_of(mode)
            found = cache.get(key)
        except TypeError:
            statistics.bypasses["unhashable argument"] += 1
            return call(mode, plan, args, kwargs)
    if found is None:
        return _remembered(mode, plan, args, kwargs, cache, key)
    if type(found) is str:
        statistics.bypasses[found] += 1
        return call(mode, plan, args, kwargs)
    statistics.hits += 1
    if type(found) is _Fresh:  # one new tensor: the usual case
        return make(mode, found.array, found.device)
    return _results(mode, plan, found, args)


def _cache_of(mode: Any) -> dict[Any, Any]:
    env = mode.shape_env
    if env is None:
        raise TypeError
    found: dict[Any, Any] = env.__dict__.setdefault("fake_tensor_cache", {})
    return found


def _remembered(
    mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any], cache: dict[Any, Any], key: Any
) -> Any:
    result = call(mode, plan, args, kwargs)
    made = plan.bypass or _entry(plan, args, result)
    cache[key] = made
    if type(made) is str:
        statistics.bypasses[made] += 1
    else:
        statistics.misses += 1
    return result


# ---- what is remembered of a result ----


class _Fresh(NamedTuple):
    array: Any
    device: Any


class _Same(NamedTuple):
    number: int


class _View(NamedTuple):
    number: int
    array: Any
    is_view: bool
    lazy: Any  # keys of lazy conjugation and negation
    made: int  # how it was made, for autograd


class _Value(NamedTuple):
    value: Any


class _Several(NamedTuple):
    kind: type
    parts: tuple[Any, ...]


def _entry(plan: Plan, args: tuple[Any, ...], result: Any) -> Any:
    """What to remember of a result; a text says why it cannot be remembered."""
    if len(plan.codes) == 1:
        return _part(plan, plan.codes[0], result, args)
    if not plan.codes:
        return _Value(None)
    parts = tuple(_part(plan, code, value, args) for code, value in zip(plan.codes, result, strict=True))
    return next((part for part in parts if type(part) is str), None) or _Several(tuple, parts)


def _part(plan: Plan, code: int, value: Any, args: tuple[Any, ...]) -> Any:
    number = code & 0x3F
    if _SAME <= code < _FRESH:
        return _Same(number) if number < len(args) else "kwarg aliases output"
    if type(value) is list:
        parts = tuple(_part(plan, code, one, args) for one in value)
        return next((part for part in parts if type(part) is str), None) or _Several(list, parts)
    if code == _VALUE or value is None:
        return _Value(value)
    if type(value) is not FakeTensor:
        return "non-FakeTensor output"
    if value.constant is not None:
        return "constant attribute"
    lazy = value._keys & LAZY
    if code != _FRESH:
        return (
            _View(number, value._data, code < _DETACHED, lazy, value._made) if number < len(args) else "view of kwarg"
        )
    if plan.may_share and any(value._storage is given._storage for given in tensors_in(args)):
        return "unsafe view"
    return "dispatch_key_set mismatch" if lazy.bits else _Fresh(value._data, value._device)


def _results(mode: Any, plan: Plan, entry: Any, args: tuple[Any, ...]) -> Any:
    """Fake tensors as a remembered call returned them."""
    kind = type(entry)
    if kind is _Fresh:
        return make(mode, entry.array, entry.device)
    if kind is _Same:
        return args[entry.number]
    if kind is _Value:
        return entry.value
    if kind is _Several:
        return entry.kind([_results(mode, plan, part, args) for part in entry.parts])
    made = view(args[entry.number], entry.array, entry.is_view)
    if made._made != entry.made:
        made._made |= entry.made & engine.MADE_WITH_OTHERS
    if (made._keys & LAZY).bits != entry.lazy.bits:
        made._keys = (made._keys - LAZY) | entry.lazy
    return made
