"""The grid is complete: every operator has PyTorch's schema and its rules, or a reason why not."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wye.aten.columns import COLUMNS
from wye.aten.facts import NO_RULE_REASONS
from wye.aten.grid import build, print_grid
from wye.aten.rows import UNEXPLAINED
from wye.schema.tags import Tag

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "core_ops.json").read_text())
CORE, VARIANTS = GOLDEN["core"], GOLDEN["variants"]


def bare(fact):
    return fact["name"].removeprefix("aten::")


@pytest.fixture(scope="module")
def rows():
    return build()


def test_the_golden_facts_are_all_there():
    assert (len(CORE), len(VARIANTS)) == (193, 322)


@pytest.mark.parametrize("fact", CORE + VARIANTS, ids=bare)
def test_schema_and_tags_are_those_of_pytorch(rows, fact):
    row = rows[bare(fact)]
    assert str(row.schema) == fact["schema"]
    assert sorted(row.tags) == sorted(fact["tags"])


@pytest.mark.parametrize("fact", CORE, ids=bare)
def test_every_core_operator_has_a_kernel_and_a_fake_or_is_composite(rows, fact):
    row = rows[bare(fact)]
    assert row.gaps() == []


@pytest.mark.parametrize("fact", VARIANTS, ids=bare)
def test_every_variant_has_rules_or_a_reason(rows, fact):
    row = rows[bare(fact)]
    assert not row.gaps() or "no_rule" in row.source.facts


def test_every_gap_has_a_reason_and_every_reason_a_gap(rows):
    assert [row.name for row in rows.values() if any(UNEXPLAINED in gap for gap in row.gaps())] == []
    assert [row.name for row in rows.values() if "no_rule" in row.facts and not row.gaps()] == []


def test_every_tag_is_known(rows):
    known = {tag.name for tag in Tag}
    assert {tag for row in rows.values() for tag in row.tags} <= known


def test_overloads_of_one_name_are_in_one_file(rows):
    families = {}
    for row in rows.values():
        families.setdefault(row.schema.name, set()).add(row.family)
    assert {name: found for name, found in families.items() if len(found) > 1} == {}


def composite(rules):
    return "implicit" in rules, "explicit" in rules


def test_operators_are_composite_where_they_are_in_pytorch_or_there_is_a_reason(rows):
    """A derived variant is left out: what PyTorch composes, the functional kernel does by storing into the output."""
    other = set()
    for fact in CORE + VARIANTS:
        row = rows[bare(fact)]
        wanted = fact["composite_implicit"], fact["composite_explicit"]
        if not row.is_derived and row.rules and composite(row.rules) != wanted:
            other.add(row.name)
    assert other == {row.name for row in rows.values() if "composite" in row.facts}


def test_the_grid_is_printed_by_family_with_its_counts(rows):
    text = print_grid()
    assert re.search(r"^elementwise\n  abs +kernel fake( \w+)*\n  abs\.out +derived from abs$", text, re.MULTILINE)
    totals = text.splitlines()[-1].split()
    assert totals[0] == "all"
    assert int(totals[1]) == len(rows)
    assert len(totals) == len(COLUMNS) + 4


def test_the_missing_cells_are_printed_with_their_reasons(rows):
    command = [sys.executable, "-m", "wye.aten.grid", "--missing"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    named = re.findall(r"^  (\S+)", printed, re.MULTILINE)
    assert sorted(named) == sorted(row.name for row in rows.values() if row.gaps())
    assert NO_RULE_REASONS["cuda_only"] in printed
