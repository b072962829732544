"""Which parts of a library a program uses."""

import logging

import pytest

from wye.usage_log import log_once


def test_an_event_is_logged_once(caplog):
    with caplog.at_level(logging.DEBUG, "wye.usage"):
        log_once("tests.an_event")
        log_once("tests.an_event")
    assert [record.message for record in caplog.records] == ["tests.an_event"]


def test_an_event_is_a_text():
    with pytest.raises(TypeError, match="text"):
        log_once(1)
