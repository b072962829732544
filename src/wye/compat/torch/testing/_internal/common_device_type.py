"""`torch.testing._internal.common_device_type`, as far as dispatcher tests use it.  Aliases only."""

from __future__ import annotations

from functools import partial

from wye.testing.devices import all_types as get_all_device_types
from wye.testing.devices import count_at_least as deviceCountAtLeast  # noqa: N812 - PyTorch's name
from wye.testing.devices import dtypes, instantiate_device_type_tests, only_on, only_on_native, tol
from wye.testing.devices import dtypes_on as _dtypes_on
from wye.testing.devices import large as largeTensorTest  # noqa: N812 - PyTorch's name
from wye.testing.devices import precision as precisionOverride  # noqa: N812 - PyTorch's name
from wye.testing.devices import skip_on as _skip_on
from wye.testing.devices import tolerance as toleranceOverride  # noqa: N812 - PyTorch's name
from wye.testing.op_info import OpDTypes, ops, skip, xfail
from wye.testing.op_info import skip_ops as skipOps  # noqa: N812 - PyTorch's name
from wye.testing.skips import decorator_named as _decorator_named
from wye.testing.skips import is_not as has_cusolver
from wye.testing.skips import is_not as has_hipsolver
from wye.testing.skips import unchanged as _unchanged

__all__ = [
    "OpDTypes",
    "deviceCountAtLeast",
    "dtypes",
    "dtypesIfCPU",
    "get_all_device_types",
    "has_cusolver",
    "has_hipsolver",
    "instantiate_device_type_tests",
    "largeTensorTest",
    "onlyCPU",
    "onlyCUDA",
    "onlyNativeDeviceTypes",
    "onlyNativeDeviceTypesAnd",
    "onlyOn",
    "ops",
    "precisionOverride",
    "skip",
    "skipCPUIf",
    "skipMeta",
    "skipOps",
    "tol",
    "toleranceOverride",
    "xfail",
]

__getattr__ = _decorator_named
PYTORCH_CUDA_MEMCHECK = False
onlyCPU, onlyCUDA, onlyNativeDeviceTypes = only_on("cpu"), only_on("cuda"), only_on_native()  # noqa: N816
onlyXPU, onlyMPS, onlyAccelerator = only_on("xpu"), only_on("mps"), only_on("cuda", "xpu", "mps")  # noqa: N816
onlyHPU, onlyPRIVATEUSE1 = only_on("hpu"), only_on("privateuseone")  # noqa: N816 - PyTorch's names
onlyCUDAAndPRIVATEUSE1 = only_on("cuda", "privateuseone")  # noqa: N816
onlyOn = only_on  # noqa: N816 - PyTorch's name
onlyNativeDeviceTypesAnd = only_on_native  # noqa: N816
dtypesIfCPU = _dtypes_on("cpu")  # noqa: N816
skipCPUIf = partial(_skip_on, "cpu")  # noqa: N816
skipMeta = skipXLA = skipMPS = skipHPU = skipXPU = skipLazy = skipMetaIf = skipLazyIf = _unchanged  # noqa: N816
