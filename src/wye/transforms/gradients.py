"""`grad`, `grad_and_value`, `vjp`, `jacrev`: gradients of functions, as functions.

Each is a level of the stack of transforms: see Note [A call inside grad].
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.autograd.api import grad as gradients_of
from wye.autograd.edges import edge_of
from wye.autograd.loading import load
from wye.autograd.saved import hooks_in_effect
from wye.call.packets import ops
from wye.grad_mode import enable_grad, is_grad_enabled
from wye.pytree import tree_flatten, tree_map, tree_map_only, tree_unflatten, treespec_pprint
from wye.tensors import Tensor
from wye.transforms.grad_level import GradInterpreter, track, wrapper_at
from wye.transforms.interpreters import ENTER, stack_of_thread
from wye.transforms.naming import named_like
from wye.transforms.vmap import vmap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wye.pytree import TreeSpec

__all__ = [
    "Argnums", "check_real", "checked_argnums", "checked_aux", "grad", "grad_and_value", "gradients", "in_tuple",
    "jacrev", "level_of", "of_chosen", "unwrapped", "vjp",
]  # fmt: skip

run_grad = engine.run_grad  # `_differentiated`, in C where arguments are no trees
Argnums = int | tuple[int, ...]
aten: Any = ops.aten
_NO_HOOKS = (
    "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use "
    "case."
)


@contextmanager
def level_of(kind: type[GradInterpreter] = GradInterpreter) -> Iterator[GradInterpreter]:
    """A level at which gradients are recorded."""
    load()
    stack = stack_of_thread()
    mine = kind(stack)
    before = _forbid_hooks()
    stack.append(mine)
    try:
        with ENTER, enable_grad():
            yield mine
    finally:
        mine.is_running = False
        stack.pop()
        hooks_in_effect.forbidden = before


def _forbid_hooks() -> str | None:
    """Refuse hooks on saved tensors inside a transform, which would see its wrappers; what was said before.

    Raises:
        RuntimeError: there are some.
    """
    before = hooks_in_effect.forbidden
    if hooks_in_effect.pairs:
        raise RuntimeError(_NO_HOOKS)
    hooks_in_effect.forbidden = _NO_HOOKS
    return before


def _wrapped(tree: Any, level: GradInterpreter) -> Any:
    """A tree whose tensors belong to the level."""
    if type(tree) is tuple and all(isinstance(x, Tensor) for x in tree):
        return tuple([track(x, level) for x in tree])
    return tree_map_only(Tensor, lambda x: track(x, level), tree)


def unwrapped(tree: Any, level: GradInterpreter) -> Any:
    """A tree whose tensors belong to the level below."""

    def inside(x: Any) -> Any:
        mine = wrapper_at(x, level)
        return x if mine is None else mine.inner

    if isinstance(tree, Tensor):
        return inside(tree)
    return tree_map_only(Tensor, inside, tree)


def _tracked(tree: Any) -> Any:
    """Make the tensors of a tree inputs that gradients are computed for.

    Raises:
        ValueError: it holds something else.
        RuntimeError: a tensor's elements are no floating point numbers.
    """

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
        if not (x.dtype.is_floating_point or x.dtype.is_complex):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        x._requires_grad = True
        return x

    return one(tree) if isinstance(tree, Tensor) else tree_map(one, tree)


def gradients(
    outputs: Sequence[Any],
    inputs: Sequence[Any],
    starts: Sequence[Any] | None,
    *,
    again: bool = False,
    keep_graph: bool = True,
) -> list[Any]:
    """The gradients of some outputs; zeros for inputs that they do not depend on.

    Args:
        outputs: Of a level.
        inputs: Of the same level.
        starts: The gradients of the outputs; None: of one number.
        again: Record this pass at its own level, too.
        keep_graph: Can the pass be run again?  Never that of one number.
    """
    flags = type(keep_graph) is bool is type(again)
    if starts is not None and len(outputs) == 1 and flags and _is_plain_pair(outputs[0], starts[0]):
        ends = [edge_of(x) for x in inputs]
        plain = engine.run_backward([edge_of(outputs[0])], starts, keep_graph, again, ends, False)
        return [aten.zeros_like.default(x) if one is None else one for one, x in zip(plain, inputs, strict=True)]
    pairs = [
        (output, None if starts is None else start)
        for output, start in zip(outputs, starts or [None] * len(outputs), strict=True)
        if output.requires_grad
    ]
    if not pairs:
        return [aten.zeros_like.default(x) for x in inputs]
    found = gradients_of(
        [output for output, _ in pairs],
        list(inputs),
        None if starts is None else [start for _, start in pairs],
        retain_graph=starts is not None and keep_graph,
        create_graph=again,
        allow_unused=True,
    )
    return [aten.zeros_like.default(x) if one is None else one for one, x in zip(found, inputs, strict=True)]


def _is_plain_pair(output: Any, start: Any) -> bool:
    """Are these a tensor that requires grad, and a gradient of the same dtype?"""
    return type(output) is Tensor is type(start) and output._requires_grad and output.dtype is start.dtype


# ---- which arguments ----


def checked_argnums(argnums: Any, count: int) -> Argnums:
    """Numbers of positional arguments, checked.

    Raises:
        RuntimeError: there are no such arguments.
    """
    if isinstance(argnums, tuple):
        if not argnums:
            raise RuntimeError("argnums must be non-empty")
        for number in argnums:
            _checked_argnum(number, count)
        places = [number % count for number in argnums]
        if len(set(places)) != len(places):
            raise RuntimeError(f"argnums elements must be unique, got {argnums}")
        return argnums
    return _checked_argnum(argnums, count)


def _checked_argnum(number: Any, count: int) -> int:
    if not isinstance(number, int):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(number)}")
    if not -count <= number < count:
        raise RuntimeError(f"Got argnum={number}, but only {count} positional inputs")
    return number


def _selected(args: Sequence[Any], argnums: Argnums) -> Any:
    return args[argnums] if isinstance(argnums, int) else tuple(args[number] for number in argnums)


def in_tuple(value: Any) -> tuple[Any, ...]:
    """A tuple as it is, and anything else as the only one of a tuple."""
    return value if isinstance(value, tuple) else (value,)


def slice_arguments(args: Sequence[Any], argnums: Any, as_tuple: bool = True) -> Any:
    """The arguments of these numbers, checked; ``as_tuple``: one argument as a tuple, too.

    Raises:
        RuntimeError: there are no such arguments.
    """
    found = _selected(args, checked_argnums(argnums, len(args)))
    return (found,) if as_tuple and not isinstance(argnums, tuple) else found


# ---- grad ----


def grad_and_value(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the gradient of ``func`` and its value.

    Args:
        func: Takes tensors, or trees of them, and returns a tensor with one element and no dimension.
        argnums: Which positional argument, or arguments, the gradient is for.
        has_aux: ``func`` returns a pair: the value, and a tree of tensors that is returned beside it.

    Returns:
        A function that returns ``(gradient, value)``, or ``(gradient, (value, aux))``.

    Raises:
        RuntimeError: when called: the function returns something else, or there is no such argument.
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return run_grad_and_value(func, argnums, has_aux, args, kwargs)

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def run_grad_and_value(
    func: Callable[..., Any], argnums: Argnums, has_aux: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The gradient of a function of tensors, and its value."""
    if has_aux:
        return _differentiated(func, argnums, True, args, kwargs)
    return run_grad(func, argnums, args, kwargs, True)


def _differentiated(
    func: Callable[..., Any], argnums: Argnums, has_aux: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, Any]:
    """The gradient of a function, and its value; beside the value what the function returned beside it."""
    with level_of() as level:
        mine, by_name = _wrapped(args, level), _wrapped(kwargs, level) if kwargs else kwargs
        chosen = _selected(mine, checked_argnums(argnums, len(args)))
        _tracked(chosen)
        output, aux = _output_of(func(*mine, **by_name), has_aux)
    inputs, spec = ([chosen], None) if isinstance(chosen, Tensor) else tree_flatten(chosen)
    flat = _after(level, [output], inputs, None)
    found = flat[0] if spec is None else tree_unflatten(flat, spec)
    value = unwrapped(output, level)
    return found, (value, unwrapped(checked_aux(aux), level)) if has_aux else value


def grad(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the gradient of ``func``, which returns a tensor with one element and no dimension.

    Args:
        func: Takes tensors, or trees of them.
        argnums: Which positional argument, or arguments, the gradient is for.
        has_aux: ``func`` returns a pair, and so does the gradient: what stands beside the value is returned, too.

    Raises:
        RuntimeError: when called: the function returns something else, or there is no such argument.

    Example:
        >>> import wye
        >>> wye.grad(wye.sin)(wye.tensor(0.0))
        tensor(1.)
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if has_aux:
            found, value = _differentiated(func, argnums, True, args, kwargs)
            return found, value[1]
        return run_grad(func, argnums, args, kwargs, False)

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def _grad_trees(
    func: Callable[..., Any], argnums: Argnums, args: tuple[Any, ...], kwargs: dict[str, Any], with_value: bool
) -> Any:
    """What `run_grad` does, for trees and everything else that is unusual."""
    _prepare()
    found = _differentiated(func, argnums, False, args, kwargs)
    return found if with_value else found[0]


def _prepare() -> None:
    """Load autograd, and give the engine what it needs to run a level itself."""
    load()
    ones, zeros = aten.ones_like.default, aten.zeros_like.default
    engine.configure_entries(None, None, None, None, hooks_in_effect, _NO_HOOKS, ones, zeros)


def _finish(level: GradInterpreter, result: Any, inputs: Sequence[Any]) -> list[Any]:
    """The gradients of a value that is not what it mostly is: a number that depends on the inputs."""
    return _after(level, [_output_of(result, False)[0]], inputs, None)


def _output_of(result: Any, has_aux: bool) -> tuple[Any, Any]:
    """A function's value, checked, and what it returned beside it."""
    aux = None
    if has_aux:
        if not (isinstance(result, tuple) and len(result) == 2):
            raise RuntimeError(
                "grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True"
            )
        result, aux = result
    if not isinstance(result, Tensor):
        raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(result)}")
    if result.dim() != 0:
        raise RuntimeError(
            "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
            f"{result.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
        )
    return result, aux


def checked_aux(aux: Any) -> Any:
    """A tree of tensors that a function returned beside its value, checked.

    Raises:
        RuntimeError: it holds something else.
    """
    for leaf in tree_flatten(aux)[0]:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")
    return aux


engine.configure_entries(None, None, _grad_trees, _finish)


# ---- vjp ----


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """A function's value, and the function that maps gradients of its outputs to gradients of its inputs.

    Args:
        func: Takes ``primals``, and returns a tensor or a tree of them.
        primals: Tensors, or trees of them.
        has_aux: ``func`` returns a pair: the outputs, and a tree of tensors that is returned as a third result.

    Returns:
        ``(outputs, vjp_fn)``, or ``(outputs, vjp_fn, aux)``.

    Raises:
        RuntimeError: the function returns no tensors.
    """
    level, mine, result = engine.run_at_level(func, primals) or _at_level(func, primals)
    aux = None
    if has_aux:
        if not (isinstance(result, tuple) and len(result) == 2):
            raise RuntimeError(
                "vjp(f, *primals): output of function f should be a tuple: (output, aux) if has_aux is True"
            )
        result, aux = result
    outputs, spec = ([result], None) if type(result) is Tensor else tree_flatten(result)
    _check_outputs(result, outputs)
    inputs, in_spec = (mine, None) if type(mine) is list else tree_flatten(mine)
    plain = unwrapped(result, level)
    shown_aux = unwrapped(checked_aux(aux), level) if has_aux else None

    def pull_back(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        """The gradients of the inputs, given those of the outputs."""
        starts = [cotangents] if spec is None and type(cotangents) is Tensor else _checked_starts(cotangents, result)
        found = _after(level, outputs, inputs, starts, retain_graph, create_graph)
        return tuple(found) if in_spec is None else tree_unflatten(found, in_spec)

    return (plain, pull_back, shown_aux) if has_aux else (plain, pull_back)


def _at_level(func: Callable[..., Any], primals: tuple[Any, ...]) -> tuple[GradInterpreter, Any, Any]:
    """Call a function at a new level that follows all its arguments: the level, the arguments there, the result."""
    _prepare()
    with level_of() as level:
        mine = _tracked(_wrapped(primals, level))
        return level, mine, func(*mine)


def _checked_starts(cotangents: Any, result: Any) -> list[Any]:
    starts, own = tree_flatten(cotangents)
    spec = tree_flatten(result)[1]
    if own != spec:
        raise RuntimeError(
            "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
            f"function. cotangents: {treespec_pprint(own)}, primal output: {treespec_pprint(spec)}"
        )
    return starts


def _check_outputs(result: Any, outputs: Sequence[Any]) -> None:
    if not outputs or result is None:
        raise RuntimeError(
            f"vjp(f, *primals): Expected f to be a function that has non-empty output (got output = {result})"
        )
    for leaf in outputs:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                f"vjp(f, *primals): expected f(*primals) to return only tensors, got unsupported type {type(leaf)}"
            )


def _after(
    level: GradInterpreter,
    outputs: Sequence[Any],
    inputs: Sequence[Any],
    starts: Sequence[Any] | None,
    retain_graph: bool = True,
    create_graph: bool | None = None,
) -> list[Any]:
    """Run the backward pass of a level that has ended, at whatever level is on top now.

    The graph consists of wrappers of the level, which count as the tensors inside by now; so what is computed belongs
    to the levels that are running, which record it, if gradients are recorded there.
    """
    for output, start in zip(outputs, starts or (), strict=starts is not None):
        if tuple(start.shape) != tuple(output.shape):
            raise RuntimeError(
                f"Mismatch in shape: grad_output[0] has a shape of {start.shape} and output[0] has a shape of "
                f"{output.shape}."
            )
    again = is_grad_enabled() if create_graph is None else create_graph
    found = gradients(outputs, inputs, starts, again=again, keep_graph=retain_graph)
    return [unwrapped(one, level) for one in found]


# ---- jacobians ----


def jacrev(
    func: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
    _preallocate_and_copy: bool = False,
) -> Callable[..., Any]:
    """A function that returns the Jacobian of ``func``, computed from its outputs back to its inputs.

    Args:
        func: Takes tensors, or trees of them, and returns a tensor or a tree of them.
        argnums: Which positional argument, or arguments, the Jacobian is for.
        has_aux: ``func`` returns a pair: the outputs, and a tree of tensors that is returned beside the Jacobian.
        chunk_size: How many rows are computed at once; None: all; 1: without vmap.

    Returns:
        A function that returns a tree like the outputs, of trees like the inputs, of tensors with the output's
        dimensions, then the input's.
    """
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        chosen = checked_argnums(argnums, len(args))
        called, primals = of_chosen(func, chosen, args, kwargs)
        outputs, pull_back, *aux = vjp(called, *primals, has_aux=has_aux)
        if type(outputs) is Tensor and all(type(x) is Tensor for x in primals):
            of_one = _of_one_output(outputs, pull_back, primals, chunk_size)
            single = of_one[0] if isinstance(chosen, int) else of_one
            return (single, aux[0]) if has_aux else single
        flat, spec = tree_flatten(outputs)
        _check_floating(flat)
        check_real("jacrev", tree_flatten(primals)[0], "input")
        check_real("jacrev", flat, "output")
        rows = _rows(pull_back, _basis(flat, spec), chunk_size)
        made = _split_rows(rows, flat, spec, primals)
        made = tree_map(lambda trees: trees[0] if isinstance(chosen, int) else tuple(trees), made, is_leaf=_is_primals)
        return (made, aux[0]) if has_aux else made

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def _of_one_output(output: Any, pull_back: Any, primals: tuple[Any, ...], chunk_size: int | None) -> tuple[Any, ...]:
    """The Jacobian of one tensor for each of some tensors: what `jacrev` does with trees, in fewer steps."""
    _check_floating([output])
    check_real("jacrev", primals, "input")
    check_real("jacrev", [output], "output")
    n = output.numel()
    rows = aten.new_zeros.default(output, [n, n])
    aten.fill_.Scalar(aten.diagonal.default(rows), 1)
    found = _rows(pull_back, aten.view.default(rows, [n, *output.shape]), chunk_size)
    parts = [aten.split_with_sizes.default(x, [n], 0)[0] for x in found]  # as for several outputs: modes see it
    return tuple([aten.view.default(x, [*output.shape, *x.shape[1:]]) for x in parts])


def _rows(pull_back: Callable[..., Any], basis: Any, chunk_size: int | None) -> Any:
    """Gradients of a batch of cotangents; chunks of one are passes without vmap, which can do whatever backward can."""
    leaves, spec = tree_flatten(basis)
    count = leaves[0].shape[0]
    if chunk_size != 1 or not count:
        return vmap(pull_back, chunk_size=chunk_size)(basis)
    found = [pull_back(tree_unflatten([aten.select.int(x, 0, i) for x in leaves], spec)) for i in range(count)]
    return tree_map(lambda *ones: aten.stack.default(list(ones)), *found)


def of_chosen(
    func: Callable[..., Any], chosen: Argnums, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A function of the chosen arguments alone, to be called at a level, and these.

    The other arguments belong to that level, too: the function may write to them.
    """
    places = (chosen,) if isinstance(chosen, int) else chosen
    own = {place % len(args) for place in places}

    def called(*primals: Any) -> Any:
        whole = list(args)
        if len(own) < len(whole):
            level: Any = stack_of_thread()[-1]
            whole = [one if number in own else _wrapped(one, level) for number, one in enumerate(whole)]
        for place, primal in zip(places, primals, strict=True):
            whole[place] = primal
        return func(*whole, **kwargs)

    return called, tuple(args[place] for place in places)


def check_real(api: str, leaves: Sequence[Any], what: str) -> None:
    """Refuse complex numbers, of which a Jacobian is not one.

    Raises:
        RuntimeError: there are some.
    """
    for i, x in enumerate(leaves):
        if x.dtype.is_complex:
            raise RuntimeError(
                f"{api}: Expected all {what}s to be real but received complex tensor at flattened {what} idx: {i}"
            )


def _check_floating(leaves: Sequence[Any]) -> None:
    for x in leaves:
        if not (x.dtype.is_floating_point or x.dtype.is_complex):
            raise RuntimeError(
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype "
                f"{x.dtype}"
            )


class _Primals(tuple[Any, ...]):
    """One tree for each argument."""

    __slots__ = ()


def _is_primals(value: Any) -> bool:
    return type(value) is _Primals


def _basis(flat: Sequence[Any], spec: TreeSpec) -> Any:
    """A batch of cotangents: one for each element of the outputs."""
    total = sum(x.numel() for x in flat)
    made, start = [], 0
    for x in flat:
        n = x.numel()
        rows = aten.new_zeros.default(x, [total, n])
        aten.fill_.Scalar(aten.diagonal.default(rows, -start), 1)
        made.append(aten.view.default(rows, [total, *x.shape]))
        start += n
    return tree_unflatten(made, spec)


def _split_rows(rows: tuple[Any, ...], flat: Sequence[Any], spec: TreeSpec, primals: tuple[Any, ...]) -> Any:
    """Rows of all outputs as a tree like the outputs, of one tree for each argument."""
    sizes = [x.numel() for x in flat]
    leaves, row_spec = tree_flatten(rows)
    parts = [aten.split_with_sizes.default(leaf, sizes, 0) for leaf in leaves]
    made = []
    for i, x in enumerate(flat):
        trees = tree_unflatten([aten.view.default(part[i], [*x.shape, *part[i].shape[1:]]) for part in parts], row_spec)
        made.append(_Primals(trees))
    return tree_unflatten(made, spec)
