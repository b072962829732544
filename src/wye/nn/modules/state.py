"""State dictionaries: a module's parameters and buffers by name, out of it and into it."""

from __future__ import annotations

import warnings
import weakref
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import wye.shown as shown
from wye.autograd.swapping import swap_tensors
from wye.grad_mode import no_grad
from wye.hook_handles import Hooks, RemovableHandle, add_hook
from wye.nn.parameter import Parameter
from wye.nn.uninitialized import is_lazy
from wye.overrides import is_tensor_like
from wye.process_settings import get_swap_module_params_on_conversion

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = ["EXTRA_STATE", "IncompatibleKeys", "StateDicts", "consume_prefix_in_state_dict_if_present"]

EXTRA_STATE: Final = "_extra_state"  # the key of what `get_extra_state` returns


class IncompatibleKeys(NamedTuple):
    """What `load_state_dict` found: names that had no value, and values that had no name.

    Attributes:
        missing_keys: In the module, not in the dictionary.
        unexpected_keys: In the dictionary, not in the module.
    """

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys!r}, unexpected_keys={self.unexpected_keys!r})"

    def __str__(self) -> str:
        return repr(self)


class _ModuleHook:
    """A hook that gets the module first, without keeping it alive."""

    def __init__(self, hook: Callable[..., Any], module: Any) -> None:
        self.hook, self.module = hook, weakref.ref(module)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args, **kwargs)

    def __getstate__(self) -> dict[str, Any]:
        return {"hook": self.hook, "module": self.module()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["module"] is None:
            raise RuntimeError("You are trying to revive the hook of a dead Module!")
        self.__init__(state["hook"], state["module"])  # type: ignore[misc]  # it has none yet


class StateDicts:
    """The part of `Module` that saves and loads."""

    _version: int = 1
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]
    _non_persistent_buffers_set: set[str]
    _state_dict_hooks: Hooks
    _state_dict_pre_hooks: Hooks
    _load_state_dict_pre_hooks: Hooks
    _load_state_dict_post_hooks: Hooks

    def _init_state_hooks(self) -> None:
        self.__dict__.update(
            _state_dict_hooks=OrderedDict(), _state_dict_pre_hooks=OrderedDict(),
            _load_state_dict_pre_hooks=OrderedDict(), _load_state_dict_post_hooks=OrderedDict(),
        )  # fmt: skip

    # ---- out of it ----

    def get_extra_state(self) -> Any:
        """What else belongs to the module's state; a subclass that has something defines it, and `set_extra_state`."""
        raise RuntimeError("Module.get_extra_state() is called only where a subclass defines it")

    def set_extra_state(self, state: Any) -> None:
        """Take what `get_extra_state` returned back."""
        raise RuntimeError("Module.set_extra_state() is called only where a subclass defines it")

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        """Put the module's own parameters and buffers into ``destination``, not those of submodules."""
        for name, value in (*self._parameters.items(), *self._buffers.items()):
            if value is not None and not (name in self._buffers and name in self._non_persistent_buffers_set):
                destination[prefix + name] = value if keep_vars else value.detach()
        if type(self).get_extra_state is not StateDicts.get_extra_state:
            destination[prefix + EXTRA_STATE] = self.get_extra_state()

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
        """The parameters and persistent buffers of the module and all below it, by name.

        Args:
            args: ``destination``, ``prefix`` and ``keep_vars`` by place, which is deprecated.
            destination: A dictionary to add to; by default a new one.
            prefix: What all names begin with.
            keep_vars: The tensors themselves, not detached ones.
        """
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead. Refer to "
                "https://pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for details.",
                FutureWarning,
                stacklevel=2,
            )
            given: list[Any] = [*args, *(destination, prefix, keep_vars)[len(args) :]]
            destination, prefix, keep_vars = given
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            result = hook(self, destination, prefix, metadata)
            if not getattr(hook, "_from_public_api", False):
                destination = destination if result is None else result
            elif result is not None:
                raise RuntimeError("state_dict post-hook must return None")
        return destination

    # ---- hooks ----

    def _register_state_dict_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """As `register_state_dict_post_hook`, but what the hook returns replaces the dictionary."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously registered via "
                "register_state_dict_post_hook"
            )
        return add_hook(self._state_dict_hooks, hook)

    def register_state_dict_post_hook(self, hook: Any) -> RemovableHandle:
        """``hook(module, state_dict, prefix, local_metadata)`` runs after `state_dict`, and may change what it has."""
        hook._from_public_api = True
        return add_hook(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """``hook(module, prefix, keep_vars)`` runs before `state_dict`."""
        return add_hook(self._state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook: Any, with_module: bool = False) -> RemovableHandle:
        return add_hook(self._load_state_dict_pre_hooks, _ModuleHook(hook, self) if with_module else hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """A function that runs before the module's own part of `load_state_dict`.

        It is called as ``hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
        error_msgs)``, and may change the dictionary and the lists.
        """
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """``hook(module, incompatible_keys)`` runs after `load_state_dict`, and may change the two lists of keys."""
        return add_hook(self._load_state_dict_post_hooks, hook)

    # ---- into it ----

    def _load_from_state_dict(
        self,
        state_dict: Any,
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Load the module's own parameters and buffers, not those of submodules; problems go into the lists.

        Subclasses whose state has changed between versions override it, and look at ``local_metadata["version"]``.
        """
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        buffers = {n: t for n, t in self._buffers.items() if n not in self._non_persistent_buffers_set}
        own = {name: value for name, value in {**self._parameters, **buffers}.items() if value is not None}
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, value in own.items():
            key = prefix + name
            if key in state_dict:
                self._load_one(name, key, value, state_dict[key], assign, error_msgs)
            elif strict:
                missing_keys.append(key)
        self._load_extra_state(state_dict, prefix + EXTRA_STATE, strict, missing_keys, unexpected_keys)
        if strict:
            unexpected_keys += self._unexpected(state_dict, prefix, own)

    def _unexpected(self, state_dict: Mapping[str, Any], prefix: str, own: Mapping[str, Any]) -> list[str]:
        found = []
        for key in state_dict:
            if key.startswith(prefix) and key != prefix + EXTRA_STATE:
                name, dot, _ = key.removeprefix(prefix).partition(".")
                if name not in (self._modules if dot else own):
                    found.append(key)
        return found

    def _load_extra_state(
        self, state_dict: Mapping[str, Any], key: str, strict: bool, missing_keys: list[str], unexpected_keys: list[str]
    ) -> None:
        if type(self).set_extra_state is not StateDicts.set_extra_state:
            if key in state_dict:
                self.set_extra_state(state_dict[key])
            elif strict:
                missing_keys.append(key)
        elif strict and key in state_dict:
            unexpected_keys.append(key)

    def _load_one(self, name: str, key: str, value: Tensor, given: Any, assign: bool, error_msgs: list[str]) -> None:
        if not is_tensor_like(given):
            error_msgs.append(
                f'While copying the parameter named "{key}", expected {shown.package}.Tensor or Tensor-like object '
                f"from checkpoint but received {type(given)}"
            )
            return
        if not is_lazy(value) and value.dim() == 0 and tuple(given.shape) == (1,):
            given = given[0]  # as files from before tensors without dimensions have it
        if not is_lazy(value) and given.shape != value.shape:
            error_msgs.append(
                f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the shape in "
                f"current model is {value.shape}."
            )
            return
        if value.is_meta and not given.is_meta and not assign:
            warnings.warn(
                f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter in the current "
                "model, which is a no-op. (Did you mean to pass `assign=True` to assign items in the state dictionary "
                "to their corresponding key in the module instead of copying them in place?)",
                stacklevel=2,
            )
        try:
            with no_grad():
                self._take(name, value, given, assign)
        except Exception as error:  # noqa: BLE001 - collected, and raised together
            error_msgs.append(
                f'While {_verb()} the parameter named "{key}", whose dimensions in the model are {value.size()} and '
                f"whose dimensions in the checkpoint are {given.size()}, an exception occurred : {error.args}."
            )

    def _take(self, name: str, value: Tensor, given: Any, assign: bool) -> None:
        if get_swap_module_params_on_conversion():
            _swap_in(value, given, assign)
            return
        if not assign:
            if given.is_meta or not value.is_meta:  # there is nothing to copy to a tensor without data
                value.copy_(given)
            return
        if isinstance(value, Parameter):
            if isinstance(given, Parameter):
                given.requires_grad_(value.requires_grad)
            else:
                given = Parameter(given, requires_grad=value.requires_grad)
        setattr(self, name, given)

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> IncompatibleKeys:
        """Copy values from a state dictionary into the parameters and buffers of the module and all below it.

        Args:
            state_dict: Values by name, as `state_dict` returns them.
            strict: The names must be exactly those of the module.
            assign: The tensors of the dictionary become those of the module; nothing is copied.

        Returns:
            The names that were missing, and those that were not expected.

        Raises:
            RuntimeError: names or shapes do not fit; all of the problems are listed.
            TypeError: ``state_dict`` is no dictionary.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        metadata = getattr(state_dict, "_metadata", None)
        values: Any = OrderedDict(state_dict)  # a copy: hooks may change it
        if metadata is not None:
            values._metadata = metadata
        found, errors = IncompatibleKeys([], []), list[str]()
        _load(self, values, "", metadata, assign, found, errors)
        if strict:
            errors = [*_listed("Missing", found.missing_keys), *_listed("Unexpected", found.unexpected_keys), *errors]
        if errors:
            lines = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}")
        return found


def _verb() -> str:
    return "swapping" if get_swap_module_params_on_conversion() else "copying"


def _swap_in(value: Tensor, given: Any, assign: bool) -> None:
    """Let a tensor of a module become what it makes of the given one, and stay the object that it is."""
    made: Any = value.module_load(given, assign=assign)
    if made is value or made is given:
        raise RuntimeError(
            "module_load returned one of self or other, please .detach() the result if returning one of the inputs in "
            "module_load"
        )
    if isinstance(value, Parameter):
        if not isinstance(made, Parameter):
            made = Parameter(made, requires_grad=value.requires_grad)
        else:
            made.requires_grad_(value.requires_grad)
    swap_tensors(value, made)


def _listed(kind: str, keys: list[str]) -> list[str]:
    quoted = ", ".join(f'"{key}"' for key in keys)
    return [f"{kind} key(s) in state_dict: {quoted}. "] if keys else []


def _load(
    module: StateDicts,
    state_dict: Any,
    prefix: str,
    metadata: Any,
    assign: bool,
    found: IncompatibleKeys,
    errors: list[str],
) -> None:
    """Load a module, then those below it, then run its hooks."""
    local = {} if metadata is None else {**metadata.get(prefix[:-1], {})}
    if assign:
        local["assign_to_params_buffers"] = assign
    module._load_from_state_dict(state_dict, prefix, local, True, found.missing_keys, found.unexpected_keys, errors)
    for name, child in module._modules.items():
        if child is not None:
            below = f"{prefix}{name}."
            part = {key: value for key, value in state_dict.items() if key.startswith(below)}
            _load(child, part, below, metadata, assign, found, errors)
    for hook in module._load_state_dict_post_hooks.values():
        if hook(module, found) is not None:
            raise AssertionError(
                "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, "
                "if incompatible_keys need to be modified, it should be done inplace."
            )


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take a prefix off the names in a state dictionary, in place; names without it stay.

    Args:
        state_dict: Values by name, as `Module.state_dict` returns them.
        prefix: What to take off, as ``"module."``.
    """
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for key in [*metadata]:
        if key and (key == prefix.removesuffix(".") or key.startswith(prefix)):
            metadata[key[len(prefix) :]] = metadata.pop(key)
