"""One registered kernel: what to call, how, and where it was registered.

Cold path: made at registration.  The engine sees only `Kernel.kind` and `Kernel.fn`.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import RegistrationError
from wye.keys import after_ad_inplace_or_view

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import CodeType

    from wye.keys import DispatchKeySet
    from wye.schema import FunctionSchema
    from wye.schema.model import AliasInfo

__all__ = [
    "NO_DETAILS",
    "Details",
    "EngineKernel",
    "Kernel",
    "Place",
    "counting_writes",
    "fallthrough",
    "line_of",
    "make_kernel",
    "over_arrays",
    "place_of_caller",
    "return_codes",
    "returns_views",
    "shown_source",
    "stepping_below",
]  # fmt: skip


class _Fallthrough:
    """Register this instead of a function to let calls fall through a key."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "wye.dispatch.fallthrough"

    def __reduce__(self) -> str:
        return "fallthrough"

    def __call__(self, *args: object, **kwargs: object) -> Any:
        raise RuntimeError("the fallthrough kernel is a marker for registrations and cannot be called")


fallthrough: Final = _Fallthrough()


class EngineKernel:
    """A kernel that the engine runs in its own way; registered in the place of a function.

    Made by `over_arrays`, `counting_writes` and `stepping_below`.
    """

    __slots__ = ("fn", "how", "kind", "result")

    def __init__(
        self,
        kind: int,
        fn: Callable[..., Any] | None,
        how: Any = None,
        result: int = engine.RESULT_CHECKED,
    ) -> None:
        self.kind, self.fn, self.how, self.result = kind, fn, how, result

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the Python function directly; the engine never calls it this way."""
        if self.fn is None:
            raise RuntimeError("this kernel is a marker for registrations and cannot be called")
        return self.fn(*args, **kwargs)


def over_arrays(
    fn: Callable[..., Any],
    schema: FunctionSchema,
    direct: Any = None,
    *,
    in_place: bool = False,
) -> EngineKernel:
    """A kernel that gets the arrays of tensors and returns arrays, which become tensors as the schema says.

    Args:
        fn: The kernel.
        schema: What it returns: fresh memory, views, or its arguments.
        direct: A function of NumPy's that does the same on one or two row-major arrays of one shape and float dtype;
            the engine then calls it without the kernel.  Or a shortcut of the engine's, which it tries first.
        in_place: ``direct`` stores its result in the first argument, which it gets once more at the end.
    """
    return EngineKernel(engine.ARRAYS, fn, engine.ArrayCall(return_codes(schema), direct, in_place))


def returns_views(schema: FunctionSchema) -> bool:
    """Are results that share memory with an argument views of it?  Gradients do not go through these two."""
    return (schema.name, schema.overload_name) not in (("aten::detach", ""), ("aten::view", "dtype"))


def return_codes(schema: FunctionSchema) -> bytes:
    """How the arrays that a kernel returns become tensors, one code per return."""
    codes = bytearray()
    for returned in schema.returns:
        alias = returned.alias_info
        if "Tensor" not in returned.type.str():
            codes.append(engine.RETURNS_VALUE)
        elif alias is None:
            codes.append(engine.RETURNS_FRESH)
        else:
            shared = engine.RETURNS_VIEW if returns_views(schema) else engine.RETURNS_DETACHED
            codes.append(_number_of_aliased(schema, alias) | (engine.RETURNS_SAME if alias.is_write else shared))
    return bytes(codes)


def _number_of_aliased(schema: FunctionSchema, alias: AliasInfo) -> int:
    """The number of the argument that a result shares memory with."""
    for i, argument in enumerate(schema.arguments):
        if argument.alias_info is not None and argument.alias_info.all_sets & alias.all_sets:
            return i
    raise RegistrationError(f"a result of {schema} aliases no argument", fix="name the argument's alias set")


def counting_writes(schema: FunctionSchema, without: Collection[str] = ()) -> EngineKernel:
    """A kernel for ADInplaceOrView: the call continues below, then the tensors that it wrote to get a new version.

    Args:
        schema: Says which arguments are written.
        without: Arguments that are written and not counted.
    """
    written = [a.alias_info is not None and a.alias_info.is_write and a.name not in without for a in schema.arguments]
    writes = sum(1 << i for i, counts in enumerate(written) if counts)
    return EngineKernel(engine.PASS, None, engine.Pass(after_ad_inplace_or_view().bits, writes))


def stepping_below(left: DispatchKeySet) -> EngineKernel:
    """A kernel that does nothing: the call continues with those of its keys that are in ``left``."""
    return EngineKernel(engine.PASS, None, engine.Pass(left.bits))


# A source line, noted as the frame's code and instruction: registration is frequent and reading its place is rare, so
# the line is computed when it is first read.
Place = tuple["CodeType", int]


def shown_source(source: Place | str) -> str:
    """What tables and dumps print for a source."""
    return source if isinstance(source, str) else f"registered at {line_of(source)}"


def line_of(place: Place | str) -> str:
    """A place as ``file:line``."""
    if isinstance(place, str):
        return place
    code, instruction = place
    line = code.co_firstlineno
    for start, end, number in code.co_lines():
        if start <= instruction < end:
            line = line if number is None else number
            break
    return f"{code.co_filename}:{line}"


place_of_caller: Final = engine.place_of_caller


class Details:
    """Optional data of a kernel.

    Attributes:
        inferred: The schema of a kernel whose types are known without the operator's schema.
        provider, priority, when: Which of several providers at one key runs.  See `wye.registry.providers`.
    """

    __slots__ = ("inferred", "priority", "provider", "when")

    def __init__(
        self,
        inferred: FunctionSchema | None = None,
        provider: str | None = None,
        priority: int = 0,
        when: Callable[..., bool] | None = None,
    ) -> None:
        self.inferred, self.provider, self.priority, self.when = inferred, provider, priority, when


NO_DETAILS: Final = Details()


class Kernel(engine.Kernel):
    """A kernel with its provenance: where it was registered, and its `Details`."""

    __slots__ = ("_library", "_source", "details")
    _library: tuple[str, str, str]  # absent where no library registered it
    _source: Place | str
    details: Details

    @property
    def library(self) -> tuple[str, str, str] | None:
        """The kind and the namespace of the library that registered it, and where that was opened."""
        return getattr(self, "_library", None)

    @property
    def place(self) -> str | None:
        """Where it was registered, as ``file:line``; None: that is not known."""
        shown = self.debug.removeprefix("registered at ")
        return shown if ":" in shown or shown.endswith(".py") else None

    @property
    def debug(self) -> str:
        """What tables and dumps print for it."""
        return shown_source(self._source)

    @property
    def inferred(self) -> FunctionSchema | None:
        """The kernel's own schema, where it is known."""
        return self.details.inferred

    @property
    def provider(self) -> str | None:
        """Its name among several kernels at one key."""
        return self.details.provider

    @property
    def priority(self) -> int:
        """Higher ones are tried first."""
        return self.details.priority

    @property
    def when(self) -> Callable[..., bool] | None:
        """The predicate over the arguments, if it has one."""
        return self.details.when

    @property
    def is_fallthrough(self) -> bool:
        """Does a call skip this kernel?"""
        return self.kind == engine.FALLTHROUGH

    @property
    def with_keyset(self) -> bool:
        """Does the function take the key set first?"""
        return self.kind == engine.KEYSET

    @property
    def name(self) -> str:
        """The name of the function."""
        if self.is_fallthrough:
            return "fallthrough"
        if isinstance(self.how, engine.Pass) and self.kind == engine.PASS:
            return "counting_writes" if self.how.writes else "stepping_below"
        name = getattr(self.fn, "__qualname__", None) or type(self.fn).__name__
        return str(name).rpartition(".<locals>.")[2]

    @property
    def table_text(self) -> str:
        """The kernel as a dispatch table prints it."""
        return f"fallthrough {self.debug}" if self.is_fallthrough else self.debug

    @property
    def dump_text(self) -> str:
        """The kernel as an operator's dump prints it."""
        if self.inferred is None:
            return f"{self.debug} :: (none) [ {'fallthrough ' if self.is_fallthrough else ''}boxed ]"
        signature = str(self.inferred).removeprefix(self.inferred.name)
        return f"{self.debug} :: {signature} [ boxed unboxed ]"


def make_kernel(
    fn: object,
    source: Place | str,
    kind: int = engine.PLAIN,
    details: Details = NO_DETAILS,
    *,
    fresh: bool = False,
) -> Kernel:
    """Make a kernel of a callable, or of `fallthrough`.

    Args:
        fn: What to call.
        source: Where it is registered, or the text that tables print.
        kind: How to call it.
        details: Optional data of a kernel.
        fresh: Let the engine refuse a result that is one of the arguments.

    Raises:
        RegistrationError: ``fn`` cannot be called.
    """
    if type(fn) is FunctionType and not fresh:
        kernel = Kernel(kind, fn)
    elif fn is fallthrough:
        kernel = Kernel(engine.FALLTHROUGH)
    elif isinstance(fn, EngineKernel):
        kernel = Kernel(fn.kind, fn.fn, fn.how, fn.result)
    elif callable(fn):
        kernel = Kernel(kind, fn, None, engine.RESULT_FRESH) if fresh else Kernel(kind, fn)
    else:
        raise RegistrationError(
            f"Input function is required to be a callable but found type {type(fn)}",
            fix="register a function, or wye.dispatch.fallthrough",
        )
    kernel._source, kernel.details = source, details
    return kernel
