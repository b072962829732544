"""Modules of functions by prefix, and the functions of neural networks."""

import importlib
import pkgutil

import pytest

import wye
import wye.nn.functional as F  # noqa: N812 - as everybody calls it
from wye.aten.functions import names


@pytest.mark.parametrize("family", ["linalg", "fft", "special"])
def test_a_family_has_the_functions_of_its_prefix(family):
    module = getattr(wye, family)
    assert module is importlib.import_module(f"wye.{family}")
    assert dir(module) == sorted(n.removeprefix(f"{family}_") for n in names() if n.startswith(f"{family}_"))
    assert len(dir(module)) > 10
    for name in dir(module):
        assert getattr(module, name) is getattr(wye, f"{family}_{name}")
    with pytest.raises(AttributeError, match=f"module 'wye.{family}' has no attribute 'nothing'"):
        module.nothing  # noqa: B018 - the look-up is the test


def test_the_functions_of_a_family_work():
    x = wye.tensor([[3.0, 0.0], [0.0, 4.0]])
    assert wye.linalg.norm(x).item() == 5.0
    assert wye.linalg.det(x).item() == pytest.approx(12.0)
    assert wye.fft.ifft(wye.fft.fft(x)).real.tolist() == x.tolist()
    assert wye.special.expm1(wye.zeros(1)).tolist() == [0.0]


def test_every_function_of_neural_networks_can_be_looked_up():
    assert "relu" in dir(F)
    for name in dir(F):
        assert callable(getattr(F, name)), name
    with pytest.raises(AttributeError, match=r"module 'wye\.nn\.functional' has no attribute 'nothing'"):
        F.nothing  # noqa: B018 - the look-up is the test
    namespace = {}
    exec("from wye.nn.functional import *", namespace)
    assert namespace["conv2d"] is wye.conv2d


@pytest.mark.parametrize("args", [(), (0.25,)])
@pytest.mark.parametrize("by_place", [False, True])
def test_activations_work_in_place_when_asked(args, by_place):
    x = wye.tensor([-4.0, 2.0])
    wanted = [-1.0, 2.0] if args else [-0.04, 2.0]
    out = F.leaky_relu(x, *args)
    assert out.tolist() == pytest.approx(wanted)
    assert x.tolist() == [-4.0, 2.0]
    assert F.leaky_relu(x, *(args or (0.01,)), True) is x if by_place else F.leaky_relu(x, *args, inplace=True) is x
    assert x.tolist() == pytest.approx(wanted)


def test_activations_describe_themselves():
    assert F.relu.__name__ == "relu"
    assert "inplace" in F.relu.__doc__
    assert F.relu is F.relu


def test_compat_has_the_same_functions():
    import wye.compat.torch as torch
    from wye.compat.torch.nn import functional

    assert functional.relu is F.relu
    assert torch.nn.functional is functional
    assert torch.linalg.norm is wye.linalg.norm
    assert {"linalg", "fft", "special", "nn"} <= {module.name for module in pkgutil.iter_modules(torch.__path__)}
