"""Links between pages, and from pages to files and headings, lead somewhere; nothing outside is asked."""

import re

import pytest
from tests.docs.pages import LINK, ROOT, pages

FENCE = re.compile(r"^(`{3,}|:{3,}).*?^\1$", re.DOTALL | re.MULTILINE)
MADE = ("api/", "compat-coverage.md", "pictures/benchmarks-")  # by the documentation's build
PAGES = pages()


def prose(path):
    """A page without its blocks of code."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def anchors(path):
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=[path.as_posix() for path in PAGES])
def test_the_links_of_a_page_lead_somewhere(page):
    path = ROOT / page
    for target in LINK.findall(prose(path)):
        if re.match(r"[a-z]+:", target) or target.removeprefix("../").startswith(MADE):
            continue
        name, _, anchor = target.partition("#")
        found = (path.parent / name) if name else path
        assert found.exists(), target
        is_page = "docs" not in page.parts or found.suffix != ".md" or found.resolve().is_relative_to(ROOT / "docs")
        assert is_page, f"{target} is outside of the documentation"
        if anchor:
            assert anchor in anchors(found), target


def test_every_page_of_the_documentation_is_in_a_table_of_contents():
    trees = {}
    for path in (ROOT / "docs").rglob("*.md"):
        found = re.findall(r"^```\{toctree\}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        trees[path] = [line for text in found for line in text.splitlines() if line and not line.startswith(":")]
    listed = {found for path, names in trees.items() for name in names for found in path.parent.glob(f"{name}.md")} | {
        ROOT / "docs" / "index.md",
        *(ROOT / "docs" / "errors").glob("WYE*.md"),
    }
    made = {path for path in trees if "api" in path.parts or "_build" in path.parts}
    assert not trees.keys() - listed - made
