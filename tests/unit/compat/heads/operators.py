# ruff: noqa
"""What a test file about the operator set imports and makes tests of."""

import torch
import torch._prims as prims
import torch.utils._pytree as pytree
from torch._prims.context import TorchRefsMode
from torch._prims_common.wrappers import _maybe_remove_out_wrapper
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch._subclasses.fake_utils import outputs_alias_inputs
from torch.testing import make_tensor
from torch.testing._internal import composite_compliance, opinfo
from torch.testing._internal.common_cuda import with_tf32_off
from torch.testing._internal.common_device_type import (
    deviceCountAtLeast,
    instantiate_device_type_tests,
    onlyCPU,
    onlyCUDA,
    onlyNativeDeviceTypesAnd,
    OpDTypes,
    ops,
    skipMeta,
)
from torch.testing._internal.common_dtype import (
    all_types_and_complex_and,
    floating_and_complex_types_and,
    floating_types_and,
    integral_types_and,
)
from torch.testing._internal.common_methods_invocations import (
    BinaryUfuncInfo,
    op_db,
    ops_and_refs,
    python_ref_db,
    ReductionOpInfo,
    ReductionPythonRefInfo,
    skip,
    skipOps,
    SpectralFuncInfo,
    UnaryUfuncInfo,
    xfail,
)
from torch.testing._internal.common_utils import (
    clone_input_helper,
    first_sample,
    IS_CI,
    IS_FBCODE,
    is_iterable_of_tensors,
    IS_SANDCASTLE,
    noncontiguous_like,
    parametrize,
    run_tests,
    set_default_dtype,
    skipIfTorchInductor,
    slowTest,
    suppress_warnings,
    TEST_WITH_ROCM,
    TEST_WITH_TORCHDYNAMO,
    TEST_WITH_TORCHINDUCTOR,
    TestCase,
    unMarkDynamoStrictTest,
)
from torch.testing._internal.inductor_utils import maybe_skip_size_asserts
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map


class T(TestCase):
    @onlyNativeDeviceTypesAnd(["hpu"])
    @suppress_warnings
    @ops(op_db, allowed_dtypes=(torch.float32, torch.long, torch.complex64))
    def test_x(self, device, dtype, op):
        pass

    @deviceCountAtLeast(2)
    @onlyCUDA
    def test_m(self, devices):
        pass


instantiate_device_type_tests(T, globals(), allow_xpu=True)
make_tensor(2, 3, dtype=torch.float32, device="cpu", noncontiguous=True)
make_tensor((2,), dtype=torch.complex64, device="cpu")
make_tensor(3, dtype=torch.int64, device="cpu", low=1, exclude_zero=True)
make_tensor(2, dtype=torch.bool, device="cpu")
