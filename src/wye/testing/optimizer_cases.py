"""Optimizers as test cases: which there are, and what they are made with.

Cold path.  `OPTIMIZERS` holds a description of each; `optims` marks a test to run once for each of them and each dtype.
Tests for PyTorch ask the descriptions, by these names of attributes.
"""

from __future__ import annotations

import functools
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

import wye.optim as optim
from wye.grad_mode import no_grad
from wye.optim.lr_scheduler import ConstantLR, ExponentialLR, LinearLR, PolynomialLR, ReduceLROnPlateau, StepLR
from wye.schema.values import DTYPES
from wye.tensors import tensor
from wye.testing.devices import tol, tolerance
from wye.testing.op_info import Decorated, DecorateInfo
from wye.testing.optimizer_errors import OptimizerInput, refused_by
from wye.testing.skips import skip_if

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wye.schema.values import dtype
    from wye.tensors import Tensor

__all__ = ["OPTIMIZERS", "OptimizerInfo", "TensorTracker", "device_type_of", "inputs_with_implementations", "optims"]

_FLAGS: Final = ("foreach", "fused", "differentiable")  # which implementation runs; every optimizer may be asked


class OptimizerInfo(Decorated):
    """An optimizer and what tests may ask of it.

    Args:
        optim_cls: Its class.
        inputs: What it is made with: options, each with a description.
        decorators: `DecorateInfo` of some of its tests.
        scheduler_inputs: Lists of functions that make schedules for it.
        facts: What differs from the attributes below.
    """

    # What holds unless it is said; PyTorch's names.
    supported_impls: tuple[str, ...] = ("foreach", "differentiable")
    not_og_supported_flags: tuple[str, ...] = ("foreach", "differentiable", "maximize", "capturable")
    supports_complex: bool = True
    supports_sparse: bool = False
    only_supports_sparse_grads: bool = False
    step_requires_closure: bool = False
    supports_param_groups: bool = True
    supports_multiple_devices: bool = True
    has_capturable_arg: bool = False
    supports_fused_on: tuple[str, ...] = ()
    metadata_for_sparse: Any = ({}, [])

    def __init__(
        self,
        optim_cls: type[Any],
        inputs: Iterable[tuple[dict[str, Any], str]],
        decorators: Iterable[DecorateInfo] = (),
        scheduler_inputs: Any = None,
        **facts: Any,
    ) -> None:
        self.optim_cls, self.inputs, self.decorators = optim_cls, tuple(inputs), tuple(decorators)
        self.scheduler_inputs = scheduler_inputs or [
            [lambda opt: StepLR(opt, gamma=0.9, step_size=10), ReduceLROnPlateau]
        ]
        self.dtypes = (DTYPES["float32"],)
        vars(self).update(facts)

    @property
    def formatted_name(self) -> str:
        """The part of a test's name that says which optimizer it is about."""
        return self.optim_cls.__name__

    def optim_inputs_func(self, device: Any = None, dtype: Any = None) -> list[OptimizerInput]:
        """The options that the optimizer is made with: new objects at each call, which tests may change."""
        return [OptimizerInput(None, deepcopy(options), words) for options, words in self.inputs]

    def optim_error_inputs_func(self, device: Any, dtype: dtype) -> Any:
        """The options that the optimizer refuses."""
        return refused_by(self.optim_cls.__name__, device, dtype)

    def __repr__(self) -> str:
        return f"OptimizerInfo({self.optim_cls.__name__!r})"


def optims(optim_info_iterable: Iterable[OptimizerInfo], dtypes: Iterable[dtype] | None = None) -> Callable[[Any], Any]:
    """Mark a test to run once for each optimizer and dtype, given as ``optim_info`` and ``dtype``.

    Args:
        optim_info_iterable: The optimizers.
        dtypes: The dtypes; float32 if they are not given.
    """
    known = list(optim_info_iterable)

    def mark(test: Any) -> Any:
        test.op_runs = [(info, kind) for info in known for kind in (info.dtypes if dtypes is None else dtypes)]
        test.op_argument = "optim_info"
        test.op_labels_inside = len(getattr(test, "parametrized", ()))
        return test

    return mark


def device_type_of(device: Any) -> str:
    """The kind of a device: ``"cuda"`` of ``"cuda:1"``."""
    return str(device).partition(":")[0]


def inputs_with_implementations(
    device: Any, dtype: dtype, optim_info: OptimizerInfo, skip: Iterable[str] = ()
) -> list[OptimizerInput]:
    """What an optimizer is made with, once for each implementation that it has on a device.

    Args:
        device: The device.
        dtype: The dtype of its parameters: fused implementations take those with a fraction.
        optim_info: The optimizer.
        skip: Implementations to leave out.
    """
    kind = device_type_of(device)
    flags = [flag for flag in _FLAGS if flag in optim_info.supported_impls and flag not in skip]
    if "foreach" in flags and kind != "cuda":
        flags.remove("foreach")  # on other devices it does not run by itself, so nothing would be compared
    if "fused" in flags and (kind not in optim_info.supports_fused_on or not dtype.is_floating_point):
        flags.remove("fused")
    flags.sort()
    found = []
    for given in optim_info.optim_inputs_func(device=device):
        for chosen in (None, *flags):
            options: dict[str, Any] = deepcopy(given.kwargs)
            options |= {flag: flag == chosen for flag in flags}
            words = given.desc if chosen is None else f"{given.desc} & {chosen}"
            found.append(OptimizerInput(given.params, options, words))
    return found


class TensorTracker:
    """Values of one program that another one is to repeat: compared in order, then put in place of the other's.

    So that rounding of one step does not add up with that of the next.
    """

    def __init__(self, assert_eq_kwargs: dict[str, Any] | None = None) -> None:
        self.assert_eq_kwargs = assert_eq_kwargs or {}
        self.tensors: list[Tensor] = []

    def add(self, tensor: Tensor) -> None:
        """Keep a copy of a value."""
        self.tensors.append(tensor.detach().clone())

    def pop_check_set(
        self, tensor_to_set: Tensor, testcase: Any, override_assert_eq_kwargs: dict[str, Any] | None = None
    ) -> None:
        """Compare a tensor with the first value that is kept, take it out, and write it to the tensor."""
        testcase.assertGreater(len(self.tensors), 0, "no tensors to pop")  # noqa: PT009 - a TestCase
        kept = self.tensors.pop(0)
        testcase.assertTrue(isinstance(tensor_to_set, type(kept)), f"{tensor_to_set} is no tensor")  # noqa: PT009
        testcase.assertEqual(tensor_to_set, kept, **(override_assert_eq_kwargs or self.assert_eq_kwargs))  # noqa: PT009
        with no_grad():
            tensor_to_set.copy_(kept)

    def all_popped(self) -> bool:
        """Whether no value is left."""
        return not self.tensors


# ---- the optimizers

_TESTS: Final = "TestOptimRenewed"
_DECAYED: Final = ({"weight_decay": 0.1}, "nonzero weight_decay")
_DECAYED_UP: Final = ({"weight_decay": 0.1, "maximize": True}, "maximize")
_DECAYED_UP_BOTH: Final = ({"weight_decay": 0.1, "maximize": True}, "maximize, weight_decay")
_UP: Final = ({"maximize": True}, "maximize")
_DEFAULT: Final[tuple[dict[str, Any], str]] = ({}, "default")
_WITH_FUSED: Final[dict[str, Any]] = {
    "supported_impls": ("foreach", "differentiable", "fused"),
    "not_og_supported_flags": ("foreach", "differentiable", "fused", "maximize", "capturable"),
    "supports_fused_on": ("cpu", "cuda", "mps"),
}


def _lr(value: float) -> tuple[dict[str, Any], str]:
    return ({"lr": value}, "non-default lr")


def _lr_as_tensor() -> tuple[dict[str, Any], str]:
    return ({"lr": tensor(0.001)}, "Tensor lr")


def _rounding_of_halves() -> DecorateInfo:
    """Fused implementations compute in other steps, which halves show."""
    allowed = {DTYPES[name]: tol(5e-3, 5e-3) for name in ("bfloat16", "float16")}
    return DecorateInfo(tolerance(allowed), _TESTS, "test_fused_matches_forloop")


def _rounding(test: str, name: str, atol: float, rtol: float) -> DecorateInfo:
    return DecorateInfo(tolerance({DTYPES[name]: tol(atol, rtol)}), _TESTS, test)


def _skipped(reason: str, *tests: str) -> list[DecorateInfo]:
    return [DecorateInfo(skip_if(True, reason), _TESTS, test) for test in tests]


def _schedules(linear: dict[str, Any], *third: Any) -> list[list[Any]]:
    """Schedules alone and after one another."""
    return [
        [functools.partial(LinearLR, start_factor=0.4, total_iters=4, **linear)],
        [*third],
        [functools.partial(ConstantLR, factor=0.4, total_iters=4)],
        [functools.partial(PolynomialLR, power=0.9, total_iters=4)],
        [functools.partial(StepLR, gamma=0.9, step_size=10), ReduceLROnPlateau],
    ]


def _adam(cls: type[Any], **more: Any) -> OptimizerInfo:
    inputs = [_DEFAULT, _lr(0.01), _DECAYED, _DECAYED_UP, ({"weight_decay": 0.1, "amsgrad": True}, "amsgrad")]
    return OptimizerInfo(cls, inputs, [_rounding_of_halves()], has_capturable_arg=True, **_WITH_FUSED, **more)


def _sgd() -> OptimizerInfo:
    inputs = [
        _DEFAULT, _lr(0.01), _lr_as_tensor(), ({"weight_decay": 0.5}, "non-zero weight_decay"),
        ({"momentum": 0.9}, "momentum"), _DECAYED_UP, ({"momentum": 0.9, "dampening": 0.5}, "dampening"),
        ({"momentum": 0.9, "weight_decay": 0.1}, "weight_decay w/ momentum"),
        ({"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}, "nesterov"),
    ]  # fmt: skip
    step = functools.partial(StepLR, gamma=0.9, step_size=10)
    slow = functools.partial(StepLR, gamma=0.99, step_size=10)
    schedules = [
        [step],
        *_schedules({"end_factor": 0.8}, slow, functools.partial(ExponentialLR, gamma=0.99), ReduceLROnPlateau),
        [step, functools.partial(LinearLR, start_factor=0.4, end_factor=0.6, total_iters=4)],
    ]
    sparse = (
        {"lr": 4.8e-3, "maximize": False, "momentum": 0, "nesterov": False, "weight_decay": 0},
        [functools.partial(StepLR, gamma=0.99999, step_size=300)],
    )
    return OptimizerInfo(
        optim.SGD, inputs, scheduler_inputs=schedules, supports_sparse=True, metadata_for_sparse=sparse, **_WITH_FUSED
    )


def _lbfgs() -> OptimizerInfo:
    inputs = [
        _DEFAULT, _lr(0.01), _lr_as_tensor(), ({"tolerance_grad": 1e-6}, "tolerance_grad"),
        ({"line_search_fn": "strong_wolfe"}, "strong_wolfe"),
    ]  # fmt: skip
    decorators = [
        _rounding("test_complex_2d", "complex64", 5e-5, 4.5e-5),
        *_skipped(
            "LBFGS does not support param groups",
            "test_param_groups_lr",
            "test_param_groups_weight_decay",
            "test_forloop_goes_right_direction_multigpu",
            "test_param_group_with_lrscheduler_goes_right_direction",
        ),
    ]
    facts: dict[str, Any] = {"supported_impls": (), "supports_param_groups": False, "supports_multiple_devices": False}
    return OptimizerInfo(optim.LBFGS, inputs, decorators, step_requires_closure=True, **facts)


def _adagrad() -> OptimizerInfo:
    inputs = [
        _DEFAULT, _DECAYED, _DECAYED_UP, _lr(0.1),
        ({"initial_accumulator_value": 0.1, "weight_decay": 0.1}, "initial_accumulator_value"),
        ({"lr": 0.1, "lr_decay": 0.5, "weight_decay": 0.1}, "lr_decay"), _lr_as_tensor(),
    ]  # fmt: skip
    sparse = (
        {"lr": 0.1, "weight_decay": 0, "lr_decay": 0},
        [
            functools.partial(StepLR, gamma=1 - 1e-5, step_size=500),
            functools.partial(ReduceLROnPlateau, threshold=1e-4),
        ],
    )
    return OptimizerInfo(
        optim.Adagrad, inputs, [_rounding_of_halves()], supports_sparse=True, metadata_for_sparse=sparse, **_WITH_FUSED
    )


def _adafactor() -> OptimizerInfo:
    inputs = [
        _DEFAULT, ({"weight_decay": 0.1, "lr": 0.01}, "nonzero weight_decay"), _DECAYED_UP,
        ({"beta2_decay": -1.0}, "non-default beta2_decay"), ({"d": 1.5}, "non-default clipping threshold d"),
    ]  # fmt: skip
    facts: dict[str, Any] = {"supported_impls": ("foreach",), "not_og_supported_flags": ("foreach",)}
    return OptimizerInfo(optim.Adafactor, inputs, supports_complex=False, **facts)


def _muon() -> OptimizerInfo:
    inputs = [
        _DEFAULT, _lr(0.01), _lr_as_tensor(), ({"weight_decay": 0.2}, "non-default weight_decay"),
        ({"momentum": 0.8}, "non-default momentum"), ({"ns_steps": 6}, "other ns_steps"),
        ({"ns_coefficients": (3.4, -4.7, 2.0)}, "other ns_coefficients"),
    ]  # fmt: skip
    facts: dict[str, Any] = {"supported_impls": (), "not_og_supported_flags": ()}
    return OptimizerInfo(optim.Muon, inputs, supports_complex=False, **facts)


def _rmsprop() -> OptimizerInfo:
    centered: dict[str, Any] = {"weight_decay": 0.1, "centered": True}
    inputs = [
        _DEFAULT, _lr(1e-3), _DECAYED, _UP, (centered, "centered"), _DECAYED_UP_BOTH,
        ({**centered, "momentum": 0.1}, "momentum"),
        ({**centered, "momentum": 0.1, "maximize": True}, "maximize, centered, weight_decay, w/ momentum"),
    ]  # fmt: skip
    return OptimizerInfo(optim.RMSprop, inputs, has_capturable_arg=True)


def _nadam() -> OptimizerInfo:
    decay = {"weight_decay": 0.1, "momentum_decay": 6e-3}
    inputs = [
        _DEFAULT, _lr(1e-3), ({"momentum_decay": 6e-3}, "non-zero momentum_decay"), _DECAYED,
        (decay, "weight_decay, momentum_decay"), ({**decay, "decoupled_weight_decay": True}, "decoupled_weight_decay"),
        _DECAYED_UP,
    ]  # fmt: skip
    return OptimizerInfo(optim.NAdam, inputs, has_capturable_arg=True)


def _radam() -> OptimizerInfo:
    inputs = [
        _DEFAULT, _lr(2e-3), ({"eps": 1e-6}, "non-default eps"), _DECAYED,
        ({"weight_decay": 0.1, "decoupled_weight_decay": True}, "decoupled_weight_decay"), _DECAYED_UP,
    ]  # fmt: skip
    decorators = [_rounding("test_foreach_matches_forloop", "float64", 1.5e-7, 1.1e-7)]
    return OptimizerInfo(optim.RAdam, inputs, decorators, has_capturable_arg=True)


def _asgd() -> OptimizerInfo:
    inputs = [
        _DEFAULT, ({"lambd": 0.1}, "non-default lambd"), _lr(0.02), ({"t0": 100}, "t0"), _UP, _DECAYED,
        ({"weight_decay": 0.1, "maximize": True}, "maximize, nonzero weight_decay"),
    ]  # fmt: skip
    moves = _skipped("averaging moves parameters a little without gradients", "test_step_is_noop_for_zero_grads")
    return OptimizerInfo(optim.ASGD, inputs, moves, has_capturable_arg=True)


def _others() -> Iterator[OptimizerInfo]:
    rho = ({"rho": 0.95, "weight_decay": 0.9}, "rho")
    yield OptimizerInfo(
        optim.Adadelta, [_DEFAULT, _lr(0.01), _DECAYED, _UP, _DECAYED_UP_BOTH, rho], has_capturable_arg=True
    )
    yield OptimizerInfo(optim.Adamax, [_DEFAULT, _lr(0.1), _DECAYED, _UP, _DECAYED_UP_BOTH], has_capturable_arg=True)
    steps: list[tuple[dict[str, Any], str]] = [
        ({"etas": (0.5, 1.5)}, "non-default etas"),
        ({"step_sizes": (2e-6, 100)}, "non-default step_sizes"),
        _UP,
    ]
    yield OptimizerInfo(optim.Rprop, [_DEFAULT, _lr(2e-4), *steps], has_capturable_arg=True)


def _all() -> list[OptimizerInfo]:
    exponential = functools.partial(ExponentialLR, gamma=0.9)
    constant = functools.partial(ConstantLR, factor=0.4, total_iters=4)
    schedules = [[exponential], [constant, exponential], *_schedules({}, exponential, ReduceLROnPlateau)]
    found = [
        *_others(), _adafactor(), _adagrad(), _adam(optim.Adam, scheduler_inputs=schedules), _adam(optim.AdamW),
        _asgd(), _lbfgs(), _muon(), _nadam(), _radam(), _rmsprop(), _sgd(),
    ]  # fmt: skip
    return sorted(found, key=lambda info: info.formatted_name.lower())


OPTIMIZERS: Final = _all()
