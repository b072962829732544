"""Arguments for samples of operators: of whole tensors, elements at places, views, sorting, reductions, making.

Cold path.  A row has calls: arguments by place, and a dictionary at the end for those by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.testing.sample_maker import Make

__all__ = ["ARGUMENTS", "Rows"]

Rows = dict[str, "Callable[[Make], list[tuple[Any, ...]]]"]


def _index_reduced(kind: str) -> Callable[[Make], list[tuple[Any, ...]]]:
    return lambda m: [
        (m(3, 4), 1, m.listed([2, 0, 2]), m(3, 3), kind),
        (m(3, 4), 0, m.listed([1, 1]), m(2, 4), kind, {"include_self": False}),
    ]


def _scatter_reduced(kind: str) -> Callable[[Make], list[tuple[Any, ...]]]:
    return lambda m: [
        (m(3, 4), 1, m.listed([[0, 3, 3], [1, 1, 0]]), m(2, 3), kind),
        (m(3, 4), 0, m.listed([[0, 2], [2, 1]]), m(2, 2), kind, {"include_self": False}),
        (m(), 0, m.listed(0), m(), kind),
    ]


def _window(more: Any) -> Callable[[Make], list[tuple[Any, ...]]]:
    return lambda m: [(size, {"sym": sym, **more, **m.options}) for size in (0, 1, 5) for sym in (True, False)]


_SIZES: Final = ((3, 4), (), (2, 0))
_REDUCED: Final[Rows] = {
    **dict.fromkeys(
        ("max:reduction_with_dim", "min:reduction_with_dim", "mode", "nanmedian", "median"),
        lambda m: [(m.real(3, 4), 1), (m.real(2, 3, 4), 0, True), (m.real(), 0)],
    ),
    **dict.fromkeys(
        ("max:reduction_no_dim", "min:reduction_no_dim"), lambda m: [(m.real(3, 4),), (m.real(),), (m.real(2, 1),)]
    ),
    **dict.fromkeys(
        ("var_mean", "std_mean"),
        lambda m: [
            (m.real(3, 4),),
            (m.real(3, 4), 1),
            (m.real(2, 3, 4), (0, 2), {"keepdim": True, "correction": 0}),
            (m.real(3, 4), {"dim": 0, "correction": 1.5}),
        ],
    ),
    **dict.fromkeys(("var_mean:unbiased", "std_mean:unbiased"), lambda m: [(m.real(3, 4), True), (m.real(5), False)]),
    **dict.fromkeys(
        ("quantile", "nanquantile"),
        lambda m: [
            (m.real(6), 0.25),
            (m.real(3, 4), m.listed([0.25, 0.75], m.dtype.name), 1),
            (m.real(3, 4), 0.4, 0, True, {"interpolation": "linear"}),
            (m.real(3, 4), 0.4, 0, {"interpolation": "lower"}),
        ],
    ),
    **dict.fromkeys(("cummax", "cummin"), lambda m: [(m.real(3, 4), 1), (m.real(2, 3, 4), 0), (m.real(), 0)]),
    "aminmax": lambda m: [(m.real(3, 4),), (m.real(3, 4), {"dim": 1}), (m.real(3, 4), {"dim": 0, "keepdim": True})],
    "kthvalue": lambda m: [(m.real(3, 4), 2), (m.real(3, 4), 1, 0, True), (m.real(), 1)],
    "logsumexp": lambda m: [(m.real(3, 4), 1), (m.real(2, 3, 4), (0, 2), True), (m.real(), 0)],
    "topk": lambda m: [(m.real(12), 3), (m.real(3, 4), 2, 0, True, True), (m.real(3, 4), 1, 1, False)],
    "norm": lambda m: [(m.real(3, 4),), (m.real(3, 4), 2, 1), (m.real(3, 4), 1, (0,), True), (m.real(4), 3)],
    "norm:fro": lambda m: [(m.real(3, 4),), (m.real(3, 4), "fro"), (m.real(2, 3, 4), "fro", (0, 1))],
    "norm:nuc": lambda m: [(m.matrix(3), "nuc"), (m.matrix(2, 3), "nuc", (1, 2))],
    "norm:inf": lambda m: [(m.real(3, 4), float("inf")), (m.real(3, 4), -float("inf"), 1)],
    "dist": lambda m: [(m.real(3, 4), m.real(3, 4), p) for p in (2, 1, 3)] + [(m.real(3, 4), m.real(4))],
    "renorm": lambda m: [(m(3, 4), 2, 0, 1), (m(3, 4), 1, 1, 2), (m(2, 3, 4), 3, 2, 0.5)],
    "histc": lambda m: [(m.real(6),), (m.real(3, 4), 5, -3, 3), (m.real(8), 4, {"min": -2, "max": 2})],
    "histogram": lambda m: [
        (m.real(8), 4),
        (m.real(8), 5, {"range": (-3.0, 3.0), "density": True}),
        (m.real(8), m.listed([-5, -1, 2, 6], m.dtype.name), {"weight": m.unit(8)}),
    ],
    "histogramdd": lambda m: [(m.real(8, 2), [3, 4]), (m.real(8, 2), [3, 2], {"density": True, "weight": m.unit(8)})],
    "bincount": lambda m: [
        (m.plain(6, low=0, high=5),),
        (m.plain(6, low=0, high=5), {"minlength": 9}),
        (m.plain(4, low=0, high=5), m.listed([0.5, 1, 2, 3], "float64")),
    ],
    "corrcoef": lambda m: [(m.real(3, 5),), (m.real(5),)],
    "cov": lambda m: [
        (m.real(3, 5),),
        (m.real(3, 5), {"correction": 0}),
        (m.real(2, 4), {"fweights": m.listed([1, 2, 1, 3]), "aweights": m.listed([0.5, 1, 2, 1], "float32")}),
    ],
    "cumulative_trapezoid": lambda m: [(m.real(3, 4),), (m.real(3, 4), m(3, 4)), (m.real(3, 4), {"dx": 2, "dim": 0})],
    **dict.fromkeys(
        ("trapz", "trapezoid"),
        lambda m: [(m.real(3, 4),), (m.real(3, 4), m(3, 4)), (m.real(3, 4), {"dx": 2, "dim": 0})],
    ),
    "allclose": lambda m: [(m.real(3), m.real(3)), (m.real(2, 3), m.real(3), {"rtol": 0.1, "atol": 5.0})],
    "equal": lambda m: [(m.real(3), m.real(3)), (m.real(2, 3), m.real(3))],
    "softmax:with_dtype": lambda m: [(m.real(3, 4), 1, {"dtype": m.wide}), (m.real(), 0, {"dtype": m.wide})],
    "log_softmax:with_dtype": lambda m: [(m.real(3, 4), 1, {"dtype": m.wide}), (m.real(), 0, {"dtype": m.wide})],
    "torch.ops.aten._safe_softmax.default": lambda m: [
        (m.real(3, 4), {"dim": 1, "dtype": None if m.dtype.is_floating_point else m.wide}),
        (m.real(), {"dim": 0, "dtype": m.wide}),
    ],
}

_AT_PLACES: Final[Rows] = {
    "index_fill": lambda m: [
        (m.real(3, 4), 1, m.listed([0, 2]), 2),
        (m.real(3, 4), 0, m.listed([1]), m.real()),
        (m.real(), 0, m.listed([0]), 1),
    ],
    "index_copy": lambda m: [(m.real(3, 4), 1, m.listed([2, 0]), m.real(3, 2)), (m.real(), 0, m.listed([0]), m.real())],
    **{f"index_reduce:{kind}": _index_reduced(kind) for kind in ("mean", "prod", "amin", "amax")},
    **{f"scatter_reduce:{kind}": _scatter_reduced(kind) for kind in ("sum", "prod", "mean", "amin", "amax")},
    "index_put": lambda m: [
        (m.real(3, 4), (m.listed([0, 2]),), m.real(2, 4)),
        (m.real(3, 4), (m.listed([0, 0]), m.listed([1, 1])), m.real(2), {"accumulate": True}),
        (m.real(3, 4), (m.listed([[True, False, True, False]] * 3, "bool"),), m.real()),
    ],
    "put": lambda m: [
        (m.real(3, 4), m.listed([5, 0, 7]), m.real(3)),
        (m.real(3, 4), m.listed([[1, 1]]), m.real(1, 2), {"accumulate": True}),
    ],
    "take": lambda m: [
        (m.real(3, 4), m.listed([5, 0, 11, -1])),
        (m.real(3, 4), m.listed([[1], [1]])),
        (m.real(), m.listed(0)),
    ],
    "take_along_dim": lambda m: [(m.real(3, 4), m.listed([[0, 3], [1, 1], [2, 0]]), 1), (m.real(3, 4), m.listed([5]))],
    "masked_scatter": lambda m: [(m.real(3, 4), m.mask(3, 4), m.real(3, 4)), (m.real(3, 4), m.mask(4), m.real(20))],
    "__getitem__": lambda m: [
        (m.real(3, 4), index)
        for index in (
            1,
            slice(1, None),
            (slice(None), 2),
            (Ellipsis, None),
            m.listed([2, 0]),
            (m.listed([0, 1]), m.listed([1, 1])),
        )
    ],
    "nonzero": lambda m: [(m.real(3, 4),), (m.real(),), (m.real(2, 0),)],
    "nonzero_static": lambda m: [(m.real(3, 4), {"size": 3}), (m.real(2), {"size": 5, "fill_value": 7})],
    "argwhere": lambda m: [(m.real(3, 4),), (m.real(),)],
    "isin": lambda m: [(m.real(3, 4), m.real(5)), (m.real(3), m.real(2), {"invert": True})],
    "bucketize": lambda m: [
        (m.real(3, 4), m.plain(6, low=None, high=None).sort()[0]),
        (m.real(5), m.plain(3).sort()[0], {"right": True, "out_int32": True}),
    ],
    "searchsorted": lambda m: [
        (m.plain(6).sort()[0], m.real(3, 4)),
        (m.plain(2, 5).sort()[0], m.real(2, 3), {"right": True}),
        (m.plain(6).sort()[0], m.real(4), {"side": "left", "out_int32": True}),
    ],
    "repeat_interleave": lambda m: [
        (m.real(3, 4), 2),
        (m.real(3, 4), m.listed([1, 0, 2]), 0),
        (m.real(3, 4), 3, {"dim": 1}),
    ],
    "msort": lambda m: [(m.real(*size),) for size in _SIZES],
    "unique": lambda m: [
        (m.plain(6),),
        (m.plain(6), {"return_inverse": True, "return_counts": True}),
        (m.plain(3, 4), {"dim": 0}),
    ],
    "unique_consecutive": lambda m: [
        (m.plain(6),),
        (m.plain(6), {"return_inverse": True, "return_counts": True}),
        (m.plain(3, 4), {"dim": 0}),
    ],
    "nn.functional.one_hot": lambda m: [(m.index(4, 3),), (m.index(4, 2, 3), 6)],
    "unravel_index": lambda m: [(m.plain(4, low=0, high=11), (3, 4)), (m.plain(low=0, high=11), (2, 6))],
    "combinations": lambda m: [(m.real(4),), (m.real(4), 3), (m.real(3), 2, True)],
    "cartesian_prod": lambda m: [(m.real(2), m.real(3)), (m.real(2),), (m.real(2), m.real(1), m.real(2))],
}

_VIEWS: Final[Rows] = {
    **dict.fromkeys(
        (
            "contiguous",
            "resolve_conj",
            "resolve_neg",
            "alias_copy",
            "ravel",
            "atleast_1d",
            "atleast_2d",
            "atleast_3d",
            "zero_",
            "positive",
        ),
        lambda m: [(m.real(*size),) for size in _SIZES] + [(m.real(3, 4).mT,)],
    ),
    **dict.fromkeys(("T", "H", "mT", "mH", "t_copy", "t"), lambda m: [(m.real(3, 4),), (m.real(2, 0),)]),
    **dict.fromkeys(("fliplr", "flipud", "rot90"), lambda m: [(m.real(3, 4),), (m.real(2, 3, 2),)]),
    "rot90": lambda m: [(m.real(3, 4),), (m.real(2, 3, 4), 3, (0, 2)), (m.real(3, 4), -1)],
    "item": lambda m: [(m.real(),), (m.real(1),), (m.real(1, 1, 1),)],
    "view_as_complex": lambda m: [(m.real(3, 2),), (m.real(2, 3, 2),)],
    "view_as_real": lambda m: [(m.real(3),), (m.real(),)],
    "sum_to_size": lambda m: [(m.real(2, 3), (1, 3)), (m.real(2, 3, 4), (3, 1)), (m.real(3), ())],
    **dict.fromkeys(("expand_as", "expand_as"), lambda m: [(m.real(3, 1), m.plain(2, 3, 4)), (m.real(), m.plain(2))]),
    "expand_copy": lambda m: [(m.real(3, 1), (2, 3, 4)), (m.real(), (2,)), (m.real(2, 3), (-1, 3))],
    **dict.fromkeys(("reshape_as", "view_as"), lambda m: [(m.real(3, 4), m.plain(2, 6)), (m.real(), m.plain(1, 1))]),
    "broadcast_tensors": lambda m: [(m.real(3), m.real(2, 1)), (m.real(), m.real(1, 2), m.real(3, 1))],
    "broadcast_shapes": lambda m: [((2, 1), (3,)), ((), (1, 2)), ((5,),)],
    "block_diag": lambda m: [(m.real(2, 3), m.real(2)), (m.real(), m.real(2, 2), m.real(1, 0))],
    **dict.fromkeys(
        ("hstack", "vstack", "dstack", "column_stack"),
        lambda m: [([m.real(3, 4), m.real(3, 4)],), ([m.real(), m.real()],), ([m.real(2), m.real(2)],)],
    ),
    "_chunk_cat": lambda m: [([m.real(3, 4), m.real(2, 4)], 0, 2)],
    "diag_embed": lambda m: [(m.real(3),), (m.real(2, 3), 1), (m.real(2, 3), -1, 0, 2)],
    **dict.fromkeys(
        ("diagonal_copy", "diagonal_scatter", "linalg.diagonal"),
        lambda m: [(m.real(3, 4),), (m.real(3, 4), 1), (m.real(2, 3, 4), -1, 1, 2)],
    ),
    "diagonal_scatter": lambda m: [
        (m.real(3, 4), m.real(3)),
        (m.real(3, 4), m.real(3), 1),
        (m.real(2, 3, 4), m.real(2, 2), -1, 1, 2),
    ],
    "linalg.diagonal": lambda m: [(m.real(3, 4),), (m.real(2, 3, 4), {"offset": 1, "dim1": 0, "dim2": 2})],
    "diagflat": lambda m: [(m.real(3),), (m.real(2, 2), 1), (m.real(),)],
    "diff": lambda m: [(m.real(5),), (m.real(3, 4), 2, 0), (m.real(3, 4), 1, 1, m.real(3, 2), m.real(3, 1))],
    "gradient": lambda m: [(m.real(6),), (m.real(3, 4), {"spacing": 2.0, "dim": 1}), (m.real(3, 4), {"edge_order": 2})],
    **dict.fromkeys(
        ("as_strided", "as_strided_copy"),
        lambda m: [(m.real(12), (2, 3), (3, 1)), (m.real(3, 4), (2, 2), (1, 2), 1), (m.real(1), (), ())],
    ),
    "as_strided:partial_views": lambda m: [(m.real(12)[2:8], (2, 2), (2, 1)), (m.real(12)[2:8], (2, 2), (2, 1), 3)],
    "as_strided_scatter": lambda m: [
        (m.real(12), m.real(2, 3), (2, 3), (3, 1)),
        (m.real(3, 4), m.real(2, 2), (2, 2), (1, 2), 1),
    ],
    **dict.fromkeys(("narrow_copy", "narrow"), lambda m: [(m.real(3, 4), 1, 1, 2), (m.real(3), 0, -2, 1)]),
    "view_copy": lambda m: [(m.real(3, 4), (2, 6)), (m.real(3, 4), (-1,))],
    "permute_copy": lambda m: [(m.real(2, 3, 4), (2, 0, 1)), (m.real(), ())],
    "transpose_copy": lambda m: [(m.real(2, 3, 4), 0, 2), (m.real(3, 4), -1, -2)],
    "unsqueeze_copy": lambda m: [(m.real(3, 4), 1), (m.real(), -1)],
    "squeeze_copy": lambda m: [(m.real(3, 1, 4), 1), (m.real(1, 2, 1),), (m.real(1, 2, 1), (0, 2))],
    "squeeze:multiple": lambda m: [(m.real(1, 2, 1), (0, 2)), (m.real(3, 1, 4), (1,)), (m.real(2, 1), ())],
    **dict.fromkeys(("split", "unsafe_split"), lambda m: [(m.real(5, 4), 2), (m.real(5, 4), 3, 1)]),
    **dict.fromkeys(
        ("split:list_args", "split_with_sizes", "split_with_sizes_copy"),
        lambda m: [(m.real(5, 4), [2, 3]), (m.real(5, 4), [1, 0, 3], 1)],
    ),
    "unsafe_chunk": lambda m: [(m.real(3, 4), 2), (m.real(3, 4), 3, 1)],
    "tensor_split": lambda m: [(m.real(5, 4), 3), (m.real(5, 4), (1, 2), 1), (m.real(5), m.listed([1, 3]))],
    **dict.fromkeys(("hsplit", "vsplit", "dsplit"), lambda m: [(m.real(4, 4, 4), 2), (m.real(4, 6, 4), (1, 3))]),
    **dict.fromkeys(("unbind_copy", "unbind"), lambda m: [(m.real(3, 4),), (m.real(3, 4), 1)]),
    **dict.fromkeys(
        ("unfold", "unfold_copy"), lambda m: [(m.real(3, 6), 1, 3, 2), (m.real(5), 0, 2, 1), (m.real(), 0, 1, 1)]
    ),
    "unflatten": lambda m: [(m.real(3, 6), 1, (2, 3)), (m.real(4), 0, (-1, 2))],
    "select_scatter": lambda m: [(m.real(3, 4), m.real(3), 1, 2), (m.real(3, 4), m.real(4), 0, -1)],
    "slice": lambda m: [(m.real(5, 4), 0, 1, 3), (m.real(5, 4), 1, 0, 4, 2), (m.real(3),)],
    "slice_scatter": lambda m: [(m.real(5, 4), m.real(2, 4), 0, 1, 3), (m.real(5, 4), m.real(5, 2), 1, 0, 4, 2)],
    **dict.fromkeys(
        ("fft.fftshift", "fft.ifftshift"), lambda m: [(m.real(5),), (m.real(3, 4), 1), (m.real(3, 4), (0, 1))]
    ),
    **dict.fromkeys(
        ("meshgrid:variadic_tensors",),
        lambda m: [(m.real(2), m.real(3), {"indexing": "ij"}), (m.real(2), m.real(), {"indexing": "xy"})],
    ),
    "meshgrid:list_of_tensors": lambda m: [
        ([m.real(2), m.real(3)], {"indexing": "ij"}),
        ([m.real(2), m.real()], {"indexing": "xy"}),
    ],
    "resize_": lambda m: [(m.real(3, 4), (2, 6)), (m.real(3, 4), (2, 2))],
    "resize_as_": lambda m: [(m.real(3, 4), m.plain(2, 6)), (m.real(3, 4), m.plain(3))],
    "to": lambda m: [
        (m.real(3, 4), m.named("float64")),
        (m.real(3, 4), m.device),
        (m.real(3, 4), m.plain(2)),
        (m.real(3, 4), m.device, m.named("float32"), False, True),
    ],
    "constant_pad_nd": lambda m: [(m.real(3, 4), (1, 2)), (m.real(3, 4), (0, 1, -1, 2), 3)],
}

_MADE: Final[Rows] = {
    **dict.fromkeys(
        ("empty_like", "rand_like", "randn_like", "zeros_like", "ones_like"),
        lambda m: [(m.plain(3, 4),), (m.plain(), {"dtype": m.dtype}), (m.plain(3, 4).mT,)],
    ),
    "randint_like": lambda m: [(m.plain(3, 4), 7), (m.plain(3), 2, 6)],
    "full_like": lambda m: [(m.plain(3, 4), 1), (m.plain(), 0, {"dtype": m.dtype})],
    **dict.fromkeys(
        ("new_zeros", "new_ones", "new_empty"),
        lambda m: [(m.plain(3), (2, 3)), (m.plain(), ()), (m.plain(2), (1, 0), {"dtype": m.dtype})],
    ),
    "new_full": lambda m: [(m.plain(3), (2, 3), 1), (m.plain(), (), 0)],
    "new_empty_strided": lambda m: [(m.plain(3), (2, 3), (1, 2)), (m.plain(), (), ())],
    **dict.fromkeys(
        ("zeros", "ones", "empty", "randn"), lambda m: [((2, 3), m.options), ((), m.options), ((2, 0), m.options)]
    ),
    "full": lambda m: [((2, 3), 1, m.options), ((), 0, m.options)],
    "empty_strided": lambda m: [((2, 3), (1, 2), m.options), ((), (), m.options)],
    "empty_permuted": lambda m: [((2, 3), (1, 0), m.options), ((3,), (0,), m.options)],
    "eye": lambda m: [(3, m.options), (2, 4, m.options), (0, m.options)],
    "scalar_tensor": lambda m: [(1, m.options), (0, m.options)],
    "arange": lambda m: [(5, m.options), (1, 6, m.options), (0, 7, 2, m.options)],
    **dict.fromkeys(
        ("linspace", "logspace"), lambda m: [(0, 3, 4, m.options), (1, 4, 1, m.options), (2, 0, 5, m.options)]
    ),
    **dict.fromkeys(
        ("linspace:tensor_overload", "logspace:tensor_overload"),
        lambda m: [(m.listed(0), m.listed(3), 4, m.options), (1, m.listed(4), 3, m.options)],
    ),
    **dict.fromkeys(
        ("tril_indices", "triu_indices"), lambda m: [(3, 4, m.options), (3, 3, 1, m.options), (2, 4, -1, m.options)]
    ),
    "randint": lambda m: [(9, (2, 3), m.options), (2, 6, (3,), m.options)],
    "uniform": lambda m: [(m.plain(3, 4), 0, 1), (m.plain(3), 2, 5)],
    "normal:in_place": lambda m: [(m.plain(3, 4), 0, 1), (m.plain(3), -2, 0.5)],
    **dict.fromkeys(("cauchy", "log_normal"), lambda m: [(m.plain(3, 4), 0, 1), (m.plain(3), 0.5, 1)]),
    "exponential": lambda m: [(m.plain(3, 4), 0.5), (m.plain(3), 1)],
    "geometric": lambda m: [(m.plain(3, 4), 0.2), (m.plain(3), 0.5)],
    "normal": lambda m: [(m.real(3), m(3)), (m.real(2, 3), m(3)), (m.real(3), 0.5)],
    "normal:number_mean": lambda m: [(1.6, 0.3, (2, 3), m.options), (0.0, 1.0, (4,), m.options)],
    "bernoulli": lambda m: [(m.unit(3, 4),), (m.unit(3),)],
    "multinomial": lambda m: [(m.plain(4), 2), (m.plain(3, 4), 6, True), (m.plain(4), 3)],
    **{
        f"signal.windows.{name}": _window(more)
        for name, more in {
            "hamming": {},
            "hann": {},
            "bartlett": {},
            "blackman": {},
            "cosine": {},
            "nuttall": {},
            "exponential": {"tau": 2.0},
            "gaussian": {"std": 1.5},
            "kaiser": {"beta": 8.0},
            "general_cosine": {"a": (0.5, 0.3, 0.2)},
            "general_hamming": {"alpha": 0.5},
        }.items()
    },
}

ARGUMENTS: Final[Rows] = {**_REDUCED, **_AT_PLACES, **_VIEWS, **_MADE}
