"""The rules of `Module`: programs that run on both sides, with the same values, texts and errors."""

import textwrap
import warnings

import pytest

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

# ruff: noqa: E501 - one program to a line where it is short
# Each program leaves what it found in `seen`; the last line may fail.
PROGRAMS = {
    "a parameter before init": "class M(nn.Module):\n    def __init__(self): self.w = P(1)\nM()",
    "a module before init": "class M(nn.Module):\n    def __init__(self): self.w = nn.ReLU()\nM()",
    "a buffer before init": "class M(nn.Module):\n    def __init__(self): self.register_buffer('b', torch.ones(1))\nM()",
    "a plain attribute before init": """
        class M(nn.Module):
            def __init__(self):
                self.x = 3
                super().__init__()
        seen.append(M().x)
    """,
    "a tensor for a parameter": "m = nn.Linear(1, 2)\nm.weight = torch.ones(2)",
    "a number for a parameter": "m = nn.Linear(1, 2)\nm.weight = 3",
    "a module for a parameter": "m = nn.Linear(1, 2)\nm.weight = nn.ReLU()",
    "a number for a module": "m = nn.Sequential(nn.ReLU())\nsetattr(m, '0', 3)",
    "a number for a buffer": "m = nn.BatchNorm1d(2)\nm.running_mean = 3",
    "none for a parameter": "m = nn.Linear(1, 2)\nm.weight = None\nseen += [m.weight, [*m.state_dict()]]",
    "none for a module": "m = nn.Sequential(nn.ReLU())\nsetattr(m, '0', None)\nseen.append(repr(m))",
    "none for a buffer": "m = nn.BatchNorm1d(2)\nm.running_mean = None\nseen.append([*m.state_dict()])",
    "a parameter replaces a module": "m = nn.Module()\nm.a = nn.ReLU()\nm.a = P(1)\nseen += [[*m._modules], [*m._parameters]]",
    "a module replaces a buffer": "m = nn.Module()\nm.register_buffer('a', P(1).data, False)\nm.a = nn.ReLU()\nseen.append(repr(m._buffers))\nseen.append(m._non_persistent_buffers_set)",
    "a buffer keeps being one": "m = nn.BatchNorm1d(1)\nm.running_mean = torch.ones(1)\nseen.append(sorted(m._buffers))",
    "nn.Buffer": "m = nn.Module()\nm.b = nn.Buffer(torch.ones(1))\nm.c = nn.Buffer(torch.ones(1), persistent=False)\nseen += [[*m.state_dict()], [n for n, _ in m.named_buffers()]]",
    "names of buffers": "nn.Module().register_buffer('a.b', torch.ones(1))",
    "empty names of buffers": "nn.Module().register_buffer('', torch.ones(1))",
    "numbers as names of buffers": "nn.Module().register_buffer(3, torch.ones(1))",
    "a buffer that is a number": "nn.Module().register_buffer('a', 3)",
    "a buffer of a taken name": "nn.Module().register_buffer('forward', torch.ones(1))",
    "names of parameters": "nn.Module().register_parameter('a.b', P(1))",
    "empty names of parameters": "nn.Module().register_parameter('', P(1))",
    "numbers as names of parameters": "nn.Module().register_parameter(3, P(1))",
    "a parameter of a taken name": "nn.Module().register_parameter('training', P(1))",
    "a parameter that is a tensor": "nn.Module().register_parameter('a', torch.ones(1))",
    "names of modules": "nn.Module().add_module('a.b', nn.ReLU())",
    "empty names of modules": "nn.Module().add_module('', nn.ReLU())",
    "numbers as names of modules": "nn.Module().add_module(3, nn.ReLU())",
    "a module that is a number": "nn.Module().add_module('a', 3)",
    "a module of a taken name": "nn.Module().add_module('forward', nn.ReLU())",
    "an unknown attribute": "nn.Linear(1, 2).nothing",
    "deleting": "m = nn.Linear(1, 2)\ndel m.weight\nseen.append(repr([*m.state_dict()]))\ndel m.weight",
    "deleting an attribute": "m = nn.Linear(1, 2)\ndel m.in_features\nm.in_features",
    "no forward": "nn.Module()(3)",
    "arguments of Module": "nn.Module(3)",
    "named arguments of Module": "nn.Module(a=3)",
    "get_submodule": "m = tree()\nseen += [repr(m.get_submodule('1.0')), m.get_submodule('') is m]\nm.get_submodule('1.5')",
    "get_submodule of a parameter": "tree().get_submodule('0.weight')",
    "get_parameter": "m = tree()\nseen.append(tuple(m.get_parameter('0.weight').shape))\nm.get_parameter('0.nothing')",
    "get_parameter of a number": "tree().get_parameter('0.in_features')",
    "get_buffer": "m = nn.Sequential(nn.BatchNorm1d(2))\nseen.append(tuple(m.get_buffer('0.running_mean').shape))\nm.get_buffer('0.weight')",
    "get_buffer of nothing": "tree().get_buffer('0.nothing')",
    "set_submodule": "m = tree()\nm.set_submodule('1.0', nn.Tanh())\nm.set_submodule('new', nn.ReLU())\nseen.append(repr(m))\nm.set_submodule('other', nn.ReLU(), strict=True)",
    "set_submodule without a name": "tree().set_submodule('', nn.ReLU())",
    "set_submodule of a number": "tree().set_submodule('0', 3)",
    "set_submodule in place of a parameter": "tree().set_submodule('0.weight', nn.ReLU())",
    "missing and unexpected keys": "m = tree()\ns = m.state_dict()\ns['extra'] = s.pop('0.weight')\ns['1.1.more'] = torch.ones(1)\nm.load_state_dict(s)",
    "keys that are not strict": "m = tree()\ns = m.state_dict()\ns['extra'] = s.pop('0.weight')\nfound = m.load_state_dict(s, strict=False)\nseen += [found.missing_keys, found.unexpected_keys, repr(found), found]",
    "a size that does not fit": "m = tree()\ns = m.state_dict()\ns['0.weight'] = torch.ones(5)\nm.load_state_dict(s, strict=False)",
    "a number in the dictionary": "m = tree()\ns = m.state_dict()\ns['0.weight'] = 3\nm.load_state_dict(s)",
    "no dictionary": "tree().load_state_dict([])",
    "a number of one dimension": "m = nn.BatchNorm1d(1)\ns = m.state_dict()\ns['num_batches_tracked'] = torch.tensor([7])\nm.load_state_dict(s)\nseen.append(m.num_batches_tracked.item())",
    "an old batch norm": "m = nn.BatchNorm1d(1)\ns = dict(m.state_dict())\ndel s['num_batches_tracked']\nseen.append(repr(m.load_state_dict(s)))",
    "a new batch norm": "m = nn.BatchNorm1d(1)\ns = m.state_dict()\ndel s['num_batches_tracked']\nm.load_state_dict(s)",
    "state of tied parameters": "m = tree()\nm[1][1].weight = m[0].weight\nseen += [[*m.state_dict()], [n for n, _ in m.named_parameters()], [n for n, _ in m.named_parameters(remove_duplicate=False)]]",
    "state with a prefix": "seen.append([*tree().state_dict(prefix='a.')])",
    "state in a dictionary": "d = {}\ntree().state_dict(destination=d, prefix='b.')\nseen.append([*d])",
    "state by place": "d = {}\ntree().state_dict(d, 'c.')\nseen.append([*d])",
    "versions": "seen.append({k: dict(v) for k, v in nn.Sequential(nn.BatchNorm1d(1)).state_dict()._metadata.items()})",
    "keep_vars": "m = tree()\nseen += [t.requires_grad for t in m.state_dict(keep_vars=True).values()] + [t.requires_grad for t in m.state_dict().values()]",
    "assign": "m, n = tree(), tree()\nm[0].weight.requires_grad_(False)\nm.load_state_dict(n.state_dict(), assign=True)\nseen += [m[0].weight.data_ptr() == n[0].weight.data_ptr(), m[0].weight.requires_grad, isinstance(m[0].weight, nn.Parameter)]",
    "extra state": """
        class M(nn.Module):
            def get_extra_state(self): return {'a': 1}
            def set_extra_state(self, state): seen.append(state)
        m = nn.Sequential(M())
        s = m.state_dict()
        seen.append(dict(s))
        seen.append(repr(m.load_state_dict(s)))
        m.load_state_dict({})
    """,
    "unexpected extra state": "tree().load_state_dict({**tree().state_dict(), '_extra_state': 3})",
    "state hooks": """
        m = tree()
        def post(module, state, prefix, metadata): seen.append((prefix, len(state), dict(metadata)))
        m[1].register_state_dict_post_hook(post)
        m.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append((prefix, keep)))
        m.state_dict()
        m[0].register_state_dict_post_hook(lambda *a: 3)
        m.state_dict()
    """,
    "private state hooks": "m = tree()\nm._register_state_dict_hook(lambda module, state, prefix, metadata: {'all': 1})\nseen.append(m.state_dict())",
    "load hooks": """
        m = tree()
        def pre(module, state, prefix, metadata, strict, missing, unexpected, errors):
            seen.append((type(module).__name__, sorted(state), prefix, strict))
            state[prefix + 'weight'] = state.pop(prefix + 'w')
        m[0].register_load_state_dict_pre_hook(pre)
        m[0].register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
        s = m.state_dict()
        s['0.w'] = s.pop('0.weight')
        del s['0.bias']
        seen.append(repr(m.load_state_dict(s)))
        m.register_load_state_dict_post_hook(lambda module, keys: 3)
        m.load_state_dict(s)
    """,
    "hooks around calls": """
        m = tree()
        log = lambda name: lambda *a, **k: seen.append((name, len(a), sorted(k)))
        handles = [m[0].register_forward_pre_hook(log('pre')), m[0].register_forward_hook(log('post')),
                   m[0].register_forward_pre_hook(log('first'), prepend=True),
                   m[0].register_forward_hook(log('first post'), prepend=True),
                   m[0].register_forward_hook(log('named'), with_kwargs=True),
                   m[0].register_forward_pre_hook(log('named pre'), with_kwargs=True)]
        m(torch.ones(1, 2))
        for h in handles: h.remove()
        m(torch.ones(1, 2))
        seen.append((len(m[0]._forward_hooks), len(m[0]._forward_hooks_with_kwargs)))
    """,
    "hooks that change": """
        m = nn.Identity()
        m.register_forward_pre_hook(lambda module, args: args[0] + 1)
        m.register_forward_hook(lambda module, args, output: (args[0] * 10, output))
        seen.append(m(1))
    """,
    "hooks that change named arguments": """
        class M(nn.Module):
            def forward(self, a, b=1): return a, b
        m = M()
        m.register_forward_pre_hook(lambda module, args, kwargs: ((5,), {'b': 6}), with_kwargs=True)
        m.register_forward_hook(lambda module, args, kwargs, output: (output, kwargs), with_kwargs=True)
        seen.append(m(1, b=2))
        m.register_forward_pre_hook(lambda module, args, kwargs: 3, with_kwargs=True)
        m(1)
    """,
    "hooks that always run": """
        class M(nn.Module):
            def forward(self, x): raise ValueError('no')
        m = M()
        m.register_forward_hook(lambda module, args, out: seen.append(('no', out)))
        m.register_forward_hook(lambda module, args, out: seen.append(('yes', out)), always_call=True)
        m.register_forward_hook(lambda module, args, out: 1 / 0, always_call=True)
        m(1)
    """,
    "a hook that fails": """
        m = nn.Identity()
        m.register_forward_hook(lambda module, args, out: seen.append('before'), always_call=True)
        m.register_forward_hook(lambda module, args, out: 1 / 0)
        m.register_forward_hook(lambda module, args, out: seen.append(out), always_call=True)
        m(1)
    """,
    "hooks in with": "m = nn.Identity()\nwith m.register_forward_hook(lambda *a: seen.append('hook')): m(1)\nm(1)",
    "hooks of all modules": """
        from_module = nn.modules.module
        handles = [from_module.register_module_forward_pre_hook(lambda m, a: seen.append(('pre', type(m).__name__))),
                   from_module.register_module_forward_hook(lambda m, a, o: seen.append(('post', type(m).__name__)))]
        tree()(torch.ones(1, 2))
        for h in handles: h.remove()
        nn.Identity()(1)
    """,
    "hooks of registrations": """
        from_module = nn.modules.module
        handles = [from_module.register_module_parameter_registration_hook(lambda m, n, p: seen.append(('p', n))),
                   from_module.register_module_buffer_registration_hook(lambda m, n, p: seen.append(('b', n))),
                   from_module.register_module_module_registration_hook(lambda m, n, p: seen.append(('m', n)))]
        nn.Sequential(nn.BatchNorm1d(2))
        nn.Module().a = nn.Linear(1, 1)
        for h in handles: h.remove()
        nn.Linear(1, 2)
    """,
    "train and eval": "m = tree().eval()\nseen += [x.training for x in m.modules()]\nm[1].train()\nseen += [x.training for x in m.modules()]\nm.train(3)",
    "dtypes": "m = nn.Sequential(nn.BatchNorm1d(2)).double()\nseen += [str(t.dtype) for t in m.state_dict().values()]\nw = m[0].weight\nm.half()\nseen += [w is m[0].weight, str(w.dtype)]\nm.to(torch.int32)",
    "to": "m = tree().to(torch.float64)\nseen.append(str(m[0].weight.dtype))\nm.to('cpu', torch.float32)\nseen.append(str(m[0].weight.dtype))\nm.to(torch.ones(1, dtype=torch.float64))\nseen.append(str(m[0].weight.dtype))",
    "to meta": "m = tree().to('meta')\nseen += [m[0].weight.device.type, type(m[0].weight).__name__]\nm.to('cpu')",
    "to_empty": "m = tree().to('meta').to_empty(device='cpu')\nseen += [m[0].weight.device.type, tuple(m[0].weight.shape)]",
    "gradients are converted": "m = nn.Linear(1, 1)\nm.weight.grad = torch.ones(1, 1)\nm.double()\nseen.append(str(m.weight.grad.dtype))",
    "type": "m = nn.Linear(1, 1).type(torch.float64)\nseen.append(str(m.weight.dtype))",
    "zero_grad": "m = nn.Linear(1, 1)\nm.weight.grad = torch.ones(1, 1)\nm.zero_grad(set_to_none=False)\nseen.append(m.weight.grad.item())\nm.zero_grad()\nseen.append(m.weight.grad)",
    "requires_grad_": "m = tree().requires_grad_(False)\nseen += [p.requires_grad for p in m.parameters()]",
    "apply": "tree().apply(lambda m: seen.append(type(m).__name__))",
    "members": "m = tree()\nseen += [[n for n, _ in m.named_modules()], [n for n, _ in m.named_children()], [n for n, _ in m.named_parameters('x')], [n for n, _ in m.named_parameters(recurse=False)], len([*m.modules()])]",
    "a module twice": "r = nn.ReLU()\nm = nn.Sequential(r, r)\nseen += [[n for n, _ in m.named_modules()], [n for n, _ in m.named_modules(remove_duplicate=False)], len([*m.children()]), repr(m)]",
    "extra_repr": """
        class M(nn.Module):
            def extra_repr(self): return 'one\\ntwo'
        m = M()
        seen.append(repr(m))
        m.a = nn.Sequential(nn.ReLU(), M())
        seen.append(repr(m))
    """,
    "dir": "seen += [n for n in ('weight', 'bias', 'in_features', 'forward') if n in dir(nn.Linear(1, 2))]\nseen.append([n for n in dir(tree()) if n.isdigit()])",
    "copies": "import copy\nm = tree()\nn = copy.deepcopy(m)\nseen += [n[0].weight is m[0].weight, bool((n[0].weight == m[0].weight).all()), type(n[0].weight).__name__]\nm[1][1].weight = m[0].weight\nn = copy.deepcopy(m)\nseen.append(n[1][1].weight is n[0].weight)",
    "pickles": "import pickle\nm = pickle.loads(pickle.dumps(tree()))\nseen += [repr(m), m(torch.ones(1, 2)).shape == (1, 3)]",
    "Sequential": "m = tree()\nseen += [repr(m[0]), repr(m[-1]), repr(m[:1]), len(m), repr(m + m), repr(m * 2), repr([type(x).__name__ for x in m])]\nm[5]",
    "Sequential changes": "m = tree()\nm.append(nn.Tanh()).insert(0, nn.ReLU())\nm.extend([nn.ELU()])\nseen.append(repr(m))\ndel m[1:3]\nseen.append(repr(m))\nseen.append(repr(m.pop(-1)))\nm[0] = nn.GELU()\nm *= 2\nm += nn.Sequential(nn.CELU())\nseen.append(repr(m))\nm.insert(99, nn.ReLU())",
    "Sequential of names": "from collections import OrderedDict\nm = nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh()))\nseen += [repr(m), repr(m[1]), repr(m.a), [*m.state_dict()]]\nnn.Sequential({'a': 3})",
    "Sequential plus a number": "tree() + 3",
    "Sequential times nothing": "tree() * 0",
    "Sequential times a text": "tree() * 'a'",
    "ModuleList": "m = nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Linear(1, 2)])\nseen += [repr(m), repr(m[0:2]), repr(m[-1]), len(m)]\nm.insert(1, nn.Tanh())\nm += [nn.ELU()]\nm.extend([nn.ReLU()])\nseen.append(repr(m))\ndel m[0]\nseen += [repr(m), repr(m.pop(1)), repr(m + [nn.ReLU()]), repr(nn.ModuleList())]\nm[9]",
    "ModuleList of no list": "nn.ModuleList(3)",
    "ModuleList of numbers": "nn.ModuleList([3])",
    "ModuleList called": "nn.ModuleList([nn.ReLU()])(3)",
    "ModuleDict": "m = nn.ModuleDict({'b': nn.ReLU(), 'a': nn.Tanh()})\nseen += [repr(m), [*m], 'a' in m, len(m), [*m.keys()], [n for n, _ in m.items()], repr(m['a'])]\nm.update([['c', nn.ELU()]])\nseen += [repr(m.pop('b')), repr(m)]\nm.clear()\nseen.append(len(m))\nm['x']",
    "ModuleDict of a number": "nn.ModuleDict(3)",
    "ModuleDict of no pairs": "nn.ModuleDict([[1]])",
    "ModuleDict of numbers": "nn.ModuleDict([1])",
    "ParameterList": "m = nn.ParameterList([torch.ones(2), P(3), 7])\nseen += [repr(m), len(m), [type(x).__name__ for x in m], [*m.state_dict()]]\nm.append(torch.ones(1))\nm[0] = torch.zeros(1)\nm += [P(1)]\nseen += [repr(m), repr(m[1:3])]\nm[9]",
    "ParameterList of a tensor": "nn.ParameterList(torch.ones(2))",
    "ParameterList called": "nn.ParameterList()()",
    "ParameterDict": "m = nn.ParameterDict({'b': torch.ones(2), 'a': P(3), 'c': 7})\nseen += [repr(m), [*m], [*m.state_dict()], 'a' in m, m.get('zz', 3)]\nseen += [m.setdefault('d', 4), [*reversed(m)], m.pop('c'), m.popitem(), len(m)]\nn = m.copy() | nn.ParameterDict({'z': P(1)})\nseen += [[*n], [*nn.ParameterDict().fromkeys(['q'])]]\nm.clear()\nseen.append(repr(m))\nm['x']",
    "ParameterDict of numbers": "m = nn.ParameterDict()\nm[3] = P(1)",
    "a parameter": "p = P(2)\nseen += [repr(p), type(p + 1).__name__, p.requires_grad, isinstance(p, torch.Tensor), repr(nn.Parameter(torch.ones(1), requires_grad=False)), repr(nn.Parameter())]",
    "a parameter of integers": "nn.Parameter(torch.ones(2, dtype=torch.int64))",
    "a parameter of integers without gradients": "seen.append(repr(nn.Parameter(torch.ones(2, dtype=torch.int64), requires_grad=False)))",
    "a subclass as a parameter": """
        class T(torch.Tensor): pass
        p = nn.Parameter(torch.ones(2).as_subclass(T))
        m = nn.Module()
        m.p = p
        seen += [type(p).__name__, isinstance(p, nn.Parameter), [n for n, _ in m.named_parameters()]]
    """,
    "a layer of no features": "with warnings.catch_warnings(record=True) as caught:\n    warnings.simplefilter('always')\n    m = nn.Linear(0, 2)\nseen += [tuple(m.weight.shape), [str(w.message) for w in caught]]",
    "groups of channels": "nn.Conv2d(3, 4, 1, groups=2)",
    "groups of output channels": "nn.Conv2d(4, 3, 1, groups=2)",
    "no groups": "nn.Conv2d(4, 3, 1, groups=0)",
    "strided same padding": "nn.Conv2d(4, 3, 1, stride=2, padding='same')",
    "padding of a transposed convolution": "nn.ConvTranspose2d(4, 3, 1, padding_mode='reflect')",
    "an output size": "seen.append(tuple(nn.ConvTranspose1d(1, 1, 3, 2)(torch.ones(1, 1, 4), [10]).shape))\nnn.ConvTranspose1d(1, 1, 3, 2)(torch.ones(1, 1, 4), [12])",
    "an output size of another length": "nn.ConvTranspose1d(1, 1, 3, 2)(torch.ones(1, 1, 4), [1, 2])",
    "dimensions of a batch norm": "nn.BatchNorm2d(3)(torch.ones(2, 3))",
    "dimensions of a 1d batch norm": "nn.BatchNorm1d(3)(torch.ones(2))",
    "channels of an instance norm": "nn.InstanceNorm1d(3, affine=True)(torch.ones(2, 4, 5))",
    "groups of a group norm": "nn.GroupNorm(2, 3)",
    "probabilities of dropout": "nn.Dropout(2)",
    "padding of an embedding": "nn.Embedding(3, 2, padding_idx=4)",
    "pretrained embeddings": "m = nn.Embedding.from_pretrained(torch.ones(2, 3))\nseen += [repr(m), m.weight.requires_grad]\nnn.Embedding.from_pretrained(torch.ones(2))",
    "heads of attention": "nn.MultiheadAttention(5, 2)",
    "no heads": "nn.MultiheadAttention(5, 0)",
    "sizes of unflattening": "nn.Unflatten(0, 3)",
    "bounds of hardtanh": "nn.Hardtanh(1, 0)",
    "former names of bounds": "seen.append(repr(nn.Hardtanh(min_value=-3)))",
    "a weight of a loss": "m = nn.CrossEntropyLoss(torch.ones(3))\nseen += [[*m.state_dict()], [n for n, _ in m.named_buffers()], m.reduction]",
    "former reductions": "m = nn.MSELoss(size_average=False)\nseen.append(m.reduction)",
    "softmax without a dimension": "seen.append(tuple(nn.Softmax()(torch.ones(2, 3)).shape))",
    "an activation of a transformer": "nn.TransformerEncoderLayer(4, 2, activation='tanh')",
    "features of a transformer": "nn.Transformer(4, 2, 1, 1, 8, batch_first=True)(torch.ones(1, 1, 3), torch.ones(1, 1, 4))",
    "hooks on gradients": """
        m = nn.Tanh()
        say = lambda name: lambda module, *grads: seen.append((name, type(module).__name__, [[None if g is None else g.tolist() for g in gs] for gs in grads]))
        h = m.register_full_backward_hook(say('after'))
        m.register_full_backward_hook(say('first after'), prepend=True)
        m.register_full_backward_pre_hook(say('before'))
        m.register_full_backward_pre_hook(say('first before'), prepend=True)
        x = torch.zeros(2, requires_grad=True)
        m(x).sum().backward()
        h.remove()
        m(x).backward(torch.ones(2) * 3)
        seen.append(x.grad.tolist())
        seen.append(m(x).grad_fn.name())
    """,
    "hooks that change gradients": """
        m = nn.Identity()
        m.register_full_backward_pre_hook(lambda module, grads: (grads[0] * 2,))
        m.register_full_backward_hook(lambda module, gi, go: (gi[0] + 1,))
        m.register_full_backward_hook(lambda module, gi, go: seen.append((gi[0].tolist(), go[0].tolist())))
        x = torch.zeros(2, requires_grad=True)
        m(x).sum().backward()
        seen.append(x.grad.tolist())
    """,
    "hooks on gradients of several inputs": """
        class M(nn.Module):
            def forward(self, a, n, b, c): return a * n + b, c, b * c
        m = M()
        show = lambda gs: [None if g is None else g.tolist() for g in gs]
        m.register_full_backward_hook(lambda module, gi, go: seen.append((show(gi), show(go))))
        a, b, c = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), torch.ones(2)
        first, second, third = m(a, 3, b, c)
        seen += [t.requires_grad for t in (first, second, third)]
        (first.sum() + third.sum()).backward()
        seen += [a.grad.tolist(), b.grad.tolist()]
    """,
    "hooks where no input has a gradient": """
        m = nn.Module()
        m.w = P(2)
        m.forward = lambda x: x * m.w
        m.register_full_backward_hook(lambda module, gi, go: seen.append((gi, go[0].tolist())))
        m(torch.ones(2)).sum().backward()
        seen.append(m.w.grad.tolist())
        m.register_full_backward_hook(lambda module, gi, go: (3,))
        m(torch.ones(2)).sum().backward()
    """,
    "hooks without gradients": "m = nn.Tanh()\nm.register_full_backward_hook(lambda *a: seen.append('never'))\nseen.append(m(torch.ones(2)).grad_fn)\nwith torch.no_grad():\n    seen.append(m(torch.ones(2, requires_grad=True)).grad_fn)",
    "too many gradients": "m = nn.Tanh()\nm.register_full_backward_hook(lambda module, gi, go: (gi[0], gi[0]))\nm(torch.ones(2, requires_grad=True)).sum().backward()",
    "too many gradients before": "m = nn.Tanh()\nm.register_full_backward_pre_hook(lambda module, go: (go[0], go[0]))\nm(torch.ones(2, requires_grad=True)).sum().backward()",
    "two kinds of hooks": "m = nn.Tanh()\nm.register_full_backward_hook(print)\nm.register_backward_hook(print)",
    "two kinds of hooks, the other way": "m = nn.Tanh()\nm.register_backward_hook(print)\nm.register_full_backward_hook(print)",
    "the former kind of hooks": """
        m = nn.Sequential(nn.Tanh(), nn.Tanh())
        m[1].register_backward_hook(lambda module, gi, go: seen.append((type(module).__name__, gi[0].tolist(), go[0].tolist())))
        m.register_backward_hook(lambda module, gi, go: seen.append(len(gi)))
        m(torch.zeros(2, requires_grad=True)).sum().backward()
    """,
    "the former kind of hooks on a dictionary": """
        class M(nn.Module):
            def forward(self, x): return {'a': 1, 'y': x * 2}
        m = M()
        m.register_backward_hook(lambda module, gi, go: seen.append(go[0].tolist()))
        m(torch.zeros(2, requires_grad=True))['y'].sum().backward()
    """,
    "hooks on an output that is no tensor": """
        class M(nn.Module):
            def forward(self, x): return [x]
        m = M()
        m.register_full_backward_hook(lambda module, gi, go: seen.append(len(go)))
        m(torch.zeros(2, requires_grad=True))[0].sum().backward()
    """,
    "hooks on gradients of all modules": """
        from_module = nn.modules.module
        handles = [from_module.register_module_full_backward_pre_hook(lambda m, go: seen.append(('before', type(m).__name__))),
                   from_module.register_module_full_backward_hook(lambda m, gi, go: seen.append(('after', type(m).__name__)))]
        nn.Sequential(nn.Tanh(), nn.Sigmoid())(torch.zeros(2, requires_grad=True)).sum().backward()
        for h in handles: h.remove()
        nn.Tanh()(torch.zeros(2, requires_grad=True)).sum().backward()
        from_module.register_module_backward_hook(print)
    """,
    "a parameter that was computed": "m = nn.Module()\nm.register_parameter('w', nn.Parameter(P(1) * 2))\nseen.append(m.w.is_leaf)\nr = P(1) * 2\nr._is_param = True\nm.register_parameter('v', r)",
    "RNNs later": "seen.append(nn.LSTM.__name__)",
}  # fmt: skip


def run(side, program):
    seen, caught_warnings = [], []

    def tree():
        nn = side.nn
        return nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Linear(2, 3)))

    names = {
        "torch": side, "nn": side.nn, "seen": seen, "tree": tree, "warnings": warnings,
        "P": lambda *size: side.nn.Parameter(side.zeros(*size)),
    }  # fmt: skip
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(textwrap.dedent(program), names)
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            seen.append((type(error).__name__, str(error)))
    caught_warnings = [(w.category.__name__, str(w.message).partition(" Please file")[0]) for w in caught]
    return shared([seen, caught_warnings])


def shared(value):
    """What both sides print alike."""
    text = repr(value).replace("torch.", "wye.").replace("torch ", "wye ").replace("wye.nn.modules.", "wye.nn.")
    for module in ("container", "activation", "linear", "module", "parameter"):
        text = text.replace(f"wye.nn.{module}.", "wye.nn.")
    return text


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_rule_of_modules_is_torchs(name):
    theirs, ours = run(torch, PROGRAMS[name]), run(wye_torch, PROGRAMS[name])
    assert ours == theirs
