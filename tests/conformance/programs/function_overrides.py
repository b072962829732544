"""A tensor class that handles functions of a table, and a mode that counts functions by name."""

import collections

import torch
import torch.nn.functional as F  # noqa: N812 - as everybody calls it
from torch.overrides import TorchFunctionMode

HANDLED = {}


def implements(function):
    def register(implementation):
        HANDLED[function] = implementation
        return implementation

    return register


class Diagonal(torch.Tensor):
    """``value`` times the unit matrix of size ``n``, known only by its table."""

    def __new__(cls, n, value):
        made = torch.Tensor._make_subclass(cls, torch.zeros(1))
        made.n, made.value = n, value
        return made

    def __repr__(self):
        return f"Diagonal(n={self.n}, value={self.value})"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, Diagonal)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **(kwargs or {}))


@implements(torch.mean)
def mean(a):
    return a.value / a.n


@implements(torch.matmul)
def matmul(a, b):
    if isinstance(a, Diagonal) and isinstance(b, Diagonal):
        return Diagonal(a.n, a.value * b.value)
    return a.value * b if isinstance(a, Diagonal) else a * b.value


@implements(torch.Tensor.add)
def add(a, b):
    return "sum", a.value, b


@implements(torch.trace)
def trace(a):
    return {"trace": a.n * a.value}


@implements(torch.sum)
def total(a, dim=None, keepdim=False):
    return [a.n * a.value, dim, keepdim]


class Metadata(torch.Tensor):
    """Carries its history along."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(result, cls):
            past = [getattr(a, "past", "") for a in args if isinstance(a, cls)]
            result.past = f"{func.__name__}({', '.join(past)})"
        return result


class Counts(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = collections.Counter()

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.names[func.__name__] += 1
        return func(*args, **(kwargs or {}))


class Constant(TorchFunctionMode):
    """Answers every sine with a word."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return "constant" if func is torch.sin else func(*args, **(kwargs or {}))


def main():
    d, x = Diagonal(5, 2), torch.arange(4.0)
    print(d)
    print(torch.mean(d))
    print(torch.matmul(d, d))
    print(torch.matmul(d, x))
    print(torch.matmul(x, d))
    print(d + 1)
    print(torch.trace(d))
    print(torch.sum(d, dim=[0]))
    try:
        torch.sin(d)
    except TypeError:
        print("no sine")

    m = x.as_subclass(Metadata)
    m.past = "m"
    for result in (torch.sin(m), m.cos() + m, torch.maximum(m, x), torch.exp(torch.neg(m)), m * 2):
        print(type(result).__name__, result.past)
    print(type(torch.sin(x)).__name__)

    with Counts() as counts:
        y = torch.sin(x) + x.cos()
        torch.cat([y, y])
        y.mul_(2)
    for name in sorted(counts.names):
        print(name, counts.names[name])
    with Constant():
        print(torch.sin(x))
        with Counts() as counts:
            seen = torch.sin(x), torch.abs(x)
    print(seen)
    print(dict(counts.names))
    print(F.relu(x - 2))


if __name__ == "__main__":
    main()
