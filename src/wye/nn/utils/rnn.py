"""Sequences of several lengths: padded to one tensor, or packed without padding."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.nn.packed_sequence import PackedSequence, invert_permutation
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence",
    "pad_sequence", "unpack_sequence", "unpad_sequence",
]  # fmt: skip


def _places(batch_sizes: list[int], batch: int) -> list[int]:
    """Where the elements of a packed sequence are in a padded one, counted step by step."""
    return [step * batch + place for step, size in enumerate(batch_sizes) for place in range(size)]


def _check_lengths(lengths: list[int], batch: int) -> None:
    if len(lengths) != batch:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} (batch_size={batch})"
        )
    if any(one < other for one, other in itertools.pairwise(lengths)):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you "
            "do not need ONNX exportability."
        )
    if any(one <= 0 for one in lengths):
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
        )


def pack_padded_sequence(
    input: Tensor, lengths: Tensor | Sequence[int], batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Pack sequences that were padded to one length.

    Args:
        input: The sequences (time, batch, ...), or the batch first.
        lengths: The length of each.
        batch_first: Is the batch the first dimension?
        enforce_sorted: They are in the order of their lengths, the longest first; otherwise they are sorted.

    Raises:
        RuntimeError: lengths that are not positive, not sorted, too long, or not one for each sequence.

    >>> import wye
    >>> pack_padded_sequence(wye.tensor([[1, 3], [2, 0]]), [2, 1]).data
    tensor([1, 3, 2])
    """
    counted = lengths if isinstance(lengths, Tensor) else tensor([*lengths])
    counted = counted.to(device="cpu", dtype=DTYPES["int64"])
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    order = None
    if not enforce_sorted:
        counted, order = counted.sort(descending=True)
        order = order.to(input.device)
        input = input.index_select(0 if batch_first else 1, order)
    if counted.dim() != 1:
        raise RuntimeError(f"'lengths' argument should be a 1D tensor, but got {counted.dim()}D")
    numbers: list[int] = counted.tolist()
    steps = input.transpose(0, 1) if batch_first else input
    _check_lengths(numbers, steps.size(1))
    sizes = [sum(length > step for length in numbers) for step in range(numbers[0])]
    if numbers[0] > steps.size(0):
        raise RuntimeError(f"Expected sequence length to be at most {steps.size(0)}, but got {numbers[0]}")
    places = tensor(_places(sizes, steps.size(1)), device=input.device)
    data = steps.reshape(-1, *steps.shape[2:]).index_select(0, places)
    return PackedSequence(data, tensor(sizes), order, None)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Tensor, Tensor]:
    """The sequences of a packed one as one tensor, and their lengths.

    Args:
        sequence: Packed sequences.
        batch_first: Shall the batch be the first dimension?
        padding_value: What follows the end of shorter sequences.
        total_length: How many steps there shall be; by default those of the longest one.

    Raises:
        ValueError: a sequence is longer than ``total_length``.
    """
    sizes: list[int] = sequence.batch_sizes.tolist()
    if total_length is not None and total_length < len(sizes):
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {len(sizes)}"
        )
    data, batch, steps = sequence.data, sizes[0], len(sizes) if total_length is None else total_length
    places = tensor(_places(sizes, batch), device=data.device)
    empty = of.full((steps * batch, *data.shape[1:]), padding_value, dtype=data.dtype, device=data.device)
    padded = empty.index_copy(0, places, data).reshape(steps, batch, *data.shape[1:])
    lengths = tensor([sum(size > place for size in sizes) for place in range(batch)])
    padded = padded.transpose(0, 1) if batch_first else padded
    order = sequence.unsorted_indices
    if order is None:
        return padded, lengths
    return padded.index_select(0 if batch_first else 1, order), lengths[order.cpu()]


def pad_sequence(
    sequences: Tensor | Iterable[Tensor],
    batch_first: bool = False,
    padding_value: float = 0.0,
    padding_side: str = "right",
) -> Tensor:
    """Sequences (time, ...) as one tensor, padded to the length of the longest.

    Args:
        sequences: The sequences; they differ in their lengths only.
        batch_first: Shall the batch be the first dimension?
        padding_value: What fills shorter ones up.
        padding_side: Where: ``"right"`` or ``"left"``.

    Raises:
        RuntimeError: no sequences, nothing that has any, or another side.
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}"
        )
    listed = sequences.unbind(0) if isinstance(sequences, Tensor) else [*sequences]
    if not listed:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("right", "left"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    longest = max(one.size(0) for one in listed)
    rows = []
    for one in listed:
        missing = longest - one.size(0)
        sides = [0, 0] * (one.dim() - 1) + ([0, missing] if padding_side == "right" else [missing, 0])
        rows.append(of.constant_pad_nd(one, sides, padding_value))
    made: Tensor = of.stack(rows, 0 if batch_first else 1)
    return made


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """The sequences of a padded tensor, as they were."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[: int(length)] for row, length in zip(rows, lengths, strict=True)]


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Pack sequences of several lengths; arguments as of `pack_padded_sequence`."""
    lengths = tensor([one.size(0) for one in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Any]:
    """The sequences of a packed one."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
