"""A layer above adds a column to the grid; files that are no family, and rules for nobody, are refused."""

import os
import subprocess
import sys
import textwrap

import pytest

import wye
from wye.aten import grid
from wye.aten.columns import COLUMNS, Column
from wye.aten.lines import lines
from wye.library import Library, Rule, find_rule
from wye.registry.rules import add_rule


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Make a package of rules: file name -> text."""
    monkeypatch.syspath_prepend(tmp_path)
    made = []

    def make(name, **files):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        for file, text in files.items():
            (tmp_path / name / f"{file}.py").write_text(textwrap.dedent(text))
        made.append(name)
        return name

    yield make
    for module in [m for m in sys.modules if m.partition(".")[0] in made]:
        del sys.modules[module]


DERIVATIVES = """
    def _sin(g, self):
        return g * self.cos()

    DERIVATIVES = {"sin": _sin, "cos": print}
"""


def test_rules_of_an_added_column_stand_on_the_entries_of_operators_made_before_and_after(package):
    sin = wye.ops.aten.sin.default
    handle = grid.add_column("slopes", package("toy_rules", elementwise=DERIVATIVES), "DERIVATIVES")
    rule = find_rule(sin, "slopes")
    assert rule.is_built_in
    assert rule.fn.__name__ == "_sin"
    assert find_rule(wye.ops.aten.cos.default, "slopes").fn is print
    assert find_rule(wye.ops.aten.tan.default, "slopes") is None
    handle.remove()
    assert find_rule(sin, "slopes") is None
    assert "slopes" not in COLUMNS


def test_a_column_may_come_before_any_operator_is_made(package, tmp_path):
    name = package("toy_early", elementwise=DERIVATIVES)
    program = f"""
import wye
from wye.aten import grid
from wye.aten.register import operators
from wye.library import find_rule
grid.add_column("slopes", {name!r}, "DERIVATIVES")
assert not operators.rows
import sys
assert "{name}.elementwise" not in sys.modules
print(find_rule(wye.ops.aten.sin.default, "slopes").fn.__name__)
"""
    path = {**os.environ, "PYTHONPATH": ":".join([str(tmp_path), *filter(None, sys.path)])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=path, check=False)
    assert (done.stdout, done.stderr) == ("_sin\n", "")


def test_a_rule_that_a_program_registers_stands_above_a_built_in_one(package):
    op = wye.ops.aten.sin.default
    mine = Rule(print, "here")
    theirs = add_rule(op._entry, "slopes", mine)
    handle = grid.add_column("slopes", package("toy_above", elementwise=DERIVATIVES), "DERIVATIVES")
    assert find_rule(op, "slopes") is mine
    theirs.remove()
    assert find_rule(op, "slopes").fn.__name__ == "_sin"
    handle.remove()
    assert "slopes" not in op._entry.rules


def test_fake_rules_of_built_in_and_custom_operators_have_one_form():
    with Library("columns_toy", "FRAGMENT") as lib:
        lib.define("f(Tensor x) -> Tensor")
        lib._register_fake("f", wye.ops.aten.neg)
        for op in (wye.ops.columns_toy.f.default, wye.ops.aten.sin.default, wye.ops.aten.sin_.default):
            made = find_rule(op, "fake").fn(wye.ones(3, device="meta"))
            assert (made.shape, made.device.type) == ((3,), "meta")


def test_the_grid_shows_an_added_column_and_what_it_lacks(package):
    handle = grid.add_column(
        "slopes",
        package("toy_shown", elementwise=DERIVATIVES),
        "DERIVATIVES",
        needed=lambda row: row.name in ("sin", "tan"),
    )
    try:
        shown, missing = grid.print_grid(), grid.print_grid(missing=True)
    finally:
        handle.remove()
    rows = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.startswith("  ")}
    assert (rows["sin"][:2], rows["sin"][-1]) == (["kernel", "fake"], "slopes")  # other layers' columns between them
    assert rows["sin.out"] == ["derived", "from", "sin"]
    assert (rows["tan"][:2], rows["tan"][-2:]) == (["kernel", "fake"], ["[no", "slopes]"])
    assert "tan " in missing
    assert "  sin " not in missing
    assert "slopes" in shown.splitlines()[-2 - len(set(lines().families.values()))]


def test_the_command_line_shows_columns_of_a_layer_that_it_is_told_to_import(package, tmp_path):
    package("toy_cells", elementwise=DERIVATIVES)
    layer = tmp_path / "toy_layer.py"
    layer.write_text('from wye.aten import grid\ngrid.add_column("slopes", "toy_cells", "DERIVATIVES")\n')
    path = {**os.environ, "PYTHONPATH": ":".join([str(tmp_path), *filter(None, sys.path)])}
    command = [sys.executable, "-m", "wye.aten.grid", "--with", "toy_layer"]
    done = subprocess.run(command, capture_output=True, text=True, env=path, check=True)
    assert "kernel fake slopes" in done.stdout


def test_a_second_column_of_a_name_is_refused(package):
    name = package("toy_twice", elementwise=DERIVATIVES)
    with pytest.raises(ValueError, match="a column called 'kernel' is there already"):
        grid.add_column("kernel", name, "DERIVATIVES")
    with pytest.raises(ValueError, match="is no name"):
        grid.add_column("two words", name, "DERIVATIVES")


def test_a_file_that_is_no_family_is_refused(package):
    with pytest.raises(ValueError, match=r"toy_helper\.helpers is no family; families are assertions, elementwise,"):
        grid.add_column("slopes", package("toy_helper", helpers="X = 1"), "DERIVATIVES")
    assert "slopes" not in COLUMNS


@pytest.mark.parametrize(
    ("rule", "message"), [("nothing", "which has no schema"), ("sum", "which is of the family reduce")]
)
def test_a_rule_for_an_operator_that_is_not_of_the_family_is_refused(package, rule, message):
    assert wye.ops.aten.sin  # its family is in use
    name = package(f"toy_wrong_{rule}", elementwise=f"DERIVATIVES = {{'sin': print, {rule!r}: print}}")
    with pytest.raises(ValueError, match=message):
        grid.add_column("slopes", name, "DERIVATIVES")
    assert "slopes" not in COLUMNS
    assert find_rule(wye.ops.aten.sin.default, "slopes") is None


def test_two_rules_for_one_cell_are_refused(package):
    table = "from wye.aten.declare import Rules\nDERIVATIVES = Rules()\n" + "DERIVATIVES['sin'] = print\n" * 2
    name = package("toy_double", elementwise=table)
    assert wye.ops.aten.sin
    with pytest.raises(ValueError, match="sin has a rule already"):
        grid.add_column("slopes", name, "DERIVATIVES")


def test_every_file_of_every_column_is_a_family_and_has_rules():
    """So a file that is missing is a capability that is missing."""
    with_rules = {}
    for column in COLUMNS.values():
        column.check()
        for family in column.check_families():
            with_rules.setdefault((column.package, family), []).append(bool(column.table(family)))
    assert [file for file, tables in with_rules.items() if not any(tables)] == []


def test_every_family_has_a_rule_in_some_column_or_says_why_it_has_none():
    families = set(lines().families.values())
    assert families == {row.family for row in grid.build().values() if row.rules or row.facts.value("no_rule")}


def test_a_missing_file_is_an_empty_table():
    assert Column("x", "wye.aten.kernels", "KERNELS").table("linalg_einsum") == {}


def test_variants_know_their_functional_operator_whether_they_have_rules_or_not():
    rows = grid.build()
    assert rows["sin_"].functional is rows["sin"]
    assert rows["sin_"].is_derived
    assert rows["sin_"].source is rows["sin"]
    assert rows["index_put_"].functional is rows["index_put"]
    assert not rows["index_put_"].is_derived
    assert rows["index_put_"].source is rows["index_put_"]
    assert wye.ops.aten.sin_.default._entry.row is rows["sin_"]
    assert rows["sin"].functional is None
