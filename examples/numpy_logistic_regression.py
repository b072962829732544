"""Logistic regression in plain NumPy, fitted by its gradient: `python -m examples.numpy_logistic_regression`.

The loss is NumPy code; `wye.value_and_grad` is what `scipy.optimize.minimize(jac=True)` asks for.  Without SciPy the
same pair goes into Newton's method, with `wye.hessian`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_logistic_regression.py
    from numpy_differences import gap

import wye

SAMPLES, TRUE = 300, np.array([1.5, -2.0, 0.0, 0.75, -0.25])


def samples() -> tuple[Any, Any]:
    """Features, and labels drawn by the true weights."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(SAMPLES, len(TRUE)))
    return features, (rng.random(SAMPLES) < 1 / (1 + np.exp(-features @ TRUE))).astype(float)


def loss(weights: Any, features: Any, labels: Any) -> Any:
    """The mean negative log likelihood, and a small penalty."""
    scores = features @ weights
    return np.mean(np.logaddexp(0.0, scores) - labels * scores) + 1e-3 * np.sum(weights**2)


def fit(features: Any, labels: Any) -> tuple[Any, str]:
    """The best weights, and what found them."""
    start = np.zeros(features.shape[1])
    both = wye.value_and_grad(loss)
    try:
        from scipy.optimize import minimize
    except ImportError:
        weights = start
        for _ in range(8):
            weights = weights - np.linalg.solve(
                wye.hessian(loss)(weights, features, labels), both(weights, features, labels)[1]
            )
        return weights, "Newton's method"
    return minimize(both, start, args=(features, labels), jac=True).x, "scipy.optimize.minimize"


def main() -> None:
    """Fit, and print the weights with their errors, which the Hessian gives."""
    features, labels = samples()
    weights, method = fit(features, labels)
    value, slope = wye.value_and_grad(loss)(weights, features, labels)
    spread = np.sqrt(np.diag(np.linalg.inv(wye.hessian(loss)(weights, features, labels))) / SAMPLES)
    print(f"{SAMPLES} samples, {method}: loss {loss(0 * TRUE, features, labels):.4f} -> {value:.4f}")
    print(f"norm of the gradient {np.linalg.norm(slope):.1e}\n\n{'true':>6} {'found':>7} {'±':>6}")
    for true, found, error in zip(TRUE, weights, spread, strict=True):
        bar = "█" * round(12 * abs(found))
        print(f"{true:6.2f} {found:7.3f} {error:6.3f}  {bar:>24}│" if found < 0 else
              f"{true:6.2f} {found:7.3f} {error:6.3f}  {'':24}│{bar}")  # fmt: skip
    right = np.mean((features @ weights > 0) == labels)
    print(f"\n{right:.0%} of the labels are on the right side")
    apart = gap(lambda w: loss(w, features, labels), TRUE)
    print(f"gradient and finite differences: at most {apart:.1e} apart")


if __name__ == "__main__":
    main()
