"""Operators as test cases: what `ops` makes tests of.  In: a function, dtypes, samples.  Out: one test for each."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.schema.values import dtype

__all__ = ["OpDTypes", "OpInfo", "SampleInput", "ops"]


class OpDTypes(enum.Enum):
    """With which of an operator's dtypes a test runs."""

    supported = 0
    unsupported = 1
    supported_backward = 2
    unsupported_backward = 3
    any_one = 4
    none = 5
    any_common_cpu_cuda_one = 6


@dataclass
class SampleInput:
    """The arguments of one call."""

    input: Any
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    name: str = ""
    output_process_fn_grad: Callable[..., Any] = lambda x: x
    broadcasts_input: bool = False


@dataclass
class OpInfo:
    """An operator, its dtypes, and what gives samples of its arguments."""

    name: str
    op: Callable[..., Any] | None = None
    variant_test_name: str = ""
    dtypes: tuple[dtype, ...] = ()
    sample_inputs_func: Callable[..., Iterable[SampleInput]] | None = None
    supports_autograd: bool = True
    decorators: tuple[Any, ...] = ()

    @property
    def formatted_name(self) -> str:
        """The part of a test's name that says which operator it is about."""
        variant = f"_{self.variant_test_name}" if self.variant_test_name else ""
        return f"{self.name.replace('.', '_')}{variant}"

    def supported_dtypes(self, device_type: str) -> tuple[dtype, ...]:
        """The dtypes with which it works on a kind of device."""
        return tuple(self.dtypes)

    def sample_inputs(self, device: Any, dtype: Any, requires_grad: bool = False, **options: Any) -> list[SampleInput]:
        """Samples of its arguments."""
        assert self.sample_inputs_func is not None, f"{self.name} has no samples"
        return list(self.sample_inputs_func(self, device, dtype, requires_grad, **options))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        assert self.op is not None, f"{self.name} is not a function"
        return self.op(*args, **kwargs)


def ops(
    op_list: Iterable[OpInfo],
    *,
    dtypes: OpDTypes | Iterable[dtype] = OpDTypes.supported,
    allowed_dtypes: Any = None,
    **options: Any,
) -> Callable[[Any], Any]:
    """Mark a test to run once for each operator and each of its dtypes, given as ``op`` and ``dtype``.

    Args:
        op_list: The operators.
        dtypes: Which of their dtypes; or a list of dtypes.
        allowed_dtypes: Leave out all others.
        options: PyTorch's others, which change nothing here.
    """

    def kinds_of(op: OpInfo) -> Iterable[Any]:
        if dtypes is OpDTypes.none:
            return (None,)
        known = op.supported_dtypes("cpu") if isinstance(dtypes, OpDTypes) else tuple(dtypes)
        found = [kind for kind in known if allowed_dtypes is None or kind in allowed_dtypes]
        return found[:1] if dtypes in (OpDTypes.any_one, OpDTypes.any_common_cpu_cuda_one) else found

    def mark(test: Any) -> Any:
        test.op_runs = [(op, kind) for op in op_list for kind in kinds_of(op)]
        return test

    return mark
