"""Calls of modules: `forward`, with the hooks before and after it."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from threading import get_ident
from typing import TYPE_CHECKING, Any

from wye.hook_handles import Hooks, RemovableHandle
from wye.nn.modules import global_hooks
from wye.nn.modules.backward_hooks import BackwardHook, BackwardHooking, add_former_hooks
from wye.nn.modules.traces import running
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Calling"]


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


class Calling(BackwardHooking):
    """The part of `Module` that calls."""

    training: bool
    _forward_hooks: Hooks
    _forward_hooks_with_kwargs: Hooks
    _forward_hooks_always_called: Hooks
    _forward_pre_hooks: Hooks
    _forward_pre_hooks_with_kwargs: Hooks

    def _init_hooks(self) -> None:
        self.__dict__.update(
            _forward_hooks=OrderedDict(), _forward_hooks_with_kwargs=OrderedDict(),
            _forward_hooks_always_called=OrderedDict(), _forward_pre_hooks=OrderedDict(),
            _forward_pre_hooks_with_kwargs=OrderedDict(),
        )  # fmt: skip
        self._init_backward_hooks()

    def _forward_unimplemented(self, *args: Any) -> Any:
        """What a module computes; every subclass has its own.

        Raises:
            NotImplementedError: it has none.
        """
        # abstract: each module has its own; PyTorch's error
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # An attribute of this type rather than a method: subclasses choose their own arguments.
    forward: Callable[..., Any] = _forward_unimplemented

    def _call_impl(self, *args: Any, **kwargs: Any) -> Any:
        """Call `forward`, and the hooks; a trace of this thread decides what becomes of the call."""
        if not (
            self._forward_hooks
            or self._forward_pre_hooks
            or global_hooks.FORWARD
            or global_hooks.PRE_FORWARD
            or running
            or self._has_backward_hooks()
        ):
            return self.forward(*args, **kwargs)
        trace = running.get(get_ident())
        return self._call_untraced(args, kwargs) if trace is None else trace.run(self, args, kwargs)

    def _call_untraced(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return _HookedCall(self, args, kwargs).run()

    __call__: Callable[..., Any] = _call_impl

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """``hook(module, args)`` runs before `forward`, and may return other arguments.

        Args:
            hook: The function; one value that it returns is the only argument, None changes nothing.
            prepend: It runs before the hooks that are there.
            with_kwargs: It is called as ``hook(module, args, kwargs)``, and returns None or both.
        """
        handle = RemovableHandle(self._forward_pre_hooks, extra_dict=self._forward_pre_hooks_with_kwargs)
        self._forward_pre_hooks[handle.id] = hook
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        if prepend:
            self._forward_pre_hooks.move_to_end(handle.id, last=False)
        return handle

    def register_forward_hook(
        self,
        hook: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """``hook(module, args, output)`` runs after `forward`, and may return another output.

        Args:
            hook: The function.
            prepend: It runs before the hooks that are there.
            with_kwargs: It is called as ``hook(module, args, kwargs, output)``.
            always_call: It also runs when the call raises an error, with the output that there is by then, or None.
        """
        handle = RemovableHandle(
            self._forward_hooks, extra_dict=[self._forward_hooks_with_kwargs, self._forward_hooks_always_called]
        )
        self._forward_hooks[handle.id] = hook
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        if always_call:
            self._forward_hooks_always_called[handle.id] = True
        if prepend:
            self._forward_hooks.move_to_end(handle.id, last=False)
        return handle


class _HookedCall:
    """One call with hooks: the arguments and the output as the hooks leave them."""

    def __init__(self, module: Calling, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.module, self.args, self.kwargs = module, args, kwargs
        self.output: Any = None
        self.called: set[int] = set()  # the hooks that always run and have run

    def run(self) -> Any:
        try:
            self.before()
            watched = self.watched_inputs()
            self.output = self.module.forward(*self.args, **self.kwargs)
            self.after()
            self.watch_outputs(watched)
        except Exception:
            self.after_failure()
            raise
        return self.output

    def before(self) -> None:
        module = self.module
        for hook in [*global_hooks.PRE_FORWARD.values()]:
            self.replace_args(hook(module, self.args))
        for key, hook in [*module._forward_pre_hooks.items()]:
            if key not in module._forward_pre_hooks_with_kwargs:
                self.replace_args(hook(module, self.args))
                continue
            changed = hook(module, self.args, self.kwargs)
            if changed is None:
                continue
            if not (isinstance(changed, tuple) and len(changed) == 2):
                raise RuntimeError(
                    f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
                )
            self.args, self.kwargs = changed

    def watched_inputs(self) -> BackwardHook | None:
        """Put the hooks on gradients before the arguments; None: there are no such hooks."""
        full, _ = self.module._get_backward_hooks()
        pre = self.module._get_backward_pre_hooks()
        if not full and not pre:
            return None
        watched = BackwardHook(self.module, full, pre)
        self.args = watched.setup_input_hook(self.args)
        return watched

    def watch_outputs(self, watched: BackwardHook | None) -> None:
        """Put the hooks on gradients after the output."""
        if watched is not None:
            if not isinstance(self.output, (Tensor, tuple)):
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                    f"received {type(self.output)}",
                    stacklevel=4,
                )
            self.output = watched.setup_output_hook(self.output)
        _, former = self.module._get_backward_hooks()
        if former:
            add_former_hooks(self.module, former, self.args, self.output)

    def replace_args(self, changed: Any) -> None:
        if changed is not None:
            self.args = _as_tuple(changed)

    def forward_hooks(self) -> list[tuple[int, Any, bool, bool, str]]:
        """Number, hook, does it get the named arguments, does it always run, and what warnings call it."""
        of_all, module = global_hooks, self.module
        named, always = module._forward_hooks_with_kwargs, module._forward_hooks_always_called
        return [
            *(
                (key, hook, key in of_all.WITH_KWARGS, key in of_all.ALWAYS_CALLED, "global module forward hook")
                for key, hook in of_all.FORWARD.items()
            ),
            *(
                (key, hook, key in named, key in always, "module forward hook")
                for key, hook in module._forward_hooks.items()
            ),
        ]

    def call_hook(self, hook: Any, has_kwargs: bool) -> None:
        named = (self.kwargs,) if has_kwargs else ()
        changed = hook(self.module, self.args, *named, self.output)
        if changed is not None:
            self.output = changed

    def after(self) -> None:
        for key, hook, has_kwargs, is_always, _ in self.forward_hooks():
            if is_always:
                self.called.add(key)
            self.call_hook(hook, has_kwargs)

    def after_failure(self) -> None:
        """Run the hooks that always run and have not; their own errors become warnings."""
        for key, hook, has_kwargs, is_always, name in self.forward_hooks():
            if not is_always or key in self.called:
                continue
            try:
                self.call_hook(hook, has_kwargs)
            except Exception as error:  # noqa: BLE001 - the error of the call is the one to raise
                warnings.warn(
                    f"{name} with ``always_call=True`` raised an exception that was silenced as another error was "
                    f"raised in forward: {error}",
                    stacklevel=2,
                )
