"""Modules as test cases: what each is made with, what it is given, what it refuses.

Cold path.  `ModuleInfo` describes a module; `modules` marks a test to run once for each of them, dtype and mode.
Tests for PyTorch ask the descriptions, by these names of attributes.  The list is `wye.testing.module_list`.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

from wye.schema.values import DTYPES
from wye.tensors import tensor
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import Decorated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.schema.values import dtype
    from wye.testing.op_info import DecorateInfo

__all__ = [
    "Case",
    "Draw",
    "ErrorModuleInput",
    "FunctionInput",
    "ModuleErrorEnum",
    "ModuleInfo",
    "ModuleInput",
    "Refused",
    "TrainEvalMode",
    "modules",
]

_FLOATS: Final = (DTYPES["float32"], DTYPES["float64"])
_NARROW: Final = 3  # random inputs are between this and its negative, where exponentials keep their digits


class TrainEvalMode(Enum):
    """In which modes a test runs."""

    train_only = auto()
    eval_only = auto()
    train_and_eval = auto()


class ModuleErrorEnum(Enum):
    """Where a module refuses its arguments."""

    CONSTRUCTION_ERROR = auto()
    FORWARD_ERROR = auto()


class FunctionInput:
    """The arguments of one call."""

    __slots__ = ("args", "kwargs")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args, self.kwargs = args, kwargs


class ModuleInput:
    """What a module is made with, what it is given, and a function that says what it gives.

    Args:
        constructor_input: The arguments of its class.
        forward_input: The arguments of its call; None if it is only made.
        desc: What is said of this sample.
        reference_fn: A function of the module and the arguments of its call.
    """

    __slots__ = ("constructor_input", "desc", "forward_input", "reference_fn")

    def __init__(
        self,
        constructor_input: FunctionInput,
        forward_input: FunctionInput | None = None,
        desc: str = "",
        reference_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.constructor_input, self.forward_input = constructor_input, forward_input
        self.desc, self.reference_fn = desc, reference_fn


class ErrorModuleInput:
    """A sample that a module refuses, with where, the error's class and a pattern of its message."""

    __slots__ = ("error_on", "error_regex", "error_type", "module_error_input")

    def __init__(
        self,
        module_error_input: ModuleInput,
        *,
        error_on: ModuleErrorEnum = ModuleErrorEnum.CONSTRUCTION_ERROR,
        error_type: type[BaseException] = RuntimeError,
        error_regex: str = "",
    ) -> None:
        self.module_error_input, self.error_on = module_error_input, error_on
        self.error_type, self.error_regex = error_type, error_regex


class Draw:
    """Makes the random tensors of one list of samples: called with a shape, it gives an input."""

    def __init__(self, device: Any, kind: dtype, requires_grad: bool) -> None:
        self.device, self.dtype, self.requires_grad = device, kind, requires_grad

    def __call__(self, *shape: int, low: float = -_NARROW, high: float = _NARROW, grad: bool = True) -> Any:
        """Numbers between ``low`` and ``high``; with ``grad``, gradients are wanted of them where the test does."""
        wanted = grad and self.requires_grad
        return make_tensor(shape, device=self.device, dtype=self.dtype, low=low, high=high, requires_grad=wanted)

    def classes(self, *shape: int, count: int) -> Any:
        """Integers from 0 on, below ``count``."""
        return make_tensor(shape, device=self.device, dtype=DTYPES["int64"], low=0, high=count)

    def signs(self, *shape: int) -> Any:
        """Ones, some of them negative."""
        return (self.classes(*shape, count=2) * 2 - 1).to(self.dtype)

    def constant(self, values: Any, kind: dtype | None = None) -> Any:
        """A tensor of these numbers."""
        return tensor(values, device=self.device, dtype=kind)


class Case:
    """One sample as it is written down.

    Args:
        given: What the module is called with; a tuple is the shape of a random tensor, a function gets a `Draw`.
        args: What it is made with; functions as above.
        reference: A function of the module and the arguments: what it should give.
        named: What it is called with by name, as ``given``.
        options: What it is made with by name.
    """

    def __init__(
        self,
        *given: Any,
        args: tuple[Any, ...] = (),
        reference: Callable[..., Any] | None = None,
        named: dict[str, Any] | None = None,
        desc: str = "",
        **options: Any,
    ) -> None:
        self.given, self.args, self.options = given, args, options
        self.reference, self.named, self.desc = reference, named or {}, desc

    def drawn(self, draw: Draw) -> ModuleInput:
        """The sample with its tensors."""

        def value(one: Any) -> Any:
            return one(draw) if callable(one) and not isinstance(one, type) else one

        def given(one: Any) -> Any:
            return draw(*one) if isinstance(one, tuple) else value(one)

        made_with = FunctionInput(*map(value, self.args), **{name: value(one) for name, one in self.options.items()})
        named = {name: given(one) for name, one in self.named.items()}
        return ModuleInput(made_with, FunctionInput(*map(given, self.given), **named), self.desc, self.reference)


class Refused:
    """A `Case` that is refused: with which error, and whether when it is made or when it is called."""

    def __init__(self, case: Case, pattern: str, kind: type[BaseException] = RuntimeError, made: bool = False) -> None:
        self.case, self.pattern, self.kind = case, pattern, kind
        self.place = ModuleErrorEnum.CONSTRUCTION_ERROR if made else ModuleErrorEnum.FORWARD_ERROR


class ModuleInfo(Decorated):
    """A module and what tests may ask of it.

    Args:
        module_cls: Its class.
        cases: Samples.
        refused: Samples that it refuses.
        decorators: `DecorateInfo` of some of its tests.
        facts: What differs from the attributes below.
    """

    # What holds unless it is said; PyTorch's names.
    dtypes: tuple[dtype, ...] = _FLOATS
    supports_gradgrad: bool = True
    train_and_eval_differ: bool = False
    module_memformat_affects_out: bool = False
    is_lazy: bool = False
    gradcheck_nondet_tol: float = 0.0
    gradcheck_fast_mode: bool | None = None

    def __init__(
        self,
        module_cls: type[Any],
        cases: Iterable[Case],
        refused: Iterable[Refused] = (),
        decorators: Iterable[DecorateInfo] = (),
        **facts: Any,
    ) -> None:
        self.module_cls, self.cases, self.refused = module_cls, tuple(cases), tuple(refused)
        self.decorators = tuple(decorators)
        self.module_error_inputs_func = self._refused_inputs if self.refused else None
        vars(self).update(facts)

    @property
    def name(self) -> str:
        """The class as it is called in the package: ``nn.Linear``."""
        return f"nn.{self.module_cls.__name__}"

    @property
    def formatted_name(self) -> str:
        """The part of a test's name that says which module it is about."""
        return self.name.replace(".", "_")

    def supported_dtypes(self, device_type: str) -> tuple[dtype, ...]:
        """The dtypes with which it works on a kind of device."""
        return self.dtypes

    def module_inputs_func(
        self, info: Any, device: Any, dtype: dtype, requires_grad: bool, training: bool, **options: Any
    ) -> list[ModuleInput]:
        """Samples: new tensors at each call."""
        draw = Draw(device, dtype, requires_grad)
        return [case.drawn(draw) for case in self.cases]

    def _refused_inputs(
        self, info: Any, device: Any, dtype: dtype, requires_grad: bool, training: bool, **options: Any
    ) -> list[ErrorModuleInput]:
        draw = Draw(device, dtype, requires_grad)
        return [
            ErrorModuleInput(
                one.case.drawn(draw), error_on=one.place, error_type=one.kind, error_regex=one.pattern
            )
            for one in self.refused
        ]  # fmt: skip

    def __repr__(self) -> str:
        return f"ModuleInfo({self.name!r})"


def modules(
    module_info_iterable: Iterable[ModuleInfo],
    allowed_dtypes: Iterable[dtype] | None = None,
    train_eval_mode: TrainEvalMode = TrainEvalMode.train_and_eval,
    skip_if_dynamo: bool = True,
) -> Callable[[Any], Any]:
    """Mark a test to run once for each module, dtype and mode, given as ``module_info``, ``dtype`` and ``training``.

    Args:
        module_info_iterable: The modules.
        allowed_dtypes: Leave out all others.
        train_eval_mode: In which modes; a module whose modes do not differ runs in one.
        skip_if_dynamo: Accepted: nothing is compiled.
    """
    known, allowed = list(module_info_iterable), None if allowed_dtypes is None else set(allowed_dtypes)

    def mark(test: Any) -> Any:
        test.op_runs = [
            (info, kind, label, {"training": training})
            for info in known
            for label, training in _modes(info, train_eval_mode)
            for kind in info.dtypes
            if allowed is None or kind in allowed
        ]
        test.op_argument = "module_info"
        test.op_labels_inside = len(getattr(test, "parametrized", ()))
        return test

    return mark


def _modes(info: ModuleInfo, wanted: TrainEvalMode) -> list[tuple[str, bool]]:
    """The modes that a test of a module runs in, with what its name says of them."""
    if wanted is not TrainEvalMode.train_and_eval:
        return [("", wanted is TrainEvalMode.train_only)]
    return [("train_mode", True), ("eval_mode", False)] if info.train_and_eval_differ else [("", True)]
