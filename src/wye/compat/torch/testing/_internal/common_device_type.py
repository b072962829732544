"""`torch.testing._internal.common_device_type`, as far as dispatcher tests use it.  Aliases only."""

from __future__ import annotations

from wye.testing.devices import all_types as get_all_device_types
from wye.testing.devices import dtypes, instantiate_device_type_tests, only_on, tol
from wye.testing.op_info import OpDTypes, ops
from wye.testing.skips import decorator_named as _decorator_named
from wye.testing.skips import unchanged as _unchanged

__all__ = [
    "OpDTypes",
    "deviceCountAtLeast",
    "dtypes",
    "get_all_device_types",
    "instantiate_device_type_tests",
    "onlyCPU",
    "onlyCUDA",
    "onlyNativeDeviceTypes",
    "onlyNativeDeviceTypesAnd",
    "onlyOn",
    "ops",
    "skipMeta",
    "tol",
]

__getattr__ = _decorator_named
onlyCPU, onlyCUDA, onlyNativeDeviceTypes = only_on("cpu"), only_on("cuda"), only_on("cpu", "cuda", "meta")  # noqa: N816
onlyXPU, onlyMPS, onlyAccelerator = only_on("xpu"), only_on("mps"), only_on("cuda", "xpu", "mps")  # noqa: N816
onlyHPU, onlyPRIVATEUSE1 = only_on("hpu"), only_on("privateuseone")  # noqa: N816 - PyTorch's names
onlyCUDAAndPRIVATEUSE1 = only_on("cuda", "privateuseone")  # noqa: N816
onlyOn = only_on  # noqa: N816 - PyTorch's name
onlyNativeDeviceTypesAnd = deviceCountAtLeast = precisionOverride = toleranceOverride = _unchanged  # noqa: N816
skipMeta = skipXLA = skipMPS = skipHPU = skipXPU = skipLazy = skipMetaIf = skipLazyIf = largeTensorTest = _unchanged  # noqa: N816
