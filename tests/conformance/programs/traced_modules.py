"""What `make_fx` does with modules, closures and `functional_call`.

In which modes real parameters are refused, and whether the graph computes at other sizes what the program computes.
"""

import itertools

import torch
from torch import nn
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.functional import scaled_dot_product_attention as attention
from torch.utils._pytree import tree_leaves, tree_map

torch.manual_seed(0)


class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 2)
        self.register_buffer("offset", torch.ones(2))

    def forward(self, x):
        return self.second(torch.relu(self.first(x))) + self.offset


class Block(nn.Module):
    def __init__(self, width=8, heads=2):
        super().__init__()
        self.before, self.after, self.heads = nn.LayerNorm(width), nn.LayerNorm(width), heads
        self.parts, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner = nn.Sequential(nn.Linear(width, 16), nn.GELU(), nn.Linear(16, width))

    def forward(self, x):
        batch, length, width = x.shape
        split = self.parts(self.before(x)).view(batch, length, 3, self.heads, width // self.heads)
        q, k, v = split.permute(2, 0, 3, 1, 4).unbind(0)
        x = x + self.out(attention(q, k, v).transpose(1, 2).reshape(batch, length, width))
        return x + self.inner(self.after(x))


perceptron, block = Perceptron(), Block()
pictures = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Dropout()).eval()
words = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 4))
encoder = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
weight, leaf = torch.randn(4, 4), torch.randn(4, 4, requires_grad=True)


def writes(x):
    y = x @ weight
    y.add_(1)
    return y


def of_leaf(x):
    return torch.autograd.grad((x @ leaf).sum(), [leaf])


def of_parameters(x):
    return torch.autograd.grad(perceptron(x).pow(2).sum(), list(perceptron.parameters()))


def called(parameters, x):
    return torch.func.functional_call(perceptron, parameters, (x,))


def gradient(parameters, x):
    return torch.func.grad(lambda p: torch.func.functional_call(perceptron, p, (x,)).pow(2).sum())(parameters)


def parameters():
    return {name: one.detach() for name, one in perceptron.named_parameters()}


# Name -> the function, how arguments are made for a batch of some size.
PROGRAMS = {
    "perceptron": (perceptron, lambda n: (torch.randn(n, 4),)),
    "block": (block, lambda n: (torch.randn(n, n + 3, 8),)),
    "pictures": (pictures, lambda n: (torch.randn(n, 3, 6, 6),)),
    "words": (words, lambda n: (torch.randint(0, 10, (n, 2)),)),
    "encoder": (encoder, lambda n: (torch.randn(n, 3, 8),)),
    "closure": (lambda x: x @ weight + weight.sum(), lambda n: (torch.randn(n, 4),)),
    "closure over a leaf": (lambda x: (x @ leaf).relu(), lambda n: (torch.randn(n, 4),)),
    "writes": (writes, lambda n: (torch.randn(n, 4),)),
    "gradient of a leaf": (of_leaf, lambda n: (torch.randn(n, 4),)),
    "gradient of parameters": (of_parameters, lambda n: (torch.randn(n, 4),)),
    "new tensors": (lambda x: x + torch.tensor([1.0, 2.0, 3.0, 4.0]), lambda n: (torch.randn(n, 4),)),
    "numbers of constants": (lambda x: x * torch.tensor(3.0).item(), lambda n: (torch.randn(n, 4),)),
    "functional_call": (called, lambda n: (parameters(), torch.randn(n, 4))),
    "gradient of functional_call": (gradient, lambda n: (parameters(), torch.randn(n, 4))),
    "vmap": (torch.vmap(perceptron), lambda n: (torch.randn(n, 4),)),
    "attention": (lambda q: attention(q, q, q), lambda n: (torch.randn(n, 3, 5, 4),)),
    "attention to others": (
        lambda q, k: attention(q, k, k),
        lambda n: (torch.randn(n, 3, 5, 4), torch.randn(n, 3, 9, 4)),
    ),
    "attention without batch": (lambda q: attention(q, q, q), lambda n: (torch.randn(3, n + 3, 2 * n),)),
    "attention, causal": (lambda q: attention(q, q, q, is_causal=True), lambda n: (torch.randn(n, 3, 5, n + 2),)),
    "attention, groups": (
        lambda q, k: attention(q, k, k, enable_gqa=True),
        lambda n: (torch.randn(n, 6, 5, 4), torch.randn(n, 3, 9, 4)),
    ),
    "attention, backward": (
        torch.func.grad(lambda q: attention(q, q, q).pow(2).sum()),
        lambda n: (torch.randn(n, 3, 5, n + 2),),
    ),
}
OPTIONS = ({}, {"pre_dispatch": True}, {"_allow_non_fake_inputs": True})

for name, mode, options in itertools.product(PROGRAMS, ("real", "fake", "symbolic"), OPTIONS):
    function, arguments = PROGRAMS[name]
    if "pre_dispatch" in options and any(part in name for part in ("gradient", "backward", "vmap")):
        continue  # what autograd and transforms have made by then are constants of the graph
    try:
        graph = make_fx(function, tracing_mode=mode, **options)(*arguments(7))
    except (AssertionError, RuntimeError) as error:
        print(name, mode, *options, "raises", type(error).__name__, str(error).split(".")[0])
        continue
    for size in (7, 5) if mode == "symbolic" else (7,):  # 7 is the size of nothing else
        given = arguments(size)
        copies = tree_map(torch.clone, given)
        same = map(torch.allclose, tree_leaves(graph(*given)), tree_leaves(function(*copies)))
        print(name, mode, *options, size, list(same))
