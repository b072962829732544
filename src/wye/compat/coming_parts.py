"""Which of PyTorch's names wait for which part of wye.  A table; `wye.coming` makes the names.

A name leaves this table with the change that brings its part.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CLASSES", "MODULES", "NAMES", "REST"]

_GRADIENTS: Final = "automatic differentiation"
_TRANSFORMS: Final = "function transforms (vmap, grad, jvp)"
_TRAINING: Final = "modules and optimizers"
_FUNCTIONAL: Final = "functionalization"
_GRAPHS: Final = "graphs and tracing"
_CHECKS: Final = "opcheck"
_STREAMS: Final = "a backend with streams"
_DECOMPOSITIONS: Final = "tables of decompositions"
_PROCESSES: Final = "sharing tensors between processes"
_COMPILER: Final = "compilers of whole programs"
_LAYOUTS: Final = "sparse, nested, masked and quantized tensors"
_DATA: Final = "loading of data"
_DISTRIBUTIONS: Final = "probability distributions"
_MEASURING: Final = "measuring of programs"
_DISTRIBUTED: Final = "programs of several processes"

# Modules below `torch` that come as a whole; where a file of that name exists, it comes first.
_MODULES: Final = {
    _GRADIENTS: """
        autograd autograd.anomaly_mode autograd.function
        autograd.graph autograd.variable _library.autograd _C._functions
        utils.checkpoint
    """,
    _TRANSFORMS: """
        _functorch.autograd_function
        _functorch.deprecated _vmap_internals
    """,
    _FUNCTIONAL: "_custom_op.functional",
    _GRAPHS: """
        fx.annotate fx.config fx.tensor_type fx._compatibility fx._lazy_graph_module
        fx._utils fx.experimental._backward_state fx.experimental._config fx.experimental.const_fold
        fx.experimental.debug fx.experimental.meta_tracer fx.experimental.normalize fx.experimental.optimization
        fx.experimental.recording fx.experimental.rewriter fx.experimental.validator fx.passes.dialect
        fx.passes.graph_drawer fx.passes.graph_manipulation fx.passes.infra
        fx.passes.operator_support fx.passes.reinplace fx.passes.runtime_assert fx.passes.splitter_base
        fx.passes.tools_common fx.passes.utils.common fx.passes.utils.fuser_utils fx.passes.utils.source_matcher_utils
        _higher_order_ops.flat_apply
        _higher_order_ops.invoke_subgraph _higher_order_ops.triton_kernel_wrap
    """,
    _DECOMPOSITIONS: "_decomp.decompositions _prims _prims.context _prims_common _prims_common.wrappers _refs",
    _PROCESSES: "multiprocessing multiprocessing.reductions",
    _DATA: "utils.data utils.data.dataset utils.data.dataloader",
    _DISTRIBUTIONS: "distributions distributions.normal distributions.categorical distributions.kl",
    _MEASURING: "profiler utils.benchmark autograd.profiler_util monitor",
    _STREAMS: "_C._acc cuda.jiterator",
    _CHECKS: """
        testing._internal.composite_compliance
        testing._internal.inductor_utils testing._internal.autograd_function_db testing._internal.hop_db
        testing._internal.common_quantization testing._internal.triton_utils testing._internal.jit_utils
        testing._internal.logging_utils testing._internal.common_subclass testing._internal.common_nn
        testing._internal.common_modules testing._internal.common_optimizers testing._internal.common_mps
        testing._internal.hypothesis_utils testing._internal.control_flow_opinfo_db
    """,
    _COMPILER: """
        _dynamo.testing _dynamo.utils _dynamo.exc _dynamo.backends export _export _jit_internal _lazy onnx package
        _library.triton
    """,
    _LAYOUTS: "nested masked sparse quantization ao ao.quantization nn.qat nn.intrinsic nn.utils.fusion nn.utils.prune",
    _DISTRIBUTED: "distributed._tensor distributed.tensor distributed.device_mesh",
}
# Names of modules that have others already, by module ("" is `torch` itself).
_NAMES: Final = {
    "": {
        _STREAMS: "Event Stream",
        _LAYOUTS: """
            sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor
            sparse_csr_tensor quantize_per_channel quantize_per_tensor
        """,
    },
    "compiler": {_COMPILER: "set_stance"},
    "jit": {_COMPILER: "trace_module freeze fork wait load save"},
    "_functorch.aot_autograd": {_COMPILER: "aot_module aot_module_simplified aot_export_module"},
    "_higher_order_ops": {_GRAPHS: "out_dtype run_const_graph strict_mode"},
    "nn.parallel": {_DISTRIBUTED: "DistributedDataParallel gather parallel_apply replicate scatter"},
}

MODULES: Final = {name: part for part, listed in _MODULES.items() for name in listed.split()}
NAMES: Final = {
    module: {part: tuple(listed.split()) for part, listed in parts.items()} for module, parts in _NAMES.items()
}
# Modules of which all other names in CapWords, or all other names, come with a part.
CLASSES: Final = {
    **dict.fromkeys(("nn", "nn.modules", "optim", "optim.lr_scheduler"), _TRAINING),
    "fx": _GRAPHS,
}
REST: Final = {
    "func": _TRANSFORMS,
    "_functorch": _TRANSFORMS,
    "_functorch.apis": _TRANSFORMS,
    "_functorch.eager_transforms": _TRANSFORMS,
    "_functorch.pyfunctorch": _TRANSFORMS,
    "_functorch.utils": _TRANSFORMS,
    "_functorch.vmap": _TRANSFORMS,
    "_C._functorch": _TRANSFORMS,
    "autograd": _GRADIENTS,
    "autograd.profiler": _MEASURING,
    "_C._autograd": _MEASURING,
    "distributed": _DISTRIBUTED,
    "functorch": _TRANSFORMS,
    "functorch.compile": _COMPILER,
    "fx": _GRAPHS,
    "testing._internal.common_methods_invocations": _CHECKS,
    "testing._internal.opinfo.core": _CHECKS,
}
