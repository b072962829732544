"""Run the tests of libraries that use torch, on torch and with `wye.compat.torch` in its place.

`python tools/other_suites.py` downloads the pinned source archives, which hold the tests, into build/other-suites, runs
them in this interpreter's environment (which has wye, pytest and, for the left column, torch), and prints what passes.
It exits with 1 if wye passes fewer tests than `RECORDED` says.

`--skip-torch` leaves the left column out; names of suites choose some of them.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "other-suites"
# By tensorly and einops; into a folder of their own, so the environment stays as it is.
NEEDED = ("scipy==1.15.3", "parameterized==0.9.0")
COUNT = re.compile(r"(\d+) (passed|failed|error|errors|skipped|xfailed)")


@dataclass
class Suite:
    """One library: its version, where its tests are, how many pass with wye."""

    version: str
    tests: tuple[str, ...]
    passing: int
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


RECORDED = {
    "einops": Suite("0.8.2", ("einops/tests",), 61, environment={"EINOPS_TEST_BACKENDS": "torch"}),
    "opt_einsum": Suite(
        "3.4.0", ("opt_einsum/tests/test_backends.py", "opt_einsum/tests/test_sharing.py"), 44, ("-k", "torch")
    ),
    "tensorly": Suite("0.10.0", ("tensorly",), 758, environment={"TENSORLY_BACKEND": "pytorch"}),
}


def fetch(name: str, version: str) -> Path:
    """The folder of a library's sources, downloaded where it is not there yet."""
    folder = PLACE / f"{name}-{version}"
    if not folder.exists():
        wanted = ["--no-deps", "--no-binary", ":all:", f"{name}=={version}"]
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "-d", PLACE, *wanted], check=True)
        with tarfile.open(PLACE / f"{name}-{version}.tar.gz") as archive:
            archive.extractall(PLACE, filter="data")
    return folder


def fetch_needed() -> Path:
    """The folder of what the tests need beside the libraries."""
    folder = PLACE / "-".join(NEEDED)
    if not folder.exists():
        install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, *NEEDED]
        subprocess.run(install, check=True)
    return folder


def run(suite: Suite, folder: Path, path: str, side: tuple[str, ...]) -> dict[str, int]:
    """How many tests passed, failed and so on."""
    # both sides run at once: threads of theirs would wait for each other's processors
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    variables = {**os.environ, **threads, **suite.environment, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    own = ("-c", os.devnull, "--rootdir", str(folder))  # not the settings of wye's own tests
    pytest = ("pytest", "-q", "--no-header", "-p", "no:cacheprovider", *own, *suite.options, *suite.tests)
    command = [sys.executable, "-m", *side, *pytest]
    found = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    last = found.stdout.strip().splitlines()[-1:] or [found.stderr.strip()[-200:]]
    counts = {kind: int(number) for number, kind in COUNT.findall(last[0])}
    if side and counts.get("passed", 0) < suite.passing:
        sys.stderr.write(found.stdout[-4000:] + found.stderr[-2000:])
    return counts


def main(arguments: list[str]) -> int:
    """Print a table, and say whether wye passes as many tests as recorded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suites", nargs="*", help=f"some of {', '.join(RECORDED)}; all by default")
    parser.add_argument("--skip-torch", action="store_true", help="run them with wye alone")
    options = parser.parse_args(arguments)
    PLACE.mkdir(parents=True, exist_ok=True)
    names = options.suites or list(RECORDED)
    folders = {name: fetch(name, suite.version) for name, suite in RECORDED.items() if name in names}
    path = os.pathsep.join(map(str, (ROOT / "src", *folders.values(), fetch_needed())))
    with_torch = not options.skip_torch and importlib.util.find_spec("torch") is not None
    print(f"{'suite':20} {'torch':>28} {'wye':>28} {'recorded':>9}")
    fewer = []
    for name, folder in folders.items():
        suite = RECORDED[name]
        sides: list[tuple[str, ...]] = [("wye.compat.torch", "-m"), *([()] if with_torch else [])]
        with ThreadPoolExecutor() as pool:  # each side is a process of its own
            ours, *others = pool.map(partial(run, suite, folder, path), sides)
        if ours.get("passed", 0) < suite.passing:  # their tests draw fresh numbers: once may be chance
            ours = run(suite, folder, path, sides[0])
        theirs = others[0] if others else {}
        words = [", ".join(f"{n} {kind}" for kind, n in counts.items()) or "-" for counts in (theirs, ours)]
        print(f"{name + ' ' + suite.version:20} {words[0]:>28} {words[1]:>28} {suite.passing:>9}")
        if ours.get("passed", 0) < suite.passing:
            fewer.append(name)
    if fewer:
        print(f"fewer tests pass than recorded: {', '.join(fewer)}")
    return 1 if fewer else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
