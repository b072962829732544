"""What differs between two recordings, in words.

The calls of both runs are laid side by side, those inside of a call only where both calls did the same: so what is
told is where the runs part, and not everything that follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from wye.recording.fallback import way_of
from wye.recording.summary import as_text, shown_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from wye.recording.call import RecordedCall

__all__ = ["Change", "Difference", "differences"]

_UNDER_VMAP: Final = ("loop", "decomposition")
_FRONT: Final = "FuncTorchDynamicLayerFrontMode"
_MANY: Final = 4000  # calls side by side: beyond this, they are paired by number


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: ``"way"``: both runs have the call, and it did something else; ``"only here"``; ``"only there"``.
        op: The operator's name.
        here: What the call did in this run; None: this run has no such call.
        there: The same for the other run.
        count: How many calls.
    """

    kind: str
    op: str
    here: str | None
    there: str | None
    count: int

    def __str__(self) -> str:
        times = "" if self.count == 1 else f" ({self.count} calls)"
        if self.kind == "way":
            return f"{self.op} used {self.here} where that run used {self.there}{times}"
        if self.kind == "only here":
            return f"{self.op} was called in this run alone{times}, with {self.here}"
        return f"{self.op} was called in that run alone{times}, with {self.there}"


class Difference:
    """What this run did otherwise than that one.  Empty where they did the same."""

    def __init__(self, changes: list[Change], times: tuple[int, int]) -> None:
        self.changes, self.times = changes, times

    def __bool__(self) -> bool:
        return bool(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    def to_dict(self) -> dict[str, Any]:
        """The changes in plain JSON types, with their sentences."""
        return {
            "changes": [
                {
                    "kind": change.kind, "op": change.op, "here": change.here, "there": change.there,
                    "count": change.count, "text": str(change),
                }
                for change in self.changes
            ],
            "total_ns": list(self.times),
        }  # fmt: skip

    def __rich__(self) -> Text:
        from rich.text import Text  # here: only those who look need it

        lines = [str(change) for change in self.changes] or ["Both runs called the same kernels."]
        here, there = self.times
        lines.append(f"This run took {shown_time(here)}, that one {shown_time(there)}.")
        return Text("\n".join(lines))

    def __str__(self) -> str:
        return as_text(self.__rich__(), width=10_000)  # sentences are not broken: a terminal does that

    __repr__ = __str__


def differences(here: Sequence[RecordedCall], there: Sequence[RecordedCall]) -> Difference:
    """Compare two runs."""
    counts: dict[tuple[str, str, str | None, str | None], int] = {}
    trees = _children(here), _children(there)
    waiting = [(trees[0].get(None, []), trees[1].get(None, []))]
    while waiting:
        ours, theirs = waiting.pop(0)
        for one, other in _side_by_side([here[i] for i in ours], [there[i] for i in theirs], ours, theirs):
            change = _change(None if one is None else here[one], None if other is None else there[other])
            if change is not None:
                counts[change] = counts.get(change, 0) + 1
            elif one is not None and other is not None:
                waiting.append((trees[0].get(one, []), trees[1].get(other, [])))
    changes = [Change(*change, count) for change, count in counts.items()]
    return Difference(changes, (_time(here), _time(there)))


def _time(calls: Sequence[RecordedCall]) -> int:
    return sum(call.duration_ns for call in calls if call.parent is None)


def _children(calls: Sequence[RecordedCall]) -> dict[int | None, list[int]]:
    found: dict[int | None, list[int]] = {}
    for number, call in enumerate(calls):
        found.setdefault(call.parent, []).append(number)
    return found


def _side_by_side(
    ours: list[RecordedCall], theirs: list[RecordedCall], our_numbers: list[int], their_numbers: list[int]
) -> list[tuple[int | None, int | None]]:
    """Pairs of the numbers of calls that correspond; None where one run has no such call."""
    names = [(call.op, call.redispatched) for call in ours], [(call.op, call.redispatched) for call in theirs]
    if names[0] == names[1] or max(len(ours), len(theirs)) > _MANY:
        both = min(len(ours), len(theirs))
        pairs: list[tuple[int | None, int | None]] = list(zip(our_numbers[:both], their_numbers[:both], strict=True))
        return [*pairs, *((i, None) for i in our_numbers[both:]), *((None, i) for i in their_numbers[both:])]
    pairs = []
    for what, i, i_end, j, j_end in SequenceMatcher(None, *names, autojunk=False).get_opcodes():
        if what == "equal":
            pairs += zip(our_numbers[i:i_end], their_numbers[j:j_end], strict=True)
        else:
            pairs += [(at, None) for at in our_numbers[i:i_end]]
            pairs += [(None, at) for at in their_numbers[j:j_end]]
    return pairs


def _change(one: RecordedCall | None, other: RecordedCall | None) -> tuple[str, str, str | None, str | None] | None:
    if one is None or other is None:
        if one is not None:
            return "only here", one.op, way_of(one), None
        return None if other is None else ("only there", other.op, None, way_of(other))
    if one.op != other.op:  # paired by number
        return "way", f"{one.op} / {other.op}", way_of(one), way_of(other)
    if (one.key, one.kernel, one.place, one.fallback) == (other.key, other.kernel, other.place, other.fallback):
        return None
    return "way", one.op, _beside(one, other), _beside(other, one)


def _beside(call: RecordedCall, other: RecordedCall) -> str:
    """What a call did, in the words in which the other one is told."""
    if call.fallback is None and other.fallback in _UNDER_VMAP and call.key == _FRONT:
        return "the batching rule"
    return way_of(call)
