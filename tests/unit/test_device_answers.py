import sys
from types import ModuleType

import pytest

from wye import device_answers


def test_questions_about_what_is_not_there_are_answered():
    assert device_answers.never("cuda") is False
    assert device_answers.zero() == 0
    assert device_answers.none() is None
    with pytest.raises(RuntimeError, match="an accelerator is not available"):
        device_answers.refuse("an accelerator")()


def test_the_cpu_is_there_once():
    assert device_answers.always() is True
    assert device_answers.one() == 1
    assert device_answers.the_cpu() == "cpu"


def test_settings_are_remembered():
    switch = device_answers.Switch(True)
    switch.set(False)
    assert switch.get() is False
    precision = device_answers.Tf32()
    precision.allow_tf32 = True
    assert precision.allow_tf32


def test_a_block_has_other_settings(monkeypatch):
    module = ModuleType("settings_for_a_test")
    module.enabled = True
    monkeypatch.setitem(sys.modules, "settings_for_a_test", module)
    with device_answers.flags_of("settings_for_a_test")(enabled=False):
        assert not module.enabled
    assert module.enabled
