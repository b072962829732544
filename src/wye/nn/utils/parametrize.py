"""Parametrizations: a parameter or buffer that is computed from others whenever it is read.

`register_parametrization` takes a tensor away from a module, keeps what it is computed from in
``module.parametrizations``, and gives the module a class of its own whose property computes it.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from wye.grad_mode import no_grad
from wye.nn.modules.container import ModuleDict, ModuleList
from wye.nn.parameter import Parameter
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wye.nn.modules.module import Module

__all__ = [
    "ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
    "transfer_parametrizations_and_params", "type_before_parametrizations",
]  # fmt: skip


class _Cache:
    """What was computed while a `cached` block is open, by module and name."""

    depth = 0
    values: dict[tuple[int, str], Any]


_cache = _Cache()
_cache.values = {}


@contextmanager
def cached() -> Iterator[None]:
    """Inside, each parametrized tensor is computed once and remembered."""
    _cache.depth += 1
    try:
        yield
    finally:
        _cache.depth -= 1
        if not _cache.depth:
            _cache.values = {}


def _register(module: Module, name: str, value: Any) -> None:
    if isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


def _replace(kept: Any, value: Tensor) -> None:
    """Let a tensor that is kept show other values, of any shape."""
    with no_grad():
        kept.set_(value.detach() if value.requires_grad else value)


class ParametrizationList(ModuleList):
    """The steps that compute a tensor, and what they begin with: ``original``, or ``original0``, ``original1``, ...

    Args:
        modules: The steps; each may have a ``right_inverse``, which says what it would be computed from.
        original: The tensor that is replaced.
        unsafe: Shapes and dtypes are not checked.

    Raises:
        ValueError: no steps, or values that do not fit the tensor.
    """

    original: Tensor
    unsafe: bool

    def __init__(self, modules: Iterable[Module], original: Tensor, unsafe: bool = False) -> None:
        steps = [*modules]
        if not steps:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(steps)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            found = self._inverted(original)
        if not isinstance(found, (Tensor, Sequence)):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(found).__name__}"
            )
        self.is_tensor = isinstance(found, Tensor)
        self.ntensors = 1 if isinstance(found, Tensor) else len(found)
        if isinstance(found, Tensor):
            if original.dtype != found.dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {found.dtype}"
                )
            _replace(original, found)
            _register(self, "original", original)
        else:
            self._keep_several(original, found)
        if not unsafe:
            self._check_result(shape, dtype)

    def _inverted(self, value: Any) -> Any:
        """What the steps would compute a value from, as far as they know."""
        for step in reversed([*self]):
            if hasattr(step, "right_inverse"):
                with suppress(NotImplementedError):
                    value = step.right_inverse(value)
        return value

    def _keep_several(self, original: Tensor, found: Sequence[Any]) -> None:
        for place, one in enumerate(found):
            if not isinstance(one, Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                    f"Got element {place} of the sequence with type {type(one).__name__}."
                )
            kept: Any = Parameter(one, original.requires_grad) if isinstance(original, Parameter) else one
            kept.requires_grad_(original.requires_grad)
            _register(self, f"original{place}", kept)

    def _check_result(self, shape: Any, dtype: Any) -> None:
        made = self()
        if not isinstance(made, Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
        for name, before, after in (("dtype", dtype, made.dtype), ("shape", shape, made.shape)):
            if before != after:
                raise ValueError(
                    f"Registering a parametrization may not change the {name} of the tensor, unless `unsafe` flag is "
                    f"enabled.\nunparametrized {name}: {before}\nparametrized {name}: {after}"
                )

    def _names(self) -> list[str]:
        return ["original"] if self.is_tensor else [f"original{i}" for i in range(self.ntensors)]

    def _kept(self) -> list[Any]:
        return [getattr(self, name) for name in self._names()]

    def right_inverse(self, value: Any) -> None:
        """Store what a value would be computed from: what an assignment does.

        Raises:
            RuntimeError: a step has no ``right_inverse``.
            ValueError: it gives something that does not fit what is stored.
        """
        with no_grad():
            for step in reversed([*self]):
                if not hasattr(step, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(step).__name__} does not implement right_inverse.")
                value = step.right_inverse(value)
            given = [value] if self.is_tensor else value
            if not isinstance(given, Sequence):
                raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}.")
            if len(given) != self.ntensors:
                raise ValueError(
                    f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of "
                    f"length {len(given)}."
                )
            for place, (one, kept) in enumerate(zip(given, self._kept(), strict=True)):
                self._store(place, one, kept)

    def _store(self, place: int, value: Any, kept: Any) -> None:
        which = "" if self.is_tensor else f" in element {place} of the sequence"
        if not isinstance(value, Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}{which}")
        if value.dtype != kept.dtype:
            raise ValueError(
                f"The tensor returned by `right_inverse` has dtype {value.dtype}{which} while `original` has dtype "
                f"{kept.dtype}"
            )
        _replace(kept, value)

    def forward(self) -> Any:
        """The tensor, computed."""
        first, *others = self
        value = first(*self._kept())
        for step in others:
            value = step(value)
        return value


def _give_class(module: Any) -> None:
    """Let a module have a class of its own, for properties."""
    cls = type(module)

    def refuse(self: Any) -> Any:
        raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). See:")

    def copied(self: Any, memo: dict[int, Any]) -> Any:
        found = memo.get(id(self))
        if found is None:
            own: Any = type(self)
            found = memo[id(self)] = own.__new__(own)
            found.__dict__ = copy.deepcopy(self.__dict__, memo)
        return found

    members: dict[str, Any] = {"__getstate__": refuse}
    if not hasattr(cls, "__deepcopy__"):
        members["__deepcopy__"] = copied
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), members)


def _give_property(module: Any, name: str) -> None:
    def read(self: Any) -> Any:
        if not _cache.depth:
            return self.parametrizations[name]()
        key = id(self), name
        if _cache.values.get(key) is None:
            _cache.values[key] = self.parametrizations[name]()
        return _cache.values[key]

    def write(self: Any, value: Any) -> None:
        self.parametrizations[name].right_inverse(value)

    setattr(type(module), name, property(read, write))


def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Compute a parameter or buffer of a module from another tensor, or from several, by a module.

    Args:
        module: Whose tensor it is; it gets a class of its own.
        tensor_name: The attribute.
        parametrization: Computes the tensor; with a ``right_inverse`` the tensor can be assigned to.
        unsafe: It may change shapes and dtypes.

    Returns:
        The module.

    Raises:
        ValueError: there is no such tensor, or the new one does not fit.

    >>> import wye
    >>> from wye import nn
    >>> class Positive(nn.Module):
    ...     def forward(self, x):
    ...         return x.exp()
    >>> layer = register_parametrization(nn.Linear(2, 1), "weight", Positive())
    >>> bool((layer.weight > 0).all())
    True
    """
    parametrization.train(module.training)
    mine: Any = module
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_step(f"module.{tensor_name}", getattr(module, tensor_name), parametrization)
        mine.parametrizations[tensor_name].append(parametrization)
        mine.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        made = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _give_class(module)
            mine.parametrizations = ModuleDict()
        _give_property(module, tensor_name)
        mine.parametrizations[tensor_name] = made
    else:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
            f"'{tensor_name}'"
        )
    return module


def _check_step(shown: str, value: Tensor, step: Any) -> None:
    """Refuse a step that changes the shape or the dtype of a tensor that has others already."""
    made = step(value)
    if not isinstance(made, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
    begins = "Registering a parametrization may not change the {} of the tensor"
    _check_alike(value, made, begins, (shown, f"parametrization({shown})."))
    if not hasattr(step, "right_inverse"):
        return
    try:
        back = step.right_inverse(made)
    except NotImplementedError:  # nothing can be assigned to the tensor, then
        return
    if not isinstance(back, Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    begins = f"The tensor returned by parametrization.right_inverse must have the same {{}} as {shown}"
    _check_alike(value, back, begins, (shown, "returned "))


def _check_alike(value: Tensor, made: Tensor, beginning: str, shown: tuple[str, str]) -> None:
    for name, before, after in (("dtype", value.dtype, made.dtype), ("shape", value.shape, made.shape)):
        if before != after:
            raise ValueError(
                f"{beginning.format(name)}, unless the `unsafe` flag is enabled.\n"
                f"{shown[0]}.{name}: {before}\n{shown[1]}{name}: {after}"
            )


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Is a tensor of the module computed, or where no name is given any?"""
    found = getattr(module, "parametrizations", None)
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Make a computed tensor a plain parameter or buffer again.

    Args:
        module: Whose tensor it is.
        tensor_name: The attribute.
        leave_parametrized: Keep the computed values, not those that they were computed from.

    Returns:
        The module.

    Raises:
        RuntimeError: the values cannot be kept in the tensor that they were computed from.
        ValueError: the tensor is not computed, or is computed from several and shall not be kept.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    mine: Any = module
    steps: ParametrizationList = mine.parametrizations[tensor_name]
    if steps.is_tensor:
        kept: Any = steps.original
        if leave_parametrized:
            with no_grad():
                value = getattr(module, tensor_name)
            _replace(kept, value)
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        kept = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
            "sequence of tensors."
        )
    delattr(type(module), tensor_name)
    del mine.parametrizations[tensor_name]
    _register(module, tensor_name, kept)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        mine.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """The class that a module had before tensors of it were computed."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(
    from_module: Module, to_module: Module, tensor_name: str | None = None
) -> Module:
    """Compute the tensors of a module as those of another one are, from the same tensors.

    Args:
        from_module: Has parametrizations; nothing is done where it has none.
        to_module: Gets them.
        tensor_name: Of this tensor only.

    Returns:
        The second module.
    """
    if not is_parametrized(from_module):
        return to_module
    source: Any = from_module
    names = [*source.parametrizations] if tensor_name is None else [tensor_name]
    for name in names:
        if not hasattr(to_module, name):
            setattr(to_module, name, copy.deepcopy(getattr(from_module, name)))
        steps = source.parametrizations[name]
        for step in steps:
            register_parametrization(to_module, name, step, unsafe=steps.unsafe)
        made: Any = to_module
        for kept, value in zip(steps._names(), steps._kept(), strict=True):
            setattr(made.parametrizations[name], kept, value)
    return to_module
