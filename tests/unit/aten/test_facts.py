"""A schema line says what there is to say about its operator; what nobody knows is refused."""

import re
from pathlib import Path

import pytest

from wye.aten.facts import FACTS, parse_facts
from wye.aten.outputs import Output
from wye.aten.rows import Row, build


def test_a_line_has_a_schema_tags_and_facts():
    row = Row("f_(Tensor(a!) self) -> Tensor(a!) | core inplace | uncounted output(castable)", "view")
    assert (row.name, row.tags, row.family) == ("f_", ("core", "inplace"), "view")
    assert row.facts == {"uncounted": (), "output": ("castable",)}
    assert row.facts.value("output") == "castable"
    assert row.facts.value("layout") is None
    assert str(row.schema) == "aten::f_(Tensor(a!) self) -> Tensor(a!)"


def test_a_line_may_have_no_facts():
    assert Row("f(Tensor self) -> Tensor | core", "view").facts == {}


def test_a_fact_may_name_several_arguments():
    assert parse_facts("uncounted(running_mean,running_var)", "f")["uncounted"] == ("running_mean", "running_var")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uncountd", "the schema line of f has an unknown fact 'uncountd'; known are uncounted,"),
        ("output(", "unknown fact"),
        ("output(castble)", "output takes one of same, operand"),
        ("output", "output takes one of"),
        ("output(same,any)", "output takes one of"),
        ("passes_lazy_bits(self)", "passes_lazy_bits takes no value"),
        ("uncounted uncounted", "says uncounted twice"),
    ],
)
def test_what_is_not_known_is_refused(text, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        parse_facts(text, "f")


def test_a_line_with_too_many_parts_is_refused():
    with pytest.raises(ValueError, match="more than schema, tags and facts"):
        Row("f(Tensor self) -> Tensor | core | uncounted | more", "view")


def test_every_kind_of_output_can_be_said():
    assert FACTS["output"][0] == tuple(one.name.lower() for one in Output)


def test_every_operator_that_is_another_name_has_that_operator_with_the_same_arguments():
    rows = build()
    for row in rows.values():
        other = row.facts.value("same_as")
        if other is not None:
            types = [[a.real_type.str() for a in one.schema.arguments] for one in (row, rows[other])]
            assert types[0] == types[1], row.name


def test_uncounted_arguments_are_written_arguments():
    for row in build().values():
        written = {a.name for a in row.schema.arguments if a.alias_info is not None and a.alias_info.is_write}
        assert set(row.facts.get("uncounted", ())) <= written, row.name
        if "uncounted" in row.facts:
            assert written, row.name


def test_the_page_of_operators_explains_every_fact():
    page = (Path(__file__).parents[3] / "docs" / "operators.md").read_text(encoding="utf-8")
    table = page[page.index("| fact | meaning |") :].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)", table)) == set(FACTS)
