"""`wye ops` lists namespaces, operators, and their rules."""

import json

from wye import dispatch


def test_namespaces_come_with_the_number_of_their_operators(wye_command):
    counts = json.loads(wye_command("ops", "--json").stdout)
    assert counts["aten"] == sum(name.startswith("aten::") for name in dispatch.all_op_names())
    assert ["aten", str(counts["aten"])] in [line.split() for line in wye_command("ops").stdout.splitlines()]


def test_a_search_finds_parts_of_names(wye_command):
    names = wye_command("ops", "--search", "LOG_SOFTMAX").stdout.split()
    assert "aten::log_softmax.int" in names
    assert all("log_softmax" in name for name in names)


def test_tags_and_columns_narrow_the_list(wye_command):
    found = json.loads(
        wye_command("ops", "aten", "-s", "relu", "--tag", "pointwise", "--column", "vmap", "--json").stdout
    )
    assert found
    assert all("pointwise" in one["tags"] and "vmap" in one["columns"] for one in found)
    without = json.loads(wye_command("ops", "aten", "-s", "relu", "--missing", "vmap", "--json").stdout)
    assert without
    assert not any("vmap" in one["columns"] for one in without)


def test_the_grid_shows_rules_by_family(wye_command):
    text = wye_command("ops", "--grid", "-s", "aten::relu").stdout
    assert text.startswith("elementwise_activations\n  relu")
    assert "kernel fake" in text
    assert "rules by family" in text
    assert max(map(len, text.splitlines())) <= 80


def test_schemas_are_one_to_a_line(wye_command):
    text = wye_command("ops", "--schemas", "-s", "aten::relu.out").stdout
    assert text == "aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"


def test_operators_of_a_program_show_what_is_registered(wye_command, user_module):
    text = wye_command("ops", "command_test", "--grid", "--import", user_module).stdout
    assert "command_test::scale  kernels: CPU\n" in text
    assert "command_test::lambda  kernels: nothing\n" in text


def test_unknown_names_are_bad_input(wye_command):
    for arguments in (["atem"], ["--tag", "pointwize"], ["--column", "vmapp"]):
        found = wye_command("ops", *arguments)
        assert found.exit_code == 2
        assert found.stderr.startswith("error: ")
    assert wye_command("ops", "-s", "no operator has this").stdout == "no operator fits\n"
