"""From real tensors to tensors without data: the converter that a mode has, which remembers what it has converted.

Warm.  Tensors that share memory have counterparts that share theirs; views have views; what requires grad still does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import ref

from wye.call.packets import ops
from wye.fake.devices import normalized
from wye.fake.exceptions import UnsupportedFakeTensorException
from wye.fake.symbols import base_source, geometry_of, unknown_source
from wye.fake.tensor import LAZY, FakeTensor, make, view
from wye.forking import Rank, fork_safe_lock
from wye.grad_mode import inference_mode, set_grad_enabled, thread
from wye.modes.both_stacks import all_disabled
from wye.tensors import Tensor
from wye.tensors.dense import META
from wye.tensors.meta_array import MetaArray
from wye.tensors.storage import UntypedStorage
from wye.tensors.wrapped_array import WrappedArray
from wye.weak import WeakIdDictionary, WeakIdKeyDictionary
from wye.wrappers import is_traceable_wrapper_subclass, transform_subclass

if TYPE_CHECKING:
    from wye.schema.values import device as device_type

__all__ = ["FakeTensorConverter", "MetaConverter"]


_converting: Final = fork_safe_lock(Rank.FAKES)  # one tensor has one counterpart, whichever thread asks first


class MetaConverter:
    """Makes tensors on the device "meta" of real tensors, the same one for the same tensor.

    >>> import wye
    >>> convert = MetaConverter()
    >>> convert(wye.ones(2, 3).t()).stride()
    (1, 3)

    Attributes:
        tensor_memo: What was made, by tensor, as long as both live.
        storage_memo: Storages of what was made, by real storage.
        hit, miss: How many tensors could and could not be converted.
    """

    _passes_others = True  # is what is no tensor its own counterpart?

    def __init__(self, *, copy_data: bool = False) -> None:
        """A converter that knows no tensor yet.

        Args:
            copy_data: Keep copies of real tensors beside their fakes.
        """
        self.copy_data = copy_data
        self.real_memory = WeakIdKeyDictionary()  # copies of memory, by real storage
        self.tensor_memo = WeakIdDictionary()  # a fake that nothing uses is made again: a mode keeps none alive
        self.storage_memo = WeakIdKeyDictionary()
        self.hit = self.miss = self.arg_cnt = 0

    def successful(self) -> bool:
        """Could all tensors be converted, and was there one?"""
        return self.hit > 0 and self.miss == 0

    def __call__(
        self, t: Any, shape_env: Any = None, *, source: Any = None, symbolic_context: Any = None, trace: bool = True
    ) -> Any:
        """The counterpart of a tensor; anything else is its own.

        Args:
            t: The tensor.
            shape_env: Makes symbols for sizes; None: they are numbers.
            source: Where the program has the tensor from, which names the symbols.
            symbolic_context: Which dimensions are dynamic.
            trace: Accepted for PyTorch's sake.

        Raises:
            UnsupportedFakeTensorException: it is of a class that cannot be converted.
        """
        if self._passes_others and not isinstance(t, Tensor):
            return t  # a number beside tensors
        found = self._known(t)
        if found is not None:
            return found
        with _converting:
            found = self._known(t)  # another thread may have come first
            if found is None:
                is_inference = isinstance(t, Tensor) and t.is_inference()
                if is_inference is thread.inference:
                    found = self._converted(t, shape_env, source, symbolic_context)
                else:  # the counterpart is an inference tensor exactly if the tensor is one
                    with inference_mode(is_inference):
                        found = self._converted(t, shape_env, source, symbolic_context)
                self.tensor_memo[t] = found
        return found

    def _known(self, t: Any) -> Any:
        return self.tensor_memo.get(t)

    def _made(self, array: MetaArray, t: Any) -> Any:
        return Tensor._over(array, META)

    def _made_view(self, base: Any, array: MetaArray) -> Any:
        return Tensor._view_of(base, array)

    def _converted(self, t: Any, env: Any, source: Any, context: Any) -> Any:
        if is_traceable_wrapper_subclass(t):
            return transform_subclass(t, lambda name, inner: self(inner, env, source=source))
        if isinstance(t._data, WrappedArray):  # of a function transform
            made = t._data.around(self(t._data.inner, env, source=source))
            if made is not None:
                made._requires_grad = t._requires_grad and t.is_leaf
                return made
        if isinstance(t._data, WrappedArray) or (_is_wrapper(t) and not isinstance(t, FakeTensor)):
            self.miss += 1
            raise UnsupportedFakeTensorException(f"a tensor of class {type(t).__name__} cannot be made a fake tensor")
        if env is not None and source is None:
            source = unknown_source(len(self.tensor_memo))
        base = t._base
        if base is None:
            made = self._over_storage(t, self._described(t, env, source, context))
        else:
            known = self._base(base, env, source, context)  # before the view: its symbols come first
            made = self._view(t, self._described(t, env, source, context), known)
        lazy = t._keys & LAZY
        if lazy.bits != (made._keys & LAZY).bits:
            made._keys = (made._keys - LAZY) | lazy
        made = _with_history(made, t)
        if getattr(t, "_is_param", False) or type(t).__name__ == "Parameter":
            made._is_param = True
        if t.is_leaf and t.grad is not None:
            made.grad = self(t.grad, env)
        self.hit += 1
        return made

    def _base(self, base: Any, env: Any, source: Any, context: Any) -> Any:
        if env is None:
            return self(base)
        inner = getattr(context, "view_base_context", None)
        return self(base, env, source=base_source(source), symbolic_context=inner)

    def _described(self, t: Any, env: Any, source: Any, context: Any) -> MetaArray:
        data = t._data
        if env is not None:
            sizes, strides, offset = geometry_of(env, t, source, context)
            return MetaArray(sizes, data.dtype, strides, offset)
        return MetaArray(tuple(data.shape), data.dtype, tuple(t.stride()), t.storage_offset())

    def _over_storage(self, t: Any, array: MetaArray) -> Any:
        """A tensor over a storage of its own, or that of what was made of tensors that share the memory."""
        made = self._made(array, t)
        real = t._storage
        storage = self.storage_memo.get(real)
        if storage is None:
            if any(type(size) is not int for size in array.shape):
                self.storage_memo[real] = made._storage  # its size follows from the symbols
                return made
            size = real.nbytes()
            if type(size) is not int:
                return made
            storage = self.storage_memo[real] = UntypedStorage._without_data(size, META)
        made._show(array, storage)
        return made

    def _view(self, t: Any, array: MetaArray, base: Any) -> Any:
        if t.requires_grad and not t.is_leaf and base.requires_grad and base.dtype == t.dtype:
            with all_disabled(), set_grad_enabled(True):
                return ops.aten.as_strided.default(base, [*array.shape], [*array.steps], array.offset)
        return self._made_view(base, array)


def _with_history(made: Any, t: Any) -> Any:
    """Let a tensor require gradients as the real one does: as a leaf, or as the result of a call."""
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


class _ToFakes(MetaConverter):
    """A converter whose tensors are fakes of a mode."""

    _mode: Any = None  # a weak reference: the mode holds this
    _passes_others = False

    @property
    def mode(self) -> Any:
        """The mode whose fakes are made; None: no fake was made yet."""
        return None if self._mode is None else self._mode()

    @mode.setter
    def mode(self, mode: Any) -> None:
        self._mode = ref(mode)

    def _made(self, array: MetaArray, t: Any) -> Any:
        return make(self.mode, array, normalized(t._device))

    def _made_view(self, base: Any, array: MetaArray) -> Any:
        return view(base, array)


class FakeTensorConverter:
    """Makes fakes of real tensors, the same one for the same tensor.

    Attributes:
        meta_converter: Remembers tensors and storages.
        export: Kept for PyTorch's sake.
    """

    def __init__(self, *, copy_data: bool = False, export: bool = False) -> None:
        """A converter that knows no tensor yet; ``copy_data``: keep copies of real tensors beside their fakes."""
        self.export = export
        self.meta_converter = _ToFakes(copy_data=copy_data)
        self.constant_storage_mapping = WeakIdKeyDictionary()  # lists of fakes, by the storage of their constants

    @property
    def tensor_memo(self) -> WeakIdDictionary:
        """The fakes, by tensor, as long as both live."""
        return self.meta_converter.tensor_memo

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
            AssertionError: the converter has made fakes of another mode.
            UnsupportedFakeTensorException: it is of a class that cannot be faked.
        """
        convert = self.meta_converter
        if convert.mode is not fake_mode:
            if convert.mode is not None and len(convert.tensor_memo):
                raise AssertionError("a FakeTensorConverter makes fakes of one mode")
            convert.mode = fake_mode
        found = convert(t, shape_env, source=source, symbolic_context=symbolic_context)
        if convert.copy_data and type(found) is FakeTensor and found.real_tensor is None:
            from wye.fake.real import copy_of  # here: it needs calls, which need this module

            found.real_tensor = copy_of(t, convert.real_memory)
        if make_constant:
            found.constant = t
            self.add_constant_storage_mapping(found)
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
        with _converting:
            found = self.tensor_memo.get(t)
            if found is None:
                found = FakeTensor(fake_mode, t, device, pytype=pytype, dispatch_keys=dispatch_keys)
                self.tensor_memo[t] = found
        return found

    def set_tensor_memo(self, t: Any, v: Any) -> None:
        """Let a fake be that of a tensor."""
        self.tensor_memo[t] = v

    def add_constant_storage_mapping(self, fake_tensor: Any) -> None:
        """Remember that the value of a fake is known, to be forgotten when that memory is written to."""
        self.constant_storage_mapping.setdefault(fake_tensor.constant._storage, []).append(ref(fake_tensor))

    def invalidate_constant_aliases(self, tensor: Any) -> None:
        """Forget the values of fakes whose constants share the memory of a real tensor."""
        for one in self.constant_storage_mapping.pop(tensor._storage, ()):
            known = one()
            if known is not None:
                known.constant = None

    def forget_constants(self, fake: Any) -> None:
        """Forget the value of a fake tensor, and of those whose constants share its memory."""
        if fake.constant is not None:
            self.invalidate_constant_aliases(fake.constant)
            fake.constant = None
