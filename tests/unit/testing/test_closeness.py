import numpy as np
import pytest

import wye
from wye.testing import assert_close

T = wye.tensor
NAN = float("nan")


@pytest.mark.parametrize(
    ("actual", "expected", "options"),
    [
        (T([1.0, 2.0]), T([1.0, 2.0 + 1e-7]), {}),
        (T([1.0]), T([1.0], dtype=wye.float64), {"check_dtype": False}),
        (T([1.0, 2.0]), T([1.0, 3.0]), {"rtol": 0.0, "atol": 1.5}),
        (T([NAN]), T([NAN]), {"equal_nan": True}),
        (NAN, NAN, {"equal_nan": True}),
        (1, 1.0, {"check_dtype": False}),
        (None, None, {}),
        ([], (), {}),
        ({"a": [wye.ones(2), 2.0]}, {"a": (wye.ones(2), 2.0)}, {}),
        (np.array([1.0]), np.array([1.0 + 1e-9]), {}),
        (wye.nn.Parameter(T([1.0])), T([1.0]), {}),
        (T([1.0]).to("meta"), T([2.0]).to("meta"), {}),
        (wye.zeros(0, 3), wye.zeros(0, 3), {}),
        (2**70, 2**70, {}),
    ],
)
def test_what_is_close_passes(actual, expected, options):
    assert_close(actual, expected, **options)


@pytest.mark.parametrize(
    ("actual", "expected", "options", "text"),
    [
        (T([1.0]), T([[1.0]]), {}, "'shape' do not match: wye.Size([1]) != wye.Size([1, 1])."),
        (T([1.0]), T([1]), {}, "'dtype' do not match: wye.float32 != wye.int64."),
        (T([1.0]), T([1.0]).to("meta"), {}, "'device' do not match: cpu != meta."),
        (wye.ones(2, 2), wye.ones(2, 2).t(), {"check_stride": True}, "'stride()' do not match: (2, 1) != (1, 2)."),
        (1, 1.0, {}, "The (d)types do not match: <class 'int'> != <class 'float'>."),
        (True, False, {}, "Booleans mismatch: True is not False"),
        (None, 1, {}, "None mismatch: None is not 1"),
        ([1], [1, 2], {}, "The length of the sequences mismatch: 1 != 2"),
        (
            {"a": 1},
            {"b": 1},
            {},
            "Missing keys in the actual mapping: ['b']\nAdditional keys in the actual mapping: ['a']",
        ),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, {}, "The failure occurred for item ['a'][1]['b']"),
        (T([NAN]), T([NAN]), {}, "Greatest absolute difference: nan at index (0,)"),
        (T([1.0, 2.0]), T([1.0, 3.0]), {"msg": "mine"}, "mine"),
        ([1.0], [2.0], {"msg": lambda text: f"<{text}>"}, "item [0]>"),
    ],
)
def test_what_differs_is_named(actual, expected, options, text):
    with pytest.raises(AssertionError) as caught:
        assert_close(actual, expected, **options)
    assert str(caught.value).endswith(text) or text in str(caught.value)


def test_the_message_counts_and_finds_the_greatest_differences():
    with pytest.raises(AssertionError) as caught:
        assert_close(T([[1.0, 2.0], [3.0, 4.0]]), T([[1.0, 2.5], [3.0, 8.0]]))
    assert str(caught.value) == (
        "Tensor-likes are not close!\n\nMismatched elements: 2 / 4 (50.0%)\n"
        "Greatest absolute difference: 4.0 at index (1, 1) (up to 1e-05 allowed)\n"
        "Greatest relative difference: 0.5 at index (1, 1) (up to 1.3e-06 allowed)"
    )
    with pytest.raises(AssertionError) as caught:
        assert_close(T([1, 120], dtype=wye.int8), T([1, -120], dtype=wye.int8))
    assert "Greatest absolute difference: 240 at index (1,)\n" in str(caught.value)


def test_a_tensor_that_requires_grad_is_compared_by_value():
    x = T([1.0, 2.0]).requires_grad_()
    assert_close(x * 1, T([1.0, 2.0]))
    with pytest.raises(AssertionError):
        assert_close(x, T([1.0, 3.0]))


@pytest.mark.parametrize(
    ("actual", "expected"), [("a", "a"), (T([1.0]), [1.0]), (np.array([1.0]), T([1.0])), (1, T(1)), ({1: 2}, [2])]
)
def test_values_of_unlike_kinds_cannot_be_compared(actual, expected):
    with pytest.raises(TypeError, match="No comparison pair was able to handle inputs of type"):
        assert_close(actual, expected)


def test_tolerances_come_in_pairs():
    with pytest.raises(ValueError, match="must be either specified or omitted, but got no atol"):
        assert_close(1.0, 1.0, rtol=0.1)
