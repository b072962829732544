"""What a program prints about the library it runs on: version, engine, threads."""

from __future__ import annotations

import sys
from importlib import import_module

from wye._engine import is_pure
from wye.process_settings import get_num_interop_threads, get_num_threads

__all__ = ["cxx_flags", "parallel_info", "show"]


def show() -> str:
    """The versions of wye, Python and NumPy, and which engine runs calls: a line each."""
    versions = import_module("importlib.metadata")  # slow to import

    def version_of(package: str) -> str:
        try:
            return f"{package} {versions.version(package)}"
        except versions.PackageNotFoundError:
            return f"{package} is not installed"

    lines = (
        version_of("wye"),
        f"calls run in {'Python' if is_pure else 'C'}",
        f"Python {'.'.join(map(str, sys.version_info[:3]))} on {sys.platform}",
        version_of("numpy"),
    )
    return "Built with:\n" + "".join(f"  - {line}\n" for line in lines)


def parallel_info() -> str:
    """How many threads the program has asked for."""
    return f"Threads in an operator: {get_num_threads()}\nThreads between operators: {get_num_interop_threads()}\n"


def cxx_flags() -> str:
    """The options with which extensions of this Python are compiled, the engine among them."""
    found: object = import_module("sysconfig").get_config_var("CFLAGS")
    return str(found or "")
