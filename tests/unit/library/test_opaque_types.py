"""Classes whose objects are arguments of operators: schemas, registration, custom operators."""

import enum
import gc
import importlib
import itertools
import weakref

import pytest
from tests.unit.library.opaque_examples import (
    COUNTER,
    NS,
    QUEUE,
    Counter,
    FakeQueue,
    Queue,
    Special,
    define,
    fake,
    library,
)

import wye
from wye.call import OpaqueOpOverload
from wye.errors import (
    ArgumentError,
    LibraryError,
    NoKernelError,
    OpaqueClassError,
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
    find_fake_class,
    has_fake_class,
    infer_schema,
    is_opaque_type,
    is_opaque_value,
    opaque_types,
    register_fake_class,
    register_opaque_class,
    register_opaque_type,
)
from wye.schema import parse
from wye.schema.object_classes import classes
from wye.schema.types import ClassType, PyObjectType


@pytest.fixture
def lib():
    with library() as made:
        yield made


# ---------------------------------------------------------------- schemas


def test_a_script_class_and_an_opaque_type_stand_in_schemas(lib):
    text = f"f({QUEUE} q, {COUNTER} c, {COUNTER}? d, {QUEUE}[] e) -> {COUNTER}"
    schema = parse(text)
    kinds = [type(argument.type) for argument in schema.arguments[:2]]
    assert kinds == [ClassType, PyObjectType]
    assert str(schema) == text
    assert parse(str(schema)) == schema
    assert [argument.type.has_objects for argument in schema.arguments] == [True] * 4
    assert not parse("f(Tensor[] x) -> ()").arguments[0].type.has_objects


def test_a_class_that_went_is_no_type_any_more(lib):
    for text in (f"f({QUEUE} q) -> ()", f"f({COUNTER} c) -> ()"):
        parse(text, allow_typevars=False)
    lib._destroy()
    for text in (f"f({QUEUE} q) -> ()", f"f({COUNTER} c) -> ()"):
        with pytest.raises(SchemaError):
            parse(text, allow_typevars=False)


def test_dotted_names_that_are_no_classes_stay_what_they_were(lib):
    assert parse("f(a.b x) -> ()").arguments[0].type.kind() == "VarType"
    with pytest.raises(SchemaError, match="unknown type specifier"):
        parse(f"f({__name__}.Nobody x) -> ()", allow_typevars=False)


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
    again = type(
        "Queue", (Queue,), {"__module__": Queue.__module__, "__qualname__": "Queue"}
    )  # the same cell, run again
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
    name = f"{COUNTER}"
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


# ---------------------------------------------------------------- custom operators


def test_opaque_types_are_annotations(lib):
    @custom_op(f"{NS}::scaled", mutates_args=())
    def scaled(x: wye.Tensor, by: Counter, more: list[Counter], q: Queue | None = None) -> wye.Tensor:
        return wye.tensor([by.n + len(more) + (q is not None)])

    try:
        schema = f"{NS}::scaled(Tensor x, {COUNTER} by, {COUNTER}[] more, {QUEUE}? q=None) -> Tensor"
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

    assert infer_schema(make, mutates_args=()) == f"(SymInt n, {COUNTER} c) -> {COUNTER}"


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
