"""opcheck_all: every operator of a namespace, checked on samples; a table of what was found.

Cold path.  In: a namespace.  Out: an `OpCheckReport`, which prints as a table, in colours where rich is installed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wye.call.packets import ops
from wye.inspection.operators import lookup_op
from wye.registry.introspect import all_op_names
from wye.testing.operator_checks.run import ALL_TEST_UTILS, opcheck
from wye.testing.operator_checks.samples import samples_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wye.call import OpOverload
    from wye.testing.operator_checks.samples import Sample

__all__ = ["OpCheckReport", "Row", "check_samples", "opcheck_all", "operators_in"]


@dataclass
class Row:
    """What was found for one operator.

    Attributes:
        op: Its name.
        samples: How many calls were checked.
        results: For each check: ``"SUCCESS"``, or the first exception.
        problem: Why there was nothing to check, or None.
    """

    op: str
    samples: int = 0
    results: dict[str, Any] = field(default_factory=dict)
    problem: str | None = None

    @property
    def failures(self) -> dict[str, Exception]:
        """The checks that failed."""
        return {name: found for name, found in self.results.items() if isinstance(found, Exception)}


@dataclass
class OpCheckReport:
    """What `opcheck_all` found.

    Attributes:
        namespace: The operators' namespace.
        checks: The names of the checks.
        rows: One for each operator.
    """

    namespace: str
    checks: tuple[str, ...]
    rows: list[Row]

    @property
    def ok(self) -> bool:
        """Did nothing fail?  An operator without samples has not failed."""
        return not any(row.failures for row in self.rows)

    def cells(self) -> list[list[str]]:
        """The table, its head first."""
        head = ["operator", "samples", *(name.removeprefix("test_") for name in self.checks)]
        return [head, *([row.op, str(row.samples), *(_cell(row, name) for name in self.checks)] for row in self.rows)]

    def details(self) -> list[str]:
        """A line for each failure: what is wrong, and what to change."""
        lines = []
        for row in self.rows:
            for name, error in row.failures.items():
                first = (str(error) or type(error).__name__).strip().partition("\n")[0]
                lines.append(f"{row.op} {name}: {first}")
                lines += [f"    {note.strip()}" for note in getattr(error, "__notes__", ())]
            if row.problem is not None:
                lines.append(f"{row.op}: {row.problem}")
        return lines

    def __str__(self) -> str:
        cells = self.cells()
        widths = [max(len(line[at]) for line in cells) for at in range(len(cells[0]))]
        table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
        table.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(line.rstrip() for line in (*table, *self.details()))

    def __rich__(self) -> Any:
        """The table for `rich.print`, in colours."""
        from rich.console import Group  # here: only who prints with rich has it
        from rich.table import Table

        head, *lines = self.cells()
        table = Table(*head, title=f"opcheck of {self.namespace}")
        for line in lines:
            table.add_row(*(f"[{_COLOURS[cell]}]{cell}[/]" if cell in _COLOURS else cell for cell in line))
        return Group(table, *self.details())


_COLOURS: Final = {"ok": "green", "FAILED": "bold red", "-": "dim"}


def _cell(row: Row, name: str) -> str:
    found = row.results.get(name)
    return "-" if found is None else "FAILED" if isinstance(found, Exception) else "ok"


def operators_in(namespace: str) -> list[OpOverload]:
    """The operators of a namespace, by name.

    Raises:
        LookupError: there are none.
    """
    getattr(ops, namespace)
    found = sorted(name for name in all_op_names() if name.partition("::")[0] == namespace)
    if not found:
        raise LookupError(f"there are no operators in namespace {namespace!r}: import the module that defines them")
    return [lookup_op(name) for name in found]


def check_samples(op: OpOverload, samples: Iterable[Sample], check: str) -> Any:
    """Run one check on samples.

    Returns:
        ``"SUCCESS"``, or the first exception.
    """
    for at, (args, kwargs) in enumerate(samples):
        found = opcheck(op, args, kwargs, test_utils=check, raise_exception=False)[check]
        if isinstance(found, Exception):
            found.add_note(f"  sample {at}")
            return found
    return "SUCCESS"


def opcheck_all(namespace: str, test_utils: Sequence[str] = tuple(ALL_TEST_UTILS)) -> OpCheckReport:
    """Check all operators of a namespace on their samples, or on arguments drawn from their schemas.

    >>> import wye
    >>> @wye.library.custom_op("report_doc::double", mutates_args=())
    ... def double(x: wye.Tensor) -> wye.Tensor:
    ...     return x * 2
    >>> print(opcheck_all("report_doc", ["test_schema"]))
    operator            samples  schema
    ------------------  -------  ------
    report_doc::double  4        ok

    Args:
        namespace: The operators'.
        test_utils: The checks; all of them by default.

    Raises:
        LookupError: there are no such operators.
    """
    rows = []
    for op in operators_in(namespace):
        row = Row(op.name())
        try:
            samples = samples_of(op)
        except LookupError as error:
            row.problem = str(error)
        else:
            row.samples = len(samples)
            row.results = {name: check_samples(op, samples, name) for name in test_utils}
        rows.append(row)
    return OpCheckReport(namespace, tuple(test_utils), rows)
