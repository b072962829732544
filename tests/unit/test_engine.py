"""The choice of the engine, and an engine that gets nothing right from its caller."""

import array
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest

import wye
from wye import _engine, _pure

try:
    from wye import _hot
except ImportError:
    _hot = None  # type: ignore[assignment]

ENGINES = [_pure] if _hot is None else [_hot, _pure]
needs_hot = pytest.mark.skipif(_hot is None, reason="wye._hot is not built")
each_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda module: module.__name__)


def run_python(code: str, **variables: str) -> str:
    """What a program prints that runs in an interpreter of its own, with the same wye."""
    environment = {key: value for key, value in os.environ.items() if key != "WYE_PURE"}
    environment |= {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **variables}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


# ---- choosing ----

SHOW = "from wye._engine import engine, is_pure; print(engine.__name__, is_pure)"


@needs_hot
@pytest.mark.parametrize("value", [None, "", "0"])
def test_calls_run_in_c_where_the_extension_is_built(value: str | None) -> None:
    assert run_python(SHOW, **({} if value is None else {"WYE_PURE": value})) == "wye._hot False"


def test_wye_pure_chooses_the_pure_twin() -> None:
    assert run_python(SHOW, WYE_PURE="1") == "wye._pure True"


def test_a_missing_extension_falls_back_to_the_pure_twin() -> None:
    code = "import sys; sys.modules['wye._hot'] = None\n" + SHOW
    assert run_python(code) == "wye._pure True"


def test_the_engine_of_this_process_is_one_of_the_two() -> None:
    assert _engine.engine in ENGINES
    assert _engine.is_pure is (_engine.engine is _pure)


@needs_hot
def test_a_second_interpreter_falls_back_to_the_pure_twin() -> None:
    printed = run_python(f"""
        import sys
        sys.path[:] = {[path for path in sys.path if path]!r}
        import gc, importlib
        import wye
        from wye.dispatch import library
        from wye._engine import engine
        for name in ("_interpreters", "_xxsubinterpreters"):
            try:
                interpreters = importlib.import_module(name)
            except ImportError:
                continue
            break
        else:
            print("none")
            raise SystemExit
        lib = library("DEF", "first")
        op = lib.define("f(Tensor x) -> int")
        lib.impl("f", lambda x: 1, "CPU")
        inner = interpreters.create()
        code = '''if True:
            import sys
            sys.path[:] = {[path for path in sys.path if path]!r}
            import gc
            from wye._engine import engine, is_pure
            from wye.dispatch import library
            lib = library("DEF", "second")
            op = lib.define("f(int n) -> int")
            lib.impl("f", lambda n: n, "CompositeExplicitAutograd")
            gc.collect()
            print(engine.__name__, op(3), flush=True)
        '''
        error = (interpreters.run_string if hasattr(interpreters, "run_string") else interpreters.exec)(inner, code)
        assert error is None, error
        interpreters.destroy(inner)
        gc.collect()
        try:
            op("text")
        except wye.errors.ArgumentError:
            print(engine.__name__, op(wye.tensor([1.0])))
    """)
    if printed == "none":
        pytest.skip("this Python cannot make a second interpreter")
    assert printed.splitlines() == ["wye._pure 3", "wye._hot 1"]


# ---- bad input: exceptions, never a crash ----

WRONG = [None, -1, 1 << 200, -(1 << 200), 1.5, "text", b"bytes", [], (), {}, object(), int, len, float("nan")]


def attempt(fn: Callable[..., object], /, *args: object, **kwargs: object) -> object:
    """Call with something that may be wrong; only an ordinary exception may come of it."""
    try:
        return fn(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not a crash
        return type(error)


TYPES = [
    "KeyBits",
    "TensorBase",
    "Kernel",
    "Pass",
    "ArrayCall",
    "Layout",
    "Signature",
    "Op",
    "StateGuard",
    "ModeStackBase",
    "ModeBase",
]


def parts(engine: object, n: int = 1) -> tuple:
    names = tuple(f"a{i}" for i in range(n))
    signature = engine.Signature(names, n, bytes(n), (None,) * n, (None,) * n, 0, None)
    layout = engine.Layout(array.array("H", [1] * 600).tobytes(), (1 << 48) - 1)
    return signature, layout, (engine.Kernel(engine.PLAIN, lambda *args, **kwargs: len(args) + len(kwargs)),)


@each_engine
@pytest.mark.parametrize("name", TYPES)
def test_constructors_take_anything_without_crashing(engine: object, name: str) -> None:
    cls = getattr(engine, name)
    for value in WRONG:
        for n in range(1, 10):
            attempt(cls, *(value,) * n)
        for keyword in ("bits", "kind", "fn", "how", "slots", "mask", "masks", "names", "keys", "nothing"):
            attempt(cls, **{keyword: value})


@each_engine
def test_key_bits_take_ints_of_128_bits_only(engine: object) -> None:
    for make in (engine.KeyBits, engine.KeyBits.raw):
        for value in WRONG:
            expected = OverflowError if isinstance(value, int) and value is not True else TypeError
            with pytest.raises(expected):
                make(value)
        assert make((1 << 128) - 1).bits == (1 << 128) - 1
        assert make(True).bits == 1
        with pytest.raises(OverflowError):
            make(1 << 128)


@each_engine
def test_an_int_with_an_arithmetic_of_its_own_is_read_as_the_int_it_is(engine: object) -> None:
    class Strange(int):
        def __rshift__(self, other: object) -> int:
            return 5

        __le__ = __ge__ = __lt__ = __gt__ = __int__ = __and__ = lambda *_: NotImplemented

    assert engine.KeyBits(Strange(1 << 100)).bits == 1 << 100


@each_engine
def test_key_sets_cannot_be_changed(engine: object) -> None:
    keys = engine.KeyBits(3)
    for name in ("bits", "other", "__class__"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(keys, name, 4)
    assert keys.bits == 3


@each_engine
@pytest.mark.parametrize("kind", [0, 8, -1, 1 << 70, -(1 << 70), 1.0, "1", None])
def test_a_kernel_is_of_one_of_seven_kinds(engine: object, kind: object) -> None:
    with pytest.raises(ValueError if isinstance(kind, int) else TypeError):
        engine.Kernel(kind, len)


@each_engine
def test_a_kernel_must_be_callable_unless_it_is_skipped(engine: object) -> None:
    for kind in (engine.PLAIN, engine.KEYSET, engine.BOXED, engine.ERROR):
        with pytest.raises(TypeError):
            engine.Kernel(kind)
        with pytest.raises(TypeError):
            engine.Kernel(kind, 3)
    assert engine.Kernel(engine.PASS, how=engine.Pass(0)).fn is None
    assert engine.Kernel(engine.FALLTHROUGH).fn is None


@each_engine
def test_a_kernel_has_what_its_kind_needs_and_nothing_else(engine: object) -> None:
    passing, arrays = engine.Pass(1 << 20, 1 << 70 | 1), engine.ArrayCall(b"\x80", len, True)
    assert (passing.bits, passing.writes) == (1 << 20, 1 << 70 | 1)
    assert (arrays.returns, arrays.direct, arrays.in_place) == (b"\x80", len, True)
    for kind in range(engine.PLAIN, engine.ARRAYS + 1):
        made = {how: attempt(engine.Kernel, kind, len, how) for how in (None, passing, arrays)}
        fits = {how for how, kernel in made.items() if isinstance(kernel, engine.Kernel)}
        expected = {
            engine.PASS: {passing}, engine.ARRAYS: {arrays}, engine.FALLTHROUGH: {None}, engine.ERROR: {None}
        }.get(kind, {None, passing})  # fmt: skip
        assert fits == expected, kind
    with pytest.raises(OverflowError):
        engine.Pass(1 << 128)
    with pytest.raises(ValueError, match="negative"):
        engine.Pass(1, -1)
    with pytest.raises(ValueError, match="treatment"):
        engine.Kernel(engine.PLAIN, len, None, 3)


@each_engine
@pytest.mark.parametrize("slots", [b"odd", "text", None, 3, [1, 2], bytearray(2)])
def test_slots_are_bytes_of_16_bit_numbers(engine: object, slots: object) -> None:
    with pytest.raises(TypeError):
        engine.Layout(slots, 0)


@each_engine
def test_masks_may_change_while_they_are_read(engine: object) -> None:
    masks: list[object] = []

    class Clears:
        def __index__(self) -> int:
            masks.clear()
            return 1

    masks += [Clears(), *range(5000)]
    attempt(engine.Layout, b"", 0, masks)
    masks += [Clears(), *range(47)]
    with pytest.raises(ValueError, match="six"):
        engine.configure(per_backend=masks)


SIGNATURE = (("x",), 1, b"\0", (None,), (None,), 0, None)


@each_engine
@pytest.mark.parametrize("place", range(8))
def test_signatures_refuse_parts_that_do_not_belong_together(engine: object, place: int) -> None:
    good = [*SIGNATURE, ()]
    assert engine.Signature(*good).names == ("x",)
    for value in WRONG:
        given = list(good)
        given[place] = value
        made = attempt(engine.Signature, *given)
        if isinstance(made, engine.Signature):  # it was right by chance: then it must work
            op = engine.Op()
            op.install(made, *parts(engine)[1:])
            attempt(op.redispatch, engine.KeyBits(0), 1)


@each_engine
def test_tables_that_do_not_hold_together_are_refused(engine: object) -> None:
    signature, layout, kernels = parts(engine)
    op = engine.Op()
    op.install(signature, layout, kernels)
    for wrong in WRONG:
        for given in ((wrong, layout, kernels), (signature, wrong, kernels), (signature, layout, (wrong,))):
            with pytest.raises(TypeError):
                op.install(*given)
    with pytest.raises(TypeError):
        op.install(signature, layout, list(kernels))
    with pytest.raises(ValueError, match="not there"):
        op.install(signature, layout, ())
    with pytest.raises(TypeError):
        op.install()
    assert op.redispatch(engine.KeyBits(0), 1) == 1, "a refused table leaves the old one in place"


@each_engine
def test_redispatch_needs_a_key_set_first(engine: object) -> None:
    op = engine.Op()
    op.install(*parts(engine))
    for wrong in WRONG:
        with pytest.raises(TypeError):
            op.redispatch(wrong, 1)
    with pytest.raises(TypeError):
        op.redispatch()
    with pytest.raises(TypeError):
        op.redispatch(keyset=engine.KeyBits(0))


@each_engine
def test_kernel_at_takes_ints(engine: object) -> None:
    op = engine.Op()
    op.install(*parts(engine))
    for slot in (-1, 600, 1 << 70, -(1 << 70)):
        assert op.kernel_at(slot) is None
    for wrong in (None, 1.0, "1", b"1"):
        with pytest.raises(TypeError):
            op.kernel_at(wrong)


@each_engine
@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 66, 200, 1000])
@pytest.mark.parametrize("kind", ["PLAIN", "KEYSET", "BOXED"])
def test_any_number_of_arguments_arrives(engine: object, n: int, kind: str) -> None:
    from tests.parity.twins import hooks_of

    fns = {
        "PLAIN": lambda *args, **kwargs: (len(args), len(kwargs)),
        "KEYSET": lambda keyset, *args, **kwargs: (len(args), len(kwargs)),
        "BOXED": lambda op, keyset, args, kwargs: (len(args), len(kwargs)),
    }
    signature, layout, _ = parts(engine, n)
    op = engine.Op()
    op.install(signature, layout, (engine.Kernel(getattr(engine, kind), fns[kind]),))
    saved = hooks_of(engine)
    engine.configure(bind=lambda op, args, kwargs: (args, kwargs))
    keys = engine.KeyBits(0)
    try:
        assert op.redispatch(keys, *range(n)) == (n, 0)
        by_name = {f"a{i}": i for i in range(n)}
        assert sum(op.redispatch(keys, **by_name)) == n
        assert sum(op.redispatch(keys, **by_name, stranger=1)) == n + 1
        assert sum(op.redispatch(keys, *range(n), 1, 2, 3)) == n + 3
    finally:
        engine.configure(**saved)


@each_engine
def test_a_bind_hook_that_returns_nonsense_is_an_error(engine: object) -> None:
    from tests.parity.twins import hooks_of

    signature, layout, kernels = parts(engine)
    op = engine.Op()
    op.install(signature, layout, kernels)
    saved = hooks_of(engine)
    try:
        for nonsense in (None, 3, (), ((),), ((), {}, 1), (None, None), ((), {1: 2}), ("ab", 7)):
            engine.configure(bind=lambda op, args, kwargs, nonsense=nonsense: nonsense)
            with pytest.raises((TypeError, ValueError)):
                op.redispatch(engine.KeyBits(0), 1, 2)
    finally:
        engine.configure(**saved)


@each_engine
def test_configure_refuses_what_it_does_not_know(engine: object) -> None:
    for name in (
        "bind",
        "check_return",
        "explain_miss",
        "explain_undefined",
        "resolve_type",
        "keyset_type",
        "plain_type",
    ):
        for wrong in (3, "text", []):
            with pytest.raises(TypeError):
                engine.configure(**{name: wrong})
    for name in ("keyset_type", "plain_type"):
        for wrong in (int, engine.Op, len):
            with pytest.raises(TypeError):
                engine.configure(**{name: wrong})
    with pytest.raises(TypeError, match="nothing"):
        engine.configure(nothing=1)
    with pytest.raises(TypeError):
        engine.configure(1)
    for name in ("include", "exclude"):
        for wrong in ("text", 1.5, []):
            with pytest.raises(TypeError):
                engine.configure(**{name: wrong})
        with pytest.raises(OverflowError):
            engine.configure(**{name: -1})
    for wrong in ((48,), (-1,), (1 << 70,)):
        with pytest.raises(ValueError, match="48"):
            engine.configure(per_backend=wrong)
    for wrong in (("x",), (1.5,), 3):
        with pytest.raises(TypeError):
            engine.configure(per_backend=wrong)


@each_engine
@pytest.mark.parametrize("name", TYPES)
def test_objects_that_were_never_initialised_do_no_harm(engine: object, name: str) -> None:
    cls = getattr(engine, name)
    for made in (attempt(cls.__new__, cls), attempt(object.__new__, cls)):
        if isinstance(made, type):
            continue
        for attribute in dir(made):
            value = attempt(getattr, made, attribute)
            if callable(value) and attribute in ("slot", "__enter__", "__exit__", "uninstall", "__hash__", "__bool__"):
                attempt(value)
        attempt(engine.keys_of, made)
        if name != "KeyBits":
            with pytest.raises(TypeError):
                engine.set_state(made, made)


@each_engine
def test_an_operator_may_be_subclassed_in_any_way(engine: object) -> None:
    heard = []

    class Mixin:
        def __init_subclass__(cls, **options: object) -> None:
            heard.append((cls.__name__, options))

    class Plain(engine.Op, Mixin, option=1):
        pass

    class Overridden(Plain):
        def __call__(self, *args: object) -> str:
            return "overridden"

    class Deeper(Overridden):
        pass

    class Slotted(engine.Op):
        __slots__ = ("extra",)

        def __new__(cls, extra: int) -> "Slotted":
            self = super().__new__(cls, extra)
            self.extra = extra
            return self

    assert heard == [("Plain", {"option": 1}), ("Overridden", {}), ("Deeper", {})]
    for op, expected in ((Plain(), 1), (Overridden(), "overridden"), (Deeper(), "overridden"), (Slotted(3), 1)):
        op.install(*parts(engine))
        assert op(5) == expected
        assert list(map(op, [5])) == [expected]
    with pytest.raises(TypeError):
        type("Wrong", (engine.Op,), {}, option=1)


@each_engine
def test_layouts_and_tensors_may_be_subclassed_with_attributes(engine: object) -> None:
    layout = type("L", (engine.Layout,), {})(bytes(96), 0)
    layout.note = layout
    tensor = type("T", (engine.TensorBase,), {})(engine.KeyBits(1))
    tensor.note = tensor
    kernel = type("K", (engine.Kernel,), {})(engine.PLAIN, len)
    kernel.note = kernel
    op = engine.Op()
    op.install(parts(engine)[0], layout, (kernel,))
    assert op.kernel_at(0) is None
    assert engine.keys_of(tensor).bits == 1


def test_calls_of_an_operator_with_nothing_at_all() -> None:
    with wye.dispatch.library("FRAGMENT", "engine_empty") as lib:
        op = lib.define("nothing() -> ()")
        lib.impl("nothing", lambda keyset: None, "CompositeExplicitAutograd", with_keyset=True)
        assert op() is None
        assert op(*()) is None
        with pytest.raises(wye.errors.ArgumentError):
            op(1)


def test_operators_with_more_than_64_arguments_check_all_of_them() -> None:
    arguments = ", ".join(f"int a{i}=0" for i in range(66))
    with wye.dispatch.library("FRAGMENT", "engine_many") as lib:
        op = lib.define(f"many({arguments}, *, Tensor x) -> int")
        lib.impl("many", lambda *args, x: len(args), "CPU")
        x = wye.tensor([1.0])
        assert op(x=x) == 0
        assert op(*range(66), x=x) == 66
        assert op(a65=1, x=x) == 66
        for wrong in (op, lambda: op(*range(66)), lambda: op(x=3), lambda: op(*range(67), x=x)):
            with pytest.raises(wye.errors.ArgumentError):
                wrong()


@each_engine
@pytest.mark.parametrize("kind", ["Op", "Forward", "Function"])
def test_assigning_call_to_a_class_of_callables_has_its_effect(engine: object, kind: str) -> None:
    base = getattr(engine, kind)

    class Mine(base):
        pass

    class Below(Mine):
        pass

    def make(cls: type) -> object:
        made = cls()
        if kind == "Op":
            made.install(*parts(engine))
        else:
            made.forward_to(lambda x: 1)
        return made

    def patched(self: object, *args: object) -> object:
        return ("patched", *args)

    mine, below = make(Mine), make(Below)
    expected = mine(5), below(5)
    original = Mine.__call__
    Mine.__call__ = patched
    assert mine(5) == below(5) == ("patched", 5)
    assert make(Below)(6) == ("patched", 6)
    Mine.__call__ = original
    assert (mine(5), below(5)) == expected
    Below.__call__ = patched
    assert (mine(5), below(5)) == (expected[0], ("patched", 5))
    del Below.__call__
    assert below(5) == expected[1]
    del Mine.__call__
    assert (mine(5), below(5)) == expected
    Mine.other = 1  # any other name is as on any class
    assert below.other == 1


@each_engine
def test_a_forward_honours_an_operator_whose_class_has_another_call(engine: object) -> None:
    class Mine(engine.Op):
        def __call__(self, *args: object) -> str:
            return "mine"

    op = Mine()
    op.install(*parts(engine))
    forward = engine.Forward()
    forward.forward_to(op)
    assert forward(1) == "mine"


def test_why_the_extension_was_not_built_is_read_from_the_note(tmp_path, monkeypatch):
    monkeypatch.setattr(_engine, "__file__", str(tmp_path / "_engine.py"))
    assert _engine._why_not_built() == ""
    (tmp_path / "no_extension.txt").write_text("no compiler\n", encoding="utf-8")
    assert _engine._why_not_built() == "no compiler"
