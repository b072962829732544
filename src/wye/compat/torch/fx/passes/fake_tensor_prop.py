"""`torch.fx.passes.fake_tensor_prop`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.fake_tensor_prop import FakeTensorProp

__all__ = ["FakeTensorProp"]
