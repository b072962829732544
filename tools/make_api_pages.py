"""Write the API reference: one page for every public module, made of signatures and docstrings.

The package says what is public: the modules that ``dir(wye)`` names and the names in ``__all__`` of each.  Docstrings
are Markdown with sections in Google's style; a page puts them into directives of Sphinx, so that names are indexed and
can be linked to.  `docs/conf.py` calls `write`; by hand: ``python tools/make_api_pages.py FOLDER``.
"""

from __future__ import annotations

import inspect
import re
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["write"]

SECTIONS = ("Args", "Arguments", "Attributes", "Returns", "Raises", "Yields", "Example", "Examples", "Note", "Warns")
SECTION = re.compile(rf"^({'|'.join(SECTIONS)}):[ \t]*$")
ENTRY = re.compile(r"^(\*{0,2}[\w., *`]+?)(?: \([^)]*\))?: (.*)$")
CODE = re.compile(r"(``.+?``|`[^`]+`)")
SPECIAL = re.compile(r"([*_<>\[\]{}|#$])")
SKIPPED = ("compat", "ops", "return_types")  # pages of their own; classes made when asked for

FUNCTIONS = """\
# Functions of operators

Functions made from the schemas of operators: `wye.sin(x)`. Those whose first argument is a tensor are methods, too.
"""
INDEX = """\
# API

Made from the docstrings of the package.

| module | |
| --- | --- |"""


def write(folder: Path) -> list[Path]:
    """Write all pages and their index; pages that have not changed are left as they are."""
    import wye

    warnings.simplefilter("ignore")
    folder.mkdir(parents=True, exist_ok=True)
    modules = dict(sorted(found_below(wye)))
    homes: dict[int, str] = {}  # a name is described once, and referred to from the other modules that have it
    pages = {name: module_page(name, module, homes) for name, module in modules.items()}
    pages = {"wye": module_page("wye", wye, homes), **pages}
    modules = {"wye": wye, **modules}
    made = [name for name in dir(wye) if is_made(getattr(wye, name))]
    pages["functions"] = "\n".join([FUNCTIONS, *(described("wye", name, getattr(wye, name)) for name in made)])
    rows = [f"| [`{name}`]({name}.md) | {first_line(module)} |" for name, module in modules.items()]
    rows.insert(1, f"| [functions of operators](functions.md) | `wye.sin`, `wye.matmul` and {len(made) - 2} more |")
    pages["index"] = "\n".join([INDEX, *rows, "", "```{toctree}", ":hidden:", "", *pages, "```", ""])
    for path in folder.glob("*.md"):
        if path.stem not in pages:
            path.unlink()
    return [store(folder / f"{name}.md", text) for name, text in pages.items()]


def store(path: Path, text: str) -> Path:
    """Write what has changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


def found_below(module: ModuleType) -> list[tuple[str, ModuleType]]:
    """The public modules below one, by full name."""
    found = []
    for name in names_of(module) if module.__name__ != "wye" else dir(module):
        value = getattr(module, name, None)
        full = f"{module.__name__}.{name}"
        if (
            isinstance(value, ModuleType)
            and value.__name__ == full
            and not name.startswith("_")
            and name not in SKIPPED
        ):
            found += [(full, value), *found_below(value)]
    return found


def names_of(module: ModuleType) -> list[str]:
    """The public names of a module."""
    listed = getattr(module, "__all__", None)
    return sorted(listed or [name for name in vars(module) if not name.startswith("_")], key=str.lower)


def is_made(value: object) -> bool:
    """Is it a function made from an operator's schemas?"""
    return type(value).__name__ == "Function"


def module_page(full: str, module: ModuleType, homes: dict[int, str]) -> str:
    """The page of a module; what ``homes`` has is described elsewhere."""
    parts = [f"# `{full}`", "", markdown(inspect.getdoc(module) or ""), ""]
    for name in names_of(module):
        value = getattr(module, name, None)
        if isinstance(value, ModuleType) or name.startswith("__") or (full == "wye" and is_made(value)):
            continue
        home = homes.setdefault(id(value), f"{full}.{name}") if callable(value) else f"{full}.{name}"
        is_home = home == f"{full}.{name}"
        parts.append(described(full, name, value) if is_home else f"`{name}` is {{py:obj}}`{home}`.\n")
    return "\n".join(parts).rstrip() + "\n"


def described(module: str, name: str, value: Any) -> str:
    """A directive for one name."""
    full = f"{module}.{name}"
    if isinstance(value, type):
        kind = "exception" if issubclass(value, BaseException) else "class"
        return directive(kind, full + signature_of(value), class_body(value), 5)
    if is_made(value):
        return directive("function", full + signature_of(value), made_body(value), 4)
    if callable(value) and hasattr(value, "__name__"):
        return directive("function", full + signature_of(value), markdown(inspect.getdoc(value) or ""), 4)
    own = inspect.getdoc(value) if type(value).__module__.startswith("wye") else ""
    return directive("data", full, markdown((own or "").partition("\n\n")[0]), 4)


def directive(kind: str, head: str, body: str, colons: int) -> str:
    """A directive of Sphinx's domain for Python."""
    fence = ":" * colons
    return f"{fence}{{py:{kind}}} {head}\n{body}\n{fence}\n"


def class_body(value: type) -> str:
    """A class's docstring, the page of its error code, and its own public methods and properties."""
    parts = [markdown(inspect.getdoc(value) or "")]
    if "code" in vars(value) and str(vars(value)["code"]).startswith("WYE"):
        code = vars(value)["code"]
        parts.append(f"\nPage: [{code}](../errors/{code}.md)\n")
    for name, member in sorted(vars(value).items()):
        text = inspect.getdoc(member)
        if name.startswith("_") or not text or isinstance(member, type):
            continue
        if isinstance(member, property) or inspect.isdatadescriptor(member):
            parts.append(directive("property", name, markdown(text), 4))
        elif callable(member) or isinstance(member, (staticmethod, classmethod)):
            body = made_body(member) if is_made(member) else markdown(text)
            parts.append(directive("method", name + signature_of(member), body, 4))
    return "\n".join(parts)


def made_body(value: Any) -> str:
    """The summary of a function made from schemas, then how it can be called and its schemas, as they are."""
    summary, _, rest = (inspect.getdoc(value) or "").partition("\n\n")
    code = f"\n\n```text\n{inspect.cleandoc(rest)}\n```" if rest.strip() else ""
    return markdown(summary) + code


class Shown:
    """Shown in a signature as this text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def signature_of(value: Any) -> str:
    """A signature that Sphinx can parse; nothing where there is none."""
    try:
        found = inspect.signature(value.__func__ if isinstance(value, (staticmethod, classmethod)) else value)
    except (TypeError, ValueError):
        return ""
    parameters = [plain(parameter) for parameter in found.parameters.values() if parameter.name not in ("self", "cls")]
    returns = found.return_annotation
    try:
        text = str(found.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    except ValueError:
        return "(*args, **kwargs)"
    return text + ("" if returns is inspect.Signature.empty else f" -> {as_text(returns)}")


def plain(parameter: inspect.Parameter) -> inspect.Parameter:
    """A parameter whose annotation and default are shown as short text."""
    if parameter.annotation is not parameter.empty:
        parameter = parameter.replace(annotation=Shown(as_text(parameter.annotation)))
    default = parameter.default
    if default is not parameter.empty and (len(repr(default)) > 40 or "<" in repr(default)):
        parameter = parameter.replace(default=Shown("..."))
    return parameter


def as_text(annotation: object) -> str:
    """An annotation as it was written."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return text.replace("typing.", "").replace("collections.abc.", "")


def first_line(value: Any) -> str:
    """What it is, in one line."""
    return markdown((inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " "))


def markdown(text: str) -> str:
    """A docstring as Markdown: sections as bold words, their entries as lists, examples and indented parts as code."""
    lines: list[str] = []
    for block in blocks_of(text):
        if block[0].startswith(">>>") or block[0].startswith("    "):
            lines += ["", "```python" if block[0].lstrip().startswith(">>>") else "```text"]
            lines += [*inspect.cleandoc("\n".join(["", *block])).splitlines(), "```", ""]
        elif SECTION.match(block[0]):
            lines += ["", f"**{block[0].rstrip().rstrip(':')}**", "", *section(block[1:]), ""]
        else:
            lines += ["", *map(escaped, block), ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def blocks_of(text: str) -> list[list[str]]:
    """Paragraphs; a section with its entries, and an example with its output, are one block each."""
    blocks: list[list[str]] = [[""]]
    for line in text.splitlines():
        begins = SECTION.match(line) or (line.startswith(">>>") and not is_code(blocks[-1]))
        if begins or (not blocks[-1][-1].strip() and not continues(blocks[-1], line)):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block[0].strip()]


def is_code(block: list[str]) -> bool:
    """Is it an example?"""
    return block[0].startswith(">>>")


def continues(block: list[str], line: str) -> bool:
    """Does a line after an empty one belong to the block before it?"""
    return bool(SECTION.match(block[0]) and (line.startswith(" ") or not line.strip()))


def section(lines: list[str]) -> list[str]:
    """The entries of a section as a list; an example as code."""
    entries = inspect.cleandoc("\n".join(["", *lines])).splitlines()
    if any(entry.startswith(">>>") for entry in entries):
        return ["```python", *entries, "```"]
    out: list[str] = []
    for entry in entries:
        found = ENTRY.match(entry)
        if found:
            out.append(f"- `{found[1].strip('` ')}`: {escaped(found[2])}")
        elif entry.strip():
            out.append(f"  {escaped(entry.strip())}" if out else escaped(entry.strip()))
    return out


def escaped(line: str) -> str:
    """Text whose characters mean nothing to Markdown, but for code in backticks."""
    parts = CODE.split(line)
    for place, part in enumerate(parts):
        if place % 2:
            parts[place] = f"`{part.strip('`')}`"
        else:
            parts[place] = SPECIAL.sub(r"\\\1", part)
    return "".join(parts)


if __name__ == "__main__":
    for page in write(Path(sys.argv[1])):
        print(page)
