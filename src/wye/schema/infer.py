"""Infer a schema from a Python function's annotations and defaults.

Cold path: runs when an operator is defined.  Only `InferredSignature.flatten` and `unflatten` run in a call, and
only for operators whose arguments need it.
In: a function.  Out: the text of its schema, and the way from its arguments to the schema's and back.
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

from wye.errors import ArgumentError, DispatchError, SchemaError
from wye.schema.convert import is_tensor
from wye.schema.frozen import Frozen, fill
from wye.schema.parser import parse
from wye.schema.printer import format_value
from wye.schema.values import device, dtype, layout, memory_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = [
    "InferSchemaError",
    "InferredSignature",
    "TagConflictError",
    "infer_schema",
    "infer_signature",
    "register_annotation",
]

# Note [Flattened arguments]
# Keys are found in tensors that stand as arguments, or in lists that do. So an argument with an inside becomes
# several of the schema's:
#   a class with fields (dataclass, NamedTuple, TypedDict) and a tuple of fixed length: one per field, `cfg_w`, `pair_0`;
#   what has no fixed shape (dict, list of dataclasses, `Cfg | None`, Any): `Tensor[] x_tensors` with the tensors in
#   order, and `Any x`, the same value with holes where they were;
#   an enum: its value;  a class that wye does not know: `Any`, and nobody looks for tensors in it.
# Layers between the call and the kernel see plain lists and may change the tensors; the kernel gets its own types back.
# `infer_schema` decides as PyTorch does about lists, tuples and dicts, even where we could take them; classes, which
# PyTorch does not know, it flattens. `infer_signature` takes all of the above.
# Broken by: a container that is rebuilt through its constructor; `__post_init__` would run twice.
# Guarded by: tests/unit/schema/test_infer.py::test_any_tree_comes_back


class InferSchemaError(DispatchError, ValueError, TypeError):
    """A function from which no schema can be inferred."""

    code = "WYE111"


class TagConflictError(InferSchemaError, AssertionError):
    """Tags that exclude each other."""

    code = "WYE112"


_known: dict[type, str | None] = {int: "SymInt", float: "float", bool: "bool", str: "str"}
_known |= {dtype: "ScalarType", device: "Device"}
_BEYOND_PYTORCH: Final = {complex: "complex", layout: "Layout", memory_format: "MemoryFormat"}
# The argument types that PyTorch infers; whatever class was registered comes on top.
_PYTORCH_TEXTS: Final = frozenset(
    "Tensor Tensor? Tensor[] Tensor?[] SymInt SymInt? SymInt[] SymInt[]? float float? float[] float[]? "
    "bool bool? bool[] bool[]? str str? Scalar Scalar? Scalar[] ScalarType ScalarType? Device Device?".split()
)
_VALID: Final = (
    "Tensor, int, float, bool, str, int | float | bool, dtype, device and registered classes; each of the built-in ones "
    "| None; list or Sequence of Tensor, Tensor | None, int, float, bool, int | float | bool; "
    "list or Sequence of int, float, bool | None; dataclasses, NamedTuples, TypedDicts and enums"
)
_VALID_RETURNS: Final = (
    "None, Tensor, list[Tensor], int, float, bool, int | float | bool, registered classes, and tuples of these"
)
_RETURN_TEXTS: Final = frozenset(["Tensor", "SymInt", "float", "bool", "Scalar"])
_BUILTIN_TEXTS: Final = frozenset(text for text in _PYTORCH_TEXTS if text.isalnum())
_NUMBERS: Final = frozenset([int, float, bool, complex])
_SEQUENCES: Final = (list, collections.abc.Sequence, collections.abc.MutableSequence)
_MAPPINGS: Final = (
    dict,
    collections.abc.Mapping,
    collections.abc.MutableMapping,
    collections.OrderedDict,
    collections.defaultdict,
)
_WRAPPERS: Final = tuple(
    getattr(typing, name) for name in "Annotated Required NotRequired ReadOnly Final".split() if hasattr(typing, name)
)
_MAX_DEPTH: Final = 64
_MISSING: Final[Any] = object()


def register_annotation(python_type: type, schema_text: str | None) -> None:
    """Let ``python_type`` be an annotation from which a schema can be inferred.

    Args:
        python_type: The class as a function's annotation names it.
        schema_text: Its type in a schema: ``"Tensor"``, ``"__torch__.torch.classes.ns.Name"``.
            None for a class whose objects have different types in schemas: then the author must write the schema.

    Raises:
        SchemaError: the text is no type.
    """
    if schema_text is not None:
        parse(f"f({schema_text} x) -> ()")
    _known[python_type] = schema_text


# ---- how one argument is flattened --------------------------------------------------------


class _Node:
    """How a value becomes arguments of the schema, and comes back.

    ``beyond`` tells that PyTorch's `infer_schema` refuses the annotation.
    """

    __slots__ = ("beyond",)
    beyond: bool

    def columns(self, name: str) -> list[tuple[str, str]]:
        """Name and type of each argument of the schema."""
        raise NotImplementedError

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        """Append the values of the columns."""
        raise NotImplementedError

    def unflatten(self, values: Iterator[Any]) -> Any:
        """Take the values of the columns and rebuild the value."""
        raise NotImplementedError


class _Leaf(_Node):
    """One argument, as it is or through a pair of functions."""

    __slots__ = ("decode", "encode", "text")

    def __init__(
        self,
        text: str,
        *,
        beyond: bool = False,
        encode: Callable[[Any, str], Any] | None = None,
        decode: Callable[[Any], Any] | None = None,
    ) -> None:
        self.text, self.beyond, self.encode, self.decode = text, beyond, encode, decode

    @property
    def is_plain(self) -> bool:
        return self.encode is None and self.decode is None

    @property
    def has_tensors(self) -> bool:
        return _is_tensor_text(self.text)

    def columns(self, name: str) -> list[tuple[str, str]]:
        return [(name, self.text)]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        into.append(value if self.encode is None else self.encode(value, path))

    def unflatten(self, values: Iterator[Any]) -> Any:
        value = next(values)
        return value if self.decode is None else self.decode(value)


class _Struct(_Node):
    """A class with fields: one node for each."""

    __slots__ = ("build", "fields", "read")

    def __init__(
        self,
        fields: Sequence[tuple[str, _Node]],
        read: Callable[[Any, str], Iterable[Any]],
        build: Callable[[list[Any]], Any],
        *,
        beyond: bool = False,
    ) -> None:
        self.fields, self.read, self.build, self.beyond = tuple(fields), read, build, beyond

    def columns(self, name: str) -> list[tuple[str, str]]:
        return [column for field, node in self.fields for column in node.columns(f"{name}_{_identifier(field)}")]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        for (field, node), item in zip(self.fields, self.read(value, path), strict=True):
            node.flatten(item, into, f"{path}.{field}")

    def unflatten(self, values: Iterator[Any]) -> Any:
        return self.build([node.unflatten(values) for _, node in self.fields])


class _Tree(_Node):
    """A value of any shape: its tensors, and itself with holes for them."""

    __slots__ = ("optional",)

    def __init__(self, *, optional: bool = False, beyond: bool = True) -> None:
        self.optional, self.beyond = optional, beyond

    def columns(self, name: str) -> list[tuple[str, str]]:
        mark = "?" if self.optional else ""
        return [(f"{name}_tensors", f"Tensor[]{mark}"), (name, f"Any{mark}")]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        if value is None and self.optional:
            into += [None, None]
            return
        tensors: list[Any] = []

        def take(item: Any) -> Any:
            if not is_tensor(item):
                return item
            tensors.append(item)
            return _Hole(len(tensors) - 1)

        try:
            into += [tensors, _replace(value, take)]
        except RecursionError:
            raise ArgumentError(f"argument '{path}' contains itself or is nested too deeply") from None

    def unflatten(self, values: Iterator[Any]) -> Any:
        tensors, value = next(values), next(values)
        return _replace(value, lambda item: tensors[item.index] if type(item) is _Hole else item)


class _Hole(Frozen):
    """Where a tensor was."""

    __slots__ = ("index",)
    index: int

    def __init__(self, index: int) -> None:
        fill(self, "index", index)

    def __repr__(self) -> str:
        return f"<tensor {self.index}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is _Hole and other.index == self.index

    def __hash__(self) -> int:
        return hash((_Hole, self.index))

    def __reduce__(self) -> tuple[Any, ...]:
        return _Hole, (self.index,)


def _replace(value: Any, change: Callable[[Any], Any]) -> Any:
    """``value`` with its leaves changed; what has no changed leaf stays the same object."""
    changed = change(value)
    if changed is not value:
        return changed
    children, rebuild = _open(value)
    new = [_replace(child, change) for child in children]
    return value if all(a is b for a, b in zip(new, children, strict=True)) else rebuild(new)


def _open(value: Any) -> tuple[Sequence[Any], Callable[[list[Any]], Any]]:
    """The values inside a container, and a function that makes a copy with others in their place."""
    cls = type(value)
    if isinstance(value, dict):
        keys = list(value)
        return list(value.values()), lambda new: _filled(value, zip(keys, new, strict=True), cls is dict)
    if isinstance(value, list):
        return value, lambda new: new if cls is list else _filled(value, enumerate(new), False)
    if cls is tuple:
        return value, tuple
    if isinstance(value, tuple) and hasattr(cls, "_make"):
        return value, cls._make
    names = _field_names(cls)
    held = [name for name in names if hasattr(value, name)]

    def rebuild(new: list[Any]) -> Any:
        import copy

        copied = copy.copy(value)
        for name, item in zip(held, new, strict=True):
            fill(copied, name, item)
        return copied

    return [getattr(value, name) for name in held], rebuild


def _filled(value: Any, items: Iterable[tuple[Any, Any]], plain: bool) -> Any:
    if plain:
        return dict(items)
    import copy

    copied = copy.copy(value)
    for place, item in items:
        copied[place] = item
    return copied


def _field_names(cls: type) -> tuple[str, ...]:
    """The names of a dataclass's fields; nothing for another class."""
    if "__dataclass_fields__" not in dir(cls):
        return ()
    import dataclasses

    return tuple(field.name for field in dataclasses.fields(cls))


def _identifier(field: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in field)


def _is_tensor_text(text: str) -> bool:
    return text.rstrip("?[]") == "Tensor"


# ---- the result ---------------------------------------------------------------------------


class _Parameter:
    """One parameter of the function."""

    __slots__ = ("default", "in_schema", "kwarg_only", "name", "names", "node", "texts")

    def __init__(self, name: str, node: _Node, default: Any, kwarg_only: bool) -> None:
        self.name, self.node, self.default, self.kwarg_only = name, node, default, kwarg_only
        self.names: list[str] = []
        self.texts: list[str] = []
        self.in_schema = False  # do all its columns have their defaults in the schema?

    def flat_default(self) -> list[Any]:
        values: list[Any] = []
        self.node.flatten(self.default, values, self.name)
        return values


class InferredSignature(Frozen):
    """The schema of a function, and the way from its arguments to the schema's and back.

    >>> def f(x: int, pair: tuple[float, float] = (1.0, 2.0)) -> int: ...
    >>> found = infer_signature(f, mutates_args=())
    >>> found.schema
    '(SymInt x, float pair_0=1.0, float pair_1=2.0) -> SymInt'
    >>> found.flatten((3, (0.5, 1.5)), {})
    ((3, 0.5, 1.5), {})
    >>> found.unflatten((3, 0.5, 1.5), {})
    ((3, (0.5, 1.5)), {})
    """

    __slots__ = ("_name", "_parameters", "is_flat", "schema")
    schema: str
    is_flat: bool
    _name: str
    _parameters: tuple[_Parameter, ...]

    def __init__(self, schema: str, parameters: Sequence[_Parameter], name: str) -> None:
        fill(self, "schema", schema)
        fill(self, "_name", name)
        fill(self, "_parameters", tuple(parameters))
        flat = all(
            isinstance(p.node, _Leaf) and p.node.is_plain and (p.in_schema or p.default is _MISSING) for p in parameters
        )
        fill(self, "is_flat", flat)

    def __repr__(self) -> str:
        return f"InferredSignature({self.schema!r}, is_flat={self.is_flat})"

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """The schema's arguments that stand for each parameter."""
        return {p.name: tuple(p.names) for p in self._parameters}

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a call as the schema has them.

        Defaults that the schema states are left out, the others are filled in.

        Raises:
            ArgumentError: an argument is missing, unknown, given twice, or not of its annotation's class.
        """
        if self.is_flat:
            return tuple(args), dict(kwargs)
        self._check_call(args, kwargs)
        flat_args: list[Any] = []
        flat_kwargs: dict[str, Any] = {}
        by_place = True
        for i, p in enumerate(self._parameters):
            value = args[i] if i < len(args) else kwargs.get(p.name, _MISSING)
            if value is _MISSING:
                if p.default is _MISSING:
                    raise ArgumentError(
                        f"{self._name}() is missing value for argument '{p.name}'. Schema: {self.schema}"
                    )
                if p.in_schema:
                    by_place = False
                    continue
                value = p.default
            values: list[Any] = []
            p.node.flatten(value, values, p.name)
            if by_place and not p.kwarg_only:
                flat_args += values
            else:
                flat_kwargs.update(zip(p.names, values, strict=True))
        return tuple(flat_args), flat_kwargs

    def _check_call(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        names = [p.name for p in self._parameters]
        n_positional = sum(not p.kwarg_only for p in self._parameters)
        if len(args) > n_positional:
            raise ArgumentError(
                f"{self._name}() takes {n_positional} positional argument(s) but {len(args)} was/were given. "
                f"Schema: {self.schema}"
            )
        for name in kwargs:
            if name not in names:
                raise ArgumentError(
                    f"Unknown keyword argument '{name}' for operator '{self._name}'. Schema: {self.schema}",
                    fix=f"it takes {', '.join(names) or 'no arguments'}",
                )
            if name in names[: len(args)]:
                raise ArgumentError(
                    f"Argument '{name}' specified both as positional and keyword argument. Schema: {self.schema}"
                )

    def unflatten(
        self, flat_args: Sequence[Any], flat_kwargs: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The function's arguments from the schema's; parameters of which nothing is given are left to its defaults.

        Raises:
            ArgumentError: the arguments are not the schema's.
        """
        if self.is_flat:
            return tuple(flat_args), dict(flat_kwargs)
        places = [name for p in self._parameters if not p.kwarg_only for name in p.names]
        given = dict(zip(places, flat_args, strict=False)) | dict(flat_kwargs)
        if len(given) != len(flat_args) + len(flat_kwargs):
            raise ArgumentError(f"{self._name}() got too many arguments, or one of them twice. Schema: {self.schema}")
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        by_place = True
        for p in self._parameters:
            values = [given.pop(name, _MISSING) for name in p.names]
            missing = sum(value is _MISSING for value in values)
            if missing and p.default is _MISSING:
                name = p.names[values.index(_MISSING)]
                raise ArgumentError(f"{self._name}() is missing value for argument '{name}'. Schema: {self.schema}")
            if missing and missing == len(values):
                by_place = False
                continue
            if missing:
                pairs = zip(values, p.flat_default(), strict=True)
                values = [default if value is _MISSING else value for value, default in pairs]
            value = p.node.unflatten(iter(values))
            if by_place and not p.kwarg_only:
                args.append(value)
            else:
                kwargs[p.name] = value
        if given:
            raise ArgumentError(
                f"Unknown keyword argument '{next(iter(given))}' for operator '{self._name}'. Schema: {self.schema}"
            )
        return tuple(args), kwargs


# ---- from annotations to nodes ------------------------------------------------------------


class _Reader:
    """Reads the annotations of one function."""

    __slots__ = ("_inside", "_namespaces", "shown")

    def __init__(self, fn: Any, shown: str) -> None:
        self.shown = shown
        self._namespaces = _namespaces(fn)
        self._inside: list[type] = []  # the classes whose fields are being read

    def error(self, message: str, fix: str | Iterable[str] = ()) -> InferSchemaError:
        return InferSchemaError(f"infer_schema(func): {message} Got func with signature {self.shown}", fix=fix)

    def unsupported(self, path: str, annotation: Any, fix: str | Iterable[str] = ()) -> InferSchemaError:
        return self.error(f"Parameter {path} has unsupported type {annotation}. The valid types are: {_VALID}.", fix)

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
        if origin in _WRAPPERS:
            return typing.get_args(annotation)[0]
        if type(annotation).__name__ == "TypeAliasType":
            return self._value_of(annotation)
        if type(origin).__name__ == "TypeAliasType":
            return self._value_of(origin)[typing.get_args(annotation)]
        if isinstance(annotation, typing.NewType):
            return annotation.__supertype__
        if isinstance(annotation, typing.TypeVar):
            bound = typing.Union[annotation.__constraints__] if annotation.__constraints__ else annotation.__bound__
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

    def node(self, annotation: Any, path: str) -> _Node:
        """How an argument with this annotation is flattened.

        Raises:
            InferSchemaError: there is no way.
        """
        found = self.resolve(annotation)
        if found is Any or found is object:
            return _Tree(optional=True)
        origin = typing.get_origin(found)
        node: _Node | None
        if origin is None:
            node = self._class(found, path) if isinstance(found, type) else None
        else:
            node = self._generic(found, origin, typing.get_args(found), path)
        if node is None:
            raise self.unsupported(path, annotation, _advice(found))
        if isinstance(annotation, typing.ForwardRef):
            node.beyond = True
        return node

    def _generic(self, found: Any, origin: Any, args: tuple[Any, ...], path: str) -> _Node | None:
        if origin is typing.Union or origin is types.UnionType:
            return self._union(args, path)
        if origin is typing.Literal:
            return _of_values(args, beyond=True)
        if origin is tuple and args:
            return self._tuple(args, path)
        if origin in _SEQUENCES and args:
            return _list_of(self.node(args[0], path))
        if origin in _MAPPINGS and args:
            return _dict_of(self.node(args[0], path), self.node(args[1], path))
        # A generic class of the user's: its fields depend on its parameters.
        return _Tree() if isinstance(origin, type) and not _is_standard(origin) else None

    def _union(self, args: tuple[Any, ...], path: str) -> _Node:
        members = [self.resolve(arg) for arg in args if arg is not types.NoneType]
        optional = len(members) < len(args)
        node: _Node
        if len(members) == 1:
            node = self.node(next(arg for arg in args if arg is not types.NoneType), path)
        elif all(isinstance(member, type) and member in _NUMBERS for member in members):
            node = _Leaf("Scalar", beyond=set(members) != {int, float, bool})
        else:
            nodes = [self.node(member, path) for member in members]
            plain = all(isinstance(node, _Leaf) and node.is_plain and not node.has_tensors for node in nodes)
            node = _Leaf("Any", beyond=True) if plain else _Tree()
        return _optional(node) if optional else node

    def _tuple(self, args: tuple[Any, ...], path: str) -> _Node:
        if len(args) == 2 and args[1] is Ellipsis:
            node = _list_of(self.node(args[0], path))
            if isinstance(node, _Leaf):
                node.decode = _then_tuple(node.decode)
            node.beyond = True
            return node

        def read(value: Any, path: str) -> Sequence[Any]:
            if type(value) not in (tuple, list) or len(value) != len(args):
                raise _misfit(path, f"a tuple of {len(args)} values", value)
            return value  # type: ignore[no-any-return]

        fields = [(str(i), self.node(arg, f"{path}[{i}]")) for i, arg in enumerate(args)]
        return _Struct(fields, read, tuple, beyond=True)

    def _class(self, cls: type, path: str) -> _Node | None:
        if cls in _known:
            text = _known[cls]
            if text is None:
                raise self._written_by_hand(path, cls)
            return _Leaf(text)
        if cls in _BEYOND_PYTORCH:
            return _Leaf(_BEYOND_PYTORCH[cls], beyond=True)
        if issubclass(cls, enum.Enum):
            return _of_enum(cls)
        if cls in self._inside:
            return _Tree(beyond=False)
        if issubclass(cls, dict) and hasattr(cls, "__required_keys__"):
            return self._typed_dict(cls, path)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self._named_tuple(cls, path)
        if "__dataclass_fields__" in dir(cls):
            return self._dataclass(cls, path)
        bases = [_known[base] for base in cls.__mro__ if base in _known]
        if "Tensor" in bases or hasattr(cls, "__dlpack__"):
            return _Leaf("Tensor", beyond=True)
        if None in bases:
            raise self._written_by_hand(path, cls)
        return None if _is_standard(cls) else _Leaf("Any", beyond=True)

    def _written_by_hand(self, path: str, cls: type) -> InferSchemaError:
        return self.error(
            f"Parameter {path}'s type cannot be inferred from the schema as it is a {cls.__name__}. Please manually "
            f"specify the schema using the `schema=` kwarg with the actual type of the {cls.__name__}."
        )

    def _fields(self, cls: type, names: Iterable[str], path: str) -> list[tuple[str, _Node]]:
        try:
            hints = typing.get_type_hints(cls, localns={**self._namespaces[1], **vars(cls)})
        except Exception as error:  # noqa: BLE001 - annotations are the user's and may raise anything
            raise self._not_a_type(cls.__qualname__, error) from None
        self._inside.append(cls)
        try:
            return [(name, self.node(hints[name], f"{path}.{name}")) for name in names]
        finally:
            self._inside.pop()

    def _dataclass(self, cls: type, path: str) -> _Node:
        names = _field_names(cls)
        if cls.__new__ is not object.__new__:  # more is in it than its fields
            return _Tree(beyond=False)

        def read(value: Any, path: str) -> list[Any]:
            if type(value) is not cls:
                raise _misfit(path, cls.__name__, value)
            try:
                return [getattr(value, name) for name in names]
            except AttributeError as error:
                raise ArgumentError(f"argument '{path}' has a field without a value: {error}") from None

        def build(values: list[Any]) -> Any:
            made = object.__new__(cls)
            for name, value in zip(names, values, strict=True):
                fill(made, name, value)
            return made

        return _Struct(self._fields(cls, names, path), read, build)

    def _named_tuple(self, cls: Any, path: str) -> _Node:
        if set(cls._fields) - set(getattr(cls, "__annotations__", ())):  # collections.namedtuple, or a subclass
            return _Tree(beyond=False)

        def read(value: Any, path: str) -> Sequence[Any]:
            if type(value) is not cls:
                raise _misfit(path, cls.__name__, value)
            return value  # type: ignore[no-any-return]

        return _Struct(self._fields(cls, cls._fields, path), read, cls._make)

    def _typed_dict(self, cls: Any, path: str) -> _Node:
        hints = typing.get_type_hints(
            cls, localns={**self._namespaces[1], **vars(cls)}, include_extras=True
        )  # with from __future__ import annotations, the class itself does not know what is NotRequired
        if cls.__optional_keys__ or any(typing.get_origin(hint) is typing.NotRequired for hint in hints.values()):
            return _Tree(beyond=False)
        names = list(hints)

        def read(value: Any, path: str) -> list[Any]:
            if type(value) is not dict or value.keys() != hints.keys():
                raise _misfit(path, f"a dict with the keys {', '.join(names)}", value)
            return [value[name] for name in names]

        def build(values: list[Any]) -> dict[str, Any]:
            return dict(zip(names, values, strict=True))

        return _Struct(self._fields(cls, names, path), read, build)


def _namespaces(fn: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The globals of a function, and the names that it takes from the functions around it."""
    import functools
    import inspect

    while isinstance(fn, functools.partial):
        fn = fn.func
    fn = inspect.unwrap(fn)
    if not hasattr(fn, "__globals__"):
        fn = getattr(type(fn), "__call__", fn)
    code, cells = getattr(fn, "__code__", None), getattr(fn, "__closure__", None) or ()
    around = {parameter.__name__: parameter for parameter in getattr(fn, "__type_params__", ())}
    for name, cell in zip(code.co_freevars if code else (), cells, strict=False):
        try:
            around[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return getattr(fn, "__globals__", {}), around


def _misfit(path: str, expected: str, value: object) -> ArgumentError:
    return ArgumentError(
        f"Expected {expected} for argument '{path}' but instead found type '{type(value).__name__}'.",
        fix="annotate the parameter with Any if it takes values of several classes",
    )


def _is_standard(cls: type) -> bool:
    """A class of Python itself, which says nothing about what is inside."""
    return cls.__module__ in ("builtins", "collections", "collections.abc", "typing", "types")


def _advice(found: Any) -> str:
    if found in (list, dict, tuple) or (
        typing.get_origin(found) in _SEQUENCES + _MAPPINGS and not typing.get_args(found)
    ):
        return "say what is inside, for example list[int] or dict[str, Tensor]"
    if found is collections.abc.Callable or typing.get_origin(found) is collections.abc.Callable:
        return "operators do not take functions; a HigherOrderOperator does"
    return "register_annotation makes a class known; Any takes every value"


def _optional(node: _Node) -> _Node:
    if not isinstance(node, _Leaf):
        return _Tree(optional=True, beyond=node.beyond)
    text = node.text if node.text.endswith("?") else f"{node.text}?"
    encode, decode = node.encode, node.decode
    return _Leaf(
        text,
        beyond=node.beyond or text not in _PYTORCH_TEXTS,
        encode=encode and (lambda value, path: None if value is None else encode(value, path)),
        decode=decode and (lambda value: None if value is None else decode(value)),
    )


def _list_of(node: _Node) -> _Node:
    if not isinstance(node, _Leaf) or (node.has_tensors and "[" in node.text):
        return _Tree(beyond=node.beyond or isinstance(node, _Leaf))
    text = f"{node.text}[]"
    encode, decode = node.encode, node.decode

    def encode_all(values: Any, path: str) -> list[Any]:
        assert encode is not None
        if not isinstance(values, (list, tuple)):
            raise _misfit(path, "a list", values)
        return [encode(value, path) for value in values]

    return _Leaf(
        text,
        beyond=node.beyond or text not in _PYTORCH_TEXTS,
        encode=encode and encode_all,
        decode=decode and (lambda values: [decode(value) for value in values]),
    )


def _then_tuple(decode: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    return tuple if decode is None else lambda values: tuple(decode(values))


def _dict_of(key: _Node, value: _Node) -> _Node:
    leaves = isinstance(key, _Leaf) and isinstance(value, _Leaf) and key.is_plain and value.is_plain
    if leaves and not value.has_tensors:  # type: ignore[attr-defined]
        text = f"Dict({key.text}, {value.text})".replace("SymInt", "int")  # type: ignore[attr-defined]
        if _parses(f"f({text} x) -> ()"):
            return _Leaf(text, beyond=True)
    return _Tree()


def _of_values(values: Iterable[Any], *, beyond: bool = False) -> _Leaf:
    """What holds one of several values, by their type."""
    found = {type(value) for value in values}
    text = _known.get(found.pop()) if len(found) == 1 else None
    return _Leaf(text, beyond=beyond) if text in ("SymInt", "float", "bool", "str") else _Leaf("Any", beyond=beyond)


def _of_enum(cls: type[enum.Enum]) -> _Leaf:
    leaf = _of_values((member.value for member in cls))
    if leaf.text == "Any" or any(member.value != member.value for member in cls):  # NaN does not find its member
        return _Leaf("Any")

    def encode(member: Any, path: str) -> Any:
        if not isinstance(member, cls):
            raise _misfit(path, cls.__name__, member)
        return member.value

    return _Leaf(leaf.text, encode=encode, decode=cls)


# ---- the schema ---------------------------------------------------------------------------


def infer_schema(
    prototype_function: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    op_name: str | None = None,
    tags: Any = (),
) -> str:
    """The schema of a function, from its annotations and defaults, as PyTorch infers it.

    Args:
        prototype_function: Every parameter and the return need annotations.
        mutates_args: The names of the parameters that the function writes to, or ``"unknown"`` for all tensors.
        op_name: Stands before the bracket.
        tags: With the tag ``inplace`` or ``out`` the return is the argument that is written to.

    Raises:
        InferSchemaError: an annotation, a default or a name in ``mutates_args`` that does not fit.

    Example:
        >>> def scale(factor: float, times: list[int], *, exact: bool = False) -> int: ...
        >>> infer_schema(scale, mutates_args=(), op_name="scale")
        'scale(float factor, SymInt[] times, *, bool exact=False) -> SymInt'
    """
    return _infer(prototype_function, mutates_args, op_name, tags, strict=True).schema


def infer_signature(
    fn: Callable[..., Any], /, *, mutates_args: str | Iterable[str], op_name: str | None = None, tags: Any = ()
) -> InferredSignature:
    """The schema of a function and the way to it; takes more than `infer_schema`.  See Note [Flattened arguments].

    ``mutates_args`` may also name an argument of the schema: ``"cfg_w"`` where ``"cfg"`` would be all its tensors.

    Raises:
        InferSchemaError: as `infer_schema`.
    """
    return _infer(fn, mutates_args, op_name, tags, strict=False)


def _infer(fn: Any, mutates_args: Any, op_name: str | None, tags: Any, *, strict: bool) -> InferredSignature:
    mutated = _mutated_names(mutates_args)
    signature = _signature(fn)
    reader = _Reader(fn, str(signature))
    parameters = [_parameter(reader, p, strict) for p in signature.parameters.values()]
    _name_columns(parameters)
    defaults = _default_texts(reader, parameters, strict)
    writes = _writes(reader, parameters, mutated)
    returned = _returned(reader, signature.return_annotation)
    returned = _tagged_return(reader, parameters, mutated, tags, writes, returned)
    parts: list[str] = []
    for p in parameters:
        if p.kwarg_only and "*" not in parts:
            parts.append("*")
        for name, text in zip(p.names, p.texts, strict=True):
            alias = writes.get(name)
            typed = text.replace("Tensor", f"Tensor({alias}!)", 1) if alias else text
            parts.append(f"{typed} {name}{defaults.get(name, '')}")
    schema = f"{'' if op_name is None else op_name}({', '.join(parts)}) -> {returned}"
    return InferredSignature(schema, parameters, op_name or getattr(fn, "__name__", "func"))


def _mutated_names(mutates_args: Any) -> str | tuple[str, ...]:
    if mutates_args == "unknown":
        return "unknown"
    if isinstance(mutates_args, str) or not isinstance(mutates_args, collections.abc.Iterable):
        raise InferSchemaError(
            "mutates_args must either be a sequence of the names of the arguments that are mutated or the string "
            f"'unknown'. It is {mutates_args!r}.",
            fix='for one name write mutates_args=("x",)',
        )
    return tuple(mutates_args)


def _signature(fn: Any) -> Any:
    import inspect

    try:
        return inspect.signature(fn)
    except (TypeError, ValueError, NameError) as error:
        raise InferSchemaError(f"infer_schema(func): {fn!r} has no signature to infer a schema from: {error}") from None


def _parameter(reader: _Reader, p: Any, strict: bool) -> _Parameter:
    if p.kind not in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY):
        raise reader.error(
            "We do not support positional-only args, varargs, or varkwargs.",
            fix=f"'{p}' is one of these; an operator's arguments all have names, and several tensors are list[Tensor]",
        )
    if p.annotation is p.empty:
        raise reader.error(f"Parameter {p.name} must have a type annotation.")
    node = reader.node(p.annotation, p.name)
    if strict and node.beyond:
        takes = "custom_op and infer_signature take it; infer_schema decides as PyTorch does"
        found = reader.resolve(p.annotation)
        if typing.get_origin(found) is tuple:
            inside = {reader.resolve(arg) for arg in typing.get_args(found) if arg is not Ellipsis}
            text = _known.get(inside.pop()) if len(inside) == 1 else None
            example = (
                f" For example, list[{_named(typing.get_args(found)[0])}]." if f"{text}[]" in _PYTORCH_TEXTS else ""
            )
            message = "We do not support Tuple inputs in schema. As a workaround, please try to use List instead."
            raise reader.error(f"Parameter {p.name} has unsupported type {p.annotation}. {message}{example}", takes)
        raise reader.unsupported(p.name, p.annotation, takes)
    return _Parameter(p.name, node, _MISSING if p.default is p.empty else p.default, p.kind is p.KEYWORD_ONLY)


def _named(annotation: Any) -> str:
    return annotation.__qualname__ if isinstance(annotation, type) else str(annotation)


def _name_columns(parameters: Sequence[_Parameter]) -> None:
    """Give every column a name of its own; a parameter's own name is its own."""
    taken = {p.name for p in parameters}
    for p in parameters:
        for name, text in p.node.columns(p.name):
            own = name
            while own in taken and own != p.name:
                own += "_"
            taken.add(own)
            p.names.append(own)
            p.texts.append(text)


def _default_texts(reader: _Reader, parameters: Sequence[_Parameter], strict: bool) -> dict[str, str]:
    """What follows each column's name, and whether each parameter's default stands in the schema."""
    texts: dict[str, str] = {}
    may_have = True  # a positional argument without default may not follow one with
    for p in reversed(parameters):
        found = {} if p.default is _MISSING else _default_of(p, strict)
        if found is None and strict:
            raise reader.error(
                f"Parameter {p.name} has an unsupported default value type {type(p.default)}.",
                fix="use None, and put the value in the function; custom_op fills in defaults of every type",
            )
        if p.default is not _MISSING and found is not None and (strict or p.kwarg_only or may_have):
            p.in_schema = True
            texts |= found
        elif not p.kwarg_only and p.names:
            may_have = False
    return texts


def _default_of(p: _Parameter, strict: bool) -> dict[str, str] | None:
    """The default of each column as text, or None when not all can be written."""
    texts = {}
    try:
        values = p.flat_default()
    except ArgumentError:  # the default is not of the annotation's class, for example None
        return None
    for i, (name, value) in enumerate(zip(p.names, values, strict=True)):
        text = _default_text(value, strict)
        if not strict and text is not None and not _parses(f"f({p.texts[i]} x={text}) -> ()"):
            if value is not None or not isinstance(p.node, _Leaf):
                return None
            p.texts[i] += "?"  # `x: list[int] = None`
        if text is None:
            return None
        texts[name] = f"={text}"
    return texts


def _default_text(value: Any, strict: bool) -> str | None:
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, (int, float)):
        return int.__repr__(value) if isinstance(value, int) else float.__repr__(value)
    if isinstance(value, dtype):
        return value.name
    if isinstance(value, (str, device)):
        return format_value(str(value) if isinstance(value, device) else value)
    return None if strict else _default_text_beyond(value)


def _default_text_beyond(value: Any) -> str | None:
    if isinstance(value, (layout, memory_format)):
        return str(value.number)
    if isinstance(value, complex):
        return format_value(value)
    if isinstance(value, (list, tuple)):
        items = [_default_text(item, False) for item in value]
        return None if None in items else f"[{', '.join(filter(None, items))}]"
    return None


def _parses(schema: str) -> bool:
    try:
        parse(schema)
    except SchemaError:
        return False
    return True


def _writes(reader: _Reader, parameters: Sequence[_Parameter], mutated: str | tuple[str, ...]) -> dict[str, str]:
    """The alias set of each column that is written to."""
    columns = [(p, name, text) for p in parameters for name, text in zip(p.names, p.texts, strict=True)]
    sets = {name: f"a{i}" for i, (_, name, text) in enumerate(columns) if _is_tensor_text(text)}
    if isinstance(mutated, str):
        return sets
    known = {p.name for p in parameters} | {name for _, name, _ in columns}
    unknown = sorted({repr(name) for name in mutated if name not in known})
    if unknown:
        raise reader.error(
            f"{{{', '.join(unknown)}}} in mutates_args were not found in the custom op's signature. mutates_args should "
            "contain the names of all args that the custom op mutates, or just the string 'unknown' if you don't know."
        )
    writes = {name: sets[name] for p, name, _ in columns if name in sets and (p.name in mutated or name in mutated)}
    written = set(writes) | {p.name for p, name, _ in columns if name in writes}
    for name in mutated:
        if name not in written:
            raise reader.error(
                f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated."
            )
    return writes


def _returned(reader: _Reader, annotation: Any) -> str:
    import inspect

    if annotation is inspect.Signature.empty:
        raise reader.error("No return type annotation was provided. Please add one.")
    found = reader.resolve(annotation)
    if found is None:
        return "()"
    args = typing.get_args(found)
    if typing.get_origin(found) is tuple and Ellipsis not in args:
        texts = [_return_text(reader, arg) for arg in args]
        text = f"({', '.join(filter(None, texts))})"
        if None not in texts:
            return f"({text})" if len(texts) == 1 else text
    one = _return_text(reader, found)
    if one is None:
        raise reader.error(f"Return has unsupported type {annotation}. The valid types are: {_VALID_RETURNS}.")
    return one


def _return_text(reader: _Reader, annotation: Any) -> str | None:
    found = reader.resolve(annotation)
    args = typing.get_args(found)
    if typing.get_origin(found) is list:
        return "Tensor[]" if args and _return_text(reader, args[0]) == "Tensor" else None
    if typing.get_origin(found) in (typing.Union, types.UnionType):
        return "Scalar" if {reader.resolve(arg) for arg in args} == {int, float, bool} else None
    text = _known.get(found) if isinstance(found, type) else None
    return text if text in _RETURN_TEXTS or text not in _BUILTIN_TEXTS else None


def _tagged_return(
    reader: _Reader,
    parameters: Sequence[_Parameter],
    mutated: str | tuple[str, ...],
    tags: Any,
    writes: dict[str, str],
    returned: str,
) -> str:
    names = _tag_names(tags)
    if names >= {"inplace", "out"}:
        raise TagConflictError("Tag.inplace and Tag.out are mutually exclusive")
    if "inplace" in names:
        _check_inplace(reader, parameters, mutated, returned)
    elif "out" in names:
        _check_out(reader, parameters, writes, returned)
    else:
        return returned
    outs = [f"Tensor({alias}!)" for alias in writes.values()]
    return outs[0] if len(outs) == 1 else f"({', '.join(outs)})"


def _tag_names(tags: Any) -> set[str]:
    if tags is None:
        return set()
    several = isinstance(tags, collections.abc.Iterable) and not isinstance(tags, str)
    return {getattr(tag, "name", tag) for tag in (tags if several else (tags,))}


def _check_inplace(
    reader: _Reader, parameters: Sequence[_Parameter], mutated: str | tuple[str, ...], returned: str
) -> None:
    first = next((p for p in parameters if not p.kwarg_only), None)
    if first is None:
        raise reader.error("Tag.inplace requires a positional Tensor argument.")
    if first.texts != ["Tensor"]:
        raise reader.error("Tag.inplace requires the first positional argument to be a Tensor.")
    if isinstance(mutated, str) or set(mutated) != {first.name}:
        raise reader.error(
            f"Tag.inplace requires mutates_args to contain exactly the first positional argument, got {mutated}."
        )
    if returned != "Tensor":
        raise reader.error("Tag.inplace requires the return annotation to be Tensor.")


def _check_out(reader: _Reader, parameters: Sequence[_Parameter], writes: dict[str, str], returned: str) -> None:
    written = [p for p in parameters if any(name in writes for name in p.names)]
    if any(not p.kwarg_only for p in written):
        raise reader.error("Tag.out requires mutable arguments to be keyword-only.")
    if any(p.texts != ["Tensor"] for p in written):
        raise reader.error("Tag.out only supports mutable keyword-only Tensor arguments.")
    if not written:
        raise reader.error("Tag.out requires at least one mutable keyword-only Tensor argument.")
    if returned != ("Tensor" if len(written) == 1 else f"({', '.join(['Tensor'] * len(written))})"):
        names = tuple(p.name for p in written)
        raise reader.error(
            f"Tag.out requires the return annotation to match the mutable keyword-only Tensor arguments {names}."
        )
