"""`odeint`: solutions of differential equations, and their gradients by the adjoint equation."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.core import defvjp_argnums
from wye.compat.autograd.differential_operators import make_vjp
from wye.compat.autograd.misc.flatten import flatten
from wye.compat.autograd.scipy.installed import function_of, name_of

__all__ = ["odeint"]

odeint = function_of("scipy.integrate", "odeint")


def _odeint_vjp(argnums: Any, states: Any, args: Any, kwargs: Any) -> Any:
    """The adjoint equation, backwards from one time to the one before; the gradient enters at each."""
    func, _, times, *rest = args
    func_args = rest[0] if rest else kwargs.get("args", ())
    flat_args, unflatten = flatten(func_args)
    size = np.shape(states)[1]

    def of_flat(y: Any, t: Any, flat: Any) -> Any:
        return func(y, t, *unflatten(flat))

    def backwards(state: Any, t: Any, flat: Any) -> Any:
        pull, speed = make_vjp(of_flat, (0, 1, 2))(state[:size], t, flat)
        return np.concatenate([np.ravel(part) for part in (speed, *pull(-state[size : 2 * size]))])

    def pulled(g: Any) -> list[Any]:
        g_y, g_start, g_args = g[-1], 0.0, np.zeros(np.size(flat_args))
        g_times = []
        for i in range(np.shape(states)[0] - 1, 0, -1):
            moved = np.dot(func(states[i], times[i], *func_args), g[i])  # what a later time would change
            g_times.append(moved)
            start = [states[i], g_y, g_start - moved, g_args]
            found = odeint(
                backwards, np.concatenate([np.ravel(part) for part in start]), np.array([times[i], times[i - 1]]),
                (flat_args,), **{name: value for name, value in kwargs.items() if name != "args"},
            )[1]  # fmt: skip
            g_y, g_start, g_args = found[size : 2 * size] + g[i - 1], found[2 * size], found[2 * size + 1 :]
        g_times.append(g_start)
        parts = (None, g_y, np.array(g_times[::-1]), unflatten(g_args))
        return [parts[number] for number in argnums]

    return pulled


defvjp_argnums(odeint, _odeint_vjp)


def __getattr__(name: str) -> Any:
    return name_of("scipy.integrate", name)
