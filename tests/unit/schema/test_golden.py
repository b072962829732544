"""The parser, printer and comparison against what PyTorch 2.13 was recorded to do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from wye.errors import SchemaError
from wye.schema import Argument, Type, parse, parse_name

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "golden" / "schemas.json").read_text(encoding="utf-8"))

# PyTorch prints these string defaults without quotes and reads them back as something else, or not at all.
# wye's law is that what it prints parses to the same schema.
KEEPS_QUOTES = {
    'foo(int x="1") -> Tensor',
    'foo(float x="1.0") -> Tensor',
    'foo(Scalar x="a") -> Tensor',
    'foo(complex x="1j") -> Tensor',
}


def ids(cases: list[dict[str, Any]], key: str = "input") -> list[str]:
    return [case[key][:60] for case in cases]


def unordered(text: str) -> str:
    """The text with the members of every alias set sorted; PyTorch prints them in a hash order."""
    return re.sub(r"[\w*]+(?:\|[\w*]+)+", lambda found: "|".join(sorted(found[0].split("|"))), text)


def value(default: object, *, device: bool) -> dict[str, Any]:
    """A default in the golden notation; wye keeps a device as its name."""
    if device:
        kind, _, index = str(default).partition(":")
        return {"py": "device", "value": f"device(type='{kind}'{f', index={index}' if index else ''})"}
    if isinstance(default, list):
        return {"py": "list", "value": [value(item, device=False) for item in default]}
    text = repr(default) if isinstance(default, (float, complex)) else default
    return {"py": type(default).__name__, "value": text}


def described(argument: Argument) -> dict[str, Any]:
    """An argument in the golden notation."""
    found: dict[str, Any] = {
        "name": argument.name,
        "type": str(argument.type),
        "annotation": argument.type.annotation_str,
        "kind": argument.type.kind(),
        "kwarg_only": argument.kwarg_only,
    }
    if str(argument.real_type) != str(argument.type):
        found["real_type"] = str(argument.real_type)
    if argument.has_default_value():
        device = argument.type.kind() == "DeviceObjType"
        found["default"] = value(argument.default_value, device=device)
    if argument.N is not None:
        found["N"] = argument.N
    if argument.is_out:
        found["is_out"] = True
    if argument.is_write:
        found["is_write"] = True
    alias = argument.alias_info
    if alias is not None:
        before, after = sorted(alias.before_set), sorted(alias.after_set)
        found["alias"] = {"before": before, "after": after, "is_write": alias.is_write}
    return found


def test_the_golden_file_is_complete() -> None:
    assert [len(GOLDEN[key]) for key in ("valid", "malformed", "operator_name_parsing", "compatibility")] == [
        563,
        162,
        14,
        18,
    ]


@pytest.mark.parametrize("case", GOLDEN["valid"], ids=ids(GOLDEN["valid"]))
def test_a_valid_schema_has_every_recorded_field(case: dict[str, Any]) -> None:
    schema = parse(case["input"])
    assert (schema.name, schema.overload_name) == (case["name"], case["overload_name"])
    assert [described(argument) for argument in schema.arguments] == case["arguments"]
    assert [described(argument) for argument in schema.returns] == case["returns"]
    assert (schema.is_mutable, schema.is_view_op) == (case["is_mutable"], case["is_view_op"])


@pytest.mark.parametrize("case", GOLDEN["valid"], ids=ids(GOLDEN["valid"]))
def test_a_valid_schema_prints_as_recorded_and_parses_back(case: dict[str, Any]) -> None:
    schema = parse(case["input"])
    expected = case["input"] if case["input"] in KEEPS_QUOTES else case["str"]
    assert unordered(str(schema)) == unordered(expected)
    assert parse(str(schema)) == schema


STRICT = [case for case in GOLDEN["valid"] if "error_without_typevars" in case]


@pytest.mark.parametrize("case", STRICT, ids=ids(STRICT))
def test_type_variables_are_refused_where_recorded(case: dict[str, Any]) -> None:
    with pytest.raises(SchemaError) as caught:
        parse(case["input"], False)
    assert caret(str(caught.value)) == caret(case["error_without_typevars"]["message"])


def test_refusing_type_variables_refuses_nothing_else() -> None:
    for case in GOLDEN["valid"]:
        schema = parse(case["input"])
        if "VarType" not in repr([kinds(argument.type) for argument in (*schema.arguments, *schema.returns)]):
            assert parse(case["input"], False) == schema


def kinds(of: Type) -> list[object]:
    return [of.kind(), [kinds(inner) for inner in of.contained]]


@pytest.mark.parametrize("case", GOLDEN["malformed"], ids=ids(GOLDEN["malformed"]))
def test_a_malformed_schema_gives_a_schema_error_with_a_caret(case: dict[str, Any]) -> None:
    with pytest.raises(SchemaError) as caught:
        parse(case["input"])
    message = str(caught.value)
    assert "<--- HERE" in message or case["input"] == ""
    assert re.search("expected|must be|must|invalid|unknown|not a legal|only|can't|Non-default|Unknown", message, re.I)
    recorded = case["error"]["message"]
    sentence = re.match(r"expected .* but found '.+' here:", recorded)
    if sentence is None or "é" in case["input"]:
        return
    assert message.startswith(sentence[0])
    if "<--- HERE" in recorded:
        assert caret(message) == caret(recorded)


def caret(message: str) -> str:
    return next(line for line in message.split("\n") if "<--- HERE" in line)


@pytest.mark.parametrize("case", GOLDEN["operator_name_parsing"], ids=ids(GOLDEN["operator_name_parsing"], "name"))
def test_operator_names_parse_as_recorded(case: dict[str, Any]) -> None:
    if case["error"] is None:
        name, overload = parse_name(case["name"])
        assert (f"{name}.{overload}" if overload else name) == case["name"]
        return
    with pytest.raises(SchemaError) as caught:
        parse_name(case["name"])
    assert str(caught.value).startswith(case["error"]["message"])


@pytest.mark.parametrize(
    "case", GOLDEN["compatibility"], ids=[f"{c['new']} / {c['old']}" for c in GOLDEN["compatibility"]]
)
def test_compatibility_is_as_recorded(case: dict[str, Any]) -> None:
    new, old = parse(case["new"]), parse(case["old"])
    assert new.is_backward_compatible_with(old) == case["new_is_backward_compatible_with_old"]
    assert new.check_forward_compatible_with(old) == (case["forward_compatible"], case["forward_reason"])
    assert (new == old) == case["equal"]
