"""Parameters as one vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import wye.shown as shown
from wye.functional.operators import of
from wye.tensors import Tensor
from wye.tensors.type_names import typename

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def _on_one_device(parameters: Iterable[Tensor]) -> Iterator[Tensor]:
    """The parameters one by one.

    Raises:
        TypeError: they are on different devices.
    """
    first = None
    for value in parameters:
        first = value.device if first is None else first
        if value.device != first:
            raise TypeError("Found two parameters on different devices, this is currently not supported.")
        yield value


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All elements of the parameters, one after another.

    Raises:
        TypeError: they are on different devices.
    """
    return of.cat([value.reshape(-1) for value in _on_one_device(parameters)])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Give parameters the elements of a vector, which they share from then on.

    Raises:
        TypeError: they are on different devices, or ``vec`` is no tensor.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected {shown.package}.Tensor, but got: {typename(vec)}")
    start = 0
    for value in _on_one_device(parameters):
        end = start + value.numel()
        value.data = vec[start:end].view_as(value).data
        start = end
