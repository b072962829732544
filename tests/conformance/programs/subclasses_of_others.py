"""Tensor subclasses as people write them: wrappers that quantize, mask, negate, trace, lower step by step, redirect."""

import contextlib
from collections import Counter

import torch
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing
from torch.utils._pytree import tree_map, tree_map_only

F = torch.nn.functional
aten = torch.ops.aten


def words(value):
    if isinstance(value, torch.Tensor):
        return f"{type(value).__name__}:{str(value.dtype).rpartition('.')[2]}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(words, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {words(one)}" for name, one in value.items()) + "}"
    return repr(value)


def shown(value):
    return [round(float(one), 4) for one in value.reshape(-1).tolist()]


@contextlib.contextmanager
def refused(*kinds):
    try:
        yield
    except kinds as error:
        print("refused", [kind.__name__ for kind in kinds if isinstance(error, kind)])


# ---- what a handler sees and gets ----


class Plain(torch.Tensor):
    """Wraps a tensor, and prints every call."""

    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_wrapper_subclass(
            cls, elem.size(), strides=elem.stride(), storage_offset=elem.storage_offset(), dtype=elem.dtype,
            layout=elem.layout, device=elem.device, requires_grad=False,
        )  # fmt: skip

    def __init__(self, elem):
        self.elem = elem

    def __repr__(self):
        return f"{type(self).__name__}({shown(self.elem)})"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print(func, [t.__name__ for t in types], words(args), words(kwargs) if kwargs else kwargs)
        inner = tree_map_only(cls, lambda x: x.elem, args)
        out = func(*inner, **tree_map_only(cls, lambda x: x.elem, kwargs or {}))
        return tree_map_only(torch.Tensor, cls, out)


x = Plain(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
y = torch.ones(2, 2)
x + 1
x + y
y * x
torch.add(x, y, alpha=1)
torch.add(x, y, alpha=2)
x.sum()
x.sum(0)
x.sum(0, True)
x.mean(dim=(0, 1), dtype=torch.float64)
x.t()
x.T @ y
x[0]
x[:, 1:]
x[x > 2]
x.view(4)
x.reshape(-1)
x.to(torch.float64)
x.float()
x.clone()
x.contiguous()
x.detach()
torch.zeros_like(x)
x.new_ones(2)
torch.cat([x, y])
torch.cat([x, y], 1)
torch.stack([y, x])
torch.where(x > 2, x, y)
torch.split(x, 1)
x.chunk(2, 1)
x.softmax(-1)
F.relu(x)
F.linear(y, x, x[0])
F.gelu(x)
F.layer_norm(x, (2,))
F.cross_entropy(x, torch.tensor([0, 1]))
torch.matmul(x, x)
torch.bmm(x[None], y[None])
torch.clamp(x, 0, 1)
torch.clamp(x, min=2)
x.max()
x.max(1)
x.topk(1)
x.sort(descending=True)
torch.var(x, 0)
torch.std(x, unbiased=False)
x.pow(2)
2**x
1 / x
x // 2
x.expand(3, 2, 2)
x.repeat(2, 1)
x.flatten()
x.unsqueeze(0).squeeze(0)
x.masked_fill(x > 2, 0.0)
x.gather(0, torch.zeros(1, 2, dtype=torch.int64))
torch.norm(x)
torch.linalg.vector_norm(x)
torch.einsum("ij,jk->ik", x, y)
torch.isnan(x)
torch.allclose(torch.ones(1), torch.ones(1))
torch.empty_like(x, dtype=torch.int64)
torch.nonzero(x)
print(x.shape, x.dtype, x.device, x.stride(), x.dim(), x.requires_grad, x.is_contiguous())


# ---- in place and out ----


class Mutable(Plain):
    """Returns what it was given when it writes."""

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*tree_map_only(cls, lambda x: x.elem, args), **tree_map_only(cls, lambda x: x.elem, kwargs))
        out = tree_map(lambda v: cls(v) if isinstance(v, torch.Tensor) and not isinstance(v, cls) else v, out)
        return return_and_correct_aliasing(func, args, kwargs, out)


m = Mutable(torch.arange(4.0))
n = m
n += 1
print(n is m, m, m.add_(1) is m, m)
m[1:3] = 9
m[0].mul_(2)
print(m, m.view(2, 2), torch.mul(m, 2, out=m) is m, m)
m.copy_(torch.zeros(4)).fill_(3).clamp_(max=2)
print(m, m.zero_() is m, m, m.t_() is m)


# ---- quantized ----


class Quantized(torch.Tensor):
    """8-bit integers with one scale."""

    @staticmethod
    def __new__(cls, data, scale, dtype):
        return torch.Tensor._make_wrapper_subclass(cls, data.shape, dtype=dtype, device=data.device)

    def __init__(self, data, scale, dtype):
        self.data_, self.scale = data, scale

    @classmethod
    def quantize(cls, x):
        scale = x.abs().max() / 127
        return cls((x / scale).round().clamp(-128, 127).to(torch.int8), scale, x.dtype)

    def dequantize(self):
        return self.data_.to(self.dtype) * self.scale

    def __repr__(self):
        return f"Quantized({self.data_.tolist()}, {float(self.scale):.4f})"

    def __tensor_flatten__(self):
        return ["data_", "scale"], self.dtype

    handlers = {}

    @classmethod
    def implements(cls, *ops):
        return lambda fn: cls.handlers.update(dict.fromkeys(ops, fn)) or fn

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func in cls.handlers:
            return cls.handlers[func](func, args, kwargs or {})
        return func(*tree_map_only(cls, cls.dequantize, args), **tree_map_only(cls, cls.dequantize, kwargs or {}))


@Quantized.implements(aten.detach.default, aten.clone.default)
def _same(func, args, kwargs):
    return Quantized(func(args[0].data_), args[0].scale, args[0].dtype)


@Quantized.implements(aten.t.default)
def _turned(func, args, kwargs):
    return Quantized(func(args[0].data_), args[0].scale, args[0].dtype)


@Quantized.implements(aten.mm.default)
def _product(func, args, kwargs):
    a, b = args
    if isinstance(a, Quantized) and isinstance(b, Quantized):
        return func(a.data_.to(torch.int32), b.data_.to(torch.int32)).to(a.dtype) * (a.scale * b.scale)
    return func(*(one.dequantize() if isinstance(one, Quantized) else one for one in args))


w = Quantized.quantize(torch.tensor([[0.5, -1.0, 0.25], [1.0, 0.0, -0.5]]))
v = torch.tensor([[1.0, 2.0, 3.0]])
print(w, w.shape, w.dtype, w.t(), w.clone())
print(shown(v @ w.t()), shown(F.linear(v, w)), shown(F.linear(v, w, torch.ones(2))), shown(torch.mm(w, w.t())))
print(shown(w + 1), type(w + 1).__name__, type(w.detach()).__name__, shown(w.sum(0)))


# ---- masked ----


class Masked(torch.Tensor):
    """Elements that count, and elements that do not."""

    @staticmethod
    def __new__(cls, data, mask):
        return torch.Tensor._make_wrapper_subclass(cls, data.size(), dtype=data.dtype, device=data.device)

    def __init__(self, data, mask):
        self.inner, self.mask = data, mask

    def __repr__(self):
        pairs = zip(shown(self.inner), self.mask.reshape(-1).tolist(), strict=True)
        return f"Masked({[value if counts else None for value, counts in pairs]})"

    unary = {aten.exp.default, aten.neg.default, aten.sqrt.default, aten.abs.default}
    binary = {aten.add.Tensor, aten.mul.Tensor, aten.sub.Tensor, aten.div.Tensor}

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in cls.unary:
            return cls(func(args[0].inner, **kwargs), args[0].mask)
        if func in cls.binary:
            masks = [one.mask for one in args if isinstance(one, cls)]
            data = [one.inner if isinstance(one, cls) else one for one in args]
            return cls(func(*data, **kwargs), masks[0] if len(masks) == 1 else masks[0] & masks[1])
        if func in (aten.sum.default, aten.sum.dim_IntList):
            self, *rest = args
            return cls(func(self.inner.masked_fill(~self.mask, 0), *rest, **kwargs), aten.any.default(self.mask))
        if func in (aten.view.default, aten.t.default, aten.select.int, aten.slice.Tensor, aten.unsqueeze.default):
            return cls(func(args[0].inner, *args[1:]), func(args[0].mask, *args[1:]))
        return NotImplemented


k = Masked(torch.tensor([[1.0, 4.0], [9.0, 16.0]]), torch.tensor([[True, False], [True, True]]))
print(k, k + 1, 2 * k, k * k, k.sqrt(), -k, k.sum(), k.t(), k[1], k[:, :1], k.view(4))
with refused(TypeError):
    k.cos()
with refused(TypeError):
    torch.cat([k, k])


# ---- negative: lazily negated ----


class Negative(torch.Tensor):
    """The negative of a tensor, until somebody looks."""

    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype, device=elem.device)

    def __init__(self, elem):
        self.elem = elem

    def __repr__(self):
        return f"-{shown(self.elem)}"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func is aten.neg.default:
            return args[0].elem
        if func is aten.mul.Tensor and all(isinstance(one, cls) for one in args):
            return func(args[0].elem, args[1].elem)
        return func(*tree_map(lambda v: v.elem.neg() if isinstance(v, cls) else v, args), **(kwargs or {}))


g = Negative(torch.tensor([1.0, 2.0]))
print(g, -g, shown(g * g), shown(g + 1), shown(g.abs()), type(g * 2).__name__)


# ---- step by step: modes below subclasses ----


class Counting(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.seen = Counter()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.seen[str(func), tuple(t.__name__ for t in types)] += 1
        return func(*args, **(kwargs or {}))


class Lowered(Plain):
    """Decomposes what it does not know, into what it does."""

    known = {
        aten.mul.Tensor,
        aten.add.Tensor,
        aten.exp.default,
        aten.div.Tensor,
        aten.sum.dim_IntList,
        aten.neg.default,
    }
    rules = {
        aten.sigmoid.default: lambda x: 1 / (1 + (-x).exp()),
        aten._softmax.default: lambda x, dim, _: x.exp() / x.exp().sum(dim, keepdim=True),
        aten.silu.default: lambda x: x * x.sigmoid(),
    }

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func in cls.rules:
            return cls.rules[func](*args, **(kwargs or {}))
        if func not in cls.known and func is not aten.reciprocal.default:
            print("lowers", func)
        out = func(*tree_map_only(cls, lambda x: x.elem, args), **(kwargs or {}))
        return tree_map_only(torch.Tensor, cls, out)


low = Lowered(torch.tensor([0.0, 1.0]))
with Counting() as counted:
    print(low.sigmoid(), low.softmax(0), F.silu(low), low.tanh())
for call, number in sorted(counted.seen.items()):
    print(number, *call)


# ---- plain subclasses, with functions and attributes ----


class Named(torch.Tensor):
    """Keeps a name through functions."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        out = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(out, cls):
            out.label = next((one.label for one in args if isinstance(one, cls) and hasattr(one, "label")), None)
        return out


p = torch.tensor([1.0, 2.0]).as_subclass(Named)
p.label = "p"
print(type(p + 1).__name__, (p + 1).label, (2 * p).exp().label, type(p.sum()).__name__, type(p[0]).__name__)
print(isinstance(p, torch.Tensor), type(torch.stack([p, p])).__name__, type(p.clone()).__name__)


class Elsewhere:
    """No tensor, but functions take it."""

    def __init__(self, value):
        self.value = value

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if not all(issubclass(one, (torch.Tensor, cls)) for one in types):
            return NotImplemented
        values = [one.value if isinstance(one, cls) else one for one in args]
        return cls(func(*values, **(kwargs or {})))


print(torch.add(Elsewhere(torch.ones(2)), 1).value.tolist(), torch.mul(torch.ones(2), Elsewhere(3)).value.tolist())
print(F.relu(Elsewhere(torch.tensor([-1.0]))).value.tolist(), torch.sum(Elsewhere(torch.ones(2, 2)), dim=0).value)


# ---- two classes meet ----


class First(Plain):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if not all(issubclass(cls, one) or one is torch.Tensor for one in types):
            print(cls.__name__, "leaves it", [one.__name__ for one in types])
            return NotImplemented
        return cls(func(*tree_map_only(cls, lambda x: x.elem, args), **(kwargs or {})))


class Second(First):
    pass


class Third(Plain):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print("Third", func, [one.__name__ for one in types])
        return cls(func(*tree_map_only(Plain, lambda x: x.elem, args), **(kwargs or {})))


a, b, c = First(torch.ones(2)), Second(torch.ones(2)), Third(torch.ones(2))
print(type(a + b).__name__, type(b + a).__name__, type(a + c).__name__)
