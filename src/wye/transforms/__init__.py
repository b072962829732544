"""Function transforms: `vmap`.  May import: aten and what is below.

interpreters (the stack of levels, its keys) -> batched (tensors under vmap) -> loop, batched_calls (what an operator
does with them), rules (shapes of batching rules) and batching (which operator has which) -> vmap.
"""

from __future__ import annotations

from wye.aten.grid import add_column
from wye.call.py_impl import TransformType
from wye.transforms import batching
from wye.transforms.batched_calls import VmapInfo
from wye.transforms.vmap import VmapInterpreter, vmap

__all__ = ["TransformType", "VmapInfo", "VmapInterpreter", "vmap"]

add_column("vmap", batching, "BATCHING")
