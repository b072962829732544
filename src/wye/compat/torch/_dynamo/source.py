"""`torch._dynamo.source`: where symbols come from.  Aliases only."""

from __future__ import annotations

from wye.symbolic.sources import (
    AttrSource,
    CallMethodItemSource,
    ChainedSource,
    ConstantSource,
    EphemeralSource,
    GetItemSource,
    GlobalSource,
    LocalSource,
    NegateSource,
    Source,
    SyntheticLocalSource,
    TensorProperty,
    TensorPropertySource,
)

__all__ = [
    "AttrSource", "CallMethodItemSource", "ChainedSource", "ConstantSource", "EphemeralSource", "GetItemSource",
    "GlobalSource", "LocalSource", "NegateSource", "Source", "SyntheticLocalSource", "TensorProperty",
    "TensorPropertySource",
]  # fmt: skip
