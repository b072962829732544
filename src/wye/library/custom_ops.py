"""custom_op: a Python function becomes an operator.

Making one is cold.  Calling one is hot: a `CustomOpDef` forwards to its operator inside the engine.
In: a function with annotations.  Out: a definition, kernels, and rules, in a library that lives as long as the name.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Self, overload

import wye.shown as shown
from wye._engine import engine
from wye.errors import LibraryError, NoKernelError, RegistrationError, UnsupportedSchemaError
from wye.keys import DispatchKey, DispatchKeySet
from wye.library import features
from wye.library.aliasing import is_checked_by_engine, watched
from wye.library.library import Library, check_meta, source_here
from wye.library.tags import as_tags, check_tags, written
from wye.library.targets import as_keys, split_name
from wye.registry import entry_of, registry
from wye.registry.kernel import counting_writes, make_kernel
from wye.schema import FunctionSchema, parse
from wye.schema.infer import infer_signature
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wye.call import OpOverload
    from wye.registry import Registration
    from wye.schema.flatten import InferredSignature

__all__ = ["CustomOpDef", "custom_op", "custom_op_of", "find_custom_op"]

_made: dict[str, CustomOpDef] = {}  # they last until their name is used again


def custom_op_of(op: CustomOpDef | OpOverload | str) -> CustomOpDef | None:
    """The custom operator behind a name or an operator, if it was made by `custom_op`."""
    if isinstance(op, CustomOpDef):
        return op
    return find_custom_op(op if isinstance(op, str) else op.name())


def find_custom_op(name: str) -> CustomOpDef | None:
    """The custom operator of this name, if it was made by `custom_op`."""
    return _made.get(name)


@overload
def custom_op(
    name: str,
    fn: None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    tags: Any = None,
) -> Callable[[Callable[..., Any]], CustomOpDef]: ...


@overload
def custom_op(
    name: str,
    fn: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    tags: Any = None,
) -> CustomOpDef: ...


def custom_op(
    name: str,
    fn: Callable[..., Any] | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    tags: Any = None,
) -> CustomOpDef | Callable[[Callable[..., Any]], CustomOpDef]:
    """Make a function an operator: modes, transforms and tensor classes see its calls, not its implementation.

    Args:
        name: ``"namespace::name"``. Used again, it replaces the operator.
        fn: The function; its annotations give the schema. Without it: a decorator.
        mutates_args: The names of the arguments that it writes to, or ``"unknown"`` for all tensors.
        device_types: Where the function works: ``"cpu"``, ``["cpu", "cuda"]``, a dispatch key; everywhere by default.
        schema: ``"(Tensor x) -> Tensor"`` instead of the annotations.
        tags: One `wye.Tag` or several; `inplace` and `out` let it return the arguments that it writes to.

    Raises:
        LibraryError: the name has no namespace, or schema and ``mutates_args`` contradict each other.
        InferSchemaError: an annotation that no schema type fits.
        UnsupportedSchemaError: a tensor must be given by name.

    Example:
        >>> @custom_op("doctest::scaled", mutates_args=())
        ... def scaled(n: int, *, by: float = 2.0) -> float:
        ...     return n * by
        >>> scaled(4, by=0.5)
        2.0
        >>> scaled
        <CustomOpDef(doctest::scaled)>
        >>> scaled._destroy()
    """

    def make(function: Callable[..., Any]) -> CustomOpDef:
        namespace, short = split_name(name)
        given = as_tags(tags)
        signature = None
        if schema is None:
            pytorch = shown.package == "torch"  # there programs rely on what PyTorch refuses
            signature = infer_signature(
                function, mutates_args=mutates_args, tags=given, op_name=short, only_pytorch=pytorch
            )
            parsed = parse(signature.schema, allow_typevars=False)
        else:
            parsed = _given_schema(schema, short, mutates_args)
        made = CustomOpDef(namespace, short, parsed, function, given, signature)
        try:
            made.register_kernel(device_types)(function)
        except BaseException:
            made._destroy()
            raise
        return made

    return make if fn is None else make(fn)


def _given_schema(schema: str, name: str, mutates_args: Any) -> FunctionSchema:
    if not schema.lstrip().startswith("("):
        raise LibraryError(
            f"custom_op(..., schema={schema!r}): expected a schema without name, like '(Tensor x) -> Tensor'",
            fix=f"leave out what comes before the opening parenthesis: the operator's name is {name}",
        )
    parsed = parse(f"{name}{schema}", allow_typevars=False)
    writes = {argument.name for argument in written(parsed)}
    if isinstance(mutates_args, str) or set(mutates_args) != writes:
        raise LibraryError(
            f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}`. The schema "
            f"suggests that the op mutates {writes or '{}'}, which is different from what was provided to us in "
            "`mutates_args`. Please make these consistent.",
            fix=f"mutates_args={tuple(sorted(writes))}",
        )
    return parsed


class CustomOpDef(engine.Forward):
    """An operator made of a function by `custom_op`: call it, and register more rules for it."""

    _opoverload: OpOverload
    _lib: Library
    _init_fn: Callable[..., Any]
    _namespace: str
    _name: str
    _signature: InferredSignature | None  # only where arguments are flattened
    _tags: tuple[Any, ...]
    _kernels: dict[str, Registration]
    _functions: dict[str, Callable[..., Any]]  # what runs at each device type
    _disabled: set[str]  # device types whose own kernel is switched off

    def __new__(
        cls,
        namespace: str,
        name: str,
        schema: FunctionSchema,
        fn: Callable[..., Any],
        tags: Any = (),
        signature: InferredSignature | None = None,
    ) -> Self:
        """Define the operator, with everything but the kernels of devices."""
        given = as_tags(tags)
        _check_schema(schema, given)
        self = super().__new__(cls)
        self._namespace, self._name, self._init_fn = namespace, name, fn
        self._signature = None if signature is None or signature.is_flat else signature
        self._kernels, self._functions, self._disabled = {}, {}, set()
        self._look_like(fn)
        if registry.find(self._qualname) is not None:
            check_meta(self._qualname, self._qualname)  # a kernel may have come before the definition
        old = _made.pop(self._qualname, None)
        if old is not None:
            old._destroy()
        self._lib = Library(namespace, "FRAGMENT")
        all_tags = given if Tag.pt2_compliant_tag in given else (*given, Tag.pt2_compliant_tag)
        self._lib.define(str(schema), tags=all_tags)
        _made[self._qualname] = self
        self._opoverload = registry.require(self._qualname).op  # type: ignore[assignment]  # the registry makes no others
        self._tags = given
        self._register_basics()
        self.forward_to(self._opoverload if self._signature is None else self._flattening(self._signature))
        return self

    def _look_like(self, fn: Callable[..., Any]) -> None:
        self.__wrapped__ = fn
        self.__name__ = getattr(fn, "__name__", self._name)
        self.__qualname__ = getattr(fn, "__qualname__", self._name)
        self.__module__ = getattr(fn, "__module__", None) or "__main__"
        self.__doc__ = getattr(fn, "__doc__", None)
        self.__annotations__ = getattr(fn, "__annotations__", {})
        self.__signature__ = inspect.signature(fn)

    def _flattening(self, signature: InferredSignature) -> Callable[..., Any]:
        op, flatten = self._opoverload, signature.flatten

        def call(*args: Any, **kwargs: Any) -> Any:
            flat_args, flat_kwargs = flatten(args, kwargs)
            return op(*flat_args, **flat_kwargs)

        return call

    def _unflattened(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """``fn`` as a kernel: it gets its own arguments, not the schema's."""
        if self._signature is None:
            return fn
        unflatten = self._signature.unflatten

        def kernel(*args: Any, **kwargs: Any) -> Any:
            own_args, own_kwargs = unflatten(args, kwargs)
            return fn(*own_args, **own_kwargs)

        kernel.__name__ = kernel.__qualname__ = getattr(fn, "__qualname__", type(fn).__name__)
        return kernel

    @property
    def _qualname(self) -> str:
        return f"{self._namespace}::{self._name}"

    @property
    def _schema(self) -> FunctionSchema:
        return self._opoverload.schema

    def _register_basics(self) -> None:
        """Meta, Autograd, and the key that counts writes, as every custom operator has them."""
        entry, source = entry_of(self._opoverload), source_here()
        schema = self._opoverload.schema
        writes = written(schema)
        if writes and not schema.returns:
            self._lib._register_fake(self._name, _does_nothing)
        else:
            self._lib._add_kernel(entry, DispatchKey.Meta, make_kernel(self._miss_fake, source))
        self._lib._add_kernel(entry, DispatchKey.Autograd, features.pass_autograd(source))
        if writes:
            self._lib._add_kernel(entry, DispatchKey.ADInplaceOrView, make_kernel(counting_writes(schema), source))

    def _miss_fake(self, *args: Any, **kwargs: Any) -> Any:
        needs = "torch.compile/export/fx tracing" if shown.package == "torch" else "fake tensors and tracing"
        raise NoKernelError(
            f"There was no fake impl registered for {self!r}. This is necessary for {needs} to work. Please use "
            f"`{self.__name__}.register_fake` to add an fake impl.",
            op=self._qualname,
            key="Meta",
            fix=f"@{self.__name__}.register_fake",
        )

    def register_kernel(
        self, device_types: str | Sequence[str] | None = None, fn: Callable[..., Any] | None = None, /
    ) -> Any:
        """Register the kernel of some devices; all others run the function that the operator was made of.

        Args:
            device_types: ``"cuda"``, several, a dispatch key, or None for all without one of their own.
            fn: The kernel. Without it: a decorator.

        Raises:
            UnknownKeyError: no such device.
            LibraryError: no argument could tell the device.
        """
        keys = as_keys(device_types)

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            if device_types is not None:
                self._select_backend()
            for device, key in keys.items():
                self._put(device, key, function)
            return function

        return register if fn is None else register(fn)

    def _put(self, device: str, key: DispatchKey, function: Callable[..., Any]) -> None:
        old, self._kernels[device] = self._kernels.get(device), self._push(key, function)
        self._functions[device] = function
        if old is not None:
            old.remove()

    def _push(self, key: DispatchKey, function: Callable[..., Any]) -> Registration:
        """Register a kernel whose results are checked.  See Note [Fresh results]."""
        schema, source = self._opoverload.schema, source_here()
        bare = self._unflattened(function)
        if is_checked_by_engine(schema, self._tags):
            kernel = make_kernel(bare, source, fresh=True)
        else:
            module = str(getattr(function, "__module__", None) or "?")
            kernel = make_kernel(watched(bare, schema, self._tags, module), source)
        return self._lib._add_kernel(entry_of(self._opoverload), key, kernel)

    def _select_backend(self) -> None:
        """Dispatch an operator without tensor arguments by its device argument."""
        schema, entry = self._opoverload.schema, entry_of(self._opoverload)
        if any(a.type.has_tensors for a in schema.arguments) or DispatchKey.BackendSelect in entry.kernels:
            return
        place = next((i for i, a in enumerate(schema.arguments) if a.type.str() == "Device"), None)
        if place is None:
            raise LibraryError(
                "Functions without tensor inputs are required to have a `device: torch.device` argument",
                fix="add one, or leave device_types out",
            )
        name, op, kernels = schema.arguments[place].name, self._opoverload, self._kernels

        def select(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
            device = args[place] if place < len(args) else kwargs[name]
            if device.type not in kernels and "" not in kernels:
                raise NoKernelError(
                    f"{self._name} does not have a kernel registered for {device.type}. Please use register_kernel "
                    "to do so.",
                    op=self._qualname,
                    key=device.type,
                    have=list(kernels),
                )
            return op.redispatch(DispatchKeySet(device.backend_key), *args, **kwargs)

        kernel = make_kernel(select, source_here(), kind=engine.KEYSET)
        self._lib._add_kernel(entry, DispatchKey.BackendSelect, kernel)

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """Register what the operator does on tensors without data: the shapes and dtypes of what it returns."""
        self._lib._register_fake(self._name, self._unflattened(fn))
        return fn

    def register_autograd(
        self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None
    ) -> None:
        """Register a formula for gradients.

        Args:
            backward: ``backward(ctx, *grads)`` returns the gradient of each argument.
            setup_context: ``setup_context(ctx, inputs, output)`` keeps what ``backward`` needs.

        Raises:
            RegistrationError: the operator is not functional.
        """
        features.add_autograd(self._lib, self._opoverload, backward, setup_context, shown=repr(self))

    def register_vmap(self, func: Callable[..., Any] | None = None, /) -> Any:
        """Register a rule for vmap: ``func(info, in_dims, *args)`` returns the output and its dimensions."""
        return features.decorator(func, lambda fn: features.add_vmap(self._lib, self._opoverload, fn))

    def register_autocast(self, device_type: str, cast_inputs: Any) -> None:
        """Under autocast on a device, cast floating-point tensors to a dtype before the operator runs."""
        features.add_autocast(self._lib, self._opoverload, device_type, cast_inputs)

    def register_dispatch_rule(self, cls: type, fn: Callable[..., Any] | None = None, /) -> Any:
        """Register what the operator does under a mode class, or for a tensor class."""
        return features.decorator(fn, lambda f: self._lib._register_dispatch_rule(self._name, cls, f))

    register_torch_dispatch = register_dispatch_rule

    def set_kernel_enabled(self, device_type: str, enabled: bool = True) -> _KernelSwitch:
        """A context: inside, the kernel of a device runs, or with False the function that the operator was made of."""
        return _KernelSwitch(self, device_type, enabled)

    def _destroy(self) -> None:
        """Remove the operator."""
        if _made.get(self._qualname) is self:
            del _made[self._qualname]
        self._lib._destroy()

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_require, (self._qualname,))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _require(name: str) -> CustomOpDef:
    found = find_custom_op(name)
    if found is None:
        raise RegistrationError(f"there is no custom operator {name}", fix="import the module that makes it")
    return found


class _KernelSwitch:
    """Puts another kernel above that of a device for a while; see `CustomOpDef.set_kernel_enabled`."""

    __slots__ = ("_device", "_enabled", "_handles", "_owner", "_was_disabled")

    def __init__(self, owner: CustomOpDef, device: str, enabled: bool) -> None:
        self._owner, self._device, self._enabled = owner, device, enabled
        self._handles: list[Registration] = []

    def __enter__(self) -> CustomOpDef:
        owner, device = self._owner, self._device
        own = owner._functions.get(device)
        if own is None:
            self._say("%s kernel for %s but no kernel was registered for this device type.")
        if self._enabled != (device in owner._disabled):
            self._say("%s kernel for %s but it was already " + ("enabled." if self._enabled else "disabled."))
        self._was_disabled = device in owner._disabled
        (owner._disabled.discard if self._enabled else owner._disabled.add)(device)
        if own is not None:
            fn = own if self._enabled else owner._init_fn
            self._handles.append(owner._push(as_keys(device)[device], fn))
        return owner

    def _say(self, message: str) -> None:
        """Write a log line, under PyTorch's logger name while compat replaces torch."""
        import logging  # here: only for a line in the log

        name = "torch._library.custom_ops" if shown.package == "torch" else __name__
        action = "Attempted to enable" if self._enabled else "Attempted to disable"
        logging.getLogger(name).warning(message, action, self._device)

    def __exit__(self, *exc: object) -> None:
        (self._owner._disabled.add if self._was_disabled else self._owner._disabled.discard)(self._device)
        if self._handles:
            self._handles.pop().remove()


def _does_nothing(*args: Any, **kwargs: Any) -> None:
    """The fake kernel of an operator that returns nothing."""


def _check_schema(schema: FunctionSchema, tags: tuple[Any, ...]) -> None:
    check_tags(schema, tags)
    if Tag.out in tags:
        return
    if any(a.kwarg_only and a.type.has_tensors for a in schema.arguments):
        raise UnsupportedSchemaError(
            f"custom_op with kwarg-only Tensor args. Please make your tensors not kwarg-only. Got: {schema}"
        )
