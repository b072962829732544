"""read_recording: what is shown as a recording is one."""

import json

import pytest

from wye.explorer import recordings
from wye.explorer.recordings import read_recording

CALL = {"op": "aten::add.Tensor", "start_ns": 5, "duration_ns": 7, "depth": 0, "parent": None}
GOOD = {"version": 1, "wye": "0.1.0", "calls": [CALL]}


class Recorded:
    def to_dict(self):
        return GOOD


def test_it_is_read_from_a_file_an_object_or_plain_data(tmp_path):
    path = tmp_path / "calls.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    for source in (path, str(path), Recorded(), GOOD):
        assert read_recording(source) == GOOD


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "no list of calls"),
        ({"traceEvents": []}, "no list of calls"),
        ({"version": 2, "calls": []}, "has version 2"),
        ({"version": 1, "calls": [3]}, "call 0 of this recording has no operator"),
        ({"version": 1, "calls": [CALL, {"op": "f", "start_ns": "1"}]}, "call 1 of this recording has no time"),
    ],
)
def test_what_is_no_recording_is_refused_with_the_reason(data, words):
    with pytest.raises(ValueError, match=words):
        read_recording(data)


def test_a_file_that_is_not_json_is_refused(tmp_path):
    path = tmp_path / "calls.json"
    path.write_text("<html>", encoding="utf-8")
    with pytest.raises(ValueError, match="not JSON"):
        read_recording(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "calls.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    monkeypatch.setattr(recordings, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="at most 10"):
        read_recording(path)
