"""Python's own containers: tuple, list, the dicts, deque, named tuples.

Cold path: registered once, here.  `node_of` is warm: it is called for every value of a tree.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from wye.errors import TreeTextError
from wye.pytree.nodes import SERIALIZED_TYPE_TO_PYTHON_TYPE, SUPPORTED_NODES, NodeDef, add_node
from wye.pytree.paths import GetAttrKey, MappingKey, SequenceKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "BUILTIN_TYPES",
    "NAMED_TUPLE",
    "STANDARD_DICT_TYPES",
    "is_namedtuple",
    "is_namedtuple_class",
    "is_namedtuple_instance",
    "is_structseq",
    "is_structseq_class",
    "is_structseq_instance",
    "keyed",
    "keys_of_dict",
    "keys_of_sequence",
    "node_of",
    "node_type",
]

_ACCEPTS_SUBCLASSES: Final = 1 << 10  # CPython's flag of a type


def is_namedtuple_class(cls: object) -> bool:
    """Is it a class made by `collections.namedtuple` or `typing.NamedTuple`, or a subclass of one?"""
    return (
        isinstance(cls, type)
        and issubclass(cls, tuple)
        and isinstance(fields := getattr(cls, "_fields", None), tuple)
        and all(type(field) is str for field in fields)
        and callable(getattr(cls, "_make", None))
        and callable(getattr(cls, "_asdict", None))
    )


def is_namedtuple_instance(obj: object) -> bool:
    """Is it a named tuple?"""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj: object) -> bool:
    """Is it a named tuple, or a class of them?"""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_class(cls: object) -> bool:
    """Is it a class of C's named tuples, such as `time.struct_time`?  They are leaves."""
    return (
        isinstance(cls, type)
        and cls.__bases__ == (tuple,)
        and all(
            isinstance(getattr(cls, name, None), int) for name in ("n_fields", "n_sequence_fields", "n_unnamed_fields")
        )
        and not cls.__flags__ & _ACCEPTS_SUBCLASSES
    )


def is_structseq_instance(obj: object) -> bool:
    """Is it one of C's named tuples?"""
    return is_structseq_class(type(obj))


def is_structseq(obj: object) -> bool:
    """Is it one of C's named tuples, or a class of them?"""
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


def keys_of_sequence(_: Any, count: int) -> list[SequenceKey]:
    """The keys of children that are numbered."""
    return [SequenceKey(number) for number in range(count)]


def keys_of_dict(names: Iterable[Any], _: int) -> list[MappingKey]:
    """The keys of a dict's children."""
    return [MappingKey(name) for name in names]


def keyed(
    flatten: Callable[[Any], tuple[Any, Any]], keys: Callable[[Any, int], Iterable[Any]]
) -> Callable[[Any], tuple[list[tuple[Any, Any]], Any]]:
    """The same flattening, with a key before each child."""

    def flatten_with_keys(value: Any) -> tuple[list[tuple[Any, Any]], Any]:
        children, context = flatten(value)
        return list(zip(keys(context, len(children)), children, strict=True)), context

    return flatten_with_keys


def _flat_dict(value: dict[Any, Any]) -> tuple[list[Any], list[Any]]:
    return list(value.values()), list(value)


def _flat_defaultdict(value: defaultdict[Any, Any]) -> tuple[list[Any], list[Any]]:
    return list(value.values()), [value.default_factory, list(value)]


def _write_defaultdict(context: list[Any]) -> dict[str, Any]:
    factory, names = context
    return {
        "default_factory_module": getattr(factory, "__module__", None),
        "default_factory_name": getattr(factory, "__qualname__", None),
        "dict_context": names,
    }


def _read_defaultdict(written: dict[str, Any]) -> list[Any]:
    module, name = written["default_factory_module"], written["default_factory_name"]
    factory = None if name is None else attrgetter(name)(import_module(module))
    return [factory, written["dict_context"]]


def _write_named_tuple(cls: type) -> str:
    node = SUPPORTED_NODES.get(cls)
    if node is None or node.serialized_type_name is None:
        raise TreeTextError(
            f"Can't serialize TreeSpec of namedtuple class {cls} because we didn't register a serializated_type_name. "
            "Please register using `_register_namedtuple` (in wye: `register_named_tuple`).",
            fix=f"register_named_tuple({cls.__name__}, serialized_type_name=...)",
        )
    return node.serialized_type_name


def _read_named_tuple(name: str) -> Any:
    if name not in SERIALIZED_TYPE_TO_PYTHON_TYPE:
        raise TreeTextError(
            f"Can't deserialize TreeSpec of namedtuple class {name} because we couldn't find a serializated name.",
            fix=f"register_named_tuple(cls, serialized_type_name={name!r})",
        )
    return SERIALIZED_TYPE_TO_PYTHON_TYPE[name]


def _node(
    cls: Any, name: str, flatten: Callable[[Any], Any], unflatten: Callable[..., Any], keys: Any, **texts: Any
) -> NodeDef:
    node = NodeDef(cls, flatten, unflatten, keyed(flatten, keys), keys, name, **texts)
    add_node(node, built_in=True)
    return node


_node(tuple, "builtins.tuple", lambda v: (v, None), lambda children, _: tuple(children), keys_of_sequence)
_node(list, "builtins.list", lambda v: (v, None), lambda children, _: list(children), keys_of_sequence)
_node(dict, "builtins.dict", _flat_dict, lambda c, names: dict(zip(names, c, strict=True)), keys_of_dict)
_node(
    OrderedDict,
    "collections.OrderedDict",
    _flat_dict,
    lambda c, names: OrderedDict(zip(names, c, strict=True)),
    keys_of_dict,
)
_node(
    defaultdict,
    "collections.defaultdict",
    _flat_defaultdict,
    lambda children, made: defaultdict(made[0], zip(made[1], children, strict=True)),
    lambda made, count: keys_of_dict(made[1], count),
    to_dumpable_context=_write_defaultdict,
    from_dumpable_context=_read_defaultdict,
)
_node(deque, "collections.deque", lambda v: (list(v), v.maxlen), deque, keys_of_sequence)
NAMED_TUPLE: Final = _node(  # all their classes: the class is the context
    namedtuple,
    "collections.namedtuple",
    lambda v: (v, type(v)),
    lambda children, cls: cls(*children),
    lambda cls, _: [GetAttrKey(field) for field in cls._fields],
    to_dumpable_context=_write_named_tuple,
    from_dumpable_context=_read_named_tuple,
)

STANDARD_DICT_TYPES: Final = frozenset({dict, OrderedDict, defaultdict})
BUILTIN_TYPES: Final[frozenset[Any]] = frozenset(SUPPORTED_NODES)


def node_of(value: Any) -> NodeDef | None:
    """How to flatten ``value``; None for a leaf."""
    cls = type(value)
    if isinstance(value, tuple) and cls is not tuple and is_namedtuple_class(cls):
        return NAMED_TUPLE  # also where its class was registered: that gives it a name in texts
    return SUPPORTED_NODES.get(cls)


def node_type(value: Any) -> Any:
    """The class under which ``value`` is registered, if it is: `collections.namedtuple` for a named tuple."""
    node = node_of(value)
    return type(value) if node is None else node.type
