"""Memory that nothing was written to is filled where deterministic algorithms are wanted."""

from __future__ import annotations

from typing import Any

import pytest

import wye
from wye import process_settings as settings


@pytest.fixture(autouse=True)
def deterministic() -> Any:
    settings.use_deterministic_algorithms(True)
    yield
    settings.use_deterministic_algorithms(False)
    settings.set_deterministic_fill_uninitialized_memory(True)


MAKERS = {
    "empty": lambda dtype: wye.empty(2, 3, dtype=dtype),
    "out": lambda dtype: wye.empty(2, 3, out=wye.zeros(1, dtype=dtype)),
    "empty_like": lambda dtype: wye.empty_like(wye.zeros(2, 3, dtype=dtype)),
    "new_empty": lambda dtype: wye.zeros(1, dtype=dtype).new_empty((2, 3)),
    "empty_strided": lambda dtype: wye.empty_strided((2, 3), (1, 2), dtype=dtype),
    "empty_permuted": lambda dtype: wye.empty_permuted((2, 3), (1, 0), dtype=dtype),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=list(MAKERS))
def test_new_floats_are_nan_and_new_integers_the_largest(make: Any) -> None:
    for dtype in (wye.float32, wye.float16, wye.bfloat16, wye.complex64):
        assert bool(wye.isnan(make(dtype)).all())
    assert bool((make(wye.int16) == 32767).all())
    assert bool(make(wye.bool).all())


@pytest.mark.parametrize("make", MAKERS.values(), ids=list(MAKERS))
def test_filling_can_be_switched_off(make: Any) -> None:
    settings.set_deterministic_fill_uninitialized_memory(False)
    assert tuple(make(wye.float32).shape) == (2, 3)
    assert settings.are_deterministic_algorithms_enabled()
    assert not settings.fills_new_memory()


def test_a_storage_that_grows_is_filled_behind_what_it_held() -> None:
    x = wye.zeros(2)
    x.resize_(4)
    assert x[:2].tolist() == [0, 0]
    assert bool(wye.isnan(x[2:]).all())


def test_fake_tensors_have_nothing_to_fill() -> None:
    assert tuple(wye.empty(2, 3, device="meta").shape) == (2, 3)
    assert tuple(wye.empty(2, device="meta").resize_(5).shape) == (5,)


def test_settings_are_true_or_false() -> None:
    with pytest.raises(TypeError, match="must be bool, not int"):
        settings.use_deterministic_algorithms(1)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(TypeError, match="'warn_only' must be bool"):
        settings.use_deterministic_algorithms(True, warn_only=1)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(RuntimeError, match="expected a bool, but got int"):
        settings.set_deterministic_fill_uninitialized_memory(1)  # type: ignore[arg-type]  # that is the point


def test_the_gradient_of_samples_at_nan_is_no_pixel() -> None:
    image = wye.ones(1, 1, 2, 2, requires_grad=True)
    grid = wye.full((1, 1, 1, 2), float("nan"))
    wye.nn.functional.grid_sample(image, grid, align_corners=False).sum().backward()
    assert image.grad.tolist() == [[[[0, 0], [0, 0]]]]
