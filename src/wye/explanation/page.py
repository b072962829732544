"""Explanations as HTML: one fragment without outside resources, readable on light and dark pages.

Colours are mixed from the page's own text colour, so no theme has to be known.  All text is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from wye.recording.summary import shown_time

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["as_html"]

_STYLE: Final = """<style>
.wye-explanation{font:14px/1.5 system-ui,sans-serif;color:inherit}
.wye-explanation code,.wye-explanation .wye-key{font-family:ui-monospace,monospace;font-size:.93em}
.wye-explanation table{border-collapse:collapse;margin:.2em 0 .6em}
.wye-explanation td,.wye-explanation th{text-align:left;vertical-align:top;padding:.15em .8em .15em 0;background:none}
.wye-explanation tr+tr td{border-top:1px solid rgba(128,128,128,.25)}
.wye-explanation h4{margin:.6em 0 .1em;font-size:1em}
.wye-explanation .wye-key{border:1px solid rgba(128,128,128,.5);border-radius:.3em;padding:0 .3em;margin-right:.2em}
.wye-explanation .wye-runs{font-weight:bold;border-left:3px solid #2a9d4a;padding-left:.4em}
.wye-explanation .wye-bad{font-weight:bold;border-left:3px solid #d1495b;padding-left:.4em}
.wye-explanation .wye-quiet{opacity:.7}
.wye-explanation ul{margin:.1em 0;padding-left:1.2em}
</style>"""


def as_html(told: dict[str, Any]) -> str:
    """The fragment."""
    parts = [_STYLE, f"<h3 style='margin:0'><code>{_text(told['op'] or told['called_as'] or 'nothing')}</code>"]
    if told["op"] and told["called_as"]:
        parts.append(f" <span class='wye-quiet'>called as {_text(told['called_as'])}</span>")
    parts.append("</h3>")
    if told["schema"]:
        parts.append(f"<code class='wye-quiet'>{_text(told['schema'])}</code>")
    parts += [*_overloads(told["overloads"]), *_arguments(told["arguments"]), *_thread(told["thread"]), *_keys(told)]
    parts += [*_hops(told["hops"]), *_calls(told["calls"])]
    parts += [f"<p><i>{_text(note)}</i></p>" for note in told.get("notes", ())]
    if told["result"] is not None:
        parts.append(f"<p>returned {_text(told['result'])}</p>")
    if told["error"] is not None:
        parts.append(f"<p class='wye-bad'>{_text(told['error'])}</p>")
    return f"<div class='wye-explanation'>{''.join(parts)}</div>"


def _text(value: object) -> str:
    return escape(str(value), quote=True)


def _key(name: str) -> str:
    return f"<span class='wye-key'>{_text(name)}</span>"


def _table(rows: Iterable[Iterable[str]]) -> str:
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tbody>{lines}</tbody></table>"


def _overloads(overloads: list[dict[str, Any]]) -> list[str]:
    if len(overloads) < 2:
        return []
    rows = (
        (f"<code class='{'wye-runs' if one['chosen'] else 'wye-quiet'}'>{_text(one['name'])}</code>", _text(one["why"]))
        for one in overloads
    )
    return [f"<details><summary>{len(overloads)} overloads</summary>{_table(rows)}</details>"]


def _arguments(arguments: list[dict[str, Any]]) -> list[str]:
    if not arguments:
        return []
    rows = (
        (f"<code>{_text(one['name'])}</code>", _text(one["type"]), "".join(map(_key, one["keys"])), _text(one["why"]))
        for one in arguments
    )
    return ["<h4>arguments</h4>", _table(rows)]


def _thread(thread: dict[str, Any] | None) -> list[str]:
    if thread is None:
        return []
    names = ("changed", "modes", "transforms", "notes")
    rows = [(name, _text(", ".join(thread[name]))) for name in names if thread.get(name)]
    return ["<h4>thread</h4>", _table(rows)] if rows else []


def _keys(told: dict[str, Any]) -> list[str]:
    if not told["keys"] and not told["masks"]:
        return []
    rows = [("without", f"<s>{''.join(map(_key, mask['removes']))}</s> {_text(mask['why'])}") for mask in told["masks"]]
    rows.append(("start", "".join(map(_key, told["keys"])) or "none"))
    return ["<h4>keys</h4>", _table(rows)]


def _outcome(hop: dict[str, Any]) -> str:
    kind = {"runs": "wye-runs", "missing": "wye-bad", "error": "wye-bad"}.get(hop["outcome"], "wye-quiet")
    return f"<span class='{kind}'>{_text(hop['outcome'])}</span>"


def _hops(hops: list[dict[str, Any]]) -> list[str]:
    if not hops:
        return []
    rows = []
    for hop in hops:
        facts = [hop["place"], hop["version"], hop["library"], hop["provider"]]
        kernel = "" if hop["kernel"] is None else f"<code>{_text(hop['kernel'])}</code>"
        where = f"<div class='wye-quiet'>{_text(', '.join(filter(None, facts)))}</div>"
        rows.append((_key(hop["key"]), _outcome(hop), f"{kernel}{where}", _reasons(hop)))
    return ["<h4>hops</h4>", _table(rows)]


def _reasons(hop: dict[str, Any]) -> str:
    then = "" if hop["redispatches_to"] is None else f" then {_key(hop['redispatches_to'])}"
    items = "".join(f"<li>{_text(one['what'])}: {_text(one['why_not'])}</li>" for one in hop["considered"])
    more = f"<details><summary class='wye-quiet'>not taken</summary><ul>{items}</ul></details>" if items else ""
    return f"{_text(hop['reason'])}{then}{more}"


def _calls(calls: list[dict[str, Any]]) -> list[str]:
    return ["<h4>calls inside</h4>", _list(calls)] if calls else []


def _list(calls: list[dict[str, Any]]) -> str:
    return f"<ul>{''.join(f'<li>{_call(call)}</li>' for call in calls)}</ul>"


def _call(call: dict[str, Any]) -> str:
    last = call["hops"][-1] if call["hops"] else None
    parts = [f"<code>{_text(call['op'])}</code>"]
    if last is not None:
        parts += [_key(last["key"]), _text(last["kernel"] or last["outcome"])]
    for name in ("fallback", "error"):
        if call.get(name):
            parts.append(f"<b>{_text(call[name])}</b>")
    if call.get("duration_ns") is not None:
        parts.append(f"<span class='wye-quiet'>{shown_time(call['duration_ns'])}</span>")
    return " ".join(parts) + (_list(call["calls"]) if call["calls"] else "")
