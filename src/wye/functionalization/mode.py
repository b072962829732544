"""FunctionalTensorMode: functionalization as a mode, which sees calls below autograd and above other modes.

Warm.  A `FunctionalTensor` is a tensor subclass around a functional tensor of the key (``elem``); the mode takes it
off, lets the key's layer handle the call, and puts it on the results.
"""

from __future__ import annotations

import contextlib
import warnings
from typing import TYPE_CHECKING, Any, Final, Self

from wye import late_names
from wye._engine import engine
from wye.call.guards import exclude
from wye.call.packets import ops
from wye.call.py_impl import FunctionalMode, hooks
from wye.functionalization import tensors
from wye.functionalization.custom import auto_functionalize, writes_for_program
from wye.functionalization.handlers import call_functional, plain
from wye.functionalization.key import KEY, settings
from wye.functionalization.wrapper import FunctionalArray
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes import DispatchMode, pre_dispatch
from wye.modes.both_stacks import find_infra_mode, infra_mode_disabled
from wye.modes.stack import ModeKey
from wye.pytree import tree_leaves, tree_map, tree_map_only
from wye.schema.tags import Tag
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray
from wye.wrappers import autograd_would_have_decomposed

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

__all__ = [
    "FunctionalTensor",
    "FunctionalTensorMode",
    "disable_functional_mode",
    "dispatch_functionalize",
    "unwrap_if_functional",
]

_PYTHON: Final = DispatchKeySet("Python", "PythonTLSSnapshot")
_FUNCTIONAL: Final = DispatchKeySet("Functionalize")
# A handler is called without what comes above it; the values inside have lazy bits of their own to be resolved.
_WITH_LAZY_BITS: Final = engine.StateGuard(
    DispatchKeySet(), DispatchKeySet(), None,
    DispatchKeySet.full() - DispatchKeySet("Conjugate", "Negative", "ZeroTensor"),
)  # fmt: skip
_DROPOUT: Final[Any] = ops.aten.dropout.default


class ElemArray(WrappedArray):
    """Stands for the array of a `FunctionalTensor`: the metadata of the functional tensor inside."""

    __slots__ = ()

    def text(self) -> str:
        """The tensor as `repr` shows it."""
        return f"FunctionalTensor({self.inner!r})"


class FunctionalTensor(Tensor):
    """A tensor under `FunctionalTensorMode`, which never sees a write.

    Attributes:
        elem: The functional tensor inside.
    """

    _mode_key = ModeKey.FUNCTIONAL

    def __new__(cls, elem: Any, mode: Any) -> Self:
        """Wrap a functional tensor; `to_functional` wraps an ordinary one.

        Raises:
            AssertionError: it is no functional tensor.
        """
        if not tensors.is_functional(elem):
            raise AssertionError(f"elem must be a functional tensor, got {type(elem)}")
        made: Self = engine.wrap(ElemArray(elem, 0), cls, (elem._keys - _FUNCTIONAL) | _PYTHON)
        made._device = elem._device
        return made

    def __init__(self, elem: Any, mode: Any) -> None:
        """Nothing more to do."""

    @property
    def elem(self) -> Any:
        """The functional tensor inside."""
        return self._data.inner

    @classmethod
    def __wye_dispatch__(
        cls, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Refuse a call without the mode."""
        if _unrecognized(types):
            return NotImplemented
        raise RuntimeError(
            "Attempting to use FunctionalTensor on its own. Instead, please use it with a corresponding "
            "FunctionalTensorMode()"
        )

    @staticmethod
    def to_functional(x: Any) -> Any:
        """Wrap an ordinary tensor.

        Raises:
            AssertionError: no `FunctionalTensorMode` is active.
        """
        mode = find_infra_mode(ModeKey.FUNCTIONAL)
        if mode is None:
            raise AssertionError("functional_mode must not be None")
        with contextlib.nullcontext() if pre_dispatch.is_active(mode) else mode:  # its place there is taken: by itself
            made = FunctionalTensor(tensors.to_functional(x), mode)
            late_names.find("wye.functionalization", "mirror_autograd")(x, made)
        return made

    def from_functional(self) -> Any:
        """The value, brought up to date."""
        tensors.sync_(self.elem)
        return tensors.from_functional(self.elem)

    def is_base_tensor(self) -> bool:
        """Is it no view of another one?"""
        return not self.elem._data.views

    def replace_(self, output: Any) -> None:
        """Give it another value."""
        tensors.replace_(self.elem, output)

    def commit_update(self) -> None:
        """Let base and views see the value."""
        tensors.commit_update(self.elem)

    def sync(self) -> None:
        """Bring the value up to date."""
        tensors.sync_(self.elem)

    def mark_mutation_hidden_from_autograd(self) -> None:
        """Hide one write from autograd."""
        tensors.mark_write_hidden(self.elem)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """A conversion; programs that are recorded to be stored check what they convert."""
        self._check_before_conversion()
        return super().to(*args, **kwargs)

    def cpu(self, *args: Any, **kwargs: Any) -> Any:
        """As `to`, for the device cpu."""
        self._check_before_conversion()
        return super().cpu(*args, **kwargs)

    def _check_before_conversion(self) -> None:
        mode = find_infra_mode(ModeKey.FUNCTIONAL)
        if mode is not None and mode.export:
            check: Any = ops.aten._assert_tensor_metadata.default
            check(self, None, None, self.dtype, device=self.device, layout=self.layout)

    def tolist(self) -> Any:
        """The elements as nested lists."""
        return self.from_functional().tolist()

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return f"FunctionalTensor({self.elem!r})"


def _unrecognized(types: tuple[type, ...]) -> bool:
    """Is there a class that must handle the call first?  Fake tensors and others that modes handle need not."""
    return any(
        cls is not Tensor and not issubclass(cls, FunctionalTensor) and getattr(cls, "_mode_key", None) is None
        and getattr(cls, "_handles_calls", False) for cls in types
    )  # fmt: skip


class FunctionalTensorMode(DispatchMode, FunctionalMode):
    """Functionalizes what is called while it is active, on `FunctionalTensor` and on what factories make.

    Attributes:
        export: Is a program recorded to be stored?
        pre_dispatch: Does it see calls before autograd?
        is_on_stack: Kept for PyTorch's sake.
    """

    _mode_key = ModeKey.FUNCTIONAL

    def __init__(self, pre_dispatch: bool = False, export: bool = False, _allow_token_discovery: bool = False) -> None:
        super().__init__(DispatchKey.PreDispatch if pre_dispatch else None)
        self.export, self.pre_dispatch, self.is_on_stack = export, pre_dispatch, False
        self._allow_token_discovery = _allow_token_discovery
        self._tokens: dict[Any, Any] = {}
        self._tokens_forward_output: dict[Any, Any] = {}

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Handle a call on functional tensors."""
        kwargs = kwargs or {}
        if _unrecognized(types):
            return NotImplemented
        if self._takes_apart(func, args, kwargs):
            with self:
                return func.decompose(*args, **kwargs)
        if writes_for_program(func):
            return auto_functionalize(hooks.context_of(FunctionalMode, self), func, args, kwargs)
        inside = tree_map_only(FunctionalTensor, _elem, (args, kwargs))
        before, settings.reapplies_views = settings.reapplies_views, True
        try:
            handle = plain if _is_functional_composite(func) else call_functional
            result = _WITH_LAZY_BITS.run(handle, KEY, func, *inside)
        finally:
            settings.reapplies_views = before
        made = tree_map_only(Tensor, self._outside, result)
        if func.is_view and args and isinstance(args[0], FunctionalTensor):
            _join(args[0], made, is_view=func.name() != "aten::detach")
        return made

    def _takes_apart(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Are the parts of a composite called instead of it?  See Note [Composites under the mode]."""
        if not _is_composite(func) or (self.export and func is _DROPOUT):
            return False
        if not _is_functional_composite(func):
            return True
        if not self.export:
            return autograd_would_have_decomposed(func, tree_leaves((args, kwargs)))
        if self.pre_dispatch and func.namespace not in ("aten", "prim"):
            warnings.warn(
                "At pre-dispatch tracing, we assume that any custom op marked with CompositeImplicitAutograd and have "
                f"functional schema are safe to not decompose. Found {func} to be one such op.", stacklevel=2,
            )  # fmt: skip
        return not self.pre_dispatch

    def _outside(self, value: Any) -> Any:
        return FunctionalTensor(value, self) if type(value._data) is FunctionalArray else value


def _elem(value: Any) -> Any:
    return value._data.inner


# Note [Composites under the mode]
# A composite that may write, or return a view, is always taken apart: its parts are functionalized one by one, and only
# they say which memory is shared.  One that is functional is a call like any other: a program recorded before autograd
# (`export` and `pre_dispatch`) keeps it whole, as a handler of that key does, and other programs take it apart where
# autograd would have done so.  A whole one runs below the layer on plain values: its parts are not seen by the mode.
# Broken by: handing a whole composite to its functionalization rule, whose parts would get tensors without the mode.
# Guarded by: tests/unit/functionalization/test_mode.py


def _is_composite(func: Any) -> bool:
    return DispatchKey.CompositeImplicitAutograd in func._entry.kernels


def _is_functional_composite(func: Any) -> bool:
    """Is it one that neither writes nor returns views, whatever its arguments are?"""
    return (
        _is_composite(func) and Tag.maybe_aliasing_or_mutating not in func.tags
        and not any(argument.alias_info for argument in func.schema.arguments)
    )  # fmt: skip


def _join(base: Any, made: Any, *, is_view: bool) -> None:
    for one in made if isinstance(made, (list, tuple)) else (made,):
        if isinstance(one, FunctionalTensor) and one is not base:
            one._join(base, is_view)
            one._show(one._data, base._storage)


def _conversion(name: str) -> Callable[..., Any]:
    def convert(self: FunctionalTensor, *args: Any, **kwargs: Any) -> Any:
        self._check_before_conversion()
        return getattr(Tensor, name)(self, *args, **kwargs)

    return convert


for _name in ("bool", "byte", "char", "double", "float", "half", "int", "long", "bfloat16", "cuda"):
    setattr(FunctionalTensor, _name, _conversion(_name))


def unwrap_if_functional(value: Any) -> Any:
    """The value of a `FunctionalTensor`; everything else as it is."""
    return value.from_functional() if isinstance(value, FunctionalTensor) else value


def disable_functional_mode() -> AbstractContextManager[Any]:
    """A context without the mode."""
    return infra_mode_disabled(ModeKey.FUNCTIONAL)


def dispatch_functionalize(func: Callable[..., Any], mode: FunctionalTensorMode | None = None) -> Callable[..., Any]:
    """A function that computes what ``func`` computes, without writes; those to its arguments are not copied back.

    Args:
        func: Takes and returns trees of tensors.
        mode: The mode to enter; a new one by default.
    """

    def inner(*args: Any, **kwargs: Any) -> Any:
        with exclude("Functionalize"), mode if mode is not None else FunctionalTensorMode():
            mine, by_name = tree_map_only(Tensor, FunctionalTensor.to_functional, (args, kwargs))
            return tree_map(unwrap_if_functional, func(*mine, **by_name))

    return inner


hooks.functional_mode = FunctionalTensorMode
