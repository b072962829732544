"""Check the notes: every reference resolves, every guard exists, no module of src is too long.

A note is defined where a line (of a comment or docstring) begins with ``Note [Title]``, and is
referred to as ``See Note [Title]`` or ``See Note [One], Note [Two] and Note [Three]``.  The line
``Guarded by:`` names test files, each with or without ``::test_name``.  Other spellings of a note
are errors, so that none escapes this check.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 600

GAP = r"[\s#*/]+"  # a reference may be broken over two comment lines
NOTE = rf"Note{GAP}\[([^\]]+)\]"
REFERENCES = re.compile(rf"\b[Ss]ee{GAP}{NOTE}(?:(?:,|,?{GAP}and){GAP}{NOTE})*")
DEFINITION = re.compile(r"^[ \t]*(?:#|//|/?\*+|\"\"\")?[ \t]*Note \[([^\]\n]+)\]", re.MULTILINE)
OTHER_SPELLING = re.compile(r"\bNote \[[^\]\n]+\]|\[note[:\]] ?|\bnote: ?\[|\bNOTE \[", re.IGNORECASE)
GUARD = re.compile(r"Guarded by:((?:.*,[ \t]*\n)*.*)")
GUARD_PATH = re.compile(r"([\w.-]+(?:/[\w.-]+)+)(?:::(\w+))?(?:::(\w+))?")


def main() -> int:
    """Print every problem; return the exit status."""
    files = [path for folder in ("src", "csrc", "tests") for path in sources(ROOT / folder)]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    problems = [*check_notes(texts), *check_guards(texts), *check_lengths(texts)]
    for problem in problems:
        print(problem)
    print(f"check_notes: {len(files)} files, {len(problems)} problems")
    return 1 if problems else 0


def sources(folder: Path) -> list[Path]:
    """Python and C files below ``folder``, in a stable order."""
    return sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".pyi", ".c", ".h"})


def check_notes(texts: dict[Path, str]) -> Iterator[str]:
    """Each title that is referred to must be defined exactly once, anywhere."""
    defined = defaultdict(list)
    referred = defaultdict(list)
    for path, text in texts.items():
        for match in REFERENCES.finditer(text):
            for name in re.findall(NOTE, match[0]):
                referred[title(name)].append(place(path, text, match.start()))
        rest = REFERENCES.sub(blank, text)
        for match in DEFINITION.finditer(rest):
            defined[title(match[1])].append(place(path, text, match.start(1)))
        rest = DEFINITION.sub(blank, rest)
        for match in OTHER_SPELLING.finditer(rest):
            yield f"{place(path, text, match.start())}: write 'Note [Title]' or 'See Note [Title]'"
    for name, places in referred.items():
        if name not in defined:
            yield f"{places[0]}: Note [{name}] is not defined anywhere"
    for name, places in defined.items():
        if len(places) > 1:
            yield f"{places[1]}: Note [{name}] is already defined at {places[0]}"


def check_guards(texts: dict[Path, str]) -> Iterator[str]:
    """Each path after ``Guarded by:`` must exist, and hold the named test."""
    for path, text in texts.items():
        for guard in GUARD.finditer(text):
            here = place(path, text, guard.start())
            targets = GUARD_PATH.findall(guard[1])
            if not targets:
                yield f"{here}: 'Guarded by:' names no path"
            for target, *names in targets:
                yield from (f"{here}: {problem}" for problem in missing(target.rstrip("."), names))


def missing(target: str, names: list[str]) -> Iterator[str]:
    """What of ``target::names`` does not exist."""
    path = ROOT / target
    if not path.exists():
        yield f"{target} does not exist"
        return
    for name in filter(None, names):
        if not re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{target} has no {name}"


def check_lengths(texts: dict[Path, str]) -> Iterator[str]:
    """No Python module of src may grow past the limit."""
    for path, text in texts.items():
        lines = text.count("\n")
        if path.is_relative_to(ROOT / "src") and path.suffix == ".py" and lines > MAX_LINES:
            yield f"{path.relative_to(ROOT)}: {lines} lines; {MAX_LINES} at most, so split it"


def title(text: str) -> str:
    """A title without the line breaks and comment marks inside it."""
    return re.sub(GAP, " ", text).strip()


def blank(match: re.Match[str]) -> str:
    """As many characters and lines, with nothing in them."""
    return re.sub(r"[^\n]", " ", match[0])


def place(path: Path, text: str, offset: int) -> str:
    """``path:line`` of a character."""
    return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, offset) + 1}"


if __name__ == "__main__":
    sys.exit(main())
