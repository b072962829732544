"""The tutorials are true: their code runs, and their pictures are those that it draws."""

import re

import pytest
from tests.docs.pages import DOCS, run_page

TUTORIALS = sorted((DOCS / "tutorial").glob("*.md"))


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=[one.stem for one in TUTORIALS])
def test_the_code_of_a_tutorial_runs_and_draws_its_pictures(tutorial, tmp_path, monkeypatch):
    pytest.importorskip("sympy")
    monkeypatch.chdir(tmp_path)
    run_page(tutorial)
    text = tutorial.read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\((.*?\.svg)\)", text)
    assert sorted(shown) == sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.svg"))
    for name in shown:
        drawn, stored = (tmp_path / name).read_text(encoding="utf-8"), tutorial.parent / name
        assert stored.read_text(encoding="utf-8") == drawn, (
            f"{stored} is out of date: run the tutorial's code beside it"
        )
