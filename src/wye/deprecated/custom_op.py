"""Operators whose parts are registered one after the other, by name: schema, kernels, fake kernel, gradients.

PyTorch's first API for custom operators; `custom_op` is the one to use.  Cold path.
In: names and functions.  Out: a definition in a library of its own, which lives until `destroy`.
"""

from __future__ import annotations

import inspect
import weakref
from collections import namedtuple
from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import packet_of
from wye.deprecated import gradient_parts
from wye.errors import LibraryError, NoKernelError, RegistrationError, SchemaError
from wye.keys import DispatchKey, key_for_device
from wye.library import features
from wye.library.library import Library, source_here
from wye.registry import entry_of
from wye.registry.introspect import has_computed_kernel_for_key, has_kernel_for_key
from wye.registry.kernel import line_of
from wye.registry.rules import find_rule
from wye.schema import FunctionSchema, parse
from wye.schema.infer import infer_schema
from wye.schema.queries import is_functional_schema
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.call import OpOverload

__all__ = [
    "DEVICE_KEYS",
    "RESERVED",
    "CustomOp",
    "abstract_impl",
    "check_namespace",
    "custom_op_from_function",
    "custom_op_from_schema",
    "destroy",
    "find",
    "find_or_adopt",
    "keep",
    "made",
    "operator_of",
    "split_qualname",
]

RESERVED: Final = frozenset({"prim", "prims", "aten", "at", "torch", "pytorch"})
DEVICE_KEYS: Final = {"cpu": "CPU", "cuda": "CUDA"}  # where `CustomOp.impl` registers
_RETURNS: Final = ("int", "SymInt", "bool", "float", "Tensor", "Tensor[]")
made: Final[weakref.WeakValueDictionary[str, CustomOp]] = weakref.WeakValueDictionary()
_kept: Final[dict[str, CustomOp]] = {}  # those without another reference: they last until they are destroyed


def split_qualname(qualname: str) -> tuple[str, str]:
    """The namespace and the name in ``"namespace::name"``.

    Raises:
        LibraryError: there is no namespace, or an overload.
    """
    namespace, colons, name = qualname.partition("::")
    if not colons:
        raise LibraryError(
            f"Expected there to be a namespace in {qualname}, i.e. The operator name should look something like ns::foo"
        )
    if "." in name:
        raise LibraryError(
            "The torch.custom_ops APIs do not handle overloads, i.e. operator names with '.' in them. Please name your "
            f"operator something like ns::foo. Got: {qualname}"
        )
    return namespace, name


def check_namespace(ns: str) -> None:
    """Refuse namespaces that are not identifiers or belong to PyTorch.

    Raises:
        LibraryError: it is such a one.
    """
    if "." in ns:
        raise LibraryError(
            f'custom_op(..., ns="{ns}"): expected ns to not contain any . (and be a valid variable name)'
        )
    if ns in RESERVED:
        raise LibraryError(f"custom_op(..., ns='{ns}'): '{ns}' is a reserved namespace, please choose something else.")


def _check_schema(schema: FunctionSchema) -> None:
    if not is_functional_schema(schema):
        raise LibraryError(
            "custom_op only supports functional operators (ops that do not mutate any inputs, do not return views of "
            f"the inputs, and has at least one return). Got the following non-functional schema: {schema}"
        )
    if any(a.name == "self" for a in schema.arguments):
        raise LibraryError(
            f"custom_op does not support arguments named 'self'. Please rename your argument. Got: {schema}"
        )


def _check_function(qualname: str, name: str, func: Any) -> None:
    if not inspect.isfunction(func):
        raise LibraryError(f"custom_op(...)(func): Expected `func` to be a Python function, got: {type(func)}")
    if func.__name__ != name:
        raise LibraryError(
            f"custom_op(qualname='{qualname}', ...)(func): expected `func` to have name '{name}' but got "
            f"'{func.__name__}'. Please either change the name of `func` or the qualname that is passed to `custom_op`"
        )


def _check_signature(schema: FunctionSchema, func: Callable[..., Any]) -> None:
    """Check a function against a schema given as text: the same arguments, and no contradiction."""
    signature = inspect.signature(func)
    parameters = list(signature.parameters.values())
    start = "custom_op(..., manual_schema)(func): "
    if any(p.kind not in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) for p in parameters):
        raise LibraryError(
            f"{start}positional-only args, varargs, and kwargs are not supported. Please rewrite `func` to not have "
            f"them. Got `func` with signature: {signature}"
        )
    if signature.return_annotation is not signature.empty or any(p.annotation is not p.empty for p in parameters):
        raise LibraryError(
            f"{start}When passing in a manual schema, we expect `func` to have no type annotations to avoid ambiguity. "
            f"Got `func` with signature: {signature}"
        )
    ours = [(a.name, a.kwarg_only) for a in schema.arguments]
    if [(p.name, p.kind == p.KEYWORD_ONLY) for p in parameters] != ours:
        raise LibraryError(
            f"{start}When passing in a manual schema, we expect `func`'s signature to match `manual_schema` (aside "
            f"from type annotations). func's signature: {signature}, manual_schema: {schema}"
        )
    if any(p.default is not p.empty for p in parameters) or any(a.has_default for a in schema.arguments):
        raise LibraryError(
            f"{start}neither func nor manual_schema should have default arguments. Got func's signature: {signature}, "
            f"manual_schema: {schema}"
        )


class CustomOp:
    """An operator whose parts are registered one after the other."""

    def __init__(self, lib: Any, op: Any, *rest: Any, _private_access: bool = False) -> None:
        """Made by the functions of this module."""
        if not _private_access:
            raise RegistrationError(
                "The CustomOp constructor is private and we do not guarantee BC for it. Please use custom_op(...) to "
                "create a CustomOp object"
            )
        self._lib: Library = lib
        self._opoverload: OpOverload = op
        self._schema = op.schema
        self._qualname = op.name()
        self._cpp_ns, self._opname = split_qualname(self._qualname)
        self.__name__ = self._opname
        self._impls: dict[str, tuple[Callable[..., Any], str]] = {}
        self._output_differentiability: list[bool] | None = None
        made[self._qualname] = self

    def __repr__(self) -> str:
        return f'<CustomOp(op="{self._qualname}")>'

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self._opoverload(*args, **kwargs)

    def _has_impl(self, kind: str) -> bool:
        return kind in self._impls

    def _keep(self, kind: str, func: Callable[..., Any]) -> None:
        if kind in self._impls:
            raise RegistrationError(
                f"Attempting to register a {kind} impl for operator {self._qualname} that already has a {kind} impl "
                f"registered from Python at {self._impls[kind][1]}. This is not supported."
            )
        self._impls[kind] = func, line_of(source_here())

    def impl(self, device_types: str | Iterable[str], _stacklevel: int = 2) -> Callable[..., Any]:
        """A decorator: what runs on these devices.

        Raises:
            LibraryError: a device other than cpu and cuda.
            RegistrationError: there is something already.
        """
        devices = [device_types] if isinstance(device_types, str) else list(device_types)
        for device in devices:
            if device not in DEVICE_KEYS:
                raise LibraryError(
                    f"CustomOp.impl(device_types=[{device}, ...]): we only support device_type in {list(DEVICE_KEYS)}."
                )

        def register(func: Callable[..., Any]) -> Callable[..., Any]:
            for device in dict.fromkeys(devices):
                key = key_for_device(device).name
                if not self._has_impl(device) and has_computed_kernel_for_key(self._qualname, key):
                    raise RegistrationError(
                        f"impl(..., device_types={device}): the operator {self._qualname} already has an "
                        "implementation for this device type via a pre-existing torch.library or TORCH_LIBRARY "
                        "registration."
                    )
                self._keep(device, func)
                self._lib.impl(self._opname, func, key)
            return func

        return register

    def impl_factory(self) -> Callable[..., Any]:
        """A decorator: what runs when there are no tensors among the arguments."""

        def register(func: Callable[..., Any]) -> Callable[..., Any]:
            self._keep("factory", func)
            self._lib.impl(self._opname, func, "BackendSelect")
            return func

        return register

    def impl_abstract(self, _stacklevel: int = 2) -> Callable[..., Any]:
        """A decorator: what the operator does on tensors without data."""

        def register(func: Callable[..., Any]) -> Callable[..., Any]:
            self._check_no_meta()
            self._keep("abstract", func)
            self._lib._register_fake(self._opname, func)
            return func

        return register

    def _check_no_meta(self) -> None:
        if self._has_impl("abstract"):
            return
        for key, why in (
            ("CompositeImplicitAutograd", "already has an implementation for this device type via a pre-existing"),
            ("Meta", "already has a DispatchKey::Meta implementation via a pre-existing torch.library"),
        ):
            if has_kernel_for_key(self._qualname, key):
                raise RegistrationError(
                    f"impl_abstract(...): the operator {self._qualname} {why} registration to DispatchKey::{key}.",
                    fix="take that registration back, or leave this one out",
                )

    def impl_save_for_backward(self, _stacklevel: int = 2) -> Callable[..., Any]:
        """A decorator: ``save(inputs, output)`` returns what the backward function needs."""
        return lambda func: self._take_gradient_part("save_for_backward", func)

    def impl_backward(
        self, output_differentiability: list[bool] | None = None, _stacklevel: int = 2
    ) -> Callable[..., Any]:
        """A decorator: ``backward(ctx, saved, *grads)`` returns a dict from the names of tensors to their gradients.

        Raises:
            RegistrationError: not one bool for each output; or the operator has an autograd kernel.
        """
        wanted = output_differentiability
        if wanted is not None and not (
            isinstance(wanted, list)
            and all(isinstance(one, bool) for one in wanted)
            and len(wanted) == len(self._schema.returns)
        ):
            raise RegistrationError(
                "impl_backward(output_differentiability): expected output_differentiability to be a list of bools with "
                f"length equal to the number of outputs of this CustomOp got: {wanted}"
            )

        def register(func: Callable[..., Any]) -> Callable[..., Any]:
            self._take_gradient_part("backward", func)
            self._output_differentiability = wanted
            return func

        return register

    def _take_gradient_part(self, kind: str, func: Callable[..., Any]) -> Callable[..., Any]:
        self._check_differentiable()
        self._keep(kind, func)
        if self._has_impl("backward") and self._has_impl("save_for_backward"):
            parts = _weakly(self._backward), _weakly(self._setup_context)
            features.add_autograd(self._lib, self._opoverload, *parts, shown=repr(self))
        return func

    def _check_differentiable(self) -> None:
        schema = self._schema
        wrong = next((r.type.text for r in schema.returns if r.type.text not in _RETURNS), None)
        detail = None
        if schema.is_mutable:
            detail = "non-functional operator"
        elif not schema.returns:
            detail = "operator with no returns"
        elif not schema.is_functional:
            detail = "operator that returns views"
        elif wrong is not None:
            detail = f"operator with return not in {list(_RETURNS)} (got {wrong})"
        if detail is not None:
            raise RegistrationError(
                f"Cannot use torch._custom_ops APIs to register backward formula for {detail}. Got operator "
                f"{self._qualname} with schema: {schema}"
            )
        self._check_no_autograd()

    def _check_no_autograd(self) -> None:
        if self._has_impl("backward") or self._has_impl("save_for_backward"):
            return
        start = f"impl_backward/impl_save_for_backward: the operator {self._qualname} already has an"
        if has_kernel_for_key(self._qualname, "CompositeImplicitAutograd"):
            raise RegistrationError(
                f"{start} implementation for this device type via a pre-existing registration to "
                "DispatchKey::CompositeImplicitAutograd. Such operators need no autograd formula: they decompose."
            )
        own = entry_of(self._opoverload).kernels.get(DispatchKey.Autograd, ())
        for key in ("Autograd", "AutogradCPU", "AutogradCUDA"):
            if has_kernel_for_key(self._qualname, key) and not (key == "Autograd" and self._passes(own)):
                raise RegistrationError(
                    f"{start} Autograd kernel registered to DispatchKey::{key} vi a pre-existing torch.library or "
                    "TORCH_LIBRARY registration. Please either remove those registrations or don't use the "
                    "torch._custom_ops APIs"
                )

    def _passes(self, kernels: Any) -> bool:
        return self._has_impl("passes_autograd") and len(kernels) == 1

    def _pass_autograd(self) -> None:
        """Calls continue below autograd, unless they need a gradient and there is no formula."""
        entry, source = entry_of(self._opoverload), source_here()
        kernel = features.pass_autograd(source, _weakly(self._refuse_without_formula))
        self._lib._add_kernel(entry, DispatchKey.Autograd, kernel)
        self._impls["passes_autograd"] = features.pass_autograd, line_of(source)

    def _refuse_without_formula(self) -> None:
        missing = [kind for kind in gradient_parts.KINDS if not self._has_impl(kind)]
        if not missing or find_rule(self._opoverload, "autograd") is not None:
            return
        there = next((kind for kind in gradient_parts.KINDS if self._has_impl(kind)), None)
        if there is None:
            raise RegistrationError(
                f"Autograd has not been implemented for operator {self._qualname}",
                fix="register both impl_save_for_backward and impl_backward, or call it inside of no_grad",
            )
        raise RegistrationError(
            f"We found a '{there}' registration for {self!r} at {self._impls[there][1]} but were unable to find a "
            f"'{missing[0]}' registration. To use the CustomOp API to register a backward formula, please provide us "
            "both a backward function and a 'save for backward' function via `impl_backward` and "
            "`impl_save_for_backward` respectively."
        )

    def _setup_context(self, ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        gradient_parts.mark_constant(ctx, self._schema, output, self._output_differentiability)
        names = [a.name for a in self._schema.arguments]
        named = namedtuple(f"{self._opname}_args", names)(*inputs)
        ctx.wye_lengths = gradient_parts.lengths_of_lists(self._schema, inputs)
        ctx.wye_saved = self._impls["save_for_backward"][0](named, output)

    def _backward(self, ctx: Any, *grads: Any) -> tuple[Any, ...]:
        given = self._impls["backward"][0](ctx, ctx.wye_saved, *grads)
        start = (
            f"In the backward function defined for {self!r} at {self._impls['backward'][1]} using the CustomOp API, "
        )
        return gradient_parts.gradients_by_place(start, self._schema, given, ctx.wye_lengths)

    def _tell_what_is_missing(self, key: str) -> None:
        raise NoKernelError(f"{self!r}: {_missing(key)}", op=self._qualname, key=key, have=list(self._impls))

    def _destroy(self) -> None:
        """Remove the operator."""
        made.pop(self._qualname, None)
        _kept.pop(self._qualname, None)
        self._lib._destroy()


def _missing(key: str) -> str:
    if key == "Undefined":
        return (
            "There were no Tensor inputs to this operator (e.g. you passed an empty list of Tensors). If your operator "
            "is a factory function (that is, it takes no Tensors and constructs a new one), then please use "
            "CustomOp.impl_factory to register an implementation for it"
        )
    if key == "Meta":
        return (
            "when running with device='Meta' tensors: there is no abstract impl registered for this CustomOp. Please "
            "register one via CustomOp.impl_abstract to get this CustomOp to work with Meta tensors"
        )
    if key in ("CPU", "CUDA"):
        device = key.lower()
        return (
            f"when running with device='{device}' tensors: there is no {device} impl registered for this CustomOp. "
            f"Please register one via CustomOp.impl(device_type='{device}')"
        )
    return f"No implementation for dispatch key {key}. The low-level library API can register one."


def custom_op_from_schema(qualname: str, schema: str, tags: Any = (Tag.needs_fixed_stride_order,)) -> CustomOp:
    """Define an operator by a schema without name; what it does is registered later.

    Raises:
        AssertionError: the schema is malformed.
        LibraryError: it writes to arguments, returns views, or nothing; or has an argument ``self``.
    """
    namespace, name = split_qualname(qualname)
    try:
        parsed = parse(f"{name}{schema}", allow_typevars=False)
    except SchemaError as error:
        raise AssertionError(f"Invalid function schema: {name}{schema}") from error  # programs match this
    _check_schema(parsed)
    lib = Library(namespace, "FRAGMENT")
    try:
        lib.define(f"{name}{schema}", tags=tags)
        operator = CustomOp(lib, packet_of(qualname).default, _private_access=True)
        operator._pass_autograd()
    except BaseException:
        lib._destroy()  # at once: the error's traceback would keep it for a while
        raise
    operator._opoverload.report_error = _weakly(operator._tell_what_is_missing)
    return operator


def _weakly(method: Callable[..., Any]) -> Callable[..., Any]:
    """A bound method that does not keep its object: when the object is freed, its registrations are removed."""
    weak = weakref.WeakMethod(method)

    def call(*args: Any, **kwargs: Any) -> Any:
        found = weak()
        return None if found is None else found(*args, **kwargs)

    return call


def keep(operator: CustomOp) -> CustomOp:
    """Keep an operator until it is destroyed, even without other references to the object."""
    _kept[operator._qualname] = operator
    return operator


def custom_op_from_function(qualname: str, func: Any, schema: str | None = None, tags: Any = ()) -> CustomOp:
    """Define an operator by the annotations of a function, or by a schema that fits the function.

    Raises:
        LibraryError: the function has another name than the operator, or does not fit the schema.
    """
    namespace, name = split_qualname(qualname)
    check_namespace(namespace)
    _check_function(qualname, name, func)
    text = infer_schema(func, mutates_args=()) if schema is None else schema
    if schema is not None:
        _check_schema(parse(f"{name}{text}", allow_typevars=False))
        _check_signature(parse(f"{name}{text}", allow_typevars=False), func)
    operator = custom_op_from_schema(qualname, text, tags)
    operator.__name__, operator.__module__, operator.__doc__ = func.__name__, func.__module__, func.__doc__
    return operator


def find(qualname: str) -> CustomOp:
    """The operator of this name that was defined here.

    Raises:
        RegistrationError: there is none.
    """
    if qualname not in made:
        raise RegistrationError(
            f'Could not find custom op "{qualname}". Did you register it via the torch._custom_ops API?'
        )
    return made[qualname]


def find_or_adopt(qualname: str) -> CustomOp:
    """The operator of this name, wherever it was defined: its parts can be registered here too.

    Raises:
        LibraryError: there is none.
    """
    if qualname in made:
        return made[qualname]
    op = operator_of(qualname)
    return keep(CustomOp(Library(op.namespace, "FRAGMENT"), op, _private_access=True))


def operator_of(qualname: str) -> OpOverload:
    """The operator of this name itself.

    Raises:
        LibraryError: there is none.
    """
    split_qualname(qualname)
    try:
        found: OpOverload = packet_of(qualname).default
    except AttributeError:
        raise LibraryError(
            f"Could not find the operator {qualname}. Please make sure you have already registered the operator and "
            "(if registered from C++) loaded it via torch.ops.load_library."
        ) from None
    return found


def destroy(qualname: str) -> None:
    """Remove the operator of this name that was defined here."""
    find(qualname)._destroy()


def abstract_impl(qualname: str) -> Callable[..., Any] | None:
    """The function that was registered by `CustomOp.impl_abstract`, or None."""
    operator = made.get(qualname)
    return operator._impls["abstract"][0] if operator is not None and operator._has_impl("abstract") else None
