"""Fuzz with fresh seeds until enough, out of time, or a failure; `make fuzz` runs this.

Each round draws a seed, prints it, and runs the property tests of tests/fuzz; where torch is
installed, also registration histories, programs with gradients, the random tests of tests/conformance and random calls
of every operator.
A failing round ends the run with the commands that repeat it.
"""

import argparse
import importlib.util
import os
import secrets
import shlex
import subprocess
import sys
import time

HISTORIES = 500  # a round's registration histories
PROGRAMS = 1_000  # a round's programs with gradients
EXAMPLES = 5_000  # a round's examples of each property
COMPARED = 1_000  # and of each that runs on torch as well, which is slower
CALLS = 20  # random calls of each operator
RANDOM = [f"tests/conformance/test_random_{name}.py" for name in ("inference", "library", "modes", "overloads")]


def main() -> int:
    """Run rounds; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, help="histories in all (default: no end)")
    parser.add_argument("--minutes", type=float, help="time after which no new round begins (default: no end)")
    parser.add_argument("--seed", type=int, help="seed of the first round (default: drawn)")
    options = parser.parse_args()
    has_torch = importlib.util.find_spec("torch") is not None
    if not has_torch:
        print("torch is not installed: no comparison of histories (make torch, then make fuzz)")

    start, done, seed = time.monotonic(), 0, options.seed
    while not over(options, start, done):
        seed = secrets.randbits(32) if seed is None else seed
        size = HISTORIES if options.count is None else min(HISTORIES, options.count - done)
        print(f"seed {seed}" + (f": {size} histories from number {done}" if has_torch else ""), flush=True)
        if not run_round(seed, size):
            return 1
        done, seed = done + size, None
    what = f"{done} histories, random comparisons and schema texts" if has_torch else "schema texts only"
    print(f"fuzz: {what} in {time.monotonic() - start:.0f} s, no failure")
    return 0


def over(options: argparse.Namespace, start: float, done: int) -> bool:
    """Whether a limit is reached."""
    if options.count is not None and done >= options.count:
        return True
    return options.minutes is not None and time.monotonic() - start >= options.minutes * 60


def run_round(seed: int, size: int) -> bool:
    """Run everything once with ``seed``; say how to repeat what failed."""
    commands: list[tuple[dict[str, str], list[str]]] = []
    if importlib.util.find_spec("torch") is not None:
        commands.append(({}, ["-m", "tests.conformance.histories", "--seed", str(seed), "--count", str(size)]))
        programs = ["-m", "tests.conformance.autograd.programs", "--seed", str(seed), "--count", str(PROGRAMS)]
        commands.append(({}, programs))
        commands.append(_properties(seed, COMPARED, *RANDOM))
        operators = {"WYE_FUZZ_SEED": str(seed), "WYE_OPERATOR_SAMPLES": str(CALLS)}
        commands.append((operators, ["-m", "pytest", "-q", "--timeout=3600", "tests/conformance/operators"]))
    commands.append(_properties(seed, EXAMPLES, "tests/fuzz"))
    for extra, arguments in commands:
        if subprocess.run([sys.executable, *arguments], env=os.environ | extra, check=False).returncode != 0:
            settings = "".join(f"{name}={value} " for name, value in extra.items())
            print(f"FAILED with seed {seed}; to repeat: {settings}python {shlex.join(arguments)}")
            return False
    return True


def _properties(seed: int, examples: int, *paths: str) -> tuple[dict[str, str], list[str]]:
    """The environment and the command that draw so many examples of the properties in some files."""
    environment = {"WYE_FUZZ_SEED": str(seed), "WYE_FUZZ_EXAMPLES": str(examples)}
    return environment, ["-m", "pytest", "-q", "--timeout=3600", *paths]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("fuzz: stopped")
