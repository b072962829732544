"""Modes as people write them: FLOPs, logs, memory, determinism, redirection, devices, and checks of dtypes and NaN."""

import contextlib
import weakref
from collections import Counter, defaultdict
from math import prod

import torch
from torch.overrides import TorchFunctionMode, resolve_name
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map, tree_map_only

F = torch.nn.functional
aten = torch.ops.aten
torch.manual_seed(0)


def words(value):
    """A value in words that are the same wherever it is computed."""
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).rpartition('.')[2]}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(words, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {words(one)}" for name, one in value.items()) + "}"
    return f"{value:.4f}" if isinstance(value, float) else repr(value)


# ---- operations per call ----


def mm_flop(a, b):
    return 2 * a.shape[0] * a.shape[1] * b.shape[1]


def bmm_flop(a, b):
    return a.shape[0] * 2 * a.shape[1] * a.shape[2] * b.shape[2]


def conv_flop(x, w, bias, stride, padding, dilation, transposed, _pad, groups, out):
    spatial = (x if transposed else out).shape[2:]
    return 2 * x.shape[0] * prod(w.shape) * prod(spatial)


class FlopCounter(TorchDispatchMode):
    """Counts multiplications and additions by operator."""

    table = {
        aten.mm.default: lambda args, out: mm_flop(*args[:2]),
        aten.addmm.default: lambda args, out: mm_flop(*args[1:3]),
        aten.bmm.default: lambda args, out: bmm_flop(*args[:2]),
        aten.baddbmm.default: lambda args, out: bmm_flop(*args[1:3]),
        aten.convolution.default: lambda args, out: conv_flop(*args, out),
    }

    def __init__(self):
        super().__init__()
        self.flops, self.parents = defaultdict(Counter), ["Global"]

    @contextlib.contextmanager
    def part(self, name):
        self.parents.append(name)
        try:
            yield
        finally:
            self.parents.pop()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        rule = self.table.get(func)
        if rule is not None:
            for parent in self.parents:
                self.flops[parent][func._overloadpacket] += rule(args, out)
        return out


def network(counter):
    x = torch.randn(4, 3, 8, 8)
    with counter.part("conv"):
        x = F.relu(F.conv2d(x, torch.randn(6, 3, 3, 3), torch.randn(6), padding=1, stride=2))
    with counter.part("head"):
        x = F.linear(x.flatten(1), torch.randn(10, 96), torch.randn(10))
    with counter.part("mix"):
        y = torch.einsum("bij,bjk->bik", torch.randn(2, 3, 4), torch.randn(2, 4, 5)) @ torch.randn(5, 2)
    return x, y


with FlopCounter() as flops:
    network(flops)
for part, counts in flops.flops.items():
    print("flops", part, {str(op): number for op, number in counts.items()})


# ---- logs ----


class Logger(TorchDispatchMode):
    """Writes down every operator with the arguments that it gets."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        given = f"{words(args)} {words(kwargs or {})}"
        self.lines.append(
            f"{func._schema.name}.{func._overloadname} {[t.__name__ for t in types]} {given} -> {words(out)}"
        )
        return out


def script():
    torch.manual_seed(0)
    x = torch.arange(6.0).reshape(2, 3)
    y = x.t() @ x
    y[0, 1:] += 1
    y.add_(1, alpha=2).clamp_(min=0)
    z = torch.cat([y, y.new_zeros(1, 3)], dim=0)
    z = z.softmax(-1).sum(0, keepdim=True)
    values, places = z.max(1)
    first, _ = torch.split(z, [1, 2], dim=1)
    torch.sub(first, 1, out=x[:1, :1])
    if z.any():
        z.masked_fill_(z > 0.5, float("-inf"))
    F.cross_entropy(y, torch.tensor([0, 1, 2]))
    F.layer_norm(y, (3,))
    torch.where(y > 1, y, 0.0)
    return values.item(), places.tolist(), z.mean().double()


with Logger() as log:
    script()
print(*log.lines, sep="\n")


# ---- memory ----


class MemoryTracker(TorchDispatchMode):
    """The bytes of tensors that are alive, and the most there were."""

    def __init__(self):
        super().__init__()
        self.alive, self.now, self.peak = {}, 0, 0

    def track(self, tensor):
        storage = tensor.untyped_storage()
        key = storage.data_ptr()
        if key in self.alive or not key:
            return
        self.alive[key] = storage.nbytes()
        self.now += storage.nbytes()
        self.peak = max(self.peak, self.now)
        weakref.finalize(tensor, self.drop, key)

    def drop(self, key):
        self.now -= self.alive.pop(key, 0)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        tree_map_only(torch.Tensor, self.track, out)
        return out


with MemoryTracker() as memory:
    a = torch.ones(100, 10)
    b = a * 2
    c = (a + b).exp()
    del b
    d = c.view(10, 100)[:5]
    print("memory", memory.now, memory.peak, d.shape)


# ---- the same answer twice ----


class Deterministic(TorchDispatchMode):
    """Runs every call twice and compares."""

    def __init__(self):
        super().__init__()
        self.different = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func._schema.is_mutable or torch.Tag.nondeterministic_seeded in func.tags:
            self.different.append(f"skipped {func}")
            return func(*args, **kwargs)
        outs = [func(*args, **kwargs) for _ in range(2)]
        flat = [tree_flatten(out)[0] for out in outs]
        for one, two in zip(*flat, strict=True):
            if isinstance(one, torch.Tensor) and "empty" not in str(func) and not torch.equal(one, two):
                self.different.append(f"{func} differs")
        return outs[0]


with Deterministic() as twice:
    x = torch.randn(3, 4)
    F.dropout(x, 0.5, training=True)
    x.sort(1)[0].cumsum(0).add_(1)
    torch.bernoulli(torch.full((3,), 0.5))
print(*twice.different, sep="\n")


# ---- modes in modes ----


class Redirect(TorchDispatchMode):
    """Runs other operators in the place of some."""

    table = {aten.mul.Tensor: aten.add.Tensor, aten.sin.default: aten.cos.default}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return self.table.get(func, func)(*args, **(kwargs or {}))


class Double(TorchDispatchMode):
    """Floats are computed in double precision and rounded."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace != "aten" or func._schema.is_mutable or torch.Tag.core not in func.tags:
            return func(*args, **(kwargs or {}))
        up = tree_map(lambda v: v.double() if isinstance(v, torch.Tensor) and v.dtype == torch.float32 else v, args)
        out = func(*up, **(kwargs or {}))
        return tree_map(lambda v: v.float() if isinstance(v, torch.Tensor) and v.dtype == torch.float64 else v, out)


ones = torch.ones(2)
with Logger() as outer, Redirect(), Logger() as inner:
    print((ones * 3).tolist(), [round(one, 4) for one in ones.sin().tolist()])
print("inner", [line.split()[0] for line in inner.lines])
print("outer", [line.split()[0] for line in outer.lines])
with Double(), Logger() as seen:
    total = (ones / 3).sum()
print(total.dtype, [line.split()[0] for line in seen.lines])


class NanCheck(TorchDispatchMode):
    """Raises where the first NaN appears."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        for one in tree_flatten(out)[0]:
            if isinstance(one, torch.Tensor) and one.is_floating_point() and bool(one.isnan().any()):
                raise FloatingPointError(f"{func} made NaN of {words(args)}")
        return out


try:
    with NanCheck():
        y = torch.zeros(2)
        (y + 1).log().div(y).mul(y)
except FloatingPointError as error:
    print(error)


# ---- functions ----


class DeviceMode(TorchFunctionMode):
    """Factories make tensors on a device."""

    factories = {torch.empty, torch.zeros, torch.ones, torch.full, torch.arange, torch.rand, torch.eye}

    def __init__(self, device):
        super().__init__()
        self.device = torch.device(device)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in self.factories and kwargs.get("device") is None:
            kwargs["device"] = self.device
        return func(*args, **kwargs)


with DeviceMode("meta"):
    print(torch.ones(2, 3).device, torch.zeros(2, device="cpu").device)
    print((torch.rand(2, 3) @ torch.ones(3, 4)).shape, torch.arange(3).sum().device)


class Names(TorchFunctionMode):
    """The public functions that a program calls."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = resolve_name(func) or str(getattr(func, "__name__", func))
        self.names.append((name, words(args), words(kwargs or {})))
        return func(*args, **(kwargs or {}))


with Names() as names:
    x = torch.ones(2, 3)
    x + 1
    1 + x
    x * x
    x @ x.t()
    x.add_(1).sum(dim=0)
    torch.add(x, x, alpha=2)
    F.relu(x)
    F.softmax(x, dim=1)
    torch.cat([x, x])
    torch.stack((x, x), dim=0)
    x.any()
    x > 1
    -x
    x.clone().view(6).contiguous()
    torch.unbind(x)
    x.split(1)
    x.norm()
for name in names.names:
    print(*name)
