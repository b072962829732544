"""Every error code has a page, and what the page shows is what happens.

A block marked ``python raises`` raises exactly the page's class, with the text after it; other python blocks run.
A page without one says why: ``<!-- not raised: reason -->``.
"""

import doctest
import importlib
import pkgutil
import re
import traceback
from pathlib import Path

import pytest
from tests.docs.pages import numpy_lines_are_taken_back

import wye
from wye import dispatch, modes
from wye.errors import WyeError
from wye.library import CustomOpDef

np = pytest.importorskip("numpy")

PAGES = Path(__file__).parents[2] / "docs" / "errors"
NOT_IMPORTED = ("wye.compat.torch", "wye._hot")  # aliases, and C
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
NOT_RAISED = re.compile(r"<!-- not raised: (\S.*?) -->")
SECTIONS = ["What to do"]


def subclasses(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from subclasses(sub)


def classes_by_code():
    """Each code with the class that brings it in, wherever in wye that is defined."""
    for _, name, _ in pkgutil.walk_packages(wye.__path__, "wye."):
        if not name.startswith(NOT_IMPORTED):
            importlib.import_module(name)
    found = [WyeError, *dict.fromkeys(subclasses(WyeError))]
    return {cls.code: cls for cls in found if "code" in vars(cls) and cls.__module__.partition(".")[0] == "wye"}


CLASSES = classes_by_code()
WITH_PAGE = sorted(code for code in CLASSES if (PAGES / f"{code}.md").exists())
RAISED = [code for code in WITH_PAGE if not NOT_RAISED.search((PAGES / f"{code}.md").read_text())]


def page(code):
    return (PAGES / f"{code}.md").read_text()


def blocks(text, language, mark=None):
    return [code for lang, marked, code in BLOCK.findall(text) if lang == language and (marked or None) == mark]


@numpy_lines_are_taken_back()
def run(code):
    """Run an example; gives its error, if any.  Custom operators live as long as their name: they are taken back."""
    names = {"__name__": "example", "wye": wye, "np": np, "dispatch": dispatch}
    before = (dispatch.all_op_names(), dispatch.included_keys(), dispatch.excluded_keys(), modes.current_modes())
    try:
        exec(compile(code, "example.py", "exec"), names)
    except Exception as error:  # noqa: BLE001 - which one it is, is the question
        return error
    finally:
        for value in list(names.values()):
            if isinstance(value, CustomOpDef):
                value._destroy()
        after = (dispatch.all_op_names(), dispatch.included_keys(), dispatch.excluded_keys(), modes.current_modes())
        assert after == before, "the example leaves something behind"
    return None


def words(text):
    return " ".join(text.split())


def test_every_code_has_a_page_and_every_page_a_code():
    assert {path.stem for path in PAGES.glob("WYE*.md")} == set(CLASSES)


def test_the_index_lists_every_code_with_its_class():
    rows = re.findall(r"^\| \[(WYE\d+)\]\((WYE\d+)\.md\) \| `(\w+)` \| \S", (PAGES / "index.md").read_text(), re.M)
    assert all(code == target for code, target, _ in rows)
    listed = [(code, cls) for code, _, cls in rows]
    assert listed == sorted((code, cls.__name__) for code, cls in CLASSES.items() if cls is not WyeError)


def test_the_index_shows_an_error_as_its_page_does():
    assert blocks((PAGES / "index.md").read_text(), "text") == blocks(page("WYE201"), "text")


@pytest.mark.parametrize("code", WITH_PAGE)
def test_a_page_has_its_parts(code):
    text, cls = page(code), CLASSES[code]
    assert text.startswith(f"# {code}: {cls.__name__}\n")
    assert re.findall(r"^## (.*)$", text, re.M) == SECTIONS
    assert len(text.splitlines()) <= 45
    assert blocks(text, "python"), "no block shows what to do"
    assert len(blocks(text, "python", "raises")) == len(blocks(text, "text")) == (code in RAISED)


@pytest.mark.parametrize("code", WITH_PAGE)
def test_a_page_says_what_else_the_error_is(code):
    (line,) = re.findall(r"^- Also is: (.*)$", page(code), re.M)
    bases = [base.__name__ for base in CLASSES[code].__mro__[1:] if base not in (Exception, BaseException, object)]
    assert re.findall(r"`(\w+)`", line) == (bases or ["Exception"])


@pytest.mark.parametrize("name", [*WITH_PAGE, "index"])
def test_the_links_of_a_page_lead_somewhere(name):
    for target in LINK.findall(page(name)):
        assert (PAGES / target).exists(), target


@pytest.mark.parametrize("code", RAISED)
def test_the_example_raises_what_the_page_shows(code):
    (example,), (shown,) = blocks(page(code), "python", "raises"), blocks(page(code), "text")
    error = run(example)
    assert type(error) is CLASSES[code], repr(error)
    said = words("".join(traceback.format_exception_only(error)))
    assert doctest.OutputChecker().check_output(words(shown), said, doctest.ELLIPSIS), said


@pytest.mark.parametrize("code", WITH_PAGE)
def test_what_to_do_runs(code):
    for example in blocks(page(code), "python"):
        error = run(example)
        assert error is None, "".join(traceback.format_exception(error))
