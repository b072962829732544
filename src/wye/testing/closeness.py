"""assert_close: are two values close, or equal where their types are exact?

Cold path.  In: two tensors, arrays or numbers, or containers of them.  Out: nothing, or an AssertionError that says
where they differ and by how much.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wye.grad_mode import no_grad
from wye.schema.values import dtype
from wye.tensors import Tensor, as_tensor
from wye.testing.comparing import tolerances

__all__ = ["assert_close", "default_tolerances"]

_NUMBERS: Final = (int, float, complex)
_EXACT: Final = {bool: (0.0, 0.0), int: (0.0, 0.0)}  # floats and complex numbers are of double precision
_DOUBLE: Final = (1e-7, 1e-7)
_Path = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What counts as close; `of` compares two values and raises an error if they are not."""

    allow_subclasses: bool
    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool
    msg: str | Callable[[str], str] | None

    def fail(self, text: str, path: _Path) -> None:
        place = "".join(f"[{key!r}]" for key in path)
        full = f"{text}\n\nThe failure occurred for item {place}" if place else text
        if isinstance(self.msg, str):
            full = self.msg
        elif callable(self.msg):
            full = self.msg(full)
        raise AssertionError(full)

    def allowed(self, default: tuple[float, float]) -> tuple[float, float]:
        return default if self.rtol is None or self.atol is None else (self.rtol, self.atol)

    def of(self, actual: Any, expected: Any, path: _Path = ()) -> None:
        if _both(actual, expected, Sequence) and not _either(actual, expected, str):
            self.sequences(actual, expected, path)
        elif _both(actual, expected, Mapping):
            self.mappings(actual, expected, path)
        elif actual is None or expected is None:
            if actual is not expected:
                self.fail(f"None mismatch: {actual} is not {expected}", path)
        elif _is_bool(actual) and _is_bool(expected):
            if bool(actual) is not bool(expected):
                self.fail(f"Booleans mismatch: {bool(actual)} is not {bool(expected)}", path)
        elif _is_number(actual) and _is_number(expected):
            self.numbers(_plain(actual), _plain(expected), path)
        else:
            pair = self.tensors_of(actual, expected)
            if pair is None:
                place = "".join(f"[{key!r}]" for key in path)
                where = f"\n\nThe failure occurred for item {place}" if place else ""
                kinds = f"{type(actual)} and {type(expected)}"
                raise TypeError(f"No comparison pair was able to handle inputs of type {kinds}.{where}")
            self.tensors(*pair, path)

    def sequences(self, actual: Any, expected: Any, path: _Path) -> None:
        if len(actual) != len(expected):
            self.fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for place, (one, other) in enumerate(zip(actual, expected, strict=True)):
            self.of(one, other, (*path, place))

    def mappings(self, actual: Any, expected: Any, path: _Path) -> None:
        if actual.keys() != expected.keys():
            missing, more = ([key for key in a if key not in b] for a, b in ((expected, actual), (actual, expected)))
            text = "The keys of the mappings do not match:"
            text += f"\nMissing keys in the actual mapping: {_sorted(missing)}" if missing else ""
            text += f"\nAdditional keys in the actual mapping: {_sorted(more)}" if more else ""
            self.fail(text, path)
        for key in _sorted(list(expected)):
            self.of(actual[key], expected[key], (*path, key))

    def numbers(self, actual: Any, expected: Any, path: _Path) -> None:
        kinds = type(actual), type(expected)
        if self.check_dtype and kinds[0] is not kinds[1]:
            self.fail(f"The (d)types do not match: {kinds[0]} != {kinds[1]}.", path)
        found = [_EXACT.get(kind, _DOUBLE) for kind in kinds]
        allowed = self.allowed((max(r for r, _ in found), max(a for _, a in found)))
        if not self.is_close(actual, expected, *allowed):
            self.fail(_scalars_text(actual, expected, *allowed), path)

    def is_close(self, actual: Any, expected: Any, rtol: float, atol: float) -> bool:
        if actual == expected:
            return True
        if self.equal_nan and cmath.isnan(actual) and cmath.isnan(expected):
            return True
        difference = abs(actual - expected)
        return cmath.isfinite(difference) and difference <= atol + rtol * abs(expected)

    def tensors_of(self, actual: Any, expected: Any) -> tuple[Tensor, Tensor] | None:
        """Both as tensors; None: they cannot be compared."""
        kinds = type(actual), type(expected)
        if kinds[0] is not kinds[1] and not (
            self.allow_subclasses and (isinstance(actual, kinds[1]) or isinstance(expected, kinds[0]))
        ):
            return None
        if isinstance(actual, Tensor) and isinstance(expected, Tensor):
            return actual, expected
        if hasattr(actual, "__array__") and hasattr(expected, "__array__"):
            return as_tensor(actual), as_tensor(expected)
        return None

    def tensors(self, actual: Tensor, expected: Tensor, path: _Path) -> None:
        checks = (
            ("shape", True, actual.shape, expected.shape),
            ("layout", self.check_layout, actual.layout, expected.layout),
            ("device", self.check_device, actual.device, expected.device),
            ("dtype", self.check_dtype, actual.dtype, expected.dtype),
        )
        for name, wanted, own, other in checks:
            if wanted and own != other:
                self.fail(f"The values for attribute '{name}' do not match: {own} != {other}.", path)
        if self.check_stride and actual.stride() != expected.stride():
            text = f"{actual.stride()} != {expected.stride()}"
            self.fail(f"The values for attribute 'stride()' do not match: {text}.", path)
        if "meta" in (actual.device.type, expected.device.type):
            return  # no values to compare
        allowed = self.allowed(tolerances(actual.dtype, expected.dtype))
        with no_grad():
            self.elements(actual, expected, allowed, path)

    def elements(self, actual: Any, expected: Any, allowed: tuple[float, float], path: _Path) -> None:
        from wye.tensors.limits import promote_types  # here: NumPy comes with it, and compat imports this module

        kind = promote_types(actual.dtype, expected.dtype)
        actual, expected = (_wide(value.detach().to("cpu", kind), kind) for value in (actual, expected))
        rtol, atol = allowed
        matches = actual.isclose(expected, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        if bool(matches.all()):
            return
        if actual.dim() == 0:
            self.fail(_scalars_text(actual.item(), expected.item(), rtol, atol), path)
        differ = int((~matches).sum())
        absolute = (actual - expected).abs().masked_fill(matches, 0)
        relative = ((actual - expected).abs() / expected.abs()).masked_fill(matches, 0)
        exact = rtol == 0 and atol == 0
        self.fail(
            f"Tensor-likes are not {'equal' if exact else 'close'}!\n\n"
            f"Mismatched elements: {differ} / {matches.numel()} ({differ / matches.numel():.1%})\n"
            f"Greatest absolute difference: {_greatest(absolute)}{_limit(atol, exact)}\n"
            f"Greatest relative difference: {_greatest(relative)}{_limit(rtol, exact)}",
            path,
        )


def _both(actual: object, expected: object, kind: type) -> bool:
    return isinstance(actual, kind) and isinstance(expected, kind)


def _either(actual: object, expected: object, kind: type) -> bool:
    return isinstance(actual, kind) or isinstance(expected, kind)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")  # NumPy's, without importing it


def _is_number(value: object) -> bool:
    return isinstance(value, _NUMBERS) or (hasattr(value, "dtype") and hasattr(value, "item") and _is_scalar(value))


def _is_scalar(value: object) -> bool:
    """Is it a scalar of NumPy's?"""
    return any(kind.__name__ == "generic" and kind.__module__ == "numpy" for kind in type(value).__mro__)


def _plain(value: Any) -> Any:
    return value if type(value) in _NUMBERS else value.item() if hasattr(value, "item") else value


def _sorted(keys: list[Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:  # keys of several kinds: as they come
        return keys


def _wide(value: Any, kind: dtype) -> Any:
    """The values in a dtype in which their differences are exact."""
    if kind.is_floating_point or kind.is_complex:
        return value.double() if kind.itemsize == 1 else value
    return value.long()


def _limit(tolerance: float, exact: bool) -> str:
    return "" if exact else f" (up to {tolerance} allowed)"


def _greatest(differences: Any) -> str:
    place = flat = int(differences.argmax())
    index = []
    for size in reversed(differences.shape):
        place, at = divmod(place, size)
        index.append(at)
    return f"{differences.flatten()[flat].item()} at index {tuple(reversed(index))}"


def _scalars_text(actual: Any, expected: Any, rtol: float, atol: float) -> str:
    exact = rtol == 0 and atol == 0
    absolute = abs(actual - expected)
    relative = float("inf") if expected == 0 else absolute / abs(expected)
    return (
        f"Scalars are not {'equal' if exact else 'close'}!\n\n"
        f"Expected {expected} but got {actual}.\n"
        f"Absolute difference: {absolute}{_limit(atol, exact)}\n"
        f"Relative difference: {relative}{_limit(rtol, exact)}"
    )


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Raise AssertionError unless two values are close: ``|actual - expected| <= atol + rtol * |expected|``.

    Values are tensors, arrays, numbers, or sequences and mappings of them, both of the same kind.

    >>> assert_close([1.0, 2.0], [1.0, 2.0 + 1e-9])

    Args:
        actual: What was computed.
        expected: What it should be.
        allow_subclasses: May one tensor be of a subclass of the other's class?
        rtol: Relative tolerance; by default that of the dtype, 0 for integers.  Given with ``atol`` or not at all.
        atol: Absolute tolerance, likewise.
        equal_nan: Is nan close to nan?
        check_device: Must devices be the same?
        check_dtype: Must dtypes be the same, or the types of numbers?
        check_layout: Must layouts be the same?
        check_stride: Must strides be the same?
        msg: The message of the error, or a function that is given the usual one.

    Raises:
        AssertionError: they are not close.
        TypeError: values of these types cannot be compared.
        ValueError: one of ``rtol`` and ``atol`` without the other.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    checks = (check_device, check_dtype, check_layout, check_stride)
    _Comparison(allow_subclasses, rtol, atol, equal_nan, *checks, msg).of(actual, expected)


def default_tolerances(*inputs: Any) -> tuple[float, float]:
    """The tolerances of tensors or dtypes, relative and absolute: the greatest of them.

    Raises:
        TypeError: an input is neither.
    """
    kinds = [one.dtype if isinstance(one, Tensor) else one for one in inputs]
    for kind in kinds:
        if not isinstance(kind, dtype):
            raise TypeError(f"Expected a torch.Tensor or a torch.dtype, but got {type(kind)} instead.")
    return tolerances(*kinds)
