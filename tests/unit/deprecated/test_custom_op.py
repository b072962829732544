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
    op.impl_backward([True])(lambda ctx, saved, grad: {"x": (saved[0], grad)})
    rule = find_rule(op._opoverload, "autograd")

    class Context:
        pass

    ctx = Context()
    rule.more["setup_context"](ctx, ("x", 2.5), "output")
    assert rule.fn(ctx, "grad") == ((2.5, "grad"), None)


@pytest.mark.parametrize(
    ("returned", "words"), [([1], "to be a dict but got <class 'list'>"), ({"by": 1}, "to have keys {'x'}")]
)
def test_a_backward_function_returns_a_gradient_for_each_tensor(returned, words):
    op = custom_op_from_schema("parts::mul", "(Tensor x, float by) -> Tensor")
    op.impl_save_for_backward()(lambda inputs, output: None)
    op.impl_backward()(lambda ctx, saved, grad: returned)
    rule = find_rule(op._opoverload, "autograd")
    ctx = type("Context", (), {"wye_saved": None})()
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
