"""Timing: short loops of every contender in turn, and the median of each.

Contenders take turns within a round, so that a change of the processor's frequency hits all alike, and nothing is
subtracted: a time is that of the whole loop, divided by its turns.
"""

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from timeit import Timer
from typing import Self

__all__ = ["Effort", "Snippet", "compare", "gc_off", "once", "run_child"]

_ROUNDS_PER_LOOP = 15


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure."""

    rounds: int = 75  # samples of each contender
    sample: float = 1e-3  # seconds that one sample takes, about
    repeats: int = 7  # of what takes long: registrations, processes

    @classmethod
    def quick(cls) -> Self:
        """Enough to see that every row runs."""
        return cls(rounds=15, sample=2e-4, repeats=1)


@dataclass(frozen=True, slots=True)
class Snippet:
    """One contender: a statement, and the values of the names in it, which become locals of the timed loop."""

    text: str
    names: Mapping[str, object] = field(default_factory=dict)

    def timer(self) -> Timer:
        """The loop over the statement."""
        setup = "; ".join(f"{name} = _{name}" for name in self.names) or "pass"
        return Timer(self.text, setup, globals={f"_{name}": value for name, value in self.names.items()})


def compare(effort: Effort, contenders: Mapping[str, Snippet | None]) -> dict[str, float]:
    """Seconds that each contender takes: the median of interleaved samples.  None is left out."""
    snippets = {name: snippet for name, snippet in contenders.items() if snippet is not None}
    turns = {name: _turns(snippet.timer(), effort.sample) for name, snippet in snippets.items()}
    samples: dict[str, list[float]] = {name: [] for name in snippets}
    order = list(snippets)
    with gc_off():
        for i in range(effort.rounds):
            if i % _ROUNDS_PER_LOOP == 0:  # new loops: where their code happens to lie in memory matters
                timers = {name: snippet.timer() for name, snippet in snippets.items()}
            for name in order:
                samples[name].append(timers[name].timeit(turns[name]) / turns[name])
            order.append(order.pop(0))  # nobody always runs after the same neighbour
    return {name: median(times) for name, times in samples.items()}


def _turns(timer: Timer, wanted: float) -> int:
    turns = 16
    timer.timeit(turns)  # first calls import and fill caches: they say nothing about the others
    while (took := timer.timeit(turns)) < wanted / 4:
        turns *= 4
    return max(1, round(turns * wanted / took))


@contextmanager
def gc_off() -> Iterator[None]:
    """No garbage collection inside, and a clean heap before."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def once(work: Callable[[], object]) -> float:
    """Seconds that one run of ``work`` takes."""
    with gc_off():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start


def run_child(*arguments: str) -> str:
    """Run this Python with ``arguments``, with ``.pyc`` files, and give what it prints."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
