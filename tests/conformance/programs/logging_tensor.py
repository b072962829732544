"""A wrapper subclass that logs operators, one that unwraps only, and what happens where they meet."""

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

library = torch.library.Library("lab", "DEF")
library.define("add(Tensor a, Tensor b) -> Tensor")
library.define("total(Tensor[] xs, *, float scale=1.0) -> Tensor")
library.define("split(Tensor a) -> (Tensor, Tensor)")
library.define("fill_(Tensor(a!) a, float value) -> Tensor(a!)")
library.impl("add", lambda a, b: torch.from_numpy(a.numpy() + b.numpy()), "CPU")
library.impl("total", lambda xs, scale=1.0: torch.from_numpy(scale * sum(x.numpy() for x in xs)), "CPU")
library.impl("split", lambda a: (torch.from_numpy(a.numpy()[:1]), torch.from_numpy(a.numpy()[1:])), "CPU")


@torch.library.impl(library, "fill_", "CPU")
def fill_(a, value):
    a.numpy()[:] = value
    return a


lab = torch.ops.lab
log = []


class Logging(torch.Tensor):
    """Wraps a tensor, and writes down every operator that sees it."""

    @staticmethod
    def __new__(cls, elem):
        made = torch.Tensor._make_wrapper_subclass(cls, tuple(elem.shape), dtype=elem.dtype, device=elem.device)
        made.elem = elem
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        def unwrap(x):
            return x.elem if isinstance(x, Logging) else x

        def wrap(x):
            return cls(x) if isinstance(x, torch.Tensor) and not isinstance(x, Logging) else x

        log.append(f"{cls.__name__} {func} {[t.__name__ for t in types]}")
        return tree_map(wrap, func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {})))


class Louder(Logging):
    """More derived: asked first."""


class Refusing(torch.Tensor):
    """Leaves every call to others."""

    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_wrapper_subclass(cls, tuple(elem.shape))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        log.append(f"Refusing {func}")
        return NotImplemented


def run(what, call):
    log.clear()
    try:
        result = call()
    except TypeError:
        result = "TypeError"

    def shown(x):
        if isinstance(x, Logging):
            return f"{type(x).__name__}({x.elem.numpy().tolist()})"
        return x.numpy().tolist() if isinstance(x, torch.Tensor) else x

    print(what, tree_map(shown, result))
    for line in log:
        print("   ", line)


plain = torch.tensor([1.0, 2.0])
one, two, refusing = Logging(torch.tensor([3.0, 4.0])), Louder(torch.tensor([5.0, 6.0])), Refusing(plain)
run("plain", lambda: lab.add(plain, plain))
run("left", lambda: lab.add(one, plain))
run("right", lambda: lab.add(plain, one))
run("derived first", lambda: lab.add(one, two))
run("in a list", lambda: lab.total([plain, one, two], scale=0.5))
run("two results", lambda: lab.split(one))
run("in place", lambda: lab.fill_(one, 7.0))
run("of the derived class", lambda: lab.split(two))
run("refused by all", lambda: lab.split(refusing))


class Counting(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen.append(f"{func} {[t.__name__ for t in types]}")
        return func(*args, **(kwargs or {}))


def counted():
    with mode:
        return lab.add(one, plain)


mode = Counting()
run("under a mode", counted)
print("mode saw", mode.seen)

scale = torch.library.custom_op(
    "lab::scale", lambda x, by: None, mutates_args=(), schema="(Tensor x, float by) -> Tensor"
)
scale.register_kernel("cpu", lambda x, by: torch.from_numpy(x.numpy() * np.float32(by)))
run("a custom operator", lambda: scale(one, 2.0))


@torch.library.register_torch_dispatch("lab::scale", Logging)
def _(cls, func, types, args=(), kwargs=None):
    log.append(f"rule of {cls.__name__} for {func}")
    return Logging(func(args[0].elem, args[1]))


run("with a rule for the class", lambda: scale(one, 2.0))
print(
    "attributes",
    one.shape == (2,),
    one.dtype == torch.float32,
    isinstance(one, torch.Tensor),
    type(two).__mro__[1].__name__,
)
