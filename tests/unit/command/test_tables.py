"""`wye table` says what is registered, and why each slot holds what it holds."""

import json

import pytest

from wye import dispatch
from wye.command.operators import find
from wye.command.tables import slots_of


def test_the_rows_of_a_table_are_those_that_the_dispatcher_computes():
    name = "aten::softmax.int"
    _, found = find(name)
    slots = {slot.key: (slot.kernel, slot.why) for slot in slots_of(found["int"]) if slot.kernel is not None}
    assert slots == {key: (kernel, why) for key, kernel, why in dispatch.table_rows(name)}


def test_a_short_table_has_one_line_for_keys_that_share_a_kernel(wye_command):
    text = wye_command("table", "softmax").stdout
    line = next(line for line in text.splitlines() if line.startswith("CPU, CUDA, ... ("))
    assert "math kernel" in line
    assert "have no kernel: --all shows" in text.replace("\n", " ")
    assert "aten::softmax has other overloads: aten::softmax.int_out" in text
    assert max(map(len, text.splitlines())) <= 80


def test_keys_that_are_named_are_shown_empty_ones_too(wye_command):
    text = wye_command("table", "relu", "-k", "CPU", "-k", "CUDA").stdout
    rows = text.partition("computed table")[2].splitlines()[2:4]
    assert rows[0].split() == ["CPU", "relu", "kernel"]
    assert rows[1].startswith("CUDA  -       (missing)")


def test_keys_that_are_named_say_what_was_considered(wye_command):
    text = wye_command("table", "softmax", "-k", "CPU").stdout.partition("considered for CPU")[2]
    rows = {line.split()[0]: line.split(maxsplit=2)[1:] for line in text.splitlines() if line.strip()}
    assert rows["CPU"] == ["-", "nothing is registered there"]
    assert rows["CompositeImplicitAutograd"] == ["softmax", "taken"]


def test_a_full_table_has_every_runtime_key(wye_command):
    text = wye_command("table", "relu", "--all").stdout
    for key in ("Undefined", "CPU", "SparseCsrCUDA", "PythonDispatcher"):
        assert f"\n{key} " in text


def test_the_table_as_json_has_sources_and_places(wye_command):
    found = json.loads(wye_command("table", "softmax", "--key", "CUDA", "--json").stdout)
    assert found["op"] == "aten::softmax.int"
    (slot,) = found["table"]
    assert (slot["key"], slot["reason"], slot["from"]) == ("CUDA", "math kernel", "CompositeImplicitAutograd")
    assert slot["place"].endswith(".py:26") or ".py:" in slot["place"]
    assert {kernel["key"] for kernel in found["registered"]} >= {"CompositeImplicitAutograd"}


@pytest.mark.parametrize("name", ["add.Tensor", "aten::add.Tensor", "aten.add.Tensor"])
def test_an_operator_is_found_by_all_its_names(wye_command, name):
    assert json.loads(wye_command("table", name, "--json").stdout)["op"] == "aten::add.Tensor"


def test_operators_of_a_module_are_found_after_it_is_imported(wye_command, user_module):
    assert wye_command("table", "command_test::scale").exit_code == 2
    text = wye_command("table", "command_test::scale", "--import", user_module).stdout
    assert "command_test::scale(Tensor x, float by=2., *, bool flip=False) -> Tensor" in text
    assert "command_test_operators.py:11" in text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nosuchoperator_"], "there is no operator 'nosuchoperator_'"),
        (["add.Tensr"], "aten::add has no overload 'Tensr'"),
        (["relu", "--key", "CPUU"], "there is no dispatch key 'CPUU'"),
        (["relu", "--key", "Autograd"], "Autograd is an alias"),
        (["relu", "--import", "no_such_module"], "cannot import no_such_module: ModuleNotFoundError"),
    ],
)
def test_what_is_wrong_is_said_with_status_two(wye_command, arguments, text):
    found = wye_command("table", *arguments)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"error: {text}")


def test_a_module_that_fails_names_the_line(wye_command, tmp_path):
    (tmp_path / "broken_module.py").write_text("x = 1\nraise ValueError('no')\n")
    found = wye_command("table", "relu", "--import", tmp_path / "broken_module.py")
    assert found.exit_code == 2
    assert "ValueError: no" in found.stderr
    assert "broken_module.py:2" in found.stderr
