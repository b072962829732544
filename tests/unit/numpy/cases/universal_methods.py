"""Methods of universal functions, and calls with options."""

from __future__ import annotations

import numpy as np
from tests.unit.numpy.drawn import case, draw

_NAMED = (np.add, np.multiply, np.maximum, np.minimum)
_FOLDED = (np.subtract, np.fmax, np.hypot, np.logaddexp)


def _method(ufunc, name):
    """A function, so that the case counts for the line of ``ufunc``."""
    function = getattr(ufunc, name)

    def called(*args, **kwargs):
        return function(*args, **kwargs)

    called.__name__ = f"{ufunc.__name__}.{name}"
    return called


def _of(ufunc, name, *args, **kwargs):
    return case(_method(ufunc, name), *args, of=ufunc, **kwargs)


def _reductions():
    for ufunc in (*_NAMED, *_FOLDED):
        low = 0.5 if ufunc is np.multiply else -2
        yield _of(ufunc, "reduce", draw(3, 2, low=low))
        yield _of(ufunc, "reduce", draw(2, 3, low=low), axis=-1, keepdims=True)
        yield _of(ufunc, "reduce", draw(2, 3, low=low), axis=1, initial=1.5)
        yield _of(ufunc, "accumulate", draw(3, 2, low=low))
        yield _of(ufunc, "accumulate", draw(2, 3, low=low), axis=1)
        yield _of(ufunc, "reduceat", draw(5, low=low), [0, 3, 1, 4])
        yield _of(ufunc, "reduceat", draw(2, 4, low=low), [0, 2], axis=1)
        if ufunc is not np.subtract:
            yield _of(ufunc, "reduce", draw(2, 3, 2, low=low), axis=(0, -1))
            yield _of(ufunc, "reduce", draw(2, 3, low=low), axis=None, keepdims=True)
        mask = draw(2, 3, dtype=bool)
        yield _of(ufunc, "reduce", draw(2, 3, low=low), axis=1, initial=1.0, where=mask)
    yield _of(np.add, "reduce", draw(2, 0), axis=1)
    yield _of(np.hypot, "reduce", draw(2, 0), axis=1)
    yield _of(np.add, "reduce", draw())
    yield _of(np.subtract, "reduce", draw(3, 2), axis=())


def _of_integers():
    for dtype in ("int8", "uint8", "int32", bool):
        for ufunc in (np.add, np.multiply, np.maximum, np.logical_and, np.logical_or, np.bitwise_or, np.bitwise_and):
            yield _of(ufunc, "reduce", draw(2, 3, dtype=dtype), axis=1)
            yield _of(ufunc, "accumulate", draw(2, 3, dtype=dtype), axis=1, vmap=False)
    yield _of(np.add, "reduce", draw(3, dtype="int32"), dtype=float)
    yield _of(np.add, "accumulate", draw(3, dtype="float32"), dtype=float)
    yield _of(np.gcd, "reduce", draw(2, 3, dtype="int64", low=1, high=30), axis=1)
    yield _of(np.logical_xor, "reduce", draw(2, 3, dtype=bool), axis=1)


def _others():
    for ufunc in (np.add, np.multiply, np.power, np.less):
        yield _of(ufunc, "outer", draw(2, low=0.5), draw(2, 3, low=0.5))
        yield _of(ufunc, "outer", draw(2, low=0.5, dtype="float32"), draw(3, dtype="int32", low=1))
    yield _of(np.add, "outer", draw(2), 2)
    for ufunc in (np.add, np.subtract, np.multiply, np.maximum):
        yield case(_changed(ufunc), draw(4), [0, 2, 0, -1], draw(4), of=ufunc)
        yield case(_changed(ufunc), draw(3, 2), (slice(None), [1, 1]), 1.5, of=ufunc)
    yield case(_changed(np.negative), draw(4), [0, 2, 0], of=np.negative)
    yield case(_changed(np.add), draw(2, 3), ([0, 0, 1], [1, 1, 2]), draw(3), of=np.add)


def _changed(ufunc):
    def at(x, *args):
        x = x * 1
        ufunc.at(x, *args)
        return x

    return at


def _options():
    mask = np.array([True, False, True])
    yield case(_into(np.log), draw(3, low=0.5), of=np.log, where=mask)
    yield case(_into(np.divide), draw(3), np.array([1.5, 0.0, 2.0]), of=np.divide, where=mask, vmap=False)
    yield case(_into(np.add), draw(3), draw(), of=np.add)
    yield case(np.add, draw(3, dtype="float32"), 1, dtype=float)
    yield case(np.add, draw(3, dtype="int32"), 1.5, dtype="float32")
    yield case(np.add, draw(3, dtype="float64"), 2, dtype=int, casting="unsafe", gradient=False)
    yield case(np.multiply, draw(3, dtype="int32"), draw(3, dtype="int32"), signature="dd->d")
    yield case(np.sin, draw(3, dtype="float32"), signature=(None, float))


def _into(ufunc):
    """Results go into an array made of the first argument."""

    def called(*args, **options):
        return ufunc(*args, out=args[0] * 2, **options)

    return called


def _without_steps():
    """Reductions of one part, of none, over no dimension, and of numbers."""
    for ufunc in (np.hypot, np.subtract, np.logaddexp, np.fmax):
        yield case(ufunc.reduce, draw(1, 3), of=ufunc)
        yield case(ufunc.reduce, draw(1, low=-2, high=-1), keepdims=True, of=ufunc)
        yield case(ufunc.reduce, draw(2, 3), axis=(), of=ufunc)
        yield case(ufunc.reduce, draw(3, 0), of=ufunc)
        yield case(ufunc.reduceat, draw(3), [0, 1, 2], of=ufunc)
    for ufunc in (np.hypot, np.logaddexp, np.fmax):
        yield case(ufunc.reduce, draw(), axis=None, of=ufunc)
        yield case(ufunc.reduce, draw(), axis=-1, keepdims=True, of=ufunc, vmap=False)
    yield case(np.bitwise_and.reduce, draw(0, 3, dtype="uint8"), of=np.bitwise_and)


CASES = [*_reductions(), *_of_integers(), *_others(), *_options(), *_without_steps()]
