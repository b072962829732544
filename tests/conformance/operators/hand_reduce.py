"""Calls of reductions, orders, scans and random operators that PyTorch's own samples do not reach."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, ints, t

DOUBLE = {"$dtype": "float64"}
FLOAT = {"$dtype": "float32"}


def _variances(name: str) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [call(t(2, 3)), call(t(2, 3), False), call(t(0))],
        f"{name}.dim": [call(t(2, 3, 4), [1]), call(t(2, 3, 4), [0, 2], False, True), call(t(3), None, True, False)],
    }


def _quantiles(name: str) -> dict[str, list[dict[str, Any]]]:
    quarters = {"shape": [3], "dtype": "float32", "values": [0.0, 0.3, 1.0]}
    return {
        name: [call(t(3, 4), quarters, 1, interpolation=kind) for kind in ("linear", "lower", "nearest")]
        + [call(t(5), quarters), call(t(3, 4), quarters, 0, True)],
        f"{name}.scalar": [call(t(3, 4), 0.5, 1, interpolation=kind) for kind in ("higher", "midpoint", "linear")]
        + [call(t(5), 0.25), call(t(2, 3), 0.75, 0, True)],
    }


def _with_generator() -> dict[str, list[dict[str, Any]]]:
    return {
        "rand.generator": [call([2, 3], generator=None), call([2], generator=None, dtype=DOUBLE)],
        "randn.generator": [call([2, 3], generator=None), call([2], generator=None, dtype=DOUBLE)],
        "randint.generator": [call(5, [2, 3], generator=None)],
        "randint.low_generator": [call(-3, 5, [2, 3], generator=None)],
        "randperm.generator": [call(5, generator=None)],
        "rand_like.generator": [call(t(2, 3), generator=None)],
        "randn_like.generator": [call(t(2, 3), generator=None)],
        "randint_like.generator": [call(t(2, 3), 5, generator=None)],
        "randint_like.low_generator_dtype": [call(t(2, 3), 1, 5, generator=None)],
        "randint_like.Tensor": [call(t(2, 3), {"shape": [], "dtype": "int64", "values": 4})],
        "randint_like.Tensor_generator": [call(t(2, 3), {"shape": [], "dtype": "int64", "values": 4}, generator=None)],
    }


def _fills() -> dict[str, list[dict[str, Any]]]:
    of, whole = t(2, 3), t(2, 3, dtype="int64")
    return {
        "uniform": [call(of), call(of, 0.5, 2.0)],
        "exponential": [call(of), call(of, 0.5)],
        "geometric": [call(of, 0.5), call(whole, 0.25)],
        "cauchy": [call(of), call(of, 1.0, 2.0)],
        "log_normal": [call(of), call(of, 0.0, 0.5)],
        "random": [call(of), call(whole)],
        "random.from": [call(of, 1, 5), call(whole, -3, None)],
        "random.to": [call(of, 5), call(whole, 7)],
        "normal_functional": [call(of), call(of, 1.0, 0.5)],
        "normal.out": [call(of, out=t(0)), call(of, 1.0, 0.5, out=t(0))],
        "bernoulli.p": [call(of, 0.5), call(whole, 1.0)],
        "bernoulli.Tensor": [call(of, t(2, 3, scale=0.0)), call(whole, t(3, scale=0.0))],
        "normal.float_Tensor": [call(0.5, t(2, 3, scale=0.0))],
    }


HAND: dict[str, list[dict[str, Any]]] = {
    **_variances("var"),
    **_variances("std"),
    **_variances("var_mean"),
    **_variances("std_mean"),
    **_quantiles("quantile"),
    **_quantiles("nanquantile"),
    **_with_generator(),
    **_fills(),
    "rand_like": [call(t(2, 3)), call(t(2, 3), dtype=DOUBLE)],
    **{
        name: [call(t(2, 3, 4), p, train) for p, train in ((0.0, True), (0.5, False), (1.0, True), (0.5, True))]
        for name in ("dropout", "feature_dropout", "alpha_dropout", "feature_alpha_dropout")
    },
    "max.other": [call(t(2, 3), t(3)), call(t(2, dtype="int64"), t(2, dtype="int64"))],
    "min.other": [call(t(2, 3), t(3)), call(t(2, dtype="int64"), t(2, dtype="int64"))],
    "nanmean": [call(t(2, 3, special=2)), call(t(2, 3, 4, special=3), [1], True), call(t(2, 3), [0], dtype=DOUBLE)],
    "_aminmax": [call(t(2, 3)), call(t(3, dtype="int64"))],
    "_aminmax.dim": [call(t(2, 3), 1), call(t(2, 3), 0, True)],
    "argsort": [call(t(2, 5)), call(t(2, 5), 0, True)],
    "argsort.stable": [call(t(2, 5), stable=True), call(t(2, 5), stable=True, dim=0, descending=True)],
    "msort": [call(t(4, 2)), call(t(3, dtype="int64"))],
    "_unique": [call(t(5, dtype="int64")), call(t(2, 3, dtype="int64"), True, True)],
    "unique_dim_consecutive": [call(ints(1, 1, 2, 1), 0), call(t(3, 2, dtype="bool"), 0, True, True)],
    "_unique.out": [call(t(5, dtype="int64"), out0=t(0, dtype="int64"), out1=t(0, dtype="int64"))],
    **{
        f"{name}.out": [
            call(
                t(5, dtype="int64"), *more, out0=t(0, dtype="int64"), out1=t(0, dtype="int64"), out2=t(0, dtype="int64")
            )
        ]
        for name, more in (
            ("_unique2", (True, True, True)),
            ("unique_dim", (0, True, True, True)),
            ("unique_consecutive", (True, True)),
            ("unique_dim_consecutive", (0, True, True)),
        )
    },
    "bincount.out": [
        call(ints(1, 3, 1), out=t(0, dtype="int64")),
        call(ints(1, 3, 1), t(3), 6, out=t(0, dtype="float64")),
    ],
    "searchsorted.Scalar": [
        call(ints(1, 3, 5), 3),
        call(ints(1, 3, 5), 3, right=True),
        call(ints(1, 3, 5), 2.5, side="left", out_int32=True),
    ],
    "bucketize.Scalar": [
        call(3, ints(1, 3, 5)),
        call(3, ints(1, 3, 5), right=True),
        call(2.5, ints(1, 3), out_int32=True),
    ],
    "value_selecting_reduction_backward": [
        call(t(2), 1, ints(0, 2), [2, 3], False),
        call(t(2, 1), 1, {"shape": [2, 1], "dtype": "int64", "values": [[0], [2]]}, [2, 3], True),
    ],
    **{
        name: [call(t(2, 3), 1), call(t(2, 3), 0, DOUBLE), call(t(2, 3, dtype="int64"), -1, FLOAT)]
        for name in ("softmax.int", "log_softmax.int", "special_softmax")
    },
    "special_log_softmax": [call(t(2, 3), 1), call(t(2, 3), 0, dtype=DOUBLE)],
    "_log_softmax_backward_data": [call(t(2, 3), t(2, 3), 1, FLOAT), call(t(2, 3), t(2, 3), 0, FLOAT)],
    "norm.Scalar": [call(t(2, 3)), call(t(2, 3), 1), call(t(2, 3), 0.5)],
    "norm.ScalarOpt_dim_dtype": [
        call(t(2, 3), 2, [1], False, dtype=DOUBLE),
        call(t(2, 3), None, [0, 1], True, dtype=FLOAT),
    ],
    "norm.ScalarOpt_dtype": [call(t(2, 3), 2, dtype=DOUBLE), call(t(2, 3), None, dtype=FLOAT)],
    "norm.dtype_out": [call(t(2, 3), 2, [1], False, dtype=DOUBLE, out=t(0, dtype="float64"))],
    "norm.ScalarOpt_dtype_out": [call(t(2, 3), 2, dtype=DOUBLE, out=t(0, dtype="float64"))],
    "diff": [call(t(2, 4)), call(t(2, 4), 2, 0), call(t(4), 1, -1, t(1), t(2)), call(t(4, dtype="bool"))],
    "special_logsumexp": [call(t(2, 3), [1]), call(t(2, 3), [0, 1], True)],
    "_logcumsumexp": [call(t(2, 3), 1), call(t(2, 3), 0)],
    "cumulative_trapezoid.x": [call(t(2, 4), t(4)), call(t(2, 4), t(2, 4), dim=0)],
    "cumulative_trapezoid.dx": [call(t(2, 4)), call(t(2, 4), dx=0.5, dim=0)],
    "trapezoid.x": [call(t(2, 4), t(4)), call(t(2, 4), t(2, 4), dim=0)],
    "trapezoid.dx": [call(t(2, 4)), call(t(2, 4), dx=0.5, dim=0)],
}
