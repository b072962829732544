"""An array class that has nothing but a shape and a dtype has every composite of the set."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from tests.unit.aten.boxed import KEY, Boxed, ResizedError, array_of, calls, primitive, run, same

import wye
from wye.backends import numpy_fallback
from wye.library import Library

pytestmark = pytest.mark.filterwarnings("ignore")

CALLS = calls()
PAGE = (Path(__file__).parents[3] / "docs" / "array-classes.md").read_text(encoding="utf-8")
PRIMITIVES = re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE)


@pytest.fixture(scope="module", params=["primitive kernels", "one fallback"])
def backend(request):
    kernels, fallbacks = Library("aten", "IMPL"), Library("_", "IMPL")
    if request.param == "one fallback":
        fallbacks.fallback(numpy_fallback(array_of, Boxed), KEY)
    else:
        for name in PRIMITIVES:
            kernels.impl(name, primitive(name), KEY)
    yield request.param
    kernels._destroy()
    fallbacks._destroy()


@pytest.mark.parametrize("name", CALLS)
def test_primitive_operators_give_every_composite(backend, name):
    for words in CALLS[name]:
        with contextlib.suppress(ResizedError):
            wanted, written = run(name, words, boxed=False)
            found, also_written = run(name, words, boxed=True)
            assert len(found) == len(wanted)
            assert all(map(same, found, wanted))
            assert all(map(same, also_written, written))


def test_the_page_has_a_row_for_each_primitive_operator():
    assert len(PRIMITIVES) == len(set(PRIMITIVES)) > 200
    assert [name for name in PRIMITIVES if name.partition(".")[0] not in wye.ops.aten] == []
