"""What programs do with a graph: hooks on what is saved, on several tensors at once, edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from wye.autograd.api import GradientEdge, get_gradient_edge
from wye.autograd.engine import current_task
from wye.autograd.node import Node, accumulator_of
from wye.autograd.saved import hooks_in_effect, saved_tensors_hooks
from wye.autograd.saved_writes import allow_mutation_on_saved_tensors
from wye.forking import Rank, fork_safe_lock
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.hook_handles import RemovableHandle

__all__ = [
    "GradientEdge",
    "Node",
    "allow_mutation_on_saved_tensors",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
    "unsafe_preserve_version_counter",
]


class save_on_cpu(saved_tensors_hooks):  # noqa: N801 - PyTorch's name
    """Inside, what is saved for backward is kept in the memory of the process."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: (tensor.device, tensor.cpu()), lambda packed: packed[1].to(packed[0]))


class disable_saved_tensors_hooks:  # noqa: N801 - PyTorch's name
    """Inside, `saved_tensors_hooks` raises an error with this message."""

    def __init__(self, error_message: str) -> None:
        self._message = error_message

    def __enter__(self) -> None:
        self._before = hooks_in_effect.forbidden
        if hooks_in_effect.pairs:
            raise RuntimeError(self._message)
        hooks_in_effect.forbidden = self._message

    def __exit__(self, *exc: object) -> None:
        hooks_in_effect.forbidden = self._before

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """Use it as a decorator."""

        def guarded(*args: Any, **kwargs: Any) -> Any:
            with disable_saved_tensors_hooks(self._message):
                return fn(*args, **kwargs)

        return guarded


def increment_version(tensor: Tensor | Sequence[Tensor]) -> None:
    """Count a write to a tensor that wye could not see."""
    for one in (tensor,) if isinstance(tensor, Tensor) else tensor:
        one._bump_version()


class _Handles:
    """Takes several hooks back."""

    def __init__(self, handles: list[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        """Take them back."""
        for handle in self.handles:
            handle.remove()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


def register_multi_grad_hook(tensors: Sequence[Tensor], fn: Callable[..., Any], *, mode: str = "all") -> Any:
    """Call a function when the gradients of several tensors have been computed.

    Args:
        tensors: Which.
        fn: With mode ``"all"`` it gets the list of gradients, None for tensors that are not part of the pass, when all
            have been computed; with ``"any"`` the first one.
        mode: See ``fn``.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    lock = fork_safe_lock(Rank.GRADIENTS)
    return _any_hook(tensors, fn, lock) if mode == "any" else _all_hook(tensors, fn, lock)


def _node_of(tensor: Tensor) -> Node:
    node = tensor.grad_fn
    if node is None:
        assert tensor.requires_grad, "Expected gradient function to be set"
        node = accumulator_of(tensor)
    return node  # type: ignore[no-any-return]


def _forget_ended(passes: dict[Any, Any]) -> None:
    """Drop passes that have ended, also by an error."""
    for task in [one for one in passes if one is None or one.current is None]:
        del passes[task]


def _all_hook(tensors: Sequence[Tensor], fn: Callable[..., Any], lock: Any) -> _Handles:
    nodes = [_node_of(tensor) for tensor in tensors]
    passes: dict[Any, tuple[int, list[Any]]] = {}  # by pass: how many are still to come, and the gradients

    def make(place: int) -> Callable[[Any], None]:
        def hook(grad: Any) -> None:
            task = current_task()
            with lock:
                if task not in passes:
                    _forget_ended(passes)
                    expected = sum(task is None or task.will_run(node) for node in nodes)
                    passes[task] = expected, [None] * len(nodes)
                left, grads = passes[task]
                grads[place] = grad
                passes[task] = left - 1, grads
                done = left == 1
                if done:
                    del passes[task]
            if done:
                fn(grads)

        return hook

    return _Handles([tensor.register_hook(make(place)) for place, tensor in enumerate(tensors)])


def _any_hook(tensors: Sequence[Tensor], fn: Callable[..., Any], lock: Any) -> _Handles:
    for tensor in tensors:
        _node_of(tensor)
    seen: dict[Any, None] = {}

    def hook(grad: Any) -> None:
        task = current_task()
        with lock:
            if task in seen:
                return
            _forget_ended(seen)
            seen[task] = None
        fn(grad)

    return _Handles([tensor.register_hook(hook) for tensor in tensors])


class unsafe_preserve_version_counter:  # noqa: N801 - PyTorch's name
    """Inside, writes to tensors are not counted: for writes that are known not to matter."""

    def __init__(self, tensors: Tensor | Sequence[Tensor]) -> None:
        self._tensors = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
        self._before = [tensor._version for tensor in self._tensors]

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        for tensor, version in zip(self._tensors, self._before, strict=True):
            counter = tensor._version_counter
            if counter is not None:
                counter.count = version
