"""Devices of fake tensors: any name may be used, whether or not the machine has such a device.

Hot path under fake tensors.  In: the fake tensors of a call.  Out: where its results are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.fake.exceptions import FakeTensorDeviceMismatchError
from wye.schema.values import device as device_type
from wye.tensors.dense import CPU, META

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["common_device", "normalized"]

_WITHOUT_INDEX: Final = frozenset(("cpu", "meta"))
_normal: dict[Any, device_type] = {None: CPU, "cpu": CPU, "meta": META, CPU: CPU, META: META}


def normalized(device: Any) -> device_type:
    """A device as fake tensors show it: the first one of its type, where no index is given.  None is the CPU."""
    found = _normal.get(device)
    if found is None:
        where = device_type(device)
        if where.type in _WITHOUT_INDEX:
            where = device_type(where.type)
        elif where.index is None:
            where = device_type(where.type, 0)
        found = _normal[device] = _normal.setdefault(where, where)
    return found


def common_device(func: Any, fakes: Sequence[Any]) -> device_type:
    """The device of a call's results: that of its arguments, where tensors on the CPU without dimensions join any.

    Raises:
        FakeTensorDeviceMismatchError: its arguments are on different devices.
    """
    found: Any = None
    joins = False  # may the device found so far be another one?
    for fake in fakes:
        device = fake._device
        if found is None:
            found, joins = device, device is CPU and not fake._data.shape
        elif device is found or device == found:
            joins = joins and not fake._data.shape
        elif device is CPU and not fake._data.shape:
            continue
        elif joins:
            found, joins = device, False
        else:
            raise FakeTensorDeviceMismatchError(func, found, device)
    return CPU if found is None else found
