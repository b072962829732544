"""The pages of the documentation, and how their code runs."""

import re
from contextlib import contextmanager
from pathlib import Path

from wye.library import custom_ops
from wye.numpy import table

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[[^]]*\]\(([^)\s]+)\)")


def pages():
    """Every page, as a path under the root; README and the like among them."""
    found = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "src").rglob("*.md")]
    return sorted(path.relative_to(ROOT) for path in found if not {"_build", "api"} & {*path.parts})


def blocks(text):
    """The blocks of Python of a page, each with the line before it; blocks with a mark have tests of their own."""
    return [(text.count("\n", 0, block.start(1)), block[1]) for block in BLOCK.finditer(text)]


@contextmanager
def numpy_lines_are_taken_back():
    """What an example registers for functions of NumPy (`wye.numpy.implements`) ends with the block."""
    table.load()
    before = {**table.FUNCTIONS}, {**table.UNIVERSAL}
    try:
        yield
    finally:
        for lines, old in zip((table.FUNCTIONS, table.UNIVERSAL), before, strict=True):
            lines.clear()
            lines.update(old)


@numpy_lines_are_taken_back()
def run_page(path):
    """Run a page's blocks in order, in one namespace, which is returned; custom operators are taken back."""
    names = {"__name__": "guide"}
    before = set(custom_ops._made)
    try:
        for line, code in blocks(path.read_text(encoding="utf-8")):
            exec(compile("\n" * line + code, str(path), "exec"), names)  # errors name the line of the page
    finally:
        for name in set(custom_ops._made) - before:
            custom_ops._made[name]._destroy()
    return names
