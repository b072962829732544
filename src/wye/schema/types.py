"""The types that a schema can name.

Cold path: built while a schema is parsed; binding reads them.
In: nothing, or other types.  Out: immutable `Type` values, compared by class and text.
Pure.

A type prints in two ways: `str()` as in a schema (``int[]?``), `annotation_str` as in Python
(``Optional[List[int]]``).
"""

from __future__ import annotations

from wye.schema.frozen import Frozen, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ANY",
    "ANY_CLASS",
    "ANY_ENUM",
    "BOOL",
    "CAPSULE",
    "COMPLEX",
    "DEVICE",
    "DIMNAME",
    "FLOAT",
    "GENERATOR",
    "INT",
    "LAYOUT",
    "MEMORY_FORMAT",
    "NONE",
    "NUMBER",
    "QSCHEME",
    "QUANTIZER",
    "SCALAR_TYPE",
    "STORAGE",
    "STR",
    "STREAM",
    "SYM_BOOL",
    "SYM_FLOAT",
    "SYM_INT",
    "TENSOR",
    "AnyClassType",
    "AnyEnumType",
    "AnyType",
    "AwaitType",
    "BoolType",
    "CapsuleType",
    "ClassType",
    "ComplexType",
    "DeviceObjType",
    "DictType",
    "DimnameType",
    "FloatType",
    "FutureType",
    "GeneratorType",
    "IntType",
    "LayoutType",
    "ListType",
    "MemoryFormatType",
    "NoneType",
    "NumberType",
    "OptionalType",
    "PyObjectType",
    "QSchemeType",
    "QuantizerType",
    "RRefType",
    "ScalarTypeType",
    "StorageType",
    "StreamObjType",
    "StringType",
    "SymBoolType",
    "SymFloatType",
    "SymIntType",
    "TensorType",
    "TupleType",
    "Type",
    "UnionType",
    "VarType",
    "dict_key_is_valid",
    "is_subtype",
    "list_of",
    "optional_of",
    "union_of",
]

Text = str  # `Type.str` hides the builtin inside the class


class Type(Frozen):
    """One type of a schema.

    Two types are equal when they have the same class and the same text.

    >>> list_of(INT) == ListType(INT), str(optional_of(list_of(INT))), optional_of(list_of(INT)).str()
    (True, 'Optional[List[int]]', 'int[]?')
    """

    __slots__ = ("_list", "_optional", "annotation_str", "contained", "depth", "has_objects", "has_tensors", "text")

    annotation_str: Text
    contained: tuple[Type, ...]
    depth: int
    has_objects: bool  # is it, or has it inside, a class of `wye.schema.object_classes`?
    has_tensors: bool  # a tensor?
    text: Text
    _list: ListType | None
    _optional: Type | None

    def __init__(self, text: Text, annotation: Text = "", contained: tuple[Type, ...] = ()) -> None:
        fill(self, "text", text)
        fill(self, "annotation_str", annotation or text)
        fill(self, "contained", contained)
        fill(self, "depth", 1 + max([inner.depth for inner in contained]) if contained else 0)
        objects = isinstance(self, (ClassType, PyObjectType)) or any(inner.has_objects for inner in contained)
        tensors = isinstance(self, TensorType) or any(inner.has_tensors for inner in contained)
        fill(self, "has_objects", objects)
        fill(self, "has_tensors", tensors)
        fill(self, "_list", None)
        fill(self, "_optional", None)

    @classmethod
    def get(cls) -> Type:
        """The one type of this class, where there is only one: ``TensorType.get()``."""
        return _PLAIN[cls]

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> Text:
        return self.annotation_str

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.contained or (self.text, self.annotation_str))

    def kind(self) -> Text:
        """Name of the kind, as PyTorch spells it: ``"TensorType"``."""
        return type(self).__name__

    def is_subtype_of(self, other: Type) -> bool:
        """Whether every value of this type is one of ``other``."""
        return is_subtype(self, other)

    def str(self) -> Text:
        """The text of the type in a schema."""
        return self.text

    def containedTypes(self) -> list[Type]:  # noqa: N802 - PyTorch's name
        """The types inside this one."""
        return list(self.contained)

    def isSubtypeOf(self, other: Type) -> bool:  # noqa: N802 - PyTorch's name
        """PyTorch's spelling of `is_subtype_of`."""
        return is_subtype(self, other)


class TensorType(Type):
    """A tensor."""

    __slots__ = ()


class NumberType(Type):
    """An int, float, complex or bool: ``Scalar``."""

    __slots__ = ()


class IntType(Type):
    """An integer."""

    __slots__ = ()


class SymIntType(Type):
    """An integer that may be symbolic; in annotations an int."""

    __slots__ = ()


class FloatType(Type):
    """A double."""

    __slots__ = ()


class SymFloatType(Type):
    """A float that may be symbolic; it has no text that parses."""

    __slots__ = ()


class BoolType(Type):
    """True or False."""

    __slots__ = ()


class SymBoolType(Type):
    """A bool that may be symbolic."""

    __slots__ = ()


class ComplexType(Type):
    """A complex number."""

    __slots__ = ()


class StringType(Type):
    """Text."""

    __slots__ = ()


class DeviceObjType(Type):
    """A device."""

    __slots__ = ()


class ScalarTypeType(Type):
    """A dtype, passed as its number."""

    __slots__ = ()


class LayoutType(Type):
    """A layout, passed as its number."""

    __slots__ = ()


class MemoryFormatType(Type):
    """A memory format, passed as its number."""

    __slots__ = ()


class GeneratorType(Type):
    """A random generator."""

    __slots__ = ()


class StorageType(Type):
    """A storage."""

    __slots__ = ()


class DimnameType(Type):
    """A dimension name; it has no text that parses."""

    __slots__ = ()


class QSchemeType(Type):
    """A quantization scheme."""

    __slots__ = ()


class QuantizerType(Type):
    """A quantizer."""

    __slots__ = ()


class StreamObjType(Type):
    """A stream."""

    __slots__ = ()


class CapsuleType(Type):
    """An opaque pointer."""

    __slots__ = ()


class AnyType(Type):
    """Anything."""

    __slots__ = ()


class AnyEnumType(Type):
    """Any enum."""

    __slots__ = ()


class AnyClassType(Type):
    """Any registered class."""

    __slots__ = ()


class NoneType(Type):
    """None."""

    __slots__ = ()


class VarType(Type):
    """A type variable, e.g. ``t``."""

    __slots__ = ()


class ClassType(Type):
    """A script class: ``__torch__.torch.classes.ns.Name``.  See Note [One registry of classes]."""

    __slots__ = ()


class PyObjectType(Type):
    """An opaque type: ``module.Name``.  See Note [One registry of classes]."""

    __slots__ = ()


class _Wrapper(Type):
    """A type around one other."""

    __slots__ = ()

    @property
    def elem(self) -> Type:
        """The type inside."""
        return self.contained[0]

    def getElementType(self) -> Type:  # noqa: N802 - PyTorch's name
        """PyTorch's spelling of `elem`."""
        return self.contained[0]


class ListType(_Wrapper):
    """A list; its size, where the schema gives one, is `Argument.N`."""

    __slots__ = ()

    def __init__(self, elem: Type) -> None:
        super().__init__(f"{elem.text}[]", f"List[{elem.annotation_str}]", (elem,))


class OptionalType(_Wrapper):
    """A value or None.  Build it with `optional_of`, which folds ``t??``."""

    __slots__ = ()

    def __init__(self, elem: Type) -> None:
        super().__init__(f"{elem.text}?", f"Optional[{elem.annotation_str}]", (elem,))


class FutureType(_Wrapper):
    """A value to come."""

    __slots__ = ()

    def __init__(self, elem: Type) -> None:
        super().__init__(f"Future({elem.text})", f"Future[{elem.annotation_str}]", (elem,))


class AwaitType(_Wrapper):
    """A value computed when awaited."""

    __slots__ = ()

    def __init__(self, elem: Type) -> None:
        super().__init__(f"Await({elem.text})", f"Await[{elem.annotation_str}]", (elem,))


class RRefType(_Wrapper):
    """A remote reference."""

    __slots__ = ()

    def __init__(self, elem: Type) -> None:
        super().__init__(f"RRef({elem.text})", f"RRef[{elem.annotation_str}]", (elem,))


class TupleType(Type):
    """A tuple of fixed length."""

    __slots__ = ()

    def __init__(self, *elems: Type) -> None:
        text, annotation = _listed(elems)
        super().__init__(f"({text})", f"Tuple[{annotation or '()'}]", elems)

    def __reduce__(self) -> tuple[object, ...]:
        return TupleType, self.contained


class DictType(Type):
    """A dictionary."""

    __slots__ = ()

    def __init__(self, key: Type, value: Type) -> None:
        text, annotation = _listed((key, value))
        super().__init__(f"Dict({text})", f"Dict[{annotation}]", (key, value))


class UnionType(Type):
    """One of several types.  Build it with `union_of`, which orders and folds the members."""

    __slots__ = ()

    def __init__(self, *members: Type) -> None:
        text, annotation = _listed(members)
        super().__init__(f"Union({text})", f"Union[{annotation}]", members)


def _listed(types: Iterable[Type]) -> tuple[str, str]:
    types = tuple(types)
    return ", ".join([t.text for t in types]), ", ".join([t.annotation_str for t in types])


TENSOR = TensorType("Tensor")
NUMBER = NumberType("Scalar", "number")
INT = IntType("int")
SYM_INT = SymIntType("SymInt", "int")
FLOAT = FloatType("float")
SYM_FLOAT = SymFloatType("SymFloat", "float")
BOOL = BoolType("bool")
SYM_BOOL = SymBoolType("SymBool", "bool")
COMPLEX = ComplexType("complex")
STR = StringType("str")
DEVICE = DeviceObjType("Device")
SCALAR_TYPE = ScalarTypeType("ScalarType")
LAYOUT = LayoutType("Layout")
MEMORY_FORMAT = MemoryFormatType("MemoryFormat")
GENERATOR = GeneratorType("Generator")
STORAGE = StorageType("Storage")
DIMNAME = DimnameType("Dimname")
QSCHEME = QSchemeType("QScheme")
QUANTIZER = QuantizerType("Quantizer")
STREAM = StreamObjType("Stream")
CAPSULE = CapsuleType("Capsule")
ANY = AnyType("Any")
ANY_ENUM = AnyEnumType("AnyEnumType")
ANY_CLASS = AnyClassType("AnyClassType")
NONE = NoneType("NoneType")


def list_of(elem: Type) -> ListType:
    """The list of ``elem``; the same object each time."""
    found = elem._list
    if found is None:
        found = ListType(elem)
        fill(elem, "_list", found)
    return found


def optional_of(elem: Type) -> Type:
    """``elem`` or None; an optional stays what it is."""
    if type(elem) is OptionalType:
        return elem
    found = elem._optional
    if found is None:
        found = OptionalType(elem)
        fill(elem, "_optional", found)
    return found


# Members of a union print in this order of kinds (PyTorch's), not in the order written.
_KINDS = (
    "AnyType AnyEnumType TensorType StorageType TupleType ListType DictType NumberType FloatType ComplexType "
    "FutureType AwaitType RRefType IntType NoneType StringType GeneratorType QuantizerType BoolType"
)
_UNION_ORDER = {kind: place for place, kind in enumerate(_KINDS.split())}


def union_of(members: Iterable[Type]) -> Type:
    """The union of ``members``: nested unions opened, repeats dropped, in a fixed order.

    One member alone is returned as itself, and a type beside None as an optional.
    """
    flat: dict[Type, None] = {}
    for member in members:
        for part in _parts(member):
            flat[part] = None
    if len(flat) == 2 and NONE in flat:
        return optional_of(next(t for t in flat if t != NONE))
    ordered = sorted(flat, key=lambda t: (_UNION_ORDER.get(t.kind(), len(_UNION_ORDER)), t.text))
    return ordered[0] if len(ordered) == 1 else UnionType(*ordered)


def _parts(of: Type) -> tuple[Type, ...]:
    if isinstance(of, OptionalType):
        return (*_parts(of.elem), NONE)
    return of.contained if isinstance(of, UnionType) else (of,)


_DICT_KEYS = frozenset([INT, FLOAT, COMPLEX, TENSOR, DEVICE, STR, BOOL, ANY])


def dict_key_is_valid(key: Type) -> bool:
    """Whether a dictionary may have keys of this type."""
    return key in _DICT_KEYS


_NUMBERS = (IntType, FloatType, ComplexType, SymIntType, SymFloatType)
_COVARIANT = (TupleType, FutureType, AwaitType)


def is_subtype(sub: Type, sup: Type) -> bool:
    """Whether every value of ``sub`` is one of ``sup``.

    Lists and dictionaries are invariant, tuples and futures are not; type variables stand for one another.

    >>> is_subtype(INT, NUMBER), is_subtype(list_of(INT), list_of(NUMBER)), is_subtype(NONE, optional_of(INT))
    (True, False, True)
    """
    if sup == ANY or sub == sup:
        return True
    subs, sups = _parts(sub), _parts(sup)
    if len(subs) > 1 or len(sups) > 1:
        return all(any(is_subtype(a, b) for b in sups) for a in subs)
    if type(sub) is type(sup) and isinstance(sub, _COVARIANT):
        inner = len(sub.contained) == len(sup.contained)
        return inner and all(is_subtype(a, b) for a, b in zip(sub.contained, sup.contained, strict=True))
    return (
        (isinstance(sub, VarType) and isinstance(sup, VarType))
        or (isinstance(sup, NumberType) and isinstance(sub, _NUMBERS))
        or (isinstance(sup, AnyClassType) and isinstance(sub, ClassType))
    )


_PLAIN = {type(of): of for of in list(globals().values()) if isinstance(of, Type) and not of.contained}
