"""`einsum`: sums over products that a string, or lists, describe."""

from __future__ import annotations

from collections import Counter
from operator import index
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import cast
from wye.numpy.promotion import together
from wye.numpy.refusals import refuses_as, zeros_like
from wye.numpy.table import line
from wye.numpy.writing import write_out
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype

aten: Any = ops.aten
_INT64: Final = DTYPES["int64"]
_LETTERS: Final = ascii_uppercase + ascii_lowercase  # the numbers of lists as letters, in the order of both


@line(np.einsum, gives_views=True)
@refuses_as(np.einsum)
def einsum(
    *operands: Any,
    out: Any = None,
    optimize: Any = False,
    dtype: Any = None,
    order: str = "K",
    casting: Any = "safe",
) -> Any:
    """Sums of products, by Einstein's notation."""
    inputs, said, given = _read(operands)
    tensors = _cast(together(*given), dtype, casting)
    if len(tensors) != len(inputs):
        raise ValueError("more or fewer operands provided to einstein sum function than specified in the subscripts")
    output = _output(inputs, said)
    if optimize is False:  # otherwise NumPy sums over them too
        _check_ellipsis(inputs, output, tensors)
    equation = f"{','.join(inputs)}->{output}"
    path = _path(equation, tensors, optimize) if optimize is not False and len(tensors) > 2 else None
    wanted = tensors[0].dtype
    if not (wanted.is_floating_point or wanted.is_complex):  # the operator's sums of short integers are long
        tensors = [one.to(_INT64) for one in tensors]
    made = aten.einsum.default(equation, tensors, path=path)
    return write_out(made.to(wanted), out)


@line(np.einsum_path)
def einsum_path(*operands: Any, optimize: Any = "greedy", einsum_call: bool = False) -> Any:
    """The order of contractions, which hangs on shapes alone: NumPy's own answer."""
    theirs: Any = np.einsum_path
    return theirs(*map(zeros_like, operands), optimize=optimize, einsum_call=einsum_call)


def _read(operands: Any) -> tuple[list[str], str | None, list[Any]]:
    """What each operand's dimensions and those of the result (None: not said) are called; the operands."""
    if not operands:
        raise ValueError("must specify the einstein sum subscripts string and at least one operand")
    if isinstance(operands[0], str):
        terms, arrow, named = operands[0].replace(" ", "").partition("->")
        return terms.split(","), named if arrow else None, list(operands[1:])
    count = len(operands) // 2
    inputs = [_spelled(one) for one in operands[1 : 2 * count : 2]]
    output = _spelled(operands[-1]) if len(operands) % 2 else None
    return inputs, output, list(operands[: 2 * count : 2])


def _spelled(places: Any) -> str:
    return "".join("..." if one is Ellipsis else _LETTERS[index(one)] for one in places)


def _cast(tensors: list[Any], dtype: Any, casting: Any) -> list[Any]:
    if dtype is None:
        return tensors
    wanted = np.dtype(dtype)
    for place, one in enumerate(tensors):
        has = to_numpy_dtype(one.dtype)
        if not np.can_cast(has, wanted, casting):
            raise TypeError(
                f"Iterator operand {place} dtype could not be cast from {has!r} to {wanted!r} according to the rule "
                f"'{casting}'"
            )
    return [cast(one, wanted) for one in tensors]


def _output(inputs: list[str], output: str | None) -> str:
    """What the dimensions of the result are called: where it is not said, those that come once, in order."""
    has_ellipsis = any("..." in term for term in inputs)
    if output is not None:
        return output if has_ellipsis else output.replace("...", "")
    counts = Counter(letter for term in inputs for letter in term if letter in ascii_letters)
    return "..." * has_ellipsis + "".join(sorted(letter for letter, count in counts.items() if count == 1))


def _check_ellipsis(inputs: list[str], output: str, tensors: list[Any]) -> None:
    if "..." in output:
        return
    for term, one in zip(inputs, tensors, strict=True):
        if "..." in term and one.dim() > len(term) - 3:
            raise ValueError("the dimensions under an ellipsis of an operand are not in the output")


def _path(equation: str, tensors: list[Any], optimize: Any) -> list[int] | None:
    """The order of contractions for the operator, two at a time; None: from left to right."""
    (_, *steps), _ = np.einsum_path(equation, *map(zeros_like, tensors), optimize=optimize)
    return [place for step in steps for place in step] if all(len(step) == 2 for step in steps) else None
