"""The pages and pictures that the documentation's build makes: whole, and the same every time."""

import importlib
import inspect
import re
import sys

import pytest
from tests.docs.pages import DOCS, ROOT

import wye

pytest.importorskip("numpy")


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "tools"), *sys.path])
    return importlib.import_module


def test_the_api_has_every_public_name(tool, tmp_path):
    pages = tool("make_api_pages").write(tmp_path)
    text = {path.stem: path.read_text(encoding="utf-8") for path in pages}
    for name in wye.__all__:
        value = getattr(wye, name)
        if not inspect.ismodule(value) and not name.startswith("__"):
            assert re.search(rf"wye\.{name}\b|^`{name}` is ", text["wye"], re.MULTILINE), name
    assert "{py:function} wye.sin(" in text["functions"]
    assert "{py:exception} wye.errors.NoKernelError" in text["wye.errors"]
    assert "[WYE201](../errors/WYE201.md)" in text["wye.errors"]
    for name in text.keys() - {"index", "functions"}:
        assert f"({name}.md)" in text["index"], name
    assert not any(" object at 0x" in page for page in text.values())


def test_the_api_is_the_same_every_time(tool, tmp_path):
    write = tool("make_api_pages").write
    first = [path.read_bytes() for path in write(tmp_path / "first")]
    assert first == [path.read_bytes() for path in write(tmp_path / "second")]


def test_a_docstring_becomes_markdown(tool):
    text = """Add *two* numbers.

    Args:
        first: One <of> them,
            on two lines.
        second: ``int``.

    >>> 1 + 1
    2
    """
    assert tool("make_api_pages").markdown(inspect.cleandoc(text)) == "\n".join([
        r"Add \*two\* numbers.", "", "**Args**", "", r"- `first`: One \<of\> them,", "  on two lines.",
        "- `second`: `int`.", "", "```python", ">>> 1 + 1", "2", "```",
    ])  # fmt: skip


def test_what_compat_covers_is_counted(tool):
    made = tool("make_compat_page")
    text = made.page()
    assert text == made.page()
    rows = re.findall(r"^\| `?([\w.]+)`? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert [row[0] for row in rows] == [*made.recorded(), "all"]
    assert all(int(row[1]) == sum(map(int, row[2:])) for row in rows)
    *modules, total = [list(map(int, row[1:])) for row in rows]
    assert total == [sum(column) for column in zip(*modules, strict=True)]
    assert total[1] > 1400


def test_a_name_is_there_later_or_absent(tool):
    found = tool("make_compat_page").covered("torch", ["sin", "sparse_coo_tensor", "no_such_name"])
    assert (found.there, dict(found.later), found.absent) == (
        ["sin"], {"sparse, nested, masked and quantized tensors": ["sparse_coo_tensor"]}, ["no_such_name"],
    )  # fmt: skip


def test_the_plots_are_those_of_the_stored_run(tool):
    made = tool("make_bench_plots")
    drawn = made.drawn()
    assert drawn == made.drawn()
    page = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"pictures/(benchmarks-[\w-]+\.svg)", page)) == sorted(drawn)
    assert all(text.startswith("<svg") and text.count("<rect") > 5 for text in drawn.values())
