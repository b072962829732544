"""FlopCounterMode: how many multiplications and additions a program does, by operator and by module."""

from __future__ import annotations

import functools
import warnings
from math import prod
from typing import TYPE_CHECKING, Any, Final

from wye.autograd.engine import queue_callback
from wye.autograd.graph import register_multi_grad_hook
from wye.call.packets import ops
from wye.modes import DispatchMode
from wye.nn.modules.global_hooks import register_module_forward_hook, register_module_forward_pre_hook
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor
from wye.weak import WeakIdKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

__all__ = ["FlopCounterMode", "flop_registry", "register_flop_formula"]

_EVERYWHERE: Final = "Global"
flop_registry: dict[Any, Callable[..., int]] = {}
"""The formulas: by packet, a function of shapes (in the places of tensors), arguments and ``out_shape``."""


def register_flop_formula(targets: Any, get_raw: bool = False) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A decorator that counts an operator, or several, with a function.

    Args:
        targets: A packet, or a list of packets.
        get_raw: Is the function called with the arguments and ``out_val`` themselves, not with their shapes?
    """

    def register(formula: Callable[..., int]) -> Callable[..., int]:
        counted = formula if get_raw else _of_shapes(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
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


class _Modules:
    """The modules that are running now, forward or backward, by name."""

    def __init__(self) -> None:
        self.running = {_EVERYWHERE}
        self._names: Any = WeakIdKeyDictionary()
        self._handles: list[Any] = []
        self._is_queued = False

    def _name(self, module: Any) -> str:
        if module not in self._names:
            self._names[module] = type(module).__name__
        for name, child in module.named_children():
            if child not in self._names:
                self._names[child] = f"{self._names[module]}.{name}"
        return str(self._names[module])

    def _at_gradients(self, values: Any, act: Callable[[], Any]) -> None:
        tensors = [t for t in tree_leaves(values) if isinstance(t, Tensor) and t.requires_grad]
        if tensors:
            self._handles.append(register_multi_grad_hook(tensors, lambda grads: act()))

    def _backward_begins(self, name: str) -> None:
        if not self._is_queued:
            self._is_queued = True
            queue_callback(self._backward_ends)
        self.running.add(name)

    def _backward_ends(self) -> None:
        self._is_queued = False
        self.running = {_EVERYWHERE}

    def _before(self, module: Any, inputs: Any) -> None:
        name = self._name(module)
        self.running.add(name)
        self._at_gradients(inputs, lambda: self.running.discard(name))

    def _after(self, module: Any, inputs: Any, outputs: Any) -> None:
        name = self._name(module)
        self.running.discard(name)
        self._at_gradients(outputs, lambda: self._backward_begins(name))

    def __enter__(self) -> None:
        self._handles = [
            register_module_forward_pre_hook(self._before),
            register_module_forward_hook(self._after, always_call=True),
        ]

    def __exit__(self, *error: object) -> None:
        for handle in self._handles:
            handle.remove()
        self._handles = []
        self.running = {_EVERYWHERE}


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
        """Count; ``custom_mapping`` has more formulas by packet, ``display`` prints the table at the end."""
        self.depth, self.display = depth, display
        self.flop_counts: dict[str, dict[Any, int]] = {}
        own = {packet: _of_shapes(formula) for packet, formula in (custom_mapping or {}).items()}
        self.flop_registry = {**flop_registry, **own}
        self._modules, self._mode = _Modules(), _Counting(self)
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)

    def _add(self, packet: Any, counted: int) -> None:
        for name in self._modules.running:
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
        return sum(self.flop_counts.get(_EVERYWHERE, {}).values())

    def get_flop_counts(self) -> dict[str, dict[Any, int]]:
        """By module ("Global" is all), by operator."""
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth: int | None = None) -> str:
        """Modules with their counts and shares, as text."""
        deepest = self.depth if depth is None else depth
        total = max(self.get_total_flops(), 1)
        rows = [("Module", "FLOP", "% Total")]
        for name in sorted(self.flop_counts, key=lambda name: (name != _EVERYWHERE, name)):
            level = 0 if name == _EVERYWHERE else name.count(".") + 1
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
