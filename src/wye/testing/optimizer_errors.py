"""What optimizers refuse: parameters and options, with the errors that tell about them.

Cold path.  In: the name of an optimizer.  Out: `ErrorOptimizerInput`s.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.nn.parameter import Parameter
from wye.schema.values import DTYPES
from wye.tensors import tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.schema.values import dtype

__all__ = ["ErrorOptimizerInput", "OptimizerErrorEnum", "OptimizerInput", "refused_by"]


class OptimizerErrorEnum(enum.Enum):
    """When an optimizer refuses: while it is made, or in a step."""

    CONSTRUCTION_ERROR = 0
    STEP_ERROR = 1


class OptimizerInput:
    """The parameters and options that an optimizer is made with; ``params`` of None leaves them to the test."""

    def __init__(self, params: Any, kwargs: dict[str, Any], desc: str = "") -> None:
        self.params, self.kwargs, self.desc = params, kwargs, desc

    def __repr__(self) -> str:
        return f"OptimizerInput(params={self.params}, kwargs={self.kwargs}, desc={self.desc!r})"


class ErrorOptimizerInput:
    """An `OptimizerInput` that is refused, when, and the error's class with a pattern of its message."""

    def __init__(
        self,
        optimizer_error_input: OptimizerInput,
        *,
        error_on: OptimizerErrorEnum = OptimizerErrorEnum.CONSTRUCTION_ERROR,
        error_type: type[BaseException] = RuntimeError,
        error_regex: str = "",
    ) -> None:
        self.optimizer_error_input, self.error_on = optimizer_error_input, error_on
        self.error_type, self.error_regex = error_type, error_regex


# Options that one optimizer refuses, with a pattern of the ValueError's message.
_WRONG_BETA: Final = ({"lr": 1e-2, "betas": (1.0, 0.0)}, "Invalid beta parameter at index 0: 1.0")
_PAIRS: Final[dict[str, tuple[tuple[dict[str, Any], str], ...]]] = {
    "ASGD": (({"lr": 1e-2, "weight_decay": -0.5}, "Invalid weight_decay value: -0.5"),),
    "Adadelta": (({"lr": 1e-2, "rho": 1.1}, "Invalid rho value: 1.1"),),
    "Adafactor": (
        ({"eps": (-1e-30, 1e-3)}, "epsilon1 should be >= 0"),
        ({"d": 0.0}, "Clipping threshold d should be >= 1"),
        ({"beta2_decay": 0.8}, "beta2_decay should be <= 0"),
    ),
    "Adagrad": (({"lr": 1e-2, "lr_decay": -0.5}, "Invalid lr_decay value: -0.5"),),
    "Adam": (_WRONG_BETA, ({"lr": 1e-2, "weight_decay": -1}, "Invalid weight_decay value: -1")),
    "AdamW": (_WRONG_BETA, ({"lr": 1e-2, "weight_decay": -1}, "Invalid weight_decay value: -1")),
    "Adamax": (({"lr": 1e-2, "betas": (0.0, 1.0)}, "Invalid beta parameter at index 1: 1.0"),),
    "NAdam": (_WRONG_BETA, ({"lr": 1e-2, "momentum_decay": -0.2}, "Invalid momentum_decay value: -0.2")),
    "RAdam": (_WRONG_BETA, ({"lr": 1e-2, "weight_decay": -1}, "Invalid weight_decay value: -1")),
    "RMSprop": (({"lr": 1e-2, "momentum": -1.0}, "Invalid momentum value: -1.0"),),
    "Rprop": (({"lr": 1e-2, "etas": (1.0, 0.5)}, "Invalid eta values: 1.0, 0.5"),),
    "SGD": (({"lr": 1e-2, "momentum": -0.5}, "Invalid momentum value: -0.5"),),
}
_OF_MATRICES: Final = ("Muon",)  # takes nothing but matrices
_REAL_ONLY: Final = ("Adafactor", "Muon")


def refused_by(name: str, device: Any, kind: dtype) -> list[ErrorOptimizerInput]:
    """What the optimizer of a name refuses."""
    found = list(_by_all(name, device, kind))
    for options, pattern in (*_PAIRS.get(name, ()), *_tensors_for(name)):
        found.append(_when_made(None, options, pattern))
    if name in _OF_MATRICES:
        vector = of.rand(2, device=device, dtype=kind)
        found.append(_when_made([vector], {}, f"{name} only supports 2D parameters"))
        words = "Adjust learning rate function arbitrary is not supported"
        found.append(_when_made([vector.expand(2, 2)], {"adjust_lr_fn": "arbitrary"}, words))
    if name in _REAL_ONLY:
        found.append(_of_complex_numbers(name, device))
    return found


def _when_made(
    params: Any, options: dict[str, Any], pattern: str, error: type[BaseException] = ValueError
) -> ErrorOptimizerInput:
    return ErrorOptimizerInput(OptimizerInput(params, options, pattern), error_type=error, error_regex=pattern)


def _by_all(name: str, device: Any, kind: dtype) -> Iterator[ErrorOptimizerInput]:
    """What every optimizer refuses; one that takes a single group of parameters cannot be given several."""
    first = Parameter(of.randn((1, 1), device=device, dtype=kind))
    second = Parameter(of.randn((1, 1), device=device, dtype=kind))
    yield _when_made(
        first, {}, "params argument given to the optimizer should be an iterable of Tensors or dicts", TypeError
    )
    yield _when_made([first, first], {}, ".*a parameter group with duplicate parameters.*", UserWarning)
    if name != "LBFGS":
        groups = [{"params": first}, {"params": first}]
        yield _when_made(groups, {}, "some parameters appear in more than one parameter group")
    yield _when_made(None, {"lr": tensor([1e-3, 1e-3])}, "Tensor lr must be 1-element")
    words = "all optimizer params should be with/without names. Some param names are missing"
    yield _when_made([("weight", first), second], {}, words)
    words = (
        "all optimizer param groups should be with/without names. cannot add param group with names to the optimizer"
    )
    yield _when_made([{"params": [first], "lr": 1e-2}, {"params": [("weight", second)]}], {}, words)


def _tensors_for(name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Tensors as options, where numbers belong."""
    if name not in ("Adam", "AdamW"):
        return
    yield (
        {"lr": tensor(0.001), "foreach": True},
        "lr as a Tensor is not supported for capturable=False and foreach=True",
    )
    for betas in ((0.9, tensor(0.99)), (tensor(0.9), 0.99)):
        yield {"lr": 1e-2, "betas": betas}, "betas must be either both floats or both Tensors"
    yield (
        {"lr": 1e-2, "betas": (tensor(0.9), tensor(0.99)), "foreach": True},
        r"betas\[0\] as a Tensor is not supported for capturable=False and foreach=True",
    )


def _of_complex_numbers(name: str, device: Any) -> ErrorOptimizerInput:
    """A complex parameter with a gradient: what takes none says so in its first step."""
    parameter = of.rand(2, 3, device=device, dtype=DTYPES["complex64"])
    parameter.grad = of.rand_like(parameter)
    words = f"{name} does not support complex parameters"
    return ErrorOptimizerInput(
        OptimizerInput([parameter], {}, words), error_on=OptimizerErrorEnum.STEP_ERROR, error_regex=words
    )
