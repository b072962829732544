"""Checkpoints: a part of a program keeps its inputs only, and runs again when backward needs what it has not saved."""

from __future__ import annotations

import warnings
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from wye import autocast_mode, shown
from wye.autograd.api import backward
from wye.autograd.engine import current_task
from wye.autograd.function import Function
from wye.autograd.graph import saved_tensors_hooks
from wye.autograd.saved import SavedTensors
from wye.grad_mode import enable_grad, is_grad_enabled, no_grad
from wye.modes import DispatchMode
from wye.pytree import tree_leaves as leaves_of
from wye.tensors import Tensor
from wye.tensors.generator import get_rng_state, set_rng_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = [
    "CheckpointError",
    "CheckpointFunction",
    "check_backward_validity",
    "checkpoint",
    "checkpoint_sequential",
    "detach_variable",
    "is_checkpoint_valid",
    "noop_context_fn",
    "set_checkpoint_debug_enabled",
    "set_checkpoint_early_stop",
]


class CheckpointError(RuntimeError):
    """The second run saved other tensors than the first."""


class _StopRecomputationError(Exception):
    """All that is needed has been saved again: a signal inside this module."""


class _Settings:
    early_stop: bool | None = None  # what checkpoints are asked to do, unless None
    debug: bool | None = None


@contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Inside, checkpoints stop their second run as soon as everything needed has been saved, or do not."""
    before, _Settings.early_stop = _Settings.early_stop, enable
    try:
        yield
    finally:
        _Settings.early_stop = before


@contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Inside, errors of checkpoints list the operators of both runs, or do not, whatever the checkpoint says."""
    before, _Settings.debug = _Settings.debug, enabled
    try:
        yield
    finally:
        _Settings.debug = before


def noop_context_fn() -> tuple[Any, Any]:
    """Two contexts that do nothing: for the first and for the second run of a checkpoint."""
    return nullcontext(), nullcontext()


@contextmanager
def _random_from(state: Any) -> Iterator[None]:
    """Inside, random numbers are drawn from a state; None: as outside."""
    if state is None:
        yield
        return
    before = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(before)


@contextmanager
def _casting_as(state: tuple[Any, ...]) -> Iterator[None]:
    """Inside, calls on the CPU are cast as they were when `_casting` was asked."""
    before = _casting()
    _set_casting(*state)
    try:
        yield
    finally:
        _set_casting(*before)


def _casting() -> tuple[Any, ...]:
    return autocast_mode.is_enabled("cpu"), autocast_mode.get_dtype("cpu"), autocast_mode.is_cache_enabled()


def _set_casting(enabled: bool, dtype: Any, cached: bool) -> None:
    autocast_mode.set_enabled("cpu", enabled)
    autocast_mode.set_dtype("cpu", dtype)
    autocast_mode.set_cache_enabled(cached)


def _looks(tensor: Any) -> dict[str, Any]:
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


class _Operators(DispatchMode):
    """Writes down which operators a run calls, with the shapes of their results."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        shapes = [tuple(one.shape) for one in leaves_of(result) if isinstance(one, Tensor)]
        self.lines.append(f"  {func}: {', '.join(map(str, shapes))}")
        return result


class _Pass:
    """What a second run has saved, for one backward pass."""

    def __init__(self) -> None:
        self.tensors: list[Any] = []
        self.unpacked: set[int] = set()


class _Frame:
    """One checkpointed call: how to run it again, and what the second run saved."""

    def __init__(
        self,
        run: Callable[..., Any],
        args: Sequence[Any],
        random: Any,
        context: Any,
        *,
        checks: bool,
        early_stop: bool,
        debug: bool,
    ) -> None:
        self._args = SavedTensors(list(args))  # which must not be written to
        self._run, self._random, self._context = run, random, context
        self._casting = _casting()
        self._checks, self._early_stop = checks, early_stop
        self.operators = (_Operators(), _Operators()) if debug else None  # of the first run, and of the second
        self.is_complete = False  # has the first run ended?
        self._differs = False  # a second run before the end of the first may save what the first has yet to save
        self._looks: list[Any] = []
        self._passes: dict[int, _Pass] = {}

    def pack(self, tensor: Any) -> int:
        """Keep a number instead of the tensor."""
        self._looks.append(_looks(tensor))
        return len(self._looks) - 1

    def unpack(self, number: int) -> Any:
        """The tensor of that number, from a second run; one for each backward pass.

        Raises:
            CheckpointError: the second run saved another number of tensors, or tensors of another kind; the tensor was
                asked for before in this pass.
        """
        task = current_task()
        seen = None if task is None else self._passes.get(task.number)
        if seen is None or (number >= len(seen.tensors) and not self.is_complete):
            seen = self._again(task)
        if number in seen.unpacked:
            raise CheckpointError(
                f"{shown.package}.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked "
                "once. If you are calling ctx.saved_tensors in backward, make sure to do so only once."
            )
        tensor = seen.tensors[number]
        seen.tensors[number] = None
        seen.unpacked.add(number)
        return tensor

    def _again(self, task: Any) -> _Pass:
        """Run it again for a pass, or for one look."""
        seen = _Pass()
        if task is not None:
            number = task.number  # not the pass itself: it would hold itself, and the graph, until a collection
            if number not in self._passes:  # what nobody asks for lives no longer than the pass
                task.callbacks.append(lambda: self._passes.pop(number, None))
            self._passes[number] = seen
        try:
            self._run_again(seen.tensors)
            self._check(seen.tensors)
        except CheckpointError as error:
            if self.operators is None:
                raise
            raise CheckpointError(self._told(error)) from error
        return seen

    def _check(self, found: list[Any]) -> None:
        count = len(self._looks)
        if self._differs:
            return
        if len(found) != count:
            raise CheckpointError(
                f"{shown.package}.utils.checkpoint: A different number of tensors was saved during the original "
                f"forward and recomputation.\nNumber of tensors saved during forward: {count}\nNumber of tensors "
                f"saved during recomputation: {len(found)}."
            )
        told = [
            f"tensor at position {place}:\nsaved metadata: {before}\nrecomputed metadata: {_looks(tensor)}"
            for place, (before, tensor) in enumerate(zip(self._looks, found, strict=True))
            if self._checks and before != _looks(tensor)
        ]
        if told:
            raise CheckpointError(
                f"{shown.package}.utils.checkpoint: Recomputed values for the following tensors have different "
                "metadata than during the forward pass.\n" + "\n".join(told)
            )

    def _told(self, error: CheckpointError) -> str:
        assert self.operators is not None, "asked for with debug only"
        first, second = ("\n".join(one.lines) for one in self.operators)
        return (
            f"{error}\n\nOperators of the original forward:\n{first}\n\nOperators of the recomputation:\n{second}\n\n"
            "You are seeing this error because you passed `debug=True` to checkpoint: compare the two lists."
        )

    def _run_again(self, found: list[Any]) -> None:
        def keep(tensor: Any) -> Any:
            if len(found) < len(self._looks):
                found.append(tensor)  # with its history, for second derivatives
            elif self.is_complete:
                raise CheckpointError(
                    f"{shown.package}.utils.checkpoint: trying to save more tensors during recomputation than during "
                    "the original forward pass."
                )
            else:
                self._differs = True
            if self._early_stop and len(found) == len(self._looks):
                raise _StopRecomputationError
            return tensor

        hooks = saved_tensors_hooks(keep, lambda tensor: tensor)
        watched = nullcontext() if self.operators is None else self.operators[1]
        with (
            _random_from(self._random),
            _casting_as(self._casting),
            enable_grad(),
            self._context,
            hooks,
            suppress(_StopRecomputationError),
            watched,
        ):
            self._run(*self._args.unpack(None))


def is_checkpoint_valid() -> bool:
    """May a reentrant checkpoint run its backward here?  Not where only some gradients are computed."""
    task = current_task()
    return task is None or not task.captured  # a place for each input that was asked for


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Tensors without their history, which require grad as they did; other values as they are."""
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(one.detach().requires_grad_(one.requires_grad) if isinstance(one, Tensor) else one for one in inputs)


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn where no input requires grad."""
    if not any(isinstance(one, Tensor) and one.requires_grad for one in inputs):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=3)


class CheckpointFunction(Function):
    """A call whose backward runs it again, then runs backward inside of backward."""

    @staticmethod
    def forward(ctx: Any, run_function: Any, preserve_rng_state: bool, *args: Any) -> Any:
        """Run it without recording."""
        check_backward_validity(args)
        ctx.run_function, ctx.args = run_function, args
        ctx.random = get_rng_state() if preserve_rng_state else None
        ctx.casting = _casting()
        ctx.save_for_backward(*(one for one in args if isinstance(one, Tensor)))
        ctx.args = tuple(None if isinstance(one, Tensor) else one for one in args)
        ctx.places = tuple(place for place, one in enumerate(args) if isinstance(one, Tensor))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run it again, and backward through that.

        Raises:
            RuntimeError: only some gradients are computed; nothing requires grad.
        """
        if not is_checkpoint_valid():
            raise RuntimeError(
                f"When use_reentrant=True, {shown.package}.utils.checkpoint is incompatible with .grad() or passing an "
                "`inputs` parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or "
                "call .backward() without passing the `inputs` argument."
            )
        inputs = list(ctx.args)
        for place, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            inputs[place] = tensor
        detached = detach_variable(tuple(inputs))
        with _random_from(ctx.random), _casting_as(ctx.casting), enable_grad():
            outputs = ctx.run_function(*detached)
        several = (outputs,) if isinstance(outputs, Tensor) else outputs
        pairs = [
            (output, grad)
            for output, grad in zip(several, grads, strict=True)
            if isinstance(output, Tensor) and output.requires_grad
        ]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        backward([output for output, _ in pairs], [grad for _, grad in pairs])
        return None, None, *(one.grad if isinstance(one, Tensor) else None for one in detached)


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[Any, Any]] = noop_context_fn,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    **kwargs: Any,
) -> Any:
    """Call a function without keeping what its backward needs: it is run again then.

    Args:
        function: What to call.
        *args: Its arguments.
        use_reentrant: Run backward inside of backward, as PyTorch does where this is not given; False works in more
            places, and is faster.
        context_fn: Gives two contexts, for the first and for the second run.
        determinism_check: ``"default"`` compares shapes, dtypes and devices of what the two runs save; ``"none"`` does
            not.
        debug: Errors about differences of the two runs list the operators of both.
        early_stop: Stop the second run when everything that is needed has been saved.
        **kwargs: More arguments; ``preserve_rng_state=False`` lets the second run draw other random numbers.

    Raises:
        ValueError: an option is not known, or does not go with ``use_reentrant=True``.
    """
    if use_reentrant is None:
        warnings.warn(
            f"{shown.package}.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in "
            "PyTorch 2.9, calling checkpoint without use_reentrant will raise an exception. use_reentrant=False is "
            "recommended, but if you need to preserve the current default behavior, you can pass use_reentrant=True. "
            "Refer to docs for more details on the differences between the two variants.",
            stacklevel=2,
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    first, second = context_fn()
    if not is_grad_enabled():  # nothing will ask for a second run
        return function(*args, **kwargs)
    stop = early_stop if _Settings.early_stop is None else _Settings.early_stop
    frame = _Frame(
        lambda *again: function(*again, **kwargs), args, get_rng_state() if preserve else None, second,
        checks=determinism_check == "default", early_stop=stop,
        debug=debug if _Settings.debug is None else _Settings.debug,
    )  # fmt: skip
    watched = nullcontext() if frame.operators is None else frame.operators[0]
    with first, saved_tensors_hooks(frame.pack, frame.unpack), watched:
        result = function(*args, **kwargs)
    frame.is_complete = True
    return result


def checkpoint_sequential(
    functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """Run a sequence of functions in segments, each of them but the last a checkpoint.

    Args:
        functions: A `Sequential`, or the functions.
        segments: How many.
        input: What the first one is given.
        use_reentrant: See `checkpoint`.
        **kwargs: ``preserve_rng_state``.
    """
    if use_reentrant is None:
        warnings.warn(
            f"{shown.package}.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed "
            "explicitly. Refer to docs for more details on the differences between the two variants.",
            stacklevel=2,
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    listed = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = len(listed) // segments
    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        part = _in_turn(listed[start : end + 1])
        input = checkpoint(part, input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return _in_turn(listed[end + 1 :])(input)


def _in_turn(functions: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def run(value: Any) -> Any:
        for function in functions:
            value = function(value)
        return value

    return run
