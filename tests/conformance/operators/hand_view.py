"""Calls written by hand of views, factories and indexing, for operators that PyTorch's own samples do not reach."""

from __future__ import annotations

from typing import Any

from tests.conformance.operators.hand import call, ints, t

_FLAT, _SQUARE, _CUBE = t(6), t(3, 4), t(2, 3, 4)
_POINT, _EMPTY = t(), t(2, 0)
_ALL = (_FLAT, _SQUARE, _CUBE, _POINT, _EMPTY)
_EACH = [call(words) for words in _ALL]
_COMPLEX = [
    call(t(2, 3, dtype="complex64")),
    call(t(2, 3)),
    call(t(dtype="complex128")),
    call(t(2, 2, dtype="complex64")),
]
_LISTS = [call([t(3), t(3)]), call([t(2, 3), t(2, 3)]), call([t(), t()]), call([t(2, 1, 3), t(2, 1, 3)]), call([t(3)])]
_AXES = [call(_SQUARE, 0, 1), call(_CUBE, -1, 0), call(_POINT, 0, -1), call(_FLAT, 0, 0), call(_SQUARE, 2, 0)]
_MASK = {"shape": [2, 3], "dtype": "bool", "values": [[True, False, True], [False, True, False]]}
_HALVES = [call(t(4, 6, 2), 2), call(t(4, 6, 2), 1), call(t(6), 2), call(_POINT, 1), call(t(4, 6, 2), 4)]
_BOUNDS = [call(t(4, 6, 2), [1, 3]), call(t(4, 6, 2), [0, 1]), call(t(6), [2, 2, 9]), call(_POINT, [1])]
_SIZES = [
    call(_SQUARE, [1, 2], 0),
    call(_SQUARE, [1, 3], 1),
    call(_FLAT, [6]),
    call(_CUBE, [0, 2, 2], -1),
    call(_SQUARE, [1, 1]),
]
_PUT = [
    call(t(4, 3), [ints(0, 2)], t(2, 3)),
    call(t(4, 3), [ints(0, 2), ints(1, 1)], t(2)),
    call(t(2, 3), [_MASK], t()),
    call(t(4, 3), [None, ints(2, 0, -1)], t(4, 3)),
]
_PICK = [call(*words["args"][:2]) for words in _PUT] + [call(t(4, 3), [ints(4)]), call(t(2, 3), [_MASK])]


def dtype(name: str) -> dict[str, str]:
    return {"$dtype": name}


def memory_format(name: str) -> dict[str, str]:
    return {"$memory_format": name}


HAND: dict[str, list[dict[str, Any]]] = {
    # factories
    "range": [call(0, 5), call(1, 2.5), call(3, 1), call(-2, 2, dtype=dtype("int64"))],
    "range.step": [
        call(0, 5, 2),
        call(1, 2.5, 0.5),
        call(5, 1, -1),
        call(0, 3, 0),
        call(-2, 2, 1, dtype=dtype("int64")),
    ],
    # A step that is 0 as an integer ends torch's process: no fractions here.
    "range.out": [call(0, 5, 2, out=t(0)), call(0, 5, 1, out=t(6, dtype="float64"))],
    "empty.out": [
        call([2, 3], out=t(0)),
        call([6], out=t(6)),
        call([2, 3, 4, 5], out=t(0), memory_format=memory_format("channels_last")),
    ],
    "contiguous": [
        *_EACH,
        call(t(2, 3, 4, 5), memory_format=memory_format("channels_last")),
        call(_SQUARE, memory_format=memory_format("preserve_format")),
    ],
    "lift": _EACH,
    "lift_fresh_copy": _EACH,
    "one_hot": [
        call(ints(0, 2, 1)),
        call(ints(0, 2, 1), 5),
        call(ints(0, 2, 1), 2),
        call(ints(-1)),
        call(t(2, 0, dtype="int64"), 3),
        call(ints(1), 0),
    ],
    # joining
    **{name: [*_LISTS, call([])] for name in ("hstack", "vstack", "row_stack", "dstack", "column_stack")},
    **{name: [*_LISTS, call([t(2, 3), t(2, 1)], 1), call([t(2, 3), t(0)], -1)] for name in ("concat", "concatenate")},
    "_stack": [call([t(2, 3), t(2, 3)], 1), call([t(3), t(3)]), call([t(3), t(3)], -1), call([t(3), t(2)])],
    "cartesian_prod": [call([t(2), t(3)]), call([t(2)]), call([t(2), t(0)]), call([t(2, 1)]), call([t(2), t(2), t(2)])],
    "combinations": [
        call(t(4)),
        call(t(4), 3),
        call(t(4), 2, True),
        call(t(4), 0),
        call(t(2, 2)),
        call(t(3), -1),
        call(t(3), 1),
    ],
    "meshgrid": [call([t(2), t(3)]), call([t(2), t()]), call([t(2), t(2, 1)]), call([])],
    "meshgrid.indexing": [call([t(2), t(3), t(4)], indexing=order) for order in ("ij", "xy", "no")]
    + [call([t(2)], indexing="xy")],
    # indexing
    "_unsafe_index.Tensor": _PICK,
    "_unsafe_index_put": [*_PUT, call(t(4, 3), [ints(0, 0)], t(2, 3), True)],
    "_index_put_impl": [*_PUT, call(t(4, 3), [ints(0, 0)], t(2, 3), True)],
    "_index_put_impl_": [*_PUT, call(t(4, 3), [ints(0, 0)], t(2, 3), True)],
    "index_put_": [*_PUT, call(t(4, 3), [ints(0, 0)], t(2, 3), True)],
    "take_along_dim": [
        call(t(2, 3), {"shape": [2, 1], "dtype": "int64", "values": [[2], [0]]}, 1),
        call(t(2, 3), ints(5, 0)),
        call(t(2, 3), ints(1), 0),
    ],
    "nonzero_numpy": [call(t(2, 3, dtype="bool")), call(t(2, 3, dtype="int64")), call(t(dtype="bool")), call(t(0))],
    "argwhere": [call(t(2, 3, dtype="bool")), call(t(2, 3, dtype="int64")), call(t(dtype="bool"))],
    "fliplr": _EACH,
    "flipud": _EACH,
    "repeat_interleave.self_Tensor": [
        call(t(3, 2), ints(1, 0, 2), 0),
        call(t(2, 2), ints(2)),
        call(t(3), ints(1, 2)),
        call(t(2, 2), ints(1, 2, 3, 0)),
    ],
    "repeat_interleave.self_int": [
        call(t(3, 2), 2, 0),
        call(t(2, 2), 3),
        call(t(3, 2), 0, 1),
        call(t(), 2),
        call(t(3), 2, 0, output_size=6),
        call(t(3), 2, 0, output_size=5),
    ],
    "tile": [call(t(2, 3), [2]), call(t(3), [2, 2]), call(t(), [3]), call(t(2, 3), []), call(t(2), [0])],
    "index_select_backward": [call(t(2, 3), [4, 3], 0, ints(1, 1)), call(t(4, 1), [4, 3], 1, ints(2))],
    "masked_select_backward": [call(t(3), t(2, 3), _MASK)],
    "fill_diagonal_": [
        call(t(3, 3), 1.0),
        call(t(7, 2), 2.0, True),
        call(t(7, 2), 2.0),
        call(t(2, 5), 1),
        call(t(3, 3, 3), 1),
        call(t(3), 1),
        call(t(2, 3, 2), 1),
    ],
    # views
    "view.dtype": [
        call(_SQUARE, dtype(name)) for name in ("float32", "int32", "float64", "int16", "uint8", "complex64", "bool")
    ]
    + [call(_POINT, dtype("int32"))],
    "reshape": [
        call(_CUBE, [6, 4]),
        call(_CUBE, [-1]),
        call(_SQUARE, [2, -1, 3]),
        call(_POINT, [1, 1]),
        call(_EMPTY, [0, 5]),
        call(_SQUARE, [5, -1]),
        call(_SQUARE, []),
    ],
    "_reshape_alias": [call(_SQUARE, [2, 6], [6, 1]), call(_FLAT, [2, 3], [3, 1])],
    **{
        name: [call(_CUBE, t(6, 4)), call(_SQUARE, t(12)), call(_POINT, t(1)), call(_SQUARE, t(5))]
        for name in ("reshape_as", "view_as")
    },
    "expand_as": [call(t(3, 1), t(3, 4)), call(t(3), t(2, 3)), call(_POINT, t(2)), call(t(3), t(4))],
    "broadcast_to": [call(t(3, 1), [3, 4]), call(t(3), [2, -1]), call(_POINT, [2]), call(t(3), [4])],
    "broadcast_tensors": [call([t(3, 1), t(4)]), call([t(), t(2)]), call([t(3), t(2)]), call([])],
    **dict.fromkeys(
        (
            "numpy_T",
            "mT",
            "mH",
            "matrix_H",
            "adjoint",
            "ravel",
            "atleast_1d",
            "atleast_2d",
            "atleast_3d",
            "squeeze_",
            "t_",
            "detach_",
        ),
        _EACH,
    ),
    **{f"atleast_{n}d.Sequence": [call([t(), t(2)]), call([t(2, 3), t(1, 2, 3)]), call([])] for n in (1, 2, 3)},
    **dict.fromkeys(
        ("swapaxes", "swapdims", "swapaxes_", "swapdims_", "movedim.int", "moveaxis.int", "transpose_"), _AXES
    ),
    **{
        name: [
            call(_CUBE, [0, 1], [2, 0]),
            call(_CUBE, [-1], [0]),
            call(_CUBE, [0, 0], [1, 2]),
            call(_CUBE, [0], [1, 2]),
            call(_POINT, [], []),
        ]
        for name in ("movedim.intlist", "moveaxis.intlist")
    },
    "narrow": [
        call(_SQUARE, 0, 1, 2),
        call(_SQUARE, 1, -2, 2),
        call(_SQUARE, 1, 3, 2),
        call(_POINT, 0, 0, 0),
        call(_SQUARE, 0, 3, 0),
        call(_SQUARE, 0, 1, -1),
    ],
    "narrow.Tensor": [
        call(_SQUARE, 0, t(dtype="int64", values=1), 2),
        call(_SQUARE, 1, t(), 1),
        call(_SQUARE, 1, t(1, dtype="int64", values=[1]), 1),
    ],
    "diag": [
        call(_SQUARE),
        call(_FLAT),
        call(_SQUARE, 1),
        call(_FLAT, -2),
        call(_CUBE),
        call(_POINT),
        call(_SQUARE, 5),
    ],
    "diagflat": [call(_SQUARE), call(_FLAT, 1), call(_POINT), call(_EMPTY)],
    "split.sizes": _SIZES,
    "unsafe_split_with_sizes": _SIZES,
    **{
        name: [
            call(_SQUARE, 2),
            call(_SQUARE, 3, 1),
            call(_FLAT, 4),
            call(t(0), 3),
            call(_POINT, 1),
            call(_SQUARE, 0),
            call(_SQUARE, 9),
        ]
        for name in ("chunk", "unsafe_chunk")
    },
    "tensor_split.sections": [
        call(_SQUARE, 2),
        call(_SQUARE, 3, 1),
        call(_FLAT, 4),
        call(_FLAT, 9),
        call(_POINT, 1),
        call(_FLAT, 0),
    ],
    "tensor_split.indices": [
        call(_SQUARE, [1]),
        call(_SQUARE, [1, 3], 1),
        call(_FLAT, [4, 2]),
        call(_FLAT, [-1, 9]),
        call(_POINT, [1]),
        call(_FLAT, []),
    ],
    "tensor_split.tensor_indices_or_sections": [
        call(_FLAT, ints(1, 3)),
        call(_FLAT, t(dtype="int64", values=2)),
        call(_FLAT, t(2)),
        call(_FLAT, t(1, 1, dtype="int64", values=[[1]])),
    ],
    **{f"{name}.int": _HALVES for name in ("hsplit", "vsplit", "dsplit")},
    **{f"{name}.array": _BOUNDS for name in ("hsplit", "vsplit", "dsplit")},
    "flatten.using_ints": [*_EACH, call(_CUBE, 1), call(_CUBE, 0, 1), call(_CUBE, 2, 1), call(_CUBE, 1, 1)],
    "unflatten.int": [
        call(_FLAT, 0, [2, 3]),
        call(_SQUARE, -1, [2, -1]),
        call(_SQUARE, 1, [3]),
        call(_FLAT, 0, []),
        call(_POINT, 0, [1]),
    ],
    "real": _COMPLEX,
    "imag": _COMPLEX,
    "squeeze_.dims": [call(t(2, 1, 1), [1]), call(t(2, 1, 1), [1, 2]), call(t(2, 1), [0, 0]), call(t(), [0])],
    "as_strided_": [
        call(_FLAT, [2, 2], [2, 1]),
        call(_FLAT, [3], [2], 1),
        call(_FLAT, [9], [1]),
        call(_FLAT, [], [], 2),
    ],
    "set_": _EACH,
    "set_.source_Tensor": [call(_FLAT, _SQUARE), call(_SQUARE, _POINT)],
    "set_.source_Tensor_storage_offset": [
        call(_FLAT, _SQUARE, 1, [2, 3]),
        call(_FLAT, _SQUARE, 0, [2, 3], [1, 2]),
        call(_FLAT, _SQUARE, 9, [9]),
    ],
    # questions
    **{
        name: [*_EACH, call(t(2, dtype="int64")), call(t(1, dtype="complex64")), call(t(1, dtype="bool"))]
        for name in (
            "numel",
            "dim",
            "is_floating_point",
            "is_complex",
            "is_signed",
            "is_conj",
            "is_neg",
            "is_nonzero",
            "is_pinned",
            "is_contiguous",
        )
    },
    **{name: [call(_CUBE, 1), call(_CUBE, -1), call(_CUBE, 3), call(_POINT, 0)] for name in ("size.int", "stride.int")},
    "is_same_size": [call(_SQUARE, t(3, 4)), call(_SQUARE, t(4, 3))],
    "is_contiguous.memory_format": [
        call(t(*shape), memory_format(name))
        for shape in ((2, 3, 4, 5), (1, 3, 1, 1), (2, 0, 3, 4), (2, 3, 4, 5, 2), (3, 4))
        for name in ("contiguous_format", "channels_last", "channels_last_3d")
    ],
    # copies of views, and what gradients of views need
    "slice_scatter": [
        call(_SQUARE, t(1, 4), 0, 1, 2),
        call(_SQUARE, t(3, 2), 1, 0, None, 2),
        call(_SQUARE, t(2, 4)),
        call(_SQUARE, t(3, 4)),
    ],
    "view_copy.dtype": [call(_SQUARE, dtype(name)) for name in ("float32", "int32", "float64", "int16", "complex64")],
    "_reshape_copy": [call(_CUBE, [6, 4]), call(_CUBE, [-1]), call(_POINT, [1])],
    "select_copy.int": [call(_SQUARE, 0, 1), call(_SQUARE, 1, -1), call(_SQUARE, 0, 3), call(_POINT, 0, 0)],
    "slice_copy.Tensor": [
        call(_SQUARE),
        call(_SQUARE, 1, 1, 3),
        call(_SQUARE, 0, None, None, 2),
        call(_SQUARE, 0, 5, 9),
    ],
    "squeeze_copy.dims": [call(t(2, 1, 1), [1]), call(t(2, 1, 1), [1, 2]), call(t(2, 1), [0, 0])],
    "split_copy.Tensor": [call(_SQUARE, 2), call(_SQUARE, 3, 1), call(_POINT, 1), call(t(0), 0)],
    "detach_copy": _EACH,
    "view_as_real_copy": _COMPLEX,
    "view_as_complex_copy": [call(t(3, 2)), call(t(2)), call(t(3)), call(t(3, 2, dtype="float64"))],
    "select_backward": [call(t(4), [3, 4], 0, 1), call(t(3), [3, 4], -1, -1), call(t(4), [3, 4], 0, 3)],
    "slice_backward": [call(t(2, 4), [3, 4], 0, 1, 3, 1), call(t(3, 2), [3, 4], 1, 0, 4, 2)],
    "diagonal_backward": [call(t(3), [3, 4], 0, 0, 1), call(t(2), [3, 4], -1, 0, 1), call(t(2, 3), [2, 3, 4], 0, 1, 2)],
}
