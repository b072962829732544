# ruff: noqa
"""Graphs name functions by the module that PyTorch has them in; operands of einsum stand in a graph one by one."""

import torch
import torch.nn.functional as F

NAMES = {
    torch.sin: "torch.sin",
    torch.einsum: "torch.functional.einsum",
    torch.linalg.norm: "torch._C._linalg.linalg_norm",
    torch.special.expit: "torch._C._special.special_expit",
    torch.fft.fft: "torch._C._fft.fft_fft",
    F.relu: "torch.nn.functional.relu",
    F.gelu: "torch._C._nn.gelu",
    F.linear: "torch._C._nn.linear",
    F.conv2d: "torch.conv2d",
}
for function, name in NAMES.items():
    assert torch.fx.node._get_qualified_name(function) == name, (name, torch.fx.node._get_qualified_name(function))


def product(a, b):
    return torch.einsum("ij,jk->ik", (a, b)) + torch.einsum(a, [0, 1], b, [1, 2], [0, 2])


traced = torch.fx.symbolic_trace(product)
calls = [node for node in traced.graph.nodes if node.target is torch.einsum]
assert [call.args[0] for call in calls] == ["ij,jk->ik", "AB,BC->AC"], calls
assert all(len(call.args) == 3 for call in calls)
assert traced(torch.eye(2), torch.ones(2, 2)).tolist() == [[2, 2], [2, 2]]
