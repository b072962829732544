"""Function modes and `__wye_function__` see calls above every key, and cost nothing where there are none."""

import pytest

import wye
from wye import dispatch
from wye.errors import DispatchRefusedError
from wye.modes import current_function_modes, disable_functions
from wye.modes.function import disable_subclass_functions, enable_functions
from wye.tensors.making import unseen_tensor


@pytest.fixture
def scale():
    with dispatch.library("FRAGMENT", "functions") as lib:
        op = lib.define("scale(Tensor x, float by=2.0) -> Tensor")
        lib.impl("scale", lambda x, by=2.0: wye.from_numpy(x.numpy() * by), "CPU")
        yield op


def logging(log, name, answer=None):
    class Log(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            log.append((name, str(func), [t.__name__ for t in types], len(current_function_modes())))
            return func(*args, **(kwargs or {})) if answer is None else answer

    return Log()


def tensor_class(log, name="Mine", base=wye.Tensor, answer=None):
    @classmethod
    def handle(cls, func, types, args=(), kwargs=None):
        log.append((cls.__name__, str(func), [t.__name__ for t in types]))
        return super(made, cls).__wye_function__(func, types, args, kwargs) if answer is None else answer

    made = type(name, (base,), {"__wye_function__": handle})
    return made


def test_the_innermost_mode_sees_a_call_first_with_itself_off_the_stack(scale):
    log = []
    with logging(log, "outer"), logging(log, "inner"):
        result = scale(unseen_tensor([1.0]))
    assert result.tolist() == [2.0]
    assert log == [("inner", "functions.scale.default", [], 1), ("outer", "functions.scale.default", [], 0)]
    scale(wye.tensor([1.0]))
    assert len(log) == 2


def test_a_function_mode_sees_a_call_before_any_dispatch_mode(scale):
    log = []

    class Dispatch(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            log.append("dispatch")
            return func(*args, **kwargs)

    with Dispatch(), logging(log, "function"):
        scale(unseen_tensor([1.0]))
    assert [event if isinstance(event, str) else event[0] for event in log] == ["function", "dispatch"]


def test_the_function_bit_is_not_shown(scale):
    before = dispatch.included_keys()
    with logging([], "mode"):
        assert dispatch.included_keys() == before
    assert tensor_class([])([1.0]).keys == wye.tensor([1.0]).keys


def test_a_subclass_overrides_functions_and_keeps_its_class(scale):
    log = []
    mine = tensor_class(log)([1.0])
    result = scale(mine, by=3.0)
    assert log == [("Mine", "functions.scale.default", ["Mine"])]
    assert (type(result), result.tolist()) == (type(mine), [3.0])
    assert log[1:] == [("Mine", str(wye.Tensor.tolist), ["Mine"])]


def test_the_most_derived_subclass_is_asked_first(scale):
    log = []
    parent = tensor_class(log, "Parent", answer="the parent's")
    child = tensor_class(log, "Child", parent, answer=NotImplemented)
    with dispatch.library("FRAGMENT", "functions") as lib:
        both = lib.define("both(Tensor x, Tensor y) -> Tensor")
        lib.impl("both", lambda x, y: x, "CPU")
        assert both(parent([1.0]), child([1.0])) == "the parent's"
    assert [name for name, *_ in log] == ["Child", "Parent"]
    assert log[0][2] == ["Child", "Parent"]


def test_when_all_refuse_the_error_names_them(scale):
    refusing = tensor_class([], answer=NotImplemented)([1.0])
    with logging([], "mode", answer=NotImplemented), pytest.raises(DispatchRefusedError) as caught:
        scale(refusing)
    assert "mode object" in str(caught.value)
    assert "Mine" in str(caught.value)


def test_functions_can_be_disabled(scale):
    log = []
    with logging(log, "mode"), disable_functions():
        scale(tensor_class(log)([1.0]))
    assert log == []


def test_an_exception_and_a_late_exit_leave_the_stack_as_it_was(scale):
    outer, inner = logging([], "outer"), logging([], "inner")
    with pytest.raises(ZeroDivisionError), outer:
        raise ZeroDivisionError
    outer.__enter__()
    inner.__enter__()
    outer.__exit__()
    assert current_function_modes() == (inner,)
    inner.__exit__()
    assert current_function_modes() == ()
    with pytest.raises(RuntimeError, match="without having been entered"):
        outer.__exit__()


def test_a_program_written_for_pytorch_is_understood(scale):
    seen = []

    class Old(wye.FunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    x = wye.tensor([1.0])
    with Old():
        scale(x)
    assert seen == ["functions.scale.default"]


def test_a_mode_sees_tensors_being_made():
    log = []
    with logging(log, "mode"):
        made = [wye.tensor([1.0]), wye.as_tensor(1.0), wye.asarray([1.0], dtype=wye.float64)]
    assert [event[1].split()[1] for event in log] == ["tensor", "as_tensor", "asarray"]
    assert [x.dtype for x in made] == [wye.float32, wye.float32, wye.float64]


def test_a_subclass_without_handler_refuses_tensors_of_classes_that_it_does_not_derive_from():
    left, right = type("Left", (wye.Tensor,), {}), type("Right", (wye.Tensor,), {})
    derived = type("Derived", (left,), {})
    assert type(left([1.0]) + derived([1.0])) is derived
    with pytest.raises(TypeError, match="unsupported operand"):
        left([1.0]) + right([1.0])
    with pytest.raises(DispatchRefusedError):
        wye.add(left([1.0]), right([1.0]))


def test_a_mode_that_left_a_call_to_a_subclass_without_handler_is_asked_again_without_it():
    types_seen = []

    class Careful(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            types_seen.append(len(types))
            return NotImplemented if types else func(*args, **(kwargs or {}))

    x = type("Plain", (wye.Tensor,), {})([1.0])
    with Careful():
        result = wye.neg(x)
    assert type(result) is type(x)
    assert types_seen == [1, 0]


def test_functions_are_enabled_inside_of_both_guards():
    x = type("Plain", (wye.Tensor,), {})([1.0])
    for guard in (disable_functions, disable_subclass_functions):
        with guard():
            assert type(x.sin()) is wye.Tensor
            with enable_functions():
                assert type(x.sin()) is type(x)
            assert type(x.sin()) is wye.Tensor
    assert type(x.sin()) is type(x)
