"""Names of PyTorch whose part of wye comes later: they can be imported and subclassed, and raise when used.

Cold path.  A program that imports more than it uses runs; one that uses such a name learns which part is missing.
`placeholder` makes one name, `ComingModule` a module of them, `ComingFinder` lets `import` find such modules.
See Note [What is there is never hidden].
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from wye.errors import ComingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["ComingFinder", "ComingModule", "functions_are", "module_getattr", "placeholder"]

# Note [What is there is never hidden]
# Placeholders answer only where nothing else does: the finder stands last among the finders, so that a module with a
# file is found first, and `__getattr__` of a module is asked after the names that it has.
# Broken by: putting the finder first, or a placeholder into a module's dictionary before its file has run.
# Guarded by: tests/unit/test_coming.py::test_what_is_there_is_never_hidden

_ERRORS = ("Error", "Exception", "Warning")
_around: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [lambda function: function]
_FLAGS = ("HAS_", "IS_", "RUN_", "TEST_", "USE_")  # in capitals: whether something is there, or to be tested


def _refuse(name: str, part: str) -> NoReturn:
    raise ComingError(
        f"{name} needs {part}, which this version of wye does not have yet",
        fix="importing and subclassing it works; what needs it has to wait, everything else runs",
    )


class _ComingClass(type):
    """The class of classes that come later: making an object, or asking for an attribute, says what is missing."""

    _coming: tuple[str, str]

    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        _refuse(*cls._coming)

    def __getattr__(cls, name: str) -> NoReturn:
        if name.startswith("_"):  # for programs that only inspect it, as test runners do
            raise AttributeError(name)
        full_name, part = cls._coming
        _refuse(f"{full_name}.{name}", part)


def placeholder(module: str, name: str, part: str) -> Any:
    """A class or function that raises an error when it is used: ``part`` is missing.

    Names in CapWords are classes: they can be subclassed and asked about in `isinstance`.  Those of errors can stand
    in ``except``.  Flags in capitals are False: what they ask for is not there.

    Args:
        module: Where it is found.
        name: Its name there.
        part: What it needs, as text for the error: ``"automatic differentiation"``.
    """
    if name.isupper() and name.startswith(_FLAGS):
        return False
    full_name = f"{module}.{name}"
    if name.lstrip("_")[:1].isupper():
        if name.endswith(_ERRORS):
            return type(name, (Exception,), {"__module__": module, "__doc__": f"Comes with {part}."})
        namespace = {"__module__": module, "__doc__": f"Comes with {part}.", "_coming": (full_name, part)}
        return _ComingClass(name, (), namespace)

    def function(*args: Any, **kwargs: Any) -> NoReturn:
        _refuse(full_name, part)

    function.__name__ = function.__qualname__ = name
    function.__module__, function.__doc__ = module, f"Comes with {part}."
    return _around[-1](function)


def functions_are(wrapped: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Pass every function that comes later through ``wrapped``, from now on: compat lets handlers answer its calls."""
    _around.append(wrapped)


def module_getattr(
    module: str,
    shown: str,
    names: Mapping[str, Iterable[str]] = MappingProxyType({}),
    *,
    classes: str | None = None,
    rest: str | None = None,
) -> Callable[[str], Any]:
    """A ``__getattr__`` for a module that has some names and awaits others; modules below it need no import.

    Args:
        module: The module's ``__name__``.
        shown: What errors call it.
        names: Part -> the names that come with it.
        classes: The part that all other names in CapWords come with.
        rest: The part that every other name comes with.
    """
    parts = {name: part for part, listed in names.items() for name in listed}

    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module '{shown}' has no attribute '{name}'")
        full_name = f"{module}.{name}"
        if hasattr(sys.modules[module], "__path__") and importlib.util.find_spec(full_name) is not None:
            return importlib.import_module(full_name)
        is_class = name[:1].isupper() and not name.isupper()
        part = parts.get(name) or (classes if is_class else None) or rest
        if part is None:
            raise AttributeError(f"module '{shown}' has no attribute '{name}'")
        made = sys.modules[module].__dict__[name] = placeholder(shown, name, part)
        return made

    return find


class ComingModule(ModuleType):
    """A module that comes later as a whole: every name can be imported from it."""

    def __init__(self, name: str, shown: str, part: str, below: Iterable[str]) -> None:
        super().__init__(name, f"Comes with {part}.")
        self.__dict__.update(_shown=shown, _part=part, _below=frozenset(below), __path__=[])

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        if name.startswith("__"):
            raise AttributeError(f"module '{own['_shown']}' has no attribute '{name}'")
        if name in own["_below"]:
            return importlib.import_module(f"{self.__name__}.{name}")
        own[name] = made = placeholder(own["_shown"], name, own["_part"])
        return made


class ComingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules that come later, below one package.

    Args:
        package: The package's full name.
        shown: What errors call the package.
        parts: Module name below the package -> the part of wye that it comes with.  A module that comes as a whole
            may have others below it that are not listed.
    """

    def __init__(self, package: str, shown: str, parts: Mapping[str, str]) -> None:
        self._package, self._shown, self._parts = package, shown, parts

    def part_of(self, name: str) -> str | None:
        """The part that the module ``name`` below the package comes with; None if it is not one of them."""
        while name and name not in self._parts:
            name = name.rpartition(".")[0]
        return self._parts.get(name)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Called by `import`."""
        if not fullname.startswith(f"{self._package}."):
            return None
        name = fullname.removeprefix(f"{self._package}.")
        parent = fullname.rpartition(".")[0]
        is_below = isinstance(sys.modules.get(parent), ComingModule)
        if not (is_below and self.part_of(name) is not None) and name not in self._parts:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Make the module."""
        name = spec.name.removeprefix(f"{self._package}.")
        part = self.part_of(name)
        assert part is not None, "find_spec has answered"
        below = (known.removeprefix(f"{name}.") for known in self._parts if known.startswith(f"{name}."))
        return ComingModule(spec.name, f"{self._shown}.{name}", part, (one.partition(".")[0] for one in below))

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run."""
