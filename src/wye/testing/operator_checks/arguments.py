"""The arguments of a checked call: copied, so that a check neither changes them nor sees what another one did.

Cold path.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from wye.grad_mode import no_grad
from wye.pytree import tree_leaves, tree_map_only
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call import OpOverload

__all__ = ["copied", "floating_tensors", "has_data", "on_copies", "require_grad", "tensors_of"]


_ATOMS: Final = frozenset({bool, float, int, str, type(None)})


def tensors_of(tree: Any) -> list[Tensor]:
    """The tensors in a tree."""
    found: list[Tensor] = []
    _collect(tree, found)
    return found


def _collect(tree: Any, into: list[Tensor]) -> None:
    kind = type(tree)
    if isinstance(tree, Tensor):
        into.append(tree)
    elif kind is tuple or kind is list:
        for one in tree:
            _collect(one, into)
    elif kind is dict:
        for one in tree.values():
            _collect(one, into)
    elif kind not in _ATOMS:
        into += [leaf for leaf in tree_leaves(tree) if isinstance(leaf, Tensor)]


def floating_tensors(tree: Any) -> list[Tensor]:
    """The tensors of floating-point or complex elements in a tree."""
    return [leaf for leaf in tensors_of(tree) if leaf.is_floating_point() or leaf.is_complex()]


def require_grad(tree: Any) -> bool:
    """Does a tensor in a tree require grad?"""
    return any(leaf.requires_grad for leaf in tensors_of(tree))


def has_data(tree: Any) -> bool:
    """Have all tensors of a tree elements?  Fake and meta tensors, and wrappers of transforms, have none."""
    return all(hasattr(leaf._data, "tobytes") for leaf in tensors_of(tree))


def copied(tree: Any, change: Callable[[Tensor, Tensor], Tensor] | None = None) -> Any:
    """A tree with copies of its tensors, which are leaves for autograd; one tensor twice is one copy twice.

    Args:
        tree: Arguments of a call.
        change: Given a tensor and its copy, returns the copy to use.
    """
    made: dict[int, Tensor] = {}

    def copy(tensor: Tensor) -> Tensor:
        if id(tensor) not in made:
            plain = _copied_with_memory(tensor.detach())
            plain = plain if change is None else change(tensor, plain)
            made[id(tensor)] = plain.requires_grad_() if tensor.requires_grad else plain
        return made[id(tensor)]

    with no_grad():
        return _mapped(tree, copy)


def _mapped(tree: Any, copy: Callable[[Tensor], Tensor]) -> Any:
    kind = type(tree)
    if isinstance(tree, Tensor):
        return copy(tree)
    if kind is tuple or kind is list:
        return kind([_mapped(one, copy) for one in tree])
    if kind is dict:
        return {key: _mapped(one, copy) for key, one in tree.items()}
    return tree if kind in _ATOMS else tree_map_only(Tensor, copy, tree)


def on_copies(check: Callable[[OpOverload, tuple[Any, ...], dict[str, Any]], Any]) -> Callable[..., Any]:
    """A check as `opcheck` calls it: on copies of the arguments, if ``copy_inputs``, where all tensors have data.

    It takes the tolerances that checks of values take, and needs none.
    """

    @functools.wraps(check)
    def run(
        op: OpOverload,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        copy_inputs: bool = True,
        rtol: float | None = None,
        atol: float | None = None,
    ) -> Any:
        if not has_data((args, kwargs)):
            return None
        if copy_inputs:
            args, kwargs = copied((args, kwargs))
        return check(op, args, kwargs)

    return run


def _copied_with_memory(tensor: Tensor) -> Tensor:
    """A copy that lies in memory as the tensor does: the memory around a view is copied, too."""
    if not has_data(tensor) or tensor.is_conj() or tensor.is_neg():
        return tensor.clone()
    size = tensor.untyped_storage().nbytes() // tensor.element_size()
    if size == tensor.numel() and tensor.is_contiguous():
        return tensor.clone()
    memory = tensor.as_strided((size,), (1,), 0).clone()
    return memory.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).detach()
