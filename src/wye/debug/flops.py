"""FlopCounterMode: how many multiplications and additions a program does, by operator and by module."""

from __future__ import annotations

import functools
import warnings
from math import prod
from typing import TYPE_CHECKING, Any

from wye.call.packets import OpOverloadPacket, ops
from wye.debug.module_tracker import EVERYWHERE, ModuleTracker
from wye.higher_order.operator import HigherOrderOperator
from wye.modes import DispatchMode
from wye.pytree import tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

__all__ = ["FlopCounterMode", "flop_registry", "register_flop_formula"]

flop_registry: dict[Any, Callable[..., int]] = {}
"""The formulas: by packet, a function of shapes (in the places of tensors), arguments and ``out_shape``."""


def register_flop_formula(targets: Any, get_raw: bool = False) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A decorator that counts an operator, or several, with a function.

    Args:
        targets: A packet, or a list of packets.
        get_raw: Is the function called with the arguments and ``out_val`` themselves, not with their shapes?

    Raises:
        ValueError: a target is no packet.
        RuntimeError: a packet is counted already.
    """

    def register(formula: Callable[..., int]) -> Callable[..., int]:
        counted = formula if get_raw else _of_shapes(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if not isinstance(target, (OpOverloadPacket, HigherOrderOperator)):
                raise ValueError(
                    "register_flop_formula(targets): expected each target to be OpOverloadPacket or "
                    f"HigherOrderOperator, got {target} of type {type(target)}"
                )
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = counted
        return formula

    return register


def _shape(value: Any) -> Any:
    return value.shape if isinstance(value, Tensor) else value


def _of_shapes(formula: Callable[..., int]) -> Callable[..., int]:
    @functools.wraps(formula)
    def counted(*args: Any, out_val: Any = None, **kwargs: Any) -> int:
        args, kwargs, out_shape = tree_map(_shape, (args, kwargs, out_val))
        return formula(*args, out_shape=out_shape, **kwargs)

    return counted


@register_flop_formula(ops.aten.mm)
def _mm(a: Any, b: Any, *args: Any, **kwargs: Any) -> int:
    return int(a[0] * a[1] * b[1] * 2)


@register_flop_formula(ops.aten.addmm)
def _addmm(added: Any, a: Any, b: Any, **kwargs: Any) -> int:
    return _mm(a, b)


@register_flop_formula(ops.aten.bmm)
def _bmm(a: Any, b: Any, **kwargs: Any) -> int:
    return int(a[0]) * _mm(a[1:], b[1:])


@register_flop_formula(ops.aten.baddbmm)
def _baddbmm(added: Any, a: Any, b: Any, **kwargs: Any) -> int:
    return _bmm(a, b)


def _convolved(x: Any, weight: Any, out: Any, transposed: bool) -> int:
    """Every element of the result (of the input, if transposed) meets one filter."""
    return int(prod((x if transposed else out)[2:]) * prod(weight) * x[0] * 2)


@register_flop_formula(ops.aten.convolution)
def _convolution(
    x: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, *args: Any,
    out_shape: Any, **kwargs: Any,
) -> int:  # fmt: skip
    return _convolved(x, weight, out_shape, transposed)


@register_flop_formula(ops.aten.convolution_backward)
def _convolution_backward(
    grad: Any, x: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool,
    output_padding: Any, groups: int, output_mask: Any, *, out_shape: Any, **kwargs: Any,
) -> int:  # fmt: skip
    """One convolution of the forward's size for each of the two gradients."""
    return sum(map(bool, output_mask[:2])) * _convolved(x, weight, grad, transposed)


class _Counting(DispatchMode):
    """Runs calls and counts them, or their parts."""

    def __init__(self, counter: FlopCounterMode) -> None:
        super().__init__()
        self._counter = counter

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        formula = self._counter.flop_registry.get(getattr(func, "_overloadpacket", func))
        if formula is None and hasattr(func, "decompose"):
            with self:
                parts = func.decompose(*args, **kwargs)
            if parts is not NotImplemented:
                return parts
        out = func(*args, **kwargs)
        if formula is not None:
            self._counter._add(func._overloadpacket, formula(*args, **kwargs, out_val=out))
        return out


class FlopCounterMode:
    """Counts floating point operations of products and convolutions that run inside.

    >>> import wye
    >>> with FlopCounterMode(display=False) as counter:
    ...     _ = wye.ones(2, 3) @ wye.ones(3, 4)
    >>> counter.get_total_flops()
    48

    Attributes:
        flop_counts: By module, by operator.
        depth: How deep `get_table` goes into modules.
        flop_registry: The formulas that it counts with.
    """

    def __init__(
        self,
        mods: Any = None,
        depth: int = 2,
        display: bool = True,
        custom_mapping: dict[Any, Callable[..., int]] | None = None,
    ) -> None:
        """Count; ``custom_mapping`` has more formulas by packet, ``display`` prints the table at the end.

        A formula with a true ``_get_raw`` is called with the arguments themselves, as `register_flop_formula` does.
        """
        self.depth, self.display = depth, display
        self.flop_counts: dict[str, dict[Any, int]] = {}
        own = {
            packet: formula if getattr(formula, "_get_raw", False) else _of_shapes(formula)
            for packet, formula in (custom_mapping or {}).items()
        }
        self.flop_registry = {**flop_registry, **own}
        self._modules, self._mode = ModuleTracker(), _Counting(self)
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)

    def _add(self, packet: Any, counted: int) -> None:
        for name in self._modules.parents:
            counts = self.flop_counts.setdefault(name, {})
            counts[packet] = counts.get(packet, 0) + counted

    def __enter__(self) -> FlopCounterMode:
        """Begin to count, from zero."""
        self.flop_counts.clear()
        self._modules.__enter__()
        self._mode.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop counting, and print the table if asked to."""
        self._mode.__exit__(kind, error, trace)
        self._modules.__exit__()
        if self.display:
            print(self.get_table())

    def get_total_flops(self) -> int:
        """All of them."""
        return sum(self.flop_counts.get(EVERYWHERE, {}).values())

    def get_flop_counts(self) -> dict[str, dict[Any, int]]:
        """By module ("Global" is all), by operator."""
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth: int | None = None) -> str:
        """Modules with their counts and shares, as text."""
        deepest = self.depth if depth is None else depth
        total = max(self.get_total_flops(), 1)
        rows = [("Module", "FLOP", "% Total")]
        for name in sorted(self.flop_counts, key=lambda name: (name != EVERYWHERE, name)):
            level = 0 if name == EVERYWHERE else name.count(".") + 1
            if level > deepest:
                continue
            counts = self.flop_counts[name]
            own = sum(counts.values())
            rows.append((" " * level + name, _short(own, total), f"{own / total:.2%}"))
            indent = " " * (level + 1)
            rows += [(f"{indent}- {packet}", _short(n, total), f"{n / total:.2%}") for packet, n in counts.items()]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        lines = [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
        return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def _short(number: int, total: int) -> str:
    """A number with the unit that fits the total."""
    power = max((len(str(total)) - 1) // 3, 0)
    unit = ("", "K", "M", "B", "T")[min(power, 4)]
    return f"{number / 1000 ** min(power, 4):.3f}{unit}" if unit else str(number)
