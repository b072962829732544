"""Modes of both stacks."""

import pytest

import wye
from wye.modes import both_stacks
from wye.modes.stack import ModeKey, count_modes, current_mode, mode_at


class Proxy(both_stacks.PassingMode):
    _mode_key = ModeKey.PROXY


def test_who_is_active():
    assert not both_stacks.is_any_active()
    with Proxy() as infra:
        assert both_stacks.is_any_active()
        assert not both_stacks.is_any_of_users_active()
        assert both_stacks.find_infra_mode(ModeKey.PROXY) is infra
        with both_stacks.PassingMode() as mode:
            assert both_stacks.mode_list() == [infra, mode]
            assert (count_modes(), current_mode(), mode_at(0)) == (2, mode, infra)
            assert wye.sin(wye.zeros(1)).tolist() == [0.0]
        with both_stacks.infra_mode_disabled(ModeKey.PROXY) as off:
            assert off is infra
            assert not both_stacks.is_any_active()
    with pytest.raises(RuntimeError, match="too big"):
        mode_at(0)


def test_modes_are_pushed_and_popped_by_hand():
    mode = both_stacks.PassingMode()
    both_stacks.push_anywhere(mode)
    with both_stacks.popped() as top:
        assert top is mode
        assert current_mode() is None
    with both_stacks.all_disabled() as all_of_them:
        assert all_of_them == [mode]
    assert both_stacks.pop_anywhere() is mode
