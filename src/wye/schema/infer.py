"""Infer a schema from a Python function's annotations and defaults.

Cold path: runs when an operator is defined.
In: a function.  Out: the text of its schema, and the way from its arguments to the schema's and back.
Pure.

See Note [Flattened arguments].
"""

from __future__ import annotations

import collections.abc
import types
import typing
from typing import TYPE_CHECKING, Any, Final

from wye.errors import ArgumentError, InferSchemaError, TagConflictError
from wye.schema.annotations import (
    PYTORCH_TEXTS,
    Reader,
    optional_node,
    parses,
    register_annotation,
    text_of_class,
)
from wye.schema.flatten import MISSING, InferredSignature, Leaf, Node, Parameter, is_tensor_text
from wye.schema.printer import format_value
from wye.schema.values import device, dtype, layout, memory_format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "InferredSignature",
    "infer_schema",
    "infer_signature",
    "register_annotation",
]


_VALID_RETURNS: Final = (
    "None, Tensor, list[Tensor], int, float, bool, int | float | bool, registered classes, and tuples of these"
)
_RETURN_TEXTS: Final = frozenset(["Tensor", "SymInt", "float", "bool", "Scalar"])
_BUILTIN_TEXTS: Final = frozenset(text for text in PYTORCH_TEXTS if text.isalnum())


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
    fn: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    op_name: str | None = None,
    tags: Any = (),
    only_pytorch: bool = False,
) -> InferredSignature:
    """The schema of a function and the way to it; takes more than `infer_schema`.  See Note [Flattened arguments].

    ``mutates_args`` may also name an argument of the schema: ``"cfg_w"`` where ``"cfg"`` would be all its tensors.
    With ``only_pytorch`` it refuses what `infer_schema` refuses.

    Raises:
        InferSchemaError: as `infer_schema`.

    Example:
        >>> def f(x: int, pair: tuple[float, float] = (1.0, 2.0)) -> int: ...
        >>> found = infer_signature(f, mutates_args=())
        >>> found.schema
        '(SymInt x, float pair_0=1.0, float pair_1=2.0) -> SymInt'
        >>> found.flatten((3, (0.5, 1.5)), {})
        ((3, 0.5, 1.5), {})
        >>> found.unflatten((3, 0.5, 1.5), {})
        ((3, (0.5, 1.5)), {})
    """
    return _infer(fn, mutates_args, op_name, tags, strict=only_pytorch)


def _infer(fn: Any, mutates_args: Any, op_name: str | None, tags: Any, *, strict: bool) -> InferredSignature:
    tag_names = _tag_names(tags)
    mutated = _mutated_names(mutates_args)
    signature = _signature(fn)
    reader = Reader(fn, str(signature))
    parameters = [_parameter(reader, p, strict) for p in signature.parameters.values()]
    _name_columns(parameters)
    defaults = _default_texts(reader, parameters, strict)
    writes = _writes(reader, parameters, mutated)
    returned = _returned(reader, signature.return_annotation, strict)
    returned = _tagged_return(reader, parameters, mutated, tag_names, writes, returned)
    parts: list[str] = []
    for p in parameters:
        if p.kwarg_only and "*" not in parts:
            parts.append("*")
        for name, text in zip(p.names, p.texts, strict=True):
            alias = writes.get(name)
            typed = text.replace("Tensor", f"Tensor({alias}!)", 1) if alias else text
            parts.append(f"{typed} {name}{defaults.get(name, '')}")
    schema = f"{'' if op_name is None else op_name}({', '.join(parts)}) -> {returned}"
    return InferredSignature(schema, parameters, str(op_name or getattr(fn, "__name__", "func")))


def _mutated_names(mutates_args: Any) -> str | tuple[str, ...]:
    if isinstance(mutates_args, str) and mutates_args == "unknown":
        return mutates_args
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


def _parameter(reader: Reader, p: Any, strict: bool) -> Parameter:
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
            text = text_of_class(inside.pop()) if len(inside) == 1 else None
            example = (
                f" For example, list[{_named(typing.get_args(found)[0])}]." if f"{text}[]" in PYTORCH_TEXTS else ""
            )
            message = "We do not support Tuple inputs in schema. As a workaround, please try to use List instead."
            raise reader.error(f"Parameter {p.name} has unsupported type {p.annotation}. {message}{example}", takes)
        raise reader.unsupported(p.name, p.annotation, takes)
    if p.default is None and not _takes_none(node, strict):  # `x: list[int] = None`
        node = optional_node(node)
    return Parameter(p.name, node, MISSING if p.default is p.empty else p.default, p.kind is p.KEYWORD_ONLY)


def _takes_none(node: Node, strict: bool) -> bool:
    plain = isinstance(node, Leaf) and node.is_plain
    return plain and (strict or parses(f"f({node.text} x=None) -> ()"))  # type: ignore[attr-defined]


def _named(annotation: Any) -> str:
    return annotation.__qualname__ if isinstance(annotation, type) else str(annotation)


def _name_columns(parameters: Sequence[Parameter]) -> None:
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


def _default_texts(reader: Reader, parameters: Sequence[Parameter], strict: bool) -> dict[str, str]:
    """What follows each column's name, and whether each parameter's default is written in the schema."""
    texts: dict[str, str] = {}
    may_have = True  # a positional argument without default may not follow one with
    for p in reversed(parameters):
        found = {} if p.default is MISSING else _default_of(p, strict)
        if found is None and strict:
            raise reader.error(
                f"Parameter {p.name} has an unsupported default value type {type(p.default)}.",
                fix="use None, and put the value in the function; custom_op fills in defaults of every type",
            )
        if p.default is not MISSING and found is not None and (strict or p.kwarg_only or may_have):
            p.in_schema = True
            texts |= found
        elif not p.kwarg_only and p.names:
            may_have = False
    return texts


def _default_of(p: Parameter, strict: bool) -> dict[str, str] | None:
    """The default of each column as text, or None when not all can be written."""
    texts = {}
    try:
        values = p.flat_default()
    except ArgumentError:  # the default is not of the annotation's class
        return None
    for name, typed, value in zip(p.names, p.texts, values, strict=True):
        text = _default_text(value, strict)
        if text is None or not (strict or parses(f"f({typed} x={text}) -> ()")):
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
        text = str(value)
        plain = text.isprintable() and '"' not in text and "\\" not in text  # "it's": as PyTorch writes it
        return f'"{text}"' if plain else format_value(text)
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


def _writes(reader: Reader, parameters: Sequence[Parameter], mutated: str | tuple[str, ...]) -> dict[str, str]:
    """The alias set of each column that is written to."""
    columns = [(p, name, text) for p in parameters for name, text in zip(p.names, p.texts, strict=True)]
    sets = {name: f"a{i}" for i, (_, name, text) in enumerate(columns) if is_tensor_text(text)}
    if isinstance(mutated, str):
        return sets
    known = {p.name for p in parameters} | {name for _, name, _ in columns}
    unknown = sorted({repr(name) for name in mutated if name not in known})
    if unknown:
        raise reader.error(
            f"{{{', '.join(unknown)}}} in mutates_args were not found in the custom op's signature. mutates_args "
            "should contain the names of all args that the custom op mutates, or just the string 'unknown' if you "
            "don't know."
        )
    writes = {name: sets[name] for p, name, _ in columns if name in sets and (p.name in mutated or name in mutated)}
    written = set(writes) | {p.name for p, name, _ in columns if name in writes}
    for name in mutated:
        if name not in written:
            raise reader.error(
                f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated."
            )
    return writes


def _returned(reader: Reader, annotation: Any, strict: bool) -> str:
    import inspect

    if annotation is inspect.Signature.empty:
        raise reader.error("No return type annotation was provided. Please add one.")
    found = reader.written(annotation)
    found = found if strict else reader.resolve(found)
    if found is None:
        return "()"
    args = typing.get_args(found)
    if typing.get_origin(found) is tuple and Ellipsis not in args:
        texts = [_return_text(reader, arg, strict) for arg in args]
        text = f"({', '.join(filter(None, texts))})"
        if None not in texts:
            return f"({text})" if len(texts) == 1 else text
    one = _return_text(reader, found, strict)
    if one is None:
        raise reader.error(f"Return has unsupported type {annotation}. The valid types are: {_VALID_RETURNS}.")
    return one


def _return_text(reader: Reader, annotation: Any, strict: bool) -> str | None:
    found = annotation if strict else reader.resolve(annotation)  # PyTorch knows no aliases and decorations
    args = typing.get_args(found)
    if typing.get_origin(found) is list:
        return "Tensor[]" if args and _return_text(reader, args[0], strict) == "Tensor" else None
    if typing.get_origin(found) in (typing.Union, types.UnionType):
        return "Scalar" if {reader.resolve(arg) for arg in args} == {int, float, bool} else None
    text = text_of_class(found)
    return text if text in _RETURN_TEXTS or text not in _BUILTIN_TEXTS else None


def _tagged_return(
    reader: Reader,
    parameters: Sequence[Parameter],
    mutated: str | tuple[str, ...],
    tags: set[str],
    writes: dict[str, str],
    returned: str,
) -> str:
    if "inplace" in tags:
        _check_inplace(reader, parameters, mutated, returned)
    elif "out" in tags:
        _check_out(reader, parameters, writes, returned)
    else:
        return returned
    outs = [f"Tensor({alias}!)" for alias in writes.values()]
    return outs[0] if len(outs) == 1 else f"({', '.join(outs)})"


def _tag_names(tags: Any) -> set[str]:
    if tags is None:
        return set()
    several = isinstance(tags, collections.abc.Iterable) and not isinstance(tags, str)
    names = {getattr(tag, "name", tag) for tag in (tags if several else (tags,))}
    if names >= {"inplace", "out"}:
        raise TagConflictError("Tag.inplace and Tag.out are mutually exclusive")
    return names


def _check_inplace(
    reader: Reader, parameters: Sequence[Parameter], mutated: str | tuple[str, ...], returned: str
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


def _check_out(reader: Reader, parameters: Sequence[Parameter], writes: dict[str, str], returned: str) -> None:
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
