"""What variants may write to: the dtypes of outputs, operator by operator as in PyTorch, and memory that overlaps.

Cold path: `outputs_of` is called at registration.  `check_dtype` and `check_overlap` run before anything is stored.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.schema.types import ListType
from wye.tensors.dtypes import c_name_of, from_numpy_dtype, title_of
from wye.tensors.layout import has_internal_overlap, is_dense
from wye.tensors.meta_array import strides_of
from wye.tensors.promotion import can_cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.aten.rows import Row

__all__ = [
    "Output", "Outputs", "check_apart", "check_dtype", "check_no_overlap", "check_partial_overlap", "may_share",
    "outputs_of", "warn_of_overlap",
]  # fmt: skip


class Output(Enum):
    """What an output's dtype must be; schema lines say it as ``output(castable)``."""

    SAME = "that of the result"
    OPERAND = "that of the result, which has the operand's"
    REAL = "that of the result; one that it casts to, for complex operands"
    CASTABLE = "one that the result's casts to"
    COMPUTED = "any: the result is computed in it"
    FLOATING = "floating: the result is computed in it, if the operand is floating too"
    TRUTH = "bool or uint8"
    ANY = "any: the result is converted"


@dataclass(frozen=True, slots=True)
class Outputs:
    """How a variant treats what it writes to.

    Attributes:
        packet: The operator's name in messages.
        names: The arguments that results are stored in; none for in-place variants.
        missing: Arguments of the functional operator that the variant does not have.
        rule: What their dtype must be.
        row_major: Do resized outputs lie in row-major order, whatever the result's order is?
        apart: Must they not share memory with operands, unless it is the same tensor?
        late: Do only the elements tell the shape of the result?
        is_list: Is there one output, a list of tensors for a list of results?
        is_filled: Does an output of as many elements keep its shape?
    """

    packet: str
    names: tuple[str, ...]
    missing: frozenset[str]
    rule: Output
    row_major: bool
    apart: bool
    late: bool
    is_list: bool = False
    is_filled: bool = False

    def targets(self, kwargs: dict[str, Any]) -> list[Any]:
        """Take what results are stored in out of the arguments."""
        found = [kwargs.pop(name) for name in self.names]
        return list(found[0]) if self.is_list else found

    def results(self, made: Any) -> Any:
        """The results, one for each target."""
        return made if self.is_list or len(self.names) > 1 else (made,)

    def returned(self, targets: list[Any]) -> Any:
        """What the variant returns: nothing if the targets were a list."""
        if self.is_list:
            return None
        return targets[0] if len(targets) == 1 else tuple(targets)

    def check_count(self, targets: list[Any], results: Any) -> None:
        """Refuse a list of more or fewer tensors than there are results.

        Raises:
            RuntimeError: it is such a list.
        """
        if len(targets) != len(results):
            raise RuntimeError(
                f"{self.packet}() expected an out= argument of size {len(results)}, got size {len(targets)}"
            )

    @property
    def has_dtype(self) -> bool:
        """May results have the dtype of what they are stored in?"""
        return "dtype" in self.missing or self.rule in (Output.COMPUTED, Output.FLOATING)

    def with_dtype(self, kwargs: dict[str, Any], target: Any, operand: Any) -> dict[str, Any]:
        """The arguments of the functional operator: some results have the dtype of what they are stored in."""
        of_target = self.rule is Output.COMPUTED or (self.rule is Output.FLOATING and operand.dtype.kind not in "biu")
        if "dtype" in self.missing or (of_target and kwargs.get("dtype") is None):
            return {**kwargs, "dtype": from_numpy_dtype(target.dtype)}
        return kwargs


def outputs_of(row: Row) -> Outputs:
    """How a derived variant treats its outputs."""
    source = row.functional
    assert source is not None
    is_pointwise = "pointwise" in row.tags or "pointwise" in source.tags
    is_generated = "generated" in row.tags  # PyTorch makes these by one rule that copies
    missing = frozenset(a.name for a in source.schema.arguments) - {a.name for a in row.schema.arguments}
    return Outputs(
        packet=row.name.partition(".")[0],
        names=row.outs,
        missing=missing,
        rule=_rule_of(row, may_cast=is_pointwise or "implicit" in source.rules),
        row_major=_is_row_major(row, is_generated or ("implicit" in source.rules and not is_pointwise)),
        apart=is_pointwise and not is_generated,
        late="dynamic_output_shape" in source.tags,
        is_list=any(a.name in row.outs and isinstance(a.type, ListType) for a in row.schema.arguments),
        is_filled=row.facts.value("layout") == "filled",
    )


def _is_row_major(row: Row, usually: bool) -> bool:
    layout = row.facts.value("layout")
    return usually if layout in (None, "filled") else layout == "row_major"


def _rule_of(row: Row, *, may_cast: bool) -> Output:
    """What its schema line says; else elementwise operators and composites cast, others demand the result's dtype."""
    said = row.facts.value("output")
    if said is not None:
        return Output[said.upper()]
    if "generated" in row.tags or row.facts.value("layout") == "as_computed":
        return Output.SAME
    return Output.CASTABLE if may_cast else Output.SAME


# What PyTorch says about outputs of other dtypes, where an operator has words of its own.
_POSITIONS = "{packet}: Expected out tensor to have scalar type {made} but got scalar type {found}"
_TRUTHS = "{packet} does not support non-boolean outputs."
_PARTS = "Expected object of scalar type {made} but got scalar type {found} for argument 'out'"
_SCANNED = "expected scalar_type {made} but found {found}"
_WORDS = {
    "complex": _PARTS, "isneginf": _TRUTHS, "isposinf": _TRUTHS, "nonzero": _POSITIONS, "nonzero_static": _POSITIONS,
    "polar": _PARTS, "signbit": _TRUTHS, "mode": "expected scalar type '{made}' but got '{found}' for values output",
    "kthvalue": "output values must be of same type as input",
    "histogram": "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {made} and "
    "hist {found}", "cummax": _SCANNED, "cummin": _SCANNED, "_logcumsumexp": _SCANNED, "logcumsumexp": _SCANNED,
}  # fmt: skip


def check_dtype(result: Any, target: Any, outputs: Outputs, operand: Any = None) -> None:
    """Refuse an output of a dtype that the operator does not store in.

    Args:
        result: Anything with the dtype of the result.
        target: The output.
        outputs: The operator's rule for it.
        operand: The operator's first argument.

    Raises:
        RuntimeError: it is such an output.
    """
    made, found, rule = result.dtype, target.dtype, outputs.rule
    words = _WORDS.get(outputs.packet) if rule in (Output.SAME, Output.OPERAND) and made != found else None
    if words is not None:
        names = {"made": title_of(made), "found": title_of(found), "packet": outputs.packet}
        raise RuntimeError(words.format(**names))
    if rule is Output.REAL:
        rule = Output.CASTABLE if operand.dtype.kind == "c" else Output.OPERAND
    if made == found or rule is Output.ANY:
        return
    if rule is Output.CASTABLE:
        if not can_cast(made, found):
            raise RuntimeError(
                f"result type {title_of(made)} can't be cast to the desired output type {title_of(found)}"
            )
    elif rule is Output.TRUTH:
        if found.name not in ("bool", "uint8"):
            raise RuntimeError(f"{outputs.packet} only supports bool tensor for result, got: {title_of(found)}")
    elif rule is Output.OPERAND:
        raise RuntimeError(f"Found dtype {title_of(found)} but expected {title_of(made)}")
    else:
        raise RuntimeError(f"Expected out tensor to have dtype {c_name_of(made)}, but got {c_name_of(found)} instead")


def check_no_overlap(target: Any) -> None:
    """Refuse to write to memory that has several elements in one place.

    Raises:
        RuntimeError: it has; expanded tensors do.
    """
    if type(target) is np.ndarray and target.flags.c_contiguous:
        return
    if not getattr(target, "is_row_major", False) and has_internal_overlap(target.shape, strides_of(target)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )


def warn_of_overlap(name: str, target: Any, example: str) -> None:
    """Warn of a write to memory that has several elements in one place, where it is allowed."""
    if not target.flags.c_contiguous and has_internal_overlap(target.shape, strides_of(target)):
        warnings.warn(
            f"Use of {name} on expanded tensors is deprecated. Please clone() the tensor before performing this "
            f"operation. This also applies to advanced indexing e.g. {example}",
            stacklevel=4,
        )


def check_partial_overlap(target: Any, operands: Iterable[Any]) -> None:
    """Refuse to write to memory that an operand has in another place.

    Raises:
        RuntimeError: it is such memory.  As PyTorch does, only arrays without gaps are looked at, and one with
            another number of dimensions has its elements in other places.
    """
    for operand in operands:
        if type(operand) is np.ndarray and operand is not target and may_share(target, operand):
            _check_pair(target, operand)


def check_apart(target: Any, *operands: Any) -> None:
    """Refuse to write to memory that an operand has: elements would be written before they are read.

    Raises:
        RuntimeError: it is such memory, of the same tensor too; only arrays without gaps are looked at.
    """
    for operand in operands:
        if type(operand) is not np.ndarray:
            continue  # tensors without data may have one array for several of a shape
        if target is operand and target.size:
            raise _shared()
        if target is not operand and may_share(target, operand):
            _check_pair(target, operand, apart=True)


def _shared() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
        "memory location. Please clone() the tensor before performing the operation."
    )


def may_share(a: Any, b: Any) -> bool:
    """May two arrays have memory in common?  Those that own theirs do not."""
    return (a.base is not None or b.base is not None) and np.may_share_memory(a, b)


def _steps(array: Any) -> list[tuple[int, int]]:
    """Sizes and strides; those of dimensions of size 1 do not matter."""
    return [pair for pair in zip(array.shape, array.strides, strict=True) if pair[0] != 1]


def _check_pair(target: Any, operand: Any, apart: bool = False) -> None:
    if not (target.size and operand.size):
        return
    for one in (target, operand):
        if not is_dense(one.shape, one.strides, one.dtype.itemsize):
            return
    first, last = target.ctypes.data, target.ctypes.data + target.nbytes
    start, end = operand.ctypes.data, operand.ctypes.data + operand.nbytes
    alike = (first, last) == (start, end) and target.ndim == operand.ndim and _steps(target) == _steps(operand)
    if alike and not apart:
        return
    if first < end and start < last:
        raise _shared()
