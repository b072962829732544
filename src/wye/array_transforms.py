"""Transforms of functions of ndarrays: `grad`, `vmap` and the others, for functions written with NumPy.

Each takes tensors as `wye.transforms` does.  Where there are ndarrays, NumPy scalars or arrays among the arguments, or
Python floats where a gradient is taken, the function sees an `Array` for each, and results are ndarrays; where an outer
transform follows a result, they are arrays.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import wye.transforms as tensor_transforms
from wye import late_names
from wye._engine import engine
from wye.autograd.api import grad as gradients_of
from wye.autograd.loading import load
from wye.autograd.saved import hooks_in_effect
from wye.call.packets import ops
from wye.errors import ArgumentError
from wye.grad_mode import enable_grad, is_grad_enabled
from wye.modes.stack import dispatch_stack
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor
from wye.transforms.gradients import run_grad, run_grad_and_value
from wye.transforms.interpreters import stack_of_thread
from wye.transforms.naming import named_like
from wye.transforms.vmap import bare_vmap

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "entered", "functionalize", "grad", "grad_and_value", "has_arrays", "hessian", "inside_of_functions", "is_numpys",
    "jacfwd", "jacobian", "jacrev", "jvp", "linearize", "make_fx", "on_arrays", "value_and_grad", "vjp", "vmap",
]  # fmt: skip

clone: Any = ops.aten.clone.default
zeros_like: Any = ops.aten.zeros_like.default


def _are_tensors(values: Any) -> bool:
    for value in values:  # noqa: SIM110 - a loop is quicker than `all` with a generator
        if type(value) is not Tensor:
            return False
    return True


def is_numpys(value: Any) -> bool:
    """Is it an ndarray, a scalar of NumPy or an `Array`?  Neither NumPy nor this package's arrays are loaded for it."""
    kind = type(value)
    if kind.__module__ != "numpy" and all(cls.__module__ not in ("numpy", "wye.numpy.arrays") for cls in kind.__mro__):
        return False
    return hasattr(kind, "__array_priority__")  # neither a dtype nor a universal function


def has_arrays(tree: Any) -> bool:
    """Is there an ndarray, a scalar of NumPy or an `Array` in a tree?"""
    return any(map(is_numpys, tree_leaves(tree, is_leaf=is_numpys)))


def _wants_arrays(tree: Any, differentiated: Any = None) -> bool:
    """Is this a call with ndarrays; or with Python numbers, and no tensor, where a gradient is taken?"""
    if any(map(is_numpys, tree[0])) or has_arrays(tree):
        return True
    leaves = tree_leaves(differentiated)
    return any(isinstance(leaf, (float, complex)) for leaf in leaves) and not any(
        isinstance(leaf, Tensor) for leaf in tree_leaves(tree)
    )


# ---- values in, values out ----


def _entered(tree: Any) -> Any:
    """A tree whose arrays are tensors."""
    from wye.numpy.arrays import as_tensor  # here: it loads NumPy

    return tree_map(lambda one: as_tensor(one) if is_numpys(one) else one, tree, is_leaf=is_numpys)


def _differentiable(tree: Any, name: str) -> Any:
    """The same, and floats, for an argument that a gradient is taken of.

    Raises:
        ArgumentError: it holds numbers that have no gradient.
    """
    from wye.numpy.arrays import as_tensor

    def one(value: Any) -> Any:
        if not (is_numpys(value) or isinstance(value, (int, float, complex))):
            return value
        tensor = as_tensor(value)
        if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
            raise ArgumentError(
                f"{name}: a gradient is taken of an argument with elements of {tensor.dtype}, which has none",
                fix="give floats: 3.0 instead of 3, x.astype(float) instead of x",
            )
        return tensor

    return tree_map(one, tree, is_leaf=is_numpys)


@cache
def inside_of_functions() -> Any:
    """What a function of arrays is given, and what is active while it runs; their modules load NumPy."""
    from wye.numpy.arrays import Array
    from wye.numpy.joining import Joining

    return Array, Joining()


class _Inside:
    """A function of arrays as a function of tensors."""

    __slots__ = ("copies", "func", "keeps")

    def __init__(self, func: Callable[..., Any], *, copies: bool, keeps: bool | None = None) -> None:
        self.func, self.copies = func, copies  # of its arguments
        self.keeps = copies if keeps is None else keeps  # ndarrays: See Note [Operands that change later]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        Array, joining = inside_of_functions()  # noqa: N806 - a class
        before = self.keeps and engine.copy_arrays(True)
        try:
            with joining:
                if kwargs or not _are_tensors(args):
                    return as_tensors(self.func(*self._arrays(args), **(self._arrays(kwargs) if kwargs else kwargs)))
                given = [Array(clone(one)) for one in args] if self.copies else map(Array, args)
                result = self.func(*given)
        except Exception as error:
            from wye.numpy.outside import raise_explained

            raise_explained(error)
            raise
        finally:
            if self.keeps:
                engine.copy_arrays(before)
        return result._tensor if type(result) is Array else as_tensors(result)

    @property
    def __name__(self) -> str:
        return getattr(self.func, "__name__", repr(self.func))

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        return self.func  # whose parameters name the inputs of a graph

    def _arrays(self, tree: Any) -> Any:
        from wye.numpy.arrays import Array

        # A copy, so that the function may write to its argument, as programs of NumPy do; gradients pass it.
        if self.copies:
            return tree_map(lambda one: Array(clone(one)) if isinstance(one, Tensor) else one, tree)
        return tree_map(lambda one: Array(one) if isinstance(one, Tensor) else one, tree)


class _Traced(_Inside):
    """A function of arrays in a trace, where sizes may be symbols."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)]
        if all(type(size) is int for leaf in given for size in leaf.shape):
            return super().__call__(*args, **kwargs)
        from wye.numpy.symbolic_sizes import followed

        with followed():
            return super().__call__(*args, **kwargs)


def as_tensors(tree: Any) -> Any:
    """What a function of arrays returned, as tensors: arrays, ndarrays and numbers."""
    from wye.numpy.arrays import Array, as_tensor

    if type(tree) is Array:
        return tree._tensor

    def one(value: Any) -> Any:
        return as_tensor(value) if is_numpys(value) or isinstance(value, (int, float, complex)) else value

    return tree_map(one, tree, is_leaf=is_numpys)


def _left(tree: Any) -> Any:
    """Results of a transform as a program of ndarrays gets them; numbers are NumPy's scalars."""
    from wye.numpy.arrays import Array, to_ndarray

    def one(value: Any) -> Any:
        if not isinstance(value, Tensor):
            return value
        found = to_ndarray(value)
        return found if type(found) is Array or found.ndim else found[()]

    return one(tree) if isinstance(tree, Tensor) else tree_map(one, tree)


def _like_inputs(found: Any, given: Any) -> Any:
    """Gradients: ndarrays without dimensions where the argument was one, NumPy's scalars where it was a number."""
    from wye.numpy.arrays import to_ndarray

    if isinstance(found, Tensor):
        return to_ndarray(found) if hasattr(given, "__setitem__") else _left(found)
    leaves, inputs = tree_leaves(found), tree_leaves(given, is_leaf=is_numpys)
    if len(leaves) != len(inputs):
        return _left(found)
    shapes = {id(leaf): hasattr(before, "__array_interface__") and hasattr(before, "__setitem__")
              for leaf, before in zip(leaves, inputs, strict=True)}  # fmt: skip
    return tree_map(lambda one: to_ndarray(one) if shapes.get(id(one)) else _left(one), found)


# ---- gradients ----

# Note [Writes to what a gradient needs]
# Programs of NumPy write to arrays whose old values a gradient still needs: ``y = x[0] * x; x[0] = 1``.  Autograd
# refuses that when the gradient is computed, since one memory holds both.  Then the function runs again,
# functionalized: every write makes a new value, and views of it follow.  Such functions run twice; that it is so is
# remembered for the gradients of plain data.
# Broken by: a function whose second run does not compute what the first did.
# Guarded by: tests/unit/test_array_transforms.py


def _first_plain(run: Callable[[Any], Any], func: Callable[..., Any]) -> Any:
    """What ``run`` makes of a function of arrays; see Note [Writes to what a gradient needs]."""
    inside = func if isinstance(func, _Inside) else _Inside(func, copies=True)
    try:
        return run(inside)
    except RuntimeError as error:
        if not _is_of_a_write(error):
            raise
    return run(_functional(inside))


def _is_of_a_write(error: RuntimeError) -> bool:
    """Has autograd refused a write: to what it saved, or to one of several views (``for row in x: row *= 2``)?"""
    text = str(error)
    return "modified by an inplace operation" in text or "is a view and is being modified inplace" in text


def _functional(inside: Callable[..., Any]) -> Callable[..., Any]:
    return tensor_transforms.functionalize(inside)


def _selected(args: Any, argnums: Any) -> Any:
    try:
        return args[argnums] if isinstance(argnums, int) else tuple(args[number] for number in argnums)
    except (IndexError, TypeError):
        return None  # the transform of tensors says what is wrong


def _with_numbers(args: Any, argnums: Any, name: str) -> list[Any]:
    """The arguments with tensors for arrays, and for the numbers that a gradient is taken of."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    chosen = {number % len(args) for number in numbers if isinstance(number, int)}  # the transform refuses others
    return [_differentiable(arg, name) if i in chosen else _entered(arg) for i, arg in enumerate(args)]


def _leaf_of(args: Any, argnums: Any) -> Any:
    """A tensor of one argument that is plain data, outside of everything.  See Note [The outermost gradient]."""
    if len(args) != 1 or argnums != 0 or type(argnums) is not int:
        return None
    value = args[0]
    if type(value) is not float and type(value).__module__ != "numpy":
        return None
    if stack_of_thread() or dispatch_stack.thread.top is not None or hooks_in_effect.pairs:
        return None
    tensor = _as_tensor()(value)
    return tensor if tensor.dtype.is_floating_point else None


@cache
def _as_tensor() -> Any:
    """`as_tensor`; its module loads NumPy."""
    from wye.numpy.arrays import as_tensor

    load()
    return as_tensor


class _Gradient:
    """What `grad` and `grad_and_value` have in common: the gradient of a function of arrays, and its value."""

    __slots__ = ("argnums", "func", "has_aux", "inside", "plain", "writes")

    def __init__(self, func: Callable[..., Any], argnums: Any, has_aux: bool) -> None:
        self.func, self.argnums, self.has_aux = func, argnums, has_aux
        self.inside = _Inside(func, copies=True)
        self.writes = False  # to what its gradient needs, as far as is known
        self.plain = tensor_transforms.grad_and_value(self.inside, argnums, has_aux)

    def wants(self, args: Any, kwargs: Any) -> bool:
        """Are these arguments of a program of NumPy?"""
        if len(args) == 1 and type(args[0]).__module__ == "numpy":
            return True
        return _wants_arrays((args, kwargs), _selected(args, self.argnums))

    def __call__(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        leaf = None if kwargs or self.has_aux else _leaf_of(args, self.argnums)
        if leaf is not None:
            pair = None if self.writes else self._recorded(leaf)
            if pair is not None:
                found, value = pair
                return found if hasattr(args[0], "__setitem__") else found[()], value
        given = _with_numbers(args, self.argnums, "grad")
        named = _entered(kwargs) if kwargs else kwargs

        def run(inside: Any) -> Any:
            if inside is self.inside:
                return self.plain(*given, **named)
            return tensor_transforms.grad_and_value(inside, self.argnums, self.has_aux)(*given, **named)

        is_known = leaf is not None and self.writes
        found, value = run(_functional(self.inside)) if is_known else _first_plain(run, self.inside)
        return _like_inputs(found, _selected(args, self.argnums)), _left(value)

    # Note [The outermost gradient]
    # Where no transform and no mode is around, and the one argument is plain data, a level of its own would only wrap
    # every tensor once more: autograd records the calls of a leaf, and one pass gives its gradient.  A transform inside
    # the function makes levels as ever, above tensors that require gradients.
    # Broken by: a leaf that anybody else has, or a value that keeps its history.
    # Guarded by: tests/unit/test_array_transforms.py

    def _recorded(self, leaf: Any) -> tuple[Any, Any] | None:
        """The gradient of a leaf, and the value; None: something unusual, for the transform of tensors to do or say."""
        leaf._requires_grad = True
        try:
            if is_grad_enabled():
                value = self.inside(leaf)
            else:
                with enable_grad():
                    value = self.inside(leaf)
        except RuntimeError as error:
            if not _is_of_a_write(error):
                raise
            self.writes = True
            return None
        if type(value) is not Tensor or value.dim() or not value.dtype.is_floating_point:
            return None
        found = None
        try:
            if value._requires_grad:
                quick = engine.try_grad(value, [leaf], None, False, False)
                found = (quick or gradients_of(value, [leaf], allow_unused=True))[0]
        except RuntimeError as error:
            if not _is_of_a_write(error):
                raise
            self.writes = True
            return None
        gradient = (zeros_like(leaf) if found is None else found).numpy(force=True)
        return gradient if gradient.flags.c_contiguous else gradient.copy(), value._data[()]


def grad_and_value(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The gradient of a function, and its value; see `wye.transforms.grad_and_value`, which takes tensors alone."""
    of_arrays: _Gradient | None = None

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal of_arrays
        if _are_tensors(args):
            return run_grad_and_value(func, argnums, has_aux, args, kwargs)
        if of_arrays is None:
            of_arrays = _Gradient(func, argnums, has_aux)
        if not of_arrays.wants(args, kwargs):
            return run_grad_and_value(func, argnums, has_aux, args, kwargs)
        return of_arrays(args, kwargs)

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def grad(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the gradient of ``func``, which returns one number.

    Args:
        func: Takes tensors, or ndarrays and Python floats, or trees of them.
        argnums: Which positional argument, or arguments, the gradient is for.
        has_aux: ``func`` returns a pair, and so does the gradient: what stands beside the value is returned, too.

    Raises:
        RuntimeError: when called: the function returns something else, or there is no such argument.

    Example:
        >>> import numpy as np, wye
        >>> wye.grad(lambda x: np.sum(np.sin(x)))(np.zeros(2))
        array([1., 1.])
    """
    of_arrays: _Gradient | None = None

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        nonlocal of_arrays
        if _are_tensors(args) and not has_aux:
            return run_grad(func, argnums, args, kwargs, False)
        if of_arrays is None:
            of_arrays = _Gradient(func, argnums, has_aux)
        if _are_tensors(args) or not of_arrays.wants(args, kwargs):
            found, value = run_grad_and_value(func, argnums, has_aux, args, kwargs)
        else:
            found, value = of_arrays(args, kwargs)
        return (found, value[1]) if has_aux else found

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def value_and_grad(func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the value of ``func`` and its gradient: `grad_and_value` the other way round."""
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        found, value = both(*args, **kwargs)
        return value, found

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """A function's value, and the function that maps gradients of its outputs to gradients of its inputs."""
    if _are_tensors(primals) or not _wants_arrays((primals,), primals):
        return tensor_transforms.vjp(func, *primals, has_aux=has_aux)
    given = [_differentiable(primal, "vjp") for primal in primals]
    inside = _Inside(func, copies=True)

    def started(inside_now: Any) -> tuple[Any, Any]:
        return inside_now, tensor_transforms.vjp(inside_now, *given, has_aux=has_aux)

    used, (outputs, pull_back, *aux) = _first_plain(started, inside)

    def pulled(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        """The gradients of the inputs, given those of the outputs."""
        starts = tree_map(_fitting, as_tensors(cotangents), outputs)

        def run(inside_now: Any) -> Any:
            is_known = inside_now is inside or used is not inside
            pull = pull_back if is_known else started(inside_now)[1][1]
            return pull(starts, retain_graph, create_graph)

        return _like_inputs(_first_plain(run, inside), primals)

    return (_left(outputs), pulled, *_left(aux))


def _fitting(value: Any, like: Any) -> Any:
    """A tensor of numbers with the dtype of another, which a program of NumPy need not mind."""
    return value if value.dtype is like.dtype else value.to(like.dtype)


def jvp(func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> Any:
    """A function's value and its derivative in a direction."""
    if _are_tensors(primals) or not _wants_arrays((primals, tangents), primals):
        return tensor_transforms.jvp(func, primals, tangents, strict=strict, has_aux=has_aux)
    given = tuple(_differentiable(primal, "jvp") for primal in primals)
    directions = tree_map(_fitting, tuple(as_tensors(one) for one in tangents), given)
    inside = _Inside(func, copies=True)
    return _left(tensor_transforms.jvp(inside, given, directions, strict=strict, has_aux=has_aux))


def linearize(func: Callable[..., Any], *primals: Any) -> Any:
    """A function's value, and the linear function that is its derivative there."""
    if _are_tensors(primals) or not _wants_arrays((primals,), primals):
        return tensor_transforms.linearize(func, *primals)
    given = [_differentiable(primal, "linearize") for primal in primals]
    outputs, linear = tensor_transforms.linearize(_Inside(func, copies=True), *given)

    def along(*tangents: Any) -> Any:
        """The derivative in a direction."""
        return _left(linear(*[tree_map(_fitting, as_tensors(t), x) for t, x in zip(tangents, given, strict=True)]))

    return _left(outputs), along


def _of_inputs(
    transform: Callable[[Any], Any], func: Callable[..., Any], argnums: Any, name: str
) -> Callable[..., Any]:
    """A function of the same arguments, some of which are differentiated."""
    plain = transform(func)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if _are_tensors(args) or not _wants_arrays((args, kwargs), _selected(args, argnums)):
            return plain(*args, **kwargs)
        given, by_name = _with_numbers(args, argnums, name), _entered(kwargs)
        return _left(_first_plain(lambda inside: transform(inside)(*given, **by_name), func))

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def jacrev(
    func: Callable[..., Any], argnums: Any = 0, *, has_aux: bool = False, chunk_size: int | None = None
) -> Callable[..., Any]:
    """A function that returns the Jacobian of ``func``, computed row by row: `wye.transforms.jacrev`, of arrays too."""

    def transform(one: Any) -> Any:
        return tensor_transforms.jacrev(one, argnums, has_aux=has_aux, chunk_size=chunk_size)

    return _of_inputs(transform, func, argnums, "jacrev")


def jacfwd(
    func: Callable[..., Any], argnums: Any = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Callable[..., Any]:
    """A function that returns the Jacobian of ``func``, column by column: `wye.transforms.jacfwd`, of arrays too."""

    def transform(one: Any) -> Any:
        return tensor_transforms.jacfwd(one, argnums, has_aux, randomness=randomness)

    return _of_inputs(transform, func, argnums, "jacfwd")


def hessian(func: Callable[..., Any], argnums: Any = 0) -> Callable[..., Any]:
    """A function that returns the second derivatives of ``func``, which returns one number.

    Example:
        >>> import numpy as np, wye
        >>> wye.hessian(lambda x: np.prod(x))(np.array([2.0, 3.0]))
        array([[0., 1.],
               [1., 0.]])
    """
    return _of_inputs(lambda one: tensor_transforms.hessian(one, argnums), func, argnums, "hessian")


jacobian = jacrev


# ---- batches, programs without writes, graphs ----


def _of_any(
    transform: Callable[[Any], Any], func: Callable[..., Any], results: Callable[[Any], Any]
) -> Callable[..., Any]:
    """A function of the same arguments."""
    plain = transform(func)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if _are_tensors(args) or not has_arrays((args, kwargs)):
            return plain(*args, **kwargs)
        return results(transform(_Inside(func, copies=False))(*_entered(args), **_entered(kwargs)))

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
    """Map a function over a dimension of its inputs, all examples at once: `wye.transforms.vmap`, of arrays too.

    Example:
        >>> import numpy as np, wye
        >>> wye.vmap(np.dot)(np.eye(2), np.ones((2, 2)))
        array([1., 1.])
    """
    plain = bare_vmap(func, in_dims, out_dims, randomness, chunk_size)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if _are_tensors(args) or not has_arrays((args, kwargs)):
            return plain(*args, **kwargs)
        inside = tensor_transforms.vmap(
            _Inside(func, copies=False), in_dims, out_dims, randomness, chunk_size=chunk_size
        )
        return _left(inside(*_entered(args), **_entered(kwargs)))

    return named_like(wrapper, func)  # type: ignore[no-any-return]


def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """A function whose operators write to nothing: `wye.transforms.functionalize`, of arrays too."""
    return _of_any(lambda one: tensor_transforms.functionalize(one, remove=remove), func, _left)


def entered(func: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Callable[..., Any], tuple[Any, ...], Any]:
    """A function and its arguments for a trace, where there are ndarrays: a function of tensors, and tensors.

    Returns:
        Them, and the class of the module that the graph becomes; None: of any.
    """
    if _are_tensors(args) or not has_arrays(args):
        return func, args, None
    module_class = late_names.find("wye.array_transforms", "ArrayGraphModule")
    return _Traced(func, copies=False, keeps=True), _entered(args), module_class


def on_arrays(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function of tensors; with ndarrays among the arguments, it is given tensors, and ndarrays come back."""
    if (not kwargs and _are_tensors(args)) or not has_arrays((args, kwargs)):
        return func(*args, **kwargs)
    return _left(func(*_entered(args), **_entered(kwargs)))


def make_fx(func: Callable[..., Any], *options: Any, **named: Any) -> Callable[..., Any]:
    """Trace a function: `wye.fx.make_fx`; a graph that was traced on ndarrays takes ndarrays and tensors."""
    from wye.fx.tracing import make_fx as trace  # here: few programs trace

    return trace(func, *options, **named)
