"""Options that several commands have, and what shells complete.  What knows the answers is imported when asked."""

from typing import Annotated

import typer

__all__ = [
    "Imports",
    "Json",
    "Operator",
    "complete_column",
    "complete_error",
    "complete_key",
    "complete_namespace",
    "complete_operator",
    "complete_row",
    "complete_tag",
    "load",
]


def complete_operator(incomplete: str) -> list[str]:
    """Names of operators."""
    from wye.command.operators import complete_name

    return complete_name(incomplete)


def complete_namespace(incomplete: str) -> list[str]:
    """Namespaces."""
    from wye.command.operators import namespaces

    return [name for name in namespaces() if name.startswith(incomplete)]


def complete_key(incomplete: str) -> list[str]:
    """Runtime keys."""
    from wye.keys import key_name
    from wye.registry.table import runtime_keys

    return [name for name in map(key_name, runtime_keys()) if name.startswith(incomplete)]


def complete_tag(incomplete: str) -> list[str]:
    """Tags."""
    from wye.command.listing import complete_tag

    return complete_tag(incomplete)


def complete_column(incomplete: str) -> list[str]:
    """Columns of the grid."""
    from wye.command.listing import complete_column

    return complete_column(incomplete)


def complete_row(incomplete: str) -> list[str]:
    """Rows of the cost table."""
    from wye.bench.rows import ROWS

    return [name for name in ROWS if name.startswith(incomplete)]


def complete_error(incomplete: str) -> list[str]:
    """Codes and classes of errors."""
    import wye.errors as errors

    codes = sorted({getattr(errors, name).code for name in errors.__all__})
    return [name for name in (*codes, *errors.__all__) if name.startswith(incomplete)]


def load(modules: list[str] | None) -> None:
    """Import modules that register operators."""
    if modules:
        from wye.command.operators import import_modules

        import_modules(modules)


Operator = Annotated[
    str,
    typer.Argument(
        metavar="OP",
        help="add, add.Tensor, aten::add.Tensor, mylib::scale",
        autocompletion=complete_operator,
        show_default=False,
    ),
]
Imports = Annotated[
    list[str] | None,
    typer.Option("--import", metavar="MODULE", help="Import a module (or run a .py file) that registers operators."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
