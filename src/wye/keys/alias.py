"""Alias keys and the relations between backends and their autograd keys.

Cold path: read at registration and for display.  Pure.
"""

from __future__ import annotations

from typing import Final

from wye.keys.key import DispatchKey, all_backends
from wye.keys.keyset import DispatchKeySet, as_key
from wye.keys.names import BACKENDS, PER_BACKEND

__all__ = [
    "AFTER_AD_INPLACE_OR_VIEW",
    "AFTER_AUTOGRAD",
    "AUTOGRAD_OTHER_BACKENDS",
    "WRAPPER_KEYS_TO_PROPAGATE",
    "additional_keys_to_propagate",
    "after_ad_inplace_or_view",
    "after_autograd",
    "autograd_key_of_backend",
    "autogradother_backends",
    "backend_keyset_from_autograd",
    "functionality_to_backend_keys",
    "is_alias",
    "is_included_in_alias",
    "num_backends",
    "runtime_keyset",
    "to_functionality_key",
]

_Key = DispatchKey | int | str


def _on_all_backends(*functionalities: str) -> DispatchKeySet:
    all_backend_bits = DispatchKeySet.full().bits & ~(((1 << 48) - 1) << 16)
    return DispatchKeySet(*functionalities) | DispatchKeySet.raw(all_backend_bits)


_PLAIN_BACKENDS: Final = ("FPGA", "Vulkan", "Metal", "CustomRNGKeyId", "MkldnnCPU")
_EXPLICIT: Final = _on_all_backends("Dense", "Quantized", "Sparse", "SparseCsr", *_PLAIN_BACKENDS)
_AUTOGRAD: Final = _on_all_backends("AutogradOther", "AutogradFunctionality", "AutogradNestedTensor")
_NOT_FUNCTIONAL_BACKENDS: Final = DispatchKey.XLA.bits | DispatchKey.Lazy.bits
_ALIAS_MEMBERS: Final = {
    DispatchKey.Autograd: _AUTOGRAD,
    DispatchKey.CompositeImplicitAutograd: _EXPLICIT | DispatchKeySet("NestedTensor") | _AUTOGRAD,
    DispatchKey.FuncTorchBatchedDecomposition: DispatchKeySet("FuncTorchBatched"),
    DispatchKey.CompositeImplicitAutogradNestedTensor: _on_all_backends("NestedTensor", "AutogradNestedTensor"),
    DispatchKey.CompositeExplicitAutograd: _EXPLICIT,
    # Decompositions that mutate or take views: backends that want functional operators get no such kernel.
    DispatchKey.CompositeExplicitAutogradNonFunctional: DispatchKeySet.raw(
        _EXPLICIT.remove("Sparse").bits & ~(_NOT_FUNCTIONAL_BACKENDS & 0xFFFF)
    ),
}

AUTOGRAD_OTHER_BACKENDS: Final = _on_all_backends("Quantized", "Sparse", "SparseCsr", *_PLAIN_BACKENDS)
AFTER_AUTOGRAD: Final = DispatchKeySet.full_after("AutogradOther")
AFTER_AD_INPLACE_OR_VIEW: Final = DispatchKeySet.full_after("ADInplaceOrView")
WRAPPER_KEYS_TO_PROPAGATE: Final = DispatchKeySet(
    "Negative", "Conjugate", "XLA", "XPU", "HPU", "CUDA", "CPU", "PrivateUse1", "SparseCPU", "SparseCsrCPU"
)

# Built-in backends whose autograd key PyTorch does not tie to them.
_WITHOUT_OWN_AUTOGRAD: Final = frozenset(("HIP", "VE", "MTIA"))


def is_alias(key: _Key) -> bool:
    """Does ``key`` stand for several runtime keys?"""
    return as_key(key).is_alias


def runtime_keyset(key: _Key) -> DispatchKeySet:
    """The runtime keys that an alias key stands for; any other key alone.

    Raises:
        ValueError: for Undefined, which stands for nothing.
    """
    key = as_key(key)
    if key == DispatchKey.Undefined:
        raise ValueError("Undefined has no runtime keys; an empty key registers CompositeImplicitAutograd")
    return _ALIAS_MEMBERS[key] if key.is_alias else DispatchKeySet(key)


def is_included_in_alias(key: _Key, alias: _Key) -> bool:
    """Is ``key`` one of the keys that ``alias`` stands for?"""
    key = as_key(key)
    if key == DispatchKey.Undefined:
        return False
    return runtime_keyset(alias).has(key)


def to_functionality_key(key: _Key) -> DispatchKey:
    """The functionality of a runtime key; Undefined for an alias key."""
    return as_key(key).functionality


def functionality_to_backend_keys(key: _Key, *, backends: int | None = None) -> list[DispatchKey]:
    """The runtime keys of a per-backend functionality; any other key alone.

    Args:
        key: A functionality key.
        backends: Only the first ``backends`` backends; 16 gives PyTorch's own keys.
    """
    key = as_key(key)
    for value, prefix, _ in PER_BACKEND:
        if key == value:
            return [getattr(DispatchKey, prefix + backend) for backend in all_backends()[:backends]]
    return [key]


def backend_keyset_from_autograd(key: _Key) -> DispatchKeySet:
    """The backend keys that an autograd key stands over."""
    key = as_key(key)
    if key == DispatchKey.AutogradOther:
        return AUTOGRAD_OTHER_BACKENDS
    if key == DispatchKey.AutogradNestedTensor:
        return _on_all_backends("NestedTensor")
    if key.backend is None or key._functionality != DispatchKey.AutogradFunctionality:
        return DispatchKeySet()
    if key.backend in _WITHOUT_OWN_AUTOGRAD:
        return DispatchKeySet()
    return DispatchKeySet(getattr(DispatchKey, key.backend))


def autograd_key_of_backend(backend: str) -> DispatchKey:
    """The autograd key of a tensor on ``backend``: its own, or AutogradOther."""
    if backend in _WITHOUT_OWN_AUTOGRAD or backend not in all_backends():
        return DispatchKey.AutogradOther
    key: DispatchKey = getattr(DispatchKey, "Autograd" + backend)
    return key


def autogradother_backends() -> DispatchKeySet:
    """The backend keys that share AutogradOther."""
    return AUTOGRAD_OTHER_BACKENDS


def after_autograd() -> DispatchKeySet:
    """The keys below autograd."""
    return AFTER_AUTOGRAD


def after_ad_inplace_or_view() -> DispatchKeySet:
    """The keys below ADInplaceOrView."""
    return AFTER_AD_INPLACE_OR_VIEW


def additional_keys_to_propagate() -> DispatchKeySet:
    """The keys that a wrapper tensor inherits from the tensor it wraps."""
    return WRAPPER_KEYS_TO_PROPAGATE


def num_backends() -> int:
    """How many built-in backends there are; named ones come on top."""
    return len(BACKENDS)
