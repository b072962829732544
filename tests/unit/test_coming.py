"""Names whose part of wye comes later: imported, subclassed and asked about, and refused when used."""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Optional

import pytest

import wye
import wye.compat.torch as torch
from wye.coming import ComingFinder, ComingModule, module_getattr, placeholder
from wye.compat import coming_parts
from wye.errors import ComingError, MissingEngineError


def test_a_class_can_be_imported_subclassed_and_asked_about():
    cls = placeholder("later", "Graph", "graphs")
    assert not isinstance(3, cls)
    assert issubclass(type("Sub", (cls,), {}), cls)
    assert Optional[cls] == cls | None  # noqa: UP045 - annotations of programs for older Pythons
    assert (cls.__module__, cls.__name__) == ("later", "Graph")


def test_making_an_object_says_what_is_missing():
    cls = placeholder("later", "Graph", "graphs")

    class Sub(cls):
        def __init__(self, size):
            self.size = size

    for made in (cls, Sub):
        with pytest.raises(
            ComingError, match=r"later\.Graph needs graphs, which this version of wye does not have yet"
        ):
            made(3)


def test_an_attribute_of_a_class_says_what_is_missing():
    cls = type("Sub", (placeholder("later", "Function", "gradients"),), {})
    with pytest.raises(ComingError, match=r"later\.Function\.apply needs gradients"):
        cls.apply(1)
    assert not hasattr(cls, "apply")
    assert getattr(cls, "__wrapped__", None) is None


def test_a_function_says_what_is_missing_when_called():
    function = placeholder("later", "trace", "graphs")
    assert function.__name__ == "trace"
    with pytest.raises(MissingEngineError, match=r"later\.trace needs graphs"):
        function(1, by=2)


def test_an_error_can_stand_in_except():
    error = placeholder("later", "TraceError", "graphs")

    def fail():
        try:
            raise ValueError("x")
        except error:
            pytest.fail("it is no ValueError")

    with pytest.raises(ValueError, match="x"):
        fail()


def test_what_is_asked_of_something_that_is_not_there_is_no():
    assert placeholder("torch.testing._internal.jit_utils", "RUN_CUDA", "CUDA") is False
    assert placeholder("torch.testing._internal.inductor_utils", "HAS_GPU", "CUDA") is False
    with pytest.raises(ComingError):
        placeholder("torch", "HASH", "text")()


def test_what_is_there_is_never_hidden(tmp_path, monkeypatch):
    (tmp_path / "holder").mkdir()
    (tmp_path / "holder" / "__init__.py").write_text("here = 1\n")
    (tmp_path / "holder" / "real.py").write_text("value = 2\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    finder = ComingFinder("holder", "holder", {"real": "parts", "later": "parts"})
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    try:
        holder = importlib.import_module("holder")
        find = module_getattr("holder", "holder", {"parts": ["here", "real", "soon"]}, classes="classes")
        assert find("real").value == 2
        assert isinstance(find("later"), ComingModule)
        assert find("soon") is holder.soon
        assert isinstance(find("Class"), type)
        with pytest.raises(AttributeError, match="module 'holder' has no attribute 'nothing'"):
            find("nothing")
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "holder"]:
            del sys.modules[name]


@pytest.mark.parametrize("name", sorted(coming_parts.MODULES))
def test_every_coming_module_can_be_imported_and_reached(name):
    module = importlib.import_module(f"wye.compat.torch.{name}")
    found = torch
    for part in name.split("."):
        found = getattr(found, part)
    assert found is module
    assert isinstance(module, ModuleType)
    assert not hasattr(module, "__wrapped__")


def test_no_module_that_is_there_is_said_to_come_later():
    (root,) = (Path(place) for place in torch.__path__)
    places = {name: root.joinpath(*name.split(".")) for name in coming_parts.MODULES}
    there = [name for name, place in places.items() if place.with_suffix(".py").exists() or place.is_dir()]
    assert there == []


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for module, parts in coming_parts.NAMES.items() for names in parts.values() for name in names],
)
def test_every_coming_name_is_refused_only_when_used(module, name):
    found = getattr(importlib.import_module(f"wye.compat.torch.{module}".rstrip(".")), name)
    with pytest.raises(ComingError, match=name):
        found()


def test_unknown_names_stay_unknown():
    for module in (torch, torch._C, torch.library, torch.utils, torch.nn):
        assert not hasattr(module, "no_such_name")
    with pytest.raises(ImportError):
        importlib.import_module("wye.compat.torch.no_such_module")
    with pytest.raises(ImportError):
        importlib.import_module("wye.compat.torch.fx.immutable_collections.below")


def test_a_module_below_one_that_comes_later_comes_with_it():
    module = importlib.import_module("wye.compat.torch.fx.passes.backends.cudagraphs")
    with pytest.raises(
        ComingError, match=r"torch\.fx\.passes\.backends\.cudagraphs\.CudaGraphs needs graphs and tracing"
    ):
        module.CudaGraphs()


def test_sizes_are_no_symbols():
    assert torch.SymInt is torch.SymInt
    assert not isinstance(wye.ones(2).shape[0], torch.SymInt)


def test_no_function_of_wye_is_among_the_names_that_come_later():
    from wye.aten import functions

    later = {name for names in coming_parts.NAMES[""].values() for name in names}
    assert not later & {*functions.names(), *wye.functional.__all__}
