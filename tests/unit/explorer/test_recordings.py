"""read_recording: what is shown as a recording is one."""

import json

import pytest

import wye
from wye.errors import RecordingError
from wye.explorer import recordings
from wye.explorer.recordings import read_recording


@pytest.fixture(scope="module")
def recorded():
    x = wye.ones(2)
    with wye.record() as recording:
        x + 1
    return recording


def test_it_is_read_from_a_file_an_object_or_plain_data(recorded, tmp_path):
    path = tmp_path / "calls.json"
    recorded.save(path)
    found = [read_recording(source)["calls"] for source in (path, str(path), recorded, recorded.to_dict())]
    assert found[0][0]["op"] == "aten::add.Tensor"
    assert all(calls == found[0] for calls in found)


@pytest.mark.parametrize(
    "data",
    [[], {"traceEvents": []}, {"version": 2, "calls": []}, {"version": 1, "calls": [3]}, {"version": 1, "calls": [{}]}],
)
def test_what_is_no_recording_is_refused(data):
    with pytest.raises(RecordingError, match="recording"):
        read_recording(data)


def test_a_file_that_is_not_json_is_refused(tmp_path):
    path = tmp_path / "calls.json"
    path.write_text("<html>", encoding="utf-8")
    with pytest.raises(RecordingError, match="is no recording"):
        read_recording(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "calls.json"
    path.write_text(json.dumps({"version": 1, "calls": []}), encoding="utf-8")
    monkeypatch.setattr(recordings, "MOST_BYTES", 10)
    with pytest.raises(RecordingError, match="at most 10"):
        read_recording(path)


def test_places_of_calls_do_not_name_folders_of_this_machine(recorded, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = recorded.to_dict()
    data["calls"][0]["place"] = f"{tmp_path.as_posix()}/model.py:3"
    assert read_recording(data)["calls"][0]["place"] == "model.py:3"
