"""``wye doctor``: what is installed, which engine runs calls, and a self-test that runs a little of everything."""

from __future__ import annotations

import importlib.util
import platform
import sys
import time
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import wye
from wye._engine import engine, is_pure, why_pure
from wye.command.console import FAILED, new_table, show, to_json
from wye.command.self_test import CHECKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["NEEDED", "OPTIONAL", "examine"]

NEEDED: Final = {
    "numpy": "the memory and the kernels of tensors",
    "ml_dtypes": "bfloat16 and float8",
    "typer": "this command",
    "rich": "tables and colours",
}
# What to install for it, and what it is for.
OPTIONAL: Final = {
    "sympy": ("wye[symbolic]", "symbolic sizes"),
    "safetensors": ("wye[save]", "wye.save, wye.load"),
    "torch": ("wye[torch]", "compared with in wye bench; its tensors by DLPack"),
    "jax": ("jax", "its arrays as a backend, or by DLPack"),
    "cupy": ("cupy", "its arrays as a backend, or by DLPack"),
    "dask": ("dask", "its arrays as a backend"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one check."""

    name: str
    seconds: float
    error: str = ""


def examine(*, as_json: bool) -> int:
    """Print the findings; the exit status is 1 where something that is needed is missing or does not work."""
    engine_line, advice = _engine_findings()
    missing = [name for name in NEEDED if _version_of(name) is None]
    outcomes = [_run(name, check) for name, check in CHECKS.items()]
    failed = [outcome for outcome in outcomes if outcome.error]
    if as_json:
        to_json(_as_dict(engine_line, outcomes))
    else:
        _print_findings(engine_line, advice)
        _print_outcomes(outcomes)
        for name in missing:
            show(f"{name} is not installed: pip install {name}", style="bold red")
    return FAILED if failed or missing else 0


def _engine_findings() -> tuple[str, str]:
    """Which engine runs calls, and what to do where it is not the C one."""
    if not is_pure:
        return f"C ({Path(str(engine.__file__)).name})", ""
    advice = "unset it to run calls in C"
    if "WYE_PURE" not in why_pure:
        built = importlib.util.find_spec("wye._hot") is not None
        advice = (
            "it was built for another Python, or with libraries that are not here: install wye again"
            if built
            else "it was not built: install a C compiler, then wye again with --no-binary wye"
        )
    return f"Python, slower calls with the same results: {why_pure}", advice


def _version_of(name: str) -> str | None:
    """The version of an installed package; None: it cannot be imported.  Nothing is imported."""
    if importlib.util.find_spec(name) is None:
        return None
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"


def _facts() -> Iterator[tuple[str, str]]:
    yield "wye", f"{wye.__version__} ({Path(wye.__file__ or '').parent})"
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()}, {sys.executable})"
    yield "system", f"{platform.system()} {platform.machine()}"


def _print_findings(engine_line: str, advice: str) -> None:
    table = new_table()
    table.show_header = False
    table.add_column()
    table.add_column(overflow="fold")
    for name, text in (*_facts(), ("engine", engine_line)):
        table.add_row(name, text)
    if advice:
        table.add_row("", advice)
    show(table)
    show("\npackages", style="bold cyan")
    table = new_table("name", "version", "for")
    for name, use in NEEDED.items():
        table.add_row(name, _version_of(name) or "MISSING", use)
    for name, (package, use) in OPTIONAL.items():
        found = _version_of(name)
        table.add_row(name, found or "-", use if found else f"{use}; not installed: {package}")
    show(table)


def _run(name: str, check: Callable[[], Any]) -> Outcome:
    start = time.perf_counter()
    try:
        check()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is asked for
        lines = str(error).splitlines() or [""]
        return Outcome(name, time.perf_counter() - start, f"{type(error).__name__}: {lines[0]}")
    return Outcome(name, time.perf_counter() - start)


def _print_outcomes(outcomes: list[Outcome]) -> None:
    show("\nself-test", style="bold cyan")
    table = new_table("check", "", "ms")
    for outcome in outcomes:
        word = f"FAILED: {outcome.error}" if outcome.error else "ok"
        table.add_row(outcome.name, word, f"{outcome.seconds * 1e3:.1f}", style="bold red" if outcome.error else "")
    show(table)
    failed = sum(bool(outcome.error) for outcome in outcomes)
    show(f"\n{len(outcomes) - failed} of {len(outcomes)} checks passed", style="bold red" if failed else "green")


def _as_dict(engine_line: str, outcomes: list[Outcome]) -> dict[str, object]:
    return {
        **dict(_facts()),
        "engine": "python" if is_pure else "c",
        "why": engine_line,
        "packages": {name: _version_of(name) for name in (*NEEDED, *OPTIONAL)},
        "checks": [{"name": o.name, "ok": not o.error, "error": o.error, "seconds": o.seconds} for o in outcomes],
    }
