"""Symbolic numbers in traces: which node computes a size, and how operations on sizes are recorded.

Warm: only traces on symbolic sizes come here.  In: numbers of `wye.symbolic`.  Out: proxies for them.
See Note [Sizes in traced graphs].
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Final

from wye.call import ops
from wye.fx.proxy import Proxy
from wye.schema.symbolic import settled
from wye.symbolic import SymBool, SymFloat, SymInt, sym_float, sym_max, sym_min, sym_not
from wye.symbolic.handlers import handling, without_handlers
from wye.symbolic.node import SymNode
from wye.symbolic.numbers import wrap_node

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from wye.fx.graph import Graph
    from wye.fx.node import Node
    from wye.fx.proxy_mode import PythonKeyTracer

__all__ = ["NUMBERS", "SymbolSlots", "remove_unused_numbers"]

# Note [Sizes in traced graphs]
# A trace on symbolic sizes must compute sizes again for other inputs. Each symbolic number has a slot: the sizes,
# strides, offset and number of elements of a traced tensor get one that makes its node (`sym_size`, ...) when it is
# first used; an operation on numbers is recorded when the program does it, and removed at the end if nothing uses it.
# Numbers are found by their node, then by their expression; one that nobody has made in sight of the trace, since a
# kernel computed it, is built from the expression.
# Broken by: an operation on symbolic numbers while the trace's handler is entered that the program did not ask for.
# Guarded by: tests/unit/fx/test_symbols.py::test_numbers_made_by_kernels_are_built_from_their_expressions

NUMBERS: Final = (SymInt, SymFloat, SymBool)
aten: Any = ops.aten
_FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {  # how expressions are computed again, by sympy's names
    "Add": operator.add,
    "Mul": operator.mul,
    "Pow": operator.pow,
    "PowByNatural": operator.pow,
    "FloatPow": operator.pow,
    "FloorDiv": operator.floordiv,
    "CleanDiv": operator.floordiv,
    "Mod": operator.mod,
    "PythonMod": operator.mod,
    "IntTrueDiv": operator.truediv,
    "FloatTrueDiv": operator.truediv,
    "Max": sym_max,
    "Min": sym_min,
    "Abs": abs,
    "ToFloat": sym_float,
    "TruncToInt": math.trunc,
    "FloorToInt": math.floor,
    "CeilToInt": math.ceil,
    "Not": sym_not,
    "And": operator.and_,
    "Or": operator.or_,
    "Equality": operator.eq,
    "Unequality": operator.ne,
    "StrictLessThan": operator.lt,
    "LessThan": operator.le,
    "StrictGreaterThan": operator.gt,
    "GreaterThan": operator.ge,
}


class SymbolSlots:
    """The proxies of symbolic numbers, in one trace."""

    def __init__(self, tracer: PythonKeyTracer) -> None:
        """Know no number yet."""
        self.tracer = tracer
        self._by_node: dict[int, tuple[Any, Any]] = {}  # id of a SymNode: the node, and a proxy or what makes one
        self._by_expression: dict[Any, Any] = {}

    def set(self, number: Any, proxy: Proxy | Callable[[], Proxy]) -> None:
        """Let a proxy, or the one that a function will make, stand for a number; the first one stays."""
        node = number.node
        if id(node) not in self._by_node:
            self._by_node[id(node)] = (node, proxy)
            self._by_expression.setdefault(node.expr, proxy)

    def get(self, number: Any) -> Any:
        """The proxy for a number, or the number where it is a constant.

        Raises:
            RuntimeError: nothing in the trace has its symbols.
        """
        value = settled(number)
        if value is not number:
            return value
        node = number.node
        known = self._by_node.get(id(node))
        found = known[1] if known is not None else self._by_expression.get(node.expr)
        if found is None:
            return self._built(node.expr, node)
        if not isinstance(found, Proxy):
            made = found()
            self._by_node[id(node)] = (node, made)
            if self._by_expression.get(node.expr) is found:
                self._by_expression[node.expr] = made
            found = made
        return found

    def __contains__(self, number: Any) -> bool:
        return id(number.node) in self._by_node or number.node.expr in self._by_expression

    def node_of(self, number: Any) -> Any:
        """The node for a number, or the number where it is a constant."""
        found = self.get(number)
        return found.node if isinstance(found, Proxy) else found

    def track_tensor(self, tensor: Any, proxy: Proxy) -> None:
        """Let nodes that ask the tensor stand for its sizes, strides, offset and number of elements."""
        with without_handlers():
            shape, strides = tensor.shape, tensor.stride()
            for dim, size in enumerate(shape):
                self._later(size, aten.sym_size.int, proxy, dim)
            if not any(type(one) is not int for one in (*shape, *strides, tensor.storage_offset())):
                return
            for dim, step in enumerate(strides):
                self._later(step, aten.sym_stride.int, proxy, dim)
            self._later(tensor.numel(), aten.sym_numel.default, proxy)
            self._later(tensor.storage_offset(), aten.sym_storage_offset.default, proxy)

    @staticmethod
    def bind(node: Node, result: Any) -> None:
        """Note on a node how its result leads to the symbols that were made for it: ``meta["unbacked_bindings"]``."""
        leaves = result if isinstance(result, (list, tuple)) else (result,)
        owners = (one.node if isinstance(one, NUMBERS) else getattr(one, "fake_mode", None) for one in leaves)
        env = next((one.shape_env for one in owners if one is not None), None)
        pending = getattr(env, "pending_fresh_unbacked_symbols", None)
        if not pending:
            return
        from wye.fx.bindings import compute_unbacked_bindings  # here: few calls make symbols

        found = compute_unbacked_bindings(env, result, peek=True)
        if found:
            node.meta["unbacked_bindings"] = found
            pending[:] = [one for one in pending if one not in found]

    def _later(self, value: Any, function: Any, proxy: Proxy, *args: int) -> None:
        if isinstance(value, NUMBERS):
            self.set(value, lambda: self._recorded(function, (proxy.node, *args), value))

    def _recorded(self, function: Any, args: tuple[Any, ...], value: Any) -> Proxy:
        node = self.tracer.create_node("call_function", function, args, {})
        node.meta["val"] = value
        return Proxy(node, self.tracer)

    # ---- operations --------------------------------------------------------------------------------------------------

    def recording(self) -> AbstractContextManager[None]:
        """Inside, operations on symbolic numbers are recorded."""
        return handling(self._handle)

    @staticmethod
    def paused() -> AbstractContextManager[None]:
        """Inside, operations on symbolic numbers are not recorded: kernels compute."""
        return without_handlers()

    def _handle(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if function is operator.mul:
            for at in (0, 1):
                if type(args[at]) is int and args[at] == 1:
                    return args[1 - at]
        result = function(*args, **kwargs)
        if isinstance(result, NUMBERS):
            nodes = tuple([self.node_of(one) if isinstance(one, NUMBERS) else one for one in args])
            self.set(result, self._recorded(function, nodes, result))
        return result

    def _built(self, expr: Any, like: Any) -> Any:
        """A proxy for an expression, made of those for its parts."""
        known = self._by_expression.get(expr)
        if known is not None:
            if not isinstance(known, Proxy):
                known = self._by_expression[expr] = known()
            return known
        if expr.is_number or not expr.args:
            if expr.is_number:
                return int(expr) if expr.is_Integer else float(expr)
            if expr.is_Boolean:
                return bool(expr)
            raise RuntimeError(f"{expr} ({type(expr)}) is not tracked with proxy for {self.tracer}")
        function = _FUNCTIONS.get(type(expr).__name__)
        if function is None:
            raise RuntimeError(f"{expr} cannot be computed in a graph: it has no function for {type(expr).__name__}")
        parts = [self._built(part, like) for part in expr.args]
        made = parts[0] if len(parts) > 1 else None
        for part in parts[1:] if len(parts) > 1 else parts:
            args = (part,) if made is None else (made, part)
            nodes = tuple([one.node if isinstance(one, Proxy) else one for one in args])
            made = self._recorded(function, nodes, None)
        assert isinstance(made, Proxy)
        made.node.meta["val"] = wrap_node(SymNode(expr, like.shape_env, _type_of(expr)))
        self._by_expression[expr] = made
        return made


def _type_of(expr: Any) -> type:
    if expr.is_Boolean or expr.is_Relational:
        return bool
    return int if expr.is_integer else float


def remove_unused_numbers(graph: Graph) -> None:
    """Take away what computes numbers that nothing uses, and questions about sizes."""
    accessors = {
        aten.sym_size.int, aten.sym_size.default, aten.sym_stride.int, aten.sym_numel.default,
        aten.sym_storage_offset.default,
    }  # fmt: skip

    def stays(node: Node) -> bool:
        if node.op in {"placeholder", "output"} or node.is_impure():
            return True
        if node.target in accessors:
            return False
        if not isinstance(node.meta.get("val"), NUMBERS):
            return True
        return not all(isinstance(used.meta.get("val"), NUMBERS) for used in node.all_input_nodes)

    for node in reversed(graph.nodes):
        if not node.users and not stays(node):
            graph.erase_node(node)
