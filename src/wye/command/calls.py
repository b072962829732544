"""The commands about calls: explain, record, diff.  What they do is in modules of their own."""

from pathlib import Path
from typing import Annotated

import typer

from wye.command.options import Imports, Json, Operator, complete_key, load

__all__ = ["diff", "explain", "record"]


def explain(
    op: Operator,
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARG", help="What it is called with.", show_default=False)
    ] = None,
    run: Annotated[bool, typer.Option("--run", help="Make the call; show the calls inside of it as a tree.")] = False,
    mode: Annotated[
        list[str] | None,
        typer.Option(metavar="MODE", help="Inside a mode: fake, no_grad, inference, autocast, python_dispatcher."),
    ] = None,
    transform: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Inside a transform, the outermost first: vmap, grad, jvp, functionalize."),
    ] = None,
    vmap: Annotated[bool, typer.Option("--vmap", help="The same as --transform vmap, innermost.")] = False,
    include: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="A key that the thread includes.", autocompletion=complete_key),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="A key that the thread excludes.", autocompletion=complete_key),
    ] = None,
    imports: Imports = None,
    as_json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write HTML.", show_default=False)] = None,
) -> None:
    """Which kernel a call reaches, and why; nothing runs without --run."""
    from wye.command.explaining import Surroundings, explain_call

    load(imports)
    around = Surroundings(mode or (), [*(transform or ()), *(["vmap"] if vmap else [])], include or (), exclude or ())
    raise typer.Exit(explain_call(op, arguments or [], around, run=run, as_json=as_json, html=html))


def record(
    script: Annotated[Path, typer.Argument(metavar="SCRIPT.py", help="A program.", show_default=False)],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARG", help="Its arguments.", show_default=False)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Save the recording.", show_default=False)
    ] = None,
    chrome: Annotated[
        Path | None,
        typer.Option("--chrome", metavar="FILE", help="Save a trace for Perfetto.", show_default=False),
    ] = None,
    by: Annotated[str, typer.Option(metavar="WHAT", help="Summary by op or by kernel.")] = "op",
    limit: Annotated[int, typer.Option(min=1, help="Keep so many calls.")] = 1_000_000,
) -> None:
    """Run a program and show which operators it called, with which kernels."""
    from wye.command.recordings import record_script

    raise typer.Exit(record_script(script, arguments or [], output, chrome, by=by, limit=limit))


def diff(
    one: Annotated[Path, typer.Argument(metavar="A", help="A recording.", show_default=False)],
    other: Annotated[Path, typer.Argument(metavar="B", help="Another one.", show_default=False)],
    as_json: Json = False,
) -> None:
    """What differs between two recordings; exits with 1 if anything does."""
    from wye.command.recordings import show_difference

    raise typer.Exit(show_difference(one, other, as_json=as_json))
