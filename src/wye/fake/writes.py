"""Fake kernels that write to arguments which their operators do not declare: found while a check runs them.

Cold path: for checkers.  In: a call on fake tensors.  Out: an error that names the argument, or nothing.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from wye.aten.rows import undeclared_arguments
from wye.errors import FakeContextError
from wye.fake.exceptions import MetadataMismatchError
from wye.fake.mode import FakeTensorMode
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes import DispatchMode
from wye.pytree import tree_leaves, tree_map_only
from wye.registry.rules import find_rule
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["WatchedMode", "watching_writes", "writes_more_than_declared"]

# Note [Writes of fake kernels]
# Tensors without data have no elements to compare, and kernels below autograd raise no version.  So the calls that a
# fake kernel makes are watched: one that writes, by its schema, to memory of an argument that must stay, is a fault.
# A kernel for the device "meta" runs below all modes; it is run once more on meta tensors, inside of a mode that
# watches.
# Broken by: a cache between the mode and the kernel.
# Guarded by: tests/unit/testing/operator_checks/test_faults.py::test_a_fake_kernel_that_writes_to_its_argument


def writes_more_than_declared(func: Any) -> bool:
    """Is it an operator of the set whose schema does not say all that it writes to?"""
    return func.namespace == "aten" and bool(undeclared_arguments(func.name_in_namespace.removesuffix(".default")))


def _tensors(tree: Any) -> list[Any]:
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, Tensor)]


def _by_argument(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, written: bool) -> Iterator[Any]:
    """The names of arguments that a call writes to, or not, with the memory of each tensor in them."""
    for at, argument in enumerate(func.schema.arguments):
        info = argument.alias_info
        if (info is not None and info.is_write) is written:
            value = args[at] if at < len(args) else kwargs.get(argument.name)
            for one in _tensors(value):
                yield argument.name, one.untyped_storage()


class _Watched:
    """The memory that a call must not write to, by identity, with the names of its arguments."""

    def __init__(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.func = func
        allowed = {id(memory) for _, memory in _by_argument(func, args, kwargs, written=True)}
        kept = [*_by_argument(func, args, kwargs, written=False)]
        self.names = {id(memory): name for name, memory in kept if id(memory) not in allowed}
        self.alive = [memory for _, memory in kept]  # identities count as long as they live

    def check(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raise if a call writes to this memory."""
        if func is self.func:
            return
        for _, memory in _by_argument(func, args, kwargs, written=True):
            name = self.names.get(id(memory))
            if name is not None:
                error = MetadataMismatchError(
                    f"The fake kernel of {self.func} writes to its argument {name!r} ({func}), which its schema does "
                    "not declare as written to"
                )
                error.add_note(
                    f"  compute from {name} without in-place methods, or declare the write in the schema, Tensor(a!) "
                    f"{name}, or with mutates_args"
                )
                raise error


class WatchedMode(FakeTensorMode):
    """A mode that sees the calls of fake kernels."""

    watched: _Watched | None = None

    def dispatch(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Call an operator on fake tensors."""
        if self.watched is not None and hasattr(func, "schema"):
            self.watched.check(func, args, kwargs or {})
        return super().dispatch(func, types, args, kwargs)


class _MetaWatch(DispatchMode):
    """Sees the calls of a kernel for meta tensors."""

    def __init__(self, watched: _Watched) -> None:
        super().__init__()
        self.watched = watched

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        self.watched.check(func, args, kwargs or {})
        return func(*args, **(kwargs or {}))


@contextmanager
def watching_writes(mode: WatchedMode, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[None]:
    """Inside, calls of the fake kernel of a program's operator may not write to arguments that must stay.

    Raises:
        MetadataMismatchError: one does.
    """
    if not func.defined_in_python:
        yield
        return
    if DispatchKey.Meta in func._entry.kernels and find_rule(func, "fake") is None:
        _check_meta_kernel(func, args, kwargs)
    mode.watched, mode.cache_enabled = _Watched(func, args, kwargs), False
    try:
        yield
    finally:
        mode.watched = None


def _check_meta_kernel(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    from wye.call.packets import ops  # here: few operators have such kernels

    def on_meta(fake: Any) -> Any:
        return ops.aten.empty_strided.default(fake.shape, fake.stride(), dtype=fake.dtype, device="meta")

    given, named = tree_map_only(Tensor, on_meta, (args, kwargs))
    with _MetaWatch(_Watched(func, given, named)), suppress(FakeContextError):  # sizes that only data says
        func.redispatch(DispatchKeySet("Meta"), *given, **named)
