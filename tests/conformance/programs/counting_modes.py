"""Modes that count operators: nested, re-entered, with exceptions and generators, over factories and other modes."""

from collections import Counter

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes, _get_current_dispatch_mode_stack

library = torch.library.Library("count", "FRAGMENT")
library.define("leaf(Tensor x) -> Tensor")
library.define("branch(Tensor x, int n=2) -> Tensor")
library.define("number(int n) -> int")
library.impl("leaf", lambda x: torch.from_numpy(x.numpy() + 1), "CPU")
library.impl("number", lambda n: n + 1, "CompositeExplicitAutograd")


@torch.library.impl("count::branch", "CompositeImplicitAutograd", lib=library)
def branch(x, n=2):
    for _ in range(n):
        x = torch.ops.count.leaf(x)
    return x


count = torch.ops.count


class Count(TorchDispatchMode):
    """Counts the operators that are called in its block."""

    def __init__(self, name="count"):
        super().__init__()
        self.name, self.calls = name, Counter()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls[str(func)] += 1
        return func(*args, **(kwargs or {}))

    def __repr__(self):
        return f"{type(self).__name__}({self.name})"


class Stop(Count):
    """Answers in the place of the operator after some calls."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if sum(self.calls.values()) >= 2:
            raise LookupError(f"{self.name} has seen enough")
        return super().__torch_dispatch__(func, types, args, kwargs)


class Names(TorchFunctionMode):
    """Sees functions before they are taken apart."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(str(func).removesuffix(".default"))
        return func(*args, **(kwargs or {}))


def show(what, *values):
    print(what, *[sorted(v.calls.items()) if isinstance(v, Count) else v for v in values])


x = torch.tensor([1.0])
with Count() as outer:
    results = count.branch(x, 3), count.number(4)
show("results", results[0].numpy().tolist(), results[1])
show("composites are taken apart", outer)

with Count("a") as a:
    count.leaf(x)
    with Count("b") as b:
        count.leaf(x)
        show("stack", _get_current_dispatch_mode_stack())
        with a:
            count.number(1)
    count.number(2)
show("nested", a, b)
show("stack after", _get_current_dispatch_mode_stack())

try:
    with Count("under") as under, Stop("stop"):
        for _ in range(5):
            count.leaf(x)
except LookupError as error:
    show("raised", error, under)
show("stack after an exception", _get_current_dispatch_mode_stack())


def steps():
    with Count("generator") as mode:
        yield count.leaf(x)
        yield mode


generator = steps()
next(generator)
count.number(1)
mode = next(generator)
show("in a generator", mode)
generator.close()
show("stack after a generator", _get_current_dispatch_mode_stack())

with Count("hidden") as hidden:
    with _disable_current_modes():
        count.leaf(x)
    count.number(1)
show("disabled", hidden)

with Names() as names, Count() as below:
    count.branch(x)
    count.number(3)
show("functions", names.seen)
show("operators", below)


class Replace(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is count.number.default:
            return 100
        return NotImplemented


with Count("outside") as outside, Replace():
    show("replaced", count.number(1))
    try:
        count.leaf(x)
    except TypeError:
        show("nobody handled it")
show("not asked", outside)


@torch.library.register_torch_dispatch("count::number", Count)
def _(mode, func, types, args=(), kwargs=None):
    mode.calls["rule"] += 1
    return func(*args, **(kwargs or {}))


with Count("ruled") as ruled:
    show("rule", count.number(7))
    count.leaf(x)
show("by rule", ruled)
