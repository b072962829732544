"""The tour runs, fits a terminal, and leaves nothing behind."""

from wye import dispatch


def test_the_tour_runs_within_eighty_columns_and_leaves_nothing_registered(wye_command, monkeypatch):
    import timeit

    monkeypatch.setattr(timeit, "repeat", lambda *args, **kwargs: [1.0])  # its last section measures for a second
    found = wye_command("tour")
    assert found.exit_code == 0, found.output
    for chapter in range(1, 11):
        assert f"\n{chapter}  " in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80
    assert not any(name.startswith("tour::") for name in dispatch.all_op_names())
