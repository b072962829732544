"""Samples of losses, compared with their formulas.  Cold path.

Out: `LOSS_SAMPLES`, the samples of each by name, `REFUSED_LOSSES` and `LOSS_FACTS`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.schema.values import DTYPES
from wye.testing.loss_references import LOSSES, reduced
from wye.testing.module_info import Case, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.testing.module_info import Draw

__all__ = ["LOSS_FACTS", "LOSS_SAMPLES", "REFUSED_LOSSES"]

_REDUCTIONS: Final = ("mean", "sum", "none")


def _known(name: str, *options: str) -> Callable[..., Any]:
    """The formula of a loss in `loss_references`, which is told these attributes of the module."""

    def expected(module: Any, *given: Any) -> Any:
        return LOSSES[name](*given, **{one: getattr(module, one) for one in ("reduction", *options)})

    return expected


def _reduced(formula: Callable[..., Any]) -> Callable[..., Any]:
    """A formula of the module and the arguments that gives a loss for each element."""
    return lambda module, *given: reduced(formula(module, *given), module.reduction)


def _cases(given: Iterable[Any], reference: Any, *options: dict[str, Any]) -> list[Case]:
    """A sample for each reduction, and one for each of the options."""
    inputs = tuple(given)
    plain = [Case(*inputs, reference=reference, reduction=one) for one in _REDUCTIONS]
    return plain + [Case(*inputs, reference=reference, **one) for one in options]


def _fixed(*shape: int, low: float = -3, high: float = 3) -> Callable[[Draw], Any]:
    """Random numbers of which no gradients are wanted."""
    return lambda draw: draw(*shape, low=low, high=high, grad=False)


def _classes(*shape: int, count: int) -> Callable[[Draw], Any]:
    return lambda draw: draw.classes(*shape, count=count)


def _signs(*shape: int) -> Callable[[Draw], Any]:
    return lambda draw: draw.signs(*shape)


def _shares(*shape: int, grad: bool = False) -> Callable[[Draw], Any]:
    """Numbers between 0 and 1."""
    return lambda draw: draw(*shape, low=0.05, high=0.95, grad=grad)


def _log_shares(draw: Draw) -> Any:
    """Logarithms of numbers that sum up to one in each row."""
    found = of.log_softmax(draw(3, 4, grad=False), 1)
    return found.requires_grad_(draw.requires_grad)


def _binary(module: Any, x: Any, target: Any) -> Any:
    weight = 1 if module.weight is None else module.weight
    return -weight * (target * x.log() + (1 - target) * (1 - x).log())


def _binary_of_logits(module: Any, x: Any, target: Any) -> Any:
    positive = 1 if module.pos_weight is None else module.pos_weight
    weight = 1 if module.weight is None else module.weight
    share = 1 / (1 + (-x).exp())
    return -weight * (positive * target * share.log() + (1 - target) * (1 - share).log())


def _gaussian(module: Any, x: Any, target: Any, spread: Any) -> Any:
    spread = spread.clamp(min=module.eps)
    return (spread.log() + (x - target) ** 2 / spread) / 2 + (math.log(2 * math.pi) / 2 if module.full else 0)


def _poisson(module: Any, x: Any, target: Any) -> Any:
    found = x.exp() - target * x if module.log_input else x - target * (x + module.eps).log()
    if not module.full:
        return found
    stirling = target * target.log() - target + (2 * math.pi * target).log() / 2
    return found + of.where(target > 1, stirling, of.zeros_like(target))


def _multi_margin(module: Any, x: Any, target: Any) -> Any:
    rows = x.reshape(-1, x.size(-1))
    own = rows.gather(1, target.reshape(-1, 1))
    over = (module.margin - own + rows).clamp(min=0) ** module.p
    over = over if module.weight is None else over * module.weight[target].reshape(-1, 1)
    mask = of.arange(rows.size(1)) != target.reshape(-1, 1)
    return ((over * mask).sum(1) / rows.size(1)).reshape(target.shape)


def _multi_label_margin(module: Any, x: Any, target: Any) -> Any:
    found = []
    for scores, labels in zip(x.reshape(-1, x.size(-1)), target.reshape(-1, x.size(-1)).tolist(), strict=True):
        own = labels[: labels.index(-1)] if -1 in labels else labels
        others = [at for at in range(len(labels)) if at not in own]
        terms = [(1 - (scores[one] - scores[other])).clamp(min=0) for one in own for other in others]
        found.append(sum(terms, scores[0] * 0) / len(labels))
    return of.stack(found).reshape(x.shape[:-1])


def _multi_label_soft_margin(module: Any, x: Any, target: Any) -> Any:
    share = 1 / (1 + (-x).exp())
    found = -(target * share.log() + (1 - target) * (1 - share).log())
    return (found if module.weight is None else found * module.weight).mean(-1)


def _lengths(values: Any) -> Callable[[Draw], Any]:
    return lambda draw: draw.constant(values, DTYPES["int64"])


_DIFFERENCES: Final = [(2, 3, 4), _fixed(2, 3, 4)]
_ENTROPY: Final = _known("CrossEntropyLoss", "weight", "ignore_index", "label_smoothing")
_NLL: Final = _known("NLLLoss", "weight", "ignore_index")
_COSINE: Final = _known("CosineEmbeddingLoss", "margin")
_RANKING: Final = _known("MarginRankingLoss", "margin")
_FEW: Final = _lengths([1, 2, 0, 3, 2])  # classes, of which some are ignored and some are not
_LABELS: Final = _lengths([[1, 2, -1, 0], [3, -1, 0, 1], [0, 1, 2, -1]])

LOSS_SAMPLES: Final[dict[str, list[Case]]] = {
    "L1Loss": [*_cases(_DIFFERENCES, _reduced(lambda m, x, y: (x - y).abs())), Case((), _fixed())],
    "MSELoss": [*_cases(_DIFFERENCES, _reduced(lambda m, x, y: (x - y) ** 2)), Case((), _fixed())],
    "SmoothL1Loss": _cases(_DIFFERENCES, _known("SmoothL1Loss", "beta"), {"beta": 0.5}, {"beta": 0.0}),
    "HuberLoss": _cases(_DIFFERENCES, _known("HuberLoss", "delta"), {"delta": 0.5}),
    "SoftMarginLoss": _cases([(3, 4), _signs(3, 4)], _known("SoftMarginLoss")),
    "HingeEmbeddingLoss": _cases([(3, 4), _signs(3, 4)], _known("HingeEmbeddingLoss", "margin"), {"margin": 0.5}),
    "MarginRankingLoss": _cases([(6,), (6,), _signs(6)], _RANKING, {"margin": 2.0}),
    "CosineEmbeddingLoss": [
        *_cases([(4, 3), (4, 3), _signs(4)], _COSINE, {"margin": 0.7}),
        Case((3,), (3,), _signs(), reference=_COSINE),
    ],
    "BCELoss": _cases(
        [_shares(3, 4, grad=True), _shares(3, 4)], _reduced(_binary), {"weight": _shares(3, 4)}, {"weight": _shares(4)}
    ),
    "BCEWithLogitsLoss": _cases(
        [(3, 4), _shares(3, 4)], _reduced(_binary_of_logits), {"weight": _shares(4)}, {"pos_weight": _shares(4)}
    ),
    "KLDivLoss": [
        *_cases([_log_shares, _shares(3, 4)], _known("KLDivLoss", "log_target"), {"reduction": "batchmean"}),
        Case(_log_shares, _fixed(3, 4), reference=_known("KLDivLoss", "log_target"), log_target=True),
    ],
    "GaussianNLLLoss": _cases(
        [(3, 4), (3, 4), lambda draw: draw(3, 1, low=0.5)], _reduced(_gaussian), {"full": True}, {"eps": 1.0}
    ),
    "PoissonNLLLoss": [
        *_cases([(3, 4), _fixed(3, 4, low=0.5)], _reduced(_poisson), {"full": True}),
        Case(_shares(3, 4, grad=True), _fixed(3, 4, low=0.5), reference=_reduced(_poisson), log_input=False),
    ],
    "NLLLoss": [
        *_cases([(5, 4), _classes(5, count=4)], _NLL, {"weight": _shares(4)}),
        Case((5, 4), _FEW, reference=_NLL, ignore_index=2),
        Case((2, 4, 3, 2), _classes(2, 3, 2, count=4), reference=_NLL),
        Case((4,), _classes(count=4), reference=_NLL),
    ],
    "CrossEntropyLoss": [
        *_cases([(5, 4), _classes(5, count=4)], _ENTROPY, {"weight": _shares(4)}),
        Case((5, 4), _FEW, reference=_ENTROPY, ignore_index=2),
        Case((2, 4, 3), _classes(2, 3, count=4), reference=_ENTROPY, label_smoothing=0.2),
        Case((5, 4), _shares(5, 4), reference=_ENTROPY),
        Case((4,), _classes(count=4), reference=_ENTROPY),
    ],
    "MultiMarginLoss": _cases(
        [(5, 4), _classes(5, count=4)], _reduced(_multi_margin), {"p": 2}, {"margin": 0.5}, {"weight": _shares(4)}
    ),
    "MultiLabelMarginLoss": _cases([(3, 4), _LABELS], _reduced(_multi_label_margin)),
    "MultiLabelSoftMarginLoss": _cases(
        [(3, 4), lambda draw: draw.classes(3, 4, count=2).to(draw.dtype)],
        _reduced(_multi_label_soft_margin),
        {"weight": _shares(4)},
    ),
    "CTCLoss": _cases(
        [(8, 3, 5), _lengths([[1, 2, 1], [3, 3, 4], [2, 1, 0]]), _lengths([8, 7, 6]), _lengths([3, 3, 2])],
        None,
        {"zero_infinity": True},
    ),
}  # fmt: skip

REFUSED_LOSSES: Final[dict[str, list[Refused]]] = {
    "CrossEntropyLoss": [Refused(Case((3, 4), _classes(2, count=4)), "batch_size", ValueError)],
    "NLLLoss": [Refused(Case((3, 4), _classes(2, count=4)), "batch_size", ValueError)],
    "HuberLoss": [Refused(Case((3, 4), (3, 4), delta=0.0), "delta")],
    "MultiMarginLoss": [Refused(Case((5, 4), _classes(3, count=4)), "target size")],
}

LOSS_FACTS: Final[dict[str, dict[str, Any]]] = {
    "CrossEntropyLoss": {"dtypes": (DTYPES["float32"], DTYPES["float64"], DTYPES["float16"])},
}
