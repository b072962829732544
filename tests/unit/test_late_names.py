"""Names of packages for what is made above them."""

import pytest

import wye
from wye import late_names


def test_a_package_gives_what_the_top_says_is_its_own():
    assert wye.library.opcheck is wye.testing.operator_checks.opcheck


def test_other_names_are_missing():
    with pytest.raises(AttributeError, match=r"module 'wye\.library' has no attribute 'opchek'"):
        _ = wye.library.opchek
    with pytest.raises(AttributeError, match=r"module 'wye\.fx' has no attribute 'opcheck'"):
        late_names.find("wye.fx", "opcheck")
