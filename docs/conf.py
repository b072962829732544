"""Settings of Sphinx, which builds the documentation: `make docs`."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tools"))

import make_api_pages  # noqa: E402 - these are in tools/, which is not a package
import make_bench_plots  # noqa: E402
import make_compat_page  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

from wye import __version__  # noqa: E402

project = "wye"
author = "the wye authors"
version = release = __version__

extensions = ["myst_parser", "sphinx_copybutton"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3  # links to headings: page.md#a-heading
suppress_warnings = ["ref.python"]  # types in signatures by their short names, of which there may be two

html_theme = "furo"
html_title = f"wye {version}"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["pictures.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6e6e", "color-brand-content": "#0b6e6e"},
    "dark_css_variables": {"color-brand-primary": "#5cc8c8", "color-brand-content": "#5cc8c8"},
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
linkcheck_anchors = False

make_api_pages.write(DOCS / "api")
make_compat_page.write()
make_bench_plots.write()


def add_tree(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the pages about errors under their index, which an installed wye shows as plain text."""
    if page == "errors/index":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\nWYE*\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("source-read", add_tree)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
