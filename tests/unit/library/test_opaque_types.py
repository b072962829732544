"""Classes whose objects are arguments of operators, their fakes, and calls that see a fake."""

import copy
import enum
import gc
import importlib
import itertools
import threading
import weakref

import pytest

import wye
from wye import DispatchKey, dispatch
from wye.call import FakeScriptObject, OpaqueOpOverload, OpOverload
from wye.call.script_objects import is_called_with_fakes
from wye.errors import (
    ArgumentError,
    FakeObjectError,
    LibraryError,
    NoKernelError,
    OpaqueClassError,
    ReturnError,
    SchemaError,
)
from wye.library import (
    Library,
    MemberType,
    OpaqueBase,
    custom_op,
    deregister_fake_class,
    deregister_opaque_class,
    deregister_opaque_type,
    fallthrough_kernel,
    find_fake_class,
    has_fake_class,
    infer_schema,
    is_opaque_type,
    is_opaque_value,
    maybe_to_fake_obj,
    opaque_types,
    register_fake_class,
    register_opaque_class,
    register_opaque_type,
)
from wye.schema import parse
from wye.schema.object_classes import classes
from wye.schema.types import ClassType, PyObjectType

NS = "test_opaque"
QUEUE = f"__torch__.torch.classes.{NS}.Queue"


class Queue:
    """A script class: a list of tensors."""

    def __init__(self, *items):
        self.items = list(items)

    def push(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items)

    def name(self):
        return "real"

    def __deepcopy__(self, memo):
        if hasattr(self, "lock"):
            raise TypeError("a lock cannot be copied")
        return Queue(*self.items)

    def __obj_flatten__(self):
        return (("items", list(self.items)), ("limit", 7))


class FakeQueue:
    def __init__(self, items, limit):
        self.items, self.limit = items, limit

    @classmethod
    def __obj_unflatten__(cls, flat):
        return cls(**dict(flat))

    def push(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items)


class Counter:
    """An opaque type."""

    def __init__(self, n=0):
        self.n = n

    def twice(self):
        return 2 * self.n


class Special(Counter):
    pass


@pytest.fixture
def lib():
    with Library(NS, "FRAGMENT") as made:
        register_opaque_class(f"{NS}::Queue", Queue, lib=made)
        register_fake_class(f"{NS}::Queue", FakeQueue, lib=made)
        register_opaque_type(Counter, typ="reference", members={"n": MemberType.USE_REAL}, lib=made)
        yield made


def define(lib, schema, fn=None, key="CompositeExplicitAutograd"):
    name = lib.define(schema).removeprefix(f"{NS}::")
    if fn is not None:
        lib.impl(name, fn, key)
    return getattr(wye.ops, NS).__getattr__(name).default


def fake(queue=None):
    return maybe_to_fake_obj(lambda tensor: "fake tensor", Queue() if queue is None else queue)


# ---------------------------------------------------------------- schemas


def test_a_script_class_and_an_opaque_type_stand_in_schemas(lib):
    text = f"f({QUEUE} q, {__name__}.Counter c, {__name__}.Counter? d, {QUEUE}[] e) -> {__name__}.Counter"
    schema = parse(text)
    kinds = [type(argument.type) for argument in schema.arguments[:2]]
    assert kinds == [ClassType, PyObjectType]
    assert str(schema) == text
    assert parse(str(schema)) == schema
    assert [argument.type.has_objects for argument in schema.arguments] == [True] * 4
    assert not parse("f(Tensor[] x) -> ()").arguments[0].type.has_objects


def test_a_class_that_went_is_no_type_any_more(lib):
    for text in (f"f({QUEUE} q) -> ()", f"f({__name__}.Counter c) -> ()"):
        parse(text, allow_typevars=False)
    lib._destroy()
    for text in (f"f({QUEUE} q) -> ()", f"f({__name__}.Counter c) -> ()"):
        with pytest.raises(SchemaError):
            parse(text, allow_typevars=False)


def test_dotted_names_that_are_no_classes_stay_what_they_were(lib):
    assert parse("f(a.b x) -> ()").arguments[0].type.kind() == "VarType"
    with pytest.raises(SchemaError, match="unknown type specifier"):
        parse(f"f({__name__}.Nobody x) -> ()", allow_typevars=False)


# ---------------------------------------------------------------- calls with real objects


def test_a_call_with_a_real_object(lib):
    op = define(lib, f"size({QUEUE} q) -> int", lambda q: q.size())
    assert op(Queue(1, 2)) == 2
    assert op(q=Queue(1)) == 1


def test_objects_of_subclasses_pass_and_others_do_not(lib):
    op = define(lib, f"n({__name__}.Counter c) -> int", lambda c: c.n)
    assert op(Special(5)) == 5
    for wrong in (3, None, object(), Queue()):
        with pytest.raises(ArgumentError, match=f"Expected a value of type '{__name__}.Counter' for argument 'c'"):
            op(wrong)
    queue = define(lib, f"q({QUEUE} q) -> int", lambda q: 1)
    with pytest.raises(ArgumentError, match="for argument 'q' but instead found type 'Counter'"):
        queue(Counter())


def test_a_result_is_checked_by_its_class(lib):
    op = define(lib, f"make(int n) -> {__name__}.Counter", lambda n: Counter(n) if n else 0)
    assert op(4).n == 4
    with pytest.raises(ReturnError, match="promises"):
        op(0)


def test_lists_and_optionals_of_objects(lib):
    op = define(lib, f"all({__name__}.Counter[] cs, {QUEUE}? q=None) -> int", lambda cs, q=None: len(cs))
    assert op([Counter(), Special()]) == 2
    assert op([], Queue()) == 0
    with pytest.raises(ArgumentError, match="argument 'cs'"):
        op([Counter(), 3])


def test_only_operators_with_script_classes_have_the_other_class(lib):
    plain = define(lib, "plain(Tensor x) -> ()")
    counter = define(lib, f"counter({__name__}.Counter c) -> ()")
    script = define(lib, f"script({QUEUE} q) -> ()")
    optional = define(lib, f"optional({QUEUE}? q) -> ()")
    several = define(lib, f"several({QUEUE}[] q) -> ()")
    found = [type(op) for op in (plain, counter, script, optional, several)]
    assert found == [OpOverload, OpOverload, *[OpaqueOpOverload] * 3]
    assert repr(script) == f"<OpOverload(op='{NS}.script', overload='default')>"


def test_an_operator_gets_the_class_that_its_newest_definition_asks_for(lib):
    with dispatch.library("FRAGMENT", NS) as low:
        op = low.define("changes(int x) -> int")
        assert type(op) is OpOverload
        low.define(f"changes({QUEUE} x) -> int", replace=True)
        assert type(op) is OpaqueOpOverload
        low.impl("changes", lambda x: 1, "CompositeExplicitAutograd")
        assert op(Queue()) == 1
        low.define("changes(int x) -> int", replace=True)
        assert type(op) is OpOverload
        assert op(3) == 1


def test_the_engine_checks_the_exact_class_by_itself(lib):
    op = define(lib, f"fast({QUEUE} q, {__name__}.Counter c) -> int", lambda q, c: 1)
    signature = op.definition.signature
    assert signature.exact == (Queue, Counter)


def test_a_class_that_is_made_anew_takes_the_place_of_the_old_one(lib):
    op = define(lib, f"renewed({__name__}.Counter c) -> int", lambda c: c.n)
    renewed = type("Counter", (), {"n": 9, "__module__": __name__, "__qualname__": "Counter"})
    register_opaque_type(renewed, typ="reference", lib=lib)
    assert op(renewed()) == 9
    assert op.definition.signature.exact == (renewed,)
    with pytest.raises(ArgumentError):
        op(Counter(1))
    deregister_opaque_type(renewed)
    assert op(Counter(1)) == 1


# ---------------------------------------------------------------- registration


def test_taking_classes_back_in_any_order():
    made = [type("Same", (), {"__module__": __name__, "__qualname__": "Same"}) for _ in range(3)]
    name = f"{__name__}.Same"
    for order in itertools.permutations(range(3)):
        libs = [Library(NS, "FRAGMENT") for _ in made]
        for holder, cls in zip(libs, made, strict=True):
            register_opaque_type(cls, typ="reference", lib=holder)
        left = [0, 1, 2]
        for gone in order:
            assert classes.named(name).cls is made[left[-1]]
            libs[gone]._destroy()
            left.remove(gone)
        assert classes.named(name) is None
        assert not is_opaque_type(made[0])


def test_a_class_that_went_is_not_kept(lib):
    with Library(NS, "FRAGMENT") as holder:
        local = type("Local", (), {"__module__": __name__, "__qualname__": "Local"})
        register_opaque_type(local, typ="reference", lib=holder)
        op = define(lib, f"local({__name__}.Local? c, {__name__}.Local[] d) -> ()", lambda c, d: None)
        op(local(), [local()])
        gone = weakref.ref(local)
        del local
    gc.collect()
    assert gone() is None
    assert op(None, []) is None


def test_a_script_class_cannot_be_two(lib):
    with pytest.raises(OpaqueClassError, match=rf"{NS}::Queue is .*Queue.* already and cannot be .*Counter"):
        register_opaque_class(f"{NS}::Queue", Counter)
    again = type("Queue", (Queue,), {"__module__": __name__, "__qualname__": "Queue"})  # the same cell, run again
    register_opaque_class(f"{NS}::Queue", again, lib=lib)
    assert classes.named(QUEUE).cls is again


def test_registering_without_a_library_lasts_until_it_is_taken_back():
    @register_opaque_class(f"{NS}::Lone")
    class Lone:
        pass

    try:
        assert classes.named(f"__torch__.torch.classes.{NS}.Lone").cls is Lone
    finally:
        deregister_opaque_class(f"{NS}::Lone")
    assert not classes.is_known(f"__torch__.torch.classes.{NS}.Lone")
    with pytest.raises(OpaqueClassError, match="no class is registered"):
        deregister_opaque_class(f"{NS}::Lone")
    with pytest.raises(OpaqueClassError, match="not registered as an opaque type"):
        deregister_opaque_type(Counter)


@pytest.mark.parametrize("cls", [int, list, wye.Tensor])
def test_python_and_tensor_classes_are_refused(cls):
    with pytest.raises(OpaqueClassError, match="Unable to register built-in type"):
        register_opaque_type(cls, typ="reference")


def test_what_an_opaque_type_must_be():
    class Nothing:
        pass

    class Equal:
        __hash__ = None

        def __eq__(self, other):
            return True

    class Hashed(Equal):
        def __hash__(self):
            return 1

    class Written(Hashed):
        def __fx_repr__(self):
            return "Written()", {"Written": Written}

    for cls, missing in ((Nothing, "__eq__"), (Equal, "__hash__"), (Hashed, "__fx_repr__")):
        with pytest.raises(OpaqueClassError, match=missing):
            register_opaque_type(cls, typ="value")
    with pytest.raises(OpaqueClassError, match="guard_fn"):
        register_opaque_type(Written, typ="value", guard_fn=lambda value: [])
    with pytest.raises(OpaqueClassError, match="either 'reference' or 'value'"):
        register_opaque_type(Nothing, typ="other")
    with pytest.raises(OpaqueClassError, match="must be a class"):
        register_opaque_class(f"{NS}::X", lambda: 3)
    with pytest.raises(OpaqueClassError, match="cannot be written"):
        register_opaque_type(type("Ä", (), {"__module__": "m", "__qualname__": "Ä"}), typ="reference")
    with Library(NS, "FRAGMENT") as lib:
        register_opaque_type(Written, typ="value", hoist=True, reconstruct_fn=max, lib=lib)
        assert opaque_types.is_opaque_value_type(Written)
        assert not opaque_types.is_opaque_reference_type(Written)
        assert opaque_types.should_hoist(Written)
        assert opaque_types.get_reconstruct_fn(Written) is max
        assert opaque_types.get_opaque_obj_repr(Written()) == ("Written()", {"Written": Written})


def test_the_text_of_a_value():
    class Colour(enum.Enum):
        RED = 1

    class Wrong:
        def __fx_repr__(self):
            return 1, {}

    assert opaque_types.get_opaque_obj_repr(Colour.RED) == ("Colour.RED", {"Colour": Colour})
    with pytest.raises(OpaqueClassError, match="must return a str as the first element, got int"):
        opaque_types.get_opaque_obj_repr(Wrong())
    with pytest.raises(OpaqueClassError, match="__fx_repr__"):
        opaque_types.get_opaque_obj_repr(3)


def test_questions_about_opaque_types(lib):
    name = f"{__name__}.Counter"
    assert is_opaque_type(Counter)
    assert is_opaque_type(Special)
    assert is_opaque_type(name)
    assert not is_opaque_type("nobody")
    assert not is_opaque_type(Queue)  # a script class is something else
    assert is_opaque_value(Counter())
    assert not is_opaque_value(3)
    assert opaque_types.get_opaque_type_name(Special) == name
    assert opaque_types.has_members(Counter)
    assert opaque_types.get_member_type(Counter, "n") is MemberType.USE_REAL
    assert opaque_types.get_member_type(Counter, "other") is None
    assert opaque_types.get_opaque_obj_info(name).cls is Counter
    assert isinstance(Counter(), OpaqueBase)
    assert not isinstance(Queue(), OpaqueBase)
    with pytest.raises(OpaqueClassError, match=r"is not registered as an opaque type\. Call register_opaque_type"):
        opaque_types.get_opaque_type_name(Queue)


def test_fake_classes_come_and_go(lib):
    assert has_fake_class(QUEUE)
    assert find_fake_class(QUEUE) is FakeQueue
    other = type("Other", (), {"__obj_unflatten__": classmethod(lambda cls, flat: cls())})
    assert register_fake_class(f"{NS}::Queue")(other) is other
    assert find_fake_class(QUEUE) is other
    assert deregister_fake_class(f"{NS}::Queue") is other
    assert find_fake_class(QUEUE) is FakeQueue
    lib._destroy()
    assert not has_fake_class(QUEUE)
    assert deregister_fake_class(f"{NS}::Queue") is None


def test_what_a_fake_class_must_be(lib):
    with pytest.raises(OpaqueClassError, match=r"'nobody\.Nothing', but it does not exist"):
        register_fake_class("nobody::Nothing", FakeQueue)
    with pytest.raises(OpaqueClassError, match="doesn't define a classmethod __obj_unflatten__"):
        register_fake_class(f"{NS}::Queue", Counter)
    with pytest.raises(OpaqueClassError, match="is not a classmethod"):
        register_fake_class(f"{NS}::Queue", type("A", (), {"__obj_unflatten__": lambda flat: 1}))
    with pytest.raises(LibraryError, match="namespace::name"):
        register_fake_class("bad", FakeQueue)


# ---------------------------------------------------------------- fake objects


def test_a_fake_of_a_script_object_runs_the_methods_of_its_fake_class(lib):
    real = Queue(wye.tensor([1.0]))
    made = maybe_to_fake_obj(lambda tensor: "fake tensor", real)
    assert type(made) is FakeScriptObject
    assert made.wrapped_obj.items == ["fake tensor"]
    made.push("another")
    assert (made.size(), real.size(), made.real_obj.size()) == (2, 1, 1)
    assert made.real_obj is not real
    assert isinstance(made, Queue)
    with pytest.raises(FakeObjectError, match="attr 'name' on a FakeScriptObject"):
        made.name()  # the fake class has none


def test_tensors_inside_are_made_fake_by_the_mode(lib):
    class Mode:
        def from_tensor(self, tensor):
            return ("fake", tensor.shape)

    assert maybe_to_fake_obj(Mode(), Queue(wye.tensor([1.0]))).wrapped_obj.items == [("fake", (1,))]
    assert maybe_to_fake_obj(None, Queue(1, "a")).wrapped_obj.items == [1, "a"]
    with pytest.raises(OpaqueClassError, match="holds a tensor, and no mode was given"):
        maybe_to_fake_obj(None, Queue(wye.tensor([1.0])))


def test_a_fake_of_an_opaque_object_has_only_its_members(lib):
    real = Counter(3)
    made = maybe_to_fake_obj(None, real)
    assert made.n == 3
    assert made.real_obj is real
    assert isinstance(made, Counter)
    assert is_opaque_value(made)
    assert isinstance(made, OpaqueBase)
    with pytest.raises(FakeObjectError, match="attr 'twice' on a FakeScriptObject") as error:
        made.twice()
    assert "members={'twice': MemberType.USE_REAL}" in error.value.__notes__[0]
    with pytest.raises(AttributeError, match="__setattr__ with attr 'n'"):
        made.n = 4
    assert not hasattr(made, "anything")


def test_a_fake_is_equal_to_what_it_stands_for(lib):
    real = Counter()
    made = maybe_to_fake_obj(None, real)
    assert made == real
    assert real == made
    assert made == maybe_to_fake_obj(None, real)
    assert hash(made) == hash(real)
    assert made != Counter()
    copied = copy.deepcopy(made)
    assert type(copied) is FakeScriptObject
    assert copied.real_obj is not real
    assert copied.n == 0
    queue = copy.deepcopy(fake())
    queue.push(1)
    assert queue.size() == 1


def test_objects_without_fakes(lib):
    class Plain:
        pass

    class Real(Counter):
        def tracing_mode(self):
            return "real"

    real = Real()
    assert maybe_to_fake_obj(None, real) is real
    with pytest.raises(OpaqueClassError, match="there is no fake of a Plain: its class is not registered"):
        maybe_to_fake_obj(None, Plain())
    deregister_fake_class(f"{NS}::Queue")
    with pytest.raises(OpaqueClassError, match=rf"haven't registered a fake class. .*register_fake_class\({NS}::Queue"):
        maybe_to_fake_obj(None, Queue())


def test_what_the_flat_form_must_be(lib):
    def flat_as(value):
        queue = Queue()
        queue.__class__ = type("Odd", (Queue,), {"__obj_flatten__": lambda self: value})
        return maybe_to_fake_obj(None, queue)

    with pytest.raises(OpaqueClassError, match="Expect flat x to be a tuple"):
        flat_as([1])
    with pytest.raises(OpaqueClassError, match="a tuple of two elements with first element being a string"):
        flat_as((("a", 1), ("b",)))


def test_a_member_that_is_not_there(lib):
    register_opaque_type(Queue, typ="reference", members={"missing": MemberType.INLINED}, lib=lib)
    with pytest.raises(OpaqueClassError, match="specified to have member 'missing'"):
        maybe_to_fake_obj(None, Queue())


def test_an_object_that_cannot_be_copied_is_kept(lib):
    queue = Queue()
    queue.lock = True
    with pytest.warns(UserWarning, match="Unable to deepcopy the custom object"):
        made = fake(queue)
    assert made.real_obj is queue


# ---------------------------------------------------------------- calls with fake objects


@pytest.fixture
def op(lib):
    return define(lib, f"take({QUEUE} q, Tensor x) -> int", lambda q, x: 1, "CPU")


def test_a_fake_needs_a_python_kernel(op):
    x = wye.tensor([1.0])
    assert op(Queue(), x) == 1
    with pytest.raises(NoKernelError, match=rf"^Torchbind op {NS}.take.default received a FakeScriptObject input when"):
        op(fake(), x)
    op.py_impl("CPU")(lambda q, x: 10 + q.size())
    assert op(fake(), x) == 10
    assert op(x=x, q=fake()) == 10
    assert wye.ops.test_opaque.take(fake(), x) == 10
    assert op(Queue(), x) == 1


def test_a_fake_where_nothing_is_registered(lib):
    empty = define(lib, f"empty({QUEUE} q) -> int")
    with pytest.raises(NoKernelError, match=r"could not find kernel for .* at dispatch key DispatchKey\.Undefined"):
        empty(fake())
    empty.py_impl("CompositeExplicitAutograd")(lambda q: 5)
    assert empty(fake()) == 5


def test_fakes_in_lists_and_optionals_count(lib):
    op = define(lib, f"many({QUEUE}[] qs, {QUEUE}? q=None) -> int", lambda qs, q=None: 1)
    op.py_impl("CompositeExplicitAutograd")(lambda qs, q=None: 2)
    assert op([Queue()]) == 1
    assert op([Queue(), fake()]) == 2
    assert op([], q=fake()) == 2


def test_the_arguments_of_a_call_with_a_fake_are_bound(op):
    op.py_impl("CPU")(lambda q, x: "no int")
    with pytest.raises(ArgumentError, match="missing value for argument 'x'"):
        op(fake())
    with pytest.raises(ArgumentError, match="for argument 'q'"):
        op(FakeScriptObject(None, "__torch__.torch.classes.other.Class", None), wye.tensor([1.0]))
    with pytest.raises(ReturnError):
        op(fake(), wye.tensor([1.0]))


def test_the_overload_is_found_with_a_fake(lib):
    one = define(lib, f"over({QUEUE} q) -> int")
    lib.define(f"over.two({QUEUE} q, int n) -> int")
    one.py_impl("CompositeExplicitAutograd")(lambda q: 1)
    wye.ops.test_opaque.over.two.py_impl("CompositeExplicitAutograd")(lambda q, n: n)
    assert wye.ops.test_opaque.over(fake()) == 1
    assert wye.ops.test_opaque.over(fake(), 2) == 2


def test_keys_with_nothing_of_the_operator_are_passed_by(op):
    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    assert {"AutogradCPU", "ADInplaceOrView"} <= {key.name for key in x.keys}
    for key in ("BackendSelect", "Functionalize", "PythonTLSSnapshot", "PythonDispatcher"):
        with dispatch.include(key):
            assert op(fake(), x) == 3


@pytest.mark.parametrize("key", ["AutogradCPU", "Autograd", "ADInplaceOrView"])
def test_a_rule_at_such_a_key_is_used(op, key):
    op.py_impl("CPU")(lambda q, x: 3)
    op.py_impl(key)(lambda q, x: 4)
    x = wye.tensor([1.0])
    assert op(fake(), x) == 4
    with dispatch.below_ad_inplace_or_view():
        assert op(fake(), x) == 3


def test_a_kernel_at_such_a_key_stops_the_call(op, lib):
    op.py_impl("CPU")(lambda q, x: 3)
    lib.impl("take", lambda q, x: 5, "ADInplaceOrView")
    with pytest.raises(NoKernelError, match=r"when dispatching DispatchKey.ADInplaceOrView\."):
        op(fake(), wye.tensor([1.0]))


def test_keys_that_fall_through_are_passed_by(op, lib):
    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    with dispatch.include("Tracer"):
        lib.impl("take", lambda q, x: 5, "Tracer")
        with pytest.raises(NoKernelError, match=r"when dispatching DispatchKey.Tracer\."):
            op(fake(), x)
        handle = lib.impl("take", fallthrough_kernel, "Tracer")
        assert op(fake(), x) == 3
        handle.remove()
        op.py_impl("Tracer")(fallthrough_kernel)
        assert op(fake(), x) == 3


def test_a_mode_sees_a_call_with_a_fake(op):
    seen = []

    class Mode(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((func, [type(arg) for arg in args], kwargs))
            return func(*args, **(kwargs or {}))

    class Ruled(Mode):
        pass

    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    with Mode():
        assert op(fake(), x) == 3
    assert seen == [(op, [FakeScriptObject, wye.Tensor], {})]
    op.py_impl(Ruled)(lambda mode, q, x: 7)
    with Ruled():
        assert op(fake(), x) == 7
    with Mode():
        assert op(fake(), x) == 3
    assert len(seen) == 2


def test_a_tensor_subclass_sees_a_call_with_a_fake(op):
    class Mine(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return 8

    assert op(fake(), Mine([1.0])) == 8


def test_a_function_mode_sees_a_call_with_a_fake(op):
    seen = []

    class Mode(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    op.py_impl("CPU")(lambda q, x: 3)
    with Mode():
        assert op(fake(), wye.tensor([1.0])) == 3
    assert seen == [op]


def test_an_operator_counts_as_called_with_fakes_only_meanwhile(op):
    seen = []

    @op.py_impl("CPU")
    def rule(q, x):
        other = threading.Thread(target=lambda: seen.append(is_called_with_fakes(op)))
        other.start()
        other.join()
        seen.append(is_called_with_fakes(op))
        raise KeyError("inside")

    with pytest.raises(KeyError):
        op(fake(), wye.tensor([1.0]))
    assert seen == [False, True]
    assert not is_called_with_fakes(op)


def test_fakes_of_opaque_types_go_the_ordinary_way(lib):
    op = define(lib, f"ordinary({__name__}.Counter c) -> int", lambda c: c.n)
    assert op(maybe_to_fake_obj(None, Counter(6))) == 6
    assert op(maybe_to_fake_obj(None, Special(7))) == 7
    with pytest.raises(ArgumentError):
        op(fake())


def test_the_keys_of_a_fake_call_are_those_of_the_thread(op):
    op.py_impl("CPU")(lambda q, x: 3)
    op.py_impl(DispatchKey.Tracer)(lambda q, x: 4)
    x = wye.tensor([1.0])
    with dispatch.include("Tracer"):
        assert op(fake(), x) == 4
        with dispatch.exclude("Tracer"):
            assert op(fake(), x) == 3


# ---------------------------------------------------------------- custom operators


def test_opaque_types_are_annotations(lib):
    @custom_op(f"{NS}::scaled", mutates_args=())
    def scaled(x: wye.Tensor, by: Counter, more: list[Counter], q: Queue | None = None) -> wye.Tensor:
        return wye.tensor([by.n + len(more) + (q is not None)])

    try:
        schema = f"{NS}::scaled(Tensor x, {__name__}.Counter by, {__name__}.Counter[] more, {QUEUE}? q=None) -> Tensor"
        assert str(scaled._schema) == schema
        x = wye.tensor([1.0])
        assert scaled(x, Counter(1), [Special()]).tolist() == [2]
        assert scaled(x, Counter(1), [], Queue()).tolist() == [2]
        with pytest.raises(ArgumentError, match="argument 'by'"):
            scaled(x, 3, [])
    finally:
        scaled._destroy()


def test_infer_schema_takes_opaque_types(lib):
    def make(n: int, c: Special) -> Counter: ...

    assert infer_schema(make, mutates_args=()) == f"(SymInt n, {__name__}.Counter c) -> {__name__}.Counter"


def test_a_registered_dataclass_or_enum_is_opaque_and_not_flattened(lib):
    class Colour(enum.Enum):
        RED = 1

    def paint(colour: Colour) -> int: ...

    assert infer_schema(paint, mutates_args=()) == "(SymInt colour) -> SymInt"
    register_opaque_type(Colour, typ="value", lib=lib)
    name = f"{__name__}.test_a_registered_dataclass_or_enum_is_opaque_and_not_flattened.Colour"
    assert infer_schema(paint, mutates_args=()) == f"({name} colour) -> SymInt"


def test_a_custom_operator_with_a_script_class_needs_a_rule_for_fakes(lib):
    @custom_op(f"{NS}::sized", mutates_args=())
    def sized(x: wye.Tensor, q: Queue) -> int:
        return q.size()

    try:
        x = wye.tensor([1.0])
        assert sized(x, Queue(1)) == 1
        with pytest.raises(NoKernelError, match="received a FakeScriptObject input"):
            sized(x, fake())
        sized._opoverload.py_impl("CompositeExplicitAutograd")(lambda x, q: 10 + q.size())
        assert sized(x, fake(Queue(1, 2))) == 12
    finally:
        sized._destroy()


def test_a_class_whose_name_begins_like_tensor_is_no_tensor(lib):
    class TensorQueue:
        pass

    register_opaque_type(TensorQueue, typ="reference", lib=lib)

    @custom_op(f"{NS}::named", mutates_args=())
    def named(device: wye.device, *, q: TensorQueue) -> TensorQueue:
        return q

    try:
        q = TensorQueue()
        assert named("cpu", q=q) is q  # neither a tensor by name nor a tensor that is returned
        named.register_kernel("cpu")(lambda device, *, q: q)  # and it is the device that tells where to go
        assert named("cpu", q=q) is q
    finally:
        named._destroy()


# ---------------------------------------------------------------- compat


@pytest.mark.parametrize(
    "module",
    [
        "_library.effects",
        "_library.fake_class_registry",
        "_library.opaque_object",
        "_higher_order_ops",
        "_higher_order_ops.auto_functionalize",
        "_higher_order_ops.effects",
    ],
)
def test_the_modules_of_compat_have_what_they_list(module):
    found = importlib.import_module(f"wye.compat.torch.{module}")
    assert found.__all__ == sorted(found.__all__)
    assert all(callable(getattr(found, name)) for name in found.__all__)


def test_the_class_of_such_operators_has_pytorchs_name_in_compat():
    assert importlib.import_module("wye.compat.torch._ops").TorchBindOpOverload is OpaqueOpOverload
