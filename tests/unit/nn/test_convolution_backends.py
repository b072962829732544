"""What PyTorch calls implementations of convolutions."""

import wye
from wye.compat import torch
from wye.nn.convolution_backends import ConvolutionBackend, backend_of


def test_convolutions_of_one_dimension_run_as_two_and_empty_ones_not_at_all():
    rest = (None, [1], [0], [1], False, [0], 1)
    assert backend_of(wye.ones(1, 1, 4), wye.ones(1, 1, 2), *rest) is ConvolutionBackend.Slow2d
    assert backend_of(wye.ones(0, 1, 4), wye.ones(1, 1, 2), *rest) is ConvolutionBackend.Empty


def test_pytorchs_names_are_there():
    assert torch._C._ConvBackend.Slow3d == 14
    assert torch._C._select_conv_backend is backend_of
    assert torch.nn.functional.grad is torch.nn.grad
