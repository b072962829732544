"""Objects as arguments, effects and auto_functionalized: the same program on torch and on wye, with the same trace."""

import importlib

import pytest

pytest.importorskip("torch")

from tests.conformance.sides import fresh_namespace, quiet, sides

pytestmark = pytest.mark.torch

RECORD = "__torch__.torch.classes.profiler._RecordFunction"
PACKED = "__torch__.torch.classes.quantized.LinearPackedParamsBase"


class Failed:
    """An error as an outcome: equal to one of the other side that is of its class, too, and begins with its words."""

    def __init__(self, error, text):
        self.error, self.start = error, text[:34]

    def __eq__(self, other):
        if not isinstance(other, Failed):
            return NotImplemented
        kinds = isinstance(self.error, type(other.error)), isinstance(other.error, type(self.error))
        return any(kinds) and self.start == other.start

    __hash__ = None

    def __repr__(self):
        return f"{type(self.error).__name__}: {self.start}"


class Side:
    """One of the two, with the modules that a program needs."""

    def __init__(self, root):
        self.root = root
        self.fakes = self.module("_library.fake_class_registry")
        self.opaque = self.module("_library.opaque_object")
        self.effects = self.module("_higher_order_ops.effects")
        self.auto = self.module("_higher_order_ops.auto_functionalize")
        self.modes = self.module("utils._python_dispatch")
        self.namespace = fresh_namespace()
        self.lib = root.library.Library(self.namespace, "DEF")

    def module(self, name):
        return importlib.import_module(f"{self.root.__name__}.{name}")

    def tensor(self, *numbers, **kwargs):
        return self.root.tensor([float(number) for number in numbers], **kwargs)

    def define(self, schema, fn=None, key="CompositeExplicitAutograd", tags=()):
        name, _, overload = schema.partition("(")[0].partition(".")
        self.lib.define(schema, tags=tuple(getattr(self.root.Tag, tag) for tag in tags))
        if fn is not None:
            self.lib.impl(schema.partition("(")[0], fn, key)
        return getattr(getattr(getattr(self.root.ops, self.namespace), name), overload or "default")

    def key(self, name):
        return getattr(self.root._C.DispatchKey, name)

    def fake(self, name=RECORD):
        return self.fakes.FakeScriptObject(object(), name, None)

    def words(self, value):
        """A value in words that both sides share."""
        if isinstance(value, self.root.Tensor):
            return ("tensor", value.tolist())
        if isinstance(value, (tuple, list)):
            return type(value)(self.words(item) for item in value)
        return value if value is None or isinstance(value, (bool, int, str)) else type(value).__name__

    def outcome(self, call, *args, **kwargs):
        try:
            return self.words(call(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            return Failed(error, str(error).replace(self.namespace, "NS"))

    def refusal(self, call, *args, **kwargs):
        """The outcome of a call that fails in other words here and there."""
        failed = self.outcome(call, *args, **kwargs)
        assert isinstance(failed, Failed), failed
        return Failed(failed.error, "")


def same(program):
    """Run a program, which yields its trace, on both sides."""

    @pytest.mark.torch
    def test():
        traces = []
        for root in sides():
            side = Side(root)
            with quiet():
                traces.append(list(program(side)))
        assert traces[0] == traces[1]
        assert traces[0]

    return test


def add_to(x, n):
    data = x.numpy()
    data += n


@same
def test_a_call_with_a_fake_object(side):
    op = side.define(f"k({RECORD} r, Tensor x) -> Tensor")
    x, fake = side.tensor(1, 2), side.fake()
    yield type(op) is not type(side.define("plain(Tensor x) -> Tensor"))
    yield side.outcome(op, fake, x)  # nothing anywhere
    side.lib.impl("k", lambda r, x: x, "CPU")
    yield side.outcome(op, fake, x)  # a kernel, but none for fakes
    op.py_impl(side.key("CPU"))(lambda r, x: side.tensor(7))
    yield side.outcome(op, fake, x)
    yield side.outcome(op, x=x, r=fake)


@same
def test_a_composite_rule_serves_every_backend(side):
    op = side.define(f"k({RECORD} r, Tensor x) -> Tensor")
    op.py_impl(side.key("CompositeExplicitAutograd"))(lambda r, x: side.tensor(len(x.shape)))
    yield side.outcome(op, side.fake(), side.tensor(1))
    yield side.outcome(op, side.fake(), side.tensor(1, device="meta"))


@same
def test_a_mode_and_its_rule_see_a_fake(side):
    op = side.define(f"k({RECORD} r, Tensor x) -> Tensor")
    op.py_impl(side.key("CPU"))(lambda r, x: side.tensor(1))
    trace = []

    class Mode(side.modes.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            trace.append((str(func).partition(".")[2], len(types), [type(arg).__name__ for arg in args]))
            return func(*args, **(kwargs or {}))

    class Ruled(Mode):
        pass

    op.py_impl(Ruled)(lambda mode, r, x: ruled)
    x, ruled = side.tensor(3), side.tensor(2)  # out here: making a tensor is a call that torch's modes see
    with Mode():
        yield side.outcome(op, side.fake(), x)
    with Ruled():
        yield side.outcome(op, side.fake(), x)
    yield trace


@same
def test_keys_that_fall_through_are_passed_by(side):
    op = side.define(f"k({RECORD} r, Tensor x) -> Tensor")
    op.py_impl(side.key("CPU"))(lambda r, x: side.tensor(1))
    side.lib.impl("k", side.root.library.fallthrough_kernel, "AutocastCPU")
    side.lib.impl("k", side.root.library.fallthrough_kernel, "ADInplaceOrView")
    with side.root._C._IncludeDispatchKeyGuard(side.key("AutocastCPU")):
        yield side.outcome(op, side.fake(), side.tensor(3))


@same
def test_fake_classes(side):
    register, name = side.fakes.register_fake_class, "profiler::_RecordFunction"
    yield side.refusal(register, f"{side.namespace}::Nobody", type("A", (), {"__obj_unflatten__": 1}))
    yield side.refusal(register, name, type("A", (), {}))
    yield side.outcome(register, name, type("A", (), {"__obj_unflatten__": lambda flat: 1}))
    yield side.outcome(register, "bad", type("A", (), {}))
    yield side.fakes.has_fake_class(RECORD), side.fakes.find_fake_class(RECORD)
    cls = type("A", (), {"__obj_unflatten__": classmethod(lambda cls, flat: cls())})
    yield register(name)(cls) is cls
    yield side.fakes.has_fake_class(RECORD), side.fakes.find_fake_class(RECORD) is cls
    yield side.fakes.deregister_fake_class(name) is cls
    yield side.fakes.has_fake_class(RECORD)


@same
def test_opaque_types_and_their_fakes(side):
    members = {"n": side.opaque.MemberType.USE_REAL}
    opaque = side.opaque

    class Counter(opaque.OpaqueBase):
        def __init__(self, n):
            self.n = n

        def hidden(self):
            return 1

    class Special(Counter):
        pass

    Counter.__qualname__ = f"Counter_{side.namespace}"
    yield opaque.is_opaque_type(Counter)
    yield side.refusal(opaque.get_opaque_type_name, Counter)
    for wrong in (int, list, side.root.Tensor):
        yield side.outcome(opaque.register_opaque_type, wrong, typ="value")
    yield side.refusal(opaque.register_opaque_type, Counter, typ="value")
    opaque.register_opaque_type(Counter, typ="reference", members=members)
    yield opaque.is_opaque_type(Counter), opaque.is_opaque_type(Special), opaque.is_opaque_value(Special(1))
    yield opaque.is_opaque_reference_type(Counter), opaque.is_opaque_value_type(Counter), opaque.should_hoist(Counter)
    yield opaque.has_members(Counter), opaque.get_member_type(Counter, "n").value, opaque.get_member_type(Counter, "m")
    yield opaque.get_opaque_type_name(Special).replace(side.namespace, "NS")
    real = Counter(3)
    fake = side.fakes.maybe_to_fake_obj(None, real)
    yield type(fake).__name__, fake.n, fake.real_obj is real, isinstance(fake, Counter), fake == real
    yield hash(fake) == hash(real), isinstance(fake, opaque.OpaqueBase)
    yield side.outcome(getattr, fake, "hidden")
    yield side.outcome(setattr, fake, "n", 4)
    yield side.fakes.maybe_unwrap_fake_script_object(fake) is real

    def scaled(x: side.root.Tensor, c: Counter) -> side.root.Tensor:
        return side.tensor(c.n)

    schema = side.root.library.infer_schema(scaled, mutates_args=())
    yield schema.replace(side.namespace, "NS")
    op = side.root.library.custom_op(f"{side.namespace}::scaled", mutates_args=())(scaled)
    yield side.outcome(op, side.tensor(1), Counter(5))
    yield side.outcome(op, side.tensor(1), Special(6))
    yield side.outcome(op, side.tensor(1), fake)
    yield side.effects._get_effect(op._opoverload)
    yield type(op._opoverload) is type(side.define("plain(Tensor x) -> Tensor"))
    yield side.outcome(side.root.library.infer_schema, scaled, mutates_args=("c",))


SCHEMAS = [
    "f(Tensor(a!) x) -> ()",
    "f(Tensor(a!) x, Tensor y) -> Tensor",
    "f(Tensor(a!) x, Tensor(b!) y) -> (Tensor, Tensor)",
    "f(Tensor(a!)[] xs) -> ()",
    "f(Tensor(a!)?[] xs) -> ()",
    "f(Tensor(a!)[]? xs) -> ()",
    "f(Tensor(a!)? x, Tensor y) -> Tensor",
    "f(Tensor(a!) x, *, Tensor(b!) y) -> ()",
    "f(Tensor x) -> Tensor",
    "f(Tensor(a) x) -> Tensor(a)",
    "f(Tensor(a!) x) -> Tensor(a!)",
    "f(Tensor(a!) x) -> Tensor[]",
    "f(Tensor(a!) x) -> Tensor?",
    "f(Tensor(a!) x) -> int",
    "f(Tensor(a!) x) -> None",
    "f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)",
    "f(Tensor x) -> ()",
    "f(Tensor(a) x, Tensor(b!) y) -> Tensor",
    f"f({RECORD} r, Tensor(a!) x) -> ()",
    f"f({RECORD} r) -> ()",
    f"f({RECORD}? r) -> ()",
    f"f({RECORD}[] r) -> ()",
    f"f({PACKED} r) -> ()",
    f"f({PACKED} r, {RECORD} q) -> ()",
    f"f(int n) -> {RECORD}",
]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_what_a_schema_says_about_effects_and_writing(schema):
    def program(side):
        op = side.define(schema)
        effect = side.effects._get_effect(op)
        yield effect and effect.name, side.effects.has_effects(op), side.effects.has_aliasing(op)
        yield side.auto.can_auto_functionalize(op), side.auto.get_mutable_args(op)[0]
        handle = side.effects._register_effectful_op(op, side.effects._EffectType.ORDERED)
        yield side.effects._get_effect(f"{side.namespace}::{schema.partition('(')[0]}").name
        yield side.effects.has_effects(op)
        (getattr(handle, "destroy", None) or handle.remove)()
        side.effects._register_effectful_op(op, None)
        yield side.effects._get_effect(op), side.effects.has_effects(op)
        side.lib.impl(schema.partition("(")[0], lambda *args, **kwargs: None, "Functionalize")
        yield side.auto.can_auto_functionalize(op)

    same(program)()


@same
def test_with_effects(side):
    with_effects, token = side.effects.with_effects, side.effects.new_token_tensor()
    one = side.define("one(Tensor x) -> Tensor", lambda x: side.tensor(*(n + 1 for n in x.tolist())))
    two = side.define("two(Tensor x) -> (Tensor, Tensor)", lambda x: (side.tensor(1), side.tensor(2)))
    several = side.define("several(Tensor x) -> Tensor[]", lambda x: [side.tensor(1), side.tensor(2)])
    nothing = side.define("nothing(Tensor x) -> ()", lambda x: None)
    writes = side.define("writes(Tensor(a!) x) -> ()", lambda x: None)
    yield side.words(token)
    for op in (one, two, several, nothing, writes):
        yield side.outcome(with_effects, token, op, side.tensor(1))
    yield side.outcome(with_effects, None, one, x=side.tensor(1))
    yield side.outcome(with_effects, token, one.overloadpacket, side.tensor(1))
    yield side.outcome(with_effects, token, len, side.tensor(1))
    yield side.root.ops.higher_order.with_effects is with_effects, str(with_effects), with_effects.cacheable()
    yield side.outcome(side.effects._get_effect, 3), side.outcome(side.effects._get_effect, "zz")


@same
def test_auto_functionalized(side):
    auto = side.auto.auto_functionalized

    def total(x, y):
        add_to(x, 1)
        return side.tensor(*(a + b for a, b in zip(x.tolist(), y.tolist(), strict=True)))

    def both(x, y):
        add_to(x, 1)
        add_to(y, 2)
        return side.tensor(1), side.tensor(2)

    def inplace(x, y):
        add_to(x, y.tolist()[0])
        return x

    def out(x, *, out):
        add_to(out, x.tolist()[0])
        return out

    x, y = side.tensor(1, 2), side.tensor(10, 20)
    calls = [
        (side.define("a(Tensor(a!) x) -> ()", lambda x: add_to(x, 1)), {"x": x}),
        (side.define("b(Tensor(a!) x, Tensor y) -> Tensor", total), {"x": x, "y": y}),
        (side.define("c(Tensor(a!) x, Tensor(b!) y) -> (Tensor, Tensor)", both), {"x": x, "y": y}),
        (side.define("d(Tensor(a!)[] xs) -> ()", lambda xs: [add_to(x, 1) for x in xs] and None), {"xs": [x, y]}),
        (side.define("e(Tensor(a!)? x, Tensor y) -> Tensor", lambda x, y: side.tensor(5)), {"x": None, "y": y}),
        (side.define("f(Tensor x) -> Tensor", lambda x: x), {"x": x}),
        (side.define("g(Tensor(a!) x, Tensor y) -> Tensor(a!)", inplace, tags=("inplace",)), {"x": x, "y": y}),
        (side.define("h(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", out, tags=("out",)), {"x": y, "out": x}),
    ]
    for op, arguments in calls:
        yield side.outcome(auto, op, **arguments)
        yield side.words(x), side.words(y)
    op = calls[1][0]
    yield side.refusal(auto, op, x=x, y=y, z=3)
    yield side.refusal(auto, op, x, y)
    yield side.outcome(auto, op, x=x, y=y, _only_clone_these_tensors=())
    yield side.words(x)
    yield side.root.ops.higher_order.auto_functionalized is auto, str(auto), auto.cacheable()
