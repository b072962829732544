"""Losses over elementwise operators and reductions."""

from __future__ import annotations

from math import pi
from typing import Any

from wye.aten.composite_outputs import into, new_output
from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating, ndim_of, numel_of, reuse
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _reduced(losses: Any, reduction: int) -> Any:
    """The losses themselves (0), their mean (1) or their sum (2)."""
    if reduction == 1:
        return aten.mean(losses)
    return aten.sum.default(losses) if reduction == 2 else losses


@IMPLICIT("l1_loss")
def l1_loss(self: Any, target: Any, reduction: int = 1) -> Any:
    """Absolute differences."""
    return _reduced(aten.abs.default(aten.sub.Tensor(self, target)), reduction)


@IMPLICIT("nll_loss")
def nll_loss(
    self: Any, target: Any, weight: Any = None, reduction: int = 1, ignore_index: int = -100, *, out: Any = None
) -> Any:
    """Negative log-likelihood: minus the values at the target classes."""
    outs = None if out is None else (out, new_output(self))
    return into(outs, aten.nll_loss_forward.default, self, target, weight, reduction, ignore_index)[0]


@IMPLICIT("nll_loss2d")
def nll_loss2d(
    self: Any, target: Any, weight: Any = None, reduction: int = 1, ignore_index: int = -100, *, out: Any = None
) -> Any:
    """Minus the values at the target classes, for each pixel."""
    outs = None if out is None else (out, new_output(self))
    return into(outs, aten.nll_loss2d_forward.default, self, target, weight, reduction, ignore_index)[0]


@IMPLICIT("nll_loss_nd")
def nll_loss_nd(self: Any, target: Any, weight: Any = None, reduction: int = 1, ignore_index: int = -100) -> Any:
    """Minus the values at the target classes, for any number of dimensions."""
    ndim = ndim_of(self)
    if ndim < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {ndim})")
    batches = target.shape[0] if ndim_of(target) else 0
    if ndim != 1 and self.shape[0] != batches:
        raise ValueError(f"Expected input batch_size ({self.shape[0]}) to match target batch_size ({batches}).")
    if ndim <= 2:
        return aten.nll_loss.default(self, target, weight, reduction, ignore_index)
    if ndim == 4:
        return aten.nll_loss2d.default(self, target, weight, reduction, ignore_index)
    batch, classes, *spatial = self.shape
    if [batch, *spatial] != list(target.shape):
        raise RuntimeError(f"Expected target size {[batch, *spatial]}, got {list(target.shape)}")
    whole, goal = aten.contiguous.default(self), aten.contiguous.default(target)
    flat = aten.view.default(whole, [batch, classes, 1, -1 if numel_of(self) else 0])
    goal = aten.view.default(goal, [batch, 1, -1 if numel_of(target) else 0])
    result = aten.nll_loss2d.default(flat, goal, weight, reduction, ignore_index)
    return aten.view.default(result, [batch, *spatial]) if reduction == 0 else result


@IMPLICIT("cross_entropy_loss")
def cross_entropy_loss(
    self: Any,
    target: Any,
    weight: Any = None,
    reduction: int = 1,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Any:
    """Cross-entropy of classes, or of distributions over classes, given scores."""
    label_smoothing = max(label_smoothing, 0.0)
    if label_smoothing > 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    class_dim = 0 if ndim_of(self) == 1 else 1
    scores = aten.log_softmax.int(self, class_dim)
    if ndim_of(self) == ndim_of(target) and tuple(self.shape) == tuple(target.shape):
        if not is_floating(target):
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {dtype_of(target)}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        return _entropy_of_distributions(scores, target, weight, reduction, label_smoothing, class_dim)
    plain = aten.nll_loss_nd.default(scores, target, weight, reduction, ignore_index)
    if not label_smoothing:
        return plain
    smooth = _smoothness(scores, target, weight, reduction, ignore_index, class_dim)
    share = label_smoothing / self.shape[class_dim]
    smooth = aten.mul.Scalar(smooth, share)
    return aten.add.Tensor(aten.mul.Scalar(plain, 1 - label_smoothing), smooth)


def _per_class(weight: Any, ndim: int, class_dim: int) -> Any:
    return aten.view.default(weight, [weight.shape[0] if dim == class_dim else 1 for dim in range(ndim)])


def _check_reduction(reduction: int) -> None:
    if reduction not in (0, 1, 2):
        raise RuntimeError(f"Invalid reduction type encountered in cross_entropy: {reduction}")


def _entropy_of_distributions(
    scores: Any, target: Any, weight: Any, reduction: int, label_smoothing: float, class_dim: int
) -> Any:
    _check_reduction(reduction)
    classes = scores.shape[class_dim]
    if label_smoothing:
        share = label_smoothing / classes if classes else 0.0
        target = aten.add.Scalar(aten.mul.Scalar(target, 1 - label_smoothing), share)
    weights = None if weight is None else _per_class(weight, ndim_of(scores), class_dim)
    losses = aten.mul.Tensor(scores, target)
    if weights is not None:
        losses = aten.mul.Tensor(losses, weights)
    if reduction == 0:
        return aten.neg(aten.sum.dim_IntList(losses, [class_dim]))
    total = aten.neg(aten.sum.default(losses))
    return aten.div.Scalar(total, numel_of(scores) // classes if classes else 0) if reduction == 1 else total


def _smoothness(scores: Any, target: Any, weight: Any, reduction: int, ignore_index: int, class_dim: int) -> Any:
    """The loss with all classes as targets, for label smoothing."""
    _check_reduction(reduction)
    losses = scores if weight is None else aten.mul.Tensor(scores, _per_class(weight, ndim_of(scores), class_dim))
    losses = aten.neg(aten.sum.dim_IntList(losses, [class_dim]))
    ignored = aten.eq.Scalar(target, ignore_index)
    losses = reuse(losses, "masked_fill").Scalar(losses, ignored, 0.0)
    if reduction == 0:
        return losses
    if reduction == 2:
        return aten.sum.default(losses)
    if weight is None:
        count = aten.sum.default(aten.bitwise_not.default(ignored))
        return aten.div.Tensor(aten.sum.default(losses), count)
    safe = aten.flatten.using_ints(aten.masked_fill.Scalar(target, ignored, 0))
    weights = aten.gather.default(weight, 0, safe)
    weights = reuse(weights, "masked_fill").Scalar(weights, aten.flatten.using_ints(ignored), 0)
    total = aten.sum.default(weights)
    return aten.div.Tensor(aten.sum.default(losses), total)


@EXPLICIT("binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    self: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: int = 1
) -> Any:
    """Binary cross-entropy of the targets, given scores before the sigmoid."""
    log_p = aten.log_sigmoid(self)
    if pos_weight is not None:
        aten.mul_(log_p, aten.add_.Scalar(aten.mul.Tensor(aten.sub.Scalar(pos_weight, 1), target), 1))
    losses = aten.sub_(
        aten.mul_.Tensor(aten.rsub.Scalar(target, 1), self), log_p
    )  # in the dtype of the target, as in PyTorch
    return _reduced(losses if weight is None else aten.mul_(losses, weight), reduction)


@IMPLICIT("kl_div")
def kl_div(self: Any, target: Any, reduction: int = 1, *, log_target: bool = False) -> Any:
    """Kullback-Leibler divergence from a distribution given by its logarithms."""
    if is_complex(self) or is_complex(target):
        raise RuntimeError("kl_div: complex inputs are not supported")
    if not (is_floating(self) and is_floating(target)):
        raise RuntimeError("kl_div: integral inputs are not supported; use .float()")
    if log_target:
        difference = aten.sub.Tensor(target, self)
        return _reduced(aten.mul.Tensor(aten.exp.default(target), difference), reduction)
    crossed = aten.mul.Tensor(target, self)
    return _reduced(aten.sub.Tensor(aten.xlogy.Tensor(target, target), crossed), reduction)


@EXPLICIT("soft_margin_loss")
def soft_margin_loss(self: Any, target: Any, reduction: int = 1) -> Any:
    """Logistic losses for targets -1 and 1."""
    losses = aten.neg(self)
    losses = reuse(losses, "mul").Tensor(losses, target)
    losses = reuse(losses, "exp").default(losses)
    losses = reuse(losses, "log1p").default(losses)
    return _reduced(losses, reduction if reduction in (0, 1) else 2)


def _from_number(number: float, x: Any, memory_format: Any = None) -> Any:
    """A number minus a tensor, the number in the dtype of the tensor."""
    filled = aten.empty_like.default(x, memory_format=memory_format)
    filled = reuse(filled, "fill").Scalar(filled, number)
    return reuse(filled, "sub").Tensor(filled, x)


@IMPLICIT("hinge_embedding_loss")
def hinge_embedding_loss(self: Any, target: Any, margin: float = 1.0, reduction: int = 1) -> Any:
    """Distances where targets are 1; where they are -1, ``max(0, margin - distance)``."""
    zeros = aten.zeros_like.default(self, memory_format=MEMORY_FORMATS["contiguous_format"])
    lack = _from_number(margin, self, MEMORY_FORMATS["preserve_format"])
    lack = reuse(lack, "clamp_min").default(lack, 0)
    far = aten.where(aten.ne(target, 1), lack, zeros)
    near = aten.where(aten.ne(target, -1), self, zeros)
    return _reduced(aten.add.Tensor(far, near), reduction)


@IMPLICIT("margin_ranking_loss")
def margin_ranking_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 1) -> Any:
    """Hinge loss on the difference of two inputs, whose order the target names."""
    difference = aten.sub.Tensor(input1, input2)
    lack = aten.add.Scalar(aten.mul.Tensor(aten.neg.default(target), difference), margin)
    return _reduced(reuse(lack, "clamp_min").default(lack, 0), reduction)


@IMPLICIT("cosine_embedding_loss")
def cosine_embedding_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 1) -> Any:
    """One minus cosines where targets are 1, cosines above the margin where they are -1."""
    if ndim_of(target) not in (0, 1):
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if {ndim_of(input1), ndim_of(input2)} != {ndim_of(target) + 1}:
        raise RuntimeError(
            f"{ndim_of(target)}D target tensor expects {ndim_of(target) + 1}D input tensors, but found inputs with "
            "sizes "
            f"{list(input1.shape)} and {list(input2.shape)}."
        )
    tiny = 9.999999960041972e-13  # 1e-12 in single precision, as PyTorch has it
    dims = [ndim_of(target)]
    product = aten.sum.dim_IntList(aten.mul.Tensor(input1, input2), dims)
    first = aten.add.Scalar(aten.sum.dim_IntList(aten.mul.Tensor(input1, input1), dims), tiny)
    second = aten.add.Scalar(aten.sum.dim_IntList(aten.mul.Tensor(input2, input2), dims), tiny)
    squares = aten.mul.Tensor(first, second)
    cosine = aten.div.Tensor(product, reuse(squares, "sqrt").default(squares))
    zeros = aten.zeros_like.default(cosine, memory_format=MEMORY_FORMATS["contiguous_format"])
    near = _from_number(1, cosine, MEMORY_FORMATS["preserve_format"])
    far = aten.sub.Scalar(cosine, margin)
    far = reuse(far, "clamp_min").default(far, 0)
    near = aten.where.self(aten.eq.Scalar(target, 1), near, zeros)
    far = aten.where.self(aten.eq.Scalar(target, -1), far, zeros)
    return _reduced(aten.add.Tensor(near, far), reduction)


@IMPLICIT("pairwise_distance")
def pairwise_distance(x1: Any, x2: Any, p: float = 2, eps: float = 1e-06, keepdim: bool = False) -> Any:
    """Distances between corresponding rows."""
    # the last dimension of what both are broadcast to
    last = max(ndim_of(x1), ndim_of(x2)) - 1
    return aten.norm.ScalarOpt_dim(aten.add.Scalar(aten.sub.Tensor(x1, x2), eps), float(p), [last], keepdim)


@IMPLICIT("triplet_margin_loss")
def triplet_margin_loss(
    anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2, eps: float = 1e-06,
    swap: bool = False, reduction: int = 1,
) -> Any:  # fmt: skip
    """``max(0, margin + positive distance - negative distance)``."""
    if not ndim_of(anchor) == ndim_of(positive) == ndim_of(negative):
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {ndim_of(anchor)}D, positive {ndim_of(positive)}D, and negative {ndim_of(negative)}D inputs"
        )
    near = aten.pairwise_distance(anchor, positive, p, eps)
    far = aten.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = aten.minimum(far, aten.pairwise_distance(positive, negative, p, eps))
    return _reduced(aten.clamp_min(aten.sub.Tensor(aten.add.Scalar(near, margin), far), 0), reduction)


@IMPLICIT("poisson_nll_loss")
def poisson_nll_loss(input: Any, target: Any, log_input: bool, full: bool, eps: float, reduction: int) -> Any:
    """Negative log-likelihood of Poisson counts, given rates or their logarithms."""
    if log_input:
        product = aten.mul.Tensor(target, input)
        losses = aten.sub.Tensor(aten.exp.default(input), product)
    else:
        losses = aten.sub.Tensor(input, aten.mul.Tensor(target, aten.log(aten.add.Scalar(input, eps))))
    if full:
        logs = aten.mul.Scalar(aten.log(aten.mul.Scalar(target, 2 * pi)), 0.5)
        stirling = aten.add.Tensor(aten.sub.Tensor(aten.mul.Tensor(target, aten.log(target)), target), logs)
        stirling = aten.masked_fill.Scalar(stirling, aten.le.Scalar(target, 1), 0)
        losses = reuse(losses, "add").Tensor(losses, stirling)
    return _reduced(losses, reduction)
