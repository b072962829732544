"""FakeTensor: a tensor without data that says it is on some device.

Hot path under fake tensors: made for every result.  Its array is a `MetaArray`; its keys are those of its device, and
Python's, so that its handler, or the active `FakeTensorMode`, sees every call below autograd.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.fake.devices import normalized
from wye.keys import DispatchKeySet
from wye.modes.stack import ModeKey
from wye.tensors import Tensor
from wye.tensors.dense import CPU, META
from wye.tensors.printing import tensor_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.fake.mode import FakeTensorMode
    from wye.schema.values import device as device_type
    from wye.tensors.meta_array import MetaArray
    from wye.tensors.storage import UntypedStorage

__all__ = ["LAZY", "FakeTensor", "kernels", "make", "view"]

LAZY: Final = DispatchKeySet("Conjugate", "Negative", "ZeroTensor")
_wrap: Final = engine.wrap
_view: Final = engine.view


class _Kernels(threading.local):
    """The mode whose fake tensors this thread shows to a kernel for tensors without data; else None."""

    mode: Any = None


kernels: Final = _Kernels()


class _Memo:
    """A value that was computed for a tensor: forgotten when the tensor is written to, or its mode begins anew."""

    __slots__ = ("name",)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = f"_{name}"

    def __get__(self, tensor: Any, owner: type | None = None) -> Any:
        if tensor is None:
            return self
        found = tensor.__dict__.get(self.name)
        if found is None or found[1:] != (tensor._version, tensor.fake_mode.epoch):
            return None
        return found[0]

    def __set__(self, tensor: Any, value: Any) -> None:
        if tensor.is_inference():
            return  # nothing counts the writes to it
        found = None if value is None else (value, tensor._version, tensor.fake_mode.epoch)
        tensor.__dict__[self.name] = found


class FakeTensor(Tensor):
    """A tensor without data on any device.  Made by a `FakeTensorMode`.

    >>> import wye
    >>> from wye.fake import FakeTensorMode
    >>> with FakeTensorMode():
    ...     x = wye.ones(2, 3, device="cuda")
    >>> x @ x.t()
    FakeTensor(..., device='cuda:0', size=(2, 2))

    Attributes:
        fake_mode: The mode that it belongs to.
        constant: A real tensor with its value, where that is known: of single numbers that a program has written down.
        real_tensor: What was computed beside it, in a mode that propagates real tensors.
        nonzero_memo, item_memo, unique_memo, unique_consecutive_memo: What unknown sizes and numbers stand for.
    """

    _mode_key = ModeKey.FAKE
    fake_mode: FakeTensorMode
    constant: Any = None
    real_tensor: Any = None
    pytype: Any = None
    dispatch_keys: Any = None
    _is_param = False
    nonzero_memo = _Memo()
    item_memo = _Memo()
    unique_memo = _Memo()
    unique_consecutive_memo = _Memo()
    nested_int_memo: Any = None

    def __new__(
        cls,
        fake_mode: FakeTensorMode | None = None,
        elem: Tensor | None = None,
        device: device_type | str | None = None,
        constant: Tensor | None = None,
        real_tensor: Tensor | None = None,
        pytype: type[Tensor] | None = None,
        dispatch_keys: DispatchKeySet | None = None,
        *,
        requires_grad: bool | None = None,
    ) -> Self:
        """A fake tensor that shares the storage of ``elem``, a tensor on the device "meta".

        Raises:
            AssertionError: ``elem`` is on another device.
            TypeError: an argument is missing.
        """
        for name, value in (("fake_mode", fake_mode), ("elem", elem), ("device", device)):
            if value is None:
                raise TypeError(f"FakeTensor.__new__() missing required argument: '{name}'")
        assert fake_mode is not None
        assert elem is not None
        if elem.device.type != "meta":
            raise AssertionError(f"elem.device.type must be 'meta', got {elem.device.type}")
        where = normalized(device)
        _check_device(fake_mode, where)
        made = cls._over(elem._data, where)
        made._show(elem._data, elem._storage)
        made._keys = made._keys | (elem._keys & LAZY)
        made.fake_mode = fake_mode
        made.constant, made.real_tensor, made.pytype, made.dispatch_keys = constant, real_tensor, pytype, dispatch_keys
        if elem.requires_grad if requires_grad is None else requires_grad:
            made._begin_as_leaf()
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Nothing more to do."""

    @classmethod
    def __wye_dispatch__(
        cls, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Let the mode of the first fake tensor among the arguments handle a call."""
        if len(types) > 1 and has_strangers(types):
            return NotImplemented
        mode = _mode_of(args) or _mode_of((kwargs or {}).values())
        return mode.dispatch(func, types, args, kwargs)

    @staticmethod
    def from_tensor(t: Tensor, fake_mode: FakeTensorMode) -> FakeTensor:
        """The fake of a tensor."""
        return fake_mode.from_tensor(t)

    @property
    def device(self) -> device_type:
        """Where it says that it is; the device "meta" to a kernel for tensors without data."""
        return META if kernels.mode is not None and kernels.mode is self.fake_mode else self._device

    @property
    def fake_device(self) -> device_type:
        """Where it says that it is."""
        return self._device

    @property
    def names(self) -> Any:
        """Dimensions have no names.

        Raises:
            NotImplementedError: always, as in PyTorch.
        """
        raise NotImplementedError("torch.compile doesn't support named tensors")

    def untyped_storage(self) -> UntypedStorage:
        """What it shares with its views: the number of bytes, and no data."""
        storage: UntypedStorage = self._storage
        if not storage._guarded:
            storage._device = META
            if type(self._data.size) is int:  # a guard reads no symbols
                from wye.tensors.data_guards import warn_on_mutable_data_ptr  # here: only programs that ask need it

                warn_on_mutable_data_ptr(self)
        return storage

    def data_ptr(self) -> int:
        """0: there is no data, and a program that asks for it is most likely wrong."""
        self.untyped_storage()
        return super().data_ptr()

    def tolist(self) -> Any:
        """The elements as nested lists.

        Raises:
            DataDependentOutputException: they are not known.
        """
        if not self.shape:
            return self.item()
        return [part.tolist() for part in self.unbind(0)]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        import copy  # here: few programs copy fake tensors

        if id(self) in memo:
            return memo[id(self)]
        mode = copy.deepcopy(self.fake_mode, memo)
        made = make(mode, self._data.without_offset(), self._device)
        memo[id(self)] = made
        if self.requires_grad:
            made._begin_as_leaf()
        if self._is_param:
            made._is_param = True
        if self.grad is not None:
            made.grad = copy.deepcopy(self.grad, memo)
        return made

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise AttributeError(
            "a fake tensor cannot be pickled: it belongs to its FakeTensorMode, which remembers living tensors"
        )

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return tensor_text(self, tensor_contents)


def has_strangers(types: Iterable[type]) -> bool:
    """Is there a class that must handle a call before fake tensors do?"""
    return any(
        cls is not Tensor and not issubclass(cls, FakeTensor) and getattr(cls, "_handles_calls", False) for cls in types
    )


def _mode_of(values: Iterable[Any]) -> Any:
    for value in values:
        if isinstance(value, FakeTensor):
            return value.fake_mode
        if type(value) in (list, tuple):
            found = _mode_of(value)
            if found is not None:
                return found
    return None


_keys_of: dict[Any, DispatchKeySet] = {}  # by the device's type


def keys_of(device: device_type) -> DispatchKeySet:
    """The keys of fake tensors on a device."""
    found = _keys_of.get(device.type)
    if found is None:
        found = _keys_of[device.type] = FakeTensor._keys_on(device)
    return found


_CPU_KEYS: Final = keys_of(CPU)


def _check_device(mode: FakeTensorMode, device: device_type) -> None:
    if device is META and not mode.allow_meta:
        raise AssertionError("device.type must not be 'meta' when allow_meta is False")


def make(mode: FakeTensorMode, array: MetaArray, device: device_type) -> Any:
    """A fake tensor over memory of its own.

    Raises:
        AssertionError: it would be on the device "meta", and the mode allows none there.
    """
    if device is CPU:
        made = _wrap(array, FakeTensor, _CPU_KEYS)
    else:
        _check_device(mode, device)
        made = _wrap(array, FakeTensor, _keys_of.get(device.type) or keys_of(device))
        made._device = device
    made.fake_mode = mode
    return made


def view(base: Any, array: MetaArray, is_view: bool = True) -> Any:
    """A fake tensor over the memory of another one: a view of it, or, as ``detach`` makes it, none."""
    device = base._device
    if device is CPU:
        made = _view(base, array, FakeTensor, _CPU_KEYS, is_view)
    else:
        made = _view(base, array, FakeTensor, _keys_of.get(device.type) or keys_of(device), is_view)
        made._device = device
    made.fake_mode = base.fake_mode
    return made
