"""`torch.fx.experimental.proxy_tensor`: tracing below autograd.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.fx.decomposition_interpreter import DecompositionInterpreter, is_sym_node
from wye.fx.proxy_mode import (
    ProxyTorchDispatchMode,
    PythonKeyTracer,
    decompose,
    disable_proxy_modes_tracing,
    fetch_object_proxy,
    get_innermost_proxy_mode,
    get_proxy_mode,
    get_proxy_slot,
    has_proxy_slot,
    maybe_handle_decomp,
    proxy_call,
    set_proxy_slot,
    track_tensor,
    track_tensor_tree,
)
from wye.fx.proxy_mode import current_decompositions as _current_decompositions
from wye.fx.slots import ProxyTensor as _ProxyTensor
from wye.fx.symbols import NUMBERS as py_sym_types  # noqa: N811 - PyTorch's name
from wye.fx.tracing import dispatch_trace, get_isolated_graphmodule, make_fx
from wye.fx.values import snapshot as extract_val
from wye.fx.values import snapshot as snapshot_fake

__all__ = [
    "DecompositionInterpreter",
    "ProxyTorchDispatchMode",
    "PythonKeyTracer",
    "_ProxyTensor",
    "_current_decompositions",
    "decompose",
    "disable_proxy_modes_tracing",
    "dispatch_trace",
    "extract_val",
    "fetch_object_proxy",
    "get_innermost_proxy_mode",
    "get_isolated_graphmodule",
    "get_proxy_mode",
    "get_proxy_slot",
    "has_proxy_slot",
    "is_sym_node",
    "make_fx",
    "maybe_handle_decomp",
    "proxy_call",
    "py_sym_types",
    "set_proxy_slot",
    "snapshot_fake",
    "track_tensor",
    "track_tensor_tree",
]

__getattr__ = names_of(__name__)
