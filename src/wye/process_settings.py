"""Settings of the whole process that programs ask for: determinism, precision of products, number of threads.

NumPy's kernels are deterministic, compute in full precision, and decide about threads themselves.  So most of what is
set here is remembered and returned, and changes nothing else.  One thing does: new memory that nothing was written to
is not the same every time, so it is filled where deterministic algorithms are wanted.
"""

from __future__ import annotations

import warnings
from types import ModuleType
from typing import Final

from wye._engine import engine

__all__ = [
    "DeterministicModule",
    "are_deterministic_algorithms_enabled",
    "fills_new_memory",
    "get_deterministic_debug_mode",
    "get_deterministic_fill_uninitialized_memory",
    "get_float32_matmul_precision",
    "get_num_interop_threads",
    "get_num_threads",
    "get_overwrite_module_params_on_conversion",
    "get_swap_module_params_on_conversion",
    "is_deterministic_algorithms_warn_only_enabled",
    "set_deterministic_debug_mode",
    "set_deterministic_fill_uninitialized_memory",
    "set_float32_matmul_precision",
    "set_flush_denormal",
    "set_num_interop_threads",
    "set_num_threads",
    "set_overwrite_module_params_on_conversion",
    "set_swap_module_params_on_conversion",
    "use_deterministic_algorithms",
]

_MODES: Final = {"default": 0, "warn": 1, "error": 2}
_PRECISIONS: Final = ("highest", "high", "medium")


class _Settings:
    deterministic = False
    warn_only = False
    fill_memory = True
    precision = "highest"
    threads = 1
    interop_threads = 1
    overwrite_parameters = False
    swap_parameters = False


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for operators that give the same results every time; all of wye's do.

    Args:
        mode: Is it wanted?
        warn_only: Would an operator that cannot do so warn instead of raising an error?

    Raises:
        TypeError: one of them is neither True nor False.
    """
    for argument, value in (("'mode' (position 1)", mode), ("'warn_only'", warn_only)):
        if not isinstance(value, bool):
            raise TypeError(
                f"_set_deterministic_algorithms(): argument {argument} must be bool, not {type(value).__name__}"
            )
    _Settings.deterministic, _Settings.warn_only = bool(mode), bool(warn_only)
    engine.configure(fills_new_memory=fills_new_memory())


def get_deterministic_fill_uninitialized_memory() -> bool:
    """Is new memory filled while deterministic algorithms are wanted?"""
    return _Settings.fill_memory


def set_deterministic_fill_uninitialized_memory(mode: bool) -> None:
    """Fill what `empty`, `resize_` and the like return while deterministic algorithms are wanted, or do not.

    Raises:
        RuntimeError: ``mode`` is neither True nor False.
    """
    if not isinstance(mode, bool):
        raise RuntimeError(f"expected a bool, but got {type(mode).__name__}")
    _Settings.fill_memory = bool(mode)
    engine.configure(fills_new_memory=fills_new_memory())


def fills_new_memory() -> bool:
    """Is new memory filled now: with NaN, or the largest number where there is no NaN?"""
    return _Settings.deterministic and _Settings.fill_memory


def are_deterministic_algorithms_enabled() -> bool:
    """Has `use_deterministic_algorithms` asked for them?"""
    return _Settings.deterministic


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """Has it asked for warnings only?"""
    return _Settings.warn_only


class DeterministicModule(ModuleType):
    """The class of a module whose attribute ``fill_uninitialized_memory`` is that setting."""

    @property
    def fill_uninitialized_memory(self) -> bool:
        """Is new memory filled while deterministic algorithms are wanted?"""
        return get_deterministic_fill_uninitialized_memory()

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode: bool) -> None:
        set_deterministic_fill_uninitialized_memory(mode)


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """The same as a number or a word: 0 "default", 1 "warn", 2 "error".

    Raises:
        RuntimeError: the word or number is another one.
        TypeError: it is neither a word nor a number.
    """
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in _MODES:
            raise RuntimeError(
                "invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got " + debug_mode
            )
        debug_mode = _MODES[debug_mode]
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


def get_deterministic_debug_mode() -> int:
    """The number that `set_deterministic_debug_mode` would take for what is set."""
    return (1 if _Settings.warn_only else 2) if _Settings.deterministic else 0


def get_float32_matmul_precision() -> str:
    """The precision of products of float32 that was asked for."""
    return _Settings.precision


def set_float32_matmul_precision(precision: str) -> None:
    """Allow products of float32 to be less precise; wye's never are.

    Args:
        precision: "highest", "high" or "medium"; another word is ignored with a warning.
    """
    if precision not in _PRECISIONS:
        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current setFloat32MatmulPrecision call has"
            " no effect.",
            stacklevel=2,
        )
        return
    _Settings.precision = precision


def set_flush_denormal(mode: bool) -> bool:
    """Would denormal numbers be zeros?  Not supported: NumPy keeps them."""
    return False


def get_num_threads() -> int:
    """The number of threads of one operator that was asked for."""
    return _Settings.threads


def set_num_threads(threads: int) -> None:
    """Ask for threads within an operator; NumPy decides itself.

    Raises:
        RuntimeError: the number is not a positive one.
    """
    _Settings.threads = _count("set_num_threads", threads)


def get_num_interop_threads() -> int:
    """The number of threads for operators beside each other that was asked for."""
    return _Settings.interop_threads


def set_num_interop_threads(threads: int) -> None:
    """Ask for threads for operators beside each other; wye runs one after the other.

    Raises:
        RuntimeError: the number is not a positive one.
    """
    _Settings.interop_threads = _count("set_num_interop_threads", threads)


def _count(name: str, threads: object) -> int:
    if type(threads) is not int:
        raise RuntimeError(f"{name} expects an int, but got {type(threads).__name__}")
    if threads <= 0:
        raise RuntimeError(f"{name} expects a positive integer")
    return threads


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """Do modules get new parameters when they are converted, where the old ones could be kept?"""
    _Settings.overwrite_parameters = value


def get_overwrite_module_params_on_conversion() -> bool:
    """What `set_overwrite_module_params_on_conversion` has said; no at first."""
    return _Settings.overwrite_parameters


def set_swap_module_params_on_conversion(value: bool) -> None:
    """Do the parameters of a module stay the same objects when it is converted or loaded, whatever they become?"""
    _Settings.swap_parameters = value


def get_swap_module_params_on_conversion() -> bool:
    """What `set_swap_module_params_on_conversion` has said; no at first."""
    return _Settings.swap_parameters
