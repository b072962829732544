"""`PackedSequence`: sequences of several lengths in one tensor, step after step, so that no step computes padding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wye.functional.operators import of
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = ["PackedSequence", "invert_permutation"]


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that undoes another one; None for None."""
    if permutation is None:
        return None
    n = permutation.numel()
    return of.empty_like(permutation).scatter_(0, permutation, of.arange(0, n, device=permutation.device))


class _Fields(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(_Fields):
    """Sequences of several lengths; made by `pack_padded_sequence` and `pack_sequence`.

    Attributes:
        data: The elements of the first step of all sequences, then those of the second step, and so on.
        batch_sizes: How many sequences have each step; on the CPU.
        sorted_indices: The order in which the sequences are, the longest first; None if they were given so.
        unsorted_indices: The order that brings them back.

    Raises:
        ValueError: ``batch_sizes`` is on another device.
    """

    __slots__ = ()

    def __new__(
        cls,
        data: Any,
        batch_sizes: Tensor | None = None,
        sorted_indices: Tensor | None = None,
        unsorted_indices: Tensor | None = None,
    ) -> PackedSequence:
        """Make one of its parts, or of the pair of data and sizes."""
        if batch_sizes is None:
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError(
                "batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. "
                "They should be instantiated by functions like pack_sequence and pack_padded_sequences in "
                f"nn.utils.rnn. It is on {batch_sizes.device}"
            )
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def _with(self, data: Tensor, **options: Any) -> PackedSequence:
        """The same sequences with other data; the orders move with them."""
        orders = [None if one is None else one.to(data.device, **options) for one in self[2:]]
        return type(self)(data, self.batch_sizes, *orders)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The sequences with another dtype or on another device; takes what `Tensor.to` takes."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        options = {name: value for name, value in kwargs.items() if name in ("non_blocking", "copy")}
        return self._with(data, **options)

    def cpu(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The sequences in the memory of this process."""
        return self if self.data.is_cpu and not args and not kwargs else self.to("cpu", *args, **kwargs)

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The sequences on the device called cuda."""
        return self.to("cuda", *args, **kwargs)

    def double(self) -> PackedSequence:
        """With float64."""
        return self.to(dtype=DTYPES["float64"])

    def float(self) -> PackedSequence:
        """With float32."""
        return self.to(dtype=DTYPES["float32"])

    def half(self) -> PackedSequence:
        """With float16."""
        return self.to(dtype=DTYPES["float16"])

    def long(self) -> PackedSequence:
        """With int64."""
        return self.to(dtype=DTYPES["int64"])

    def int(self) -> PackedSequence:
        """With int32."""
        return self.to(dtype=DTYPES["int32"])

    def short(self) -> PackedSequence:
        """With int16."""
        return self.to(dtype=DTYPES["int16"])

    def char(self) -> PackedSequence:
        """With int8."""
        return self.to(dtype=DTYPES["int8"])

    def byte(self) -> PackedSequence:
        """With uint8."""
        return self.to(dtype=DTYPES["uint8"])

    @property
    def is_cuda(self) -> bool:
        """Is the data on the device called cuda?"""
        return self.data.is_cuda

    def is_pinned(self) -> bool:
        """Is the data in memory that devices read fast?"""
        return self.data.is_pinned()
