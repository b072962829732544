"""SciPy's names: functions that wye's operators compute, and others on data alone, where SciPy is installed."""

from wye.compat.autograd.scipy import integrate, linalg, misc, signal, special, stats

__all__ = ["integrate", "linalg", "misc", "signal", "special", "stats"]
