"""L-BFGS, cyclic schedules and averaged models: programs that do on both sides the same."""

import textwrap

import pytest
from tests.conformance.nn.programs import compare, run

torch = pytest.importorskip("torch")

import wye.compat.torch as wye_torch  # noqa: E402 - after the import that may skip
import wye.compat.torch.optim.swa_utils  # noqa: E402, F401 - an attribute from then on

pytestmark = pytest.mark.torch

COMMON = """
def known(module):
    with torch.no_grad():
        for start, value in enumerate(module.parameters()):
            value.copy_(torch.sin(torch.arange(float(value.numel())).view(value.shape) + start))
    return module

def one():
    return torch.ones(1, requires_grad=True)

def optimizer(kind=torch.optim.SGD):
    return kind([{"params": [one()]}, {"params": [one()], "lr": 0.5}], lr=0.1)
"""

PROGRAMS = {
    "L-BFGS of a curved valley": """
        for options in (
            {}, {"line_search_fn": "strong_wolfe"}, {"lr": 0.1, "max_iter": 5}, {"lr": torch.tensor(0.5)},
            {"line_search_fn": "strong_wolfe", "history_size": 3, "max_iter": 40},
            {"max_eval": 3, "line_search_fn": "strong_wolfe"},
        ):
            p = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
            steps, calls = torch.optim.LBFGS([p], **options), []

            def closure():
                steps.zero_grad()
                valley = (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2
                loss = (p**4).sum() + p.sum() ** 2 if "lr" in options else valley
                loss.backward()
                calls.append(1)
                return loss

            for _ in range(4):
                seen += [steps.step(closure), p.clone(), len(calls)]
                seen.append([steps.state[p][name] for name in ("n_iter", "func_evals")])
            seen.append(sorted(steps.state_dict()["param_groups"][0]))
        caught(torch.optim.LBFGS, [{"params": [one()]}, {"params": [one()]}])
        caught(torch.optim.LBFGS, [one()], lr=-1.0)
    """,
    "L-BFGS of a network": """
        model = known(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))).double()
        x = torch.sin(torch.arange(30.0)).view(10, 3).double()
        steps = torch.optim.LBFGS(model.parameters(), line_search_fn="strong_wolfe")

        def closure():
            steps.zero_grad()
            loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
            loss.backward()
            return loss

        seen += [steps.step(closure) for _ in range(2)]
    """,
    "cyclic schedules": """
        for options in (
            dict(base_lr=0.1, max_lr=1.0),
            dict(base_lr=[0.1, 0.2], max_lr=[1.0, 2.0], step_size_up=3, step_size_down=2),
            dict(base_lr=0.1, max_lr=1.0, step_size_up=2, mode="triangular2"),
            dict(base_lr=0.1, max_lr=1.0, step_size_up=2, mode="exp_range", gamma=0.9),
            dict(base_lr=0.1, max_lr=1.0, step_size_up=2, scale_fn=lambda x: 1 / x),
            dict(base_lr=0.1, max_lr=1.0, step_size_up=2, scale_fn=lambda x: 0.5**x, scale_mode="iterations"),
        ):
            for kind in (torch.optim.SGD, torch.optim.Adam):
                steps = optimizer(kind)
                rates = torch.optim.lr_scheduler.CyclicLR(steps, **options)
                for _ in range(7):
                    seen.append(rates.get_last_lr())
                    seen.append([group.get("momentum", group.get("betas")) for group in steps.param_groups])
                    steps.step()
                    rates.step()
                other = torch.optim.lr_scheduler.CyclicLR(optimizer(kind), **options)
                other.load_state_dict(rates.state_dict())
                seen.append(other.last_epoch)
        cyclic = torch.optim.lr_scheduler.CyclicLR
        caught(cyclic, optimizer(), 0.1, 1.0, mode="x")
        caught(cyclic, optimizer(), [0.1], 1.0)
        caught(cyclic, torch.optim.Adagrad([one()]), 0.1, 1.0)
        caught(cyclic, 3, 0.1, 1.0)
    """,
    "optimizers of matrices": """
        def values():
            return [(torch.arange(n, dtype=torch.float64) ** 1.5).sin().float().view(s).requires_grad_() for n, s in (
                (12, (3, 4)), (5, (5,)), (24, (2, 3, 4)))]

        def run(kind, params, **options):
            steps = kind(params, **options)
            for i in range(5):
                steps.zero_grad()
                sum((value**2).sum() + (value * i).sum() for value in params).backward()
                steps.step()
            seen.extend([[value.clone() for value in params], sorted(steps.param_groups[0])])
            seen.append([sorted(steps.state[value]) for value in params])

        adafactor, muon = torch.optim.Adafactor, torch.optim.Muon
        for options in ({}, {"weight_decay": 0.1, "maximize": True}, {"eps": (1e-8, 1e-2), "d": 2.0, "lr": 0.1}):
            run(adafactor, values(), **options)
        for bad in ({"lr": -1.0}, {"d": 0.5}, {"beta2_decay": 1.0}, {"eps": (-1.0, 0.0)}, {"weight_decay": -1.0}):
            caught(adafactor, values(), **bad)
        caught(muon, values())
        for bad in ({"lr": -1.0}, {"momentum": -1.0}, {"weight_decay": -1.0}, {"adjust_lr_fn": "x"}):
            caught(muon, values()[:1], **bad)
        matrix = values()[:1]
        steps = muon(matrix, lr=0.1, adjust_lr_fn="match_rms_adamw")
        matrix[0].square().sum().backward()
        steps.step()
        seen.append((matrix[0] * 50).round())  # computed in 16 bits
    """,
    "averaged models": """
        swa = torch.optim.swa_utils
        x = torch.sin(torch.arange(8.0)).view(4, 2)
        for options in (
            {}, {"avg_fn": swa.get_ema_avg_fn(0.9)}, {"multi_avg_fn": swa.get_ema_multi_avg_fn(0.9)},
            {"use_buffers": True}, {"avg_fn": swa.get_swa_avg_fn()}, {"multi_avg_fn": swa.get_swa_multi_avg_fn()},
        ):
            model = known(nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)))
            averaged = swa.AveragedModel(model, **options)
            for i in range(4):
                with torch.no_grad():
                    for value in model.parameters():
                        value.add_(i)
                model(x)
                averaged.update_parameters(model)
            seen.append({name: value.clone() for name, value in averaged.state_dict().items()})
            swa.update_bn([x, (x.cos(), 1)], averaged)
            seen += [list(averaged.buffers()), averaged.module[1].momentum, averaged.training]
        caught(swa.get_ema_avg_fn, 2.0)
        for options in (
            dict(swa_lr=0.05), dict(swa_lr=0.05, anneal_epochs=3, anneal_strategy="linear"),
            dict(swa_lr=1.0, anneal_epochs=2), dict(swa_lr=[0.05, 0.2], anneal_epochs=0),
        ):
            steps = optimizer()
            rates = swa.SWALR(steps, **options)
            for _ in range(5):
                seen.append(rates.get_last_lr())
                steps.step()
                rates.step()
        caught(swa.SWALR, optimizer(), 0.1, anneal_strategy="x")
        caught(swa.SWALR, optimizer(), 0.1, anneal_epochs=-1)
        caught(swa.SWALR, optimizer(), [0.1])
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_see_the_same_on_both_sides(name):
    program = COMMON + textwrap.dedent(PROGRAMS[name])
    compare(run(wye_torch, program)[0], run(torch, program)[0])
