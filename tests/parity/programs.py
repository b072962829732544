"""Random programs over tensors, written out step by step: the same seed must print the same on both engines.

    python -m tests.parity.programs SEED STEPS

Operators, views, writes in place and through ``out=``, indexing, storages that grow, modes, wrappers, guards.  What a
step raises is part of what it prints.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import wye
from wye import dispatch

if TYPE_CHECKING:
    from collections.abc import Callable

DTYPES = ("float32", "float64", "int64", "bool", "complex64")
UNARY = ("neg", "abs", "exp", "sqrt", "sin", "sign", "relu", "conj", "clone", "contiguous", "detach", "logical_not")
BINARY = ("add", "sub", "mul", "div", "maximum", "eq", "lt", "pow", "atan2", "logical_and", "matmul")
IN_PLACE = ("add_", "mul_", "sub_", "copy_")
SCALARS = (0, 1, -2, 2.5, True, 1j)


class Log(wye.DispatchMode):
    """Writes down the operators that it sees."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.lines.append(f"  saw {func}")
        return func(*args, **(kwargs or {}))


class Wrapper(wye.Tensor):
    """Holds a tensor and hands every call on to it."""

    inner: Any

    @staticmethod
    def __new__(cls, inner: Any) -> Any:
        self = wye.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)
        self.inner = inner
        return self

    def __init__(self, inner: Any) -> None:
        """Nothing: the object is complete."""

    @classmethod
    def __wye_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        def bare(value: Any) -> Any:
            if isinstance(value, (list, tuple)):
                return type(value)(map(bare, value))
            return value.inner if isinstance(value, Wrapper) else value

        return func(*bare(args), **{name: bare(value) for name, value in (kwargs or {}).items()})


def whole(value: Any) -> Any:
    """Small whole numbers for floats: their products have no last digit that depends on the order of the sums.

    The engine in C adds up small products one after the other; the rules in Python ask BLAS, which has its own order.
    """
    if not isinstance(value, wye.Tensor) or value.dtype not in (wye.float32, wye.float64):
        return value
    return value.nan_to_num(0.0, 0.0, 0.0).clamp(-8, 8).round()


class Program:
    """Tensors, and random steps over them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.arrays = np.random.default_rng(seed)
        self.tensors: list[Any] = []
        self.lines: list[str] = []

    def fresh(self) -> Any:
        shape = [self.random.choice((0, 1, 2, 3, 4)) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3)))]
        values = self.arrays.normal(size=shape) * 3
        return wye.tensor(values.tolist(), dtype=getattr(wye, self.random.choice(DTYPES)))

    def one(self) -> Any:
        if not self.tensors or self.random.random() < 0.1:
            self.tensors.append(self.fresh())
        return self.random.choice(self.tensors[-12:])

    def dim(self) -> int:
        return self.random.choice((0, 0, 1, -1, 2, -2, 5))

    def size(self) -> int:
        return self.random.choice((0, 1, 1, 2, 3, 4, 6, -1))

    def index(self) -> Any:
        def part() -> Any:
            return self.random.choice(
                (0, -1, 1, None, ..., slice(None), slice(1, None), slice(None, None, 2), slice(0, 2))
            )

        return part() if self.random.random() < 0.5 else tuple(part() for _ in range(self.random.choice((1, 2, 3))))

    def operand(self) -> Any:
        return self.random.choice(SCALARS) if self.random.random() < 0.3 else self.one()

    # Each step gives a tensor, tensors, or something to print.

    def unary(self) -> Any:
        return getattr(wye.Tensor, self.random.choice(UNARY))(self.one())

    def binary(self) -> Any:
        name, x, y = self.random.choice(BINARY), self.one(), self.operand()
        return wye.matmul(whole(x), whole(y)) if name == "matmul" else getattr(wye, name)(x, y)

    def in_place(self) -> Any:
        return getattr(self.one(), self.random.choice(IN_PLACE))(self.operand())

    def out(self) -> Any:
        return wye.add(self.one(), self.one(), out=self.one())

    def reduce(self) -> Any:
        name, x = self.random.choice(("sum", "prod", "amax", "any", "mean", "argmax")), self.one()
        return getattr(x, name)() if self.random.random() < 0.5 and name != "amax" else getattr(x, name)(self.dim())

    def view(self) -> Any:
        x = self.one()
        steps: list[Callable[[], Any]] = [
            x.t,
            lambda: x.view(-1),
            lambda: x.view(self.size(), self.size()),
            lambda: x.reshape(self.size(), self.size()),
            lambda: x.transpose(self.dim(), self.dim()),
            lambda: x.unsqueeze(self.dim()),
            x.squeeze,
            lambda: x.select(self.dim(), self.random.choice((0, -1, 2))),
            lambda: x.narrow(self.dim(), self.random.choice((0, 1)), self.size()),
            lambda: x.expand(self.size(), *x.shape),
            lambda: x.permute(*reversed(range(x.dim()))),
            lambda: x.as_strided([self.size(), self.size()], [self.size(), 1], self.random.choice((0, 1, 3))),
            x.diagonal,
            x.flatten,
            lambda: x.view(getattr(wye, self.random.choice(DTYPES))),
        ]
        return self.random.choice(steps)()

    def many(self) -> Any:
        x = self.one()
        steps: list[Callable[[], Any]] = [
            lambda: x.split(self.random.choice((1, 2)), self.dim()),
            lambda: x.chunk(2),
            x.unbind,
            lambda: wye.cat([x, self.one()]),
            lambda: wye.stack([x, x]),
            lambda: x.max(self.dim()),
        ]
        return self.random.choice(steps)()

    def get(self) -> Any:
        return self.one()[self.index()]

    def put(self) -> Any:
        x = self.one()
        x[self.index()] = self.operand()
        return x

    def storage(self) -> Any:
        x = self.one()
        steps: list[Callable[[], Any]] = [
            lambda: x.resize_([self.random.choice((0, 1, 3, 7)), self.random.choice((1, 2))]).zero_(),
            lambda: x.set_(self.one()),
            lambda: setattr(x, "data", self.one()),
            lambda: x.untyped_storage().nbytes(),
            lambda: x.numpy().sum(),
            lambda: wye.from_numpy(x.numpy()),
        ]
        return self.random.choice(steps)()

    def read(self) -> Any:
        return self.random.choice((lambda x: x.item(), bool, float, len, lambda x: x.tolist(), repr))(self.one())

    def wrapped(self) -> Any:
        name, x, y = self.random.choice(BINARY), self.one(), self.operand()
        return wye.matmul(Wrapper(whole(x)), whole(y)) if name == "matmul" else getattr(wye, name)(Wrapper(x), y)

    STEPS = ("unary", "binary", "binary", "in_place", "out", "reduce", "view", "view", "view", "many", "get", "put",
             "storage", "read", "wrapped")  # fmt: skip

    def step(self) -> Any:
        do = getattr(self, self.random.choice(self.STEPS))
        around = self.random.random()
        if around < 0.1:
            with Log(self.lines):
                return do()
        if around < 0.15:
            with dispatch.exclude("ADInplaceOrView"):
                return do()
        if around < 0.2:
            with dispatch.enable_python_dispatcher() if hasattr(dispatch, "enable_python_dispatcher") else Log([]):
                return do()
        return do()

    def tell(self, value: Any) -> str:
        if isinstance(value, wye.Tensor):
            self.tensors.append(value)
            shares = [i for i, x in enumerate(self.tensors[-6:-1]) if x.untyped_storage() == value.untyped_storage()]
            values = value.resolve_conj().resolve_neg().tolist() if value.numel() < 200 else "many"
            return (
                f"{tuple(value.shape)} {value.stride()} +{value.storage_offset()} {value.dtype} v{value._version} "
                f"shares {shares} {values}"
            )
        if isinstance(value, (list, tuple)) and any(isinstance(item, wye.Tensor) for item in value):
            return "; ".join(map(self.tell, value))
        return repr(value)

    def run(self, steps: int) -> list[str]:
        for number in range(steps):
            try:
                told = self.tell(self.step())
            except RecursionError:
                raise
            except Exception as error:  # noqa: BLE001 - what a step raises is what it prints
                told = f"{type(error).__name__}: {error}"
            self.lines.append(f"{number} {told}")
        return self.lines


if __name__ == "__main__":
    np.seterr(all="ignore")
    print("\n".join(Program(int(sys.argv[1])).run(int(sys.argv[2]))))
