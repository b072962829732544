"""FakeTensorMode: runs a program on tensors without data.

Hot path under fake tensors: see `cache`, `calls` and `plans` for what a call does.
"""

from __future__ import annotations

import sys
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

import wye.fake.config as config
import wye.shown as shown
from wye import late_names
from wye.fake.cache import CacheInfo, CacheKeyState, cached_call, entries, key_of_call, statistics
from wye.fake.calls import call, may_be_constant
from wye.fake.converter import FakeTensorConverter
from wye.fake.plans import plan_of
from wye.fake.real import call_with_real
from wye.fake.tensor import FakeTensor, has_strangers, kernels
from wye.modes import DispatchMode
from wye.modes.stack import ModeKey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from wye.tensors import Tensor

__all__ = ["FakeTensorMode"]


class _Counted:
    """A number of the cache's statistics, as an attribute of the class."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        return getattr(statistics, self._name)


class FakeTensorMode(DispatchMode):
    """While it is active, factories make fake tensors, and operators compute shapes instead of elements.

    >>> import wye
    >>> mode = FakeTensorMode()
    >>> x = mode.from_tensor(wye.ones(2, 3))
    >>> x.sum(1)
    FakeTensor(..., size=(2,))
    >>> with mode:
    ...     wye.zeros(4, device="cuda").device
    device(type='cuda', index=0)

    Attributes:
        allow_non_fake_inputs: May real tensors be arguments?  They are converted.
        shape_env: Makes symbolic sizes; None: sizes are numbers.
        static_shapes: Are sizes of converted tensors numbers, whatever ``shape_env`` is?
        cache_enabled: Remember the results of calls?  See `cache_info`.
        fake_tensor_converter: Makes fakes of real tensors and remembers them.
        allow_meta: May a fake tensor say that it is on the device "meta"?
        epoch: Counts the times that a program began anew: what was remembered for fake tensors before is forgotten.
    """

    _mode_key = ModeKey.FAKE
    allow_fallback_kernels: bool
    cache: ClassVar[dict[Any, Any]] = entries
    cache_hits = _Counted("hits")
    cache_misses = _Counted("misses")
    cache_bypasses = _Counted("bypasses")
    epoch = 0

    def __init__(
        self,
        *,
        allow_fallback_kernels: bool = True,
        allow_non_fake_inputs: bool = False,
        shape_env: Any = None,
        static_shapes: bool | None = None,
        export: bool = False,
        propagate_real_tensors: bool | None = None,
    ) -> None:
        """A mode without fake tensors.

        Args:
            allow_fallback_kernels: Accepted for PyTorch's sake: every operator of the set has a fake kernel.
            allow_non_fake_inputs: Convert real tensors among the arguments of calls, instead of refusing them.
            shape_env: A ``ShapeEnv``, for symbolic sizes.
            static_shapes: Keep sizes as numbers; by default where there is no ``shape_env``.
            export: Kept for PyTorch's sake.
            propagate_real_tensors: Compute every call on copies of the real tensors, too: data-dependent questions
                are answered by their values.  By default what `wye.fake.config` says.
        """
        self.allow_fallback_kernels, self.allow_non_fake_inputs = allow_fallback_kernels, allow_non_fake_inputs
        self.shape_env = shape_env
        self.static_shapes = shape_env is None if static_shapes is None else static_shapes
        self.export = export
        is_default = propagate_real_tensors is None
        self.propagate_real_tensors = (
            config.fake_tensor_propagate_real_tensors if is_default else bool(propagate_real_tensors)
        )
        self.fake_tensor_converter = FakeTensorConverter(copy_data=self.propagate_real_tensors, export=export)
        self.cache_enabled, self.allow_meta = True, config.fake_tensor_allow_meta
        self.cache_crosscheck_enabled = self.allow_scalar_outputs = False
        self.nt_tensor_id_initial_count = 1
        self.nt_tensor_id_counter: Iterator[int] = count(1)
        self._places = _places(sys._getframe(1))

    @property
    def stack(self) -> str:
        """Where the mode was made, as a traceback shows it."""
        return "\n".join(f'  File "{file}", line {line}, in {name}' for file, line, name in self._places)

    @property
    def in_kernel_invocation(self) -> bool:
        """Does a kernel for tensors without data see its fake tensors, in this thread?"""
        return kernels.mode is self

    @in_kernel_invocation.setter
    def in_kernel_invocation(self, value: bool) -> None:
        kernels.mode = self if value else None

    @property
    def avoid_device_init(self) -> bool:
        """Devices of fake tensors are never used."""
        return True

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Handle a call: all its tensors must be fakes of this mode."""
        if types and has_strangers(types):
            return NotImplemented
        return self.dispatch(func, types, args, kwargs)

    def dispatch(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Call an operator on fake tensors."""
        plan = func._entry.rules.get("fake_plan") or plan_of(func)
        if self.propagate_real_tensors:
            return call_with_real(self, plan, args, kwargs or {})
        return (cached_call if self.cache_enabled else call)(self, plan, args, kwargs or {})

    def _cache_key(self, state: CacheKeyState, func: Any, args: Any, kwargs: dict[str, Any]) -> tuple[Any, ...]:
        return key_of_call(self, plan_of(func), args, kwargs)

    def from_tensor(
        self,
        tensor: Tensor,
        *,
        static_shapes: bool | None = None,
        source: Any = None,
        symbolic_context: Any = None,
        trace: bool = True,
    ) -> FakeTensor:
        """The fake of a tensor: the same one each time, as long as the tensor lives.

        Args:
            tensor: The tensor; or an ndarray, whose fake is an array over a fake tensor.
            static_shapes: Keep its sizes as numbers; what the mode says by default.
            source: Where the program has it from, which names the symbols.
            symbolic_context: Which dimensions are dynamic.
            trace: Accepted for PyTorch's sake.

        Raises:
            UnsupportedFakeTensorException: it is of a class that cannot be faked.
        """
        if type(tensor).__module__ == "numpy":
            return late_names.find("wye.fake", "from_array")(self, tensor)  # type: ignore[no-any-return]
        env = self.shape_env
        if self.static_shapes if static_shapes is None else static_shapes:
            if symbolic_context is not None:
                raise AssertionError("cannot set both static_shapes and symbolic_context")
            env = None
        made: FakeTensor = self.fake_tensor_converter.from_real_tensor(
            self, tensor, shape_env=env, source=source, symbolic_context=symbolic_context, trace=trace
        )
        return made

    def is_our_fake(self, t: object) -> bool:
        """Is it a fake tensor of this mode?"""
        return isinstance(t, FakeTensor) and t.fake_mode is self

    def may_turn_const(self, t: Tensor) -> bool:
        """Would the value of a real tensor be kept beside its fake?"""
        return may_be_constant(t)

    def reset_nt_tensor_id_counter(self) -> None:
        """Count nested tensors from the start again."""
        self.nt_tensor_id_counter = count(self.nt_tensor_id_initial_count)

    @classmethod
    def cache_info(cls) -> CacheInfo:
        """What the cache has done since it was cleared."""
        return CacheInfo(statistics.hits, statistics.misses, dict(statistics.bypasses), len(entries))

    @classmethod
    def cache_clear(cls) -> None:
        """Forget all results, and count from 0."""
        entries.clear()
        statistics.clear()

    def __deepcopy__(self, memo: dict[int, Any]) -> FakeTensorMode:
        made = FakeTensorMode(
            allow_non_fake_inputs=self.allow_non_fake_inputs,
            shape_env=self.shape_env,
            static_shapes=self.static_shapes,
            export=self.export,
            propagate_real_tensors=self.propagate_real_tensors,
        )
        made.cache_enabled = self.cache_enabled
        memo[id(self)] = made
        return made

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise AttributeError("a FakeTensorMode cannot be pickled: it remembers living tensors")

    def __repr__(self) -> str:
        module = "torch._subclasses.fake_tensor" if shown.package == "torch" else type(self).__module__
        return f"<{module}.{type(self).__qualname__} object at {hex(id(self))}>"


def _places(frame: FrameType | None) -> list[tuple[str, int, str]]:
    """Where a call comes from, the outermost frame first."""
    found: list[tuple[str, int, str]] = []
    while frame is not None:
        found.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        frame = frame.f_back
    found.reverse()
    return found
