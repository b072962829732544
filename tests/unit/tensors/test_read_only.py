"""Attributes of tensors that cannot be assigned."""

import pytest

import wye


@pytest.mark.parametrize("name", ["shape", "dtype", "ndim", "_version", "is_sparse", "is_mps", "grad_fn", "is_leaf"])
def test_the_error_says_which_attribute_cannot_be_assigned_or_deleted(name):
    x = wye.ones(2)
    told = f"attribute '{name}' of 'wye.Tensor' objects is not writable"
    with pytest.raises(AttributeError, match=told):
        setattr(x, name, 3)
    with pytest.raises(AttributeError, match=told):
        delattr(x, name)
