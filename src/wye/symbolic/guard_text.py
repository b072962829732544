"""Guards as Python text: an expression with the sources of its symbols, which `eval` can evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["python_text"]

_CALLS: Final = {
    "Max": "max",
    "Min": "min",
    "Abs": "abs",
    "ToFloat": "float",
    "TruncToInt": "math.trunc",
    "FloorToInt": "math.floor",
    "CeilToInt": "math.ceil",
    "RoundToInt": "round",
    "RoundDecimal": "round",
    "floor": "math.floor",
}
_SIGNS: Final = {
    "FloorDiv": "//",
    "Mod": "%",
    "PythonMod": "%",
    "IntTrueDiv": "/",
    "FloatTrueDiv": "/",
    "PowByNatural": "**",
    "FloatPow": "**",
    "BitwiseFn_bitwise_and": "&",
    "BitwiseFn_bitwise_or": "|",
    "BitwiseFn_bitwise_xor": "^",
}
_RELATIONS: Final = {
    "StrictLessThan": "<",
    "LessThan": "<=",
    "StrictGreaterThan": ">",
    "GreaterThan": ">=",
    "Equality": "==",
    "Unequality": "!=",
}


class _Printer(StrPrinter):
    def __init__(self, symbol_text: Callable[[Any], str]) -> None:
        super().__init__()
        self._symbol_text = symbol_text

    def _print_Symbol(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        return self._symbol_text(expr)

    def _print_Float(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        return repr(float(expr))  # every digit: sympy's text is another number

    def _print_Relational(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        left, right = (self.parenthesize(part, PRECEDENCE["Relational"]) for part in expr.args)
        return f"{left} {_RELATIONS[type(expr).__name__]} {right}"

    def _print_Not(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        return f"not ({self._print(expr.args[0])})"

    def _print_And(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        return " and ".join(f"({self._print(part)})" for part in expr.args)

    def _print_Or(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        return " or ".join(f"({self._print(part)})" for part in expr.args)

    def _print_Piecewise(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        *branches, (last, _) = expr.args
        texts = [f"{self._print(value)} if {self._print(condition)} else " for value, condition in branches]
        return f"({''.join(texts)}{self._print(last)})"

    def _print_Function(self, expr: Any) -> str:  # noqa: N802 - sympy's name
        name = type(expr).__name__
        if name in _SIGNS:
            left, right = (self.parenthesize(part, PRECEDENCE["Atom"] - 0.5) for part in expr.args)
            return f"({left} {_SIGNS[name]} {right})"
        called = _CALLS.get(name) or name.replace("OpaqueUnaryFn_", "math.")
        return f"{called}({', '.join(map(self._print, expr.args))})"


def _use_own_form(name: str) -> None:
    """Functions that print themselves in expressions are printed here as others are."""
    setattr(_Printer, f"_print_{name}", _Printer._print_Function)


for _name in (*_SIGNS, *_CALLS):
    _use_own_form(_name)
_Printer.printmethod = "_guard_text"  # not `_sympystr`, by which FloorDiv prints itself


def python_text(expr: Any, names: Mapping[Any, str]) -> str:
    """An expression as Python text.

    Args:
        expr: The expression.
        names: The text for each symbol.

    Example:
        >>> import sympy
        >>> n = sympy.Symbol("n")
        >>> python_text(sympy.Eq(2 * n, 6, evaluate=False), {n: "x.size()[0]"})
        '2*x.size()[0] == 6'
    """
    return str(_Printer(lambda symbol: names.get(symbol, symbol.name)).doprint(expr))
