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


def _empty_copy(model: Module) -> Module:
    """A copy without memory of its own for parameters and buffers: they come with each call."""
    made = copy.deepcopy(model)
    for module in made.modules():
        for place in (module._parameters, module._buffers):
            for name, tensor in place.items():
                if tensor is not None:
                    place[name] = tensor.detach().to("meta")  # type: ignore[assignment]
    return made


def _names(model: Module) -> tuple[list[str], list[str]]:
    return [name for name, _ in model.named_parameters()], [name for name, _ in model.named_buffers()]


def _check_tied(model: Module) -> None:
    every = [name for name, _ in model.named_parameters(remove_duplicate=False)]
    if len(every) != len(_names(model)[0]):
        raise RuntimeError(
            "make_functional(module): we don't yet support models that do parameter tying (also sometimes known as "
            "weight sharing). Please try to rewrite your model by replacing all instances of the tied parameter with "
            "another and/or comment your support in https://github.com/pytorch/functorch/issues/446"
        )


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


def _parameters(model: Module, disable_autograd_tracking: bool) -> _Tensors:
    params = tuple(model.parameters())
    if disable_autograd_tracking:
        for param in params:
            param.requires_grad_(False)
    return params


def make_functional(model: Module, disable_autograd_tracking: bool = False) -> tuple[FunctionalModule, _Tensors]:
    """A function of parameters and arguments, and the parameters of now.

    Raises:
        RuntimeError: the module has buffers, or one parameter under two names.
    """
    if _names(model)[1]:
        raise RuntimeError(
            "make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead."
        )
    _check_tied(model)
    functional = FunctionalModule(_empty_copy(model), _names(model)[0])
    return functional, _parameters(model, disable_autograd_tracking)


def make_functional_with_buffers(
    model: Module, disable_autograd_tracking: bool = False
) -> tuple[FunctionalModuleWithBuffers, _Tensors, _Tensors]:
    """A function of parameters, buffers and arguments, and the parameters and buffers of now."""
    _check_tied(model)
    functional = FunctionalModuleWithBuffers(_empty_copy(model), _names(model))
    return functional, _parameters(model, disable_autograd_tracking), tuple(model.buffers())


def _stacked(tensors: Sequence[Tensor]) -> Tensor:
    made: Any = of.stack([one.detach() for one in tensors])
    return made.requires_grad_(tensors[0].requires_grad)  # type: ignore[no-any-return]


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
) -> Callable[..., tuple[_Tensors, FunctionalModule, list[str]]]:
    """A function that makes a module, or an ensemble of them, as parameters, function and names.

    Raises:
        ValueError: more than one dimension of ensembles.
    """
    made = functional_init_with_buffers(model_class, ensemble_shape, device)

    def init(*args: Any, **kwargs: Any) -> tuple[_Tensors, FunctionalModule, list[str]]:
        params, _, functional, names, _ = made(*args, **kwargs)
        return params, FunctionalModule(functional.stateless_model, names), names

    return init


def functional_init_with_buffers(
    model_class: type[Module], ensemble_shape: tuple[int, ...] | tuple[()] = (), device: Any = "cpu"
) -> Callable[..., tuple[_Tensors, _Tensors, FunctionalModuleWithBuffers, list[str], list[str]]]:
    """The same for modules with buffers."""

    def init(*args: Any, **kwargs: Any) -> tuple[_Tensors, _Tensors, FunctionalModuleWithBuffers, list[str], list[str]]:
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
        return params, buffers, functional, *names

    return init
