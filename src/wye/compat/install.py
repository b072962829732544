"""Make `import torch`, and `import torch.anything`, find `wye.compat.torch`; the same for the other packages here.

Cold path: runs once, before the program that imports them.  The modules are the same objects under both names.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye.aten.functions import rename_modules
from wye.compat.modules import PACKAGE, give_names
from wye.registry import registry
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

__all__ = ["install_as_autograd", "install_as_torch"]

_TORCH = {"torch": "wye.compat.torch", "functorch": "wye.compat.torch.functorch"}
_AUTOGRAD = {"autograd": "wye.compat.autograd"}


class _SameModule(importlib.abc.Loader):
    """Loads ``torch.x`` as the module object of ``wye.compat.torch.x``, and so on."""

    def __init__(self, name: str, real_name: str) -> None:
        self._name, self._real_name = name, real_name

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._real_name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has put the spec of `torch.x` there
        # What is loaded below it is loaded under both names: importing it again would hide names of the package, such
        # as the function `map` of a package with a module `map`.
        _give_names(module)
        for name, loaded in tuple(sys.modules.items()):
            if name.startswith(f"{self._real_name}."):
                both = f"{self._name}{name.removeprefix(self._real_name)}"
                if sys.modules.setdefault(both, loaded) is loaded:
                    _give_names(loaded)


def _give_names(module: ModuleType) -> None:
    if module.__name__.startswith(f"{PACKAGE}."):
        give_names(module)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds our modules under the names of others: ``names`` are top-level packages, and what replaces them."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        top = fullname.partition(".")[0]
        if top not in self.names:
            return None
        real_name = self.names[top] + fullname.removeprefix(top)
        if real_name not in sys.modules and importlib.util.find_spec(real_name) is None:
            return None
        return importlib.machinery.ModuleSpec(fullname, _SameModule(fullname, real_name), is_package=True)


def install_as_torch() -> None:
    """From now on `torch` is `wye.compat.torch` in this process.

    Raises:
        RuntimeError: the real torch has been imported already.
    """
    _install(_TORCH, "torch", _show_as_torch)


def install_as_autograd() -> None:
    """From now on `autograd` is `wye.compat.autograd` in this process.

    Raises:
        RuntimeError: the real autograd has been imported already.
    """
    _install(_AUTOGRAD, "autograd")


def _install(names: dict[str, str], top: str, before: Callable[[], None] | None = None) -> None:
    loaded = sys.modules.get(top)
    if loaded is not None and loaded.__name__ != names[top]:
        raise RuntimeError(f"{top} is imported already: install {names[top]} before it")
    if before is not None:
        before()
    finder = next((one for one in sys.meta_path if isinstance(one, _Finder)), None)
    if finder is None:
        finder = _Finder()
        sys.meta_path.insert(0, finder)
    finder.names.update(names)
    sys.modules[top] = importlib.import_module(names[top])


def _show_as_torch() -> None:
    """Reprs use PyTorch's names from now on, also for existing objects."""
    shown.as_torch()
    Tensor.__module__ = shown.package
    rename_modules()
    for entry in registry.defined():
        op: Any = entry.op
        op.__module__ = f"{shown.operators}.{op.namespace}"
