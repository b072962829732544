"""Lazy modules, packed sequences, parametrizations and normalised weights: programs that do on both sides the same."""

import textwrap

import pytest
from tests.conformance.nn.programs import compare, run

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

COMMON = """
def waves(value, start=1.0):
    return torch.sin(torch.arange(value.numel(), dtype=torch.float64).view(value.shape) ** 1.5 + start).float()

def known(module):
    with torch.no_grad():
        for value in module.parameters():
            value.copy_(waves(value))
    return module

def shown(module):
    return repr(module), {name: type(value).__name__ for name, value in module.state_dict().items()}

def sizes(module):
    return [(name, list(one.shape), str(one.dtype), type(one).__name__) for name, one in module.named_parameters()]
"""

PROGRAMS = {
    "packing": """
        rnn, x = torch.nn.utils.rnn, torch.arange(12.).view(3, 2, 2) + 1
        for options in ({}, {"batch_first": True}, {"enforce_sorted": False}):
            for lengths in ([3, 2], [2, 3], [3, 3], [1, 1], [0, 1], [3], torch.tensor([3, 1]), torch.tensor([3., 1.])):
                caught(lambda: list(rnn.pack_padded_sequence(x, lengths, **options)))
        packed = rnn.pack_padded_sequence(x, [1, 3], enforce_sorted=False)
        for made in (rnn.pad_packed_sequence(packed), rnn.pad_packed_sequence(packed, True, -1., 5)):
            seen.append(made)
        caught(rnn.pad_packed_sequence, packed, total_length=2)
        seen += [rnn.unpack_sequence(packed), list(packed.double()), packed.float() is packed, packed.cpu() is packed]
        one, two = torch.ones(2, 2), torch.ones(1, 2)
        seen += [rnn.pad_sequence([one, two], True, 7.), rnn.pad_sequence([one, two], padding_side="left")]
        seen += [list(rnn.pack_sequence([one, two])), list(rnn.pack_sequence([two, one], False))]
        caught(rnn.pack_sequence, [two, one])
        caught(rnn.pad_sequence, [])
        caught(rnn.pack_padded_sequence, torch.ones(0, 2), [1, 1])
        seen.append(rnn.unpad_sequence(torch.ones(3, 2), torch.tensor([1, 3])))
        seen.append(rnn.invert_permutation(torch.tensor([2, 0, 1])))
    """,
    "recurrent layers of packed sequences": """
        rnn = torch.nn.utils.rnn
        for kind, more in ((nn.LSTM, {}), (nn.LSTM, {"proj_size": 2}), (nn.GRU, {}), (nn.RNN, {})):
            layer = known(kind(2, 3, 2, bidirectional=True, **more))
            x = (torch.arange(12.).view(3, 2, 2) / 10).requires_grad_()
            packed = rnn.pack_padded_sequence(x, [1, 3], enforce_sorted=False)
            output, states = layer(packed)
            states = states if isinstance(states, tuple) else (states,)
            seen += [list(output), list(states)]
            (rnn.pad_packed_sequence(output)[0].sum() + sum(one.sum() for one in states)).backward()
            seen.append(x.grad)
            first = [torch.ones(one.shape) * (i + 1) for i, one in enumerate(states)]
            seen.append(list(layer(packed, tuple(first) if len(first) > 1 else first[0])[0]))
    """,
    "lazy modules": """
        for text, shape in (
            ("LazyLinear(3)", (2, 5)), ("LazyLinear(3, bias=False)", (5,)), ("LazyConv1d(4, 3)", (2, 6, 8)),
            ("LazyConv2d(4, (3, 2), stride=2, padding=1, groups=2)", (2, 6, 8, 8)), ("LazyConv3d(4, 1)", (2, 3, 3, 3)),
            ("LazyConvTranspose1d(4, 3)", (2, 6, 8)), ("LazyConvTranspose2d(4, 3, groups=2)", (2, 6, 8, 8)),
            ("LazyConvTranspose3d(4, 1, bias=False)", (2, 3, 3, 3)), ("LazyBatchNorm1d()", (3, 4)),
            ("LazyBatchNorm2d(affine=False)", (3, 4, 2, 2)),
            ("LazyBatchNorm3d(track_running_stats=False)", (2, 4, 2, 2, 2)),
            ("LazyInstanceNorm1d()", (3, 4, 5)), ("LazyInstanceNorm2d(1e-3, .2)", (3, 4, 2, 2)),
            ("LazyInstanceNorm3d()", (3, 4, 2, 2, 2)),
        ):
            make = lambda: eval("nn." + text)
            module, other, third = make().double(), make().double(), make()
            seen += [shown(module), module.has_uninitialized_params()]
            x = waves(torch.empty(shape)).double()
            torch.manual_seed(3)
            seen += [module(x), shown(module), sizes(module)]
            other.load_state_dict(module.state_dict())
            seen += [shown(other), other.has_uninitialized_params()]
            caught(other, x)
            caught(module.load_state_dict, third.state_dict())
            seen.append(repr(make().load_state_dict(third.state_dict())))
        lazy = nn.LazyLinear(3)
        caught(lambda: lazy.weight.shape)
        caught(lazy.weight.share_memory_)
        caught(nn.LazyConv2d(4, 3), torch.ones(3))
        caught(nn.LazyConv1d(4, 3, groups=2), torch.ones(1, 3, 5))
        value = nn.UninitializedParameter(requires_grad=False, dtype=torch.float64)
        seen += [repr(value), nn.parameter.is_lazy(value)]
        value.materialize((2, 3))
        seen += [type(value).__name__, list(value.shape), str(value.dtype), value.requires_grad]
    """,
    "parametrizations": """
        import copy
        P = torch.nn.utils.parametrize

        class Symmetric(nn.Module):
            def forward(self, x):
                return x.triu() + x.triu(1).mT

        class Positive(nn.Module):
            def forward(self, x):
                return x.exp()
            def right_inverse(self, x):
                return x.log()

        class Signed(nn.Module):
            def forward(self, size, sign):
                return size * sign
            def right_inverse(self, x):
                return x.abs(), x.sign()

        class Shorter(nn.Module):
            def forward(self, x):
                return x[:1]

        class Wrong(nn.Module):
            def forward(self, x):
                return 3

        class WrongBack(nn.Module):
            def forward(self, x):
                return x
            def right_inverse(self, x):
                return 5

        class Wider(nn.Module):
            def forward(self, x):
                return x.double()

        make = lambda: known(nn.Linear(3, 3))
        module = P.register_parametrization(make(), "weight", Symmetric())
        seen += [shown(module), type(module).__name__, module.weight]
        module(torch.ones(1, 3)).sum().backward()
        seen.append(module.parametrizations.weight.original.grad)
        caught(setattr, module, "weight", torch.zeros(3, 3))
        P.register_parametrization(module, "weight", Positive())
        seen += [module.weight, P.is_parametrized(module), P.is_parametrized(module, "bias")]
        seen.append(P.type_before_parametrizations(module).__name__)
        other = copy.deepcopy(module)
        seen += [type(other) is type(module), other.weight]
        P.remove_parametrizations(module, "weight")
        seen += [shown(module), module.weight, type(module.weight).__name__]
        module = P.register_parametrization(make(), "weight", Signed())
        module.weight = -torch.ones(3, 3)
        seen += [shown(module), module.weight, module.parametrizations.weight.original1]
        caught(P.remove_parametrizations, module, "weight", leave_parametrized=False)
        seen.append(P.remove_parametrizations(module, "weight").weight)
        for step in (Shorter, Wrong, WrongBack, Wider):
            caught(P.register_parametrization, make(), "weight", step())
            caught(P.register_parametrization, P.register_parametrization(make(), "bias", Positive()), "bias", step())
        seen.append(P.register_parametrization(make(), "weight", Shorter(), unsafe=True).weight)
        caught(P.register_parametrization, nn.ReLU(), "w", Symmetric())
        caught(P.remove_parametrizations, nn.ReLU(), "w")
        caught(P.ParametrizationList, [], torch.ones(1))
        module = P.register_parametrization(make(), "weight", Symmetric())
        with P.cached():
            seen.append(module.weight is module.weight)
        seen.append(module.weight is module.weight)
        other = P.transfer_parametrizations_and_params(module, make())
        seen += [shown(other), other.weight]
        seen.append(other.parametrizations.weight.original is module.parametrizations.weight.original)
        module = P.register_parametrization(make(), "weight", Positive())
        caught(setattr, module, "weight", torch.ones(3, 3, dtype=torch.float64))
    """,
    "normalised weights": """
        import warnings
        warnings.simplefilter("ignore")
        U = torch.nn.utils
        makes = [
            lambda: nn.Linear(3, 4), lambda: nn.Conv2d(2, 3, 2), lambda: nn.ConvTranspose2d(2, 3, 2),
            lambda: nn.Linear(4, 4), lambda: nn.Embedding(5, 3),
        ]
        image = torch.ones(1, 2, 3, 3)
        inputs = [torch.ones(1, 3), image, image, torch.ones(1, 4), torch.tensor([1, 2])]
        for make, x in zip(makes, inputs):
            module = U.weight_norm(known(make()))
            saved = module.state_dict()
            seen += [shown(module), module.weight_g, module.weight, len(module._forward_pre_hooks)]
            module(x).sum().backward()
            seen += [module.weight_g.grad, module.weight_v.grad]
            seen += [shown(U.remove_weight_norm(module)), module.weight]
            seen += [U.weight_norm(known(make()), dim=dim).weight_g for dim in (None, 1)]
            module = U.parametrizations.weight_norm(known(make()))
            seen += [shown(module), module.weight, repr(module.load_state_dict(saved))]
            module = U.spectral_norm(known(make()), n_power_iterations=50)
            y = module(x)
            y.sum().backward()
            seen += [shown(module), y, module.weight_orig.grad, module.eval()(x), shown(U.remove_spectral_norm(module))]
            module = U.parametrizations.spectral_norm(known(make()), n_power_iterations=50)
            seen += [sorted(module.state_dict()), module(x), module.eval()(x)]
        caught(U.weight_norm, U.weight_norm(makes[0]()))
        caught(U.remove_weight_norm, makes[0]())
        caught(U.remove_spectral_norm, makes[0]())
        caught(U.spectral_norm, makes[0](), n_power_iterations=0)
        caught(U.spectral_norm, U.spectral_norm(makes[0]()))
        caught(U.parametrizations.spectral_norm, makes[0](), "x")
    """,
    "orthogonal weights": """
        orthogonal = torch.nn.utils.parametrizations.orthogonal
        linear = [lambda n=n, m=m: nn.Linear(n, m) for n, m in ((3, 4), (4, 3), (4, 4))]
        for make in (*linear, lambda: nn.Conv2d(2, 3, 2)):
            for how in ("matrix_exp", "cayley", "householder"):
                for fixed in (True, False):
                    module = orthogonal(known(make()), orthogonal_map=how, use_trivialization=fixed)
                    weight = module.weight if module.weight.size(-2) >= module.weight.size(-1) else module.weight.mT
                    seen += [sorted(module.state_dict()), (weight.mT @ weight).round(decimals=3).abs()]
                    if fixed:
                        wanted = torch.linalg.qr(waves(module.weight, 2.0))[0]
                        if wanted.shape == module.weight.shape:
                            module.weight = wanted
                            seen.append(bool(torch.allclose(module.weight, wanted, atol=1e-4)))
                    else:
                        seen.append(module.weight.abs())  # the last sign is the library's choice
                        module.weight.square().sum().backward()
                        seen.append(module.parametrizations.weight.original.grad)
        caught(orthogonal, nn.Linear(3, 4), orthogonal_map="x")
        caught(orthogonal, nn.Linear(3, 4), "bias")
        caught(orthogonal, nn.Linear(3, 4), "zz")
    """,
    "a softmax in clusters": """
        for options in ({}, {"head_bias": True, "div_value": 2.0}):
            layer = known(nn.AdaptiveLogSoftmaxWithLoss(8, 12, [3, 7], **options))
            x = waves(torch.empty(6, 8)).requires_grad_()
            output, loss = layer(x, torch.tensor([0, 11, 5, 2, 8, 6]))
            loss.backward()
            seen += [repr(layer), output, loss, x.grad, layer.log_prob(x), layer.predict(x), sorted(layer.state_dict())]
            seen += [list(layer(x[0], torch.tensor(4)))]
            for input, target in ((x, [0]), (x[0], [0]), (x, [99] * 6), (x, 1)):
                caught(layer, input, torch.tensor(target))
        for cutoffs in ([], [5, 3], [0, 3], [3, 12], [3, 3]):
            caught(nn.AdaptiveLogSoftmaxWithLoss, 8, 12, cutoffs)
        seen.append(nn.DataParallel(known(nn.Linear(2, 2)))(torch.ones(1, 2)))
    """,
    "fused and converted layers": """
        U = torch.nn.utils
        layers = ((nn.Conv2d(2, 3, 2), nn.BatchNorm2d(3), (1, 2, 3, 3)), (nn.Linear(3, 4), nn.BatchNorm1d(4), (2, 3)))
        for (layer, norm, shape), fuse in zip(layers, (U.fuse_conv_bn_eval, U.fuse_linear_bn_eval)):
            caught(fuse, layer, norm)
            known(layer).eval(), known(norm).eval()
            norm.running_mean.copy_(waves(norm.running_mean))
            norm.running_var.fill_(2.0)
            made = fuse(layer, norm)
            x = torch.ones(shape)
            seen += [repr(made), made.weight, made.bias, bool(torch.allclose(made(x), norm(layer(x)), atol=1e-5))]
        seen.append(list(U.skip_init(nn.Linear, 3, 2).weight.shape))
        caught(U.skip_init, nn.ReLU)
        made = U.convert_conv2d_weight_memory_format(nn.Conv2d(2, 3, 2), torch.channels_last)
        seen.append(made.weight.is_contiguous(memory_format=torch.channels_last))
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_see_the_same_on_both_sides(name):
    program = COMMON + textwrap.dedent(PROGRAMS[name])
    compare(run(wye_torch, program)[0], run(torch, program)[0])
