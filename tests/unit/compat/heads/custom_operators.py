# ruff: noqa
"""What a test file about custom operators imports and makes tests of."""

import torch, os
import torch._custom_ops as custom_ops
import torch.testing._internal.optests as optests
import torch.utils._pytree as pytree
import torch.utils.cpp_extension
from functorch import make_fx
from torch import Tensor
from torch._custom_op.impl import CustomOp, infer_schema
from torch._library.fake_profile import (
    generate_yaml_from_profiles,
    load_op_profiles,
    MissingOpProfile,
    read_profiles_from_yaml,
    TensorMetadata,
    unsafe_generate_fake_kernels,
)
from torch._library.infer_schema import tuple_to_list
from torch._utils_internal import get_file_path_2
from torch.testing._internal import custom_op_db
from torch.testing._internal.common_cuda import TEST_CUDA
from torch.testing._internal.common_device_type import OpDTypes, ops, instantiate_device_type_tests
from torch.testing._internal.common_utils import (
    IS_WINDOWS,
    instantiate_parametrized_tests,
    parametrize,
    run_tests,
    scoped_load_inline,
    skipIfTorchDynamo,
    skipIfWindows,
    subtest,
    TestCase,
)
from torch.testing._internal.custom_op_db import numpy_nonzero


class Mini(TestCase):
    def test_a(self):
        pass

    @ops(custom_op_db.custom_op_db, allowed_dtypes=(torch.float,))
    def test_o(self, device, dtype, op):
        pass


optests.generate_opcheck_tests(Mini, ["aten"], None, additional_decorators={}, test_utils=["test_schema"])
only_for = ("cpu", "cuda")
instantiate_device_type_tests(Mini, globals(), only_for=only_for)
