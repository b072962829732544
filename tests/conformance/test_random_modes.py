"""Random modes, function modes and tensor subclasses: handlers are asked in the order of torch,
with the same arguments.

An example is data: classes, modes, and what to do.  `World` runs it on one side and writes down who saw what.
"""

import contextlib
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.sides import Failure, enough, fresh_namespace, keep_for_good, outcome, sides

pytestmark = pytest.mark.torch
pytest.importorskip("torch")

SCHEMAS = (
    "one(Tensor x) -> Tensor",
    "two(Tensor x, Tensor? y=None, *, Tensor[] zs) -> Tensor",
    "many(Tensor[] xs, int n=1) -> Tensor",
    "maybe(Tensor?[] xs) -> Tensor",
    "none(int n) -> int",
)
OPS = tuple(schema.partition("(")[0] for schema in SCHEMAS)
PLACES = ("FAKE", "PROXY", "FUNCTIONAL")
# What a handler does.  Each may do it a few times only: handlers may reach themselves again.
FOR_ALL = ("pass", "pass", "pass", "refuse", "constant", "other", "raise", "twice", "look")
FOR_MODES = (*FOR_ALL, "again", "push", "disable", "pop")
FOR_CLASSES = (*FOR_ALL, "unwrap", "unwrap", "below")
DEPTH = 4


@dataclass(frozen=True)
class Class:
    """A tensor subclass: its base among the earlier ones, and what its handlers do; None: it has none."""

    base: int | None
    dispatch: str | None
    function: str | None


@dataclass(frozen=True)
class Mode:
    """A mode: dispatch or function mode, what it does, its place if it has one, and a mode that it may push."""

    kind: str
    does: str
    place: str | None
    other: int


@dataclass(frozen=True)
class Call:
    """A call of an operator; arguments are names of tensors, lists of names, or numbers."""

    op: str
    args: tuple
    kwargs: tuple
    packet: bool = False


@dataclass(frozen=True)
class Block:
    """Something that surrounds other steps: a mode, or no modes."""

    what: int | str
    steps: tuple


@dataclass(frozen=True)
class Raw:
    """A mode is put on the stack, or taken off, by function."""

    what: int | str


def tensors(count):
    return st.sampled_from(["p", "q", *[f"c{i}" for i in range(count)] * 2])


@st.composite
def call_of(draw, count):
    op = draw(st.sampled_from(OPS))
    one, several = tensors(count), st.lists(tensors(count), max_size=3).map(tuple)
    args, kwargs = [], {}
    if op == "one":
        args = [draw(one)]
    elif op == "two":
        args = [draw(one)]
        if draw(st.booleans()):
            args.append(draw(one))  # not None: torch leaves out what equals the default
        elif draw(st.booleans()):
            kwargs["y"] = draw(one)
        kwargs["zs"] = draw(several)
    elif op == "many":
        args = [draw(several)]
        if draw(st.booleans()):
            kwargs["n"] = draw(st.integers(2, 4))
    elif op == "maybe":
        # Not tensors beside None: there torch does not look for __torch_function__.
        args = [draw(st.one_of(several, st.lists(st.none(), max_size=2).map(tuple)))]
    else:
        args = [draw(st.integers(2, 4))]
    return Call(op, tuple(args), tuple(kwargs.items()), draw(st.booleans()))


def steps_of(classes, modes):
    """Calls in blocks; at the top also modes put on the stack and taken off by function.

    Not inside of blocks: torch takes off whatever is on top where a block ends, wye what the block put there.
    """
    calls = call_of(classes)
    whats = st.one_of(st.integers(0, modes - 1), st.integers(0, modes - 1), st.sampled_from(("disable", "pop")))
    blocks = st.recursive(
        calls, lambda inner: st.builds(Block, whats, st.lists(inner, max_size=4).map(tuple)), max_leaves=8
    )
    return st.one_of(blocks, blocks, blocks, st.builds(Raw, st.integers(0, modes)))


@st.composite
def examples(draw):
    classes = []
    for index in range(draw(st.integers(0, 4))):
        base = draw(st.sampled_from([None, *range(index)]))
        kind = draw(st.sampled_from(("dispatch", "dispatch", "dispatch", "function", "both", "plain")))
        behaviour = st.sampled_from(FOR_CLASSES)
        dispatch = draw(behaviour) if kind in ("dispatch", "both") else draw(st.sampled_from((None, "disabled")))
        function = draw(behaviour) if kind in ("function", "both") else "disabled"
        classes.append(Class(base, dispatch, function))
    modes = []
    count = draw(st.integers(1, 5))
    for _ in range(count):
        kind = draw(st.sampled_from(("dispatch", "dispatch", "function")))
        place = draw(st.sampled_from((None, None, None, *PLACES))) if kind == "dispatch" else None
        modes.append(Mode(kind, draw(st.sampled_from(FOR_MODES)), place, draw(st.integers(0, count - 1))))
    steps = draw(st.lists(steps_of(len(classes), count), min_size=1, max_size=4))
    return tuple(classes), tuple(modes), tuple(steps)


class World:
    """One side: runs an example, and has its trace."""

    def __init__(self, torch, namespace, classes, modes):
        self.torch, self.namespace, self.trace, self.names = torch, namespace, [], {}
        self.depth = 0
        self.dispatch, self.overrides = torch.utils._python_dispatch, torch.overrides
        self.library = torch.library.Library(namespace, "FRAGMENT")
        self.tensors = {}
        for name in ("p", "q", "result", "constant"):
            self.add(name, torch.tensor([1.0]))
        for schema in SCHEMAS:
            self.library.define(schema)
        for op in OPS:
            self.library.impl(op, self.kernel(op), "CompositeExplicitAutograd")
        self.classes = []
        for index, described in enumerate(classes):
            self.classes.append(self.make_class(index, described))
            self.add(f"c{index}", self.make_tensor(self.classes[-1]))
        self.modes = [self.make_mode(index, described) for index, described in enumerate(modes)]

    def add(self, name, tensor):
        self.tensors[name], self.names[id(tensor)] = tensor, name

    # ---- what is there ----

    def kernel(self, op):
        def run(*args, **kwargs):
            self.say(f"kernel {op}", args, kwargs)
            return 1 if op == "none" else self.tensors["result"]

        return run

    def make_class(self, index, given):
        world, torch = self, self.torch
        body = {"_handles": given.dispatch not in (None, "disabled")}
        if given.dispatch == "disabled":
            body["__torch_dispatch__"] = torch._C._disabled_torch_dispatch_impl
        elif given.dispatch is not None:

            def dispatch(cls, func, types, args=(), kwargs=None):
                up = lambda: super(world.classes[index], cls).__torch_dispatch__(func, types, args, kwargs)  # noqa: E731
                return world.handle(
                    f"dispatch C{index} as {cls.__name__}", given.dispatch, func, types, args, kwargs, up=up
                )

            body["__torch_dispatch__"] = classmethod(dispatch)
        if given.function == "disabled":
            body["__torch_function__"] = torch._C._disabled_torch_function_impl
        else:

            def function(cls, func, types, args=(), kwargs=None):
                up = lambda: super(world.classes[index], cls).__torch_function__(func, types, args, kwargs or {})  # noqa: E731
                return world.handle(
                    f"function C{index} as {cls.__name__}", given.function, func, types, args, kwargs, up=up
                )

            body["__torch_function__"] = classmethod(function)
        base = torch.Tensor if given.base is None else self.classes[given.base]
        return type(f"C{index}", (base,), body)

    def make_tensor(self, cls):
        if any(vars(base).get("_handles") for base in cls.__mro__) and self.is_wrapper(cls):
            return self.torch.Tensor._make_wrapper_subclass(cls, (1,))
        return self.torch.Tensor._make_subclass(cls, self.tensors["p"])

    def is_wrapper(self, cls):
        """The nearest class that says anything about dispatch handles it."""
        found = next(base for base in cls.__mro__ if "__torch_dispatch__" in vars(base) or base is self.torch.Tensor)
        return bool(vars(found).get("_handles"))

    def make_mode(self, index, given):
        world, who = self, f"M{index}"
        name, base = {
            "dispatch": ("__torch_dispatch__", self.dispatch.TorchDispatchMode),
            "function": ("__torch_function__", self.overrides.TorchFunctionMode),
        }[given.kind]

        def handler(self, func, types, args=(), kwargs=None):
            return world.handle(who, given.does, func, types, args, kwargs, mode=self, other=given.other)

        made = type(who, (base,), {name: handler, "__repr__": lambda self: who})()
        if given.place is not None:
            made._mode_key = getattr(self.torch._C._TorchDispatchModeKey, given.place)
        return made

    @contextlib.contextmanager
    def entered(self, mode):
        """Enter a mode, unless its place is taken: torch frees an infrastructure mode too often that is set twice."""
        if self.is_taken(mode):
            self.trace.append(f"no place for {mode!r}")
            yield
        else:
            with mode:
                yield

    def is_taken(self, mode):
        key = getattr(mode, "_mode_key", None)
        return key is not None and self.torch._C._get_dispatch_mode(key) is not None

    # ---- what handlers do ----

    def handle(self, who, does, func, types, args, kwargs, *, mode=None, other=None, up=None):
        kwargs = kwargs or {}
        func_name = str(func).removesuffix(".default")  # a function handler of torch may get the packet
        self.say(f"{who} sees {func_name} {[cls.__name__ for cls in types]}", args, kwargs)
        self.depth += 1
        try:
            if self.depth > DEPTH:
                return self.constant(func)
            return getattr(self, f"do_{does}")(func, args, kwargs, mode=mode, other=other, up=up)
        finally:
            self.depth -= 1

    def constant(self, func):
        return 2 if ".none" in str(func) else self.tensors["constant"]

    def do_pass(self, func, args, kwargs, **_):
        return func(*args, **kwargs)

    def do_refuse(self, func, args, kwargs, **_):
        return NotImplemented

    def do_constant(self, func, args, kwargs, **_):
        return self.constant(func)

    def do_other(self, func, args, kwargs, **_):
        self.say("other", [outcome(getattr(self.torch.ops, self.namespace).one.default, self.tensors["q"])], {})
        return func(*args, **kwargs)

    def do_raise(self, func, args, kwargs, **_):
        raise LookupError("raised by a handler")

    def do_twice(self, func, args, kwargs, **_):
        self.say("first", [outcome(func, *args, **kwargs)], {})
        return func(*args, **kwargs)

    def do_look(self, func, args, kwargs, **_):
        self.look()
        return func(*args, **kwargs)

    def do_again(self, func, args, kwargs, *, mode, **_):
        with self.entered(mode):
            return func(*args, **kwargs)

    def do_push(self, func, args, kwargs, *, other, **_):
        with self.entered(self.modes[other]):
            self.look()
            return func(*args, **kwargs)

    def do_disable(self, func, args, kwargs, **_):
        with self.dispatch._disable_current_modes():
            return func(*args, **kwargs)

    def do_pop(self, func, args, kwargs, **_):
        with self.dispatch._pop_mode_temporarily():
            return func(*args, **kwargs)

    def do_unwrap(self, func, args, kwargs, **_):
        plain = lambda value: (  # noqa: E731
            [plain(item) for item in value]
            if isinstance(value, list | tuple)
            else self.tensors["p"]
            if isinstance(value, self.torch.Tensor)
            else value
        )
        return func(*map(plain, args), **{name: plain(value) for name, value in kwargs.items()})

    def do_below(self, func, args, kwargs, **_):
        guard = self.torch._C._DisableTorchDispatch()
        try:
            return func(*args, **kwargs)
        finally:
            del guard

    def do_super(self, func, args, kwargs, *, up, **_):
        return up()

    # ---- the trace ----

    def say(self, what, args, kwargs):
        # A function handler of torch gets them as the caller wrote them, every other one by position.
        by_place = [value for name, value in kwargs.items() if name in ("y", "n")]
        named = [f"{name}={self.shown(value)}" for name, value in kwargs.items() if name == "zs"]
        self.trace.append(f"{what}({', '.join([*map(self.shown, args), *map(self.shown, by_place), *named])})")

    def look(self):
        modes = [repr(mode) for mode in self.dispatch._get_current_dispatch_mode_stack()]
        functions = [repr(mode) for mode in self.overrides._get_current_function_mode_stack()]
        self.trace.append(f"stack {modes} {functions}")

    def shown(self, value):
        if isinstance(value, list | tuple):
            return f"[{', '.join(map(self.shown, value))}]"
        if isinstance(value, Failure):
            return value.type.__name__ if value.type in (LookupError,) else self.shown_error(value)
        name = self.names.get(id(value))
        return name if name is not None else repr(value) if isinstance(value, int | None) else type(value).__name__

    def shown_error(self, failure):
        kinds = (LookupError, NotImplementedError, TypeError, RuntimeError, AttributeError, AssertionError)
        return next((kind.__name__ for kind in kinds if issubclass(failure.type, kind)), failure.type.__name__)

    # ---- running ----

    def run(self, steps):
        try:
            for step in steps:
                self.step(step)
                self.look()
        finally:
            self.clean()
        return self.trace

    def step(self, step):
        failure = outcome(lambda: getattr(self, f"run_{type(step).__name__.lower()}")(step))
        if isinstance(failure, Failure):
            self.trace.append(f"raised {self.shown_error(failure)}")

    def run_call(self, step):
        take = lambda value: (  # noqa: E731
            [take(item) for item in value] if isinstance(value, tuple) else self.tensors.get(value, value)
        )
        op = getattr(getattr(self.torch.ops, self.namespace), step.op)
        op = op if step.packet else op.default
        args, kwargs = [take(value) for value in step.args], {name: take(value) for name, value in step.kwargs}
        self.say("result", [op(*args, **kwargs)], {})

    def run_block(self, step):
        around = {"disable": self.dispatch._disable_current_modes, "pop": self.dispatch._pop_mode_temporarily}
        with self.entered(self.modes[step.what]) if isinstance(step.what, int) else around[step.what]():
            self.look()
            for inner in step.steps:
                self.step(inner)

    def run_raw(self, step):
        if step.what < len(self.modes):
            is_mode = isinstance(self.modes[step.what], self.dispatch.TorchDispatchMode)
            if is_mode and not self.is_taken(self.modes[step.what]):
                self.dispatch._push_mode(self.modes[step.what])
        else:
            self.trace.append(f"popped {self.dispatch._pop_mode()!r}")

    def clean(self):
        while self.dispatch._get_current_dispatch_mode_stack():
            with contextlib.suppress(RuntimeError):
                self.dispatch._pop_mode()
        self.library._destroy()
        if self.torch.__name__ == "torch":
            keep_for_good(self)  # a collection that meets its modes and wrapper tensors may crash


def run(torch, namespace, example):
    classes, modes, steps = example
    return World(torch, namespace, classes, modes).run(steps)


@enough
@given(examples())
def test_handlers_are_asked_in_the_order_of_torch(example):
    namespace = fresh_namespace()
    theirs, ours = (run(torch, namespace, example) for torch in sides())
    same = next((i for i, (a, b) in enumerate(zip(theirs, ours, strict=False)) if a != b), min(len(theirs), len(ours)))
    assert theirs == ours, "\n{}\n{}\n  torch: {}\n  wye:   {}".format(
        example, "\n".join(theirs[:same]), theirs[same : same + 3], ours[same : same + 3]
    )
