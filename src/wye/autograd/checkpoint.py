"""Checkpoints: a part of a program keeps its inputs only, and runs again when backward needs what it has not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.graph import saved_tensors_hooks
from wye.grad_mode import enable_grad
from wye.tensors.generator import get_rng_state, set_rng_state

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CheckpointError", "checkpoint"]


class CheckpointError(RuntimeError):
    """The second run saved other tensors than the first."""


class _Frame:
    """One checkpointed call: how to run it again, and what the second run saved."""

    def __init__(self, run: Callable[[], Any], random: Any) -> None:
        self._run, self._random = run, random
        self.count = 0
        self._found: list[Any] | None = None

    def pack(self, tensor: Any) -> int:
        """Keep a number instead of the tensor."""
        self.count += 1
        return self.count - 1

    def unpack(self, number: int) -> Any:
        """The tensor of that number, from a second run.

        Raises:
            CheckpointError: the second run saved another number of tensors.
        """
        if self._found is None:
            self._found = self._again()
        if len(self._found) != self.count:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {self.count}\nNumber of tensors saved during "
                f"recomputation: {len(self._found)}."
            )
        tensor = self._found[number]
        self._found[number] = None
        if all(one is None for one in self._found):
            self._found = None  # backward may run again
        return tensor

    def _again(self) -> list[Any]:
        found: list[Any] = []

        def keep(tensor: Any) -> Any:
            found.append(tensor.detach())
            return found[-1]

        before = get_rng_state() if self._random is not None else None
        if self._random is not None:
            set_rng_state(self._random)
        try:
            with enable_grad(), saved_tensors_hooks(keep, lambda tensor: tensor):
                self._run()
        finally:
            if before is not None:
                set_rng_state(before)
        return found


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function without keeping what its backward needs: it is run again then.

    Args:
        function: What to call.
        *args: Its arguments.
        use_reentrant: PyTorch has two ways to do it; here there is one, which works where either does.
        preserve_rng_state: Draw the same random numbers in the second run.
        **kwargs: More arguments.
    """
    random = get_rng_state() if preserve_rng_state else None
    frame = _Frame(lambda: function(*args, **kwargs), random)
    with saved_tensors_hooks(frame.pack, frame.unpack):
        return function(*args, **kwargs)
