"""The classes whose objects operators take as black boxes: by name, by Python class, with their fakes.

Cold path: read while schemas are parsed and when the engine's quick check refuses an object.
In: names and classes.  Out: `OpaqueClass` records; listeners are told of every change.

See Note [One registry of classes].
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["SCRIPT_PREFIX", "ClassRegistry", "OpaqueClass", "StandIn", "classes"]

# Note [One registry of classes]
# `classes` owns everything that is known about a class: its name in schemas, its Python class, how its objects are
# treated, its fake class. Two kinds of name lead there:
#   __torch__.torch.classes.ns.Name   a script class (ClassType): calls with fake objects are dispatched in Python
#   module.Name                       an opaque type (PyObjectType): its fakes go through the dispatcher like any object
# What is registered is a list, the newest last; the tables by name and by class are rebuilt from it, so that the
# newest registration counts and taking one back, in any order, leaves what the others say. Parsed schemas and compiled
# signatures depend on it: they are dropped on every change, and `wye.library` pushes new ones into the operators.
# Broken by: keeping a class beside this registry, or a cache of schemas that does not listen to it.
# Guarded by: tests/unit/library/test_opaque_types.py::test_taking_classes_back_in_any_order

SCRIPT_PREFIX = "__torch__.torch.classes."

# PyTorch's own classes; they have no Python class here.
_PYTORCH_CLASSES = (
    "c10d.ProcessGroup c10d.ReduceOp c10d.SymmetricMemory c10d.Work dist_rpc.WorkerInfo mkldnn.ConvOpContext "
    "profiler._RecordFunction quantized.Conv2dPackedParamsBase quantized.Conv3dPackedParamsBase "
    "quantized.EmbeddingPackedParamsBase quantized.LinearPackedParamsBase rnn.CellParamsBase "
    "sparse.LinearPackedParamsBase"
)


class OpaqueClass:
    """What one registration says about a class.

    Attributes:
        text: Its name in schemas.
        cls: The Python class.
        kind: ``"script"``, or for opaque types ``"reference"`` or ``"value"``.
        members: For opaque types: the attributes that fake objects have too, and how tracing treats them.
        guard_fn: For references: the values that compiled code must check.
        hoist: For values: are they inputs of compiled code, not constants in it?
        reconstruct_fn: Makes an object that tracing meets from those that it knows.
    """

    __slots__ = ("cls", "guard_fn", "hoist", "kind", "members", "reconstruct_fn", "text")

    def __init__(
        self,
        text: str,
        cls: type,
        kind: str,
        *,
        members: Mapping[str, object] | None = None,
        guard_fn: Callable[..., object] | None = None,
        hoist: bool = False,
        reconstruct_fn: Callable[..., object] | None = None,
    ) -> None:
        self.text, self.cls, self.kind = text, cls, kind
        self.members = dict(members or {})
        self.guard_fn, self.hoist, self.reconstruct_fn = guard_fn, hoist, reconstruct_fn

    @property
    def class_name(self) -> str:
        """PyTorch's name for `text`."""
        return self.text

    @property
    def opaque_typ(self) -> str:
        """PyTorch's name for `kind`."""
        return self.kind

    def __repr__(self) -> str:
        return f"<OpaqueClass {self.text}: {self.kind} {self.cls.__qualname__}>"


class StandIn:
    """Base class of fakes of objects.

    Attributes:
        script_class_name: The name of that class in schemas.
    """

    script_class_name: str


class ClassRegistry:
    """All classes.  See Note [One registry of classes]."""

    def __init__(self) -> None:
        self._declared = {SCRIPT_PREFIX + name for name in _PYTORCH_CLASSES.split()}
        self._registered: tuple[OpaqueClass, ...] = ()
        self._fakes: tuple[tuple[str, type], ...] = ()
        self._by_name: dict[str, OpaqueClass] = {}
        self._by_class: dict[type, OpaqueClass] = {}
        self._fake_by_name: dict[str, type] = {}
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` after every change."""
        self._listeners.append(tell)

    def _derive(self) -> None:
        self._by_name = {known.text: known for known in self._registered}
        self._by_class = {known.cls: known for known in self._registered}
        self._fake_by_name = dict(self._fakes)
        for tell in self._listeners:
            tell()

    def declare(self, text: str) -> None:
        """Make a name known that has no Python class."""
        self._declared.add(text)

    def forget(self, text: str) -> None:
        """Take `declare` back."""
        self._declared.discard(text)

    def add(self, known: OpaqueClass) -> Callable[[], None]:
        """Register a class; returns a function that removes it."""
        self._registered = (*self._registered, known)
        self._derive()

        def undo() -> None:
            self._registered = tuple([other for other in self._registered if other is not known])
            self._derive()

        return undo

    def add_fake(self, text: str, cls: type) -> Callable[[], None]:
        """Register the fake of a class; returns a function that removes it."""
        pair = (text, cls)
        self._fakes = (*self._fakes, pair)
        self._derive()

        def undo() -> None:
            self._fakes = tuple([other for other in self._fakes if other is not pair])
            self._derive()

        return undo

    def is_known(self, text: str) -> bool:
        """Is this the name of a class?"""
        return text in self._by_name or text in self._declared

    def named(self, text: str) -> OpaqueClass | None:
        """The class of a name; None where nothing is registered, or no Python class."""
        return self._by_name.get(text)

    def of_class(self, cls: object) -> OpaqueClass | None:
        """What is registered for a Python class or the nearest of its bases."""
        for base in cls.__mro__ if isinstance(cls, type) else ():
            known = self._by_class.get(base)
            if known is not None:
                return known
        return None

    def fake_of(self, text: str) -> type | None:
        """The fake class of a name."""
        return self._fake_by_name.get(text)

    def fits(self, value: object, text: str) -> bool | None:
        """Is ``value`` an object of a class, or the stand-in of one?  None where the class is only a name."""
        known = self._by_name.get(text)
        if isinstance(value, StandIn):
            if value.script_class_name == text:
                return True
            other = self._by_name.get(value.script_class_name)
            return known is not None and other is not None and issubclass(other.cls, known.cls)
        return None if known is None else isinstance(value, known.cls)


classes = ClassRegistry()
