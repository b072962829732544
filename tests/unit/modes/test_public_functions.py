"""Function handlers are told public functions, and may return anything."""

import pytest

import wye
from wye import overrides
from wye.library import Library
from wye.modes.function import disable_functions

HANDLED = {}
OUT = wye.empty(2)


class Told(wye.FunctionMode):
    """Keeps what it is told, and answers with a value or the function's own result."""

    def __init__(self, answer=NotImplemented):
        self.seen, self.answer = [], answer

    def __wye_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(func)
        return func(*args, **(kwargs or {})) if self.answer is NotImplemented else self.answer


class Own(wye.Tensor):
    """Handles the functions of a table, as `torch` programs do."""

    @classmethod
    def __wye_function__(cls, func, types, args=(), kwargs=None):
        if func in HANDLED:
            return HANDLED[func](*args, **(kwargs or {}))
        return super().__wye_function__(func, types, args, kwargs)


@pytest.fixture
def lib():
    with Library("pf", "DEF") as lib:
        lib.define("one(Tensor x) -> Tensor")
        lib.define("two(Tensor x) -> (Tensor, Tensor)")
        lib.define("none(Tensor x) -> ()")
        lib.define("number(Tensor x) -> float")
        for name, result in {"one": wye.ones(1), "two": (wye.ones(1),) * 2, "none": None, "number": 1.5}.items():
            lib.impl(name, lambda x, result=result: result, "CPU")
        yield lib


@pytest.mark.parametrize(
    ("call", "function"),
    [
        (wye.sin, wye.sin),
        (lambda x: x.sin(), wye.Tensor.sin),
        (wye.ops.aten.sin, wye.sin),
        (wye.ops.aten.sin.default, wye.sin),
        (lambda x: x + x, wye.Tensor.add),
        (lambda x: 1 + x, wye.Tensor.add),
        (lambda x: x.add_(1), wye.Tensor.add_),
        (lambda x: wye.add(x, x, alpha=2), wye.add),
        (lambda x: wye.sin(x, out=OUT), wye.sin),
    ],
)
@pytest.mark.parametrize("kind", ["mode", "subclass"])
def test_handlers_are_told_the_public_function(call, function, kind, monkeypatch):
    if kind == "mode":
        x = wye.ones(2)
        with Told("handled") as told:
            assert call(x) == "handled"
        assert told.seen[-1] is function
        with Told() as told:
            call(x)
        assert told.seen[-1] is function
    else:
        monkeypatch.setitem(HANDLED, function, lambda *args, **kwargs: "handled")
        assert call(Own([1.0, 2.0])) == "handled"


def test_an_operator_without_function_is_told_as_it_is(lib):
    x = wye.ones(1)
    with Told() as told:
        wye.ops.pf.one(x)
    assert told.seen == [wye.ops.pf.one.default]


@pytest.mark.parametrize("name", ["one", "two", "none", "number"])
@pytest.mark.parametrize("answer", ["text", None, (1, 2, 3), [], wye.ones(2), (wye.ones(1), wye.ones(1)), 2.5])
def test_handlers_may_return_anything(lib, name, answer):
    op, x, on_meta = getattr(wye.ops.pf, name), wye.ones(1), wye.ones(1, device="meta")
    lib.impl(name, lambda x: object(), "Meta")
    for _ in range(2):
        with Told(answer):
            result = op(x)
        assert type(result) is type(answer)
        with disable_functions(), Told(answer), pytest.raises(RuntimeError, match="returned"):
            op(on_meta)  # kernels may not


def test_a_handler_is_asked_once_more_by_what_it_calls():
    class Logs(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            return f"outer({func(*args, **(kwargs or {}))})"

    x = wye.ones(1)
    with Logs(), Told("inner"):
        assert wye.ops.aten.sin(x) == "inner"
    with Told("inner"), Logs():
        assert wye.sin(x) == "outer(inner)"


def test_public_functions_can_be_listed_and_named():
    functions = overrides.overridable_functions()[wye]
    assert wye.sin in functions
    assert wye.sin in overrides.testing_overrides()
    assert overrides.testing_overrides()[wye.sin](1) == -1
    assert overrides.resolve_name(wye.sin) == "wye.sin"


def test_one_override_can_be_skipped():
    x = Own([0.0])
    assert type(overrides.skip_one_override(wye.sin, (Own,), (x,))) is wye.Tensor


EXCHANGED = {
    "__rpow__": lambda x: 2**x,
    "__rfloordiv__": lambda x: 7 // x,
    "__rmod__": lambda x: 7 % x,
    "__rlshift__": lambda x: 1 << x,
    "__rrshift__": lambda x: 64 >> x,
    "__rsub__": lambda x: 1 - x,
    "__rtruediv__": lambda x: 6 / x,
}


@pytest.mark.parametrize("name", EXCHANGED)
def test_operators_on_a_tensor_to_the_right_are_told_as_themselves_and_keep_their_order(name):
    run, x = EXCHANGED[name], wye.tensor([3, 4])
    expected = run(x).tolist()
    with Told() as told:
        result = run(x)
    assert result.tolist() == expected
    assert told.seen[0] is getattr(wye.Tensor, name)
    kept = run(x.as_subclass(type("Kept", (wye.Tensor,), {})))
    assert type(kept).__name__ == "Kept"
    assert kept.tolist() == expected


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("__pow__", lambda x: x**2),
        ("__floordiv__", lambda x: x // 2),
        ("__and__", lambda x: x & 1),
        ("__or__", lambda x: x | 1),
        ("__xor__", lambda x: x ^ 1),
        ("__eq__", lambda x: x == 1),
        ("__iand__", lambda x: x.__iand__(1)),
        ("__ipow__", lambda x: x.__ipow__(2)),
        ("__invert__", lambda x: ~x),
    ],
)
def test_some_operators_of_python_are_told_as_themselves(name, run):
    x = wye.tensor([3, 4])
    with Told("answered") as told:
        answer = run(x)
    assert answer == "answered"
    assert told.seen == [getattr(wye.Tensor, name)]


def test_python_asks_the_other_operand_where_all_handlers_refuse():
    class Refuses(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    class OnTheRight(Refuses):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            return "right" if func is wye.Tensor.__rpow__ else NotImplemented

    assert Refuses() ** OnTheRight() == "right"
    with pytest.raises(TypeError, match="unsupported operand"):
        Refuses() * OnTheRight()


MATRIX = wye.tensor([[1, 2], [0, 1]])
ONE = wye.tensor(1)


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("__getitem__", lambda x, one: x[0, :1]),
        ("__getitem__", lambda x, one: x[one]),
        ("__setitem__", lambda x, one: x.__setitem__(0, 1)),
        ("to", lambda x, one: x.to(wye.float64)),
        ("to", lambda x, one: x.to("cpu", copy=True)),
        ("double", lambda x, one: x.double()),
        ("long", lambda x, one: x.long()),  # also where nothing is to do
        ("cpu", lambda x, one: x.cpu()),
        ("type", lambda x, one: x.type()),
        ("type", lambda x, one: x.type(wye.int8)),
        ("__bool__", lambda x, one: bool(one)),
        ("__int__", lambda x, one: int(one)),
        ("__float__", lambda x, one: float(one)),
        ("__complex__", lambda x, one: complex(one)),
        ("__index__", lambda x, one: [0, 1][one]),
        ("__contains__", lambda x, one: 2 in x),
        ("__reversed__", lambda x, one: reversed(x)),
    ],
)
def test_methods_written_in_python_are_told_as_themselves(name, run):
    method = getattr(wye.Tensor, name)
    expected = run(MATRIX.clone(), ONE)
    x = MATRIX.clone()
    with Told() as told:
        result = run(x, ONE)
    assert told.seen == [method]
    assert str(result) == str(expected)
    assert method in overrides.overridable_functions()[wye.Tensor]
    assert overrides.resolve_name(method) == f"{wye.Tensor.__module__.partition('.')[0]}.Tensor.{name}"
    log = []

    class Logs(wye.Tensor):
        @classmethod
        def __wye_function__(cls, func, types, args=(), kwargs=None):
            log.append(func)
            return super().__wye_function__(func, types, args, kwargs)

    run(MATRIX.clone().as_subclass(Logs), ONE.as_subclass(Logs))
    assert log == [method]


def test_the_backward_method_is_told_as_a_method():
    x = wye.ones(1, requires_grad=True)
    with Told() as told:
        x.backward()
    assert told.seen[0] is wye.Tensor.backward
    assert x.grad is not None


def test_what_stands_in_for_a_function_takes_the_arguments_of_any_overload():
    stand_in = overrides.testing_overrides()[wye.Tensor.set_]
    assert stand_in(MATRIX) == stand_in(MATRIX, MATRIX) == stand_in(MATRIX, MATRIX, 0, (2,), (1,)) == -1
    with pytest.raises(TypeError):
        stand_in()


def test_every_public_function_is_listed_under_the_name_by_which_it_is_found():
    listed = overrides.overridable_functions()
    for function in (*listed[wye], *listed[wye.Tensor]):
        name = overrides.resolve_name(function)
        found = wye
        for part in name.split(".")[1:]:
            if part.startswith("_") and not part.endswith("__"):
                break  # a private one
            found = getattr(found, part)
        else:
            assert found == function, name
