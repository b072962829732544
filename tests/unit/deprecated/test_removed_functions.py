"""Functions that PyTorch keeps only to say what replaces them."""

import pytest

import wye
from wye.deprecated.removed_functions import REMOVED


@pytest.mark.parametrize("name", REMOVED)
def test_removed_functions_say_what_replaces_them(name):
    with pytest.raises(RuntimeError, match=r"is now removed\. Use `torch\.linalg\."):
        REMOVED[name](wye.ones(2, 2))
