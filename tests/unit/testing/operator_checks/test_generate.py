"""Tests made of other tests, one for each check."""

import json
import unittest
from pathlib import Path

import pytest

import wye
from wye.errors import OpCheckError
from wye.library import Library
from wye.testing.operator_checks.failures import DESCRIPTION, FailuresDict
from wye.testing.operator_checks.generate import (
    dont_generate_opcheck_tests,
    generate_opcheck_tests,
    generate_repro,
    is_inside_opcheck_mode,
)


@pytest.fixture(autouse=True)
def lib():
    with Library("generated", "FRAGMENT") as made:
        made.define("good(Tensor x) -> Tensor")
        made.impl("good", lambda x: x.sin(), "CompositeExplicitAutograd")
        made.define("bad(Tensor x) -> Tensor", tags=wye.Tag.pt2_compliant_tag)
        made.impl("bad", lambda x: x, "CPU")
        yield made


@pytest.fixture
def path(tmp_path):
    found = str(tmp_path / "failures.json")
    FailuresDict(found, {}).save()
    return found


def make():
    class Case(unittest.TestCase):
        def test_good(self):
            assert not hasattr(wye.ops.generated.good(wye.ones(2)), "nothing")

        def test_bad(self):
            wye.ops.generated.bad(wye.ones(2, requires_grad=True))

        @dont_generate_opcheck_tests("it says where it is")
        def test_alone(self):
            assert not is_inside_opcheck_mode()

    return Case


def outcome(case, name):
    result = unittest.TestResult()
    case(name).run(result)
    return (result.errors + result.failures or [(None, "ok")])[0][1]


def write(path, **data):
    known = FailuresDict(path, {})
    for test, status in data.items():
        known.set_status("generated::bad", f"Case.{test}", status)
    known.save()


def test_each_test_gives_one_more_for_each_check(path):
    case = make()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema", "test_autograd_registration"])
    assert {name for name in dir(case) if name.startswith("test_")} == {
        "test_good", "test_bad", "test_alone", "test_schema__test_good", "test_schema__test_bad",
        "test_autograd_registration__test_good", "test_autograd_registration__test_bad",
    }  # fmt: skip
    assert outcome(case, "test_schema__test_good") == "ok"
    said = outcome(case, "test_schema__test_bad")
    assert "Case.test_schema__test_bad, failed on operators ['generated::bad']" in said
    assert "op = wye.ops.generated.bad.default" in said
    assert "args = (wye.tensor([1.0, 1.0], dtype=wye.float32, requires_grad=True),)" in said
    assert "return a clone of it" in said


def test_only_operators_of_the_namespaces_are_checked(path):
    case = make()
    generate_opcheck_tests(case, ["another"], path, None, ["test_schema"])
    assert outcome(case, "test_schema__test_bad") == "ok"


@pytest.mark.parametrize("status", ["xfail", "skip"])
def test_known_failures_pass(path, status):
    case = make()
    write(path, test_schema__test_bad=status)
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    assert outcome(case, "test_schema__test_bad") == "ok"


def test_a_known_failure_that_passes_is_an_error(path):
    case = make()
    known = FailuresDict(path, {})
    known.set_status("generated::good", "Case.test_schema__test_good", "xfail")
    known.save()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    assert "Unexpected success for operator generated::good" in outcome(case, "test_schema__test_good")


def test_a_tagged_operator_with_known_failures_fails_a_test_of_its_own(path):
    case = make()
    write(path, test_schema__test_bad="xfail")
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    assert "was tagged with" in outcome(case, "test_pt2_compliant_tag_generated_bad")


def test_known_failures_of_operators_that_are_not_loaded_are_passed_by(path):
    known = FailuresDict(path, {})
    known.set_status("generated::elsewhere.out", "Case.test_schema__test_bad", "xfail")
    known.save()
    case = make()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    with pytest.raises(unittest.SkipTest, match=r"Can't import operator generated::elsewhere\.out"):
        case().test_pt2_compliant_tag_generated_elsewhere_out()


def test_failures_can_be_accepted(path, monkeypatch):
    case = make()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    monkeypatch.setenv("WYE_OPCHECK_ACCEPT", "1")
    assert outcome(case, "test_schema__test_bad") == "ok"
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    assert content["data"] == {"generated::bad": {"Case.test_schema__test_bad": {"comment": "", "status": "xfail"}}}


def test_decorators_are_put_on_made_tests(path):
    case = make()
    generate_opcheck_tests(
        case, ["generated"], path, {"test_schema__test_bad": [unittest.skip("for now")]}, ["test_schema"]
    )
    result = unittest.TestResult()
    case("test_schema__test_bad").run(result)
    assert [reason for _, reason in result.skipped] == ["for now"]


def test_generating_twice_is_refused(path):
    case = make()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])
    with pytest.raises(RuntimeError, match="already has method named test_schema__test_bad"):
        generate_opcheck_tests(case, ["generated"], path, None, ["test_schema"])


def test_an_unknown_check_is_refused(path):
    with pytest.raises(KeyError, match="nothing"):
        generate_opcheck_tests(make(), ["generated"], path, None, ["nothing"])


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("Case.test_schema__test_bad", "wrong", "got status=wrong but it needs to be in"),
        ("Case.schema__test_bad", "xfail", "should begin with one of"),
        ("Case.test_schema__test_zz", "xfail", "test_zz does not exist on the TestCase 'Case"),
    ],
)
def test_entries_that_no_test_reads_are_refused(path, name, status, words):
    known = FailuresDict(path, {})
    known.set_status("generated::bad", name, status)
    known.save()
    with pytest.raises(RuntimeError, match=words):
        generate_opcheck_tests(make(), ["generated"], path, None, ["test_schema"])


def test_a_file_in_another_form_is_refused_or_rewritten(path, monkeypatch):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"_version": 1, "data": {}, "_description": "mine"}, file)
    with pytest.raises(RuntimeError, match="formatted a certain way"):
        generate_opcheck_tests(make(), ["generated"], path, None, [])
    monkeypatch.setenv("PYTORCH_OPCHECK_ACCEPT", "1")
    generate_opcheck_tests(make(), ["generated"], path, None, [])
    assert '"_description": "mine"' in Path(path).read_text(encoding="utf-8")


def test_a_file_of_another_version_is_refused(path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"_description": DESCRIPTION, "_version": 99, "data": {}}, file)
    with pytest.raises(AssertionError, match="Expected '_version' in dct with value 1"):
        FailuresDict.load(path)


def test_a_missing_file_is_made_only_where_failures_are_accepted(tmp_path):
    path = str(tmp_path / "none.json")
    with pytest.raises(FileNotFoundError):
        FailuresDict.load(path)
    assert FailuresDict.load(path, create_file=True).data == {}


def test_status_and_comment_are_kept_until_success(path):
    known = FailuresDict(path, {})
    known.set_status("a::b", "T.t", "xfail", comment="slow")
    known.set_status("a::b", "T.t", "skip")
    assert known.data == {"a::b": {"T.t": {"comment": "slow", "status": "skip"}}}
    known.set_status("a::b", "T.t", "xsuccess")
    assert known.get_status("a::b", "T.t") == "xsuccess"


def test_the_script_runs_again_what_failed():
    script = generate_repro("test_schema", wye.ops.generated.bad.default, (wye.ones(2),), {})
    with pytest.raises(OpCheckError, match="Argument x is not defined to alias output"):
        exec(script, {})
    large = generate_repro("test_schema", wye.ops.generated.bad.default, ([wye.ones(9, 9).t()],), {"y": 1})
    assert "empty_strided((9, 9), (1, 9)" in large
    assert "kwargs = {'y': 1}" in large


def test_a_failure_with_fixed_shapes_is_none_of_what_the_tag_promises(path):
    write(path, test_aot_dispatch_static__test_bad="xfail")
    case = make()
    generate_opcheck_tests(case, ["generated"], path, None, ["test_aot_dispatch_static"])
    assert outcome(case, "test_pt2_compliant_tag_generated_bad") == "ok"
