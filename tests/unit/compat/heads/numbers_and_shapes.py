# ruff: noqa
"""What test files about tensors, views, indexing, linear algebra, symbolic shapes and traces import."""

import torch
import torch.utils.data
import torch.backends.quantized
import torch.testing._internal.data
import torch._dynamo.test_case
import torch._inductor.utils
import torch.autograd._functions
from torch import inf, nan, multiprocessing, sym_int, SymBool, SymFloat, SymInt, tensor
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg
from torch.distributions.binomial import Binomial
from torch.fx.experimental.proxy_tensor import make_fx, DecompositionInterpreter, get_isolated_graphmodule
from torch.fx.experimental.symbolic_shapes import DimConstraints, DimDynamic, ShapeEnv, guard_int, sym_eq
from torch.fx.passes.runtime_assert import insert_deferred_runtime_asserts
from torch.testing import make_tensor
from torch.testing._internal.autograd_function_db import autograd_function_db
from torch.testing._internal.common_cuda import TEST_MULTIGPU, _get_magma_version, tf32_on_and_off
from torch.testing._internal.common_device_type import (
    deviceCountAtLeast,
    dtypes,
    dtypesIfCPU,
    dtypesIfCUDA,
    expectedFailureMPS,
    has_cusolver,
    instantiate_device_type_tests,
    largeTensorTest,
    onlyCPU,
    onlyCUDA,
    onlyNativeDeviceTypes,
    onlyNativeDeviceTypesAnd,
    ops,
    precisionOverride,
    skip,
    skipCPUIfNoLapack,
    skipCUDAIfNoMagma,
    skipMeta,
    skipOps,
    toleranceOverride,
    xfail,
)
from torch.testing._internal.common_dtype import get_all_fp_dtypes, highest_precision_float
from torch.testing._internal.common_utils import MI300_ARCH, isRocmArchAnyOf, runOnRocmArch, skipRocmIfTorchInductor
from torch.testing._internal.common_dtype import all_types_and_complex_and, all_types_complex_float8_and, complex_types
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_mkldnn import reduced_f32_on_and_off
from torch.testing._internal.common_modules import module_db, modules
from torch.testing._internal.common_optimizers import optim_db, optims
from torch.testing._internal.common_utils import TestCase, parametrize, run_tests, serialTest, slowTest, subtest
from torch.testing._internal.custom_op_db import custom_op_db
from torch.testing._internal.generated.annotated_fn_args import annotated_args
from torch.testing._internal.hop_db import hop_db
from torch.testing._internal.jit_utils import JitTestCase
from torch.testing._internal.opinfo.core import DecorateInfo, ErrorInput, OpInfo, SampleInput

assert issubclass(JitTestCase, TestCase) and issubclass(torch._dynamo.test_case.TestCase, TestCase)
failing = {xfail("linalg.eig"), skip("empty_like", device_type="cpu"), xfail("unique", dtypes=(torch.float,))}


class TestOperators(TestCase):
    @ops(op_db + custom_op_db + hop_db + autograd_function_db, allowed_dtypes=(torch.float,))
    @skipOps(failing)
    def test_trace(self, device, dtype, op):
        pass

    @runOnRocmArch(MI300_ARCH)
    @skipRocmIfTorchInductor("why")
    @skipCUDAIfNoMagma
    def test_elsewhere(self, device):
        pass

    @tf32_on_and_off(0.005)
    @reduced_f32_on_and_off(0.05)
    @skipCUDAIfNoMagma
    @skipCPUIfNoLapack
    @largeTensorTest("4GB", device="cuda")
    @precisionOverride({torch.float32: 1e-4})
    @dtypes(*all_types_and_complex_and(torch.half))
    def test_decorated(self, device, dtype):
        pass

    @optims(optim_db)
    def test_optimizers(self, device, dtype, optim_info):
        pass

    @modules(module_db)
    def test_modules(self, device, dtype, module_info, training):
        pass


instantiate_device_type_tests(TestOperators, globals())
assert TestOperatorsCPU.test_decorated_cpu_float32 and TestOperatorsCPU.test_elsewhere_cpu
assert not isRocmArchAnyOf(MI300_ARCH) and has_cusolver() in (True, False)
assert get_all_fp_dtypes(False, False) == [torch.float32, torch.float64]
assert highest_precision_float("cpu") is torch.float64
assert torch.cuda.is_tf32_supported() is torch.cuda.is_bf16_supported() is False
