"""Absurd numbers in every operator: what no call may do is end the process, hang, or take gigabytes.

    python -m tests.safety.absurd [--stride 7] [--start 0] [--sample 0] [NAME ...]

Takes one stored call of each operator and puts extreme numbers in the place of its own, one at a time, and extreme
indices into its integer tensors.  The calls run in child processes whose time and memory are capped.  A call may raise
an error for people (`RuntimeError`, `IndexError`, `ValueError`, `TypeError`, ...), but not a bare `OverflowError` or
`AttributeError` from the inside.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import resource
import signal
import subprocess
import sys
import time
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conformance.operators.calls import Call
from tests.conformance.operators.sides import Wye, WyeMeta

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "golden" / "operator_samples.json.gz"
INTEGERS = (-1, 0, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1, -(2**63))
FLOATS = ("inf", "-inf", "nan")
EXTREME = {"int64": (2**63 - 1, -(2**63)), "int32": (2**31 - 1, -(2**31))}
SECONDS = 2.0  # of a processor, one call; it takes microseconds where it is right
MEMORY = 1 << 30  # bytes that a child may have beyond what it starts with
# PyTorch asks for this memory too: before it looks at the other arguments; for gaps between elements; for a result
# whose shape is not known without data.
TAKES_MUCH = (
    "affine_grid_generator", "affine_grid_generator.out", "index_select_backward", "empty_strided", "new_empty_strided",
    "empty_strided.out", "new_empty_strided.out", "bincount", "one_hot", "combinations",
)  # fmt: skip
RAW = ("OverflowError", "AttributeError", "SystemError", "UnboundLocalError", "NameError", "KeyError", "AssertionError")


def stored() -> dict[str, list[dict[str, Any]]]:
    return json.loads(gzip.decompress(SAMPLES.read_bytes()).decode())


def _places(words: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Where a call has numbers, and what it has there; tensors are one place each."""
    if isinstance(words, dict) and "shape" in words:
        yield path, words
    elif isinstance(words, dict):
        for key, value in words.items():
            if key != "$complex":
                yield from _places(value, (*path, key))
    elif isinstance(words, list):
        for i, value in enumerate(words):
            yield from _places(value, (*path, i))
    elif isinstance(words, (int, float)):
        yield path, words


def _with(words: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(words)
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


def _extreme_tensor(words: dict[str, Any], value: int) -> dict[str, Any]:
    size = 1
    for length in words["shape"]:
        size *= length
    old = [1] * size
    if size:
        old[0] = value
    return {"shape": words["shape"], "dtype": words["dtype"], "values": old}


def variants(words: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A call with one number exchanged for an extreme one, in every way."""
    call = {"args": words["args"], "kwargs": words["kwargs"]}
    for path, found in _places(call):
        if isinstance(found, dict):
            for value in EXTREME.get(found["dtype"], ()):
                yield _with(call, path, _extreme_tensor(found, value))
        elif isinstance(found, bool):
            continue
        else:
            for value in INTEGERS:
                yield _with(call, path, value)
            if isinstance(found, float):
                for text in FLOATS:
                    yield _with(call, path, {"$float": text})


def calls_of(samples: list[dict[str, Any]], sample: int) -> list[dict[str, Any]]:
    """The variants of one stored call, counted among those that succeed."""
    good = [words for words in samples if "raised" not in words] or samples
    return list(variants(good[sample % len(good)]))


# ---- the child ----


class TooSlowError(Exception):
    """One call has had its time."""


def _alarm(*_: object) -> None:
    raise TooSlowError


def _result_bytes(told: Any) -> int:
    """The bytes of results, at 4 for each element."""
    if isinstance(told, dict) and "shape" in told:
        return 4 * prod(told["shape"])
    return sum(map(_result_bytes, told)) if isinstance(told, list) else 0


def _wants_much(call: Call) -> bool:
    """Is a large result what was asked for?  Shape propagation knows, without memory."""
    outcome = WyeMeta().run(Call(call.name, call.args, {**call.kwargs, **_on_meta(call.name)}), 0)
    return "raised" not in outcome and _result_bytes(outcome["result"]) >= 1 << 27


def _on_meta(name: str) -> dict[str, Any]:
    """The argument with which a factory makes a tensor without data."""
    arguments = Wye().operator(name).schema.arguments
    return {"device": {"$device": "meta"}} if any(argument.name == "device" for argument in arguments) else {}


def _run_one(side: Wye, call: Call) -> str | None:
    """What is wrong with how a call ends; None: nothing."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()  # others may use the machine, too
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        outcome = side.run(call, 0)
    except (TooSlowError, MemoryError) as error:
        outcome = {"raised": type(error).__name__, "message": ""}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - started
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
    if took >= SECONDS:
        return f"took {took:.1f} s"
    raised = outcome.get("raised")
    if raised in RAW:
        return f"raised {raised}: {outcome['message'][:100]}"
    if raised in ("MemoryError", "OutOfMemoryError"):
        refused = "does not fit into memory" in outcome["message"]  # before anything was allocated
        return (
            None
            if refused or call.name in TAKES_MUCH or _wants_much(call)
            else "MemoryError, though the result would be small"
        )
    small = raised is not None or _result_bytes(outcome["result"]) < 1 << 26
    return f"took {grown >> 20} MiB for a small result" if small and grown > 1 << 28 else None


def child() -> None:
    """Run what stands on standard input, one call a line; answer with a line each."""
    side = Wye()
    side.operator("add.Tensor")
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    signal.signal(signal.SIGPROF, _alarm)
    for line in sys.stdin:
        name, words = json.loads(line)
        print(json.dumps(_run_one(side, Call.of(name, words))), flush=True)


# ---- the parent ----


def findings(calls: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Each of these calls that ends as no call may, with what it did."""
    rest = list(calls)
    while rest:
        lines = "".join(json.dumps(call) + "\n" for call in rest)
        limit = 200 + 0.05 * len(rest)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.safety.absurd", "--child"],
                input=lines, capture_output=True, text=True, timeout=limit, cwd=ROOT, check=False,
            )  # fmt: skip
            out, how = done.stdout, f"ended the process with {done.returncode}"
        except subprocess.TimeoutExpired as error:
            out = error.stdout.decode() if isinstance(error.stdout, bytes) else error.stdout or ""
            how = f"hung: no answer after {limit:.0f} s"
        answers = out.splitlines()
        for (name, words), answer in zip(rest, answers, strict=False):
            said = json.loads(answer)
            if said is not None:
                yield name, words, said
        if len(answers) < len(rest):
            name, words = rest[len(answers)]
            yield name, words, how
        rest = rest[len(answers) + 1 :]


def drawn(stride: int, start: int, sample: int = 0, names: list[str] | None = None) -> list[tuple[str, dict[str, Any]]]:
    """Every ``stride``-th of all calls, from ``start`` on."""
    every = [
        (name, words)
        for name, samples in sorted(stored().items())
        if not names or name in names
        for words in calls_of(samples, sample)
    ]
    return every[start::stride]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--stride", type=int, default=1, help="run every so manieth call")
    parser.add_argument("--start", type=int, default=0, help="the first of them")
    parser.add_argument("--sample", type=int, default=0, help="which stored call of each operator")
    parser.add_argument("names", nargs="*", help="operators; all of them by default")
    given = parser.parse_args()
    if given.child:
        child()
        return 0
    calls = drawn(given.stride, given.start, given.sample, given.names)
    found = 0
    for name, words, said in findings(calls):
        found += 1
        print(f"{name}  {said}\n    {json.dumps(words)[:300]}", flush=True)
    print(f"{len(calls)} calls, {found} that end as no call may")
    return found != 0


if __name__ == "__main__":
    sys.exit(main())
