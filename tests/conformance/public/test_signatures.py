"""Functions and methods try the same overloads as PyTorch's, in the same order.

PyTorch lists them when a call fits none.
"""

from __future__ import annotations

import re
import warnings

import pytest

pytest.importorskip("torch")

from tests.conformance.public.drawing import PublicCall
from tests.conformance.public.search import callable_in, sides

import wye
from wye.aten.functions import function, names
from wye.aten.misfit import form_texts

pytestmark = pytest.mark.torch

MANUAL = {"to", "nonzero", "where", "index", "random", "new", "arange", "range", "full"}  # parsed by hand in PyTorch


class Nothing:
    """What no function takes."""


def listed(call) -> list[str]:
    """What PyTorch says that it expected."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call(*[Nothing()] * 12, nothing=Nothing())
    except TypeError as error:
        return [plain(line.strip()[2:]) for line in str(error).splitlines() if line.startswith(" * ")]
    except Exception:  # noqa: BLE001 - a function that asks its arguments first
        return []
    return []


def plain(text: str) -> str:
    """A form without defaults, package names and the order of keywords."""
    text = re.sub(r"(torch|wye)\.(?=\w)", "", text)
    text = re.sub(r" = (\[[^]]*\]|\{[^}]*\}|[^,)]*)", "", text)
    by_place, _, by_name = text.strip("()").partition("*, ")
    return f"{by_place}| {', '.join(sorted(by_name.split(', ')))}"


@pytest.mark.parametrize("method", [False, True])
def test_overloads_are_tried_in_torchs_order(method):
    theirs, _ = sides()
    compared, wrong = 0, []
    x = theirs.torch.ones(2, 3) + 1j
    for name in names():
        if name.startswith("_") or name in MANUAL or not callable_in(name)[method]:
            continue
        wanted = listed(getattr(x, name) if method else theirs.function(PublicCall(name, False, [])))
        member = getattr(wye.Tensor, name) if method else function(name)
        if not wanted or not hasattr(member, "overloads"):
            continue
        found = [plain(text) for text in form_texts(member.overloads())]
        compared += 1
        if [text for text in found if text in wanted] != [text for text in wanted if text in found]:
            wrong.append((name, found, wanted))
    assert wrong == []
    assert compared > 80
