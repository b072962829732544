"""Operators as test cases: what `ops` makes tests of.  In: a function, dtypes, samples.  Out: one test for each."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import unittest
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.pytree import tree_map
from wye.schema.tags import Tag
from wye.schema.values import DTYPES, dtype
from wye.tensors import Tensor
from wye.testing.dtype_groups import get_all_dtypes
from wye.testing.sample_rules import with_contexts
from wye.testing.surroundings import noncontiguous_like

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = [
    "AliasInfo",
    "DecorateInfo",
    "Decorated",
    "ErrorInput",
    "OpDTypes",
    "OpInfo",
    "SampleInput",
    "SkipSpec",
    "ops",
    "public",
    "skip",
    "skip_ops",
    "xfail",
]


class OpDTypes(enum.Enum):
    """With which of an operator's dtypes a test runs."""

    supported = 0
    unsupported = 1
    supported_backward = 2
    unsupported_backward = 3
    any_one = 4
    none = 5
    any_common_cpu_cuda_one = 6


class SampleInput:
    """The arguments of one call.

    Args:
        input: The first.
        var_args: The others by place; or as ``args``.
        args: The others by place.
        kwargs: Those by name.
        output_process_fn_grad: What gradients are computed of, from the result.
        broadcasts_input: Whether the first argument is broadcast.
        name: A name for messages.
        var_kwargs: Arguments by name; without ``args`` and ``kwargs`` alone.
    """

    def __init__(
        self,
        input: Any,
        *var_args: Any,
        args: Iterable[Any] | None = None,
        kwargs: dict[str, Any] | None = None,
        output_process_fn_grad: Callable[..., Any] | None = None,
        broadcasts_input: bool | None = None,
        name: str | None = None,
        **var_kwargs: Any,
    ) -> None:
        if args is not None or kwargs is not None:
            if var_args or var_kwargs:
                raise AssertionError("a sample's arguments come either as they are called, or as args and kwargs")
        elif (var_args or var_kwargs) and (output_process_fn_grad, broadcasts_input, name) != (None, None, None):
            raise AssertionError("what is said of a sample whose arguments come as they are called: with_metadata()")
        self.input = input
        self.args = tuple(args) if args is not None else var_args
        self.kwargs = kwargs if kwargs is not None else var_kwargs
        self.output_process_fn_grad = output_process_fn_grad or (lambda result: result)
        self.broadcasts_input, self.name = bool(broadcasts_input), name or ""

    def with_metadata(self, **given: Any) -> SampleInput:
        """This sample, with its ``output_process_fn_grad``, ``broadcasts_input`` or ``name`` set."""
        for name, value in given.items():
            if name not in ("output_process_fn_grad", "broadcasts_input", "name"):
                raise TypeError(f"a sample has no {name!r} to set")
            setattr(self, name, value)
        return self

    def transform(self, change: Callable[[Any], Any]) -> SampleInput:
        """A sample with ``change`` done to its tensors and dtypes."""

        def of(value: Any) -> Any:
            return change(value) if isinstance(value, Tensor | dtype) else value

        rest: dict[str, Any] = {
            "output_process_fn_grad": self.output_process_fn_grad, "broadcasts_input": self.broadcasts_input,
        }  # fmt: skip
        first, args, kwargs = (tree_map(of, part) for part in (self.input, self.args, self.kwargs))
        return SampleInput(first, args=args, kwargs=kwargs, name=f"{self.name}_transformed", **rest)

    def numpy(self) -> SampleInput:
        """The sample with arrays, and NumPy's dtypes."""
        return self.transform(lambda value: value.detach().numpy() if isinstance(value, Tensor) else value.name)

    def noncontiguous(self) -> SampleInput:
        """The sample with tensors that are not contiguous."""
        return self.transform(lambda value: noncontiguous_like(value) if isinstance(value, Tensor) else value)

    def summary(self) -> str:
        """The sample with tensors by shape."""
        shown = self.transform(lambda value: value.shape if isinstance(value, Tensor) else value)
        return repr(shown)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in ("input", "args", "kwargs", "name"))
        return f"SampleInput({shown})"


class ErrorInput:
    """A sample that an operator refuses, with the error's class and a pattern of its message."""

    def __init__(
        self, sample_input: Any, *, error_type: type[BaseException] = RuntimeError, error_regex: str = ""
    ) -> None:
        self.sample_input, self.error_type, self.error_regex = sample_input, error_type, error_regex


class AliasInfo:
    """Another name of an operator, with its variants."""

    def __init__(self, alias_name: str) -> None:
        self.name = alias_name
        self.op = public(alias_name)
        self.method_variant = getattr(Tensor, alias_name, None)
        self.inplace_variant = getattr(Tensor, f"{alias_name}_", None)


class DecorateInfo:
    """Decorators for some of the tests of an operator.

    Args:
        decorators: One, or several.
        cls_name: The class of the tests, as it is written.
        test_name: The test, as it is written.
        device_type: The kind of device.
        dtypes: The dtypes.
        active_if: Whether they count at all.
    """

    def __init__(
        self,
        decorators: Any,
        cls_name: str | None = None,
        test_name: str | None = None,
        *,
        device_type: str | None = None,
        dtypes: Iterable[dtype] | None = None,
        active_if: Any = True,
    ) -> None:
        self.decorators = list(decorators) if isinstance(decorators, list | tuple) else [decorators]
        self.cls_name, self.test_name, self.device_type = cls_name, test_name, device_type
        self.dtypes = None if dtypes is None else frozenset(dtypes)
        self.active_if = active_if

    def is_active(
        self, cls_name: str, test_name: str, device_type: str, dtype: Any, param_kwargs: dict[str, Any]
    ) -> bool:
        """Whether they count for a run of a test."""
        holds = self.active_if(param_kwargs) if callable(self.active_if) else self.active_if
        return bool(
            holds
            and self.cls_name in (None, cls_name)
            and self.test_name in (None, test_name)
            and self.device_type in (None, device_type)
            and (self.dtypes is None or dtype in self.dtypes)
        )


class Decorated:
    """What tests are made for, with decorators for all of them, or, as `DecorateInfo`, for some."""

    decorators: Any

    def get_decorators(
        self, test_class: str, test_name: str, device: str, dtype: Any, param_kwargs: dict[str, Any]
    ) -> Iterator[Any]:
        """The decorators for a run of a test."""
        for one in self.decorators:
            if not isinstance(one, DecorateInfo):
                yield one
            elif one.is_active(test_class, test_name, device, dtype, param_kwargs):
                yield from one.decorators


def public(name: str) -> Any:
    """The function of a name like ``linalg.det``; None if there is none."""
    package: Any = importlib.import_module("wye")
    return functools.reduce(lambda at, part: getattr(at, part, None), name.split("."), package)


def _parameters(function: Any) -> Iterable[str]:
    """The names of a function's parameters; none where it does not say."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return ()


def _only_outputs_by_name(arguments: Sequence[Any]) -> bool:
    """Are there outputs among the arguments, and are they all that has to be given by name?"""
    needed = [argument for argument in arguments if argument.kwarg_only and not argument.has_default]
    return bool(needed) and all(argument.is_out for argument in needed)


class OpInfo(Decorated):
    """An operator, its dtypes, and what gives samples of its arguments.

    Args:
        name: As it is called in the package: ``linalg.det``.
        op: The function, if it is not the one of that name.
        aliases: Other names.
        variant_test_name: Tells several cases of one operator apart.
        dtypes: The dtypes with which it works.
        sample_inputs_func: Called with the OpInfo, a device, a dtype and whether gradients are wanted.
        skips: Decorators for some tests; also ``decorators``.
        decorators: Decorators for all tests, or, as `DecorateInfo`, for some.
        facts: Whatever else tests ask for: ``supports_out``, ``supports_forward_ad``, ...
    """

    # What holds unless it is said; PyTorch's names.
    supports_autograd: bool = True
    supports_gradgrad: bool = True
    supports_forward_ad: bool = False
    supports_fwgrad_bwgrad: bool = False
    supports_inplace_autograd: bool = True
    supports_varargs: bool = False
    supports_sparse: bool = False
    supports_sparse_csr: bool = False
    supports_sparse_csc: bool = False
    supports_sparse_bsr: bool = False
    supports_sparse_bsc: bool = False
    supports_scripting: bool = True
    supports_tracing: bool = True
    check_batched_grad: bool = True
    check_batched_gradgrad: bool = True
    check_batched_forward_grad: bool = False
    check_inplace_batched_forward_grad: bool = False
    promotes_int_to_float: bool = False
    is_factory_function: bool = False
    has_nondeterministic_output: bool = False
    test_conjugated_samples: bool = True
    test_neg_view: bool = True
    gradcheck_nondet_tol: float = 0.0
    gradcheck_fast_mode: bool | None = None
    ref: Any = None
    error_inputs_func: Any = None
    reference_inputs_func: Any = None
    backward_dtypes: Any = None
    aten_backward_name: str | None = None
    decomp_aten_name: str | None = None
    error_inputs_sparse_func: Any = None
    supports_expanded_weight: bool = False

    @staticmethod
    def gradcheck_wrapper(op: Any, *args: Any, **kwargs: Any) -> Any:
        """How checks of gradients call it: some first make their arguments what the operator takes."""
        return op(*args, **kwargs)

    def __init__(
        self,
        name: str,
        *,
        op: Callable[..., Any] | None = None,
        aliases: Iterable[str] | None = None,
        variant_test_name: str = "",
        dtypes: Iterable[dtype] = (),
        sample_inputs_func: Callable[..., Iterable[SampleInput]] | None = None,
        skips: Iterable[Any] = (),
        decorators: Iterable[Any] | None = None,
        **facts: Any,
    ) -> None:
        self.name, self.variant_test_name = name, variant_test_name
        self.op = public(name) if op is None else op
        self.aliases: tuple[AliasInfo, ...] = ()
        self.add_aliases(aliases or ())
        self.dtypes, self.sample_inputs_func = tuple(dtypes), sample_inputs_func
        self.skips, self.decorators = tuple(skips), (*(decorators or ()), *skips)
        self.method_variant = getattr(Tensor, name, None)
        self.inplace_variant = getattr(Tensor, f"{name}_", None)
        self.operator_variant = self.inplace_operator_variant = None
        self.aten_name = name.replace(".", "_")
        vars(self).update(facts)

    @functools.cached_property
    def supports_out(self) -> bool:
        """Can a call say where its result goes?  Unless it is said: where a public overload does."""
        packet = getattr(self.op, "packet", None)
        if packet is None:
            return "out" in _parameters(self.op)
        overloads = [overload for overload in packet.op_overloads() if Tag.generated not in overload.tags]
        return any(_only_outputs_by_name(overload._schema.arguments) for overload in overloads)

    def add_aliases(self, names: Iterable[str]) -> None:
        """Give it other names."""
        self.aliases = (*self.aliases, *(AliasInfo(name) for name in names))

    @property
    def full_name(self) -> str:
        """The name, and that of the variant."""
        return f"{self.name}.{self.variant_test_name}" if self.variant_test_name else self.name

    @property
    def formatted_name(self) -> str:
        """The part of a test's name that says which operator it is about."""
        return self.full_name.replace(".", "_")

    def get_op(self) -> Any:
        """The function."""
        return self.op

    def get_method(self) -> Any:
        """The method; None if there is none."""
        return self.method_variant

    def get_inplace(self) -> Any:
        """The method that writes; None if there is none."""
        return self.inplace_variant

    def supported_dtypes(self, device_type: str) -> set[dtype]:
        """The dtypes with which it works on a kind of device."""
        return set(self.dtypes)

    def supported_backward_dtypes(self, device_type: str) -> set[dtype]:
        """The dtypes of which it has gradients on a kind of device."""
        if not self.supports_autograd:
            return set()
        known = self.dtypes if self.backward_dtypes is None else self.backward_dtypes
        return {kind for kind in known if kind.is_floating_point or kind.is_complex}

    def supports_dtype(self, dtype: dtype, device_type: str) -> bool:
        """Whether it works with a dtype on a kind of device."""
        return dtype in self.supported_dtypes(device_type)

    def sample_inputs(
        self, device: Any, dtype: Any, requires_grad: bool = False, *, use_subtests: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Samples of its arguments; with ``use_subtests``, each with what to run it in (`wye.testing.sample_rules`)."""
        assert self.sample_inputs_func is not None, f"{self.name} has no samples"
        found = self.sample_inputs_func(self, device, dtype, requires_grad, **options)
        return iter(with_contexts(self, device, found, use_subtests))

    def reference_inputs(
        self, device: Any, dtype: Any, requires_grad: bool = False, *, use_subtests: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Samples to compare with a reference: as `sample_inputs`, unless there are others."""
        if self.reference_inputs_func is None:
            return self.sample_inputs(device, dtype, requires_grad, use_subtests=use_subtests, **options)
        found = self.reference_inputs_func(self, device, dtype, requires_grad, **options)
        return iter(with_contexts(self, device, found, use_subtests))

    def error_inputs(self, device: Any, **options: Any) -> Iterator[ErrorInput]:
        """Samples that it refuses."""
        return iter(() if self.error_inputs_func is None else self.error_inputs_func(self, device, **options))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        assert self.op is not None, f"{self.name} is not a function"
        return self.op(*args, **kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.full_name!r})"


def ops(
    op_list: Iterable[OpInfo],
    *,
    dtypes: OpDTypes | Iterable[dtype] = OpDTypes.supported,
    allowed_dtypes: Any = None,
    **options: Any,
) -> Callable[[Any], Any]:
    """Mark a test to run once for each operator and each of its dtypes, given as ``op`` and ``dtype``.

    Args:
        op_list: The operators.
        dtypes: Which of their dtypes; or a list of dtypes.
        allowed_dtypes: Leave out all others.
        options: PyTorch's others, which change nothing here.
    """

    def mark(test: Any) -> Any:
        test.op_runs = [
            (op, kind)
            for op in op_list
            for kind in _kinds_of(op, dtypes)
            if kind is None or allowed_dtypes is None or kind in allowed_dtypes
        ]
        test.op_labels_inside = len(getattr(test, "parametrized", ()))
        return test

    return mark


# Which dtype stands for all: the first of these that the operator takes.
_ONE = ("float32", "float64", "complex64", "complex128", "float16", "bfloat16", "int64", "int32", "uint8", "bool")


def _kinds_of(op: OpInfo, wanted: OpDTypes | Iterable[dtype]) -> Iterable[Any]:
    if not op.dtypes:
        return ()  # only its name is known
    if not isinstance(wanted, OpDTypes):
        return tuple(wanted)
    if wanted is OpDTypes.none:
        return (None,)
    backward = wanted in (OpDTypes.supported_backward, OpDTypes.unsupported_backward)
    known = op.supported_backward_dtypes("cpu") if backward else op.supported_dtypes("cpu")
    if wanted in (OpDTypes.unsupported, OpDTypes.unsupported_backward):
        return [kind for kind in get_all_dtypes() if kind not in known]
    if wanted in (OpDTypes.any_one, OpDTypes.any_common_cpu_cuda_one):
        return [DTYPES[name] for name in _ONE if DTYPES[name] in known][:1]
    return sorted(known, key=lambda kind: kind.name)


class SkipSpec(NamedTuple):
    """An operator whose test is skipped, or fails: by name, variant, device and dtypes."""

    op_name: str
    variant_name: str
    device_type: str | None
    dtypes: Iterable[dtype] | None
    expected_failure: bool

    def decorator(self, op: OpInfo, device_type: str, kind: Any) -> Any:
        """What a run's test is decorated with; None if the run is not meant."""
        if (self.op_name, self.variant_name) != (op.name, op.variant_test_name):
            return None
        if self.device_type not in (None, device_type) or (self.dtypes is not None and kind not in self.dtypes):
            return None
        return unittest.expectedFailure if self.expected_failure else unittest.skip("Skipped!")


def xfail(op_name: str, variant_name: str = "", *, device_type: str | None = None, dtypes: Any = None) -> SkipSpec:
    """An operator whose test fails, for `skip_ops`."""
    return SkipSpec(op_name, variant_name, device_type, dtypes, True)


def skip(op_name: str, variant_name: str = "", *, device_type: str | None = None, dtypes: Any = None) -> SkipSpec:
    """An operator whose test is skipped, for `skip_ops`."""
    return SkipSpec(op_name, variant_name, device_type, dtypes, False)


def skip_ops(to_skip: Iterable[SkipSpec]) -> Callable[[Any], Any]:
    """Mark a test of `ops` to be skipped, or to fail, for these operators."""

    def mark(test: Any) -> Any:
        test.op_skips = tuple(to_skip)
        return test

    return mark
