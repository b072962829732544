"""Tags of a definition, and what the tags `inplace` and `out` promise about its schema.

Cold path.  Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wye.errors import TagError
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from wye.schema import Argument, FunctionSchema

__all__ = ["as_tags", "check_tags", "written"]


def as_tags(tags: Any) -> tuple[Any, ...]:
    """One tag, several, or none, as a tuple."""
    if tags is None or tags == ():
        return ()
    if isinstance(tags, Iterable) and not isinstance(tags, (str, bytes)):
        return tuple(tags)
    return (tags,)


def written(schema: FunctionSchema) -> list[Argument]:
    """The arguments that an operator writes to."""
    return [a for a in schema.arguments if a.alias_info is not None and a.alias_info.is_write]


def check_tags(schema: FunctionSchema, tags: Iterable[Any]) -> None:
    """Check a schema against its tags.

    Raises:
        TagError: it is tagged `inplace` or `out` and does not have that form.
    """
    if Tag.inplace in tags:
        _check_inplace(schema)
    if Tag.out in tags:
        _check_out(schema)


def _require(condition: object, tag: str, message: str, schema: FunctionSchema) -> None:
    if not condition:
        raise TagError(f"{message.replace('TAG', f'tagged with Tag.{tag}')} Got: {schema}")


def _is_alias_of(returned: Argument, argument: Argument) -> bool:
    ours, theirs = returned.alias_info, argument.alias_info
    return ours is not None and theirs is not None and bool(set(ours.before) & set(theirs.before))


def _is_write(returned: Argument) -> bool:
    return returned.alias_info is not None and returned.alias_info.is_write


def _check_inplace(schema: FunctionSchema) -> None:
    def require(condition: object, message: str) -> None:
        _require(condition, "inplace", message, schema)

    positional = [a for a in schema.arguments if not a.kwarg_only]
    require(positional, "Schema TAG must have at least one positional argument.")
    first = positional[0]
    writes = written(schema)
    require(first in writes, "Schema TAG requires the first positional argument to be mutable (e.g., Tensor(a!)).")
    require(
        first.type.str() == "Tensor",
        f"Schema TAG requires the first positional argument to be a Tensor. Got type '{first.type}' for arg "
        f"'{first.name}'.",
    )
    n = len(schema.returns)
    require(n == 1, f"Schema TAG must return exactly one value (the first argument). Got {n} returns.")
    start = "Schema TAG must return the first mutable argument"
    require(_is_alias_of(schema.returns[0], first), f"{start} (return must alias the first argument).")
    require(_is_write(schema.returns[0]), f"{start} (return must be a mutable alias, e.g., Tensor(a!)).")
    others = [a.name for a in writes if a is not first]
    require(
        not others,
        f"Schema TAG must only mutate the first positional argument. Found additional mutable args: {others}.",
    )


def _check_out(schema: FunctionSchema) -> None:
    def require(condition: object, message: str) -> None:
        _require(condition, "out", message, schema)

    writes = written(schema)
    require(writes, "Schema TAG must have at least one mutable argument.")
    places = [a.name for a in writes if not a.kwarg_only]
    require(
        not places,
        "Schema TAG requires all mutable arguments to be keyword-only (after the *). Found mutable positional args: "
        f"{places}.",
    )
    lists = [a.name for a in writes if a.type.str() != "Tensor"]
    require(not lists, f"Schema TAG only supports Tensor mutable arguments. Found unsupported mutable args: {lists}.")
    n = len(schema.returns)
    require(
        n == len(writes),
        f"Schema TAG must return all mutable arguments (got {len(writes)} mutable args but {n} returns).",
    )
    for i, (returned, argument) in enumerate(zip(schema.returns, writes, strict=True)):
        start = f"Return {i} of schema TAG must"
        require(_is_alias_of(returned, argument), f"{start} alias mutable arg '{argument.name}'.")
        require(
            _is_write(returned),
            f"{start} be a mutable alias (e.g., Tensor(a!), not Tensor(a)) of arg '{argument.name}'.",
        )
