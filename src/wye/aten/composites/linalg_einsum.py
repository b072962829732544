"""`einsum`: sums of products by names of dimensions, two operands at a time, over bmm."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules
from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_INT = frozenset((int,))

# A label is a letter, or a number for a dimension under the dots, counted from the right.
_Label = str | int


def _labels(term: str, ndim: int, number: int | None = None) -> list[_Label]:
    """The label of each dimension; dots stand for all the dimensions that have no letter."""
    letters = term.replace("...", "")
    whose = "output" if number is None else f"operand {number}"
    if "." in letters:
        raise RuntimeError(f"einsum(): found '.' for {whose} that is not part of any ellipsis")
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


def _check_sizes(shapes: tuple[tuple[int, ...], ...], given: list[list[_Label]]) -> None:
    sizes: dict[_Label, int] = {}
    for number, (shape, labels) in enumerate(zip(shapes, given, strict=True)):
        for one, size in zip(labels, shape, strict=True):
            known = sizes.get(one, 1)
            if size != known and 1 not in (size, known):
                raise RuntimeError(
                    f"einsum(): subscript {one} has size {size} for operand {number} which does not broadcast with "
                    f"previously seen size {known}"
                )
            sizes[one] = size if known == 1 else known


class _Plan:
    """The operators that an equation stands for, with shapes of the operands; the tensors come later.

    Operand ``i`` is at place ``i``.  A step stores its result at the place of its first operand.
    """

    def __init__(self, shapes: tuple[tuple[int, ...], ...]) -> None:
        self.shapes: list[tuple[int, ...]] = list(shapes)  # after the steps so far
        # Operator, place, place of a second operand (-1: none), an argument that is a list, the other arguments.
        self.steps: list[tuple[Any, int, int, list[int] | None, tuple[Any, ...]]] = []

    def add(self, op: Any, shape: Sequence[int], at: int, *rest: Any, other: int = -1) -> None:
        """One more step, whose result has this shape; only the first of its further arguments may be a list."""
        first = rest[0] if rest and type(rest[0]) is list else None
        self.steps.append((op, at, other, first, rest if first is None else rest[1:]))
        self.shapes[at] = tuple(shape)

    def unsqueeze(self, at: int, dim: int) -> None:
        shape = self.shapes[at]
        self.add(aten.unsqueeze.default, (*shape[:dim], 1, *shape[dim:]), at, dim)

    def permute(self, at: int, order: list[int]) -> None:
        shape = self.shapes[at]
        self.add(aten.permute.default, [shape[dim] for dim in order], at, order)

    def run(self, tensors: Any, result: int) -> Any:
        """The tensor at the place ``result`` after all steps."""
        values = list(tensors)
        for op, at, other, sizes, rest in self.steps:
            if sizes is not None:
                values[at] = op(values[at], sizes.copy(), *rest)  # a kernel may change its list
            elif other < 0:
                values[at] = op(values[at], *rest)
            else:
                values[at], values[other] = op(values[at], values[other], *rest), None
        return values[result]


def _align(plan: _Plan, at: int, labels: list[_Label], order: list[_Label]) -> None:
    """The dimensions of an operand in the order of all labels; a label that it has twice means its diagonal."""
    places: dict[_Label, int] = {}
    dim = 0
    missing = [one for one in order if isinstance(one, int) and one not in labels]
    for one in labels:
        if isinstance(one, int) and missing:  # dots of an operand that has fewer dimensions than the others
            for other in missing:
                plan.unsqueeze(at, dim)
                places[other], dim = dim, dim + 1
            missing = []
        if one in places:
            _take_diagonal(plan, at, one, places[one], dim)
        else:
            places[one], dim = dim, dim + 1
    for one in order:
        if one not in places:
            plan.unsqueeze(at, dim)
            places[one], dim = dim, dim + 1
    plan.permute(at, [places[one] for one in order])


def _take_diagonal(plan: _Plan, at: int, label: _Label, first: int, second: int) -> None:
    shape = plan.shapes[at]
    if shape[second] != shape[first]:
        raise RuntimeError(
            f"einsum(): subscript {label} is repeated for an operand but the sizes don't match, "
            f"{shape[second]} != {shape[first]}"
        )
    rest = (*shape[:second], *shape[second + 1 :])
    plan.add(aten.diagonal.default, rest, at, 0, first, second)
    plan.add(aten.movedim.int, rest, at, -1, first)


def _sum_pair(plan: _Plan, left: int, right: int, summed: list[int]) -> None:
    """The sum of products of two operands over dimensions, which stay with size 1; it is stored for the left one."""
    sizes, others = plan.shapes[left], plan.shapes[right]
    if not summed:
        plan.add(aten.mul.Tensor, [a if b == 1 else b for a, b in zip(sizes, others, strict=True)], left, other=right)
        return
    both: list[int] = []
    mine: list[int] = []
    theirs: list[int] = []
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
    for at, dims, matrix in (
        (left, order, [batch, rows, over]),
        (right, [*both, *summed, *theirs, *mine], [batch, over, columns]),
    ):
        plan.permute(at, dims)
        plan.add(aten.reshape.default, matrix, at, matrix)
    plan.add(aten.bmm.default, [batch, rows, columns], left, other=right)
    plan.add(aten.view.default, shape, left, shape)
    plan.permute(left, [order.index(dim) for dim in range(len(order))])


def _sum_alone(plan: _Plan, at: int, dims: list[int]) -> None:
    if dims:
        shape = [1 if dim in dims else size for dim, size in enumerate(plan.shapes[at])]
        plan.add(aten.sum.dim_IntList, shape, at, dims, True)


def _contract(plan: _Plan, kept: int, path: Sequence[int] | None) -> int:
    """Multiply all operands, two at a time; a dimension that is not kept is summed once no other operand has it.

    Returns:
        The place of the product.
    """
    shapes = plan.shapes
    left = {dim: sum(shape[dim] != 1 for shape in shapes) for dim in range(kept, len(shapes[0]))}
    todo = list(range(len(shapes)))
    steps = list(path) if path is not None else [0, 1] * (len(todo) - 1)
    for i in range(0, 2 * (len(todo) - 1), 2):
        low, high = sorted(steps[i : i + 2])
        b, a = todo.pop(high), todo.pop(low)
        summed: list[int] = []
        alone: tuple[list[int], list[int]] = ([], [])
        for dim in left:
            in_a, in_b = shapes[a][dim] != 1, shapes[b][dim] != 1
            if in_a and in_b:
                left[dim] -= 1
                if left[dim] == 1:
                    summed.append(dim)
                    left[dim] = 0
            elif left[dim] == 1 and (in_a or in_b):
                alone[0 if in_a else 1].append(dim)
                left[dim] = 0
        _sum_alone(plan, a, alone[0])
        _sum_alone(plan, b, alone[1])
        _sum_pair(plan, a, b, summed)
        # The default path takes operands from the left; a given one expects results at the end.
        todo.insert(len(todo) if path is not None else 0, a)
    return todo[0]


def _parse(equation: str, count: int) -> tuple[list[str], str | None]:
    text = equation.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if len(terms) != count:
        few = "fewer" if len(terms) > count else "more"
        raise RuntimeError(f"einsum(): {few} operands were provided than specified in the equation")
    return terms, output if arrow else None


def _read(equation: str, ndims: tuple[int, ...]) -> tuple[list[list[_Label]], list[_Label], list[_Label]]:
    """The labels of each operand, those of the result, and those that are summed over."""
    terms, output = _parse(equation, len(ndims))
    given = [_labels(term, ndim, number) for number, (term, ndim) in enumerate(zip(terms, ndims, strict=True))]
    wanted = _output_labels(output, given)
    return given, wanted, sorted({one for labels in given for one in labels if one not in wanted}, key=str)


def _plan(equation: str, shapes: tuple[tuple[int, ...], ...], path: Sequence[int] | None) -> tuple[_Plan, int]:
    """The steps of an equation, and the place of its result."""
    given, wanted, rest = _read(equation, tuple(map(len, shapes)))
    _check_sizes(shapes, given)
    plan = _Plan(shapes)
    for at, labels in enumerate(given):
        _align(plan, at, labels, [*wanted, *rest])
    at = _contract(plan, len(wanted), path)
    kept = list(plan.shapes[at][: len(wanted)])
    if rest and len(shapes) == 1:
        plan.add(aten.sum.dim_IntList, kept, at, list(range(len(wanted), len(plan.shapes[at]))))
    elif rest:
        plan.add(aten.view.default, kept, at, kept)
    return plan, at


_known_plan = lru_cache(maxsize=1024)(_plan)


@IMPLICIT("einsum")
def einsum(equation: str, tensors: Any, *, path: Any = None) -> Any:
    """Sums of products of elements, by names of dimensions: ``einsum("ij,jk->ik", [a, b])``."""
    if not tensors:
        raise RuntimeError("einsum(): must provide at least one operand")
    shapes = tuple([tuple(x.shape) for x in tensors])
    # Sizes that are symbols belong to one call, so their plans are not kept.
    is_known = path is None and type(equation) is str and _INT.issuperset(map(type, chain(*shapes)))
    plan, at = (_known_plan if is_known else _plan)(equation, shapes, path)
    return plan.run(tensors, at)
