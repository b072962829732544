"""Graphs as JSON, and back: operators and functions by name, so that loading runs no code.

Cold path.  In: a graph module.  Out: text; tensors beside it, by name.
See Note [Loading runs nothing].
"""

from __future__ import annotations

import builtins
import json
import math
import operator
from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverload, ops
from wye.errors import GraphTextError
from wye.fx.codegen import PyTreeCodeGen, PyTreeInfo
from wye.fx.graph import Graph
from wye.fx.graph_checks import attribute_of
from wye.fx.graph_module import GraphModule
from wye.fx.node import KINDS, Node
from wye.higher_order import HigherOrderOperator
from wye.higher_order.operator import all_operators
from wye.pytree import treespec_dumps, treespec_loads
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS, device
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["dumps", "loads"]

# Note [Loading runs nothing]
# Text may come from anybody. A target is looked up in the registry of operators, or in a short list of Python's own
# functions; there is no import and no evaluation. Building the module generates code from the checked graph: names are
# those that the namespace of a new graph gives, strings are written by `repr`.
# Broken by: resolving a dotted name with getattr or import.
# Guarded by: tests/unit/fx/test_serialize.py::test_text_cannot_name_functions_outside_the_list

VERSION: Final = 1
_PYTHON: Final[dict[str, Callable[..., Any]]] = {
    **{f"operator.{name}": getattr(operator, name) for name in (
        "add", "and_", "eq", "floordiv", "ge", "getitem", "gt", "invert", "le", "lshift", "lt", "matmul", "mod", "mul",
        "ne", "neg", "or_", "pos", "pow", "rshift", "sub", "truediv", "xor", "iadd", "imul", "isub", "itruediv",
        "setitem",
    )},
    **{f"math.{name}": getattr(math, name) for name in ("ceil", "floor", "sqrt", "trunc")},
    **{f"builtins.{name}": getattr(builtins, name) for name in ("float", "int", "bool", "abs", "max", "min", "round")},
}  # fmt: skip
_NAMES: Final = {id(function): name for name, function in _PYTHON.items()}
_CONSTANTS: Final[dict[str, Mapping[str, Any]]] = {
    "dtype": DTYPES,
    "layout": LAYOUTS,
    "memory_format": MEMORY_FORMATS,
}


def dumps(module: GraphModule, *, indent: int | None = None) -> tuple[str, dict[str, Tensor]]:
    """A graph module as text, and its tensors.

    >>> import wye
    >>> from wye.fx import make_fx
    >>> text, tensors = dumps(make_fx(lambda x: x.sin() + 1)(wye.ones(2)))
    >>> float(loads(text, tensors)(wye.zeros(())))
    1.0

    Args:
        module: The module; its calls are of operators and of Python's own functions.
        indent: As in `json.dumps`.

    Returns:
        The text, and the tensors that it names: `wye.save` writes those.

    Raises:
        GraphTextError: a node calls something that has no name in the text: a module, a method, another function.
    """
    tensors: dict[str, Tensor] = {}
    text = json.dumps(_module(module, "", tensors), indent=indent)
    return text, tensors


def loads(text: str, tensors: Mapping[str, Tensor] | None = None) -> GraphModule:
    """The graph module that `dumps` wrote.

    Args:
        text: The text.
        tensors: The tensors that it names.

    Raises:
        GraphTextError: it is no such text, or names an operator or a tensor that is not here.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise GraphTextError(f"this is no saved graph: {error}") from error
    return _load_module(data, "", tensors or {})


# ---- writing ---------------------------------------------------------------------------------------------------------


def _module(module: GraphModule, path: str, tensors: dict[str, Tensor]) -> dict[str, Any]:
    graph = module.graph
    found: dict[str, Any] = {"version": VERSION, "name": type(module).__name__, "nodes": [], "modules": {}}
    for node in graph.nodes:
        row: dict[str, Any] = {"op": node.op, "name": node.name, "target": _target(node)}
        row["args"], row["kwargs"] = _value(node.args, node), _value(dict(node.kwargs), node)
        found["nodes"].append(row)
        if node.op == "get_attr":
            value = attribute_of(module, node.target)
            if isinstance(value, GraphModule):
                found["modules"][node.target] = _module(value, f"{path}{node.target}.", tensors)
            elif isinstance(value, Tensor):
                tensors[f"{path}{node.target}"] = value
            else:
                raise _unnamed(node, f"the attribute {node.target}, which is no tensor and no graph")
    if isinstance(graph._codegen, PyTreeCodeGen):
        info = graph._codegen.pytree_info
        specs = [None if spec is None else treespec_dumps(spec) for spec in (info.in_spec, info.out_spec)]
        found["trees"] = [list(info.orig_args), *specs]
    return found


def _target(node: Node) -> str:
    target = node.target
    if node.op in {"placeholder", "output", "get_attr"}:
        return str(target)
    if isinstance(target, OpOverload):
        return f"{target.namespace}::{target._opname}.{target._overloadname}"
    if isinstance(target, HigherOrderOperator):
        return f"higher_order::{target.name()}"
    if id(target) in _NAMES and node.op == "call_function":
        return _NAMES[id(target)]
    raise _unnamed(node, Node._pretty_print_target(target))


def _unnamed(node: Node, what: str) -> GraphTextError:
    return GraphTextError(
        f"node {node.name} is a {node.op} of {what}, which has no name in a saved graph",
        fix="make_fx(f)(*args) traces down to operators, which have names",
    )


def _value(value: Any, node: Node) -> Any:
    if value is None or isinstance(value, (bool, str)) or type(value) is int:
        return value
    if type(value) is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, Node):
        return {"node": value.name}
    if isinstance(value, (list, tuple)):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return {kind: [_value(one, node) for one in value]}
    if isinstance(value, dict):
        return {"dict": [[_value(key, node), _value(one, node)] for key, one in value.items()]}
    return _constant(value, node)


def _constant(value: Any, node: Node) -> Any:
    if type(value) is complex:
        return {"complex": [repr(value.real), repr(value.imag)]}
    if type(value) is slice:
        return {"slice": [_value(part, node) for part in (value.start, value.stop, value.step)]}
    if value is Ellipsis:
        return {"ellipsis": True}
    if isinstance(value, OpOverload):
        return {"operator": f"{value.namespace}::{value._opname}.{value._overloadname}"}
    if type(value) is device:
        return {"device": str(value)}
    for kind, table in _CONSTANTS.items():
        for name, one in table.items():
            if one is value:
                return {kind: name}
    raise _unnamed(node, f"an argument of {type(value).__name__}")


# ---- reading ---------------------------------------------------------------------------------------------------------


def _load_module(data: Any, path: str, tensors: Mapping[str, Tensor]) -> GraphModule:
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("nodes"), list):
        raise GraphTextError("this is no saved graph, or one of another version")
    graph, nodes, root = Graph(), dict[str, Node](), dict[str, Any]()
    for row in data["nodes"]:
        _load_node(row, graph, nodes)
        if row["op"] == "get_attr":
            inner = data.get("modules", {}).get(row["target"])
            root[row["target"]] = (
                _tensor(f"{path}{row['target']}", tensors)
                if inner is None
                else _load_module(inner, f"{path}{row['target']}.", tensors)
            )
    trees = data.get("trees")
    if trees is not None:
        names, in_spec, out_spec = trees
        if not all(isinstance(name, str) and name.isidentifier() for name in names):
            raise GraphTextError("a saved graph names a parameter that is no name")
        specs = [None if spec is None else treespec_loads(spec) for spec in (in_spec, out_spec)]
        graph.set_codegen(PyTreeCodeGen(PyTreeInfo(names, *specs)))
    graph.lint()
    return GraphModule(root, graph, str(data.get("name", "GraphModule")))


def _tensor(name: str, tensors: Mapping[str, Tensor]) -> Tensor:
    if name not in tensors:
        raise GraphTextError(
            f"the saved graph needs the tensor {name!r}, which was not given",
            fix="pass the tensors that dumps() returned beside the text",
        )
    return tensors[name]


def _load_node(row: Any, graph: Graph, nodes: dict[str, Node]) -> None:
    if (
        not isinstance(row, dict)
        or row.get("op") not in KINDS
        or not {"name", "target", "args", "kwargs"} <= row.keys()
    ):
        raise GraphTextError(f"this is no node of a saved graph: {row!r}")
    op, name, target = row["op"], row["name"], row["target"]
    if not isinstance(target, str) or not isinstance(name, str):
        raise GraphTextError(f"names in a saved graph are text, not {target!r}")
    if op in {"call_module", "call_method"}:
        raise GraphTextError(f"a saved graph calls operators, not a {op} of {target!r}")
    found = _find(target) if op == "call_function" else _checked(target)
    args, kwargs = _load(row["args"], nodes), _load(row["kwargs"], nodes)
    if not isinstance(args, tuple) or not isinstance(kwargs, dict):
        raise GraphTextError(f"the arguments of {name!r} in a saved graph are no arguments")
    nodes[name] = graph.create_node(op, found, args, kwargs, name)


def _checked(target: str) -> str:
    if not all(part.isidentifier() for part in target.lstrip("*").split(".")):
        raise GraphTextError(f"{target!r} in a saved graph is no name")
    return target


def _find(target: str) -> Any:
    if target in _PYTHON:
        return _PYTHON[target]
    namespace, colons, name = target.partition("::")
    if not colons:
        raise GraphTextError(f"a saved graph calls {target!r}, which is neither an operator nor one of Python's own")
    if namespace == "higher_order":
        found: Any = all_operators.get(name)
    else:
        packet, _, overload = name.partition(".")
        found = _operator(namespace, packet, overload or "default")
    if found is None:
        raise GraphTextError(
            f"a saved graph calls the operator {target!r}, which is not registered here",
            fix="import the library that defines it first",
        )
    return found


def _operator(namespace: str, packet: str, overload: str) -> Any:
    try:
        found = getattr(getattr(getattr(ops, namespace), packet), overload)
    except AttributeError:
        return None
    return found if isinstance(found, OpOverload) else None


def _load(data: Any, nodes: dict[str, Node]) -> Any:
    if data is None or isinstance(data, (bool, int, float, str)):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise GraphTextError(f"this is no value of a saved graph: {data!r}")
    ((kind, inner),) = data.items()
    try:
        return _READERS[kind](inner, nodes)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, GraphTextError):
            raise
        raise GraphTextError(f"this is no value of a saved graph: {data!r}") from error


_READERS: Final[dict[str, Callable[[Any, dict[str, Node]], Any]]] = {
    "node": lambda inner, nodes: nodes[inner],
    "list": lambda inner, nodes: [_load(one, nodes) for one in inner],
    "tuple": lambda inner, nodes: tuple(_load(one, nodes) for one in inner),
    "dict": lambda inner, nodes: {_load(key, nodes): _load(one, nodes) for key, one in inner},
    "slice": lambda inner, nodes: slice(*(_load(one, nodes) for one in inner)),
    "float": lambda inner, nodes: float(inner),
    "complex": lambda inner, nodes: complex(float(inner[0]), float(inner[1])),
    "ellipsis": lambda inner, nodes: Ellipsis,
    "operator": lambda inner, nodes: _find(inner),
    "device": lambda inner, nodes: device(inner),
    "dtype": lambda inner, nodes: _CONSTANTS["dtype"][inner],
    "layout": lambda inner, nodes: _CONSTANTS["layout"][inner],
    "memory_format": lambda inner, nodes: _CONSTANTS["memory_format"][inner],
}
