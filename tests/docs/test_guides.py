"""The pages are true: every block of Python in them runs, in order, in one namespace."""

import pytest
from tests.docs.pages import ROOT, blocks, pages, run_page

pytest.importorskip("numpy")

ELSEWHERE = (
    "docs/command.md",
    "docs/errors/",
    "docs/tutorial/",
    "docs/coming-from-torch-library.md",
    "docs/operators.md",
    "README.md",
)
PAGES = [path for path in pages() if not path.as_posix().startswith(ELSEWHERE) and blocks((ROOT / path).read_text())]


@pytest.mark.parametrize("page", PAGES, ids=[path.stem for path in PAGES])
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    if "symbolic" in page.stem or "tracing" in page.stem:
        pytest.importorskip("sympy")
    monkeypatch.chdir(tmp_path)  # some write files
    run_page(ROOT / page)
