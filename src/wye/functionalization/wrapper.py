"""Functional tensors: a value that is replaced where a program writes, and how it is seen from its base.

Hot path under functionalization.  A functional tensor is a plain `Tensor` whose array is a `FunctionalArray`: the value
it has now, the storage it shares with its views, and the steps from the base to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye._engine import engine
from wye.aten.view_chain import replay
from wye.call.packets import ops
from wye.call.py_impl import hooks
from wye.functionalization.storage import FunctionalStorage
from wye.keys import FUNCTION, DispatchKeySet
from wye.schema.values import LAYOUTS
from wye.tensors import Tensor
from wye.tensors.dense import CPU, keys_for_device
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.functionalization.steps import FunctionalStep

__all__ = ["INSIDE", "FunctionalArray", "Owner", "commit", "regenerate", "replace", "sync", "view_of", "wrap"]

_FUNCTIONAL: Final = DispatchKeySet("Functionalize")
# Keys that say how a tensor's own class or level is handled: calls on the tensor inside come to them.
INSIDE: Final = DispatchKeySet(
    "Python", "PythonTLSSnapshot", "ZeroTensor", "FuncTorchBatched", "FuncTorchGradWrapper"
) | FUNCTION  # fmt: skip
_PLAIN: Final = keys_for_device(CPU)
_PLAIN_OUTSIDE: Final = _PLAIN | _FUNCTIONAL
_keys_outside: dict[Any, Any] = {}  # keys of the tensor inside -> keys of the functional one
_wrap: Final = engine.wrap
_is_grad_enabled: Final = engine.is_grad_enabled
_WITHOUT_GRAD: Final = engine.MADE_WITHOUT_GRAD
_STRIDED: Final = LAYOUTS["strided"]


class Owner:
    """A layer that functionalizes: the key, or a level of the transform.  It says how calls continue below it.

    Attributes:
        copies: Are views removed, too?
        level_of_wrappers: Of the transform; 0 for the key.
        kind: What rules of `py_functionalize_impl` for this layer are registered for.
    """

    __slots__ = ()
    copies: bool
    level_of_wrappers: int
    kind: ClassVar[Any]

    def find(self, value: Any) -> FunctionalArray | None:
        """The array of a functional tensor that belongs to this layer; None for everything else."""
        raise NotImplementedError  # abstract: the key and the transform have their own

    def below(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call a function so that the operators it calls continue below this layer."""
        raise NotImplementedError  # abstract: as above

    def run_registered(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the kernel that a program has registered at the key Functionalize."""
        raise NotImplementedError  # abstract: as above

    def context(self) -> Any:
        """What rules of `py_functionalize_impl` get first."""
        return hooks.context_of(self.kind, self)

    def shown(self, value: Any) -> Any:
        """What a view operator has returned, as this layer keeps it."""
        return value


class FunctionalArray(WrappedArray):
    """Stands for the array of a functional tensor; its metadata are those of its value.

    Attributes:
        inner: The value, which is out of date where `generation` is lower than that of the storage.
        owner: The layer that it belongs to.
        storage: What it shares with its base and other views.
        views: The steps from the base to it.
        generation: Of the storage, when the value was computed.
        has_new_metadata: Was its shape changed in place?
        new_storages: How often it was given other memory.
    """

    __slots__ = ("generation", "has_new_metadata", "new_storages", "storage", "views")

    def __init__(self, inner: Any, owner: Owner, storage: FunctionalStorage, views: Sequence[FunctionalStep]) -> None:
        self.inner, self.owner, self.level = inner, owner, owner.level_of_wrappers
        self.storage, self.views = storage, views
        self.generation = self.new_storages = 0
        self.has_new_metadata = False

    def address(self) -> int:
        """It has no elements of its own."""
        return 0

    def text(self) -> str:
        """The tensor as `repr` shows it."""
        if self.level > 0:  # the backslash is PyTorch's
            return f"FunctionalTensor(lvl={self.level}, value=\\\n{self.inner!r})"
        return f"_to_functional_tensor({self.inner!r})"


def wrap(inner: Any, owner: Owner) -> Any:
    """A tensor as the base of a new functional storage."""
    return _made(FunctionalArray(inner, owner, FunctionalStorage(inner), ()), inner)


def _made(array: FunctionalArray, inner: Any) -> Any:
    keys = inner._keys
    if keys == _PLAIN:
        return _wrap(array, Tensor, _PLAIN_OUTSIDE)
    outside = _keys_outside.get(keys)
    if outside is None:
        outside = _keys_outside[keys] = (keys - INSIDE) | _FUNCTIONAL
    made = _wrap(array, Tensor, outside)
    if inner._device is not CPU:
        made._device = inner._device
    return made


def view_of(base: Any, inner: Any, step: FunctionalStep, *, is_view: bool = True) -> Any:
    """A view of a functional tensor.

    Args:
        base: The functional tensor.
        inner: What the view shows of its value, which may be out of date.
        step: How the view was made.
        is_view: Does autograd see a view?  Not so for `detach`.
    """
    data = base._data
    array = FunctionalArray(inner, data.owner, data.storage, (*data.views, step))
    data.storage.remember(array)
    made = _made(array, inner)
    made._join(base, is_view)
    made._show(array, base._storage)
    if is_view:
        how = base._made | (0 if _is_grad_enabled() else _WITHOUT_GRAD)
        if step.is_multi:
            how |= engine.MADE_WITH_OTHERS
        if how:
            made._made |= how
    return made


def regenerate(data: FunctionalArray) -> None:
    """Bring a value up to date.  Runs below its layer.  See Note [Writes wait until they are read]."""
    storage = data.storage
    data.inner = replay(storage.apply(), data.views)
    data.generation = storage.generation


def sync(data: FunctionalArray) -> Any:
    """The value, brought up to date."""
    if data.generation != data.storage.generation:
        data.owner.below(regenerate, data)
    return data.inner


def replace(data: FunctionalArray, value: Any) -> None:
    """Give a functional tensor another value, in the dtype that it has.  Runs below its layer."""
    if value.dtype != data.inner.dtype:
        value = ops.aten._to_copy.default(value, dtype=data.inner.dtype, layout=_STRIDED)
    data.inner = value
    data.storage.count(with_grad=_is_grad_enabled())


def commit(data: FunctionalArray) -> None:
    """Let the base and other views see the value."""
    data.storage.add(data.inner, data.views)
