"""Comparing the strides of two tensors."""

import wye
from wye.testing.stride_checks import all_strides_agree, significant_strides_agree


def test_strides_of_single_elements_are_not_significant():
    a, b = wye.empty_strided((2, 1), (1, 1)), wye.empty_strided((2, 1), (1, 7))
    assert significant_strides_agree(a, b, only_cuda=False) == (True, None)
    assert all_strides_agree(a, b, only_cuda=False) == (False, 1)


def test_the_first_dimension_that_differs_is_named():
    a = wye.ones(2, 3, 4)
    assert significant_strides_agree(a, a.mT.contiguous().mT, only_cuda=False) == (False, 1)
    assert significant_strides_agree(a, a.mT.contiguous().mT) == (True, None)
    assert all_strides_agree(wye.ones(0, 2), wye.ones(2, 0).T, only_cuda=False) == (True, None)
