"""`jvp`, `jacfwd`, `hessian`: derivatives in a direction.

A direction goes through the reverse pass twice: the gradient of ``<u, f(x)>`` is linear in u, and its own gradient with
respect to u, in the direction of the tangents, is the derivative of f.  So every operator that can be differentiated
twice has a jvp, at a level of its own as in `grad`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from wye.call.packets import ops
from wye.call.py_impl import TransformType
from wye.pytree import tree_flatten, tree_map_only, tree_unflatten
from wye.tensors import Tensor
from wye.transforms.grad_level import GradInterpreter, track
from wye.transforms.gradients import (
    check_real,
    checked_argnums,
    checked_aux,
    gradients,
    level_of,
    of_chosen,
    unwrapped,
)
from wye.transforms.vmap import vmap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.transforms.gradients import Argnums

__all__ = ["JvpInterpreter", "hessian", "jacfwd", "jvp"]

aten: Any = ops.aten
_WHERE = "jvp(f, primals, tangents): "


class JvpInterpreter(GradInterpreter):
    """The level of `jvp`."""

    __slots__ = ()
    kind = TransformType.Jvp

    def prev_fwd_grad_mode(self) -> bool:
        """May tangents be computed around the transform?  Always."""
        return True


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
    flat, directions, spec = _checked(primals, tangents)
    with level_of(JvpInterpreter) as level:
        leaves = [track(x, level) for x in flat]
        for leaf in leaves:
            leaf._requires_grad = True
        inputs = [aten.clone.default(leaf) for leaf in leaves]  # a function may write to its arguments
        result, aux = func(*tree_unflatten(inputs, spec)), None
        if has_aux:
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(f"{_WHERE}output of function f should be a tuple: (output, aux) if has_aux is True")
            result, aux = result
        outputs, out_spec = tree_flatten(result)
        _check_outputs(result, outputs)
        if strict and not all(_requires_grad(x, level) for x in outputs):
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
                "allowed with strict=True."
            )
        found = tree_unflatten(_pushed(outputs, leaves, directions), out_spec)
        shown = unwrapped(result, level), unwrapped(found, level)
        return (*shown, unwrapped(checked_aux(aux), level)) if has_aux else shown


def _requires_grad(tensor: Any, level: GradInterpreter) -> bool:
    data = tensor._data
    return getattr(type(data), "__name__", "") == "GradArray" and data.owner is level and tensor._requires_grad


def _pushed(outputs: Sequence[Any], inputs: Sequence[Any], directions: Sequence[Any]) -> list[Any]:
    """The derivatives of outputs in a direction."""
    weights = [aten.zeros_like.default(x) for x in outputs]
    used = [i for i, x in enumerate(outputs) if x._requires_grad]
    for i in used:
        weights[i]._requires_grad = True
    if not used:
        return weights
    pulled = gradients([outputs[i] for i in used], inputs, [weights[i] for i in used], again=True)
    found = gradients(pulled, [weights[i] for i in used], directions)
    made = [aten.zeros_like.default(x) for x in outputs]
    for i, one in zip(used, found, strict=True):
        made[i] = one
    return made


def _checked(primals: Any, tangents: Any) -> tuple[list[Any], list[Any], Any]:
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_WHERE}Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
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
        if not (x.dtype.is_floating_point or x.dtype.is_complex):
            raise ValueError(f"Expected primal to be floating point or complex, but got: {x.dtype}")
        if tuple(x.shape) != tuple(direction.shape):
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is "
                f"not supported. Tensor is of size {list(x.shape)} while the given forward gradient is of size "
                f"{list(direction.shape)}."
            )
    return flat, directions, spec


def _check_outputs(result: Any, outputs: Sequence[Any]) -> None:
    if not outputs:
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

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        chosen = checked_argnums(argnums, len(args))
        called, primals = of_chosen(func, chosen, args, kwargs)
        flat, spec = tree_flatten(primals)
        sizes = [x.numel() for x in flat]
        check_real("jacfwd", flat, "input")

        def push(*directions: Any) -> Any:
            return jvp(called, primals, tree_unflatten(directions, spec), has_aux=has_aux)[1:]

        columns = vmap(push, randomness=randomness, chunk_size=chunk_size, out_dims=(0, 0)[: 1 + has_aux])
        found = columns(*_directions(flat, sizes))
        outputs, out_spec = tree_flatten(found[0])
        check_real("jacfwd", outputs, "output")
        made = [_one_output(x, flat, sizes, spec, chosen) for x in outputs]
        jacobian = tree_unflatten(made, out_spec)
        if not has_aux:
            return jacobian
        return jacobian, tree_map_only(Tensor, lambda x: aten.select.int(x, 0, 0), found[1])

    return wrapper


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
    shaped = [aten.reshape.default(part, [*columns.shape[1:], *x.shape]) for part, x in zip(parts, flat, strict=True)]
    trees = tree_unflatten(shaped, spec)
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
