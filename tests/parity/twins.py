"""Both engines side by side, and ways to ask both the same question.

A question is written once, in neutral words: ``("tensor", bits)`` stands for a tensor of whichever engine is asked.
`Twin.made` turns words into objects and `Twin.told` turns what comes back into words, which are then compared.
"""

import array
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import wye.dispatch
import wye.tensors  # noqa: F401 - completes the configuration of the engine in use
from wye import _pure
from wye._engine import engine
from wye._pure import state as _pure_state
from wye.keys.names import PER_BACKEND

try:
    from wye import _hot
except ImportError:
    _hot = None  # type: ignore[assignment]

HOOKS = ("bind", "check_return", "explain_miss", "explain_undefined", "resolve_type")  # in the order of csrc/objects.h
ALL = (1 << 128) - 1
FUNCTIONALITY = ((1 << 48) - 1) << 16
N_SLOTS = 48 + 6 * 20


class Asked(Exception):  # noqa: N818 - not an error: the hook was asked
    """The bind hook was asked."""


class Miss(Exception):  # noqa: N818
    """No kernel was found."""


class Undefined(Exception):  # noqa: N818
    """The operator is not defined."""


class Fixed:
    """An array whose type has fixed keys."""


class Called:
    """An array whose keys depend on the object."""

    def __init__(self, bits: object) -> None:
        self.bits = bits


class SubCalled(Called):
    """Resolved as its base is."""


class Stranger:
    """No array."""


FIXED_BITS = 1 << 2 | 1 << 16


class Twin:
    """One engine under test."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.asks_bind = True
        self.log: list[object] = []

    def __repr__(self) -> str:
        return self.module.__name__

    # ---- hooks ----

    def bind(self, op: object, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        if self.asks_bind:
            raise Asked(self.told(args), self.told(kwargs))
        return args, kwargs

    def check_return(self, op: object, result: object) -> object:
        return ("rechecked", self.told(result))

    def explain_miss(self, op: object, keyset: object, args: tuple, kwargs: dict) -> Exception:
        return Miss(self.told(keyset), self.told(args), self.told(kwargs))

    def explain_undefined(self, op: object) -> Exception:
        return Undefined()

    def resolve_type(self, cls: type) -> object:
        if issubclass(cls, Fixed):
            return self.keys(FIXED_BITS)
        if issubclass(cls, Called):
            return lambda value: self.made(value.bits)
        return None

    # ---- words and objects ----

    def keys(self, bits: int) -> object:
        return self.module.KeyBits.raw(bits)

    def made(self, words: object) -> object:
        """The object that words stand for."""
        if isinstance(words, tuple) and words and words[0] == "tensor":
            return self.module.TensorBase(self.keys(words[1]))
        if isinstance(words, tuple) and words and words[0] == "keys":
            return self.keys(words[1])
        if isinstance(words, list):
            return [self.made(item) for item in words]
        if isinstance(words, tuple):
            return tuple(self.made(item) for item in words)
        if isinstance(words, dict):
            return {name: self.made(item) for name, item in words.items()}
        return words

    def told(self, value: object) -> object:
        """Words for an object; equal words, equal objects."""
        if isinstance(value, self.module.KeyBits):
            return ("keys", value.bits)
        if isinstance(value, self.module.TensorBase):
            return ("tensor", value._keys.bits)
        if isinstance(value, (list, tuple)):
            return (type(value).__name__, [self.told(item) for item in value])
        if isinstance(value, dict):
            return ("dict", [(name, self.told(item)) for name, item in value.items()])
        if isinstance(value, (int, float, complex, str, bytes, type(None))):
            return (type(value).__name__, repr(value))
        return type(value).__name__

    def outcome(self, call: Callable[..., object], *args: object, **kwargs: object) -> object:
        """What a call gives: its result, or its error; the words of an error only where a hook chose them."""
        try:
            return ("returned", self.told(call(*args, **kwargs)))
        except (Asked, Miss, Undefined) as error:
            return (type(error).__name__, error.args)
        except Exception as error:  # noqa: BLE001 - compared between the engines
            return type(error).__name__

    # ---- operators ----

    def echo(self, *args: object, **kwargs: object) -> object:
        return self.told((args, kwargs))

    def signature(
        self,
        kinds: bytes = b"",
        *,
        exact: tuple = (),
        defaults: tuple = (),
        required: int = 0,
        n_positional: int | None = None,
        returns: bytes | None = None,
        return_exact: tuple = (),
    ) -> object:
        n = len(kinds)
        return self.module.Signature(
            tuple(f"a{i}" for i in range(n)),
            n if n_positional is None else n_positional,
            kinds,
            exact or (None,) * n,
            tuple(self.made(default) for default in defaults) or (None,) * n,
            required,
            returns,
            return_exact or (None,) * len(returns or b""),
        )

    def layout(self, slots: dict[int, int], mask: int = (1 << 48) - 1, masks: list[int] | None = None) -> object:
        table = array.array("H", bytes(2 * N_SLOTS))
        for slot, number in slots.items():
            table[slot] = number
        return self.module.Layout(table.tobytes(), mask, masks)

    def op(self, signature: object, layout: object, *kernels: object) -> object:
        op = self.module.Op()
        op.install(signature, layout, kernels)
        return op

    def echo_op(self, signature: object) -> object:
        """An operator that returns its arguments whatever the keys."""
        everywhere = self.layout(dict.fromkeys(range(N_SLOTS), 1))
        return self.op(signature, everywhere, self.module.Kernel(self.module.PLAIN, self.echo))


PURE = Twin(_pure)
TWINS = [PURE] if _hot is None else [Twin(_hot), PURE]


def hooks_of(module: ModuleType) -> dict[str, object]:
    """The hooks an engine is configured with."""
    if module is _pure:
        return {name: getattr(_pure_state._hooks, name) for name in HOOKS if hasattr(_pure_state._hooks, name)}
    found = [value for value in gc.get_referents(module) if callable(value) and not isinstance(value, type)]
    return dict(zip(HOOKS, found, strict=False))


def in_new_thread(fn: Callable[[], object]) -> object:
    """The result of ``fn`` in a thread of its own, whose key state is the default."""
    results: list[object] = []
    thread = threading.Thread(target=lambda: results.append(fn()))
    thread.start()
    thread.join()
    return results[0]


@contextmanager
def configured_alike() -> Iterator[None]:
    """Both engines with the hooks of their twin; afterwards the one in use is as it was."""
    include, exclude = (keys.bits for keys in in_new_thread(engine.get_state))
    saved = hooks_of(engine)
    assert set(saved) == set(HOOKS)
    columns = tuple(value for value, _, _ in PER_BACKEND)
    try:
        for twin in TWINS:
            twin.asks_bind = True
            hooks = {name: getattr(twin, name) for name in HOOKS}
            twin.module.configure(per_backend=columns, include=include, exclude=exclude, **hooks)
            twin.module.set_state(twin.keys(include), twin.keys(exclude))
            twin.module.forget_types()
        yield
    finally:
        engine.configure(**saved)
        engine.forget_types()


def same(question: Callable[[Twin], object]) -> object:
    """The answer that both engines give to a question."""
    answers = [question(twin) for twin in TWINS]
    assert answers[0] == answers[-1]
    return answers[0]
