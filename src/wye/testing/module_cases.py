"""Tests of modules from descriptions: how a module is made, what it is given, what it should give.

Cold path.  A description is called with the test case that it runs in: `ModuleDescription` for layers,
`CriterionDescription` for losses.  Tests for PyTorch describe modules this way, by these names of options.
"""

from __future__ import annotations

import copy
import pickle
import unittest
from typing import TYPE_CHECKING, Any

from wye.autograd import gradcheck, gradgradcheck
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.nn.modules.container import Sequential
from wye.nn.modules.module import Module
from wye.nn.parameter import Buffer, Parameter
from wye.schema.values import DTYPES
from wye.tensors.dtypes import get_default_dtype
from wye.testing.cases import TestCase
from wye.testing.comparing import assert_same
from wye.testing.surroundings import default_dtype, frozen_random_state, noncontiguous_like

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = [
    "CriterionDescription",
    "ModuleDescription",
    "ModuleTestCase",
    "both_gradients",
    "check_bfloat16",
    "check_empty_batch",
    "nested_layers",
    "of_a_batch_of_one",
]


class ModuleTestCase(TestCase):
    """A `TestCase` for tests of modules."""


def nested_layers() -> tuple[Module, Module, Module]:
    """A module with a parameter and a buffer; one that holds it beside its own; and a `Sequential` with that twice."""

    class Layer(Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer_dummy_param = Parameter(of.empty([3, 5]))
            self.layer_dummy_buf = Buffer(of.zeros([1, 3, 3, 7]))

    class Net(Module):
        def __init__(self, layer: Module) -> None:
            super().__init__()
            self.l1 = layer
            self.dummy_param = Parameter(of.empty([3, 5]))
            self.dummy_buf = Buffer(of.zeros([7, 3, 3, 1]))

    layer, net = Layer(), Net(Layer())
    return layer, net, Sequential(net, net)


def check_empty_batch(
    case: unittest.TestCase, module: Any, given: Tensor, check_size: bool = True, inference: bool = False
) -> None:
    """Fail unless a module takes a batch without elements, and so do its gradients.

    Args:
        case: Where it runs.
        module: The module.
        given: The batch.
        check_size: Whether the result has the shape of the batch.
        inference: Whether there are no gradients.
    """
    given.requires_grad_(not inference)
    result = module(given)
    if not inference:
        result.backward(of.rand_like(result))
    if check_size:
        case.assertEqual(given.size(), result.size())  # noqa: PT009 - this is a TestCase
    if inference:
        return
    for parameter in module.parameters():
        if parameter.requires_grad and parameter.grad is not None:
            case.assertEqual(parameter.grad, of.zeros_like(parameter.grad))  # noqa: PT009
    case.assertEqual(given.grad, of.zeros_like(given))  # noqa: PT009


def check_bfloat16(
    case: Any, op: Any, device: Any, inp_dims: Any = (), prec: float = 1e-2, scale_factor: float | None = None
) -> None:
    """Fail unless a module gives for bfloat16 nearly what it gives for float32, and so do its gradients."""
    dims = [inp_dims] if isinstance(inp_dims, int) else list(inp_dims)
    wide = of.randn(dims, dtype=DTYPES["float32"], device=device) * (1 if scale_factor is None else scale_factor)
    wide = wide.bfloat16().float()  # numbers that both dtypes have
    found = []
    for given in (wide.clone().requires_grad_(), wide.bfloat16().requires_grad_()):
        module = copy.deepcopy(op)
        result = module(given)
        result.backward(of.ones_like(result))
        found.append((result, given.grad))
    for exact, rounded in zip(*found, strict=True):
        case.assertEqual(exact, rounded, atol=prec, rtol=prec, exact_dtype=False)  # noqa: PT009 - this is a TestCase


def both_gradients(case: unittest.TestCase, apply_fn: Callable[..., Any], inputs: Any, **options: Any) -> None:
    """Fail unless the first and the second derivatives are right."""
    case.assertTrue(gradcheck(apply_fn, inputs, **options))  # noqa: PT009 - this is a TestCase
    case.assertTrue(gradgradcheck(apply_fn, inputs, **options))  # noqa: PT009


def of_a_batch_of_one(given: Tensor, parameters: Any, module: Any) -> Any:
    """What a module gives for one element of a batch, by way of a batch that has one."""
    with frozen_random_state():
        result = module(given.unsqueeze(0))
    return result.squeeze(0)


class _Description:
    """How a module is made and what it is given.

    Args:
        constructor: The class, or a function that makes the module.
        desc: What is said of this test beside the constructor's name.
        reference_fn: A function of the input, the parameters and the module: what the module should give.
        fullname: The name, if it is not put together of the two.
        options: ``constructor_args``, ``input``, ``extra_args``, ``target``, each as a value, as ``..._fn``, or as
            ``..._size`` (random numbers); ``default_dtype``; what else the classes below say.
    """

    _needs_arguments = False

    def __init__(
        self, constructor: Any, desc: str = "", reference_fn: Any = None, fullname: str | None = None, **options: Any
    ) -> None:
        self.constructor, self.desc, self.reference_fn, self.fullname = constructor, desc, reference_fn, fullname
        self.options = options
        self.default_dtype = options.get("default_dtype") or get_default_dtype()
        self.check_gradgrad = options.get("check_gradgrad", True)
        self.with_tf32, self.tf32_precision = options.get("with_tf32", False), options.get("tf32_precision", 0.001)
        self.test_cpu = options.get("test_cpu", True)

    def get_name(self) -> str:
        """The test's name."""
        if self.fullname is not None:
            return f"test_{self.fullname}"
        return f"test_{self.constructor.__name__}" + (f"_{self.desc}" if self.desc else "")

    def _given(self, name: str, without: Any = None) -> Any:
        if name in self.options:
            return self.options[name]
        if f"{name}_fn" in self.options:
            return self.options[f"{name}_fn"]()
        if f"{name}_size" in self.options:
            return _random(self.options[f"{name}_size"])
        return without

    @property
    def constructor_args(self) -> Any:
        """What the module is made with."""
        return self._given("constructor_args", ())

    @property
    def extra_args(self) -> Any:
        """What the module is given after the input."""
        return self._given("extra_args", ())

    def _inputs(self) -> list[Tensor]:
        given = self._given("input")
        return [_leaf(one) for one in (given if isinstance(given, (list, tuple)) else (given,))]

    def test_cuda(self, test_case: unittest.TestCase, dtype: Any = None, extra_args: Any = None) -> None:
        """There is no CUDA here.

        Raises:
            SkipTest: always.
        """
        raise unittest.SkipTest("Excluded from CUDA tests")


class ModuleDescription(_Description):
    """A test of a layer: its values, its gradients, inputs of any strides, pickles, copies in place.

    Options: ``check_forward_only``, ``check_gradgrad``, ``check_inplace``, ``check_batched_grad``.
    """

    def __call__(self, case: Any) -> None:
        """Run the test in a test case."""
        with default_dtype(self.default_dtype):
            module = self.constructor(*self.constructor_args)
            inputs = self._inputs()
            if self.reference_fn is not None:
                with frozen_random_state():
                    result = module(*inputs)
                expected = self.reference_fn(*copy.deepcopy(inputs), list(module.parameters()), module)
                case.assertEqual(result, expected, exact_dtype=False)  # noqa: PT009 - this is a TestCase
            self._check_strides(case, module, inputs)
            self._check_pickle(case, module, inputs)
            if self.options.get("check_inplace"):
                self._check_in_place(case, module, inputs)
            if not self.options.get("check_forward_only", False):
                self._check_gradients(case, module, inputs)

    def _check_strides(self, case: Any, module: Any, inputs: list[Tensor]) -> None:
        with frozen_random_state():
            expected = module(*inputs)
        with frozen_random_state():
            found = module(*[noncontiguous_like(one) for one in inputs])
        assert_same(found, expected)

    def _check_pickle(self, case: Any, module: Any, inputs: list[Tensor]) -> None:
        try:
            stored = pickle.dumps(module)
        except (pickle.PicklingError, AttributeError):
            return  # a class or a function that is made in a test
        with frozen_random_state():
            expected = module(*inputs)
        with frozen_random_state():
            found = pickle.loads(stored)(*inputs)
        assert_same(found, expected)

    def _check_in_place(self, case: Any, module: Any, inputs: list[Tensor]) -> None:
        in_place = self.constructor(*self.constructor_args, inplace=True)
        changed = [one.detach().clone() for one in inputs]
        versions = [one._version for one in changed]
        with frozen_random_state():
            expected = module(*inputs)
        with frozen_random_state():
            found = in_place(*changed)
        assert_same(found, expected)
        assert_same(changed[0], expected)
        assert versions[0] != changed[0]._version

    def _check_gradients(self, case: Any, module: Any, inputs: list[Tensor]) -> None:
        parameters = [one for one in module.parameters() if one.requires_grad]

        def run(*tensors: Any) -> Any:
            with frozen_random_state():
                return module(*tensors[: len(inputs)])

        if not any(one.requires_grad for one in (*inputs, *parameters)):
            return
        options = {"check_batched_grad": self.options.get("check_batched_grad", True)}
        assert gradcheck(run, (*inputs, *parameters), **options)
        if self.check_gradgrad:
            assert gradgradcheck(run, (*inputs, *parameters), **options)


class CriterionDescription(_Description):
    """A test of a loss of an input and a target: its values and its gradients."""

    def __call__(self, case: Any) -> None:
        """Run the test in a test case."""
        with default_dtype(self.default_dtype):
            module = self.constructor(*self.constructor_args)
            (given,) = self._inputs()
            target, extra = self._given("target"), self.extra_args
            if self.reference_fn is not None:
                expected = self.reference_fn(given.detach().clone(), copy.deepcopy(target), module, *extra)
                case.assertEqual(module(given, target, *extra), expected, exact_dtype=False)  # noqa: PT009 - this is a TestCase
            parameters = tuple(module.parameters())

            def run(one: Any, *others: Any) -> Any:
                return module(one, target, *extra)

            assert gradcheck(run, (given, *parameters))
            if self.check_gradgrad:
                assert gradgradcheck(run, (given, *parameters))


def _random(size: Any) -> Any:
    """Random tensors: of a shape, or of each shape of a list."""
    if isinstance(size, list):
        return [_random(one) for one in size]
    return of.randn([size] if isinstance(size, int) else list(size))


def _leaf(value: Tensor) -> Tensor:
    """A tensor that gradients can be asked of, where there are some."""
    with no_grad():
        made = value.detach().clone()
    return made.requires_grad_(made.is_floating_point() or made.is_complex())
