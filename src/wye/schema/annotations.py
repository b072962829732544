"""Read annotations: from a Python type to the way its values are flattened.

Cold path: runs when an operator is defined.
In: the annotations of one function.  Out: a `Node` for each.
Pure, except for the table of known classes (`register_annotation`).

See Note [Flattened arguments].
"""

from __future__ import annotations

import collections
import collections.abc
import enum
import types
import typing
from typing import TYPE_CHECKING, Any, Final

from wye.errors import ArgumentError, InferSchemaError, SchemaError
from wye.schema.flatten import Leaf, Node, Struct, Tree, field_names, misfit
from wye.schema.frozen import fill
from wye.schema.object_classes import classes
from wye.schema.parser import parse
from wye.schema.values import device, dtype, layout, memory_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "PYTORCH_TEXTS",
    "Reader",
    "optional_node",
    "parses",
    "register_annotation",
    "text_of_class",
]


_known: dict[type, str | None] = {int: "SymInt", float: "float", bool: "bool", str: "str"}
_known |= {dtype: "ScalarType", device: "Device"}
_BEYOND_PYTORCH: Final = {complex: "complex", layout: "Layout", memory_format: "MemoryFormat"}
# The argument types that PyTorch infers; registered classes are added.
PYTORCH_TEXTS: Final = frozenset(
    ["Tensor", "Tensor?", "Tensor[]", "Tensor?[]", "Scalar", "Scalar?", "Scalar[]", "str", "str?", "Device", "Device?",
     "ScalarType", "ScalarType?", "SymInt", "SymInt?", "SymInt[]", "SymInt[]?", "float", "float?", "float[]",
     "float[]?", "bool", "bool?", "bool[]", "bool[]?"]
)  # fmt: skip
_VALID: Final = (
    "Tensor, int, float, bool, str, int | float | bool, dtype, device, or one of them | None; "
    "list or Sequence of Tensor, Tensor | None, int, float, bool, int | float | bool; "
    "list or Sequence of int, float, bool | None; registered classes, dataclasses, NamedTuples, TypedDicts and enums"
)
_PLAIN_TEXTS: Final = frozenset(["SymInt", "float", "bool", "str"])
_NUMBERS: Final = frozenset([int, float, bool, complex])
_SEQUENCES: Final = (list, collections.abc.Sequence, collections.abc.MutableSequence)
_MAPPINGS: Final = (
    dict,
    collections.abc.Mapping,
    collections.abc.MutableMapping,
    collections.OrderedDict,
    collections.defaultdict,
)
_WRAPPERS: Final = (typing.Annotated, typing.Required, typing.NotRequired, typing.Final)
_MAX_DEPTH: Final = 64


def register_annotation(python_type: type, schema_text: str | None) -> None:
    """Make ``python_type`` an annotation from which a schema can be inferred.

    Args:
        python_type: The class as a function's annotation names it.
        schema_text: Its type in a schema: ``"Tensor"``, ``"__torch__.torch.classes.ns.Name"``.
            None for a class whose objects have different types in schemas: then the author must write the schema.

    Raises:
        SchemaError: the text is not a type.
    """
    if schema_text is not None:
        parse(f"f({schema_text} x) -> ()")
    _known[python_type] = schema_text


def text_of_class(annotation: Any) -> str | None:
    """The schema's type of a known or opaque class; None for everything else."""
    if not isinstance(annotation, type):
        return None
    if annotation in _known:
        return _known[annotation]
    opaque = classes.of_class(annotation)
    return None if opaque is None else opaque.text


def parses(schema: str) -> bool:
    """Is this text a schema?"""
    try:
        parse(schema)
    except SchemaError:
        return False
    return True


def _is_of_type_statement(found: Any) -> bool:
    """Is it an alias or a parameter as Python 3.12 writes them?"""
    kinds = type(found).__name__, type(typing.get_origin(found)).__name__
    return "TypeAliasType" in kinds or getattr(found, "__infer_variance__", False) is True


class Reader:
    """Reads the annotations of one function."""

    __slots__ = ("_inside", "_namespaces", "shown")

    def __init__(self, fn: Any, shown: str) -> None:
        self.shown = shown
        self._namespaces = _namespaces(fn)
        self._inside: list[Any] = []  # the types that are being read now

    def error(self, message: str, fix: str | Iterable[str] = ()) -> InferSchemaError:
        """The error with the function's signature."""
        return InferSchemaError(f"infer_schema(func): {message} Got func with signature {self.shown}", fix=fix)

    def unsupported(self, path: str, annotation: Any, fix: str | Iterable[str] = ()) -> InferSchemaError:
        """The error for an annotation that has no schema type."""
        return self.error(f"Parameter {path} has unsupported type {annotation}. The valid types are: {_VALID}.", fix)

    def written(self, annotation: Any) -> Any:
        """The annotation, evaluated where it is a text, without wrappers of the `type` statement and ``def f[T]``."""
        found = self._evaluate(annotation) if isinstance(annotation, str) else annotation
        for _ in range(_MAX_DEPTH):
            inner = self._evaluate(found) if isinstance(found, str) else found  # quoted twice
            if not _is_of_type_statement(inner):
                return found
            found = self._unwrap(inner)
            if found is inner:
                return found
        raise self.error(f"Unsupported type annotation {annotation}. It stands for itself.")

    def resolve(self, annotation: Any) -> Any:
        """The annotation without quotes, aliases and decoration."""
        for _ in range(_MAX_DEPTH):
            inner = self._unwrap(annotation)
            if inner is annotation:
                return annotation
            annotation = inner
        raise self.error(f"Unsupported type annotation {annotation}. It stands for itself.")

    def _unwrap(self, annotation: Any) -> Any:
        if isinstance(annotation, str):
            return self._evaluate(annotation)
        if isinstance(annotation, typing.ForwardRef):
            return self._evaluate(annotation.__forward_arg__)
        origin = typing.get_origin(annotation)
        if origin in _WRAPPERS or getattr(origin, "_name", None) == "ReadOnly":
            return typing.get_args(annotation)[0]
        if type(annotation).__name__ == "TypeAliasType":
            return self._value_of(annotation)
        if type(origin).__name__ == "TypeAliasType":
            return self._value_of(origin)[typing.get_args(annotation)]
        if isinstance(annotation, typing.NewType):
            return annotation.__supertype__
        if isinstance(annotation, typing.TypeVar):
            allowed = annotation.__constraints__
            bound = typing.Union[allowed] if allowed else annotation.__bound__  # noqa: UP007 - a tuple, known only now
            return annotation if bound is None else bound
        return annotation

    def _evaluate(self, text: str) -> Any:
        try:
            return eval(text, *self._namespaces)
        except Exception as error:  # noqa: BLE001 - the text is the user's and may raise anything
            raise self._not_a_type(text, error) from None

    def _value_of(self, alias: Any) -> Any:
        try:
            return alias.__value__  # evaluated now, on first use
        except Exception as error:  # noqa: BLE001 - as above
            raise self._not_a_type(alias, error) from None

    def _not_a_type(self, annotation: object, error: Exception) -> InferSchemaError:
        return self.error(
            f"Unsupported type annotation {annotation}. It is not a type. ({error}). If you are using "
            "'from __future__ import annotations', note that annotations are strings that are evaluated when the "
            "schema is inferred: every name in them must exist at module scope or be used inside the function.",
            fix="import the type at the top of the module, not under TYPE_CHECKING",
        )

    def node(self, annotation: Any, path: str) -> Node:
        """How an argument with this annotation is flattened.

        Raises:
            InferSchemaError: there is no way.
        """
        written = self.written(annotation)
        found = self.resolve(written)
        if found is Any or found is object:
            return Tree(optional=True)
        node = self._entered(found, path)
        if node is None:
            raise self.unsupported(path, annotation, _advice(found))
        if found is not written:  # PyTorch knows no aliases and decorations
            node.beyond = True
        return node

    def _entered(self, found: Any, path: str) -> Node | None:
        """The node of a class or generic; one that is inside itself has no fixed shape."""
        origin = typing.get_origin(found)
        if origin is None and not isinstance(found, type):
            return None
        if found in self._inside or len(self._inside) > _MAX_DEPTH:
            return Tree(beyond=origin is not None)
        self._inside.append(found)
        try:
            if origin is None:
                return self._class(found, path)
            return self._generic(found, origin, typing.get_args(found), path)
        finally:
            self._inside.pop()

    def _generic(self, found: Any, origin: Any, args: tuple[Any, ...], path: str) -> Node | None:
        if origin is typing.Union or origin is types.UnionType:
            return self._union(args, path)
        if origin is typing.Literal:
            return _of_values(args, beyond=True)
        if origin is tuple and found is not typing.Tuple:  # noqa: UP006 - the name alone says nothing; tuple[()] does
            return self._tuple(args, path)
        if origin in _SEQUENCES and args:
            return _list_of(self.node(args[0], path))
        if origin in _MAPPINGS and args:
            return _dict_of(self.node(args[0], path), self.node(args[1], path))
        # A generic class of the user's: its fields depend on its parameters.
        return Tree() if isinstance(origin, type) and not _is_standard(origin) else None

    def _union(self, args: tuple[Any, ...], path: str) -> Node:
        members = [self.resolve(arg) for arg in args if arg is not types.NoneType]
        optional = len(members) < len(args)
        node: Node
        if len(members) == 1:
            node = self.node(next(arg for arg in args if arg is not types.NoneType), path)
        elif all(isinstance(member, type) and member in _NUMBERS for member in members):
            node = Leaf("Scalar", beyond=set(members) != {int, float, bool})
        else:
            nodes = [self.node(member, path) for member in members]
            plain = all(isinstance(node, Leaf) and node.is_plain and not node.has_tensors for node in nodes)
            node = Leaf("Any", beyond=True) if plain else Tree()
        return optional_node(node) if optional else node

    def _tuple(self, args: tuple[Any, ...], path: str) -> Node:
        if len(args) == 2 and args[1] is Ellipsis:
            node = _list_of(self.node(args[0], path))
            if isinstance(node, Leaf):
                node.decode = _then_tuple(node.decode)
            node.beyond = True
            return node

        def read(value: Any, path: str) -> Sequence[Any]:
            if type(value) not in (tuple, list) or len(value) != len(args):
                raise misfit(path, f"a tuple of {len(args)} values", value)
            return value  # type: ignore[no-any-return]

        fields = [(str(i), self.node(arg, f"{path}[{i}]")) for i, arg in enumerate(args)]
        return Struct(fields, read, tuple, beyond=True)

    def _class(self, cls: type, path: str) -> Node | None:
        if cls in _known:
            text = _known[cls]
            if text is None:
                raise self._written_by_hand(path, cls)
            return Leaf(text)
        opaque = classes.of_class(cls)
        if opaque is not None:
            return Leaf(opaque.text)
        if cls in _BEYOND_PYTORCH:
            return Leaf(_BEYOND_PYTORCH[cls], beyond=True)
        if issubclass(cls, enum.Enum):
            return _of_enum(cls)
        return self._structured(cls, path) or self._unknown(cls, path)

    def _structured(self, cls: Any, path: str) -> Node | None:
        if issubclass(cls, dict) and hasattr(cls, "__required_keys__"):
            return self._typed_dict(cls, path)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self._named_tuple(cls, path)
        return self._dataclass(cls, path) if hasattr(cls, "__dataclass_fields__") else None

    def _unknown(self, cls: type, path: str) -> Node | None:
        bases = [_known[base] for base in cls.__mro__ if base in _known]
        if "Tensor" in bases or hasattr(cls, "__dlpack__"):
            return Leaf("Tensor", beyond=True)
        if None in bases:
            raise self._written_by_hand(path, cls)
        return None if _is_standard(cls) else Leaf("Any", beyond=True)

    def _written_by_hand(self, path: str, cls: type) -> InferSchemaError:
        return self.error(
            f"Parameter {path}'s type cannot be inferred from the schema as it is a {cls.__name__}. Please manually "
            f"specify the schema using the `schema=` kwarg with the actual type of the {cls.__name__}."
        )

    def _hints(self, cls: type) -> dict[str, Any]:
        try:
            return typing.get_type_hints(cls, localns={**self._namespaces[1], **vars(cls)}, include_extras=True)
        except Exception as error:  # noqa: BLE001 - annotations are the user's and may raise anything
            raise self._not_a_type(cls.__qualname__, error) from None

    def _fields(self, cls: type, names: Iterable[str], path: str) -> list[tuple[str, Node]]:
        hints = self._hints(cls)
        return [(name, self.node(hints[name], f"{path}.{name}")) for name in names]

    def _dataclass(self, cls: type, path: str) -> Node:
        names = field_names(cls)
        made_by: Any = cls.__new__
        if made_by is not object.__new__:  # it holds more than its fields
            return Tree(beyond=False)

        def read(value: Any, path: str) -> list[Any]:
            if type(value) is not cls:
                raise misfit(path, cls.__name__, value)
            try:
                return [getattr(value, name) for name in names]
            except AttributeError as error:
                raise ArgumentError(f"argument '{path}' has a field without a value: {error}") from None

        def build(values: list[Any]) -> Any:
            made: Any = object.__new__(cls)
            for name, value in zip(names, values, strict=True):
                fill(made, name, value)
            return made

        return Struct(self._fields(cls, names, path), read, build)

    def _named_tuple(self, cls: Any, path: str) -> Node:
        if set(cls._fields) - set(getattr(cls, "__annotations__", ())):  # collections.namedtuple, or a subclass
            return Tree(beyond=False)

        def read(value: Any, path: str) -> Sequence[Any]:
            if type(value) is not cls:
                raise misfit(path, cls.__name__, value)
            return value  # type: ignore[no-any-return]

        return Struct(self._fields(cls, cls._fields, path), read, cls._make)

    def _typed_dict(self, cls: Any, path: str) -> Node:
        hints = self._hints(cls)
        # With from __future__ import annotations, the class itself does not know what is NotRequired.
        if cls.__optional_keys__ or any(typing.get_origin(hint) is typing.NotRequired for hint in hints.values()):
            return Tree(beyond=False)
        names = list(hints)

        def read(value: Any, path: str) -> list[Any]:
            if type(value) is not dict or value.keys() != hints.keys():
                raise misfit(path, f"a dict with the keys {', '.join(names)}", value)
            return [value[name] for name in names]

        def build(values: list[Any]) -> dict[str, Any]:
            return dict(zip(names, values, strict=True))

        return Struct(self._fields(cls, names, path), read, build)


def _namespaces(fn: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The globals of a function, and the names that it takes from the functions around it."""
    import functools
    import inspect

    while isinstance(fn, functools.partial):
        fn = fn.func
    fn = inspect.unwrap(fn)
    if not hasattr(fn, "__globals__"):
        fn = type(fn).__call__
    code, cells = getattr(fn, "__code__", None), getattr(fn, "__closure__", None) or ()
    around = {parameter.__name__: parameter for parameter in getattr(fn, "__type_params__", ())}
    for name, cell in zip(code.co_freevars if code else (), cells, strict=False):
        try:
            around[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return getattr(fn, "__globals__", {}), around


def _is_standard(cls: type) -> bool:
    """A class of the standard library, whose contents are unknown."""
    return cls.__module__ in ("builtins", "collections", "collections.abc", "typing", "types")


def _advice(found: Any) -> str:
    if any(found is cls for cls in (list, dict, tuple)) or (
        typing.get_origin(found) in _SEQUENCES + _MAPPINGS and not typing.get_args(found)
    ):
        return "say what is inside, for example list[int] or dict[str, Tensor]"
    if found is collections.abc.Callable or typing.get_origin(found) is collections.abc.Callable:
        return "operators do not take functions; a HigherOrderOperator does"
    return "register_annotation makes a class known; Any takes every value"


def optional_node(node: Node) -> Node:
    """The same, or None."""
    if not isinstance(node, Leaf):
        return Tree(optional=True, beyond=node.beyond)
    text = node.text if node.text.endswith("?") else f"{node.text}?"
    encode, decode = node.encode, node.decode
    return Leaf(
        text,
        beyond=node.beyond or text not in PYTORCH_TEXTS,
        encode=encode and (lambda value, path: None if value is None else encode(value, path)),
        decode=decode and (lambda value: None if value is None else decode(value)),
    )


def _list_of(node: Node) -> Node:
    if not isinstance(node, Leaf) or (node.has_tensors and "[" in node.text):
        return Tree(beyond=node.beyond or isinstance(node, Leaf))
    text = f"{node.text}[]"
    encode, decode = node.encode, node.decode

    def encode_all(values: Any, path: str) -> list[Any]:
        assert encode is not None
        if not isinstance(values, (list, tuple)):
            raise misfit(path, "a list", values)
        return [encode(value, path) for value in values]

    return Leaf(
        text,
        beyond=node.beyond or text not in PYTORCH_TEXTS,
        encode=encode and encode_all,
        decode=decode and (lambda values: [decode(value) for value in values]),
    )


def _then_tuple(decode: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    return tuple if decode is None else lambda values: tuple(decode(values))


def _dict_of(key: Node, value: Node) -> Node:
    if isinstance(key, Leaf) and isinstance(value, Leaf) and key.is_plain and value.is_plain:
        text = f"Dict({key.text}, {value.text})".replace("SymInt", "int")
        # Inside a Dict a schema knows no dtypes and the like, and tensors in it are not found.
        if value.text.rstrip("?[]") in _PLAIN_TEXTS and parses(f"f({text} x) -> ()"):
            return Leaf(text, beyond=True)
    return Tree()


def _of_values(values: Iterable[Any], *, beyond: bool = False) -> Leaf:
    """The node of an annotation with a fixed set of values, by their type."""
    found = {type(value) for value in values}
    text = _known.get(found.pop()) if len(found) == 1 else None
    return Leaf(text if text in _PLAIN_TEXTS else "Any", beyond=beyond)


def _of_enum(cls: type[enum.Enum]) -> Leaf:
    leaf = _of_values(member.value for member in cls)
    if leaf.text == "Any" or any(member.value != member.value for member in cls):  # NaN does not find its member
        return Leaf("Any")

    def encode(member: Any, path: str) -> Any:
        if not isinstance(member, cls):
            raise misfit(path, cls.__name__, member)
        return member.value

    return Leaf(leaf.text, encode=encode, decode=cls)
