"""`explain`, and what it returns.  Text, HTML and JSON are all drawn from one dictionary, `Explanation.to_dict`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from wye.explanation.arguments import arguments_of, keys_of, masks_of, thread_of
from wye.explanation.array_calls import NOTE
from wye.explanation.following import follow
from wye.explanation.target import Target, find_target
from wye.explanation.way import hops_of
from wye.keys import FUNCTION
from wye.recording.call import names_of_keys
from wye.recording.summary import as_text

if TYPE_CHECKING:
    from rich.console import Group

__all__ = ["Explanation", "explain"]

_NO_OPERATOR: Final = "it is written in Python and may call several operators: run=True follows them"


def explain(op_or_function: Any, /, *args: Any, run: bool = False, **kwargs: Any) -> Explanation:
    """Say which kernel a call would reach, and why: nothing runs.

    Reads the state of this thread: modes, guards, transforms.  Of what programs have registered, only the predicates
    of providers and the key functions of array classes run.

    Args:
        op_or_function: An operator, a packet, a function (`wye.add`), a method (`wye.Tensor.add`, ``x.add``), a
            function of NumPy or of a program, or a name (``"aten::add.Tensor"``, ``"aten::add"``, ``"add"``).
        args: The arguments of the call.  For ndarrays it is said what runs where a transform follows them.
        run: Make the call, and show all calls that run inside of it as a tree.
        kwargs: Arguments by name; one that is called ``run`` cannot be given here.

    Raises:
        NotExplainableError: it is no operator and no function.

    Example:
        >>> import wye
        >>> told = wye.explain(wye.add, wye.ones(2), 1)
        >>> [(hop["key"], hop["outcome"]) for hop in told.hops]
        [('AutogradCPU', 'passed'), ('CPU', 'runs')]
    """
    target = find_target(op_or_function, args, kwargs)
    told = _told(target)
    if run:
        told["notes"] = [note for note in told["notes"] if note != _NO_OPERATOR]
        followed = follow(target.call, *target.given)
        told["result"], told["error"] = followed.result, followed.error
        told["calls"] = _inside(told, followed.roots)
        if followed.dropped:
            told["notes"].append(f"{followed.dropped} more calls are left out")
    return Explanation(told)


def _inside(told: dict[str, Any], roots: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls inside of the one that was explained; all that ran where that is not one call of an operator."""
    if len(roots) == 1 and roots[0]["op"] == told["op"]:
        told["fallback"], told["duration_ns"] = roots[0]["fallback"], roots[0]["duration_ns"]
        inside: list[dict[str, Any]] = roots[0]["calls"]
        return inside
    return roots


def _told(target: Target) -> dict[str, Any]:
    op = target.op
    told: dict[str, Any] = {
        "op": None if op is None else op.name(),
        "schema": None if op is None else str(op.schema),
        "called_as": target.called_as,
        "overloads": target.overloads,
        "arguments": [],
        "thread": thread_of(),
        "masks": [],
        "keys": [],
        "hops": [],
        "calls": [],
        "result": None,
        "error": None if target.error is None else str(target.error),
        "fallback": None,
        "redispatched": False,
        "duration_ns": None,
        "notes": [],
    }
    if op is None:
        if target.error is None:
            told["notes"].append(_NO_OPERATOR)
    elif target.error is None:
        _tell_way(told, target)
    if target.of_arrays:
        told["notes"].append(NOTE)
    return told


def _tell_way(told: dict[str, Any], target: Target) -> None:
    op, args, kwargs = target.op, target.args, target.kwargs
    assert op is not None
    told["arguments"] = arguments_of(op, args, kwargs)
    try:
        keys = keys_of(op, args, kwargs)
        told["masks"], told["keys"] = masks_of(op, keys), list(names_of_keys(keys.start))
        told["hops"] = hops_of(op, keys.start, keys.requires_grad, args, kwargs)
    except Exception as error:  # noqa: BLE001 - of a predicate or a key function: the call would raise it, too
        told["error"] = f"{type(error).__name__}: {error}"
        return
    if target.is_function and keys.start.bits & FUNCTION.bits:
        told["notes"].append("function modes and classes are asked before the operator is called")
    last = told["hops"][-1]
    if last["outcome"] in ("missing", "error"):
        told["error"] = f"no kernel: {last['reason']}"


class Explanation:
    """Which kernel a call reaches, and why.  ``print`` shows it; so do rich and notebooks."""

    __slots__ = ("_told",)

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    @property
    def op(self) -> str | None:
        """The operator's name; None: the function calls several, or nothing fits."""
        name: str | None = self._told["op"]
        return name

    @property
    def hops(self) -> list[dict[str, Any]]:
        """What happens at each key, in order."""
        hops: list[dict[str, Any]] = self._told["hops"]
        return hops

    def to_dict(self) -> dict[str, Any]:
        """All of it in plain JSON types."""
        plain: dict[str, Any] = json.loads(self.to_json())
        return plain

    def to_json(self, indent: int | None = None) -> str:
        """All of it as JSON."""
        return json.dumps(self._told, indent=indent)

    def to_html(self) -> str:
        """A fragment of HTML without outside resources, for light and dark pages."""
        from wye.explanation.page import as_html  # here: only notebooks need it

        return as_html(self._told)

    _repr_html_ = to_html

    def __rich__(self) -> Group:
        from wye.explanation.text import as_rich  # here: only those who look need it

        return as_rich(self._told)

    def __str__(self) -> str:
        return as_text(self.__rich__())

    def __repr__(self) -> str:
        name = self.op or self._told["called_as"]
        reached = f" -> {self.hops[-1]['key']}: {self.hops[-1]['kernel']}" if self.hops else ""
        return f"<Explanation of {name}{reached}>"
