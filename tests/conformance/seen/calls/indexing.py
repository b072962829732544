"""Indexing and scatter."""

from __future__ import annotations

__all__ = ["CALLS"]

CALLS = """
x[0]
x[-1]
x[0, 1]
x[:]
x[1:]
x[:, 1]
x[1:, ::2]
x[...]
x[..., 0]
x[None]
x[:, None]
x[0, None, 1:]
x[idx]
x[idx, 0]
x[idx, idx]
x[:, idx]
x[m]
x[m[:, 0]]
x[[0, 1]]
x[[0, 1], [1, 2]]
x[True]
x[i % 3]
b[:, idx % 2]
b[0, :, idx]
x[s.long()]
x[0] = 1
x[0] = y[0]
x[:, 1] = 2.0
x[1:] = y[1:]
x[...] = 0
x[idx] = 1.0
x[idx] = y
x[m] = 0
x[m] = s
x[:, idx] = 1
x[0, 0] = 5
x[0] = [1.0, 2.0, 3.0, 4.0] if False else v
list(x)
tuple(v)
1.0 in x
reversed(x)
iter(x)
a, q, r = x
"""
