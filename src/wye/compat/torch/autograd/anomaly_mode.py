"""`torch.autograd.anomaly_mode`.  Aliases only."""

from __future__ import annotations

from wye.autograd.anomaly import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
