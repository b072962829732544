"""Operators with samples of their arguments: what tests that run over many operators take (`op_db` of PyTorch).

Cold path.  `OPERATORS` is a table: families that take the same arguments, with the dtypes and numbers that they are
defined for.  Samples are made when a test asks for them, on the device and with the dtype that it names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.schema.values import DTYPES
from wye.tensors import tensor
from wye.tensors.layout import broadcast_shapes
from wye.testing.dtype_groups import GROUPS
from wye.testing.make_tensor import make_tensor
from wye.testing.op_info import OpInfo, SampleInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.schema.values import dtype as dtype_type

__all__ = ["BINARY", "OPERATORS", "REDUCTIONS", "UNARY"]

_FLOATS: Final = GROUPS["floating_types"]()
_FLOATS_AND_COMPLEX: Final = GROUPS["floating_and_complex_types"]()
_REAL: Final = GROUPS["all_types"]()
_ALL: Final = GROUPS["all_types_and_complex"]()
_INTS: Final = GROUPS["integral_types"]()
_Make = Any  # make(*shape): a tensor of random numbers

# Name -> the numbers between which a function of one number is defined, and differentiable; None: everywhere.
_ELEMENTWISE: Final[dict[tuple[dtype_type, ...], dict[str, tuple[float | None, float | None]]]] = {
    _FLOATS_AND_COMPLEX: {
        "acos": (-0.9, 0.9), "asin": (-0.9, 0.9), "atan": (None, None), "acosh": (1.5, 9), "asinh": (None, None),
        "atanh": (-0.9, 0.9), "cos": (None, None), "cosh": (-3, 3), "exp": (-3, 3), "expm1": (-3, 3), "log": (0.5, 9),
        "log10": (0.5, 9), "log1p": (-0.5, 9), "log2": (0.5, 9), "reciprocal": (0.5, 9), "rsqrt": (0.5, 9),
        "sigmoid": (None, None), "sin": (None, None), "sinc": (0.5, 9), "sinh": (-3, 3), "sqrt": (0.5, 9),
        "tan": (-1, 1), "tanh": (None, None),
    },
    _FLOATS: {
        "deg2rad": (None, None), "digamma": (0.5, 9), "erf": (None, None), "erfc": (None, None), "erfinv": (-0.9, 0.9),
        "exp2": (-3, 3), "frac": (0.1, 0.9), "lgamma": (0.5, 9), "logit": (0.1, 0.9), "rad2deg": (None, None),
        "nn.functional.relu": (0.5, 9), "nn.functional.gelu": (None, None), "nn.functional.silu": (None, None),
        "nn.functional.softplus": (None, None), "nn.functional.elu": (None, None), "nn.functional.mish": (None, None),
        "nn.functional.logsigmoid": (None, None), "nn.functional.hardtanh": (-0.9, 0.9),
        "nn.functional.leaky_relu": (0.5, 9), "nn.functional.softsign": (0.5, 9),
    },
    _REAL: {"ceil": (None, None), "floor": (None, None), "round": (None, None), "sign": (1, 9), "trunc": (None, None)},
    _ALL: {"abs": (1, 9), "clone": (None, None), "isfinite": (None, None), "neg": (1, 9), "positive": (1, 9),
           "square": (1, 9), "zeros_like": (None, None), "ones_like": (None, None)},
    _INTS: {"bitwise_not": (None, None)},
}  # fmt: skip
# Functions of two tensors that broadcast.
_TWO: Final[dict[tuple[dtype_type, ...], str]] = {
    _ALL: "add sub mul eq ne",
    _REAL: "maximum minimum lt le gt ge fmod remainder floor_divide",
    _FLOATS: "atan2 hypot logaddexp logaddexp2 copysign fmax fmin xlogy",
    _FLOATS_AND_COMPLEX: "div true_divide pow",
    _INTS: "bitwise_and bitwise_or bitwise_xor gcd lcm",
}
_SOME_DIMS: Final[dict[tuple[dtype_type, ...], str]] = {
    _ALL: "sum",
    _REAL: "amax amin",
    _FLOATS_AND_COMPLEX: "mean var std",
    _FLOATS: "logsumexp nansum",
}
_ONE_DIM: Final[dict[tuple[dtype_type, ...], str]] = {
    _ALL: "cumsum cumprod prod",
    _REAL: "argmax argmin max min sort argsort cummax cummin",
    _FLOATS: "softmax log_softmax median logcumsumexp",
}


_WITHOUT_GRADIENTS: Final = frozenset(
    ("argmax", "argmin", "argsort", "eq", "floor_divide", "ge", "gt", "isfinite", "le", "lt", "ne", "ones_like",
     "zeros_like")
)  # fmt: skip


class _Broadcast(NamedTuple):
    """A first argument that is smaller than the result."""

    value: Any


def _given(make: _Make) -> dict[str, tuple[tuple[dtype_type, ...], list[tuple[Any, ...]]]]:
    """Operators with arguments of their own: dtypes, and arguments by place; a dictionary at the end is by name."""
    x, square, wide = make(3, 4), make(3, 3), make(2, 3, 4)
    mask = tensor([[i == j for j in range(4)] for i in range(3)])
    return {
        "addcmul": (_ALL, [(x, make(4), make(3, 1)), (x, x, x, {"value": 2})]),
        "addmm": (
            _FLOATS_AND_COMPLEX,
            [(_Broadcast(make(5)), x, make(4, 5)), (make(3, 5), x, make(4, 5), {"beta": 2})],
        ),
        "baddbmm": (_FLOATS_AND_COMPLEX, [(make(2, 3, 5), wide, make(2, 4, 5))]),
        "bmm": (_FLOATS_AND_COMPLEX, [(wide, make(2, 4, 5))]),
        "broadcast_to": (_ALL, [(make(3, 1), (2, 3, 4))]),
        "cat": (_ALL, [([x, x],), ([x, make(3, 2)], 1)]),
        "chunk": (_ALL, [(x, 2), (x, 3, 1)]),
        "clamp": (_REAL, [(x, 1, 5), (x, {"max": 3})]),
        "diag": (_ALL, [(square,), (make(3), 1)]),
        "diagonal": (_ALL, [(wide, 0, 1, 2)]),
        "dot": (_FLOATS_AND_COMPLEX, [(make(4), make(4))]),
        "einsum": (_FLOATS_AND_COMPLEX, [("ij,jk->ik", x, make(4, 2))]),
        "expand": (_ALL, [(make(3, 1), (2, 3, 4))]),
        "flatten": (_ALL, [(wide,), (wide, 1)]),
        "flip": (_ALL, [(wide, (0, 2))]),
        "gather": (_ALL, [(x, 1, tensor([[0, 3], [1, 1]]))]),
        "index_select": (_ALL, [(x, 1, tensor([3, 0, 0]))]),
        "index_add": (_ALL, [(x, 1, tensor([3, 0]), make(3, 2))]),
        "kron": (_ALL, [(make(2, 2), make(3))]),
        "lerp": (_FLOATS, [(x, make(3, 4), 0.3)]),
        "masked_fill": (_ALL, [(x, mask, 2)]),
        "masked_select": (_ALL, [(x, mask)]),
        "matmul": (_FLOATS_AND_COMPLEX, [(x, make(4)), (wide, make(4, 2))]),
        "mm": (_FLOATS_AND_COMPLEX, [(x, make(4, 5))]),
        "movedim": (_ALL, [(wide, 0, -1)]),
        "mv": (_FLOATS_AND_COMPLEX, [(x, make(4))]),
        "narrow": (_ALL, [(x, 1, 1, 2)]),
        "nn.functional.embedding": (_FLOATS, [(tensor([[0, 2], [1, 1]]), x)]),
        "nn.functional.layer_norm": (_FLOATS, [(wide, (4,)), (wide, (4,), make(4), make(4))]),
        "nn.functional.linear": (_FLOATS_AND_COMPLEX, [(x, make(5, 4)), (x, make(5, 4), make(5))]),
        "nn.functional.conv1d": (_FLOATS, [(wide, make(5, 3, 2)), (wide, make(5, 3, 2), make(5), 2, 1)]),
        "nn.functional.conv2d": (_FLOATS, [(make(2, 3, 5, 5), make(4, 3, 3, 3), {"padding": 1})]),
        "nn.functional.max_pool2d": (_FLOATS, [(make(2, 3, 6, 6), 2)]),
        "nn.functional.avg_pool2d": (_FLOATS, [(make(2, 3, 6, 6), 2)]),
        "nn.functional.mse_loss": (_FLOATS, [(x, make(3, 4)), (x, make(3, 4), {"reduction": "sum"})]),
        "nn.functional.scaled_dot_product_attention": (
            _FLOATS,
            [(make(2, 3, 4, 5), make(2, 3, 6, 5), make(2, 3, 6, 5))],
        ),
        "outer": (_ALL, [(make(3), make(4))]),
        "permute": (_ALL, [(wide, (2, 0, 1))]),
        "repeat": (_ALL, [(x, (2, 1, 3))]),
        "reshape": (_ALL, [(x, (2, 6)), (x.t(), (-1,))]),
        "roll": (_ALL, [(x, 2), (x, (1, 2), (0, 1))]),
        "scatter": (_ALL, [(x, 1, tensor([[0, 3], [1, 2]]), make(2, 2))]),
        "scatter_add": (_ALL, [(x, 1, tensor([[0, 3], [1, 1]]), make(2, 2))]),
        "select": (_ALL, [(x, 1, 2)]),
        "split": (_ALL, [(x, 2), (x, [1, 3], 1)]),
        "squeeze": (_ALL, [(make(3, 1, 4), 1), (make(1, 2, 1),)]),
        "stack": (_ALL, [([x, x], 1)]),
        "t": (_ALL, [(x,)]),
        "tile": (_ALL, [(x, (2, 2))]),
        "topk": (_FLOATS, [(x, 2)]),  # equal numbers have no order
        "trace": (_ALL, [(square,)]),
        "transpose": (_ALL, [(wide, 0, 2)]),
        "tril": (_ALL, [(x,), (x, 1)]),
        "triu": (_ALL, [(x,), (x, -1)]),
        "unbind": (_ALL, [(x,), (x, 1)]),
        "unsqueeze": (_ALL, [(x, 1)]),
        "view": (_ALL, [(x, (2, 6))]),
        "where": (_ALL, [(mask, x, make(3, 4))]),
    }


def _maker(device: Any, dtype: Any, requires_grad: bool, low: float | None = None, high: float | None = None) -> _Make:
    def make(*shape: int) -> Any:
        return make_tensor(*shape, dtype=dtype, device=device, low=low, high=high, requires_grad=requires_grad)

    return make


def _info(name: str, dtypes: tuple[dtype_type, ...], samples: Callable[..., Iterable[SampleInput]]) -> OpInfo:
    gradients = name not in _WITHOUT_GRADIENTS and not set(dtypes) <= set(_INTS)
    made = OpInfo(name, dtypes=dtypes, sample_inputs_func=samples, supports_autograd=gradients)
    made.op = made.method_variant if made.op is None else made.op  # `expand` is a method alone
    return made


def _unary(name: str, dtypes: tuple[dtype_type, ...], low: float | None, high: float | None) -> OpInfo:
    def samples(op: OpInfo, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterable[SampleInput]:
        whole = dtype in _INTS  # numbers between 1 and 9 have integers among them, others need not
        make = _maker(device, dtype, requires_grad, *((None, None) if whole and low != 1 else (low, high)))
        yield from (SampleInput(make(*shape)) for shape in ((3, 4), (), (0, 2)))
        if not requires_grad:
            yield SampleInput(make(4, 3).t())

    return _info(name, dtypes, samples)


def _binary(name: str, dtypes: tuple[dtype_type, ...]) -> OpInfo:
    def samples(op: OpInfo, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterable[SampleInput]:
        make = _maker(device, dtype, requires_grad, 1, 5)  # no division by zero, no powers beyond the integers
        for first, second in (((3, 4), (3, 4)), ((3, 4), (4,)), ((2, 1), (1, 3)), ((), (2,))):
            broadcasts = broadcast_shapes(first, second) != first
            yield SampleInput(make(*first), args=(make(*second),), broadcasts_input=broadcasts)

    return _info(name, dtypes, samples)


def _reduction(name: str, dtypes: tuple[dtype_type, ...], *, several: bool) -> OpInfo:
    def samples(op: OpInfo, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterable[SampleInput]:
        make = _maker(device, dtype, requires_grad, 1, 5)
        yield SampleInput(make(3, 4), 1)
        yield SampleInput(make(2, 3, 4), -1)
        if several:
            yield SampleInput(make(2, 3, 4), (0, 2), keepdim=True)

    return _info(name, dtypes, samples)


def _other(name: str, dtypes: tuple[dtype_type, ...]) -> OpInfo:
    def samples(op: OpInfo, device: Any, dtype: Any, requires_grad: bool, **_: Any) -> Iterable[SampleInput]:
        for given in _given(_maker(device, dtype, requires_grad, 1, 5))[name][1]:
            by_name = given[-1] if isinstance(given[-1], dict) else {}
            by_place = given[1:-1] if by_name else given[1:]
            first = given[0]
            if isinstance(first, _Broadcast):
                yield SampleInput(first.value, args=by_place, kwargs=by_name, broadcasts_input=True)
            else:
                yield SampleInput(first, args=by_place, kwargs=by_name)

    return _info(name, dtypes, samples)


UNARY: Final = [
    _unary(name, dtypes, *range_) for dtypes, names in _ELEMENTWISE.items() for name, range_ in names.items()
]
BINARY: Final = [_binary(name, dtypes) for dtypes, names in _TWO.items() for name in names.split()]
REDUCTIONS: Final = [
    _reduction(name, dtypes, several=table is _SOME_DIMS)
    for table in (_SOME_DIMS, _ONE_DIM)
    for dtypes, names in table.items()
    for name in names.split()
]
OPERATORS: Final = sorted(
    [
        *UNARY, *BINARY, *REDUCTIONS,
        *(_other(name, row[0]) for name, row in _given(_maker("cpu", DTYPES["float32"], False)).items()),
    ],
    key=lambda op: op.name,
)  # fmt: skip
