"""Hooks, the thread's included and excluded keys, and what is known about types.  Twin: csrc/state.c, csrc/module.c."""

from __future__ import annotations

import threading
from contextvars import ContextVar
from operator import index
from typing import TYPE_CHECKING, Any, Final, Self

from wye._pure.bits import _ALL, REQUIRES_GRAD, KeyBits, _bits_in, _checked_bits, _make, columns
from wye._pure.storage import Storage, address_of, is_array, is_part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Hooks:
    """Callbacks of the hot path to higher layers for uncommon cases."""

    bind: Callable[..., tuple[tuple[Any, ...], dict[str, Any]] | tuple[Callable[..., Any]]]
    check_return: Callable[..., Any]
    explain_miss: Callable[..., BaseException]
    explain_undefined: Callable[..., BaseException]
    explain_alias: Callable[..., BaseException]
    explain_failure: Callable[..., BaseException]
    resolve_type: Callable[[type], Any]
    keyset_type: type[KeyBits]
    storage_type: type[Storage]
    symint_type: type | None  # objects that stand for ints
    plain_type: type[TensorBase]  # the type that C tries first, and of tensors that kernels of arrays return
    array_keys: int  # of such a tensor
    view_keys: int  # that a view takes over from what it is a view of
    conjugate_keys: int  # the one of them that says that the elements are to be conjugated
    inference_keys: int  # that tensors made in inference mode do not have: see Note [Inference tensors]
    handler_keys: int  # keys of tensors whose class handles calls: their metadata is answered in Python
    size_type: type[tuple[int, ...]]  # of shapes
    function_keys: int  # the bit of calls that function modes and subclasses want to see
    number_type: type | None  # of NumPy scalars, which functions take for numbers and operators for arrays
    override: Callable[..., Any]  # (function, args, kwargs): asks function modes and the arguments' handlers
    quiet: tuple[ContextVar[Any], Any]  # silences NumPy's floating-point warnings
    strided: Any  # a layout, which C knows
    cpu_device: Any  # for C, which makes small tensors without Python: their device,
    default_dtype: Any  # their dtype,
    dtypes: tuple[tuple[int, Any], ...]  # and the dtypes that NumPy has, with NumPy's numbers
    fills_new_memory: bool  # must `empty` write a value into every element?  Then C leaves it to Python.
    autograd_keys: int  # excluded below autograd
    after_autograd: int  # the keys below
    accumulator_class: type  # of nodes that add to the gradient of a leaf
    copy_slices_class: type  # of nodes of writes to a part of a tensor
    clone_op: Callable[[Any], Any]
    edge_of: Callable[[Any], tuple[Any, int]]  # where a tensor's gradient goes
    mark_output: Callable[[Any, Any, int], None]  # makes a tensor an output of a node
    save_output: Callable[[Any, Any, int], Any]  # what a node keeps for its own output
    fit_gradient: Callable[[Any, int, Any], Any]  # makes a gradient fit the tensor at one of a node's edges
    count_gradients: Callable[[Any, Any], Any]  # refuses too few or too many
    run_elsewhere: Callable[..., list[Any]]  # runs a pass in another thread, where there are many levels of them
    run_with_hooks: Callable[[Any, list[Any]], Any]  # runs a node, between its hooks
    run_tensor_hooks: Callable[[Any, list[Any], Any], None]  # runs the hooks on a node's outputs
    custom_recipe: Callable[[Any], Any]  # how calls of a custom operator are recorded, for C
    finish_custom: Callable[[Any, Any], None]  # makes the results of its call outputs of a node
    add_gradients: Callable[[Any, Any], Any]
    sum_gradient: Callable[[Any, list[int]], Any]
    add_to_gradient: Callable[[Any, Any], Any]  # in place
    lock_gradients: Callable[[], Any]
    unlock_gradients: Callable[[], Any]


_hooks = _Hooks()
_hooks.keyset_type = KeyBits
_hooks.storage_type = Storage
_hooks.resolve_type = lambda cls: None
_hooks.symint_type = _hooks.number_type = None
_hooks.inference_keys = 0
_hooks.array_keys = _hooks.view_keys = _hooks.handler_keys = _hooks.function_keys = 0


# How a view was made: without recording gradients, as one of several results, in inference mode.
MADE_WITHOUT_GRAD: Final = 1
MADE_WITH_OTHERS: Final = 2
MADE_OF_CAPTURED: Final = 16
MADE_IN_INFERENCE: Final = 4


class Version:
    """Counts the writes to memory that several tensors see."""

    __slots__ = ("count",)

    def __init__(self, count: int = 0) -> None:
        self.count = count


class TensorBase:
    """Carries a key set and an array; the base of `wye.Tensor`."""

    __slots__ = (
        "__weakref__", "_array", "_autograd", "_bits", "_counter", "_detached", "_dual", "_made", "_of", "_seen",
        "_shared",
    )  # fmt: skip
    _bits: int
    _array: Any  # a NumPy array, a MetaArray, or None
    _shared: Storage | None  # what the array is a part of; None: not shared and not requested yet
    _of: TensorBase | None  # what this tensor is a view of
    _counter: Version | None  # shared by views; None: not written yet
    _autograd: Any  # what autograd knows of this tensor, or None
    _made: int  # how a view was made: MADE_ flags
    _detached: int  # was it taken out of the graph that computed it?
    _seen: int  # the version of the memory when a view was made, its low 32 bits
    _dual: bool  # is the grad bit there for a tangent alone?

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = object.__new__(cls)
        self._bits = self._made = self._detached = self._seen = 0
        self._dual = False
        self._array = self._shared = self._of = self._counter = self._autograd = None
        return self

    def __init__(self, keys: KeyBits) -> None:
        self._keys = keys

    @property
    def _keys(self) -> KeyBits:
        """The keys this tensor brings to a call."""
        return _make(_hooks.keyset_type, self._bits & ~REQUIRES_GRAD)

    @_keys.setter
    def _keys(self, keys: KeyBits) -> None:
        self._bits = _bits_in(keys, "keys") & ~REQUIRES_GRAD | self._bits & REQUIRES_GRAD

    @property
    def _requires_grad(self) -> bool:
        """Are gradients computed for it?  See Note [The grad bit]."""
        return bool(self._bits & REQUIRES_GRAD) and not self._dual

    @_requires_grad.setter
    def _requires_grad(self, value: bool) -> None:
        self._bits = self._bits | REQUIRES_GRAD if value else self._bits & ~REQUIRES_GRAD
        self._dual = False

    @property
    def _is_dual(self) -> bool:
        """Does autograd follow it for its tangent alone?"""
        return self._dual

    @_is_dual.setter
    def _is_dual(self, value: bool) -> None:
        if not self._requires_grad:  # nothing changes for one that requires grad
            self._bits = self._bits | REQUIRES_GRAD if value else self._bits & ~REQUIRES_GRAD
            self._dual = bool(value)

    @property
    def _data(self) -> Any:
        """An array, a MetaArray, or None; a new one is memory that no other tensor shares."""
        return self._array

    @_data.setter
    def _data(self, array: Any) -> None:
        self._move(array, None)

    @property
    def _storage(self) -> Any:  # of the type that was configured
        """The memory that `_data` is a part of."""
        if self._shared is None:
            made = _hooks.storage_type.__new__(_hooks.storage_type)
            Storage.__init__(made, self._array)
            self._move(self._array, made)
        return self._shared

    @property
    def _byte_offset(self) -> int:
        """The bytes between the storage's start and the first element."""
        if is_array(self._array):
            return 0 if self._shared is None else address_of(self._array) - self._shared._start
        return getattr(self._array, "byte_offset", 0)  # of a MetaArray

    @property
    def _base(self) -> TensorBase | None:
        """The tensor that this one is a view of, or None."""
        return self._of

    @property
    def _version_counter(self) -> Version | None:
        """Shared by views; None: not written yet."""
        return self._counter

    @_version_counter.setter
    def _version_counter(self, version: Version | None) -> None:
        if version is not None and type(version) is not Version:
            raise TypeError(f"a version counter must be a Version, not {type(version).__name__}")
        self._counter = version

    def _move(self, array: Any, storage: Storage | None) -> None:
        if self._shared is not None:
            self._shared._seen_by.pop(id(self), None)
        self._array, self._shared = array, storage
        if storage is not None:
            storage._seen_by[id(self)] = self

    def _join(self, base: TensorBase, is_view: bool = False, /) -> None:
        """Count versions with another tensor, and be a view of it."""
        if not isinstance(base, TensorBase):
            raise TypeError("_join() takes a tensor and a bool")
        if base._counter is None:
            base._counter = Version()
        self._counter = base._counter
        of = base if base._of is None else base._of
        if is_view and of is not self:
            self._of = of

    def _show(self, data: Any, storage: Storage | None = None, /) -> None:
        """See another part of the storage, or of another one."""
        if storage is not None and not isinstance(storage, Storage):
            raise TypeError("_show() takes an array and a Storage")
        wanted = self._storage if storage is None else storage
        if not is_part_of(data, wanted):
            raise RuntimeError("_show() takes an array that sees a part of the storage")
        self._move(data, wanted)


class _State(threading.local):
    include: int = 0
    exclude: int = 0
    records: bool = True  # gradients


_state = _State()

# Note [Inference tensors]
# In inference mode the thread does not include ADInplaceOrView, which it does otherwise; that is how the engine knows.
# Tensors made there lack that key and those of autograd, so that nothing counts writes to them; a view of a normal
# tensor stays a normal one. `made` of a view tells autograd what it may not do with it later.
# Guarded by: tests/unit/autograd/test_inference_mode.py


def in_inference() -> bool:
    """Is the thread in inference mode?"""
    return bool(_hooks.inference_keys) and not _state.include & _hooks.inference_keys


_types: dict[type, Any] = {}
_MAX_TYPES: Final = 256


def configure(
    *,
    per_backend: Sequence[int] | None = None,
    include: int | None = None,
    exclude: int | None = None,
    **hooks: Any,
) -> None:
    """Give the hot path its layout, its default thread state and its hooks; any subset at a time."""
    for name, hook in hooks.items():
        _check_hook(name, hook)
    if per_backend is not None:
        per_backend = tuple(per_backend)
        places = {index(functionality): place for place, functionality in enumerate(per_backend)}
        if len(per_backend) > 6 or not all(0 <= functionality < 48 for functionality in places):
            raise ValueError("per_backend names at most six functionalities below 48")
        columns[:] = [places.get(functionality, -1) for functionality in range(48)]
    if include is not None:
        _State.include = _checked_bits(include)
    if exclude is not None:
        _State.exclude = _checked_bits(exclude)
    for name, hook in hooks.items():
        setattr(_hooks, name, hook)


def _check_hook(name: str, hook: object) -> None:
    bases: dict[str, type] = {
        "keyset_type": KeyBits,
        "plain_type": TensorBase,
        "storage_type": Storage,
        "size_type": tuple,
        "number_type": object,
        "accumulator_class": object,
    }
    if name not in _Hooks.__annotations__:
        raise TypeError(f"configure() got an unexpected keyword argument {name!r}")
    if name.endswith("_keys") or name == "after_autograd":
        _checked_bits(hook)  # type: ignore[arg-type]  # which accepts ints only
        return
    if name in ("cpu_device", "default_dtype", "dtypes", "fills_new_memory", "strided"):
        return
    if name == "symint_type":
        if hook is not None and not isinstance(hook, type):
            raise TypeError("symint_type must be a class or None")
        return
    if name == "quiet":
        if type(hook) is not tuple or len(hook) != 2 or not isinstance(hook[0], ContextVar):
            raise TypeError("quiet must be a context variable and a value")
        return
    if name not in bases and not callable(hook):
        raise TypeError(f"{name} must be callable")
    if name in bases and not (isinstance(hook, type) and issubclass(hook, bases[name])):
        raise TypeError(f"{name} must be a subclass of {bases[name].__name__}")


def is_grad_enabled() -> bool:
    """May operations in this thread record gradients?"""
    return _state.records


_followed: Final = [False]  # are tangents computed, in some thread?


def set_grad_mode(enabled: bool, with_keys: bool = True, /) -> None:
    """Let this thread record gradients, or not.

    Calls pass autograd by where nothing is recorded, unless tangents may have to be computed: the grad bit is excluded
    then.  Without ``with_keys`` only what `is_grad_enabled` answers changes.
    """
    changes = with_keys and bool(enabled) is not _state.records
    _state.records = bool(enabled)
    if changes:
        _exclude_grad_bit()


def _exclude_grad_bit() -> None:
    if _state.records or _followed[0]:
        _state.exclude &= ~REQUIRES_GRAD
    else:
        _state.exclude |= REQUIRES_GRAD


def follow_tangents(on: bool) -> None:
    """Tangents are computed from now on, or no more: then recording is passed by again."""
    _followed[0] = bool(on)
    _exclude_grad_bit()


def includes(keys: KeyBits, /) -> bool:
    """Does the thread's state include one of these keys?"""
    return bool(_state.include & _bits_in(keys, "keys"))


def get_state() -> tuple[KeyBits, KeyBits]:
    """The included and the excluded keys of this thread."""
    return _make(_hooks.keyset_type, _state.include), _make(_hooks.keyset_type, _state.exclude)


def set_state(include: KeyBits, exclude: KeyBits, /) -> None:
    """Install included and excluded keys in this thread."""
    _state.include, _state.exclude = _bits_in(include, "include"), _bits_in(exclude, "exclude")


class StateGuard:
    """Changes the thread's key state while entered, and restores what it saw.

    May be entered again before it is left; each exit restores what the matching enter saw.
    """

    __slots__ = ("_add_exclude", "_add_include", "_keep_exclude", "_keep_include", "_saved")

    def __init__(
        self,
        add_include: KeyBits,
        add_exclude: KeyBits,
        keep_include: KeyBits | None = None,
        keep_exclude: KeyBits | None = None,
    ) -> None:
        self._add_include = _bits_in(add_include, "add_include")
        self._add_exclude = _bits_in(add_exclude, "add_exclude")
        self._keep_include = _ALL if keep_include is None else _bits_in(keep_include, "keep_include")
        self._keep_exclude = _ALL if keep_exclude is None else _bits_in(keep_exclude, "keep_exclude")
        self._saved: dict[int, list[tuple[int, int]]] = {}

    def __enter__(self) -> Self:
        self._saved.setdefault(threading.get_ident(), []).append((_state.include, _state.exclude))
        _state.include = _state.include & self._keep_include | self._add_include
        _state.exclude = _state.exclude & self._keep_exclude | self._add_exclude
        return self

    def __exit__(self, *exc: object) -> None:
        # Several threads may be inside: each leaves by its own last entry.
        mine = self._saved.get(threading.get_ident())
        if not mine:
            if any(self._saved.values()):
                raise RuntimeError("a guard must be left in the thread that entered it")
            raise RuntimeError("this guard was left without having been entered")
        _state.include, _state.exclude = mine.pop()

    def apply(self) -> None:
        """Change the thread's keys as entering does, until they are changed again."""
        _state.include = _state.include & self._keep_include | self._add_include
        _state.exclude = _state.exclude & self._keep_exclude | self._add_exclude

    def ask(
        self,
        here: dict[str, Any],
        key: str,
        top: tuple[Any, Any],
        name: str,
        func: Any,
        types: tuple[type, ...],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        /,
    ) -> Any:
        """Call a method of the mode on top of a stack inside the guard, while it is off the stack.

        Args:
            here: Holds the stack of this thread.
            key: Under this key.
            top: The stack: the mode and what is under it.
            name: Of the method.
            func: What was called; this and the others are its arguments.
            types: The classes that handle calls, too.
            args: Of the call.
            kwargs: Of the call.
        """
        if type(top) is not tuple or len(top) != 2 or type(name) is not str:
            raise TypeError("ask() takes a dictionary, a key, a mode and what is under it, a name, and four arguments")
        mode, here[key] = top
        try:
            return self.run(getattr(mode, name), func, types, args, kwargs)
        finally:
            here[key] = top

    def run(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call fn inside the guard."""
        include, exclude = _state.include, _state.exclude
        _state.include = include & self._keep_include | self._add_include
        _state.exclude = exclude & self._keep_exclude | self._add_exclude
        try:
            return fn(*args, **kwargs)
        finally:
            _state.include, _state.exclude = include, exclude


def forget_types() -> None:
    """Drop what is known about array types; the next call asks `resolve_type` again."""
    global _types  # noqa: PLW0603 - a new table: an answer to an earlier request goes into the old one
    _types = {}


def keys_of(value: object, /) -> KeyBits | None:
    """The keys that ``value`` brings to a call, or None when it is neither a tensor nor a registered array."""
    bits = _bits_of(value)
    return None if bits is None else _make(_hooks.keyset_type, bits & ~REQUIRES_GRAD)


def _bits_of(value: object) -> int | None:
    if isinstance(value, TensorBase):
        return value._bits
    cls, types = type(value), _types
    if cls in (int, float, bool, complex):
        return None
    try:
        how = types[cls]
    except KeyError:
        how = _hooks.resolve_type(cls)
        if how is None:
            return None
        if len(types) >= _MAX_TYPES:
            types.clear()
        types[cls] = how
    keys = how if isinstance(how, KeyBits) else how(value)
    if not isinstance(keys, KeyBits):
        raise TypeError(f"the key function of {cls.__name__} returned {type(keys).__name__}, not a DispatchKeySet")
    return keys.bits
