"""``wye errors``: the page about an error.  `wye.errors.__main__` finds it; here it is shown."""

from __future__ import annotations

from wye.command.console import out, refused
from wye.errors.__main__ import page

__all__ = ["show_pages"]


def show_pages(codes: list[str]) -> None:
    """Print pages: as they are where output is piped, laid out in a terminal."""
    texts = []
    for code in codes or ["index"]:
        try:
            texts.append(page(code))
        except LookupError as error:
            raise refused(str(error.args[0]), "wye errors lists them with their titles") from None
    console = out()
    for text in texts:
        if console.is_terminal:
            from rich.markdown import Markdown

            console.print(Markdown(text))
        else:
            print(text)
