"""Samples of layers: elementwise functions, paddings, pools, convolutions, products and normalisations.

Cold path.  Out: `LAYERS`, the samples of each by name, `REFUSED_LAYERS` and `LAYER_FACTS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.schema.values import DTYPES
from wye.tensors.limits import finfo
from wye.testing.module_info import Case, Refused
from wye.testing.surroundings import frozen_random_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = ["LAYERS", "LAYER_FACTS", "REFUSED_LAYERS"]

_VALUE_ERROR, _RUNTIME_ERROR = ValueError, RuntimeError


def of_a_batch_of_one(module: Any, *given: Any) -> Any:
    """What a module gives for inputs without a batch, by way of batches that have one."""
    with frozen_random_state():
        found = module(*(one.unsqueeze(0) for one in given))
    return found.squeeze(0)


def _elementwise(formula: Callable[..., Any], *options: dict[str, Any]) -> list[Case]:
    """An elementwise layer, whose formula takes the module and the input; on a row, on a number, on a block."""

    def expected(module: Any, x: Tensor) -> Any:
        return formula(module, x)

    shapes = ((3, 2, 5), (4,), ())
    plain = [Case(shape, reference=expected) for shape in shapes]
    return plain + [Case((3, 4), reference=expected, **one) for one in options]


def _where(condition: Any, one: Any, other: Any) -> Any:
    return of.where(condition, one, other)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + (-x).exp())


def _exponentials(x: Any, dim: int) -> Any:
    found = (x - x.amax(dim, keepdim=True)).exp()
    return found / found.sum(dim, keepdim=True)


def _elu(x: Any, scale: float) -> Any:
    return _where(x > 0, x, scale * (x.exp() - 1))


_SELU: Final = (1.6732632423543772, 1.0507009873554805)  # alpha and scale, by which the variance stays one

_ELEMENTWISE: Final[dict[str, list[Case]]] = {
    "CELU": _elementwise(lambda m, x: _where(x > 0, x, m.alpha * ((x / m.alpha).exp() - 1)), {"alpha": 2.0}),
    "ELU": _elementwise(lambda m, x: _elu(x, m.alpha), {"alpha": 2.0}),
    "GELU": _elementwise(
        lambda m, x: (
            x * (1 + (x * 0.5**0.5).erf()) / 2
            if m.approximate == "none"
            else x * (1 + ((2 / 3.141592653589793) ** 0.5 * (x + 0.044715 * x**3)).tanh()) / 2
        ),
        {"approximate": "tanh"},
    ),
    "Hardshrink": _elementwise(lambda m, x: _where(x.abs() > m.lambd, x, x * 0), {"lambd": 1.5}),
    "Hardswish": _elementwise(lambda m, x: x * (x + 3).clamp(0, 6) / 6),
    "Hardtanh": _elementwise(lambda m, x: x.clamp(m.min_val, m.max_val), {"min_val": -2.0, "max_val": 0.5}),
    "LeakyReLU": _elementwise(lambda m, x: _where(x > 0, x, x * m.negative_slope), {"negative_slope": 0.5}),
    "LogSigmoid": _elementwise(lambda m, x: _sigmoid(x).log()),
    "Mish": _elementwise(lambda m, x: x * (1 + x.exp()).log().tanh()),
    "ReLU": _elementwise(lambda m, x: _where(x > 0, x, x * 0)),
    "ReLU6": _elementwise(lambda m, x: x.clamp(0, 6)),
    "SELU": _elementwise(lambda m, x: _SELU[1] * _elu(x, _SELU[0])),
    "SiLU": _elementwise(lambda m, x: x * _sigmoid(x)),
    "Sigmoid": _elementwise(lambda m, x: _sigmoid(x)),
    "Softplus": _elementwise(
        lambda m, x: _where(x * m.beta > m.threshold, x, (1 + (x * m.beta).exp()).log() / m.beta),
        {"beta": 2},
        {"beta": 2, "threshold": 1},
    ),
    "Softshrink": _elementwise(lambda m, x: _where(x.abs() > m.lambd, x - m.lambd * x.sign(), x * 0), {"lambd": 1.0}),
    "Softsign": _elementwise(lambda m, x: x / (1 + x.abs())),
    "Tanh": _elementwise(lambda m, x: 2 * _sigmoid(2 * x) - 1),
    "Tanhshrink": _elementwise(lambda m, x: x - (2 * _sigmoid(2 * x) - 1)),
    "Threshold": [
        Case(shape, args=args, reference=lambda m, x: _where(x > m.threshold, x, of.full_like(x, m.value)))
        for shape, args in (((2, 3, 4), (1.0, 2.0)), ((3, 2), (0.5, 10.0)), ((5,), (-1.0, -2.0)), ((), (1.0, 2.0)))
    ],
    "GLU": [
        Case(shape, args=args, reference=lambda m, x: x.chunk(2, m.dim)[0] * _sigmoid(x.chunk(2, m.dim)[1]))
        for shape, args in (((5, 6), ()), ((6, 2, 7), (0,)), ((4,), ()))
    ],
    "PReLU": [
        Case((2, 3, 4), reference=lambda m, x: _where(x > 0, x, x * m.weight)),
        Case((2, 3, 4), args=(3,), reference=lambda m, x: _where(x > 0, x, x * m.weight.reshape(1, 3, 1))),
        Case((2, 3, 4, 2), args=(3,), reference=lambda m, x: _where(x > 0, x, x * m.weight.reshape(1, 3, 1, 1))),
        Case((), reference=lambda m, x: _where(x > 0, x, x * m.weight[0])),
    ],
    "Softmax": [
        Case(shape, args=(dim,), reference=lambda m, x: _exponentials(x, m.dim))
        for shape, dim in (((3, 4), 1), ((2, 3, 4), 0), ((5,), -1))
    ],
    "Softmin": [
        Case(shape, args=(dim,), reference=lambda m, x: _exponentials(-x, m.dim))
        for shape, dim in (((3, 4), 1), ((2, 3, 4), 0), ((5,), -1))
    ],
    "LogSoftmax": [
        Case(shape, args=(dim,), reference=lambda m, x: _exponentials(x, m.dim).log())
        for shape, dim in (((3, 4), 1), ((2, 3, 4), 0), ((5,), -1))
    ],
    "Softmax2d": [Case(shape, reference=lambda m, x: _exponentials(x, -3)) for shape in ((1, 3, 4, 5), (3, 4, 5))],
}


def _paddings() -> dict[str, list[Case]]:
    """All paddings in one, two and three dimensions: the same on all sides or different; without a batch, too."""
    found: dict[str, list[Case]] = {}
    for axes, one, several in ((1, 1, (1, 2)), (2, 1, (1, 2, 2, 1)), (3, 1, (1, 2, 0, 1, 1, 0))):
        sizes = (3, 4, 4)[-axes:]
        for kind in ("Reflection", "Replication", "Zero", "Circular", "Constant"):
            value = (2.0,) if kind == "Constant" else ()
            channels = 1 if kind == "Circular" else 3  # its results do not lie in memory as its inputs do
            found[f"{kind}Pad{axes}d"] = [
                Case((2, channels, *sizes), args=(several, *value)),
                Case((2, channels, *sizes), args=(one, *value)),
                Case((channels, *sizes), args=(one, *value), reference=of_a_batch_of_one),
            ]
    return found


def _pools() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for axes in (1, 2, 3):
        sizes = (6, 6, 6)[:axes] if axes < 3 else (4, 4, 4)
        batch, alone = (2, 3, *sizes), (3, *sizes)
        some = (2, 1, 2)[:axes] if axes > 1 else 2
        plain = [Case(batch, args=(2,)), Case(batch, args=(some,)), Case(batch, args=(2, 1))]
        one = [Case(alone, args=(2,), reference=of_a_batch_of_one)]
        found[f"AvgPool{axes}d"] = [*plain, Case(batch, args=(3, 2, 1)), *one]
        if axes > 1:
            found[f"AvgPool{axes}d"].append(Case(batch, args=(2,), divisor_override=3))
        found[f"MaxPool{axes}d"] = [*plain, Case(batch, args=(3, 2, 1)), *one, Case(batch, args=(2,), ceil_mode=True)]
        positive = lambda draw, size=batch: draw(*size, low=0.5)  # noqa: E731 - roots of sums have no derivative at zero
        found[f"LPPool{axes}d"] = [
            Case(positive, args=(2, 2)),
            Case(positive, args=(1.5, 2)),
            Case(lambda draw, size=alone: draw(*size, low=0.5), args=(2, 2), reference=of_a_batch_of_one),
        ]
        adaptive = [Case(batch, args=(2,)), Case(alone, args=(3,), reference=of_a_batch_of_one)]
        if axes > 1:
            adaptive += [Case(batch, args=((3, 2, 1)[:axes],)), Case(batch, args=((None, 3, 2)[:axes],))]
        found[f"AdaptiveAvgPool{axes}d"] = [*adaptive, Case(batch, args=(1,))]
        found[f"AdaptiveMaxPool{axes}d"] = adaptive
    for axes, sizes in ((2, (7, 7)), (3, (5, 5, 5))):
        found[f"FractionalMaxPool{axes}d"] = [
            Case((2, 2, *sizes), args=(2,), output_ratio=0.5),
            Case((2, 2, *sizes), args=(2,), output_size=(3,) * axes),
            Case((2, 2, *sizes), args=((2, 3, 2)[:axes],), output_size=(3, 2, 2)[:axes], return_indices=True),
            Case((2, *sizes), args=(2,), output_size=(3,) * axes),
        ]
    return found


def _convolutions() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for axes in (1, 2, 3):
        sizes, one = (5,) * axes, of_a_batch_of_one
        for lazy in ("", "Lazy"):
            into = () if lazy else (4,)
            found[f"{lazy}Conv{axes}d"] = [
                Case((2, 4, *sizes), args=(*into, 3, 3)),
                Case((2, 4, *sizes), args=(*into, 3, 3), stride=2, padding=1),
                Case((2, 4, *sizes), args=(*into, 4, 2), groups=2, dilation=2, bias=False),
                Case((4, *sizes), args=(*into, 3, 3), padding="same", reference=None if lazy else one),
            ]
            found[f"{lazy}ConvTranspose{axes}d"] = [
                Case((1, 4, *sizes), args=(*into, 3, 3), stride=2, padding=1, output_padding=1),
                Case((4, *sizes), args=(*into, 3, 2), reference=None if lazy else one),
            ]
    return found


def _over_batches(x: Any, axes: tuple[int, ...], eps: float) -> Any:
    middle = x.mean(axes, keepdim=True)
    return (x - middle) / ((x - middle).pow(2).mean(axes, keepdim=True) + eps).sqrt()


def _group_norm(module: Any, x: Any) -> Any:
    wide = x.to(DTYPES["float64"])
    rows = wide.reshape(x.size(0), module.num_groups, -1)
    found = _over_batches(rows, (2,), module.eps).reshape(x.shape)
    if module.affine:
        spread = (1, -1, *(1 for _ in x.shape[2:]))
        found = found * module.weight.reshape(spread) + module.bias.reshape(spread)
    return found.to(x.dtype)


def _layer_norm(module: Any, x: Any) -> Any:
    axes = tuple(range(x.dim() - len(module.normalized_shape), x.dim()))
    found = _over_batches(x, axes, module.eps)
    found = found if module.weight is None else found * module.weight
    return found if module.bias is None else found + module.bias


def _rms_norm(module: Any, x: Any) -> Any:
    axes = tuple(range(x.dim() - len(module.normalized_shape), x.dim()))
    eps = finfo(x.dtype).eps if module.eps is None else module.eps
    found = x / (x.pow(2).mean(axes, keepdim=True) + eps).sqrt()
    return found if module.weight is None else found * module.weight


def _normalisations() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for axes in (1, 2, 3):
        sizes = (4, 3, 3)[:axes]
        batches = [
            Case((3, 5, *sizes), args=(5,)),
            Case((3, 5, *sizes), args=(5, 1e-3, 0.3)),
            Case((3, 5, *sizes), args=(5,), momentum=None),
            Case((3, 5, *sizes), args=(5,), affine=False),
            Case((3, 5, *sizes), args=(5,), track_running_stats=False),
        ]
        found[f"BatchNorm{axes}d"] = [*batches, *([Case((4, 5), args=(5,))] if axes == 1 else [])]
        found[f"InstanceNorm{axes}d"] = [
            Case((2, 3, *sizes), args=(3,), reference=lambda m, x: _over_batches(x, tuple(range(2, x.dim())), m.eps)),
            Case((2, 3, *sizes), args=(3,), affine=True, track_running_stats=True),
            Case((3, *sizes), args=(3,), reference=of_a_batch_of_one),
        ]
    found["GroupNorm"] = [
        Case((2, 6, 3), args=(3, 6), reference=_group_norm),
        Case((3, 4), args=(2, 4, 1e-3), reference=_group_norm),
        Case((2, 4, 3, 3), args=(4, 4), reference=_group_norm),
        Case((2, 4, 2, 2), args=(1, 4), affine=False, reference=_group_norm),
    ]
    found["LayerNorm"] = [
        Case((3, 4, 5), args=((5,),), reference=_layer_norm),
        Case((3, 4, 5), args=((4, 5), 1e-3), reference=_layer_norm),
        Case((3, 4, 5), args=((4, 5),), elementwise_affine=False, reference=_layer_norm),
        Case((3, 5), args=(5,), bias=False, reference=_layer_norm),
    ]
    found["RMSNorm"] = [
        Case((3, 4, 5), args=((5,),), reference=_rms_norm),
        Case((3, 4, 5), args=((4, 5), 1e-3), reference=_rms_norm),
        Case((3, 5), args=(5,), elementwise_affine=False, reference=_rms_norm),
    ]
    found["LocalResponseNorm"] = [Case((2, 5, 4), args=(3,)), Case((2, 5, 3, 3), args=(2, 1e-3, 0.5, 2.0))]
    return found


_PRODUCTS: Final[dict[str, list[Case]]] = {
    "Linear": [
        Case((4, 6), args=(6, 3), reference=lambda m, x: x @ m.weight.t() + m.bias),
        Case((2, 4, 6), args=(6, 3), bias=False, reference=lambda m, x: x @ m.weight.t()),
        Case((6,), args=(6, 3), reference=lambda m, x: m.weight @ x + m.bias),
    ],
    "Bilinear": [
        Case(
            (4, 3),
            (4, 2),
            args=(3, 2, 5),
            reference=lambda m, x, y: of.einsum("bi,oij,bj->bo", [x, m.weight, y]) + m.bias,
        ),
        Case(
            (4, 3),
            (4, 2),
            args=(3, 2, 5),
            bias=False,
            reference=lambda m, x, y: of.einsum("bi,oij,bj->bo", [x, m.weight, y]),
        ),
        Case((3,), (2,), args=(3, 2, 5), reference=of_a_batch_of_one),
    ],
}

LAYERS: Final[dict[str, list[Case]]] = {
    **_ELEMENTWISE, **_paddings(), **_pools(), **_convolutions(), **_normalisations(), **_PRODUCTS,
}  # fmt: skip

REFUSED_LAYERS: Final[dict[str, list[Refused]]] = {
    **{
        f"BatchNorm{axes}d": [Refused(Case((3,) * 6, args=(3,)), "expected .* input", _VALUE_ERROR)]
        for axes in (1, 2, 3)
    },
    **{
        f"CircularPad{axes}d": [Refused(Case((2,) * 6, args=(1,)), "expected .* input", _VALUE_ERROR)]
        for axes in (1, 2, 3)
    },
    "GroupNorm": [Refused(Case((2, 4), args=(3, 4)), "num_channels .* must be divisible", _VALUE_ERROR, made=True)],
    "MaxPool2d": [Refused(Case((2, 3, 4, 4), args=(2,), padding=2), "pad should be at most half")],
}

_FLOATS: Final = (DTYPES["float32"], DTYPES["float64"])
_COMPLEX: Final = (DTYPES["complex64"], DTYPES["complex128"])
_CONVOLUTION: Final = {"module_memformat_affects_out": True}

# What tests may ask of a layer, where it differs from the rest.
LAYER_FACTS: Final[dict[str, dict[str, Any]]] = {
    **{f"BatchNorm{axes}d": {"train_and_eval_differ": True} for axes in (1, 2, 3)},
    **{f"InstanceNorm{axes}d": {"train_and_eval_differ": True} for axes in (1, 2, 3)},
    **{f"Conv{axes}d": _CONVOLUTION for axes in (1, 2, 3)},
    **{f"ConvTranspose{axes}d": {**_CONVOLUTION, "dtypes": (*_FLOATS, *_COMPLEX)} for axes in (1, 2, 3)},
    **{
        f"Lazy{name}{axes}d": {**_CONVOLUTION, "is_lazy": True}
        for axes in (1, 2, 3)
        for name in ("Conv", "ConvTranspose")
    },
    "GroupNorm": {"dtypes": (*_FLOATS, DTYPES["float16"], DTYPES["bfloat16"])},
    "Hardswish": {"supports_gradgrad": False},
}
