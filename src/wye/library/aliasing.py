"""What a custom operator may return: fresh tensors, or exactly the arguments that its tag promises.

`watched` is cold and wraps a kernel once, where the engine cannot check by itself.  See Note [Fresh results].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import AliasError
from wye.library.tags import written
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wye.call import OpOverload
    from wye.schema import FunctionSchema

__all__ = ["is_checked_by_engine", "watched"]

# Note [Fresh results]
# An operator whose output shares memory with an input must say so in its schema; a custom operator's output does not.
# A frame of Python around each kernel would cost as much as the dispatch itself. So where a kernel returns one tensor
# and takes no lists of them, the engine compares the owner of the result's memory with those of the arguments, on every
# call. Kernels with several outputs, or lists of tensors, or the tags `inplace` and `out`, are checked in Python, on
# every call too. Both ask `engine.shares_memory`, so a view of an argument is found like the argument itself.
# Broken by: a tensor whose `_data` is neither an array nor has a root: only the object itself knows its memory.
# Guarded by: tests/unit/library/test_aliasing.py


def is_checked_by_engine(schema: FunctionSchema, tags: Iterable[Any]) -> bool:
    """Does comparing the result with each argument find every argument that is returned?"""
    if Tag.inplace in tags or Tag.out in tags or len(schema.returns) != 1:
        return False
    returned = schema.returns[0]
    lists = any(a.type.has_tensors and "[]" in a.type.str() for a in schema.arguments)
    return returned.type.str() == "Tensor" and returned.alias_info is None and not lists


def explain_alias(op: OpOverload, result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
    """The error for a kernel whose result shares memory with one of its arguments."""
    try:
        _check_fresh(f"{op.name_in_namespace}: ", op.schema)(result, args, kwargs)
    except AliasError as error:
        return error
    return AliasError(f"{op.name_in_namespace}: {_RULE}")


def watched(fn: Callable[..., Any], schema: FunctionSchema, tags: Iterable[Any], module: str) -> Callable[..., Any]:
    """``fn`` with a check of what it returns; ``fn`` itself if no check is needed.

    Args:
        fn: The kernel.
        schema: What it promises.
        tags: With `inplace` or `out` it returns what it writes to.
        module: Where it is from, for the error.
    """
    given = tuple(tags)
    start = f"{schema.name.partition('::')[2]} (with implementation in {module}): "
    check: Callable[[Any, tuple[Any, ...], dict[str, Any]], None]
    if Tag.inplace in given:
        check = _check_inplace(start)
    elif Tag.out in given:
        check = _check_out(start, [a.name for a in written(schema)])
    elif any(r.type.has_tensors and r.alias_info is None for r in schema.returns):
        check = _check_fresh(start, schema)
    else:
        return fn

    def run(*args: Any, **kwargs: Any) -> Any:
        result = fn(*args, **kwargs)
        check(result, args, kwargs)
        return result

    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(run, name, getattr(fn, name, None) or "kernel")
    run.__wrapped__ = fn  # type: ignore[attr-defined]
    return run


def _check_inplace(start: str) -> Callable[..., None]:
    def check(result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if result is not args[0]:
            raise AliasError(
                f"{start}An operator tagged with Tag.inplace must return its first argument.",
                fix="return the argument itself, not a copy",
            )

    return check


def _check_out(start: str, names: Sequence[str]) -> Callable[..., None]:
    def check(result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        outs = (result,) if len(names) == 1 else result
        if len(outs) != len(names) or any(out is not kwargs.get(n) for out, n in zip(outs, names, strict=True)):
            raise AliasError(
                f"{start}An operator tagged with Tag.out must return its mutable keyword-only arguments.",
                fix=f"return {', '.join(names)}",
            )

    return check


_RULE: Final = (
    "The output of this custom operator (1) must not also be an input to this custom operator and (2) may not alias "
    "any inputs to this custom operator or other returns."
)


def _check_fresh(start: str, schema: FunctionSchema) -> Callable[..., None]:
    tensors = [(i, a) for i, a in enumerate(schema.arguments) if a.type.has_tensors]
    fresh = [r.alias_info is None for r in schema.returns]
    several = len(fresh) > 1

    def check(result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        seen: list[tuple[str, Any]] = []
        for i, a in tensors:
            value = args[i] if i < len(args) and not a.kwarg_only else kwargs.get(a.name)
            seen += [(f"argument '{a.name}'", tensor) for tensor in _tensors(value)]
        for i, output in enumerate(result if several and isinstance(result, (tuple, list)) else (result,)):
            for tensor in _tensors(output):
                if i < len(fresh) and fresh[i]:
                    _compare(start, i, tensor, seen)
                seen.append((f"output {i}", tensor))

    return check


def _compare(start: str, i: int, tensor: Any, seen: Sequence[tuple[str, Any]]) -> None:
    for what, other in seen:
        is_same = tensor is other
        if is_same or engine.shares_memory(tensor, other):
            how = "is" if is_same else "shares memory with"
            raise AliasError(
                f"{start}{_RULE} Here output {i} {how} {what}.",
                fix=("return a clone of it", "or define the operator by Library.define, with aliases in its schema"),
            )


def _tensors(value: Any) -> Sequence[Any]:
    """The tensors of an argument or output; equal numbers and strings may be one object by chance."""
    if isinstance(value, (list, tuple)):
        return [item for item in value if not isinstance(item, _PLAIN)]
    return () if isinstance(value, _PLAIN) else (value,)


_PLAIN: Final = (int, float, complex, str, bytes, type(None))

engine.configure(explain_alias=explain_alias)
