"""What a tensor is, as plain data: sizes, memory, base, gradient, and the tensors that it is made of.

Cold path: for programs that log or send descriptions of tensors.  A describer numbers tensors and storages in the order
in which it meets them.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from wye.fake import FakeTensor
from wye.functionalization.tensors import is_functional
from wye.nn import Parameter
from wye.schema.values import LAYOUTS
from wye.transforms.levels import get_batch_dim, get_level, get_unwrapped, is_batched_tensor, is_grad_tensor
from wye.weak import StorageWeakRef, WeakIdKeyDictionary
from wye.wrappers import is_traceable_wrapper_subclass

if TYPE_CHECKING:
    from wye.schema.values import device as device_type
    from wye.schema.values import dtype as dtype_type
    from wye.tensors import Tensor
    from wye.tensors.storage import UntypedStorage

__all__ = ["MetaStorageDesc", "MetaTensorDesc", "MetaTensorDescriber"]


@dataclass(frozen=True)
class MetaStorageDesc:
    """What memory is: its number, how many bytes it has, and a copy of them if that was asked for."""

    id: int
    size: Any
    data: UntypedStorage | None

    def as_json(self, describer_id: Any) -> dict[str, Any]:
        """As JSON can say it."""
        size = self.size if isinstance(self.size, int) else repr(self.size)
        return {"id": self.id, "describer_id": describer_id, "size": size}


@dataclass(frozen=True)
class MetaTensorDesc:
    """What a tensor is.  Fields that say nothing special have their defaults."""

    id: int
    ndim: int
    dtype: dtype_type
    device: device_type
    size: tuple[Any, ...]
    layout: Any = LAYOUTS["strided"]
    is_inference: bool = False
    is_leaf: bool = False
    requires_grad: bool = False
    is_sparse: bool = False
    is_mkldnn: bool = False
    is_functorch_wrapped: bool = False
    is_batchedtensor: bool = False
    is_gradtrackingtensor: bool = False
    is_view: bool = False
    is_nested: bool = False
    is_traceable_wrapper_subclass: bool = False
    is_functional: bool = False
    is_conj: bool = False
    is_neg: bool = False
    is_parameter: bool = False
    stride: tuple[Any, ...] | None = None
    storage_offset: Any = 0
    storage: MetaStorageDesc | None = None
    unwrapped: MetaTensorDesc | None = None
    bdim: int | None = None
    base: MetaTensorDesc | None = None
    attrs: dict[str, MetaTensorDesc] | None = None
    grad: MetaTensorDesc | None = None
    ctx: object = None
    type: type | None = None
    fake_mode: Any = None
    level: int | None = None
    data: Tensor | None = None

    _UNSERIALIZABLE: ClassVar[frozenset[str]] = frozenset(("ctx", "data"))

    @property
    def shape(self) -> tuple[Any, ...]:
        """The sizes."""
        return self.size

    def as_json(self, describer_id: Any) -> dict[str, Any]:
        """What is special about the tensor, as JSON can say it; other tensors and storages by their numbers."""
        found: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in self._UNSERIALIZABLE or (field.default is not MISSING and value == field.default):
                continue
            found[field.name] = _plain(value)
        return {**found, "describer_id": describer_id}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value.id if isinstance(value, (MetaTensorDesc, MetaStorageDesc)) else repr(value)


class MetaTensorDescriber:
    """Describes tensors; one that it has met keeps its number as long as it lives.

    Args:
        copy_data: Keep copies of tensors and memory in the descriptions.

    >>> import wye
    >>> describer, x = MetaTensorDescriber(), wye.ones(2, 3)
    >>> describer.describe_tensor(x.t()).base.id == describer.get_tensor_id(x)
    True
    """

    def __init__(self, *, copy_data: bool = False) -> None:
        self.copy_data = copy_data
        self.lookup_tensor = WeakIdKeyDictionary()
        self.lookup_storage: dict[StorageWeakRef, int] = {}
        self.next_tensor_id = self.next_storage_id = 0

    def get_tensor_id(self, t: Tensor) -> int:
        """The tensor's number."""
        if t not in self.lookup_tensor:
            self.lookup_tensor[t] = self.next_tensor_id
            self.next_tensor_id += 1
        number: int = self.lookup_tensor[t]
        return number

    def get_storage_id(self, s: UntypedStorage) -> int:
        """The storage's number."""
        key = StorageWeakRef(s)
        if key not in self.lookup_storage:
            living = [pair for pair in self.lookup_storage.items() if not pair[0].expired()]
            self.lookup_storage = dict(living)
            self.lookup_storage[key] = self.next_storage_id
            self.next_storage_id += 1
        return self.lookup_storage[key]

    def describe_storage(self, s: UntypedStorage, *, trace: bool = False) -> MetaStorageDesc:
        """Describe memory."""
        return MetaStorageDesc(self.get_storage_id(s), s.nbytes(), s.clone() if self.copy_data else None)

    def describe_tensor(self, t: Tensor, *, recurse: bool = True, trace: bool = False) -> MetaTensorDesc:
        """Describe a tensor.

        Args:
            t: The tensor.
            recurse: Describe its base, its gradient, and what it wraps, too?
            trace: Accepted, as PyTorch's takes it: nothing is logged.
        """
        level = get_level(t)
        is_wrapped, is_made_of_others = level != -1, is_traceable_wrapper_subclass(t)
        # a batch is laid out by the tensor that it wraps
        in_memory = not (is_wrapped or is_functional(t) or is_made_of_others)
        of = self.describe_tensor
        attrs = ctx = inside = None
        if is_made_of_others:
            names, ctx = t.__tensor_flatten__()  # type: ignore[attr-defined]  # the protocol that was asked for
            attrs = {name: of(getattr(t, name)) for name in names}
        elif recurse and is_wrapped:
            inside = of(get_unwrapped(t))
        base: Any = t._base if recurse and t._is_view() else None
        grad = t.grad if t.is_leaf and not is_wrapped else None
        return MetaTensorDesc(
            self.get_tensor_id(t),
            t.dim(),
            t.dtype,
            t.device,
            t.shape,
            layout=t.layout,
            is_inference=t.is_inference(),
            is_leaf=t.is_leaf,
            requires_grad=t.requires_grad,
            is_functorch_wrapped=is_wrapped,
            is_batchedtensor=is_batched_tensor(t),
            is_gradtrackingtensor=is_grad_tensor(t),
            is_view=t._is_view(),
            is_traceable_wrapper_subclass=is_made_of_others,
            is_functional=is_functional(t),
            is_conj=t.is_conj(),
            is_neg=t.is_neg(),
            is_parameter=isinstance(t, Parameter),
            stride=tuple(t.stride()),
            storage_offset=0 if is_wrapped else t.storage_offset(),
            storage=self.describe_storage(t.untyped_storage()) if in_memory else None,
            unwrapped=inside,
            bdim=get_batch_dim(t) if is_batched_tensor(t) else None,
            base=of(base) if base is not None else None,
            attrs=attrs,
            grad=of(grad) if recurse and grad is not None else None,
            ctx=ctx,
            type=type(t) if is_made_of_others else None,
            fake_mode=t.fake_mode if isinstance(t, FakeTensor) else None,
            level=level if is_wrapped else None,
            data=t.clone() if self.copy_data and in_memory else None,
        )
