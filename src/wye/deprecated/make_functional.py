"""Modules as functions of their parameters, as functorch had them; `wye.func.functional_call` is the present way."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.nn.modules.module import Module
from wye.nn.utils.stateless import call_with

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.tensors import Tensor

__all__ = [
    "FunctionalModule",
    "FunctionalModuleWithBuffers",
    "combine_state_for_ensemble",
    "functional_init",
    "functional_init_with_buffers",
    "make_functional",
    "make_functional_with_buffers",
]

_Tensors = tuple["Tensor", ...]


def _taken_apart(model: Module, disable_autograd_tracking: bool = False) -> tuple[Module, _Tensors, _Tensors]:
    """A copy without memory for its tensors, which come with each call, and the tensors it had: each once."""
    made = copy.deepcopy(model)
    params, buffers = tuple(made.parameters()), tuple(made.buffers())
    empty = {id(tensor): tensor.detach().to("meta") for tensor in (*params, *buffers)}
    for module in made.modules():
        for place in (module._parameters, module._buffers):
            for name, tensor in place.items():
                if tensor is not None:
                    place[name] = empty[id(tensor)]  # type: ignore[assignment]
    if disable_autograd_tracking:
        for param in params:
            param.requires_grad_(False)
    return made, params, buffers


def _names(model: Module) -> tuple[list[str], list[str]]:
    return [name for name, _ in model.named_parameters()], [name for name, _ in model.named_buffers()]


class FunctionalModuleWithBuffers(Module):
    """A module that is called with its parameters and buffers: ``fmodel(params, buffers, *args)``."""

    def __init__(self, stateless_model: Module, names: tuple[list[str], list[str]]) -> None:
        """Call ``stateless_model`` with tensors for these names."""
        super().__init__()
        self.stateless_model = stateless_model
        self._names = names

    def forward(self, params: Sequence[Tensor], buffers: Sequence[Tensor], *args: Any, **kwargs: Any) -> Any:
        """Call the module."""
        values = {**dict(zip(self._names[0], params, strict=True)), **dict(zip(self._names[1], buffers, strict=True))}
        return call_with(self.stateless_model, values, args, kwargs)


class FunctionalModule(Module):
    """A module that is called with its parameters: ``fmodel(params, *args)``."""

    def __init__(self, stateless_model: Module, names: list[str]) -> None:
        """Call ``stateless_model`` with tensors for these names."""
        super().__init__()
        self.stateless_model = stateless_model
        self._names = names

    def forward(self, params: Sequence[Tensor], *args: Any, **kwargs: Any) -> Any:
        """Call the module."""
        return call_with(self.stateless_model, dict(zip(self._names, params, strict=True)), args, kwargs)


def make_functional(model: Module, disable_autograd_tracking: bool = False) -> tuple[FunctionalModule, _Tensors]:
    """A function of parameters and arguments, and copies of the parameters of now.

    What the module has under several names is one parameter, and stays one in each call.

    Raises:
        RuntimeError: the module has buffers.
    """
    if _names(model)[1]:
        raise RuntimeError(
            "make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead."
        )
    empty, params, _ = _taken_apart(model, disable_autograd_tracking)
    return FunctionalModule(empty, _names(model)[0]), params


def make_functional_with_buffers(
    model: Module, disable_autograd_tracking: bool = False
) -> tuple[FunctionalModuleWithBuffers, _Tensors, _Tensors]:
    """A function of parameters, buffers and arguments, and copies of the parameters and buffers of now."""
    empty, params, buffers = _taken_apart(model, disable_autograd_tracking)
    return FunctionalModuleWithBuffers(empty, _names(model)), params, buffers


def _stacked(tensors: Sequence[Tensor]) -> Tensor:
    return of.stack([one.detach() for one in tensors])


def combine_state_for_ensemble(
    models: Sequence[Module],
) -> tuple[FunctionalModuleWithBuffers, _Tensors, _Tensors]:
    """One function for an ensemble of modules of one class, their parameters and buffers stacked for `vmap`.

    Raises:
        RuntimeError: no modules, some in training and others not, or of several classes.
    """
    if not models:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    made = [make_functional_with_buffers(model) for model in models]
    params = tuple(_stacked(group) for group in zip(*(one[1] for one in made), strict=True))
    buffers = tuple(_stacked(group) for group in zip(*(one[2] for one in made), strict=True))
    return made[0][0], params, buffers


def functional_init(
    model_class: type[Module], ensemble_shape: tuple[int, ...] | tuple[()] = (), device: Any = "cpu"
) -> Callable[..., tuple[_Tensors, Callable[..., Any], list[str]]]:
    """A function that makes a module, or an ensemble of them, as parameters, function and names.

    The function that it makes takes the parameters, and the module's arguments as a tuple.

    Raises:
        ValueError: more than one dimension of ensembles.
    """
    made = functional_init_with_buffers(model_class, ensemble_shape, device)

    def init(*args: Any, **kwargs: Any) -> tuple[_Tensors, Callable[..., Any], list[str]]:
        params, _, functional, names, _ = made(*args, **kwargs)
        return params, lambda weights, data: functional(weights, (), data), names

    return init


def functional_init_with_buffers(
    model_class: type[Module], ensemble_shape: tuple[int, ...] | tuple[()] = (), device: Any = "cpu"
) -> Callable[..., tuple[_Tensors, _Tensors, Callable[..., Any], list[str], list[str]]]:
    """`functional_init` for modules with buffers: parameters, buffers, function and names of both."""

    def init(*args: Any, **kwargs: Any) -> tuple[_Tensors, _Tensors, Callable[..., Any], list[str], list[str]]:
        if len(ensemble_shape) > 1:
            raise ValueError("NYI: ensemble_shape with more than 1 element")
        count = ensemble_shape[0] if ensemble_shape else 1
        if count <= 0:
            raise ValueError(f"num_models {count} should be > 0")
        models = [model_class(*args, **kwargs).to(device) for _ in range(count)]
        names = _names(models[0])
        if ensemble_shape:
            functional, params, buffers = combine_state_for_ensemble(models)
        else:
            functional, params, buffers = make_functional_with_buffers(models[0])
        return params, buffers, lambda weights, buffers, data: functional(weights, buffers, *data), *names

    return init
