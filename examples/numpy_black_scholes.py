"""Prices of options and their greeks, in plain NumPy: `python -m examples.numpy_black_scholes`.

The price is the formula of Black and Scholes; each greek is a derivative of it, for all strikes at once by `vmap`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from examples.numpy_differences import gap
except ModuleNotFoundError:  # run as a file: python examples/numpy_black_scholes.py
    from numpy_differences import gap

import wye

STRIKES = np.linspace(70.0, 130.0, 13)
SPOT, VOLATILITY, RATE, YEARS = 100.0, 0.25, 0.03, 0.5


def normal_cdf(x: Any) -> Any:
    """The distribution of a normal number, to about 1e-7: the rational approximation of Abramowitz and Stegun."""
    t = 1 / (1 + 0.2316419 * np.abs(x))
    tail = np.polyval([1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.319381530, 0.0], t)
    tail = tail * np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    return np.where(x > 0, 1 - tail, tail)


def price(spot: Any, volatility: Any, rate: Any, years: Any, strike: Any) -> Any:
    """What a European call costs."""
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility**2 / 2) * years) / spread
    return spot * normal_cdf(d1) - strike * np.exp(-rate * years) * normal_cdf(d1 - spread)


def greeks(strikes: Any) -> dict[str, Any]:
    """The price and its derivatives, for each strike."""
    market = (SPOT, VOLATILITY, RATE, YEARS)

    def all_of(strike: Any) -> Any:
        delta, vega, rho, theta = wye.grad(price, argnums=(0, 1, 2, 3))(*market, strike)
        gamma = wye.grad(wye.grad(price))(*market, strike)
        return {"price": price(*market, strike), "delta": delta, "gamma": gamma, "vega": vega / 100,
                "theta": -theta / 365, "rho": rho / 100}  # fmt: skip

    return wye.vmap(all_of)(strikes)  # type: ignore[no-any-return]


def main() -> None:
    """Print the greeks of a row of strikes."""
    found = greeks(STRIKES)
    print(f"calls: spot {SPOT:g}, volatility {VOLATILITY:.0%}, rate {RATE:.0%}, {YEARS:g} years\n")
    print("strike" + "".join(f"{name:>8}" for name in found) + "  gamma")
    for row, strike in enumerate(STRIKES):
        numbers = "".join(f"{value[row]:8.3f}" for value in found.values())
        print(f"{strike:6.0f}{numbers}  {'█' * round(20 * found['gamma'][row] / found['gamma'].max())}")
    apart = max(gap(lambda m, k=strike: price(m[0], m[1], m[2], m[3], k), np.array([SPOT, VOLATILITY, RATE, YEARS]))
                for strike in STRIKES)  # fmt: skip
    print(f"\ngradient and finite differences: at most {apart:.1e} apart")


if __name__ == "__main__":
    main()
