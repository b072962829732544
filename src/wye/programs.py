"""Whole programs given to a compiler: what `compile`, `jit.script` and `jit.trace` return.

A compiled or scripted program computes what the Python it is made of computes, only faster; wye has no compiler of
whole programs, so it runs that Python.  A traced one is a graph of the operators that ran on the example.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from wye.errors import ComingError
from wye.fx.tracing import make_fx
from wye.nn.modules.module import Module
from wye.nn.utils.stateless import call_with
from wye.pytree import tree_leaves
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wye.fx.graph_module import GraphModule

__all__ = [
    "OptimizedModule",
    "ScriptFunction",
    "ScriptModule",
    "TracedModule",
    "TracerWarning",
    "compile",
    "is_dynamo_supported",
    "list_backends",
    "optimized_execution",
    "reset",
    "script",
    "script_if_tracing",
    "trace",
]

# Names of compilers that programs ask for: a program runs as it is with each of them.
_BACKENDS: Final = ("aot_eager", "aot_eager_decomp_partition", "cudagraphs", "eager", "inductor", "openxla", "tvm")


def is_dynamo_supported() -> bool:
    """Does `compile` take programs on this system?  It runs every one, as the Python that it is."""
    return True


class OptimizedModule(Module):
    """A module that `compile` was given; calls and attributes are those of the module.

    Attributes:
        _orig_mod: The module.
    """

    def __init__(self, module: Module) -> None:
        """Stand for ``module``."""
        super().__init__()
        self._orig_mod = module
        self.training = module.training

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the module."""
        return self._orig_mod(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """What the module has."""
        if name == "_orig_mod":
            return self._modules[name]
        return getattr(self._orig_mod, name)

    def train(self, mode: bool = True) -> OptimizedModule:
        """Set both to training or to evaluation."""
        super().train(mode)
        return self


def list_backends(exclude_tags: object = ("debug", "experimental")) -> list[str]:
    """The names that `compile` takes as ``backend``; with each of them a program runs as it is."""
    return list(_BACKENDS)


def reset() -> None:
    """Forget compiled programs: there are none."""


def _check_options(backend: object, mode: object, options: object) -> None:
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if isinstance(backend, str):
        if backend not in _BACKENDS:
            raise RuntimeError(f"Invalid backend: {backend!r}, see `compiler.list_backends()` for available backends.")
    elif callable(backend):
        raise ComingError(
            "compile(backend=<function>) needs graphs of whole programs, which this version of wye does not have yet",
            fix="fx.make_fx and fx.aot make graphs of a function's call; give those to the backend",
        )


def compile(
    model: Any = None,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] = "inductor",
    mode: str | None = None,
    options: Mapping[str, object] | None = None,
    disable: bool = False,
) -> Any:
    """A function or module that computes what ``model`` does; it runs as the Python it is.

    >>> import wye
    >>> @compile
    ... def double(x):
    ...     return x + x
    >>> double(wye.ones(2))
    tensor([2., 2.])

    Args:
        model: The function or module.  None: a decorator is returned.
        fullgraph: Accepted: nothing is cut into graphs.
        dynamic: Accepted: nothing depends on shapes.
        backend: One of `list_backends`.
        mode: Accepted, not together with ``options``.
        options: Accepted.
        disable: Give ``model`` itself back.

    Raises:
        RuntimeError: ``model`` cannot be called, ``mode`` and ``options`` both, or no such backend.
        ComingError: a backend that is a function: it would need a graph of the whole program.
    """
    if model is None:
        return functools.partial(
            compile, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable
        )
    _check_options(backend, mode, options)
    if disable:
        return model
    if isinstance(model, Module):
        return OptimizedModule(model)
    if not callable(model):
        raise RuntimeError(f"A callable function is expected, but {type(model)} is provided.")

    @functools.wraps(model)
    def compiled(*args: Any, **kwargs: Any) -> Any:
        return model(*args, **kwargs)

    compiled._torchdynamo_orig_callable = model  # type: ignore[attr-defined]
    return compiled


class ScriptFunction:
    """A function that `script` or `trace` was given."""

    def __init__(self, fn: Callable[..., Any], runs: Callable[..., Any] | None = None) -> None:
        """Stand for ``fn``; ``runs`` is called, if given."""
        functools.update_wrapper(self, fn)
        self._runs = fn if runs is None else runs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, or the graph that was traced."""
        return self._runs(*args, **kwargs)

    @property
    def name(self) -> str:
        """The function's name."""
        return str(getattr(self, "__name__", ""))

    @property
    def graph(self) -> Any:
        """The graph of a traced function."""
        return self._traced().graph

    @property
    def code(self) -> str:
        """The code of a traced function's graph, or the function's own."""
        return inspect.getsource(self._runs) if inspect.isfunction(self._runs) else self._traced().code

    def _traced(self) -> GraphModule:
        if isinstance(self._runs, Module):
            return self._runs  # type: ignore[return-value]
        raise AttributeError(f"{self.name} is a scripted function: it runs as Python and has no graph")


class ScriptModule(Module):
    """A module that `script` was given: it shares parameters, buffers, submodules and attributes with it."""

    def __init__(self, module: Module | None = None) -> None:
        """Stand for ``module``; None: an empty module, for subclasses."""
        super().__init__()
        if module is not None:
            self.__dict__["_scripted"] = module
            for name in ("_parameters", "_buffers", "_modules", "_non_persistent_buffers_set"):
                self.__dict__[name] = module.__dict__[name]
            self.training = module.training

    @property
    def original_name(self) -> str:
        """The name of the class of the module."""
        return type(self.__dict__.get("_scripted", self)).__name__

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the module's forward."""
        return self.__dict__["_scripted"].forward(*args, **kwargs)

    def train(self, mode: bool = True) -> ScriptModule:
        """Set both to training or to evaluation."""
        super().train(mode)
        if "_scripted" in self.__dict__:
            self.__dict__["_scripted"].training = mode
        return self

    def __getattr__(self, name: str) -> Any:
        """What the module has."""
        if "_scripted" in self.__dict__:
            return getattr(self.__dict__["_scripted"], name)
        return super().__getattr__(name)


class TracedModule(ScriptModule):
    """A module whose forward is a graph that `trace` has recorded.

    The graph takes parameters and buffers as arguments, so it computes with those that the module has now.
    """

    def __init__(self, module: Module, traced: GraphModule) -> None:
        """Run ``traced`` with the tensors of ``module``."""
        super().__init__(module)
        self.__dict__["_traced"] = traced

    def forward(self, *args: Any) -> Any:
        """Run the graph."""
        return self.__dict__["_traced"](_tensors_of(self.__dict__["_scripted"]), *args)

    @property
    def graph(self) -> Any:
        """The graph; its first inputs are parameters and buffers."""
        return self.__dict__["_traced"].graph

    @property
    def code(self) -> str:
        """The code of the graph."""
        return str(self.__dict__["_traced"].code)


class TracerWarning(Warning):
    """A traced program does not compute what the program does."""


def script(
    obj: Any, optimize: object = None, _frames_up: int = 0, _rcb: object = None, example_inputs: Any = None
) -> Any:
    """A function or module that computes what ``obj`` does; it runs as the Python it is.

    Args:
        obj: A function, a module, or a class, which is returned as it is.
        optimize: Accepted.
        example_inputs: Accepted: no types are inferred.

    Raises:
        RuntimeError: it is none of these.
    """
    if isinstance(obj, (ScriptModule, ScriptFunction)) or inspect.isclass(obj):
        return obj
    if isinstance(obj, Module):
        return ScriptModule(obj)
    if not callable(obj):
        raise RuntimeError(f"script() takes a function, a module or a class, not {type(obj).__name__}")
    return ScriptFunction(obj)


def script_if_tracing(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Script ``fn`` when it is called while tracing; what it does is the same either way."""
    return fn


@contextmanager
def optimized_execution(should_optimize: bool) -> Iterator[None]:
    """A block in which scripted programs are optimized, or not: they run as Python in both."""
    yield


def _tensors_of(module: Module) -> dict[str, Tensor]:
    return {**dict(module.named_parameters()), **dict(module.named_buffers())}


def _check_trace(run: Callable[..., Any], traced: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Warn if the graph gives other tensors than the program for the same arguments."""
    expected, found = tree_leaves(run(*args)), tree_leaves(traced(*args))
    close = len(expected) == len(found) and all(
        bool(a.isclose(b, rtol=1e-5, atol=1e-5, equal_nan=True).all()) if a.shape == b.shape else False
        for a, b in zip(expected, found, strict=True)
        if isinstance(a, Tensor) and isinstance(b, Tensor)
    )
    if not close:
        warnings.warn(
            "Trace had nondeterministic nodes, or depends on Python values: the traced program and the program give "
            "different results for the example",
            TracerWarning,
            stacklevel=3,
        )


def trace(
    func: Any,
    example_inputs: Any = None,
    *,
    check_trace: bool = True,
    strict: bool = True,
    example_kwarg_inputs: Mapping[str, Any] | None = None,
    **accepted: Any,
) -> Any:
    """Run ``func`` on an example and keep the graph of its operators: numbers and branches are burnt in.

    >>> import wye
    >>> traced = trace(lambda x: x.sin() + 1, wye.zeros(2))
    >>> traced(wye.zeros(3))
    tensor([1., 1., 1.])

    Args:
        func: A function or a module.
        example_inputs: The argument, or a tuple of arguments.
        check_trace: Compare program and graph on the example, and warn if they differ.
        strict: Accepted: results may be containers.
        example_kwarg_inputs: Arguments by name instead, in the order of the parameters.
        accepted: Other arguments of PyTorch's function, without effect.

    Raises:
        RuntimeError: no example, or the program needs a Python number of traced data.
    """
    if isinstance(func, (TracedModule, ScriptFunction, ScriptModule)):
        return func
    args = _example(func, example_inputs, example_kwarg_inputs)
    if not isinstance(func, Module):
        traced = make_fx(func, _error_on_data_dependent_ops=False)(*args)
        made: Any = ScriptFunction(func, traced)
    else:
        called = make_fx(lambda tensors, *rest: call_with(func, tensors, rest), _error_on_data_dependent_ops=False)
        traced = called(_tensors_of(func), *args)
        made = TracedModule(func, traced)
    if check_trace:
        _check_trace(func, made, args)
    return made


def _example(func: Any, inputs: Any, by_name: Mapping[str, Any] | None) -> tuple[Any, ...]:
    if by_name is not None:
        called = func.forward if isinstance(func, Module) else func
        return inspect.signature(called).bind(**by_name).args
    if inputs is None:
        raise RuntimeError("trace() takes example_inputs or example_kwarg_inputs: it runs the program on them")
    return tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
