"""Operators on lists of tensors as test cases, beside the operator of one tensor that each stands for.

Cold path.  In: a table of names.  Out: `UNARY`, `BINARY`, `POINTWISE`, `REDUCING` and `OTHERS`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function
from wye.tensors import Tensor, tensor
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import OpInfo, SampleInput
from wye.testing.op_kinds import dtypes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BINARY", "OTHERS", "POINTWISE", "REDUCING", "UNARY", "ForeachFuncInfo", "ForeachSampleInput"]

_COUNTS: Final = (20, 23)  # how many tensors the lists have, unless a test says it
_FEW: Final = 3  # how many tensors lists of empty tensors have


class ForeachSampleInput(SampleInput):
    """A call of an operator on lists.

    ``ref_args`` are the arguments of the operator of one tensor; ``disable_fastpath`` says whether a device with
    kernels for whole lists would not use them.
    """

    def __init__(
        self, *args: Any, disable_fastpath: bool = False, ref_args: tuple[Any, ...] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ref_args = self.args if ref_args is None else ref_args
        self.disable_fastpath = disable_fastpath


def _tensors(
    count: int,
    device: Any,
    dtype: Any,
    *,
    same_size: bool = False,
    zero_size: bool = False,
    intersperse_empty_tensors: bool = False,
    **made: Any,
) -> list[Tensor]:
    """Square matrices, from large to small, or all of one size; some of them empty if that is asked for."""

    def side(at: int) -> int:
        if zero_size or (intersperse_empty_tensors and at % 3 == 0):
            return 0
        return count if same_size else count - at

    return [make_tensor((side(at), side(at)), dtype=dtype, device=device, **made) for at in range(count)]


def _numbers(kind: Any, mixed: bool, small: bool) -> Iterator[Any]:
    """Numbers beside tensors of a dtype: whole, then, where they fit or ``mixed`` is set, others."""
    yield random.randint(1, 3 if small else 10)
    if mixed or kind.is_floating_point:
        yield random.choice((1.0, 2.0)) if small else 1.0 - random.random()
    if mixed or kind.is_complex:
        yield complex(1.0 - random.random(), 1.0 - random.random())
    yield True


def _number_lists(kind: Any, mixed: bool, small: bool, count: int) -> Iterator[list[Any]]:
    for like in _numbers(kind, mixed, small):
        if not isinstance(like, bool):
            found = (next(one for one in _numbers(kind, True, small) if type(one) is type(like)) for _ in range(count))
            yield list(found)
    if mixed or kind.is_complex:
        for start in ((1, 2.0, 3.0 + 4.5j), (True, 1, 2.0, 3.0 + 4.5j)):
            yield [*start[:count], *(3.0 for _ in range(count - len(start)))]


def _options(given: dict[str, Any], requires_grad: bool) -> tuple[tuple[int, ...], bool, dict[str, Any]]:
    """Of what a test asks for: how many tensors, whether numbers may have a wider dtype, how tensors are made."""
    made: dict[str, Any] = {
        name: given[name] for name in ("same_size", "noncontiguous", "low", "high") if name in given
    }
    counts = tuple(given.get("num_input_tensors", _COUNTS))
    return counts, given.get("allow_higher_dtype_scalars", False), {**made, "requires_grad": requires_grad}


def _alpha(op: ForeachFuncInfo, kind: Any) -> dict[str, Any]:
    if not op.supports_alpha_param:
        return {}
    return {"alpha": 3.14 if kind.is_floating_point else complex(3, 3) if kind.is_complex else 3}


class _Lists:
    """Samples of operators that take ``arity`` lists, of which the last may be something else.

    ``last`` names what: a list of numbers ("numbers"), one number ("number"), one tensor ("tensor").
    """

    def __init__(self, arity: int, last: str = "") -> None:
        self.arity, self.last = arity, ("tensors", *last.split())

    def _lasts(
        self, op: ForeachFuncInfo, what: str, count: int, device: Any, kind: Any, mixed: bool, made: dict[str, Any]
    ) -> Iterator[Any]:
        small = op.name == "_foreach_pow" and kind.itemsize == 2  # larger powers have no digits left
        if what == "tensors":
            yield _tensors(count, device, kind, **made)
        elif what == "tensor":
            only = {name: value for name, value in made.items() if name in ("noncontiguous", "requires_grad")}
            yield make_tensor((), dtype=kind, device=device, **only)
        elif what == "number":
            yield from _numbers(kind, mixed, small)
        else:
            yield from _number_lists(kind, mixed, small, count)

    def __call__(
        self, op: ForeachFuncInfo, device: Any, kind: Any, requires_grad: bool, **given: Any
    ) -> Iterator[SampleInput]:
        counts, mixed, made = _options(given, requires_grad)
        for count in counts:
            for what in self.last if self.arity > 1 else ("",):
                for empty in (True, False):
                    options = {**made, "intersperse_empty_tensors": empty}
                    lists = [_tensors(count, device, kind, **options) for _ in range(max(self.arity - 1, 1))]
                    if not what:
                        yield ForeachSampleInput(lists[0])
                        continue
                    for last in self._lasts(op, what, count, device, kind, mixed and not empty, options):
                        yield self.sample(op, kind, lists, last, what, count)

    def sample(
        self, op: ForeachFuncInfo, kind: Any, lists: list[Any], last: Any, what: str, count: int
    ) -> ForeachSampleInput:
        """One call, with the arguments of the operator of one tensor."""
        alone = [last] * count if what in ("number", "tensor") else last
        options = _alpha(op, kind) if what == "tensors" else {}
        return ForeachSampleInput(*lists, last, ref_args=(*lists[1:], alone), **options)

    def of_empty(
        self, op: ForeachFuncInfo, device: Any, kind: Any, requires_grad: bool, **given: Any
    ) -> Iterator[SampleInput]:
        """Samples with tensors that are all empty."""
        made = {**_options(given, requires_grad)[2], "zero_size": True}
        yield ForeachSampleInput(*(_tensors(_FEW, device, kind, **made) for _ in range(self.arity)))


class _Pointwise(_Lists):
    """Samples of ``addcmul`` and ``addcdiv``: three lists, and numbers by name."""

    def __call__(
        self, op: ForeachFuncInfo, device: Any, kind: Any, requires_grad: bool, **given: Any
    ) -> Iterator[SampleInput]:
        counts, mixed, made = _options(given, requires_grad)
        for count in counts:
            for what in self.last:
                for empty in (True, False):
                    options = {**made, "intersperse_empty_tensors": empty}
                    lists = [_tensors(count, device, kind, **options) for _ in range(3)]
                    if what == "tensors":
                        yield ForeachSampleInput(*lists)
                        continue
                    name = "value" if what == "number" else "scalars"
                    for last in self._lasts(op, what, count, device, kind, mixed and not empty, options):
                        yield ForeachSampleInput(*lists, **{name: last})


class _Norms(_Lists):
    """Samples of norms: of several orders, into several dtypes, and with NaN."""

    def __call__(
        self, op: ForeachFuncInfo, device: Any, kind: Any, requires_grad: bool, **given: Any
    ) -> Iterator[SampleInput]:
        counts, _, made = _options(given, requires_grad)
        wider = {"float16": "float32", "bfloat16": "float32", "float32": "float64", "complex64": "complex128"}
        for count in counts:
            for order in (0, 1, 2, -1, -2, float("inf"), float("-inf")):
                for name in (None, wider.get(kind.name)):
                    # The norm of no elements is not defined for these orders.
                    empty = order in (0, 1, 2) and name is None
                    into = None if name is None else dtypes_by_name(name)
                    lists = _tensors(count, device, kind, intersperse_empty_tensors=empty, **made)
                    yield ForeachSampleInput(lists, ord=order, dtype=into)
        if not requires_grad:
            nan = float("nan")
            for numbers in ([nan], [nan, 1.0], [1.0, nan], [4.0, 3.0, nan, nan, -1.5, 6.0]):
                for order in (0, 1, 2, float("inf")):
                    yield ForeachSampleInput([tensor(numbers, device=device)], ord=order)


class _Greatest(_Lists):
    """Samples of ``max``, which empty tensors do not have."""

    def __call__(
        self, op: ForeachFuncInfo, device: Any, kind: Any, requires_grad: bool, **given: Any
    ) -> Iterator[SampleInput]:
        counts, _, made = _options(given, requires_grad)
        for count in counts:
            yield ForeachSampleInput(_tensors(count, device, kind, **made))


def dtypes_by_name(name: str) -> Any:
    """The dtype of a name."""
    return next(kind for kind in dtypes_of("ferc") if kind.name == name)


class ForeachFuncInfo(OpInfo):
    """An operator on lists of tensors.

    ``ref`` and ``ref_inplace`` are the operator of one tensor.  ``supports_alpha_param`` says whether it takes
    ``alpha``, ``supports_scalar_self_arg`` whether the first argument may be a number, ``has_no_in_place`` whether
    nothing writes, ``backward_requires_result`` whether its gradient needs its result.
    """

    supports_alpha_param: bool = False
    supports_scalar_self_arg: bool = False
    backward_requires_result: bool = False
    has_no_in_place: bool = False
    supports_inplace_autograd: bool = True
    supports_forward_ad: bool = True

    def __init__(self, name: str, samples: _Lists, *, ref: str | None = None, **facts: Any) -> None:
        written = None if facts.get("has_no_in_place") else function(f"_foreach_{name}_")
        listed = written if f"{name}_" in _WRITING_ALONE else function(f"_foreach_{name}")
        super().__init__(
            f"_foreach_{name}", op=listed, dtypes=dtypes_of("uiberfc"), sample_inputs_func=samples, **facts
        )
        self.method_variant, self.inplace_variant = self.op, written
        one = ref or name
        self.ref = getattr(Tensor, f"{one}_") if f"{name}_" in _WRITING_ALONE else function(one)
        self.ref_inplace = None if self.has_no_in_place else getattr(Tensor, f"{one}_")
        self.sample_zero_size_inputs_func = samples.of_empty

    def sample_zero_size_inputs(
        self, device: Any, dtype: Any, requires_grad: bool = False, **options: Any
    ) -> list[Any]:
        """Samples with tensors that are all empty."""
        return list(self.sample_zero_size_inputs_func(self, device, dtype, requires_grad, **options))


_WRITING_ALONE: Final = ("zero_", "copy_")  # operators that have no other form
_RESULT: Final = frozenset(
    ["exp", "tan", "tanh", "sqrt", "rsqrt", "expm1", "reciprocal", "sigmoid"]
)  # their gradients need it
_ONE_LIST: Final = """
    exp acos asin atan cos cosh log log10 log2 tan tanh sin sinh neg sqrt rsqrt ceil erf erfc expm1 floor log1p round
    frac reciprocal sigmoid trunc abs sign lgamma
"""
_ALL: Final = "number numbers tensor"

UNARY: Final = [
    *(ForeachFuncInfo(name, _Lists(1), backward_requires_result=name in _RESULT) for name in _ONE_LIST.split()),
    ForeachFuncInfo("zero", _Lists(1), supports_out=False),
    ForeachFuncInfo("clone", _Lists(1), has_no_in_place=True),
]
BINARY: Final = [
    ForeachFuncInfo("add", _Lists(2, _ALL), supports_alpha_param=True),
    ForeachFuncInfo("sub", _Lists(2, "number numbers"), supports_alpha_param=True),
    ForeachFuncInfo("mul", _Lists(2, _ALL)),
    ForeachFuncInfo("div", _Lists(2, _ALL)),
    ForeachFuncInfo("clamp_min", _Lists(2, "number numbers")),
    ForeachFuncInfo("clamp_max", _Lists(2, "number numbers")),
    *(
        ForeachFuncInfo(
            name, _Lists(2, "number numbers"), ref=ref, supports_inplace_autograd=False, supports_forward_ad=False
        )
        for name, ref in (("minimum", "clamp_max"), ("maximum", "clamp_min"))
    ),
    ForeachFuncInfo(
        "pow", _Lists(2, "number numbers"), supports_scalar_self_arg=True, backward_requires_result=True
    ),
    ForeachFuncInfo(
        "copy", _Lists(2), supports_out=False, supports_autograd=False, supports_inplace_autograd=False,
        supports_forward_ad=False,
    ),
]  # fmt: skip
POINTWISE: Final = [ForeachFuncInfo(name, _Pointwise(3, "number numbers")) for name in ("addcmul", "addcdiv")]
REDUCING: Final = [
    ForeachFuncInfo("max", _Greatest(1), has_no_in_place=True),
    ForeachFuncInfo("norm", _Norms(1), ref="linalg_vector_norm", has_no_in_place=True),
]
OTHERS: Final = [
    ForeachFuncInfo("lerp", _Lists(3, "number numbers")),
    ForeachFuncInfo("mm", _Lists(2), has_no_in_place=True, supports_forward_ad=False),
]
