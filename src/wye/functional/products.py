"""Products of tensors: `einsum`, `tensordot`, `chain_matmul`."""

from __future__ import annotations

from typing import Any

from wye.functional.operators import of
from wye.overrides import overridable
from wye.tensors import Tensor

__all__ = ["chain_matmul", "einsum", "tensordot"]


def _letter(number: object) -> str:
    """The letter of a subscript that is a number: capitals first."""
    if number is Ellipsis:
        return "..."
    if not isinstance(number, int):
        raise TypeError(f"einsum(): subscripts in a list are integers or Ellipsis, got {type(number).__name__}")
    if not 0 <= number < 52:
        raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return chr(ord("A") + number) if number < 26 else chr(ord("a") + number - 26)


def _from_lists(args: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The equation and the operands of ``einsum(a, [0, 1], b, [1, 2], [0, 2])``."""
    terms = ["".join(_letter(one) for one in subscripts) for subscripts in args[1::2]]
    equation = ",".join(terms)
    if len(args) % 2:
        equation += "->" + "".join(_letter(one) for one in args[-1])
        return equation, list(args[:-1:2])
    return equation, list(args[::2])


@overridable
def einsum(*args: Any) -> Tensor:
    """Sums of products of elements, by names of dimensions.

    ``einsum(equation, *operands)`` or ``einsum(operand, subscripts, ..., [result])`` with lists of numbers.

    Raises:
        ValueError: there is no operand, or a number stands for no letter.
        RuntimeError: the equation does not fit the operands.

    Example:
        >>> import wye
        >>> a = wye.arange(6.0).view(2, 3)
        >>> wye.einsum("ij,kj->ik", a, a).tolist()
        [[5.0, 14.0], [14.0, 50.0]]
        >>> wye.einsum(a, [0, 1], [1]).tolist()
        [3.0, 5.0, 7.0]
    """
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    if isinstance(args[0], Tensor):
        equation, operands = _from_lists(args)
    else:
        equation, operands = args[0], list(args[1:])
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):  # all of them in one list
        result: Tensor = einsum(equation, *operands[0])
        return result
    return of.einsum(equation, operands)


def _spelled(args: tuple[Any, ...], for_mode: bool) -> tuple[Any, ...]:
    """The equation and the operands one by one, as handlers see them; modes see a list of operands as it was given."""
    if len(args) >= 2 and not isinstance(args[0], str) and isinstance(args[1], (list, tuple)):
        equation, operands = _from_lists(args)
        return equation, *operands
    return (args[0], *args[1]) if len(args) == 2 and isinstance(args[1], (list, tuple)) and not for_mode else args


einsum.spelled = _spelled  # type: ignore[attr-defined]


def _pairs(a: Tensor, b: Tensor, dims: Any) -> tuple[list[int], list[int]]:
    """The dimensions of both tensors that are summed over."""
    if isinstance(dims, Tensor):
        if dims.numel() > 1:
            first, second = dims
            return first.flatten().tolist(), second.flatten().tolist()
        dims = int(dims)
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(
                f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims} for {a.dim()} and {b.dim()} dimensions"
            )
        return list(range(-dims, 0)), list(range(dims))
    of_a, of_b = dims
    return list(of_a), list(of_b)


@overridable
def tensordot(a: Tensor, b: Tensor, dims: Any = 2, out: Tensor | None = None) -> Tensor:
    """The product of two tensors, summed over several dimensions of each.

    Args:
        a: The left operand.
        b: The right operand.
        dims: A number: the last dimensions of ``a`` and the first of ``b``.  Or two lists of dimensions.
        out: Where to store the result.

    Raises:
        RuntimeError: ``dims`` is neither a number nor a pair of lists, or asks for too many dimensions.
    """
    if not isinstance(dims, (int, tuple, list, Tensor)):
        raise RuntimeError(
            f"tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, "
            f"but got dims={dims}"
        )
    dims_a, dims_b = _pairs(a, b, dims)
    options = {} if out is None else {"out": out}
    return of.tensordot(a, b, dims_a, dims_b, **options)


@overridable
def chain_matmul(*matrices: Tensor, out: Tensor | None = None) -> Tensor:
    """The product of several matrices, in the order of the fewest multiplications."""
    options = {} if out is None else {"out": out}
    return of.chain_matmul(list(matrices), **options)
