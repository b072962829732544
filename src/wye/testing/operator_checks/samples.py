"""Sample arguments of operators: those that were given for one, or drawn from its schema.

Cold path.  In: an operator.  Out: arguments of calls to check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.inspection.operators import lookup_op
from wye.schema.values import DTYPES
from wye.tensors.generator import manual_seed
from wye.testing.make_tensor import make_tensor
from wye.testing.operator_checks.arguments import copied
from wye.testing.operator_checks.run import as_operator
from wye.testing.surroundings import frozen_random_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.call import OpOverload
    from wye.schema.model import Argument

__all__ = ["Sample", "Samples", "drawn_samples", "opcheck_samples", "samples_of"]


class Sample(NamedTuple):
    """The arguments of one call, by place and by name."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Samples:
    """Sample arguments of one operator, made when they are needed.

    Attributes:
        op: The operator.
        make: Returns or yields the samples: tuples of arguments, or pairs of a tuple and a dictionary.
    """

    def __init__(self, op: OpOverload, make: Callable[[], Iterable[Any]]) -> None:
        self.op, self.make = op, make

    def __call__(self) -> list[Sample]:
        """Make the samples."""
        return [_as_sample(given) for given in self.make()]


_given: Final[dict[str, Samples]] = {}


def _as_sample(given: Any) -> Sample:
    if isinstance(given, tuple):
        is_pair = len(given) == 2 and isinstance(given[0], tuple) and isinstance(given[1], dict)
        return Sample(*given) if is_pair else Sample(given, {})
    raise TypeError(f"a sample is a tuple of arguments, or (arguments, keyword arguments), not {type(given).__name__}")


def opcheck_samples(op: Any) -> Callable[[Callable[[], Iterable[Any]]], Samples]:
    """A decorator: the function gives samples of an operator's arguments, for `opcheck_all` and the pytest plugin.

    >>> import wye
    >>> @opcheck_samples(wye.ops.aten.sin.default)
    ... def sin_samples():
    ...     yield (wye.ones(3, requires_grad=True),)
    >>> sin_samples()
    [Sample(args=(tensor([1., 1., 1.], requires_grad=True),), kwargs={})]

    Args:
        op: The operator: an overload, an operator with one, a custom operator, or a name (``"ns::name"``).
    """

    def take(make: Callable[[], Iterable[Any]]) -> Samples:
        made = Samples(lookup_op(op) if isinstance(op, str) else as_operator(op), make)
        _given[made.op.name()] = made
        return made

    return take


def samples_of(op: OpOverload) -> list[Sample]:
    """Samples of an operator's arguments: those that were given, or some that its schema allows.

    Raises:
        LookupError: its schema has a type of which no sample can be drawn.
    """
    given = _given.get(op.name())
    return given() if given is not None and given.op is op else drawn_samples(op)


def drawn_samples(op: OpOverload) -> list[Sample]:
    """Some arguments that fit the schema of an operator, on which it runs.

    Raises:
        LookupError: its schema has a type of which no sample can be drawn, or it runs on no sample.
    """
    with frozen_random_state():
        manual_seed(0)
        found = [sample for shape in _SHAPES for sample in _that_runs(op, shape)]
    if not found:
        raise LookupError(f"{op.name()} takes no drawn arguments; give it some by opcheck_samples")
    return found


_SHAPES: Final = ((3,), (2, 3), (3, 3), (2, 2, 2))
_VALUES: Final[dict[str, Any]] = {
    "int": 1,
    "SymInt": 1,
    "float": 0.5,
    "bool": True,
    "Scalar": 2,
    "str": "sum",
    "number": 2,
    "int[]": (0,),
    "SymInt[]": (0,),
    "float[]": (0.5,),
    "bool[]": (True,),
    "ScalarType": DTYPES["float32"],
}


def _that_runs(op: OpOverload, shape: tuple[int, ...]) -> list[Sample]:
    """A sample of this shape, requiring grad if that works; an empty list: the operator does not run on one."""
    drawn = (_drawn(op, shape, requires_grad) for requires_grad in (True, False))
    return next(([sample] for sample in drawn if _runs(op, sample)), [])


def _drawn(op: OpOverload, shape: tuple[int, ...], requires_grad: bool) -> Sample:
    by_place, by_name = [], {}
    for argument in op.schema.arguments:
        if argument.has_default_value():
            continue
        value = _value(argument, shape, requires_grad=requires_grad and not argument.is_write)
        if argument.kwarg_only:
            by_name[argument.name] = value
        else:
            by_place.append(value)
    return Sample(tuple(by_place), by_name)


def _value(argument: Argument, shape: tuple[int, ...], *, requires_grad: bool) -> Any:
    text = str(argument.real_type)
    if text.endswith("?"):
        return None
    if "Tensor" in text:
        made = [
            make_tensor(shape, dtype=DTYPES["float32"], device="cpu", low=0.1, high=0.9, requires_grad=requires_grad)
            for _ in range(1 if text == "Tensor" else 2)
        ]
        return made[0] if text == "Tensor" else made
    if text not in _VALUES:
        raise LookupError(f"no sample can be drawn for argument {argument.name!r} of type {text}")
    return _VALUES[text]


def _runs(op: OpOverload, sample: Sample) -> bool:
    args, kwargs = copied(sample)
    try:
        op(*args, **kwargs)
    except Exception:  # noqa: BLE001 - whatever it is, these arguments are no sample
        return False
    return True
