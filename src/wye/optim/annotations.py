"""Types of what optimizers take and keep, for annotations of subclasses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from wye.tensors import Tensor

__all__ = ["Args", "GlobalOptimizerPostHook", "GlobalOptimizerPreHook", "Kwargs", "ParamsT", "StateDict"]

Args: TypeAlias = tuple[Any, ...]
Kwargs: TypeAlias = dict[str, Any]
StateDict: TypeAlias = dict[str, Any]
# Parameters, groups of them with options, or pairs of names and parameters.
ParamsT: TypeAlias = Iterable[Tensor] | Iterable[dict[str, Any]] | Iterable[tuple[str, Tensor]]
GlobalOptimizerPreHook: TypeAlias = Callable[[Any, Args, Kwargs], tuple[Args, Kwargs] | None]
GlobalOptimizerPostHook: TypeAlias = Callable[[Any, Args, Kwargs], None]
