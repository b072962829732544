"""Forward and backward graphs of modules: parameters and buffers are arguments of the graph.

Warm.  In: a module and compilers of graphs.  Out: a module, or a function, that runs what the compilers made.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from wye.fx.aot import aot_function, joint_graph, nop
from wye.fx.partition import min_cut_rematerialization_partition
from wye.nn.modules.module import Module
from wye.nn.utils.stateless import call_with

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.fx.graph_module import GraphModule

__all__ = [
    "AOTModule",
    "aot_export_joint_simple",
    "aot_module",
    "aot_module_simplified",
    "make_boxed_compiler",
    "memory_efficient_fusion",
]


def make_boxed_compiler(compiler: Callable[..., Callable[..., Any]]) -> Callable[..., Callable[[list[Any]], Any]]:
    """A compiler whose functions take one list of arguments."""

    @wraps(compiler)
    def boxed(gm: GraphModule, example_inputs: Sequence[Any]) -> Callable[[list[Any]], Any]:
        made = compiler(gm, example_inputs)

        def run(args: list[Any]) -> Any:
            return made(*args)

        run._boxed_call = True  # type: ignore[attr-defined]
        return run

    return boxed


class AOTModule(Module):
    """A module whose calls run what compilers made of another module's graphs.

    Attributes:
        orig_module: The module; its parameters are those of this one.
    """

    def __init__(self, module: Any, *args: Any, **kwargs: Any) -> None:
        """Compile ``module`` with these arguments of `aot_function`."""
        super().__init__()
        self.orig_module = module

        def on_parts(parameters: Any, buffers: Any, given: Any, named: Any) -> Any:
            return call_with(module, {**parameters, **buffers}, given, named)

        self._compiled = aot_function(on_parts, *args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the compiled graphs."""
        module = self.orig_module
        return self._compiled(dict(module.named_parameters()), dict(module.named_buffers()), args, kwargs)


def aot_module(mod: Any, *args: Any, **kwargs: Any) -> AOTModule:
    """A module that runs what compilers make of the forward and backward graphs of ``mod``.

    >>> import wye
    >>> from wye.fx.aot import nop
    >>> layer = aot_module(wye.nn.Linear(3, 2), nop)
    >>> layer(wye.ones(4, 3)).shape
    wye.Size([4, 2])

    Args:
        mod: The module; parameters and buffers are arguments of its graphs.
        args: As in `aot_function`, after the function.
        kwargs: The same, by name.
    """
    if not isinstance(mod, Module):
        raise AssertionError(f"expected mod to be torch.nn.Module, got {type(mod)}")
    return AOTModule(mod, *args, **kwargs)


def aot_module_simplified(
    mod: Any, args: Sequence[Any], fw_compiler: Any, bw_compiler: Any = None, **options: Any
) -> Callable[..., Any]:
    """A function of a module's inputs that runs what compilers make of its graphs.

    Args:
        mod: A module; parameters and buffers are the first arguments of its graphs.
        args: Example inputs; those of calls may be of other kinds.
        fw_compiler: As in `aot_function`.
        bw_compiler: The same for the backward graph.
        options: As in `aot_function`.
    """
    names = [name for name, _ in (*mod.named_parameters(), *mod.named_buffers())]

    def on_values(*flat: Any) -> Any:
        known = dict(zip(names, flat, strict=False))
        return call_with(mod, known, tuple(flat[len(names) :]), {})

    compiled = aot_function(on_values, fw_compiler, bw_compiler, **options)

    def forward(*given: Any) -> Any:
        own = [value for _, value in (*mod.named_parameters(), *mod.named_buffers())]
        return compiled(*own, *given)

    forward.zero_grad = mod.zero_grad  # type: ignore[attr-defined]
    forward.named_parameters = mod.named_parameters  # type: ignore[attr-defined]
    forward.named_buffers = mod.named_buffers  # type: ignore[attr-defined]
    return forward


def memory_efficient_fusion(fn: Any, **kwargs: Any) -> Any:
    """A function or module whose backward graph computes again what is not worth its memory.

    Args:
        fn: The function or module.
        kwargs: As in `aot_function`.
    """
    options = {"fw_compiler": nop, "bw_compiler": nop, "partition_fn": min_cut_rematerialization_partition, **kwargs}
    return aot_module(fn, **options) if isinstance(fn, Module) else aot_function(fn, **options)


def aot_export_joint_simple(
    func: Callable[..., Any],
    args: Sequence[Any],
    *,
    trace_joint: bool,
    num_params_buffers: int = 0,
    decompositions: Mapping[Any, Callable[..., Any]] | None = None,
) -> GraphModule:
    """The graph of a function that writes to no argument, forward or forward and backward.

    Args:
        func: Takes these arguments, and returns a tuple or list of tensors.
        args: Example arguments; those that require grad get gradients.
        trace_joint: Trace the gradients, too.
        num_params_buffers: Accepted.
        decompositions: As in `make_fx`.

    Raises:
        RuntimeError: the function writes to arguments, or returns views of them.
    """
    joint = joint_graph(func, args, with_gradients=trace_joint, decompositions=decompositions)
    if joint.written or joint.changes:
        raise RuntimeError(
            f"aot_export_joint_simple does not support input mutations. {len(joint.written)} inputs are written to"
        )
    if any(one is not None for one in joint.aliases):
        raise RuntimeError("aot_export_joint_simple does not support outputs that alias inputs")
    joint.module.graph.eliminate_dead_code()
    joint.module.recompile()
    return joint.module
