"""`torch.cuda`: there is no CUDA here, and these functions say so.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.device_answers import never as _is_compiled
from wye.device_answers import never as is_current_stream_capturing
from wye.device_answers import nothing as empty_cache
from wye.device_answers import nothing as ipc_collect
from wye.device_answers import nothing as reset_max_memory_allocated
from wye.device_answers import nothing as reset_max_memory_cached
from wye.device_answers import nothing as reset_peak_memory_stats
from wye.device_answers import zero as max_memory_allocated
from wye.device_answers import zero as max_memory_cached
from wye.device_answers import zero as max_memory_reserved
from wye.device_answers import zero as memory_allocated
from wye.device_answers import zero as memory_cached
from wye.device_answers import zero as memory_reserved
from wye.testing.no_cuda import (
    AcceleratorError,
    Event,
    OutOfMemoryError,
    Stream,
    current_device,
    device_count,
    is_available,
    is_initialized,
    manual_seed,
    synchronize,
)
from wye.testing.no_cuda import Graph as CUDAGraph
from wye.testing.no_cuda import manual_seed as manual_seed_all
from wye.testing.no_cuda import manual_seed as seed
from wye.testing.no_cuda import manual_seed as seed_all
from wye.testing.no_cuda import refuse as current_stream
from wye.testing.no_cuda import refuse as default_stream
from wye.testing.no_cuda import refuse as get_device_capability
from wye.testing.no_cuda import refuse as get_device_name
from wye.testing.no_cuda import refuse as get_device_properties
from wye.testing.no_cuda import refuse as get_rng_state
from wye.testing.no_cuda import refuse as init
from wye.testing.no_cuda import refuse as initial_seed
from wye.testing.no_cuda import refuse as mem_get_info
from wye.testing.no_cuda import refuse as set_device
from wye.testing.no_cuda import refuse as set_rng_state
from wye.testing.no_cuda import supports as is_bf16_supported
from wye.testing.no_cuda import supports as is_tf32_supported

__all__ = [
    "AcceleratorError",
    "CUDAGraph",
    "Event",
    "OutOfMemoryError",
    "Stream",
    "_is_compiled",
    "current_device",
    "current_stream",
    "default_stream",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "get_rng_state",
    "init",
    "initial_seed",
    "ipc_collect",
    "is_available",
    "is_bf16_supported",
    "is_current_stream_capturing",
    "is_initialized",
    "is_tf32_supported",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "max_memory_cached",
    "max_memory_reserved",
    "mem_get_info",
    "memory_allocated",
    "memory_cached",
    "memory_reserved",
    "reset_max_memory_allocated",
    "reset_max_memory_cached",
    "reset_peak_memory_stats",
    "seed",
    "seed_all",
    "set_device",
    "set_rng_state",
    "synchronize",
]

_others = names_of(__name__)


def __getattr__(name: str) -> object:
    if not name.endswith("Storage"):
        return _others(name)
    from wye.tensors.storage_classes import CUDA_TYPES  # here: old programs ask for them

    return CUDA_TYPES[name] if name in CUDA_TYPES else _others(name)
