"""Options of PyTorch's reader of files that programs set."""

import pytest

from wye import loading_options as options


def test_what_is_set_is_given_back():
    with options.safe_globals([dict]):
        options.add_safe_globals([dict, list])
        assert options.get_safe_globals() == [dict, list]
    assert options.get_safe_globals() == []
    with options.set_default_mmap_options(1):
        assert options.get_default_mmap_options() == 1
    assert options.get_default_mmap_options() == 2
    options.set_default_load_endianness(options.LoadEndianness.BIG)
    assert options.get_default_load_endianness() is options.LoadEndianness.BIG
    options.set_default_load_endianness(None)


def test_what_is_no_option_is_refused():
    with pytest.raises(TypeError, match="endianness"):
        options.set_default_load_endianness("big")
    with pytest.raises(ValueError, match="expected 1 or 2"):
        options.set_default_mmap_options(3)
