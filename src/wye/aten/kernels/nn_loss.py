"""NumPy kernels of losses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from wye.aten.arrays.results import computing, described, laid_out, rounded
from wye.aten.arrays.scattering import taken_along
from wye.aten.declare import Rules, shortcut
from wye.aten.fake import nn_loss as fake
from wye.aten.kernels.index import extremes
from wye.tensors.promotion import result_type

__all__ = ["KERNELS"]

KERNELS = Rules()
_FEW = 1 << 14  # pixels for which the time of a call matters


def _reduced(losses: Any, reduction: int, meta: Any) -> Any:
    """The losses themselves, their mean (1) or their sum (2)."""
    if reduction == 1:
        return rounded(np.asarray(losses.mean() if losses.size else np.nan), meta.dtype)
    if reduction == 2:
        return rounded(np.asarray(losses.sum()), meta.dtype)
    return laid_out(losses, meta)


def _are_plain(self: Any, target: Any) -> bool:
    """Are both arrays of one float dtype with one shape, and of a size that is summed in one piece?"""
    return (
        self.dtype.char in "fd"
        and self.dtype is target.dtype
        and self.shape == target.shape
        and self.ndim > 0
        and self.size > 0
    )


def _difference(self: Any, target: Any) -> Any:
    wide = computing(result_type(self, target))
    return np.subtract(self.astype(wide, copy=False), target.astype(wide, copy=False))


@KERNELS("mse_loss")
@shortcut("mse_loss")
def mse_loss(self: Any, target: Any, reduction: int = 1) -> Any:
    """Squared differences."""
    if reduction == 1 and _are_plain(self, target):
        losses = np.subtract(self, target)
        return np.add.reduce(np.multiply(losses, losses, losses), None) / self.dtype.type(self.size)
    meta = described(fake.mse_loss, self, target, reduction)
    losses = _difference(self, target)
    return _reduced(np.square(losses, out=losses if losses.ndim else None), reduction, meta)


def _plain_two_parts(self: Any, target: Any, limit: float, scale: float) -> Any:
    """The mean of `_two_parts`: with m, the lesser of size and limit, both parts are ``m * (size - m / 2)``, scaled."""
    one = self.dtype.type
    size = np.subtract(self, target)
    np.absolute(size, size)
    least = np.minimum(size, one(limit))
    size -= least * one(0.5)
    return np.add.reduce(np.multiply(size, least, size), None) * one(scale / limit) / one(self.size)


def _two_parts(self: Any, target: Any, reduction: int, meta: Any, limit: float, scale: float) -> Any:
    """A parabola up to ``limit``, then a line: ``scale`` is the slope there."""
    size = np.abs(_difference(self, target))
    one = size.dtype.type
    square = size * size * one(0.5 * scale / limit) if limit else size
    losses = np.where(size < one(limit), square, (size - one(0.5 * limit)) * one(scale))
    return _reduced(losses, reduction, meta)


@KERNELS("smooth_l1_loss")
@shortcut("smooth_l1_loss")
def smooth_l1_loss(self: Any, target: Any, reduction: int = 1, beta: float = 1.0) -> Any:
    """Squared differences near zero, absolute differences farther away."""
    if reduction == 1 and beta > 0 and _are_plain(self, target):
        return _plain_two_parts(self, target, beta, 1.0)
    meta = described(fake.smooth_l1_loss, self, target, reduction, beta)
    return _two_parts(self, target, reduction, meta, beta, 1.0)


@KERNELS("huber_loss")
@shortcut("huber_loss")
def huber_loss(self: Any, target: Any, reduction: int = 1, delta: float = 1.0) -> Any:
    """Huber loss: squared differences near zero, linear farther away."""
    if reduction == 1 and delta > 0 and _are_plain(self, target):
        return _plain_two_parts(self, target, delta, delta)
    meta = described(fake.huber_loss, self, target, reduction, delta)
    return _two_parts(self, target, reduction, meta, delta, delta)


@KERNELS("binary_cross_entropy")
@shortcut("binary_cross_entropy")
def binary_cross_entropy(self: Any, target: Any, weight: Any = None, reduction: int = 1) -> Any:
    """Binary cross-entropy of the targets, given probabilities; logarithms are clamped to -100."""
    meta = described(fake.binary_cross_entropy, self, target, weight, reduction)
    wide = computing(self.dtype)
    p, y = self.astype(wide, copy=False), target.astype(wide, copy=False)
    for name, one in (("input", p), ("target", y)):
        if one.size and not (one.min() >= 0 and one.max() <= 1):
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    losses = (y - 1) * np.maximum(np.log1p(-p), -100) - y * np.maximum(np.log(p), -100)
    if weight is not None:
        losses = losses * weight
    return _reduced(losses, reduction, meta)


def _picked(values: Any, target: Any, weight: Any, reduction: int, ignore_index: int, metas: Any) -> Any:
    """``values`` has the classes last; one is picked for every target."""
    wide = computing(values.dtype)
    kept = target != ignore_index
    is_whole = target.size and np.logical_and.reduce(kept, None)
    safe = (target if is_whole else np.where(kept, target, 0)).astype(np.int64, copy=False)
    classes = values.shape[-1]
    if (is_whole or kept.any()) and not 0 <= np.minimum.reduce(safe, None) <= np.maximum.reduce(safe, None) < classes:
        wrong = safe[(safe < 0) | (safe >= classes)].flat[0]
        raise IndexError(f"Target {wrong} is out of bounds.")
    losses = np.zeros(target.shape, wide)
    weights = kept.astype(wide)
    if safe.size and classes:
        losses = -taken_along(values, safe[..., None], -1)[..., 0].astype(wide)
        if weight is not None:
            weights = weight[safe].astype(wide, copy=False)
            weights = weights if is_whole else np.where(kept, weights, 0)
        losses = losses * weights if is_whole else np.where(kept, losses * weights, 0)
    if reduction == 0:
        # A single sample has its weight in the result, a batch without reduction has none.
        total = weights if values.ndim == 1 else np.zeros((), wide)
        return laid_out(losses.reshape(metas[0].shape), metas[0]), rounded(total, metas[1].dtype)
    total = np.add.reduce(weights, None, wide)
    result = np.add.reduce(losses, None, wide)
    if reduction == 1:
        result = result / total
    return rounded(np.asarray(result), metas[0].dtype), rounded(np.asarray(total), metas[1].dtype)


def _places_of_picked(values: Any, target: Any, ignore_index: int) -> Any:
    """The common case: rows of floats, and a class for each; None: it is another case, or a class is wrong."""
    shape = values.shape
    if len(shape) != 2 or target.shape != shape[:1] or values.dtype.char not in "fd" or target.dtype.char not in "lq":
        return None
    if not target.size or 0 <= ignore_index < shape[1]:
        return None
    least, largest = extremes(target)
    if least < 0 or largest >= shape[1]:
        return None
    return np.add(target, _starts(*shape))


def _mean_of_picked(values: Any, target: Any, ignore_index: int) -> Any:
    """The mean in that case."""
    places = _places_of_picked(values, target, ignore_index)
    if places is None:
        return None
    shape = values.shape
    picked = values.take(places) if values.flags.c_contiguous else values[_numbers(shape[0]), target]
    count = values.dtype.type(shape[0])
    return np.add.reduce(picked) / -count, count


@lru_cache(maxsize=64)
def _numbers(count: int) -> Any:
    return np.arange(count)


@lru_cache(maxsize=64)
def _starts(rows: int, columns: int) -> Any:
    """The number of the first element in each row."""
    return np.arange(0, rows * columns, columns)


@KERNELS("nll_loss_forward")
@shortcut("nll_loss_forward")
def nll_loss_forward(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
    """Minus the values at the target classes, and the total weight."""
    if weight is None and reduction == 1:
        single = self.ndim == 1 and target.size == 1 and target.ndim < 2
        rows = (self.reshape(1, -1), target.reshape(1)) if single else (self, target)
        found = _mean_of_picked(*rows, ignore_index)
        if found is not None:
            return found
    metas = described(fake.nll_loss_forward, self, target, weight, reduction, ignore_index)
    where = target.reshape(()) if self.ndim == 1 else target
    return _picked(self, where, weight, reduction, ignore_index, metas)


@lru_cache(maxsize=64)
def _pixels(images: int, classes: int, size: int) -> Any:
    """The number of each pixel's element of the first class."""
    return (np.arange(images)[:, None] * (classes * size) + np.arange(size)).reshape(-1)


def _places_in_images(values: Any, target: Any, ignore_index: int) -> Any:
    """The same for images of floats, and a class for each pixel."""
    if values.ndim != 4 or values.dtype.char not in "fd" or target.dtype.char not in "lq" or not target.size:
        return None
    images, classes, *pixels = values.shape
    if target.shape != (images, *pixels) or not values.flags.c_contiguous or target.size > _FEW:
        return None
    least, largest = extremes(target)
    if least < 0 or largest >= classes or 0 <= ignore_index < classes:
        return None
    size = pixels[0] * pixels[1]
    return target.reshape(-1) * size + _pixels(images, classes, size)


@KERNELS("nll_loss2d_forward")
def nll_loss2d_forward(self: Any, target: Any, weight: Any, reduction: int, ignore_index: int) -> Any:
    """The loss of `nll_loss_forward` for each pixel."""
    places = _places_in_images(self, target, ignore_index) if weight is None and reduction == 1 else None
    if places is not None:
        count = self.dtype.type(places.size)
        return np.add.reduce(self.take(places)) / -count, count
    metas = described(fake.nll_loss2d_forward, self, target, weight, reduction, ignore_index)
    return _picked(np.moveaxis(self, 1, -1), target, weight, reduction, ignore_index, metas)


@KERNELS("nll_loss_backward")
@shortcut("nll_loss_backward")
def nll_loss_backward(
    grad_output: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """The gradient of `nll_loss_forward`: minus the weight of its class, at the class of each example."""
    if weight is None and reduction == 1 and grad_output.ndim == 0:
        single = self.ndim == 1 and target.size == 1 and target.ndim < 2
        rows = (self.reshape(1, -1), target.reshape(1)) if single else (self, target)
        places = _places_of_picked(*rows, ignore_index)
        if places is not None and grad_output.dtype is self.dtype is total_weight.dtype:
            found = np.zeros(self.shape, self.dtype)
            found.reshape(-1)[places] = np.negative(np.divide(grad_output, total_weight))
            return found
    meta = described(fake.nll_loss_backward, grad_output, self, target, weight, reduction, ignore_index, total_weight)
    made = np.zeros(meta.shape, meta.dtype)
    where = target.reshape(()) if self.ndim == 1 else target
    _put(made, grad_output, where, weight, reduction, ignore_index, total_weight)
    return made


@KERNELS("nll_loss2d_backward")
def nll_loss2d_backward(
    grad_output: Any, self: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total_weight: Any
) -> Any:
    """The gradient of `nll_loss2d_forward`."""
    if weight is None and reduction == 1 and grad_output.ndim == 0:
        places = _places_in_images(self, target, ignore_index)
        if places is not None and grad_output.dtype is self.dtype is total_weight.dtype:
            found = np.zeros(self.shape, self.dtype)
            found.reshape(-1)[places] = np.negative(np.divide(grad_output, total_weight))
            return found
    meta = described(fake.nll_loss2d_backward, grad_output, self, target, weight, reduction, ignore_index, total_weight)
    made = np.zeros(meta.shape, meta.dtype)
    _put(np.moveaxis(made, 1, -1), grad_output, target, weight, reduction, ignore_index, total_weight)
    return made


def _put(made: Any, grad: Any, target: Any, weight: Any, reduction: int, ignore_index: int, total: Any) -> None:
    """Write the gradient of each target's class; ``made`` has the classes last."""
    slope = np.negative(np.divide(grad, total) if reduction == 1 else grad)
    kept = target != ignore_index
    if np.logical_and.reduce(kept, None):
        places = np.ix_(*map(_numbers, target.shape)) if target.ndim > 1 else tuple(map(_numbers, target.shape))
    elif target.ndim:
        places, target = np.nonzero(kept), target[kept]
        slope = slope[places] if slope.ndim else slope
    else:
        return
    if target.size:
        made[(*places, target)] = slope if weight is None else slope * weight[target]
