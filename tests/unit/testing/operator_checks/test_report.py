"""opcheck_all: all operators of a namespace, on given or drawn samples."""

import io

import pytest

import wye
from wye.library import Library
from wye.testing import opcheck_all, opcheck_samples
from wye.testing.operator_checks.samples import drawn_samples, samples_of

CHECKS = ["test_schema", "test_autograd_registration"]


@pytest.fixture(autouse=True)
def lib():
    with Library("reported", "FRAGMENT") as made:
        made.define("good(Tensor x, int n, Tensor[] rest, *, float s, str mode='a') -> Tensor")
        made.impl("good", lambda x, n, rest, *, s, mode="a": x * n * s, "CompositeImplicitAutograd")
        made.define("bad(Tensor x) -> Tensor")
        made.impl("bad", lambda x: x.mul_(1).clone(), "CPU")
        made.define("strange(Generator g) -> Tensor")
        made.define("picky(Tensor x) -> Tensor")
        made.impl("picky", lambda x: 1 / 0, "CPU")
        yield made


def test_the_table_says_what_failed_and_what_to_change():
    report = opcheck_all("reported", CHECKS)
    assert not report.ok
    by_name = {row.op.partition("::")[2]: row for row in report.rows}
    assert by_name["good"].failures == {}
    assert list(by_name["bad"].failures) == ["test_schema"]
    assert "type Generator" in by_name["strange"].problem
    assert "opcheck_samples" in by_name["picky"].problem
    lines = str(report).splitlines()
    assert lines[0].split() == ["operator", "samples", "schema", "autograd_registration"]
    assert ["reported::bad", "4", "FAILED", "ok"] in [line.split() for line in lines]
    assert "reported::bad test_schema: Argument x is not defined as mutable but was mutated" in lines
    assert any("mutates_args" in line for line in lines)


def test_the_table_is_shown_in_colours_by_rich():
    console = pytest.importorskip("rich.console").Console(width=120, record=True, file=io.StringIO())
    console.print(opcheck_all("reported", CHECKS))
    shown = console.export_text()
    assert "opcheck of reported" in shown
    assert "FAILED" in shown


def test_an_unknown_namespace_is_an_error():
    with pytest.raises(LookupError, match="there are no operators in namespace 'nowhere'"):
        opcheck_all("nowhere")


def test_given_samples_are_used():
    @opcheck_samples("reported::picky")
    def samples():
        yield (wye.ones(2),)
        yield (wye.ones(3),), {}

    assert [len(sample.args) for sample in samples()] == [1, 1]
    assert len(samples_of(wye.ops.reported.picky.default)) == 2
    row = next(row for row in opcheck_all("reported", ["test_schema"]).rows if row.op == "reported::picky")
    assert isinstance(row.failures["test_schema"], ZeroDivisionError)
    assert row.failures["test_schema"].__notes__ == ["  sample 0"]


def test_a_sample_is_a_tuple():
    @opcheck_samples(wye.ops.reported.bad)
    def samples():
        return [wye.ones(2)]

    with pytest.raises(TypeError, match="a sample is a tuple of arguments"):
        samples()


def test_drawing_samples_leaves_the_random_state_alone():
    state = wye.get_rng_state()
    samples = drawn_samples(wye.ops.reported.good.default)
    assert wye.equal(state, wye.get_rng_state())
    args, kwargs = samples[1]
    assert (tuple(args[0].shape), args[1], len(args[2]), kwargs) == ((2, 3), 1, 2, {"s": 0.5})
    assert args[0].requires_grad


def test_tensors_that_are_written_to_do_not_require_grad(lib):
    lib.define("writes(Tensor(a!) x) -> ()")
    lib.impl("writes", lambda x: [x.add_(1), None][1], "CPU")
    assert not drawn_samples(wye.ops.reported.writes.default)[0].args[0].requires_grad
