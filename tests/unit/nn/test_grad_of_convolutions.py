import pytest

import wye
from wye.nn import functional
from wye.nn import grad as by_hand
from wye.nn.attention import SDPBackend, allowed_backends, sdpa_kernel
from wye.nn.modules.sizes import parser, reverse_repeat


@pytest.mark.parametrize("dims", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1}, {"dilation": 2, "groups": 2}])
def test_gradients_by_hand_are_those_of_autograd(dims, options):
    x = wye.randn(2, 4, *[7] * dims, dtype=wye.float64, requires_grad=True)
    w = wye.randn(4, 4 // options.get("groups", 1), *[3] * dims, dtype=wye.float64, requires_grad=True)
    out = getattr(functional, f"conv{dims}d")(x, w, **options)
    g = wye.randn_like(out)
    expected = wye.autograd.grad(out, (x, w), g)
    found = (
        getattr(by_hand, f"conv{dims}d_input")(x.shape, w, g, **options),
        getattr(by_hand, f"conv{dims}d_weight")(x, w.shape, g, **options),
    )
    wye.testing.assert_close(found, expected)


def test_one_number_stands_for_all_dimensions():
    assert (parser(2)(3), parser(2)([1, 2]), parser(1)(0)) == ((3, 3), (1, 2), (0,))
    assert reverse_repeat((1, 2), 2) == (2, 2, 1, 1)


def test_a_choice_of_attention_holds_inside_the_block():
    before = allowed_backends()
    with sdpa_kernel(SDPBackend.MATH):
        assert allowed_backends() == [SDPBackend.MATH]
    assert allowed_backends() == before
    with pytest.raises(AssertionError, match="SDPBackend"), sdpa_kernel("math"):
        pass
