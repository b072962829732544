"""``python -m wye.errors CODE``: the page about an error, by its code or by the name of its class."""

from __future__ import annotations

import sys
from pathlib import Path

import wye.errors as errors

__all__ = ["main", "page"]


def page(code: str) -> str:
    """The page about an error, by its code or by the name of its class; ``"index"``: the list of all.

    Raises:
        LookupError: there is no such error.
    """
    classes = {name: getattr(errors, name).code for name in errors.__all__}
    wanted = classes.get(code, code.upper() if code != "index" else code)
    package = Path(__file__).parents[1]
    for folder in (package / "error_pages", package.parents[1] / "docs" / "errors"):  # installed; in a checkout
        if (folder / f"{wanted}.md").is_file():
            return (folder / f"{wanted}.md").read_text(encoding="utf-8")
    known = ", ".join(sorted(set(classes.values())))
    raise LookupError(f"there is no error {code!r}; there are {known}")


def main(arguments: list[str]) -> int:
    """Print the pages; the list of all errors without arguments."""
    try:
        for code in arguments or ["index"]:
            print(page(code))
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
