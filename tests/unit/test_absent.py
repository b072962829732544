import sys
from types import ModuleType

import pytest

from wye import absent


def test_questions_about_what_is_not_there_are_answered():
    assert absent.never("cuda") is False
    assert absent.zero() == 0
    assert absent.none() is None
    with pytest.raises(RuntimeError, match="an accelerator is not available"):
        absent.refuse("an accelerator")()


def test_settings_are_remembered():
    switch = absent.Switch(True)
    switch.set(False)
    assert switch.get() is False
    precision = absent.Tf32()
    precision.allow_tf32 = True
    assert precision.allow_tf32


def test_a_block_has_other_settings(monkeypatch):
    module = ModuleType("settings_for_a_test")
    module.enabled = True
    monkeypatch.setitem(sys.modules, "settings_for_a_test", module)
    with absent.flags_of("settings_for_a_test")(enabled=False):
        assert not module.enabled
    assert module.enabled
