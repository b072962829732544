"""How one argument of a function becomes arguments of a schema, and comes back.

Cold path where it is planned; `InferredSignature.flatten` and `unflatten` run in each call of an operator whose
arguments need it.
In: values.  Out: values.  Pure but for asking the engine what is a tensor.

See Note [Flattened arguments].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.errors import ArgumentError
from wye.schema.convert import is_tensor
from wye.schema.frozen import Frozen, fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

__all__ = [
    "MISSING",
    "Hole",
    "InferredSignature",
    "Leaf",
    "Node",
    "Parameter",
    "Struct",
    "Tree",
    "field_names",
    "is_tensor_text",
    "misfit",
]


# Note [Flattened arguments]
# Keys are found in tensors that stand as arguments, or in lists that do. So a structured argument becomes
# several of the schema's:
#   a class with fields (dataclass, NamedTuple, TypedDict), a tuple of fixed length: one per field, `cfg_w`, `pair_0`;
#   what has no fixed shape (dict, list of dataclasses, `Cfg | None`, Any): `Tensor[] x_tensors` with the tensors in
#   order, and `Any x`, the same value with holes where they were;
#   an enum: its value;  a class that wye does not know: `Any`, and tensors in it are not found.
# Layers between the call and the kernel see plain lists and may change the tensors; the kernel gets its own types back.
# `infer_schema` decides as PyTorch does about lists, tuples and dicts, even where we could take them; classes, which
# PyTorch does not know, it flattens. `infer_signature` takes all of the above.
# Broken by: a container that is rebuilt through its constructor; `__post_init__` would run twice.
# Guarded by: tests/unit/schema/test_flatten.py::test_any_tree_comes_back

MISSING: Final[Any] = object()
"""No value."""


class Node:
    """How a value becomes arguments of the schema, and comes back.

    ``beyond`` tells that PyTorch's `infer_schema` refuses the annotation.
    """

    __slots__ = ("beyond",)
    beyond: bool

    def columns(self, name: str) -> list[tuple[str, str]]:
        """Name and type of each argument of the schema."""
        raise NotImplementedError  # abstract: each kind of node below has its own

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        """Append the values of the columns."""
        raise NotImplementedError  # abstract: each kind of node below has its own

    def unflatten(self, values: Iterator[Any]) -> Any:
        """Take the values of the columns and rebuild the value."""
        raise NotImplementedError  # abstract: each kind of node below has its own


class Leaf(Node):
    """One argument, unchanged or converted by a pair of functions."""

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
        """Is the value passed unchanged?"""
        return self.encode is None and self.decode is None

    @property
    def has_tensors(self) -> bool:
        """Are keys found in it?"""
        return is_tensor_text(self.text)

    def columns(self, name: str) -> list[tuple[str, str]]:
        """Itself."""
        return [(name, self.text)]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        """Append the value."""
        into.append(value if self.encode is None else self.encode(value, path))

    def unflatten(self, values: Iterator[Any]) -> Any:
        """Take one value."""
        value = next(values)
        return value if self.decode is None else self.decode(value)


class Struct(Node):
    """A class with fields: one node for each."""

    __slots__ = ("build", "fields", "read")

    def __init__(
        self,
        fields: Sequence[tuple[str, Node]],
        read: Callable[[Any, str], Iterable[Any]],
        build: Callable[[list[Any]], Any],
        *,
        beyond: bool = False,
    ) -> None:
        self.fields, self.read, self.build, self.beyond = tuple(fields), read, build, beyond

    def columns(self, name: str) -> list[tuple[str, str]]:
        """Those of its fields, after its name."""
        return [column for field, node in self.fields for column in node.columns(f"{name}_{_identifier(field)}")]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        """Append the values of its fields."""
        for (field, node), item in zip(self.fields, self.read(value, path), strict=True):
            node.flatten(item, into, f"{path}.{field}")

    def unflatten(self, values: Iterator[Any]) -> Any:
        """Take the values of its fields and build the object."""
        return self.build([node.unflatten(values) for _, node in self.fields])


class Tree(Node):
    """A value of any shape: its tensors, and itself with holes for them."""

    __slots__ = ("optional",)

    def __init__(self, *, optional: bool = False, beyond: bool = True) -> None:
        self.optional, self.beyond = optional, beyond

    def columns(self, name: str) -> list[tuple[str, str]]:
        """The tensors, and the rest under its own name."""
        mark = "?" if self.optional else ""
        return [(f"{name}_tensors", f"Tensor[]{mark}"), (name, f"Any{mark}")]

    def flatten(self, value: Any, into: list[Any], path: str) -> None:
        """Append a list of the tensors, and the value with holes."""
        if value is None and self.optional:
            into += [None, None]
            return
        tensors: list[Any] = []

        def take(item: Any) -> Any:
            if not is_tensor(item):
                return item
            tensors.append(item)
            return Hole(len(tensors) - 1)

        try:
            into += [tensors, _replace(value, take)]
        except RecursionError:
            raise ArgumentError(f"argument '{path}' contains itself or is nested too deeply") from None

    def unflatten(self, values: Iterator[Any]) -> Any:
        """Take both and fill the holes."""
        tensors, value = next(values), next(values)
        return _replace(value, lambda item: tensors[item.index] if type(item) is Hole else item)


class Hole(Frozen):
    """Where a tensor was."""

    __slots__ = ("index",)
    index: int

    def __init__(self, index: int) -> None:
        fill(self, "index", index)

    def __repr__(self) -> str:
        return f"<tensor {self.index}>"

    def __eq__(self, other: object) -> bool:
        return type(other) is Hole and other.index == self.index

    def __hash__(self) -> int:
        return hash((Hole, self.index))

    def __reduce__(self) -> tuple[Any, ...]:
        return Hole, (self.index,)


def _replace(value: Any, change: Callable[[Any], Any]) -> Any:
    """``value`` with its leaves changed; containers without changed leaves stay the same objects."""
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
    names = field_names(cls)
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


def field_names(cls: type) -> tuple[str, ...]:
    """The names of a dataclass's fields; nothing for another class."""
    if not hasattr(cls, "__dataclass_fields__"):
        return ()
    import dataclasses

    return tuple(field.name for field in dataclasses.fields(cls))


def _identifier(field: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in field)


def is_tensor_text(text: str) -> bool:
    """Does a type of the schema hold tensors in which keys are found?"""
    return text.rstrip("?[]") == "Tensor"


def misfit(path: str, expected: str, value: object) -> ArgumentError:
    """The error for a value that is not of its annotation's class."""
    return ArgumentError(
        f"Expected {expected} for argument '{path}' but instead found type '{type(value).__name__}'.",
        fix="annotate the parameter with Any if it takes values of several classes",
    )


class Parameter:
    """One parameter of the function."""

    __slots__ = ("default", "in_schema", "kwarg_only", "name", "names", "node", "texts")

    def __init__(self, name: str, node: Node, default: Any, kwarg_only: bool) -> None:
        self.name, self.node, self.default, self.kwarg_only = name, node, default, kwarg_only
        self.names: list[str] = []
        self.texts: list[str] = []
        self.in_schema = False  # do all its columns have their defaults in the schema?

    def flat_default(self) -> list[Any]:
        """The default, column by column."""
        values: list[Any] = []
        self.node.flatten(self.default, values, self.name)
        return values


class InferredSignature(Frozen):
    """The schema of a function, and the way from its arguments to the schema's and back.

    Made by `wye.schema.infer.infer_signature`.
    """

    __slots__ = ("_name", "_parameters", "is_flat", "schema")
    schema: str
    is_flat: bool
    _name: str
    _parameters: tuple[Parameter, ...]

    def __init__(self, schema: str, parameters: Sequence[Parameter], name: str) -> None:
        fill(self, "schema", schema)
        fill(self, "_name", name)
        fill(self, "_parameters", tuple(parameters))
        flat = all(
            isinstance(p.node, Leaf) and p.node.is_plain and (p.in_schema or p.default is MISSING) for p in parameters
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
            value = args[i] if i < len(args) else kwargs.get(p.name, MISSING)
            if value is MISSING:
                if p.default is MISSING:
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
            values = [given.pop(name, MISSING) for name in p.names]
            missing = sum(value is MISSING for value in values)
            if missing and p.default is MISSING:
                name = p.names[values.index(MISSING)]
                raise ArgumentError(f"{self._name}() is missing value for argument '{name}'. Schema: {self.schema}")
            if missing and missing == len(values):
                by_place = False
                continue
            if missing:
                pairs = zip(values, p.flat_default(), strict=True)
                values = [default if value is MISSING else value for value, default in pairs]
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
