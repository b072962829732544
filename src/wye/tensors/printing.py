"""How tensors are shown: as PyTorch prints them, number for number.

Cold path.  In: a tensor.  Out: text for `repr`, or a small table for notebooks.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Any, Final

from wye.tensors.dtypes import get_default_dtype
from wye.tensors.meta_array import MetaArray
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.tensors.dense import Tensor

__all__ = [
    "call_text",
    "format_text",
    "get_printoptions",
    "html_text",
    "printoptions",
    "set_printoptions",
    "tensor_text",
]


@dataclass(frozen=True, slots=True)
class _Options:
    """What `set_printoptions` sets."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_PROFILES: Final = {"default": _Options(), "short": _Options(precision=2, edgeitems=2), "full": _Options(threshold=inf)}
_options = _Options()


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Change how tensors print, in the whole process; options that are None do not change.

    Args:
        precision: Digits after the point (4).
        threshold: Tensors with more elements are summarised (1000).
        edgeitems: How many elements of each end a summary shows (3).
        linewidth: Where lines break (80).
        profile: ``"default"``, ``"short"`` or ``"full"``: values for all of the above, taken first.
        sci_mode: Numbers as ``1.0000e+00``: always, never, or (None) where the magnitudes need it.  Always set.

    Raises:
        ValueError: there is no such profile.
    """
    global _options  # noqa: PLW0603 - one setting of the process, as in PyTorch
    if profile is not None and profile not in _PROFILES:
        raise ValueError(f"set_printoptions() has the profiles {', '.join(_PROFILES)}, not {profile!r}")
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    base = _options if profile is None else _PROFILES[profile]
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    _options = replace(base, sci_mode=sci_mode, **changes)


def get_printoptions() -> dict[str, Any]:
    """How tensors print now, as `set_printoptions` takes it."""
    return asdict(_options)


@contextmanager
def printoptions(**options: Any) -> Iterator[None]:
    """Print differently for a while; takes what `set_printoptions` takes."""
    global _options  # noqa: PLW0603 - see above
    before = _options
    try:
        set_printoptions(**options)
        yield
    finally:
        _options = before


# ---- numbers ----


def _is_scientific(magnitudes: list[float]) -> bool:
    if _options.sci_mode is not None:
        return _options.sci_mode
    least, most = min(magnitudes), max(magnitudes)
    return most / least > 1000.0 or most > 1.0e8 or least < 1.0e-4


class _Numbers:
    """One way of writing all real numbers of a tensor, so that they are aligned in columns."""

    def __init__(self, values: list[Any], is_float: bool) -> None:
        self.write: Callable[[Any], str] = str
        if not is_float:
            self.width = max((len(str(value)) for value in values), default=1)
            return
        telling = [value for value in values if value != 0 and isfinite(value)]
        self.write = _whole
        if telling:
            if _is_scientific([abs(value) for value in telling]):
                self.write = _scientific
            elif any(value != ceil(value) for value in telling):
                self.write = _fixed
        # Zeros, infinities and NaN do not affect the column width.
        self.width = max((len(self.write(value)) for value in telling), default=1)

    def text(self, value: Any) -> str:
        return self.write(value).rjust(self.width)


def _whole(value: float) -> str:
    return f"{value:.0f}." if isfinite(value) else f"{value:.0f}"


def _scientific(value: float) -> str:
    return f"{value:.{_options.precision}e}"


def _fixed(value: float) -> str:
    return f"{value:.{_options.precision}f}"


class _Complexes:
    """The same for complex numbers: both parts have their own way."""

    def __init__(self, values: list[complex]) -> None:
        self.real = _Numbers([value.real for value in values], True)
        self.imag = _Numbers([value.imag for value in values], True)
        self.width = self.real.width + self.imag.width + 1

    def text(self, value: complex) -> str:
        imag = f"{self.imag.text(value.imag)}j".lstrip()
        sign = "" if imag[0] in "+-" else "+"
        return f"{self.real.text(value.real)}{sign}{imag}"


# ---- the body ----


def _is_cut(array: Any) -> bool:
    """Does a summary leave out a part of this dimension?"""
    return bool(array.shape[0] > 2 * _options.edgeitems)


def _edges(array: Any) -> Any:
    """The elements that a summary looks at."""
    if array.ndim == 0:
        return array
    keep = _options.edgeitems
    if array.ndim > 1 and not keep:
        return array[:0]
    for dim, size in enumerate(array.shape):
        if size > 2 * keep and keep:
            array = array.take([*range(keep), *range(size - keep, size)], dim)
    return array


def _row(array: Any, indent: int, summarise: bool, numbers: Any) -> str:
    """One dimension, broken into lines."""
    keep = _options.edgeitems
    if summarise and not keep:
        words = ["..."]
    elif summarise and _is_cut(array):
        first, last = array[:keep].tolist(), array[-keep:].tolist()
        words = [*map(numbers.text, first), " ...", *map(numbers.text, last)]
    else:
        words = list(map(numbers.text, array.tolist()))
    per_line = max(1, (_options.linewidth - indent) // (numbers.width + 2))
    lines = [", ".join(words[at : at + per_line]) for at in range(0, len(words), per_line)]
    return f"[{(',' + chr(10) + ' ' * (indent + 1)).join(lines)}]"


def _body(array: Any, indent: int, summarise: bool, numbers: Any) -> str:
    if array.ndim == 0:
        return str(numbers.text(array.item()))
    if array.ndim == 1:
        return _row(array, indent, summarise, numbers)
    keep = _options.edgeitems
    cut = summarise and _is_cut(array)
    shown = [*array[:keep], *array[len(array) - keep :]] if cut else list(array)
    parts = [_body(part, indent + 1, summarise, numbers) for part in shown]
    if cut:
        parts.insert(keep, "...")
    between = "," + "\n" * (array.ndim - 1) + " " * (indent + 1)
    return f"[{between.join(parts)}]"


def _values(array: Any) -> Any:
    """An array of which `tolist` makes Python numbers."""
    return array if array.dtype.num < 256 else array.astype("float32")  # elements of ml_dtypes


def _numbers_of(array: Any, summarise: bool) -> Any:
    looked_at = (_edges(array) if summarise else array).ravel().tolist()
    return _Complexes(looked_at) if array.dtype.kind == "c" else _Numbers(looked_at, array.dtype.kind == "f")


def _body_of(tensor: Tensor, indent: int) -> str:
    array = _values(tensor._resolved()._data)
    summarise = array.size > _options.threshold
    return _body(array, indent, summarise, _numbers_of(array, summarise))


# ---- the suffix ----


def _is_implied(tensor: Tensor) -> bool:
    """Does the text of the elements say the dtype?"""
    default = get_default_dtype()
    complex_name = "complex128" if default.name == "float64" else "complex64"
    return tensor.dtype is default or tensor.dtype.name in (complex_name, "int64", "bool")


def _node_name(tensor: Tensor) -> str:
    """The name of the node that computed a tensor; nothing for a leaf."""
    try:
        node = getattr(tensor, "grad_fn", None)
    except RuntimeError:  # a view whose base was written to where nothing was recorded: it can be looked at
        return "Invalid"
    return "" if node is None else type(node).__name__


def _facts(tensor: Tensor, has_data: bool, has_contents: bool = False) -> list[str]:
    facts = [] if tensor.device.type == "cpu" else [f"device='{tensor.device}'"]
    is_shown = has_data and bool(tensor.numel())
    if not has_contents and (not has_data or (not _options.edgeitems if is_shown else tensor.dim() != 1)):
        facts.append(f"size={tuple(tensor.shape)}")  # the text of the elements does not say it
    is_implied = _is_implied(tensor) if is_shown and not has_contents else tensor.dtype is get_default_dtype()
    if not is_implied:
        facts.append(f"dtype={tensor.dtype}")
    grad_fn = _node_name(tensor)
    if grad_fn:
        facts.append(f"grad_fn=<{grad_fn}>")
    elif tensor.requires_grad:
        facts.append("requires_grad=True")
    tangent = getattr(tensor._autograd, "tangent", None)
    if tangent is not None:
        facts.append(f"tangent={tangent}")
    return facts


def tensor_text(tensor: Tensor, contents: object = None) -> str:
    """The tensor as `repr` shows it; ``contents`` is shown instead of its elements.

    A tensor of another class that is a parameter says both.
    """
    text = _text_as_tensor(tensor, contents)
    return f"Parameter({text})" if getattr(tensor, "_is_param", False) else text


def _text_as_tensor(tensor: Tensor, contents: object) -> str:
    if contents is None and isinstance(tensor._data, WrappedArray):
        return tensor._data.text()
    name = "tensor" if type(tensor).__name__ in ("Tensor", "Parameter") else type(tensor).__name__
    indent = len(name) + 1
    has_data = contents is not None or type(tensor._data) is not MetaArray
    if contents is not None:
        body = str(contents)
    else:
        body = "..." if not has_data else _body_of(tensor, indent) if tensor.numel() else "[]"
    text = f"{name}({body}"
    used = len(text) - text.rfind("\n") + 1
    for fact in _facts(tensor, has_data, contents is not None):
        if used + len(fact) + 2 > _options.linewidth:
            text += f",\n{' ' * indent}{fact}"
            used = indent + len(fact)
        else:
            text += f", {fact}"
            used += len(fact) + 2
    return f"{text})"


def call_text(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """A call as error messages show it: tensors without their elements."""
    words = [*map(_argument_text, args), *(f"{name}={_argument_text(value)}" for name, value in kwargs.items())]
    return f"{func}({', '.join(words)})"


def _argument_text(value: Any) -> str:
    if type(value) in (list, tuple):
        inside = ", ".join(map(_argument_text, value))
        return f"[{inside}]" if type(value) is list else f"({inside}{',' if len(value) == 1 else ''})"
    if not hasattr(value, "_data") or isinstance(value._data, WrappedArray) or type(value._data) is MetaArray:
        return repr(value)
    elements = _body_of(value, 0) if not value.dim() else "[...]"
    text = f"tensor({', '.join([elements, *_facts(value, has_data=False)])})"
    return f"{type(value).__name__} containing:\n{text}" if type(value).__name__ == "Parameter" else text


def format_text(tensor: Tensor, spec: str) -> str:
    """The tensor in an f-string: without dimensions as Python formats numbers, or the text of `repr`."""
    has_data = type(tensor._data) is not MetaArray
    if has_data and tensor.dim() == 0:
        return format(tensor.detach().item(), spec)
    return object.__format__(tensor, spec)


# ---- notebooks ----

_GREY: Final = "color:#888"
_CELL: Final = "text-align:right;padding:1px 6px"
_MOST: Final = 20  # rows and columns that are shown


def _cells(tensor: Tensor) -> str:
    """The elements of up to two dimensions as rows of a table."""
    from html import escape  # here: only notebooks need it

    array = _values(tensor._resolved()._data)
    rows = array.reshape((1, -1) if array.ndim < 2 else array.shape)
    numbers = _numbers_of(rows, False)
    lines = (
        "".join(f'<td style="{_CELL}">{escape(numbers.text(value).strip())}</td>' for value in row)
        for row in rows.tolist()
    )
    return "".join(f"<tr>{line}</tr>" for line in lines)


def html_text(tensor: Tensor) -> str:
    """The tensor as a notebook shows it: its facts, and a table where it is small and flat."""
    from html import escape  # here, as above

    has_data = type(tensor._data) is not MetaArray
    name = escape(type(tensor).__name__)
    facts = " · ".join((escape(str(list(tensor.shape))), escape(str(tensor.dtype)), escape(str(tensor.device))))
    head = f'<div style="{_GREY}">{name} {facts}</div>'
    if has_data and tensor.numel() and tensor.dim() <= 2 and max(tensor.shape, default=0) <= _MOST:
        return f"<div>{head}<table>{_cells(tensor)}</table></div>"
    if not has_data or not tensor.numel():
        why = "no elements" if has_data else "no data"
        return f'<div>{head}<div style="{_GREY}">{why}</div></div>'
    return f'<div>{head}<pre style="{_GREY}">{escape(tensor_text(tensor))}</pre></div>'
