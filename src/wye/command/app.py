"""The commands and their options.  What a command does is in a module of its own, imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer

import wye
from wye.command import calls
from wye.command.options import (
    Imports,
    Json,
    Operator,
    complete_column,
    complete_error,
    complete_key,
    complete_namespace,
    complete_row,
    complete_tag,
    load,
)

__all__ = ["app"]

app = typer.Typer(
    help="PyTorch's operator dispatcher as a standalone library: see which kernel runs, and why.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"wye {wye.__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    del version  # its callback has printed it


@app.command()
def tour() -> None:
    """A tour in two minutes: operators, keys, tables, modes, errors."""
    from wye.command.tour import main

    main()


@app.command()
def table(
    op: Operator,
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--key", "-k", metavar="KEY", help="Only these keys, empty ones too.", autocompletion=complete_key
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every runtime key, one line each.")] = False,
    imports: Imports = None,
    as_json: Json = False,
) -> None:
    """What is registered for an operator, and its table with reasons."""
    from wye.command.tables import show_table

    load(imports)
    show_table(op, key or [], everything=everything, as_json=as_json)


app.command(
    context_settings={"ignore_unknown_options": True},
    epilog="Arguments: f32[2,3], f32[3]:requires_grad, i64[4]:arange, [1,2], 2.5, true, none, float32, 'text'.  "
    "By name: --dim 0 or dim=0.",
)(calls.explain)
app.command(context_settings={"allow_interspersed_args": False, "ignore_unknown_options": True})(calls.record)
app.command()(calls.diff)


@app.command()
def ops(
    namespace: Annotated[
        str, typer.Argument(metavar="NS", help="A namespace: aten.", autocompletion=complete_namespace)
    ] = "",
    search: Annotated[str, typer.Option("--search", "-s", metavar="TEXT", help="Names with this text in them.")] = "",
    tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="Only with this tag.", autocompletion=complete_tag)
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Only with a rule in this column.", autocompletion=complete_column),
    ] = None,
    missing: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Only without a rule in this column.", autocompletion=complete_column),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Show which rules each operator has.")] = False,
    schemas: Annotated[bool, typer.Option("--schemas", help="Show schemas instead of names.")] = False,
    imports: Imports = None,
    as_json: Json = False,
) -> None:
    """Which operators there are: all namespaces, one, or those that fit."""
    from wye.command.listing import Filter, show_operators

    load(imports)
    chosen = Filter(search, tuple(tag or ()), tuple(column or ()), tuple(missing or ()))
    show_operators(namespace, chosen, grid=grid, schemas=schemas, as_json=as_json)


@app.command()
def doctor(as_json: Json = False) -> None:
    """Is the C core active, what is installed, and does it work?"""
    from wye.command.doctor import examine

    raise typer.Exit(examine(as_json=as_json))


@app.command()
def bench(
    rows: Annotated[
        list[str] | None,
        typer.Argument(metavar="ROW", help="Only these rows.", autocompletion=complete_row, show_default=False),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write the numbers.")] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Also draw them, as an SVG.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few samples: rough numbers.")] = False,
    wide: Annotated[bool, typer.Option("--wide", help="One long line for each line of the table.")] = False,
    list_rows: Annotated[bool, typer.Option("--list", help="List the rows.")] = False,
) -> None:
    """What calls cost, beside a direct call and beside torch."""
    from wye.command.benchmarks import show_costs

    raise typer.Exit(show_costs(rows or [], json_file, plot, quick=quick, wide=wide, list_rows=list_rows))


@app.command()
def stubs(
    namespace: Annotated[
        str,
        typer.Argument(
            metavar="NS", help="A namespace of yours.", autocompletion=complete_namespace, show_default=False
        ),
    ],
    imports: Imports = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.pyi", help="Write there instead of printing.", show_default=False),
    ] = None,
    module: Annotated[
        bool, typer.Option("--module", help="Also write FILE.py, the module that the stub describes.")
    ] = False,
) -> None:
    """Type stubs of your operators, for mypy and pyright."""
    from wye.command.stub_files import write_stubs

    load(imports)
    write_stubs(namespace, output, imports or [], module=module)


@app.command()
def errors(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE", help="WYE140, or the class NoKernelError.", autocompletion=complete_error,
            show_default=False,
        ),
    ] = None,
) -> None:  # fmt: skip
    """The page about an error: cause and fix.

    Without a code all errors are listed.
    """
    from wye.command.error_pages import show_pages

    show_pages(codes or [])


@app.command()
def explore(
    exported: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE.html", help="Write the page to a file.", show_default=False),
    ] = None,
    recording: Annotated[
        Path | None,
        typer.Option("--recording", metavar="FILE", help="Show a recording as a flame view.", show_default=False),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes one that is free.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    imports: Imports = None,
) -> None:
    """A local page to look at operators, tables and recordings."""
    from wye.command.exploring import open_page

    load(imports)
    open_page(exported, recording, port=port, browser=browser)
