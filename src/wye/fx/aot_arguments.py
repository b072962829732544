"""The inputs of a graph for the arguments of a call: where it writes, equal ones once, shared memory as one input.

Warm: asked at every call of a compiled function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Arrangement", "kind", "sharing"]


def kind(value: Any, dynamic: bool) -> Any:
    """What graphs are chosen by: all but the elements of a tensor; no sizes and integers where they are symbols."""
    if not isinstance(value, Tensor):
        return type(value) if dynamic and type(value) is int else (type(value), value)
    follows = value.requires_grad
    told = (value.dtype, value.device, follows, follows and value.is_leaf)
    if dynamic:
        return (value.dim(), *told)
    return (tuple(value.shape), value.stride(), value.storage_offset(), *told)


def sharing(args: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each tensor among the arguments: the first that is the same one, and the first with the same memory."""
    tensors = [one for one in args if isinstance(one, Tensor)]
    if len(tensors) < 2:
        return (), ()
    arrays = [one._data for one in tensors]
    if all(getattr(array, "base", array) is None for array in arrays) and len(set(map(id, arrays))) == len(arrays):
        alone = tuple(range(len(tensors)))  # each has memory of its own
        return alone, alone
    same: dict[int, int] = {}
    memory: dict[int, int] = {}
    storages = [one.untyped_storage() for one in tensors]  # kept: identities count while they live
    firsts = tuple([same.setdefault(id(one), at) for at, one in enumerate(tensors)])
    owners = tuple([memory.setdefault(one._cdata, at) for at, one in enumerate(storages)])
    return firsts, owners


@dataclass(frozen=True)
class Arrangement:
    """Which input of a graph stands for which argument.

    Attributes:
        places: For each argument, the number of its input.
        parts: For each argument: None, or its sizes, strides and offset in an input that is the memory it shares.
        bases: Input number -> an argument that lies in it, for inputs that are shared memory.
        count: How many inputs there are.
    """

    places: tuple[int, ...]
    parts: tuple[Any, ...]
    bases: dict[int, int]
    count: int

    @classmethod
    def of(cls, args: Sequence[Any]) -> Arrangement:
        """One input for each argument."""
        count = len(args)
        return cls(tuple(range(count)), (None,) * count, {}, count)

    @classmethod
    def once_each(cls, args: Sequence[Any]) -> Arrangement:
        """One input for each different argument."""
        known: dict[int, int] = {}
        places: list[int] = []
        for one in args:
            number = len(set(places))
            places.append(known.setdefault(id(one), number) if isinstance(one, Tensor) else number)
        return cls(tuple(places), (None,) * len(places), {}, len(set(places)))

    @classmethod
    def joined(cls, args: Sequence[Any]) -> Arrangement:
        """The same, but arguments that share memory are views of one input."""
        owners = iter(sharing(args)[1])
        groups = [next(owners, 0) if isinstance(one, Tensor) else None for one in args]
        numbers: dict[Any, int] = {}
        places, parts = [], []
        bases: dict[int, int] = {}
        for at, (one, group) in enumerate(zip(args, groups, strict=True)):
            number = numbers.setdefault(("no tensor", at) if group is None else group, len(numbers))
            places.append(number)
            shared = group is not None and len({id(args[i]) for i, g in enumerate(groups) if g == group}) > 1
            parts.append((tuple(one.shape), one.stride(), one.storage_offset()) if shared else None)
            if shared:
                bases.setdefault(number, at)
        return cls(tuple(places), tuple(parts), bases, len(numbers))

    def inputs(self, args: Sequence[Any]) -> list[Any]:
        """What the graph is called with."""
        found: list[Any] = [None] * self.count
        for place, value in zip(reversed(self.places), reversed(args), strict=True):
            found[place] = value
        for number in self.bases:
            found[number] = _memory([one for one, place in zip(args, self.places, strict=True) if place == number])
        return found

    def leaves(self, inputs: Sequence[Any]) -> list[Any]:
        """The arguments of the function, from the inputs of the graph."""
        return [
            inputs[place] if part is None else ops.aten.as_strided.default(inputs[place], *part)
            for place, part in zip(self.places, self.parts, strict=True)
        ]


def _memory(tensors: list[Any]) -> Any:
    """One tensor that shows what several show that share memory.

    Raises:
        RuntimeError: gradients are wanted, and autograd does not know them as views of one tensor.
    """
    bases = [one if one._base is None else one._base for one in tensors]
    if all(one is bases[0] for one in bases):
        return bases[0]
    if any(one.requires_grad for one in tensors):
        raise RuntimeError(
            "the function writes to an argument whose memory another argument shares, and one of them requires grad; "
            "make both views of one tensor, without detach() in between"
        )
    if len({one.dtype for one in tensors}) > 1:
        raise RuntimeError(
            "the function writes to an argument whose memory another argument of another dtype shares; pass one of them"
        )
    first = tensors[0]
    return ops.aten.empty.memory_format([0], dtype=first.dtype, device=first.device).set_(first.untyped_storage())
