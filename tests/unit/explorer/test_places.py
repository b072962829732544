"""shown_place: places do not name folders of this machine."""

from wye.explorer.places import shown_place


def test_places_are_relative_to_the_current_folder_or_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert shown_place(f"{tmp_path.as_posix()}/model.py:3") == "model.py:3"
    assert shown_place("wye/aten/register.py:1") == "wye/aten/register.py:1"
    assert shown_place("/opt/library/kernels.py:7") == "/opt/library/kernels.py:7"
    monkeypatch.setenv("HOME", "/home/someone")
    assert shown_place("/home/someone/code/model.py:3") == "~/code/model.py:3"


def test_a_place_follows_when_the_current_folder_changes(tmp_path, monkeypatch):
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(tmp_path)
    assert shown_place(f"{inner.as_posix()}/model.py:3") == "inner/model.py:3"
    monkeypatch.chdir(inner)
    assert shown_place(f"{inner.as_posix()}/model.py:3") == "model.py:3"
