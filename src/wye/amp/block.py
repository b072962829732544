"""`autocast`: a block, or a function, whose calls are cast; and decorators for an `autograd.Function` that knows it."""

from __future__ import annotations

import copy
import functools
import warnings
from typing import TYPE_CHECKING, Any, Final

from wye import autocast_mode as mode
from wye.amp.switches import set_enabled
from wye.errors import LibraryError, NotCallableError, UnknownKeyError
from wye.keys import private_backend_name
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema.values import dtype as Dtype  # noqa: N812 - the argument is called dtype

__all__ = ["autocast", "autocast_decorator", "custom_bwd", "custom_fwd", "enter_autocast", "exit_autocast"]

_SUPPORTED: Final = (DTYPES["bfloat16"], DTYPES["float16"])


class autocast:  # noqa: N801 - PyTorch's name
    """Inside, operators that are quick in a narrow dtype run in it, and those that need range run in float32.

    Works in ``with`` and as a decorator; the innermost block counts, and each thread has its own.

    >>> import wye
    >>> with autocast("cpu"):
    ...     (wye.ones(2, 2) @ wye.ones(2, 2)).dtype
    wye.bfloat16

    Args:
        device_type: Calls on this device are cast.
        dtype: The narrow dtype; by default `get_autocast_dtype` of the device.
        enabled: False turns casting off inside.
        cache_enabled: Are casts of leaves that require grad kept until the outermost block ends?  By default as before.

    Raises:
        LibraryError: ``device_type`` is no text.
        UnknownKeyError: the device is unknown, or has no autocast.
    """

    def __init__(
        self, device_type: str, dtype: Dtype | None = None, enabled: bool = True, cache_enabled: bool | None = None
    ) -> None:
        _check_device(device_type)
        self.device = device_type
        self.fast_dtype = mode.get_dtype(device_type) if dtype is None else dtype
        self._cache_enabled = mode.is_cache_enabled() if cache_enabled is None else cache_enabled
        self._enabled = enabled and self._is_supported()
        self._before: list[tuple[bool, Dtype, bool]] = []

    def _is_supported(self) -> bool:
        """Can it be on?  If not, a warning says why."""
        if self.device == "cuda":
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=3)
            return False
        if self.fast_dtype in _SUPPORTED:
            return True
        shown = self.device if self.device == private_backend_name() else self.device.upper()
        warnings.warn(
            f"In {shown} autocast, but the target dtype is not supported. Disabling autocast.\n"
            f"{shown} Autocast only supports dtypes of {', '.join(map(str, _SUPPORTED))} currently.",
            stacklevel=3,
        )
        return False

    def _fresh(self) -> autocast:
        """A block that does the same: calls in several threads do not share what each restores."""
        made = copy.copy(self)
        made._before = []
        return made

    def __enter__(self) -> autocast:
        self._before.append((mode.is_enabled(self.device), mode.get_dtype(self.device), mode.is_cache_enabled()))
        mode.increment_nesting()
        set_enabled(self.device, self._enabled)
        mode.set_dtype(self.device, self.fast_dtype)
        mode.set_cache_enabled(self._cache_enabled)
        return self

    def __exit__(self, *exc: object) -> None:
        if mode.decrement_nesting() == 0:
            mode.clear_cache()
        enabled, dtype, cache_enabled = self._before.pop()
        mode.set_enabled(self.device, enabled)
        mode.set_dtype(self.device, dtype)
        mode.set_cache_enabled(cache_enabled)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Use it as a decorator."""
        if not callable(func):
            raise NotCallableError(
                f"autocast()(func) requires a callable, but got {type(func).__name__}. Did you mean to use autocast as "
                "a context manager?",
                fix="with autocast(device_type): ...",
            )
        return autocast_decorator(self, func)


def autocast_decorator(block: autocast, func: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose calls run in such a block."""

    @functools.wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        with block._fresh():
            return func(*args, **kwargs)

    return call


def _check_device(device_type: object) -> None:
    if not isinstance(device_type, str):
        raise LibraryError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`", fix='for example "cpu"')
    if not mode.has_autocast(device_type):
        raise UnknownKeyError(f"User specified an unsupported autocast device_type '{device_type}'", fix='try "cpu"')


def enter_autocast(*args: Any, **kwargs: Any) -> autocast:
    """Enter a block that `exit_autocast` leaves."""
    return autocast(*args, **kwargs).__enter__()


def exit_autocast(block: autocast) -> None:
    """Leave what `enter_autocast` has entered."""
    block.__exit__(None, None, None)


def custom_fwd(
    fwd: Callable[..., Any] | None = None, *, device_type: str, cast_inputs: Dtype | None = None
) -> Callable[..., Any]:
    """A decorator for ``forward`` of an `autograd.Function`: backward will run with the same autocast.

    Args:
        fwd: The function; without it, a decorator is returned.
        device_type: The device whose autocast counts.
        cast_inputs: If given, floating-point arguments are cast to it where autocast is on, which is then off inside.
    """
    _check_device(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    function = fwd

    @functools.wraps(function)
    def forward(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        ctx._dtype = mode.get_dtype(device_type)
        enabled = mode.is_enabled(device_type)
        ctx._fwd_used_autocast = enabled and cast_inputs is None
        if cast_inputs is None or not enabled:
            return function(ctx, *args, **kwargs)
        with autocast(device_type, enabled=False):
            cast = mode.cast(args, device_type, cast_inputs)
            return function(ctx, *cast, **mode.cast(kwargs, device_type, cast_inputs))

    return forward


def custom_bwd(bwd: Callable[..., Any] | None = None, *, device_type: str) -> Callable[..., Any]:
    """A decorator for ``backward`` of an `autograd.Function` whose forward has `custom_fwd`: it has forward's autocast.

    Args:
        bwd: The function; without it, a decorator is returned.
        device_type: The device whose autocast counts.
    """
    _check_device(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)
    function = bwd

    @functools.wraps(function)
    def backward(ctx: Any, *grads: Any) -> Any:
        with autocast(device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return function(ctx, *grads)

    return backward
