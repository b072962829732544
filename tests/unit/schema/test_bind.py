"""Arguments are placed, converted and checked against a schema; so is what kernels return."""

from __future__ import annotations

import fractions
import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wye
from wye import dispatch
from wye.errors import ArgumentError, ReturnError, UnknownKeyError
from wye.schema import parse
from wye.schema.bind import bind, check_return, compile_signature
from wye.schema.convert import DoesNotFit, convert
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS, device, dtype


@pytest.fixture
def lib():
    with dispatch.library("FRAGMENT", "bind") as lib:
        yield lib


@pytest.fixture
def receive(lib):
    """Define an operator, call it, give back what its kernel received; both through the engine and by `bind` alone."""

    def receive(schema, *args, **kwargs):
        op = lib.define(f"f{schema}")
        lib.impl("f", lambda *a, **kw: got.append((a, kw)), "CompositeExplicitAutograd")
        got = []
        op(*args, **kwargs)
        assert bind(op.schema, args, kwargs) == got[0]
        return got[0]

    return receive


def refused(schema, *args, **kwargs):
    """The error of a call that does not fit; the operator's kernel must not run."""
    with dispatch.library("FRAGMENT", "bind") as lib:
        op = lib.define(f"f{schema}")
        lib.impl("f", lambda *a, **kw: pytest.fail("the kernel ran"), "CompositeExplicitAutograd")
        with pytest.raises(ArgumentError) as from_call:
            op(*args, **kwargs)
        with pytest.raises(ArgumentError) as from_bind:
            bind(op.schema, args, kwargs)
    assert str(from_call.value) == str(from_bind.value)
    return from_call.value


# ---- placing ----


def test_keywords_are_placed_by_position(receive):
    assert receive("(int x, int y) -> ()", y=2, x=1) == ((1, 2), {})


def test_defaults_behind_the_last_given_argument_are_left_to_the_kernel(receive):
    assert receive("(int x, int y=1, int z=2) -> ()", 5) == ((5,), {})


def test_a_hole_before_a_given_argument_is_filled_with_the_default(receive):
    assert receive("(int x, int y=1, int[] z=[1, 2], int w=3) -> ()", 5, w=4) == ((5, 1, [1, 2], 4), {})


def test_a_list_that_fills_a_hole_is_fresh_for_every_call(lib):
    op = lib.define("f(int[] x=[1, 2], int y=0) -> ()")
    lib.impl("f", lambda x, y: x.append(y), "CompositeExplicitAutograd")
    op(y=1)
    seen = []
    lib.impl("f", lambda x, y: seen.append(list(x)), "CompositeExplicitAutograd")
    op(y=2)
    assert seen == [[1, 2]]


def test_kwarg_only_arguments_stay_keywords_and_their_defaults_are_not_filled(receive):
    assert receive("(int x, *, int y=1, int z=2) -> ()", 5, z=7) == ((5,), {"z": 7})


def test_a_kwarg_only_argument_without_default_may_follow_one_with(receive):
    assert receive("(*, int y=1, int z) -> ()", z=7) == ((), {"z": 7})


@pytest.mark.parametrize("name", ["self", "op", "key", "keyset", "args", "kwargs", "cls"])
def test_an_argument_may_have_any_name(lib, name):
    op = lib.define(f"f(int {name}, *, int _{name}) -> int")
    lib.impl("f", lambda *a, **kw: a[0] + kw[f"_{name}"], "CompositeExplicitAutograd")
    assert op.call_boxed(**{name: 1, f"_{name}": 2}) == 3
    assert op.redispatch(wye.DispatchKeySet("CPU"), **{name: 1, f"_{name}": 2}) == 3
    assert dispatch.call_with_key(op, "CPU", **{name: 1, f"_{name}": 2}) == 3


def test_a_vararg_schema_takes_any_further_positional_arguments(receive):
    x = wye.tensor(1)
    assert receive("(Tensor x, ...) -> ()", x, 1, "a", None) == ((x, 1, "a", None), {})


def test_further_positional_arguments_do_not_become_kwarg_only_ones(receive):
    assert receive("(int x, *, int y, ...) -> ()", 1, 2, 3, y=9) == ((1, 2, 3), {"y": 9})


def test_no_arguments_are_fine(receive):
    assert receive("() -> ()") == ((), {})


@pytest.mark.parametrize("n", [63, 64, 65, 100])
def test_any_number_of_arguments_works(receive, n):
    schema = f"({', '.join(f'int a{i}={i}' for i in range(n))}) -> ()"
    assert receive(schema, *range(1, n + 1)) == (tuple(range(1, n + 1)), {})
    assert receive(schema, **{f"a{n - 1}": -1}) == ((*range(n - 1), -1), {})
    assert receive(schema) == ((), {})


def test_errors_of_operators_with_many_arguments_are_the_usual_ones():
    schema = f"({', '.join(f'int a{i}' for i in range(70))}) -> ()"
    assert "missing value for argument 'a69'" in str(refused(schema, *range(69)))
    assert "for argument 'a66' but instead found type 'str'" in str(refused(schema, *range(66), "x", *range(3)))
    assert "expected at most 70" in str(refused(schema, *range(71)))


def test_keys_come_from_arguments_beyond_the_sixty_fourth(lib):
    op = lib.define(f"f({', '.join(f'int a{i}' for i in range(70))}, Tensor x) -> str")
    lib.impl("f", lambda *args: "CPU", "CPU")
    lib.impl("f", lambda *args: "NumPy", "NumPy")
    assert op(*range(70), wye.tensor(1)) == "CPU"
    assert op(*range(70), x=np.ones(1)) == "NumPy"


# ---- refusing ----


def test_a_missing_argument_is_named_with_the_declaration():
    assert str(refused("(int x, int y) -> ()", 1)) == (
        "bind::f() is missing value for argument 'y'. Declaration: bind::f(int x, int y) -> ()"
    )


def test_too_many_positional_arguments_are_counted():
    assert str(refused("(int x) -> ()", 1, 2)).startswith("bind::f() expected at most 1 argument(s) but received 2")


def test_a_kwarg_only_argument_given_by_position_is_told_by_name():
    error = refused("(int x, *, int y) -> ()", 1, 2)
    assert str(error).startswith("bind::f() takes 1 positional argument(s) but 2 was/were given.")
    assert error.__notes__[0] == "  pass y by name"


def test_an_unexpected_keyword_says_what_there_is_in_order():
    error = refused("(int x, int a=1, *, int y=2, int b=3) -> ()", 1, z=2)
    assert str(error).startswith("Unknown keyword argument 'z' for operator 'bind::f'.")
    assert error.__notes__[0] == "  it takes x, a, y, b"


def test_an_argument_given_twice_is_named():
    assert str(refused("(int x, int y=1) -> ()", 1, x=1)).startswith(
        "Argument 'x' specified both as positional and keyword"
    )


def test_a_wrong_type_names_operator_argument_types_position_value_and_declaration():
    assert str(refused("(Tensor x, float[] by) -> ()", wye.tensor(1), ["a"])) == (
        "bind::f() Expected a value of type 'List[float]' for argument 'by' but instead found type 'list'.\n"
        "Position: 1\n"
        "Value: ['a']\n"
        "Declaration: bind::f(Tensor x, float[] by) -> ()"
    )


def test_a_long_value_is_cut_in_the_message():
    line = next(line for line in str(refused("(str x) -> ()", [0] * 10_000)).split("\n") if line.startswith("Value: "))
    assert len(line) < 220
    assert line.endswith("...")


def test_none_for_a_tensor_is_refused_with_the_fix():
    error = refused("(Tensor x) -> ()", None)
    assert error.__notes__[0] == "  an argument that may be None is written Tensor? in the schema"


def test_something_else_for_a_tensor_says_how_it_could_become_one():
    assert "wye.register_array_type" in refused("(Tensor x) -> ()", object()).__notes__[0]


def test_a_refused_call_runs_nothing_and_leaves_the_thread_state(lib):
    before = dispatch.capture_state()
    refused("(int x) -> ()", "a")
    assert dispatch.capture_state() == before


@given(data=st.data())
def test_placing_equals_pythons_own(data):
    n_positional = data.draw(st.integers(0, 5))
    n_defaults = data.draw(st.integers(0, n_positional))
    kwarg_only = data.draw(st.lists(st.booleans(), max_size=3))  # has a default
    parameters, texts = [], []
    for i in range(n_positional):
        default = i if i >= n_positional - n_defaults else inspect.Parameter.empty
        parameters.append(inspect.Parameter(f"p{i}", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default))
    for i, has_default in enumerate(kwarg_only):
        default = 100 + i if has_default else inspect.Parameter.empty
        parameters.append(inspect.Parameter(f"k{i}", inspect.Parameter.KEYWORD_ONLY, default=default))
    for parameter in parameters:
        if parameter.name == "k0":
            texts.append("*")
        texts.append(
            f"int {parameter.name}" + ("" if parameter.default is parameter.empty else f"={parameter.default}")
        )
    args = data.draw(st.lists(st.integers(1000, 1100), max_size=n_positional + 1))
    names = data.draw(st.lists(st.sampled_from([*(p.name for p in parameters), "unknown"]), unique=True))
    kwargs = {name: 2000 + i for i, name in enumerate(names)}

    with dispatch.library("FRAGMENT", "bind") as lib:
        op = lib.define(f"f({', '.join(texts)}) -> ()")
        lib.impl("f", lambda *a, **kw: got.append((a, kw)), "CompositeExplicitAutograd")
        got = []
        try:
            bound = inspect.Signature(parameters).bind(*args, **kwargs).arguments
        except TypeError:
            with pytest.raises(ArgumentError):
                op(*args, **kwargs)
            assert got == []
            return
        op(*args, **kwargs)
    last = max((i + 1 for i in range(n_positional) if f"p{i}" in bound), default=0)
    positional = tuple(bound.get(f"p{i}", i) for i in range(last))
    assert got == [(positional, {name: value for name, value in bound.items() if name.startswith("k")})]


# ---- converting ----


class Index:
    def __index__(self):
        return 5


class Floaty:
    def __float__(self):
        return 1.5


@pytest.mark.parametrize(
    ("kind", "given", "expected"),
    [
        ("int", True, 1),
        ("int", np.int32(3), 3),
        ("int", Index(), 5),
        ("int", np.array(3), 3),
        ("int", wye.tensor([3]), 3),
        ("float", 1, 1.0),
        ("float", True, 1.0),
        ("float", np.float32(0.5), 0.5),
        ("float", fractions.Fraction(1, 2), 0.5),
        ("float", Floaty(), 1.5),
        ("float", Index(), 5.0),
        ("float", 2**53 + 1, float(2**53 + 1)),
        ("float", wye.tensor(2), 2.0),
        ("bool", 1, True),
        ("bool", 0.0, False),
        ("bool", np.bool_(True), True),
        ("bool", np.array(False), False),
        ("complex", 1, 1 + 0j),
        ("complex", np.complex64(1j), 1j),
        ("complex", np.float64(2), 2 + 0j),
        ("Scalar", np.float64(0.5), 0.5),
        ("Scalar", np.int8(3), 3),
        ("Scalar", True, True),
        ("Scalar", 1j, 1j),
        ("int[]", (1, True), [1, 1]),
        ("int[]", range(3), [0, 1, 2]),
        ("int[]", [np.int64(1)], [1]),
        ("int[3]", 2, [2, 2, 2]),
        ("float[2]", 1.5, [1.5, 1.5]),
        ("int[2]?", None, None),
        ("int[2]?", 1, [1, 1]),
        ("float[]", [1, 2.5], [1.0, 2.5]),
        ("str[]", ("a",), ["a"]),
        ("int[][]", [(1,), [2]], [[1], [2]]),
        ("(int, float)", [1, 1], (1, 1.0)),
        ("Dict(str, float)", {"a": 1}, {"a": 1.0}),
        ("Device", "cuda:1", device("cuda", 1)),
        ("ScalarType", 6, DTYPES["float32"]),
        ("Layout", 0, LAYOUTS["strided"]),
        ("MemoryFormat", 2, MEMORY_FORMATS["channels_last"]),
        ("ScalarType?", None, None),
        ("Any", ..., ...),
    ],
)
def test_a_value_is_converted_without_loss(receive, kind, given, expected):
    ((value,), _) = receive(f"({kind} x) -> ()", given)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("int", 1.0),
        ("int", "1"),
        ("int", None),
        ("int", np.float32(1)),
        ("int", wye.tensor(1.5)),
        ("int", wye.tensor([1, 2])),
        ("float", "1"),
        ("float", 1j),
        ("float", None),
        ("float", 2**5000),
        ("float", wye.tensor([1.0], device="meta")),
        ("bool", None),
        ("bool", "True"),
        ("bool", []),
        ("complex", "1j"),
        ("complex", 2**5000),
        ("Scalar", wye.tensor(1)),
        ("Scalar", np.array(1)),
        ("Scalar", "1"),
        ("Scalar", fractions.Fraction(1, 2)),
        ("Scalar", None),
        ("str", b"a"),
        ("str", 1),
        ("int[]", 3),
        ("int[]", "12"),
        ("int[]", {1, 2}),
        ("int[]", {1: 2}),
        ("int[]", [None]),
        ("int[]", iter([1])),
        ("int[]", np.array([1, 2])),
        ("SymInt[2]", 1),
        ("bool[2]", True),
        ("int[][]", [1]),
        ("Tensor", 1),
        ("Tensor", [wye.tensor(1)]),
        ("Tensor[]", wye.tensor([1])),
        ("Tensor[]", [None]),
        ("Tensor?[]", [1]),
        ("(int, int)", (1,)),
        ("(int, int)", 1),
        ("Dict(str, int)", {1: 1}),
        ("Dict(str, int)", [("a", 1)]),
        ("Device", 0),
        ("ScalarType", "float32"),
        ("ScalarType", 1000),
        ("ScalarType", True),
        ("Layout", DTYPES["float32"]),
        ("Generator?", 3),
        ("Generator", "a"),
        ("Generator", None),
    ],
)
def test_a_value_that_does_not_fit_is_refused(kind, value):
    error = refused(f"({kind} x) -> ()", value)
    assert f"for argument 'x' but instead found type '{type(value).__name__}'" in str(error)


def test_a_wrong_device_string_keeps_its_own_words(lib):
    op = lib.define("f(Device x) -> ()")
    with pytest.raises(UnknownKeyError, match="device type at start of device string: bogus"):
        op("bogus")


def test_a_value_that_fits_already_is_passed_as_it_is(receive):
    tensors, text, number = [wye.tensor(1)], "a" * 3, 10**6
    ((a, b, c), _) = receive("(Tensor[] a, str b, int c) -> ()", tensors, text, number)
    assert (a is tensors, b is text, c is number) == (True, True, True)


def test_opaque_objects_pass_through(receive):
    generator = object()
    assert receive("(Generator x) -> ()", generator) == ((generator,), {})


def test_convert_raises_only_its_own_signal():
    for to in (
        argument.type
        for argument in parse("f(int a, Tensor b, (int, int) c, Dict(str, int) d, Device e) -> ()").arguments
    ):
        with pytest.raises(DoesNotFit):
            convert(1.5, to)


def test_a_default_of_another_type_is_kept(lib):
    op = lib.define("f(int x=1.5, int y=0) -> Scalar")
    lib.impl("f", lambda x, y: x, "CompositeExplicitAutograd")
    assert op(y=1) == 1.5


# ---- returns ----


def returning(schema, result):
    with dispatch.library("FRAGMENT", "bind") as lib:
        op = lib.define(f"f() -> {schema}")
        lib.impl("f", lambda: result, "CompositeExplicitAutograd")
        return op()


@pytest.mark.parametrize(
    ("schema", "result", "expected"),
    [
        ("()", None, None),
        ("int", 1, 1),
        ("int", True, 1),
        ("float", 1, 1.0),
        ("bool", 1, True),
        ("Tensor?", None, None),
        ("(int, float)", (1, 1), (1, 1.0)),
        ("(int, int)", [1, 2], (1, 2)),
        ("int[]", (1, 2), [1, 2]),
        ("str", "a", "a"),
        ("...", object, object),
        ("Any", object, object),
        ("int?", None, None),
        ("Scalar", np.float64(0.5), 0.5),
    ],
)
def test_what_a_kernel_returns_becomes_what_the_schema_promises(schema, result, expected):
    returned = returning(schema, result)
    assert returned == expected
    assert type(returned) is type(expected)
    if schema != "...":  # where anything may be returned the engine does not ask
        assert check_return(parse(f"f() -> {schema}"), result) == expected


@pytest.mark.parametrize(
    ("schema", "result", "words"),
    [
        ("()", 1, "Expected a kernel of bind::f to return None but it returned something else instead: int."),
        ("Tensor", 1, "a kernel of bind::f returned int where the schema promises 'Tensor'."),
        ("Tensor", None, "a kernel of bind::f returned NoneType where the schema promises 'Tensor'."),
        ("int", 1.5, "a kernel of bind::f returned float where the schema promises 'int'."),
        ("int", (1,), "a kernel of bind::f returned tuple where the schema promises 'int'."),
        ("(int, int)", 1, "a kernel of bind::f must return 2 values but returned int."),
        ("(int, int)", (1, 2, 3), "a kernel of bind::f must return 2 values but returned 3 values."),
        ("(int, Tensor)", (1, 2), "a kernel of bind::f returned int as return 1 where the schema promises 'Tensor'."),
    ],
)
def test_a_kernel_that_breaks_its_promise_is_named(schema, result, words):
    with pytest.raises(ReturnError) as raised:
        returning(schema, result)
    assert str(raised.value).endswith(f"{words} Declaration: bind::f() -> {schema}")
    if "promises" in words:
        assert str(raised.value).startswith("Unable to cast ")  # PyTorch's words


def test_numpy_scalars_are_tensors_as_results():
    assert returning("Tensor", np.float64(1)) == 1
    assert returning("Tensor[]", [np.float64(1), wye.tensor(1)])[0] == 1


def test_a_signature_says_how_many_arguments_there_are():
    signature = compile_signature(parse("f(Tensor x, int y=1, *, str z) -> Tensor"))
    assert (signature.names, signature.n_positional, signature.required) == (("x", "y", "z"), 2, 0b101)


# ---- accepts_none ----


def test_a_library_may_accept_none_for_tensors_and_bools():
    with dispatch.library("FRAGMENT", "bind", accepts_none=True) as lib:
        op = lib.define("f(Tensor x, bool y, int z=0) -> Tensor")
        lib.impl("f", lambda x, y, z=0: got.append((x, y, z)), "CompositeExplicitAutograd")
        got = []
        assert op(None, None) is None
        assert got == [(None, False, 0)]
        with pytest.raises(ArgumentError, match="'int' for argument 'z'"):
            op(None, None, None)


def test_none_among_the_tensors_of_a_list_is_never_accepted():
    with dispatch.library("FRAGMENT", "bind", accepts_none=True) as lib:
        op = lib.define("f(Tensor[] x) -> ()")
        with pytest.raises(ArgumentError):
            op([None])


# ---- the values schemas speak of ----


def test_devices_are_values():
    assert device("cuda:1") == device("cuda", 1) == device(device("cuda:1"))
    assert len({device("cpu"), device("cpu"), device("cpu:0")}) == 2
    assert (str(device("cuda:1")), repr(device("cpu"))) == ("cuda:1", "device(type='cpu')")
    with pytest.raises(AttributeError):
        device("cpu").index = 3


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ((3,), RuntimeError),
        ((-1,), RuntimeError),
        ((None,), TypeError),
        (("cuda:1", 2), ValueError),
        (("cuda", -1), ValueError),
        (("cuda", "1"), ValueError),
        (("",), ValueError),
        (("cuda:x",), ValueError),
        (("cuda:-1",), ValueError),
        (("nowhere",), ValueError),
    ],
)
def test_a_malformed_device_is_refused(args, error):
    with pytest.raises(error):
        device(*args)


def test_dtypes_are_constants_with_pytorchs_numbers():
    assert dtype(6) is wye.float32
    assert repr(wye.float32) == "wye.float32"
    with pytest.raises(ValueError, match="1000 is not the number of a dtype"):
        dtype(1000)
    assert {name for name, one in DTYPES.items() if one.is_complex} == {"complex32", "complex64", "complex128"}
