"""`torch._library.fake_profile`: fake kernels made of recorded calls.  Aliases only."""

from __future__ import annotations

from wye.fake.profiles import (
    MissingOpProfile,
    OpProfile,
    TensorMetadata,
    _generate_fake_kernel,
    generate_yaml_from_profiles,
    load_op_profiles,
    read_profiles_from_yaml,
    save_op_profiles,
    unsafe_generate_fake_kernels,
)

__all__ = [
    "MissingOpProfile",
    "OpProfile",
    "TensorMetadata",
    "_generate_fake_kernel",
    "generate_yaml_from_profiles",
    "load_op_profiles",
    "read_profiles_from_yaml",
    "save_op_profiles",
    "unsafe_generate_fake_kernels",
]
