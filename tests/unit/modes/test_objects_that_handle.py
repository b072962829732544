"""Objects that are no tensors but handle functions are arguments of functions."""

import pytest

import wye
from wye.errors import DispatchRefusedError


class Handles:
    """Answers every call with what it was told."""

    @classmethod
    def __wye_function__(cls, func, types, args=(), kwargs=None):
        return func, types, args, kwargs


class More(Handles):
    """A subclass is asked before its base; it leaves the answer to that."""

    @classmethod
    def __wye_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class FromPyTorch:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return self, func


X = wye.ones(2)
H = Handles()


@pytest.mark.parametrize(
    ("call", "func"),
    [
        (lambda: wye.add(H, 1), wye.add),
        (lambda: wye.add(X, H), wye.add),
        (lambda: X.add(H), wye.Tensor.add),
        (lambda: X + H, wye.Tensor.add),
        (lambda: wye.cat([X, H]), wye.cat),
        (lambda: wye.add(X, X, alpha=H), wye.add),
        (lambda: wye.sum(X, H), wye.sum),
        (lambda: wye.zeros([H]), wye.zeros),
        (lambda: X.view(H), wye.Tensor.view),
        (lambda: wye.sin(X, out=H), wye.sin),
        (lambda: X[H], wye.Tensor.__getitem__),
        (lambda: X.to(H), wye.Tensor.to),
    ],
)
def test_a_handler_is_told_the_public_function(call, func):
    told, types, *_ = call()
    assert told is func
    assert types == (Handles,)


def test_a_handler_gets_the_arguments_as_they_were_written():
    *_, args, kwargs = wye.sum(H, 0, keepdim=True)
    assert (args, kwargs) == ((H, 0), {"keepdim": True})


def test_a_subclass_is_asked_before_its_base():
    assert wye.add(H, More())[1] == (More, Handles)


def test_pytorchs_name_and_instance_methods_are_understood():
    it = FromPyTorch()
    with pytest.warns(UserWarning, match="plain method"):
        assert wye.sin(it) == (it, wye.sin)


def test_arguments_that_do_not_fit_are_refused_before_handlers_are_asked():
    with pytest.raises(TypeError, match="invalid combination"):
        wye.sum(H, "text")


def test_it_is_an_error_when_nobody_handles_the_call():
    with pytest.raises(DispatchRefusedError, match=r"wye\.sin"):
        wye.sin(More())


def test_an_index_that_handles_functions_decides_before_the_dimensions_are_counted():
    mine = type("Mine", (wye.Tensor,), {"__wye_function__": Handles.__dict__["__wye_function__"]})
    vector = wye.ones(1)
    for index in ((5, H), (H, 5, H), [mine(), mine()], (0, mine())):
        func, _, (of, told), _ = vector[index]
        assert func is wye.Tensor.__getitem__
        assert of is vector
        assert told is index
    vector[5, H] = 1
    assert vector.tolist() == [1.0]


def test_what_an_instance_alone_has_is_no_handler():
    class Wraps:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func

        def __getattr__(self, name):
            return lambda *args, **kwargs: f"not {name}"

    assert wye.sin(Wraps()) is wye.sin


def test_a_handler_that_is_a_plain_method_is_warned_of():
    with pytest.warns(UserWarning, match="`__torch_function__` as a plain method is deprecated"):
        wye.sin(FromPyTorch())
    with pytest.warns(DeprecationWarning, match="as a plain method is deprecated"):
        wye.nn.functional.dropout(FromPyTorch())
