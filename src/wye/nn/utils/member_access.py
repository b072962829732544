"""Tensors of modules by dotted names: read, written, swapped and deleted.

A name with dots goes through modules below: ``"0.weight"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wye.nn.modules.module import Module

__all__ = ["NamedMemberAccessor", "set_tensor", "swap_submodule", "swap_tensor"]

_NOTHING: Any = object()


def _place_of(module: Module, name: str) -> dict[str, Any] | None:
    """The dictionary of parameters or buffers that holds the tensor of a name; None: it is an attribute, or will be.

    Raises:
        KeyError: the name is empty, or has a dot.
    """
    if not name or "." in name:
        raise KeyError(f"tensor name can't be empty or contain a dot, got {name!r}")
    return next((place for place in (module._parameters, module._buffers) if name in place), None)


def _check_tensor(value: Any, of: str = "") -> None:
    if value is not None and not isinstance(value, Tensor):
        raise TypeError(f"{of}{value} is not an instance of Tensor")


def swap_tensor(module: Module, name: str, tensor: Any, allow_missing: bool = False) -> Any:
    """Put another tensor in the place of one, and return that one.

    What is returned where there was none takes the tensor away again, if it is put in its place.

    Raises:
        AttributeError: there is none of the name, and ``allow_missing`` is false.
        TypeError: what is given, or was there, is no tensor.
    """
    if tensor is not _NOTHING:
        _check_tensor(tensor)
    place = _place_of(module, name)
    old = getattr(module, name, _NOTHING) if place is None else place[name]
    if old is _NOTHING and not allow_missing:
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    if old is not _NOTHING:
        _check_tensor(old, f"attribute `{name}`: ")
    if tensor is not _NOTHING:
        set_tensor(module, name, tensor)
    elif place is not None:
        del place[name]
    elif old is not _NOTHING:
        delattr(module, name)
    return old


def set_tensor(module: Module, name: str, tensor: Any) -> None:
    """Put a tensor in the place of one, or where there was none.

    Raises:
        TypeError: it is no tensor.
    """
    _check_tensor(tensor)
    place = _place_of(module, name)
    if place is None:
        setattr(module, name, tensor)
    else:
        place[name] = tensor


def swap_submodule(module: Module, name: str, submodule: Module) -> Module:
    """Put another module in the place of one below, and return that one.

    Raises:
        KeyError: the name is empty, or has a dot; or there is none of the name.
    """
    if not name or "." in name:
        raise KeyError(f"submodule name can't be empty or contain a dot, got {name!r}")
    old = module._modules.get(name)
    if old is None:
        raise KeyError(f"submodule {name} does not exist")
    module._modules[name] = submodule
    return old


class NamedMemberAccessor:
    """Modules and tensors below a module, by dotted names.

    >>> import wye
    >>> model = wye.nn.Sequential(wye.nn.Linear(2, 1))
    >>> members = NamedMemberAccessor(model)
    >>> old = members.swap_tensor("0.bias", wye.ones(1))
    >>> members.get_tensor("0.bias")
    tensor([1.])
    """

    def __init__(self, module: Module) -> None:
        self.module = module

    def get_submodule(self, name: str) -> Module:
        """The module of a name; the empty one is the module itself."""
        return self.module.get_submodule(name)

    def swap_submodule(self, path: str, value: Module) -> Module:
        """Put another module in the place of one, and return that one."""
        prefix, _, name = path.rpartition(".")
        return swap_submodule(self.get_submodule(prefix), name, value)

    def get_tensor(self, name: str) -> Any:
        """The tensor of a name.

        Raises:
            AttributeError: there is none.
            TypeError: something else has the name.
        """
        prefix, _, last = name.rpartition(".")
        holder = self.get_submodule(prefix)
        found = getattr(holder, last, _NOTHING)
        if found is _NOTHING:
            raise AttributeError(f"{holder._get_name()} has no attribute `{name}`")
        _check_tensor(found, f"attribute `{name}`: ")
        return found

    def set_tensor(self, name: str, value: Any) -> None:
        """Put a tensor in the place of one."""
        prefix, _, last = name.rpartition(".")
        set_tensor(self.get_submodule(prefix), last, value)

    def del_tensor(self, name: str) -> None:
        """Delete the tensor of a name."""
        self.swap_tensor(name, _NOTHING)

    def swap_tensor(self, name: str, value: Any, allow_missing: bool = False) -> Any:
        """Put a tensor in the place of one, and return that one."""
        prefix, _, last = name.rpartition(".")
        return swap_tensor(self.get_submodule(prefix), last, value, allow_missing)

    def get_tensors(self, names: Iterable[str]) -> list[Any]:
        """The tensors of names."""
        return [self.get_tensor(name) for name in names]

    def set_tensors(self, names: Iterable[str], values: Iterable[Any]) -> None:
        """`set_tensor` for each.

        Raises:
            AssertionError: there are more names than values, or fewer.
        """
        for name, value in _pairs(names, values):
            self.set_tensor(name, value)

    def set_tensors_dict(self, named_tensors: Mapping[str, Any]) -> None:
        """`set_tensor` for each item."""
        for name, value in named_tensors.items():
            self.set_tensor(name, value)

    def del_tensors(self, names: Iterable[str]) -> None:
        """Delete the tensors of names."""
        for name in names:
            self.del_tensor(name)

    def swap_tensors(self, names: Iterable[str], values: Iterable[Any], allow_missing: bool = False) -> list[Any]:
        """`swap_tensor` for each; what was there.

        Raises:
            AssertionError: there are more names than values, or fewer.
        """
        return [self.swap_tensor(name, value, allow_missing) for name, value in _pairs(names, values)]

    def swap_tensors_dict(
        self, named_tensors: Mapping[str, Any], allow_missing: bool = False
    ) -> tuple[dict[str, Any], list[str]]:
        """`swap_tensor` for each item; what it returned, and the names that there were none of.  All of them or none.

        Swapping what was returned restores all of it.

        Raises:
            RuntimeError: one of them cannot be swapped.
        """
        old: dict[str, Any] = {}
        missing: list[str] = []
        try:
            for name, value in named_tensors.items():
                found = self.swap_tensor(name, value, allow_missing=True)
                old[name] = found
                if found is _NOTHING:
                    missing.append(name)
            if missing and not allow_missing:
                raise RuntimeError(f"Missing key(s): {', '.join(map(repr, missing))}.")
        except Exception as error:
            for name, value in old.items():
                self.swap_tensor(name, value, allow_missing=True)
            if isinstance(error, RuntimeError):
                raise
            raise RuntimeError(f"Failed to swap tensors: {error}") from error
        return old, missing

    def check_keys(self, keys: Iterable[str]) -> tuple[list[str], list[str]]:
        """The names of tensors that are missing among those given, and those given that there are no tensors of."""
        given = set(keys)
        there = {name for name, _ in self.named_tensors(remove_duplicate=False)}
        return sorted(there - given), sorted(given - there)

    def named_parameters(self, remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        """The parameters."""
        yield from self.module.named_parameters(remove_duplicate=remove_duplicate)

    def named_buffers(self, remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        """The buffers."""
        yield from self.module.named_buffers(remove_duplicate=remove_duplicate)

    def named_tensors(self, remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        """The parameters, then the buffers."""
        yield from self.named_parameters(remove_duplicate)
        yield from self.named_buffers(remove_duplicate)

    def named_modules(self, remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        """The module and those below."""
        yield from self.module.named_modules(remove_duplicate=remove_duplicate)


def _pairs(names: Iterable[str], values: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    listed, given = list(names), list(values)
    if len(listed) != len(given):
        raise AssertionError(f"names and values must have the same length, got {len(listed)} and {len(given)}")
    return zip(listed, given, strict=True)
