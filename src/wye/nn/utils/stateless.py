"""Calls of modules with other parameters and buffers than their own.

In: a module, tensors by full name.  Out: what the call returns; the module is as before, also after an error.
"""

from __future__ import annotations

import contextlib
import warnings
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.functional.operators import of
from wye.nn.modules.module import Module
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["call_with", "functional_call", "reparametrized", "stack_module_state"]

_NOTHING: Final = object()  # in the place of an attribute that the module does not have


def _owner(module: Module, path: list[str], found: dict[str, Module]) -> Module:
    """The module of a path below ``module``; ``found`` remembers those that were looked up."""
    key = ".".join(path)
    if key in found:
        return found[key]
    parent = _owner(module, path[:-1], found)
    below: Any = getattr(parent, path[-1], None)
    if below is None:
        raise AttributeError(f"{parent._get_name()} has no attribute `{path[-1]}`")
    if not isinstance(below, Module):
        raise TypeError(f"submodule `{key}`: {below} is not an instance of {shown.package}.nn.Module")
    found[key] = below
    return below


def _swap(module: Module, name: str, value: Any) -> Any:
    """Put a tensor, or None, in the place of one of the module's own, which is returned."""
    if not (isinstance(value, Tensor) or value is None or value is _NOTHING):
        raise TypeError(f"{value} is not an instance of {shown.package}.Tensor")
    for place in (module._parameters, module._buffers):
        if name in place:
            before = place[name]
            if value is _NOTHING:  # it was not there before the call
                del place[name]
                return before
            place[name] = value  # type: ignore[assignment]  # also one that is no parameter
            return before
    before = getattr(module, name, _NOTHING)  # type: ignore[arg-type]
    if before is not _NOTHING and before is not None and not isinstance(before, Tensor):
        raise TypeError(f"attribute `{name}`: {before} is not an instance of {shown.package}.Tensor")
    if value is _NOTHING:
        delattr(module, name)
    else:
        setattr(module, name, value)
    return before


def _named(module: Module) -> Iterator[tuple[str, Tensor]]:
    yield from module.named_parameters(remove_duplicate=False)
    yield from module.named_buffers(remove_duplicate=False)


def _with_tied(module: Module, values: dict[str, Tensor]) -> dict[str, Tensor]:
    """The values, also under the other names of tensors that the module has under several.

    Raises:
        ValueError: two values for one tensor.
    """
    names: dict[int, list[str]] = {}
    for name, tensor in _named(module):
        names.setdefault(id(tensor), []).append(name)
    more = dict(values)
    for tied in names.values():
        given = [name for name in tied if name in values]
        if len(tied) == 1 or not given:
            continue
        if any(values[name] is not values[given[0]] for name in given):
            raise ValueError(
                f"functional_call got multiple values for keys {sorted(tied)}, which are tied. Consider using "
                "tie_weights=False"
            )
        more.update(dict.fromkeys(tied, values[given[0]]))
    return more


def _check_names(module: Module, values: dict[str, Tensor]) -> None:
    known = dict.fromkeys(name for name, _ in _named(module))
    problems = [
        f"{kind} key(s): {', '.join(map(repr, names))}."
        for kind, names in (
            ("Unexpected", sorted(name for name in values if name not in known)),
            ("Missing", sorted(name for name in known if name not in values)),
        )
        if names
    ]
    if problems:
        lines = "\n\t".join(problems)
        raise RuntimeError(f"Error(s) in reparametrizing for {module._get_name()}:\n\t{lines}")


@contextlib.contextmanager
def reparametrized(
    module: Module, values: dict[str, Tensor], *, tie_weights: bool = False, strict: bool = False
) -> Iterator[None]:
    """The module has other tensors within the block; what the block assigned goes into ``values``."""
    used = _with_tied(module, values) if tie_weights else values
    if strict:
        _check_names(module, used)
    found, swapped = {"": module}, list[tuple[Module, str, str, Any]]()
    try:
        for key, value in used.items():
            *path, name = key.split(".")
            owner = _owner(module, path, found)
            swapped.append((owner, name, key, _swap(owner, name, value)))
        yield
    finally:
        for owner, name, key, before in reversed(swapped):
            after = _swap(owner, name, before)
            if key in values:
                values[key] = after


def call_with(
    module: Module,
    values: dict[str, Tensor],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """``module(*args, **kwargs)`` with other tensors; see `functional_call`."""
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with reparametrized(module, values, tie_weights=tie_weights, strict=strict):
        return module(*args, **({} if kwargs is None else kwargs))


def functional_call(
    module: Module,
    parameters_and_buffers: dict[str, Tensor],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """The former place of `wye.func.functional_call`."""
    warnings.warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future "
        "version of PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
        FutureWarning,
        stacklevel=2,
    )
    return call_with(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """Parameters and buffers of modules of one class, stacked: what `vmap` over an ensemble takes.

    Args:
        models: The modules.

    Returns:
        Parameters and buffers by name.  They are leaves, apart from those of the modules.

    Raises:
        RuntimeError: no modules, or modules that differ in class, in training, or in what requires grad.
    """
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    return (
        _stacked([dict(model.named_parameters()) for model in models]),
        _stacked([dict(model.named_buffers()) for model in models]),
    )


def _stacked(states: list[dict[str, Any]]) -> dict[str, Tensor]:
    made = {}
    for name in states[0]:
        tensors = [state[name] for state in states]
        requires = {tensor.requires_grad for tensor in tensors}
        if len(requires) > 1:
            raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
        stacked = of.stack(tensors, 0)
        made[name] = stacked.detach().requires_grad_() if requires.pop() else stacked
    return made
