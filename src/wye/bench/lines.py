"""The cost table's lines: times, targets, and whether they are met.

Pure: measures nothing, prints nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

__all__ = ["Line", "Target", "Verdict", "amount", "at_most", "below", "ratio"]


def amount(value: float | None, in_bytes: bool) -> str:
    """A time or a size with three digits.

    >>> amount(4.25e-8, False), amount(0.1234, False), amount(5120, True)
    ('42.5 ns', '123 ms', '5.00 KiB')
    """
    if value is None:
        return "-"
    if in_bytes:
        return f"{value / 1024:.2f} KiB"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if abs(value) >= scale:
            return f"{value / scale:#.3g}".rstrip(".") + f" {unit}"
    return f"{value / 1e-9:#.3g}".rstrip(".") + " ns"


def ratio(value: float | None) -> str:
    """A ratio as the targets write it.

    >>> ratio(1.5), ratio(0.04)
    ('1.50x', '1/25.0')
    """
    if value is None:
        return "-"
    return f"{value:.2f}x" if value >= 1 else f"1/{1 / value:.1f}"


class Verdict(Enum):
    """What became of a target."""

    NONE = ""
    MET = "met"
    MISSED = "missed"
    TORCH_ABSENT = "torch absent"
    ABSENT = "absent"  # another library; the line's note names it


@dataclass(frozen=True, slots=True)
class Target:
    """wye takes at most ``limit`` times what ``against`` takes; without ``against``, at most ``limit``."""

    text: str
    limit: float
    against: str = ""

    def verdict(self, times: Mapping[str, float]) -> Verdict:
        """Is it met by these times?"""
        if self.against == "torch" and "torch" not in times:
            return Verdict.TORCH_ABSENT
        if self.against in ("autograd", "jax") and self.against not in times:
            return Verdict.ABSENT
        other = times[self.against] if self.against else 1.0
        return Verdict.MET if times["wye"] <= self.limit * other else Verdict.MISSED


def at_most(limit: float, against: str) -> Target:
    """A target as a ratio.

    >>> at_most(1 / 12, "torch").text
    '<= 1/12 torch'
    """
    factor = f"{limit:g}x" if limit >= 1 else f"1/{1 / limit:g}"
    return Target(f"<= {factor} {against}", limit, against)


def below(text: str, limit: float) -> Target:
    """A target as a plain value."""
    return Target(f"<= {text}", limit)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table.

    Attributes:
        name: What is measured.
        times: Seconds (or bytes) of ``wye``, ``direct``, ``torch``, and of whatever else a target is against.
        targets: All must be met.
        note: What the numbers do not say.
        in_bytes: The numbers are bytes.
    """

    name: str
    times: Mapping[str, float]
    targets: tuple[Target, ...] = ()
    note: str = ""
    in_bytes: bool = False

    def ratio(self, against: str) -> float | None:
        """Wye divided by another contender, if it took part."""
        other = self.times.get(against)
        return self.times["wye"] / other if other else None

    @property
    def verdict(self) -> Verdict:
        """The worst of the targets' verdicts."""
        found = {target.verdict(self.times) for target in self.targets}
        for verdict in (Verdict.MISSED, Verdict.TORCH_ABSENT, Verdict.ABSENT, Verdict.MET):
            if verdict in found:
                return verdict
        return Verdict.NONE

    def to_dict(self) -> dict[str, object]:
        """The line for programs."""
        return {
            "name": self.name,
            "unit": "bytes" if self.in_bytes else "seconds",
            "times": dict(self.times),
            "ratio_to_direct": self.ratio("direct"),
            "ratio_to_torch": self.ratio("torch"),
            "ratio_to_jax": self.ratio("jax"),
            "ratio_to_autograd": self.ratio("autograd"),
            "targets": [{"text": target.text, "verdict": target.verdict(self.times).value} for target in self.targets],
            "verdict": self.verdict.value,
            "note": self.note,
        }
