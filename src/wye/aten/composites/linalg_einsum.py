"""`einsum`: sums of products by names of dimensions, two operands at a time, over bmm."""

from __future__ import annotations

from functools import lru_cache
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


def _aligned(x: Any, labels: list[_Label], order: list[_Label]) -> Any:
    """The dimensions of an operand in the order of all labels; a label that it has twice means its diagonal."""
    places: dict[_Label, int] = {}
    at = 0
    hidden = [one for one in order if isinstance(one, int)]
    missing = [one for one in hidden if one not in labels]
    for one in labels:
        if isinstance(one, int) and missing:  # dots of an operand that has fewer dimensions than the others
            for other in missing:
                x = aten.unsqueeze.default(x, at)
                places[other], at = at, at + 1
            missing = []
        if one in places:
            if x.shape[at] != x.shape[places[one]]:
                raise RuntimeError(
                    f"einsum(): subscript {one} is repeated for an operand but the sizes don't match, "
                    f"{x.shape[at]} != {x.shape[places[one]]}"
                )
            x = aten.movedim.int(aten.diagonal.default(x, 0, places[one], at), -1, places[one])
        else:
            places[one], at = at, at + 1
    for one in order:
        if one not in places:
            x = aten.unsqueeze.default(x, at)
            places[one], at = at, at + 1
    return aten.permute.default(x, [places[one] for one in order])


def _summed_pair(left: Any, right: Any, summed: list[int]) -> Any:
    """The sum of products of two operands over dimensions, which stay with size 1."""
    if not summed:
        return aten.mul.Tensor(left, right)
    both: list[int] = []
    mine: list[int] = []
    theirs: list[int] = []
    sizes, others = tuple(left.shape), tuple(right.shape)
    for dim in range(len(sizes)):
        if dim in summed:
            continue
        group = both if sizes[dim] != 1 != others[dim] else mine if sizes[dim] != 1 else theirs
        group.append(dim)
    over = prod([sizes[dim] for dim in summed])
    batch, rows = prod([sizes[dim] for dim in both]), prod([sizes[dim] for dim in mine])
    columns = prod([others[dim] for dim in theirs])
    order = [*both, *mine, *summed, *theirs]
    shape = [*(sizes[dim] for dim in (*both, *mine)), *[1] * len(summed), *(others[dim] for dim in theirs)]
    first = aten.reshape.default(aten.permute.default(left, order), [batch, rows, over])
    turned = aten.permute.default(right, [*both, *summed, *theirs, *mine])
    second = aten.reshape.default(turned, [batch, over, columns])
    product = aten.view.default(aten.bmm.default(first, second), shape)
    return aten.permute.default(product, [order.index(dim) for dim in range(len(order))])


def _contracted(operands: list[Any], kept: int, path: Any) -> Any:
    """All operands multiplied, two at a time; a dimension that is not kept is summed once no other operand has it."""
    shapes = [tuple(x.shape) for x in operands]
    left = {dim: sum(shape[dim] != 1 for shape in shapes) for dim in range(kept, len(shapes[0]))}
    steps = list(path) if path is not None else [0, 1] * (len(operands) - 1)
    for i in range(0, 2 * (len(operands) - 1), 2):
        low, high = sorted(steps[i : i + 2])
        b, a = operands.pop(high), operands.pop(low)
        summed: list[int] = []
        alone: tuple[list[int], list[int]] = ([], [])
        of_a, of_b = tuple(a.shape), tuple(b.shape)
        for dim in left:
            in_a, in_b = of_a[dim] != 1, of_b[dim] != 1
            if in_a and in_b:
                left[dim] -= 1
                if left[dim] == 1:
                    summed.append(dim)
                    left[dim] = 0
            elif left[dim] == 1 and (in_a or in_b):
                alone[0 if in_a else 1].append(dim)
                left[dim] = 0
        a = aten.sum.dim_IntList(a, alone[0], True) if alone[0] else a
        b = aten.sum.dim_IntList(b, alone[1], True) if alone[1] else b
        # The default path takes operands from the left; a given one expects results at the end.
        operands.insert(len(operands) if path is not None else 0, _summed_pair(a, b, summed))
    return operands[0]


def _parse(equation: str, count: int) -> tuple[list[str], str | None]:
    text = equation.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if len(terms) != count:
        few = "fewer" if len(terms) > count else "more"
        raise RuntimeError(f"einsum(): {few} operands were provided than specified in the equation")
    return terms, output if arrow else None


@lru_cache(maxsize=1024)
def _read(equation: str, ndims: tuple[int, ...]) -> tuple[list[list[_Label]], list[_Label], list[_Label]]:
    """The labels of each operand, those of the result, and those that are summed over; not to be changed."""
    terms, output = _parse(equation, len(ndims))
    given = [_labels(term, ndim, number) for number, (term, ndim) in enumerate(zip(terms, ndims, strict=True))]
    wanted = _output_labels(output, given)
    return given, wanted, sorted({one for labels in given for one in labels if one not in wanted}, key=str)


@IMPLICIT("einsum")
def einsum(equation: str, tensors: Any, *, path: Any = None) -> Any:
    """Sums of products of elements, by names of dimensions: ``einsum("ij,jk->ik", [a, b])``."""
    if not tensors:
        raise RuntimeError("einsum(): must provide at least one operand")
    given, wanted, rest = _read(equation, tuple(map(ndim_of, tensors)))
    _sizes(list(zip(tensors, given, strict=True)))
    operands = [_aligned(x, labels, [*wanted, *rest]) for x, labels in zip(tensors, given, strict=True)]
    result = _contracted(operands, len(wanted), path)
    if not rest:
        return result
    if len(tensors) == 1:
        return aten.sum.dim_IntList(result, list(range(len(wanted), ndim_of(result))))
    return aten.view.default(result, list(result.shape[: len(wanted)]))
