"""`torch.utils.data._utils.collate`: batches of elements.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.data.collating import COLLATING as default_collate_fn_map  # noqa: N811 - PyTorch's name
from wye.data.collating import REFUSED as default_collate_err_msg_format  # noqa: N811 - PyTorch's name
from wye.data.collating import collate, default_collate, default_convert

__all__ = ["collate", "default_collate", "default_collate_err_msg_format", "default_collate_fn_map", "default_convert"]

__getattr__ = names_of(__name__)
