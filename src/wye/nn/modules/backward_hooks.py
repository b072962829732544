"""Hooks on the gradients of a module: of its outputs, and of its inputs.

Inputs and outputs go through a node that changes nothing, and whose hooks call those of the module.
"""

from __future__ import annotations

import warnings
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye.autograd.function import Function
from wye.grad_mode import is_grad_enabled
from wye.hook_handles import Hooks, RemovableHandle, add_hook
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = [
    "AFTER",
    "BEFORE",
    "BackwardHook",
    "BackwardHooking",
    "add_former_hooks",
    "register_module_backward_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
]

_DOCS: Final = (
    "https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook"
)


# The hooks of all modules.
AFTER: Final[Hooks] = OrderedDict()
BEFORE: Final[Hooks] = OrderedDict()


class _OfAll:
    """The same; ``is_full`` says of which kind they are, None where there has been none."""

    after: ClassVar[Hooks] = AFTER
    before: ClassVar[Hooks] = BEFORE
    is_full: bool | None = None


def _check_kind(known: bool | None, is_full: bool, where: str) -> None:
    if known is not None and known is not is_full:
        raise RuntimeError(
            f"Cannot use both regular backward hooks and full backward hooks {where}. Please use only one of them."
        )


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, grad_output)`` runs before the gradients of every module, and may return others."""
    return add_hook(_OfAll.before, hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """``hook(module, grad_input, grad_output)`` runs after the gradients of every module, and may return others."""
    _check_kind(_OfAll.is_full, True, "as a global Module hook")
    _OfAll.is_full = True
    return add_hook(_OfAll.after, hook)


def register_module_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """The former kind of `register_module_full_backward_hook`: it sees the last operation of each module only."""
    _check_kind(_OfAll.is_full, False, "as a global Module hook")
    _OfAll.is_full = False
    return add_hook(_OfAll.after, hook)


class BackwardHooking:
    """The part of `Module` that keeps hooks on gradients."""

    _backward_hooks: Hooks
    _backward_pre_hooks: Hooks
    _is_full_backward_hook: bool | None

    def _init_backward_hooks(self) -> None:
        self.__dict__.update(
            _backward_pre_hooks=OrderedDict(), _backward_hooks=OrderedDict(), _is_full_backward_hook=None
        )

    def register_full_backward_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(module, grad_output)`` runs before the gradients of the module, and may return others.

        Args:
            hook: The function; it gets and returns a tuple, or one gradient.
            prepend: It runs before the hooks that are there.
        """
        return add_hook(self._backward_pre_hooks, hook, prepend=prepend)

    def register_full_backward_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """``hook(module, grad_input, grad_output)`` runs after the gradients of the module.

        What it returns takes the place of the gradients of the inputs.

        Args:
            hook: The function; it gets tuples, with None for inputs that are no tensors.
            prepend: It runs before the hooks that are there.

        Raises:
            RuntimeError: there is a hook of the former kind.
        """
        _check_kind(self._is_full_backward_hook, True, "on a single Module")
        self._is_full_backward_hook = True
        return add_hook(self._backward_hooks, hook, prepend=prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """The former kind of `register_full_backward_hook`: it sees the module's last operation only.

        Raises:
            RuntimeError: there is a hook of the other kind.
        """
        _check_kind(self._is_full_backward_hook, False, "on a single Module")
        self._is_full_backward_hook = False
        return add_hook(self._backward_hooks, hook)

    def _get_backward_hooks(self) -> tuple[list[Any], list[Any]]:
        """The hooks after gradients: those that see all of the module, and those of the former kind."""
        found: dict[bool | None, list[Any]] = {True: [], False: [], None: []}
        found[_OfAll.is_full] += _OfAll.after.values()
        found[self._is_full_backward_hook] += self._backward_hooks.values()
        return found[True], found[False]

    def _get_backward_pre_hooks(self) -> list[Any]:
        return [*_OfAll.before.values(), *self._backward_pre_hooks.values()]

    def _has_backward_hooks(self) -> bool:
        return bool(self._backward_hooks or self._backward_pre_hooks or _OfAll.after or _OfAll.before)


class BackwardHookFunction(Function):
    """Returns its arguments; its node carries the hooks.  The name is PyTorch's."""

    @staticmethod
    def forward(ctx: Any, *args: Any) -> Any:
        """The arguments."""
        ctx.mark_non_differentiable(*[arg for arg in args if not arg.requires_grad])
        return args

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """The gradients."""
        return grads


class BackwardHook:
    """The hooks of one call of a module.

    Args:
        module: What hooks get first.
        user_hooks: ``hook(module, grad_input, grad_output)``.
        user_pre_hooks: ``hook(module, grad_output)``.
    """

    def __init__(self, module: Any, user_hooks: Sequence[Any], user_pre_hooks: Sequence[Any]) -> None:
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.grad_outputs: tuple[Any, ...] | None = None
        self.n_inputs = self.n_outputs = -1
        self.input_places: list[int] | None = None
        self.output_places: list[int] | None = None

    def setup_input_hook(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments of the call, with a node before them."""
        self.n_inputs = len(args)
        args, self.input_places = _through_node(args, lambda node: node.register_hook(self._after))
        return args

    def setup_output_hook(self, result: Any) -> Any:
        """The result of the call, with a node after it."""
        outputs = result if isinstance(result, tuple) else (result,)
        self.n_outputs = len(outputs)
        outputs, self.output_places = _through_node(outputs, lambda node: node.register_hook(self._before))
        return outputs if isinstance(result, tuple) else outputs[0]

    def _before(self, _: Any, grads: tuple[Any, ...]) -> Any:
        """The gradients of the outputs are there."""
        assert self.output_places is not None, "the node was made for them"
        self.grad_outputs = _spread(self.output_places, grads, self.n_outputs)
        for hook in self.user_pre_hooks:
            changed = hook(self.module, self.grad_outputs)
            if changed is None:
                continue
            given = changed if isinstance(changed, tuple) else (changed,)
            if len(given) != self.n_outputs:
                raise RuntimeError(
                    f"Backward pre hook returned an invalid number of grad_output, got {len(given)}, but expected "
                    f"{self.n_outputs}"
                )
            self.grad_outputs = given
        found = self.grad_outputs
        if self.input_places is None:
            self._after_outputs_alone()
        return tuple(found[place] for place in self.output_places)

    def _after_outputs_alone(self) -> None:
        """No input has a gradient: the hooks run now."""
        if self.user_hooks:
            warnings.warn(
                "Full backward hook is firing when gradients are computed with respect to module outputs since no "
                f"inputs require gradients. See {_DOCS} for more details.",
                stacklevel=5,
            )
        for hook in self.user_hooks:
            changed = hook(self.module, (None,) * self.n_inputs, self.grad_outputs)
            if changed is not None and not (isinstance(changed, tuple) and all(one is None for one in changed)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or None for "
                    "all gradients."
                )
        self.grad_outputs = None

    def _after(self, grads: tuple[Any, ...], _: Any) -> Any:
        """The gradients of the inputs are there."""
        if self.grad_outputs is None:
            return None  # no gradient has come through the outputs
        assert self.input_places is not None, "the node was made for them"
        found = _spread(self.input_places, grads, self.n_inputs)
        for hook in self.user_hooks:
            changed = hook(self.module, found, self.grad_outputs)
            if changed is None:
                continue
            given = changed if isinstance(changed, tuple) else (changed,)
            if len(given) != len(found):
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(given)}, but expected "
                    f"{len(found)}"
                )
            found = given
        self.grad_outputs = None
        return tuple(found[place] for place in self.input_places)


def _spread(places: Sequence[int], values: Sequence[Any], n: int) -> tuple[Any, ...]:
    """The values at their places, None elsewhere."""
    spread: list[Any] = [None] * n
    for place, value in zip(places, values, strict=True):
        spread[place] = value
    return tuple(spread)


def _through_node(values: tuple[Any, ...], found: Callable[[Any], Any]) -> tuple[tuple[Any, ...], list[int] | None]:
    """The tensors among values through a node of their own, and their places; ``found`` gets the node.

    Nothing changes, and there are no places, where none of them requires gradients.
    """
    places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
    if not (is_grad_enabled() and any(values[place].requires_grad for place in places)):
        return values, None
    through = BackwardHookFunction.apply(*(values[place] for place in places))
    through = through if isinstance(through, tuple) else (through,)
    found(next(one.grad_fn for one in through if one.grad_fn is not None))
    made = [*values]
    for place, value in zip(places, through, strict=True):
        made[place] = value
    remade: Any = getattr(values, "_make", tuple)
    return remade(made), places


class _FormerHook:
    """A hook of the former kind, with its module."""

    def __init__(self, hook: Callable[..., Any], module: Any) -> None:
        self.hook, self.module = hook, module

    def __call__(self, *grads: Any) -> Any:
        return self.hook(self.module, *grads)


def add_former_hooks(module: Any, hooks: Sequence[Any], args: Any, result: Any) -> None:
    """Put hooks of the former kind on the node of the first tensor in a result, and warn where that is not all."""
    first = result
    while not isinstance(first, Tensor):
        first = next(v for v in first.values() if isinstance(v, Tensor)) if isinstance(first, dict) else first[0]
    node = first.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(_FormerHook(hook, module))
    warning = _missed(args, result, node)
    if warning:
        warnings.warn(warning, FutureWarning, stacklevel=2)


def _are_tensors(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, Tensor) for one in value)


def _missed(args: Any, result: Any, node: Any) -> str | None:
    """What a hook on one node does not see of a call; None: it sees all."""
    full = " Please use register_full_backward_hook to get the documented behavior."
    some = "is deprecated and will be removed in future versions. This hook will be missing some"
    outputs = (result,) if isinstance(result, Tensor) else result
    if not _are_tensors(outputs):
        what = "a Module that does not return a single Tensor or a tuple of Tensors"
        return f"Using non-full backward hooks on {what} {some} of the grad_output.{full}"
    if not _are_tensors(args):
        what = "a Module that does not take as input a single Tensor or a tuple of Tensors"
        return f"Using non-full backward hooks on {what} {some} of the grad_input.{full}"
    nodes = {one.grad_fn for one in outputs if one.grad_fn is not None}
    if not nodes or (len(nodes) == 1 and node not in nodes):
        return f"Using a non-full backward hook when outputs are nested in python data structure {some} grad_output."
    if len(nodes) > 1:
        what = "outputs are generated by different autograd Nodes"
        return f"Using a non-full backward hook when {what} {some} grad_output.{full}"
    if {one.grad_fn for one in args if one.grad_fn is not None} != {below for below, _ in node.next_functions}:
        what = "the forward contains multiple autograd Nodes"
        return f"Using a non-full backward hook when {what} {some} grad_input.{full}"
    return None
