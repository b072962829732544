"""Functional tensors by hand: wrap, unwrap, replace, and ask what was written.  Cold path."""

from __future__ import annotations

from typing import Any, Final

from wye.call.guards import included_keys, set_included
from wye.functionalization.key import KEY, settings
from wye.functionalization.rules.view_in_place import move_to
from wye.functionalization.wrapper import FunctionalArray, commit, replace, sync, wrap
from wye.keys import DispatchKey
from wye.modes.stack import dispatch_stack
from wye.tensors import Tensor

__all__ = [
    "are_all_writes_hidden", "are_all_writes_without_grad", "changed_storages", "commit_update", "disable", "enable",
    "freeze", "from_functional", "has_changed_storage", "has_new_metadata", "has_writes", "is_base", "is_functional",
    "is_one_of_several", "is_symbolic", "mark_changed_storage", "mark_write_hidden",
    "propagate_xla_data", "reapplies_views", "replace_", "reset_storage", "set_reapplies_views", "storage_size",
    "sync_", "to_functional", "unsafe_set", "was_resized", "writes",
]  # fmt: skip

_FUNCTIONALIZE: Final = DispatchKey.Functionalize


def _array(tensor: Any) -> FunctionalArray:
    data = tensor._data if isinstance(tensor, Tensor) else None
    if type(data) is not FunctionalArray:
        raise RuntimeError("expected a functional tensor, but got an ordinary one; wrap it with _to_functional_tensor")
    return data


# ---- wrapping ----


def to_functional(tensor: Any) -> Any:
    """A tensor as a functional one, which belongs to no transform.

    Raises:
        RuntimeError: it is one already.
    """
    if is_functional(tensor):
        raise RuntimeError("the tensor is functional already; _from_functional_tensor gives the value that it has")
    return wrap(tensor, KEY)


def from_functional(tensor: Any) -> Any:
    """The value of a functional tensor, which may be out of date: see `sync_`.

    Raises:
        RuntimeError: it is not functional.
    """
    return _array(tensor).inner


def is_functional(tensor: Any) -> bool:
    """Is it a functional tensor?"""
    return isinstance(tensor, Tensor) and type(tensor._data) is FunctionalArray


def is_base(tensor: Any) -> bool:
    """Is it the base of its storage: no view of another functional tensor?"""
    return not _array(tensor).views


def sync_(tensor: Any) -> None:
    """Bring the value of a functional tensor up to date."""
    sync(_array(tensor))


def replace_(tensor: Any, value: Any) -> None:
    """Give a functional tensor another value, which its base and views do not see before `commit_update`.

    Raises:
        RuntimeError: the value is functional.
    """
    data = _array(tensor)
    if is_functional(value):
        raise RuntimeError("a functional tensor's value cannot be functional; _from_functional_tensor unwraps it")
    data.owner.below(replace, data, value)


def commit_update(tensor: Any) -> None:
    """Let the base and the other views see the value of a functional tensor, when they are next read."""
    commit(_array(tensor))


def freeze(tensor: Any) -> None:
    """Refuse writes to a functional tensor and all its views from now on."""
    _array(tensor).storage.is_frozen = True


def unsafe_set(tensor: Any, source: Any) -> None:
    """Let a functional tensor share the storage of another one; its value stays."""
    data, other = _array(tensor), _array(source)
    data.storage = other.storage


def reset_storage(tensor: Any) -> None:
    """Make a functional tensor, with the value that it has, the base of a new storage."""
    data = _array(tensor)
    value = sync(data)
    move_to(data, value)


def propagate_xla_data(tensor: Any, value: Any) -> None:
    """Hand what a lazy backend keeps beside a tensor's data on to a new value; no backend here keeps anything."""
    _array(tensor)


# ---- the thread's setting ----


def enable(reapply_views: bool = False, *, undeclared_writes: bool = False) -> None:
    """Let factories of this thread make functional tensors.

    Args:
        reapply_views: Make views of functional tensors as views; else as copies.
        undeclared_writes: Remove writes that schemas do not declare, too: those of batch normalisation.

    Raises:
        RuntimeError: it is on already.
    """
    if included_keys().has(_FUNCTIONALIZE):
        raise RuntimeError(
            "functionalization is enabled in this thread already; only the functionalize() transform nests"
        )
    set_included(_FUNCTIONALIZE, True)
    dispatch_stack.thread.lifts += 1
    settings.reapplies_views = bool(reapply_views)
    settings.removes_undeclared_writes = undeclared_writes


def disable() -> None:
    """Undo `enable`."""
    if included_keys().has(_FUNCTIONALIZE):
        set_included(_FUNCTIONALIZE, False)
        dispatch_stack.thread.lifts -= 1
    settings.reapplies_views = settings.removes_undeclared_writes = False


def reapplies_views() -> bool:
    """Are views of functional tensors made as views in this thread; else as copies?"""
    return settings.reapplies_views


def set_reapplies_views(value: bool) -> bool:
    """Set it; the old value."""
    before, settings.reapplies_views = settings.reapplies_views, bool(value)
    return before


# ---- what was written ----


def writes(tensor: Any) -> int:
    """How often a functional tensor or one of its views got another value."""
    return _array(tensor).storage.mutations


def has_writes(tensor: Any) -> bool:
    """Was there a write to a functional tensor or one of its views?"""
    return _array(tensor).storage.generation > 0


def has_new_metadata(tensor: Any) -> bool:
    """Was its shape changed in place?"""
    return _array(tensor).has_new_metadata


def is_one_of_several(tensor: Any) -> bool:
    """Is it one of the views that one call has made?"""
    views = _array(tensor).views
    return any(step.is_multi for step in views)


def are_all_writes_without_grad(tensor: Any) -> bool:
    """Did all writes happen while no gradients were recorded, or hidden from autograd?"""
    storage = _array(tensor).storage
    return storage.hidden + storage.without_grad >= storage.mutations


def are_all_writes_hidden(tensor: Any) -> bool:
    """Is autograd to see none of the writes?"""
    storage = _array(tensor).storage
    return storage.hidden >= storage.mutations


def mark_write_hidden(tensor: Any) -> None:
    """Hide one write from autograd."""
    _array(tensor).storage.hidden += 1


def has_changed_storage(tensor: Any) -> bool:
    """Was it given other memory?"""
    return _array(tensor).new_storages > 0


def changed_storages(tensor: Any) -> int:
    """How often it was given other memory."""
    return _array(tensor).new_storages


def mark_changed_storage(tensor: Any) -> None:
    """Count that it was given other memory."""
    _array(tensor).new_storages += 1


def was_resized(tensor: Any) -> bool:
    """Was its storage resized by itself, with the tensor as it is?  Functional storages are not."""
    _array(tensor)
    return False


def is_symbolic(tensor: Any) -> bool:
    """Does it have symbolic sizes?"""
    return not all(type(n) is int for n in (*_array(tensor).shape, *_array(tensor).steps))


def storage_size(tensor: Any, before: bool) -> int:
    """The bytes of its storage.

    Args:
        tensor: The functional tensor.
        before: Those that it had when it was made.
    """
    storage = _array(tensor).storage
    return storage.first_nbytes if before and storage.first_nbytes is not None else storage.nbytes
