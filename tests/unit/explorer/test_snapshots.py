"""snapshot: the registry as plain data, with how tables are computed."""

import json
import random

import pytest

from wye import dispatch
from wye.explorer.snapshots import snapshot
from wye.keys import key_name
from wye.keys.alias import is_included_in_alias
from wye.registry import registry
from wye.registry.table import Why, choose_all, runtime_keys

NAMES = ["aten::add.Tensor", "aten::add_.Tensor", "aten::softmax.int"]


@pytest.fixture(scope="module")
def data():
    return snapshot(NAMES)


def key_number(data, name):
    return [key["name"] for key in data["keys"]].index(name)


def operator(data, name):
    return next(one for one in data["operators"] if one["name"] == name)


def table_from(data, registered):
    """The table as the page computes it: names of keys to (source, reason)."""
    whys = [why["name"] for why in data["whys"]]
    found = {}
    for number, lines in enumerate(data["candidates"]):
        fallback = str(number) in data["fallbacks"]
        chosen = (number, "FALLBACK") if fallback else (None, "MISSING")
        for source, why, clashes, yields in lines:
            if source not in registered:
                continue
            if registered & set(data["sets"][clashes]):
                chosen = (None, "AMBIGUOUS")
                break
            if not registered & set(data["sets"][yields]):
                chosen = (source, whys[why])
                break
        source, why = chosen
        found[data["keys"][number]["name"]] = (None if source is None else data["keys"][source]["name"], why)
    return found


def test_it_is_plain_data(data):
    assert json.loads(json.dumps(data)) == data


def test_an_operator_has_its_schema_tags_and_registrations(data):
    add = operator(data, "aten::add.Tensor")
    assert add["schema"] == "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
    assert "pointwise" in add["tags"]
    assert add["summary"].startswith("Sum of two tensors")
    kernels = {data["keys"][key]["name"]: [data["kernels"][k] for k in found] for key, found in add["kernels"]}
    assert kernels["CPU"][0]["name"] == "add"
    assert kernels["CPU"][0]["place"].startswith("wye/aten/kernels/elementwise.py:")


def test_an_operator_has_its_row_of_the_grid(data):
    columns = [column["name"] for column in data["columns"]]
    add, in_place = operator(data, "aten::add.Tensor"), operator(data, "aten::add_.Tensor")
    assert {"kernel", "fake", "derivatives", "vmap"} <= {columns[i] for i in add["rules"]}
    assert add["derived"] is None
    assert in_place["derived"] == "add.Tensor"
    assert all(column["text"] for column in data["columns"])


@pytest.mark.parametrize("name", NAMES)
def test_the_table_that_follows_from_it_is_the_table_of_the_registry(data, name):
    registered = {key for key, _ in operator(data, name)["kernels"]}
    rows = {key_name(key): why.name for key, _, why in dispatch.table_rows(name)}
    computed = table_from(data, registered)
    assert {key: why for key, (_, why) in computed.items() if why != "MISSING"} == rows


def test_tables_of_random_registrations_follow_from_it(data):
    draw = random.Random(1)
    keys = [key["name"] for key in data["keys"]]
    by_name = {key_name(key): key for key in [*runtime_keys(), *registry_keys()]}
    for _ in range(40):
        names = draw.sample(keys, draw.randrange(6))
        names += draw.sample(keys[-6:], draw.randrange(4))  # aliases, which matter more
        choices = choose_all({by_name[name] for name in names}, registry.fallbacks.kernels)
        wanted = {
            key_name(key): (None if source is None else key_name(source), why.name)
            for key, (source, why) in choices.items()
            if key_name(key) in keys
        }
        assert table_from(data, {keys.index(name) for name in names}) == wanted


def registry_keys():
    from wye.keys import DispatchKey

    return [key for key in DispatchKey if not key.name.startswith(("StartOf", "EndOf"))]


def test_aliases_list_the_keys_that_they_cover(data):
    number = key_number(data, "CompositeExplicitAutograd")
    covered = {data["keys"][key]["name"] for key in data["aliases"][str(number)]["covers"]}
    assert covered == {key_name(k) for k in runtime_keys() if is_included_in_alias(k, "CompositeExplicitAutograd")}
    assert "AutogradCPU" not in covered


def test_every_reason_has_a_letter_of_its_own_and_a_sentence(data):
    assert [why["name"] for why in data["whys"]] == [why.name for why in Why]
    assert len({why["letter"] for why in data["whys"]}) == len(data["whys"])
    assert all(why["text"].endswith(".") for why in data["whys"])


def test_operators_of_programs_are_there_with_providers_and_predicates():
    lib = dispatch.library("FRAGMENT", "explored")
    lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU", provider="slow")
    lib.impl("f", lambda x: x, "CPU", provider="fast", priority=3, when=lambda x: False)
    lib.impl("f", dispatch.fallthrough, "AutogradCPU")
    try:
        data = snapshot(["explored::f"])
    finally:
        lib.reset()
    (found,) = data["operators"]
    kernels = {data["keys"][key]["name"]: [data["kernels"][k] for k in numbers] for key, numbers in found["kernels"]}
    assert [kernel["provider"] for kernel in kernels["CPU"]] == ["fast", "slow"]
    assert kernels["CPU"][0]["when"] is not None
    assert kernels["AutogradCPU"][0]["falls"]
    assert "test_snapshots.py:" in kernels["CPU"][1]["place"]
    assert kernels["CPU"][1]["library"] == "explored (FRAGMENT)"


def test_kernels_without_a_definition_are_there_too():
    lib = dispatch.library("IMPL", "explored", "CPU")
    lib.impl("dangling", lambda x: x)
    try:
        (found,) = snapshot(["explored::dangling"])["operators"]
    finally:
        lib.reset()
    assert found["schema"] is None
    assert len(found["kernels"]) == 1
