"""Explanations as text, drawn by rich; 80 columns are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from wye.recording.summary import shown_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

__all__ = ["as_rich"]

_STYLES: Final = {"runs": "bold green", "missing": "bold red", "error": "bold red"}


def as_rich(told: dict[str, Any]) -> Group:
    """What rich draws for an explanation."""
    parts: list[RenderableType] = [_title(told)]
    if told["schema"]:
        parts.append(Padding(Text(told["schema"], style="dim"), (0, 0, 0, 2)))
    parts += _section("overloads", _overloads(told["overloads"]) if len(told["overloads"]) > 1 else None)
    parts += _section("arguments", _arguments(told["arguments"]) if told["arguments"] else None)
    parts += _section("thread", _thread(told["thread"]))
    parts += _section("keys", _keys(told) if told["keys"] or told["masks"] else None)
    parts += _section("hops", _hops(told["hops"]) if told["hops"] else None)
    parts += _section("calls inside", _calls(told["calls"]) if told["calls"] else None)
    parts += [Text(note, style="italic") for note in told.get("notes", ())]
    if told["result"] is not None:
        parts.append(Text(f"returned {told['result']}"))
    if told["error"] is not None:
        parts.append(Text(f"error: {told['error']}", style="bold red"))
    return Group(*parts)


def _title(told: dict[str, Any]) -> Text:
    title = Text(told["op"] or told["called_as"] or "nothing", style="bold")
    if told["op"] and told["called_as"]:
        title.append(f"   called as {told['called_as']}", style="dim")
    if told.get("fallback"):
        title.append(f"   {told['fallback']}", style="bold yellow")
    return title


def _section(name: str, body: RenderableType | None) -> list[RenderableType]:
    return [] if body is None else [Text(name, style="bold cyan"), Padding(body, (0, 0, 0, 2))]


def _table(*columns: bool) -> Table:
    """A table without lines; True: the column is not broken."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for whole in columns:
        table.add_column(no_wrap=whole, overflow="fold")
    return table


def _overloads(overloads: Iterable[dict[str, Any]]) -> Table:
    table = _table(True, True, False)
    for one in overloads:
        mark = Text("*", style="bold green") if one["chosen"] else Text("-", style="dim")
        name = one["name"].partition("::")[2]
        table.add_row(mark, Text(name, style="bold" if one["chosen"] else "dim"), Text(one["why"]))
    return table


def _arguments(arguments: Iterable[dict[str, Any]]) -> Table:
    table = _table(True, False, False)
    for one in arguments:
        keys = Text(" ".join(one["keys"]), style="magenta")
        if one["keys"]:
            keys.append(f"\n{one['why']}", style="dim")
        table.add_row(Text(one["name"]), Text(one["type"]), keys)
    return table


def _thread(thread: dict[str, Any] | None) -> Table | None:
    if thread is None:
        return None
    table = _table(True, False)
    for name in ("changed", "modes", "transforms", "notes"):
        if thread.get(name):
            table.add_row(Text(name), Text(("\n" if name == "changed" else ", ").join(thread[name])))
    return table if table.row_count else None


def _keys(told: dict[str, Any]) -> Table:
    table = _table(True, False)
    for mask in told["masks"]:
        removed = Text(" ".join(mask["removes"]), style="strike dim")
        removed.append(f"  {mask['why']}", style="not strike")
        table.add_row(Text("without"), removed)
    table.add_row(Text("start"), Text(" ".join(told["keys"]) or "none", style="magenta"))
    return table


def _hops(hops: Iterable[dict[str, Any]]) -> Group:
    parts: list[RenderableType] = []
    for number, hop in enumerate(hops, 1):
        head = Text(f"{number}. ")
        head.append(hop["key"], style="bold magenta")
        head.append(f"  {hop['outcome']}", style=_STYLES.get(hop["outcome"], "dim"))
        if hop["kernel"] is not None:
            head.append(f"  {hop['kernel']}", style="bold" if hop["outcome"] == "runs" else "")
        parts.append(head)
        parts.append(Padding(_details(hop), (0, 0, 0, 5)))
    return Group(*parts)


def _details(hop: dict[str, Any]) -> Table:
    table = _table(True, False)
    if hop["reason"]:
        table.add_row("why", Text(hop["reason"]))
    if hop["place"] is not None and hop["outcome"] != "passed":
        facts = [hop["place"], hop["version"], hop["library"] and f"library {hop['library']}"]
        facts.append(hop["provider"] and f"provider {hop['provider']}")
        table.add_row("from", Text(", ".join(filter(None, facts)), style="dim"))
    if hop["handler"] is not None and hop["handler"]["place"] is not None:
        table.add_row("handler", Text(f"{hop['handler']['name']} ({hop['handler']['place']})", style="dim"))
    if hop["outcome"] not in ("passed", "falls through"):
        for one in hop["considered"]:
            if one["why_not"] != "nothing is registered there":
                table.add_row("not", Text(f"{one['what']}: {one['why_not']}", style="dim"))
    if hop["redispatches_to"] is not None:
        table.add_row("then", Text(hop["redispatches_to"], style="magenta"))
    return table


def _calls(calls: Iterable[dict[str, Any]]) -> Group:
    return Group(*(_branch(call) for call in calls))


def _branch(call: dict[str, Any], parent: Tree | None = None) -> Tree:
    last = call["hops"][-1] if call["hops"] else None
    label = Text(call["op"] or "", style="dim" if call.get("redispatched") else "bold")
    if last is not None:
        label.append(f"  {last['key']}", style="magenta")
        label.append(f"  {last['kernel'] or last['outcome']}")
    if call.get("fallback"):
        label.append(f"  {call['fallback']}", style="bold yellow")
    if call.get("error"):
        label.append(f"  {call['error']}", style="bold red")
    if call.get("duration_ns") is not None:
        label.append("  " + shown_time(call["duration_ns"]).replace(" ", "\u00a0"), style="dim")  # not broken
    tree = Tree(label) if parent is None else parent.add(label)
    for inner in call["calls"]:
        _branch(inner, tree)
    return tree
