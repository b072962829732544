"""page and export: one text, with everything in it and nothing from outside."""

import base64
import hashlib
import json
import re
from importlib import resources

import pytest

from wye.errors import RecordingError
from wye.explorer import pages
from wye.explorer.pages import as_json, export, page, policy, script

FILES = [file for file in resources.files("wye.explorer").joinpath("page").iterdir() if file.is_file()]
SMALL = {"version": 1, "operators": []}


def texts_between(text, tag):
    return re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)


def test_all_files_of_the_page_are_used():
    text = page()
    for file in FILES:
        name = file.name.removesuffix(".js")
        assert file.name in ("index.html", "style.css") or f"const from_{name} = " in text


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_nothing_is_loaded_from_outside(file):
    text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z]+\.[a-z]|@import|url\(|<link rel=.stylesheet", text)


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_nothing_is_read_as_markup_or_evaluated(file):
    if file.name.endswith(".js"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text)


def test_each_module_comes_after_those_that_it_imports():
    text = script()
    assert "import " not in re.sub(r"//.*", "", text)
    for found in re.finditer(r"= from_(\w+);", text):
        assert text.index(f"const from_{found[1]} = ") < found.start()


def test_the_policy_allows_exactly_the_script_and_the_style_of_the_page():
    text = page(data=SMALL)
    (style,) = texts_between(text, "style")
    *_, code = texts_between(text, "script")
    for part, kind in ((style, "style-src"), (code, "script-src")):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in text


def test_only_a_served_page_may_connect():
    assert "connect-src 'self'" in policy(served=True)
    assert "connect-src" not in policy(served=False)
    assert policy(served=False).startswith("default-src 'none'")


def test_embedded_data_cannot_end_its_element():
    text = page(data={"name": "</script><script>alert(1)</script><!--"})
    embedded, _ = texts_between(text, "script")
    assert json.loads(embedded) == {"name": "</script><script>alert(1)</script><!--"}
    assert as_json("<") == '"\\u003c"'


def test_data_that_looks_like_a_field_of_the_page_stays_data():
    embedded, _ = texts_between(page(data={"name": "{{script}}"}), "script")
    assert json.loads(embedded) == {"name": "{{script}}"}


def test_export_writes_one_file_with_the_registry_and_the_recording(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "snapshot", lambda: SMALL)
    recording = {"version": 1, "calls": []}
    path = export(tmp_path / "page.html", recording)
    assert path == tmp_path / "page.html"
    data, recorded, _ = texts_between(path.read_text(encoding="utf-8"), "script")
    assert json.loads(data) == SMALL
    assert json.loads(recorded).items() >= recording.items()


def test_export_of_what_is_no_recording_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "snapshot", lambda: SMALL)
    with pytest.raises(RecordingError, match="no recording"):
        export(tmp_path / "page.html", {"version": 1})
    assert not (tmp_path / "page.html").exists()
