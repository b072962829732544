"""Optimizers of both sides, from the same parameters and gradients: the same steps, states, texts and errors."""

# ruff: noqa: E501 - one program to a line where it is short

import importlib
import textwrap
import warnings

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

OPTIMIZERS = [
    "SGD(ps)", "SGD(ps, 0.1)", "SGD(ps, lr=0.1, momentum=0.9)", "SGD(ps, 0.1, 0.9, 0.2)",
    "SGD(ps, 0.1, 0.9, weight_decay=0.1)", "SGD(ps, 0.1, 0.9, nesterov=True, weight_decay=0.01)",
    "SGD(ps, 0.1, maximize=True)", "SGD(ps, torch.tensor(0.1), 0.5)", "SGD([{'params': ps[:1], 'lr': 0.5}, {'params': ps[1:]}], 0.1)",
    "SGD(ps, 0.1, foreach=False)", "Adam(ps)", "Adam(ps, 0.1)", "Adam(ps, 0.1, (0.8, 0.9), 1e-3)", "Adam(ps, 0.1, weight_decay=0.1)",
    "Adam(ps, 0.1, amsgrad=True)", "Adam(ps, 0.1, maximize=True)", "Adam(ps, 0.1, decoupled_weight_decay=True, weight_decay=0.3)",
    "AdamW(ps)", "AdamW(ps, 0.1, weight_decay=0.2)", "AdamW(ps, 0.1, amsgrad=True, maximize=True)", "AdamW(ps, torch.tensor(0.1))",
    "Adagrad(ps)", "Adagrad(ps, 0.1, 0.1, 0.1, 0.5, 1e-3)", "Adagrad(ps, torch.tensor(0.1), maximize=True)", "Adadelta(ps)",
    "Adadelta(ps, 0.5, 0.7, 1e-3, 0.1)", "Adadelta(ps, maximize=True)", "RMSprop(ps)", "RMSprop(ps, 0.1, 0.9, 1e-3, 0.1)",
    "RMSprop(ps, momentum=0.9)", "RMSprop(ps, centered=True)", "RMSprop(ps, momentum=0.5, centered=True, maximize=True)",
    "Adamax(ps)", "Adamax(ps, 0.1, (0.5, 0.9), 1e-3, 0.1)", "Adamax(ps, maximize=True)", "NAdam(ps)", "NAdam(ps, 0.1, (0.5, 0.9), 1e-3, 0.1, 0.01)",
    "NAdam(ps, weight_decay=0.1, decoupled_weight_decay=True, maximize=True)", "RAdam(ps)", "RAdam(ps, 0.1, (0.5, 0.9), 1e-3, 0.1)",
    "RAdam(ps, weight_decay=0.1, decoupled_weight_decay=True, maximize=True)", "Rprop(ps)", "Rprop(ps, 0.1, (0.3, 1.5), (1e-3, 0.2))",
    "Rprop(ps, maximize=True)", "ASGD(ps)", "ASGD(ps, 0.1, 1e-2, 0.5, 3, 0.1)", "ASGD(ps, t0=2, maximize=True)",
]  # fmt: skip
SHAPES = [(3, 4), (5,), ()]


def parameters(side, dtype="float32"):
    rng = np.random.default_rng(5)
    arrays = [rng.standard_normal(shape).astype(dtype) for shape in SHAPES]
    return [side.nn.Parameter(side.from_numpy(np.array(array))) for array in arrays]


def gradients(side, step, dtype="float32"):
    rng = np.random.default_rng(100 + step)
    return [side.from_numpy(np.array(rng.standard_normal(shape).astype(dtype))) for shape in SHAPES]


def made(side, text, ps):
    return eval("optim." + text, {"optim": side.optim, "ps": ps, "torch": side})


def plain(value):
    """A state dictionary as both sides have it: arrays and numbers."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value.detach().numpy().copy() if hasattr(value, "detach") else value


def compare(ours, theirs, where=""):
    assert type(ours) is type(theirs), where
    if isinstance(theirs, dict):
        assert [*ours] == [*theirs], where
        for key, one in theirs.items():
            compare(ours[key], one, f"{where}.{key}")
    elif isinstance(theirs, list):
        for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            compare(a, b, f"{where}[{place}]")
    elif isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype, where
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-7, err_msg=where)
    else:
        assert ours == theirs, where


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("text", OPTIMIZERS)
def test_ten_steps_are_torchs(text, dtype):
    results = []
    for side in (torch, wye_torch):
        ps = parameters(side, dtype)
        optimizer = made(side, text, ps)
        for step in range(10):
            for place, (p, g) in enumerate(zip(ps, gradients(side, step, dtype), strict=True)):
                p.grad = None if (step + place) % 5 == 4 else g
            optimizer.step()
        results.append((ps, optimizer))
    (theirs, their_optimizer), (ours, our_optimizer) = results
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=2e-6, atol=1e-6)
    compare(plain(our_optimizer.state_dict()), plain(their_optimizer.state_dict()))
    assert repr(our_optimizer).replace("wye.", "torch.") == repr(their_optimizer)


@pytest.mark.parametrize(
    "text",
    [
        "SGD(ps, 0.1, 0.9)",
        "Adam(ps, 0.1)",
        "AdamW(ps, 0.1)",
        "Adagrad(ps, initial_accumulator_value=0.5)",
        "Adadelta(ps)",
        "RMSprop(ps, 0.1, momentum=0.5, centered=True)",
        "Adamax(ps)",
        "NAdam(ps)",
        "RAdam(ps)",
        "Rprop(ps)",
        "ASGD(ps, t0=1)",
    ],
)
def test_complex_parameters_are_torchs(text):
    results = []
    for side in (torch, wye_torch):
        rng = np.random.default_rng(5)
        p = side.nn.Parameter(
            side.from_numpy((rng.standard_normal(4) + 1j * rng.standard_normal(4)).astype("complex64"))
        )
        optimizer = made(side, text, [p])
        for _ in range(5):
            p.grad = side.from_numpy((rng.standard_normal(4) + 1j * rng.standard_normal(4)).astype("complex64"))
            optimizer.step()
        results.append(p.detach().numpy())
    np.testing.assert_allclose(results[1], results[0], rtol=1e-5, atol=1e-6)


SCHEDULES = [
    "StepLR(o, 3)", "StepLR(o, 2, gamma=0.5)", "MultiStepLR(o, [2, 5, 5], 0.3)", "ConstantLR(o, 0.2, 4)", "LinearLR(o)",
    "LinearLR(o, 0.1, 0.8, 6)", "ExponentialLR(o, 0.9)", "CosineAnnealingLR(o, 7)", "CosineAnnealingLR(o, 5, eta_min=0.01)",
    "LambdaLR(o, lambda n: 0.9 ** n)", "MultiplicativeLR(o, lambda n: 0.9)", "OneCycleLR(o, 0.5, 25)", "OneCycleLR(o, [0.5, 1.0], epochs=5, steps_per_epoch=5, three_phase=True, anneal_strategy='linear')", "PolynomialLR(o)", "PolynomialLR(o, 9, 2.0)", "CosineAnnealingWarmRestarts(o, 3)",
    "CosineAnnealingWarmRestarts(o, 2, 2, 0.01)", "SequentialLR(o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], [3])", "SequentialLR(o, [LinearLR(o, 0.1), StepLR(o, 2), CosineAnnealingLR(o, 5)], [4, 9])",
    "ChainedScheduler([ConstantLR(o, 0.1, 4), ExponentialLR(o, 0.9)])", "LambdaLR(o, [lambda n: n + 1, lambda n: 1 / (n + 1)])",
]  # fmt: skip


@pytest.mark.parametrize("text", SCHEDULES)
def test_learning_rates_are_torchs(text):
    results = []
    for side in (torch, wye_torch):
        ps = parameters(side)
        o = side.optim.SGD([{"params": ps[:1], "lr": 0.5}, {"params": ps[1:]}], 0.1)
        names = {name: getattr(side.optim.lr_scheduler, name) for name in wye_torch.optim.lr_scheduler.__all__}
        schedule, seen = eval(text, {**names, "o": o}), []
        seen.append(schedule.get_last_lr())
        for _ in range(20):
            o.step()
            schedule.step()
            seen.append(schedule.get_last_lr())
        state = {key: value for key, value in schedule.state_dict().items() if key != "_get_lr_called_within_step"}
        results.append((seen, [group["lr"] for group in o.param_groups], sorted(state)))
    np.testing.assert_allclose(results[1][0], results[0][0], rtol=1e-12)
    assert results[1][1:] == results[0][1:]


PROGRAMS = {
    "no parameters": "optim.SGD([], 0.1)",
    "one tensor": "optim.SGD(ps[0], 0.1)",
    "numbers": "optim.SGD([1], 0.1)",
    "a set": "optim.SGD([{'params': set(ps)}], 0.1)",
    "twice": "optim.SGD([{'params': ps}, {'params': ps[:1]}], 0.1)",
    "twice in a group": "optim.SGD([ps[0], ps[0]], 0.1)",
    "no dictionary": "optim.SGD(ps, 0.1).add_param_group(3)",
    "a negative rate": "optim.SGD(ps, -1)",
    "a negative momentum": "optim.SGD(ps, 1, -1)",
    "a negative decay": "optim.SGD(ps, 1, weight_decay=-1)",
    "nesterov alone": "optim.SGD(ps, 1, nesterov=True)",
    "two rates": "optim.SGD(ps, torch.ones(2))",
    "fused and differentiable": "optim.SGD(ps, 1, fused=True, differentiable=True)",
    "fused and foreach": "optim.Adam(ps, 1, fused=True, foreach=True)",
    "a negative rate of adam": "optim.Adam(ps, -1)",
    "a negative eps": "optim.Adam(ps, eps=-1)",
    "a large beta": "optim.Adam(ps, betas=(1.0, 0.9))",
    "another large beta": "optim.AdamW(ps, betas=(0.1, 1.9))",
    "a negative decay of adam": "optim.AdamW(ps, weight_decay=-1)",
    "mixed betas": "optim.Adam(ps, betas=(torch.tensor(0.9), 0.9))",
    "capturable": "o = optim.Adam(ps, capturable=True)\nps[0].grad = torch.ones(3, 4)\no.step()",
    "options of the others": """
        for text in ["Adagrad(ps, -1)", "Adagrad(ps, 1, -1)", "Adagrad(ps, 1, 1, -1)", "Adagrad(ps, 1, 1, 1, -1)", "Adagrad(ps, eps=-1)", "Adagrad(ps, fused=True, foreach=True)",
                     "Adadelta(ps, -1)", "Adadelta(ps, 1, 2)", "Adadelta(ps, 1, 1, -1)", "Adadelta(ps, weight_decay=-1)", "RMSprop(ps, -1)",
                     "RMSprop(ps, 1, -1)", "RMSprop(ps, 1, 1, -1)", "RMSprop(ps, weight_decay=-1)", "RMSprop(ps, momentum=-1)", "RMSprop(ps, torch.ones(2))",
                     "Adamax(ps, -1)", "Adamax(ps, 1, (1, 0))", "Adamax(ps, 1, (0, 1))", "Adamax(ps, eps=-1)", "Adamax(ps, weight_decay=-1)",
                     "NAdam(ps, momentum_decay=-1)", "NAdam(ps, eps=-1, betas=(2, 2))", "RAdam(ps, betas=(0.1, 2))", "Rprop(ps, etas=(2, 3))", "Rprop(ps, -1)", "ASGD(ps, -1)",
                     "ASGD(ps, weight_decay=-1)", "NAdam(ps, torch.ones(3))"]:
            caught(lambda: eval("optim." + text, globals()))
        for name in ["Adadelta", "RMSprop", "Adamax", "NAdam", "RAdam", "Rprop", "ASGD"]:
            o = getattr(optim, name)(ps, capturable=True)
            ps[0].grad = torch.ones(3, 4)
            caught(o.step)
            seen.append(repr(o))
    """,
    "states loaded": """
        for name in ["Adagrad", "Adadelta", "RMSprop", "Adamax", "NAdam", "RAdam", "Rprop", "ASGD"]:
            o = getattr(optim, name)(ps)
            for q in ps: q.grad = torch.ones_like(q)
            o.step()
            other = [q.detach().clone().requires_grad_() for q in ps]
            p = getattr(optim, name)(other)
            p.load_state_dict(o.state_dict())
            for q, r in zip(ps, other): q.grad = r.grad = torch.ones_like(q)
            o.step(); p.step()
            seen.append([torch.equal(q, r) for q, r in zip(ps, other)])
    """,
    "names": "o = optim.SGD([('a', ps[0]), ('b', ps[1])], 0.1)\nseen += [o.param_groups[0]['param_names'], sorted(o.state_dict()['param_groups'][0].items())]\no.add_param_group({'params': ps[2:]})",
    "names of some": "optim.SGD([('a', ps[0]), ps[1]], 0.1)",
    "groups": "o = optim.SGD(ps[:1], 0.1)\no.add_param_group({'params': ps[1], 'lr': 0.3})\nseen += [[len(g['params']) for g in o.param_groups], [g['lr'] for g in o.param_groups], repr(o)]",
    "a required option": """
        class Mine(optim.Optimizer):
            def __init__(self, params): super().__init__(params, {'lr': base.required})
            def step(self): pass
        Mine(ps)
    """,
    "an optimizer of one's own": """
        class Mine(optim.Optimizer):
            def __init__(self, params, lr=1.0): super().__init__(params, {'lr': lr})
            @torch.no_grad()
            def step(self, closure=None):
                for g in self.param_groups:
                    for p in g['params']:
                        p.sub_(p.grad, alpha=g['lr'])
                        self.state[p]['n'] = self.state[p].get('n', 0) + 1
        o = Mine(ps)
        o.register_step_pre_hook(lambda opt, args, kwargs: seen.append((opt is o, len(args), kwargs)))
        o.register_step_post_hook(lambda opt, args, kwargs: seen.append(('after', len(args))))
        for p in ps: p.grad = torch.ones_like(p)
        before = ps[1].detach().clone()
        o.step()
        seen += [o.state_dict(), (before - ps[1]).sum().item()]
    """,
    "hooks": """
        o = optim.SGD(ps, 0.1)
        pre = base.register_optimizer_step_pre_hook(lambda opt, args, kwargs: seen.append('all before'))
        post = base.register_optimizer_step_post_hook(lambda opt, args, kwargs: seen.append('all after'))
        h = o.register_step_pre_hook(lambda opt, args, kwargs: seen.append('before'))
        o.register_step_post_hook(lambda opt, args, kwargs: seen.append('after'))
        o.step()
        h.remove(); pre.remove(); post.remove()
        o.step()
    """,
    "a hook that returns a number": "o = optim.SGD(ps, 0.1)\no.register_step_pre_hook(lambda *a: 3)\ntry:\n    o.step()\nexcept RuntimeError as e:\n    seen.append(str(e).partition('must')[2])",
    "hooks of states": """
        o = optim.SGD(ps, 0.1, 0.9)
        o.register_state_dict_pre_hook(lambda opt: seen.append('pre'))
        o.register_state_dict_post_hook(lambda opt, s: {**s, 'more': 1})
        o.register_state_dict_post_hook(lambda opt, s: seen.append(sorted(s)), prepend=True)
        s = o.state_dict()
        seen.append(sorted(s))
        o.register_load_state_dict_pre_hook(lambda opt, s: seen.append(sorted(s)))
        o.register_load_state_dict_post_hook(lambda opt: seen.append('loaded'))
        o.load_state_dict(s)
    """,
    "a closure": "o = optim.SGD(ps, 0.1)\nseen.append(o.step(lambda: (seen.append(torch.is_grad_enabled()), 7)[1]))\nwith torch.no_grad():\n    o.step(lambda: seen.append(torch.is_grad_enabled()))",
    "zero_grad": "o = optim.SGD(ps, 0.1)\nps[0].grad = torch.ones(3, 4)\no.zero_grad(set_to_none=False)\nseen.append(ps[0].grad.sum().item())\no.zero_grad()\nseen.append(ps[0].grad)",
    "other groups": "o = optim.SGD(ps, 0.1)\ns = o.state_dict()\ns['param_groups'].append(s['param_groups'][0])\no.load_state_dict(s)",
    "groups of other sizes": "o = optim.SGD(ps, 0.1)\ns = o.state_dict()\ns['param_groups'][0]['params'].pop()\no.load_state_dict(s)",
    "loading": """
        o, p = optim.Adam(ps, 0.1), optim.Adam([q.detach().double().requires_grad_() for q in ps], 0.5)
        for q in ps: q.grad = torch.ones_like(q)
        o.step()
        p.load_state_dict(o.state_dict())
        first = [*p.state.values()][0]
        seen += [p.param_groups[0]['lr'], sorted(first), str(first['exp_avg'].dtype), str(first['step'].dtype), len(p.state)]
    """,
    "copies": "import copy\no = optim.SGD(ps, 0.1, 0.9)\np = copy.deepcopy(o)\nseen += [repr(p), len(p.param_groups[0]['params']), p.param_groups[0]['params'][0] is ps[0]]\np.step()",
    "pickles": "import pickle\np = pickle.loads(pickle.dumps(optim.AdamW(ps, 0.1)))\nseen.append(repr(p))\np.step()",
    "a schedule before the optimizer": "s = optim.lr_scheduler.StepLR(optim.SGD(ps, 0.1), 2)\ns.step()",
    "a schedule of nothing": "optim.lr_scheduler.StepLR(3, 2)",
    "functions for groups": "optim.lr_scheduler.LambdaLR(optim.SGD(ps, 0.1), [abs, abs])",
    "get_lr outside": "o = optim.SGD(ps, 0.1)\nseen.append(optim.lr_scheduler.StepLR(o, 2).get_lr())",
    "a schedule continued": "optim.lr_scheduler.StepLR(optim.SGD(ps, 0.1), 2, last_epoch=3)",
    "a step by number": "o = optim.SGD(ps, 0.1)\ns = optim.lr_scheduler.StepLR(o, 2)\no.step()\ns.step(5)\nseen.append(s.get_last_lr())",
    "a schedule saved": "o = optim.SGD(ps, 0.1)\ns = optim.lr_scheduler.CosineAnnealingLR(o, 5)\no.step()\ns.step()\nt = optim.lr_scheduler.CosineAnnealingLR(o, 9)\nt.load_state_dict(s.state_dict())\nseen += [t.T_max, t.last_epoch]",
    "a tensor as rate": "o = optim.SGD(ps, torch.tensor(0.5))\ns = optim.lr_scheduler.ExponentialLR(o, 0.5)\no.step()\ns.step()\nseen += [o.param_groups[0]['lr'].item(), type(s.get_last_lr()[0]).__name__]",
    "a plateau": """
        for text in ["", "mode='max'", "patience=2, factor=0.5", "patience=1, cooldown=3, threshold_mode='abs', threshold=0.1", "patience=0, min_lr=0.02", "patience=0, min_lr=[0.03], eps=0.05"]:
            o = optim.SGD(ps, 0.1)
            s = eval(f"optim.lr_scheduler.ReduceLROnPlateau(o, {text})")
            for n in range(30):
                o.step(); s.step(torch.tensor(1.0 + 0.05 * (n % 5)) if n > 4 else 2.0 - 0.2 * n)
                seen += [s.get_last_lr(), s.best, s.num_bad_epochs, s.in_cooldown]
            seen.append(sorted(s.state_dict().items(), key=str))
    """,
    "schedules refused": """
        L, o, q = optim.lr_scheduler, optim.SGD(ps, 0.1), optim.SGD(ps, 0.2)
        s = L.StepLR(o, 2)
        for make in [lambda: L.ReduceLROnPlateau(o, factor=1.0), lambda: L.ReduceLROnPlateau(3), lambda: L.ReduceLROnPlateau(o, 'mean'), lambda: L.ReduceLROnPlateau(o, threshold_mode='x'),
                     lambda: L.ReduceLROnPlateau(o, min_lr=[1, 2]), lambda: L.SequentialLR(o, [], []), lambda: L.SequentialLR(o, [s], [1]), lambda: L.SequentialLR(q, [s], []), lambda: L.ChainedScheduler([]),
                     lambda: L.ChainedScheduler([s, L.ReduceLROnPlateau(o)]), lambda: L.SequentialLR(o, [3], []), lambda: L.MultiplicativeLR(o, 3), lambda: L.MultiplicativeLR(o, [abs, abs]),
                     lambda: L.CosineAnnealingWarmRestarts(o, 0), lambda: L.CosineAnnealingWarmRestarts(o, 1, 0), lambda: L.CosineAnnealingWarmRestarts(o, 1, eta_min='1')]:
            caught(make)
    """,
    "restarts by number": "o = optim.SGD(ps, 0.1)\ns = optim.lr_scheduler.CosineAnnealingWarmRestarts(o, 3, 2)\nfor e in (0.5, 2, 4.25, 11, 1):\n    s.step(e)\n    seen += [s.get_last_lr(), s.T_cur, s.T_i, s.last_epoch]\ncaught(s.step, -1)",
    "combined schedules saved": """
        def made():
            o = optim.SGD(ps, 0.1)
            return o, optim.lr_scheduler.SequentialLR(o, [optim.lr_scheduler.ConstantLR(o, 0.1, 2), optim.lr_scheduler.ExponentialLR(o, 0.9)], [3])
        o, s = made()
        for _ in range(5): o.step(); s.step()
        p, t = made()
        t.load_state_dict(s.state_dict())
        seen += [t.last_epoch, t.get_last_lr(), sorted(s.state_dict())]
    """,
    "factors": "optim.lr_scheduler.LinearLR(optim.SGD(ps, 0.1), 0)",
    "end factors": "optim.lr_scheduler.LinearLR(optim.SGD(ps, 0.1), end_factor=2)",
    "constant factors": "optim.lr_scheduler.ConstantLR(optim.SGD(ps, 0.1), 2)",
}  # fmt: skip


def run(side, program):
    seen = []
    base = importlib.import_module(f"{side.__name__}.optim.optimizer")

    def caught(call, *args, **kwargs):
        try:
            call(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            seen.append((type(error).__name__, str(error)))

    names = {
        "base": base,
        "caught": caught,
        "torch": side,
        "nn": side.nn,
        "optim": side.optim,
        "seen": seen,
        "ps": parameters(side),
    }
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(textwrap.dedent(program), names)
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            seen.append((type(error).__name__, str(error)))
    text = repr([seen, [(w.category.__name__, str(w.message)) for w in caught]])
    return text.replace("torch.", "wye.")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_rule_of_optimizers_is_torchs(name):
    assert run(wye_torch, PROGRAMS[name]) == run(torch, PROGRAMS[name])


CLIPPED = [
    "clip_grad_norm_(ps, 0.5)", "clip_grad_norm_(ps, 100)", "clip_grad_norm_(ps, 0.5, 1)",
    "clip_grad_norm_(ps, 0.5, float('inf'))", "clip_grad_norm_(ps[0], 0.5, error_if_nonfinite=True)",
    "clip_grad_value_(ps, 0.3)", "clip_grads_with_norm_(ps, 0.5, torch.tensor(3.0))", "get_total_norm([p.grad for p in ps])",
    "get_total_norm([])", "clip_grad_norm_([], 0.5)",
]  # fmt: skip


@pytest.mark.parametrize("text", CLIPPED)
def test_gradients_are_clipped_as_in_torch(text):
    results = []
    for side in (torch, wye_torch):
        ps = parameters(side)
        for p, g in zip(ps, gradients(side, 0), strict=True):
            p.grad = g
        found = eval(f"u.{text}", {"u": side.nn.utils, "ps": ps, "torch": side})
        results.append([*(p.grad.numpy() for p in ps), np.float32(0 if found is None else found.item())])
    for ours, theirs in zip(results[1], results[0], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_an_infinite_norm_is_refused_as_in_torch():
    messages = []
    for side in (torch, wye_torch):
        p = side.nn.Parameter(side.ones(2))
        p.grad = side.tensor([1.0, float("inf")])
        with pytest.raises(RuntimeError, match="non-finite") as caught:
            side.nn.utils.clip_grad_norm_(p, 1.0, error_if_nonfinite=True)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_parameters_become_a_vector_and_back_as_in_torch():
    vectors = []
    for side in (torch, wye_torch):
        ps = parameters(side)
        vector = side.nn.utils.parameters_to_vector(ps)
        side.nn.utils.vector_to_parameters(vector.detach() * 2, ps)
        vectors.append([vector.detach().numpy(), *(p.detach().numpy() for p in ps)])
        with pytest.raises(TypeError, match="Tensor, but got: list"):
            side.nn.utils.vector_to_parameters([1], ps)
    for ours, theirs in zip(vectors[1], vectors[0], strict=True):
        np.testing.assert_array_equal(ours, theirs)
