"""Names of implementations of convolutions, beside PyTorch without oneDNN."""

from __future__ import annotations

import itertools

import pytest

import wye
from wye.nn.convolution_backends import ConvolutionBackend, backend_of

torch = pytest.importorskip("torch")


def test_the_names_and_numbers_are_pytorchs():
    theirs = torch._C._ConvBackend.__members__
    assert {name.rstrip(","): int(value) for name, value in theirs.items()} == {
        one.name: one for one in ConvolutionBackend
    }


@pytest.mark.filterwarnings("ignore:TF32")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_convolutions_are_called_as_pytorch_without_onednn_calls_them(n):
    for batch, transposed, dilation, stride in itertools.product((0, 2), (False, True), (1, 2), (1, 2)):
        x, weight = (batch, 3, *[7] * n), (3, 3, *[2] * n)
        rest = (None, [stride] * n, [0] * n, [dilation] * n, transposed, [0] * n, 1)
        with torch.backends.mkldnn.flags(enabled=False):
            theirs = torch._C._select_conv_backend(torch.zeros(x), torch.zeros(weight), *rest)
        assert backend_of(wye.zeros(x), wye.zeros(weight), *rest) == int(theirs)
