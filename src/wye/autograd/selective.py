"""Selective checkpoints: results of some operators are kept, the rest is computed again.

`create_selective_checkpoint_contexts` makes the two contexts that `checkpoint(context_fn=...)` takes: one keeps
results of the first run by operator, in order; the other hands them out in the second run.
"""

from __future__ import annotations

import enum
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self

from wye.call import OpOverload
from wye.modes import DispatchMode
from wye.pytree import tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CheckpointPolicy", "SelectiveCheckpointContext", "create_selective_checkpoint_contexts"]

# Questions about tensors and `detach`: run both times, whatever the policy says.
_IGNORED: Final = frozenset(("aten::detach", "prim::device", "aten::is_contiguous", "aten::numel", "aten::dim"))
_QUESTIONS: Final = ("aten::size", "aten::stride", "aten::storage_offset", "aten::sym_")


class CheckpointPolicy(enum.Enum):
    """What becomes of an operator's results; MUST and PREFER differ for compilers only."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


_SAVED: Final = frozenset(CheckpointPolicy) - {CheckpointPolicy.MUST_RECOMPUTE, CheckpointPolicy.PREFER_RECOMPUTE}


class SelectiveCheckpointContext:
    """What a policy is told beside the call.

    Attributes:
        is_recompute: Is it the second run?
    """

    def __init__(self, *, is_recompute: bool) -> None:
        """Of the first or of the second run."""
        self.is_recompute = is_recompute


class _Kept:
    """A tensor that was kept, and its version then."""

    __slots__ = ("tensor", "version")

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor.detach()
        self.version = tensor._version

    def get(self, allow_mutation: bool) -> Any:
        if self.tensor._version != self.version and not allow_mutation:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self.tensor


def _keep(value: Any) -> Any:
    return _Kept(value) if isinstance(value, Tensor) else value


def _policy(policy_fn: Callable[..., Any], is_recompute: bool, func: Any, args: Any, kwargs: Any) -> bool:
    """Are results of this call kept?"""
    answer = policy_fn(SelectiveCheckpointContext(is_recompute=is_recompute), func, *args, **kwargs)
    if isinstance(answer, bool):
        return answer
    return answer in _SAVED


def _is_ignored(func: Any) -> bool:
    name = func._schema.name
    return name in _IGNORED or name.startswith(_QUESTIONS)


class _Keeping(DispatchMode):
    """The first run: keeps results."""

    def __init__(self, policy_fn: Callable[..., Any], kept: dict[Any, deque[Any]]) -> None:
        super().__init__()
        self._policy_fn, self._kept = policy_fn, kept

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        if not _is_ignored(func) and _policy(self._policy_fn, False, func, args, kwargs):
            self._kept.setdefault(func, deque()).append(tree_map(_keep, out))
        return out


class _HandingOut(DispatchMode):
    """The second run: hands out what was kept."""

    def __init__(self, policy_fn: Callable[..., Any], kept: dict[Any, deque[Any]], allow_mutation: bool) -> None:
        super().__init__()
        self._policy_fn, self._kept, self._allow_mutation = policy_fn, kept, allow_mutation
        self._runs = 0

    def __enter__(self) -> Self:
        """Begin a second run; what was kept is enough for one."""
        self._runs += 1
        return super().__enter__()

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if _is_ignored(func) or not _policy(self._policy_fn, True, func, args, kwargs):
            return func(*args, **kwargs)
        if func not in self._kept:
            raise RuntimeError(f"{func} encountered during backward, but not found in storage")
        if self._runs > 1 or not self._kept[func]:
            raise RuntimeError(
                "Trying to backward an extra time. You are only allowed to backward once on any region computed under "
                "selective activation checkpoint."
            )
        kept = self._kept[func].popleft()
        return tree_map(lambda one: one.get(self._allow_mutation) if isinstance(one, _Kept) else one, kept)


def _of_list(operators: frozenset[Any], ctx: Any, func: Any, *args: Any, **kwargs: Any) -> CheckpointPolicy:
    return CheckpointPolicy.MUST_SAVE if func in operators else CheckpointPolicy.PREFER_RECOMPUTE


def create_selective_checkpoint_contexts(
    policy_fn_or_list: Callable[..., Any] | list[Any], allow_cache_entry_mutation: bool = False
) -> tuple[Any, Any]:
    """Two contexts for `checkpoint`'s ``context_fn``: which results are kept in its first run.

    Args:
        policy_fn_or_list: A function of (context, operator, arguments) that returns a `CheckpointPolicy`, or the
            overloads whose results are kept.
        allow_cache_entry_mutation: Hand out results that were written to meanwhile, instead of an error.

    Raises:
        ValueError: the list has something that is no overload.
        TypeError: neither a function nor a list.
    """
    if isinstance(policy_fn_or_list, list):
        for op in policy_fn_or_list:
            if not isinstance(op, OpOverload):
                raise ValueError(
                    f"Expected op in `op_list` to be an OpOverload but got: {op} of type {type(op)}. If it is a "
                    "packet, update the OpOverloadPacket to a specific OpOverload: `ops.aten.mm.default`."
                )
        policy: Callable[..., Any] = partial(_of_list, frozenset(policy_fn_or_list))
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    kept: dict[Any, deque[Any]] = {}
    return _Keeping(policy, kept), _HandingOut(policy, kept, allow_cache_entry_mutation)
