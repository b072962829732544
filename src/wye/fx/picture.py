"""A picture of a graph: layers from the inputs down, drawn as SVG by its own layout.

Cold path.  In: a graph.  Out: text of an SVG, without scripts or references to anything outside.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from wye.fx.annotations import annotation_of
from wye.fx.names import qualified_name
from wye.fx.node import Node

if TYPE_CHECKING:
    from wye.fx.graph import Graph

__all__ = ["layers", "svg"]

_COLOURS: Final = {
    "placeholder": "#cfe8ff",
    "get_attr": "#e9dcff",
    "call_function": "#fff4cc",
    "call_method": "#ffe3c2",
    "call_module": "#d8f5d0",
    "output": "#ffd6d6",
}
_CHARACTER: Final = 7.2  # the width of a character of the font, in pixels
_HEIGHT, _GAP, _DROP, _MARGIN = 38, 24, 44, 16
_SWEEPS: Final = 4


def layers(graph: Graph) -> list[list[Node]]:
    """The nodes in rows: each below everything that it uses; in a row, near what they use.

    >>> from wye.fx import symbolic_trace
    >>> layers(symbolic_trace(lambda x, y: (x + y) * x).graph)
    [[x, y], [add], [mul], [output]]
    """
    depth: dict[Node, int] = {}
    for node in graph.nodes:
        depth[node] = 1 + max((depth.get(used, 0) for used in node.all_input_nodes), default=-1)
    rows: list[list[Node]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for node, at in depth.items():
        rows[at].append(node)
    return _untangled(rows)


def _untangled(rows: list[list[Node]]) -> list[list[Node]]:
    """Order each row by the middle of its neighbours' places, down and up a few times: fewer lines cross."""
    for sweep in range(_SWEEPS):
        place = {node: float(at) for row in rows for at, node in enumerate(row)}
        ordered = rows if sweep % 2 == 0 else rows[::-1]
        for row in ordered:

            def middle(node: Node, down: bool = sweep % 2 == 0, place: dict[Node, float] = place) -> float:
                near = node.all_input_nodes if down else list(node.users)
                known = [place[one] for one in near if one in place]
                return sum(known) / len(known) if known else place[node]

            row.sort(key=middle)
            place.update({node: float(at) for at, node in enumerate(row)})
    return rows


def _label(node: Node) -> tuple[str, str]:
    """Two lines of text: the name, and what it does."""
    if node.op == "output":
        return "output", ""
    if node.op == "placeholder":
        return node.name, annotation_of(node) or "input"
    what = node.target if isinstance(node.target, str) else qualified_name(node.target)
    what = what.removeprefix("torch.ops.").removeprefix("wye.ops.")
    numbers = [str(one) for one in node.args if not isinstance(one, Node) and not _has_node(one)]
    second = f"{what}({', '.join(numbers)})" if numbers and node.op != "get_attr" else what
    known = annotation_of(node)
    return f"{node.name}: {known}" if known else node.name, second if len(second) < 48 else f"{second[:45]}..."


def _has_node(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(isinstance(one, Node) or _has_node(one) for one in value)
    return False


def svg(graph: Graph) -> str:
    """The picture, as text of an SVG."""
    rows = layers(graph)
    labels = {node: _label(node) for row in rows for node in row}
    widths = {node: 20 + _CHARACTER * max(map(len, labels[node])) for node in labels}
    spans = [sum(widths[node] for node in row) + _GAP * (len(row) - 1) for row in rows]
    whole = max(spans, default=0.0) + 2 * _MARGIN
    places: dict[Node, tuple[float, float]] = {}
    for level, (row, span) in enumerate(zip(rows, spans, strict=True)):
        left = (whole - span) / 2
        for node in row:
            places[node] = left, _MARGIN + level * (_HEIGHT + _DROP)
            left += widths[node] + _GAP
    high = 2 * _MARGIN + len(rows) * (_HEIGHT + _DROP) - _DROP if rows else 2 * _MARGIN
    lines = [_edge(used, node, places, widths) for node in places for used in node.all_input_nodes if used in places]
    boxes = [_box(node, labels[node], places[node], widths[node]) for node in places]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {high:.0f}" width="{whole:.0f}" '
        f'height="{high:.0f}" font-family="monospace" font-size="12">'
    )
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#666"/></marker></defs>'
    )
    return "\n".join([head, arrow, *lines, *boxes, "</svg>"])


def _edge(used: Node, node: Node, places: dict[Node, tuple[float, float]], widths: dict[Node, float]) -> str:
    x1, y1 = places[used][0] + widths[used] / 2, places[used][1] + _HEIGHT
    x2, y2 = places[node][0] + widths[node] / 2, places[node][1]
    bend = (y1 + y2) / 2
    path = f"M{x1:.1f} {y1:.1f} C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2 - 2:.1f}"
    return f'<path d="{path}" fill="none" stroke="#666" marker-end="url(#arrow)"/>'


def _box(node: Node, label: tuple[str, str], place: tuple[float, float], width: float) -> str:
    x, y = place
    colour = "#ffc9b0" if node.op == "call_function" and node.is_impure() else _COLOURS[node.op]
    middle = x + width / 2
    first, second = (escape(text) for text in label)
    drop = 16 if second else 23
    return (
        f'<g><rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_HEIGHT}" rx="6" fill="{colour}" '
        f'stroke="#888"/><text x="{middle:.1f}" y="{y + drop:.1f}" text-anchor="middle" fill="#111">{first}</text>'
        f'<text x="{middle:.1f}" y="{y + 31:.1f}" text-anchor="middle" fill="#555">{second}</text></g>'
    )
