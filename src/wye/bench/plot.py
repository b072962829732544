"""The cost table as a picture: an SVG with one bar for each line.

Pure.  In: a report as `Report.to_dict` gives it, or as ``wye bench --json`` wrote it.  Out: text of an SVG without
outside resources, for light and dark backgrounds.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, Final

from wye.bench.lines import ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["svg"]

_WIDTH: Final = 860
_LEFT: Final = 330  # where bars begin
_RIGHT: Final = 90  # room for the numbers after them
_LINE: Final = 18
_LEGEND: Final = "green: target met, red: missed, blue: no target"
_STYLE: Final = """\
text { font: 12px system-ui, sans-serif; fill: #24292f }
.row { font-weight: 600 } .small { font-size: 11px; fill: #57606a }
.met { fill: #2da44e } .missed { fill: #cf222e } .none { fill: #0969da }
.grid { stroke: #d0d7de } .one { stroke: #24292f }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .small { fill: #9198a1 } .grid { stroke: #3d444d } .one { stroke: #e6edf3 }
}"""


def svg(report: Mapping[str, Any], against: str = "") -> str:
    """The lines of a report as bars: what wye takes, divided by what another side takes, on a logarithmic scale.

    Args:
        report: As `Report.to_dict` gives it.
        against: ``"torch"`` or ``"direct"``; by default torch if it took part.

    Raises:
        ValueError: no line has such a ratio.
    """
    rows: dict[str, list[Any]] = report["rows"]
    against = against or ("torch" if any(_bars(lines, "torch") for lines in rows.values()) else "direct")
    bars = {name: found for name, lines in rows.items() if (found := _bars(lines, against))}
    if not bars:
        raise ValueError(f"no line of this report compares wye with {against}")
    ratios = [value for found in bars.values() for _, value, _ in found]
    low, high = min(-1, floor(log10(min(ratios)))), max(1, ceil(log10(max(ratios))))
    height = 60 + _LINE * (sum(map(len, bars.values())) + len(bars)) + 24
    title = f"wye / {against}: bars to the left of 1 are calls that are faster than {against}"
    body = [*_scale(low, high, height), *_drawn(bars, low, high)]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>",
        f'<text x="8" y="20" class="row">{escape(title)}</text>', *body,
        f'<text x="8" y="{height - 8}" class="small">{escape(report["environment"])}; {_LEGEND}</text>', "</svg>", "",
    ])  # fmt: skip


def _bars(lines: list[Any], against: str) -> list[tuple[str, float, str]]:
    """Name, ratio and verdict of each line that has this ratio."""
    found = ((line["name"].strip(), line[f"ratio_to_{against}"], line["verdict"]) for line in lines)
    return [(name, value, verdict) for name, value, verdict in found if value]


def _place(value: float, low: int, high: int) -> float:
    """Where a ratio is, from left to right."""
    return _LEFT + (log10(value) - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)


def _scale(low: int, high: int, height: int) -> Iterator[str]:
    for power in range(low, high + 1):
        x = _place(10**power, low, high)
        text = f"{10**power:,}x" if power >= 0 else f"1/{10**-power:,}"
        yield f'<line x1="{x:.1f}" y1="46" x2="{x:.1f}" y2="{height - 24}" class="{"one" if power == 0 else "grid"}"/>'
        yield f'<text x="{x:.1f}" y="40" text-anchor="middle" class="small">{text}</text>'


def _drawn(bars: Mapping[str, list[tuple[str, float, str]]], low: int, high: int) -> Iterator[str]:
    y = 52
    one = _place(1, low, high)
    for row, found in bars.items():
        yield f'<text x="8" y="{y + 13}" class="row">{escape(row.replace("_", " "))}</text>'
        y += _LINE
        for name, value, verdict in found:
            x = _place(value, low, high)
            left, right = min(x, one), max(x, one)
            shown = name if len(name) <= 48 else name[:47] + "..."
            kind = verdict if verdict in ("met", "missed") else "none"
            yield f'<text x="20" y="{y + 13}" class="small">{escape(shown)}</text>'
            yield (
                f'<rect x="{left:.1f}" y="{y + 3}" width="{max(right - left, 1):.1f}" height="{_LINE - 6}" rx="2" '
                f'class="{kind}"><title>{escape(name)}: {ratio(value)}</title></rect>'
            )
            yield f'<text x="{right + 6:.1f}" y="{y + 13}" class="small">{ratio(value)}</text>'
            y += _LINE
