"""Forward mode: levels, tangents of results, of views and of what is written to, functions and custom operators."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import wye
from wye import autograd
from wye.autograd import forward_ad
from wye.autograd.forward_ad import dual_level, make_dual, unpack_dual

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def level() -> Iterator[None]:
    with dual_level():
        yield


def dual(*tangent: float) -> Any:
    return make_dual(wye.tensor([1.0, 2.0, 3.0][: len(tangent)]), wye.tensor(list(tangent)))


def tangent(tensor: Any) -> Any:
    found = unpack_dual(tensor).tangent
    return None if found is None else found.tolist()


@pytest.mark.usefixtures("level")
def test_a_product_has_the_tangent_of_the_product_rule() -> None:
    x = dual(1.0, 10.0)
    assert tangent(x * x) == [2.0, 40.0]
    assert tangent(x * wye.tensor(3.0)) == [3.0, 30.0]


@pytest.mark.usefixtures("level")
def test_a_tangent_alone_does_not_require_grad() -> None:
    y = dual(1.0, 10.0).sin()
    assert not y.requires_grad
    assert y.is_leaf
    assert y.grad_fn is None
    with pytest.raises(RuntimeError, match="does not require grad"):
        y.sum().backward()


@pytest.mark.usefixtures("level")
def test_a_result_smaller_in_one_input_gets_a_tangent_of_its_own_shape() -> None:
    assert tangent(dual(1.0, 10.0) + wye.ones(3, 2)) == [[1.0, 10.0]] * 3


@pytest.mark.usefixtures("level")
def test_a_result_does_not_share_the_memory_of_its_input_s_tangent() -> None:
    x = dual(1.0, 10.0)
    y = x + 1
    y.mul_(2)
    assert tangent(x) == [1.0, 10.0]
    assert tangent(y) == [2.0, 20.0]


def test_levels_do_not_nest_and_their_end_takes_tangents_away() -> None:
    with dual_level():
        x = dual(1.0)
        y = x * 2
        with pytest.raises(RuntimeError, match="Nested forward mode AD"):
            forward_ad.enter_dual_level()
    assert not y._is_dual
    with dual_level():
        assert tangent(y) is None
        assert tangent(x * 2) is None
    with pytest.raises(RuntimeError, match="no level exists"):
        dual(1.0)


def test_no_grad_does_not_stop_tangents_and_records_nothing() -> None:
    weight = wye.ones(2, requires_grad=True)
    with autograd.no_grad(), dual_level():
        y = dual(1.0, 10.0) * weight
        assert tangent(y) == [1.0, 10.0]
        assert not y.requires_grad
        assert not (weight * 2).requires_grad
    with autograd.no_grad():
        assert not (weight * 2).requires_grad
    assert (weight * 2).requires_grad


@pytest.mark.usefixtures("level")
def test_another_thread_sees_tangents() -> None:
    x = dual(1.0, 10.0)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(tangent(x * 2)))
    thread.start()
    thread.join()
    assert found == [[2.0, 20.0]]


@pytest.mark.usefixtures("level")
def test_a_write_to_a_view_is_a_write_to_the_base_s_tangent() -> None:
    z = wye.zeros(4)
    before = z[2:]
    z[1:3].copy_(dual(1.0, 10.0))
    assert tangent(z) == [0.0, 1.0, 10.0, 0.0]
    assert tangent(before * 2) == [20.0, 0.0]
    before.mul_(3)
    assert tangent(z) == [0.0, 1.0, 30.0, 0.0]


@pytest.mark.usefixtures("level")
def test_a_view_of_a_dual_tensor_follows_a_write_to_it() -> None:
    x = dual(1.0, 10.0)
    view = x[1:]
    x.mul_(x)
    assert tangent(view) == [40.0]


@pytest.mark.usefixtures("level")
def test_a_view_with_real_parts_of_complex_numbers_writes_to_the_complex_tangent() -> None:
    z = wye.zeros(2, dtype=wye.complex64)
    wye.view_as_real(z)[0].copy_(dual(1.0, 10.0))
    assert tangent(z) == [1 + 10j, 0j]


@pytest.mark.usefixtures("level")
def test_a_tensor_that_changes_its_shape_in_place_keeps_its_tangent() -> None:
    x = dual(1.0, 10.0).clone()
    x.unsqueeze_(0)
    assert tangent(x) == [[1.0, 10.0]]
    assert tangent(x.t_()) == [[1.0], [10.0]]


@pytest.mark.usefixtures("level")
def test_detached_tensors_and_comparisons_have_no_tangent() -> None:
    x = dual(1.0, 10.0)
    assert tangent(x.detach()) is None
    assert tangent(x > 1) is None
    assert tangent(wye.zeros_like(x)) is None


@pytest.mark.usefixtures("level")
def test_an_out_argument_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="add_out that does not support it because it is an out= function"):
        wye.add(dual(1.0), 1, out=wye.zeros(1))


@pytest.mark.usefixtures("level")
def test_forward_over_reverse_gives_a_product_with_the_hessian() -> None:
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    d = make_dual(x, wye.tensor([1.0, 0.0]))
    (g,) = autograd.grad((d**3).sum() + d.exp().sum(), d)
    np.testing.assert_allclose(tangent(g), [6 + np.e, 0.0], rtol=1e-6)


def test_reverse_over_forward_gives_a_product_with_the_hessian() -> None:
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    with dual_level():
        t = unpack_dual((make_dual(x, wye.tensor([1.0, 10.0])) ** 3).sum()).tangent
    assert t is not None
    t.backward()
    assert x.grad.tolist() == [6.0, 120.0]


class Square(autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_forward(x)
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * 2 * ctx.saved_tensors[0]

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return t * 2 * ctx.saved_tensors[0]


@pytest.mark.usefixtures("level")
def test_a_function_gives_tangents_by_its_jvp() -> None:
    y = Square.apply(dual(1.0, 10.0))
    assert tangent(y) == [2.0, 40.0]
    assert unpack_dual(unpack_dual(y).tangent).tangent is None


@pytest.mark.usefixtures("level")
def test_a_function_without_jvp_says_so() -> None:
    class Double(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

    with pytest.raises(NotImplementedError, match="You must implement the jvp function"):
        Double.apply(dual(1.0))


@pytest.mark.usefixtures("level")
def test_a_custom_operator_with_a_backward_has_tangents() -> None:
    @wye.library.custom_op("test_forward::cube", mutates_args=())
    def cube(x: wye.Tensor, scale: float) -> wye.Tensor:
        return wye.tensor(x.detach().numpy() ** 3 * scale)

    with pytest.raises(NotImplementedError, match="use register_autograd to add one"):
        cube(dual(1.0), 2.0)

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.scale = inputs[1]

    cube.register_autograd(
        lambda ctx, grad: (grad * 3 * ctx.saved_tensors[0] ** 2 * ctx.scale, None), setup_context=setup
    )
    y = cube(dual(1.0, 10.0), 2.0)
    assert y.tolist() == [2.0, 16.0]
    assert tangent(y) == [6.0, 240.0]
    assert not y.requires_grad


@pytest.mark.usefixtures("level")
def test_tangents_can_be_switched_off() -> None:
    x = dual(1.0)
    with forward_ad._set_fwd_grad_enabled(False):
        y = x * 2
    assert tangent(y) is None
    assert tangent(x * 2) == [2.0]


@pytest.mark.usefixtures("level")
def test_a_dual_tensor_shows_its_tangent() -> None:
    assert repr(dual(1.0)) == "tensor([1.], tangent=tensor([1.]))"


@pytest.mark.usefixtures("level")
@pytest.mark.parametrize(
    ("found", "message"),
    [(wye.ones(3), r"size \[2\] while .* forward gradient is of size \[3\]"), (3, "got int")],
)
def test_the_tangent_that_a_jvp_returns_fits_its_output(found: Any, message: str) -> None:
    class Wrong(Square):
        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return found

    with pytest.raises(RuntimeError, match=message):
        Wrong.apply(dual(1.0, 10.0))


@pytest.mark.usefixtures("level")
@pytest.mark.parametrize("look", [lambda x: x.conj(), lambda x: x._neg_view(), lambda x: x.conj().imag])
def test_a_view_that_was_made_before_reads_its_base_s_tangent_as_it_reads_its_base(look: Any) -> None:
    base = wye.zeros(2, dtype=wye.complex128)
    view = look(base)
    given = wye.tensor([1 + 2j, 3 - 4j], dtype=wye.complex128)
    base.copy_(make_dual(wye.zeros(2, dtype=wye.complex128), given))
    assert tangent(view) == look(given).tolist()


@pytest.mark.usefixtures("level")
def test_what_is_written_to_a_conjugate_view_has_its_tangent_in_the_base() -> None:
    base = wye.zeros(1, dtype=wye.complex128)
    base.conj().copy_(make_dual(wye.zeros(1, dtype=wye.complex128), wye.tensor([1 + 2j], dtype=wye.complex128)))
    assert tangent(base) == [1 - 2j]


@pytest.mark.usefixtures("level")
@pytest.mark.parametrize("look", [lambda x: x.conj(), lambda x: x._neg_view()])
def test_a_tangent_is_read_as_its_tensor_is(look: Any) -> None:
    given = wye.tensor([1 + 2j, 3 - 4j], dtype=wye.complex128)
    x = make_dual(look(wye.ones(2, dtype=wye.complex128)), given)
    assert unpack_dual(x).tangent is not given
    assert tangent(x) == given.tolist()
    assert tangent(x.imag) == [2.0, -4.0]


@pytest.mark.usefixtures("level")
def test_a_tangent_has_memory_wherever_its_tensor_has_some() -> None:
    given = wye.tensor([1.0, 2.0, 3.0])
    x = make_dual(wye.zeros(5)[1:4], given)
    assert tangent(x.as_strided((5,), (1,), 0)) == [0.0, 1.0, 2.0, 3.0, 0.0]
    unpack_dual(x).tangent.mul_(2)  # type: ignore[union-attr]
    assert given.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.usefixtures("level")
def test_a_tangent_with_a_tangent_is_refused() -> None:
    with pytest.raises(RuntimeError, match="itself has a forward gradient at the same level"):
        make_dual(wye.ones(1), dual(1.0))


class FirstTwo(autograd.Function):
    """A view; its jvp makes of the tangent what it is told to."""

    @staticmethod
    def forward(ctx: Any, x: Any, make: Any) -> Any:
        ctx.make = make
        return x.narrow(0, 0, 2)

    @staticmethod
    def jvp(ctx: Any, t: Any, _: Any) -> Any:
        return ctx.make(t)


@pytest.mark.usefixtures("level")
def test_the_tangent_of_a_view_is_a_view_of_the_given_tangent() -> None:
    x = dual(1.0, 2.0, 3.0)
    assert tangent(FirstTwo.apply(x, lambda t: t.narrow(0, 0, 2))) == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="jvp is not returning a view"):
        FirstTwo.apply(x, lambda t: t[:2].clone())
    with pytest.raises(RuntimeError, match="jvp is not returning a view of the given grad input"):
        FirstTwo.apply(x, lambda t: t.clone()[:2])
    with pytest.raises(RuntimeError, match="jvp is not returning a view of the same base"):
        FirstTwo.apply(x[:], lambda t: t.clone()[:2])


@pytest.mark.usefixtures("level")
def test_a_constant_output_has_no_tangent_and_an_integer_gives_none() -> None:
    class Half(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, n: Any, make: Any) -> Any:
            ctx.make = make
            out = x * 2
            ctx.mark_non_differentiable(out)
            return x * 1, out

        @staticmethod
        def jvp(ctx: Any, t: Any, n: Any, _: Any) -> Any:
            assert n is None
            return t, ctx.make(t)

    assert tangent(Half.apply(dual(1.0), wye.tensor([3]), lambda t: None)[1]) is None
    with pytest.raises(RuntimeError, match="You should return None at that position instead"):
        Half.apply(dual(1.0), wye.tensor([3]), lambda t: t * 1)


@pytest.mark.usefixtures("level")
def test_a_jvp_sees_what_was_saved_for_it_alone() -> None:
    class Kept(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            assert ctx.saved_tensors == ()
            return t * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            assert len(ctx.saved_tensors) == 1
            return g

    x = dual(1.0).requires_grad_()
    Kept.apply(x).sum().backward()


@pytest.mark.usefixtures("level")
def test_a_jvp_of_a_write_writes() -> None:
    class Doubled(autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, make: Any) -> Any:
            ctx.make = make
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def jvp(ctx: Any, t: Any, _: Any) -> Any:
            return ctx.make(t)

    assert tangent(Doubled.apply(dual(1.0), lambda t: t.mul_(2))) == [2.0]
    with pytest.raises(RuntimeError, match="must modify the corresponding gradient inplace"):
        Doubled.apply(dual(1.0), lambda t: t)


@pytest.mark.usefixtures("level")
def test_an_operator_with_a_formula_for_one_argument_alone_says_that_it_has_no_tangent() -> None:
    with pytest.raises(NotImplementedError, match="Trying to use forward AD with igamma that does not support it"):
        wye.igamma(dual(1.0), dual(1.0))


def test_a_write_to_a_dual_tensor_leaves_the_one_it_was_made_of_without_tangent() -> None:
    plain, tangent = wye.ones(2), wye.ones(2)
    with forward_ad.dual_level():
        made = forward_ad.make_dual(plain, tangent)
        made.mul_(2)
        assert forward_ad.unpack_dual(plain).tangent is None
        assert made._base is None


def test_a_view_of_a_computed_tensor_has_one_tangent() -> None:
    x, tangent = wye.rand(3, 4), wye.rand(3, 4)
    with forward_ad.dual_level():
        product = forward_ad.make_dual(x, tangent).mul(2)
        found = forward_ad.unpack_dual(product / product[0].unsqueeze(0)).tangent
    assert wye.allclose(found, tangent / x[0] - x * tangent[0] / x[0] ** 2)
