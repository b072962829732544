"""Tensor: an array, and the keys that it brings to every call.

The keys and the array are stored in the engine's base type, where a call reads them.  The array is NumPy's, or a
`MetaArray` where there is no data.  Operators are elsewhere: `wye.aten` adds the methods.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from wye._engine import engine
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.keys import FUNCTION, DispatchKeySet
from wye.modes.function import run_as_subclass, run_without_functions
from wye.modes.python_key import plain_types
from wye.modes.stack import dispatch_stack
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.schema.values import device as device_type
from wye.schema.values import dtype as dtype_type
from wye.tensors.asking import DEVICE, LAYOUT, SIZES, STRIDES, ask
from wye.tensors.copying import Copying
from wye.tensors.device_keys import keys_for_device
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.interop import Interchange
from wye.tensors.layout import lies_in_rows, own_strides, steps_of, wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.printing import format_text, html_text, tensor_text
from wye.tensors.replacing import replace_data
from wye.tensors.seen_members import gives_another, install, is_tracked
from wye.tensors.size import Size
from wye.tensors.storage import UntypedStorage, touch
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema.values import layout, memory_format
    from wye.tensors._methods import Methods

    class _Base(Methods, engine.TensorBase):
        """For type checkers: with the methods that `wye.aten` and `wye.autograd` add to the class."""

        requires_grad: bool
        grad: Tensor | None
        grad_fn: Any
        is_leaf: bool
        output_nr: int
        retains_grad: bool

        def requires_grad_(self, requires_grad: bool = True) -> Self: ...
        def _begin_as_leaf(self) -> Self: ...
        def backward(
            self, gradient: Any = None, retain_graph: bool | None = None, create_graph: bool = False, inputs: Any = None
        ) -> None: ...
        def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> Any: ...
        def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], None]) -> Any: ...
        def retain_grad(self) -> None: ...

else:
    _Base = engine.TensorBase

__all__ = ["CPU", "META", "TRACKED_KEYS", "Tensor", "disabled_dispatch", "disabled_function", "keys_for_device"]

CPU: Final = device_type("cpu")
META: Final = device_type("meta")


# What tensors lack that were made in inference mode.
TRACKED_KEYS: Final = DispatchKeySet(
    "ADInplaceOrView", "AutogradFunctionality", "AutogradOther", "AutogradNestedTensor"
)
_PYTHON_KEYS: Final = DispatchKeySet("Python", "PythonTLSSnapshot")
_WITHOUT_PYTHON: Final = engine.StateGuard(DispatchKeySet(), _PYTHON_KEYS)


def disabled_dispatch(
    func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
) -> Any:
    """Call ``func`` where neither modes nor subclasses handle it.

    As ``__wye_dispatch__`` of a subclass: it is a plain tensor, whatever its bases do.
    """
    return _WITHOUT_PYTHON.run(func, *args, **(kwargs or {}))


def disabled_function(
    func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
) -> Any:
    """Call ``func`` without overrides; as ``__wye_function__`` of a subclass: it overrides nothing."""
    return run_without_functions(func, args, kwargs)


_CONJUGATE: Final = DispatchKeySet("Conjugate")
_NEGATIVE: Final = DispatchKeySet("Negative")
_ZERO: Final = DispatchKeySet("ZeroTensor")


_BOOL = DTYPES["bool"]


def _one_dim(dim: int | None, axis: int | None) -> int | None:
    if dim is not None and axis is not None:
        raise TypeError("got an unexpected keyword argument 'axis': it is another name of 'dim'")
    return axis if dim is None else dim


def _checked_dim(dim: Any, n: int) -> int:
    if type(dim) is int and -n <= dim < n:
        return dim
    if type(dim) is not int:
        if isinstance(dim, Tensor):
            fits = dim.ndim == 0 and dim.dtype is not _BOOL
        else:
            fits = (isinstance(dim, int) and not isinstance(dim, bool)) or hasattr(dim, "dtype")
        if not fits or not hasattr(dim, "__index__"):
            raise TypeError(f"argument 'dim' (position 1) must be int, not {type(dim).__name__}")
        dim = dim.__index__()
    return wrap_dim(dim, n, scalar=False)


def _bare(method: Any) -> Any:
    return method.__func__ if isinstance(method, staticmethod) else method


@cache
def _legacy_constructor() -> Any:
    from wye.tensors.legacy import make  # here: that module makes objects of the class below

    return make


class Tensor(Interchange, Copying, _Base):
    """An array with dispatch keys.  Made by `wye.tensor`, `wye.from_numpy` and the factories.

    >>> import wye
    >>> x = wye.tensor([1.0, 2.0])
    >>> x.shape, x.dtype
    (wye.Size([2]), wye.float32)
    """

    _device: device_type = CPU  # of most tensors; others have their own
    _handles_calls = False  # does this class have a __wye_dispatch__ of its own?
    _is_for_torch = False  # is it a ``__torch_dispatch__``? See wye.modes.torch_form
    _handles_as_method = False  # an ordinary one, for the instance?
    _handles_functions = False  # and a __wye_function__?
    _known_keys: dict[str, DispatchKeySet] = {}  # noqa: RUF012 - by device type; each class has its own
    _wrapper_keys: DispatchKeySet | None = None  # of a wrapper on the CPU, once one was made; each class has its own
    _asks = 0  # the metadata queries that its handler answers: see `wye.tensors.asking`

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = cls.__dict__
        cls._known_keys = {}
        cls._wrapper_keys = None
        if "__wye_dispatch__" in own:
            cls._is_for_torch = False
        elif "__torch_dispatch__" in own:
            cls._is_for_torch = True
            cls.__wye_dispatch__ = own["__torch_dispatch__"]  # written for PyTorch
        if "__wye_dispatch__" in cls.__dict__:
            handler = cls.__dict__["__wye_dispatch__"]
            cls._handles_calls = _bare(handler) is not disabled_dispatch
            cls._handles_as_method = type(handler) is FunctionType
        if "__torch_function__" in own and "__wye_function__" not in own:
            cls.__wye_function__ = own["__torch_function__"]  # type: ignore[method-assign]  # written for PyTorch
        # By default a subclass keeps its class in results; one with a handler of calls returns what that returns.
        functions = cls.__wye_function__
        is_default = getattr(functions, "__func__", None) is getattr(Tensor.__wye_function__, "__func__", functions)
        cls._handles_functions = functions is not disabled_function and not (is_default and cls._handles_calls)

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """A tensor of these sizes, without particular values, or with these numbers, or over a tensor's memory.

        PyTorch's class takes the same arguments; `wye.empty` and `wye.tensor` are easier to read.
        """
        made = run_without_functions(_legacy_constructor(), (None, args, kwargs), None)
        if type(made) is cls and not (args and made is args[0]):
            return made
        return made.as_subclass(cls)  # type: ignore[no-any-return]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: tensors are complete when they are made, whatever a subclass's constructor takes."""

    @classmethod
    def _keys_on(cls, device: device_type) -> DispatchKeySet:
        """The keys of a tensor of this class on a device."""
        found = cls._known_keys.get(device.type)
        if found is None:
            found = keys_for_device(device)
            found = found | _PYTHON_KEYS if cls._handles_calls else found
            found = found | FUNCTION if cls._handles_functions else found
            cls._known_keys[device.type] = found
        return found

    @classmethod
    def _over(cls, data: Any, device: device_type = CPU) -> Self:
        """A tensor of this class over an array that no other object uses."""
        self: Self = engine.wrap(data, cls, cls._known_keys.get(device.type) or cls._keys_on(device))
        if device is not CPU:
            self._device = device
        return self

    @classmethod
    def _view_of(cls, base: Tensor, data: Any, is_view: bool = True) -> Self:
        """A tensor of this class over a part of the memory of ``base``, with its version and its lazy bits.

        Args:
            base: The tensor that has the memory.
            data: The part of it.
            is_view: Is it a view (`_base`), or does it only share the memory, as what `detach` returns?
        """
        device = base._device
        keys = cls._known_keys.get(device.type) or cls._keys_on(device)
        self: Self = engine.view(base, data, cls, keys, is_view)
        if device is not CPU:
            self._device = device
        return self

    @classmethod
    def __wye_function__(
        cls,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Call ``func`` without overrides, and make its tensors ``cls``; subclasses call it through `super`."""
        if not all(issubclass(cls, other) for other in types):
            return NotImplemented  # the tensor of another class may know
        result = run_as_subclass(func, args, kwargs)
        if cls._handles_calls or cls is Tensor or gives_another(func):
            return result
        return cls._converted(result)

    __torch_function__ = __wye_function__  # subclasses written for PyTorch call it through `super`
    __wye_dispatch__ = staticmethod(disabled_dispatch)  # and this: the call without subclasses
    __torch_dispatch__ = __wye_dispatch__

    @classmethod
    def _converted(cls, value: Any) -> Any:
        if isinstance(value, (tuple, list)) and type(value) is not Size:
            make = getattr(value, "_make", type(value))  # of results with names
            return make(map(cls._converted, value))
        if not isinstance(value, Tensor) or isinstance(value, cls) or value._handles_calls:
            return value
        return value.as_subclass(cls)

    _make_subclass: ClassVar[Callable[..., Any]]  # of `wye.tensors.subclass`, under PyTorch's names
    _make_wrapper_subclass: ClassVar[Callable[..., Any]]

    as_subclass: Callable[..., Any]  # of the same module

    # ---- what it is ----

    @property
    def shape(self) -> Size:
        """The size of each dimension."""
        # NumPy's sizes are integers: nothing to check.
        return tuple.__new__(Size, self._sizes() if self._asks else self._data.shape)

    def _sizes(self) -> tuple[int, ...]:
        if self._asks & SIZES:
            answer = ask(self, "aten::sym_size")
            if answer is not None:
                return tuple(answer)
        return self._data.shape  # type: ignore[no-any-return]

    def _strides(self) -> tuple[int, ...]:
        if self._asks & STRIDES:
            answer = ask(self, "aten::sym_stride")
            if answer is not None:
                return tuple(answer)
        return steps_of(self._data)

    @property
    def dtype(self) -> dtype_type:
        """The type of the elements."""
        return from_numpy_dtype(self._data.dtype)

    @property
    def device(self) -> device_type:
        """Where the data is."""
        if self._asks & DEVICE:
            answer = ask(self, "prim::device")
            if answer is not None:
                return answer  # type: ignore[no-any-return]
        return self._device

    @property
    def layout(self) -> layout:
        """How the elements are stored: strided, unless a handler says something else."""
        answer = ask(self, "prim::layout") if self._asks & LAYOUT else None
        return LAYOUTS["strided"] if answer is None else answer

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        answer = ask(self, "aten::dim") if self._asks & SIZES else None
        return int(self._data.ndim if answer is None else answer)

    @property
    def keys(self) -> DispatchKeySet:
        """The keys that this tensor brings to a call."""
        # The engine makes the type it was configured with; the function bit is not a key.
        return self._keys - FUNCTION  # type: ignore[return-value]

    def dim(self) -> int:
        """The number of dimensions."""
        return self.ndim

    ndimension = dim

    def size(self, dim: int | None = None, *, axis: int | None = None) -> Any:
        """The shape, or the size of one dimension; ``axis`` is another name of ``dim``."""
        if axis is not None:
            dim = _one_dim(dim, axis)
        if dim is None:
            return self.shape
        if self._asks:
            place = _checked_dim(dim, self.ndim)
            return self._sizes()[place]
        sizes = self._data.shape
        return sizes[_checked_dim(dim, len(sizes))]

    def stride(self, dim: int | None = None, *, axis: int | None = None) -> Any:
        """The elements to step over to the next one in each dimension, or in one; ``axis`` is another name of it."""
        if axis is not None:
            dim = _one_dim(dim, axis)
        strides = self._strides()
        return strides if dim is None else strides[_checked_dim(dim, len(strides))]

    def storage_offset(self) -> int:
        """The elements between the storage's start and this tensor's first one."""
        answer = ask(self, "aten::sym_storage_offset") if self._asks & SIZES else None
        if answer is not None:
            return answer  # type: ignore[no-any-return]
        data = self._data
        return data.offset if type(data) is MetaArray else self._byte_offset // int(data.dtype.itemsize)

    def untyped_storage(self) -> UntypedStorage:
        """The memory that this tensor and its views share."""
        storage: UntypedStorage = self._storage
        if self._device is not CPU and storage._device is None:
            storage._device = self._device
        return storage

    def _is_view(self) -> bool:
        """Is it a view of another tensor, its `_base`?"""
        return self._base is not None

    def data_ptr(self) -> int:
        """The address of the first element; 0 where there is none."""
        touch(self)
        if self._asks & SIZES and ask(self, "aten::numel") == 0:
            return 0
        if isinstance(self._data, engine.Wrapped):
            address = getattr(type(self._data), "address", None)
            if address is None:
                raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")
            return int(address(self._data))
        return engine.data_ptr(self._data) if type(self._data) is not MetaArray and self._data.size else 0

    def numel(self) -> int:
        """The number of elements."""
        answer = ask(self, "aten::sym_numel") if self._asks & SIZES else None
        return self._data.size if answer is None else answer  # type: ignore[no-any-return]

    nelement = numel

    def element_size(self) -> int:
        """The bytes of one element."""
        return int(self._data.dtype.itemsize)

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return int(self._data.dtype.itemsize)

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        if self._asks & LAYOUT:
            ask(self, "prim::layout")  # as PyTorch: other layouts have no bytes to count
        answer = ask(self, "aten::numel") if self._asks & SIZES else None
        return int((self._data.size if answer is None else answer) * self._data.dtype.itemsize)

    def is_contiguous(self, memory_format: memory_format | None = None) -> bool:
        """Do the elements lie in memory in this order, without gaps?"""
        data = self._data
        if self._asks & STRIDES:
            chosen = () if memory_format is None else (memory_format,)
            answer = ask(self, f"aten::is_contiguous{'.memory_format' if chosen else ''}", *chosen)
            if answer is not None:
                return bool(answer)
        if memory_format is not None and memory_format not in MEMORY_FORMATS.values():
            raise TypeError(f"argument 'memory_format' must be memory_format, not {type(memory_format).__name__}")
        name = "contiguous_format" if memory_format is None else memory_format.name
        if name not in ("channels_last", "channels_last_3d"):
            return lies_in_rows(data)
        fastest_first = {"channels_last": (1, 3, 2, 0), "channels_last_3d": (1, 4, 3, 2, 0)}[name]
        if len(fastest_first) != data.ndim:
            return False
        strides, expected = own_strides(data)
        for dim in fastest_first:  # unlike rows, these strides count where there are no elements
            if data.shape[dim] != 1:
                if strides[dim] != expected:
                    return False
                expected *= data.shape[dim]
        return True

    def is_floating_point(self) -> bool:
        """Are the elements floats?"""
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        """Are the elements complex numbers?"""
        return self.dtype.is_complex

    def is_signed(self) -> bool:
        """Can the elements be negative?"""
        return self.dtype.is_signed

    def is_conj(self) -> bool:
        """Are the elements read as the conjugates of what is stored?"""
        return bool(self._keys.bits & _CONJUGATE.bits)

    def is_neg(self) -> bool:
        """Are the elements read as the negatives of what is stored?"""
        return bool(self._keys.bits & _NEGATIVE.bits)

    def _is_zerotensor(self) -> bool:
        """Are all elements zero without being stored?"""
        return bool(self._keys.bits & _ZERO.bits)

    def is_inference(self) -> bool:
        """Was it made in inference mode?  Then it has no version counter."""
        return not is_tracked(self)

    @property
    def is_meta(self) -> bool:
        """Is there no data?"""
        return self.device.type == "meta"

    @property
    def is_cpu(self) -> bool:
        """Is the data in the memory of this process?"""
        return self.device.type == "cpu"

    @property
    def is_cuda(self) -> bool:
        """Is the data in the memory of a GPU?"""
        return self.device.type == "cuda"

    def get_device(self) -> int:
        """The number of the GPU that has the data; -1 for other devices."""
        device = self.device
        return -1 if device.type in ("cpu", "meta") else device.index or 0

    is_sparse = is_quantized = is_nested = is_mkldnn = is_xla = is_mps = property(lambda self: False)

    @property
    def _version(self) -> int:
        """How often the memory was written to."""
        if self.is_inference():
            raise RuntimeError("Inference tensors do not track version counter.")
        counter = self._version_counter
        return 0 if counter is None else counter.count

    def _bump_version(self) -> None:
        """Count a write to the memory."""
        if self._version_counter is None:
            self._version_counter = engine.Version()
        self._version_counter.count += 1

    @property
    def data(self) -> Tensor:
        """A tensor that shares the memory, but neither version nor history."""
        if isinstance(self._data, WrappedArray) and self._data.is_batch:
            raise RuntimeError(f"accessing `data` {self._data.place} is not allowed")
        seen = self.detach()
        seen._version_counter = None
        return seen

    @data.setter
    def data(self, other: Tensor) -> None:
        replace_data(self, other)

    @data.deleter
    def data(self) -> None:
        raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")

    # ---- its elements ----

    def _readable(self, what: str) -> Any:
        """The array, where there is one."""
        if type(self._data) is MetaArray:
            raise TypeError(
                f"can't convert {self._device.type} device type tensor to numpy. {what}: a tensor on the device "
                f"{self._device} has no data."
            )
        return self._data

    def numpy(self, *, force: bool = False) -> Any:
        """The data as a NumPy array that shares memory.

        Args:
            force: Also where that needs a copy: of a tensor that requires gradients or is lazily conjugated.

        Raises:
            TypeError: the tensor has no data.
            RuntimeError: the array would not hold the tensor's values.
        """
        if self._handles_calls:
            raise RuntimeError(".numpy() is not supported for tensor subclasses.")
        if dispatch_stack.thread.top is not None:
            ops.aten.detach.default(self)  # what modes see of it, as in PyTorch
        array = self._readable("numpy()").view()
        if touch(self):
            array = getattr(array, "_plain", array)
        if force:
            resolved = self._resolved()
            self._storage._resizable = self._storage._resizable and resolved is not self
            return array if resolved is self else resolved._data
        if self._requires_grad and is_grad_enabled():
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self.is_conj():
            raise RuntimeError(
                "Can't call numpy() on Tensor that has conjugate bit set. Use tensor.resolve_conj().numpy() instead."
            )
        if self.is_neg():
            raise RuntimeError(
                "Can't call numpy() on Tensor that has negative bit set. Use tensor.resolve_neg().numpy() instead."
            )
        if self._is_zerotensor():
            raise RuntimeError("Cannot convert a ZeroTensor to numpy. Set force=True if you need the zero array.")
        self._storage._resizable = False  # NumPy sees the memory too: it cannot move
        return array

    def _resolved(self) -> Tensor:
        """The tensor itself, or a copy in which lazy conjugation and negation are carried out."""
        if not self._keys.bits & (_CONJUGATE | _NEGATIVE | _ZERO).bits:
            return self
        array = self._readable("reading")
        if self._is_zerotensor():
            array = array * 0
        array = array.conj() if self.is_conj() else array
        return Tensor._over(-array if self.is_neg() else array)

    def tolist(self) -> Any:
        """The elements as nested lists."""
        if self._handles_calls:
            raise RuntimeError(f".tolist() is not supported for tensor subclasses, got {type(self).__name__}")
        if type(self._data) is MetaArray:
            raise NotImplementedError("Cannot copy out of meta tensor; no data! tolist() needs the elements.")
        array = self._data
        if self._keys.bits & (_CONJUGATE | _NEGATIVE | _ZERO).bits:
            array = self.clone()._data if self._is_zerotensor() else self.resolve_conj().resolve_neg()._data
        if array.dtype.num >= 256:  # its elements are of ml_dtypes, not Python numbers
            array = array.astype("float32")
        return array.tolist()

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("len() of a 0-d tensor")
        return int(self._sizes()[0])

    def __hash__(self) -> int:
        return id(self)

    if TYPE_CHECKING:  # type checkers ignore names of arguments of such methods

        def __repr__(self) -> str: ...
    else:

        def __repr__(self, *, tensor_contents: object = None) -> str:
            return tensor_text(self, tensor_contents)

    def __format__(self, spec: str) -> str:
        return format_text(self, spec)

    def _repr_html_(self) -> str:
        return html_text(self)


install(Tensor, Interchange)
engine.configure(
    plain_type=Tensor,
    array_keys=keys_for_device(CPU).bits,
    inference_keys=TRACKED_KEYS.bits,
    view_keys=(_CONJUGATE | _NEGATIVE | _ZERO).bits,
    conjugate_keys=_CONJUGATE.bits,
    handler_keys=(_PYTHON_KEYS | FUNCTION).bits,
    size_type=Size,
    cpu_device=CPU,
    strided=LAYOUTS["strided"],
)
plain_types.add(Tensor)
