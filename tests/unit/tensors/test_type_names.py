"""typename: what messages call tensors, functions, classes and other values."""

import wye
from wye.tensors.type_names import typename


class Own:
    def method(self):
        """Nothing."""


def test_functions_and_classes_have_their_own_names_others_that_of_their_class():
    here = __name__
    assert typename(wye.ones(1)) == "wye.FloatTensor"
    assert (typename(Own), typename(Own()), typename(Own.method)) == (
        f"{here}.Own",
        f"{here}.Own",
        f"{here}.Own.method",
    )
    assert typename(wye.log_).endswith(".log_")
    assert (typename(3), typename(int), typename(len)) == ("int", "int", "len")
