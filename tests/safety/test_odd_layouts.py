"""Arrays that lie in memory in odd ways give what plain copies of them give: C looks at how they lie first."""

from __future__ import annotations

import numpy as np
import pytest

import wye
import wye.numpy as wnp
from wye.transforms import functionalize, vmap

aten = wye.ops.aten


def layouts(array: np.ndarray) -> dict[str, np.ndarray]:
    """The same elements: at odd addresses, with gaps, in another order, backwards, not to be written to, swapped."""
    memory = np.zeros(array.nbytes + 16, np.uint8)
    shifted = memory[1 : 1 + array.nbytes].view(array.dtype).reshape(array.shape)
    shifted[...] = array
    fixed = array.copy()
    fixed.flags.writeable = False
    made = {"unaligned": shifted, "read-only": fixed, "swapped": array.astype(array.dtype.newbyteorder())}
    if array.ndim:
        made["gaps"] = np.repeat(array, 2, -1)[..., ::2]
        made["columns"] = np.asfortranarray(array)
        made["backwards"] = array[::-1].copy()[::-1]
    return made


def elements(shape: tuple[int, ...], dtype: str = "float32") -> np.ndarray:
    return np.asarray(np.random.default_rng(sum(shape)).normal(size=shape) * 4).astype(dtype)


IMAGES, VOLUMES = (2, 3, 4, 5), (2, 3, 4, 2)
CALLS = {
    "avg_pool2d": (lambda x: aten.avg_pool2d.default(x, [2, 2], [1, 2]), IMAGES),
    "avg_pool3d": (lambda x: aten.avg_pool3d.default(x, [2, 2, 2], [1, 1, 1]), VOLUMES),
    "max_pool2d": (lambda x: aten.max_pool2d_with_indices.default(x, [2, 2], [1, 1]), IMAGES),
    "max_pool3d": (lambda x: aten.max_pool3d_with_indices.default(x, [2, 2, 2], [1, 1, 1]), VOLUMES),
    "adaptive_max_pool3d": (lambda x: aten.adaptive_max_pool3d.default(x, [3, 2, 1]), VOLUMES),
    "adaptive_avg_pool3d": (lambda x: aten._adaptive_avg_pool3d.default(x, [2, 2, 1]), VOLUMES),
    "batch_norm": (
        lambda x: aten.native_batch_norm.default(x, None, None, x[0, :, 0, 0], x[0, :, 1, 1] ** 2, False, 0.1, 1e-5),
        IMAGES,
    ),
    "grid_sampler_2d": (lambda x: aten.grid_sampler_2d.default(x, x[:, :, :, :2] / 9, 0, 1, False), (1, 3, 3, 3)),
    "grid_sampler_3d": (lambda x: aten.grid_sampler_3d.default(x, x[..., :3] / 9, 0, 2, True), (1, 2, 2, 2, 3)),
    "select_scatter": (lambda x: wye.select_scatter(x, x[:, 0] * 2, 1, -1), (4, 3)),
    "slice_scatter": (lambda x: wye.slice_scatter(x, x[:, 1:] * 2, 1, 1), (4, 3)),
    "select_scatter of many dimensions": (lambda x: wye.select_scatter(x, x[..., 0] * 2, -1, 1), (2, *(1,) * 36, 3)),
    "sum": (lambda x: (x.sum(), x.sum(0), x.sum(-1)), (9, 40)),
    "addcmul": (lambda x: wye.addcmul(x, x, x), (4, 3)),
    "sigmoid": (wye.sigmoid, (4, 3)),
    "functional index": (functionalize(lambda y: (y[1:, None], y[..., 0])), (4, 3)),
    "functional write": (functionalize(lambda y: y.clone()[1].mul_(2)), (4, 3)),
    "batched index": (vmap(lambda y: y[None, ..., 1:]), (4, 3)),
}


def told(value: object) -> object:
    return [one.tolist() for one in value] if isinstance(value, (list, tuple)) else value.tolist()  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writ")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", CALLS)
def test_operators_read_arrays_as_they_lie(name: str, dtype: str) -> None:
    call, shape = CALLS[name]
    array = elements(shape, dtype)
    expected = told(call(wye.from_numpy(array.copy()).to(getattr(wye, dtype))))
    for layout, odd in layouts(array).items():
        try:
            given = wye.from_numpy(odd)
        except (TypeError, ValueError):
            assert layout in ("swapped", "backwards")  # PyTorch does not take them either
            continue
        np.testing.assert_allclose(*map(_flat, (told(call(given)), expected)), rtol=1e-5, atol=1e-4, err_msg=layout)


def _flat(value: object) -> list[float]:
    return [number for one in value for number in _flat(one)] if isinstance(value, list) else [value]  # type: ignore[list-item]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "complex128"])
@pytest.mark.parametrize("shape", [(), (3,), (0,), (2, 3), (2, 0), (1,) * 33])
def test_numpys_functions_read_arrays_as_they_lie(shape: tuple[int, ...], dtype: str) -> None:
    array = elements(shape, dtype)
    for layout, odd in layouts(array).items():
        x = wnp.asarray(odd)
        for function in (np.add, np.multiply, np.subtract):
            np.testing.assert_array_equal(np.asarray(function(x, odd)), function(array, array), layout)
            np.testing.assert_array_equal(np.asarray(function(odd, x)), function(array, array), layout)
        np.testing.assert_allclose(np.asarray(np.sum(x)), array.sum(), rtol=1e-5, err_msg=layout)
        np.testing.assert_array_equal(
            np.asarray(np.concatenate([x.reshape(-1), odd.reshape(-1)])), array.reshape(-1).tolist() * 2
        )
        for index in (..., None, (), (..., None), (slice(None, None, -1),) * len(shape), (0,) * len(shape)):
            if 0 not in shape:
                np.testing.assert_array_equal(np.asarray(x[index]), array[index], layout)
