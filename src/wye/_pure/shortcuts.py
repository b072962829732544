"""Where the engine in C answers without Python, the Python rules answer here.

Twin: metadata.c, shortcuts.c, views.c, indexing.c, making.c, picking.c, pooling.c, programs.c, program_steps.c,
random.c,
elimination.c, products.c, rows.c, choosing.c, channels.c, lookup.c, convolving.c,
losses.c, ordering.c, comparing.c, outputs.c.
"""

from __future__ import annotations

from typing import Any

from wye._pure.op import Op
from wye._pure.state import _hooks


class Sizes(tuple[int, ...]):
    """A tuple of sizes whose slices are of the configured type of shapes."""

    __slots__ = ()

    def __getitem__(self, index: Any, /) -> Any:
        found = super().__getitem__(index)
        return tuple.__new__(_hooks.size_type, found) if isinstance(index, slice) else found


def _check(name: object, ops: tuple[object, ...]) -> None:
    if not isinstance(name, str):
        raise TypeError("the name of a member or shortcut is a str")
    for op in ops:
        if not isinstance(op, Op):
            raise TypeError(f"expected an operator, not {type(op).__name__}")


def shortcut(name: str, /, *ops: Op) -> Any:
    """None: nothing is tried before a rule in Python."""
    _check(name, ops)


def program(operands: Any, maker: Any, in_place: bool, otherwise: Any, promotes: bool = False, /) -> Any:
    """None: elementwise rules call NumPy's functions."""
    return


def convolve(kind: int, x: Any, weight: Any, y: Any, stride: Any, padding: Any, dilation: Any, groups: int, /) -> bool:
    """False: the rules in Python fill the result (0), the input (1) or the weight (2) from the other two."""
    return False


def sum_rows(rows: Any, out: Any, /) -> bool:
    """False: the rules in Python sum rows of floats."""
    return False


def grid_samples(x: Any, grid: Any, mode: int, padding: int, corners: bool, /) -> Any:
    """Images at the places of a grid; None, as here: Python computes them."""
    return None


def grid_sample_gradients(
    grad: Any, x: Any, grid: Any, mode: int, padding: int, corners: bool, needs: tuple[bool, bool], /
) -> tuple[Any, Any] | None:
    """The gradients of images and of a grid, None for one that is not needed; None, as here: Python computes them."""
    return None


def eliminate(lu: Any, pivots: Any, /) -> bool:
    """False: LU factors are made by the rules in Python."""
    return False


def weigh_rows(scores: Any, sums: Any, /) -> bool:
    """False: softmax of rows is computed by the rules in Python."""
    return False


def substitute(triangle: Any, x: Any, upper: bool, unit: bool, /) -> bool:
    """False: triangular systems are solved by the rules in Python."""
    return False


def solve_small(a: Any, b: Any, in_columns: bool, /) -> Any:
    """None: LAPACK solves small systems."""
    return None


def factor_small(a: Any, turned: bool, /) -> tuple[Any, Any, Any, Any, Any] | None:
    """None: the rules in Python make LU factors and determinants."""
    return None


def convert_halves(array: Any, out: Any, /) -> bool:
    """False: NumPy converts elements of float16."""
    return False


def draw_into(kind: int, array: Any, bits: Any, a: Any, b: float, /) -> bool:
    """False: random numbers are made by the rules in Python."""
    return False


def draw_normals(array: Any, bits: Any, mean: float, std: float, kept: float | None, /) -> float | bool | None:
    """False: normal numbers are made by the rules in Python."""
    return False


def tensor_of(data: Any, dtype: Any, /) -> Any:
    """None: all tensors are made of data by the rule in Python."""
    return
