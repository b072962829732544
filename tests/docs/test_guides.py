"""The guides are true: every block of Python in them runs, in order, in one namespace."""

import re
from pathlib import Path

import pytest

from wye.library import custom_ops

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = [*sorted(DOCS.glob("guide-*.md")), DOCS / "tensors.md"]


@pytest.mark.parametrize("guide", GUIDES, ids=[guide.stem for guide in GUIDES])
def test_the_code_of_a_guide_runs(guide):
    pytest.importorskip("numpy")
    text = guide.read_text(encoding="utf-8")
    names = {"__name__": "guide"}
    before = set(custom_ops._made)
    try:
        for block in re.finditer(r"```python\n(.*?)```", text, re.DOTALL):
            line = text.count("\n", 0, block.start(1))
            exec(compile("\n" * line + block[1], str(guide), "exec"), names)  # errors name the line of the guide
    finally:
        for name in set(custom_ops._made) - before:
            custom_ops._made[name]._destroy()
