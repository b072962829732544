"""`wye.explain`: what it says about targets, arguments, the thread, each hop, and how it is drawn."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import wye
from wye import dispatch
from wye.errors import NotExplainableError
from wye.library import custom_op


@pytest.fixture
def lib() -> Any:
    with dispatch.library("DEF", "explained") as made:
        yield made


def hops(explanation: wye.Explanation) -> list[tuple[str, str]]:
    return [(hop["key"], hop["outcome"]) for hop in explanation.hops]


def test_a_plain_call_passes_autograd_and_reaches_its_kernel() -> None:
    told = wye.explain(wye.ops.aten.add.Tensor, wye.ones(2), wye.ones(2))
    assert hops(told) == [("AutogradCPU", "passed"), ("CPU", "runs")]
    last = told.hops[-1]
    assert (last["kernel"], last["version"], last["library"]) == ("add", f"wye {wye.__version__}", "aten (DEF)")
    assert re.fullmatch(r"wye/aten/kernels/elementwise\.py:\d+", last["place"])
    assert last["reason"] == "registered for CPU"
    assert told.hops[0]["redispatches_to"] == "CPU"


@pytest.mark.parametrize(
    ("what", "op", "called_as"),
    [
        (wye.add, "aten::add.Tensor", "wye.add"),
        (wye.Tensor.add, "aten::add.Tensor", "wye.Tensor.add"),
        (wye.ops.aten.add, "aten::add.Tensor", "wye.ops.aten.add"),
        (wye.ops.aten.add.Tensor, "aten::add.Tensor", None),
        ("aten::add.Tensor", "aten::add.Tensor", None),
        ("aten::add", "aten::add.Tensor", "wye.ops.aten.add"),
        ("add", "aten::add.Tensor", "wye.add"),
        ("wye.add", "aten::add.Tensor", "wye.add"),
    ],
)
def test_everything_that_can_be_called_can_be_explained(what: Any, op: str, called_as: str | None) -> None:
    told = wye.explain(what, wye.ones(2), wye.ones(2)).to_dict()
    assert (told["op"], told["called_as"]) == (op, called_as)
    assert told["schema"].startswith(f"{op}(")


def test_methods_of_tensors_and_custom_operators_can_be_explained() -> None:
    x = wye.ones(2)
    assert wye.explain(x.mul, x).op == "aten::mul.Tensor"

    @custom_op("explained_custom::twice", mutates_args=())
    def twice(x: wye.Tensor) -> wye.Tensor:
        return x * 2

    try:
        told = wye.explain(twice, x)
        assert (told.op, told.hops[-1]["key"]) == ("explained_custom::twice", "CPU")
        assert __file__.rpartition("/")[2] in told.hops[-1]["place"]
    finally:
        twice._destroy()


@pytest.mark.parametrize("what", [3, None, wye.ones(1), int, "no such thing", "aten::no_such", "aten::add.NoSuch"])
def test_anything_else_is_an_error(what: Any) -> None:
    with pytest.raises(NotExplainableError):
        wye.explain(what)


def test_the_other_overloads_say_why_they_were_not_chosen() -> None:
    told = wye.explain(wye.sum, wye.ones(2, 3), -1).to_dict()
    chosen = [one["name"] for one in told["overloads"] if one["chosen"]]
    assert chosen == [told["op"]] == ["aten::sum.dim_IntList"]
    why = {one["name"]: one["why"] for one in told["overloads"]}
    assert "positional" in why["aten::sum"]
    assert why["aten::sum.dim_IntList"] == "the first overload that the arguments fit"


def test_a_call_that_fits_nothing_is_explained_by_its_error() -> None:
    told = wye.explain(wye.add, wye.ones(2), "x").to_dict()
    assert told["op"] is None
    assert told["hops"] == []
    assert "add()" in told["error"]
    assert not any(one["chosen"] for one in told["overloads"])


def test_arguments_say_which_keys_they_bring() -> None:
    x = wye.ones(2, requires_grad=True)
    told = wye.explain(wye.add, x, 1).to_dict()
    first, second = told["arguments"]
    assert first["name"] == "self"
    assert first["type"] == "Tensor float32 [2]"
    assert first["keys"] == ["AutocastCPU", "AutogradCPU", "ADInplaceOrView", "CPU"]
    assert "it requires grad" in first["why"]
    assert (second["keys"], second["type"]) == ([], "1")
    told = wye.explain("aten::sin", np.ones(3)).to_dict()
    assert "NumPy" in told["arguments"][0]["keys"]
    assert "numpy.ndarray is a registered array class" in told["arguments"][0]["why"]


def test_the_thread_and_its_masks_are_told() -> None:
    x = wye.ones(2)
    with dispatch.exclude("AutogradCPU"), wye.no_grad():
        told = wye.explain(wye.sin, x).to_dict()
    assert "AutogradCPU" in told["thread"]["excluded"]
    assert told["thread"]["notes"] == ["no_grad"]
    masks = {mask["name"]: mask["removes"] for mask in told["masks"]}
    assert masks["excluded"] == ["AutogradCPU"]
    assert masks["autocast"] == ["AutocastCPU"]
    assert told["keys"] == ["CPU"]


def test_a_tensor_that_requires_grad_goes_through_autograd() -> None:
    told = wye.explain(wye.sin, wye.ones(2, requires_grad=True))
    assert hops(told) == [("AutogradCPU", "runs"), ("CPU", "runs")]
    assert "requires grad" in told.hops[0]["reason"]
    assert told.hops[0]["redispatches_to"] == "CPU"
    assert told.hops[0]["handler"]["name"] == "derivative formula"
    assert told.hops[0]["handler"]["place"].startswith("wye/autograd/derivatives/")


def test_a_formula_of_a_program_and_a_missing_one_are_told(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x * 2, "CPU")
    x = wye.ones(2, requires_grad=True)
    assert "it has no derivative formula" in wye.explain(op, x).hops[0]["reason"]

    @custom_op("explained_custom::thrice", mutates_args=())
    def thrice(x: wye.Tensor) -> wye.Tensor:
        return x * 3

    thrice.register_autograd(lambda ctx, grad: grad * 3)
    try:
        told = wye.explain(thrice, x)
        assert hops(told) == [("AutogradCPU", "runs"), ("CPU", "runs")]
        assert told.hops[0]["handler"]["name"] == "register_autograd"
    finally:
        thrice._destroy()


class Logging(wye.DispatchMode):
    def __wye_dispatch__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return op(*args, **(kwargs or {}))


class Functions(wye.FunctionMode):
    def __wye_function__(self, fn: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return fn(*args, **(kwargs or {}))


def test_the_innermost_mode_is_named_and_others_wait() -> None:
    x = wye.ones(2)
    with Logging(), wye.fake.FakeTensorMode(), Logging():
        told = wye.explain(wye.sin, x)
    first = told.hops[-1]
    assert first["key"] == "Python"
    assert first["handler"]["name"] == "Logging.__wye_dispatch__"
    assert __file__.rpartition("/")[2] in first["handler"]["place"]
    assert len([one for one in first["considered"] if "__wye_dispatch__" in one["what"]]) == 2
    assert len(told.to_dict()["thread"]["modes"]) == 3


def test_function_modes_come_first() -> None:
    with Functions():
        told = wye.explain(wye.sin, wye.ones(2))
    assert told.hops[0]["key"] == "function mode"
    assert told.hops[0]["handler"]["name"] == "Functions.__wye_function__"


def test_a_class_that_handles_calls_is_named() -> None:
    class Handled(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return NotImplemented

    x = wye.Tensor._make_subclass(Handled, wye.ones(2))
    told = wye.explain(wye.ops.aten.sin.default, x)
    handlers = [hop["handler"]["name"] for hop in told.hops if hop["handler"]]
    assert any("Handled.__wye_" in name for name in handlers)


def inside_vmap(what: Any) -> dict[str, Any]:
    found = []

    def f(x: Any) -> Any:
        found.append(wye.explain(what, x))
        return x

    wye.vmap(f)(wye.ones(2, 3))
    return found[0].hops[0]


def test_under_vmap_the_rule_the_parts_or_the_loop_is_named(lib: Any) -> None:
    assert inside_vmap(wye.sin)["handler"]["name"] == "batching rule"
    assert inside_vmap(wye.ops.aten.square.default)["handler"]["name"] in ("batching rule", "decomposition")
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU")
    hop = inside_vmap(op)
    assert hop["handler"]["name"] == "loop"
    assert "vmap, level 1: a loop over the examples" in hop["reason"]
    assert {"what": "the batching rule of the operator set", "why_not": "there is none"} in hop["considered"]


def test_other_transforms_are_named() -> None:
    found = []
    wye.grad(lambda x: (found.append(wye.explain(wye.sin, x)), x.sum())[1])(wye.ones(2))
    assert "grad, level 1" in found[0].hops[0]["reason"]
    assert found[0].to_dict()["thread"]["transforms"] == ["grad, level 1"]


def test_providers_and_what_their_predicates_said(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")

    def plain(x: Any) -> Any:
        return x

    def large(x: Any) -> Any:
        return x

    lib.impl("f", plain, "CPU", provider="plain")
    lib.impl("f", large, "CPU", provider="large", priority=1, when=lambda x: x.numel() > 10)
    hop = wye.explain(op, wye.ones(2)).hops[-1]
    assert (hop["provider"], hop["kernel"]) == ("plain", "plain")
    assert hop["considered"][0]["what"].startswith("large: large")
    assert hop["considered"][0]["why_not"] == "its predicate (when=) said no"
    hop = wye.explain(op, wye.ones(20)).hops[-1]
    assert (hop["provider"], hop["kernel"]) == ("large", "large")
    assert hop["considered"][0]["why_not"] == "its turn does not come"


def test_a_predicate_that_raises_is_the_error(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU", when=lambda x: x.no_such_attribute)
    assert "no_such_attribute" in wye.explain(op, wye.ones(2)).to_dict()["error"]


def test_aliases_say_what_they_cover_and_what_they_yield_to(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")

    def composite(x: Any) -> Any:
        return x

    lib.impl("f", composite, "CompositeImplicitAutograd")
    hop = wye.explain(op, wye.ones(2)).hops[-1]
    assert (
        hop["reason"] == "registered for CompositeImplicitAutograd, which covers AutogradCPU: it calls other operators"
    )
    lib.impl("f", lambda x: x, "CPU")
    told = wye.explain(op, wye.ones(2))
    reasons = {one["what"]: one["why_not"] for one in told.hops[0]["considered"]}
    assert "bypass" in reasons["CompositeImplicitAutograd: composite"]
    reasons = {one["what"]: one["why_not"] for one in told.hops[-1]["considered"]}
    assert reasons["CompositeImplicitAutograd: composite"] == "it comes later in the order of precedence"


def test_kernels_under_a_newer_one_are_listed(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")

    def old(x: Any) -> Any:
        return x

    lib.impl("f", old, "CPU")
    lib.impl("f", lambda x: x, "CPU")
    considered = wye.explain(op, wye.ones(2)).hops[-1]["considered"]
    assert any(one["what"].startswith("old (") and "newer registration" in one["why_not"] for one in considered)


def test_a_missing_kernel_is_an_error_of_the_explanation(lib: Any) -> None:
    op = lib.define("f(Tensor x) -> Tensor")
    told = wye.explain(op, wye.ones(2)).to_dict()
    assert told["hops"][-1]["outcome"] == "missing"
    assert "no kernel is registered for CPU" in told["error"]


def test_nothing_runs_unless_that_is_wanted(lib: Any) -> None:
    ran: list[int] = []
    op = lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: (ran.append(1), wye.sin(x))[1], "CPU")
    x = wye.ones(2)
    wye.explain(op, x)
    assert ran == []
    told = wye.explain(op, x, run=True).to_dict()
    assert ran == [1]
    assert [call["op"] for call in told["calls"]] == ["aten::sin"]
    assert told["result"] == "Tensor float32 [2]"
    assert told["duration_ns"] > 0


def test_a_function_in_python_is_followed_through_its_operators() -> None:
    told = wye.explain(wye.einsum, "ij,jk->ik", wye.ones(2, 2), wye.ones(2, 2))
    assert told.op is None
    assert "run=True" in told.to_dict()["notes"][0]
    told = wye.explain(wye.einsum, "ij,jk->ik", wye.ones(2, 2), wye.ones(2, 2), run=True)
    assert told.to_dict()["calls"]
    assert told.to_dict()["notes"] == []
    assert told.to_dict()["result"] == "Tensor float32 [2, 2]"


def test_a_call_that_raises_while_it_is_followed_says_so() -> None:
    told = wye.explain(wye.mm, wye.ones(2), wye.ones(2), run=True).to_dict()
    assert told["error"].startswith("RuntimeError: ")
    assert told["result"] is None


# ---- how it is drawn ----


def test_the_text_fits_eighty_columns_and_has_no_colours() -> None:
    for told in (
        wye.explain(wye.softmax, wye.ones(2, 3, requires_grad=True), -1, run=True),
        wye.explain(wye.einsum, "ij,jk->ik", wye.ones(2, 2), wye.ones(2, 2), run=True),
    ):
        text = str(told)
        assert max(map(len, text.splitlines())) <= 80
        assert "\x1b" not in text
    assert "aten::_softmax" in str(wye.explain(wye.softmax, wye.ones(2), -1, run=True))


def test_rich_draws_it() -> None:
    console = Console(width=80, record=True, file=StringIO())
    console.print(wye.explain(wye.add, wye.ones(2), 1))
    assert "AutogradCPU" in console.export_text()


class _Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.seen.add(tag)
        assert not any(name in ("src", "href") or name.startswith("on") for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_closed_escaped_and_needs_nothing_from_outside(lib: Any) -> None:
    op = lib.define("f(Tensor x, str s) -> Tensor")
    lib.impl("f", lambda x, s: x, "CPU")
    told = wye.explain(op, wye.ones(2), "<script>alert(1)</script>", run=True)
    checker = _Checker()
    checker.feed(told.to_html())
    assert checker.open == []
    assert "script" not in checker.seen
    assert "&lt;script&gt;" in told.to_html()
    assert told._repr_html_() == told.to_html()


def test_json_is_the_dictionary() -> None:
    told = wye.explain(wye.add, wye.ones(2), 1)
    assert json.loads(told.to_json(indent=2)) == told.to_dict()
    assert set(told.to_dict()) >= {
        "op", "schema", "called_as", "overloads", "arguments", "thread", "masks", "keys", "hops", "calls", "result",
        "error",
    }  # fmt: skip
    assert repr(told) == "<Explanation of aten::add.Tensor -> CPU: add>"


# ---- NumPy ----


def test_a_universal_function_of_numpy_is_explained_by_its_operator():
    for args in ((np.arange(3.0),), (wye.ones(3),)):
        told = wye.explain(np.sin, *args)
        assert told.op == "aten::sin"
        assert told.hops[-1]["outcome"] == "runs"
    assert wye.explain(np.power, np.arange(3.0), 2.0).op == "aten::pow.Tensor_Scalar"


def test_a_function_over_ndarrays_shows_the_operators_that_a_transform_would_follow():
    def function(x):
        return np.sum(np.tanh(x) * 2)

    x = np.arange(3.0)
    told = wye.explain(function, x, run=True).to_dict()
    assert [call["op"] for call in told["calls"]] == ["aten::tanh", "aten::mul.Tensor", "aten::sum"]
    assert any("NumPy's own" in note for note in told["notes"])
    assert "aten::tanh_backward" in str(wye.explain(wye.grad(function), x, run=True))
    assert wye.explain(np.linalg.norm, x).to_dict()["calls"] == []
