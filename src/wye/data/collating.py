"""Batches of elements: tensors are stacked, numbers become tensors, containers keep their kind."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any, Final

import numpy as np

from wye.functional.operators import of
from wye.schema.values import DTYPES
from wye.tensors import Tensor, as_tensor, tensor

__all__ = ["COLLATING", "REFUSED", "collate", "default_collate", "default_convert"]

REFUSED: Final = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
_TEXTS: Final = "SaUO"  # kinds of NumPy's dtypes that no tensor has


def default_convert(data: Any) -> Any:
    """Make the arrays in one element tensors; lists, tuples and mappings keep their kind, other things stay.

    Args:
        data: The element.
    """
    if isinstance(data, Tensor):
        return data
    if type(data).__module__ == "numpy":
        return data if np.asarray(data).dtype.kind in _TEXTS else as_tensor(data)
    if isinstance(data, Mapping):
        return _mapping(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(one) for one in data))
    if isinstance(data, tuple):
        return [default_convert(one) for one in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _sequence(data, [default_convert(one) for one in data])
    return data


def _mapping(like: Mapping[Any, Any], values: dict[Any, Any]) -> Any:
    """The values in a mapping of the same kind; in a dictionary, if such a one cannot be made."""
    try:
        if isinstance(like, MutableMapping):
            made = copy.copy(like)
            made.update(values)
            return made
        return type(like)(values)  # type: ignore[call-arg]  # where its class takes a mapping
    except TypeError:
        return values


def _sequence(like: Sequence[Any], values: list[Any]) -> Any:
    """The values in a sequence of the same kind; in a list, if such a one cannot be made."""
    try:
        if isinstance(like, MutableSequence):
            made = copy.copy(like)
            for place, one in enumerate(values):
                made[place] = one
            return made
        return type(like)(values)  # type: ignore[call-arg]  # where its class takes a sequence
    except TypeError:
        return values


def collate(batch: Any, *, collate_fn_map: dict[Any, Callable[..., Any]] | None = None) -> Any:
    """Put elements together, by the kind of the first one.

    Args:
        batch: The elements.
        collate_fn_map: Functions by class, called with the elements and this map.

    Raises:
        TypeError: nothing is known of their kind.
        RuntimeError: they are sequences of different lengths.
    """
    first = batch[0]
    known = collate_fn_map or {}
    function = known.get(type(first)) or next((fn for kind, fn in known.items() if isinstance(first, kind)), None)
    if function is not None:
        return function(batch, collate_fn_map=collate_fn_map)

    def together(elements: Any) -> Any:
        return collate(elements, collate_fn_map=collate_fn_map)

    if isinstance(first, Mapping):
        return _mapping(first, {key: together([one[key] for one in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(together(column) for column in zip(*batch, strict=False)))
    if isinstance(first, Sequence):
        if any(len(one) != len(first) for one in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = list(zip(*batch, strict=True))
        found = [together(column) for column in columns]
        return found if isinstance(first, tuple) else _sequence(first, found)
    raise TypeError(REFUSED.format(type(first)))


def _stacked(batch: Any, *, collate_fn_map: Any = None) -> Tensor:
    return of.stack(list(batch), 0)


def _arrays(batch: Any, *, collate_fn_map: Any = None) -> Any:
    kind = batch[0].dtype
    if kind.kind in _TEXTS:
        raise TypeError(REFUSED.format(kind))
    return collate([as_tensor(one) for one in batch], collate_fn_map=collate_fn_map)


def _scalars(batch: Any, *, collate_fn_map: Any = None) -> Tensor:
    return as_tensor(np.stack([np.asarray(one) for one in batch]))


def _floats(batch: Any, *, collate_fn_map: Any = None) -> Tensor:
    return tensor(list(batch), dtype=DTYPES["float64"])


def _integers(batch: Any, *, collate_fn_map: Any = None) -> Tensor:
    return tensor(list(batch))


def _texts(batch: Any, *, collate_fn_map: Any = None) -> Any:
    return batch


COLLATING: Final[dict[Any, Callable[..., Any]]] = {
    Tensor: _stacked,
    np.ndarray: _arrays,
    (np.bool_, np.number, np.object_): _scalars,
    float: _floats,
    int: _integers,
    str: _texts,
    bytes: _texts,
}


def default_collate(batch: Any) -> Any:
    """A batch of elements: tensors of one more dimension, in containers of the elements' kind.

    Args:
        batch: The elements.
    """
    return collate(batch, collate_fn_map=COLLATING)
