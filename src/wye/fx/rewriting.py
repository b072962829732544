"""Functions whose assertions can be traced: ``assert`` statements become calls, which a graph has.

Cold path: reads the source of a function and compiles it again.  `Tracer` alone runs an ``assert``, which needs a value
that a proxy does not have.
"""

from __future__ import annotations

import ast
import copy
import inspect
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from wye.fx.assertions import _assert
from wye.fx.tracer import Tracer
from wye.nn import Module

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.fx.graph import Graph

__all__ = ["AST_Rewriter", "RewritingTracer", "rewrite"]

_NAME = "_assert_in_a_graph"  # what programs have no variable of


class AST_Rewriter(ast.NodeTransformer):  # noqa: N801 - PyTorch's name
    """Makes ``assert condition, message`` a call of `wye._assert`."""

    def rewrite(self, fn: FunctionType) -> FunctionType:
        """A function that does the same, with calls for its assertions; the function itself stays as it is.

        Raises:
            OSError: its source cannot be read.
        """
        tree = _parsed(inspect.getsource(fn), fn.__code__.co_firstlineno)
        defined = next((one for one in tree.body if isinstance(one, ast.FunctionDef)), None)
        if defined is None:  # a lambda has no assertions
            return fn
        defined.decorator_list = []  # the function is what they have made
        changed = self.visit(tree)
        free = fn.__code__.co_freevars
        # Compiled inside of a function that has its variables.  The names of its module stay the module's own: those
        # that a trace replaces there are replaced for it, too.
        outside = ast.parse(f"def outside({', '.join((*free, _NAME))}): pass").body[0]
        assert isinstance(outside, ast.FunctionDef)
        outside.body, changed.body = changed.body, [outside]
        code = _code_of(compile(ast.fix_missing_locations(changed), fn.__code__.co_filename, "exec"), fn.__name__)
        cells = {**dict(zip(free, fn.__closure__ or (), strict=True)), _NAME: CellType(_assert)}
        closure = tuple(cells[name] for name in code.co_freevars)
        made = FunctionType(code, fn.__globals__, fn.__name__, fn.__defaults__, closure)
        made.__kwdefaults__, made.__dict__ = fn.__kwdefaults__, dict(fn.__dict__)
        return made

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """The call."""
        message = ast.Constant("") if node.msg is None else node.msg
        call = ast.Call(ast.Name(_NAME, ast.Load()), [node.test, message], [])
        return ast.copy_location(ast.Expr(call), node)


def _parsed(source: str, first_line: int) -> ast.Module:
    """The tree of a definition, at whatever depth it stands; texts over several lines stay as they are."""
    if not source[:1].isspace():
        return ast.increment_lineno(ast.parse(source), first_line - 1)
    outside = ast.parse(f"if True:\n{source}").body[0]
    assert isinstance(outside, ast.If)
    return ast.increment_lineno(ast.Module(outside.body, []), first_line - 2)


def _code_of(code: CodeType, name: str) -> CodeType:
    """The code of the function that a program defines, at whatever depth."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            return one if one.co_name == name else _code_of(one, name)
    raise ValueError(f"there is no function {name!r}")


def rewrite(fn: Any) -> Any:
    """A function with calls for its assertions; of a module, a copy whose modules' ``forward`` are such functions.

    Parameters and buffers are those of the module.
    """
    if not isinstance(fn, Module):
        return AST_Rewriter().rewrite(fn) if isinstance(fn, FunctionType) else fn
    made = copy.copy(fn)
    made.__dict__ = dict(fn.__dict__)
    made._modules = {name: None if one is None else rewrite(one) for name, one in fn._modules.items()}
    forward = type(fn).forward
    if isinstance(forward, FunctionType) and not type(fn).__module__.startswith("wye.nn."):  # no assertions there
        cls, names = type(fn), {"forward": AST_Rewriter().rewrite(forward), "__module__": type(fn).__module__}
        made.__class__ = type(cls.__name__, (cls,), names)
    return made


class RewritingTracer(Tracer):
    """A tracer that records assertions."""

    def trace(self, root: Module | Callable[..., Any], concrete_args: dict[str, Any] | None = None) -> Graph:
        """See `Tracer.trace`."""
        return super().trace(rewrite(root), concrete_args)
