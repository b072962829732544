"""Transform stacks of the matrix, for any library with PyTorch's names, and the same by loops and plain autograd.

Both get the library, a function of one tensor, and numbers; they return tensors that must be equal.  `STACKS` may use
transforms, `LOOPS` uses none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.unit.transforms.matrix_functions import SHAPE

if TYPE_CHECKING:
    from collections.abc import Callable

SIZE = 3  # examples in a batch


class Inputs:
    """Numbers for a stack, the same for every library."""

    def __init__(self, xp: Any) -> None:
        rng = np.random.default_rng(7)

        def tensor(*shape: int) -> Any:
            return xp.from_numpy(rng.standard_normal(shape))

        self.one, self.direction, self.weight = tensor(*SHAPE), tensor(*SHAPE), tensor(*SHAPE)
        self.batch, self.directions = tensor(SIZE, *SHAPE), tensor(SIZE, *SHAPE)
        self.grid = tensor(2, SIZE, *SHAPE)
        self.cotangents = tensor(400)  # as many are taken as a result has elements

    def cotangent(self, like: Any) -> Any:
        return self.cotangents[: like.numel()].reshape(like.shape)


def _func(xp: Any) -> Any:
    """The module with `grad` and its relatives: torch.func, or wye itself."""
    return getattr(xp, "func", xp)


def _scalar(fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function with one number as its result."""
    return lambda x: (fn(x) ** 2).sum()


def _pulled(xp: Any, fn: Callable[[Any], Any], given: Inputs) -> Callable[[Any], Any]:
    def pulled(x: Any) -> Any:
        output, pull_back = _func(xp).vjp(fn, x)
        return pull_back(given.cotangent(output))[0]

    return pulled


def _square_of_grad(xp: Any, fn: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: (_func(xp).grad(_scalar(fn))(x) ** 2).sum()


def _with_weight(fn: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda weight, x: _scalar(fn)(weight * x)


def _per_sample(xp: Any, fn: Any, given: Inputs) -> Any:
    mapped = xp.vmap(_func(xp).grad(_with_weight(fn), argnums=(0, 1)), in_dims=(None, 1), out_dims=(1, 0))
    return mapped(given.weight, given.batch.movedim(0, 1))


def _jvp_of(xp: Any, fn: Any, x: Any, direction: Any) -> Any:
    return _func(xp).jvp(fn, (x,), (direction,))


STACKS: dict[str, Callable[[Any, Any, Inputs], Any]] = {
    "grad": lambda xp, fn, g: _func(xp).grad_and_value(_scalar(fn))(g.one),
    "vmap": lambda xp, fn, g: xp.vmap(fn)(g.batch),
    "vmap(vmap)": lambda xp, fn, g: xp.vmap(xp.vmap(fn, in_dims=1), in_dims=2)(g.grid.permute(2, 1, 0, 3)),
    "grad(grad)": lambda xp, fn, g: _func(xp).grad(_square_of_grad(xp, fn))(g.one),
    "vmap(grad)": lambda xp, fn, g: xp.vmap(_func(xp).grad(_scalar(fn)))(g.batch),
    "grad(vmap)": lambda xp, fn, g: _func(xp).grad(lambda xs: xp.vmap(_scalar(fn))(xs).prod())(g.batch),
    "jacrev": lambda xp, fn, g: _func(xp).jacrev(fn)(g.one),
    "jacfwd": lambda xp, fn, g: _func(xp).jacfwd(fn)(g.one),
    "hessian": lambda xp, fn, g: _func(xp).hessian(_scalar(fn))(g.one),
    "jvp(vjp)": lambda xp, fn, g: _jvp_of(xp, _pulled(xp, fn, g), g.one, g.direction),
    "vmap(jvp)": lambda xp, fn, g: xp.vmap(lambda x, v: _jvp_of(xp, fn, x, v), in_dims=(0, 0))(g.batch, g.directions),
    "vmap(hessian)": lambda xp, fn, g: xp.vmap(_func(xp).hessian(_scalar(fn)), out_dims=-1)(g.batch),
    "vjp(vmap)": lambda xp, fn, g: _pulled(xp, xp.vmap(fn, out_dims=-1), g)(g.batch),
    "vmap(grad) of samples": _per_sample,
    "vmap in chunks": lambda xp, fn, g: xp.vmap(fn, chunk_size=2)(g.batch),
    "vmap(jacrev) in chunks": lambda xp, fn, g: xp.vmap(_func(xp).jacrev(fn, chunk_size=1), chunk_size=2)(g.batch),
}


# ---- loops and plain autograd ----


def _leaf(x: Any) -> Any:
    return x.detach().clone().requires_grad_()


def _grad(xp: Any, output: Any, x: Any, *, again: bool = False) -> Any:
    return xp.autograd.grad(output, x, create_graph=again)[0]


def _rows(xp: Any, output: Any, x: Any, *, again: bool = False) -> Any:
    """The Jacobian, one backward pass for each row."""
    flat = output.reshape(-1)
    made = [
        xp.autograd.grad(flat[i], x, retain_graph=True, create_graph=again, materialize_grads=True)[0]
        for i in range(flat.numel())
    ]
    return xp.stack(made).reshape([*output.shape, *x.shape])


def _jacobian(xp: Any, fn: Any, x: Any) -> Any:
    leaf = _leaf(x)
    return _rows(xp, fn(leaf), leaf)


def _plain_grad(xp: Any, fn: Any, x: Any) -> Any:
    leaf = _leaf(x)
    return _grad(xp, fn(leaf), leaf)


def _plain_hessian(xp: Any, fn: Any, x: Any) -> Any:
    leaf = _leaf(x)
    return _rows(xp, _grad(xp, fn(leaf), leaf, again=True), leaf)


def _plain_jvp(xp: Any, fn: Any, x: Any, direction: Any) -> tuple[Any, Any]:
    jacobian = _jacobian(xp, fn, x)
    rank = jacobian.ndim - x.ndim
    return fn(x).detach(), (jacobian * direction).sum(tuple(range(rank, jacobian.ndim)))


def _by_grad_of_grad(xp: Any, fn: Any, g: Inputs) -> Any:
    leaf = _leaf(g.one)
    return _grad(xp, (_grad(xp, _scalar(fn)(leaf), leaf, again=True) ** 2).sum(), leaf)


def _by_pulled(xp: Any, fn: Any, g: Inputs) -> Callable[[Any], Any]:
    def pulled(x: Any) -> Any:
        leaf = x if x.requires_grad else _leaf(x)
        output = fn(leaf)
        return _grad(xp, (output * g.cotangent(output)).sum(), leaf, again=True)

    return pulled


def _stacked_grid(xp: Any, fn: Any, g: Inputs) -> Any:
    return xp.stack([xp.stack([fn(x) for x in row]) for row in g.grid])


def _by_samples(xp: Any, fn: Any, g: Inputs) -> Any:
    made = []
    for x in g.batch:
        leaves = _leaf(g.weight), _leaf(x)
        made.append(xp.autograd.grad(_with_weight(fn)(*leaves), leaves))
    return xp.stack([a for a, _ in made], 1), xp.stack([b for _, b in made])


def _stacked_jvp(xp: Any, fn: Any, g: Inputs) -> Any:
    pairs = [_plain_jvp(xp, fn, x, v) for x, v in zip(g.batch, g.directions, strict=True)]
    return tuple(xp.stack(column) for column in zip(*pairs, strict=True))


def _by_grad_of_product(xp: Any, fn: Any, g: Inputs) -> Any:
    leaf = _leaf(g.batch)
    return _grad(xp, xp.stack([_scalar(fn)(x) for x in leaf]).prod(), leaf)


def _mapped_last(xp: Any, fn: Any) -> Callable[[Any], Any]:
    return lambda xs: xp.stack([fn(x) for x in xs], -1)


LOOPS: dict[str, Callable[[Any, Any, Inputs], Any]] = {
    "grad": lambda xp, fn, g: (_plain_grad(xp, _scalar(fn), g.one), _scalar(fn)(g.one)),
    "vmap": lambda xp, fn, g: xp.stack([fn(x) for x in g.batch]),
    "vmap(vmap)": _stacked_grid,
    "grad(grad)": _by_grad_of_grad,
    "vmap(grad)": lambda xp, fn, g: xp.stack([_plain_grad(xp, _scalar(fn), x) for x in g.batch]),
    "grad(vmap)": _by_grad_of_product,
    "jacrev": lambda xp, fn, g: _jacobian(xp, fn, g.one),
    "jacfwd": lambda xp, fn, g: _jacobian(xp, fn, g.one),
    "hessian": lambda xp, fn, g: _plain_hessian(xp, _scalar(fn), g.one),
    "jvp(vjp)": lambda xp, fn, g: _plain_jvp(xp, _by_pulled(xp, fn, g), g.one, g.direction),
    "vmap(jvp)": _stacked_jvp,
    "vmap(hessian)": lambda xp, fn, g: xp.stack([_plain_hessian(xp, _scalar(fn), x) for x in g.batch], -1),
    "vjp(vmap)": lambda xp, fn, g: _by_pulled(xp, _mapped_last(xp, fn), g)(g.batch).detach(),
    "vmap(grad) of samples": _by_samples,
    "vmap in chunks": lambda xp, fn, g: xp.stack([fn(x) for x in g.batch]),
    "vmap(jacrev) in chunks": lambda xp, fn, g: xp.stack([_jacobian(xp, fn, x) for x in g.batch]),
}


def flat(value: Any) -> list[Any]:
    """The tensors of a result, as arrays."""
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in flat(item)]
    return [np.array(value.detach().numpy())]
