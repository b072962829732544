"""test_autograd_registration: are gradients registered where autograd looks for them, and do they say what holds?

Cold path.  See Note [Gradients that are missing].
"""

from __future__ import annotations

import functools
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wye.autograd.api import grad as gradients_of
from wye.autograd.fallback import get_fallback_mode, set_fallback_mode
from wye.call.guards import excluded_keys
from wye.grad_mode import enable_grad, no_grad
from wye.inspection.operators import is_builtin
from wye.keys import DispatchKey, DispatchKeySet
from wye.testing.operator_checks.arguments import copied, floating_tensors, on_copies, require_grad, tensors_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.call import OpOverload
    from wye.tensors import Tensor

__all__ = ["autograd_registration_check", "check_autograd_registration"]

# Note [Gradients that are missing]
# An operator whose backward returns None for an input, or whose autograd kernel returns a result without history, says:
# the result does not depend on that input.  Whether that holds can be tried: the input is moved a little in both
# directions, and if the result moves both times, it depends on it.  In both, because a step function (`floor`) moves
# in one direction at a step, and has no gradient worth the name.  Results that differ between two equal calls say
# nothing.  Operators that write to their arguments are left out.
# Guarded by: tests/unit/testing/operator_checks/test_registration.py

_STEP: Final = 2.0**-6


@on_copies
def check_autograd_registration(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Check the registration of an operator for autograd, where an argument has data and requires grad.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.

    Raises:
        AssertionError: results require grad and no autograd key has a kernel; or gradients are missing.
    """
    if require_grad((args, kwargs)):
        _check(op, args, kwargs)


def autograd_registration_check(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Check where an operator has its autograd kernel, and which gradients are missing.

    Raises:
        RuntimeError: no argument requires grad, so there is nothing to check.
        AssertionError: results require grad and no autograd key has a kernel; or gradients are missing.
    """
    if not require_grad((args, kwargs)):
        raise RuntimeError(
            "autograd_registration_check: no inputs have requires_grad=True so we are unable to actually perform this "
            "test. Please pass inputs that do require grad."
        )
    _check(op, args, kwargs)


def _check(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    if DispatchKey.CompositeImplicitAutograd in op._entry.kernels or is_builtin(op):
        return
    if _has_autograd_kernel(op, tensors_of((args, kwargs))):
        _check_gradients(op, args, kwargs)
        return
    with _fallback_that_does_nothing():
        outputs = op(*args, **kwargs)
    given = {id(tensor) for tensor in tensors_of((args, kwargs))}
    if not any(tensor.requires_grad and id(tensor) not in given for tensor in tensors_of(outputs)):
        return
    error = AssertionError(
        f"{op.name()}: at least one output of this operator has requires_grad=True but the operator does not have an "
        "autograd kernel defined at an autograd key (e.g. DispatchKey::Autograd). This could mean that you have "
        "incorrectly registered an autograd kernel to a non-Autograd DispatchKey, which may lead to silently incorrect "
        "results. If your operator consists of regular PyTorch operations, consider not using an operator at all or "
        "registering your operator as CompositeImplicitAutograd. If you have an autograd.Function registered to a "
        "backend (CPU/CUDA/XPU) key, the correct location for it is the Autograd key."
    )
    error.add_note(f"  register a formula: library.register_autograd({op.name()!r}, backward, setup_context=...),")
    error.add_note("  or detach the results in the kernel, if they have no gradients")
    raise error


def _has_autograd_kernel(op: OpOverload, tensors: list[Tensor]) -> bool:
    kernels = op._entry.kernels
    return DispatchKey.Autograd in kernels or any(
        key in kernels for tensor in tensors for key in _autograd_keys(tensor._keys)
    )


@functools.lru_cache(256)
def _autograd_keys(keys: DispatchKeySet) -> tuple[DispatchKey, ...]:
    return tuple(key for key in keys if key.name.startswith("Autograd"))


@contextmanager
def _fallback_that_does_nothing() -> Iterator[None]:
    before = get_fallback_mode()
    set_fallback_mode("nothing")
    try:
        yield
    finally:
        set_fallback_mode(before)


def _check_gradients(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    if op.schema.is_mutable:
        return
    inputs = [tensor for tensor in floating_tensors((args, kwargs)) if tensor.requires_grad]
    try:
        with enable_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outputs = op(*args, **kwargs)
            if DispatchKeySet(DispatchKey.AutogradFunctionality) & excluded_keys():
                return  # a kernel has left autograd off in this thread
            followed = [tensor for tensor in floating_tensors(outputs) if tensor.requires_grad]
            ones = [tensor.detach().clone().fill_(1) for tensor in followed]
            gradients = gradients_of(followed, inputs, ones, allow_unused=True) if followed else [None] * len(inputs)
    except Exception:  # noqa: BLE001 - a call or a backward that fails is reported by the other tests
        return
    for tensor, gradient in zip(inputs, gradients, strict=True):
        if gradient is None and _depends(op, args, kwargs, tensor):
            raise _missing(op, _name_of(op, args, kwargs, tensor), detached=not followed)


def _missing(op: OpOverload, name: str, *, detached: bool) -> AssertionError:
    if detached:
        error = AssertionError(
            f"{op.name()}: no output of this operator requires grad, but its value depends on '{name}', which requires "
            "grad: the autograd kernel returns a detached result."
        )
        error.add_note("  return the result of an autograd.Function, or use library.register_autograd,")
        error.add_note("  or register no autograd kernel, if the operator has no gradients")
        return error
    error = AssertionError(
        f"{op.name()}: the backward of this operator returns None for '{name}', but its value depends on '{name}'."
    )
    error.add_note(f"  return the gradient of {name!r} from backward; None says that the result does not depend on it")
    return error


def _name_of(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any], wanted: Tensor) -> str:
    named = {argument.name: value for argument, value in zip(op.schema.arguments, args, strict=False)}
    return next(name for name, value in {**named, **kwargs}.items() if any(t is wanted for t in tensors_of(value)))


def _depends(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any], moved: Tensor) -> bool:
    """Do the results move when this input moves up, and when it moves down?"""

    def results(step: float) -> list[bytes]:
        def move(tensor: Tensor, copy: Tensor) -> Tensor:
            return copy + copy.abs() * step + step if tensor is moved else copy

        mine, by_name = copied((args, kwargs), move)
        with no_grad():
            return [tensor._data.tobytes() for tensor in floating_tensors(op(*mine, **by_name))]

    try:
        here = results(0.0)
        return here == results(0.0) and here != results(_STEP) and here != results(-_STEP)
    except Exception:  # noqa: BLE001 - an input that may not be moved
        return False
