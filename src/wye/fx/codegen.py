"""Graphs as the source of a Python function, as PyTorch prints them.

Cold path: runs when a graph module is compiled.  In: nodes.  Out: `PythonCode`, source and the globals that it needs.
Values are released in the line of their last use (``;  x = None``).
"""

from __future__ import annotations

import copy
import enum
import math
import types
import typing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import wye.pytree as pytree
import wye.shown as shown
from wye.call import OpOverload, OpOverloadPacket
from wye.fx import tree_arguments
from wye.fx.annotations import annotation_of
from wye.fx.names import Namespace, find_in_package, is_from_library, qualified_name, root_module, type_name
from wye.fx.node import ATOMS, KINDS, Node
from wye.higher_order import HigherOrderOperator
from wye.schema.values import device
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["CodeGen", "PendingCode", "PyTreeCodeGen", "PyTreeInfo", "PythonCode"]

INFIX: Final = {
    "eq": "{} == {}", "ne": "{} != {}", "lt": "{} < {}", "gt": "{} > {}", "le": "{} <= {}", "ge": "{} >= {}",
    "pos": "+{}", "neg": "-{}", "invert": "~{}", "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}",
    "floordiv": "{} // {}", "truediv": "{} / {}", "mod": "{} % {}", "lshift": "{} << {}", "rshift": "{} >> {}",
    "and_": "{} & {}", "or_": "{} | {}", "xor": "{} ^ {}", "getitem": "{}[{}]", "matmul": "{} @ {}",
    "pow": "{} ** {}",
}  # fmt: skip
IN_PLACE: Final = {
    "iadd": "{} += {}", "iand": "{} &= {}", "ifloordiv": "{} //= {}", "ilshift": "{} <<= {}", "imod": "{} %= {}",
    "imul": "{} *= {}", "imatmul": "{} @= {}", "ior": "{} |= {}", "ipow": "{} **= {}", "irshift": "{} >>= {}",
    "isub": "{} -= {}", "itruediv": "{} /= {}", "ixor": "{} ^= {}", "setitem": "{}[{}] = {}",
}  # fmt: skip


@dataclass
class PythonCode:
    """The source of a function.

    Attributes:
        src: The source.
        globals: The names that it uses.
        _lineno_map: The number of the node that made each line.
    """

    src: str
    globals: dict[str, Any]
    _lineno_map: dict[int, int | None] = field(default_factory=dict)


class Step(NamedTuple):
    """What a node is when code is asked for: the code may be made later, when the node has changed.

    Attributes:
        node: The node.
        inputs: The nodes in its arguments.
        used: Does another node use its result?
    """

    node: Node
    op: str
    name: str
    target: Any
    type: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    inputs: dict[Node, None]
    used: bool


_as_step: Final[Callable[[type[Step], tuple[Any, ...]], Step]] = tuple.__new__  # no frame in Python


def remembered(nodes: Iterable[Node]) -> list[tuple[Any, ...]]:
    """Nodes as they are now; each is what a `Step` is made of."""
    return [
        (n, n.op, n.name, n.target, n.type, n._args, n._kwargs, n._input_nodes, bool(n.users)) for n in nodes
    ]  # fmt: skip


class PendingCode(PythonCode):
    """Code of a graph as it was, generated when it is first read.

    Attributes:
        codegen: What generates it.
    """

    def __init__(self, codegen: CodeGen, nodes: Iterable[Node]) -> None:
        self.codegen, self._nodes = codegen, remembered(nodes)
        self._made: PythonCode | None = None

    @property
    def is_usual(self) -> bool:
        """Is it PyTorch's form of code?"""
        return type(self.codegen) in (CodeGen, PyTreeCodeGen)

    @property
    def ends_with_output(self) -> bool:
        """Does the last node return?"""
        return bool(self._nodes) and self._nodes[-1][1] == "output"

    def _code(self) -> PythonCode:
        if self._made is None:
            self._made = self.codegen.generate_steps(self._nodes, "self")
        return self._made

    @property
    def src(self) -> str:  # type: ignore[override]  # made on demand, as the others
        """The source."""
        return self._code().src

    @property
    def globals(self) -> dict[str, Any]:  # type: ignore[override]
        """The names that it uses."""
        return self._code().globals

    @property
    def _lineno_map(self) -> dict[int, int | None]:  # type: ignore[override]
        return self._code()._lineno_map


class PyTreeInfo(NamedTuple):
    """How the arguments and the result of a traced function are taken apart.

    Attributes:
        orig_args: The names of its parameters.
        in_spec: The tree of its arguments.
        out_spec: The tree of its result; None: it is not taken apart.
    """

    orig_args: list[str]
    in_spec: Any
    out_spec: Any


def standard_globals() -> dict[str, Any]:
    """The names that generated code may always use."""
    return {
        "inf": math.inf, "nan": math.nan, "NoneType": type(None), "device": device, "pytree": pytree,
        "fx_pytree": tree_arguments, shown.package: root_module(),
    }  # fmt: skip


class CodeGen:
    """Generates the code of a graph; subclass it to change parts.

    Attributes:
        body_transformer: Changes the lines of the body, or None.
    """

    def __init__(self) -> None:
        """Make one with PyTorch's form of code."""
        self.body_transformer: Callable[[list[str]], list[str]] | None = None
        self._func_name = "forward"

    def copied(self) -> CodeGen:
        """One like it, for a copy of the graph."""
        if type(self) not in (CodeGen, PyTreeCodeGen):
            return copy.copy(self)
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def gen_fn_def(self, free_vars: list[str], maybe_return_annotation: str) -> str:
        """The line that begins the function."""
        if not free_vars or free_vars[0] != "self":
            free_vars = ["self", *free_vars]
        return f"def {self._func_name}({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args: Any, repr_fn: Callable[[Any], str] = repr) -> str:
        """The line that returns."""
        return f"return {repr_fn(output_args)}"

    def process_inputs(self, *args: Any) -> Any:
        """The values of the placeholders for arguments of the function."""
        return args

    def process_outputs(self, outputs: Any) -> Any:
        """The result of the function for what the output gives."""
        return outputs

    def additional_globals(self) -> list[tuple[str, Any]]:
        """Names that its code uses, besides the standard ones."""
        return []

    def generate(self, nodes: Iterable[Node], root: str, *, verbose: bool = False, **options: Any) -> PythonCode:
        """The code of some nodes."""
        return self.generate_steps(remembered(nodes), root, verbose=verbose, **options)

    def generate_steps(
        self, nodes: list[tuple[Any, ...]], root: str, *, verbose: bool = False, **options: Any
    ) -> PythonCode:
        """The code of nodes as they were when they were remembered."""
        steps = [_as_step(Step, node) for node in nodes]
        return Body(self, root, steps, verbose=verbose, **options).code()


class PyTreeCodeGen(CodeGen):
    """Code that takes trees of arguments apart, and builds a tree of results."""

    def __init__(self, pytree_info: PyTreeInfo) -> None:
        """Make one for these trees."""
        super().__init__()
        self.pytree_info = pytree_info

    def process_inputs(self, *args: Any) -> Any:  # noqa: D102 - the base class says it
        return pytree.tree_leaves(args)

    def process_outputs(self, outputs: Any) -> Any:  # noqa: D102 - the base class says it
        if not isinstance(outputs, (list, tuple)):
            outputs = (outputs,)
        if self.pytree_info.out_spec is None:
            return outputs
        return pytree.tree_unflatten(list(outputs), self.pytree_info.out_spec)

    def gen_fn_def(self, free_vars: list[str], maybe_return_annotation: str) -> str:  # noqa: D102
        info = self.pytree_info
        names = info.orig_args
        own = [name for name in names if name == "self"]
        given = [name for name in names if name != "self"]
        definition = super().gen_fn_def([*own, *given], maybe_return_annotation)
        if not free_vars:
            return definition
        without_types = [name.partition(":")[0].partition("=")[0].strip() for name in free_vars]
        flat = f"fx_pytree.tree_flatten_spec([{', '.join(given)}], self._in_spec)"
        return f"{definition}\n    {', '.join(without_types)}, = {flat}"

    def generate_output(self, output_args: Any, repr_fn: Callable[[Any], str] = repr) -> str:  # noqa: D102
        if self.pytree_info.out_spec is None:
            return super().generate_output(output_args, repr_fn)
        parts = ", ".join(repr_fn(one) for one in output_args)
        return f"return pytree.tree_unflatten([{parts}], self._out_spec)"


_OUTPUTS: Final = frozenset((CodeGen.generate_output, PyTreeCodeGen.generate_output))


class Body:
    """The code of one graph while it is made."""

    def __init__(
        self,
        codegen: CodeGen,
        root: str,
        steps: list[Step],
        *,
        verbose: bool = False,
        include_stride: bool = False,
        include_device: bool = False,
        colored: bool = False,
    ) -> None:
        self.codegen, self.root, self.steps, self.verbose = codegen, root, steps, verbose
        self.include_stride, self.include_device = include_stride, include_device
        self.names, self.globals = Namespace(), standard_globals()
        for name, value in codegen.additional_globals():
            self.add_global(name, value)
        self.parameters: list[str] = []
        self.returns = ""
        self.lines: list[str] = []
        self.variables = {step.node: step.name for step in steps}
        self.last_uses = _last_uses(steps)
        self.trace: str | None = None
        self.called: dict[int, str] = {}  # names of functions, by their ids: the steps keep them alive

    def code(self) -> PythonCode:
        """The source, and what it needs."""
        line_of = {kind: getattr(self, f"_{kind}") for kind in KINDS}
        for step in self.steps:
            if self.verbose:
                self._trace(step)
            line_of[step.op](step)
            self._release(step)
        lines = self.lines if self.steps else ["pass\n"]
        if self.codegen.body_transformer is not None:
            lines = self.codegen.body_transformer(lines)
        head = self.codegen.gen_fn_def(self.parameters, self.returns)
        text = "".join(lines).lstrip("\n")
        body = "\n".join(f"    {line}" for line in text.split("\n"))
        return PythonCode(f"\n\n\n{head}\n{body}", self.globals)

    # ---- lines -------------------------------------------------------------------------------------------------------

    def _placeholder(self, step: Step) -> None:
        default = f" = {self.shown(step.args[0])}" if step.args else ""
        self.parameters.append(f"{step.target}{self._annotation(step)}{default}")
        raw = step.target.replace("*", "")
        if raw != step.name:
            self.lines.append(f"{step.name} = {raw}\n")

    def _output(self, step: Step) -> None:
        if step.type is not None:
            self.returns = f" -> {self._type(step.type)}"
        is_own = type(self.codegen).generate_output in _OUTPUTS  # a program's may know nothing of the names of globals
        given = (step.args[0], self.shown) if is_own else (step.args[0],)
        self.lines.append(self.codegen.generate_output(*given))

    def _get_attr(self, step: Step) -> None:
        self._assign(step, _path(self.root, step.target))

    def _call_module(self, step: Step) -> None:
        self._assign(step, f"{_path(self.root, step.target)}({self._arguments(step.args, step.kwargs)})")

    def _call_method(self, step: Step) -> None:
        target = _path(self.shown(step.args[0]), step.target)
        self._assign(step, f"{target}({self._arguments(step.args[1:], step.kwargs)})")

    def _call_function(self, step: Step) -> None:
        target, args = step.target, step.args
        if getattr(target, "__module__", None) == "_operator" and not step.kwargs:
            name = target.__name__
            if name in INFIX:
                self._assign(step, INFIX[name].format(*map(self.shown, args)))
                return
            if name in IN_PLACE:
                statement = IN_PLACE[name].format(*map(self.shown, args))
                self.lines.append(f"{statement};  {step.name}{self._annotation(step)} = {self.shown(args[0])}")
                return
        if target is getattr and len(args) == 2 and isinstance(args[1], str) and args[1].isidentifier():
            self._assign(step, _path(self.shown(args[0]), args[1]))
            return
        called = self.called.get(id(target))
        if called is None:
            called = self.called[id(target)] = self.add_global(_wanted_name(target), target)
        self._assign(step, f"{called}({self._arguments(args, step.kwargs)})")

    def _assign(self, step: Step, expression: str) -> None:
        annotation = self._annotation(step) if self.verbose or step.type is not None else ""
        self.lines.append(f"{step.name}{annotation} = {expression}")

    def _release(self, step: Step) -> None:
        if step.op == "placeholder":
            return
        if step.op == "output":
            self.lines.append("\n")
            return
        names = [self.variables[one] for one in self.last_uses.get(step.node, ())]
        if not step.used:
            names.append(step.name)
        elif not names:
            self.lines.append("\n")
            return
        self.lines.append(f";  {' = '.join(names)} = None\n")

    def _trace(self, step: Step) -> None:
        """A comment with the place of the traced program that made a step."""
        if step.op in {"placeholder", "output"}:
            return
        trace = step.node.stack_trace or ""
        if trace == self.trace:
            return
        self.trace = trace
        if not trace:
            self.lines.append("\n# No stacktrace found for following nodes\n")
            return
        last = trace.strip().splitlines()[-1].strip()
        self.lines.append(f"\n# {last}\n")

    # ---- expressions -------------------------------------------------------------------------------------------------

    def _annotation(self, step: Step) -> str:
        if self.verbose:
            text = annotation_of(step.node, stride=self.include_stride, place=self.include_device)
            if text:
                return f': "{text}"'
        return "" if step.type is None else f" : {self._type(step.type)}"

    def _type(self, value: Any) -> str:
        inner = typing.get_args(value)
        if inner and all(isinstance(one, type) or one is Ellipsis or typing.get_args(one) for one in inner):
            return self._generic(value, inner)
        text = type_name(value)
        if isinstance(value, type) and value.__module__ != "builtins" and not find_in_package(value):
            return self.add_global(text, value)
        if getattr(value, "__module__", None) == "typing":
            return self.add_global(text, value)
        return text

    def _generic(self, value: Any, inner: tuple[Any, ...]) -> str:
        """``List[int]`` and the like, by its parts."""
        parts = [self._part(one) for one in inner]
        if isinstance(value, types.UnionType):
            return "|".join(parts)
        if getattr(value, "__module__", None) == "typing":
            origin: Any = typing.Union if typing.get_origin(value) is typing.Union else getattr(typing, value._name)
            return f"{self.add_global(f'typing.{origin._name}', origin)}[{','.join(parts)}]"
        return f"{self._type(typing.get_origin(value))}[{','.join(parts)}]"

    def _part(self, value: Any) -> str:
        if value is Ellipsis:
            return self.add_global("_", value)
        return "NoneType" if value is type(None) else self._type(value)

    def _arguments(self, args: Iterable[Any], kwargs: dict[str, Any]) -> str:
        given = [*map(self.shown, args)]
        if kwargs:
            given += [f"{name} = {self.shown(one)}" for name, one in kwargs.items()]
        return ", ".join(given)

    def shown(self, value: Any) -> str:
        """An argument as an expression."""
        kind = type(value)
        if kind is Node:
            return self.variables.get(value) or str(value.name)
        if kind in ATOMS:
            return repr(value)
        if isinstance(value, tuple):
            if hasattr(value, "_fields"):
                return f"{self.add_global(_wanted_name(kind), kind)}({', '.join(map(self.shown, value))})"
            inner = ", ".join(map(self.shown, value))
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        if isinstance(value, list):
            return f"[{', '.join(map(self.shown, value))}]"
        if isinstance(value, dict):
            return f"{{{', '.join(f'{key!r}: {self.shown(one)}' for key, one in value.items())}}}"
        if kind is slice:
            return f"slice({', '.join(map(self.shown, (value.start, value.stop, value.step)))})"
        return self._constant(value)

    def _constant(self, value: Any) -> str:
        if isinstance(value, (OpOverload, OpOverloadPacket, HigherOrderOperator)):
            return self.add_global(_wanted_name(value), value)
        if isinstance(value, enum.Enum):
            return f"{self.add_global(type(value).__name__, type(value))}.{value.name}"
        if isinstance(value, Tensor):
            return f"{shown.package}.Tensor(size={list(value.shape)}, dtype={value.dtype})"
        return repr(value)

    def add_global(self, wanted: str, value: Any) -> str:
        """The name by which the code reaches a value."""
        if is_from_library(value) and _resolves(wanted, value):
            return wanted
        name = self.names.create_name(wanted.replace(".", "_"), value)
        self.globals[name] = value
        return name


def _wanted_name(value: Any) -> str:
    return qualified_name(value)


def _resolves(dotted: str, value: Any) -> bool:
    """Does this dotted name, from the package on, give the value?"""
    top, *rest = dotted.split(".")
    if top != shown.package:
        return False
    if isinstance(value, (OpOverload, OpOverloadPacket, HigherOrderOperator)):
        return True
    place = root_module()
    for part in rest:
        place = getattr(place, part, None)
        if place is None:
            return False
    return place is value


def _path(base: str, target: str) -> str:
    if target.isidentifier():
        return f"{base}.{target}"
    for part in target.split("."):
        base = f"{base}.{part}" if part.isidentifier() else f'getattr({base}, "{part}")'
    return base


def _last_uses(steps: list[Step]) -> dict[Node, list[Node]]:
    """The nodes that each node is the last to use."""
    seen: set[Node] = set()
    found: dict[Node, list[Node]] = {}
    for step in reversed(steps):
        last = [used for used in step.inputs if used not in seen]
        if last:
            seen.update(last)
            found[step.node] = last
    return found
