"""Kernels, key functions and destructors that change what is running."""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

import wye
from wye._engine import engine
from wye.call import register_array_type
from wye.dispatch import Library, library
from wye.errors import OperatorNotFoundError

X = wye.tensor([1.0, 2.0])


@pytest.fixture
def lib() -> Iterator[Library]:
    with library("FRAGMENT", "reentrant") as lib:
        yield lib


@pytest.fixture
def _collecting_always() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(1)
    yield
    gc.set_threshold(*before)


def forms(op: Callable[..., object]) -> list[Callable[[], object]]:
    """The ways in which a call can reach a kernel."""
    keys = wye.DispatchKeySet("CPU")
    return [lambda: op(X, 1), lambda: op(X, n=1), lambda: op(X, 1.0), lambda: op.redispatch(keys, X, 1)]


@pytest.mark.parametrize("form", range(4))
@pytest.mark.parametrize("with_keyset", [False, True])
def test_a_kernel_may_remove_itself(lib: Library, form: int, with_keyset: bool) -> None:
    op = lib.define("removes(Tensor x, float n) -> Tensor")
    state = {}

    def kernel(*args: object) -> object:
        state.pop("handle").remove()
        gc.collect()
        return args[-2]

    state["handle"] = lib.impl("removes", kernel, "CPU", with_keyset=with_keyset)
    watched = weakref.ref(kernel)
    del kernel
    lib._undo.pop()
    assert forms(op)[form]() is X
    gc.collect()
    assert watched() is None
    with pytest.raises(wye.NoKernelError):
        forms(op)[form]()


@pytest.mark.parametrize("form", range(4))
def test_a_kernel_may_redefine_its_operator(lib: Library, form: int) -> None:
    op = lib.define("redefines(Tensor x, float n) -> Tensor")

    def kernel(x: wye.Tensor, n: float) -> wye.Tensor:
        lib.define("redefines(Tensor x, float n, int more=1) -> (Tensor, Tensor)", replace=True)
        gc.collect()
        return x

    lib.impl("redefines", kernel, "CPU")
    assert forms(op)[form]() is X, "a running call keeps the table it began with"
    assert len(op.schema.arguments) == 3


@pytest.mark.parametrize("form", range(4))
def test_a_kernel_may_take_back_its_library(form: int) -> None:
    lib = library("DEF", "reentrant_reset")
    op = lib.define("resets(Tensor x, float n) -> Tensor")

    def kernel(x: wye.Tensor, n: float) -> wye.Tensor:
        lib.reset()
        gc.collect()
        return x

    lib.impl("resets", kernel, "CPU")
    call = forms(op)[form]
    assert call() is X
    with pytest.raises(wye.errors.OperatorNotFoundError):
        call()


@pytest.mark.parametrize("form", range(4))
def test_a_wrong_return_of_a_kernel_that_took_back_its_library_is_an_error(form: int) -> None:
    lib = library("DEF", "reentrant_return")
    op = lib.define("resets(Tensor x, float n) -> Tensor")

    def kernel(x: wye.Tensor, n: float) -> str:
        lib.reset()
        return "no tensor"

    lib.impl("resets", kernel, "CPU")
    with pytest.raises(wye.WyeError):
        forms(op)[form]()


@pytest.mark.parametrize("form", range(4))
def test_the_error_of_a_kernel_is_the_error_of_the_call(lib: Library, form: int) -> None:
    op = lib.define("raises(Tensor x, float n) -> Tensor")
    error = ZeroDivisionError("mine")

    def kernel(x: wye.Tensor, n: float) -> wye.Tensor:
        raise error

    lib.impl("raises", kernel, "CPU")
    with pytest.raises(ZeroDivisionError) as caught:
        forms(op)[form]()
    assert caught.value is error


def test_an_operator_that_is_its_own_kernel_exhausts_recursion_not_the_stack(lib: Library) -> None:
    op = lib.define("itself(Tensor x) -> Tensor")
    lib.impl("itself", op, "CPU")
    with pytest.raises(RecursionError):
        op(X)
    with pytest.raises(RecursionError):
        op(x=X)


def test_a_kernel_that_redispatches_to_itself_exhausts_recursion(lib: Library) -> None:
    op = lib.define("forever(Tensor x) -> Tensor")
    lib.impl("forever", op.redispatch, "CPU", with_keyset=True)
    with pytest.raises(RecursionError):
        op(X)


def test_an_operator_as_the_key_function_of_its_own_argument_exhausts_recursion(lib: Library) -> None:
    class Array:
        pass

    op = lib.define("keyed(Tensor x) -> Tensor")
    wye.register_array_type(Array, op)
    with pytest.raises(RecursionError):
        op(Array())


@pytest.mark.parametrize("mutate", ["clear", "pop", "append", "replace"])
@pytest.mark.parametrize("as_tuple", [False, True])
def test_a_key_function_may_change_the_list_that_is_being_read(lib: Library, mutate: str, as_tuple: bool) -> None:
    class Array:
        pass

    arrays: list[object] = []
    changes = {
        "clear": arrays.clear,
        "pop": lambda: arrays and arrays.pop(),
        "append": lambda: len(arrays) < 50 and arrays.append(Array()),
        "replace": lambda: arrays.__setitem__(slice(None), [object() for _ in arrays]),
    }

    def keys(value: object) -> wye.DispatchKeySet:
        changes[mutate]()
        gc.collect(0)
        return wye.DispatchKeySet("CPU")

    wye.register_array_type(Array, keys)
    op = lib.define("listed(Tensor[] xs, int n=0) -> int")
    lib.impl("listed", lambda xs, n=0: len(xs), "CompositeExplicitAutograd")
    for named in ({}, {"n": 1}):
        arrays[:] = [Array() for _ in range(20)]
        try:
            result = op(tuple(arrays) if as_tuple else arrays, **named)
        except wye.errors.ArgumentError:
            assert mutate == "replace"
        else:
            assert 0 <= result <= 50


def test_a_key_function_may_forget_types_and_reset_the_library() -> None:
    class Array:
        pass

    lib = library("DEF", "reentrant_keys")
    op = lib.define("f(Tensor x, Tensor y) -> int")

    def keys(value: object) -> wye.DispatchKeySet:
        engine.forget_types()
        lib.reset()
        gc.collect()
        return wye.DispatchKeySet("CPU")

    wye.register_array_type(Array, keys)
    lib.impl("f", lambda x, y: 5, "CPU")
    assert op(Array(), Array()) == 5
    with pytest.raises(wye.errors.OperatorNotFoundError):
        op(Array(), Array())


def test_a_destructor_may_call_operators_while_a_table_is_swapped(lib: Library) -> None:
    op = lib.define("destroyed(Tensor x) -> str")
    heard = []

    class Callable_:  # noqa: N801 - callable is taken
        def __init__(self, name: str) -> None:
            self.name = name

        def __call__(self, x: object) -> str:
            return self.name

        def __del__(self) -> None:
            try:
                heard.append((self.name, op(X)))
            except wye.WyeError as error:
                heard.append((self.name, type(error).__name__))

    first = lib.impl("destroyed", Callable_("first"), "CompositeExplicitAutograd")
    second = lib.impl("destroyed", Callable_("second"), "CPU")
    assert op(X) == "second"
    lib._undo.clear()
    second.remove()
    del second
    gc.collect()
    first.remove()
    del first
    gc.collect()
    assert heard == [("second", "first"), ("first", "NoKernelError")]


def test_a_destructor_may_install_tables_while_one_is_swapped() -> None:
    signature = engine.Signature((), 0, b"", (), (), 0, None)
    layout = engine.Layout((1).to_bytes(2, "little") * 60, (1 << 48) - 1)
    op, depth = engine.Op(), []

    class Again:
        def __call__(self) -> int:
            return len(depth)

        def __del__(self) -> None:
            if len(depth) < 20:
                depth.append(op())
                op.install(signature, layout, (engine.Kernel(engine.PLAIN, Again()),))

    op.install(signature, layout, (engine.Kernel(engine.PLAIN, Again()),))
    op.install(signature, layout, (engine.Kernel(engine.PLAIN, Again()),))
    assert len(depth) == 20
    assert op() == 20
    op.uninstall()


def test_weakref_callbacks_may_call_a_dying_operator(lib: Library) -> None:
    signature = engine.Signature((), 0, b"", (), (), 0, None)
    layout = engine.Layout(bytes(2), 0)
    seen = []
    op = engine.Op()
    op.install(signature, layout, ())
    ref = weakref.ref(op, lambda ref: seen.append(ref()))
    del op
    gc.collect()
    assert seen == [None]
    assert ref() is None


@pytest.mark.usefixtures("_collecting_always")
def test_garbage_collection_at_every_allocation_changes_nothing() -> None:
    with library("FRAGMENT", "reentrant_gc") as lib:
        for round_ in range(5):
            op = lib.define("collected(Tensor x, float[] many, *, int n=1) -> (Tensor, int)", replace=True)
            cycle: list[object] = []

            def above(
                keyset: wye.DispatchKeySet, *args: object, op: object = op, cycle: list = cycle, **kw: object
            ) -> object:
                cycle.append((op, cycle))
                return op.redispatch(keyset & wye.DispatchKeySet("CPU"), *args, **kw)

            handles = [
                lib.impl("collected", above, "AutogradCPU", with_keyset=True),
                lib.impl("collected", lambda x, many, *, n=1: (x, n), "CPU"),
            ]
            with wye.dispatch.include("AutogradCPU"):
                assert op(X, [1, 2], n=4) == (X, 4)
                assert op(x=X, many=(1.0,)) == (X, 1)
            with pytest.raises(wye.errors.ArgumentError):
                op(X, "text")
            for handle in handles[:: 1 if round_ % 2 else -1]:
                handle.remove()
            with pytest.raises(wye.NoKernelError):
                op(X, [1])


@pytest.mark.usefixtures("_collecting_always")
def test_a_finalizer_may_call_an_operator_that_is_being_collected() -> None:
    signature = engine.Signature((), 0, b"", (), (), 0, None)
    layout = engine.Layout((1).to_bytes(2, "little"), (1 << 48) - 1)
    results: list[object] = []

    class Last:
        def __init__(self, op: object) -> None:
            self.op = op

        def __call__(self) -> int:
            return 3

        def __del__(self) -> None:
            with wye.dispatch.force(wye.DispatchKeySet(), wye.DispatchKeySet()):
                results.append(self.op())

    for _ in range(20):
        op = engine.Op()
        op.install(signature, layout, (engine.Kernel(engine.PLAIN, Last(op)),))
        del op
    gc.collect()
    assert results == [3] * 20


def test_hooks_may_be_replaced_while_they_run() -> None:
    """The engine holds what it calls: a hook that replaces itself finishes."""
    from tests.parity.twins import hooks_of

    saved = hooks_of(engine)
    signature = engine.Signature(("x",), 1, b"\2", (int,), (None,), 1, b"\2", (int,))
    table = engine.Layout((1).to_bytes(2, "little") * 48, (1 << 48) - 1)

    class Hook:
        def __init__(self, name: str) -> None:
            self.name = name

        def __call__(self, *args: object) -> object:
            engine.configure(**{self.name: Hook(self.name)})
            gc.collect(0)
            answers = {"bind": ((1,), {}), "check_return": self.name, "resolve_type": None}
            return answers.get(self.name, LookupError(self.name))

    try:
        engine.configure(**{name: Hook(name) for name in saved})
        op, empty, undefined = engine.Op(), engine.Op(), engine.Op()
        op.install(signature, table, (engine.Kernel(engine.PLAIN, lambda x: "wrong"),))
        empty.install(signature, engine.Layout(b"", 0), ())
        for _ in range(50):
            assert op("refused") == "check_return"
            assert engine.keys_of(object()) is None
            for failing in (empty, undefined):
                with pytest.raises(LookupError):
                    failing(1)
    finally:
        engine.configure(**saved)


@pytest.mark.parametrize("by_keyword", [False, True])
def test_an_operator_may_go_while_its_keys_are_asked_for(by_keyword: bool) -> None:
    """The key function of an argument takes the operator's library back."""
    lib = library("DEF", "goes_while_asked")
    op = lib.define("f(Tensor[] xs, float a=1.0) -> Any")
    lib.impl("f", lambda xs, a=1.0: xs, "CPU")

    class Array:
        pass

    def keys_of(value: object) -> wye.DispatchKeySet:
        lib.reset()
        return wye.DispatchKeySet("CPU")

    register_array_type(Array, keys_of)
    args, kwargs = ((), {"xs": [Array()], "a": 1}) if by_keyword else (([Array(), Array()], 1), {})
    assert wye.dispatch.keys_of_call(op, args, kwargs).has("CPU")
    with pytest.raises(OperatorNotFoundError):
        wye.dispatch.keys_of_call(op, args, kwargs)
