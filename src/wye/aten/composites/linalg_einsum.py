"""`einsum`: sums of products by names of dimensions, two operands at a time, over bmm."""

from __future__ import annotations

from math import prod
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import ndim_of
from wye.call.packets import ops

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

# A label is a letter, or a number for a dimension under the dots, counted from the right.
_Label = str | int


def _labels(term: str, ndim: int, number: int | None = None) -> list[_Label]:
    """The label of each dimension; dots stand for all the dimensions that have no letter."""
    letters = term.replace("...", "")
    whose = "output" if number is None else f"operand {number}"
    if not all(one.isascii() and one.isalpha() for one in letters) or term.count("...") > 1:
        raise RuntimeError(
            f"einsum(): invalid subscript given in the equation string for the {whose}: {term!r}; subscripts must "
            f"be in "
            "[a-zA-Z], with at most one '...'"
        )
    hidden = ndim - len(letters)
    if "..." not in term:
        if number is not None and hidden:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(letters)}) does not match the number of "
                f"dimensions ({ndim}) for operand {number} and no ellipsis was given"
            )
        return list(letters)
    if hidden < 0:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({len(letters)}) is more than the number of "
            f"dimensions "
            f"({ndim}) for operand {number}"
        )
    before, _, after = term.partition("...")
    return [*before, *range(hidden, 0, -1), *after]


def _output_labels(output: str | None, given: list[list[_Label]]) -> list[_Label]:
    hidden = max((one for labels in given for one in labels if isinstance(one, int)), default=0)
    if output is None:  # everything that occurs once, in alphabetical order
        seen = [one for labels in given for one in labels if isinstance(one, str)]
        return [*range(hidden, 0, -1), *sorted(one for one in set(seen) if seen.count(one) == 1)]
    labels = _labels(output, hidden + len(output.replace("...", "")))
    for one in labels:
        if labels.count(one) > 1:
            raise RuntimeError(f"einsum(): output subscript {one} appears more than once in the output")
        if not any(one in mine for mine in given):
            raise RuntimeError(
                f"einsum(): output subscript {one} does not appear in the equation for any input operand"
            )
    return labels


def _diagonals(x: Any, labels: list[_Label]) -> tuple[Any, list[_Label]]:
    """A label that an operand has twice means its diagonal."""
    for one in list(dict.fromkeys(labels)):
        while labels.count(one) > 1:
            first = labels.index(one)
            second = labels.index(one, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(
                    f"einsum(): subscript {one} is repeated for an operand but the sizes don't match, "
                    f"{x.shape[second]} != {x.shape[first]}"
                )
            x = aten.diagonal(x, 0, first, second)
            labels = [label for i, label in enumerate(labels) if i not in (first, second)] + [one]
    return x, labels


def _sizes(operands: list[tuple[Any, list[_Label]]]) -> dict[_Label, int]:
    sizes: dict[_Label, int] = {}
    for number, (x, labels) in enumerate(operands):
        for one, size in zip(labels, x.shape, strict=True):
            known = sizes.get(one, 1)
            if size != known and 1 not in (size, known):
                raise RuntimeError(
                    f"einsum(): subscript {one} has size {size} for operand {number} which does not broadcast with "
                    f"previously seen size {known}"
                )
            sizes[one] = size if known == 1 else known
    return sizes


def _without(x: Any, labels: list[_Label], kept: set[_Label]) -> tuple[Any, list[_Label]]:
    """Sum over what nobody else has."""
    gone = [dim for dim, one in enumerate(labels) if one not in kept]
    if not gone:
        return x, labels
    return aten.sum.dim_IntList(x, gone), [one for one in labels if one in kept]


def _matrix(x: Any, labels: list[_Label], groups: tuple[list[_Label], ...], sizes: dict[_Label, int]) -> Any:
    """A batch of matrices: the labels of each group become one dimension."""
    order = [one for group in groups for one in group]
    wide = aten.permute.default(x, [labels.index(one) for one in order])
    wide = aten.expand.default(wide, [sizes[one] for one in order])
    return aten.reshape.default(wide, [prod(sizes[one] for one in group) for group in groups])


def _product(a: tuple[Any, list[_Label]], b: tuple[Any, list[_Label]], order: list[_Label]) -> tuple[Any, list[_Label]]:
    """Two operands multiplied: nothing is summed."""
    spread = []
    for x, labels in (a, b):
        placed = aten.permute.default(x, [labels.index(one) for one in order if one in labels])
        for dim, one in enumerate(order):
            if one not in labels:
                placed = aten.unsqueeze.default(placed, dim)
        spread.append(placed)
    return spread[0] * spread[1], order


def _pair(
    a: tuple[Any, list[_Label]], b: tuple[Any, list[_Label]], kept: set[_Label], wanted: list[_Label]
) -> tuple[Any, list[_Label]]:
    """The sum of products of two operands, over the labels that are not kept."""
    sizes = _sizes([a, b])
    (x, mine), (y, theirs) = a, b
    x, mine = _without(x, mine, kept | set(theirs))
    y, theirs = _without(y, theirs, kept | set(mine))
    both = [one for one in mine if one in theirs and one in kept]
    summed = [one for one in mine if one in theirs and one not in kept]
    left = [one for one in mine if one not in theirs]
    right = [one for one in theirs if one not in mine]
    if not summed:
        given = [*both, *left, *right]  # products are laid out in the order of the result
        order = [*(one for one in wanted if one in given), *(one for one in given if one not in wanted)]
        return _product((x, mine), (y, theirs), order)
    product = aten.bmm.default(
        _matrix(x, mine, (both, left, summed), sizes), _matrix(y, theirs, (both, summed, right), sizes)
    )
    order = [*both, *left, *right]
    return aten.reshape.default(product, [sizes[one] for one in order]), order


def _parse(equation: str, count: int) -> tuple[list[str], str | None]:
    text = equation.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if len(terms) != count:
        few = "fewer" if len(terms) > count else "more"
        raise RuntimeError(f"einsum(): {few} operands were provided than specified in the equation")
    return terms, output if arrow else None


@IMPLICIT("einsum")
def einsum(equation: str, tensors: Any, *, path: Any = None) -> Any:
    """Sums of products of elements, by names of dimensions: ``einsum("ij,jk->ik", [a, b])``."""
    if not tensors:
        raise RuntimeError("einsum(): must provide at least one operand")
    terms, output = _parse(equation, len(tensors))
    given = [_labels(term, ndim_of(x), number) for number, (term, x) in enumerate(zip(terms, tensors, strict=True))]
    wanted = _output_labels(output, given)
    operands = [_diagonals(x, labels) for x, labels in zip(tensors, given, strict=True)]
    sizes = _sizes(operands)
    steps = list(path) if path is not None else [0, 1] * (len(operands) - 1)
    for i in range(0, 2 * (len(operands) - 1), 2):
        low, high = sorted(steps[i : i + 2])
        second, first = operands.pop(high), operands.pop(low)
        kept = {*wanted, *(one for _, labels in operands for one in labels)}
        # The default path takes operands from the left; a given one expects results at the end.
        operands.insert(len(operands) if path is not None else 0, _pair(first, second, kept, wanted))
    result, labels = _without(*operands[0], set(wanted))
    result = aten.permute.default(result, [labels.index(one) for one in wanted])
    if list(result.shape) != [sizes[one] for one in wanted]:
        result = aten.expand.default(result, [sizes[one] for one in wanted])
    return result
