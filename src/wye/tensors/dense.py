"""Tensor: data, dtype, device, and the keys that it brings to every call.

The keys stand in the engine's base type, where a call reads them; the data is a NumPy array, or nothing on `meta`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet, autograd_key_of_backend
from wye.modes.function import run_without_functions
from wye.modes.python_key import plain_types
from wye.schema.values import DTYPES
from wye.schema.values import device as device_type
from wye.schema.values import dtype as dtype_type
from wye.tensors.dtypes import default_dtype_of, from_numpy_dtype, to_numpy_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Tensor", "disabled_dispatch", "from_numpy", "keys_for_device", "tensor"]

_keys_of_device: dict[str, DispatchKeySet] = {}


def keys_for_device(device: device_type) -> DispatchKeySet:
    """The keys of a plain tensor on a device: its backend, autograd, in-place tracking, autocast where it has one."""
    if device.type not in _keys_of_device:
        backend = device.backend_key
        keys = DispatchKeySet(backend, "ADInplaceOrView", autograd_key_of_backend(backend.name))
        autocast = f"Autocast{backend.name}"
        if autocast in DispatchKey.__members__:
            keys = keys.add(autocast)
        _keys_of_device[device.type] = keys
    return _keys_of_device[device.type]


def disabled_dispatch(*args: object) -> Any:
    """As ``__wye_dispatch__`` of a subclass: it is a plain tensor, whatever its bases do."""
    raise TypeError("disabled_dispatch is a mark for classes and is not called")


_PYTHON_KEYS: Final = DispatchKeySet("Python", "PythonTLSSnapshot")


class Tensor(engine.TensorBase):
    """An array with dispatch keys.  Made by `wye.tensor` and `wye.from_numpy`.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0])
    >>> x.shape, x.dtype
    ((2,), wye.float32)
    """

    __slots__ = ("_data", "_device", "_dtype", "_shape")
    _data: Any
    _device: device_type
    _dtype: dtype_type
    _shape: tuple[int, ...]
    _handles_calls = False  # does this class have a __wye_dispatch__ of its own?
    _handles_functions = False  # and a __wye_function__?

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = cls.__dict__
        if "__torch_dispatch__" in own and "__wye_dispatch__" not in own:
            cls.__wye_dispatch__ = own["__torch_dispatch__"]  # type: ignore[attr-defined]  # written for PyTorch
        if "__wye_dispatch__" in cls.__dict__:
            cls._handles_calls = cls.__dict__["__wye_dispatch__"] is not disabled_dispatch
        if "__torch_function__" in own and "__wye_function__" not in own:
            cls.__wye_function__ = own["__torch_function__"]  # type: ignore[method-assign]  # written for PyTorch
        if "__wye_function__" in cls.__dict__:
            cls._handles_functions = cls.__dict__["__wye_function__"] is not disabled_dispatch

    def __new__(cls, data: Any = (), *args: Any, **kwargs: Any) -> Self:
        """A ``float32`` tensor with a copy of ``data``, as PyTorch's class makes it; `wye.tensor` keeps dtypes."""
        made = tensor(data, dtype=DTYPES["float32"])
        return cls._make(made._data, made._device, made._dtype, made._shape)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: tensors are complete when they are made, whatever a subclass's constructor takes."""

    @classmethod
    def _make(cls, data: Any, device: device_type, dtype: dtype_type, shape: tuple[int, ...]) -> Self:
        """A tensor that owns ``data``: a NumPy array, or None where there is none."""
        self = engine.TensorBase.__new__(cls)
        keys = keys_for_device(device)
        keys = keys | _PYTHON_KEYS if cls._handles_calls else keys
        self._keys = keys | FUNCTION if cls._handles_functions else keys
        self._data, self._device, self._dtype, self._shape = data, device, dtype, shape
        return self

    @classmethod
    def __wye_function__(
        cls,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Call ``func`` where nobody overrides it, and make its tensors ``cls``; subclasses call it by `super`."""
        result = run_without_functions(func, args, kwargs)
        if isinstance(result, Tensor) and not isinstance(result, cls) and not cls._handles_calls:
            return cls._make(result._data, result.device, result.dtype, result.shape)
        return result

    @staticmethod
    def _make_subclass(subclass: type, data: Tensor, require_grad: bool = False) -> Any:
        """PyTorch's name of `wye.tensors.subclass.make_subclass`."""
        from wye.tensors.subclass import make_subclass  # here: that module is about this class

        return make_subclass(subclass, data)

    @staticmethod
    def _make_wrapper_subclass(subclass: type, size: Any, **shown: Any) -> Any:
        """PyTorch's name of `wye.tensors.subclass.make_wrapper_subclass`."""
        from wye.tensors.subclass import make_wrapper_subclass  # here: that module is about this class

        return make_wrapper_subclass(subclass, size, **shown)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
        return self._shape

    @property
    def dtype(self) -> dtype_type:
        """The type of the elements."""
        return self._dtype

    @property
    def device(self) -> device_type:
        """Where the data is."""
        return self._device

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._shape)

    @property
    def keys(self) -> DispatchKeySet:
        """The keys that this tensor brings to a call."""
        # The engine makes the type it was configured with; the function bit is no key.
        return self._keys - FUNCTION  # type: ignore[return-value]

    def dim(self) -> int:
        """The number of dimensions."""
        return len(self._shape)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the size of one dimension."""
        return self._shape if dim is None else self._shape[dim]

    def numel(self) -> int:
        """The number of elements."""
        n = 1
        for size in self._shape:
            n *= size
        return n

    def numpy(self) -> Any:
        """The data as a NumPy array that shares memory.

        Raises:
            TypeError: the tensor has no data.
        """
        if self._data is None:
            raise TypeError(f"a tensor on the device {self._device} has no data to convert to NumPy")
        return self._data

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        data = self.numpy()
        if dtype is not None and data.dtype != dtype:
            return data.astype(dtype)
        return data.copy() if copy else data

    def item(self) -> Any:
        """The only element as a Python number."""
        return self.numpy().item()

    def tolist(self) -> Any:
        """The elements as nested lists."""
        return self.numpy().tolist()

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of a 0-d tensor")
        return self._shape[0]

    def __repr__(self) -> str:
        if self._data is None:
            return f"tensor(..., device={str(self._device)!r}, size={self._shape}, dtype={self._dtype})"
        import numpy as np  # here: there is data, so NumPy is loaded

        body = np.array2string(self._data, separator=", ", prefix="tensor(")
        implied = self._dtype.name in ("float32", "int64", "bool", "complex64")
        return f"tensor({body})" if implied else f"tensor({body}, dtype={self._dtype})"


def tensor(data: Any, *, dtype: dtype_type | None = None, device: device_type | str = "cpu") -> Tensor:
    """Make a tensor with a copy of ``data``: numbers, nested lists, arrays or tensors.

    Args:
        data: Python floats become ``float32``; arrays keep their dtype.
        dtype: The type of the elements.
        device: ``"cpu"``, or ``"meta"`` for a tensor without data.

    Raises:
        TypeError: a dtype that is not wye's, or data that no dtype fits.
        ValueError: a device on which wye cannot hold data.
    """
    import numpy as np  # here: only who makes tensors needs NumPy

    if dtype is not None and not isinstance(dtype, dtype_type):
        raise TypeError(f"dtype must be one of wye's, for example wye.float32, not {dtype!r}")
    where = device_type(device)
    is_array = isinstance(data, (np.ndarray, np.generic, Tensor))
    array = np.array(data)
    found = from_numpy_dtype(array.dtype)
    wanted = dtype or (found if is_array else default_dtype_of(found))
    if wanted is not found:
        array = array.astype(to_numpy_dtype(wanted))
    if where.type == "meta":
        return Tensor._make(None, where, wanted, array.shape)
    if where.type != "cpu":
        raise ValueError(f"wye.tensor cannot hold data on the device {where}: a backend for it must make the tensor")
    return Tensor._make(array, where, wanted, array.shape)


def from_numpy(array: Any) -> Tensor:
    """Make a tensor that shares memory with a NumPy array.

    Raises:
        TypeError: it is no NumPy array, or its elements are of no dtype that wye has.
    """
    import numpy as np  # here: only who makes tensors needs NumPy

    if not isinstance(array, np.ndarray):
        raise TypeError(f"from_numpy() takes a numpy.ndarray, not {type(array).__name__}; wye.tensor copies other data")
    return Tensor._make(array, device_type("cpu"), from_numpy_dtype(array.dtype), array.shape)


engine.configure(plain_type=Tensor)
plain_types.add(Tensor)
