"""Graph modules that say whether their code has been made, for programs that ask for them.

Cold path.  The code of every graph module is made when it is asked for; see Note [Code is made when it is asked for].
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wye.fx.graph_module import GraphModule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.fx.codegen import PythonCode

__all__ = ["LazyGraphModule", "force_skip_lazy_modules", "graph_module_class", "make_graph_module", "use_lazy_modules"]


class _Thread(threading.local):
    wanted = False  # do traces make lazy modules?
    skipped = False  # may programs not ask for them?


_thread: Final = _Thread()


class LazyGraphModule(GraphModule):
    """A graph module that says whether its code has been made since its graph changed.

    >>> from wye.fx import symbolic_trace
    >>> with use_lazy_modules(True):
    ...     module = symbolic_trace(lambda x: x + 1)
    >>> module._needs_recompile()
    True
    >>> module(1), module._needs_recompile()
    (2, False)
    """

    @classmethod
    def from_graphmodule(cls, gm: GraphModule) -> GraphModule:
        """A module like ``gm``, or ``gm`` if it is a lazy one."""
        return gm if isinstance(gm, LazyGraphModule) else LazyGraphModule(gm, gm.graph)

    @staticmethod
    def force_recompile(gm: GraphModule) -> None:
        """Make the code of a module now, where it is a lazy one."""
        if isinstance(gm, LazyGraphModule):
            gm.real_recompile()

    def real_recompile(self) -> None:
        """Make the code now, if that waits."""
        if self._needs_recompile():
            self._real_recompile()

    def _real_recompile(self) -> PythonCode:
        if not self._needs_recompile():
            self._remember()
        return self._generate()

    def _needs_recompile(self) -> bool:
        return "_pending" in self.__dict__


@contextmanager
def use_lazy_modules(should_use: bool) -> Iterator[None]:
    """Traces inside make lazy modules, or do not."""
    before, _thread.wanted = _thread.wanted, should_use and not _thread.skipped
    try:
        yield
    finally:
        _thread.wanted = before


@contextmanager
def force_skip_lazy_modules() -> Iterator[None]:
    """What asks for lazy modules inside gets usual ones."""
    before, _thread.skipped = _thread.skipped, True
    try:
        yield
    finally:
        _thread.skipped = before


def graph_module_class() -> type[GraphModule]:
    """The class of the modules that traces make."""
    return LazyGraphModule if _thread.wanted else GraphModule


def make_graph_module(*args: Any, graph_module_cls: type[GraphModule] | None = None, **kwargs: Any) -> GraphModule:
    """A graph module of a class, or of the one that traces use."""
    return (graph_module_cls or graph_module_class())(*args, **kwargs)
