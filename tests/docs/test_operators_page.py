"""docs/operators.md: its programs run, and the operator that it adds is one."""

import re
from pathlib import Path

import numpy as np
import pytest

import wye
from wye.aten import register
from wye.aten.columns import COLUMNS
from wye.aten.functions import Function
from wye.aten.lines import lines
from wye.aten.rows import Row, find_functional
from wye.registry.low_level_library import Library
from wye.schema.tags import Tag

PAGE = (Path(__file__).parents[2] / "docs" / "operators.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(python|text)\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_says_how_many_operators_there_are():
    found = re.search(r"about\n([\d,]+) operators under ([\d,]+) names", PAGE)
    said = [int(number.replace(",", "")) for number in found.groups()]
    families = lines().families
    for count, expected in zip((len(families), len({name.partition(".")[0] for name in families})), said, strict=True):
        assert abs(count - expected) < 100


@pytest.fixture
def added():
    """The operators of the page in the set, by the path that the families' files take."""
    lines = "".join(code for language, code in BLOCKS if language == "text").splitlines()
    rows = {row.name: row for row in (Row(line, "elementwise_special") for line in lines)}
    names = {"wye": wye}
    programs = [code for language, code in BLOCKS if language == "python"]
    for code in programs[1:-1]:
        exec(code, names)
    for row in rows.values():
        tables = {name: names.get(column.attribute, {}) for name, column in COLUMNS.items()}
        row._rules = {name: table[row.name] for name, table in tables.items() if row.name in table}
    for name in ("exp10", "special_exp10"):
        find_functional([row for row in rows.values() if row.name.startswith(name)])
    library = Library("FRAGMENT", "aten")
    for row in rows.values():
        library.define(row.schema, tags=[Tag[tag] for tag in row.tags])
    for row in rows.values():
        register._register_row(library, row)
    yield rows, programs[-1], names
    library.reset()


def test_the_first_program_runs(capsys):
    language, code = BLOCKS[0]
    assert language == "python"
    exec(code, {})
    assert "aten::sum" in capsys.readouterr().out


def test_the_added_operator_has_all_its_variants(added, monkeypatch):
    rows, program, names = added
    assert not any(row.gaps() for row in rows.values())
    monkeypatch.setattr(wye.Tensor, "exp10", Function("exp10"), raising=False)
    exec(program, names)
    values = np.array([0.5, 1.5], dtype=np.float32)
    x, out = wye.from_numpy(values.copy()), wye.empty(0)
    expected = np.power(10.0, values).astype(np.float32)
    assert wye.ops.aten.exp10(x).numpy().tolist() == expected.tolist()
    assert wye.ops.aten.special_exp10(x).numpy().tolist() == expected.tolist()
    assert wye.ops.aten.exp10(x, out=out) is out
    assert out.numpy().tolist() == expected.tolist()
    assert wye.ops.aten.exp10_(x) is x
    assert x.numpy().tolist() == expected.tolist()
    assert wye.ops.aten.exp10(wye.tensor([1, 2], device="meta")).dtype is wye.float32
    with pytest.raises(RuntimeError, match="can't be cast"):
        wye.ops.aten.exp10_(wye.tensor([1, 2]))


def test_the_files_that_the_page_names_exist():
    root = Path(__file__).parents[2]
    for path in set(re.findall(r"`(aten/[\w/.]+)`", PAGE)):
        assert (root / "src" / "wye" / path).exists(), path
    for path in set(re.findall(r"`((?:tests|tools)/[\w/.]+)`", PAGE)):
        assert (root / path).exists(), path
