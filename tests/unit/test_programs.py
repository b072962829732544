import pytest

import wye
from wye import nn, programs
from wye.errors import ComingError
from wye.programs import (
    OptimizedModule,
    ScriptFunction,
    ScriptModule,
    TracedModule,
    TracerWarning,
    compile,
    script,
    trace,
)
from wye.testing import assert_close


def model():
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))


def test_a_compiled_function_computes_what_the_function_does():
    def double(x, *, by=2):
        """Twice."""
        return x * by

    compiled = compile(double, fullgraph=True, dynamic=False)
    assert compiled.__doc__ == "Twice."
    assert_close(compiled(wye.ones(2), by=3), wye.full((2,), 3.0))
    assert compile(double, disable=True) is double
    assert_close(compile(dynamic=True)(double)(wye.ones(2)), wye.full((2,), 2.0))


def test_a_compiled_module_has_the_parameters_and_attributes_of_the_module():
    own = model()
    own.word = "kept"
    compiled = compile(own)
    x = wye.randn(5, 3)
    assert isinstance(compiled, OptimizedModule)
    assert compiled.word == "kept"
    assert_close(compiled(x), own(x))
    assert list(compiled.state_dict()) == [f"_orig_mod.{name}" for name in own.state_dict()]
    compiled(x).sum().backward()
    assert own[0].weight.grad is not None
    assert not compiled.eval()._orig_mod.training


def test_programs_that_ask_whether_they_can_be_compiled_are_told_so():
    assert programs.is_dynamo_supported()


def test_compilers_that_do_not_exist_are_refused():
    with pytest.raises(RuntimeError, match="Invalid backend: 'none'"):
        compile(len, backend="none")
    with pytest.raises(RuntimeError, match="both can't be specified"):
        compile(len, mode="default", options={})
    with pytest.raises(RuntimeError, match="A callable function is expected"):
        compile(3)
    with pytest.raises(ComingError, match="make_fx"):
        compile(len, backend=lambda graph, inputs: graph)


def test_a_scripted_module_shares_its_tensors_with_the_module():
    own = model()
    scripted = script(own)
    x = wye.randn(5, 3)
    assert isinstance(scripted, ScriptModule)
    assert script(scripted) is scripted
    assert list(scripted.state_dict()) == list(own.state_dict())
    with wye.no_grad():
        own[0].weight.zero_()
    assert_close(scripted(x), own(x))
    assert scripted.original_name == "Sequential"


def test_a_scripted_function_is_called_as_before():
    @script
    def f(x, y: int = 2):
        return x + y

    assert isinstance(f, ScriptFunction)
    assert f.name == "f"
    assert_close(f(wye.ones(1), y=1), wye.full((1,), 2.0))
    with pytest.raises(AttributeError, match="has no graph"):
        _ = f.graph


def test_a_traced_function_keeps_the_branch_of_its_example():
    def f(x, flag):
        return x.sin() if flag else x.cos()

    traced = trace(f, (wye.ones(2), True))
    x = wye.randn(3)
    assert_close(traced(x, True), x.sin())
    assert "sin" in traced.code


def test_a_traced_module_computes_with_the_parameters_of_now():
    own = model()
    traced = trace(own, wye.randn(5, 3))
    x = wye.randn(4, 3)
    assert isinstance(traced, TracedModule)
    with wye.no_grad():
        own[0].weight.mul_(2)
    assert_close(traced(x), own(x))
    traced(x).sum().backward()
    assert own[2].bias.grad is not None
    assert list(traced.state_dict()) == list(own.state_dict())


def test_a_trace_that_differs_from_its_program_warns():
    calls = []

    def f(x):
        calls.append(1)
        return x + len(calls)

    with pytest.warns(TracerWarning, match="different results"):
        trace(f, wye.ones(2))


def test_tracing_needs_an_example():
    with pytest.raises(RuntimeError, match="example_inputs"):
        trace(model())


def test_decisions_on_values_are_those_of_the_example():
    def f(x):
        return x * 2 if x.sum() > 0 else x - 1

    traced = trace(f, (wye.ones(2),))
    assert traced(wye.ones(2)).tolist() == [2.0, 2.0]
    assert traced(-wye.ones(2)).tolist() == [-2.0, -2.0]
