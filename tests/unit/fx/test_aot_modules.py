"""Compiled modules: results and gradients are those of the module."""

import pytest

import wye
from wye.fx.aot import nop
from wye.fx.aot_modules import (
    aot_export_joint_simple,
    aot_module,
    aot_module_simplified,
    make_boxed_compiler,
    memory_efficient_fusion,
)


class Net(wye.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = wye.nn.Linear(3, 2)
        self.norm = wye.nn.BatchNorm1d(2)

    def forward(self, x, scale=1):
        return self.norm(self.layer(x)).relu() * scale


def same_after_a_step(made, module, *args, **kwargs):
    wye.manual_seed(0)
    other = Net()
    other.load_state_dict(module.state_dict())
    wanted, found = other(*args, **kwargs), made(*args, **kwargs)
    assert wye.allclose(found, wanted)
    wanted.sum().backward()
    found.sum().backward()
    for one, two in zip(module.parameters(), other.parameters(), strict=True):
        assert wye.allclose(one.grad, two.grad, atol=1e-6)
    for one, two in zip(module.buffers(), other.buffers(), strict=True):
        assert wye.allclose(one, two)


def test_a_compiled_module_does_what_the_module_does():
    module = Net()
    made = aot_module(module, nop)
    same_after_a_step(made, module, wye.randn(4, 3), scale=2)
    assert next(name for name, _ in made.named_parameters()) == "orig_module.layer.weight"
    with pytest.raises(AssertionError, match="expected mod to be"):
        aot_module(lambda x: x, nop)


def test_parameters_are_the_first_inputs_of_a_simplified_module():
    module, graphs = Net(), []
    x = wye.randn(4, 3)
    made = aot_module_simplified(module, (x,), make_boxed_compiler(lambda gm, args: graphs.append(args) or gm), nop)
    same_after_a_step(made, module, x)
    assert tuple(graphs[0][0].shape) == (2, 3)
    made.zero_grad()
    assert all(one.grad is None for one in module.parameters())


def test_fused_functions_and_modules_compute_the_same():
    module = Net()
    same_after_a_step(memory_efficient_fusion(module), module, wye.randn(4, 3))
    assert memory_efficient_fusion(lambda x: x.sin())(wye.zeros(2)).tolist() == [0, 0]


def test_a_simple_export_has_no_writes_and_no_views():
    x = wye.ones(2, requires_grad=True)
    joint = aot_export_joint_simple(lambda x: (x.sin(),), (x,), trace_joint=True)
    assert [node.name for node in joint.graph.nodes if node.op == "placeholder"] == ["primals_1", "tangents_1"]
    with pytest.raises(RuntimeError, match="input mutations"):
        aot_export_joint_simple(lambda x: (x.add_(1) * 2,), (wye.ones(2),), trace_joint=False)
    with pytest.raises(RuntimeError, match="alias"):
        aot_export_joint_simple(lambda x: (x.view(-1),), (wye.ones(2),), trace_joint=False)
