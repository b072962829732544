"""Losses.

``reduction`` is ``"mean"``, ``"sum"`` or ``"none"``; ``size_average`` and ``reduce`` are PyTorch's former arguments for
the same.  The functions are those of `wye.nn.functional`, which say more.
"""

from __future__ import annotations

from dataclasses import KW_ONLY  # noqa: TC003 - `dataclass` looks for it here
from typing import TYPE_CHECKING, Any, ClassVar

from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.functional.reductions import word_for
from wye.nn.modules.distance import PairwiseDistance
from wye.nn.modules.stateless import Stateless, stateless

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CTCLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "GaussianNLLLoss",
    "HingeEmbeddingLoss", "HuberLoss", "KLDivLoss", "L1Loss", "MSELoss", "MarginRankingLoss", "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss", "MultiMarginLoss", "NLLLoss", "PoissonNLLLoss", "SmoothL1Loss", "SoftMarginLoss",
    "TripletMarginLoss", "TripletMarginWithDistanceLoss",
]  # fmt: skip

_FORMER = ("size_average", "reduce")


class _Loss(Stateless):
    """A loss: its tensors are buffers, and the former arguments have become the reduction."""

    reduction: str
    _buffered: ClassVar[tuple[str, ...]] = ("weight", "pos_weight")

    def __post_init__(self) -> None:
        size_average, reduce = (self.__dict__.pop(name, None) for name in _FORMER)
        self.reduction = word_for(self.reduction, size_average, reduce)
        for name in self._buffered:
            if name in self._fields:
                value = getattr(self, name)
                delattr(self, name)
                self.register_buffer(name, value)

    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields if name not in _FORMER}


@stateless
class L1Loss(_Loss):
    """Absolute differences."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.l1_loss)


@stateless
class MSELoss(_Loss):
    """Squared differences."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.mse_loss)


@stateless
class SmoothL1Loss(_Loss):
    """Squared differences below ``beta``, absolute ones above."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    beta: float = 1.0
    function = staticmethod(F.smooth_l1_loss)


@stateless
class HuberLoss(_Loss):
    """Squared differences below ``delta``, absolute ones times ``delta`` above."""

    reduction: str = "mean"
    delta: float = 1.0
    function = staticmethod(F.huber_loss)


@stateless
class NLLLoss(_Loss):
    """The negative log probability of the right class."""

    weight: Tensor | None = None
    size_average: bool | None = None
    ignore_index: int = -100
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.nll_loss)


@stateless
class CrossEntropyLoss(_Loss):
    """The negative log probability of the right class, from logits."""

    weight: Tensor | None = None
    size_average: bool | None = None
    ignore_index: int = -100
    reduce: bool | None = None
    reduction: str = "mean"
    label_smoothing: float = 0.0
    function = staticmethod(F.cross_entropy)


@stateless
class PoissonNLLLoss(_Loss):
    """The negative log probability of counts."""

    log_input: bool = True
    full: bool = False
    size_average: bool | None = None
    eps: float = 1e-8
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.poisson_nll_loss)


@stateless
class GaussianNLLLoss(_Loss):
    """The negative log density of normally distributed targets, called with their mean, the target, the variance."""

    _: KW_ONLY
    full: bool = False
    eps: float = 1e-6
    reduction: str = "mean"
    function = staticmethod(F.gaussian_nll_loss)


@stateless
class KLDivLoss(_Loss):
    """The Kullback-Leibler divergence of log probabilities from a target."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    log_target: bool = False
    function = staticmethod(F.kl_div)


@stateless
class BCELoss(_Loss):
    """The binary cross entropy of probabilities."""

    weight: Tensor | None = None
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.binary_cross_entropy)


@stateless
class BCEWithLogitsLoss(_Loss):
    """The binary cross entropy of logits."""

    weight: Tensor | None = None
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    pos_weight: Tensor | None = None
    function = staticmethod(F.binary_cross_entropy_with_logits)


@stateless
class HingeEmbeddingLoss(_Loss):
    """Distances where the target is 1, and what they lack of ``margin`` where it is -1."""

    margin: float = 1.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.hinge_embedding_loss)


@stateless
class MultiLabelMarginLoss(_Loss):
    """Hinges between the right classes and all others."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.multilabel_margin_loss)


@stateless
class SoftMarginLoss(_Loss):
    """``log(1 + exp(-target * input))``."""

    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.soft_margin_loss)


@stateless
class MultiLabelSoftMarginLoss(_Loss):
    """The mean binary cross entropy of logits over classes."""

    weight: Tensor | None = None
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.multilabel_soft_margin_loss)


@stateless
class CosineEmbeddingLoss(_Loss):
    """One minus the cosine of two vectors, or where the target is -1 what it is above ``margin``."""

    margin: float = 0.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.cosine_embedding_loss)


@stateless
class MarginRankingLoss(_Loss):
    """What the first of two inputs lacks of ``margin`` above the second; the other way round where the target is -1."""

    margin: float = 0.0
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.margin_ranking_loss)


@stateless
class MultiMarginLoss(_Loss):
    """Hinges between the right class and all others.

    Raises:
        ValueError: ``p`` is neither 1 nor 2, or ``weight`` is no vector.
    """

    p: int = 1
    margin: float = 1.0
    weight: Tensor | None = None
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.multi_margin_loss)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if self.weight is not None and self.weight.dim() != 1:
            raise ValueError(
                f"MultiMarginLoss: expected weight to be None or 1D tensor, got {self.weight.dim()}D instead"
            )


@stateless
class TripletMarginLoss(_Loss):
    """What a negative example lacks of being ``margin`` farther from the anchor than a positive one.

    Raises:
        ValueError: ``margin`` is not positive.
    """

    margin: float = 1.0
    p: float = 2.0
    eps: float = 1e-6
    swap: bool = False
    size_average: bool | None = None
    reduce: bool | None = None
    reduction: str = "mean"
    function = staticmethod(F.triplet_margin_loss)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {self.margin} instead")


@stateless
class TripletMarginWithDistanceLoss(_Loss):
    """`TripletMarginLoss` with a distance of your own.

    Raises:
        ValueError: ``margin`` is not positive.
    """

    _: KW_ONLY
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None
    margin: float = 1.0
    swap: bool = False
    reduction: str = "mean"
    function = staticmethod(F.triplet_margin_with_distance_loss)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.distance_function is None:
            self.distance_function = PairwiseDistance()
        if self.margin <= 0:
            raise ValueError(
                f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {self.margin} instead"
            )


@stateless
class CTCLoss(_Loss):
    """The negative log probability of a sequence of labels, whatever its timing."""

    blank: int = 0
    reduction: str = "mean"
    zero_infinity: bool = False
    function = staticmethod(F.ctc_loss)
