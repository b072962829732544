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
x.masked_fill_(m, 1)
x.masked_scatter_(m, y)
x.index_fill_(0, idx, 2)
x.index_add(0, idx, y, alpha=2)
x.index_copy_(0, idx, y)
x.index_put_((idx,), y)
x.index_put((idx,), y, accumulate=True)
x.scatter_(1, i, 1.0)
x.scatter(1, i, y)
x.scatter_add_(1, i, y)
x.scatter_reduce(1, i, y, reduce="sum")
x.scatter_reduce_(1, i, y, "amax", include_self=False)
x.put_(idx, y[0, :3])
x[:, None, 1:3]
x[:, [0, 1]]
x[idx, 1:]
x[1:, idx]
x[::2]
x[torch.tensor(0)]
b[..., idx[:2] % 2, :]
x.__setitem__(0, 1)
x.__setitem__((slice(None), 0), y[:, 0])
x.__setitem__(m, 0)
x.__setitem__(idx, y)
x.__setitem__((idx, 0), 1.0)
x.__setitem__((0, slice(1, 3)), v[:2])
x.__setitem__(Ellipsis, 2)
x.__setitem__(0, 1.5)
x.__setitem__((0, 0), s)
torch.where(m, 1.0, y)
torch.where(m, x, 2)
torch.masked_select(x, m)
torch.take_along_dim(x, i, 1)
torch.take_along_dim(x, i[:, :1], dim=1)
"""
