"""Custom operators as users of torch.library write them: kernels per device, fake, autograd, mutation, lifetimes."""

import numpy as np
import torch
from torch import Tensor


def show(what, value):
    if isinstance(value, Tensor):
        value = (str(value.device), tuple(value.shape), value.numpy().tolist() if value.device.type == "cpu" else "...")
    print(f"{what}: {value}")


def attempt(what, kind, call):
    try:
        show(what, call())
    except kind:
        print(f"{what}: {kind.__name__}")


# ---- a function becomes an operator ----


@torch.library.custom_op("shop::scale", mutates_args=())
def scale(x: Tensor, factor: float = 2.0, *, twice: bool = False) -> Tensor:
    return torch.from_numpy(x.numpy() * np.float32(factor) ** (2 if twice else 1))


@scale.register_fake
def _(x, factor=2.0, *, twice=False):
    return torch.tensor(np.zeros(tuple(x.shape), dtype=np.float32), device="meta")


def remember(ctx, inputs, output):
    ctx.factor = inputs[1]


def scale_backward(ctx, grad):
    return grad, None


scale.register_autograd(scale_backward, setup_context=remember)

x = torch.tensor([1.0, 2.0, 3.0])
show("scale", scale(x))
show("scale by keyword", scale(x, factor=0.5, twice=True))
show("through torch.ops", torch.ops.shop.scale(x, 3.0))
show("one overload", torch.ops.shop.scale.default(x, 3.0))
show("schema", str(torch.ops.shop.scale.default._schema))
show("on meta", scale(torch.tensor([[1.0, 2.0]], device="meta")))
show("names", (str(torch.ops.shop.scale), str(torch.ops.shop.scale.default), torch.ops.shop.scale.default.name()))
attempt("no tensor", RuntimeError, lambda: scale("x"))
attempt("unknown keyword", RuntimeError, lambda: scale(x, by=1.0))
attempt("nothing", RuntimeError, scale)


# ---- an operator that writes to its argument ----


@torch.library.custom_op("shop::add_into", mutates_args=("out",), device_types="cpu")
def add_into(out: Tensor, values: list[float], times: int = 1) -> None:
    array = out.numpy()
    for value in values:
        array += np.float32(value * times)


@add_into.register_kernel("meta")
def _(out, values, times=1):
    print("add_into on meta does nothing")


total = torch.tensor([0.0, 10.0])
before = total._version
show("returns", add_into(total, [1.0, 2.0], 2))
show("total", total)
show("versions", total._version - before)
show("on meta", add_into(torch.tensor([0.0], device="meta"), [1.0]))
show("mutable", torch.ops.shop.add_into.default._schema.is_mutable)
with add_into.set_kernel_enabled("cpu", False):
    show("switched off", add_into(total, [1.0]))
show("total again", total)


# ---- what the contract forbids ----


@torch.library.custom_op("shop::same", mutates_args=())
def same(x: Tensor) -> Tensor:
    return x


attempt("returns its argument", RuntimeError, lambda: same(x))
attempt("writes, and has a gradient", RuntimeError, lambda: add_into.register_autograd(scale_backward))
attempt("no annotation", ValueError, lambda: torch.library.custom_op("shop::bad", lambda x: x, mutates_args=()))
attempt("no namespace", ValueError, lambda: torch.library.custom_op("bad", scale_backward, mutates_args=()))
attempt("no such device", RuntimeError, lambda: scale.register_kernel("nodevice", scale_backward))


def sketch(x: Tensor, n: int, names: str = "a", *, w: Tensor | None = None) -> tuple[Tensor, Tensor]: ...


show("inferred", torch.library.infer_schema(sketch, mutates_args={"w"}))


# ---- libraries ----

base = torch.library.Library("shop2", "DEF")
base.define("pick(Tensor x, Tensor[] others, int? at=None) -> str")
base.define("pick.text(str x) -> str")
base.impl("pick", lambda x, others, at=None: f"cpu {len(others)} {at}", "CPU")
base.impl("pick.text", lambda x: f"text {x}", "CompositeExplicitAutograd")
torch.library.register_fake("shop2::pick", lambda x, others, at=None: "fake", lib=base)
show("cpu", torch.ops.shop2.pick(x, [x, x], 1))
show("meta", torch.ops.shop2.pick(torch.tensor([1.0], device="meta"), []))
show("text", torch.ops.shop2.pick("hello"))
show("overloads", torch.ops.shop2.pick.overloads())
attempt("none fits", RuntimeError, lambda: torch.ops.shop2.pick(1.5))
attempt("a second DEF", RuntimeError, lambda: torch.library.Library("shop2", "DEF"))

more = torch.library.Library("shop2", "IMPL")
more.impl("pick", lambda x, others, at=None: "overridden", "CPU")
show("overridden", torch.ops.shop2.pick(x, []))
attempt("not allowed", RuntimeError, lambda: more.impl("pick", lambda x, others: "again", "CPU", allow_override=False))
more._destroy()
show("brought back", torch.ops.shop2.pick(x, []))


def with_keys(keys, x, others, at=None):
    below = keys & torch._C._after_autograd_keyset
    return "autograd, then " + torch.ops.shop2.pick.default.redispatch(below, x, others, at)


base.impl("pick", with_keys, "AutogradCPU", with_keyset=True)
show("redispatched", torch.ops.shop2.pick(x, [x]))
base._destroy()
attempt("gone", AttributeError, lambda: torch.ops.shop2.pick(x, []))
show("left", [name for name in torch._C._dispatch_get_all_op_names() if name.startswith("shop2::")])
