"""Files of tensors: what is saved comes back, and nothing that could run."""

import io
import json
import sys
from collections import OrderedDict

import numpy as np
import pytest

import wye
from wye import nn, optim

safetensors = pytest.importorskip("safetensors")


def test_a_state_dictionary_comes_back(tmp_path):
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    wye.save(model.state_dict(), tmp_path / "model.safetensors")
    loaded = wye.load(tmp_path / "model.safetensors")
    assert sorted(loaded) == sorted(model.state_dict())
    assert loaded._metadata["1"] == {"version": 2}
    other = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    assert repr(other.load_state_dict(loaded)) == "<All keys matched successfully>"
    for name, value in model.state_dict().items():
        assert wye.equal(other.state_dict()[name], value)


@pytest.mark.parametrize(
    "dtype",
    ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "bfloat16",
     "float32", "float64", "float8_e4m3fn", "float8_e5m2", "complex64"],
)  # fmt: skip
def test_every_dtype_of_the_format_comes_back(dtype, tmp_path):
    kind = getattr(wye, dtype)
    x = wye.tensor([[0.0, 1.0], [2.0, 1.0]]).to(kind)
    wye.save({"x": x, "empty": x[:0], "one": x[0, 0], "turned": x.t()}, tmp_path / "x")
    loaded = wye.load(tmp_path / "x")
    assert {name: (t.dtype, tuple(t.shape)) for name, t in loaded.items()} == {
        "empty": (kind, (0, 2)), "one": (kind, ()), "turned": (kind, (2, 2)), "x": (kind, (2, 2)),
    }  # fmt: skip
    assert wye.equal(loaded["x"].to(wye.complex64), x.to(wye.complex64))
    assert wye.equal(loaded["turned"].to(wye.complex64), x.t().to(wye.complex64))


def test_a_dtype_that_the_format_does_not_have_is_named(tmp_path):
    with pytest.raises(TypeError, match=r"a\.x: the format safetensors has no wye.complex128"):
        wye.save({"a": {"x": wye.ones(1, dtype=wye.complex128)}}, tmp_path / "x")


def test_the_state_of_an_optimizer_comes_back(tmp_path):
    weights = [nn.Parameter(wye.ones(3)), nn.Parameter(wye.ones(2))]
    optimizer = optim.Adam(weights, 0.1, betas=(0.8, 0.9))
    for value in weights:
        value.grad = wye.ones_like(value)
    optimizer.step()
    wye.save(optimizer.state_dict(), tmp_path / "state")
    loaded = wye.load(tmp_path / "state")
    assert [*loaded["state"]] == [0, 1]
    assert loaded["param_groups"] == optimizer.state_dict()["param_groups"]
    assert loaded["param_groups"][0]["betas"] == (0.8, 0.9)
    other = optim.Adam(weights, 0.5)
    other.load_state_dict(loaded)
    assert other.param_groups[0]["lr"] == 0.1
    assert wye.equal(other.state[weights[0]]["exp_avg"], optimizer.state[weights[0]]["exp_avg"])


def test_trees_come_back():
    tree = {"a": [1, 2.5, None, (True, "text")], 3: {"x.y": wye.ones(2), "x": {"y": wye.zeros(1)}}, "n": float("inf")}
    file = io.BytesIO()
    wye.save(tree, file)
    file.seek(0)
    loaded = wye.load(file)
    assert loaded["a"] == tree["a"]
    assert loaded["n"] == float("inf")
    assert wye.equal(loaded[3]["x.y"], wye.ones(2))
    assert wye.equal(loaded[3]["x"]["y"], wye.zeros(1))


def test_one_tensor_comes_back():
    file = io.BytesIO()
    wye.save(nn.Parameter(wye.ones(2)), file)
    file.seek(0)
    loaded = wye.load(file)
    assert type(loaded) is wye.Tensor
    assert not loaded.requires_grad


@pytest.mark.parametrize(
    ("tree", "place"),
    [({"a": [nn.Linear]}, r"a\.0: an object of type type"), (print, r"save\(\): an object of type builtin"),
     ({(1, 2): 3}, "a key of type tuple")],
)  # fmt: skip
def test_what_has_no_place_in_a_file_is_named(tree, place):
    with pytest.raises(TypeError, match=place):
        wye.save(tree, io.BytesIO())


def test_loaded_tensors_are_ones_own(tmp_path):
    x = wye.ones(2)
    wye.save({"x": x}, tmp_path / "x")
    loaded = wye.load(tmp_path / "x")["x"]
    loaded.add_(1)
    assert x.tolist() == [1, 1]
    assert wye.load(tmp_path / "x", map_location="meta")["x"].device.type == "meta"


def test_other_libraries_read_the_file_and_write_it(tmp_path):
    from safetensors.numpy import load_file, save_file

    wye.save(OrderedDict(b=wye.ones(2), a=wye.zeros(1)), tmp_path / "ours")
    assert load_file(tmp_path / "ours")["b"].tolist() == [1, 1]
    save_file({"x": np.arange(3)}, tmp_path / "theirs")
    assert wye.load(tmp_path / "theirs")["x"].tolist() == [0, 1, 2]


def test_the_header_says_the_format():
    file = io.BytesIO()
    wye.save({"x": wye.ones(1)}, file)
    content = file.getvalue()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    assert header["__metadata__"] == {"format": "pt"}


def test_another_file_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"\x80\x02not such a file")
    with pytest.raises(safetensors.SafetensorError):
        wye.load(tmp_path / "x")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    with pytest.raises(ImportError, match=r"wye\[save\]"):
        wye.save({}, io.BytesIO())
