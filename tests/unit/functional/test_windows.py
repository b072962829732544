import pytest

import wye
from wye.functional import windows
from wye.testing import assert_close


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bartlett", [0.0, 0.5, 1.0, 0.5, 0.0]),
        ("blackman", [0.0, 0.34, 1.0, 0.34, 0.0]),
        ("cosine", [0.309017, 0.809017, 1.0, 0.809017, 0.309017]),
        ("exponential", [0.135335, 0.367879, 1.0, 0.367879, 0.135335]),
        ("gaussian", [0.135335, 0.606531, 1.0, 0.606531, 0.135335]),
        ("general_hamming", [0.08, 0.54, 1.0, 0.54, 0.08]),
        ("hamming", [0.08, 0.54, 1.0, 0.54, 0.08]),
        ("hann", [0.0, 0.5, 1.0, 0.5, 0.0]),
        ("kaiser", [5.27734e-05, 0.215673, 1.0, 0.215673, 5.27734e-05]),
        ("nuttall", [0.0003628, 0.2269824, 1.0, 0.2269824, 0.0003628]),
    ],
)
def test_windows_have_their_known_weights(name, expected):
    window = getattr(windows, name)
    assert_close(window(5, dtype=wye.float64), wye.tensor(expected, dtype=wye.float64), rtol=0.0, atol=1e-6)
    assert_close(window(4, sym=False), window(5)[:4])  # a period of the longer one
    assert window(0).shape == (0,)
    assert window(1).tolist() == pytest.approx([1.0])
    with pytest.raises(ValueError, match="non-negative window length"):
        window(-1)
    with pytest.raises(ValueError, match="expects float32 or float64"):
        window(3, dtype=wye.int32)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: windows.exponential(3, tau=0), "Tau must be positive"),
        (lambda: windows.exponential(3, center=1.0), "Center must be None"),
        (lambda: windows.gaussian(3, std=-1), "Standard deviation must be positive"),
        (lambda: windows.kaiser(3, beta=-1), "beta must be non-negative"),
        (lambda: windows.general_cosine(3, a=[]), "Coefficients cannot be empty"),
    ],
)
def test_parameters_outside_their_range_are_refused(call, text):
    with pytest.raises(ValueError, match=text):
        call()
