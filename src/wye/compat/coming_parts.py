"""Which of PyTorch's names wait for which part of wye.  A table; `wye.coming` makes the names.

A name leaves this table with the change that brings its part.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CLASSES", "INSIDE", "INTERNALS", "MODULES", "NAMES", "REST"]

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
INTERNALS: Final = "more of PyTorch's own internals"

# Modules below `torch` that come as a whole; where a file of that name exists, it comes first.
_MODULES: Final = {
    _GRADIENTS: """
        autograd autograd.anomaly_mode autograd.function
        autograd.graph autograd.variable
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
    _DECOMPOSITIONS: "_decomp.decompositions _prims.context _prims_common.wrappers _refs",
    _DATA: "utils.data utils.data.dataset utils.data.dataloader",
    _DISTRIBUTIONS: "distributions distributions.normal distributions.categorical distributions.kl",
    _MEASURING: "profiler utils.benchmark autograd.profiler_util monitor",
    _STREAMS: "cuda.jiterator",
    _CHECKS: """
        testing._internal.composite_compliance
        testing._internal.inductor_utils testing._internal.autograd_function_db testing._internal.hop_db
        testing._internal.common_quantization testing._internal.triton_utils testing._internal.jit_utils
        testing._internal.logging_utils testing._internal.common_subclass testing._internal.common_nn
        testing._internal.common_modules testing._internal.common_optimizers testing._internal.common_mps
        testing._internal.hypothesis_utils testing._internal.control_flow_opinfo_db
    """,
    _COMPILER: """
        _functorch._aot_autograd _functorch._aot_autograd.autograd_cache _functorch._aot_autograd.schemas
        _functorch._aot_autograd.utils _inductor.codecache _inductor.output_code _inductor.compile_fx _logging
        _logging._internal _meta_registrations fx.experimental._constant_symnode fx.passes.split_utils
        utils._content_store utils._functools utils._sympy.interp utils._sympy.printers utils._sympy.reference
        utils._sympy.singleton_int utils._sympy.solve utils._traceback
        _dynamo.testing _dynamo.utils _dynamo.exc _dynamo.backends export _export _jit_internal _lazy onnx package
    """,
    _LAYOUTS: "nested masked sparse quantization ao ao.quantization nn.qat nn.intrinsic nn.utils.fusion nn.utils.prune",
    _DISTRIBUTED: "distributed._tensor distributed.tensor distributed.device_mesh",
}
# Names of modules that have others already, by module ("" is `torch` itself).
_NAMES: Final = {
    "": {
        _LAYOUTS: """
            sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor
            sparse_csr_tensor quantize_per_channel quantize_per_tensor
        """,
    },
    "compiler": {_COMPILER: "set_stance"},
    "jit": {_COMPILER: "trace_module freeze fork wait load save"},
    "_functorch.aot_autograd": {
        _COMPILER: """
            _aot_export_function aot_export_module create_functional_call create_joint from_fun to_fun
            get_aot_compilation_context SerializableAOTDispatchCompiler
        """
    },
    "_functorch.compilers": {
        _COMPILER: "debug_compile debug_nop draw_graph_compile print_compile simple_ts_compile ts_compile nnc_jit"
    },
    "_functorch.partitioners": {_COMPILER: "_extract_fwd_bwd_modules draw_graph get_default_op_list"},
    "_subclasses.fake_tensor": {
        _COMPILER: """
            FakeTensorConfig FakeTensorTLS SymNumberMemoDescriptor _device_handler _infer_fake_from_real_tensor
            dump_cache_stats evict_fake_tensor_cache_key get_schema_info inferred_fake_kernel_from_real_out
            init_gpu_context run_fallback_kernel
        """
    },
    "fx.proxy": {_GRAPHS: "MetaProxy Scope ScopeContextManager"},
    "fx.graph": {_GRAPHS: "_BoxedCodeGen"},
    "fx.graph_module": {_GRAPHS: "_forward_from_src reduce_graph_module"},
    "fx._symbolic_trace": {_GRAPHS: "PHWithMeta"},
    "fx.experimental.symbolic_shapes": {
        _COMPILER: """
            DimConstraints DynamicDimConstraintPrinter LoggingShapeGuardPrinter ShapeGuardPrinter
            ShapeGuardPythonPrinter Specialization SymExprPrinter ValueRangesSLoc _CppShapeGuardsHelper
            _ShapeGuardPrinter _suppress_guards
        """
    },
    "fx.experimental.proxy_tensor": {
        _COMPILER: """
            PreDispatchTorchFunctionMode TorchFunctionMetadataMode _MakefxTracer _ModuleStackTracer
            disable_autocast_cache fake_signature fetch_sym_proxy handle_sym_dispatch maybe_disable_thunkify
            maybe_enable_thunkify selective_decompose set_meta set_original_aten_op thunkify wrap_key
            wrapper_and_args_for_make_fx
        """
    },
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
    "_prims": _DECOMPOSITIONS,
    "_prims_common": _DECOMPOSITIONS,
    "multiprocessing": _PROCESSES,
    "multiprocessing.reductions": _PROCESSES,
    "testing._internal.common_methods_invocations": _CHECKS,
    "testing._internal.opinfo.core": _CHECKS,
}
# Modules inside of PyTorch, by how their names begin.  Its tests import many names of them that they hardly use.
INSIDE: Final = (
    "fx.", "_functorch.", "_subclasses.", "_library.", "_dispatch.", "_higher_order_ops.", "_dynamo.", "_guards",
    "_decomp", "_inductor.", "_custom_op.", "testing._internal.", "utils._", "utils.checkpoint", "utils.flop_counter",
    "nn.utils.", "optim.",
)  # fmt: skip
