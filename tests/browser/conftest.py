"""A real browser for the page: skipped where playwright or chromium is missing."""

import json
import shutil

import pytest
from tests.browser.sample_recording import sample_recording

from wye.explorer.pages import page
from wye.explorer.snapshots import snapshot

OPERATORS = [
    "aten::add.Tensor", "aten::add.Scalar", "aten::add.out", "aten::add_.Tensor", "aten::addmm", "aten::cat",
    "aten::clone", "aten::exp", "aten::linear", "aten::log_softmax.int", "aten::mm", "aten::mul.Tensor",
    "aten::mul_.Tensor", "aten::reshape", "aten::select.int", "aten::sin", "aten::softmax.int", "aten::_softmax",
    "aten::special_softmax", "aten::sum", "aten::sum.dim_IntList", "aten::t", "aten::view", "aten::where.self",
    "aten::empty.memory_format",
]  # fmt: skip
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("there is no chromium here")
    with playwright.sync_playwright() as running:
        made = running.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield made
        made.close()


@pytest.fixture(scope="session")
def data():
    """The registry, with few of its operators."""
    return snapshot(OPERATORS)


@pytest.fixture(scope="session")
def recording():
    return sample_recording()


@pytest.fixture(scope="session")
def page_file(data, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "explore.html"
    path.write_text(page(data=data), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def recording_page_file(data, recording, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "recording.html"
    path.write_text(page(data=data, recording=recording), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def recording_file(recording, tmp_path_factory):
    path = tmp_path_factory.mktemp("recording") / "calls.json"
    path.write_text(json.dumps(recording), encoding="utf-8")
    return path


class Visitor:
    """Opens pages, and notes what they ask for and what goes wrong in them."""

    def __init__(self, browser):
        self._browser = browser
        self._contexts = []
        self.problems = []
        self.requests = []

    def open(self, where, address="", **options):
        context = self._browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: message.type in ("error", "warning") and self.problems.append(message.text))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto((where if isinstance(where, str) else where.as_uri()) + address)
        page.wait_for_selector("#tabs a")
        return page

    def close(self):
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitor(browser):
    """Pages of a test that shows no errors in the browser's console."""
    made = Visitor(browser)
    yield made
    made.close()
    assert made.problems == []
