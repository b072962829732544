"""Files of tensors: what is saved comes back, and nothing that could run."""

import io
import json
import pickle
import sys
from collections import OrderedDict

import numpy as np
import pytest

import wye
from wye import nn, optim
from wye.loading_options import safe_globals

safetensors = pytest.importorskip("safetensors")
safetensors_numpy = pytest.importorskip("safetensors.numpy")


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
    assert type(loaded) is nn.Parameter
    assert loaded.requires_grad


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


class Wrapped(wye.Tensor):
    """Without data of its own: what it wraps is in a slot, a note about it in its dictionary."""

    __slots__ = ("diag",)  # a method of other tensors

    @staticmethod
    def __new__(cls, inside, note=None):
        made = wye.Tensor._make_wrapper_subclass(cls, inside.shape, dtype=inside.dtype)
        made.diag, made.note = inside, note
        return made

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return func(*(one.diag if isinstance(one, cls) else one for one in args), **(kwargs or {}))


class Marked(wye.Tensor):
    """With data of its own."""


def _again(tree, **options):
    file = io.BytesIO()
    wye.save(tree, file)
    file.seek(0)
    return wye.load(file, **options)


def test_tensors_come_back_with_what_they_are():
    leaf, weight = wye.ones(2, requires_grad=True), nn.Parameter(wye.zeros(3))
    frozen = nn.Parameter(wye.zeros(1), requires_grad=False)
    for made in (_again({"leaf": leaf, "weight": weight, "frozen": frozen}), _again([leaf, weight, frozen])):
        values = list(made.values()) if isinstance(made, dict) else made
        assert [(type(v), v.requires_grad, v.is_leaf) for v in values] == [
            (wye.Tensor, True, True), (nn.Parameter, True, True), (nn.Parameter, False, True),
        ]  # fmt: skip
    kept = _again(nn.BatchNorm1d(2).state_dict(keep_vars=True))
    assert isinstance(kept["weight"], nn.Parameter)
    assert kept._metadata[""] == {"version": 2}


def test_tensors_of_ones_own_classes_come_back():
    marked = nn.Parameter(wye.ones(2).as_subclass(Marked))
    marked.told, marked.t = {"by": ["me", 3]}, 5
    wrapped = Wrapped(wye.arange(3), note=wye.ones(1))
    with safe_globals([Marked, Wrapped]):
        one, two = _again([marked, wrapped])
    assert type(one) is Marked
    assert isinstance(one, nn.Parameter)
    assert (one.tolist(), one.told, one.t, one.requires_grad) == ([1.0, 1.0], {"by": ["me", 3]}, 5, True)
    assert type(two) is Wrapped
    assert (two.dtype, two.shape, two.diag.tolist(), two.note.tolist()) == (wye.int64, (3,), [0, 1, 2], [1.0])
    assert type(_again(wrapped, weights_only=False)) is Wrapped


def test_a_class_that_the_reader_has_not_listed_is_refused():
    with pytest.raises(pickle.UnpicklingError, match=r"Marked, which was not an allowed global.*add_safe_globals"):
        _again(wye.ones(2).as_subclass(Marked))


@pytest.mark.parametrize(
    "name", [["subprocess", "Popen"], ["os.path", "join"], ["collections", "OrderedDict"], ["no", "A"]]
)
@pytest.mark.parametrize("weights_only", [True, False])
def test_what_is_no_class_of_tensors_is_refused(name, weights_only):
    with pytest.raises(pickle.UnpicklingError, match="was not an allowed global"):
        wye.load(_file_of(name, []), weights_only=weights_only)


@pytest.mark.parametrize("name", ["_data", "_keys", "shape", "__class__", "__dict__"])
def test_what_is_part_of_every_tensor_is_not_taken_from_files(name):
    with pytest.raises(pickle.UnpicklingError, match="part of every tensor"):
        wye.load(_file_of(["wye.nn.parameter", "Parameter"], [[name, {"value": 1}]]))


def _file_of(name, kept):
    """A file that somebody has made by hand."""
    look = {"requires_grad": False, "class": name, "kept": {"dict": kept}, "elements": {"tensor": "x"}}
    content = safetensors_numpy.save({"x": np.zeros(2)}, {"wye.tree": json.dumps({"object": look})})
    return io.BytesIO(content)
