"""Two tensors exchange all that they are but their identity: `swap_tensors`."""

from __future__ import annotations

import copyreg
import itertools
import weakref
from typing import TYPE_CHECKING, Any, Final, NoReturn

from wye._engine import engine

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["number_of", "swap_tensors"]

_OF_THE_ENGINE: Final = frozenset(getattr(engine.TensorBase, "__slots__", ()))  # as attributes: see `_exchange`
_ABSENT: Final = object()
_MARK: Final = "_number"
_NUMBERS: Final = itertools.count(1)


class _Mark:
    """Stands among a tensor's attributes, which move when it is swapped; a copy of the tensor gets another."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = next(_NUMBERS)  # no address: those of tensors that are gone are used again

    def __deepcopy__(self, memo: Any) -> _Mark:
        return _Mark()

    def __reduce__(self) -> Any:
        return _Mark, ()


def number_of(tensor: Tensor) -> int:
    """A number of what a tensor is: it stays when values are assigned, and moves when the tensor is swapped."""
    mark = tensor.__dict__.get(_MARK)
    if mark is None:
        mark = tensor.__dict__[_MARK] = _Mark()
    number: int = mark.number
    return number


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchange classes, attributes, values and what autograd knows of two tensors; each stays the object it was.

    A graph that leads to one of them can no longer be run backward.

    Args:
        t1: One tensor.
        t2: The other.

    Raises:
        RuntimeError: there are weak references to one of them, or views, or their classes have other slots.

    >>> import wye
    >>> a, b = wye.zeros(2), wye.ones(3, dtype=wye.int64)
    >>> swap_tensors(a, b)
    >>> a.tolist(), b.tolist()
    ([1, 1, 1], [0.0, 0.0])
    """
    for name, tensor in (("t1", t1), ("t2", t2)):
        _check(name, tensor)
    slots = [_slots(tensor) for tensor in (t1, t2)]
    if slots[0] != slots[1]:
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    for tensor in (t1, t2):
        _end_graphs(tensor)
    for name in ("__class__", "__dict__", *slots[0]):
        _exchange(name, t1, t2)
    seen = [(tensor._data, tensor._storage) for tensor in (t1, t2)]
    for tensor, (data, storage) in zip((t1, t2), reversed(seen), strict=True):
        tensor._show(data, storage)
    for name in ("_keys", "_requires_grad", "_version_counter", "_autograd", "_made", "_detached"):
        _exchange(name, t1, t2)


def _slots(tensor: Tensor) -> set[str]:
    return set(copyreg._slotnames(type(tensor))) - _OF_THE_ENGINE  # type: ignore[attr-defined]  # as copy uses it


def _check(name: str, tensor: Tensor) -> None:
    # a storage of the engine in Python finds its tensors by such references, which follow them
    if any(type(found) is not weakref.KeyedRef for found in weakref.getweakrefs(tensor)):
        raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    views = tensor._base is not None or any(other._base is tensor for other in tensor._storage._tensors)
    if views:
        raise RuntimeError(
            f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but it has views, or is one: "
            "make sure you are not holding references to the tensor in other places."
        )


def _end_graphs(tensor: Tensor) -> None:
    """Let graphs that lead to a tensor refuse to run, and let new ones lead to a new node."""
    state: Any = tensor._autograd
    if state is None or state.accumulator is None:
        return
    node = state.accumulator()
    if node is not None:
        node.register_prehook(_refuse)
    state.accumulator = None


def _refuse(*gradients: Any) -> NoReturn:
    raise RuntimeError(
        "Trying to execute AccumulateGrad node that was poisoned by swap_tensors: the leaf that the graph leads to has "
        "become another tensor. Modules that swap their parameters (set_swap_module_params_on_conversion) should be "
        "converted before forward or after backward, not in between."
    )


def _exchange(name: str, one: Any, other: Any) -> None:
    values = [getattr(tensor, name, _ABSENT) for tensor in (other, one)]
    for tensor, value in zip((one, other), values, strict=True):
        if value is not _ABSENT:
            setattr(tensor, name, value)
        elif hasattr(tensor, name):
            delattr(tensor, name)
