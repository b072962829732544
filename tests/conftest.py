"""Settings of the whole suite: hypothesis profiles and markers.

Runs repeat exactly: the `default` profile draws the same examples every time.  With WYE_FUZZ_SEED
set, the `fresh` profile draws from that seed instead.  WYE_FUZZ_EXAMPLES sets the number of
examples of every property that does not fix its own.  No profile depends on the clock.

Every test begins with the same random numbers, whichever tests ran before it in its process.
"""

import importlib.util
import os
import sys

import hypothesis
import pytest
from hypothesis import HealthCheck, settings

SEED = os.environ.get("WYE_FUZZ_SEED")
COMMON = {
    "deadline": None,
    "print_blob": True,
    "database": None,
    "max_examples": int(os.environ.get("WYE_FUZZ_EXAMPLES", "100")),
    "suppress_health_check": [HealthCheck.too_slow],
}

settings.register_profile("default", derandomize=True, **COMMON)
settings.register_profile("fresh", derandomize=False, **COMMON)
settings.load_profile("default" if SEED is None else "fresh")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    no_torch = pytest.mark.skip(reason="torch is not installed")
    has_torch = importlib.util.find_spec("torch") is not None
    for item in items:
        if item.get_closest_marker("torch") and not has_torch:
            item.add_marker(no_torch)
        if SEED is not None and hypothesis.is_hypothesis_test(getattr(item, "function", None)):
            hypothesis.seed(int(SEED))(item.function)


def pytest_runtest_setup() -> None:
    for name in ("torch", "wye"):
        if name in sys.modules:
            sys.modules[name].default_generator.manual_seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
