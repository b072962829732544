"""`jvp`, `jacfwd`, `hessian`: derivatives in a direction.

Each jvp is a level of the stack of transforms at which tensors have tangents: see Note [A call inside jvp].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.forward_ad import check_pair
from wye.autograd.forward_mode import enter_thread, leave_thread, thread
from wye.autograd.loading import load
from wye.call.packets import ops
from wye.pytree import tree_flatten, tree_map_only, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.grad_level import untracked, wrapper_at
from wye.transforms.gradients import check_real, checked_argnums, checked_aux, of_chosen, unwrapped
from wye.transforms.interpreters import ENTER, stack_of_thread
from wye.transforms.naming import named_like
from wye.transforms.tangent_level import JvpInterpreter, dual, inner_tangent
from wye.transforms.vmap import vmap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.transforms.gradients import Argnums

__all__ = [
    "JvpInterpreter",
    "check_outputs",
    "checked_tangents",
    "hessian",
    "jacfwd",
    "jvp",
    "level_of_tangents",
    "taken_apart",
]

aten: Any = ops.aten
_WHERE = "jvp(f, primals, tangents): "


class level_of_tangents:  # noqa: N801 - used as a function in `with`
    """A level at which tensors have tangents.

    Raises:
        RuntimeError: a program has entered a level of forward mode by itself.
    """

    __slots__ = ("_enabled", "_mine")

    def __enter__(self) -> JvpInterpreter:
        load()
        enter_thread()
        stack = stack_of_thread()
        self._mine = mine = JvpInterpreter(stack)
        self._enabled, thread.enabled = thread.enabled, True
        stack.append(mine)
        ENTER.__enter__()
        return mine

    def __exit__(self, *error: object) -> None:
        ENTER.__exit__(*error)
        thread.enabled = self._enabled
        self._mine.is_running = False
        self._mine._stack.pop()
        leave_thread()


def jvp(func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> Any:
    """A function's value and its derivative in a direction.

    Args:
        func: Takes ``primals``, and returns a tensor or a tree of them.
        primals: A tuple of tensors, or of trees of them.
        tangents: The direction: of the same structure and shapes.
        strict: Refuse an output that does not depend on the inputs, instead of giving zeros.
        has_aux: ``func`` returns a pair: the outputs, and a tree of tensors that is returned as a third result.

    Returns:
        ``(outputs, derivative)``, or ``(outputs, derivative, aux)``.

    Raises:
        RuntimeError: primals and tangents do not fit, or the function returns no tensors.
        ValueError: a primal's elements are no floating point numbers.

    Example:
        >>> import wye
        >>> x = wye.tensor(0.0)
        >>> wye.jvp(wye.sin, (x,), (wye.tensor(2.0),))
        (tensor(0.), tensor(2.))
    """
    flat, directions, spec = checked_tangents(primals, tangents)
    with level_of_tangents() as level:
        duals = [dual(x, direction, level) for x, direction in zip(flat, directions, strict=True)]
        result, aux = func(*(duals if spec is None else tree_unflatten(duals, spec))), None
        if has_aux:
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(f"{_WHERE}output of function f should be a tuple: (output, aux) if has_aux is True")
            result, aux = result
        outputs, out_spec = ([result], None) if type(result) is Tensor else tree_flatten(result)
        check_outputs(result, outputs)
        pairs = [taken_apart(x, level, strict) for x in outputs]
        shown_aux = unwrapped(checked_aux(aux), level) if has_aux else None
    values = [_as_output(value, flat) for value, _ in pairs]
    found = [aten.zeros_like.default(value) if t is None else t for value, t in pairs]
    if out_spec is None:
        return (values[0], found[0], shown_aux) if has_aux else (values[0], found[0])
    shown = tree_unflatten(values, out_spec), tree_unflatten(found, out_spec)
    return (*shown, shown_aux) if has_aux else shown


def taken_apart(tensor: Any, level: JvpInterpreter, strict: bool = False) -> tuple[Any, Any]:
    """An output and its tangent, which is None for zeros, without the wrappers of a level."""
    tensor = untracked(tensor)
    tangent = inner_tangent(tensor, level)
    if strict and tangent is None:
        raise RuntimeError(
            "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
            "allowed with strict=True."
        )
    mine = wrapper_at(tensor, level)
    return tensor if mine is None else mine.inner, tangent


def _as_output(value: Any, inputs: Sequence[Any]) -> Any:
    """An output as the function returns it: another tensor than an input, with a step of history of its own."""
    if value._requires_grad or any(value is one for one in inputs):
        return aten.alias.default(value)
    return value


def _are_tensors(values: tuple[Any, ...]) -> bool:
    return bool(values) and all(type(value) is Tensor for value in values)


def checked_tangents(primals: Any, tangents: Any) -> tuple[list[Any], list[Any], Any]:
    """The leaves of primals and of tangents that fit them, and their structure; None: they are tuples of tensors.

    Raises:
        RuntimeError: they do not fit.
        ValueError: their elements are no floating point numbers.
    """
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_WHERE}Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    if type(tangents) is tuple and len(primals) == len(tangents) and _are_tensors(primals) and _are_tensors(tangents):
        flat, directions, spec, own = [*primals], [*tangents], None, None
    else:
        flat, spec = tree_flatten(primals)
        directions, own = tree_flatten(tangents)
    if spec != own:
        raise RuntimeError(
            f"{_WHERE}Expected primals and tangents to have the same python structure. For example, if primals is a "
            f"tuple of 3 tensors, tangents also must be. Got primals with structure {spec} and tangents with "
            f"structure {own}"
        )
    for name, leaves in (("primals", flat), ("tangents", directions)):
        if not leaves:
            raise RuntimeError(f"{_WHERE}Expected {name} to contain at least one Tensor.")
        for leaf in leaves:
            if not isinstance(leaf, Tensor):
                raise RuntimeError(f"{_WHERE}Expected {name} to only contain Tensors, got {type(leaf)}")
    for x, direction in zip(flat, directions, strict=True):
        check_pair(x, direction)
    return flat, directions, spec


def check_outputs(result: Any, outputs: Sequence[Any]) -> None:
    """Refuse outputs that are no tensors.

    Raises:
        RuntimeError: there are some, or there is no output.
    """
    if not outputs or result is None:
        raise RuntimeError(f"{_WHERE}Expected f to be a function that has non-empty output (got output = {result})")
    for leaf in outputs:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                f"{_WHERE}expected f(*primals) to return only tensors, got unsupported type {type(leaf)}"
            )


def jacfwd(
    func: Callable[..., Any],
    argnums: Argnums = 0,
    has_aux: bool = False,
    *,
    chunk_size: int | None = None,
    randomness: str = "error",
) -> Callable[..., Any]:
    """A function that returns the Jacobian of ``func``, computed from its inputs on, one direction for each element.

    Args:
        func: Takes tensors, or trees of them, and returns a tensor or a tree of them.
        argnums: Which positional argument, or arguments, the Jacobian is for.
        has_aux: ``func`` returns a pair: the outputs, and a tree of tensors that is returned beside the Jacobian.
        chunk_size: How many columns are computed at once; None: all.
        randomness: As of `vmap`: what random operators in ``func`` do.

    Returns:
        A function that returns a tree like the outputs, of trees like the inputs, of tensors with the output's
        dimensions, then the input's.
    """

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        chosen = checked_argnums(argnums, len(args))
        called, primals = of_chosen(func, chosen, args, kwargs)
        flat, spec = ([*primals], None) if _are_tensors(primals) else tree_flatten(primals)
        sizes = [x.numel() for x in flat]
        check_real("jacfwd", flat, "input")

        def push(*directions: Any) -> Any:
            tangents = directions if spec is None else tree_unflatten(directions, spec)
            return jvp(called, primals, tangents, has_aux=has_aux)[1:]

        columns = vmap(push, randomness=randomness, chunk_size=chunk_size)
        found = columns(*_directions(flat, sizes))
        outputs, out_spec = ([found[0]], None) if type(found[0]) is Tensor else tree_flatten(found[0])
        check_real("jacfwd", outputs, "output")
        made = [_one_output(x, flat, sizes, spec, chosen) for x in outputs]
        jacobian = made[0] if out_spec is None else tree_unflatten(made, out_spec)
        if not has_aux:
            return jacobian
        return jacobian, tree_map_only(Tensor, lambda x: aten.select.int(x, 0, 0), found[1])

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def _directions(flat: Sequence[Any], sizes: Sequence[int]) -> list[Any]:
    """A batch of directions: one for each element of the inputs."""
    made, start, total = [], 0, sum(sizes)
    for x, n in zip(flat, sizes, strict=True):
        rows = aten.new_zeros.default(x, [total, n])
        aten.fill_.Scalar(aten.diagonal.default(rows, -start), 1)
        made.append(aten.view.default(rows, [total, *x.shape]))
        start += n
    return made


def _one_output(columns: Any, flat: Sequence[Any], sizes: Sequence[int], spec: Any, chosen: Argnums) -> Any:
    """The Jacobian of one output, as a tree like the inputs."""
    last = aten.movedim.int(columns, 0, -1)
    parts = aten.split_with_sizes.default(last, list(sizes), -1)
    shaped = [aten.view.default(part, [*columns.shape[1:], *x.shape]) for part, x in zip(parts, flat, strict=True)]
    trees = tuple(shaped) if spec is None else tree_unflatten(shaped, spec)
    return trees[0] if isinstance(chosen, int) else trees


def hessian(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """A function that returns the Hessian of ``func``: `jacfwd` of `jacrev`.

    Args:
        func: Takes tensors, or trees of them, and returns a tensor or a tree of them.
        argnums: Which positional argument, or arguments, the Hessian is for.

    Example:
        >>> import wye
        >>> wye.hessian(lambda x: (x * x).sum())(wye.ones(2))
        tensor([[2., 0.],
                [0., 2.]])
    """
    from wye.transforms.gradients import jacrev  # here: a name of this package too

    return jacfwd(jacrev(func, argnums), argnums)
