"""What autograd adds to `Tensor`: `requires_grad`, `grad`, `grad_fn`, `backward`, hooks.

Importing it gives them to the class, after the operators' methods.  The rules and the engine are loaded when the first
tensor requires grad.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.autograd.apply_hooks import thread as transformed
from wye.autograd.state import state_of
from wye.autograd.swapping import number_of
from wye.functional import methods as methods  # the methods of operators come first
from wye.hook_handles import add_hook
from wye.keys import DispatchKey, DispatchKeySet
from wye.overrides import overridable
from wye.schema.dtype_table import ROWS
from wye.tensors import Tensor
from wye.tensors.read_only import read_only
from wye.tensors.seen_members import dtype_of, is_tracked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.autograd.node import Node
    from wye.hook_handles import RemovableHandle

__all__: list[str] = []


def _load() -> None:
    """Register the kernels of the Autograd key; the first tensor that requires grad needs them."""
    from wye.autograd import loading  # here: programs without gradients do not load the rules

    loading.load()


def _may_require_grad(tensor: Tensor) -> bool:
    of = dtype_of(tensor)
    return of.is_floating_point or of.is_complex


def _get_requires_grad(self: Tensor) -> bool:
    """Will gradients be computed for it?"""
    return self._requires_grad


def _set_requires_grad(self: Tensor, wanted: bool) -> None:
    if not isinstance(wanted, bool):
        raise RuntimeError("requires_grad must be a bool")
    if wanted and not _may_require_grad(self):
        raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
    if _is_computed(self):
        raise RuntimeError(f"you can only change requires_grad flags of leaf variables.{'' if wanted else _DETACH}")
    _change(self, wanted)


_DETACH = (
    " If you want to use a computed variable in a subgraph that doesn't require differentiation use "
    "var_no_grad = var.detach()."
)


def _change(tensor: Tensor, wanted: bool) -> None:
    if not wanted:
        if _is_computed(tensor):
            raise RuntimeError(f"you can only change requires_grad flags of leaf variables.{_DETACH}")
        if tensor._base is not None and tensor._base._requires_grad:
            return  # a view requires grad where its base does
    if wanted:
        _check_inference(tensor)
        _load()
    if tensor._requires_grad != wanted:
        tensor._requires_grad = wanted
        if tensor._base is None:
            _tell_views(tensor, wanted)


def _is_computed(tensor: Tensor) -> bool:
    """Has it a node?  A view that was made without gradients has none, whatever was written to its base since."""
    state = tensor._autograd
    if state is not None and state.node is not None:
        return True
    return not tensor._made and _get_grad_fn(tensor) is not None


def _tell_views(base: Tensor, wanted: bool) -> None:
    """Views that were not computed from their base require grad as it does."""
    for view in base._storage._tensors:
        if view._base is base and (view._autograd is None or view._autograd.node is None):
            view._requires_grad = wanted


def _check_inference(tensor: Tensor) -> None:
    from wye.grad_mode import is_inference_mode_enabled  # here: a thread's setting

    if not is_tracked(tensor) and not is_inference_mode_enabled():
        raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")


_TRANSFORMED = DispatchKeySet(DispatchKey.FuncTorchDynamicLayerFrontMode)  # functions are transformed under this key


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Set `requires_grad`, and return the tensor."""
    if requires_grad not in (True, False):
        wrong = type(requires_grad).__name__
        raise TypeError(f"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not {wrong}")
    if engine.includes(_TRANSFORMED) and not transformed.requires_grad:
        raise RuntimeError(
            "You are attempting to call Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs) "
            "inside of a function being transformed by a functorch transform. This is unsupported, please attempt to "
            "use the functorch transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call requires_grad_() outside "
            "of a function being transformed instead."
        )
    if requires_grad:
        if not _may_require_grad(self):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
    elif self._autograd is None and self._base is None and not self._requires_grad:
        return self  # nothing changes
    _change(self, bool(requires_grad))
    return self


def _begin_as_leaf(self: Tensor) -> Tensor:
    """What a factory does with its result for ``requires_grad=True``."""
    if not _may_require_grad(self):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    _change(self, True)
    return self


def _get_grad_fn(self: Tensor) -> Node | None:
    """The node that computed it, or None for a leaf."""
    state = self._autograd
    if self._base is not None and self._requires_grad:
        from wye.autograd.views import current_state  # here: a view's node may be made now

        state = current_state(self)
    return None if state is None else state.node


def _get_is_leaf(self: Tensor) -> bool:
    """Was it made by the user rather than by an operator that gradients flow through?"""
    return _get_grad_fn(self) is None


def _get_output_nr(self: Tensor) -> int:
    """Which output of its node it is."""
    state = self._autograd
    return 0 if state is None else state.number


def _get_grad(self: Tensor) -> Tensor | None:
    """The gradient that backward has accumulated, or None."""
    state = self._autograd
    grad = None if state is None else state.grad
    if grad is None and self._requires_grad and state is not None and state.node is not None and not state.retains:
        from wye.autograd.warnings import warn_no_leaf  # here: only for the warning

        warn_no_leaf()
    return grad


def _set_grad(self: Tensor, grad: Tensor | None) -> None:
    if grad is None:
        if self._autograd is not None:
            self._autograd.grad = None
        return
    if not isinstance(grad, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(grad).__name__}")
    if grad is self:
        raise RuntimeError("can't assign Variable as its own grad")
    if grad.dtype is not self.dtype:
        raise RuntimeError(
            f"attempting to assign a gradient with dtype '{ROWS[grad.dtype.name].c_name}' to a tensor with grad_dtype "
            f"'{ROWS[self.dtype.name].title}'. The gradient must match the tensor's grad_dtype (defaults to the "
            "tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow "
            "any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break "
            "downstream systems that assume they match."
        )
    if grad.device != self.device:
        raise RuntimeError(
            f"attempting to assign a gradient with device type '{grad.device.type}' to a tensor with device type "
            f"'{self.device.type}'. Please ensure that the gradient and the tensor are on the same device"
        )
    if tuple(grad.shape) != tuple(self.shape):
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size '{list(self.shape)}'. "
            "Please ensure that the gradient and the tensor are the same size"
        )
    state_of(self).grad = grad


def _del_grad(self: Tensor) -> None:
    _set_grad(self, None)


@overridable
def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Compute the gradients of this tensor and add them to `grad` of the leaves.

    Args:
        self: The tensor.
        gradient: The gradient of this tensor; needed unless it has one element.
        retain_graph: Keep what the graph has saved, so that it can be run again; by default as ``create_graph``.
        create_graph: Record this pass, for derivatives of higher order.
        inputs: Only add to the gradients of these.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """
    from wye.autograd.api import backward as run  # here: programs without gradients do not load the engine

    run(self, gradient, retain_graph, create_graph, inputs=inputs)


@overridable
def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Call ``hook(grad)`` when this tensor's gradient is computed; what it returns takes the gradient's place."""
    from wye.autograd.node import accumulator_of  # here: as above

    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    node, state = self.grad_fn, state_of(self)
    if node is not None:
        return add_hook(node.more().tensor_hooks.setdefault(state.number, OrderedDict()), hook)
    accumulator = accumulator_of(self)
    if state.hooks is None:
        state.hooks = OrderedDict()
    accumulator.more().tensor_hooks[0] = state.hooks
    return add_hook(state.hooks, hook)


@overridable
def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], None]) -> RemovableHandle:
    """Call ``hook(tensor)`` after a gradient was added to this leaf's `grad`."""
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if self.grad_fn is not None:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    state = state_of(self)
    if state.post_hooks is None:
        state.post_hooks = OrderedDict()
    return add_hook(state.post_hooks, hook)


@overridable
def retain_grad(self: Tensor) -> None:
    """Keep the gradient of a tensor that is no leaf in `grad`."""
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if engine.includes(_TRANSFORMED):
        raise RuntimeError(
            "You are attempting to call Tensor.retain_grad() inside of a function being transformed by a functorch "
            "transform. This is unsupported, please attempt to use the functorch transforms (e.g. grad, vjp, jacrev, "
            "jacfwd, hessian) or call retain_grad() outside of a function being transformed instead."
        )
    if not _is_computed(self):
        return
    node, state = self.grad_fn, state_of(self)
    if node is not None and not state.retains:
        state.retains = True
        node.more().retained[state.number] = weakref.ref(self)


def _get_retains_grad(self: Tensor) -> bool:
    """Is its gradient kept, though it is no leaf?"""
    return self._autograd is not None and self._autograd.retains and not self.is_leaf


def _set_backward_hooks(self: Tensor, hooks: Any) -> None:
    state = state_of(self)
    if state.node is None:
        state.hooks = hooks
    elif hooks is not None:
        state.node.more().tensor_hooks[state.number] = hooks
    elif state.node.extras is not None:
        state.node.extras.tensor_hooks.pop(state.number, None)


def _kept(why: str) -> Callable[[Tensor], None]:
    """What deleting an attribute does that every tensor has."""

    def refuse(self: Tensor) -> None:
        raise RuntimeError(why)

    return refuse


def _get_backward_hooks(self: Tensor) -> Any:
    """The hooks on its gradient by number, or None."""
    state = self._autograd
    if state is None:
        return None
    if state.node is None:
        return state.hooks
    return None if state.node.extras is None else state.node.extras.tensor_hooks.get(state.number)


def _get_post_hooks(self: Tensor) -> Any:
    """The hooks that run after its gradient was accumulated, by number, or None."""
    return None if self._autograd is None else self._autograd.post_hooks


def _install() -> None:
    attributes: dict[str, property] = {
        "_backward_hooks": property(
            _get_backward_hooks, _set_backward_hooks, _kept("Deletion of _backwards_hooks not allowed!")
        ),
        "_post_accumulate_grad_hooks": property(_get_post_hooks),
        "_cdata": property(number_of),
        "_grad": property(_get_grad, _set_grad),
        "_grad_fn": property(_get_grad_fn, None, _kept("Deletion of _grad_fn not allowed. Detach tensor instead!")),
        "requires_grad": property(_get_requires_grad, _set_requires_grad, _kept("requires_grad must be a bool")),
        "grad": property(_get_grad, _set_grad, _del_grad),
        "grad_fn": read_only("grad_fn", _get_grad_fn),
        "is_leaf": read_only("is_leaf", _get_is_leaf),
        "output_nr": read_only("output_nr", _get_output_nr),
        "retains_grad": read_only("retains_grad", _get_retains_grad),
    }
    made: dict[str, Any] = {
        **{name: engine.member(name, value) for name, value in attributes.items()},
        "backward": engine.member("backward", backward),
        "requires_grad_": engine.member("requires_grad_", requires_grad_),
        "_begin_as_leaf": _begin_as_leaf,
        "register_hook": register_hook,
        "register_post_accumulate_grad_hook": register_post_accumulate_grad_hook,
        "retain_grad": retain_grad,
    }
    backward.told = made["backward"]  # type: ignore[attr-defined]  # what handlers see
    for name, value in made.items():
        setattr(Tensor, name, value)


_install()
