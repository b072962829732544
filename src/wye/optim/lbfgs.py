"""L-BFGS: steps by an estimate of the curvature from the last gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.functional.operators import of
from wye.grad_mode import enable_grad, no_grad
from wye.optim.line_search import strong_wolfe
from wye.optim.optimizer import Optimizer, check_numbers
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LBFGS"]


class LBFGS(Optimizer):
    """Steps by an estimate of the curvature from the last gradients; one group of parameters.

    Args:
        params: The parameters.
        lr: The length of a step, or of the first one that a search tries.
        max_iter: The most iterations of a step.
        max_eval: The most evaluations of a step; by default a quarter more than ``max_iter``.
        tolerance_grad: End where no element of the gradient is greater.
        tolerance_change: End where neither the loss nor a parameter changes by more.
        history_size: How many of the last changes are remembered.
        line_search_fn: None, or ``"strong_wolfe"``: search along each direction.

    Raises:
        ValueError: several groups of parameters, or a negative rate.
    """

    def __init__(
        self,
        params: Any,
        lr: float | Tensor = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        check_numbers(lr)
        defaults = {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn,
        }  # fmt: skip
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params: list[Any] = self.param_groups[0]["params"]

    # ---- parameters as one vector of real numbers ----

    def _gradient(self) -> Tensor:
        found = []
        for value in self._params:
            grad = of.zeros_like(value) if value.grad is None else value.grad
            found.append((of.view_as_real(grad) if grad.is_complex() else grad).reshape(-1))
        return of.cat(found, 0)

    def _move(self, length: Any, direction: Tensor) -> None:
        place = 0
        for value in self._params:
            real = of.view_as_real(value) if value.is_complex() else value
            n = real.numel()
            real.add_(direction[place : place + n].view_as(real), alpha=length)
            place += n

    def _values(self) -> list[Tensor]:
        return [value.clone(memory_format=MEMORY_FORMATS["contiguous_format"]) for value in self._params]

    def _restore(self, values: list[Tensor]) -> None:
        for value, kept in zip(self._params, values, strict=True):
            value.copy_(kept)

    # ---- the step ----

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Iterate; ``closure`` clears the gradients, computes the loss and its gradients, and returns the loss.

        Returns:
            The loss at the beginning.

        Raises:
            RuntimeError: there is no closure, or an unknown search.
        """
        if closure is None:
            raise RuntimeError("LBFGS.step() needs a closure that computes the loss and its gradients")
        with no_grad():
            return _Iteration(self, closure).run()


class _Iteration:
    """One call of `step`: what it goes through, and what it remembers for the next one."""

    def __init__(self, owner: LBFGS, closure: Callable[[], Any]) -> None:
        self.owner, self.closure, self.group = owner, closure, owner.param_groups[0]
        self.state: dict[str, Any] = owner.state[owner._params[0]]
        self.state.setdefault("func_evals", 0)
        self.state.setdefault("n_iter", 0)
        self.evaluations = 1
        lr = self.group["lr"]
        self.lr: float = lr.item() if isinstance(lr, Tensor) else lr  # type: ignore[assignment]  # one real number

    def evaluate(self) -> Any:
        with enable_grad():
            return self.closure()

    def run(self) -> Any:
        state, group, owner = self.state, self.group, self.owner
        first = self.evaluate()
        loss = float(first)
        state["func_evals"] += 1
        gradient = owner._gradient()
        if gradient.abs().max() <= group["tolerance_grad"]:
            return first
        for n in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = self.direction(gradient)
            before, state["prev_loss"] = loss, loss
            state["prev_flat_grad"] = gradient.clone(memory_format=MEMORY_FORMATS["contiguous_format"])
            steep = float(gradient.abs().sum()) if state["n_iter"] == 1 else 1.0
            length = self.lr / max(1.0, steep)
            slope = gradient.dot(direction)
            state["d"], state["t"] = direction, length
            if slope > -group["tolerance_change"]:
                break
            loss, gradient = self.go(direction, length, loss, gradient, slope, is_last=n == group["max_iter"])
            if self.is_done(n, before, loss, gradient, direction):
                break
        return first

    def direction(self, gradient: Tensor) -> Tensor:
        """Where to go: the gradient, seen through the curvature that the last steps have met."""
        state = self.state
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1, prev_flat_grad=None, prev_loss=None)
            return gradient.neg()
        change = gradient.sub(state["prev_flat_grad"])
        step = state["d"].mul(state["t"])
        product = change.dot(step)
        if product > 1e-10:
            if len(state["old_dirs"]) == self.group["history_size"]:
                for name in ("old_dirs", "old_stps", "ro"):
                    state[name].pop(0)
            state["old_dirs"].append(change)
            state["old_stps"].append(step)
            state["ro"].append(1.0 / product)
            state["H_diag"] = product / change.dot(change)
        found = gradient.neg()
        known = [*zip(state["old_dirs"], state["old_stps"], state["ro"], strict=True)]
        factors = []
        for change, step, rate in reversed(known):
            factors.append(step.dot(found) * rate)
            found.add_(change, alpha=-float(factors[-1]))
        found = found.mul(state["H_diag"])
        for (change, step, rate), factor in zip(known, reversed(factors), strict=True):
            found.add_(step, alpha=float(factor - change.dot(found) * rate))
        return found

    def go(
        self, direction: Tensor, length: float, loss: float, gradient: Tensor, slope: Tensor, is_last: bool
    ) -> tuple[float, Tensor]:
        """Move along a direction: the loss and the gradient there."""
        owner, search = self.owner, self.group["line_search_fn"]
        if search is not None:
            if search != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            start = owner._values()

            def at(length: float) -> tuple[float, Tensor]:
                owner._move(length, direction)
                found = float(self.evaluate()), owner._gradient()
                owner._restore(start)
                return found

            loss, gradient, self.state["t"], used = strong_wolfe(
                at, length, direction, loss, gradient, slope, tolerance_change=self.group["tolerance_change"]
            )
            owner._move(self.state["t"], direction)
        else:
            owner._move(length, direction)
            used = 0
            if not is_last:  # the last values are not looked at
                loss = float(self.evaluate())
                gradient = owner._gradient()
                used = 1
        self.evaluations += used
        self.state["func_evals"] += used
        return loss, gradient

    def is_done(self, n: int, before: float, loss: float, gradient: Tensor, direction: Tensor) -> bool:
        group = self.group
        if n == group["max_iter"] or self.evaluations >= group["max_eval"]:
            return True
        if gradient.abs().max() <= group["tolerance_grad"]:
            return True
        least = group["tolerance_change"]
        return bool(direction.mul(self.state["t"]).abs().max() <= least) or abs(loss - before) < least
