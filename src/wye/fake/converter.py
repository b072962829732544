"""From real tensors to fakes: the converter that a mode has, which remembers what it has converted.

Warm.  Tensors that share memory have fakes that share theirs; views have views; what requires grad still does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from wye.call.packets import ops
from wye.fake.devices import normalized
from wye.fake.exceptions import UnsupportedFakeTensorException
from wye.fake.symbols import geometry_of
from wye.fake.tensor import LAZY, FakeTensor, make, view
from wye.grad_mode import set_grad_enabled
from wye.modes.both_stacks import all_disabled
from wye.tensors.dense import META
from wye.tensors.meta_array import MetaArray
from wye.tensors.storage import UntypedStorage
from wye.tensors.wrapped_array import WrappedArray
from wye.weak import WeakIdKeyDictionary
from wye.wrappers import is_traceable_wrapper_subclass, transform_subclass

if TYPE_CHECKING:
    from wye.schema.values import device as device_type

__all__ = ["FakeTensorConverter"]


class FakeTensorConverter:
    """Makes fakes of real tensors, the same one for the same tensor.

    Attributes:
        tensor_memo: The fakes, by tensor, as long as the tensors live.
        export: Kept for PyTorch's sake.
    """

    def __init__(self, *, copy_data: bool = False, export: bool = False) -> None:
        """A converter that knows no tensor yet; ``copy_data`` is accepted for PyTorch's sake."""
        self.export = export
        self.tensor_memo = WeakIdKeyDictionary()
        self._storages = WeakIdKeyDictionary()  # of fakes, by real storage
        self._with_constants: dict[int, list[ref[Any]]] = {}  # fakes, by the storage of their constants

    def from_real_tensor(
        self,
        fake_mode: Any,
        t: Any,
        make_constant: bool = False,
        shape_env: Any = None,
        *,
        source: Any = None,
        symbolic_context: Any = None,
        trace: bool = True,
    ) -> Any:
        """The fake of a tensor.

        Args:
            fake_mode: The mode that it belongs to.
            t: The tensor.
            make_constant: Keep the tensor beside its fake: its value is known.
            shape_env: Makes symbols for sizes; None: they are numbers.
            source: Where the program has the tensor from, which names the symbols.
            symbolic_context: Which dimensions are dynamic.
            trace: Accepted for PyTorch's sake.

        Raises:
            UnsupportedFakeTensorException: it is of a class that cannot be faked.
        """
        ref(t)  # raises for what is no object that can be remembered
        found = self.tensor_memo.get(t)
        if found is None:
            found = self.tensor_memo[t] = self._converted(fake_mode, t, shape_env, source, symbolic_context)
        if make_constant:
            found.constant = t
            self._with_constants.setdefault(id(t._storage), []).append(ref(found))
        return found

    def from_meta_and_device(
        self, fake_mode: Any, t: Any, device: device_type, pytype: Any = None, dispatch_keys: Any = None
    ) -> Any:
        """A tensor without data as a fake on a device.

        Raises:
            AssertionError: it has data.
        """
        if t.device.type != "meta":
            raise AssertionError(f"tensor's device must be `meta`, got {t.device.type} instead")
        found = self.tensor_memo.get(t)
        if found is None:
            found = FakeTensor(fake_mode, t, device, pytype=pytype, dispatch_keys=dispatch_keys)
            self.tensor_memo[t] = found
        return found

    def set_tensor_memo(self, t: Any, v: Any) -> None:
        """Let a fake be that of a tensor."""
        self.tensor_memo[t] = v

    def forget_constants(self, fake: Any) -> None:
        """Forget the value of a fake tensor, and of those whose constants share its memory."""
        if fake.constant is None:
            return
        for one in self._with_constants.pop(id(fake.constant._storage), ()):
            known = one()
            if known is not None:
                known.constant = None
        fake.constant = None

    def invalidate_constant_aliases(self, tensor: Any) -> None:
        """Forget the values of fakes whose constants share the memory of a real tensor."""
        for one in self._with_constants.pop(id(tensor._storage), ()):
            known = one()
            if known is not None:
                known.constant = None

    # ---- how ----

    def _converted(self, mode: Any, t: Any, env: Any, source: Any, context: Any) -> Any:
        if is_traceable_wrapper_subclass(t):
            return transform_subclass(
                t,
                lambda name, inner: self.from_real_tensor(mode, inner, shape_env=env, source=source),
            )
        if isinstance(t._data, WrappedArray) or (_is_wrapper(t) and not isinstance(t, FakeTensor)):
            raise UnsupportedFakeTensorException(f"a tensor of class {type(t).__name__} cannot be made a fake tensor")
        array = self._described(t, env, source, context)
        base = t._base
        if base is None:
            made = self._over_storage(mode, t, array)
        else:
            made = self._view(mode, t, array, self.from_real_tensor(mode, base, shape_env=env))
        lazy = t._keys & LAZY
        if lazy.bits != (made._keys & LAZY).bits:
            made._keys = (made._keys - LAZY) | lazy
        made = _with_history(made, t)
        if getattr(t, "_is_param", False) or type(t).__name__ == "Parameter":
            made._is_param = True
        if t.is_leaf and t.grad is not None:
            made.grad = self.from_real_tensor(mode, t.grad, shape_env=env)
        return made

    def _described(self, t: Any, env: Any, source: Any, context: Any) -> MetaArray:
        data = t._data
        if env is not None:
            sizes, strides, offset = geometry_of(env, t, source, context)
            return MetaArray(sizes, data.dtype, strides, offset)
        return MetaArray(tuple(data.shape), data.dtype, tuple(t.stride()), t.storage_offset())

    def _over_storage(self, mode: Any, t: Any, array: MetaArray) -> Any:
        """A fake over a storage of its own, or that of the fakes of tensors that share the memory."""
        made = make(mode, array, normalized(t._device))
        real = t._storage
        storage = self._storages.get(real)
        if storage is None:
            if type(array.offset) is not int:
                return made
            storage = self._storages[real] = UntypedStorage._without_data(real.nbytes(), META)
        made._show(array, storage)
        return made

    def _view(self, mode: Any, t: Any, array: MetaArray, base: Any) -> Any:
        if t.requires_grad and not t.is_leaf and base.requires_grad and base.dtype == t.dtype:
            with all_disabled(), set_grad_enabled(True):
                return ops.aten.as_strided.default(base, [*array.shape], [*array.steps], array.offset)
        return view(base, array)


def _with_history(made: Any, t: Any) -> Any:
    """Let a fake require gradients as the tensor does: as a leaf, or as the result of a call."""
    if not t.requires_grad or made.requires_grad:
        return made
    if t.is_leaf:
        return made._begin_as_leaf()
    with all_disabled(), set_grad_enabled(True):
        made._begin_as_leaf()
        copy = ops.aten.clone.default(made)
        if (copy.stride(), copy.storage_offset()) == (made.stride(), made.storage_offset()):
            return copy
        return ops.aten.alias.default(made)  # a copy would lie in memory otherwise


def _is_wrapper(t: Any) -> bool:
    """Is it a tensor whose handler supplies its behaviour?"""
    return bool(t._handles_calls) and type(t._data) is MetaArray
