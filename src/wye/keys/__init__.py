"""Layer 1: keys. May import: the engine, errors.

Names and order (the only list), key sets, alias expansion, named backends, device types.
"""

from __future__ import annotations

from wye.keys.alias import (
    additional_keys_to_propagate,
    after_ad_inplace_or_view,
    after_autograd,
    autograd_key_of_backend,
    autogradother_backends,
    backend_keyset_from_autograd,
    functionality_to_backend_keys,
    is_alias,
    is_included_in_alias,
    num_backends,
    runtime_keyset,
    to_functionality_key,
)
from wye.keys.devices import (
    device_of_backend,
    device_types,
    key_for_device,
    private_backend_name,
    rename_private_backend,
    split_device,
)
from wye.keys.key import (
    DispatchKey,
    all_backends,
    key_name,
    named_backends,
    on_new_backend,
    parse_key,
    register_backend,
)
from wye.keys.keyset import AUTOCAST, DEFAULT_INCLUDED, FUNCTION, NO_KEYS, DispatchKeySet, as_key, as_keyset

__all__ = [
    "AUTOCAST",
    "DEFAULT_INCLUDED",
    "FUNCTION",
    "NO_KEYS",
    "DispatchKey",
    "DispatchKeySet",
    "additional_keys_to_propagate",
    "after_ad_inplace_or_view",
    "after_autograd",
    "all_backends",
    "as_key",
    "as_keyset",
    "autograd_key_of_backend",
    "autogradother_backends",
    "backend_keyset_from_autograd",
    "device_of_backend",
    "device_types",
    "functionality_to_backend_keys",
    "is_alias",
    "is_included_in_alias",
    "key_for_device",
    "key_name",
    "named_backends",
    "num_backends",
    "on_new_backend",
    "parse_key",
    "private_backend_name",
    "register_backend",
    "rename_private_backend",
    "runtime_keyset",
    "split_device",
    "to_functionality_key",
]

# np.ndarray belongs to this backend; see wye.call.arrays.
register_backend("NumPy")
