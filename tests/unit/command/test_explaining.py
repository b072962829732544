"""`wye explain` asks `wye.explain` about the call that is described."""

import json

import pytest

import wye
from wye.command.explaining import MODES, TRANSFORMS


def explained(wye_command, *arguments):
    found = wye_command("explain", *arguments, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def hops(told):
    return [(hop["key"], hop["outcome"]) for hop in told["hops"]]


def test_the_explanation_is_that_of_the_call_in_python(wye_command):
    told = explained(wye_command, "add", "f32[2,3]", "f32[3]:requires_grad", "--alpha", "2")
    x, y = wye.ones(2, 3), wye.ones(3, requires_grad=True)
    assert told == json.loads(wye.explain(wye.add, x, y, alpha=2).to_json())


def test_an_overload_an_operator_and_a_function_are_found_by_name(wye_command, user_module):
    for name in ("aten::add.Tensor", "add.Tensor", "aten::add"):
        told = explained(wye_command, name, "f32[2]", "f32[2]")
        assert (told["op"], told["called_as"]) in (("aten::add.Tensor", None), ("aten::add.Tensor", "wye.ops.aten.add"))
    assert explained(wye_command, "add", "f32[2]", "1")["called_as"] == "wye.add"
    assert explained(wye_command, "linalg.norm", "f32[2]")["called_as"] is not None
    assert explained(wye_command, "pad", "f32[1,2,3]", "(1,1)", "mode=reflect")["called_as"] is not None
    told = explained(wye_command, "command_test::scale", "f32[2]", "by=2", "--import", user_module)
    assert hops(told)[-1] == ("CPU", "runs")


def test_the_thread_is_as_described(wye_command):
    assert hops(explained(wye_command, "relu", "f32[2]:requires_grad"))[0] == ("AutogradCPU", "runs")
    assert hops(explained(wye_command, "relu", "f32[2]:requires_grad", "--mode", "no_grad"))[0][1] != "runs"
    assert "Tracer" in explained(wye_command, "relu", "f32[2]", "--include", "Tracer")["thread"]["included"]
    assert hops(explained(wye_command, "relu", "f32[2]", "--exclude", "AutogradCPU"))[0] == ("CPU", "runs")


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_entered(wye_command, mode):
    assert explained(wye_command, "relu", "f32[2]", "--mode", mode)["op"] == "aten::relu"


@pytest.mark.parametrize("transform", TRANSFORMS)
def test_every_transform_can_be_entered(wye_command, transform):
    told = explained(wye_command, "mul", "f32[2,3]", "f32[2,3]", "--transform", transform)
    assert told["thread"]["transforms"][0].startswith(transform)
    assert told["op"] == "aten::mul.Tensor"


def test_transforms_are_nested_as_they_are_given(wye_command):
    told = explained(wye_command, "sin", "f32[2,3]", "--transform", "grad", "--vmap")
    assert [text.partition(",")[0] for text in told["thread"]["transforms"]] in (["grad", "vmap"], ["vmap", "grad"])
    assert tuple(told["arguments"][0]["type"].partition("[")[2].rstrip("]").split(", ")) == ("3",)


def test_vmap_leaves_what_is_not_batched(wye_command):
    told = explained(wye_command, "mm", "f32[8,2,3]", "f32[3,4]:unbatched", "--vmap")
    assert told["arguments"][0]["type"].endswith("[2, 3]")
    assert told["arguments"][1]["type"].endswith("[3, 4]")


def test_devices_that_are_not_here_can_be_faked(wye_command):
    told = explained(wye_command, "mm", "f32[2,3]:cuda", "f32[3,4]:cuda", "--mode", "fake")
    assert "AutogradCUDA" in told["keys"]


def test_run_follows_the_call(wye_command):
    found = wye_command("explain", "softmax", "f32[2,3]", "-1", "--run")
    assert found.exit_code == 0
    assert "aten::_softmax" in found.stdout
    assert "returned Tensor float32 [2, 3]" in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80


def test_a_call_that_would_fail_has_status_one(wye_command):
    found = wye_command("explain", "add", "f32[2]", "dim=3")
    assert found.exit_code == 1
    assert "dim" in found.stdout


def test_html_goes_to_a_file(wye_command, tmp_path):
    assert wye_command("explain", "relu", "f32[2]", "--html", tmp_path / "told.html").exit_code == 0
    assert "aten::relu" in (tmp_path / "told.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["no_such_function", "1"], "there is no operator or function 'no_such_function'"),
        (["os.system", "1"], "there is no operator or function 'os.system'"),
        (["__import__", "os"], "there is no operator or function '__import__'"),
        (["Tensor", "1"], "there is no operator or function 'Tensor'"),
        (["add", "f32[2"], "cannot read 'f32[2': ']' is missing"),
        (["add", "f32[2]", "--alpha"], "--alpha needs a value"),
        (["add", "f32[2]", "--mode", "fakee"], "there is no mode 'fakee'"),
        (["add", "f32[2]", "--transform", "vmapp"], "there is no transform 'vmapp'"),
        (["relu", "f32[2]", "--include", "Nope"], "such a call cannot be made: UnknownKeyError"),
        (["add", "f32[2]", "f32[3]", "--vmap"], "such a call cannot be made: ValueError: vmap"),
        (["zeros", "[2]", "--vmap"], "vmap needs an argument that is a tensor"),
        (["relu", "f32[2]", "--html", "no/such/place.html"], "no/such/place.html cannot be written"),
    ],
)
def test_what_is_wrong_is_said_with_status_two(wye_command, arguments, text):
    found = wye_command("explain", *arguments)
    assert found.exit_code == 2, found.output
    assert found.stderr.startswith(f"error: {text}")
