"""`functional_call`, `stack_module_state` and `GradScaler` on both sides."""

# ruff: noqa: E501 - one program to a line where it is short

import textwrap

import pytest
from tests.conformance.nn.programs import compare, run

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip

pytestmark = pytest.mark.torch

_TIED = """
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = nn.Linear(3, 3)
            self.b.weight = self.a.weight
            self.register_buffer('shift', torch.zeros(3))
            self.plain = torch.ones(3)
        def forward(self, x, y=None):
            out = self.b(self.a(x)) + self.shift + self.plain
            return out if y is None else out * y
    m, x = Tied(), randn(2, 3)
    call = torch.func.functional_call
"""
PROGRAMS = {
    "one dictionary": "seen.append(call(m, {'a.weight': randn(3, 3), 'shift': randn(3)}, x))\nseen.append(m(x))",
    "a tuple of dictionaries": "seen.append(call(m, ({'a.weight': randn(3, 3)}, {'shift': randn(3)}), (x,)))",
    "a list of dictionaries": "seen.append(call(m, [{'a.bias': randn(3)}, {'shift': randn(3)}], (x,), {'y': 2}))",
    "arguments": "seen.append(call(m, {}, (x, x)))\nseen.append(call(m, {}, x, {'y': x}))\ncaught(call, m, {})\ncaught(call, m, {}, None, {'x': x})",
    "both names": "caught(call, m, {'a.weight': randn(3, 3), 'b.weight': randn(3, 3, seed=1)}, x)\nw = randn(3, 3)\nseen.append(call(m, {'a.weight': w, 'b.weight': w}, x))",
    "not tied": "seen.append(call(m, {'a.weight': randn(3, 3)}, x, tie_weights=False))\nseen.append(call(m, {'a.weight': randn(3, 3), 'b.weight': randn(3, 3, seed=1)}, x, tie_weights=False))",
    "strict": "caught(call, m, {'a.weight': randn(3, 3)}, x, strict=True)\ncaught(call, m, {**dict(m.named_parameters()), **dict(m.named_buffers())}, x, strict=True)\ncaught(call, m, {'c.d': x, 'e': x}, x, strict=True)\ncaught(call, m, dict(m.state_dict()), x, strict=True, tie_weights=False)",
    "names that are not there": "caught(call, m, {'c': x}, x)\ncaught(call, m, {'a.c': x}, x)\ncaught(call, m, {'c.d.e': x}, x)\ncaught(call, m, {'shift.a': x}, x)\nseen.append(m(x))",
    "attributes that are tensors": "seen.append(call(m, {'plain': randn(3)}, x))\nseen.append(m.plain)",
    "no tensors": "caught(call, m, {'a.weight': 3}, x)\ncaught(call, m, 3, x)\ncaught(call, m, ({}, 3), x)\ncaught(call, m, ({'shift': x}, {'shift': x}), x)",
    "an error restores": "caught(call, m, {'a.weight': randn(4, 4)}, x)\nseen.append([m.a.weight is m.b.weight, m(x)])",
    "written buffers": """
        class Count(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer('n', torch.zeros(()))
            def forward(self):
                self.n = self.n + 1
                return self.n
        m, d = Count(), {'n': torch.ones(())}
        seen += [call(m, d), d, m.n, call(m, (d,)), d]
    """,
    "gradients": "p = {k: v.detach() for k, v in m.named_parameters()}\ng = torch.func.grad(lambda p: call(m, p, x).sin().sum())(p)\nseen.append({k: g[k] for k in sorted(g)})",
    "gradients of samples": "p = {k: v.detach() for k, v in m.named_parameters()}\nf = lambda p, x: call(m, p, x).sin().sum()\nseen.append(torch.func.vmap(torch.func.grad(f), (None, 0))(p, x))",
    "an ensemble": "ms = [nn.Linear(3, 2) for _ in range(4)]\np, b = torch.func.stack_module_state(ms)\nseen += [p, b, [v.requires_grad for v in p.values()], [v.is_leaf for v in p.values()]]\nseen.append(torch.func.vmap(lambda p, b, x: call(ms[0], (p, b), x), (0, 0, None))(p, b, x))",
    "an ensemble of buffers": "ms = [nn.BatchNorm1d(3) for _ in range(2)]\np, b = torch.func.stack_module_state(ms)\nseen += [p, b]",
    "no ensemble": "s = torch.func.stack_module_state\ncaught(s, [])\ncaught(s, [nn.Linear(1, 1), nn.Linear(1, 1).eval()])\ncaught(s, [nn.Linear(1, 1), nn.Tanh()])\ncaught(s, [nn.Linear(1, 1), nn.Linear(1, 1).requires_grad_(False)])",
    "the former place": "from %s.nn.utils.stateless import functional_call as f\nseen.append(f(m, {'a.weight': randn(3, 3)}, x))",
    "batch norms": "n = nn.Sequential(nn.BatchNorm1d(3), nn.InstanceNorm1d(3, track_running_stats=True))\nseen += [torch.func.replace_all_batch_norm_modules_(n) is n, n, str(n), n[0].running_mean, [k for k, _ in n.named_buffers()]][3:]",
}  # fmt: skip


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_functional_call_is_torchs(name):
    text = _TIED + "\n".join("    " + line for line in textwrap.dedent(PROGRAMS[name]).splitlines())
    theirs = run(torch, text.replace("%s", "torch"))
    ours = run(wye_torch, text.replace("%s", "wye.compat.torch"))
    compare(ours, theirs)


SCALERS = {
    "training": """
        m = nn.Linear(3, 2); o = torch.optim.SGD(m.parameters(), 0.1); s = torch.amp.GradScaler('cpu', growth_interval=2)
        for step in range(6):
            o.zero_grad()
            loss = m(randn(4, 3, seed=step)).square().sum() * (float('inf') if step == 3 else 1)
            s.scale(loss).backward()
            if step % 2: s.unscale_(o)
            s.step(o); s.update()
            seen += [s.get_scale(), s._get_growth_tracker(), m.weight.detach().clone()]
        seen.append(s.state_dict())
    """,
    "two optimizers": """
        a, b = nn.Linear(2, 2), nn.Linear(2, 2); s = torch.amp.GradScaler('cpu', 8.0, 3.0, 0.25, 1)
        oa, ob = torch.optim.SGD(a.parameters(), 0.1), torch.optim.SGD(b.parameters(), 0.1)
        for step in range(3):
            s.scale(a(randn(2, 2)).sum() * (float('nan') if step == 1 else 1)).backward()
            s.scale(b(randn(2, 2)).sum()).backward()
            s.step(oa); s.step(ob); s.update()
            seen += [s.get_scale(), b.weight.detach().clone()]
    """,
    "lists": "s = torch.amp.GradScaler('cpu', 4.0)\nseen += [s.scale([torch.ones(2), (torch.ones(1),)]), [*s.scale(iter([torch.ones(1)]))]]\ncaught(s.scale, 3)",
    "disabled": "s = torch.amp.GradScaler('cpu', enabled=False)\nm = nn.Linear(2, 2)\no = torch.optim.SGD(m.parameters(), 0.1)\nseen += [s.scale(3), s.step(o), s.update(), s.unscale_(o), s.get_scale(), s.state_dict(), s.is_enabled()]\ns.load_state_dict({})",
    "without cuda": "s = torch.amp.GradScaler()\nseen.append(s.is_enabled())",
    "factors": "G = torch.amp.GradScaler\ncaught(lambda: G('cpu', growth_factor=1.0))\ncaught(lambda: G('cpu', backoff_factor=1.0))",
    "order": """
        m = nn.Linear(2, 2); o = torch.optim.SGD(m.parameters(), 0.1); s = torch.amp.GradScaler('cpu')
        caught(s.unscale_, o); caught(s.step, o); caught(s.update)
        s.scale(m(randn(2, 2)).sum()).backward()
        caught(s.update)
        s.unscale_(o); caught(s.unscale_, o)
        caught(s.step, o, closure=1)
        s.step(o); caught(s.step, o); caught(s.unscale_, o)
        import copy
        caught(copy.deepcopy, s)
        s.update(); s.update(3.0); seen.append(s.get_scale())
        s.update(torch.tensor(5.0)); seen.append(s.get_scale()); caught(s.update, torch.ones(2))
    """,
    "state": """
        s, t = torch.amp.GradScaler('cpu', 16.0), torch.amp.GradScaler('cpu')
        t.scale(torch.ones(1)); t.load_state_dict(s.state_dict()); seen.append(t.state_dict()); caught(t.load_state_dict, {})
        t.set_growth_factor(3.0); t.set_backoff_factor(0.3); t.set_growth_interval(7)
        seen += [t.get_growth_factor(), t.get_backoff_factor(), t.get_growth_interval()]
        import pickle
        seen.append(pickle.loads(pickle.dumps(t)).state_dict())
    """,
}  # fmt: skip


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", SCALERS)
def test_a_scaler_of_gradients_is_torchs(name):
    compare(run(wye_torch, SCALERS[name]), run(torch, SCALERS[name]))
