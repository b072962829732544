"""`torch.testing._internal.common_device_type`, as far as dispatcher tests use it.  Aliases only."""

from __future__ import annotations

from wye.testing.devices import dtypes, instantiate_device_type_tests, only_on

__all__ = ["dtypes", "instantiate_device_type_tests", "onlyCPU", "onlyCUDA", "onlyNativeDeviceTypes"]

onlyCPU, onlyCUDA, onlyNativeDeviceTypes = only_on("cpu"), only_on("cuda"), only_on("cpu", "cuda", "meta")  # noqa: N816
