"""Operators of programs under functionalization: those that write go through `auto_functionalized`.

Warm.  One function for the key, the mode and the transform: what they differ in is the context that they give.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from wye.higher_order.auto_functionalize import auto_functionalized, can_auto_functionalize, get_mutable_args
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2, describe_view
from wye.schema.queries import is_tensorlist_like_type, pair_with_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wye.functionalization.wrapper import Owner

__all__ = [
    "auto_functionalize",
    "custom_handler",
    "has_alias",
    "patched",
    "refusal",
    "setting",
    "settings",
    "writes_for_program",
]


class _Settings:
    """Of the process.

    Attributes:
        by_bases: Is `auto_functionalized_v2` called, which keeps aliases among the arguments; else the first form?
    """

    __slots__ = ("by_bases",)

    def __init__(self) -> None:
        self.by_bases = True


settings: Final = _Settings()
_NAMES: Final = {"enable_auto_functionalized_v2": "by_bases"}


def setting(name: str) -> Any:
    """A setting by the name that PyTorch has for it.

    Raises:
        AttributeError: there is none.
    """
    if name not in _NAMES:
        raise AttributeError(f"there is no setting {name!r}")
    return getattr(settings, _NAMES[name])


@contextlib.contextmanager
def patched(changes: str | Mapping[str, Any] | None = None, value: Any = None, /, **values: Any) -> Iterator[None]:
    """A context with other settings.

    Args:
        changes: Settings by name; or one name, whose setting follows.
        value: That setting.
        values: More settings by name.

    Raises:
        AttributeError: there is no such setting.
    """
    values = {**({changes: value} if isinstance(changes, str) else changes or {}), **values}
    before = {name: setting(name) for name in values}
    for name, value in values.items():
        setattr(settings, _NAMES[name], value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(settings, _NAMES[name], value)


def has_alias(op: Any) -> bool:
    """Does an operator write to an argument, or return one or a view of one?"""
    schema = op.schema
    return any(a.alias_info is not None for a in (*schema.arguments, *schema.returns))


def writes_for_program(op: Any) -> bool:
    """Is it a program's operator that `auto_functionalized` has to call?"""
    return op.namespace != "aten" and can_auto_functionalize(op)


def refusal(op: Any) -> RuntimeError:
    """The error for an operator of which nothing says what it would write."""
    return RuntimeError(
        f"Found a custom (non-ATen) operator whose output has alias annotations: {op.schema}. We only support "
        "functionalizing operators whose outputs do not have alias annotations (e.g. 'Tensor(a)' is a Tensor with an "
        "alias annotation whereas 'Tensor' is a Tensor without. The '(a)' is the alias annotation). The alias "
        "annotation specifies that the output Tensor shares storage with an input that has the same annotation. Please "
        "check if (1) the output needs to be an output (if not, don't return it), (2) if the output doesn't share "
        "storage with any inputs, then delete the alias annotation. (3) if the output indeed shares storage with an "
        "input, then add a .clone() before returning it to prevent storage sharing and then delete the alias "
        "annotation. Otherwise, please file an issue on GitHub."
    )


def custom_handler(op: Any, plain: Callable[..., Any], refuse_plain: Callable[..., Exception]) -> Callable[..., Any]:
    """What a call of a program's operator does.

    Args:
        op: The operator.
        plain: The handler of operators that neither write nor make views.
        refuse_plain: The error for a write to a tensor that is not functional.
    """
    if not has_alias(op):
        return plain
    if not can_auto_functionalize(op):

        def refuse(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            raise refusal(op)

        return refuse

    def run(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        written = _written(op, args, kwargs)
        if not all(owner.find(one) is not None for one in written):
            if any(owner.find(one) is not None for one in _spread([*args, *kwargs.values()])):
                raise refuse_plain(op)
            return owner.below(op, *args, **kwargs)
        return auto_functionalize(owner.context(), op, args, kwargs)

    return run


def _spread(values: Any) -> list[Any]:
    """Values, and those in lists; without None."""
    found: list[Any] = []
    for value in values:
        found += value if isinstance(value, (list, tuple)) else [value]
    return [one for one in found if one is not None]


def _written(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    given = {argument.name: value for argument, value in pair_with_values(op.schema, args, kwargs)}
    return _spread([given.get(name) for name in get_mutable_args(op)[0]])


def auto_functionalize(context: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator that writes to functional tensors, without writing.

    Args:
        context: Of the layer: see `wye.functionalization.contexts`.
        op: The operator; see `can_auto_functionalize`.
        args: Its arguments by place.
        kwargs: Its arguments by name.
    """
    given = {argument.name: value for argument, value in pair_with_values(op.schema, args, kwargs)}
    arrays = [context.array_of(one) for one in _written(op, args, kwargs)]
    copies = any(array is not None and any(step.copies for step in array.views) for array in arrays)
    targets, made = (_by_bases if settings.by_bases and not copies else _one_by_one)(context, op, given)
    count = len(op.schema.returns)
    for target, value in zip(targets, made[max(count, 1) :], strict=True):
        for one, new in zip(target, value, strict=True) if isinstance(target, list) else [(target, value)]:
            if one is not None:
                context.replace(one, new)
                context.commit_update(one)
                context.sync(one)
    if count and op.schema.returns[0].alias_info is not None:  # tagged `inplace` or `out`: it returns what it wrote to
        written = _written(op, args, kwargs)
        return written[0] if count == 1 else tuple(written)
    results = context.wrap_tensors(made[:count])
    return results[0] if count == 1 else tuple(results) or None


def _one_by_one(context: Any, op: Any, given: dict[str, Any]) -> tuple[list[Any], Any]:
    """Each argument that is written to is copied: right where they share no memory."""
    values = context.unwrap_tensors(given)
    with context.redispatch_to_next():
        made = auto_functionalized(op, **values)
    targets = [given.get(name) for name in get_mutable_args(op)[0]]
    return [list(one) if isinstance(one, tuple) else one for one in targets], made


def _by_bases(context: Any, op: Any, given: dict[str, Any]) -> tuple[list[Any], Any]:
    """The tensors that the arguments are views of are copied, and the views made again."""
    bases: list[Any] = []
    views: dict[str, Any] = {}
    names, kinds = get_mutable_args(op)
    for name, kind in zip(names, kinds, strict=True):
        value = given.get(name)
        if is_tensorlist_like_type(kind) and value is not None:
            views[f"_{name}_length"] = len(value)
            for at, one in enumerate(value):
                _describe(f"{name}_{at}", one, bases, views)
        else:
            _describe(name, value, bases, views)
    others = context.unwrap_tensors({name: value for name, value in given.items() if name not in names})
    values = context.unwrap_tensors(bases)
    with context.redispatch_to_next():
        return bases, auto_functionalized_v2(op, **others, **views, _all_bases=values)


def _describe(name: str, value: Any, bases: list[Any], views: dict[str, Any]) -> None:
    if value is None:
        views[f"_{name}_base_index"] = None
        return
    base = value if value._base is None else value._base
    at = next((at for at, known in enumerate(bases) if known is base), len(bases))
    if at == len(bases):
        bases.append(base)
    views[f"_{name}_base_index"] = at
    views.update(describe_view(name, value, base))
