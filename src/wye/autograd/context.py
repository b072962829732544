"""The nodes of functions whose backward is a Python function: of `Function`, and of custom operators.

The node is the ``ctx`` that forward and backward are given: what a program stores on it is there in backward.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.autograd.node import Node
from wye.autograd.saved import freed, raw, save
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ContextNode"]


class ContextNode(Node):
    """A call whose gradients a Python function computes.

    Attributes:
        needs_input_grad: For each input: does it need a gradient?
        materialize_grads: Is backward given zeros where an output has no gradient?
    """

    needs_input_grad: Any = ()
    materialize_grads = True
    _materialize_non_diff_grads = True
    _constant_numbers: tuple[int, ...] = ()
    _to_save: tuple[Any, ...] | None = None
    _to_save_forward: tuple[Any, ...] = ()
    _in_jvp = False
    _saved: list[Any] | None = None
    _released = False
    _dirty: tuple[Any, ...] = ()
    _constant: tuple[Any, ...] = ()

    # ---- what forward calls ----

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors for backward, which finds them in `saved_tensors`; None is allowed."""
        self._to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors for `jvp`, which finds them in `saved_tensors`."""
        for tensor in tensors:
            if not isinstance(tensor, Tensor) and tensor is not None:
                raise AssertionError(
                    "save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes "
                    "on ctx."
                )
        self._to_save_forward = tensors

    def mark_dirty(self, *tensors: Any) -> None:
        """Say which inputs forward has written to."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """Say which outputs have no gradient."""
        self._constant = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward is given zeros, or None, for outputs without a gradient."""
        self.materialize_grads = value

    # ---- what backward reads ----

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors that forward has kept.

        Raises:
            RuntimeError: they were released, or written to since.
        """
        if self._released:
            raise freed()
        if self._in_jvp:
            return self._to_save_forward
        if self._saved is None:
            return self._to_save or ()
        return tuple(None if one is None else one.unpack(self) for one in self._saved)

    @property
    def _raw_saved_tensors(self) -> tuple[Any, ...]:
        if self._released:
            raise freed()
        return raw(self._saved or ())

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        """The former name of `saved_tensors`."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    # ---- the engine's side ----

    def call_jvp(self, jvp: Callable[..., Any], tangents: Sequence[Any]) -> Any:
        """Call a Python rule of tangents with this node as its context; it sees what was saved for it."""
        self._in_jvp = True
        try:
            return jvp(self, *tangents)
        finally:
            self._in_jvp = False

    def keep(self, outputs: Sequence[Any]) -> None:
        """Save what forward asked for, now that the outputs belong to the node."""
        if self._to_save is None:
            return
        saved: list[Any] = []
        for tensor in self._to_save:
            if tensor is None:
                saved.append(None)
                continue
            if not isinstance(tensor, Tensor):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {len(saved)} is of type "
                    f"{type(tensor).__name__}"
                )
            number = next((i for i, one in enumerate(outputs) if one is tensor), None)
            saved.append(save(tensor, is_output=number is not None, number=number or 0))
        self._saved, self._to_save = saved, None

    def release(self) -> None:
        """Let go of the tensors that were kept."""
        if self._saved:
            self._saved, self._released = None, True

    def materialized(self, grads: list[Any]) -> list[Any]:
        """The gradients, with zeros for those that are missing, if forward did not decline them."""
        if not self.materialize_grads:
            return grads
        missing = () if self._materialize_non_diff_grads else self._constant_numbers
        return [self._zeros(i) if grad is None and i not in missing else grad for i, grad in enumerate(grads)]

    def _zeros(self, number: int) -> Any:
        shape, dtype, device = self.outputs[number]
        if dtype is None:
            return None
        from wye.call.packets import ops  # here: only where a result was not used

        return ops.aten.zeros.default(list(shape), dtype=dtype, device=device)

    def call(self, backward: Callable[..., Any], grads: list[Any]) -> Any:
        """Call a Python backward with this node as its context."""
        return backward(self, *self.materialized(grads))
