"""FileCheck: a text has these parts, in this order, as LLVM's tool of that name checks it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["FileCheck"]

_MARK: Final = re.compile(
    r"^[ \t]*#[ \t]*CHECK(?P<kind>-SAME|-NEXT|-NOT|-DAG|-REGEX|-COUNT-(?P<count>\d+)(?P<exactly>-EXACTLY)?)?:[ \t]*"
    r"(?P<text>.*?)[ \t]*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Check:
    kind: str  # as it is written after "CHECK"
    text: str
    count: int = 1
    exactly: bool = False

    @property
    def name(self) -> str:
        return f"CHECK{self.kind}: {self.text}\n"


def _missing(check: _Check, text: str, start: int) -> RuntimeError:
    what = f'regex "{check.text}"' if check.kind == "-REGEX" else f'"{check.text}"'
    return RuntimeError(
        f"Expected to find {what} but did not find it\nSearched string:\n{text[start:]}\nFrom {check.name}"
    )


def _unwanted(found: str, text: str, place: int, check: _Check) -> RuntimeError:
    line = text[text.rfind("\n", 0, place) + 1 :].split("\n", 1)[0]
    below = " " * (place - text.rfind("\n", 0, place) - 1) + "~" * max(len(found), 1)
    shown = found.replace("\n", "\\n")
    return RuntimeError(f'Expected to not find "{shown}" but found it\n{line}\n{below} <--- HERE\nFrom {check.name}')


class FileCheck:
    r"""Checks that are made on a text one after the other, each behind the place where the one before was found.

    >>> FileCheck().check("def").check_not("class").check_next("return").run("def f():\n    return 1")
    """

    def __init__(self) -> None:
        """No checks yet."""
        self._checks: list[_Check] = []
        self._has_run = False

    def __del__(self) -> None:
        """Say that the checks were made on no text: such a test passes and shows nothing."""
        if not self._has_run:
            print("You have not run this instance of FileCheck!\nFileCheck checks:")
            print(*(f"\t{check.name}" for check in self._checks), sep="", end="")

    def _add(self, kind: str, text: str, count: int = 1, exactly: bool = False) -> FileCheck:
        self._checks.append(_Check(kind, text, count, exactly))
        return self

    def check(self, test_string: str) -> FileCheck:
        """The text must have this further down."""
        return self._add("", test_string)

    def check_not(self, test_string: str) -> FileCheck:
        """The text must not have this before what the next check finds, or at all if this is the last one."""
        return self._add("-NOT", test_string)

    def check_same(self, test_string: str) -> FileCheck:
        """This must come on the line of what was found before."""
        return self._add("-SAME", test_string)

    def check_next(self, test_string: str) -> FileCheck:
        """This must come on the line below what was found before."""
        return self._add("-NEXT", test_string)

    def check_dag(self, test_string: str) -> FileCheck:
        """This must come, before or after the other texts of the same run of such checks."""
        return self._add("-DAG", test_string)

    def check_regex(self, test_string: str) -> FileCheck:
        """The text must match this further down."""
        return self._add("-REGEX", test_string)

    def check_count(self, test_string: str, count: int, exactly: bool = False) -> FileCheck:
        """This must come ``count`` times; ``exactly``: and not once more before the end of the text."""
        return self._add(f"-COUNT-{count}", test_string, count, exactly)

    def check_source_highlighted(self, test_string: str) -> FileCheck:
        """The line of this must have marks (``~``) on the line below."""
        return self._add("-SOURCE-HIGHLIGHTED", test_string)

    def run(self, *texts: object) -> None:
        """Check a text or the output of a process; of two, the first has checks written as comments: ``# CHECK: this``.

        Raises:
            RuntimeError: a check failed; or there are none.
        """
        self._has_run = True
        checks = list(self._checks)
        if len(texts) > 1:
            checks += [
                _Check(m["kind"] or "", m["text"], int(m["count"] or 1), bool(m["exactly"]))
                for m in _MARK.finditer(str(texts[0]))
            ]
        if not checks:
            raise RuntimeError("No checks have been added to this instance ofFilecheck! Check for bad input.")
        text = texts[-1]
        _run(checks, text.decode() if isinstance(text, bytes) else str(text))


def _run(checks: list[_Check], text: str) -> None:
    start = 0  # the end of what was found last
    held: list[_Check] = []  # what must not be found before the next one
    at = 0
    while at < len(checks):
        check = checks[at]
        if check.kind == "-NOT":
            held.append(check)
            at += 1
            continue
        group = [check]
        while check.kind == "-DAG" and at + len(group) < len(checks) and checks[at + len(group)].kind == "-DAG":
            group.append(checks[at + len(group)])
        at += len(group)
        first, end = _find(group, text, start)
        _refuse(held, text, start, first)
        held, start = [], end
        if check.exactly:
            held.append(_Check("-NOT", check.text))
            if at < len(checks):
                _refuse(held, text, start, len(text))
                held = []
    _refuse(held, text, start, len(text))


def _refuse(held: list[_Check], text: str, start: int, end: int) -> None:
    for check in held:
        place = text.find(check.text, start, end)
        if place >= 0:
            raise _unwanted(check.text, text, place, check)


def _find(group: list[_Check], text: str, start: int) -> tuple[int, int]:
    """Where a check, or a run of checks in any order, is found: the first place and the last end."""
    check = group[0]
    if check.kind == "-REGEX":
        match = re.compile(check.text).search(text, start)
        if match is None:
            raise _missing(check, text, start)
        return match.start(), match.end()
    if check.kind == "-SOURCE-HIGHLIGHTED":
        return _highlighted(check, text, start)
    if check.kind.startswith("-COUNT-"):
        return _counted(check, text, start)
    places = []
    for one in group:
        place = text.find(one.text, start)
        if place < 0:
            raise _missing(one, text, start)
        places.append((place, place + len(one.text)))
    found = min(p for p, _ in places), max(e for _, e in places)
    lines = text.count("\n", start, found[0])
    if (check.kind == "-SAME" and lines) or (check.kind == "-NEXT" and lines > 1):
        raise _unwanted("\n", text, text.index("\n", start), check)
    if check.kind == "-NEXT" and not lines:
        raise _missing(_Check(check.kind, "\\n"), text, start)
    return found


def _counted(check: _Check, text: str, start: int) -> tuple[int, int]:
    first, end = -1, start
    for _ in range(check.count):
        place = text.find(check.text, end)
        if place < 0:
            raise _missing(check, text, start)
        first, end = (place if first < 0 else first), place + len(check.text)
    return (start if first < 0 else first), end


def _highlighted(check: _Check, text: str, start: int) -> tuple[int, int]:
    place = text.find(check.text, start)
    if place < 0:
        raise _missing(check, text, start)
    line_start = text.rfind("\n", 0, place) + 1
    line_end = text.find("\n", place)
    column, below = place - line_start, text[line_end + 1 :].split("\n", 1)[0] if line_end >= 0 else ""
    marks = below[column : column + len(check.text)]
    if marks != "~" * len(check.text):
        raise RuntimeError(f'Expected to find "{check.text}" highlighted but it is not.\n{text[line_start:]}')
    return place, line_end + 1 + len(below)
