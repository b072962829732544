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
_DATA: Final = "pipelines of data"
_PICKLES: Final = "files that run code when they are read"
_MEASURING: Final = "measuring of programs"
_DISTRIBUTED: Final = "programs of several processes"
INTERNALS: Final = "more of PyTorch's own internals"

# Modules below `torch` that come as a whole.
_MODULES: Final = {
    _GRADIENTS: "autograd._functions",
    _TRANSFORMS: """
        _functorch.autograd_function
        _functorch.deprecated _functorch.predispatch _functorch.pytree_hacks
    """,
    _FUNCTIONAL: "_custom_op.functional",
    _GRAPHS: """
        fx.config fx.tensor_type fx._compatibility
        fx._utils fx.experimental._backward_state
        fx.experimental.debug fx.experimental.meta_tracer fx.experimental.normalize fx.experimental.optimization
        fx.experimental.recording fx.experimental.validator
        fx.passes.graph_drawer fx.passes.graph_manipulation
        fx.passes.runtime_assert fx.passes.splitter_base
        fx._graph_pickler fx.experimental._dynamism fx.experimental._size_hinting
        fx.experimental.accelerator_partitioner fx.experimental.dynamic_spec
        fx.experimental.graph_gradual_typechecker fx.experimental.merge_matmul
        fx.experimental.migrate_gradual_types fx.experimental.partitioner_utils fx.experimental.refinement_types
        fx.experimental.schema_type_annotation fx.experimental.unification fx.experimental.unify_refinements
        fx.passes._tensorify_python_scalars fx.passes.annotate_getitem_nodes fx.passes.backends
        fx.passes.graph_transform_observer fx.passes.net_min_base fx.passes.param_fetch fx.passes.pass_manager
        fx.passes.regional_inductor fx.passes.regional_inductor_invoke_subgraph fx.passes.tests
        fx.passes.utils.matcher_with_name_node_map_utils
        _higher_order_ops._invoke_quant _higher_order_ops.aoti_call_delegate _higher_order_ops.associative_scan
        _higher_order_ops.base_hop _higher_order_ops.executorch_call_delegate _higher_order_ops.flat_apply
        _higher_order_ops.flex_attention _higher_order_ops.foreach_map _higher_order_ops.hints_wrap
        _higher_order_ops.invoke_leaf_function _higher_order_ops.local_map
        _higher_order_ops.partitioner _higher_order_ops.passes _higher_order_ops.print
        _higher_order_ops.schema
        _higher_order_ops.torchbind _higher_order_ops.triton_kernel_wrap _higher_order_ops.utils
        _higher_order_ops.wrap
    """,
    _DECOMPOSITIONS: """
        _decomp.decompositions _decomp.decompositions_for_jvp _decomp.decompositions_for_rng
        _prims.debug_prims _prims.executor _prims.rng_prims
    """,
    _DATA: """
        utils.data.datapipes utils.data.datapipes.iter utils.data.datapipes.map utils.data.datapipes.dataframe
        utils.data.datapipes.utils utils.data.graph utils.data.graph_settings utils.data.backward_compatibility
        utils.data._utils.worker utils.data._utils.pin_memory utils.data._utils.fetch utils.data._utils.signal_handling
    """,
    _MEASURING: """
        profiler.profiler profiler._memory_profiler profiler._pattern_matcher profiler._utils utils.benchmark
        autograd.profiler_util autograd.profiler_legacy monitor
        utils._debug_mode utils._runtime_estimation _strobelight
    """,
    _STREAMS: """
        cuda.jiterator cuda._gpu_trace cuda._memory_viz cuda._sanitizer cuda._utils cuda.comm cuda.gds cuda.graphs
        cuda.memory cuda.nccl cuda.nvtx cuda.profiler cuda.random cuda.sparse cuda.streams cuda.tunable
    """,
    _TRAINING: """
        nn.attention.flex_attention nn.common_types nn.utils._deprecation_utils
        nn.utils._expanded_weights nn.utils._expanded_weights.expanded_weights_utils
        nn.utils._per_sample_grad optim._functional optim._multi_tensor
    """,
    INTERNALS: """
        _environment _opaque_base _tensor_docs _torch_docs _C._profiler _C._te testing._internal.check_kernel_launches
        utils.backcompat utils.bundled_inputs utils.collect_env utils.mkldnn utils.mobile_optimizer utils.model_dump
        utils.model_zoo utils.show_pickle utils.throughput_benchmark utils.hipify utils.jit utils._cpp_embed_headers
        utils._cpp_extension_versioner utils.file_baton utils._freeze utils._filelock
    """,
    _CHECKS: """
        testing._internal.triton_utils
        testing._internal.common_mps
        testing._internal.control_flow_opinfo_db
        testing._internal.autocast_test_lists testing._internal.common_jit testing._internal.common_ops_unbacked
        testing._internal.common_pruning testing._internal.common_quantized testing._internal.common_xpu
        testing._internal.custom_tensor testing._internal.data testing._internal.dynamo_pytree_test_utils
        testing._internal.dynamo_test_failures testing._internal.fake_config_module
        testing._internal.fake_config_module2 testing._internal.fake_config_module3
        testing._internal.jit_metaprogramming_utils testing._internal.opinfo.definitions testing._internal.opinfo.refs
        testing._internal.opinfo.utils testing._internal.py312_intrinsics testing._internal.static_module
        testing._internal.subclasses testing._internal.test_module testing._internal.torchbind_impls testing._utils
        testing._creation
    """,
    _COMPILER: """
        _functorch._aot_autograd _functorch._aot_autograd.autograd_cache _functorch._aot_autograd.schemas
        _functorch._aot_autograd.utils _inductor.codecache _inductor.output_code _inductor.compile_fx _logging
        _logging._internal _meta_registrations fx.experimental._constant_symnode
        utils._content_store utils._functools utils._sympy.interp utils._sympy.printers utils._sympy.reference
        utils._sympy.singleton_int utils._sympy.solve utils._traceback
        _dynamo.utils _dynamo.exc _dynamo.backends export _jit_internal _lazy onnx package
        _functorch._activation_checkpointing _functorch._activation_offloading
        _functorch.benchmark_utils _functorch.einops _functorch.fx_minifier
        _functorch.python_key _subclasses._fake_tensor_utils _subclasses.complex_tensor
        _dynamo._trace_wrapped_higher_order_op _dynamo.bytecode_analysis _dynamo.bytecode_transformation
        _dynamo.callback _dynamo.code_context _dynamo.compiled_autograd _dynamo.comptime _dynamo.convert_frame
        _dynamo.debug_utils _dynamo.decorators _dynamo.device_interface _dynamo.external_utils
        _dynamo.functional_export _dynamo.graph_utils _dynamo.guards _dynamo.mutation_guard _dynamo.output_graph
        _dynamo.package _dynamo.polyfills _dynamo.repro _dynamo.symbolic_convert _dynamo.trace_rules _dynamo.types
        _dynamo.variables _dynamo.test_minifier_common
        _inductor.async_compile _inductor.autotune_process _inductor.codegen _inductor.cpp_builder
        _inductor.cudagraph_trees _inductor.custom_graph_pass _inductor.debug _inductor.decomposition
        _inductor.exc _inductor.freezing _inductor.fx_passes _inductor.fx_utils _inductor.graph _inductor.inductor_prims
        _inductor.ir _inductor.kernel _inductor.lowering _inductor.mock_cache _inductor.package
        _inductor.pattern_matcher _inductor.runtime _inductor.scheduler _inductor.select_algorithm
        _inductor.standalone_compile _inductor.utils _inductor.virtualized
        utils._config_module utils._contextlib utils._exposed_in utils._foreach_utils utils._import_utils
        utils._ordered_set utils._strobelight utils._thunk utils._typing_utils utils._zip
        backends.cusparselt backends.kleidiai backends.mha backends.miopen backends.nnpack
        backends.xeon backends.xnnpack
        jit._builtins jit._decompositions jit._freeze jit._fuser jit._logging jit._monkeytype_config jit._recursive
        jit._script jit._serialization jit._shape_functions jit._state jit._trace jit.annotations jit.frontend
        jit.mobile jit.supported_ops jit.unsupported_tensor_ops fx.experimental.shape_inference backends._nnapi
        _functorch.top_operators_github_usage _awaits
        _numpy _tensor_str _linalg_utils _lobpcg _lowrank _VF _sources _weights_only_unpickler _classes hub
        torch_version
    """,
    _LAYOUTS: "masked sparse quantization ao ao.quantization nn.qat nn.intrinsic",
    _DISTRIBUTED: """
        nn.parallel._functions nn.parallel.comm
        nn.parallel.scatter_gather nn.parallel.distributed distributed._tensor distributed.tensor
        distributed.device_mesh testing._internal.common_dist_composable
        testing._internal.common_distributed testing._internal.common_fsdp testing._internal.dist_utils
        testing._internal.distributed
    """,
}
# Names of modules that have others already, by module ("" is `torch` itself).
_NAMES: Final = {
    "": {
        _LAYOUTS: """
            sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor
            sparse_csr_tensor quantize_per_channel quantize_per_tensor
        """,
        _COMPILER: "ScriptMethod",
    },
    "compiler": {_COMPILER: "set_stance"},
    "utils.data": {
        _DATA: """
            DFIterDataPipe DataChunk IterDataPipe MapDataPipe argument_validation functional_datapipe
            guaranteed_datapipes_determinism non_deterministic runtime_validation runtime_validation_disabled
        """
    },
    "jit": {_COMPILER: "trace_module freeze load save"},
    "_functorch.aot_autograd": {
        _COMPILER: """
            _aot_export_function aot_export_module create_functional_call create_joint from_fun to_fun
            get_aot_compilation_context SerializableAOTDispatchCompiler
        """
    },
    "_functorch.compile_utils": {
        _COMPILER: "get_aten_target get_outputs get_placeholders raise_getitems strip_overloads"
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
    "fx.experimental.symbolic_shapes": {
        _COMPILER: """
            DynamicDimConstraintPrinter LoggingShapeGuardPrinter ShapeGuardPrinter
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
    "_higher_order_ops": {_GRAPHS: "run_const_graph strict_mode"},
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
    "_utils": INTERNALS,
    "_export": _COMPILER,
    "_export.utils": _COMPILER,
    "_functorch.apis": _TRANSFORMS,
    "_functorch.eager_transforms": _TRANSFORMS,
    "_functorch.pyfunctorch": _TRANSFORMS,
    "_functorch.utils": _TRANSFORMS,
    "_functorch.vmap": _TRANSFORMS,
    "_C._functorch": _TRANSFORMS,
    "autograd": _GRADIENTS,
    "autograd.profiler": _MEASURING,
    "profiler": _MEASURING,
    "_C._autograd": _MEASURING,
    "distributed": _DISTRIBUTED,
    "functorch": _TRANSFORMS,
    "functorch.compile": _COMPILER,
    "fx": _GRAPHS,
    "_prims": _DECOMPOSITIONS,
    "_prims_common": _DECOMPOSITIONS,
    "multiprocessing": _PROCESSES,
    "serialization": _PICKLES,
    "multiprocessing.reductions": _PROCESSES,
    "testing._internal.common_methods_invocations": _CHECKS,
    "testing._internal.opinfo.core": _CHECKS,
    **dict.fromkeys(
        (
            f"testing._internal.{name}"
            for name in (
                "autograd_function_db",
                "common_modules",
                "common_quantization",
                "hop_db",
                "jit_utils",
            )
        ),
        _CHECKS,
    ),
}
# Modules inside of PyTorch, by how their names begin.  Its tests import many names of them that they hardly use.
INSIDE: Final = (
    "fx.", "_functorch.", "_subclasses.", "_library.", "_dispatch.", "_higher_order_ops.", "_dynamo.", "_guards",
    "_decomp", "_inductor.", "_custom_op.", "testing._internal.", "utils._", "utils.checkpoint", "utils.flop_counter",
    "nn.utils.", "optim.",
)  # fmt: skip
