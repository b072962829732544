"""Keys and key sets equal what was recorded of PyTorch 2.13."""

import json
from pathlib import Path

import pytest

from wye.errors import UnknownKeyError
from wye.keys import (
    DispatchKey,
    DispatchKeySet,
    additional_keys_to_propagate,
    after_ad_inplace_or_view,
    after_autograd,
    autogradother_backends,
    backend_keyset_from_autograd,
    functionality_to_backend_keys,
    is_included_in_alias,
    key_for_device,
    key_name,
    num_backends,
    parse_key,
)

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "keys.json").read_text())
BY_PRINTED_NAME = {key_name(value): DispatchKey(value) for value in range(156) if value != 48}
BY_PRINTED_NAME["StartOfDenseBackends"] = DispatchKey.StartOfDenseBackends
RECORDS = pytest.mark.parametrize("record", GOLDEN["keys"], ids=lambda r: f"{r['value']}-{r['name']}")


def printed(keys):
    """The printed names of the built-in ones among ``keys``."""
    return [key_name(key) for key in keys if key < 256]


def members(keyset):
    """The printed names of the built-in keys in a set, low to high."""
    return printed(reversed(list(keyset)))


def test_the_number_of_built_in_backends_is_pytorchs():
    assert num_backends() == GOLDEN["num_backends"]


@pytest.mark.parametrize(("name", "value"), GOLDEN["enum_members"])
def test_every_enum_member_has_its_value(name, value):
    assert getattr(DispatchKey, name).value == value
    assert DispatchKey.__members__[name] == value


@pytest.mark.parametrize(
    ("value", "name"), [*enumerate(GOLDEN["key_names"][:156]), (156, "UnknownUnknown"), (200, "UnknownUnknown")]
)
def test_every_value_prints_its_name(value, name):
    assert key_name(value) == name


@RECORDS
def test_a_key_is_made_of_its_functionality_and_backend(record):
    key = DispatchKey(record["value"])
    assert key.is_alias == record["is_alias"]
    assert key.is_runtime == record["is_runtime"]
    assert key.functionality == record["functionality_value"]
    assert printed(functionality_to_backend_keys(key)) == record["functionality_to_backend_keys"]


@RECORDS
def test_a_set_of_one_key_has_its_bits_members_and_highest_key(record):
    keyset = DispatchKeySet(DispatchKey(record["value"]))
    assert keyset.raw_repr() == keyset.bits == record["singleton_raw"]
    assert members(keyset) == record["singleton_members"]
    assert key_name(keyset.highest_priority()) == record["singleton_highest"]
    assert DispatchKeySet.full_after(DispatchKey(record["value"])).raw_repr() == record["full_after_raw"]


@RECORDS
def test_a_key_belongs_to_its_aliases_and_stands_over_its_backends(record):
    key = DispatchKey(record["value"])
    assert [a for a in GOLDEN["alias_keys"] if is_included_in_alias(key, a)] == record["included_in_aliases"]
    backends = backend_keyset_from_autograd(key)
    assert backends.raw_repr() == record["backend_keyset_from_autograd"]["raw"]
    assert members(backends) == record["backend_keyset_from_autograd"]["members"]


@pytest.mark.parametrize("alias", GOLDEN["alias_keys"])
def test_an_alias_stands_for_its_runtime_keys(alias):
    assert [k for k in members(DispatchKeySet.full()) if is_included_in_alias(BY_PRINTED_NAME[k], alias)] == GOLDEN[
        "alias_runtime_members"
    ][alias]
    assert [v for v in range(156) if is_included_in_alias(DispatchKey(v), alias)] == GOLDEN["alias_member_values"][
        alias
    ]


def test_a_key_that_is_no_alias_stands_for_itself():
    expected = {tuple(pair) for pair in GOLDEN["included_in_alias_with_non_alias_second_arg_true_pairs"]}
    for value in range(1, 150):
        key = DispatchKey(value)
        assert (key_name(key), key_name(key)) in expected
        assert is_included_in_alias(key, key)
    assert not is_included_in_alias(DispatchKey.CPU, DispatchKey.CUDA)
    with pytest.raises(ValueError, match="Undefined"):
        is_included_in_alias(DispatchKey.CPU, DispatchKey.Undefined)


def test_the_named_key_sets_hold_what_pytorchs_hold():
    expected = GOLDEN["keysets"]
    assert DispatchKeySet.full().raw_repr() == expected["keyset_full"]["raw"]
    assert members(DispatchKeySet.full()) == GOLDEN["runtime_keys_low_to_high"]
    assert autogradother_backends().raw_repr() == expected["autogradother_backends"]["raw"]
    assert additional_keys_to_propagate().raw_repr() == expected["additional_keys_to_prop_for_wrapper_tensors"]["raw"]
    assert after_autograd().raw_repr() == expected["after_autograd_keyset"]["raw"]
    assert after_ad_inplace_or_view().raw_repr() == expected["after_ADInplaceOrView_keyset"]["raw"]


def test_every_pair_of_runtime_keys_has_pytorchs_highest_key():
    keys = [DispatchKey(value) for value in GOLDEN["pair_highest_values"]["key_values"]]
    for i, row in enumerate(GOLDEN["pair_highest_values"]["rows"]):
        for j, expected in enumerate(row):
            assert DispatchKeySet(keys[i], keys[j]).highest_priority() == expected


@pytest.mark.parametrize("record", GOLDEN["algebra"], ids=range(len(GOLDEN["algebra"])))
def test_the_algebra_of_sets_is_pytorchs(record):
    a = DispatchKeySet(*(BY_PRINTED_NAME[k] for k in record["a_keys"]))
    b = DispatchKeySet(*(BY_PRINTED_NAME[k] for k in record["b_keys"]))
    assert (a.bits, b.bits, repr(a)) == (record["a"], record["b"], record["a_repr"])
    for name, result in (("or", a | b), ("and", a & b), ("sub", a - b)):
        assert result.raw_repr() == record[name]
        assert repr(result) == record[f"{name}_repr"]
        assert key_name(result.highest_priority()) == record[f"highest_{name}"]
    key = DispatchKey(record["k_value"])
    assert a.add(key).bits == record["a_add_k"]
    assert a.remove(key).bits == record["a_remove_k"]
    assert [[value, a.has(DispatchKey(value))] for value, _ in record["a_has"]] == record["a_has"]
    assert (a == b) == record["eq"]


@pytest.mark.parametrize("record", GOLDEN["raw_patterns"], ids=lambda r: hex(r["raw"]))
def test_any_bits_print_and_rank_as_pytorchs_do(record):
    keyset = DispatchKeySet.from_raw_repr(record["raw"])
    assert repr(keyset) == record["repr"]
    assert keyset.highest_priority() == record["highest_value"]


@pytest.mark.parametrize("text", GOLDEN["parse"])
def test_the_same_texts_parse_as_keys(text):
    expected = GOLDEN["parse"][text]
    if isinstance(expected, int):
        assert parse_key(text) == expected
    else:
        with pytest.raises(RuntimeError) as caught:
            parse_key(text)
        assert str(caught.value) == expected["error"]["message"]


@pytest.mark.parametrize("text", GOLDEN["key_for_device"])
def test_the_same_device_types_have_keys(text):
    expected = GOLDEN["key_for_device"][text]
    if isinstance(expected, str):
        assert key_for_device(text).name == expected
    else:
        with pytest.raises(UnknownKeyError) as caught:
            key_for_device(text)
        if "INTERNAL ASSERT" in expected["error"]["message"]:
            assert "has no dispatch key" in str(caught.value)
        elif "Expected one of" not in expected["error"]["message"]:
            assert str(caught.value) == expected["error"]["message"]
        else:  # the list of device types also names the named backends
            assert str(caught.value).startswith(expected["error"]["message"].split(" device type at")[0])
            assert str(caught.value).endswith(f"device type at start of device string: {text}")
