"""Operators whose parts are registered one after the other, by name."""

import gc

import pytest

import wye
from wye.deprecated import custom_op as deprecated
from wye.deprecated.custom_op import CustomOp, custom_op_from_function, custom_op_from_schema, find, find_or_adopt
from wye.errors import LibraryError, NoKernelError, RegistrationError
from wye.library import Library, find_rule


@pytest.fixture(autouse=True)
def clean():
    yield
    for name in list(deprecated.made):
        deprecated.destroy(name)


def foo(x: wye.Tensor) -> wye.Tensor:
    raise AssertionError("never called: its annotations are the schema")


def test_a_function_gives_the_schema_and_kernels_come_later():
    op = custom_op_from_function("parts::foo", foo)
    assert str(op._schema) == "parts::foo(Tensor x) -> Tensor"
    assert repr(op) == '<CustomOp(op="parts::foo")>'
    op.impl("cpu")(lambda x: wye.tensor([7.0]))
    assert op(wye.tensor([1.0])).tolist() == wye.ops.parts.foo(wye.tensor([1.0])).tolist() == [7.0]
    op.impl_abstract()(lambda x: wye.tensor([0.0], device="meta"))
    assert op(wye.tensor([1.0], device="meta")).device.type == "meta"


def test_what_is_missing_is_named():
    op = custom_op_from_schema("parts::bar", "(Tensor[] x) -> Tensor")
    for args, words in (
        (([wye.tensor([1.0])],), "device='cpu' tensors: there is no cpu impl registered"),
        (([wye.tensor([1.0], device="meta")],), "no (abstract|fake) impl"),
        (([],), "There were no Tensor inputs to this operator"),
    ):
        with pytest.raises(NoKernelError, match=words):
            op(*args)


def test_a_factory_runs_without_tensors():
    op = custom_op_from_schema("parts::make", "(int n) -> Tensor")
    op.impl_factory()(lambda n: wye.tensor([n]))
    assert op(3).tolist() == [3]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: custom_op_from_function("foo", foo), "Expected there to be a namespace in foo"),
        (lambda: custom_op_from_function("parts::foo.out", foo), "do not handle overloads"),
        (lambda: custom_op_from_function("aten::foo", foo), "'aten' is a reserved namespace"),
        (lambda: custom_op_from_function("a.b::foo", foo), "expected ns to not contain any"),
        (lambda: custom_op_from_function("parts::foo", 3), "Expected `func` to be a Python function"),
        (lambda: custom_op_from_function("parts::other", foo), "expected `func` to have name 'other' but got 'foo'"),
        (lambda: custom_op_from_schema("parts::foo", "(Tensor(a!) x) -> Tensor"), "only supports functional operators"),
        (lambda: custom_op_from_schema("parts::foo", "(Tensor x) -> ()"), "only supports functional operators"),
        (lambda: custom_op_from_schema("parts::foo", "(Tensor self) -> Tensor"), "arguments named 'self'"),
        (lambda: find_or_adopt("parts::nope"), "Could not find the operator parts::nope"),
    ],
)
def test_wrong_names_and_schemas_are_refused(make, words):
    with pytest.raises(LibraryError, match=words):
        make()
    assert "parts::foo" not in deprecated.made


def test_a_malformed_schema_is_named():
    with pytest.raises(AssertionError, match=r"Invalid function schema: foo\("):
        custom_op_from_schema("parts::foo", "(")


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("def foo(x, /): pass", "positional-only args"),
        ("def foo(x: int): pass", "to have no type annotations"),
        ("def foo(y): pass", "signature to match `manual_schema`"),
        ("def foo(x=1): pass", "neither func nor manual_schema should have default"),
    ],
)
def test_a_function_must_fit_its_schema_in_words(function, words):
    made = {}
    exec(function, made)
    with pytest.raises(LibraryError, match=words):
        custom_op_from_function("parts::foo", made["foo"], "(Tensor x) -> Tensor")


def test_one_kernel_for_each_device():
    op = custom_op_from_function("parts::foo", foo)
    op.impl(["cpu", "cuda"])(lambda x: x)
    with pytest.raises(RegistrationError, match=r"already has a cpu impl registered from Python at .*test_custom_op"):
        op.impl("cpu")(lambda x: x)
    with pytest.raises(LibraryError, match="we only support device_type"):
        op.impl("xla")


def test_other_libraries_are_respected():
    with Library("parts", "FRAGMENT") as lib:
        lib.define("baz(Tensor x) -> Tensor")
        lib.impl("baz", lambda x: x, "CPU")
        lib.define("composite(Tensor x) -> Tensor")
        lib.impl("composite", lambda x: x, "CompositeImplicitAutograd")
        with pytest.raises(RegistrationError, match="already has an implementation for this device type"):
            find_or_adopt("parts::baz").impl("cpu")(lambda x: x)
        find_or_adopt("parts::baz").impl("cuda")(lambda x: x)
        with pytest.raises(RegistrationError, match="CompositeImplicitAutograd"):
            find_or_adopt("parts::composite").impl_abstract()(lambda x: x)
        with pytest.raises(RegistrationError, match="CompositeImplicitAutograd"):
            find_or_adopt("parts::composite").impl_backward()(lambda ctx, saved, grad: {})
        deprecated.destroy("parts::baz")
        deprecated.destroy("parts::composite")


def test_gradients_are_two_functions_and_become_one_rule():
    op = custom_op_from_schema("parts::mul", "(Tensor x, float by) -> Tensor")
    op.impl_save_for_backward()(lambda inputs, output: (inputs.by, output))
    assert find_rule(op._opoverload, "autograd") is None
    op.impl_backward([True])(lambda ctx, saved, grad: {"x": grad})
    rule = find_rule(op._opoverload, "autograd")

    class Context:
        def mark_non_differentiable(self, *tensors):
            assert not tensors

    ctx, output, grad = Context(), wye.ones(1), wye.ones(1)
    rule.more["setup_context"](ctx, ("x", 2.5), output)
    assert ctx.wye_saved == (2.5, output)
    given = rule.fn(ctx, grad)
    assert given[0] is grad
    assert given[1] is None


def test_a_call_that_needs_a_gradient_says_which_part_of_the_formula_is_missing():
    op = custom_op_from_schema("parts::part", "(Tensor x) -> Tensor")
    op.impl("cpu")(lambda x: x.sin())
    x = wye.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="Autograd has not been implemented for operator"):
        op(x)
    with wye.no_grad():
        assert not op(x).requires_grad
    op.impl_backward()(lambda ctx, saved, grad: {"x": grad * saved})
    with pytest.raises(RuntimeError, match=r"We found a 'backward' .* unable to find a 'save_for_backward'"):
        op(x)
    op.impl_save_for_backward()(lambda inputs, output: inputs.x.detach().cos())
    op(x).sum().backward()
    assert x.grad.tolist() == x.detach().cos().tolist()


def _failing(schema, returned, *args):
    op = custom_op_from_schema("parts::failing", schema)
    op.impl("cpu")(lambda x: (x[0] if isinstance(x, (list, tuple)) else x) * 2)
    op.impl_save_for_backward()(lambda inputs, output: None)
    op.impl_backward()(lambda ctx, saved, grad: {"x": returned(grad)})
    op(*args).sum().backward()


@pytest.mark.parametrize(
    ("is_list", "returned", "words"),
    [
        (False, lambda grad: (grad,), "<class 'tuple'> as the gradient for input 'x', .* either None or a Tensor"),
        (True, lambda grad: grad, "for input 'x' expected .* to hold a list of gradients but got object of type"),
        (True, lambda grad: [grad], "to hold a list of 2 gradients but got 1"),
        (True, lambda grad: [grad, 3], "list of None or Tensor gradients but got object of <class 'int'> at index 1"),
    ],
)
def test_gradients_fit_the_arguments(is_list, returned, words):
    x = wye.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=words):
        _failing(f"(Tensor{'[]' if is_list else ''} x) -> Tensor", returned, [x, x] if is_list else x)


def test_a_list_of_gradients_may_have_gaps():
    x, y = wye.ones(2, requires_grad=True), wye.ones(2, requires_grad=True)
    _failing("(Tensor[] x) -> Tensor", lambda grad: (grad * 2, None), [x, y])
    assert x.grad.tolist() == [2, 2]
    assert y.grad is None


def test_outputs_without_gradients_are_chosen_by_place():
    op = custom_op_from_schema("parts::places", "(Tensor x) -> (Tensor[], Tensor, int)")
    op.impl("cpu")(lambda x: ([x.clone(), x.clone()], x.clone(), 3))
    op.impl_save_for_backward()(lambda inputs, output: None)
    op.impl_backward([False, True, False])(lambda ctx, saved, parts, grad, number: {"x": grad})
    (first, second), third, number = op(wye.ones(2, requires_grad=True))
    assert (first.requires_grad, second.requires_grad, third.requires_grad, number) == (False, False, True, 3)
    op._output_differentiability = [False, True, True]
    with pytest.raises(RuntimeError, match=r"At idx 2, .*<class 'int'> that is not a Tensor"):
        op(wye.ones(2, requires_grad=True))


@pytest.mark.parametrize(
    ("returned", "words"), [([1], "to be a dict but got <class 'list'>"), ({"by": 1}, "to have keys {'x'}")]
)
def test_a_backward_function_returns_a_gradient_for_each_tensor(returned, words):
    op = custom_op_from_schema("parts::mul", "(Tensor x, float by) -> Tensor")
    op.impl_save_for_backward()(lambda inputs, output: None)
    op.impl_backward()(lambda ctx, saved, grad: returned)
    rule = find_rule(op._opoverload, "autograd")
    ctx = type("Context", (), {"wye_saved": None, "wye_lengths": {}})()
    with pytest.raises(RegistrationError, match=words):
        rule.fn(ctx, "grad")


def test_which_outputs_differ_is_one_bool_each():
    op = custom_op_from_schema("parts::two", "(Tensor x) -> (Tensor, Tensor)")
    for wrong in ([True], (True, True), [1, 0]):
        with pytest.raises(RegistrationError, match="list of bools"):
            op.impl_backward(wrong)


def test_the_constructor_is_private_and_a_destroyed_operator_is_gone():
    with pytest.raises(RuntimeError, match="constructor is private"):
        CustomOp(None, None, None, None, None)
    deprecated.keep(custom_op_from_function("parts::foo", foo))
    deprecated.destroy("parts::foo")
    with pytest.raises(RegistrationError, match='Could not find custom op "parts::foo"'):
        find("parts::foo")
    assert "foo" not in dir(wye.ops.parts)


def test_an_operator_goes_with_the_last_reference_to_its_object_and_can_be_made_again():
    for _ in range(2):
        operator = custom_op_from_function("parts::foo", foo)
        operator.impl_save_for_backward()(lambda inputs, output: None)
        operator.impl_backward()(lambda ctx, saved, grad: {"x": grad})
        assert "foo" in dir(wye.ops.parts)
        del operator
        gc.collect()
        assert "foo" not in dir(wye.ops.parts)


def test_an_operator_that_cannot_be_made_leaves_nothing_behind(monkeypatch):
    monkeypatch.setattr(CustomOp, "_pass_autograd", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        custom_op_from_schema("parts::bad", "(Tensor x) -> Tensor")
    monkeypatch.undo()
    assert "bad" not in dir(wye.ops.parts)
    deprecated.keep(custom_op_from_schema("parts::bad", "(Tensor x) -> Tensor"))
