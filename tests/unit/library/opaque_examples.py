"""Classes whose objects are arguments of operators, for tests."""

from contextlib import contextmanager

import wye
from wye.library import (
    Library,
    MemberType,
    maybe_to_fake_obj,
    register_fake_class,
    register_opaque_class,
    register_opaque_type,
)

NS = "test_opaque"
QUEUE = f"__torch__.torch.classes.{NS}.Queue"
COUNTER = f"{__name__}.Counter"


class Queue:
    """A script class: a list of tensors."""

    def __init__(self, *items):
        self.items = list(items)

    def push(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items)

    def name(self):
        return "real"

    def __deepcopy__(self, memo):
        if hasattr(self, "lock"):
            raise TypeError("a lock cannot be copied")
        return Queue(*self.items)

    def __obj_flatten__(self):
        return (("items", list(self.items)), ("limit", 7))


class FakeQueue:
    def __init__(self, items, limit):
        self.items, self.limit = items, limit

    @classmethod
    def __obj_unflatten__(cls, flat):
        return cls(**dict(flat))

    def push(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items)


class Counter:
    """An opaque type."""

    def __init__(self, n=0):
        self.n = n

    def twice(self):
        return 2 * self.n


class Special(Counter):
    pass


@contextmanager
def library():
    """A library whose classes go with it."""
    with Library(NS, "FRAGMENT") as made:
        register_opaque_class(f"{NS}::Queue", Queue, lib=made)
        register_fake_class(f"{NS}::Queue", FakeQueue, lib=made)
        register_opaque_type(Counter, typ="reference", members={"n": MemberType.USE_REAL}, lib=made)
        yield made


def define(lib, schema, fn=None, key="CompositeExplicitAutograd"):
    name = lib.define(schema).removeprefix(f"{NS}::")
    if fn is not None:
        lib.impl(name, fn, key)
    return getattr(wye.ops, NS).__getattr__(name).default


def fake(queue=None):
    return maybe_to_fake_obj(lambda tensor: "fake tensor", Queue() if queue is None else queue)
